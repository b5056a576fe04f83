"""Where downloaded servers are kept, and how two runs that need one share a download."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import filelock

FOLDER = "QUIRE_SERVERS_CACHE"
DOWNLOAD_SECONDS = 1_800.0
"""How long a run waits for another one's download."""


def cache_folder() -> Path:
    """Outside every checkout; safe to delete."""
    named = os.environ.get(FOLDER, "")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (
        Path(base).expanduser() / "quire-servers" if base else Path.home() / ".cache/quire-servers"
    )


def installed(name: str, install: Callable[[Path], None]) -> Path:
    """The folder of a server, installed if it is not there yet.

    `install` fills a new, empty folder, which takes its final name only when it is complete: a
    killed run leaves nothing that a later one would take for a server.
    """
    root = cache_folder()
    target = root / name
    if target.is_dir():
        return target
    root.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(str(root / f"{name}.lock"), timeout=DOWNLOAD_SECONDS):
        if not target.is_dir():
            for left_over in root.glob(f"{name}.new-*"):
                shutil.rmtree(left_over, ignore_errors=True)
            fresh = Path(tempfile.mkdtemp(prefix=f"{name}.new-", dir=root))
            try:
                install(fresh)
                fresh.chmod(0o755)
                fresh.rename(target)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
    return target
