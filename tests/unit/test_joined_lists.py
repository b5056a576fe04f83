"""Two lists that share a key, asked as one."""

from __future__ import annotations

from dataclasses import replace

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.joined_lists import Joined, joined_of, told_of_joined
from backend.types import Chunk
from backend.types.calculations import Calculation
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

HOMES: Columns = (("Village", CellKind.TEXT, ""), ("Since", CellKind.NUMBER, ""))
KEEPERS = (
    ("Ada Finch", "Quay", "2011"),
    ("Omar Rell", "Hill", "2012"),
    ("Ivo Lang", "Quay", "2015"),
)
FEES: Columns = (("Keeper", CellKind.TEXT, ""), ("Amount", CellKind.NUMBER, "EUR"))
PAID = (
    ("2024-01-03", "Ada Finch", "10"),
    ("2024-01-09", "Omar Rell", "7"),
    ("2024-02-01", "Ivo Lang", "5"),
    ("2024-02-02", "Ada Finch", "20"),
)


def keepers(rows: tuple[tuple[str, ...], ...] = KEEPERS) -> StoredTable:
    return replace(listed(rows, HOMES, "Name"), id="k", document_id="keepers", title="keepers")


def payments(rows: tuple[tuple[str, ...], ...] = PAID, columns: Columns = FEES) -> StoredTable:
    return replace(listed(rows, columns, "Date"), id="p", document_id="fees", title="payments")


def told(question: str, joined: Joined | None) -> Calculation | None:
    assert joined is not None
    made = calculate_columns(question, [joined.table], "payments keepers")
    assert isinstance(made, Calculation), made
    return told_of_joined(made, joined, "payments", "keepers")


def test_what_one_list_says_picks_rows_of_the_other_with_the_cells_of_both() -> None:
    joined = joined_of(payments(), keepers(), "keepers")
    made = told("How much did keepers in Quay pay?", joined)
    assert made is not None
    assert made.figure == "35 EUR"  # 10 + 5 + 20
    assert "matched with keepers by Keeper and Name" in made.formula
    places = [(operand.document_id, operand.text) for operand in made.operands]
    assert places == [
        *(("fees", "10"), ("keepers", "Quay")),
        *(("fees", "5"), ("keepers", "Quay"), ("fees", "20")),
    ]
    held = [
        Chunk(operand.document_id, operand.document_id, "s", 0, operand.text, 0, 99, (0,), "row")
        for operand in made.operands
    ]
    assert check_calculation(made, held).supported is True


def test_groups_of_the_other_list_are_ranked() -> None:
    made = told("Which village paid the most?", joined_of(payments(), keepers(), "keepers"))
    assert made is not None
    assert made.listed == (("Quay", "35 EUR"), ("Hill", "7 EUR"))


def test_a_figure_of_one_list_alone_is_none_of_both() -> None:
    assert told("How much did Ada Finch pay?", joined_of(payments(), keepers(), "keepers")) is None


def test_a_row_without_a_match_is_said_and_many_are_no_key() -> None:
    strangers = tuple(("2024-03-01", f"Guest {at}", "1") for at in range(2))
    many = tuple((f"2024-04-{at:02}", "Ada Finch", "1") for at in range(1, 20))
    few = joined_of(payments((*PAID, *many, strangers[0])), keepers(), "keepers")
    made = told("How much did keepers in Hill pay?", few)
    assert made is not None
    assert "1 without a match" in made.formula
    assert joined_of(payments((*PAID, *strangers)), keepers(), "keepers") is None


def test_a_key_that_stands_twice_joins_nothing() -> None:
    twice = keepers((*KEEPERS, ("Ada Finch", "Hill", "2020")))
    assert joined_of(payments(), twice, "keepers") is None


def test_two_keys_join_nothing() -> None:
    columns: Columns = (*FEES, ("Second keeper", CellKind.TEXT, ""))
    rows = tuple((*row, "Ada Finch" if at else "Omar Rell") for at, row in enumerate(PAID))
    assert joined_of(payments(rows, columns), keepers(), "keepers") is None


def test_a_column_that_is_called_otherwise_is_no_key() -> None:
    columns: Columns = (("Collected by", CellKind.TEXT, ""), FEES[1])
    assert joined_of(payments(PAID, columns), keepers(), "keepers") is None


def test_a_table_on_a_page_is_not_joined() -> None:
    dated = replace(payments().columns[1], name="2024", path=("2024",), period="2024")
    table = replace(payments(), columns=(payments().columns[0], dated))
    assert joined_of(table, keepers(), "keepers") is None


def test_a_list_with_a_row_that_may_sum_up_others_is_not_joined() -> None:
    table = payments()
    *first, last = table.rows
    doubtful = replace(last, cells=(None, *last.cells[1:]), total=True)
    assert joined_of(replace(table, rows=(*first, doubtful)), keepers(), "keepers") is None
    members = keepers((*KEEPERS, ("Una Reed", "", "2016")))
    *others, sum_of = members.rows
    unsure = replace(members, rows=(*others, replace(sum_of, total=True)))
    assert joined_of(table, unsure, "keepers") is None
