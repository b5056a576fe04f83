"""What a start costs until the names and links of a collection are there, with and without the file
of its view.

`python -m bench.stored_views --library FOLDER`, a folder that `bench.fused_latency --library` has
made. Each way in a process of its own: joined from the stored parts of its documents, and opened
from the file that the first way has written. Seconds by the clock and of processor, and the memory
that the way has added to the process: its own, and pages of the file, which processes share.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend import sparse
from backend.graph.views import Views
from backend.settings import load_settings
from backend.view_files import FOLDER, ViewFiles
from backend.workbench import open_workbench
from bench.fused_latency import NAME
from bench.report import table, write_results

WAYS = ("joined", "opened")
STATUS = Path("/proc/self/status")


def main() -> None:
    """Measure each way in a child process, or one of them here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, nargs="+", required=True)
    parser.add_argument("--way", choices=WAYS, help="one way alone, as JSON")
    chosen = parser.parse_args()
    if chosen.way:
        print(json.dumps(measured(chosen.library[0], chosen.way)))
        return
    figures: dict[str, Any] = {}
    for library in chosen.library:
        found = {way: child(library, way) for way in WAYS}
        figures[str(found["opened"].pop("passages"))] = found
        found["joined"].pop("passages")
        found["file_megabytes"] = sum(
            each.stat().st_size / 1e6 for each in (library / FOLDER).glob("*.view")
        )
        print(figures, flush=True)
    rows = [
        (f"{int(size):,}", way, *(f"{each:.2f}" for each in found[way].values()))
        for size, found in figures.items()
        for way in WAYS
    ]
    print(
        table(
            "until names and links are there",
            ("passages", "way", "seconds", "of processor", "own MB", "shared MB", "peak MB"),
            rows,
        )
    )
    print(f"written to {write_results('stored_views', figures)}")


def child(library: Path, way: str) -> dict[str, float]:
    """One way, measured in a new process."""
    command = [sys.executable, "-m", "bench.stored_views", "--library", str(library), "--way", way]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measured(library: Path, way: str) -> dict[str, float]:
    """Passages, seconds, seconds of processor, and megabytes of memory that came."""
    workbench = open_workbench(replace(load_settings(), library=library), start_workers=False)
    try:
        collection = workbench.collection_named(NAME)
        records = workbench.parts.records
        files = ViewFiles(library, records) if way == "opened" else None
        sparse.load()
        before = memory()
        began, processor = time.perf_counter(), time.process_time()
        views = Views(records, files)
        view = views.of(collection.id, wait=way == "joined")
        seconds, used = time.perf_counter() - began, time.process_time() - processor
        after = memory()
        if way == "opened" and not views.is_current(collection.id):
            raise SystemExit("the file is not that of the documents: measure “joined” first")
        if way == "joined":
            Views(records, ViewFiles(library, records)).keep(collection.id)
        return {
            "passages": view.size,
            "seconds": seconds,
            "processor_seconds": used,
            "own_megabytes": after["RssAnon"] - before["RssAnon"],
            "shared_megabytes": after["RssFile"] - before["RssFile"],
            "peak_megabytes": after["VmHWM"],
        }
    finally:
        workbench.close()


def memory() -> dict[str, float]:
    """Megabytes of this process, as Linux tells them."""
    lines = (line.split() for line in STATUS.read_text().splitlines())
    return {each[0].rstrip(":"): int(each[1]) / 1024 for each in lines if each[-1] == "kB"}


if __name__ == "__main__":
    main()
