"""Files that nothing refers to any more."""

from __future__ import annotations

from collections.abc import Iterable

from backend.ingestion.files import FileStore
from backend.ports import LibraryRecords


def remove_unused(records: LibraryRecords, files: FileStore, hashes: Iterable[str]) -> None:
    """Remove those of the files that no document and no job refers to; an empty hash is none."""
    with files.held():
        remove_unused_while_held(records, files, hashes)


def remove_unused_while_held(
    records: LibraryRecords, files: FileStore, hashes: Iterable[str]
) -> None:
    """The same, for who holds the files already."""
    for sha256 in hashes:
        if sha256 and not records.uses_file(sha256):
            files.remove(sha256)
