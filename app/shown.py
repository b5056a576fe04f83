"""What stands beside an answer, finished or not: its passages and what is quoted of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from backend.types import Calculation, Chunk, Citation, Edge, Hit, Step

PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Shown:
    """The evidence of an answer, finished or not.

    `names` reads out each passage by its number. `near` says that nothing here answers the
    question: passages are shown as the closest, not as evidence.
    """

    question: str
    hits: Sequence[Hit]
    steps: Sequence[Step]
    citations: Sequence[Citation] = ()
    answer_id: str = ""
    running: bool = False
    edges: Sequence[Edge] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    near: bool = False
    first: int = 0
    """The passage that is quoted first; 0 if none is."""
    calculation: Calculation | None = None
    """The figure with its cells, where the answer was computed."""
    cell: int = -1
    """Which of its cells is open, from 0; -1 if none is."""


def cited_spans(shown: Shown, chunk: Chunk) -> list[tuple[int, int]]:
    """The parts of a passage that the answer cites, as offsets in its text.

    A row of a table is cited whole: its text repeats the header, so that the document's offsets
    are not its own.
    """
    cited = [
        (start - chunk.start, end - chunk.start) for start, end in document_spans(shown, chunk)
    ]
    return [(0, len(chunk.text))] if cited and chunk.is_composed else cited


def document_spans(shown: Shown, chunk: Chunk) -> list[tuple[int, int]]:
    """The parts of a passage that the answer cites, as offsets in its document's text."""
    return [
        (citation.start, citation.end)
        for citation in shown.citations
        if citation.chunk_id == chunk.id and citation.end > citation.start
    ]
