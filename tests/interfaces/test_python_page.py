"""The lines of the page on Python run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_lines_answer_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIRE_LIBRARY", str(tmp_path / "library"))
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(compile(found.group(1), str(PAGE), "exec"), names)
    assert "barley" in names["answer"].short + names["answer"].text
    assert names["answer"].citations
