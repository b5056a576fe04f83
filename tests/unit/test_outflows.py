"""What was spent is told without brackets, and rows of statements by what they are meant to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.figure_wordings import is_of_paying, plain_wordings
from backend.tasks.calculate.programs.ratio_parts import is_share_of_unnamed_row
from backend.tasks.calculate.programs.series import series_of, words_of
from backend.tasks.calculate.programs.trusted_tables import is_of_taxes
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

YEARS = ("2031", "2030")
Rows = Sequence[tuple[str, Sequence[str]]]


def cell(text: str) -> Cell | None:
    if text == "—":
        return None
    value = Decimal(text.replace(",", "").replace("(", "-").strip(")"))
    return Cell(text, CellKind.CURRENCY, value, 10, 10 + len(text), 0, None)


def table(name: str, title: str, rows: Rows, group: tuple[str, ...] = ()) -> StoredTable:
    columns = tuple(
        Column(year, (year,), CellKind.CURRENCY, "EUR", Decimal(1000), year) for year in YEARS
    )
    lines = tuple(
        StoredRow(label, group, tuple(cell(text) for text in texts), False, None)
        for label, texts in rows
    )
    return StoredTable(name, "d", (0,), None, (), title, "", columns, lines, "")


FLOWS = table(
    "f",
    "Consolidated Statements of Cash Flows",
    (
        ("Capital expenditures", ("(312)", "(172)")),
        ("Acquisitions, net of cash acquired", ("(20)", "7")),
        ("Repurchase of common shares", ("(900)", "(700)")),
        ("Cash dividends paid", ("(33)", "(31)")),
        ("Proceeds from (payments on) loans", ("(9)", "12")),
        ("Cash paid for income taxes, net of refunds", ("41", "40")),
        ("Cash and cash equivalents at end of year", ("50", "45")),
    ),
)
INCOME = table(
    "i",
    "Consolidated Statements of Income",
    (
        ("Net sales", ("910", "850")),
        ("Upkeep expense", ("(120)", "(95)")),
        ("Net income attributable to Tern Ferries plc", ("230", "180")),
        ("Net income attributable to non-controlling interests", ("3", "2")),
    ),
)
TAXED = table(
    "p",
    "Consolidated Statements of Income",
    (("Net sales", ("910", "850")), ("Provision for (benefit from) taxes", ("(10)", "20"))),
)
BALANCE = table(
    "b",
    "Consolidated Balance Sheets",
    (("Cash and cash equivalents", ("50", "45")), ("Total assets", ("700", "650"))),
)


def told(question: str, *tables: StoredTable) -> str:
    made = calculate(question, tables)
    assert isinstance(made, Calculation), made
    return made.figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What did we spend on capital expenditures in 2031?", "312 thousand EUR"),
        ("How much did we spend on share repurchases in 2031?", "900 thousand EUR"),
        ("How much did we pay in dividends in 2030?", "31 thousand EUR"),
        ("How much did we spend on acquisitions in 2031?", "20 thousand EUR"),
        ("How much did we spend on upkeep in 2030?", "95 thousand EUR"),
    ],
)
def test_what_was_spent_is_told_without_brackets(question: str, figure: str) -> None:
    made = calculate(question, [FLOWS, INCOME])
    assert isinstance(made, Calculation)
    assert made.figure == figure
    assert made.sentence.endswith(figure)
    assert made.value < 0, "the cell keeps its sign"


def test_where_nothing_was_said_to_be_spent_brackets_stay() -> None:
    assert told("What were capital expenditures in 2031?", FLOWS) == "(312) thousand EUR"


def test_what_came_in_is_not_told_as_spent() -> None:
    made = calculate("How much did we spend on acquisitions in 2030?", [FLOWS])
    assert not isinstance(made, Calculation)


def test_a_row_that_can_go_either_way_keeps_its_brackets() -> None:
    made = calculate("How much did we spend on provision for taxes in 2031?", [TAXED])
    assert isinstance(made, Refusal) or made is None or made.figure.startswith("(")
    made = calculate("What did we spend on loans in 2031?", [FLOWS])
    assert isinstance(made, Refusal) or made is None or made.figure.startswith("(")


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (
            "How much cash did we pay in income taxes in 2031?",
            "What was cash paid for income taxes",
        ),
        ("How much income tax did we pay in cash in 2031?", "What was cash paid for income taxes"),
        ("How much tax did we pay in 2031?", "What was cash paid for income taxes"),
        ("How much did we pay in interest in 2031?", "What was cash paid for interest"),
        ("How much interest did we pay in 2031?", "What was interest paid"),
    ],
)
def test_taxes_and_interest_that_were_paid_are_called_so(question: str, plain: str) -> None:
    assert any(wording.startswith(plain) for wording in plain_wordings(question))


@pytest.mark.parametrize(
    "question",
    [
        "How much did we pay in dividends to the founders in 2031?",
        "How much interest did we pay for the bridge loan in 2031?",
        "How much interest do we pay?",
        "How much interest did the question raise?",
    ],
)
def test_what_is_paid_to_or_for_somebody_is_not_all_that_is_paid(question: str) -> None:
    assert not any("cash paid for interest in" in wording for wording in plain_wordings(question))
    assert not is_of_paying(question)


def test_cash_paid_for_taxes_is_told() -> None:
    assert told("How much tax did we pay in 2031?", FLOWS) == "41 thousand EUR"


def test_cash_is_what_the_balance_sheet_says_and_not_what_came_in() -> None:
    tables = (FLOWS, BALANCE)
    assert told("How much cash did we hold at the end of 2031?", *tables) == "50 thousand EUR"
    made = calculate("How much cash did we generate in 2031?", tables)
    assert not isinstance(made, Calculation)
    made = calculate("What was the cash at the beginning of 2031?", tables)
    assert not isinstance(made, Calculation)
    made = calculate("What was the cash flow in 2031?", tables)
    assert not isinstance(made, Calculation)


def test_a_result_is_attributable_to_the_company_of_the_report() -> None:
    question = "What was the net income attributable to in 2031?"  # its name was taken out
    assert told(question, INCOME) == "230 thousand EUR"
    words = {series.label: series.words for series in series_of(INCOME)}
    assert words["Net income attributable to Tern Ferries plc"] == words_of(
        "net income attributable"
    )
    assert (
        words_of("controlling interests")
        <= words["Net income attributable to non-controlling interests"]
    )


SHARES = "Share awards"
ADJUSTED = table(
    "a",
    "Consolidated Statements of Cash Flows",
    ((SHARES, ("144", "106")), ("Net cash provided by operating activities", ("900", "800"))),
    ("Operating activities", "Adjustments to reconcile net income to net cash"),
)
TAX_NOTE = table(
    "t",
    "Reconciliation of the provision for income taxes",
    ((SHARES, ("(15)", "(12)")), ("Valuation allowance", ("4", "5"))),
)
EQUITY = table("e", "Statements of Equity", ((SHARES, ("—", "—")),))


def test_a_table_of_taxes_does_not_tell_what_a_thing_costs() -> None:
    question = "How much was share awards in 2031?"
    assert told(question, TAX_NOTE, ADJUSTED) == "144 thousand EUR"
    assert told(question, EQUITY, TAX_NOTE, ADJUSTED) == "144 thousand EUR"


def test_a_table_of_taxes_tells_taxes_and_what_stands_there_alone() -> None:
    question = "What was the tax on share awards in 2031?"
    assert not is_of_taxes(TAX_NOTE, question)
    assert told("What was the valuation allowance in 2031?", TAX_NOTE, ADJUSTED) == (
        "4 thousand EUR"
    )
    assert not is_of_taxes(FLOWS, "What was upkeep in 2031?")
    cash = table("c", "Cash paid for taxes and interest", (("Upkeep", ("4", "5")),))
    assert not is_of_taxes(cash, "What was upkeep in 2031?")


LOANS = table(
    "l",
    "Consolidated Statements of Income",
    (("Harbour loans", ("15", "14")), ("Other loans", ("6", "5"))),
    ("Provisions for losses",),
)
BOOK = table("k", "Selected figures", (("Harbour loans", ("1079", "885")),))


def test_what_is_set_aside_for_loans_is_not_the_loans() -> None:
    assert told("What were harbour loans in 2031?", LOANS, BOOK) == "1,079 thousand EUR"
    question = "What were the provisions for losses of harbour loans in 2031?"
    assert told(question, LOANS, BOOK) == "15 thousand EUR"


def test_a_day_may_be_named_where_a_balance_is_asked_for() -> None:
    day = Column("31 December 2031", ("",), CellKind.CURRENCY, "EUR", Decimal(1000), "2031-12-31")
    early = Column("31 December 2030", ("",), CellKind.CURRENCY, "EUR", Decimal(1000), "2030-12-31")
    rows = (("Merchandise inventories", ("56", "51")), ("Total assets", ("700", "650")))
    sheet = replace(table("m", "Consolidated Balance Sheets", rows), columns=(day, early))
    assert told("How much inventory did it hold on December 31, 2031?", sheet) == "56 thousand EUR"
    made = calculate("How much inventory did it hold on June 30, 2031?", [sheet])
    assert not isinstance(made, Calculation)
    made = calculate("How much inventory did it hold per day in December 2031?", [sheet])
    assert not isinstance(made, Calculation)


def share(question: str, *labels: str) -> bool:
    one = calculate("What was upkeep expense in 2031?", [INCOME])
    assert isinstance(one, Calculation)
    cells = tuple(replace(one.operands[0], label=label) for label in labels)
    made = replace(one, operation=Operation.SHARE, operands=cells)
    return is_share_of_unnamed_row(question, made)


def test_a_share_is_of_no_row_that_nothing_names() -> None:
    question = "What share of revenue came from Norland in 2031?"
    assert share(question, "Norland", "Sudmark")
    for whole in ("Total", "Total revenue", "Net sales", "Consolidated", "Worldwide", "Revenue"):
        assert not share(question, "Norland", whole), whole
    assert not share("What share did Norland have of Sudmark?", "Norland", "Sudmark")
    assert not share(question, "Norland", "Norland")


def test_a_statement_of_financial_activities_is_a_statement() -> None:
    rows = (("Raising funds", ("(96)", "(81)")), ("Net income", ("70", "30")))
    accounts = table("x", "Statement of financial activities", rows)
    assert told("How much did we spend on raising funds in 2031?", accounts) == "96 thousand EUR"
    listed = table("y", "Activities", rows)
    made = calculate("How much did we spend on raising funds in 2031?", [listed])
    assert not isinstance(made, Calculation) or made.figure.startswith("(")


def test_cash_at_bank_and_in_hand_is_the_cash() -> None:
    rows = (("Cash at bank and in hand", ("287", "214")), ("Net assets", ("863", "793")))
    sheet = table("z", "Balance sheet", rows)
    assert told("How much cash did we have at the end of 2031?", sheet) == "287 thousand EUR"
