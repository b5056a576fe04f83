"""`add`, `reread` and `import`: documents into a collection; progress on standard error."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from backend.command_line.queue_threads import QueueThreads
from backend.errors import NotFoundError, SettingsError
from backend.readers.detection import ENDINGS
from backend.types import Collection, Job, JobState, JobView
from backend.workbench import OnDuplicate, Workbench

_REFRESH = 0.2
_ENDED = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


def collection_for_adding(workbench: Workbench, name: str) -> Collection:
    """The collection of that name, made if there is none."""
    try:
        return workbench.library.collection_named(name)
    except NotFoundError:
        return workbench.library.create_collection(name)


def add(workbench: Workbench, options: argparse.Namespace) -> int:
    """Add files and read them here; non-zero if one of them failed."""
    collection = collection_for_adding(workbench, options.collection)
    return add_paths(
        workbench,
        collection.id,
        options.files,
        on_duplicate=options.on_duplicate,
        password=options.password,
    )


def add_paths(
    workbench: Workbench,
    collection_id: str,
    paths: Sequence[Path],
    *,
    on_duplicate: OnDuplicate = "skip",
    password: str | None = None,
) -> int:
    """Add files, or folders of them, and read them here; non-zero if one of them failed."""
    jobs: list[Job] = []
    for path, name in files_of(paths):
        job = workbench.library.add_file(
            collection_id, name, path, on_duplicate=on_duplicate, password=password
        )
        if job is None:
            _say(f"{name}: there already, skipped")
        else:
            jobs.append(job)
    return _report(workbench, _work(workbench, collection_id, [job.id for job in jobs]))


def read_again(workbench: Workbench, options: argparse.Namespace) -> int:
    """Read documents' files once more; non-zero if one of them failed."""
    collection = workbench.library.collection_named(options.collection)
    if sum([options.all, options.earlier, bool(options.documents)]) != 1:
        raise SettingsError(
            "Nothing was read.",
            "Name the documents to read again, or give --all for all of them or --earlier for "
            "those that an earlier version of Quire has read.",
        )
    if options.earlier:
        if options.encoding:
            raise SettingsError(
                "--earlier keeps the encodings that were chosen.",
                "Name the documents that are in another encoding.",
            )
        jobs = workbench.rereading.read_earlier_again(collection.id)
    else:
        document_ids = (
            tuple(document.id for document in workbench.library.documents(collection.id))
            if options.all
            else workbench.library.documents_called(collection.id, options.documents)
        )
        jobs = workbench.rereading.read_again(document_ids, options.encoding)
    return _report(workbench, _work(workbench, collection.id, [job.id for job in jobs]))


def _report(workbench: Workbench, ended: Sequence[JobView]) -> int:
    """Print what became of files and forget their jobs; non-zero if one of them failed."""
    failed = 0
    for view in ended:
        job = view.job
        if job.state is JobState.DONE:
            print(f"{job.name}\t{job.document_id}")
            for warning in workbench.library.document(job.document_id).warnings:
                _say(f"{job.name}: {warning}")
        else:
            failed += 1
            _say(f"{job.name}: {job.reason or 'cancelled'} {job.remedy}".strip())
        workbench.queue.dismiss_job(job.id)
    return 1 if failed else 0


def files_of(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """The files with their names; folders give the readable files below them, sorted.

    The name of a file in a folder holds its path below that folder, so that 2021/report.txt and
    2022/report.txt are two documents and not two versions of one.
    """
    for path in paths:
        if path.is_dir():
            for each in sorted(path.rglob("*")):
                if each.is_file() and each.suffix.lower() in ENDINGS:
                    yield each, each.relative_to(path).as_posix()
        else:
            yield path, path.name


def _work(workbench: Workbench, collection_id: str, job_ids: Sequence[str]) -> list[JobView]:
    """Work the queue in threads until these jobs have ended.

    Raises:
        WorkbenchError: if the queue cannot be worked; the files stay in it.
    """
    stop = threading.Event()
    wanted = set(job_ids)
    threads = QueueThreads(workbench, partial(workbench.queue.work_until_stopped, stop))
    shown: dict[str, str] = {}
    try:
        while True:
            problem = threads.problem()
            if problem is not None:
                _say("The files are in the queue: they are read by the next add or worker.")
                raise problem
            views = [job for job in workbench.queue.jobs(collection_id) if job.job.id in wanted]
            _show(views, shown)
            if all(view.job.state in _ENDED for view in views):
                break
            time.sleep(_REFRESH)
    finally:
        stop.set()
        threads.join()
    if any(view.job.state is JobState.DONE for view in views):
        _say("Preparing for questions")
        workbench.queue.read_ahead(collection_id)
    return views


def _show(views: Sequence[JobView], shown: dict[str, str]) -> None:
    for view in views:
        left = f", about {view.seconds_left:.0f} s left" if view.seconds_left else ""
        line = f"{view.job.name}: {view.label} ({view.fraction:.0%}{left})"
        if view.job.state is JobState.QUEUED or shown.get(view.job.id) == view.label:
            continue
        shown[view.job.id] = view.label
        _say(line)


def import_(workbench: Workbench, options: argparse.Namespace) -> int:
    """Import a corpus; prints how many records were added, unchanged and empty."""
    collection = collection_for_adding(workbench, options.collection)

    def progress(stage: str, done: int, total: int) -> None:
        _say(f"{stage}: {done:,} records" + (f" of {total:,}" if total else ""))

    report = workbench.library.import_corpus(collection.id, options.corpus, progress)
    print(f"added {report.added}, unchanged {report.unchanged}, empty {report.empty}")
    return 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
