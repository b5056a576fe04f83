"""Quarters without a year are names of parts of a year, and no days."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.bare_quarters import with_bare_quarters
from backend.tasks.calculate.composed.word_meanings import WHOLE, Meanings
from backend.types import CellKind, StoredTable
from tests.unit.csv_lists import list_of

ASKED = "What were the costs in Q2?"


def quarters(*texts: str) -> StoredTable:
    rows = "".join(f"Item {at},{text},{at + 3}\n" for at, text in enumerate(texts))
    return list_of(f"Item,Period,Cost\n{rows}", "costs.csv")


@pytest.mark.parametrize(
    "texts", [("Q1", "Q2", "Q3"), ("q1", "q2"), ("Q4", "", "Q1"), ("Q1", "Q1")]
)
def test_they_are_words(texts: tuple[str, ...]) -> None:
    table = quarters(*texts)
    assert table.columns[0].kind is CellKind.DATE
    named = with_bare_quarters(table, ASKED)
    assert named.columns[0].kind is CellKind.TEXT
    cells = [row.cells[0] for row in named.rows]
    assert {cell.kind for cell in cells if cell is not None and cell.text} == {CellKind.TEXT}


@pytest.mark.parametrize(
    "texts",
    [
        ("Q1 2031", "Q2 2031"),
        ("Q1", "Q2 2031"),  # the first of them may be of that year
        ("2031-04-01", "2031-05-01"),
        ("Q5", "Q6"),
        ("May", "June"),
    ],
)
def test_what_else_a_column_holds_stays_as_it_is(texts: tuple[str, ...]) -> None:
    table = quarters(*texts)
    assert with_bare_quarters(table, ASKED) is table


def test_figures_and_words_beside_them_stay_as_they_are() -> None:
    table = list_of(
        "Item,Due,Period,Cost\nRope,2031-04-01,Q2,5\nTar,2031-07-01,Q3,9\n", "costs.csv"
    )
    named = with_bare_quarters(table, ASKED)
    kinds = [CellKind.DATE, CellKind.TEXT, CellKind.NUMBER]
    assert [column.kind for column in named.columns] == kinds
    assert [cell and cell.kind for cell in named.rows[0].cells] == kinds
    assert [cell and cell.text for cell in named.rows[1].cells] == ["2031-07-01", "Q3", "9"]


def test_a_question_names_them() -> None:
    table = quarters("Q1", "Q2")
    assert not Meanings(ASKED, table, "costs").values
    (value,) = Meanings(ASKED, with_bare_quarters(table, ASKED), "costs").values
    assert (value.texts, value.fit) == (("Q2",), WHOLE)


@pytest.mark.parametrize(
    "question",
    [
        "What were the costs since Q2?",
        "What were the costs up to Q2?",
        "What were the costs before the second quarter?",
        "What were the costs until the end of Q3?",
        "What were the costs after quarter 1?",
        "What were the costs from Q1 to Q3?",
        "What were the costs from the 1st quarter on?",
        "What were the costs through Q3?",
    ],
)
def test_names_have_no_order(question: str) -> None:
    table = quarters("Q1", "Q2", "Q3")
    assert with_bare_quarters(table, question) is table


@pytest.mark.parametrize(
    "question",
    [
        "What were the costs in Q2?",
        "What were the costs of the second quarter?",
        "In which quarter were the costs highest?",
        "How do the costs of Q3 compare with Q2?",
        "What were the costs up to now?",  # that bounds no quarter
        "What came from Ely in Q2?",
    ],
)
def test_other_questions_mean_them_by_their_names(question: str) -> None:
    table = quarters("Q1", "Q2", "Q3")
    assert with_bare_quarters(table, question).columns[0].kind is CellKind.TEXT
