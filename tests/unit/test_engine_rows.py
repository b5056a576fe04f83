"""Rows that a child process reads are checked: the child may be in a stranger's hands."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from backend.readers.engines import engine_rows
from backend.readers.engines.engine_child import EngineLimits, EngineRefusedError
from backend.readers.engines.engine_rows import EngineRows


class Child:
    """Says one piece, and that it is done."""

    def __init__(self, piece: object) -> None:
        self._said = [({"done": True}, b""), ({"piece": 1}, json.dumps(piece).encode())]

    def send(self, header: dict[str, object]) -> None: ...

    def receive(self, *_: object) -> tuple[dict[str, object], bytes]:
        return self._said.pop()


def rows_of(piece: object, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    monkeypatch.setattr(engine_rows, "GuardedProcess", lambda *_, **__: nullcontext(Child(piece)))
    return list(EngineRows("module", Path("a.xlsx"), "a.xlsx", EngineLimits(9.0, 99)).rows())


def test_rows_of_texts_are_taken_half_pairs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rows_of([["a", "\ud800"], []], monkeypatch) == [["a", "\ud800"], []]


@pytest.mark.parametrize("piece", [[["a", 1]], [["a", None]], ["ab"], {"a": ["b"]}, None])
def test_anything_else_is_a_broken_file(piece: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineRefusedError, match="broken"):
        rows_of(piece, monkeypatch)
