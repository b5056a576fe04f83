"""Shares and changes of a row that is named together with what its table is about."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.part_of_total import part_of_total, share_asked
from backend.types.calculations import Calculation
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

ROWS = (
    ("Buoys3", ("120", "100", "20.0%")),
    ("Ropes", ("300", "310", "(3.2)%")),
    ("Sails", ("180", "190", "(5.3)%")),
    ("Worldwide", ("601", "600", "0.2%")),  # each figure is rounded
)


def cell(text: str, kind: CellKind = CellKind.NUMBER) -> Cell:
    value = Decimal(text.replace(",", "").replace("(", "-").replace(")", "").strip("%"))
    return Cell(text, kind, value, 10, 10 + len(text), 2, None)


def products(title: str = "Sales by product", rows: tuple = ROWS) -> StoredTable:
    names = ("2024", "2023", "% Change")
    columns = tuple(
        Column(
            name,
            (name,),
            CellKind.PER_CENT if "%" in name else CellKind.NUMBER,
            "%" if "%" in name else "EUR",
            Decimal(1) if "%" in name else Decimal(1000),
            "" if "%" in name else name,
        )
        for name in names
    )
    held = tuple(
        StoredRow(label, (), tuple(cell(text) for text in texts), False, None)
        for label, texts in rows
    )
    return StoredTable("t", "d", (2,), None, (), title, "", columns, held, "EUR thousand")


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        ("What share of 2024 sales came from buoys?", "120 ÷ 601 = 19.97 %"),
        ("What percentage of sales did ropes account for in 2023?", "310 ÷ 600 = 51.67 %"),
        ("What share of sales was sails in 2024?", "180 ÷ 601 = 29.95 %"),
        ("By how much did sales of buoys grow in 2024, in per cent?", "120 ÷ 100 − 1 = 20 %"),
        ("By how much did rope sales fall in 2024?", "300 − 310 = −10 thousand EUR"),
    ],
)
def test_a_row_and_what_its_table_is_about(question: str, formula: str) -> None:
    made = calculate(question, [products()])
    assert isinstance(made, Calculation), made
    assert made.formula == formula


@pytest.mark.parametrize(
    "question",
    [
        "What share of 2024 profits came from buoys?",  # the table is about sales
        "What share of 2024 sales came from anchors?",
        "What share of 2022 sales came from buoys?",
    ],
)
def test_no_share_of_what_the_table_is_not_about(question: str) -> None:
    assert part_of_total(question, [products()]) is None


def test_no_share_where_nothing_adds_up_or_two_tables_differ() -> None:
    question = "What share of 2024 sales came from buoys?"
    loose = (*ROWS[:3], ("Worldwide", ("640", "600", "6.7%")))
    assert part_of_total(question, [products(rows=loose)]) is None
    other = (("Buoys", ("150", "100", "50.0%")), *ROWS[1:3], ("All", ("630", "600", "5.0%")))
    both = [products(), replace(products("Sales of the north", other), id="u")]
    assert part_of_total(question, both) is None


def test_the_part_and_the_whole_of_a_share() -> None:
    asked = share_asked("What proportion of total revenue does the north bring in, in 2024?")
    assert asked is not None
    assert (asked.part, asked.years) == ("the north", ("2024",))
    assert share_asked("How large is the share of the north?") is None


def test_a_row_that_adds_up_those_above_it_leaves_entries_open() -> None:
    _, totals, doubtful = entries_of(products())
    assert (totals, doubtful) == (0, ("Worldwide",))
    _, _, doubtful = entries_of(products(rows=ROWS[:3]))
    assert doubtful == ()


def test_so_does_one_that_adds_up_those_below_it() -> None:
    _, _, doubtful = entries_of(products(rows=tuple(reversed(ROWS))))
    assert doubtful == ("Worldwide",)


def test_in_a_table_with_words_only_a_row_without_them_may_sum_up_others() -> None:
    plain = products(rows=tuple(reversed(ROWS)))
    kind = Column("Use", ("Use",), CellKind.TEXT, "", Decimal(1), "")
    word = Cell("afloat", CellKind.TEXT, None, 0, 6, 0, None)

    def used(first: Cell | None) -> StoredTable:
        uses = [first, *[word] * (len(plain.rows) - 1)]
        rows = [
            replace(row, cells=(*row.cells, use)) for row, use in zip(plain.rows, uses, strict=True)
        ]
        return replace(plain, columns=(*plain.columns, kind), rows=tuple(rows))

    assert entries_of(used(None))[2] == ("Worldwide",)
    assert entries_of(used(word))[2] == ()
