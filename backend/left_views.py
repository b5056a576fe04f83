"""Files of views that lie beside records which are on a server."""

from __future__ import annotations

from pathlib import Path

from backend.ports import Parts
from backend.types import Problem
from backend.view_files import WHERE, ViewFiles, view_files_over
from backend.view_folder import FOLDER, bytes_in, remove_file


class LeftViews:
    """Files of views beside records that are on a server: from before they moved there, and out of
    the reach of whoever deletes a document."""

    def __init__(self, library: Path) -> None:
        self._folder = library / FOLDER

    def problems(self) -> tuple[Problem, ...]:
        """All of them."""
        return tuple(
            Problem(WHERE, f"A stored view is of records that have moved ({path.name})", True)
            for path in sorted(self._folder.glob("*"))
        )

    def repair(self) -> tuple[Problem, ...]:
        """Remove them."""
        problems = self.problems()
        self.clear()
        return problems

    def clear(self) -> None:
        """The same, and nothing is said."""
        for path in self._folder.glob("*"):
            remove_file(path, "the records have moved to a server")

    def size_bytes(self) -> int:
        """Bytes on disk."""
        return bytes_in(self._folder)


def kept_or_left(parts: Parts) -> ViewFiles | LeftViews:
    """The files of a library's views, for whoever checks and clears them."""
    return view_files_over(parts) or LeftViews(parts.settings.library)
