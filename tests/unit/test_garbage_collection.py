"""The collector waits while many values are made, and goes on afterwards."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest

from backend.garbage_collection import paused


@pytest.fixture(autouse=True)
def running() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.enable()


def test_it_waits_until_the_last_has_ended() -> None:
    with paused():
        with paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_waits_for_another_thread() -> None:
    within, go_on = threading.Event(), threading.Event()

    def making() -> None:
        with paused():
            within.set()
            go_on.wait()

    thread = threading.Thread(target=making)
    thread.start()
    within.wait()
    with paused():
        pass
    assert not gc.isenabled()
    go_on.set()
    thread.join()
    assert gc.isenabled()


def test_it_goes_on_where_something_failed() -> None:
    with pytest.raises(ValueError, match="no"), paused():
        raise ValueError("no")
    assert gc.isenabled()


def test_what_somebody_else_switched_off_stays_off() -> None:
    gc.disable()
    with paused():
        pass
    assert not gc.isenabled()
