"""The content of a file that a command names."""

from __future__ import annotations

from pathlib import Path

from backend.errors import ReadingError


def content_of(path: Path) -> bytes:
    """All of a file.

    Raises:
        ReadingError: if it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReadingError(
            "broken",
            f"{path.name} could not be read: {error.strerror or error}.",
            "Check the path.",
        ) from error
