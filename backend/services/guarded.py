"""The workbench as one person has it: every verb that this person may not call is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backend.ports import Records
from backend.services.guarded_service import Guard, GuardedService
from backend.services.own_rules import (
    GuardedEvaluation,
    GuardedEvidence,
    GuardedLibrary,
    GuardedQuestions,
    GuardedQueue,
    GuardedRedaction,
    GuardedSharing,
    GuardedUploads,
)
from backend.services.permissions import VERBS
from backend.types import Principal

SERVICES = frozenset(name.partition(".")[0] for name in VERBS if "." in name)
"""The names of the services, which are also those of the workbench's attributes."""
_OWN_RULES: dict[str, type[GuardedService]] = {
    "evaluation": GuardedEvaluation,
    "evidence": GuardedEvidence,
    "questions": GuardedQuestions,
    "queue": GuardedQueue,
    "redaction": GuardedRedaction,
    "sharing": GuardedSharing,
}


class GuardedWorkbench:
    """What `Workbench.for_` gives: the same services with the same verbs, each guarded.

    Args:
        workbench: the whole one.
        audited: also questions are noted.
        still: whether the person is signed in still; asked at each call.
    """

    def __init__(
        self,
        workbench: Any,
        records: Records,
        principal: Principal,
        *,
        audited: bool,
        still: Callable[[], bool] = lambda: True,
    ) -> None:
        guard = Guard(records, principal, audited=audited, still=still)
        self._itself = GuardedService("", workbench, guard)
        self._services: dict[str, GuardedService] = {
            name: _OWN_RULES.get(name, GuardedService)(name, getattr(workbench, name), guard)
            for name in SERVICES - {"library", "uploads"}
        }
        library = GuardedLibrary("library", workbench.library, guard)
        self._services["library"] = library
        # a file that came in pieces is taken in as the person's own verb would
        self._services["uploads"] = GuardedUploads(
            "uploads", workbench.uploads, guard, library.add_file
        )

    def __getattr__(self, name: str) -> Any:
        if name in SERVICES:
            return self._services[name]
        return getattr(self._itself, name)
