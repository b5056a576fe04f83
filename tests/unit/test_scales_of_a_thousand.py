"""A scale that is written as one thousand of a currency, and amounts that look like it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tables.column_scales import measure_of, unit_around
from backend.tables.column_typing import is_measure
from tests.unit.csv_lists import list_of

CHF, EUR = ("CHF", Decimal(1000)), ("EUR", Decimal(1000))


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("Amounts in CHF 1,000", CHF),
        ("in CHF 1000s", CHF),
        ("(in CHF 1'000)", CHF),
        ("All figures in EUR 1.000:", EUR),
        ("in 1 000 EUR", EUR),
        ("in € 1,000's", EUR),
        ("Keels and oars, in EUR 1,000", EUR),
        ("Keels and oars: wages in EUR 1,000", EUR),
        ("Turnover (CHF 1,000)", CHF),
        ("in CHF 1,000, except per share", CHF),
    ],
)
def test_a_thousand_of_a_currency_is_a_scale(text: str, measure: tuple[str, Decimal]) -> None:
    assert measure_of(text) == measure
    assert unit_around(text) == measure[0]


@pytest.mark.parametrize(
    "text",
    [
        "Orders under CHF 1,000",
        "Paid out in CHF 1,000 notes",
        "Fines in CHF 1,000 or more",
        "The mooring fee (CHF 1,000) is due in May",
        "Fee in CHF 1,000: the licence",
        "Prizes in CHF 1,000, 2,000 and 5,000",
        "in CHF 1,000.50",
        "in CHF 1,000,000",
        "They paid the same, in CHF 1,000, as before",
        "Towed out (CHF 1,000)",
        "CHF 1,000",
    ],
)
def test_an_amount_of_a_thousand_is_no_scale(text: str) -> None:
    assert measure_of(text).scale is None
    assert unit_around(text) == ""


def test_a_line_of_such_a_scale_alone_is_no_name_of_a_column() -> None:
    assert is_measure("(in CHF 1,000)")
    assert is_measure("in EUR 1,000")
    assert not is_measure("Wages in EUR 1,000")


def test_the_figures_below_a_title_are_told_in_it() -> None:
    table = list_of('"Amounts in CHF 1,000"\nYard,Wages,Paint\nElm,30,4\nAsh,20,5\n')
    assert [(column.unit, column.scale) for column in table.columns] == [CHF, CHF]


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("Fares (kEUR)", EUR),
        ("Turnover in TEUR", EUR),
        ("Wages (k€)", EUR),
        ("Rent (TCHF)", CHF),
        ("Cost (MEUR)", ("EUR", Decimal(10) ** 6)),
        ("Cost (mUSD)", ("USD", Decimal(10) ** 6)),
    ],
)
def test_a_letter_before_a_currency_is_a_scale(text: str, measure: tuple[str, Decimal]) -> None:
    assert measure_of(text) == measure


@pytest.mark.parametrize("text", ["Boxes (TEU)", "Power (kW)", "Team EUR", "(kEURO)", "mEURs"])
def test_letters_of_other_words_are_no_scale(text: str) -> None:
    assert measure_of(text).scale is None


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("Lost oars per 100, 000 from all ferries", None),
        ("Lost oars per 100 000 trips", None),
        ("Lost oars per 10 000", None),
        ("Lost oars per 100\u00a0000", None),
        ("Lost oars per 100\u2009000 trips", None),
        ("Lost oars per 100'000 trips", None),
        ("Keels 000", Decimal(1000)),
        ("2031 000", Decimal(1000)),
        ("Keels (£000)", Decimal(1000)),
        ("Keels 2031 '000", Decimal(1000)),
    ],
)
def test_the_end_of_a_number_is_no_scale(text: str, scale: Decimal | None) -> None:
    assert measure_of(text).scale == scale
