"""Lists whose rows are paid late, overdue, over budget or below a level: by two of their columns,
or by a day that is still empty."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.row_states import may_state, states_of
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

BILLED: Columns = (
    ("Customer", CellKind.TEXT, ""),
    ("Issued", CellKind.DATE, ""),
    ("Due", CellKind.DATE, ""),
    ("Net", CellKind.NUMBER, ""),
    ("VAT", CellKind.NUMBER, ""),
    ("Gross", CellKind.NUMBER, ""),
    ("Paid on", CellKind.DATE, ""),
)
BILLS = (
    ("71", "Sill Farm", "2026-02-02", "2026-03-04", "100.00", "20.00", "120.00", "2026-02-27"),
    ("72", "Moor & Co", "2026-02-09", "2026-03-11", "50.00", "10.00", "60.00", ""),
    ("73", "Sill Farm", "2026-02-20", "2026-03-22", "40.00", "8.00", "48.00", "2026-03-30"),
    ("74", "Quay Inn", "2026-03-01", "2026-03-31", "200.00", "40.00", "240.00", ""),
    ("75", "Moor & Co", "2026-03-12", "2026-04-11", "90.00", "18.00", "108.00", "2026-04-11"),
)
STOCKED: Columns = (
    ("Category", CellKind.TEXT, ""),
    ("In stock", CellKind.NUMBER, ""),
    ("Reorder level", CellKind.NUMBER, ""),
    ("Unit price", CellKind.NUMBER, ""),
)
STOCK = (
    ("Wire", "Electrical", "120", "200", "0.50"),
    ("Junction box", "Electrical", "340", "150", "2.40"),
    ("Pine board", "Timber", "45", "60", "8.00"),
    ("Oak board", "Timber", "10", "10", "20.00"),
)
PLANNED: Columns = (
    ("Lead", CellKind.TEXT, ""),
    ("Budget", CellKind.NUMBER, ""),
    ("Spent", CellKind.NUMBER, ""),
    ("Planned end", CellKind.DATE, ""),
    ("Finished", CellKind.DATE, ""),
)
PROJECTS = (
    ("Alba", "Mo Keel", "4000", "4300", "2025-11-30", "2026-01-14"),
    ("Brae", "Rui Tarn", "2500", "2200", "2025-12-15", "2025-12-10"),
    ("Corrie", "Mo Keel", "6000", "7100", "2026-02-28", ""),
    ("Dubh", "Olga Venn", "1800", "900", "2026-06-30", ""),
)
WEIGHED: Columns = (("Weight", CellKind.PER_CENT, "%"), ("When", CellKind.TEXT, ""))
PARTS = (
    ("Essay", "30", "in June"),
    ("Oral test", "20", "in May"),
    ("Final examination", "50", "in July"),
)


def said(
    question: str, rows: tuple[tuple[str, ...], ...], columns: Columns, over: str, about: str
) -> str | None:
    """The figure that is told, checked by its cells; nothing where none is."""
    made = calculate_columns(question, (listed(rows, columns, over),), about)
    if not isinstance(made, Calculation):
        return None
    assert check_calculation(made, held_by(made)).supported, made
    return made.sentence.split(" (")[0]


def held_by(made: Calculation) -> list[Chunk]:
    """One passage that holds the cells of a calculation."""
    text = " ".join(operand.text for operand in made.operands)
    return [Chunk("c", "d", "s", 0, text, 0, 99, (), "row")]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # a day that is empty until it is done
        ("Which invoices are unpaid?", "72, 74"),
        ("Which invoices have not been paid yet?", "72, 74"),
        ("How many invoices are still unpaid?", "2"),
        ("Which invoices of Moor & Co are unpaid?", "72"),
        ("Which customers have unpaid invoices?", "Moor & Co, Quay Inn"),
        ("Which customers have not paid?", None),  # Moor & Co has paid one and not the other
        ("How much does Moor & Co still owe?", "60.00"),
        ("How much is outstanding?", "300.00"),
        ("How much is outstanding from Quay Inn?", "240.00"),
        # two days of one row
        ("Which invoice was paid late?", "73"),
        ("Which invoices were paid in time?", "71, 75"),
        ("How many invoices were paid on time?", "2"),
        ("Which invoices were paid before the due date?", "71"),
        # and a day that the question names
        ("Which invoices are overdue on 1 April 2026?", "72, 74"),
        ("Which invoices were overdue on 25 March 2026?", "72, 73"),
        ("Which invoices were overdue on 11 March 2026?", None),  # due that day; no row fits
        ("How much was overdue on 1 April 2026?", "300.00"),
        ("Which invoices are overdue?", None),  # on which day is not said
        # what was billed in a month is not what was paid in it
        ("How much did we invoice in March?", "348.00"),
        ("How much was paid in March?", "48.00"),
        # what was billed is not paid: of Moor & Co one invoice of two is
        ("How much was paid?", "276.00"),  # 120 + 48 + 108
        ("How much did Moor & Co pay us?", "108.00"),
        ("How much has Sill Farm paid so far?", "168.00"),
        ("How much did Sill Farm pay in March?", "48.00"),
        ("How much did Quay Inn pay?", None),
        ("How much VAT did we charge in March?", "58.00"),
        ("Which invoice is the highest?", "74"),
        ("Which invoice is the smallest?", "73"),
    ],
)
def test_a_list_of_invoices(question: str, answer: str | None) -> None:
    assert said(question, BILLS, BILLED, "Invoice", "Invoices") == answer


def test_each_row_shows_the_cells_that_decide() -> None:
    table = listed(BILLS, BILLED, "Invoice")
    overdue = calculate_columns("Which invoices are overdue on 25 March 2026?", (table,))
    assert isinstance(overdue, Calculation)
    cells = [operand.text for operand in overdue.operands]
    assert cells == ["72", "2026-03-11", "73", "2026-03-22", "2026-03-30"]
    late = calculate_columns("Which invoice was paid late?", (table,))
    assert isinstance(late, Calculation)
    assert [operand.text for operand in late.operands] == ["73", "2026-03-30", "2026-03-22"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which items are below their reorder level?", "Wire, Pine board"),
        ("How many items are under the reorder level?", "2"),
        ("Which timber items are below the reorder level?", "Pine board"),
        ("Which items are above their reorder level?", "Junction box"),
        ("Which items have a unit price below the reorder level?", None),  # money and a number
        ("What is the total value of the stock?", "1436.00"),
        ("What is the stock worth?", "1436.00"),
    ],
)
def test_a_stock_and_its_limits(question: str, answer: str | None) -> None:
    found = said(question, STOCK, STOCKED, "Item", "Stock")
    assert (found or "").replace(",", "") == (answer or "").replace(",", "")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which projects are over budget?", "Alba, Corrie"),
        ("Which projects went over budget?", "Alba, Corrie"),
        ("Which project spent less than its budget?", "Brae, Dubh"),
        ("By how much is Corrie over budget?", "1,100"),
        ("By how much is Brae under budget?", "300"),
        ("How much of its budget has Dubh spent?", "900"),
        ("How much of its time has Dubh spent?", None),
        ("Which projects were finished late?", "Alba"),
        ("Which projects are not finished?", "Corrie, Dubh"),
        ("How many projects are overdue on 1 April 2026?", "1"),
        ("How much of her budget has Mo Keel spent?", None),  # she has two
    ],
)
def test_plans_and_what_became_of_them(question: str, answer: str | None) -> None:
    assert said(question, PROJECTS, PLANNED, "Project", "Projects") == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much does the final exam count?", "50 %"),
        ("Which part counts most?", "Final examination"),
        ("What share of the grade are the essay and the oral test together?", "50 %"),
        ("What percentage of the mark does the essay make up?", "30 %"),
        ("What share of the parts is the essay?", "33.33 %"),  # one of three
        ("What share of the grade is the thesis?", None),
    ],
)
def test_shares_that_make_up_one_whole(question: str, answer: str | None) -> None:
    assert said(question, PARTS, WEIGHED, "Part", "Assessment") == answer


def test_shares_of_different_wholes_are_not_added_up() -> None:
    rows = (("Essay", "30", "in June"), ("Oral test", "20", "in May"), ("Quiz", "40", "in May"))
    question = "What share of the grade are the essay and the oral test together?"
    assert said(question, rows, WEIGHED, "Part", "Assessment") is None


def test_a_table_within_a_document_says_nothing_of_states() -> None:
    table = listed(BILLS, BILLED, "Invoice")
    printed = replace(table, box=(0.0, 0.0, 1.0, 1.0))
    question = "Which invoices are unpaid?"
    assert states_of(question, table).blanks
    assert not states_of(question, printed).blanks


def test_where_everything_is_paid_nothing_is_known_of_unpaid_rows() -> None:
    paid = tuple((*row[:-1], row[-1] or "2026-05-01") for row in BILLS)
    made = calculate_columns("Which invoices are unpaid?", (listed(paid, BILLED, "Invoice"),))
    assert isinstance(made, Refusal)


@given(
    due=st.lists(st.dates(date(2026, 1, 1), date(2026, 12, 1)), min_size=2, max_size=8),
    late=st.lists(st.integers(-20, 20) | st.none(), min_size=8, max_size=8),
    day=st.dates(date(2026, 1, 1), date(2026, 12, 28)),
)
def test_overdue_is_due_before_and_not_done_by_then(
    due: list[date], late: list[int | None], day: date
) -> None:
    done = [
        each + timedelta(days) if days is not None else None
        for each, days in zip(due, late, strict=False)
    ]
    rows = tuple(
        (str(at), "A", "2025-12-01", f"{by}", "1", "1", "2", f"{on or ''}")
        for at, (by, on) in enumerate(zip(due, done, strict=True), start=101)
    )
    wanted = [
        row[0]
        for row, by, on in zip(rows, due, done, strict=True)
        if by < day and (on is None or on > day)
    ]
    question = f"How many invoices are overdue on {day.day} {day:%B %Y}?"
    made = calculate_columns(question, (listed(rows, BILLED, "Invoice"),))
    if any(on is not None for on in done) and wanted:
        assert isinstance(made, Calculation)
        assert made.value == Decimal(len(wanted))
    else:
        assert not isinstance(made, Calculation)


def test_plain_questions_have_no_states() -> None:
    for question in ("Who supplied the wire?", "What is the total of all bills?"):
        assert not may_state(question)


COURSES: Columns = (
    ("Teacher", CellKind.TEXT, ""),
    ("Enrolled", CellKind.NUMBER, ""),
    ("Places", CellKind.NUMBER, ""),
    ("Fee", CellKind.CURRENCY, "EUR"),
)
TAUGHT = (
    ("Weaving", "Ada Finch", "14", "12", "80"),
    ("Glazing", "Jo Marsh", "9", "9", "120"),
    ("Bookbinding", "Ada Finch", "6", "10", "60"),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which courses have more people enrolled than places?", "Weaving"),
        ("Which courses have more enrolled than places?", "Weaving"),
        ("Which courses have more places than people enrolled?", "Bookbinding"),
        ("How many courses have fewer people enrolled than places?", "1"),
        ("Which courses of Ada Finch have fewer people enrolled than places?", "Bookbinding"),
        ("Which courses have more people enrolled than euros?", None),
        ("Which courses have more children enrolled than places?", None),
        ("Which courses have more people enrolled than fee?", None),
        ("Which courses have more places than places?", None),
    ],
)
def test_two_columns_are_compared_across_a_verb(question: str, answer: str | None) -> None:
    assert said(question, TAUGHT, COURSES, "Course", "Courses") == answer


def test_a_list_that_says_its_day_is_asked_for_what_is_overdue() -> None:
    table = listed(BILLS, BILLED, "Invoice")
    dated = replace(table, lead_in="Open invoices as of 1 April 2026, all branches")
    overdue = calculate_columns("Which invoices are overdue?", (dated,))
    assert isinstance(overdue, Calculation)
    assert overdue.answer == "72, 74"
    assert "1 April 2026" in overdue.formula
    other = calculate_columns("Which invoices are overdue on 12 March 2026?", (dated,))
    assert isinstance(other, Calculation)
    assert other.answer == "72"  # the day that the question names goes before the list's


@pytest.mark.parametrize("lead_in", ["", "As of 1 April 2026 and as of 1 May 2026", "as of 2026"])
def test_without_one_day_it_is_asked_for(lead_in: str) -> None:
    table = replace(listed(BILLS, BILLED, "Invoice"), lead_in=lead_in)
    found = calculate_columns("Which invoices are overdue?", (table,))
    assert isinstance(found, Refusal)
    assert found.is_open
    assert "on which day" in found.reason


OWED: Columns = (
    ("Customer", CellKind.TEXT, ""),
    ("Total (EUR)", CellKind.NUMBER, "EUR"),
    ("Paid", CellKind.TEXT, ""),
)
MARKED = (
    ("71", "Holm", "100", "yes"),
    ("72", "Holm", "50", "no"),
    ("73", "Moor", "30", "yes"),
)
DAYS = tuple(
    (*each[:3], day) for each, day in zip(MARKED, ("2026-01-03", "", "2026-02-03"), strict=True)
)


def paid(question: str, rows: tuple[tuple[str, ...], ...], columns: Columns = OWED) -> str | None:
    return said(question, rows, columns, "Invoice", "Invoices")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much did Holm pay?", "100 EUR"),
        ("How much has been paid?", "130 EUR"),  # 100 + 30
        ("How much has not been paid?", "50 EUR"),
        ("How much does Holm have to pay?", None),
        ("How much does Holm still have to pay?", None),
        ("How much has to be paid?", None),
        ("How much do we have to pay?", None),
        ("How much did Holm not pay?", None),
        ("How much did Holm get paid?", None),
        ("How much has Holm been paid?", None),
        ("How much did Holm have to pay in January 2026?", None),
    ],
)
def test_what_has_to_be_paid_is_not_what_was(question: str, answer: str | None) -> None:
    assert paid(question, MARKED) == answer
    on_days = (*OWED[:2], ("Paid on", CellKind.DATE, ""))
    assert paid(question, DAYS, on_days) == answer


@pytest.mark.parametrize(
    ("marks", "answer"),
    [
        (("yes", "yes", "yes"), "180 EUR"),
        (("yes", "partly", "no"), None),
        (("yes", "", "no"), None),
        (("yes", "", ""), None),
        (("no", "no", "no"), None),
    ],
)
def test_a_mark_that_is_neither_yes_nor_no_leaves_it_open(
    marks: tuple[str, ...], answer: str | None
) -> None:
    rows = tuple((*each[:3], mark) for each, mark in zip(MARKED, marks, strict=True))
    assert paid("How much has been paid?", rows) == answer
    assert paid("How much did Holm pay us?", rows) == (answer and "150 EUR")


@pytest.mark.parametrize(
    ("marks", "of_all", "of_holm"),
    [
        (("yes", "Y", "n"), "150 EUR", "150 EUR"),
        (("yes", "N", "no"), "100 EUR", "100 EUR"),
        (("Y", "no", "yes"), "130 EUR", "100 EUR"),
    ],
)
def test_marks_in_several_forms_are_no_other_figure(
    marks: tuple[str, ...], of_all: str, of_holm: str
) -> None:
    rows = tuple((*each[:3], mark) for each, mark in zip(MARKED, marks, strict=True))
    assert paid("How much has been paid?", rows) in (None, of_all)
    assert paid("How much did Holm pay us?", rows) in (None, of_holm)


def test_days_of_payment_are_no_money() -> None:
    columns: Columns = (
        *OWED[:2],
        ("Payment terms (days)", CellKind.NUMBER, "days"),
        ("Payment days", CellKind.NUMBER, ""),
        ("Paid on", CellKind.DATE, ""),
    )
    rows = tuple((*each[:3], "14", "30", each[3]) for each in DAYS)
    assert paid("How much did Holm pay?", rows, columns) == "100 EUR"


def test_a_status_in_words_is_no_payment_of_all() -> None:
    columns = (*OWED[:2], ("Status", CellKind.TEXT, ""))
    rows = tuple(
        (*each[:3], mark) for each, mark in zip(MARKED, ("paid", "open", "paid"), strict=True)
    )
    assert paid("How much has been paid?", rows, columns) is None


@pytest.mark.parametrize("question", ["How much did Holm pay us?", "How much has been paid?"])
def test_a_cell_that_is_no_day_is_no_payment(question: str) -> None:
    columns = (*OWED[:2], ("Paid on", CellKind.DATE, ""))
    rows = (DAYS[0], (*DAYS[1][:3], "open"), DAYS[2])
    assert paid(question, rows, columns) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much did Holm pay us?", "60 EUR"),
        ("How much has been paid?", "90 EUR"),  # 60 + 30
        ("How much does Holm owe?", None),  # 100 − 60 + 50
        ("How much is unpaid?", None),
    ],
)
def test_of_part_payments_those_are_told(question: str, answer: str | None) -> None:
    part = ("Amount paid (EUR)", CellKind.NUMBER, "EUR")
    columns = (*OWED[:2], part, ("Paid on", CellKind.DATE, ""))
    rows = tuple(
        (*each[:3], amount, each[3]) for each, amount in zip(DAYS, ("60", "", "30"), strict=True)
    )
    assert paid(question, rows, columns) == answer
    marked = tuple((*row[:-1], mark[3]) for row, mark in zip(rows, MARKED, strict=True))
    assert paid(question, marked, (*OWED[:2], part, OWED[2])) is None
