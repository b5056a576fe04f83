"""Where the rules compute nothing, a language model that is on may write a query over the tables
among the evidence. Without a figure of its own the question is read as ever."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.pipelines._redrafting import RedraftingAnswerer
from backend.pipelines._table_documents import TableDocuments
from backend.ports import Answerer, Calculator, Figured, LargeSource, StopSignal
from backend.types import Draft, Hit, StoredTable

_OF_FIGURES = re.compile(
    r"(?i)\b(?:how (?:many|much|often|large|big|high|old|long|far)|total|sum|average|mean|median"
    r"|per ?cent(?:age)?|percentage|share|ratio|proportion|difference|change[ds]?|growth|gr[eo]w"
    r"|grown|increased?|decreased?|declined?|rise|rose|risen|fall|fell|fallen|most|least|fewest"
    r"|highest|lowest|largest|smallest|biggest|best|worst|top|bottom|more than|less than|fewer than"
    r"|at least|at most|over|under|above|below|between|count|number of|each|every|compared?)\b|%"
)


def asks_of_figures(question: str) -> bool:
    """Whether a question has a word for an operation over figures, however it is put."""
    return bool(_OF_FIGURES.search(question))


def tables_of(hits: Sequence[Hit], documents: TableDocuments) -> list[StoredTable]:
    """The tables that the hits stand for, in the order of the hits."""
    of_tables = [hit.chunk for hit in hits if hit.chunk.table_id]
    stored = {
        table.id: table
        for document_id in dict.fromkeys(chunk.document_id for chunk in of_tables)
        if not documents.is_large(document_id)
        for table in documents.tables(document_id)
    }
    named = dict.fromkeys(table.table_id for table in of_tables)
    return [stored[each] for each in named if each in stored]


def figured(
    calculator: Calculator,
    question: str,
    hits: Sequence[Hit],
    documents: TableDocuments,
    stop: StopSignal,
) -> Figured | None:
    """What the calculator makes of the tables among the hits; None where there are none. Where the
    best hit that stands for a table is of a large one, it is given that alone."""
    first = next(
        (
            hit.chunk
            for hit in hits
            if hit.chunk.table_id or documents.is_large(hit.chunk.document_id)
        ),
        None,
    )
    large = documents.large(first.document_id) if first is not None else None
    if isinstance(large, LargeSource):
        return calculator.calculate(question, (), stop, large)
    tables = tables_of(hits, documents)
    return calculator.calculate(question, tables, stop) if tables else None


class FurtherAnswerer(RedraftingAnswerer):
    """Lets another answer, and counts what was spent on a query that gave no figure."""

    def __init__(self, inner: Answerer, spent: Figured) -> None:
        super().__init__(inner)
        self._spent = spent

    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """What the other says, with what the query used."""
        usage = draft.usage.plus(self._spent.usage)
        return replace(draft, usage=usage, sent=(*self._spent.sent, *draft.sent))
