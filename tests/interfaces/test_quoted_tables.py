"""A quoted row of a table reaches programs and assistants as cells, beside its words."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.interfaces.http_api.interface import HttpInterface
from backend.interfaces.presentation import quoted_table
from backend.types import QuotedRow, QuotedTable
from backend.workbench import Workbench
from tests.interfaces.conftest import opened
from tests.interfaces.test_http_api import Program
from tests.interfaces.test_model_context import value

ORCHARD = b"""# Orchard

The orchard stands by the river.

| Crop | 2024 (kg) | 2023 (kg) |
| --- | --- | --- |
| Apples | 420 | 760 |
| Pears | 80 | 95 |
| Plums | 33 | 41 |
"""
ASKED = "What is told of the pears in 2023?"
BASE = "/api/v1/collections/Orchard"
PEARS = {
    "number": 1,
    "title": "Orchard",
    "label_name": "Crop",
    "measure": "kg",
    "columns": ["2023 (kg)", "2024 (kg)"],
    "asked": 1,
    "rows": [{"label": "Pears", "group": [], "cells": ["95", "80"]}],
    "further_columns": 0,
    "further_rows": 0,
    "markdown": "Orchard, in kg\n\n| Crop | 2023 (kg) | 2024 (kg) |\n| --- | ---: | ---: |\n"
    "| Pears | 95 | 80 |",
}


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A library of one table."""
    workbench = opened(Path(tmp_path_factory.mktemp("orchard")) / "library")
    collection = workbench.library.create_collection("Orchard")
    workbench.library.add_file(collection.id, "orchard.md", ORCHARD)
    workbench.queue.work_until_idle(threading.Event())
    yield workbench
    workbench.close()


def test_an_answer_over_http_has_the_row_with_the_asked_column_first(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    answer = program("POST", f"{BASE}/ask", json={"question": ASKED})
    assert answer["tables"][0] == PEARS
    assert "Pears — 2024 (kg): 80; 2023 (kg): 95" in answer["text"], "the words stay as they are"
    assert program("GET", f"/api/v1/answers/{answer['id']}") == answer


def test_the_last_event_has_it_as_well(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    sent = program(
        "POST", f"{BASE}/ask", json={"question": ASKED}, headers={"accept": "text/event-stream"}
    ).text
    last: Any = json.loads(sent.strip().rpartition("data: ")[2])
    assert last["tables"][0] == PEARS


def test_a_quoted_sentence_has_no_table(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    answer = program("POST", f"{BASE}/ask", json={"question": "Where does the orchard stand?"})
    assert "by the river" in answer["text"]
    assert [each["number"] for each in answer["tables"]] == []


def test_an_assistant_is_given_the_same(orchard: Workbench) -> None:
    answer = value(orchard, "ask", question=ASKED, collection="Orchard")
    assert answer["tables"][0] == PEARS


def test_what_is_left_out_is_counted_and_no_cell_is_a_live_link() -> None:
    row = QuotedRow("Seeds", ("Spring",), ("![x](http://a.b/c)", "1 | 2\n3"))
    made = quoted_table(
        4,
        QuotedTable("t", "Shop", "Item", "", ("Note", "Count"), 1, (row,), further=2, more_rows=3),
    )
    assert (made.number, made.further_columns, made.further_rows) == (4, 2, 3)
    assert made.rows[0].group == ("Spring",)
    assert made.rows[0].cells == row.cells, "cells stay as printed"
    assert "](http" not in made.markdown
    assert "1 \\| 2 3 |" in made.markdown
    assert "(3 further rows and 2 further columns in the table)" in made.markdown
