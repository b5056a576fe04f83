"""The passages that hold the cells of a calculation, which an answer cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from backend.pipelines._telling_figures import MOST_PASSAGES, Worked
from backend.ports import Records
from backend.types import Calculation, Chunk, Hit, Operand, Refusal


def cited(made: Calculation, hits: Sequence[Hit], records: Records) -> Worked | Refusal:
    """A figure with the passages of its cells, those among the hits before others."""
    kept = _passages(made.operands, hits, records)
    return Worked(made, kept) if kept else Refusal("No passage holds the cells.")


def cited_card(made: Calculation, hits: Sequence[Hit], records: Records) -> Worked | Refusal:
    """A figure over a large table, of which the passage is cited that says what table it is."""
    first = made.operands[0]

    def holds(chunk: Chunk) -> bool:
        return (
            chunk.document_id == first.document_id
            and chunk.start <= first.start
            and first.end <= chunk.end
        )

    found = next((hit.chunk for hit in hits if holds(hit.chunk)), None)
    if found is None:
        found = next(filter(holds, records.chunks_of(first.document_id)), None)
    return Worked(made, (found,)) if found else Refusal("No passage holds the table's card.")


def _passages(
    operands: Sequence[Operand], hits: Sequence[Hit], records: Records
) -> tuple[Chunk, ...]:
    """The passages of the first cells, as many as a calculation cites."""

    @cache
    def stored(document_id: str) -> tuple[Chunk, ...]:
        # a column has thousands of cells: its document is read once, and only if it has to be
        return tuple(records.chunks_of(document_id))

    kept: list[Chunk] = []
    for operand in operands:
        if len(kept) == MOST_PASSAGES:
            break
        if any(one.start <= operand.start and operand.end <= one.end for one in kept):
            continue
        found = _passage(operand, hits, stored)
        if found is not None:
            kept.append(found)
    return tuple(kept)


def _passage(
    operand: Operand, hits: Sequence[Hit], stored: Callable[[str], Sequence[Chunk]]
) -> Chunk | None:
    """The passage that holds a cell: the best one found, else the shortest of its document."""

    def holds(chunk: Chunk) -> bool:
        return (
            chunk.kind != "prose"
            and chunk.table_id == operand.table_id
            and chunk.start <= operand.start
            and operand.end <= chunk.end
        )

    found = next((hit.chunk for hit in hits if holds(hit.chunk)), None)
    others = (chunk for chunk in stored(operand.document_id) if holds(chunk))
    return found or min(others, key=lambda other: other.end - other.start, default=None)
