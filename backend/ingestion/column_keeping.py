"""Files of columns: what large tables are calculated with, made of the uploaded files.

They are derived: what is lost is made again. One belongs to a file's bytes and to the way in which
they are read, so documents of the same bytes share it.
"""

from __future__ import annotations

from backend.errors import StorageError
from backend.identity import content_id
from backend.ingestion.files import FileStore
from backend.ingestion.media import kind_and_charset
from backend.ingestion.parts import IngestionParts
from backend.ports import ColumnFile, ColumnFiles, EncodedReader, LargeTableReader, Progress
from backend.types import ROWS_IN_COLUMNS, Document

VERSION = "1"
"""Of how tables are read and typed; files of another version are made again."""
_OF_WORKBOOKS = "merged cells"
"""Of how those of workbooks are read besides: which figures stand in merged cells."""
CHOSEN = "Encoding chosen"
"""Name of the entry of a document's metadata that holds the encoding which a person chose."""
_KEY = 16


def columns_key(name: str, encoding: str) -> str:
    """The way in which a file is read: in which encoding, if a person chose one, whether its name
    speaks for tabs, and whether it is a workbook."""
    tabs = name.lower().endswith((".tsv", ".tab"))
    version = f"{VERSION} {_OF_WORKBOOKS}" if _is_workbook(name) else VERSION
    return content_id("columns", version, encoding, str(tabs))[:_KEY]


def has_columns(document: Document) -> bool:
    """Whether the rows of a document's table stand in a file of columns."""
    return ROWS_IN_COLUMNS in document.metadata


def column_file_of(document: Document, files: FileStore, made: ColumnFiles) -> ColumnFile:
    """The large table of a document. Of a workbook a file of before will do until it is made again.

    Raises:
        StorageError: if its file of columns is missing or damaged.
    """
    try:
        return _kept(document, files, made)
    except StorageError:
        if not _is_workbook(document.name):
            raise
    before = content_id("columns", VERSION, document.metadata.get(CHOSEN, ""), "False")[:_KEY]
    return made.open(files.columns(document.sha256, before))


def _kept(document: Document, files: FileStore, made: ColumnFiles) -> ColumnFile:
    key = columns_key(document.name, document.metadata.get(CHOSEN, ""))
    return made.open(files.columns(document.sha256, key))


def _is_workbook(name: str) -> bool:
    return name.lower().endswith(".xlsx")


def keep_columns(parts: IngestionParts, document: Document, progress: Progress) -> bool:
    """Make the file of columns of a document with a large table, unless it is there; whether one
    was made.

    Raises:
        ReadingError, NotFoundError: if the uploaded file is gone or is not what it was.
        StorageError: if it cannot be written.
        CancelledError: if progress asked for it.
    """
    if not has_columns(document):
        return False
    try:
        _kept(document, parts.files, parts.column_files)
    except StorageError:
        pass
    else:
        return False
    encoding = document.metadata.get(CHOSEN, "")
    kind, _ = kind_and_charset(document.media_type)
    reader = parts.readers.get(kind)
    no_table = StorageError(f"The file of “{document.title}” holds no table.", "Add it again.")
    if reader is None:
        raise no_table
    if encoding and isinstance(reader, EncodedReader):
        reader = reader.in_encoding(encoding)
    if not isinstance(reader, LargeTableReader):
        raise no_table
    path = parts.files.path(document.sha256)
    large_tables = reader.large_table(path, document.name, progress)
    if large_tables is None:
        raise no_table
    key = columns_key(document.name, encoding)
    with parts.files.arriving_columns(document.sha256, key) as place:
        parts.column_files.write(place, *large_tables)
    return True
