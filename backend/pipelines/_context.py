"""What a language model is given to read: more passages than are shown, each with what is round it.

Passages are taken in turns over the pages, at most two of one page before others had theirs. The
room that is left in the model's window then widens the best: a row to its whole table, a passage to
its neighbours on the same page. A widened passage keeps its id, and its span says where it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from backend.ports import Records
from backend.tokens import estimate_tokens
from backend.types import Chunk, Hit

PASSAGES = 20
"""So many passages are sought for a language model; those that are not cited are not shown."""
EACH_PAGE = 2
SHARE = 0.75
"""Share of the model's window that evidence may fill before passages are widened no more."""
LONGEST = 1_200
"""Most tokens of a widened passage."""


def spread(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits in their order, but no third one of a page before the others had their turn."""
    turns: Counter[tuple[str, int]] = Counter()
    early: list[Hit] = []
    late: list[Hit] = []
    for hit in hits:
        page = hit.chunk.document_id, hit.chunk.pages[0] if hit.chunk.pages else 0
        turns[page] += 1
        (early if turns[page] <= EACH_PAGE else late).append(hit)
    return (*early, *late)


def widened(records: Records, hits: Sequence[Hit], window: int) -> tuple[Hit, ...]:
    """The hits, the best of them with what is round them, as far as the window has room.

    Args:
        window: tokens that the model can take in.
    """
    room = int(SHARE * window) - sum(estimate_tokens(hit.chunk.text) for hit in hits)
    known: dict[str, tuple[Chunk, ...]] = {}
    found: list[Hit] = []
    told: set[tuple[str, int, int]] = set()
    for hit in hits:
        chunk = hit.chunk
        if room > 0:
            if chunk.document_id not in known:
                known[chunk.document_id] = records.chunks_of(chunk.document_id)
            wider = _wider(records, chunk, known[chunk.document_id])
            more = estimate_tokens(wider.text) - estimate_tokens(chunk.text)
            span = wider.document_id, wider.start, wider.end
            if 0 < more <= room and span not in told:
                told.add(span)
                room -= more
                chunk = wider
        found.append(replace(hit, chunk=chunk))
    return tuple(found)


def _wider(records: Records, chunk: Chunk, chunks: Sequence[Chunk]) -> Chunk:
    if chunk.kind == "table_row":
        tables = (c for c in chunks if c.kind == "table" and c.start <= chunk.start < c.end)
        table = next(tables, None)
        if table is None or estimate_tokens(table.text) > LONGEST:
            return chunk
        return replace(chunk, text=table.text, start=table.start, end=table.end, kind="table")
    if chunk.kind != "prose":
        return chunk
    near = [
        each
        for each in chunks
        if not each.is_composed
        and abs(each.ordinal - chunk.ordinal) <= 1
        and set(each.pages) & set(chunk.pages)
    ]
    start = min((each.start for each in near), default=chunk.start)
    end = max((each.end for each in near), default=chunk.end)
    if (start, end) == (chunk.start, chunk.end):
        return chunk
    text = records.text(chunk.document_id, start, end)
    if estimate_tokens(text) > LONGEST:
        return chunk
    return replace(chunk, text=text, start=start, end=end)
