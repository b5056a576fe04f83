"""Random operations on several libraries beside each other, counted together.

`python -m tests.faults --seconds 3600 [--seed 7] [--libraries 2] [--folder /tmp]`. They lie in
memory where there is such a folder: a disk is waited for more than anything else, and a kill finds
the same files half written.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from backend.turns import processors
from tests.faults.random_operations import Run

MEMORY = Path("/dev/shm")


class Found(NamedTuple):
    """What came of one library; `wrong` says what ended it, empty for nothing."""

    done: Counter[str]
    mended: Counter[str]
    unnoticed: Counter[str]
    wrong: str


def _one_library(folder: Path, seed: int, seconds: float) -> Found:
    wrong = ""
    run = Run(folder, seed)
    try:
        run.for_seconds(seconds)
    except Exception:  # noqa: BLE001 - whatever ends it is a finding
        wrong = f"{folder} (seed {seed}) is kept: {traceback.format_exc()}"
    return Found(run.done, run.mended, run.unnoticed, wrong)


def main() -> int:
    """Run, and print what was done as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--libraries", type=int, default=processors())
    parser.add_argument("--folder", type=Path, default=MEMORY if MEMORY.is_dir() else None)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="quire-faults-", dir=given.folder))
    # each in a process of its own, which starts processes itself
    with ProcessPoolExecutor(given.libraries, multiprocessing.get_context("spawn")) as pool:
        found = list(
            pool.map(
                _one_library,
                [folder / f"library {number}" for number in range(given.libraries)],
                range(given.seed, given.seed + given.libraries),
                [given.seconds] * given.libraries,
            )
        )
    wrong = [each.wrong for each in found if each.wrong]
    told = {
        "seed": given.seed,
        "seconds": given.seconds,
        "libraries": given.libraries,
        "in_memory": given.folder == MEMORY,
        "done": _sum(each.done for each in found),
        "mended_without_damage": _sum(each.mended for each in found),
        "damage_that_check_did_not_notice": _sum(each.unnoticed for each in found),
        "wrong": "\n".join(wrong),
    }
    print(json.dumps(told, indent=2))
    if wrong:
        return 1
    shutil.rmtree(folder)
    return 0


def _sum(counted: Iterable[Counter[str]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for counter in counted:
        total.update(counter)
    return dict(sorted(total.items()))
