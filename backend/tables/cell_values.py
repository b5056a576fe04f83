"""What the text of one cell says: a number with sign and unit, a date, nothing, or words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD
from backend.dates import DAY
from backend.types.tables import CellKind
from backend.written_days import is_written_day

CURRENCIES = {
    "$": "USD",
    "US$": "USD",
    "USD": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "CAD": "CAD",
    "A$": "AUD",
    "AUD": "AUD",
    "HK$": "HKD",
    "HKD": "HKD",
    "S$": "SGD",
    "SGD": "SGD",
    "R$": "BRL",
    "BRL": "BRL",
    "€": "EUR",
    "EUR": "EUR",
    "£": "GBP",
    "GBP": "GBP",
    "¥": "JPY",
    "JPY": "JPY",
    "CNY": "CNY",
    "RMB": "CNY",
    "₹": "INR",
    "INR": "INR",
    "₩": "KRW",
    "KRW": "KRW",
    "CHF": "CHF",
    "SEK": "SEK",
    "NOK": "NOK",
    "DKK": "DKK",
}
"""Signs and codes of currencies, and the ISO 4217 code that each stands for."""

_BLANKS = re.compile(r"[\s\u00a0\u2007\u2009\u202f]+")
_DASHES = "-–—−‒"
_NIL = re.compile(
    rf"(?i)[(\[]?\s*(?:[$€£¥]\s*)?(?:[{_DASHES}]{{1,3}}|n/?a\.?|n\.a\.|n/?m\.?|n\.m\.|nil|none|"
    rf"not meaningful|not applicable|\.{{2,}}|…)\s*%?\s*[)\]]?"
)
_NOTE = re.compile(
    r"(?<=[\d)%\]])\s*((?:[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]|\s?\((?:\d{1,2}|[a-z])\)|\s?\[(?:\d{1,2}|[a-z])\])+)$"
)
_CURRENCY = "|".join(sorted(map(re.escape, CURRENCIES), key=len, reverse=True))
_DIGITS = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"
    r"|\d{1,3}(?:\.\d{3})+,\d+"
    r"|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?"
    r"|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?"
    r"|\d+[.,]\d+|\d+|[.,]\d+"
)
# its text holds single spaces alone: where each place took any number, many would take forever
_NUMBER = re.compile(
    rf"(?P<open>[(\[])? ?(?P<sign>[{_DASHES}+])? ?(?P<before>{_CURRENCY})? ?"
    rf"(?P<open2>[(\[])? ?(?P<sign2>[{_DASHES}+])? ?(?P<digits>{_DIGITS}) ?"
    r"(?P<per_cent>%|per ?cent\b|pct\b\.?)? ?(?P<close>[)\]])? ?(?P<per_cent2>%)? ?"
    rf"(?P<after>{_CURRENCY})? ?"
    r"(?:(?P<times>thousand|million|billion|trillion|mn|bn|k|m|b)(?![A-Za-z]))? ?"
    rf"(?P<unit>[A-Za-zµ°²³/]{{1,12}})?(?P<trail>[{_DASHES}])?"
)
_TIMES = {
    "thousand": Decimal(10) ** 3,
    "k": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "mn": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "bn": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}
_MONTH = rf"(?:{MONTH_NAME}|{MONTH_NAME_ABROAD})\b\.?"
_DATE = re.compile(
    rf"(?i){DAY}|{_MONTH}[ -]+(?:\d{{4}}|['’]?\d\d)|\d{{1,2}}[/.]\d{{1,2}}[/.]\d\d"
    r"|(?:0[1-9]|1[0-2])/(?:19|20)\d\d"
    r"|(?:FY|CY)\s?['’]?(?:\d\d){1,2}|Q[1-4](?:\s?['’]?(?:\d\d){1,2})?"
    r"|[1-4]Q\s?['’]?(?:\d\d){1,2}"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


class CellValue(NamedTuple):
    """What a cell's text says. `unit` is an ISO 4217 code, "%" or a word behind the number."""

    kind: CellKind
    value: Decimal | None
    unit: str
    note: str


def cell_value(text: str, *, decimal_comma: bool = False) -> CellValue:
    """Type a cell's text.

    Numbers in brackets, or with a dash before or behind, are negative; words like "million" behind
    a number are counted in; a mark of a footnote behind it is parted from it.

    Args:
        decimal_comma: how "1,234" and "1.234" are to be read: see `writes_decimal_comma`.
    """
    plain = _BLANKS.sub(" ", text).strip()
    if not plain:
        return CellValue(CellKind.NIL, None, "", "")
    if _NIL.fullmatch(plain):
        return CellValue(CellKind.NIL, None, "%" if "%" in plain else "", "")
    if _may_end_a_date(plain[-1]) and _DATE.fullmatch(plain):
        return CellValue(CellKind.DATE, None, "", "")
    if is_written_day(plain):
        return CellValue(CellKind.DATE, None, "", "")
    note = ""
    marked = _NOTE.search(plain)
    if marked is not None and not _open(plain[: marked.start()]):
        note = marked[1].strip()
        plain = plain[: marked.start()].rstrip()
    match = _NUMBER.fullmatch(plain)
    if match is None or ((match["open"] or match["open2"]) and not match["close"]):
        return CellValue(CellKind.TEXT, None, "", note if match else "")
    return _number(match, note, decimal_comma)


def _may_end_a_date(last: str) -> bool:
    """Whether a date may end so: with a figure, or with the zone of its hour. Most words do not,
    and need not be compared with every name of a month."""
    return not last.isalpha() or last in "zZ"


def _open(text: str) -> bool:
    """Whether a bracket is open at a text's end: "(1" of "(1)" has no note behind it."""
    return text.count("(") > text.count(")") or not any(each.isdigit() for each in text)


def _number(found: re.Match[str], note: str, decimal_comma: bool) -> CellValue:
    value = Decimal(_english(found["digits"], decimal_comma))
    times = (found["times"] or "").lower()
    unit = found["unit"] or ""
    if times in ("m", "b"):  # metres or millions: only a currency beside it says which
        if found["before"] or found["after"]:
            value *= _TIMES["million" if times == "m" else "billion"]
        else:
            unit = found["times"] + unit
    elif times:
        value *= _TIMES[times]
    negative = [found["sign"], found["sign2"], found["trail"]]
    bracketed = (found["open"] or found["open2"]) and found["close"]
    if bracketed or any(each is not None and each in _DASHES for each in negative):
        value = -value
    if found["per_cent"] or found["per_cent2"]:
        return CellValue(CellKind.PER_CENT, value, "%", note)
    currency = found["before"] or found["after"]
    if currency:
        return CellValue(CellKind.CURRENCY, value, CURRENCIES[currency], note)
    return CellValue(CellKind.NUMBER, value, unit, note)


def _english(digits: str, decimal_comma: bool) -> str:
    """Digits with a point for the decimals and nothing between the thousands."""
    bare = re.sub(r"[ ']", "", digits)
    commas, points = bare.count(","), bare.count(".")
    if commas and points:
        comma_last = bare.rfind(",") > bare.rfind(".")
    elif commas == 1:
        grouped = re.fullmatch(r"\d{1,3},\d{3}", bare) is not None
        comma_last = decimal_comma or not grouped
    elif points == 1:
        grouped = re.fullmatch(r"\d{1,3}\.\d{3}", bare) is not None
        return bare.replace(".", "") if decimal_comma and grouped else bare
    else:
        comma_last = points > 1
    if comma_last:
        return bare.replace(".", "").replace(",", ".")
    return bare.replace(",", "")


def writes_decimal_comma(texts: Iterable[str]) -> bool:
    """Whether a table's numbers are written "1.234,56": some can be read no other way.

    A comma before one or two last digits, or points between several thousands, speak for it; a
    point as decimals behind commas speaks against it.
    """
    balance = 0
    for text in texts:
        sign = decimal_sign(text)
        balance += (sign == ",") - (sign == ".")
    return balance > 0


def decimal_sign(text: str) -> str:
    """The sign before a number's decimals, "," or ".", where it can be read no other way; empty
    where it can, or there are none."""
    plain = _BLANKS.sub(" ", text).strip(" $€£¥%()-–—−")
    if re.fullmatch(r"\d{1,3}(?:[. ]\d{3})*,(?:\d{1,2}|\d{4,})", plain) or re.fullmatch(
        r"\d{1,3}(?:\.\d{3}){2,}", plain
    ):
        return ","
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.(?:\d{1,2}|\d{4,})", plain):
        return "."
    return ""


def is_year(text: str) -> bool:
    """Whether a text is nothing but a year of the last or this century."""
    return _YEAR.fullmatch(text.strip()) is not None
