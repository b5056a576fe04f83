"""Arithmetic that a sentence states: "36.8 % (5,802 / 15,785)" is right if it comes out.

Figures of the reckoning must stand in a passage like any others; its result need not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation

_FIGURE = r"\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SIGN = r"[-+*/×÷−–]"
_OPERAND = rf"\(*\s*(?:\([-−])?[$€£]?(?:{_FIGURE})"
_RECKONING = rf"{_OPERAND}(?:\s*\)*\s*{_SIGN}\s*{_OPERAND})+\s*\)*"
_RESULT = rf"(?P<result>{_FIGURE})(?P<percent>\s?(?:%|percent|per cent))?"
_STATED = (
    re.compile(
        rf"{_RESULT}(?:\s+(?:million|billion|thousand|points?))?\s*\((?P<sum>{_RECKONING})\)"
    ),
    re.compile(rf"(?P<sum>{_RECKONING})\s*(?P<sign>[=≈])\s*[-−]?[$€£]?{_RESULT}"),
    re.compile(rf"{_RESULT}\s*=\s*(?P<sum>{_RECKONING})"),
)
_TOKEN = re.compile(rf"{_FIGURE}|[-+*/×÷−–()]")
_SIGNS = {"×": "*", "÷": "/", "−": "-", "–": "-"}
_SEPARATORS = re.compile(r"[,\u00a0\u202f]")
LONGEST = 40
"""Most figures and signs of one reckoning."""


def computed(claim: str) -> list[str]:
    """Results, as they are printed, that the arithmetic stated beside them gives."""
    return [
        match["result"]
        for pattern in _STATED
        for match in pattern.finditer(claim)
        if _comes_out(
            match["sum"],
            match["result"],
            is_percentage=bool(match["percent"]),
            is_about=match.groupdict().get("sign") == "≈",
        )
    ]


def reckoned(formula: str) -> Decimal | None:
    """The exact result of the last reckoning of a formula that comes out ("2 ÷ 3 = 66.67 %" is
    66.666…); None where none does."""
    found: Decimal | None = None
    for match in _STATED[1].finditer(formula):
        value = _value(match["sum"])
        for scale in _scales(is_percentage=bool(match["percent"])):
            if value is not None and _is_printed(value * scale, match["result"]):
                found = value * scale
                break
    return found


def constants(claim: str) -> list[str]:
    """Figures of a reckoning that comes out and that no table holds: the 1 of a change
    ("a ÷ b − 1") and the count of a mean ("(a + b) ÷ 2")."""
    found: list[str] = []
    for match in _STATED[1].finditer(claim):
        stated, percent = match["sum"], bool(match["percent"])
        if not _comes_out(stated, match["result"], is_percentage=percent):
            continue
        tokens = [_SIGNS.get(token, token) for token in _TOKEN.findall(stated)]
        figures = [token for token in tokens if token[:1].isdigit()]
        if percent and tokens[-2:] == ["-", "1"] and tokens.count("/") == 1:
            found.append("1")
        count = str(len(figures) - 1)
        if tokens[0] == "(" and tokens[-3:] == [")", "/", count] and tokens.count("+") >= 1:
            found.append(count)
    return found


def _comes_out(stated: str, result: str, *, is_percentage: bool, is_about: bool = False) -> bool:
    value = _value(stated)
    if value is None:
        return False
    return any(
        _is_printed(value * scale, result, is_about=is_about)
        for scale in _scales(is_percentage=is_percentage)
    )


def _scales(*, is_percentage: bool) -> tuple[Decimal, ...]:
    return (Decimal(100), Decimal(1)) if is_percentage else (Decimal(1),)


def _is_printed(value: Decimal, result: str, *, is_about: bool = False) -> bool:
    """Whether a result is a value rounded to its places, a half up or to the even figure; one that
    is said to be about it may be rounded to tens and hundreds too, as its noughts say."""
    printed = Decimal(_SEPARATORS.sub("", result))
    digits = len(result.partition(".")[2])
    if is_about and not digits:
        digits -= len(str(printed)) - len(str(printed).rstrip("0"))
    last = Decimal(1).scaleb(-digits)
    try:
        return printed in (
            round(abs(value), digits),
            abs(value).quantize(last, rounding=ROUND_HALF_UP),
        )
    except InvalidOperation:
        return False  # of more figures than are reckoned with


def _value(stated: str) -> Decimal | None:
    """The value of a reckoning; None if it is none, is too long or divides by zero."""
    tokens = [_SIGNS.get(token, token) for token in _TOKEN.findall(stated)]
    if len(tokens) > LONGEST:
        return None
    reading = iter([*tokens, ""])
    parser = _SumParser(reading)
    try:
        found = parser.sum()
    except (ValueError, InvalidOperation, DivisionByZero):
        return None
    return found if parser.token == "" else None


class _SumParser:
    """Sums of products of figures and brackets, from left to right."""

    def __init__(self, tokens: Iterator[str]) -> None:
        self._tokens = tokens
        self.token = next(tokens)

    def sum(self) -> Decimal:
        found = self._product()
        while self.token in ("+", "-"):
            sign = self._next()
            other = self._product()
            found = found + other if sign == "+" else found - other
        return found

    def _product(self) -> Decimal:
        found = self._factor()
        while self.token in ("*", "/"):
            sign = self._next()
            other = self._factor()
            found = found * other if sign == "*" else found / other
        return found

    def _factor(self) -> Decimal:
        token = self._next()
        if token == "-":
            return -self._factor()
        if token == "(":
            found = self.sum()
            if self._next() != ")":
                raise ValueError("a bracket is not closed")
            return found
        if not token[:1].isdigit():
            raise ValueError("a figure is missing")
        return Decimal(_SEPARATORS.sub("", token))

    def _next(self) -> str:
        token = self.token
        self.token = next(self._tokens, "")
        return token
