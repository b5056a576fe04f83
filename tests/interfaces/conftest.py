"""One small library for all tests of the interfaces: a letter, and a report with pages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from backend import sample
from backend.settings import load_settings
from backend.workbench import Workbench, open_workbench

COLLECTION = "Lighthouse"
NOTES = (
    "Ada Lorne opened the Harrow lighthouse in 1931. The lamp burns 40 litres of oil a night.\n\n"
    "The keeper's house was painted in 1954 by Tom Wragge. It has three rooms and a cellar."
)
REPORT = "Annual report 2024.pdf"
Result = TypeVar("Result")


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library that is filled and closed."""
    folder = tmp_path_factory.mktemp("interfaces") / "library"
    workbench = opened(folder)
    collection = workbench.create_collection(COLLECTION)
    workbench.add_file(collection.id, "notes.txt", NOTES.encode())
    workbench.add_file(collection.id, REPORT, dict(sample.files())[REPORT])
    workbench.work_until_idle(threading.Event())
    assert workbench.counts(collection.id).documents == 2
    workbench.close()
    return folder


@pytest.fixture(scope="package")
def library(folder: Path) -> Iterator[Workbench]:
    """The filled library."""
    workbench = opened(folder)
    yield workbench
    workbench.close()


def opened(folder: Path) -> Workbench:
    return open_workbench(load_settings({}, library=folder), start_workers=False)


def in_own_loop(coroutine: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run to its end in a thread of its own, whatever loop an earlier test left in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(coroutine())).result()
