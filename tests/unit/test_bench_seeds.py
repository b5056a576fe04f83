"""The table of the works that Quire grew from is that of the measured figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.report import RESULTS
from bench.seeds import ROWS, Row, as_markdown, nameless, ours

DOCUMENT = Path(__file__).parents[2] / "docs" / "seeds.md"


def test_the_document_holds_the_table_of_the_results() -> None:
    figures = json.loads((RESULTS / "seeds.json").read_text("utf-8"))
    assert as_markdown(figures) in DOCUMENT.read_text("utf-8")


def test_every_row_says_why_it_is_not_comparable() -> None:
    assert all(each.why and each.theirs for each in ROWS)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ([0.5, 0.25, 0.75], ".500 [.250, .750]"),
        (1.93, "1.9"),
        (None, "–"),
        ([1, 1, 1], "1.000 [1.000, 1.000]"),
    ],
)
def test_figures_are_written_as_theirs_are(value: object, written: str) -> None:
    assert ours({"a": {"b": value}}, Row("Pipelines", "x", ".5", ("a", "b"), "y")) == written
    assert ours({}, Row("Pipelines", "x", ".5", ("a", "b"), "y")) == "–"


def test_names_are_left_out_by_rule() -> None:
    asked = "Whom did Princess Frederica of Hanover marry in the royal chapel?"
    assert nameless(asked) == "Whom did this one marry in the royal chapel?"
    assert nameless("Which plant grows there?") == "Which plant grows there?"
