"""Figures told as exactly, and in the scale, that a question asks for."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.arithmetic import computed, reckoned
from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.asked_rounding import (
    NO_FIGURES,
    ONE_WAY,
    TWO_WAYS,
    AskedRounding,
    rounding_asked,
)
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.rounded_results import (
    OTHER_MONEY,
    SMALL,
    TOO_COARSE,
    rounded_as_asked,
)
from backend.tasks.calculate.programs.telling import told
from backend.types import Chunk
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

YEARS = ("2024", "2023", "2022")
ROWS = (
    ("Net sales", ("3,592,216", "3,401,550", "2,998,400")),
    ("Cost of sales", ("1,250,000", "1,100,000", "1,000,001")),
)


def cell(text: str) -> Cell:
    return Cell(text, CellKind.NUMBER, Decimal(text.replace(",", "")), 10, 10 + len(text), 2, None)


def accounts(scale: int = 1000, unit: str = "EUR") -> StoredTable:
    columns = tuple(
        Column(year, (year,), CellKind.NUMBER, unit, Decimal(scale), year) for year in YEARS
    )
    held = tuple(
        StoredRow(label, (), tuple(map(cell, texts)), False, None) for label, texts in ROWS
    )
    title = "Statement of income"
    return StoredTable("t", "d", (2,), None, (), title, "", columns, held, "EUR thousand")


def asked(question: str, table: StoredTable | None = None) -> Calculation | Refusal:
    plain, rounding = rounding_asked(question)
    assert rounding is not None
    made = calculate(plain, [table or accounts()])
    assert isinstance(made, Calculation), made
    return rounded_as_asked(made, rounding)


def is_supported(made: Calculation) -> bool:
    texts = " ".join(each.text for each in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "figure", "formula"),
    [
        (
            "What were net sales in 2024, to the nearest million?",
            "3,592 million EUR",
            "2024: 3,592,216 thousand EUR ≈ 3,592 million EUR",
        ),
        (
            "What were net sales in 2024 in millions?",
            "3,592.216 million EUR",
            "2024: 3,592,216 thousand EUR = 3,592.216 million EUR",
        ),
        (
            "What were net sales in 2023 in millions of euros, rounded to one decimal place?",
            "3,401.6 million EUR",  # 3,401.55: a half goes up
            "2023: 3,401,550 thousand EUR ≈ 3,401.6 million EUR",
        ),
        (
            "By how much did net sales change from 2022 to 2023 to the nearest hundred thousand?",
            "403,200 thousand EUR",  # 403,150
            "3,401,550 − 2,998,400 = 403,150 thousand EUR ≈ 403,200 thousand EUR",
        ),
        (
            "What were net sales in 2022, 2023 and 2024 together, in billions?",
            "9.992166 billion EUR",
            "2,998,400 + 3,401,550 + 3,592,216 = 9,992,166 thousand EUR = 9.992166 billion EUR",
        ),
        (
            "By how many per cent did net sales grow from 2022 to 2023, to one decimal?",
            "13.4 %",  # 13.4455…
            "3,401,550 ÷ 2,998,400 − 1 = 13.45 % ≈ 13.4 %",
        ),
        (
            "By how many per cent did net sales grow from 2022 to 2023? Round to four decimals.",
            "13.4455 %",  # 403,150 ÷ 2,998,400 = 0.134455…
            "3,401,550 ÷ 2,998,400 − 1 = 13.4455 %",
        ),
        (
            "What was the average cost of sales in 2022 and 2023 to the nearest whole number?",
            "1,050,001 thousand EUR",  # 1,050,000.5
            "(1,000,001 + 1,100,000) ÷ 2 = 1,050,000.5 thousand EUR ≈ 1,050,001 thousand EUR",
        ),
        (
            "What was the cost of sales in 2024, to two significant figures?",
            "1,300,000 thousand EUR",
            "2024: 1,250,000 thousand EUR ≈ 1,300,000 thousand EUR",
        ),
    ],
)
def test_a_figure_is_told_as_asked_with_the_exact_one_in_its_formula(
    question: str, figure: str, formula: str
) -> None:
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert (made.figure, made.formula) == (figure, formula)
    assert figure in made.sentence
    assert is_supported(made)


def test_a_figure_between_two_steps_goes_by_its_exact_value_and_not_by_its_two_places() -> None:
    operands = (operand("4951", "2024"), operand("1000000", "2023"))
    made = told(Operation.SHARE, operands, 1.0)
    assert made.answer == "0.5"  # 0.4951 %
    rounded = rounded_as_asked(made, AskedRounding(Decimal(1)))
    assert isinstance(rounded, Calculation)
    assert rounded.figure == "0 %"
    assert is_supported(rounded)
    without_working = replace(made, formula="worked out by a database", operation=Operation.RATIO)
    refused = rounded_as_asked(without_working, AskedRounding(Decimal(1)))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.is_open) == (TOO_COARSE, True)


def test_what_says_how_to_round_names_no_row() -> None:
    whole = StoredRow(
        "Nearest million decimals", (), (cell("7"), cell("8"), cell("9")), False, None
    )
    table = accounts()
    table = replace(table, rows=(*table.rows, whole))
    made = asked("What were net sales in 2024, to the nearest million?", table)
    assert isinstance(made, Calculation)
    assert [each.label for each in made.operands] == ["Net sales"]


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("To the nearest ten, what was it in 2024?", "what was it in 2024?"),
        ("What was it (in thousands) in 2024?", "What was it in 2024?"),
        ("What was it in 2024? Please round your answer to 2 d.p.", "What was it in 2024?"),
        ("What was it in US$ millions, and round to one decimal, in 2024?", "What was it in 2024?"),
        ("What was it to the nearest tenth of a per cent in 2024?", "What was it in 2024?"),
        ("What was it in 2024 as a whole number?", "What was it in 2024?"),
        ("What was it in 2024, rounded to two places?", "What was it in 2024?"),
        ("What was it in 2024, to two places?", "What was it in 2024?"),
        ("What was it to two places after the point for each?", "What was it for each?"),
        ("How many were sold in 2024, in thousands?", "How many were sold in 2024?"),
        ("In millions, what was it in 2024?", "what was it in 2024?"),
    ],
)
def test_the_words_are_taken_out(question: str, plain: str) -> None:
    assert rounding_asked(question)[0] == plain


@pytest.mark.parametrize(
    "question",
    [
        "How far is it to the nearest town?",
        "How many were issued in thousands of shares?",
        "What were the first places in 2024?",
        "What is a million worth?",
        "Who rounded the cape?",
        # what counts or filters says nothing of a figure's form
        "How many parcels were sent to two places?",
        "How many parcels were sent, to two places?",
        "What was the weight of parcels sent to 3 places?",
        "How far is it from the first place to second place?",
        "How many contracts in millions were signed?",
        "How many contracts were in millions?",
        "List deals in million dollars and above.",
        "What did gas to the nearest meter cost?",
        "What is the fee to the nearest hundred members of the club?",
        "What was it to the nearest 50 cents?",
        "What was it to the nearest 0?",
        "What was it to the nearest 0 thousand?",
    ],
)
def test_other_words_are_left(question: str) -> None:
    assert rounding_asked(question) == (question, None)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("10 million", AskedRounding(Decimal(10**7), of_amount=True)),
        ("100 thousand", AskedRounding(Decimal(10**5), of_amount=True)),
        ("$1,000", AskedRounding(Decimal(1000), of_amount=True, unit="money", money="USD")),
        ("500", AskedRounding(Decimal(500), of_amount=True)),
        ("0.05", AskedRounding(Decimal("0.05"))),
    ],
)
def test_steps_are_read_with_their_number_and_size(words: str, wanted: AskedRounding) -> None:
    plain, found = rounding_asked(f"What was it in 2024, to the nearest {words}?")
    assert (plain, found) == ("What was it in 2024?", wanted)


def test_a_step_of_several_millions_is_told_in_millions() -> None:
    made = asked("What were net sales in 2024, to the nearest 10 million?")
    assert isinstance(made, Calculation)
    assert made.figure == "3,590 million EUR"  # 3,592.216
    assert is_supported(made)


@pytest.mark.parametrize(
    "question",
    [
        "What were net sales in 2024, to two decimal places?",
        "What were net sales in 2024, to 9 significant figures?",
        "What were net sales in 2023 and 2024 respectively, to one decimal?",
    ],
)
def test_no_noughts_are_told_behind_what_is_printed(question: str) -> None:
    made = asked(question)
    assert isinstance(made, Calculation)
    assert made.rounded is None
    assert "3,592,216 thousand EUR" in (made.figure + made.answer)


def test_in_another_scale_only_printed_places_are_told() -> None:
    made = asked("What were net sales in 2024, in millions, to 8 decimals?")
    assert isinstance(made, Calculation)
    assert made.figure == "3,592.216 million EUR"
    assert is_supported(made)


def test_a_mean_that_does_not_come_out_is_told_in_another_scale_to_its_own_places() -> None:
    made = asked("What was the average cost of sales in 2022, 2023 and 2024, in millions?")
    assert isinstance(made, Calculation)
    # 3,350,001 ÷ 3 = 1,116,667 comes out; with 3,350,000 it does not
    assert made.figure == "1,116.667 million EUR"
    cells = [replace(operand(text, "2024"), scale=Decimal(1000)) for text in ("1", "1", "2")]
    mean = rounded_as_asked(told(Operation.MEAN, cells, 1.0), AskedRounding(scale=Decimal(10**6)))
    assert isinstance(mean, Calculation)
    assert mean.formula == "(1 + 1 + 2) ÷ 3 = 1.33 thousand ≈ 0.00133 million"
    assert is_supported(mean)
    assert not is_supported(replace(mean, value=Decimal("0.0014")))


def test_a_sentence_of_a_list_says_the_rounded_figure_once() -> None:
    cells = (operand("1", "2024"), operand("3", "2023"))
    made = told(Operation.SHARE, cells, 1.0)
    made = replace(made, sentence=f"33.33 % (Weight of 1 of 2 rows: {made.formula})")
    rounded = rounded_as_asked(made, AskedRounding(Decimal(1)))
    assert isinstance(rounded, Calculation)
    assert rounded.sentence == "33 % (Weight of 1 of 2 rows: 1 ÷ 3 = 33.33 % ≈ 33 %)"


def test_long_questions_and_runs_of_blanks_are_read_in_one_go() -> None:
    blanks = " " * 1500
    question = f"What was it in 2024,{blanks}to two{blanks[:200]}decimals?"
    assert rounding_asked(question) == ("What was it in 2024?", AskedRounding(Decimal("0.01")))
    assert rounding_asked(f"a{' ' * 20_000}places") == (f"a{' ' * 20_000}places", None)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What were net sales in 2024, to 0 significant figures?", NO_FIGURES),
        ("What were net sales in 2024, rounded up to the nearest million?", ONE_WAY),
        ("What were net sales in 2024, to the nearest million, to one decimal?", TWO_WAYS),
        ("What were net sales in 2024 in millions of dollars?", OTHER_MONEY),
        ("What were net sales in 2024 to the nearest hundred?", "It is open whether the step is"),
        ("What were net sales in 2024 to the nearest per cent?", "The figure cannot be rounded"),
        ("What were net sales in 2024 to the nearest hour?", "The figure cannot be rounded"),
        (
            "By how many per cent did net sales grow from 2022 to 2023 to the nearest ten?",
            "The fig",
        ),
    ],
)
def test_what_cannot_be_told_so_is_refused(question: str, reason: str) -> None:
    refused = asked(question)
    assert isinstance(refused, Refusal), refused
    assert refused.reason.startswith(reason)
    assert refused.is_open


def test_figures_of_no_scale_that_are_smaller_than_the_asked_one_may_be_in_it_already() -> None:
    made = told(Operation.LOOKUP, [operand("3592", "2024")], 1.0)
    refused = rounded_as_asked(made, AskedRounding(scale=Decimal(10**6)))
    assert isinstance(refused, Refusal)
    assert refused.reason == SMALL.format(size="million")


def test_a_share_is_in_no_scale_and_says_so_of_its_cells() -> None:
    made = asked("By how many per cent did net sales grow from 2022 to 2023, in thousands?")
    assert isinstance(made, Calculation)
    assert made.rounded is None
    assert made.figure == "13.45 %"


def test_a_rounded_figure_that_is_altered_is_found_out() -> None:
    made = asked("What were net sales in 2024, to the nearest million?")
    assert isinstance(made, Calculation)
    assert made.rounded is not None
    assert not is_supported(replace(made, value=Decimal(3593)))
    assert not is_supported(replace(made, scale=Decimal(1000)))
    assert not is_supported(replace(made, value=made.value + Decimal("0.1")))
    assert not is_supported(replace(made, rounded=replace(made.rounded, value=Decimal(1))))


def test_lists_are_rounded_figure_by_figure() -> None:
    made = asked("What were net sales in 2023 and 2024 respectively, in millions?")
    assert isinstance(made, Calculation)
    assert dict(made.listed) == {"2024": "3,592.216 million EUR", "2023": "3,401.55 million EUR"}
    assert is_supported(made)
    wrong = (("2024", "3,593.216 million EUR"), made.listed[1])
    assert not is_supported(replace(made, listed=(*wrong,)))


def test_arithmetic_in_a_claim_may_say_that_it_is_rounded() -> None:
    assert computed("5,802 + 6,150 ≈ 12,000") == ["12,000"]  # 11,952
    assert computed("5,802 + 6,150 ≈ 11,900") == []
    assert computed("5,802 + 6,150 = 12,000") == []
    assert computed("97 ÷ 800 = 12.13 %") == ["12.13"]  # 12.125: a half may go up
    assert reckoned("97 ÷ 800 = 12.13 %") == Decimal("12.125")
    assert reckoned("97 ÷ 800 = 12.2 %") is None


@given(
    st.integers(-(10**9), 10**9),
    st.integers(1, 10**6),
    st.sampled_from(["0.001", "0.01", "0.1", "1"]),
)
def test_a_share_is_never_further_from_the_exact_one_than_half_a_step(
    part: int, whole: int, step: str
) -> None:
    operands = (operand(str(part), "2024"), operand(str(whole), "2023"))
    made = rounded_as_asked(told(Operation.SHARE, operands, 1.0), AskedRounding(Decimal(step)))
    assert isinstance(made, Calculation)
    exact = Decimal(part * 100) / whole
    assert made.value == exact.quantize(Decimal(step), rounding=ROUND_HALF_UP)
    assert is_supported(made)


def operand(text: str, year: str) -> Operand:
    value = Decimal(text)
    return Operand(
        *("d", "t", 0, 0, "Net sales", year, year, text, value, Decimal(1), ""),
        *(10, 10 + len(text), 2, None),
    )
