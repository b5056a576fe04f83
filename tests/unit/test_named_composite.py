"""Figures with a name of their own that several rows make, of two tables and of two year ends."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.errors import SettingsError
from backend.evidence.calculation_check import check_calculation
from backend.glossaries import composites, line_items, parsed
from backend.tasks.calculate.programs.asked_rounding import AskedRounding
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.named_composite import composite_asked, named_composite
from backend.tasks.calculate.programs.rewording import places_of, reworded
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable
from tests.unit.small_ledgers import Row, ledger

YEARS = (("2024", "2024"), ("2023", "2023"))
BALANCE: tuple[Row, ...] = (
    ((), "Cash and cash equivalents", ("120", "100")),
    ((), "Short-term investments", ("30", "20")),
    ((), "Accounts receivable", ("90", "70")),
    ((), "Inventories", ("110", "90")),
    ((), "Prepaid expenses", ("10", "20")),
    ((), "Total current assets", ("360", "300")),
    ((), "Total assets", ("900", "700")),
    ((), "Total current liabilities", ("200", "150")),
    ((), "Long-term debt", ("250", "200")),
    ((), "Total liabilities", ("450", "350")),
    ((), "Total stockholders' equity", ("450", "350")),
)
INCOME: tuple[Row, ...] = (
    ((), "Net sales", ("1,460", "1,200")),
    ((), "Cost of sales", ("900", "800")),
    ((), "Operating income", ("219", "150")),
    ((), "Net income", ("160", "(90)")),
)


def balance(rows: tuple[Row, ...] = BALANCE, without: str = "") -> StoredTable:
    kept = tuple(row for row in rows if row[1] != without)
    return ledger(YEARS, kept, name="b", title="Consolidated balance sheets")


def income(rows: tuple[Row, ...] = INCOME) -> StoredTable:
    return ledger(YEARS, rows, name="i", title="Consolidated statements of income")


TABLES = [balance(), income()]


def is_supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (
            "What was the inventory turnover in 2024?",
            "900 ÷ ((90 + 110) ÷ 2) = 9",
        ),
        (
            "What was the return on assets in 2024?",
            "160 ÷ ((700 + 900) ÷ 2) = 20 %",
        ),
        (
            "What was the quick ratio in 2024, from cash, short-term investments and receivables?",
            "(120 + 30 + 90) ÷ 200 = 1.2",
        ),
        (
            "What was the quick ratio in 2024, from current assets less inventories?",
            "(360 − 110) ÷ 200 = 1.25",
        ),
        (
            "What was the cash ratio in 2023, from cash and short-term investments?",
            "(100 + 20) ÷ 150 = 0.8",
        ),
        (
            "Calculate the DSO at the end of 2024 from receivables at the end of the year.",
            "90 × 365 ÷ 1,460 = 22.5 days",
        ),
        (
            "What were days sales outstanding in 2024, from average receivables?",
            "((70 + 90) ÷ 2) × 365 ÷ 1,460 = 20 days",
        ),
        ("What was the debt-to-equity ratio in 2023?", "350 ÷ 350 = 1"),
    ],
)
def test_several_rows_make_what_a_field_has_a_name_for(question: str, formula: str) -> None:
    made = calculate(question, TABLES)
    assert isinstance(made, Calculation), made
    assert made.formula == formula
    assert is_supported(made)
    assert not is_supported(replace(made, value=made.value + 1))
    assert not is_supported(replace(made, operands=made.operands[1:]))
    doubled = replace(made.operands[0], value=made.operands[0].value * 2)
    assert not is_supported(replace(made, operands=(doubled, *made.operands[1:])))


def test_the_sentence_says_which_way_and_which_rows() -> None:
    made = named_composite("What was the inventory turnover in 2024?", TABLES)
    assert isinstance(made, Calculation)
    assert made.sentence == (
        "Inventory turnover, over the average of two year ends – Cost of sales and Inventories, "
        "2024 and 2023: 900 ÷ ((90 + 110) ÷ 2) = 9"
    )
    assert [(operand.table_id, operand.label, operand.period) for operand in made.operands] == [
        ("i", "Cost of sales", "2024"),
        ("b", "Inventories", "2023"),
        ("b", "Inventories", "2024"),
    ]


def test_two_ways_that_differ_are_choices_that_are_each_computed() -> None:
    question = "What was the quick ratio in 2024?"
    refused = calculate(question, TABLES)
    assert isinstance(refused, Refusal)
    assert refused.is_open
    values = []
    for reading in refused.readings:
        made = calculate(reworded(question, reading.wordings[0]), TABLES)
        assert isinstance(made, Calculation)
        assert places_of(made.operands) == reading.cells
        values.append(made.value)
    assert values == [Decimal("1.2"), Decimal("1.25")]


def test_two_ways_that_agree_are_told() -> None:
    rows = tuple(row for row in BALANCE if row[1] != "Prepaid expenses")
    rows = tuple(
        (group, label, ("350", "280")) if label == "Total current assets" else (group, label, texts)
        for group, label, texts in rows
    )
    made = calculate("What was the quick ratio in 2024?", [balance(rows)])
    assert isinstance(made, Calculation), made
    assert made.formula == "(120 + 30 + 90) ÷ 200 = 1.2"  # and (350 − 110) ÷ 200


def test_a_row_that_a_company_has_none_of_is_left_out_only_where_no_other_stands_there() -> None:
    question = (
        "What was the quick ratio in 2024, from cash, short-term investments and receivables?"
    )
    made = calculate(question, [balance(without="Short-term investments")])
    assert isinstance(made, Calculation), made
    assert made.formula == "(120 + 90) ÷ 200 = 1.05"
    other = tuple(
        (group, "Current financial assets" if label == "Short-term investments" else label, texts)
        for group, label, texts in BALANCE
    )
    refused = calculate(question, [balance(other)])
    assert isinstance(refused, Refusal)
    assert "short-term investments" in refused.reason


@pytest.mark.parametrize(
    ("question", "without", "item"),
    [
        ("What was the inventory turnover in 2024?", "Inventories", "inventories"),
        ("What was the return on assets in 2024?", "Total assets", "total assets"),
        ("What was the inventory turnover in 2023?", "", "inventories"),  # none of 2022
    ],
)
def test_a_row_that_is_missing_is_named(question: str, without: str, item: str) -> None:
    refused = calculate(question, [balance(without=without), income()])
    assert isinstance(refused, Refusal), refused
    assert f"needs {item} for" in refused.reason


@pytest.mark.parametrize(
    "question",
    [
        "What was the quick ratio of the cloud segment in 2024?",
        "What was the average inventory turnover in 2023 and 2024?",
        "By how much did the quick ratio improve in 2024?",
        "What was the adjusted EBITDA margin in 2024?",
    ],
)
def test_what_means_another_figure_gets_none(question: str) -> None:
    assert composite_asked(question) is None


def test_a_part_of_a_year_and_a_loss_get_none() -> None:
    for question in (
        "What was the inventory turnover in Q1 2024?",
        "What was the return on assets in 2023?",
    ):
        assert isinstance(named_composite(question, TABLES), Refusal)


def test_without_a_year_those_that_can_be_told_are_offered() -> None:
    question = "What is the inventory turnover?"
    refused = calculate(question, TABLES)
    assert isinstance(refused, Refusal)
    assert [reworded(question, reading.wordings[0]) for reading in refused.readings] == [
        "What is the inventory turnover in 2024?"
    ]


def test_a_row_that_prints_the_figure_goes_before() -> None:
    printed = ledger(YEARS, (((), "Inventory turnover", ("8.5", "9.1")),), name="p", title="Ratios")
    columns = tuple(replace(column, scale=Decimal(1), unit="") for column in printed.columns)
    printed = replace(printed, columns=columns)
    made = calculate("What was the inventory turnover in 2024?", [*TABLES, printed])
    assert isinstance(made, Calculation)
    assert (made.operands[0].text, made.value) == ("8.5", Decimal("8.5"))


def test_tables_in_two_scales_are_brought_to_one_and_one_of_none_is_refused() -> None:
    million = Decimal(10**6)

    def of_scale(scale: Decimal) -> StoredTable:
        rows = (((), "Cost of sales", ("0.9", "0.8")),)
        columns = tuple(replace(column, scale=scale) for column in income().columns)
        return replace(income(rows), columns=columns)

    made = calculate("What was the inventory turnover in 2024?", [balance(), of_scale(million)])
    assert isinstance(made, Calculation), made
    assert made.formula == "0.9 million = 900 thousand; 900 ÷ ((90 + 110) ÷ 2) = 9"
    assert is_supported(made)
    refused = calculate(
        "What was the inventory turnover in 2024?", [balance(), of_scale(Decimal(1))]
    )
    assert isinstance(refused, Refusal)


def test_tables_that_state_no_scale_are_put_together_only_where_nothing_hints_at_one() -> None:
    def silent(table: StoredTable, title: str) -> StoredTable:
        columns = tuple(replace(column, scale=Decimal(1), unit="") for column in table.columns)
        return replace(table, columns=columns, title=title)

    question = "What was the inventory turnover in 2024?"
    plain = [silent(table, table.title) for table in TABLES]
    assert isinstance(calculate(question, plain), Calculation)
    hinting = [plain[0], silent(income(), "Statements of income, some lines in thousands")]
    assert isinstance(calculate(question, hinting), Refusal)


def test_a_composite_is_rounded_from_its_exact_value() -> None:
    made = calculate("What was the return on assets in 2024?", TABLES)
    assert isinstance(made, Calculation)
    rows = tuple((g, label, ("155", "1") if label == "Net income" else t) for g, label, t in INCOME)
    made = calculate("What was the return on assets in 2024?", [balance(), income(rows)])
    assert isinstance(made, Calculation)
    assert made.figure == "19.38 %"  # 19.375
    told = rounded_as_asked(made, AskedRounding(Decimal("0.001")))
    assert isinstance(told, Calculation)
    assert told.formula == "155 ÷ ((700 + 900) ÷ 2) = 19.375 %"
    assert is_supported(told)


def test_ebitda_is_worked_out_where_no_row_prints_it() -> None:
    rows: tuple[Row, ...] = (((), "Depreciation and amortization", ("73", "60")),)
    flows = ledger(YEARS, rows, name="f", title="Statements of cash flows")
    made = calculate("What was the EBITDA margin in 2024?", [*TABLES, flows])
    assert isinstance(made, Calculation)
    assert made.formula == "(219 + 73) ÷ 1,460 = 20 %"


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What was the revenue in 2024?", "1,460 thousand"),
        ("By how much did the cost of goods sold change from 2023 to 2024?", "100 thousand"),
        ("What were net earnings in 2024?", "160 thousand"),
    ],
)
def test_a_row_is_found_by_another_word_of_the_field(question: str, figure: str) -> None:
    made = calculate(question, TABLES)
    assert isinstance(made, Calculation), made
    assert made.figure == figure


@pytest.mark.parametrize(
    "question",
    [
        "What was the deferred revenue in 2024?",
        "What was the revenue of the harbour in 2024?",
        "What was the turnover of staff in 2024?",
        "What was the gross revenue in 2024?",
        "What was the total of other revenue in 2024?",
    ],
)
def test_further_words_mean_another_row(question: str) -> None:
    assert not isinstance(calculate(question, TABLES), Calculation)


def test_two_rows_of_one_meaning_are_none() -> None:
    both = (*INCOME, ((), "Total revenues", ("1,500", "1,300")))
    assert not isinstance(calculate("What was the turnover in 2024?", [income(both)]), Calculation)


@pytest.mark.parametrize(
    "question",
    [
        "What were net earnings per share in 2024?",
        "What were net earnings for each share in 2024?",
        "What were net earnings a share in 2024, adjusted?",
        "What was the average of net earnings in 2024?",
    ],
)
def test_a_word_of_another_figure_keeps_a_row_from_being_meant(question: str) -> None:
    assert not isinstance(calculate(question, TABLES), Calculation)


def test_a_list_of_departments_holds_no_line_item() -> None:
    rows: tuple[Row, ...] = (
        ((), "Sales", ("120", "110")),
        ((), "Net sales", ("7", "6")),
        ((), "Marketing", ("80", "70")),
    )
    for kept in (rows, (rows[0], rows[2]), rows[1:]):
        table = ledger(YEARS, kept, name="o", title="Budget by department")
        made = calculate("What was the revenue in 2024?", [table])
        assert not isinstance(made, Calculation)


def test_a_part_is_not_taken_for_the_whole() -> None:
    rows = (*INCOME, ((), "Cost of services", ("300", "280")))
    for question in (
        "What was the cost of goods sold in 2024?",
        "What was the inventory turnover in 2024?",
    ):
        assert not isinstance(calculate(question, [balance(), income(rows)]), Calculation)
    without = tuple(row for row in BALANCE if row[1] != "Total liabilities")
    question = "What was the debt to equity ratio in 2024?"
    assert not isinstance(calculate(question, [balance(without)]), Calculation)
    current = ((), "Current portion of long-term debt", ("80", "70"))
    assert not isinstance(calculate(question, [balance((*without, current))]), Calculation)
    borrowings = ((), "Short-term borrowings", ("30", "20"))
    made = calculate(question, [balance((*without, current, borrowings))])
    assert isinstance(made, Calculation)
    assert made.formula == "(250 + 80 + 30) ÷ 450 = 0.8"


def test_rows_of_one_item_that_differ_make_no_figure_and_a_total_goes_before() -> None:
    other = (*INCOME, ((), "Cost of revenue", ("950", "850")))
    question = "What was the inventory turnover in 2024?"
    assert not isinstance(calculate(question, [balance(), income(other)]), Calculation)
    total = (*INCOME, ((), "Total cost of sales", ("1,000", "850")))
    made = calculate(question, [balance(), income(total)])
    assert isinstance(made, Calculation)
    assert made.formula == "1,000 ÷ ((90 + 110) ÷ 2) = 10"


def test_a_glossary_that_makes_a_figure_of_an_unknown_item_is_refused() -> None:
    assert {"quick ratio", "inventory turnover"} <= {composite.name for composite in composites()}
    assert all(line_items().values())
    text = """
title = "Harbours"
entries = []
[[composites]]
name = "berth ratio"
asks = "berth ratio"
form = "times"
[[composites.ways]]
name = "by berths"
over = ["berths"]
under = ["ships"]
"""
    with pytest.raises(SettingsError, match="berths"):
        parsed("harbours", text)


def test_what_is_paid_and_printed_as_negative_is_taken_off() -> None:
    flows = ledger(
        YEARS,
        (
            (("Operating activities",), "Net cash provided by operating activities", ("240", "9")),
            (("Investing activities",), "Capital expenditures", ("(80)", "(8)")),
        ),
        name="f",
        title="Consolidated statements of cash flows",
    )
    made = named_composite(
        "What was the free cash flow conversion in 2024?", [flows, *TABLES], None
    )
    assert isinstance(made, Calculation), made
    assert made.formula == "(240 + (−80)) ÷ 160 = 100 %"
    assert is_supported(made)
    turned = replace(made.operands[1], value=-made.operands[1].value)
    assert not is_supported(replace(made, operands=(made.operands[0], turned, made.operands[2])))


def test_a_row_of_cash_flows_is_no_balance() -> None:
    flows = ledger(
        YEARS,
        (((), "Accounts receivable", ("7", "9")), ((), "Inventories", ("3", "2"))),
        name="f",
        title="Statements of cash flows",
    )
    question = "What was the quick ratio in 2024, from current assets less inventories?"
    made = calculate(question, [flows, *TABLES])
    assert isinstance(made, Calculation)
    assert made.formula == "(360 − 110) ÷ 200 = 1.25"


def test_a_statement_is_told_by_the_heading_right_above_it() -> None:
    over = "Plover plc and subsidiaries consolidated balance sheets (in thousands)"
    sheet = replace(balance(), title="An earlier table of the page", lead_in=over)
    parent = replace(
        ledger(
            YEARS,
            tuple((head, label, ("1", "1")) for head, label, _ in BALANCE),
            name="p",
            title="Deed of cross guarantee – balance sheets",
        )
    )
    note = ledger(
        YEARS,
        (((), "Inventories", ("5", "4")),),
        name="n",
        title="What is included in the consolidated balance sheets of the plan",
    )
    question = "What was the quick ratio in 2024, from current assets less inventories?"
    made = calculate(question, [parent, note, sheet, income()])
    assert isinstance(made, Calculation), made
    assert made.formula == "(360 − 110) ÷ 200 = 1.25"


@pytest.mark.parametrize(
    ("label", "is_told"),
    [("Unearned revenue", True), ("Other revenue", False)],
)
def test_another_row_of_another_statement_does_not_hide_the_one_that_is_meant(
    label: str, is_told: bool
) -> None:
    sheet = balance((*BALANCE, ((), label, ("9", "8"))))
    made = calculate("What was the revenue in 2024?", [sheet, income()])
    assert isinstance(made, Calculation) is is_told
    beside = income((*INCOME, ((), label, ("9", "8"))))
    assert not isinstance(
        calculate("What was the revenue in 2024?", [balance(), beside]), Calculation
    )
