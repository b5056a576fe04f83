"""Files read here, and by one and two Dask workers: `python -m bench.distributed`.

The same files each time: paragraphs of hotpotqa300's corpus, some to a file. A scheduler and the
workers are started on this machine as processes of their own, with one thread and one embedding
thread each; the side “here” has as many. Seconds count from the first file claimed to the last one
answerable; what connecting and comparing the workers takes (their models are loaded then) is shown
apart. Every side's documents are compared bit by bit with those made here.

Workers on one machine share its cores, its memory bandwidth and its disk with the process that
writes: two of them show what the way costs and that the work is shared, not what two machines do.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

from backend.cluster.file_queue import work_on_cluster
from backend.cluster.opening import open_workers
from backend.cluster.worker_tasks import terms_of
from backend.ingestion.moving import digest
from backend.ingestion.worker import work
from backend.settings import Settings, load_settings
from backend.types import Collection, CollectionSettings
from backend.workbench import Workbench, open_workbench
from bench.report import table, write_results
from tests.cluster.launcher import DaskProcesses

COLLECTION = Collection("b" * 24, "Benchmark", 0.0, CollectionSettings())
WARM = tuple(f"Text number {number} starts what embeds many." for number in range(8))


@dataclass(frozen=True, slots=True)
class Side:
    """What one way took. `connecting` includes loading the model."""

    name: str
    connecting: float
    seconds: float
    files: int
    passages: int
    equal: bool


def main() -> None:
    """Run all sides on the same files and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--files", type=int, default=48)
    arguments.add_argument("--paragraphs", type=int, default=12, help="in each file")
    chosen = arguments.parse_args()
    settings = replace(load_settings(), ingestion_workers=1, embedding_threads=1)
    content = list(islice(files(settings, chosen.paragraphs), chosen.files))
    sides: list[Side] = []
    wanted: dict[str, str] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        side, wanted = here(replace(settings, library=folder / "here"), content)
        sides.append(side)
        processes = DaskProcesses(folder)
        try:
            processes.start_scheduler()
            for count in (1, 2):
                processes.start_worker(f"worker {count}")
                own = replace(
                    settings, library=folder / str(count), dask_scheduler=processes.address
                )
                sides.append(on_cluster(own, count, content, wanted))
        finally:
            processes.close()
    base = sides[0].seconds
    rows = [
        [
            each.name,
            each.files,
            each.passages,
            f"{each.connecting:.1f}",
            f"{each.seconds:.1f}",
            f"{each.passages / each.seconds:.1f}",
            f"{base / each.seconds:.2f}",
            "yes" if each.equal else "NO",
        ]
        for each in sides
    ]
    columns = ["", "files", "passages", "connecting s", "s", "passages/s", "x faster", "same bits"]
    write_results(
        "distributed",
        {"sides": [asdict(each) for each in sides], "load": os.getloadavg()[0]},
    )
    print(table("The same files here and on Dask workers of one thread each", columns, rows))


def files(settings: Settings, paragraphs: int) -> Iterator[tuple[str, bytes]]:
    """Texts of so many paragraphs, in the order of the corpus."""
    corpus = settings.benchmarks / "hotpotqa300" / "corpus.jsonl.gz"
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        texts = (json.loads(line)["text"] for line in lines)
        number = 0
        while part := list(islice(texts, paragraphs)):
            yield f"part {number}.txt", "\n\n".join(part).encode()
            number += 1


@contextlib.contextmanager
def library(settings: Settings, content: list[tuple[str, bytes]]) -> Iterator[Workbench]:
    """A new library whose queue holds the files."""
    workbench = open_workbench(settings, start_workers=False)
    try:
        workbench.parts.records.restore_collection(COLLECTION)
        for name, each in content:
            workbench.library.add_file(COLLECTION.id, name, each)
        yield workbench
    finally:
        workbench.close()


def here(settings: Settings, content: list[tuple[str, bytes]]) -> tuple[Side, dict[str, str]]:
    """The files read by this process alone."""
    with library(settings, content) as workbench:
        began = time.perf_counter()
        workbench.ingestion.embedders.named("").embed(WARM)
        warm = time.perf_counter()
        work(workbench.ingestion, threading.Event(), until_idle=True)
        seconds = time.perf_counter() - warm
        made = hashes(workbench)
        side = Side("here", warm - began, seconds, len(made), passages(workbench), True)
        return side, made


def on_cluster(
    settings: Settings, count: int, content: list[tuple[str, bytes]], wanted: dict[str, str]
) -> Side:
    """The files read by the workers that are there, once so many are."""
    with library(settings, content) as workbench:
        parts = workbench.ingestion
        stop = threading.Event()
        began = time.perf_counter()
        with contextlib.closing(open_workers(parts)) as workers:
            workers.ask(terms_of(settings, parts.embedders.named("")))
            while len(workers.serving) < count:
                workers.look()
                time.sleep(0.1)
            ready = time.perf_counter()
            work_on_cluster(parts, workers, stop, until_idle=True)
            seconds = time.perf_counter() - ready
        made = hashes(workbench)
        name = f"{count} Dask worker{'s' if count > 1 else ''}"
        return Side(name, ready - began, seconds, len(made), passages(workbench), made == wanted)


def hashes(workbench: Workbench) -> dict[str, str]:
    """A hash over all that each document is, its time aside."""
    records = workbench.parts.records
    found = {}
    for document in records.documents(COLLECTION.id):
        whole = records.bundle(document.id)
        found[document.name] = digest(replace(whole, document=replace(document, added=0.0)))
    return found


def passages(workbench: Workbench) -> int:
    """How many passages the library holds."""
    return workbench.library.counts(COLLECTION.id).chunks


if __name__ == "__main__":
    main()
