"""A row that is named by a question is not told by another row."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.rows import row_fit
from backend.tasks.answer.extractive.rows_named import (
    is_cost_for_takings,
    is_money_for_a_count,
    is_no_duty,
    is_no_money_earned,
    is_of_another_document,
    is_of_one_group,
    is_of_row_not_named,
    is_only_adjusted,
    is_share_for_price,
    lacks_its_time,
)
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Verdict
from tests.unit.test_local_reader import WordEmbedder, hit

ACCOUNTS = "(2) The members approved the accounts of the harbour. — For: 412; Against: 9"
FINCH = "Election of wardens: Ada P. Finch — For: 388; Against: 31"
OSMAN = "Election of wardens: Tariq Osman — For: 401; Against: 12"


def reading_of(question: str, *rows: str) -> ReadEvidence:
    hits = [
        hit(text, start=200 * at, end=200 * at + len(text), kind="table_row")
        for at, text in enumerate(rows)
    ]
    return read(question, hits, WordEmbedder().embed, Background({}, 1000))


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("How many members voted for Ada Finch?", True),
        ("How many members voted for the accounts?", False),
        ("How many members voted for Mary Stone?", False),  # no row is called so
    ],
)
def test_another_row_is_called_by_the_name(question: str, other: bool) -> None:
    reading = reading_of(question, ACCOUNTS, FINCH, OSMAN)
    unit = next(each for each in reading.units if "accounts" in each.text)
    assert is_of_row_not_named(reading, unit) is other


def test_a_line_with_its_figure_is_told_as_little_as_a_row() -> None:
    text = "The members approved the accounts of the harbour: For 412"
    reading = reading_of("How many members voted for Ada Finch?", FINCH, text)
    line = next(unit for unit in reading.units if "accounts" in unit.text)
    assert is_of_row_not_named(reading, line)


def test_the_row_itself_and_prose_are_told() -> None:
    question = "How many members voted for Ada Finch?"
    reading = reading_of(question, ACCOUNTS, FINCH)
    own = next(unit for unit in reading.units if "Finch" in unit.text)
    assert not is_of_row_not_named(reading, own)
    prose = read(
        question,
        [hit("412 members voted for the accounts."), hit(FINCH, start=300, kind="table_row")],
        WordEmbedder().embed,
        Background({}, 1000),
    )
    assert not is_of_row_not_named(prose, prose.units[0])


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How many boats were sold?", "Sales: Boats — 2030: $25,867; 2029: $19,493", True),
        ("How many boats were sold?", "(Dollars in millions): Boats — 2030: 25,867", True),
        ("How many boats were sold?", "Boats — sold: 12; price: $900", False),
        ("How many dollars did boats bring in?", "Boats — 2030: $25,867; 2029: $19,493", False),
        ("How much did boats bring in?", "Boats — 2030: $25,867; 2029: $19,493", False),
        ("How many boats were sold?", "They brought in $25,867.", False),
    ],
)
def test_money_counts_nothing(question: str, text: str, other: bool) -> None:
    assert is_money_for_a_count(question, text) is other


ASSETS = "Balance sheet: Assets: Total assets — 2031: 228; 2030: 188"


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What were the total assets of Kestrel in 2031?", True),
        ("Kestrel total assets 2031", True),
        ("What were the total assets of Tern in 2031?", False),
        ("What were the total assets of TernFerries in 2031?", False),
        ("What were the total assets of Gull in 2031?", False),  # no document has that name
        ("What were the total assets in 2031?", False),
    ],
)
def test_a_row_of_a_document_without_the_name_does_not_answer_for_another(
    question: str, other: bool
) -> None:
    hits = [
        hit(ASSETS, kind="table_row", title="TernFerries accounts", document="one"),
        hit("Tern sails to Norland.", start=300, end=322, title="Tern", document="one"),
        hit("Kestrel flies to Sudmark in 2031.", title="Kestrel accounts", document="two"),
    ]
    reading = read(question, hits, WordEmbedder().embed, Background({}, 1000))
    row = next(unit for unit in reading.units if "assets" in unit.text)
    assert is_of_another_document(reading, row) is other
    prose = next(unit for unit in reading.units if "sails" in unit.text)
    assert not is_of_another_document(reading, prose)


SAILING = "Crew: Ada Finch — Hours per trip: 6; Joined: 2031-04-12; Monthly fee: 9"
LOG = "Log of May: Ada Finch — Hours: 41"


@pytest.mark.parametrize(
    ("question", "row", "title", "lacks"),
    [
        ("How many hours did Ada Finch sail in June?", SAILING, "", True),
        ("How many hours did Ada Finch sail in June?", LOG, "", True),
        ("How many hours did Ada Finch sail in May?", LOG, "", False),
        ("How many hours did Ada Finch sail in May?", SAILING, "Log of May 2031", False),
        ("Who joined in April?", SAILING, "", False),
        ("How many hours did Ada Finch sail in week 9?", SAILING, "", True),
        ("How many hours did Ada Finch sail on trip 6?", SAILING, "", False),
        ("How many hours did Ada Finch sail for about 20 euros?", SAILING, "", False),
        ("What is the fee in June?", "Fees: Berth — Monthly fee: 40", "", False),
        ("What is the fee in June?", "Fees: Berth — April to September: 40", "", False),
        ("What was the fee in fiscal 2031?", "Fees: Berth — 2031: 40", "", False),
        ("What was the fee as of June 30, 2031?", "Fees: Berth — 2031: 40", "", False),
        ("What was the fee in the year to June 2031?", "Fees: Berth — 2031: 40", "", False),
    ],
)
def test_a_row_without_the_month_or_the_number_of_a_week_is_not_told(
    question: str, row: str, title: str, lacks: bool
) -> None:
    reading = reading_of(question, row)
    (unit,) = reading.units
    assert lacks_its_time(reading.question, unit, title) is lacks


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What does Ada Finch earn per week?", "Crew: Ada Finch — Hours per week: 6", True),
        ("What does Ada Finch earn per week?", "Crew: Ada Finch — Wage per week: 300", False),
        ("What does Ada Finch earn per week?", "Crew: Ada Finch — Per week: 300 EUR", False),
        ("How many hours per week does Ada Finch sail?", "Crew: Ada Finch — Hours: 6", False),
        ("What is the value of the oars in stock?", "Oars — In stock: 6; Price (EUR): 9", True),
        ("What is the value of the oars in stock?", "Oars — In stock: 6; Value (EUR): 54", False),
        ("What is the value of the oars in stock?", "Oars — In stock: 6", False),
        ("What was the revenue from oars in June?", "Shop: Oars — Sold in June: 6", True),
        ("What was the revenue from oars in June?", "Revenue: Oars — June: 6", False),
        ("What was the revenue from oars in June?", "Shop: Oars — Sales in June: 6", False),
        ("What was the revenue of Kestrel?", "Segments (in millions): Kestrel — 2031: 6", False),
        ("How many people does the revenue office employ?", "Staff: Office — 2031: 6", False),
    ],
)
def test_what_somebody_earns_is_money(question: str, row: str, expected: bool) -> None:
    reading = reading_of(question, row)
    assert is_no_money_earned(reading.question, row) is expected


@pytest.mark.parametrize(
    ("question", "row", "fits"),
    [
        ("How many masts are to be mended?", "Budget: Masts (4) — Euros: 900", False),
        ("How many masts are mended?", "Yard: Masts — Mended: 4", True),
        ("What happens to masts?", "Yard: Masts — Kept for: 4 years", False),
    ],
)
def test_a_row_of_another_sort_does_not_fit(question: str, row: str, fits: bool) -> None:
    assert bool(row_fit(reading_of(question, row).question, row)) is fits


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What do I have to bring to the regatta?", "Parts: Regatta — Share: 10 %", True),
        ("What must I bring to the regatta?", "Parts: Regatta — Points: 10; Hours: 4 h", True),
        ("What do I have to bring to the regatta?", "Lists: Regatta — Bring: oars", False),
        ("What do I have to pay for the regatta?", "Fees: Regatta — Fee: 10 EUR", False),
        ("What share does the regatta have?", "Parts: Regatta — Share: 10 %", False),
    ],
)
def test_figures_say_nothing_of_what_is_to_be_done(question: str, row: str, expected: bool) -> None:
    assert is_no_duty(reading_of(question, row).question, row) is expected


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("How much is the regatta?", "Parts: Regatta — Share: 10 %", True),
        ("How much does the regatta cost?", "Parts: Regatta — Weight: 10 %", True),
        ("How much does the regatta count?", "Parts: Regatta — Share: 10 %", False),
        ("How much is the regatta?", "Fees: Regatta — Fee: 10 EUR; Share: 10 %", False),
        ("How much is the harbour tax?", "Taxes: Harbour tax — Rate: 10 %", False),
    ],
)
def test_a_share_is_no_price(question: str, row: str, expected: bool) -> None:
    assert is_share_for_price(reading_of(question, row).question, row) is expected


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("What is the share of the regatta?", Verdict.DIRECT),
        ("How much is the regatta?", Verdict.CLOSEST),
    ],
)
def test_a_row_of_another_kind_is_not_told_however_well_it_fits(
    question: str, verdict: Verdict
) -> None:
    reading = reading_of(question, "Parts: Regatta — Share: 10 %")
    judged = judge(reading, unit_features(reading), load_weights(), {}, missing=False)
    assert judged.verdict is verdict


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What did Tern sell in 2031?", "Earnings: Selling expenses — 2031: 512", True),
        ("How much did Tern take in?", "Earnings: Cost of boats — 2031: 512", True),
        ("What did the cost of boats sold come to?", "Earnings: Cost of boats — 2031: 512", False),
        ("What did Tern sell in 2031?", "Earnings: Boats — 2031: 512", False),
        ("What did Tern pay in 2031?", "Earnings: Selling expenses — 2031: 512", False),
    ],
)
def test_what_was_spent_was_not_sold(question: str, row: str, expected: bool) -> None:
    assert is_cost_for_takings(reading_of(question, row).question, row) is expected


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What was the profit?", "Earnings: Adjusted results: Profit — 2031: 27", True),
        ("What was the profit?", "Earnings: Adjusted profit — 2031: 27", True),
        ("What was the adjusted profit?", "Earnings: Adjusted profit — 2031: 27", False),
        ("What was the profit?", "Earnings: Profit — Reported: 17; Adjusted: 27", False),
        ("What was the profit?", "Earnings: Profit — 2031: 17", False),
    ],
)
def test_an_adjusted_figure_must_be_asked_for(question: str, row: str, expected: bool) -> None:
    assert is_only_adjusted(reading_of(question, row).question, row) is expected


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What were worldwide sales?", "Catch: Herring: Worldwide — 2031: 27", True),
        ("What were US sales?", "Catch: Herring: U.S. — 2031: 27", True),
        ("What were worldwide sales of herring?", "Catch: Herring: Worldwide — 2031: 27", False),
        # what stands over it is the table's title alone, or it is no region
        ("What were worldwide sales?", "Catch: Worldwide — 2031: 27", False),
        ("What were harbour fees?", "Catch: Herring: Harbour fees — 2031: 27", False),
    ],
)
def test_a_region_of_one_group_is_not_that_of_all(question: str, row: str, expected: bool) -> None:
    assert is_of_one_group(reading_of(question, row).question, row) is expected
