"""The folder of a library's views: how its files are called, and what they say of themselves.

`COLLECTION.KIND.view` is a view, `COLLECTION.KIND.NAME.segment` a segment of it, and either is
written under a further ending before it is put in its place.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import filelock

from backend.mapped_arrays import DamagedArraysError, check_arrays

logger = logging.getLogger(__name__)

FOLDER = "views"
"""Of the library's folder."""
LOCK = "views.lock"
"""In the library's folder: held by whoever makes a view."""
ARRIVING = ".arriving"
ENDING = ".view"
SEGMENT = ".segment"


def named_by(path: Path) -> frozenset[str]:
    """The segments that a view's file names; none if it cannot be read."""
    try:
        return frozenset(check_arrays(path, whole=False)["segments"])
    except (DamagedArraysError, OSError, KeyError, TypeError):
        return frozenset()


def says(path: Path, about: Mapping[str, Any]) -> bool:
    """Whether a file is there and says this of itself."""
    try:
        return check_arrays(path, whole=False) == about
    except (DamagedArraysError, OSError):
        return False


def is_being_written(lock: Path) -> bool:
    """Whether anybody makes a view, by the file of the lock for it."""
    try:
        with filelock.FileLock(lock, timeout=0, thread_local=False):
            return False
    except (filelock.Timeout, OSError, NotImplementedError):  # a lock that cannot be asked
        return True


def bytes_in(folder: Path) -> int:
    """Bytes of all files of a folder."""
    found = 0
    for each in folder.glob("*"):
        with suppress(FileNotFoundError):  # it may go at any time
            found += each.stat().st_size
    return found


def remove_file(path: Path, why: str) -> None:
    """Remove a view's file, where it is there and the system lets it go.

    Args:
        why: for the log.
    """
    try:
        path.unlink(missing_ok=True)
        logger.info("a view's file was removed: %s", why)
    except OSError:  # open elsewhere, on a system that keeps open files; the next start tries again
        logger.warning("a view's file could not be removed", exc_info=True)
