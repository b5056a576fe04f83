"""Quarters without a year are names of parts of a year, and no days."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.bare_quarters import (
    with_bare_quarters,
    with_quarters_named,
)
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


@pytest.mark.parametrize(
    "said",
    [
        "Q2",
        "q2",
        "Q 2",
        "quarter 2",
        "Quarter 2",
        "Qtr 2",
        "Qtr. 2",
        "2nd quarter",
        "the 2nd quarter",
        "the second quarter",
        "second quarter",
        "the Second Quarter",
    ],
)
@pytest.mark.parametrize("named", ["Q{}", "Qtr {}", "Quarter {}"])
def test_quarters_are_named_as_the_list_names_them(said: str, named: str) -> None:
    table = quarters(*(named.format(at) for at in (1, 2, 3)))
    question = with_quarters_named(f"What were the costs in {said}?", table)
    assert question == f"What were the costs in {named.format(2)}?"
    mentions = Meanings(question, with_bare_quarters(table, question), "costs")
    assert [each.texts for each in mentions.values if each.fit == WHOLE] == [(named.format(2),)]


@pytest.mark.parametrize("texts", [("1st quarter", "2nd quarter"), ("q1", "q2"), ("Q.1", "Q.2")])
def test_each_list_has_its_own_names(texts: tuple[str, str]) -> None:
    asked = "What were the costs of the second quarter?"
    assert with_quarters_named(asked, quarters(*texts)) == f"What were the costs of {texts[1]}?"


@pytest.mark.parametrize(
    "question",
    [
        "What were the costs in the fourth quarter?",  # the list has none
        "What were the costs in the last quarter?",
        "What were the costs in the first two quarters?",
        "In which quarter were the costs highest?",
        "What were the costs in Q21?",
        "What were the costs for 2 quarters?",
        "Who came second, quarter by quarter?",
    ],
)
def test_other_words_for_quarters_stay(question: str) -> None:
    assert with_quarters_named(question, quarters("Q1", "Q2", "Q3")) == question


@pytest.mark.parametrize(
    "texts",
    [("Q1 2031", "Q2 2031"), ("Q1", "Q2 2031"), ("2031-04-01", "2031-05-01"), ("May", "June")],
)
def test_where_no_quarters_are_bare_a_question_stays(texts: tuple[str, ...]) -> None:
    asked = "What were the costs in the second quarter?"
    assert with_quarters_named(asked, quarters(*texts)) == asked


@pytest.mark.parametrize("bound", ["since", "until", "before", "after", "up to"])
def test_a_quarter_that_bounds_others_stays(bound: str) -> None:
    asked = f"What were the costs {bound} the second quarter?"
    for named in ("Q{}", "Qtr {}"):
        table = quarters(*(named.format(at) for at in (1, 2, 3)))
        assert with_quarters_named(asked, table) == asked


def test_two_quarters_are_named_each() -> None:
    asked = "How do the costs of the first quarter compare with the 2nd quarter?"
    named = with_quarters_named(asked, quarters("Q1", "Q2"))
    assert named == "How do the costs of Q1 compare with Q2?"
