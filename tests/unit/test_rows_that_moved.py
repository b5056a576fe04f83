"""Which rows of a table went up or down between its two periods."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.rows_that_moved import rows_that_moved
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

VISITS = (
    "Pier,2031,2030,Change\nNorth Pier,410,380,30\nMill Pier,95,120,-25\nOld Pier,70,70,0\n"
    "Ferry Steps,33,41,-8\nAll piers,608,611,-3\n"
)
ABOUT = "Harbour Trust: Annual Report"


def visits(text: str = VISITS, title: str = "Table 1. Visits to each pier") -> StoredTable:
    table = replace(list_of(text, "visits.csv"), title=title)
    rows = tuple(replace(row, total=row.label == "All piers") for row in table.rows)
    periods = [
        replace(column, period=column.name if column.name.isdigit() else "")
        for column in table.columns
    ]
    return replace(table, rows=rows, columns=tuple(periods))


def told(question: str, *tables: StoredTable) -> str:
    made = rows_that_moved(question, tables, ABOUT)
    return made.answer if isinstance(made, Calculation) else ""


DOWN = "Mill Pier (−25); Ferry Steps (−8)"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which piers had fewer visits than the year before?", DOWN),
        ("Which of the harbour piers had fewer visitors than last year, and how many fewer?", DOWN),
        ("Which piers lost visitors?", DOWN),
        ("Which piers had more visits than the year before?", "North Pier (30)"),
        ("Which piers gained visitors over the year?", "North Pier (30)"),
        ("Which boats had fewer visits than the year before?", ""),
        ("Which piers sold fewer tickets than the year before?", ""),
        ("Which piers had fewer than 50 visits?", ""),
        ("Which piers had fewer visits in 2029 than the year before?", ""),
        ("Which pier had the fewest visits?", ""),
        ("Which piers grew most?", ""),
        ("Which piers fell into the sea?", ""),
        ("Why had some piers fewer visits than the year before?", ""),
        ("Which piers sold less than the year before?", ""),
        ("Which piers had fewer visits than before?", ""),
    ],
)
def test_the_rows_that_went_one_way_are_told(question: str, answer: str) -> None:
    assert told(question, visits()) == answer


def test_both_cells_of_each_row_are_used_and_none_of_a_total() -> None:
    made = rows_that_moved("Which piers lost visitors?", [visits()], ABOUT)
    assert made is not None
    assert [cell.text for cell in made.operands] == ["95", "120", "33", "41"]
    assert made.formula == "95 − 120 = −25; 33 − 41 = −8"


@pytest.mark.parametrize(
    "text",
    [
        VISITS.replace("2030", "2029-12"),  # a month is no year
        VISITS.replace("2030", "2021"),  # ten years are no year
        VISITS.replace("33,41", "33,").replace(",-8", ","),  # closed before, or not counted
        VISITS.replace("Ferry Steps", "Mill Pier"),  # which of them
        VISITS.replace("Change", "2029"),  # three periods
        "\n".join(VISITS.splitlines()[:3]),  # two rows are hardly a choice
        VISITS.replace("410", "-410"),
        VISITS.replace("-25", "").replace("95", "130").replace("33,41", "50,41"),  # none went down
    ],
)
def test_other_tables_tell_nothing(text: str) -> None:
    assert told("Which piers lost visitors?", visits(text)) == ""


def test_two_tables_of_it_leave_it_open() -> None:
    other = replace(visits(title="Table 2. Visits to each pier by boat"), id="b")
    assert told("Which piers lost visitors?", visits(), other) == ""


def test_a_table_is_of_it_by_a_word_of_its_own() -> None:
    plain = replace(visits(title="Table 1"), label_name="Name")
    assert told("Which harbours fell?", plain) == ""


@pytest.mark.parametrize(
    "title",
    [
        "Table 1. Visits and rentals of each pier",
        "Table 1. Visits lost at each pier",
        "Table 1. Waiting visitors at each pier",
    ],
)
def test_figures_of_two_things_or_of_something_worse_are_left(title: str) -> None:
    assert told("Which piers lost visitors?", visits(title=title)) == ""


def test_a_budget_is_not_set_against_what_was_counted() -> None:
    table = visits()
    names = ("Budget 2031", "Actual 2030")
    columns = tuple(
        replace(column, name=name)
        for column, name in zip(table.columns, (*names, "Change"), strict=True)
    )
    assert told("Which piers lost visitors?", replace(table, columns=columns)) == ""


def test_a_last_row_that_adds_up_is_a_total_whatever_it_is_called() -> None:
    text = VISITS.replace("All piers,608,611,-3", "Harbour,608,611,-3")
    assert told("Which piers lost visitors?", visits(text)) == DOWN


def test_a_saint_is_no_total() -> None:
    text = VISITS.replace("Mill Pier", "All Saints Pier").replace("All piers", "Total")
    assert told("Which piers lost visitors?", visits(text)).startswith("All Saints Pier (−25)")


def test_rows_of_two_groups_are_left() -> None:
    table = visits()
    rows = tuple(replace(row, group=("Old",) if at else ()) for at, row in enumerate(table.rows))
    assert told("Which piers lost visitors?", replace(table, rows=rows)) == ""
