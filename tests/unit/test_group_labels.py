"""A label that a sheet prints once over several rows is of each of them, where a total says so;
else it is open."""

from __future__ import annotations

import pytest

from backend.readers.layout.group_labels import with_group_labels
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Refusal
from tests.unit.csv_lists import list_of

QUAYS = [
    ["East", "Otter", "12"],
    ["", "Heron", "9"],
    ["Total East", "", "21"],
    ["West", "Mole", "5"],
    ["Subtotal West", "", "5"],
    ["Total", "", "26"],
]


def test_the_label_of_a_group_is_put_into_its_rows() -> None:
    assert [row[0] for row in with_group_labels(QUAYS)] == [
        *("East", "East", "Total East", "West", "Subtotal West", "Total"),
    ]
    behind = [["East", "Otter", "12"], ["", "Heron", "9"], ["East total", "", "21"]]
    assert with_group_labels(behind)[1][0] == "East"


@pytest.mark.parametrize(
    "rows",
    [
        [["East", "Otter", "12"], ["", "Heron", "9"]],  # nobody may know whose it is
        [["East", "Otter", "12"], ["", "Heron", "9"], ["West", "Mole", "5"]],
        [["East", "Otter", "12"], ["", "Heron", "9"], ["Total", "", "21"]],
        [["East", "Otter", "12"], ["", "Heron", "9"], ["Total West", "", "21"]],
        [["East", "Otter", "12"], ["", "", "9"], ["Total East", "", "21"]],
        [["East", "7", "12"], ["", "8", "9"], ["Total East", "15", "21"]],
    ],
)
def test_without_such_a_total_no_label_is_filled_in(rows: list[list[str]]) -> None:
    assert with_group_labels(rows) == rows


BARE = list_of("Quay,Boat,Crates\nEast,Otter,12\n,Heron,9\nWest,Mole,5\n", "crates.csv")


@pytest.mark.parametrize(
    "question", ["How many crates does East have?", "What are the crates of East?"]
)
def test_a_label_over_rows_without_one_leaves_the_figure_open(question: str) -> None:
    for made in (calculate(question, [BARE]), calculate_columns(question, [BARE], "")):
        assert made is None or isinstance(made, Refusal)


def test_a_row_that_is_named_by_its_own_words_is_told() -> None:
    made = calculate_columns("What are the crates of Otter?", [BARE], "")
    assert getattr(made, "answer", "") == "12"
    west = calculate_columns("What are the crates of West?", [BARE], "")
    assert getattr(west, "answer", "") == "5"


CREW = "Name,Harbour,Years at sea\nBirte,Elm,30\n,Ash,4\nCarl,Oak,12\nDora,Fir,9\nEnno,Elm,21\n"


def test_one_name_that_is_missing_leaves_the_row_above_it_alone() -> None:
    made = calculate_columns("What are the years at sea of Birte?", [list_of(CREW)], "")
    assert getattr(made, "answer", "") == "30"
    assert "the row below has no Name" in getattr(made, "formula", "")
    plain = calculate_columns("What are the years at sea of Dora?", [list_of(CREW)], "")
    assert "the row below" not in getattr(plain, "formula", "the row below")


@pytest.mark.parametrize(
    "text",
    [
        CREW.replace("Enno,Elm", ",Elm"),  # two blanks
        CREW.replace(",Ash,4\n", ",Ash,4\n,Fir,3\n"),
        CREW.replace("Enno", "Carl"),  # a label comes again
        CREW.replace("Enno,Elm,21\n", ""),  # too few rows to tell
    ],
)
def test_where_labels_may_stand_over_groups_the_row_above_a_blank_one_is_open(text: str) -> None:
    made = calculate_columns("What are the years at sea of Birte?", [list_of(text)], "")
    assert isinstance(made, Refusal)


def test_all_rows_of_the_group_are_added_up() -> None:
    text = "\n".join(["Quay,Boat,Crates", *(",".join(row) for row in QUAYS)])
    made = calculate_columns("What is the total crates of East?", [list_of(text, "crates.csv")], "")
    assert getattr(made, "answer", "") == "21"
