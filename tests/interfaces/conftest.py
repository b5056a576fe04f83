"""One small library for all tests of the interfaces: a letter, and a report with pages."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.types import ASGIApp

from backend import sample
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import RunningQuestion, Workbench, open_workbench

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
    collection = workbench.library.create_collection(COLLECTION)
    workbench.library.add_file(collection.id, "notes.txt", NOTES.encode())
    workbench.library.add_file(collection.id, REPORT, dict(sample.files())[REPORT])
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.library.counts(collection.id).documents == 2
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


@contextmanager
def served(application: ASGIApp) -> Iterator[str]:
    """The address at which an application is served on this machine."""
    config = uvicorn.Config(application, port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    started = threading.Event()
    startup = server.startup

    async def noticed(*positional: Any, **named: Any) -> None:
        await startup(*positional, **named)
        started.set()

    server.startup = noticed  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(60)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(60)


def in_own_loop(coroutine: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run to its end in a thread of its own, whatever loop an earlier test left in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(coroutine())).result()


class Endless(RunningQuestion):
    """A question that goes on until it is stopped."""

    def __init__(self, collection_id: str) -> None:
        super().__init__(Query("endless", collection_id), "naive", "")
        self.begun, self.stopped = threading.Event(), threading.Event()

    @property
    def done(self) -> bool:
        self.begun.set()
        return self.stopped.is_set()

    def stop(self) -> None:
        self.stopped.set()


def asked_and_left(address: str, body: Any, headers: dict[str, str], endless: Endless) -> None:
    """Send JSON to an address, and go away when the question has begun."""
    at = urlsplit(address)
    connection = http.client.HTTPConnection(at.hostname or "", at.port)
    connection.request("POST", at.path, json.dumps(body), headers)
    assert endless.begun.wait(60)
    connection.close()
