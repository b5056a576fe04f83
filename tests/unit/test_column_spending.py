"""Lists of expenses and of people, as they are kept for a club, in the words people ask in."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

Columns = tuple[tuple[str, CellKind, str], ...]
SPENDING: Columns = (
    ("Kind", CellKind.TEXT, ""),
    ("Shop", CellKind.TEXT, ""),
    ("Amount (EUR)", CellKind.NUMBER, "EUR"),
    ("Paid by", CellKind.TEXT, ""),
    ("Boat", CellKind.TEXT, ""),
)
EXPENSES = (
    ("2026-01-12", "Paint", "Chandler", "84.50", "Ada Finch", "Tern"),
    ("2026-02-03", "Rope", "Ropewalk", "112.00", "Omar Rell", "Gannet"),
    ("2026-02-17", "Paint", "Chandler", "95.50", "Ada Finch", "Gannet"),
    ("2026-04-02", "Sails", "Loft", "900.00", "Omar Rell", "Tern"),
)
PEOPLE: Columns = (
    ("Joined", CellKind.NUMBER, ""),
    ("Town", CellKind.TEXT, ""),
    ("Fee (EUR)", CellKind.NUMBER, "EUR"),
    ("Paid", CellKind.TEXT, ""),
)
MEMBERS = (
    ("Ada Finch", "2018", "Tarnow", "60", "yes"),
    ("Omar Rell", "2021", "Wend", "30", "no"),
    ("Ida Brandt", "2023", "Tarnow", "30", "yes"),
)


def held(text: str, kind: CellKind) -> Cell:
    value = Decimal(text) if kind in (CellKind.NUMBER, CellKind.PER_CENT) else None
    return Cell(text, kind, value, 0, len(text), 0, None)


def listed(rows: tuple[tuple[str, ...], ...], columns: Columns, over: str) -> StoredTable:
    made = tuple(
        StoredRow(
            label,
            (),
            tuple(
                held(text, kind) if text else None
                for text, (_, kind, _) in zip(texts, columns, strict=True)
            ),
            False,
            held(label, CellKind.TEXT),
        )
        for label, *texts in rows
    )
    heads = tuple(Column(name, (name,), kind, unit, Decimal(1), "") for name, kind, unit in columns)
    return StoredTable("t", "d", (0,), None, (), "", "", heads, made, over)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much did we spend on paint?", "180.00 EUR"),
        ("How much was spent on paint in February?", "95.50 EUR"),
        ("How much money did we spend in the first quarter of 2026?", "292.00 EUR"),
        ("How much did Ada Finch pay in total?", "180.00 EUR"),
        ("How much did the Tern cost?", "984.50 EUR"),
        ("How much did the boat Gannet cost altogether?", "207.50 EUR"),
        ("Who paid the most?", "Omar Rell"),
        ("Who paid the least?", "Ada Finch"),
        ("In which month did we spend the most?", "April 2026"),
        ("Which boat was the most expensive?", "Tern"),
        ("Which boat was the most expensive in the first quarter of 2026?", "Gannet"),
        ("Which shop got the most money?", "Loft"),
        ("How many expenses were there in February?", "2"),
        ("What share of the expenses was paint?", "15.1 %"),
        ("Which expenses are above 100 euros?", "2026-02-03, 2026-04-02"),
        ("How much did we spend on diesel?", None),
        ("How much did Ida Brandt pay in total?", None),
    ],
)
def test_what_was_spent(question: str, answer: str | None) -> None:
    made = calculate_columns(question, [listed(EXPENSES, SPENDING, "Date")], "Expenses")
    if answer is None:
        assert not isinstance(made, Calculation)
        return
    assert isinstance(made, Calculation), made
    assert made.figure == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Omar Rell live?", "Wend"),
        ("Who joined first?", "Ada Finch"),
        ("Who joined last?", "Ida Brandt"),
        ("When did Ida Brandt join?", "2023"),
        ("Has Omar Rell paid?", "no"),
        ("Has Ada Finch paid her fee?", "yes"),
        ("How much do the fees come to?", "120 EUR"),
        ("How many members live in Tarnow?", "2"),
        ("Has Lena Voss paid?", None),
        ("Is Omar Rell in Tarnow?", None),
    ],
)
def test_people_of_a_list(question: str, answer: str | None) -> None:
    made = calculate_columns(question, [listed(MEMBERS, PEOPLE, "Name")], "Members")
    if answer is None:
        assert not isinstance(made, Calculation)
        return
    assert isinstance(made, Calculation), made
    assert made.figure == answer


def test_a_word_that_names_the_rows_and_a_value_is_open() -> None:
    columns = (*PEOPLE, ("Role", CellKind.TEXT, ""))
    roles = ("Chair", "Member", "Member")
    rows = tuple((*row, role) for row, role in zip(MEMBERS, roles, strict=True))
    made = calculate_columns("How many members live in Tarnow?", [listed(rows, columns, "Name")])
    assert not isinstance(made, Calculation)
    about = calculate_columns(
        "How many members live in Tarnow?", [listed(rows, columns, "Name")], "Members"
    )
    assert isinstance(about, Refusal)
    assert about.is_open
