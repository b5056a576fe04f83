"""In which unit and by how much the figures of a column are to be multiplied, as headers say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from backend.calendar_words import MONTH_NAME
from backend.tables.cell_values import CURRENCIES
from backend.types.tables import CellKind, StoredRow, StoredTable

ONE = Decimal(1)
_OVER_LABELS = re.compile(rf"(?i)^(?:[^()]*\b(?:{MONTH_NAME}|ended)\b[^()]*)?\(")
"""Headers of labels: "(In thousands)", "Year ended (Millions)"; an "Amount (thousands)" is none."""
_SCALES = {
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
}
_SPACE = "[ \u00a0\u2009\u202f'’]"
"""What parts the thousands of a number."""
_SCALE = re.compile(
    r"(?i)\b(?:in|of)\s+(?:[A-Za-z.$€£¥]+\s+){0,2}?(thousand|million|billion)s?\b"
    r"|(?<!\d)(?<!\d\s)\b(thousand|million|billion)s?\s+of\b"
    r"|[($€£¥]\s*(thousand|million|billion)s?\b"
    r"|(?<!\d)(?<!\d\s)(?:\b|\(in)(thousand|million|billion)s?\s*\)"
    r"|\b(?:dollars?|euros?|pounds?|amounts?|shares|usd|eur|gbp)\s+(thousand|million|billion)s?\b"
    rf"|(?<![\w,.])(?<!\d, )(?<!\b\d{_SPACE})(?<!\b\d\d{_SPACE})(?<!\b\d\d\d{_SPACE})"
    r"[$€£¥]?\s?['’‘]?(000)['’]?s?"
    r"(?!\w|[,.]\d)"
    r"|(?:\b(?:in|USD|EUR|GBP|CHF)\s|[($€£¥]\s?)1[,.]?(000)['’]?s\b"
    r"|[$€£¥]\s?(mm?|bn|k)\b|\b(?:USD|EUR|GBP|CHF)\s?(mm?|mn|bn|k)\b"
)
"""“(3.4 million)” in a sentence is an amount of its own, and says nothing of a table; so is the end
of “100, 000”."""
_PER_SCALE = re.compile(r"(?i)\bper\s+(?:[A-Z]{3}\s)?[$€£¥]?\s*(?:thousand|million|billion)\b")
"""What something is counted by, “per $ million of revenue”, is no scale of its figures."""
_LETTERS = {"m": "million", "mm": "million", "mn": "million", "bn": "billion", "k": "thousand"}
_WORDS = {
    "dollar": "USD",
    "dollars": "USD",
    "euro": "EUR",
    "euros": "EUR",
    "pounds sterling": "GBP",
    "yen": "JPY",
    "renminbi": "CNY",
    "yuan": "CNY",
    "swiss francs": "CHF",
}
_SPOKEN = re.compile(r"(?i)\b(" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")\b")
_SIGN = re.compile(
    r"(?<![A-Za-z])("
    + "|".join(
        re.escape(sign) + (r"(?![A-Za-z])" if sign.isalpha() else "")
        for sign in sorted(CURRENCIES, key=len, reverse=True)
    )
    + ")"
)
_AMOUNTS = re.compile(
    r"(?i)(?:[$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK))\s?(?!000\b|1[,.]?000s\b)\d[\d.,]*"
    r"|\d[\d.,]*\s?(?:[€£¥]|(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|dollars|euros|pounds)\b)"
)
_PER_CENT = re.compile(r"(?i)%|\bper ?cent(?:age)?\b|\bpct\b")
_MEASURE = re.compile(
    r"(?i)[(\[,]\s*(?:in\s+)?(kg|g|t|tonnes|tons|lbs?|km²?|m²|m³|miles|sq\.? ?ft\.?|square feet|"
    r"hectares|litres|liters|barrels|mw|gw|kwh|mwh|gwh|days|weeks|months|years|hours|minutes|mins?|hrs?"
    r"|h|shares|units|"
    r"stores|employees|basis points|bps)\s*[)\],]"
)
_SIGN_OF_HEADER = re.compile(
    r"[(\[]\s*(?:in\s+)?(ml|mL|cl|cL|hl|hL|l|mg|oz|cm|ft|°[CcFf]|[Ss]econds|[Ss]ecs?)\s*[)\]]"
)
"""Units that only a column's own header says, as they are written: "(ML)" are no millilitres, and
"(FT)" or "(L)" of a title says nothing of all columns."""
_UNIT_SIGN = re.compile(
    r"[(\[]\s*(?:in\s+)?(Ml|Gl|dm|ha|kN|kPa|MPa|hPa|mbar|kV|kW|kJ|MJ|GJ|TJ|PJ|Wh|TWh|MVA|kVA|km/h|m/s"
    r"|mph|ppm|ppb|dB|kHz|MHz|GHz|Nm|m3|kt|Mt|µg|NTU"
    r"|(?:m³|m3|[Mmhc]?l|[kmµ]?g|t|kW|[kM]Wh|k?m|litres|tonnes)"
    r"/(?:s|min|h|hr|hour|d|day|week|month|yr|year|(?:k|100 ?k)?m|k?m²|m³|m2|m3|ha|l|kg|t|person)"
    r")\s*[)\]]"
)
"""Units of science and trade that a column's own header says, letter for letter."""
_LENGTH = re.compile(
    r"(?i:\b(?:lengths?|widths?|heights?|depths?|thickness|diameter|radius|distances?|altitude"
    r"|elevation|rain|rainfall|precipitation|draught|perimeter|circumference|ascent))\b[^()]{0,20}"
    r"[(\[]\s*(?:in\s+)?(m|mm)\s*[)\]]"
)
"""Only of a length "(m)" and "(mm)" are no millions."""
_OF_MONEY = re.compile(
    r"(?i)\b(?:incomes?|revenues?|profits?|loss(?:es)?|earnings|expenses?|expenditures?|costs?|prices?"
    r"|fees?|salar(?:y|ies)|wages?|pay|budgets?|tax(?:es)?|assets|liabilit(?:y|ies)|equity|cash|debts?"
    r"|loans?|turnover|capital|dividends?|spending|premiums?|rents?)\b"
)
"""Headers of money: a letter in brackets behind them is a note, or says millions."""
_EXCEPTED = re.compile(r"(?i)\bexcept\b|\bunless\b")
_UNSCALED = re.compile(
    r"(?i)\bper\b[\w\s-]{0,24}\b(?:share|unit|ads|day|night|room|employee|store)\b|\beps\b"
    r"|\bper cent(?:age)?\b|%|\bratio\b|\bmargin\b|\brate\b|\bnumber of (?:stores|employees|rooms)"
    r"|\b(?:exercise|strike|share|stock|closing|market) prices?\b|\bweighted[- ]average price\b"
)


_CURRENCY = r"USD|EUR|GBP|CHF|[$€£¥]"
_THOUSAND = r"1[,.'’ ]?000"
_OF_CURRENCY = (
    rf"(?:(?:{_CURRENCY})\s?{_THOUSAND}|{_THOUSAND}\s?(?:{_CURRENCY}))(?:['’]?s\b)?(?![,.]?\d)"
)
_FIGURES_OF = r"\b(?:amounts|figures|values|numbers|sums|all)\s+"
_MONEY_OF = rf"{_OF_MONEY.pattern[4:]}\s+"
_ONE_THOUSAND = re.compile(
    rf"(?i)(?:^\s*|[(\[]\s*|{_FIGURES_OF})in\s+(?P<all>{_OF_CURRENCY})(?=\s*(?:$|[)\],;:]))"
    rf"|(?:[,;:–—-]\s*|{_MONEY_OF})in\s+(?P<end>{_OF_CURRENCY})(?=\s*(?:$|[)\]]))"
    rf"|(?:^\s*|{_FIGURES_OF}|{_MONEY_OF})\((?P<bare>{_OF_CURRENCY})(?=\)\s*$)"
)
"""How a scale is written as one thousand of a currency, behind what says that figures are in it."""


_PREFIXED = re.compile(
    r"(?<![\w])(?:(?P<thousand>k|[tT])|(?P<million>[mM]))(?P<of>EUR|USD|GBP|CHF|(?<=k)[€£$])(?!\w)"
)
"""Thousands and millions as engineers and German accounts write them: kEUR, TEUR, MEUR, k€."""


class Measure(NamedTuple):
    """What a text says of figures: their unit (empty: nothing) and scale (None: nothing)."""

    unit: str
    scale: Decimal | None


def measure_of(text: str) -> Measure:
    """Unit and scale that a header names, as in "Fuel (l)" and "(in millions of U.S. dollars)".

    "in thousands, except per share" is thousands: which rows are excepted says `scale_of_cell`.
    """
    said = measure_around(text)
    if said.unit or _OF_MONEY.search(text):
        return said
    match = _SIGN_OF_HEADER.search(text) or _LENGTH.search(text)
    if match is not None:
        return Measure(match[1].lower(), said.scale)
    written = _UNIT_SIGN.search(text)  # a megalitre (Ml) in small letters were a thousandth of one
    return said if written is None else Measure(written[1], said.scale)


def measure_around(text: str) -> Measure:
    """Unit and scale that a title or lead-in names for all columns of a table; signs that may as
    well be the letters of something else it does not name."""
    text = _PER_SCALE.sub("", _EXCEPTED.split(with_thousands_named(text))[0])
    match = _SCALE.search(text)
    scale = None
    if match is not None:
        word = next(group for group in match.groups() if group).lower()
        scale = _SCALES["thousand" if word == "000" else _LETTERS.get(word, word)]
    measured = _MEASURE.search(text)
    if measured is not None:
        return Measure(measured[1].lower(), scale)
    if _PER_CENT.search(text):
        return Measure("%", scale)
    sign = _SIGN.search(text)
    if sign is not None:
        return Measure(CURRENCIES[sign[1]], scale)
    spoken = _SPOKEN.search(text)
    return Measure(_WORDS[spoken[1].lower()] if spoken else "", scale)


def unit_around(text: str) -> str:
    """The unit that a title or lead-in names for all columns; that of an amount in it (“orders
    under GBP 50”) is of that amount alone."""
    return measure_around(_AMOUNTS.sub(" ", with_thousands_named(text))).unit


def with_thousands_named(text: str) -> str:
    """A text that says its scale as “in CHF 1,000” or “(EUR 1'000)” with “in CHF thousands” in its
    place; elsewhere such a figure is an amount of its own (“orders under CHF 1,000”). “(kEUR)” is
    “(EUR k)”."""
    spelled = _PREFIXED.sub(lambda each: f"{each['of']} {'k' if each['thousand'] else 'm'}", text)
    return _ONE_THOUSAND.sub(_named, spelled)


def _named(found: re.Match[str]) -> str:
    said = next(filter(None, found.groups()))
    sign = re.search(_CURRENCY, said, re.IGNORECASE)
    before = found[0].removesuffix(said)
    assert sign is not None
    return f"{before}{'in ' if found['bare'] else ''}{sign[0]} thousands"


def scale_said(texts: Sequence[str]) -> Decimal | None:
    """The scale that the first of the texts which names one names; None if none does."""
    return next((scale for text in texts if (scale := measure_of(text).scale) is not None), None)


def scale_of_cell(table: StoredTable, row: StoredRow, column: int) -> Decimal:
    """What a cell's value is to be multiplied by.

    The column's scale, but 1 for per cent, and for rows whose label names a quantity that such a
    scale does not reach: figures per share, rates, ratios.
    """
    cell = row.cells[column]
    if cell is None or cell.kind is CellKind.PER_CENT:
        return ONE
    label = " ".join((*row.group[-1:], row.label))
    return ONE if is_unscaled(label) else table.columns[column].scale


def with_scale_over_labels(table: StoredTable) -> StoredTable:
    """The table with the scale of "December 31 (Millions)" for its columns of figures, where these
    say none and that header was taken for a column, in which hardly a figure stands."""
    first, *others = table.columns or (None,)
    if first is None or first.scale == ONE or any(other.scale != ONE for other in others):
        return table
    # one row of ten may hold a figure that strayed from its label
    strayed = sum(row.cells[0] is not None and row.cells[0].value is not None for row in table.rows)
    if strayed * 10 > len(table.rows) or not _OVER_LABELS.match(first.name):
        return table
    scaled = (replace(other, scale=first.scale) if other.unit != "%" else other for other in others)
    return replace(table, columns=(first, *scaled))


def is_unscaled(label: str) -> bool:
    """Whether a label is of a quantity that the scale of a table does not reach: per share, rates,
    prices of one share."""
    return _UNSCALED.search(label) is not None
