"""Files beside the library that only its owner may read."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock


def make_privately(path: Path, text: str) -> None:
    """Make a file that only its owner may read.

    Raises:
        FileExistsError: if there is one of that name.
    """
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)


def replace_list(path: Path, entries: Sequence[Any]) -> None:
    """Write dataclasses in place of those that a file holds, in one step."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    make_privately(fresh, json.dumps([asdict(entry) for entry in entries], indent=1))
    fresh.replace(path)


def locked(path: Path) -> FileLock:
    """What keeps other programs from changing a file meanwhile; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return FileLock(path.with_suffix(".lock"), timeout=10)
