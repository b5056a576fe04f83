"""Other libraries live in virtual environments of their own, made once in the cache folder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Run:
    """What a child process printed and cost. Memory is of the whole tree, 0 where unknown."""

    output: str
    seconds: float
    processor_seconds: float
    peak_megabytes: float


def environment(folder: Path, name: str, requirements: Sequence[str]) -> Path:
    """The Python of a virtual environment that holds the requirements; made if it is not there."""
    home = folder / name
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    marker = home / "requirements.txt"
    wanted = "\n".join(requirements)
    if marker.is_file() and marker.read_text("utf-8") == wanted:
        return python
    uv = str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "venv", "-q", "--clear", "--python", sys.executable, str(home)], check=True)
    subprocess.run([uv, "pip", "install", "-q", "--python", str(python), *requirements], check=True)
    marker.write_text(wanted, "utf-8")
    return python


def measured(command: Sequence[str], variables: dict[str, str] | None = None) -> Run:
    """Run a program to its end.

    Raises:
        subprocess.CalledProcessError: if it fails; its error output is on ours.
    """
    before = os.times()
    start = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(variables or {})}
    ) as child:
        peak = [0.0]
        watcher = threading.Thread(target=_watch, args=(child, peak), daemon=True)
        watcher.start()
        output, _ = child.communicate()
    seconds = time.perf_counter() - start
    watcher.join()
    after = os.times()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Run(output, seconds, used, peak[0] / 1e6)


def _watch(child: subprocess.Popen[str], peak: list[float]) -> None:
    while child.poll() is None:
        peak[0] = max(peak[0], _tree_bytes(child.pid))
        time.sleep(POLL_SECONDS)


def _tree_bytes(pid: int) -> float:
    """Resident memory of a process and its descendants (Linux; 0 elsewhere)."""
    total, waiting = 0.0, [pid]
    while waiting:
        process = Path("/proc") / str(waiting.pop())
        try:
            pages = int((process / "statm").read_text().split()[1])
            total += pages * os.sysconf("SC_PAGE_SIZE")
            for task in (process / "task").iterdir():
                waiting += [int(each) for each in (task / "children").read_text().split()]
        except (OSError, ValueError, IndexError):
            continue
    return total
