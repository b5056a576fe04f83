"""At most two of the passages that are shown come from one page, and three from one table, while
others have some.

One page often fills all places with passages that say nearly the same, and the page that answers
is the next one. So the third passage of a page waits until the places are full. A table of many
rows is a passage for each of them, and may run over several pages or stand where there are none:
the fourth row waits as well. Where a question asks why, every row waits: none gives a reason.
Nothing is lost where there is nothing else to show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from backend.errors import NotFoundError
from backend.ports import Records
from backend.question_kinds import AnswerKind, answer_kind
from backend.types import Chunk, Step, option

T = TypeVar("T")

MOST = 2
"""Passages of one page among those shown."""
MOST_ROWS = 3
"""Rows of one table among those shown."""
REACH = 4
"""Candidates down to so many times the places are looked at."""


def spread_option() -> Any:
    """The option by which a pipeline shows passages of one page or table one after the other."""
    return option(
        True,
        "Not all from one page",
        "At most two of the passages shown come from one page (or section, where there are no "
        "pages), and three from one table, while others have something to say.",
    )


def rows_for(question: str) -> int:
    """How many rows of one table may stand among those shown: none where a reason is wanted."""
    return 0 if answer_kind(question) is AnswerKind.REASON else MOST_ROWS


def spread(
    ranked: Sequence[T],
    places: Sequence[Hashable],
    tables: Sequence[str],
    shown: int,
    most_rows: int = MOST_ROWS,
) -> list[T]:
    """The ranking with at most two of one place and `most_rows` of one table among the first
    `shown`; all else keeps its order.

    Args:
        ranked: the items, best first.
        places: where each item stands; None for items that any number may stand beside.
        tables: the table that each item is a row of; empty for prose.
        shown: how many are shown. Where others cannot fill them, those held back do.
        most_rows: rows of one table.
    """
    taken: list[int] = []
    counts: Counter[Hashable] = Counter()
    rows: Counter[str] = Counter()
    for number, (place, table) in enumerate(zip(places, tables, strict=True)):
        if len(taken) == shown:
            break
        crowded = place is not None and counts[place] == MOST
        if not crowded and (not table or rows[table] < most_rows):
            taken.append(number)
            counts[place] += 1
            rows[table] += 1
    chosen = set(taken)
    rest = (number for number in range(len(ranked)) if number not in chosen)
    return [ranked[number] for number in (*taken, *rest)]


class Places:
    """Where passages stand: on which page, or below which heading where there are no pages."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def of(self, chunks: Sequence[Chunk | None]) -> list[Hashable]:
        """The place of each passage; None for those of a document that is not divided."""
        documents = {chunk.document_id for chunk in chunks if chunk is not None}
        paged = {document: self._has_pages(document) for document in sorted(documents)}
        return [
            None if chunk is None else _place(chunk, paged=paged[chunk.document_id])
            for chunk in chunks
        ]

    def _has_pages(self, document_id: str) -> bool:
        try:
            return self._records.document(document_id).pages > 1
        except NotFoundError:  # deleted since the search
            return False

    def order(self, chunk_ids: Sequence[str], shown: int, question: str = "") -> list[int]:
        """The numbers of the candidates, given best first, in their new order. A question for a
        reason is answered by sentences: rows of tables wait behind them."""
        looked_at = chunk_ids[: REACH * shown]
        chunks = self._records.chunks(looked_at)
        found = [chunks.get(each) for each in looked_at]
        tables = ["" if chunk is None else chunk.table_id for chunk in found]
        rows = rows_for(question)
        ahead = spread(range(len(looked_at)), self.of(found), tables, shown, rows)
        return [*ahead, *range(len(looked_at), len(chunk_ids))]


def _place(chunk: Chunk, *, paged: bool) -> Hashable:
    if paged and chunk.pages:
        return chunk.document_id, chunk.pages[0]
    if chunk.path and chunk.path[-1] != chunk.title:
        return chunk.document_id, chunk.section_id
    return None


def held_back_step(before: Sequence[str], after: Sequence[str]) -> Step | None:
    """What the trace says where other passages are shown; None where nothing changed."""
    held = sum(each not in set(after) for each in before)
    if not held:
        return None
    passages = "passage" if held == 1 else "passages"
    return Step(
        "spread",
        f"{held} {passages} of pages or tables that are shown often enough made way for others",
        0.0,
        {},
        tuple(after),
    )
