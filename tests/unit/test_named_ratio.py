"""Figures with a name of their own that two rows of a table make."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.errors import SettingsError
from backend.evidence.calculation_check import check_calculation
from backend.glossaries import load, named_ratios, parsed
from backend.tables.other_rows import is_of_others
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.named_ratio import named_ratio, open_ratio, ratio_asked
from backend.tasks.calculate.programs.rewording import places_of, reworded
from backend.tasks.calculate.programs.total_said import without_total
from backend.tasks.calculate.programs.trusted_tables import is_split_off
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

INCOME = (
    ("Net sales", ("800", "640")),
    ("Gross profit", ("300", "250")),
    ("Operating income", ("120", "80")),
    ("Net income", ("90", "(60)")),
    ("Total current assets", ("450", "400")),
    ("Total current liabilities", ("300", "320")),
    ("Net cash provided by operating activities", ("210", "180")),
    ("Capital expenditures", ("(70)", "50")),
)


def cell(text: str) -> Cell:
    value = Decimal(text.replace(",", "").replace("(", "-").replace(")", ""))
    return Cell(text, CellKind.NUMBER, value, 10, 10 + len(text), 2, None)


def accounts(
    title: str = "Statement of income",
    rows: tuple[tuple[str, tuple[str, ...]], ...] = INCOME,
    group: tuple[str, ...] = (),
) -> StoredTable:
    columns = tuple(
        Column(year, (year,), CellKind.NUMBER, "EUR", Decimal(1000), year)
        for year in ("2024", "2023")
    )
    held = tuple(
        StoredRow(label, group, tuple(map(cell, texts)), False, None) for label, texts in rows
    )
    return StoredTable("t", "d", (2,), None, (), title, "", columns, held, "EUR thousand")


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        ("What was the operating margin in 2024?", "120 ÷ 800 = 15 %"),
        ("What was the company's gross margin in 2023?", "250 ÷ 640 = 39.06 %"),
        ("Net profit margin for 2024?", "90 ÷ 800 = 11.25 %"),
        ("Calculate the current ratio at the end of 2024.", "450 ÷ 300 = 1.5"),
        ("What was the working capital in 2023?", "400 − 320 = 80 thousand EUR"),
        # what is paid is printed as a negative figure in one year and not in the other
        ("What was free cash flow in 2024?", "210 + (−70) = 140 thousand EUR"),
        ("What was free cash flow in 2023?", "180 − 50 = 130 thousand EUR"),
    ],
)
def test_two_rows_make_what_a_field_has_a_name_for(question: str, formula: str) -> None:
    made = calculate(question, [accounts()])
    assert isinstance(made, Calculation), made
    assert made.formula == formula
    held = Chunk("c", "d", "s", 0, " ".join(e.text for e in made.operands), 0, 99, (0,), "row")
    assert check_calculation(made, [held]).supported is True


def test_income_before_taxes_is_not_the_taxes_on_it() -> None:
    taxes = (("Provision for income taxes", ("30", "20")),)
    question = "What was the effective tax rate in 2024?"
    assert not isinstance(calculate(question, [accounts(rows=taxes)]), Calculation)
    both = (("Income before provision for income taxes", ("120", "100")), *taxes)
    made = calculate(question, [accounts(rows=both)])
    assert isinstance(made, Calculation), made
    assert made.formula == "30 ÷ 120 = 25 %"


@pytest.mark.parametrize(
    ("question", "row", "is_told"),
    [
        ("What were income taxes in 2024?", "Income before income taxes", False),
        ("What was income before income taxes in 2024?", "Income taxes", False),
        ("What were income taxes in 2024?", "Income taxes", True),
        ("What was income before income taxes in 2024?", "Income before income taxes", True),
        ("What was pre-tax income in 2024?", "Pre-tax income", True),
    ],
)
def test_a_result_before_something_is_another_row(question: str, row: str, is_told: bool) -> None:
    made = calculate(question, [accounts(rows=((row, ("120", "100")),))])
    assert isinstance(made, Calculation) is is_told


def test_the_sentence_names_the_figure_and_its_rows() -> None:
    made = named_ratio("What was the operating margin in 2024?", [accounts()])
    assert made is not None
    assert made.sentence == (
        "Operating margin – Operating income and Net sales, 2024: 120 ÷ 800 = 15 %"
    )


@pytest.mark.parametrize(
    "question",
    [
        "What was the operating margin of the cloud segment in 2024?",
        "What was the adjusted operating margin in 2024?",
        "By how much did the operating margin improve in 2024?",
        "What was the average operating margin in 2023 and 2024?",
        "Was the operating margin higher than the gross margin in 2024?",
        "What was the operating margin?",  # of two years
        "What was the net margin in 2023?",  # of a loss
        "What was the operating margin in 2021?",
    ],
)
def test_what_means_another_figure_or_leaves_it_open_gets_none(question: str) -> None:
    assert named_ratio(question, [accounts()]) is None


def test_a_ratio_of_no_period_offers_those_that_it_could_be_of() -> None:
    question = "What is the current ratio?"
    refused = calculate(question, [accounts()])
    assert isinstance(refused, Refusal)
    assert refused.is_open
    asked = [reworded(question, each.wordings[0]) for each in refused.readings]
    assert asked == ["What is the current ratio in 2024?", "What is the current ratio in 2023?"]
    for reading, text in zip(refused.readings, asked, strict=True):
        made = calculate(text, [accounts()])
        assert isinstance(made, Calculation)
        assert places_of(made.operands) == reading.cells
    one, other = accounts().columns  # the header of one says more
    wordy = replace(other, name="2023 as reported", path=("2023 as reported",))
    assert named_ratio(question, [replace(accounts(), columns=(one, wordy))]) is None
    assert open_ratio("What is the current ratio in 2024?", [accounts()]) is None
    assert open_ratio("What is the adjusted current ratio?", [accounts()]) is None


def test_rows_of_a_part_and_tables_that_differ_give_none() -> None:
    question = "What was the operating margin in 2024?"
    assert named_ratio(question, [accounts("Results", group=("Boats",))]) is None
    assert named_ratio(question, [accounts("Results of the Boats segment")]) is None
    other = accounts(rows=(("Net sales", ("900", "640")), *INCOME[1:]))
    assert named_ratio(question, [accounts(), other]) is None
    adjusted = (("Adjusted operating income", ("130", "80")), INCOME[0])
    assert named_ratio(question, [accounts(rows=adjusted)]) is None


def test_a_row_of_that_name_goes_before_what_is_computed() -> None:
    printed = accounts(rows=(*INCOME, ("Free cash flow", ("145", "130"))))
    made = calculate("What was free cash flow in 2024?", [printed])
    assert isinstance(made, Calculation)
    assert made.figure == "145 thousand EUR"


def test_every_ratio_is_known_by_its_own_name() -> None:
    for ratio in named_ratios():
        asked = ratio_asked(f"What was the {ratio.name} in 2024?")
        assert asked is not None, ratio.name
        assert (asked.ratio, asked.words) == (ratio, frozenset())
    assert set(load("finance").ratios) <= set(named_ratios())


def test_a_ratio_of_no_known_form_is_refused() -> None:
    text = (
        'title = "T"\nentries = []\n[[ratios]]\nname = "pace"\nasks = "pace"\n'
        'form = "power"\nover = ["a"]\nunder = ["b"]\n'
    )
    with pytest.raises(SettingsError, match="power") as caught:
        parsed("t", text)
    assert "per cent, times, less" in str(caught.value.remedy)
    (made,) = parsed("t", text.replace("power", "times")).ratios
    assert (made.over, made.under) == (("a",), ("b",))


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What were total net sales in 2024?", "800 thousand EUR"),
        ("What was the total of net sales in 2024?", "800 thousand EUR"),
        ("What was the total amount of capital expenditures in 2023?", "50 thousand EUR"),
        ("What were total current assets in 2024?", "450 thousand EUR"),
    ],
)
def test_a_total_that_no_row_is_called_is_the_row(question: str, figure: str) -> None:
    made = calculate(question, [accounts()])
    assert isinstance(made, Calculation), made
    assert made.figure == figure


@pytest.mark.parametrize(
    "question",
    [
        "What were total net sales in 2023 and 2024?",  # may want both added up
        "What were total assets in 2024?",  # "Total current assets" shares a word
        "What were net sales in 2024?",
    ],
)
def test_the_word_total_stays(question: str) -> None:
    assert without_total(question, [accounts()]) == ""


def test_other_assets_are_not_the_assets() -> None:
    rows = (("Total other assets", ("70", "60")), ("Interest and other income", ("8", "9")))
    held = accounts(rows=rows)
    refused = calculate("What were total assets in 2024?", [held])
    assert isinstance(refused, Refusal)
    assert refused.nearest == ("Total other assets",)
    made = calculate("What were total other assets in 2024?", [held])
    assert isinstance(made, Calculation)
    assert made.figure == "70 thousand EUR"
    assert not is_of_others("Interest and other income", "What was interest income?")


def test_what_is_told_per_share_is_in_no_thousands() -> None:
    column = replace(accounts().columns[0], scale=Decimal(1))
    rows = tuple(
        StoredRow(label, (), (cell(text),), False, None)
        for label, text in (("Diluted earnings per share", "24.01"), ("Net sales", "800"))
    )
    held = StoredTable("t", "d", (2,), None, (), "Sales of 3 million", "", (column,), rows, "")
    made = calculate("What were diluted earnings per share in 2024?", [held])
    assert isinstance(made, Calculation), made
    assert made.figure.startswith("24.01")
    assert isinstance(calculate("What were net sales in 2024?", [held]), Refusal)


DAYS = ("2024-12-31", "2024-06-30")


def half_year(rows: tuple[tuple[str, tuple[str, ...]], ...], title: str) -> StoredTable:
    """A balance sheet of an interim report: two days of one year."""
    columns = tuple(
        Column(name, (name,), CellKind.NUMBER, "EUR", Decimal(1000), day)
        for name, day in zip(("December 31, 2024", "June 30, 2024"), DAYS, strict=True)
    )
    held = tuple(StoredRow(label, (), tuple(map(cell, of)), False, None) for label, of in rows)
    return StoredTable("b", "d", (2,), None, (), title, "", columns, held, "EUR thousand")


@pytest.mark.parametrize("day", ["December 31, 2024", "31 December 2024", "2024-12-31"])
def test_a_day_picks_its_column_of_two_in_one_year(day: str) -> None:
    sheet = half_year(INCOME, "Fenwick plc and Subsidiaries Balance Sheets")
    made = calculate(f"What was the current ratio at {day}?", [sheet])
    assert isinstance(made, Calculation), made
    assert made.formula == "450 ÷ 300 = 1.5"
    looked_up = calculate(f"What were net sales at {day}?", [sheet])
    assert isinstance(looked_up, Calculation), looked_up
    assert looked_up.operands[0].text == "800"


def test_without_a_day_both_are_offered() -> None:
    sheet = half_year(INCOME, "Balance Sheets")
    made = calculate("What is the current ratio?", [sheet])
    assert isinstance(made, Refusal)
    assert [reading.label for reading in made.readings] == ["31 December 2024", "30 June 2024"]


@pytest.mark.parametrize(
    "title",
    [
        "Classes of assets held for sale",
        "Balance Sheets for Obligor Group",
        "Pro forma results",
        "Balance sheets of our equity-method investees",
        "Equity method investments",
        "Summarised accounts of an investee",
        "Unconsolidated affiliates",
        "Unconsolidated subsidiary in Norland",
    ],
)
def test_what_was_split_off_is_no_figure_of_the_whole(title: str) -> None:
    sheet = half_year((("Inventories, net", ("40", "55")), ("Cash", ("3", "2"))), title)
    made = calculate("What were inventories at December 31, 2024?", [sheet])
    assert isinstance(made, Refusal)
    assert made.is_open


def test_a_table_of_what_others_hold_is_trusted_where_the_question_names_them() -> None:
    plain = "What were inventories at December 31, 2024?"
    for title, named in (
        ("Equity-method investees", "inventories of the equity-method investees"),
        ("Unconsolidated affiliates", "inventories of unconsolidated affiliates"),
    ):
        sheet = half_year((("Inventories", ("40", "55")), ("Cash", ("3", "2"))), title)
        assert is_split_off(sheet, plain)
        assert not is_split_off(sheet, f"What were {named} at December 31, 2024?")
    own = half_year((("Inventories", ("40", "55")),), "Investments in ferries")
    assert not is_split_off(own, plain)


PRINTED = (
    ("Operating income as a percentage of net sales", ("15%", "12.5%")),
    ("Effective income tax rate", ("24.1%", "22%")),
)


def with_rates(*more: tuple[str, tuple[str, ...]], rates: int = 2) -> StoredTable:
    made = accounts(rows=more)
    held = tuple(
        StoredRow(
            label,
            (),
            tuple(
                Cell(text, CellKind.PER_CENT, Decimal(text[:-1]), 10, 10 + len(text), 2, None)
                for text in texts
            ),
            False,
            None,
        )
        for label, texts in PRINTED[:rates]
    )
    return replace(made, rows=(*made.rows, *held))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the operating margin in 2023?", "12.5 %"),
        ("What was the effective tax rate in 2024?", "24.1 %"),
    ],
)
def test_a_row_that_prints_the_figure_is_read(question: str, answer: str) -> None:
    made = calculate(question, [with_rates()])
    assert isinstance(made, Calculation), made
    assert made.figure == answer


def test_what_is_printed_must_agree_with_what_the_rows_make() -> None:
    right = named_ratio("What was the operating margin in 2024?", [with_rates(*INCOME)])
    assert right is not None
    assert right.formula == "120 ÷ 800 = 15 %"
    # 80 ÷ 640 is 12.5 %; here another figure is printed, so the definition is another one
    other = (*INCOME[:2], ("Operating income", ("150", "60")), *INCOME[3:])
    assert named_ratio("What was the operating margin in 2023?", [with_rates(*other)]) is None


def test_a_column_of_changes_is_no_figure_of_the_year_that_its_header_names() -> None:
    made = accounts()
    moved = Column("Change › 2024 vs 2023", (), CellKind.NUMBER, "EUR", Decimal(1000), "")
    rows = tuple(replace(row, cells=(*row.cells, cell("160"))) for row in made.rows)
    wide = replace(made, columns=(*made.columns, moved), rows=rows)
    margin = calculate("What was the operating margin in 2024?", [wide])
    assert isinstance(margin, Calculation), margin
    assert margin.formula == "120 ÷ 800 = 15 %"
    sales = calculate("What were net sales in 2024?", [wide])
    assert isinstance(sales, Calculation), sales
    assert sales.operands[0].text == "800"
