"""What retrievers and pipelines are built from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from backend.errors import StorageError
from backend.ports.answering import Answerer, Rewriter
from backend.ports.calculating import Calculator
from backend.ports.embedding import Embedders
from backend.ports.paths import PathChooser
from backend.ports.querying import ColumnFile
from backend.ports.rating import Rater
from backend.ports.records import Records
from backend.ports.search import Index
from backend.ports.steering import Steerer
from backend.settings import Settings
from backend.types.library import Document
from backend.types.questions import Query

_T = TypeVar("_T")


class Shared:
    """One of a kind for all that are built from the same parts. Safe for several threads."""

    def __init__(self) -> None:
        self._made: dict[type, object] = {}
        self._lock = threading.RLock()
        """Making one may ask for another."""

    def of(self, kind: type[_T], make: Callable[[], _T]) -> _T:
        """The one of a class, made when it is first asked for."""
        with self._lock:
            found = self._made.get(kind)
            if not isinstance(found, kind):
                found = self._made[kind] = make()
            return found


def _no_column_file(document: Document) -> ColumnFile:
    raise StorageError(f"The rows of “{document.title}” are not kept here.", "Add it again.")


def _nobody(query: Query) -> Rater | None:
    return None


@dataclass(slots=True)
class ReadingPatience:
    """Seconds that a question waits for what is being read. Where more questions will come they
    need not wait: those find it read. A program that asks one question has none to come. What was
    waited for one thing is not waited again for the next."""

    seconds: float = 0.0

    def spend(self, wait: Callable[[float], None]) -> None:
        """Wait for something for as long as is left."""
        began = time.monotonic()
        wait(self.seconds)
        self.seconds = max(0.0, self.seconds - (time.monotonic() - began))


@dataclass(frozen=True, slots=True)
class Parts:
    """What retrievers and pipelines are built from. Made once, by the composition root."""

    settings: Settings
    records: Records
    index: Index
    embedders: Embedders
    answerer: Callable[[Query], Answerer]
    """The answer task that a query asks for (its option `answerer`, else the settings)."""
    rewriter: Callable[[Query], Rewriter]
    steerer: Callable[[Query], Steerer]
    """The task that leads a chain of thought, chosen as the answer task is."""
    path_chooser: Callable[[Query], PathChooser]
    """The task that chooses sections by their headings, chosen as the answer task is."""
    calculator: Callable[[Query], Calculator | None]
    """What computes from tables where the rules do not; None where a query asks for no language
    model."""
    shared: Shared = field(default_factory=Shared)
    """What was read of collections, and other things that there is one of."""
    rater: Callable[[Query], Rater | None] = _nobody
    """What says how much statements help; None where a query asks for no language model, and
    nearness decides."""
    column_file: Callable[[Document], ColumnFile] = _no_column_file
    """The rows of a document whose table is large; raises StorageError where they are missing."""
