"""The tables and fiscal years of the documents that a question is about, each read once for it."""

from __future__ import annotations

from collections.abc import Collection

from backend.errors import NotFoundError, StorageError
from backend.ports import LargeSource, Parts
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar, calendar_of
from backend.types import ROWS_IN_COLUMNS, Chunk, Document, Refusal, StoredTable

MOST_DOCUMENTS = 12
"""Documents of a small collection."""
_CARD = 400
"""Characters of a document that surely hold the line which says what table it is."""


def is_of_table(chunk: Chunk) -> bool:
    """Whether a passage stands for a table: as one of its rows, or as the table itself."""
    return bool(chunk.table_id) or chunk.kind == "table"


class TableDocuments:
    """What the readings of one question need of the documents of a collection."""

    def __init__(self, parts: Parts, collection_id: str) -> None:
        self.records = parts.records
        self._column_file = parts.column_file
        self._documents: dict[str, Document | None] = {}
        self._large: dict[str, LargeSource | Refusal | None] = {}
        self._collection_id = collection_id
        self._tables: dict[str, list[StoredTable]] = {}
        self._calendars: dict[str, FiscalCalendar | None] = {}

    def others(self, document_ids: Collection[str]) -> list[str]:
        """The documents of a small collection that are not among some; none of a large one, of
        which not all can be asked."""
        if self.records.counts(self._collection_id).documents > MOST_DOCUMENTS:
            return []
        found = self.records.documents(self._collection_id)
        self._documents.update((each.id, each) for each in found)
        return [each.id for each in found if each.id not in document_ids]

    def tables(self, document_id: str) -> list[StoredTable]:
        """All tables of a document; of a large one its first rows."""
        if document_id not in self._tables:
            self._tables[document_id] = list(
                self.records.tables(self._collection_id, [document_id])
            )
        return self._tables[document_id]

    def calendar(self, document_id: str) -> FiscalCalendar | None:
        """How a document calls its fiscal years, by what its passages and tables say."""
        if document_id not in self._calendars:
            chunks = self.records.chunks_of(document_id)
            texts = [chunk.text for chunk in chunks if chunk.kind == "prose"]
            self._calendars[document_id] = calendar_of(texts, self.tables(document_id))
        return self._calendars[document_id]

    def document(self, document_id: str) -> Document | None:
        """What is known of a document; None where it was deleted meanwhile."""
        if document_id not in self._documents:
            try:
                self._documents[document_id] = self.records.document(document_id)
            except NotFoundError:
                self._documents[document_id] = None
        return self._documents[document_id]

    def name(self, document_id: str) -> str:
        """The name of a document's file; empty where it was deleted meanwhile."""
        document = self.document(document_id)
        return document.name if document is not None else ""

    def is_large(self, document_id: str) -> bool:
        """Whether a document is a table whose rows stand in a file of columns."""
        document = self.document(document_id)
        return document is not None and ROWS_IN_COLUMNS in document.metadata

    def large(self, document_id: str) -> LargeSource | Refusal | None:
        """The large table of a document; None where it has none, and a refusal where its rows are
        missing."""
        if document_id not in self._large:
            self._large[document_id] = self._opened(document_id)
        return self._large[document_id]

    def _opened(self, document_id: str) -> LargeSource | Refusal | None:
        document = self.document(document_id)
        if document is None or not self.is_large(document_id):
            return None
        tables = self.tables(document_id)
        if not tables:
            return None
        try:
            file = self._column_file(document)
        except StorageError as error:
            return Refusal(f"{error.what} {error.remedy}")
        end = self._end_of_card(document)
        return LargeSource(document_id, tables[0].id, document.title, 0, end, file)

    def _end_of_card(self, document: Document) -> int:
        """Where the line ends that says what table a document is."""
        text = self.records.text(document.id, 0, _CARD)
        return max(1, len(text.partition("\n")[0]))
