"""Cells of tables as facts: whose, by which header, how much, and where that is printed."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tables.cell_facts import MOST_CELLS, cell_facts
from backend.types import Cell, CellKind, Column, StoredRow, StoredTable
from tests.unit.small_ledgers import ledger

SALES = ledger(
    (("2023", "2023"), ("Change", "")),
    (
        (("Small boats",), "Terns", ("1,250", "4.5%")),
        ((), "Earnings per share", ("0.31", "")),
    ),
    title="Sales by boat",
)


def said(table: StoredTable) -> list[str]:
    return [fact.text for fact in cell_facts(table)]


def test_a_cell_is_told_of_its_row_under_its_header_with_unit_and_scale() -> None:
    first, second, share = cell_facts(SALES)
    assert (first.subject, first.relation) == ("Sales by boat: Small boats: Terns", "2023")
    assert first.object == "1,250 (USD, in thousands)"
    assert first.value == Decimal(1_250_000)
    assert (first.kind, first.page, first.start, first.end) == (CellKind.NUMBER, 2, 10, 15)
    assert (first.row, first.column) == (0, 0)
    # a share is of no money, and figures per share are not in thousands
    assert (second.object, second.unit, second.value) == ("4.5%", "%", Decimal("4.5"))
    assert (share.object, share.unit, share.value) == ("0.31", "", Decimal("0.31"))


@pytest.mark.parametrize(
    ("printed", "unit", "told"),
    [
        ("$(1,234)", "USD", "$(1,234)"),
        ("(1,234)", "USD", "(1,234) (USD)"),
        ("−7.5", "kg", "−7.5 (kg)"),
        ("9.4 kg", "kg", "9.4 kg"),
        ("12", "", "12"),
    ],
)
def test_a_cell_that_says_its_unit_is_not_given_it_twice(
    printed: str, unit: str, told: str
) -> None:
    cell = Cell(printed, CellKind.NUMBER, Decimal(1), 0, 1, 0, None)
    kind = CellKind.CURRENCY if unit == "USD" else CellKind.NUMBER
    column = Column("Weight", ("Weight",), kind, unit, Decimal(1), "")
    row = StoredRow("Anchor", (), (cell,), False, None)
    table = replace(SALES, columns=(column,), rows=(row,))
    assert cell_facts(table)[0].object == told


def test_votes_below_a_text_that_speaks_of_money_are_no_money() -> None:
    cell = Cell("59,657,810", CellKind.NUMBER, Decimal(59_657_810), 0, 10, 0, None)
    column = Column("Votes for", ("Votes for",), CellKind.NUMBER, "USD", Decimal(1), "")
    row = StoredRow("Ada Finch", (), (cell,), False, None)
    (fact,) = cell_facts(replace(SALES, columns=(column,), rows=(row,)))
    assert (fact.unit, fact.object) == ("", "59,657,810")
    scaled = replace(column, scale=Decimal(1000))
    (fact,) = cell_facts(replace(SALES, columns=(scaled,), rows=(row,)))
    assert fact.object == "59,657,810 (USD, in thousands)"


def test_what_says_nothing_or_of_nothing_is_left_out() -> None:
    dash = Cell("—", CellKind.NIL, None, 0, 1, 0, None)
    word = Cell("oak", CellKind.TEXT, None, 0, 3, 0, None)
    column = Column("Wood", ("Wood",), CellKind.TEXT, "", Decimal(1), "")
    rows = (
        StoredRow("Keel", (), (dash,), False, None),
        StoredRow("Mast", (), (None,), False, None),
        StoredRow("", (), (word,), False, None),
    )
    bare = replace(SALES, title="", section=(), columns=(column,), rows=rows)
    assert said(bare) == []
    assert said(replace(bare, section=("Boats", "Timber"))) == ["Timber Wood oak"]
    assert said(replace(bare, title="Timbers")) == ["Timbers Wood oak"]


def test_a_header_says_its_period_once() -> None:
    table = ledger(
        (("2023", "2023"), ("2022", "2022")),
        ((("Fourth quarter",), "Terns", ("3", "2")),),
    )
    assert [fact.relation for fact in cell_facts(table)] == [
        "Fourth quarter 2023",
        "Fourth quarter 2022",
    ]
    assert {cell_fact.subject for cell_fact in cell_facts(table)} == {"Terns"}


class _Counted(tuple[StoredRow, ...]):
    """Rows that count how often one of them is looked at."""

    looked = 0

    def __getitem__(self, at: object) -> StoredRow:  # type: ignore[override]
        _Counted.looked += 1
        return super().__getitem__(at)  # type: ignore[index, return-value]


def test_of_a_large_table_no_more_rows_are_read_than_it_takes() -> None:
    row = SALES.rows[0]
    table = replace(SALES, rows=_Counted([row] * 50_000))
    assert len(cell_facts(table)) == MOST_CELLS
    assert _Counted.looked <= MOST_CELLS / 2 + 1  # each row has two cells
    assert [fact.row for fact in cell_facts(table, [49_999, 50_000, -1])] == [49_999, 49_999]


@given(st.integers(0, 4), st.integers(0, 9))
def test_a_row_by_itself_states_what_it_states_among_the_others(at: int, most: int) -> None:
    whole = cell_facts(SALES, most=most)
    assert len(whole) <= most
    own = cell_facts(SALES, [at])
    assert own == tuple(fact for fact in cell_facts(SALES) if fact.row == at)
