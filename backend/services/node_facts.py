"""What sentences and tables state of a node of the graph, each with the place that states it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from backend.discourse.fact_views import FactViews
from backend.errors import NotFoundError
from backend.ports import Parts
from backend.tables.card_places import holder_of_span
from backend.tables.cell_facts import cell_facts
from backend.types import (
    CellFact,
    Chunk,
    Document,
    Fact,
    Quotation,
    StatedFact,
    StatedFacts,
    StoredTable,
)

MOST_SHOWN = 40
"""Facts of sentences, and facts of cells, that are given of one node."""
MOST_TABLES = 8
"""Tables of a section, or of the rows that name something, that are read."""
MOST_ROWS = 40
"""Rows that name something, whose cells are read."""


class NodeFacts:
    """The facts of names, sections and passages of a graph, as sentences and cells state them."""

    def __init__(self, parts: Parts) -> None:
        self._records = parts.records
        self._views = FactViews.over(parts)

    def are_read(self, collection_id: str) -> bool:
        """Whether the sentences of a collection have been read; begins to read them, else."""
        there = self._views.ready(collection_id) is not None
        return there and not self._being_read(collection_id)

    def _being_read(self, collection_id: str) -> bool:
        return self._views.progress(collection_id) != (0, 0)

    def of_name(
        self, collection_id: str, names: Sequence[str], mentioning: Iterable[Chunk]
    ) -> StatedFacts:
        """What is stated of a name: facts that have it as their subject first.

        Args:
            names: its forms.
            mentioning: passages that hold it. Of rows of tables among them the cells are facts
                where the row's label, a group above it or the cell itself has the name.
        """
        view = self._views.ready(collection_id)
        told = view.told_of(names) if view is not None else []
        chunks = self._records.chunks(chunk_id for chunk_id, _ in told[:MOST_SHOWN])
        sentences = [
            (chunks[chunk_id], fact) for chunk_id, fact in told[:MOST_SHOWN] if chunk_id in chunks
        ]
        rows: dict[str, list[int]] = {}
        for chunk in mentioning:
            if chunk.table_id and chunk.row >= 0 and sum(map(len, rows.values())) < MOST_ROWS:
                rows.setdefault(chunk.table_id, []).append(chunk.row)
        cells = [
            (table, fact)
            for table, wanted in self._tables(rows)
            for fact in cell_facts(table, sorted(set(wanted)))
            if _tells_of(names, fact)
        ]
        return self._stated(sentences, len(told), cells, self._being_read(collection_id))

    def of_passages(
        self, collection_id: str, chunks: Sequence[Chunk], span: tuple[int, int] | None = None
    ) -> StatedFacts:
        """What passages of one document that follow each other state, in the order of its text.

        The cells are those of the passages' tables that stand among the passages.

        Args:
            span: of the document's text: what is stated elsewhere is left out. None: nothing is.
        """
        view = self._views.ready(collection_id)
        first = min((chunk.start for chunk in chunks), default=0)
        last = max((chunk.end for chunk in chunks), default=0)
        start, end = span or (first, last)
        sentences = [
            (chunk, fact)
            for chunk in chunks
            for fact in (view.of(chunk.id) if view is not None else ())
            if start <= chunk.start + fact.start < end
        ]
        rows = {chunk.table_id: () for chunk in chunks if chunk.table_id}
        cells = [
            (table, fact)
            for table, _ in self._tables(rows)
            for fact in cell_facts(table)
            if start <= fact.start < end
        ]
        return self._stated(sentences, len(sentences), cells, self._being_read(collection_id))

    def _tables(self, rows: Mapping[str, Sequence[int]]) -> list[tuple[StoredTable, Sequence[int]]]:
        found = []
        for table_id, wanted in list(rows.items())[:MOST_TABLES]:
            try:
                found.append((self._records.table(table_id), wanted))
            except NotFoundError:
                continue  # its document was deleted since
        return found

    def _stated(
        self,
        sentences: Sequence[tuple[Chunk, Fact]],
        sentences_in_all: int,
        cells: Sequence[tuple[StoredTable, CellFact]],
        being_read: bool,
    ) -> StatedFacts:
        told = [self._of_sentence(chunk, fact) for chunk, fact in sentences[:MOST_SHOWN]]
        shown = cells[:MOST_SHOWN]
        documents: dict[str, tuple[Document, tuple[Chunk, ...]]] = {}
        for table, _ in shown:
            if table.document_id not in documents:
                document = self._records.document(table.document_id)
                documents[document.id] = document, self._records.chunks_of(document.id)
        return StatedFacts(
            tuple(told),
            tuple(_of_cell(fact, *documents[table.document_id]) for table, fact in shown),
            sentences_in_all,
            len(cells),
            being_read,
        )

    def _of_sentence(self, chunk: Chunk, fact: Fact) -> StatedFact:
        start, end = chunk.start + fact.start, chunk.start + fact.end
        pages = chunk.pages
        if len(pages) > 1:  # the sentence stands on one of them
            pages = tuple(line.page for line in self._records.lines(chunk.document_id, start, end))
        quoted = Quotation(
            chunk.text[fact.start : fact.end],
            chunk.document_id,
            chunk.title,
            chunk.id,
            (pages or chunk.pages or (-1,))[0],
            start,
            end,
        )
        return StatedFact(fact.subject, fact.relation, fact.object, quoted)


def _of_cell(fact: CellFact, document: Document, chunks: Sequence[Chunk]) -> StatedFact:
    """A cell's fact, quoted from the passage that holds the cell as it is printed."""
    holder = holder_of_span(chunks, fact.start, fact.end)
    page = fact.page if holder is None or holder.pages else -1
    quoted = Quotation(
        fact.printed,
        document.id,
        document.title,
        holder.id if holder else "",
        page,
        fact.start,
        fact.end,
    )
    subject, under = (fact.row_name, fact.title) if fact.row_name else (fact.title, "")
    return StatedFact(subject, fact.relation, fact.object, quoted, True, under, fact.box)


def _tells_of(names: Sequence[str], fact: CellFact) -> bool:
    """Whether a cell's row or the cell itself has a name; a table's title says nothing of it."""
    row = "\n".join((*fact.groups, fact.label, fact.printed))
    return any(
        re.search(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", row) for name in names if name.strip()
    )
