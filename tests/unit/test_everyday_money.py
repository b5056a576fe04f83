"""Questions of people who have not seen the accounts: what was earned, owed, left after tax, paid
per share, and how a business did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.pipelines._figure_questions import is_computable, needs_care
from backend.tables.column_scales import with_scale_over_labels
from backend.tasks.answer.extractive.counted_deeds import counts_only_new_ones
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.figure_wordings import (
    is_of_earning,
    lacks_what_money_is_of,
    plain_wordings,
)
from backend.tasks.calculate.programs.how_it_did import result_asked, says_result
from backend.tasks.calculate.programs.statement_lines import debt_owed, per_share
from backend.tasks.calculate.programs.trusted_tables import is_of_a_part
from backend.tasks.calculate.programs.wanted_work import tells_only_a_change
from backend.types.calculations import Calculation
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

YEARS = ("2031", "2030")
THOUSAND = Decimal(1000)
Row = tuple[str, Sequence[str]] | tuple[str, Sequence[str], tuple[str, ...]]


def cell(text: str) -> Cell:
    value = Decimal(text.strip("€").replace(",", "").replace("(", "-").strip(")€"))
    return Cell(text, CellKind.CURRENCY, value, 10, 10 + len(text), 0, None)


def table(title: str, rows: Sequence[Row], scale: Decimal = THOUSAND) -> StoredTable:
    columns = tuple(Column(year, (year,), CellKind.CURRENCY, "EUR", scale, year) for year in YEARS)
    lines = tuple(
        StoredRow(row[0], row[2] if len(row) > 2 else (), tuple(map(cell, row[1])), False, None)
        for row in rows
    )
    return StoredTable(title, "d", (0,), None, (), title, "", columns, lines, "")


INCOME = table(
    "Consolidated Statements of Income",
    [
        ("Net sales", ("9,100", "8,500")),
        ("Mooring fees, net", ("700", "640")),
        ("Gross profit", ("3,000", "2,800")),
        ("Operating income", ("1,500", "1,400")),
        ("Income before income taxes", ("1,200", "1,150")),
        ("Provision for income taxes", ("300", "290")),
        ("Effective tax rate", ("25", "25")),
        ("Net income", ("900", "860")),
        ("Basic", ("€1.90", "€1.70"), ("Net income per share",)),
        ("Diluted", ("€1.85", "€1.70"), ("Net income per share",)),
        ("Dividends per share", ("€0.40", "€0.30"), ("Net income per share",)),
    ],
)
INCOME = replace(
    INCOME,
    rows=tuple(
        replace(row, cells=tuple(replace(each, kind=CellKind.PER_CENT) for each in row.cells))
        if row.label == "Effective tax rate"
        else row
        for row in INCOME.rows
    ),
)
BALANCE = table(
    "Consolidated Balance Sheets",
    [
        ("Cash and cash equivalents", ("410", "380")),
        ("Debt securities", ("77", "76"), ("Current assets",)),
        ("Total assets", ("7,000", "6,800")),
        ("Short-term borrowings", ("60", "50"), ("Liabilities",)),
        ("Accounts payable", ("520", "500"), ("Liabilities",)),
        ("Accrued interest on long-term debt", ("8", "9"), ("Liabilities",)),
        ("Long-term debt", ("1,300", "1,350"), ("Liabilities",)),
        ("Total liabilities", ("2,900", "2,950"), ("Liabilities",)),
    ],
)
FLOWS = table(
    "Consolidated Statements of Cash Flows",
    [
        ("Net income", ("900", "860")),
        ("Income taxes", ("15", "(12)"), ("Changes in assets and liabilities",)),
        ("Purchases of property and equipment", ("(250)", "(240)")),
        ("Repurchase of common stock", ("(140)", "(130)")),
        ("Dividends paid", ("(90)", "(80)")),
    ],
)
ACCOUNTS = [INCOME, BALANCE, FLOWS]


YES = "Yes: 900 thousand EUR in 2031, 860 thousand EUR in 2030 (+40 thousand EUR)"


def told(question: str, tables: Sequence[StoredTable] = ACCOUNTS) -> str:
    made = calculate(question, tables, beside=tables)
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What did it earn in 2031?", "900 thousand EUR"),
        ("How much did it make in 2030?", "860 thousand EUR"),
        ("What was left after tax in 2031?", "900 thousand EUR"),
        ("What was its profit in 2031?", "900 thousand EUR"),
        ("What did the company make before tax in 2031?", "1,200 thousand EUR"),
        ("What was profit before tax in 2031?", "1,200 thousand EUR"),
        ("How much tax did it book in 2031?", "300 thousand EUR"),
        ("How much did it take in in 2031?", "9,100 thousand EUR"),
        ("How much did it take in from mooring fees in 2031?", "700 thousand EUR"),
        ("How much did it owe its suppliers at the end of 2031?", "520 thousand EUR"),
        ("How much debt did it have at the end of 2031?", "1,360 thousand EUR"),
        ("What did it spend on new boats and equipment in 2031?", ""),
        ("What did it spend on new buildings and equipment in 2031?", "250 thousand EUR"),
        ("How much did it pay to buy back its own shares in 2031?", "140 thousand EUR"),
        ("How much did it pay its shareholders in 2031?", "90 thousand EUR"),
        (
            "What was the net profit in 2031 compared with 2030?",
            "2031: 900 thousand EUR; 2030: 860 thousand EUR",
        ),
        ("What was left for the company after tax in 2031?", "900 thousand EUR"),
        ("What was left for it after tax in 2031?", "900 thousand EUR"),
        ("What did it make per share in 2030?", "1.70 EUR"),
        ("Did it earn more in 2031 than in 2030?", YES),
        ("Did the ferries earn more in 2031 than in 2030?", ""),
        ("What did it earn in 2031 and 2030?", "2031: 900 thousand EUR; 2030: 860 thousand EUR"),
        ("What share of the gross profit went to operating income in 2031?", "50 %"),
    ],
)
def test_money_is_told_by_the_line_that_is_meant(question: str, figure: str) -> None:
    assert told(question) == figure


@pytest.mark.parametrize(
    "question",
    [
        "What did the ferries earn in 2031?",
        "How much did it earn from ropes in 2031?",
        "How much did it not earn in 2031?",
        "How much did it lose in 2031?",
        "What did it earn per boat in 2031?",
        "What did the crew make in 2031?",
        "What was its segment profit in 2031?",
        "How much net debt did it have at the end of 2031?",
        "How much did customers owe it at the end of 2031?",
        "How much did its debt fall by month in 2031?",
    ],
)
def test_another_figure_is_none_of_these(question: str) -> None:
    assert told(question) == ""


def test_wordings_keep_whose_money_it_is() -> None:
    assert plain_wordings("What did the ferries earn in 2031?") == (
        "What was net income in 2031 of the ferries?",
    )
    assert plain_wordings("What did it earn in 2031 compared with 2030?") == (
        "What was net income in 2031 and 2030?",
    )
    assert is_computable("What did it earn in 2031?")
    assert is_of_earning("How much did it take in in 2031?")
    assert not is_of_earning("How much did it owe its suppliers in 2031?")


def test_per_share_is_told_both_ways_where_they_differ() -> None:
    assert told("What was net income per share in 2031?") == "basic: €1.90; diluted: €1.85"
    assert told("What was diluted EPS in 2031?") == "1.85 EUR"
    assert told("What were earnings per share in 2030?") == "1.70 EUR"
    assert told("What was EPS in 2031 and 2030?") == ""
    assert per_share("What was adjusted EPS in 2031?", ACCOUNTS) is None
    assert per_share("What was the growth in EPS in 2031?", ACCOUNTS) is None
    assert per_share("What were dividends per share in 2031?", ACCOUNTS) is None


def test_what_differs_one_year_and_not_the_other_is_not_put_beside_each_other() -> None:
    rows = [
        ("Basic", ("€1.90", "€1.75"), ("Earnings per share",)),
        ("Diluted", ("€1.85", "€1.70"), ("Earnings per share",)),
        ("Net income", ("900", "860")),
    ]
    assert told("What was EPS in 2031 and 2030?", [table("Income statement", rows)]) == (
        "2031 basic: 1.90; 2031 diluted: 1.85; 2030 basic: 1.75; 2030 diluted: 1.70"
    )


def test_debt_is_all_lines_below_the_assets_that_are_debt() -> None:
    made = debt_owed("What was total debt at the end of 2030?", ACCOUNTS)
    assert made is not None
    assert made.answer == "1,400"
    assert [operand.label for operand in made.operands] == [
        "Short-term borrowings",
        "Long-term debt",
    ]
    for question in (
        "What was long-term debt in 2031?",
        "What was net debt in 2031?",
        "How much did debt fall in 2031?",
        "What was the rise in debt in 2031?",
        "What was debt?",
    ):
        assert debt_owed(question, ACCOUNTS) is None


def test_debt_is_not_added_up_where_a_row_prints_more() -> None:
    printed = table("Debt", [("Total debt", ("1,500", "1,490"))])
    assert debt_owed("What was total debt in 2031?", [*ACCOUNTS, printed]) is None
    same = table("Debt", [("Total debt", ("1,360", "1,400"))], Decimal(1))
    assert debt_owed("What was total debt in 2031?", [*ACCOUNTS, same]) is not None


def test_one_line_of_debt_is_no_total() -> None:
    rows = [("Total assets", ("900", "800")), ("Long-term debt", ("90", "80"))]
    sheet = [table("Balance sheet", rows)]
    assert debt_owed("What was total debt in 2031?", sheet) is None
    assert debt_owed("What was debt in 2031?", sheet) is not None


def test_how_it_did_is_what_came_in_and_what_was_left() -> None:
    assert told("How did it do in 2031?") == (
        "net sales: 9,100 thousand EUR; net income: 900 thousand EUR"
    )
    assert told("How did the ferry segment do in 2031?") == ""
    assert result_asked("How well did the ferry business do in 2031?") is not None
    assert result_asked("How did they do it in 2031?") is None
    assert result_asked("How did the fire start in 2031?") is None
    assert needs_care("How did the ferry business do in 2031?")
    assert says_result("Ferry sales rose to 12 million")
    assert not says_result("Ferries, 2031: 12 million EUR")


def test_a_table_without_a_scale_does_not_refuse_what_another_prints_alike() -> None:
    silent = table(
        "Consolidated Statements of Comprehensive Income",
        [("Net income", ("900", "860")), ("Translation, in thousands of crowns", ("3", "2"))],
        Decimal(1),
    )
    silent = replace(silent, lead_in="Amounts in thousands where nothing else is said")
    assert told("What was net income in 2031?", [INCOME, silent]) == "900 thousand EUR"
    other = replace(silent, rows=(replace(silent.rows[0], cells=tuple(map(cell, ("7", "6")))),))
    assert told("What was net income in 2031?", [INCOME, other]) == ""


def test_a_header_of_labels_that_became_a_column_tells_the_scale() -> None:
    bare = table("Balance sheet", [("Cash", ("410", "380"))], Decimal(1))
    name = "March 31 (in thousands)"
    head = Column(name, (name,), CellKind.NUMBER, "", THOUSAND, "")
    rows = tuple(replace(each, cells=(None, *each.cells)) for each in bare.rows)
    found = with_scale_over_labels(replace(bare, columns=(head, *bare.columns), rows=rows))
    assert [column.scale for column in found.columns] == [THOUSAND] * 3
    sparse = replace(head, name="Weight (in thousands)")
    other = replace(bare, columns=(sparse, *bare.columns), rows=rows)
    assert with_scale_over_labels(other) is other
    held = tuple(replace(each, cells=(cell("4"), *each.cells[1:])) for each in rows)
    kept = replace(bare, columns=(head, *bare.columns), rows=held)
    assert with_scale_over_labels(kept) is kept


def test_a_company_and_its_subsidiary_companies_are_the_whole() -> None:
    whole = replace(INCOME, title="FERN AND SUBSIDIARY COMPANIES CONSOLIDATED STATEMENTS OF INCOME")
    assert not is_of_a_part(whole, "What was net income in 2031?")
    part = replace(INCOME, title="FERN SUBSIDIARY CONSOLIDATED STATEMENTS OF INCOME")
    assert is_of_a_part(part, "What was net income in 2031?")


def test_adjusted_figures_go_by_several_names() -> None:
    rows = [("Operating income", ("70", "60")), ("Non-GAAP operating income", ("75", "66"))]
    measures = [table("Non-GAAP measures", rows)]
    assert told("What was adjusted operating income in 2031?", measures) == "75 thousand EUR"
    assert told("What was adjusted operating income in 2031?", [INCOME]) == ""


def test_a_text_must_speak_of_what_money_was_spent_on() -> None:
    asked = "How much did Fern spend on ropes in 2031?"
    assert lacks_what_money_is_of(asked, "spending on boats of Fern was 12 million")
    assert not lacks_what_money_is_of(asked, "we bought ropes for 12 million")
    assert lacks_what_money_is_of("What did Fern earn in 2031?", "Fern carried 12 million")
    assert not lacks_what_money_is_of("What did Fern earn in 2031?", "net income was 12 million")
    more = "Did the ferries earn more in 2031 than in 2030?"
    assert needs_care(more)
    assert lacks_what_money_is_of(more, "Net ferry sales rose by 3 % in 2031")
    assert not lacks_what_money_is_of(more, "The ferries' net income rose by 3 % in 2031")
    assert not lacks_what_money_is_of("How many boats has Fern?", "12 million")


@pytest.mark.parametrize(
    ("said", "is_change"),
    [
        (
            "a reduction of $1.2 billion in the second quarter and $3 million in the first half",
            True,
        ),
        ("a reduction of $1.2 billion, to $7 billion [2]", False),
        ("an increase of $4 million [3]", True),
        ("The $4 million increase was due to 12 new boats since May 3, 2030", True),
    ],
)
def test_a_reduction_is_no_amount(said: str, is_change: bool) -> None:
    asked = "How much did the ferries bring in in the second quarter of 2031?"
    assert tells_only_a_change(asked, said) is is_change


PARTS = table(
    "Consolidated Statements of Income by line",
    [
        ("Rowing", ("900", "800"), ("Revenue",)),
        ("Ferries", ("400", "500"), ("Revenue",)),
        ("Rowing", ("300", "310"), ("Cost of revenue",)),
        ("Ferries", ("380", "390"), ("Cost of revenue",)),
        ("Operating income", ("120", "110")),
        ("Net income", ("90", "80")),
    ],
)


def test_what_came_in_from_a_line_is_not_its_cost() -> None:
    assert told("How much did it take in from rowing in 2031?", [PARTS]) == "900 thousand EUR"
    assert told("How much did rowing bring in in 2030?", [PARTS]) == "800 thousand EUR"
    assert told("What was the cost of rowing revenue in 2031?", [PARTS]) == "300 thousand EUR"


def test_of_a_part_what_came_in_is_told_where_nothing_else_is() -> None:
    assert told("How did the rowing business do in 2031?", [PARTS]) == "900 thousand EUR"
    assert result_asked("How did it do in Norland in 2031?") == ("it Norland", " in 2031")


@pytest.mark.parametrize(
    ("question", "said", "counts_new"),
    [
        ("How many halls did it have at the end of 2031?", "It opened 4 halls in 2031", True),
        ("How many people does it employ?", "We hired approximately 230 people in 2031", True),
        (
            "How many halls did it have at the end of 2031?",
            "It opened 4 halls, to 44 in all",
            False,
        ),
        ("How many halls does it have?", "It opened 4 halls and operated 44 halls", False),
        ("How many halls did it open in 2031?", "It opened 4 halls in 2031", False),
    ],
)
def test_what_was_opened_is_not_what_there_is(question: str, said: str, counts_new: bool) -> None:
    assert counts_only_new_ones(question, said) is counts_new
