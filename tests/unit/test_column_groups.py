"""Groups, conditions and look-ups over the rows of a list, with totals that must not be counted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tables.cell_values import cell_value
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Box, Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

VISITS = (
    ("V1", "Mora", "quay", "2023-11-04", "", "12", "50"),
    ("V2", "Mora", "hill", "2024-01-09", "2024-01-11", "7", "40"),
    ("V3", "Lind", "quay", "12 January 2024", "2024-02-01", "20", "50"),
    ("V4", "Lind", "quay", "2024-03-30", "", "9", "50"),
    ("V5", "Okri", "", "2024-03-31", "2024-04-02", "1", "30"),
)
HEADERS = ("Visit", "Guide", "Place", "Visit date", "Paid", "Guests", "Fee (EUR)")
KINDS = (*(CellKind.TEXT,) * 2, *(CellKind.DATE,) * 2, *(CellKind.NUMBER,) * 2)


def listed(rows=VISITS) -> StoredTable:
    def cell(text: str) -> Cell | None:
        if not text:
            return None
        found = cell_value(text)
        return Cell(text, found.kind, found.value, 0, len(text), 0, None)

    made = [
        StoredRow(
            row[0], (), tuple(map(cell, row[1:])), row[0] == "Total",
            Cell(row[0], CellKind.TEXT, None, 0, len(row[0]), 0, None),
        )
        for row in rows
    ]  # fmt: skip
    columns = tuple(
        Column(name, (name,), kind, "EUR" if "EUR" in name else "", Decimal(1), "")
        for name, kind in zip(HEADERS[1:], KINDS, strict=True)
    )
    return StoredTable("t", "d", (0,), None, (), "", "", columns, tuple(made), HEADERS[0])


def asked(question: str, grid: StoredTable | None = None) -> Calculation | Refusal | None:
    return calculate_columns(question, [grid or listed()])


def checked(made: Calculation) -> bool | None:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Total guests per guide", "Lind: 29; Mora: 19; Okri: 1"),
        ("How many visits per month?", "November 2023: 1; January 2024: 2; March 2024: 2"),
        ("How many visits were there in each year?", "2023: 1; 2024: 4"),
        ("Which guide has the highest average guests?", "Lind"),  # 14.5 against 9.5 and 1
        ("Which month had the fewest visits?", "November 2023"),
        ("Which place has the most guides?", "quay"),  # Mora and Lind against Mora
        ("Which two guides have the most guests?", "Lind, Mora"),
        ("How many visits were in January 2024?", "2"),
        ("How many visits were paid in January 2024?", "1"),
        ("How many visits have no paid date?", "2"),
        ("List the visits without a place", "V5"),
        ("List the visits after 11 January 2024 with more than 8 guests", "V3, V4"),
        ("What is the total guests of Mora or Okri?", "20"),
        ("How many visits are not at the quay?", "1"),
        ("When was visit V3 paid?", "2024-02-01"),
        ("Who is the guide of V4?", "Lind"),
        ("What is the fee of the quay?", "50 EUR"),
        ("Which visit is the latest?", "V5"),
        ("Which visit was paid first?", "V2"),
        ("Which visits were recorded on 31 March 2024?", "V5"),
        ("Guide of V4", "Lind"),
        ("What is the total of guests times fee?", "2,360 EUR"),  # 600 + 280 + 1,000 + 450 + 30
        ("Which guide has the highest total guests times fee?", "Lind"),
    ],
)
def test_answers_worked_out_by_hand(question: str, figure: str) -> None:
    total = ("Total", "", "", "", "", "49", "220")
    for grid in (listed(), listed((*VISITS, total))):
        made = asked(question, grid)
        assert isinstance(made, Calculation), made
        assert made.figure == figure
        assert checked(made) is True


@pytest.mark.parametrize(
    "question",
    [
        "What are the guests of the quay?",  # three visits, of different numbers
        "Which guides are not at the quay?",  # Mora is at both
        "Which place has the highest guests?",
        "How many visits were paid before March?",  # of which year?
        "How many guests per month of payment or visit?",
        "Total guests per boat",
        "Which guide has the most boats?",
        "How many visits were cancelled in January 2024?",
        "Who is the fee of V4?",
        "When was V1 paid?",  # nothing stands there
        "How many were paid in January 2024?",  # of what?
        "What is the fee of V9?",
        "How many visits of Mora or in 2023 are there at hill?",
        "What is the total of guests plus fee?",
    ],
)
def test_what_is_open_gives_no_answer(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_most_is_told_only_where_rows_and_amounts_name_one_group() -> None:
    rows = (
        ("V1", "Mora", "quay", "", "", "5", "1"),
        ("V2", "Mora", "quay", "", "", "5", "1"),
        ("V3", "Lind", "quay", "", "", "9", "1"),
    )
    grid = listed(rows)
    amounts = (*grid.columns[:4], replace(grid.columns[4], name="Quantity"), grid.columns[5])
    made = asked("Which guide visited most?", replace(grid, columns=amounts))
    assert isinstance(made, Calculation)
    assert made.figure == "Mora"
    more = replace(listed((*rows[:2], (*rows[2][:5], "11", "1"))), columns=amounts)
    found = asked("Which guide visited most?", more)
    assert isinstance(found, Refusal)
    assert found.nearest == ("Mora: 2 rows", "Lind: Quantity 11")
    often = asked("Which guide visited most often?", more)
    assert isinstance(often, Calculation)


def test_a_wrong_group_is_noticed_by_the_check() -> None:
    made = asked("Total guests per guide")
    assert isinstance(made, Calculation)
    first, *others = made.operands
    assert checked(replace(made, operands=(replace(first, value=Decimal(4)), *others))) is False
    assert checked(replace(made, operands=(replace(first, label="Okri"), *others))) is False
    assert checked(replace(made, operands=tuple(others))) is False
    assert checked(replace(made, listed=made.listed[:2])) is False
    assert checked(replace(made, listed=(*made.listed, ("Ruhl", "3")))) is False


@pytest.mark.parametrize(
    ("end", "third", "figure"),
    [
        ("lowest", "Lind", "9"),  # 18 in two rows, which is less than the 19 of Mora
        ("highest", "Okri", "20"),
        ("highest", "Okri", "19"),  # one that ties has to be named
    ],
)
def test_a_group_that_a_ranking_does_not_name_lies_behind_those_that_it_names(
    end: str, third: str, figure: str
) -> None:
    made = asked(f"Which two guides have the {end} total guests?")  # of 1, 19 and 29
    assert isinstance(made, Calculation)
    assert third not in dict(made.listed)
    assert checked(made) is True
    cells = tuple(
        replace(operand, value=Decimal(figure)) if operand.label == third else operand
        for operand in made.operands
    )
    assert checked(replace(made, operands=cells)) is False


def test_a_row_that_is_the_sum_of_those_above_is_an_entry_where_it_is_filled_as_they_are() -> None:
    rows = (
        ("V1", "Mora", "quay", "2023-11-04", "", "2", "10"),
        ("V2", "Lind", "hill", "2023-11-05", "", "3", "10"),
        ("V3", "Okri", "quay", "2023-11-06", "", "5", "20"),
    )
    grid = listed(rows)
    sums = replace(grid, rows=(*grid.rows[:2], replace(grid.rows[2], total=True)))
    made = asked("What is the total guests?", sums)
    assert isinstance(made, Calculation)
    assert made.figure == "10"
    empty = replace(grid.rows[2], total=True, cells=(None,) * 4 + grid.rows[2].cells[4:])
    found = asked("What is the total guests?", replace(grid, rows=(*grid.rows[:2], empty)))
    assert isinstance(found, Refusal)


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["Mora", "Lind", "Okri"]), st.sampled_from(["quay", "hill"]),
        st.integers(0, 900), st.integers(1, 28),
    ),
    max_size=12,
).map(lambda rows: [("Mora", "quay", 3, 14), ("Okri", "hill", 4, 13), *rows])  # fmt: skip


@given(ROWS)
def test_groups_add_up_to_the_total_and_a_filter_with_its_negation_to_all_rows(rows) -> None:
    grid = listed(
        tuple(
            (f"V{at}", guide, place, f"2024-05-{day:02}", "", str(guests), "5")
            for at, (guide, place, guests, day) in enumerate(rows)
        )
    )
    sums: dict[str, int] = defaultdict(int)
    for guide, _, guests, _ in rows:
        sums[guide] += guests
    groups = asked("Total guests per guide", grid)
    assert isinstance(groups, Calculation)
    assert dict(groups.listed) == {name: f"{each:,}" for name, each in sums.items()}
    assert checked(groups) is True

    def counted(question: str) -> Decimal:
        made = asked(question, grid)
        return made.value if isinstance(made, Calculation) else Decimal(0)

    assert counted("How many visits are at the quay?") + counted(
        "How many visits are not at the quay?"
    ) == len(rows)
    assert counted("How many visits were before 14 May 2024?") + counted(
        "How many visits were since 14 May 2024?"
    ) == len(rows)


def bare(header: str, rows: tuple[tuple[str, ...], ...]) -> StoredTable:
    """A table of names and figures."""
    names = header.split(",")

    def cell(text: str) -> Cell | None:
        found = cell_value(text)
        return Cell(text, found.kind, found.value, 0, len(text), 0, None) if text else None

    kinds = [
        CellKind.NUMBER if cell_value(rows[0][at]).value is not None else CellKind.TEXT
        for at in range(1, len(names))
    ]
    columns = tuple(
        Column(name, (name,), kind, "EUR" if "EUR" in name else "kg" if "kg" in name else "",
               Decimal(1), "")
        for name, kind in zip(names[1:], kinds, strict=True)
    )  # fmt: skip
    made = tuple(
        StoredRow(row[0], (), tuple(map(cell, row[1:])), False, cell(row[0])) for row in rows
    )
    return StoredTable("t", "d", (0,), None, (), "", "", columns, made, names[0])


@pytest.mark.parametrize(
    ("question", "grid"),
    [
        # the names of two groups differ in a letter that stems do not tell
        ("Total weight by kind", bare("Box,Kind,Weight", (("B1", "lamp", "3"), ("B2", "Lamps", "4"),
                                                         ("B3", "rope", "5")))),
        # a heading stands as a row of its own
        ("Total weight", bare("Box,Weight,Kind", (("B1", "3", "x"), ("B2", "4", "x"),
                                                  ("", "Returned", "")))),
        ("Total weight", bare("Box,Weight", (("B1", "3"),))),
        ("Total weight", bare("Box,Weight", (*(("B1", "3"), ("B2", "4")), *(("B3", ""),) * 3))),
        # both guides have one fee, and so has every other row
        ("What is the fee of Mora?", bare("Box,Guide,Fee", (("B1", "Mora", "5"),
                                                           ("B2", "Mora", "5"),
                                                           ("B3", "Lind", "5")))),
        ("Which guides have at least 2 boxes?", bare("Box,Guide,Fee", (("B1", "Mora", "5"),
                                                                      ("B2", "Mora", "7")))),
        ("What is the total of fee times weight?", bare("Box,Fee (EUR),Weight (kg)",
                                                        (("B1", "5", "2"), ("B2", "7", "3")))),
        ("How many boxes of Mora at Lind?", bare("Box,Guide,Fee", (("B1", "Mora", "5"),
                                                                  ("B2", "Lind", "7")))),
        # one reading ranks the rows, the other ties
        ("Which guide has the most boxes?", bare("Box,Guide,Boxes", (("B1", "Mora", "5"),
                                                                    ("B2", "Lind", "7")))),
    ],
)  # fmt: skip
def test_a_table_that_leaves_the_question_open_gives_no_answer(
    question: str, grid: StoredTable
) -> None:
    assert isinstance(calculate_columns(question, [grid]), Refusal)


def test_a_title_names_the_rows_where_their_label_only_tells_them_apart() -> None:
    rows = (("X1", "Mora", "5"), ("X2", "Mora", "7"), ("X3", "Lind", "2"))
    by_tag, by_box = (bare(f"{head},Guide,Fee", rows) for head in ("Tag", "Box"))
    made = calculate_columns("Which guide has the most parcels?", [by_tag], "parcels")
    assert isinstance(made, Calculation)
    assert made.figure == "Mora"
    assert isinstance(
        calculate_columns("Which guide has the most parcels?", [by_box], "parcels"), Refusal
    )


def test_what_happened_is_not_dated_by_another_event() -> None:
    grid = listed()
    columns = tuple(
        replace(column, name="Paid")
        if column.name == "Visit date"
        else replace(column, name="Note", kind=CellKind.TEXT)
        if column.name == "Paid"
        else column
        for column in grid.columns
    )
    paid = replace(grid, columns=columns)
    assert isinstance(asked("How many visits were recorded in 2023?", paid), Refusal)
    assert isinstance(asked("How many visits were paid in 2023?", paid), Calculation)


def test_a_table_within_a_document_is_not_counted_out() -> None:
    within = replace(listed(), box=Box(0, 0, 9, 9))
    assert isinstance(asked("How many guides are there?", within), Refusal)
    assert isinstance(asked("How many guides are at the quay?", within), Calculation)
    assert isinstance(asked("What is the fee of V1?", within), Refusal | None)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Which boat had the most outings in June?", "Tern"),
        ("How many outings did Tern have in total?", "29"),
        ("How many outings were there in June?", "28"),
        ("How many outings did Gull have in May?", "11"),
        ("How many outings were there in July?", None),  # no row has it
        ("How many outings were there in June 2024?", None),  # no column has years
    ],
)
def test_months_as_words_are_values(question: str, figure: str | None) -> None:
    rows = (("Gull", "May", "11"), ("Gull", "June", "9"), ("Tern", "May", "10"))
    made = calculate_columns(
        question, [bare("Boat,Month,Outings", (*rows, ("Tern", "June", "19")))]
    )
    assert (made.answer if isinstance(made, Calculation) else None) == figure
