"""Rows that last from one day to another are meant by a day in between."""

from __future__ import annotations

from datetime import date

import pytest

from backend.dates import Span
from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import meaning_of
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_conditions import kept_rows
from backend.tasks.calculate.programs.column_links import ColumnLink, Dated
from backend.tasks.calculate.programs.column_words import LABEL
from backend.types import Calculation, Refusal, StoredTable
from tests.unit.csv_lists import list_of

AWAY = list_of(
    "Who,Kind,From,To\nIda,leave,2031-03-02,2031-03-06\nJon,sick,2031-03-05,2031-03-05\n"
    "Cy,leave,2031-03-05,2031-03-09\nBea,leave,2031-03-20,2031-03-21\n",
    "away.csv",
)


def names(question: str, table: StoredTable = AWAY) -> set[str]:
    """What the programs that list names and are of every day that is said come to."""
    mentions = Meanings(question, table, "away")
    found = set()
    for program in programs_of(question, mentions, cues_of(question, mentions.words)):
        if program.step is ListStep.LIST and program.answer == -1 and program.dates:
            outcome = run(program, table)
            if isinstance(outcome, Calculation) and not program.values:
                found.add(outcome.answer)
    return found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who was off on 5 March 2031?", "Ida, Jon, Cy"),
        ("Who was off on 6 March?", "Ida, Cy"),
        ("Who was away on 8 March?", "Cy"),
        ("Who was on leave on 8 March?", "Cy"),
    ],
)
def test_those_who_began_by_then_and_end_no_sooner(question: str, answer: str) -> None:
    assert names(question) == {answer}


@pytest.mark.parametrize(
    "question",
    [
        "Who started on 5 March 2031?",
        "Who went off on 5 March 2031?",
        "Who pays on 5 March 2031?",
        "Who was not off on 5 March 2031?",
        "Who was free on 5 March 2031?",
    ],
)
def test_what_begins_ends_or_is_paid_on_a_day_is_asked_of_that_day(question: str) -> None:
    assert "Ida, Jon, Cy" not in names(question)


def test_figures_of_several_days_are_none_of_one_day() -> None:
    days = list_of(
        "Who,From,To,Days\nIda,2031-03-02,2031-03-06,5\nJon,2031-03-05,2031-03-05,1\n", "away.csv"
    )
    question = "How many days was Ida off on 5 March 2031?"
    mentions = Meanings(question, days, "away")
    steps = {
        program.step
        for program in programs_of(question, mentions, cues_of(question, mentions.words))
        if program.dates
    }
    assert ListStep.COUNT in steps
    assert ListStep.SUM not in steps


def test_what_has_no_end_may_still_be_so() -> None:
    open_end = list_of("Who,From,To\nIda,2031-03-02,2031-03-06\nJon,2031-03-03,\n", "away.csv")
    assert names("Who was off on 5 March 2031?", open_end) == set()


def test_a_month_is_no_day() -> None:
    assert "Ida, Jon, Cy, Bea" in names("Who was off in March 2031?")


def test_two_columns_of_other_days_are_no_period() -> None:
    bills = list_of("Bill,Sent,Paid\n1,2031-03-02,2031-03-06\n2,2031-03-05,2031-03-09\n", "b.csv")
    assert names("Which bills were on 5 March 2031?", bills) == {"2"}


def test_the_meaning_says_both_bounds() -> None:
    question = "Who was off on 5 March 2031?"
    mentions = Meanings(question, AWAY, "away")
    program = next(
        each
        for each in programs_of(question, mentions, cues_of(question, mentions.words))
        if each.step is ListStep.LIST and each.answer == -1 and not each.values
    )
    assert meaning_of(program, AWAY, "away") == (
        "which Who where From ≤ 5 March 2031 and To ≥ 5 March 2031"
    )


def test_the_first_day_may_label_the_rows() -> None:
    away = list_of(
        "From,To,Who\n2031-03-02,2031-03-06,Ida\n2031-03-05,2031-03-05,Jon\n"
        "2031-03-20,2031-03-21,Bea\n",
        "away.csv",
    )
    question = "Who was off on 5 March 2031?"
    mentions = Meanings(question, away, "away")
    answers = {
        outcome.answer
        for program in programs_of(question, mentions, cues_of(question, mentions.words))
        if program.step is ListStep.LIST and program.answer == 1 and program.dates
        if isinstance(outcome := run(program, away), Calculation)
    }
    assert answers == {"Ida, Jon"}


@pytest.mark.parametrize("last", ["same day", "23/4/31 or later", "tbc"])
def test_words_in_place_of_the_last_day_leave_it_open(last: str) -> None:
    rows = f"Ida,2031-03-02,2031-03-06\nJon,2031-03-05,{last}\nBea,2031-03-05,{last}\n"
    away = list_of(f"Who,From,To\n{rows}Cy,2031-03-01,2031-03-09\n", "away.csv")
    assert "Ida, Cy" not in names("Who was off on 5 March 2031?", away)


def test_days_that_cannot_be_read_are_refused() -> None:
    rows = "".join(f"Kit{at},2031-03-{at:02},2031-03-{at + 2:02}\n" for at in range(1, 20))
    away = list_of(f"Who,From,To\n{rows}Ann,2031-03-05,31 or 32\n", "away.csv")
    assert names("Who was off on 5 March 2031?", away) == {"Kit5, Ann"}  # who began on it
    day = Span(date(2031, 3, 5), date(2031, 3, 5))
    link = ColumnLink(LABEL, (), (), (), (Dated(1, "≥", day, "5 March 2031"),), ())
    assert isinstance(kept_rows(away, link, list(range(20))), Refusal)
