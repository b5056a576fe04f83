"""Questions over two lists of different documents that share a key: what one says of people or
things picks the rows of the other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from backend.pipelines._table_documents import TableDocuments
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.joined_lists import joined_of, told_of_joined
from backend.types import Calculation, StoredTable

MOST_DOCUMENTS = 4
"""Documents of which each two are tried."""


def joined_figure(
    question: str, titles: Mapping[str, str], sources: TableDocuments
) -> Calculation | None:
    """The figure of the only two lists that together have every word of the question; None where no
    two have, or two pairs differ.

    Args:
        question: as it was asked.
        titles: what the documents with tables among the evidence are called, the best first.
        sources: their tables.
    """
    lists: dict[str, StoredTable] = {}
    for title in list(titles)[:MOST_DOCUMENTS]:
        tables = [] if sources.is_large(title) else sources.tables(title)
        if len(tables) == 1:
            lists[title] = tables[0]
    calculations: list[Calculation] = []
    for one, other in permutations(lists, 2):
        joined = joined_of(lists[one], lists[other], titles[other])
        if joined is None:
            continue
        made = calculate_columns(question, [joined.table], f"{titles[one]} {titles[other]}")
        if isinstance(made, Calculation):
            told = told_of_joined(made, joined, titles[one], titles[other])
            calculations += [told] if told is not None else []
    if not calculations or any(
        calculation.answer != calculations[0].answer for calculation in calculations
    ):
        return None
    return calculations[0]
