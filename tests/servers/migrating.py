"""The command that moves a library, as a process of its own that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def migrate(library: Path, to: str, variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """`migrate --to` on a library, with settings from the environment."""
    arguments = ["--library", str(library), "migrate", "--to", to]
    return subprocess.Popen(
        [sys.executable, "-m", "backend", *arguments],
        cwd=ROOT,
        env={**os.environ, **variables, "QUIRE_EMBEDDING_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
