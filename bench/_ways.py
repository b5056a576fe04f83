"""Ways to measure a library, each in a process of its own, and the memory of such a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

_STATUS = Path("/proc/self/status")


def child(module: str, library: Path, way: str) -> dict[str, Any]:
    """What a module prints as JSON when it measures one way in a new process."""
    command = [sys.executable, "-m", module, "--library", str(library), "--way", way]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def memory() -> dict[str, float]:
    """Megabytes of this process, as Linux tells them: its own, of mapped files, and the most that
    both together ever were; empty elsewhere."""
    if not _STATUS.is_file():
        return {}
    lines = (line.split() for line in _STATUS.read_text().splitlines())
    told = {line[0].rstrip(":"): int(line[1]) / 1024 for line in lines if line[-1] == "kB"}
    named = {"own": "RssAnon", "mapped": "RssFile", "peak": "VmHWM"}
    return {f"{name}_megabytes": told[key] for name, key in named.items()}
