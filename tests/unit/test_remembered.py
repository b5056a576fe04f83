"""What several ask for at once is made once, and the latest is kept."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.remembered import Remembered


def test_a_value_is_made_once_and_kept_until_others_push_it_out() -> None:
    made: list[str] = []
    kept: Remembered[str, str] = Remembered(2)

    def value(key: str) -> str:
        return kept.of(key, lambda: made.append(key) or key.upper())

    # b goes when c comes, since a was asked for after it
    assert [value(key) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]


def test_large_values_push_out_more_and_the_latest_is_always_kept() -> None:
    made: list[str] = []
    kept: Remembered[str, str] = Remembered(6, len)

    def value(key: str) -> str:
        return kept.of(key, lambda: made.append(key) or key.upper())

    for key in ("aa", "bb", "cc", "aa", "ddd", "aa"):  # with d's three b and c go, two and two
        value(key)
    assert made == ["aa", "bb", "cc", "ddd"]
    for key in ("larger than all", "larger than all", "aa", "aa"):
        value(key)
    assert made[4:] == ["larger than all", "aa"]


def test_who_asks_for_what_is_being_made_waits_for_it() -> None:
    kept: Remembered[str, int] = Remembered(2)
    begun, release, made = threading.Event(), threading.Event(), []

    def slowly() -> int:
        made.append(1)
        begun.set()
        release.wait()
        return 7

    with ThreadPoolExecutor(2) as people:
        first = people.submit(kept.of, "a", slowly)
        assert begun.wait(timeout=30)
        second = people.submit(kept.of, "a", slowly)
        release.set()
        assert (first.result(), second.result()) == (7, 7)
    assert made == [1]


def test_a_failure_is_told_and_not_remembered() -> None:
    kept: Remembered[str, int] = Remembered(2)

    def fails() -> int:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        kept.of("a", fails)
    assert kept.of("a", lambda: 1) == 1
    assert kept.of("b", lambda: 2) == 2
    assert kept.of("a", fails) == 1  # what failed takes no room
