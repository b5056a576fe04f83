"""Cells without a figure or a day are left out, and nothing fails for them."""

from __future__ import annotations

from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

HIRES = list_of(
    "Date,Hirer,Room,Hours,Charge (EUR)\n"
    "2031-05-01,Quay choir,Loft,3,60\n"
    "2031-05-02,Chess club,Cellar,2,\n"
    "2031-05-03,Quay choir,Loft,4,80\n"
    "2031-06-04,Sewing bee,Cellar,1,20\n",
    "hires.csv",
)


def test_the_most_used_room_is_asked_of_rows_that_have_a_figure() -> None:
    outcome = calculate_columns("Which room is used the most?", [HIRES], "hires")
    assert isinstance(outcome, Calculation | Refusal)
    assert not isinstance(outcome, Calculation) or outcome.answer == "Loft"


def test_an_empty_day_belongs_to_no_month() -> None:
    jobs = list_of(
        "Job,Closed,Hours\nA,2031-05-01,3\nB,,4\nC,2031-06-02,5\nD,2031-06-08,6\n", "jobs.csv"
    )
    fewest = Program(ListStep.BOTTOM_COUNT, None, 0, part="month")
    outcome = run(fewest, jobs)
    assert isinstance(outcome, Calculation)
    assert outcome.answer == "May 2031"


def test_shares_are_one_whole_only_where_every_row_has_one() -> None:
    shares = list_of("Owner,Town,Share (%)\nAda,Ely,60\nCy,Ely,\nBo,Ware,40\n", "shares.csv")
    outcome = run(Program(ListStep.SUM, 1, None), shares)
    assert isinstance(outcome, Refusal)
