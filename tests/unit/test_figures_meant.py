"""Figures that a question cannot mean are worked out by no program."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.derived_columns import with_derived_columns
from backend.tasks.calculate.composed.figures_meant import FiguresMeant
from backend.tasks.calculate.composed.list_programs import Program, programs_of, sides_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import StoredTable
from tests.unit.csv_lists import list_of

JOBS = list_of(
    "Job,Day,Trade,Who,Cost (EUR),Hours\nJ1,2031-04-02,Roof,Ann,50,2\n"
    "J2,2031-04-03,Roof,Bob,20,5\nJ3,2031-05-02,Drain,Ann,90,1\n",
    "jobs.csv",
)
WHO, COST, HOURS = 2, 3, 4
BUDGETS = list_of(
    "Month,Job,Budget (EUR),Actual (EUR)\nApril,Fence,100,120\nMay,Pond,50,20\n", "costs.csv"
)
BUDGET, ACTUAL = 1, 2


def may_be(question: str, program: Program, table: StoredTable = JOBS) -> bool:
    plain = Meanings(question, table, "jobs")
    derived = with_derived_columns(plain, cues_of(question, plain.words))
    mentions = Meanings(question, derived.table, "jobs", table, derived.quotients)
    return FiguresMeant(question, mentions, derived).may_be(program)


@pytest.mark.parametrize(
    ("question", "column", "is_meant"),
    [
        ("How much was spent on roofs?", COST, True),
        ("How much was spent on roofs?", HOURS, False),
        ("What is the spending on roofs?", HOURS, False),
        ("How many hours were spent on roofs?", HOURS, True),
        ("How much time was spent on roofs?", HOURS, True),
        ("How long was spent on roofs?", HOURS, True),
        ("How much was it for roofs?", HOURS, True),
    ],
)
@pytest.mark.parametrize("step", [ListStep.SUM, ListStep.MEAN, ListStep.MOST])
def test_what_was_spent_is_money_but_for_time(
    step: ListStep, question: str, column: int, is_meant: bool
) -> None:
    assert may_be(question, Program(step, column, None)) is is_meant


@pytest.mark.parametrize(
    "question", ["How much was spent on the roof?", "How much do we spend on the roof?"]
)
def test_where_no_column_is_of_money_any_figure_may_be_spent(question: str) -> None:
    table = list_of("Job,Trade,Hours,Litres\nJ1,Roof,2,9\nJ2,Roof,5,8\nJ3,Drain,1,7\n", "jobs.csv")
    assert may_be(question, Program(ListStep.SUM, 1, None), table)
    assert may_be(question, Program(ListStep.SUM, 2, None), table)
    # beside a column of money they may not
    assert not may_be(question, Program(ListStep.SUM, HOURS, None))


def test_what_is_made_of_money_is_money() -> None:
    table = list_of("Job,Paint (EUR),Hours\nJ1,50,2\nJ2,20,5\nJ3,90,1\n", "jobs.csv")
    question = "How much paint did we spend per hour?"
    plain = Meanings(question, table, "jobs")
    derived = with_derived_columns(plain, cues_of(question, plain.words))
    made = [2 + at for at, each in enumerate(derived.derived) if each.joint == "÷"]
    assert made
    assert all(may_be(question, Program(ListStep.MEAN, at, None), table) for at in made)


def test_what_is_looked_up_is_the_column_that_answers() -> None:
    question = "How much was spent on J1?"
    assert may_be(question, Program(ListStep.LOOK_UP, None, COST))
    assert not may_be(question, Program(ListStep.LOOK_UP, None, HOURS))
    assert not may_be(question, Program(ListStep.LIST, None, HOURS))
    assert may_be(question, Program(ListStep.LIST, None, WHO))  # that is no figure


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("Who spent most?", False),
        ("Which trade spent the most money?", False),
        ("Who spent most often?", True),
        ("Who spent something the most times?", True),
        ("Who worked most?", True),
    ],
)
def test_who_spent_most_did_not_do_it_most_often(question: str, is_meant: bool) -> None:
    assert may_be(question, Program(ListStep.TOP_COUNT, None, WHO)) is is_meant
    assert may_be(question, Program(ListStep.BOTTOM_COUNT, None, WHO)) is is_meant


def test_where_no_column_is_of_money_rows_may_be_counted() -> None:
    table = list_of("Job,Who\nJ1,Ann\nJ2,Bob\nJ3,Ann\n", "jobs.csv")
    assert may_be("Who spent most?", Program(ListStep.TOP_COUNT, None, 0), table)


@pytest.mark.parametrize(
    ("question", "column", "is_meant"),
    [
        ("Who did more jobs?", COST, False),
        ("Who did the most roof jobs?", HOURS, False),
        ("Who worked more often?", HOURS, False),
        ("Did Ann or Bob work less frequently?", HOURS, False),
        ("Who worked more hours?", HOURS, True),
        ("Who worked more often, by hours?", HOURS, True),  # its header is named
        ("Who made more plans?", HOURS, True),  # the list has rows of something else
        ("Who took more?", HOURS, True),
    ],
)
@pytest.mark.parametrize(
    "step", [ListStep.TOP_SUM, ListStep.BOTTOM_SUM, ListStep.TOP, ListStep.MORE_OF_TWO]
)
def test_who_did_more_of_the_rows_is_told_by_counting_them(
    step: ListStep, question: str, column: int, is_meant: bool
) -> None:
    assert may_be(question, Program(step, column, WHO)) is is_meant


SALES = "Ticket,Who,Price (EUR){}\nT1,Ann,5{}\nT2,Bob,9{}\nT3,Ann,7{}\n"


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("Who sold more tickets?", False),  # a row is a ticket
        ("Who sold the most cheap tickets?", False),
        ("Who sold more badges?", True),  # which the list has none of
        ("Who sold more sales?", True),  # so the list is called, and not its rows
    ],
)
def test_more_of_something_counts_rows_where_the_labels_are_of_it(
    question: str, is_meant: bool
) -> None:
    table = list_of(SALES.format("", "", "", ""), "sales.csv")
    assert may_be(question, Program(ListStep.TOP_SUM, 1, 0), table) is is_meant


@pytest.mark.parametrize("pieces", ["Quantity", "Qty", "No of pieces", "Copies"])
def test_a_row_may_be_of_several_where_a_column_counts_them(pieces: str) -> None:
    table = list_of(SALES.format(f",{pieces}", ",2", ",3", ",4"), "sales.csv")
    assert may_be("Who sold more tickets?", Program(ListStep.TOP_SUM, 2, 0), table)
    # how often is of the rows, whatever they are of
    assert not may_be("Who sold more often?", Program(ListStep.TOP_SUM, 2, 0), table)


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("How many sick days did Ann have?", False),
        ("How many days was Ann off?", False),
        ("How many of the days were sick days?", False),
        ("How many unpaid sick days were there?", False),
        ("How many absences did Ann have?", True),  # those are the rows
        ("How many people were off?", True),
        ("How often was Ann off for days?", True),
    ],
)
@pytest.mark.parametrize("step", [ListStep.COUNT, ListStep.COUNT_KINDS])
def test_what_a_column_has_the_number_of_is_not_counted_by_rows(
    step: ListStep, question: str, is_meant: bool
) -> None:
    table = list_of(
        "Absence,Who,Kind,Days\nA1,Ann,sick,3\nA2,Bob,leave,5\nA3,Ann,sick,2\n", "absences.csv"
    )
    column = 0 if step is ListStep.COUNT_KINDS else None
    assert may_be(question, Program(step, None, column), table) is is_meant
    assert may_be(question, Program(ListStep.SUM, 2, None), table)


def test_rows_are_counted_of_two_where_it_is_asked_how_often() -> None:
    question = "Did Ann or Bob work more often?"
    assert may_be(question, Program(ListStep.MORE_OF_TWO, None, None))
    assert may_be(question, Program(ListStep.TOP_COUNT, None, WHO))
    assert may_be(question, Program(ListStep.SUM, HOURS, None))  # that ranks nothing


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("How much was spent on the fence?", False),
        ("How many hours were spent on the fence?", False),
        ("What is the expenditure on the fence?", False),
        ("How much was budgeted for the fence?", True),
        ("How much was spent of the fence budget?", True),
        ("How much was overspent on the fence?", True),
        ("How much of what we spend is left?", True),
        ("How much was it for the fence?", True),
    ],
)
def test_what_was_planned_is_not_what_was_spent(question: str, is_meant: bool) -> None:
    assert may_be(question, Program(ListStep.SUM, BUDGET, None), BUDGETS) is is_meant
    assert may_be(question, Program(ListStep.SUM, ACTUAL, None), BUDGETS)


def test_what_is_made_of_both_is_no_spending() -> None:
    question = "How much more was spent in April?"
    plain = Meanings(question, BUDGETS, "jobs")
    derived = with_derived_columns(plain, cues_of(question, plain.words))
    places = range(len(BUDGETS.columns), len(derived.table.columns))
    assert places
    assert not any(may_be(question, Program(ListStep.SUM, at, None), BUDGETS) for at in places)


def test_a_budget_is_meant_where_nothing_else_was_spent() -> None:
    table = list_of("Job,Budget (EUR),Hours\nFence,100,4\nPond,50,7\n", "costs.csv")
    program = Program(ListStep.SUM, 0, None)
    assert may_be("How much was spent on the fence?", program, table)


@pytest.mark.parametrize(
    ("question", "step", "is_meant"),
    [
        ("What did roofs cost compared with drains?", ListStep.SUM, False),
        ("What did roofs cost compared to drains?", ListStep.LIST, False),
        ("What did roofs cost compared with drains?", ListStep.DIFFERENCE, True),
        ("What did roofs and drains cost?", ListStep.SUM, True),
    ],
)
def test_two_sides_that_are_compared_are_not_put_together(
    question: str, step: ListStep, is_meant: bool
) -> None:
    mentions = Meanings(question, JOBS, "jobs")
    of_both = [
        program
        for program in programs_of(question, mentions, cues_of(question, mentions.words))
        if program.step is step and sides_of(program) is not None
    ]
    assert of_both
    assert may_be(question, Program(step, COST, COST))  # of one side, or of all rows
    assert {may_be(question, each) for each in of_both} == {is_meant}
