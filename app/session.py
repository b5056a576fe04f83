"""What one visitor's browser tab remembers, and the one Workbench that all visitors share."""

from __future__ import annotations

import atexit
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, TypeVar, cast

import streamlit as st

from app import sign_in
from app.uploads import Pass, passes
from backend.errors import NotFoundError, SignInError, WorkbenchError
from backend.types import Answer, Collection, Document, Receipt
from backend.workbench import RunningQuestion, Workbench, open_workbench
from components.failure import failure

log = logging.getLogger(__name__)
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

FAILURE_SECONDS = 8.0
"""How long an error of a click stays, unless the next question takes its place."""

UNEXPECTED = WorkbenchError(
    "Something went wrong that should not have.",
    "Reload the page. If it happens again, the log of the program says more; nothing that was "
    "stored is lost.",
)


DEAD_LINK = NotFoundError(
    "The conversation of this link is not there.",
    "It was deleted, or the link is of another library. Earlier lists those that are there.",
)


@dataclass
class VisitorState:
    """Everything that a visitor has chosen; it lives as long as the browser tab."""

    collection_id: str = ""
    conversation_id: str = ""
    page: str | None = None
    """The page of the last run, by its address."""
    addressed: str | None = None
    """The conversation that the address named after the last run; None before the first."""
    answer_id: str = ""
    asking: RunningQuestion | None = None
    joined: bool = False
    """Whether it was asked in another tab, or before a reload: this tab does not stop it."""
    asked: str = ""
    """The question that is being answered or could not be asked, so that it is never lost."""
    pipeline: str = ""
    top_k: int = 5
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    document_ids: tuple[str, ...] = ()
    selected: int = 0
    """Number of the selected passage; 0 before anybody chose one."""
    tab: str = ""
    """The tab of the evidence that the next run is to open; empty leaves it as it is."""
    page_flip: int = 0
    """How many pages the page view was flipped away from the passage's own."""
    cell: int = -1
    """Which cell of the calculation is open, from 0; -1 if none is."""
    passage_id: str = ""
    """The passage that the page view shows instead of the selected one: found, but not kept."""
    switched_off: dict[str, frozenset[str]] = field(default_factory=dict)
    """By answer: the retrievers that the visitor switched off to see the ranking without them."""
    failures: list[tuple[WorkbenchError, float]] = field(default_factory=list)
    """What went wrong in clicks and until when it is shown, in seconds of the monotonic clock."""
    uploads: int = 0
    """Part of the keys of what starts afresh once something was added or removed."""
    passes: dict[str, Pass] = field(default_factory=dict)
    """By collection: the pass on which this tab's browser adds files."""
    dialog: str = ""
    """Which dialog of the Library is open: `new`, `settings`, `delete`, `encoding` or none."""
    to_delete: tuple[str, ...] = ()
    to_reread: str = ""
    """The document whose encoding is being chosen."""
    receipt: Receipt | None = None
    receipt_title: str = ""
    deleted: tuple[str, ...] = ()
    """The documents that the receipt is about."""
    holding: int = 0
    """How many earlier answers still hold words of them."""
    redacted: int | None = None
    """How many were redacted; None before somebody asked for it."""

    def fail(self, error: WorkbenchError) -> None:
        """Show an error for a while: a page that redraws itself must not take it away unread."""
        self.failures.append((error, time.monotonic() + FAILURE_SECONDS))

    def select(self, number: int) -> None:
        """Turn to a numbered passage, at its own page; 0 turns to none."""
        self.selected, self.page_flip, self.passage_id, self.cell = number, 0, "", -1


@st.cache_resource(show_spinner="Opening the library …")
def library() -> Workbench:
    """The process's one Workbench with its workers, closed when the process ends. Pages are given
    `workbench` instead, which is this one only where nobody has to sign in."""
    opened = open_workbench()
    atexit.register(opened.close)
    return opened


def workbench() -> Workbench:
    """The workbench as the visitor has it.

    Raises:
        SignInError: if the visitor is not signed in (any more).
    """
    whole = library()
    if whole.signing_in.sign_in_kind() == "none":
        return whole
    visitor = sign_in.visitor(whole)
    if visitor is None:
        raise SignInError("You are signed out.", "Reload the page to sign in again.")
    return visitor.workbench


def sign_in_kind() -> str:
    """How people sign in; `none` where they do not."""
    return library().signing_in.sign_in_kind()


def state() -> VisitorState:
    """The visitor's state."""
    if "quire" not in st.session_state:
        st.session_state["quire"] = VisitorState()
    return cast(VisitorState, st.session_state["quire"])


def is_dark() -> bool:
    """Whether the visitor's browser shows the dark theme."""
    return st.context.theme.type == "dark"


def upload_pass(collection_id: str) -> Pass:
    """The visitor's pass for adding files to a collection; made when it is first needed."""
    held = state().passes
    if collection_id not in held:
        held[collection_id] = passes.issue(workbench(), collection_id)
    return held[collection_id]


@contextmanager
def reported() -> Iterator[None]:
    """Turns an error into sentences on the screen where it happens."""
    try:
        yield
    except WorkbenchError as error:
        failure(error, key="reported")
    except Exception:
        log.exception("A page failed")
        failure(UNEXPECTED, key="reported")


def guarded(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result | None]:
    """For fragments, which run outside of the page's own `reported`."""

    @wraps(function)
    def inner(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result | None:
        result: list[_Result] = []
        with reported():
            result.append(function(*args, **kwargs))
        return result[0] if result else None

    return inner


def remembering(function: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """For callbacks, which run before anything can be shown: the next run shows the error."""

    @wraps(function)
    def inner(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        try:
            function(*args, **kwargs)
        except WorkbenchError as error:
            state().fail(error)
        except Exception:
            log.exception("A callback failed")
            state().fail(UNEXPECTED)

    return inner


def show_failures() -> None:
    """Shows the errors of the latest clicks, and forgets those that were there long enough."""
    now = time.monotonic()
    state().failures = [each for each in state().failures if each[1] > now]
    for number, (error, _) in enumerate(state().failures):
        failure(error, key=f"remembered-{number}")


# --- the collection and the conversation ---------------------------------------------------------


def collection() -> Collection | None:
    """The chosen collection: of this tab, else of the address, else the first; None if none."""
    collections = workbench().library.collections()
    wanted = (
        state().collection_id
        or st.query_params.get("collection", "")
        or _collection_of(st.query_params.get("conversation", ""))
    )
    chosen = next((each for each in collections if each.id == wanted), None)
    if chosen is None and collections:
        chosen = collections[0]
    if chosen is not None and chosen.id != state().collection_id:
        state().collection_id = chosen.id
    return chosen


def _collection_of(conversation_id: str) -> str:
    if not conversation_id:
        return ""
    running = workbench().questions.running_question(conversation_id)
    if running is not None:
        return running.query.collection_id
    answers = workbench().questions.conversation(conversation_id)
    return answers[-1].collection_id if answers else ""


def choose_collection(collection_id: str) -> None:
    """Switch to another collection; a conversation belongs to one, so it is left."""
    if collection_id != state().collection_id:
        state().collection_id = collection_id
        state().document_ids = ()
        new_question()
    st.query_params["collection"] = collection_id


def new_question() -> None:
    """Back to the empty Ask page; a running request is stopped."""
    leave_question()
    state().asked = ""
    open_conversation("")


def leave_question() -> None:
    """Stop the running question and forget it; one that this tab only joined runs on."""
    asking = state().asking
    if asking is not None and not state().joined:
        asking.stop()
    state().asking, state().joined = None, False


def join_question() -> None:
    """Show the question of the shown conversation that is being answered, where another tab asked
    it or this one was loaded again meanwhile."""
    conversation_id = state().conversation_id or st.query_params.get("conversation", "")
    if state().asking is None and conversation_id:
        running = workbench().questions.running_question(conversation_id)
        if running is not None:
            state().asking, state().joined = running, True
            state().conversation_id = conversation_id


def open_conversation(conversation_id: str) -> None:
    """Show a conversation, or none, and keep it in the page's address."""
    state().conversation_id, state().answer_id = conversation_id, ""
    state().select(0)
    if conversation_id:
        st.query_params["conversation"] = conversation_id
    else:
        st.query_params.pop("conversation", None)
    state().addressed = conversation_id


def conversation_answers() -> tuple[Answer, ...]:
    """The answers of the shown conversation, oldest first; an address that leads nowhere is
    forgotten."""
    _follow_address()
    wanted = state().conversation_id or st.query_params.get("conversation", "")
    if not wanted:
        return ()
    try:
        answers = workbench().questions.conversation(wanted)
    except NotFoundError:
        answers = ()
    if not answers:
        if state().asking is None:
            state().fail(DEAD_LINK)
            open_conversation("")
        return ()
    if not state().conversation_id:
        state().conversation_id = wanted
    if st.query_params.get("conversation") != wanted:
        st.query_params["conversation"] = wanted
    state().addressed = wanted
    return answers


def enter(page: str) -> None:
    """Note which page is shown. A link to another page drops the conversation from the address;
    that is no wish to leave it."""
    if state().page != page:
        state().page, state().addressed = page, None


def _follow_address() -> None:
    """Turn to the conversation that the browser went back or forward to."""
    named = st.query_params.get("conversation", "")
    before = state().addressed
    state().addressed = named
    if before is None or named == before or named == state().conversation_id:
        return
    if state().asking is None:
        open_conversation(named)


def document_or_none(document_id: str) -> Document | None:
    """A document that an old answer cites may have been deleted since."""
    try:
        return workbench().library.document(document_id)
    except NotFoundError:
        return None
