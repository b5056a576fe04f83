"""Who asks, and one service as this person has it: verbs out of reach are refused."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from backend.errors import ForbiddenError
from backend.ingestion.queueing import ADD, UNFINISHED
from backend.ports import Records
from backend.services.library import OnDuplicate, file_name
from backend.services.permissions import VERBS, Access, Audience, Need
from backend.types import Action, Principal, Receipt, Role


class Guard:
    """One person at the door: what this person may do now, and the list of what was done.

    Args:
        audited: also questions are noted.
        still: whether the person is signed in still; asked at each call.
    """

    def __init__(
        self,
        records: Records,
        principal: Principal,
        *,
        audited: bool,
        still: Callable[[], bool] = lambda: True,
    ) -> None:
        self.records = records
        self.access = Access(records, principal, still)
        self.audited = audited

    @property
    def principal(self) -> Principal:
        """Who asks."""
        return self.access.principal

    def name_of(self, collection_id: str) -> str:
        """A collection's name; empty for none."""
        return self.records.collection(collection_id).name if collection_id else ""

    def note(self, what: str, collection_id: str, collection: str, about: str) -> None:
        """Write a line of the audit list.

        Args:
            collection: its name; what is deleted has none afterwards.
        """
        who = self.principal.id
        self.records.note(Action(time.time(), who, what, collection_id, collection, about))

    def require_more_than_reading(self) -> None:
        """
        Raises:
            ForbiddenError: for a program that may only read.
        """
        if self.principal.most < Role.OWNER:
            raise ForbiddenError("This program may only read.", "Give it a token of more scope.")

    def require_adding(self, collection_id: str, name: str, on_duplicate: OnDuplicate) -> None:
        """A contributor adds what is new; what takes the place of a document needs an editor.

        Raises:
            NotFoundError, ForbiddenError: as `Access.require`.
        """
        self.access.require(collection_id, Role.CONTRIBUTOR)
        if on_duplicate == "replace" or self.would_replace(collection_id, name):
            self.access.require(collection_id, Role.EDITOR)

    def would_replace(self, collection_id: str, name: str) -> bool:
        """Whether a document of that name is there or on its way: the newer one takes its place."""
        name = file_name(name)
        waiting = self.records.find_jobs(collection_id, kind=ADD, states=UNFINISHED)
        return any(job.name == name for job in waiting) or any(
            not document.key for document in self.records.find_documents(collection_id, name=name)
        )


class GuardedService:
    """One service as one person has it. It has the verbs of `permissions.VERBS` and nothing else;
    those that decide by a rule of their own are methods of a class below this one.

    Args:
        service: its name in the table; empty for the workbench itself.
        whole: the service as the program has it.
    """

    def __init__(self, service: str, whole: Any, guard: Guard) -> None:
        self._prefix = f"{service}." if service else ""
        self._whole = whole
        self._guard = guard

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        need = VERBS.get(f"{self._prefix}{verb}", Audience.PROGRAM)
        if need in (Audience.PROGRAM, Audience.OWN_RULE):
            raise AttributeError(f"{self._prefix}{verb} is not a verb that a person may call")
        whole: Callable[..., Any] = getattr(self._whole, verb)
        guard = self._guard

        @wraps(whole)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if need is Audience.ADMINISTRATOR:
                guard.access.require_administrator()
            if not isinstance(need, Need):
                return whole(*args, **kwargs)
            given = inspect.signature(whole).bind(*args, **kwargs).arguments
            collection_id = guard.access.require_all(need, given.get(need.of, ""))
            # looked up before: what is deleted has no name afterwards
            name = guard.name_of(collection_id) if need.noted else ""
            result = whole(*args, **kwargs)
            if need.noted:
                guard.note(need.noted, collection_id, name, _about(given, result))
            return result

        return guarded


def _about(given: Mapping[str, Any], result: object) -> str:
    """What a line of the audit list says a call was about."""
    if isinstance(result, Receipt):
        return ", ".join(result.titles)
    if isinstance(result, tuple) and result and isinstance(result[0], str):
        return result[0]  # the name of a file
    told = [given[each] for each in ("kind", "name", "role") if each in given]
    return " ".join(each.word if isinstance(each, Role) else str(each) for each in told)
