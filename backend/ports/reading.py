"""Reading a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from backend.ports.running import Progress
from backend.types.large_tables import LargeTable, TypedCell
from backend.types.layout import Reading


class Reader(Protocol):
    """Turns a file into text with layout."""

    media_types: tuple[str, ...]

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """Read a file.

        Args:
            path: where the bytes are. `name` is the file's name as the person knows it.
            progress: called with ("reading", pages done, pages in all).

        Raises:
            ReadingError: with the code that says why the file cannot be read.
            CancelledError: if progress asked for it.
        """
        ...


@runtime_checkable
class EncodedReader(Protocol):
    """A Reader of text, which can be told the encoding that a person chose."""

    def in_encoding(self, encoding: str) -> Reader:
        """This reader for files in an encoding, by the name under which Python knows it."""
        ...


@runtime_checkable
class LargeTableReader(Protocol):
    """A Reader of tables, of which some have more rows than a document's text can hold. `read`
    gives such a table's card and first rows."""

    def large_table(
        self, path: Path, name: str, progress: Progress
    ) -> tuple[LargeTable, Iterator[tuple[bool, tuple[TypedCell, ...]]]] | None:
        """What all rows of a file's table say, and the rows: whether each sums up others, and its
        cells; of any number of rows. None where the file holds no table.

        Raises:
            ReadingError: with the code that says why the file cannot be read.
            CancelledError: if progress asked for it, also while the rows are taken.
        """
        ...
