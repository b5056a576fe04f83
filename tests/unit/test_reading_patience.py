"""A program that asks one question waits so long in all, not so long for each thing."""

from __future__ import annotations

import pytest

from backend.ports import ReadingPatience


def test_what_was_waited_for_one_thing_is_not_waited_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 3.0, 10.0, 12.5))
    monkeypatch.setattr("backend.ports.parts.time.monotonic", lambda: next(clock))
    patience = ReadingPatience(5.0)
    waited: list[float] = []
    patience.spend(waited.append)
    patience.spend(waited.append)
    assert waited == [5.0, 2.0]
    assert patience.seconds == 0.0
