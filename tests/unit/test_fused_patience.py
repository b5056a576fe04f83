"""One retriever that fails or is late never costs the others' answers."""

from __future__ import annotations

import threading

from backend.errors import StorageError
from backend.retrieval.lane import Lane


def fails() -> int:
    raise StorageError("The disk is full.", "Make room.")


def breaks() -> int:
    raise ZeroDivisionError


def test_what_fails_is_named_with_its_reason() -> None:
    found, failed = Lane(
        {"one": lambda: 1, "two": fails, "three": breaks, "four": lambda: 4}
    ).collected()
    assert found == {"one": 1, "four": 4}
    assert failed["two"] == "The disk is full."
    assert "unexpected" in failed["three"]


def test_what_is_late_is_left_out_and_the_rest_goes_on() -> None:
    release = threading.Event()

    def waits() -> int:
        release.wait()
        return 2

    try:
        found, failed = Lane({"one": lambda: 1, "two": waits, "three": lambda: 3}, 0.05).collected()
    finally:
        release.set()
    assert found == {"one": 1, "three": 3}
    assert set(failed) == {"two"}
    assert "0.05 seconds" in failed["two"]


def test_nothing_asked_is_nothing_found() -> None:
    assert Lane({}).collected() == ({}, {})


def test_answers_are_made_while_the_asker_does_something_else() -> None:
    begun, release = threading.Event(), threading.Event()

    def works() -> int:
        begun.set()
        release.wait()
        return 1

    answering = Lane({"one": works})
    assert begun.wait(timeout=30)
    release.set()
    assert answering.collected() == ({"one": 1}, {})
