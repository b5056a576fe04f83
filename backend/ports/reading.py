"""Reading a file."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from backend.ports.running import Progress
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
