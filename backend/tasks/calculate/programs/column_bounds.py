"""Bounds on figures as questions word them: "over 500", "between 10 and 20", "5 or more"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from backend.tables.cell_values import CURRENCIES


@dataclass(frozen=True, slots=True)
class ColumnBound:
    """A bound on the figures of a column: `near` are the words that may name it, those before the
    bound and those behind it. `unit` is an ISO 4217 code, "%" or empty; `is_scaled` says that
    the question names a scale ("5 million"), which `bound` then holds. `place` are the words behind
    an "in" right after the bound, which may name the column, too ("over 80 in Latin")."""

    near: tuple[str, str]
    sign: str
    bound: Decimal
    unit: str
    is_scaled: bool
    place: str = ""


_BEFORE = {
    ">": r"(?:more|greater|larger|higher) than|above|over|exceeding|exceeds?",
    "<": r"(?:less|fewer|lower|smaller) than|below|under",
    "≥": r"at least|no less than|not less than",
    "≤": r"at most|no more than|not more than|up to",
    "=": r"exactly|equal to",
}
_SYMBOLS = {">": ">", "<": "<", "≥": "≥|>=", "≤": "≤|<=", "=": "="}
_BEHIND = {"≥": r"or (?:more|above|over|higher)", "≤": r"or (?:less|fewer|below|under|lower)"}
_TIMES = {"thousand": Decimal(10**3), "million": Decimal(10**6), "billion": Decimal(10**9)}


def _figure(at: int) -> str:
    return (
        rf"(?P<currency{at}>[$€£¥])?\s?"
        rf"(?P<digits{at}>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d,.]*\d)"
        rf"(?:\s?(?P<cent{at}>%|per ?cent\b))?(?:\s(?P<times{at}>{'|'.join(_TIMES)})\b)?"
    )


_BETWEEN = re.compile(rf"(?i)\bbetween\s+{_figure(0)}\s+and\s+{_figure(1)}")
_BOUND = re.compile(
    r"(?i)\b(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in enumerate(_BEFORE.values()))
    + rf")\s+{_figure(0)}"
)
_COMPARED = re.compile(
    r"(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in reversed([*enumerate(_SYMBOLS.values())]))
    + rf")\s*{_figure(0)}"
)
UNREAD = re.compile(r"[<>=≠≤≥±~]|(?<![\w)])[-−]\d|\d\+(?!\d)")
"""Signs that change what a figure means where no bound has taken them up."""
_OR_SO = re.compile(
    rf"(?i)(?<![\w.,]){_figure(0)}\s+(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in enumerate(_BEHIND.values()))
    + r")\b(?!\s+than)"
)
_CLAUSE = re.compile(
    r"(?i)\b(?:where|whose|with|and|that|which|have|has|had|in|of|for|are|were|is|was)\b|,"
)
_LEADING = re.compile(r"(?i)(?:\b(?:is|are|was|were|of)\s+)+$")
_IN = re.compile(r"(?i)\s*(?:in|for)\s+(?P<place>[^\d]+)")
_ANY_DIGIT = re.compile(r"\d")


def without_bounds(text: str) -> tuple[str, list[ColumnBound]]:
    """The text without its bounds on figures, and these in their order."""
    made: list[tuple[int, ColumnBound]] = []
    for form, signs in (
        (_BETWEEN, ("≥", "≤")),
        (_BOUND, _BEFORE),
        (_COMPARED, _SYMBOLS),
        (_OR_SO, _BEHIND),
    ):
        for match in form.finditer(text):
            near, place = _near(text, match), _place(text, match)
            if form is _BETWEEN:
                made += [
                    (match.start(), _made(match, at, sign, near, place))
                    for at, sign in enumerate(signs)
                ]
            else:
                sign = next(sign for at, sign in enumerate(signs) if match[f"s{at}"])
                made.append((match.start(), _made(match, 0, sign, near, place)))
        text = form.sub(lambda each: " " * len(each[0]), text)
    return text, [each for _, each in sorted(made, key=lambda pair: pair[0])]


def _near(text: str, found: re.Match[str]) -> tuple[str, str]:
    before = _CLAUSE.split(_LEADING.sub("", text[: found.start()]))[-1]
    behind = _CLAUSE.split(text[found.end() :])[0]
    return (
        "" if _ANY_DIGIT.search(before) else before,
        "" if _ANY_DIGIT.search(behind) else behind,
    )


def _place(text: str, found: re.Match[str]) -> str:
    behind = _IN.match(text[found.end() :])
    return _CLAUSE.split(behind["place"])[0] if behind else ""


def _made(
    found: re.Match[str], at: int, sign: str, near: tuple[str, str], place: str
) -> ColumnBound:
    times = (found[f"times{at}"] or "").casefold()
    bound = Decimal(found[f"digits{at}"].replace(",", "")) * _TIMES.get(times, Decimal(1))
    unit = "%" if found[f"cent{at}"] else CURRENCIES.get(found[f"currency{at}"] or "", "")
    return ColumnBound(near, sign, bound, unit, bool(times), place)
