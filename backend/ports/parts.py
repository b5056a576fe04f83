"""What retrievers and pipelines are built from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backend.ports.answering import Answerer, Rewriter
from backend.ports.embedding import Embedders
from backend.ports.paths import PathChooser
from backend.ports.records import Records
from backend.ports.search import Index
from backend.ports.steering import Steerer
from backend.settings import Settings
from backend.types.questions import Query


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
