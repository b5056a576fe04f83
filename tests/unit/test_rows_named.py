"""A row that is named by a question is not told by another row."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.rows import row_fit
from backend.tasks.answer.extractive.rows_named import (
    is_money_for_a_count,
    is_of_another_document,
    is_of_row_not_named,
)
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
    line = next(each for each in reading.units if "accounts" in each.text)
    assert is_of_row_not_named(reading, line)


def test_the_row_itself_and_prose_are_told() -> None:
    question = "How many members voted for Ada Finch?"
    reading = reading_of(question, ACCOUNTS, FINCH)
    own = next(each for each in reading.units if "Finch" in each.text)
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
    row = next(each for each in reading.units if "assets" in each.text)
    assert is_of_another_document(reading, row) is other
    prose = next(each for each in reading.units if "sails" in each.text)
    assert not is_of_another_document(reading, prose)


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
