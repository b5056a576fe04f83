"""Questions over whole columns of CSV and XLSX files are answered through the workbench."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO

import pytest
from openpyxl import Workbook

from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

LOFTS = ("North", "South", "Lake")


def books() -> bytes:
    """120 rows: parish n has 10 n seals and lies in the loft n modulo 3."""
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.append(["Parish", "Deanery", "Seals", "Pages"])
    for at in range(1, 121):
        sheet.append([f"Saint {chr(64 + at % 26 + 1)}{at}", LOFTS[at % 3], 10 * at, at % 7 + 20])
    out = BytesIO()
    made.save(out)
    return out.getvalue()


ORDERS = (
    b"Order,Category,Supplier,Price (EUR)\n"
    b"A1,tools,Kranich,120\nA2,tools,Nordholz,80\nA3,seeds,Kranich,700\nA4,lamps,Tarnow,510\n"
)


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    opened = open_workbench(
        load_settings({}, library=tmp_path_factory.mktemp("columns")), start_workers=False
    )
    for name, content in (("parishes.xlsx", books()), ("orders.csv", ORDERS)):
        made = opened.library.create_collection(name)
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, name: str, question: str) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named(name).id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


@pytest.mark.parametrize(
    ("name", "question", "short"),
    [
        ("orders.csv", "How many orders are above 500?", "2"),
        ("orders.csv", "What is the average price of the items in category tools?", "100 EUR"),
        ("orders.csv", "List the orders of Kranich", "A1, A3"),
        ("parishes.xlsx", "Which three parishes have the most seals?", "Saint Q120, Saint P119, "),
        ("parishes.xlsx", "How many parishes have more than 1000 seals?", "20"),
        # 10 · (3 + 6 + … + 120) = 10 · 3 · 820
        ("parishes.xlsx", "What is the total of seals where deanery is North?", "24,600"),
        ("parishes.xlsx", "How many parishes are not in the Lake deanery?", "80"),
        ("parishes.xlsx", "Which deanery has the most seals?", "North"),
        ("orders.csv", "What is the price of order A3?", "700 EUR"),
        ("orders.csv", "Total price by supplier", "Kranich: 820 EUR; Tarnow: 510 EUR; Nordholz"),
    ],
)
def test_files_answer(workbench: Workbench, name: str, question: str, short: str) -> None:
    answer = asked(workbench, name, question)
    assert answer.verdict is Verdict.CALCULATED, answer.steps
    assert answer.short.startswith(short)
    assert [sentence.supported for sentence in answer.sentences] == [True]
    assert all(citation.verified for citation in answer.citations)


@pytest.mark.parametrize(
    "question",
    [
        "How many seals does Saint Q120 lack?",
        "How many parishes are not in the Lake deanery and the lake?",
        "How many green parishes have more than 1000 seals?",
    ],
)
def test_files_refuse(workbench: Workbench, question: str) -> None:
    assert asked(workbench, "parishes.xlsx", question).calculation is None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the colour of order A3?", "“colour”"),
        ("Who is the customer of order A3?", "“customer”"),
        ("Which supplier has the largest weight?", "“weight”"),
        ("How many orders have the colour green?", "“colour” or “green”"),
    ],
)
def test_a_column_that_is_missing_is_named_with_those_that_are_there(
    workbench: Workbench, question: str, said: str
) -> None:
    answer = asked(workbench, "orders.csv", question)
    assert (answer.calculation, answer.found) == (None, False)
    columns = "Order, Category, Supplier and Price (EUR)"
    counted = "Price (EUR) can be ranked, and rows can be counted by Category or Supplier."
    told = f"The list orders has no column for {said}; it has {columns}. {counted}"
    assert told in answer.notices


def test_a_question_about_something_else_is_told_of_no_column(workbench: Workbench) -> None:
    answer = asked(workbench, "orders.csv", "How many orders did the painters of Bruges refuse?")
    assert not any("no column" in notice for notice in answer.notices)
