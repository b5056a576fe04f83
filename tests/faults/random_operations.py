"""Random operations on one library, with an oracle of what must be there afterwards.

One process after another opens the library and adds, replaces, removes, reads and asks; some are
killed at a random moment, some find no more room for a file to grow, some have a clock that is a
day off. Between them, pages of the records and files of the index are damaged, cut or deleted.
After each, the library is opened as a person would after such a thing, mended where it was damaged,
and compared: every document that was said to be stored is there with its text and is found, and
nothing else is; of what was under way when a process ended, either is right.
"""

from __future__ import annotations

import logging
import multiprocessing
import random
import re
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from backend import joined_views
from backend.bootstrap import LoadedEmbedders
from backend.errors import WorkbenchError
from backend.ingestion import worker
from backend.types import JobState, Query
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, opened

with suppress(ImportError):  # Windows has none, and nothing of this runs there
    import resource

COLLECTION = "Valleys"
NAMES = tuple(f"valley {number}.txt" for number in range(12))
DAY = 86_400.0
PATIENCE = 120.0
PAGE = 4096
KEPT_TABLES = ("collections", "sqlite_sequence", "sqlite_schema", "sqlite_master")
"""Whose pages are not damaged: without them names are lost, which docs/reliability.md says."""
ADD, REPLACE, AGAIN, REMOVE, READ, ASK = "add", "replace", "add again", "remove", "read", "ask"
CALM, KILL, FULL, CLOCK = "calm", "kill", "disk full", "clock"
MOST_OPERATIONS = 12
"""Of one process: opening and comparing a library takes longer than one of them."""
BEFORE_ITS_START = 0.15
"""Seconds that a process takes to open a library: kills before that hit nothing."""
FIRST_PACE = 0.2
"""Seconds of an operation, as long as none was measured."""
NEWEST_COUNTS = 0.2


class Operation(NamedTuple):
    """Something to do; `text` is what a file is to hold."""

    kind: str
    name: str
    text: str = ""


class WrongError(AssertionError):
    """The library is not as the oracle says."""


@dataclass
class Oracle:
    """By name, the texts that a document may have; None stands for no document. `since` are those
    that it may have had since the library was last looked at."""

    possible: dict[str, set[str | None]] = field(default_factory=dict)
    since: dict[str, set[str | None]] = field(default_factory=dict)

    def texts(self) -> set[str]:
        return {text for each in self.possible.values() for text in each if text}

    def note(self, operation: Operation, *, certain: bool) -> None:
        if operation.kind in (ADD, REPLACE):
            after: str | None = operation.text
        elif operation.kind == REMOVE:
            after = None
        else:
            return
        before = self.possible.get(operation.name, {None})
        since = self.since.setdefault(operation.name, set())
        since |= before
        if operation.kind == REMOVE and not certain:
            # who removes a document first dismisses its new version, if that could not be read;
            # where the removal itself then fails, what was there before that version stays
            before = before | since
        self.possible[operation.name] = {after} if certain else {*before, after}

    def settle(self, there: dict[str, str]) -> None:
        """Compare with what is there; afterwards that is what must stay.

        Raises:
            WrongError: naming the documents that differ.
        """
        wrong = [
            f"{name}: {'missing' if name not in there else there[name][:60]!r}"
            for name, texts in self.possible.items()
            if there.get(name) not in texts
        ]
        wrong += [f"{name}: never added" for name in there if name not in self.possible]
        if wrong:
            raise WrongError("; ".join(wrong))
        self.possible = {name: {there.get(name)} for name in self.possible}
        self.since = {}


# --- a process that works ------------------------------------------------------------------------


def perform(folder: Path, script: list[Operation], how: str, seed: int, tell: Connection) -> None:
    """Carry out a script; tells after each operation whether it was done."""
    _words()
    choice = random.Random(seed)
    if how == FULL:
        _little_room(folder, choice)
    with _clock(choice.choice((-DAY, DAY)) if how == CLOCK else 0.0):
        workbench = opened(folder)
        for number, operation in enumerate(script):
            try:
                _carry_out(workbench, operation)
            except WorkbenchError:
                tell.send((number, False))
            else:
                tell.send((number, True))
        workbench.close()
    tell.close()


def _carry_out(workbench: Workbench, operation: Operation) -> None:
    collection = workbench.library.collection_named(COLLECTION).id
    if operation.kind in (ADD, REPLACE, AGAIN):
        workbench.library.add_file(collection, operation.name, operation.text.encode())
    elif operation.kind == READ:
        workbench.queue.work_until_idle(threading.Event())
    elif operation.kind == ASK:
        if workbench.library.counts(collection).documents:
            workbench.questions.search(Query("Which glacier was measured?", collection), "naive")
    else:
        workbench.queue.work_until_idle(threading.Event())
        for (
            view
        ) in workbench.queue.jobs():  # else a file that failed is there once it is tried again
            if view.job.name == operation.name:
                workbench.queue.dismiss_job(view.job.id)
        here = [
            document
            for document in workbench.library.documents(collection)
            if document.name == operation.name
        ]
        if here:
            workbench.library.delete_documents([document.id for document in here])


def _words() -> None:
    embedder = WordEmbedder()
    LoadedEmbedders.named = lambda self, model: embedder  # type: ignore[method-assign, assignment]
    worker.STALE_AFTER = 0.0  # who had the job before is dead
    joined_views.STORED_FROM = 1  # views of the smallest collection are stored
    logging.disable(logging.CRITICAL)  # everything that can go wrong does


def _little_room(folder: Path, choice: random.Random) -> None:
    """From now on no file may grow beyond a size that some file has nearly reached."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sizes = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    limit = max(sizes, default=0) + choice.choice((0, 512, PAGE, 16 * PAGE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


@contextmanager
def _clock(off: float) -> Iterator[None]:
    real = time.time
    time.time = lambda: real() + off  # type: ignore[assignment]
    try:
        yield
    finally:
        time.time = real


# --- damage --------------------------------------------------------------------------------------


def damage_records(folder: Path, choice: random.Random) -> str:
    """Overwrite a page of a table or an index of the records; says which."""
    path = folder / "records.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        try:
            pages = connection.execute(
                "SELECT name, pageno FROM dbstat WHERE name NOT LIKE '%collections%' AND pageno > 1"
            ).fetchall()
        except sqlite3.OperationalError:  # this SQLite does not tell which page is whose
            return damage_index(folder, choice)
    pages = [each for each in pages if each[0] not in KEPT_TABLES]
    name, page = choice.choice(pages)
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(choice.choice((bytes(PAGE), choice.randbytes(PAGE))))
    return f"records: a page of {name}"


def damage_index(folder: Path, choice: random.Random) -> str:
    """Overwrite a part of a file of the index, cut it, or delete it; says which."""
    files = sorted(
        each
        for each in (folder / "index").rglob("*")
        if each.is_file() and not each.name.endswith(".lock") and each.stat().st_size
    )
    return f"index: {_spoil(choice.choice(files), choice)}"


def damage_view(folder: Path, choice: random.Random) -> str:
    """The same of a file of a view, or of the index where there is none."""
    files = sorted(
        each for each in (folder / "views").glob("*") if each.suffix in {".view", ".segment"}
    )
    if not files:
        return damage_index(folder, choice)
    return f"view: {_spoil(choice.choice(files), choice)}"


def _spoil(path: Path, choice: random.Random) -> str:
    size = path.stat().st_size
    kind = choice.choice(("garbage in", "end cut from", "deleted"))
    if kind == "deleted":
        path.unlink()
    elif kind == "garbage in":
        with path.open("r+b") as file:
            file.seek(choice.randrange(size))
            file.write(choice.randbytes(64))
    else:
        with path.open("r+b") as file:
            file.truncate(choice.randrange(size))
    return f"{kind} {path.suffix or path.name}"


# --- the run -------------------------------------------------------------------------------------


class Run:
    """One library under random operations.

    Args:
        seed: decides all but the moments at which processes are killed.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.done: Counter[str] = Counter()
        self.unnoticed: Counter[str] = Counter()
        self.mended: Counter[str] = Counter()
        self._choice = random.Random(seed)
        self._oracle = Oracle()
        self._made = 0
        self._pace = FIRST_PACE
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.faults.random_operations"])
        _words()
        workbench = opened(folder)
        workbench.library.create_collection(COLLECTION, SETTINGS)
        workbench.close()

    def for_seconds(self, seconds: float) -> None:
        """Go on until the time is over.

        Raises:
            WrongError: at the first difference.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.round()

    def round(self) -> None:
        """One process that works, perhaps a damage, and the comparison."""
        how = self._choice.choice((CALM, KILL, KILL, KILL, FULL, CLOCK))
        script = [self._operation() for _ in range(self._choice.randint(1, MOST_OPERATIONS))]
        last = self._work(script, how)
        damage = ""
        if self._choice.random() < 0.4:
            self._compare("", last)  # nothing is under way when the disk spoils something
            spoil = self._choice.choice((damage_records, damage_index, damage_view))
            damage = spoil(self.folder, self._choice)
            self.done[damage.split(":")[0] + " damaged"] += 1
        self._compare(damage, last)

    def _operation(self) -> Operation:
        kind = self._choice.choice((ADD, ADD, REPLACE, REPLACE, AGAIN, REMOVE, READ, READ, ASK))
        name = self._choice.choice(NAMES)
        if kind == AGAIN:
            texts = sorted(self._oracle.texts())
            settled = [t for t in texts if all(t not in p or p == {t} for p in self._possible())]
            if not settled:
                return Operation(READ, name)
            return Operation(AGAIN, "the same again.txt", self._choice.choice(settled))
        if kind in (ADD, REPLACE):
            self._made += 1
            return Operation(kind, name, _text(self._made))
        return Operation(kind, name)

    def _possible(self) -> list[set[str | None]]:
        return list(self._oracle.possible.values())

    def _work(self, script: list[Operation], how: str) -> str:
        hear, tell = self._context.Pipe(duplex=False)
        # What is added again must still be there: not if the script takes it away before.
        changed = {each.name for each in script if each.kind in (ADD, REPLACE, REMOVE)}
        held = {t for name, p in self._oracle.possible.items() if name in changed for t in p}
        script = [each for each in script if each.kind != AGAIN or each.text not in held]
        seed = self._choice.randrange(1 << 30)
        process = self._context.Process(target=perform, args=(self.folder, script, how, seed, tell))
        begun = time.monotonic()
        process.start()
        tell.close()
        if how == KILL:
            # as likely during the last operation as during the first
            process.join(BEFORE_ITS_START + self._choice.random() * self._pace * (1 + len(script)))
            process.kill()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            raise WrongError(f"{how}: {script} has not ended after {PATIENCE:.0f} s")
        told: dict[int, bool] = {}
        try:
            while hear.poll():
                number, good = hear.recv()
                told[number] = good
        except EOFError:
            pass
        for number, operation in enumerate(script):
            if number <= len(told):  # the one after the last that was told was under way
                self._oracle.note(operation, certain=told.get(number, False))
                self.done[operation.kind] += 1
        if how != KILL and script:
            took = max(0.0, time.monotonic() - begun - BEFORE_ITS_START) / len(script)
            self._pace += NEWEST_COUNTS * (took - self._pace)
        self.done[f"process {how}"] += 1
        if process.exitcode == 1:
            self.done[f"process {how}, ended by an error that is none of Quire's"] += 1
        return f"{how} {[(each.kind, each.name) for each in script]} told {told}"

    def _compare(self, damage: str, last: str) -> None:
        workbench = opened(self.folder)
        try:
            if damage:
                # the start may have removed a view already that it cannot believe
                if not workbench.maintenance.check() and not damage.startswith("view"):
                    self.unnoticed[damage] += 1
                workbench.maintenance.repair()
            self._finish(workbench)
            collection = workbench.library.collection_named(COLLECTION).id
            there = {
                document.name: workbench.library.document_text(document.id)
                for document in workbench.library.documents(collection)
            }
            self._oracle.settle(there)
            problems = workbench.maintenance.check()
            if problems:
                # a kill may leave what `repair` mends, never what it cannot
                self.mended.update(_kind(problem.what) for problem in problems)
                workbench.maintenance.repair()
                self._finish(workbench)
                problems = workbench.maintenance.check()
            if problems:
                raise WrongError(f"check says: {[problem.what for problem in problems]}")
            self._look_for_words_that_went(there)
            for name, text in there.items():
                self._find(workbench, collection, name, text)
            if len(workbench.library.documents(collection)) != len(there):
                raise WrongError("a repair changed what is there")
        except WrongError as error:
            raise WrongError(f"{error} (after {damage or 'no damage'}; {last})") from None
        finally:
            workbench.close()
        for left in self.folder.glob("records-damaged-*"):
            left.unlink()

    def _look_for_words_that_went(self, there: dict[str, str]) -> None:
        held = {text.split()[2] for text in there.values()}
        for path in (self.folder / "views").glob("*"):
            content = path.read_bytes()
            for number in range(1, self._made + 1):
                word = _text(number).split()[2]
                if word not in held and word.encode() in content:
                    raise WrongError(f"{path.name} holds {word} of a document that went")

    def _finish(self, workbench: Workbench) -> None:
        workbench.queue.work_until_idle(threading.Event())
        for view in workbench.queue.jobs():
            if view.job.state is JobState.FAILED:
                workbench.queue.retry_job(view.job.id)
        workbench.queue.work_until_idle(threading.Event())
        for view in workbench.queue.jobs():
            if view.job.state is JobState.FAILED:
                raise WrongError(f"{view.job.name} failed again: {view.job.reason}")
            workbench.queue.dismiss_job(view.job.id)

    def _find(self, workbench: Workbench, collection: str, name: str, text: str) -> None:
        word = text.split()[2]
        # by rank the first that words find is always shown; by score, meaning may outweigh a word,
        # and the test's embedder knows no meaning
        options = workbench.questions.options_of(
            "naive", {"fusion": "reciprocal_rank", "spread": "off"}
        )
        query = Query(f"What is {word}?", collection, options=options)
        hits = workbench.questions.search(query, "naive").hits
        if not any(word in hit.chunk.text for hit in hits):
            raise WrongError(f"{name} is not found by its own word {word}")


def _kind(problem: str) -> str:
    """A problem without the names and numbers in it."""
    return re.sub(r"“[^”]*”|[0-9a-f]{12}…|\d+", "…", problem)


def _text(number: int) -> str:
    """A short document with a word that no other has, as its third."""
    word = f"zq{number:06d}x"
    subject = ("glacier", "harbour", "orchard")[number % 3]
    return "\n\n".join(
        (
            f"About {subject} {word} it is told that it was measured in {1800 + number % 200}.",
            f"The {subject} of valley {number} was painted. People spoke of {word} for long.",
        )
    )
