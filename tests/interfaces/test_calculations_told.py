"""A computed figure reaches programs, assistants and chat clients with its formula and cells."""

from __future__ import annotations

import json

from backend.interfaces.http_api.chat_message import facts_of, message_of, without_sources
from backend.interfaces.http_api.interface import HttpInterface
from backend.interfaces.presentation import Naming
from backend.types import Query
from backend.workbench import Workbench
from tests.interfaces.test_http_api import Program
from tests.interfaces.test_quoted_tables import ASKED, BASE, orchard

__all__ = ["orchard"]  # the fixture

SUM = "What is the total of apples in 2023 and 2024?"
CELLS = [("760", "Apples", "2023 (kg)", 1, 2), ("420", "Apples", "2024 (kg)", 1, 1)]


def test_an_answer_over_http_has_formula_and_cells(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    answer = program("POST", f"{BASE}/ask", json={"question": SUM})
    assert (answer["verdict"], answer["short"]) == ("calculated", "1,180 kg")
    made = answer["calculation"]
    assert made["formula"] == "760 + 420 = 1,180 kg"
    assert (made["operation"], made["value"], made["unit"]) == ("sum", "1180", "kg")
    told = [
        (each["text"], each["label"], each["header"], each["row"], each["column"])
        for each in made["cells"]
    ]
    assert told == CELLS
    assert {(each["document"], each["page"]) for each in made["cells"]} == {("orchard.md", 1)}
    assert program("GET", f"/api/v1/answers/{answer['id']}") == answer


def test_an_answer_that_was_read_has_none(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    assert program("POST", f"{BASE}/ask", json={"question": ASKED})["calculation"] is None


def test_the_bundle_in_json_has_the_cells_of_quoted_rows(orchard: Workbench) -> None:
    program = Program(HttpInterface(lambda: orchard))
    answer = program("POST", f"{BASE}/ask", json={"question": ASKED})
    found = program("GET", f"/api/v1/answers/{answer['id']}/bundle")
    bundle = found if isinstance(found, dict) else json.loads(found.text)
    tables = [each["table"] for each in bundle["evidence"] if "table" in each]
    assert ["95", "80"] in [row["cells"] for table in tables for row in table["rows"]]


def test_a_chat_message_shows_formula_and_cells(orchard: Workbench) -> None:
    asking = orchard.questions.ask(
        Query(SUM, orchard.library.collection_named("Orchard").id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None
    naming = Naming(orchard)
    content = message_of(asking.answer, naming, "http://127.0.0.1").content
    assert "Formula: 760 + 420 = 1,180 kg\n\n| Cell | Row |" in content
    assert "| 760 | Apples | 2023 (kg) | orchard.md | row 1, column 2 |" in content
    assert "Formula" not in without_sources(content)
    facts = facts_of(asking.answer, naming)
    assert facts.calculation is not None
    assert [cell.text for cell in facts.calculation.cells] == ["760", "420"]
