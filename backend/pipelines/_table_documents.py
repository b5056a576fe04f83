"""The tables and fiscal years of the documents that a question is about, each read once for it."""

from __future__ import annotations

from backend.errors import NotFoundError
from backend.ports import Records
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar, calendar_of
from backend.types import StoredTable


class TableDocuments:
    """What the readings of one question need of the documents of a collection."""

    def __init__(self, records: Records, collection_id: str) -> None:
        self.records = records
        self._collection_id = collection_id
        self._tables: dict[str, list[StoredTable]] = {}
        self._calendars: dict[str, FiscalCalendar | None] = {}

    def tables(self, document_id: str) -> list[StoredTable]:
        """All tables of a document."""
        if document_id not in self._tables:
            self._tables[document_id] = list(
                self.records.tables(self._collection_id, [document_id])
            )
        return self._tables[document_id]

    def calendar(self, document_id: str) -> FiscalCalendar | None:
        """How a document calls its fiscal years, by what its passages and tables say."""
        if document_id not in self._calendars:
            chunks = self.records.chunks_of(document_id)
            texts = [each.text for each in chunks if each.kind == "prose"]
            self._calendars[document_id] = calendar_of(texts, self.tables(document_id))
        return self._calendars[document_id]

    def name(self, document_id: str) -> str:
        """The name of a document's file; empty where it was deleted meanwhile."""
        try:
            return self.records.document(document_id).name
        except NotFoundError:
            return ""
