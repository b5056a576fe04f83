"""What ingestion is built from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from backend.ingestion.files import FileStore
from backend.ports import (
    Chunker,
    ColumnFiles,
    Embedders,
    Extractor,
    Index,
    Progress,
    Reader,
    Records,
    StopSignal,
    Summariser,
)
from backend.settings import Settings
from backend.types import Job

JobWork = Callable[[Job, Progress, StopSignal], None]
"""Work on a whole collection that a job of the queue asks for."""


class PreparingParts(Protocol):
    """The adapters that turn a file into a bundle; no store is among them."""

    @property
    def readers(self) -> Mapping[str, Reader]:
        """By media type."""
        ...

    @property
    def chunker(self) -> Callable[[str], Chunker]:
        """Gives the implementation of a name."""
        ...

    @property
    def extractor(self) -> Extractor: ...

    @property
    def summariser(self) -> Summariser: ...


@dataclass(frozen=True, slots=True)
class IngestionParts:
    """The stores and adapters that turn a file into visible passages.

    `readers` is by media type, `chunker` gives the implementation of a name.
    """

    settings: Settings
    records: Records
    index: Index
    embedders: Embedders
    files: FileStore
    readers: Mapping[str, Reader]
    chunker: Callable[[str], Chunker]
    extractor: Extractor
    decrypted: Callable[[Path, str], bytes]
    """A protected file's bytes without its password."""
    summariser: Summariser
    """Says what groups of passages are about, without a language model."""
    column_files: ColumnFiles
    """Makes and opens the files that large tables are calculated with."""
    other_work: Mapping[str, JobWork] = field(default_factory=dict)
    """What the queue's jobs of other kinds do, by kind."""

    def open_protected(self, sha256: str, password: str) -> None:
        """Keep a copy of a protected file that opens without its password.

        Raises:
            ReadingError: `encrypted` if the password does not open the file.
        """
        self.files.put_opened(sha256, self.decrypted(self.files.path(sha256), password))
