"""Figures that a question defines itself: "What was the storage burden in 2023? It is defined as:
12 * (average inventory between 2022 and 2023) / (2023 revenue + change in receivables between 2022
and 2023)."

The definition is read as arithmetic over line items of the glossaries, each of a year, a mean of
two year ends, or the change between them. Where a word of it is no line item, or a row is not told
for certain, nothing is computed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal

from backend.glossaries import line_items
from backend.tasks.calculate.programs.arithmetic import (
    CannotComputeError,
    conversions,
    must_be_amounts,
    rounded,
    scale_of,
    value_in,
    written,
)
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.named_composite import (
    ItemPlace,
    cell_of,
    must_be_sure,
    places_in,
)
from backend.tasks.calculate.programs.named_figures import titled
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import words_of
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.tables import StoredTable

_DEFINED = re.compile(
    r"(?i)\b(?:is|are) (?:defined|calculated|computed|measured) (?:as|by)(?: follows)?:?\s*"
    r"(?P<made>[^?]+?)\s*(?:\.(?!\d)|$)"
)
_NAME = re.compile(r"(?i)^what (?:is|was|are|were) (?:the )?(?P<name>[^?]+)\?")
_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[-+*/×÷−–()])|(?P<number>\d+(?:\.\d+)?)(?![\w.]| +[A-Za-z])"
    r"|(?P<words>[^-+*/×÷−–()]+))"
)
_SIGNS = {"*": "×", "/": "÷", "-": "−", "–": "−"}
_YEAR = r"(?:FY ?|fiscal (?:year )?|(?:the )?year )?['’]?(?:19|20)?\d\d\b"
_TWO = re.compile(
    rf"(?i)^(?P<how>average|mean|change in|increase in) (?:of )?(?:the )?(?P<item>.+?) "
    rf"(?:between|from|of|over|in) {_YEAR} (?:and|to) {_YEAR}$"
)
_FRONT = re.compile(rf"(?i)^(?P<year>{_YEAR}) (?P<item>.+)$")
_BEHIND = re.compile(rf"(?i)^(?P<item>.+?) (?:in|for|of|at the end of|during) (?P<year>{_YEAR})$")
_CONSTANTS = frozenset([Decimal(365), Decimal(2)])
_MOST_TERMS = 12
_THOUSAND = Decimal(1000)
_LEAST = Decimal("1e-20")
_EXACT = Context(prec=50, rounding=ROUND_HALF_UP)
UNKNOWN = "The definition in the question speaks of “{word}”, which is no line item that is known."
MISSING = (
    "The definition in the question needs {item} for {year}, which no table tells for certain."
)
UNREAD = "The definition in the question could not be read as arithmetic over line items."


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A line item: of one year, or of two where `how` is "average" or "change"."""

    item: str
    years: tuple[str, ...]
    how: str = ""


_Said = str | Decimal | tuple[DefinedTerm, list[Operand]]
"""A sign, a number, or a line item with its cells."""


@dataclass(frozen=True, slots=True)
class OwnDefinition:
    """What a question defines: signs, numbers and line items in their order."""

    name: str
    parts: tuple[str | Decimal | DefinedTerm, ...]
    unknown: str = ""


def definition_in(question: str) -> OwnDefinition | None:
    """The figure that a question defines; None where it defines none. `unknown` is the first word
    of the definition that is no line item."""
    text = " ".join(question.split())
    found, named = _DEFINED.search(text), _NAME.match(text)
    if found is None or named is None or quarters_in(text) or parts_in(text):
        return None
    years = years_in(named["name"])
    parts: list[str | Decimal | DefinedTerm] = []
    at, made = 0, found["made"].strip(" .")
    while at < len(made):
        token = _TOKEN.match(made, at)
        if token is None or len(parts) > 4 * _MOST_TERMS:
            return None
        at = token.end()
        if token["sign"]:
            parts.append(_SIGNS.get(token["sign"], token["sign"]))
        elif token["number"] and not years_in(token["number"]):
            parts.append(Decimal(token["number"]))
        elif words := (token["words"] or token["number"] or "").strip(" ,"):
            term = _term(words, years)
            if term is None:
                return OwnDefinition(named["name"], (), words)
            parts.append(term)
    terms = [part for part in parts if isinstance(part, DefinedTerm)]
    if not terms or len(parts) == len(terms):
        return None
    name = re.sub(rf"(?i)(?:\b(?:in|for|of|at|during) )?\b{_YEAR}", "", named["name"]).strip(" ,")
    return OwnDefinition(" ".join(name.split()), tuple(parts))


def _term(words: str, years: Sequence[str]) -> DefinedTerm | None:
    """A line item with its years; of none that is named the question's."""
    if two := _TWO.match(words):
        item, named = _item(two["item"]), sorted(years_in(words))
        how = "average" if two["how"].casefold() in ("average", "mean") else "change"
        return DefinedTerm(item, tuple(named), how) if item and len(named) == 2 else None
    for form in (_FRONT, _BEHIND):
        if one := form.match(words):
            item, named = _item(one["item"]), list(years_in(one["year"]))
            return DefinedTerm(item, tuple(named)) if item and len(named) == 1 else None
    item = _item(words)
    return DefinedTerm(item, tuple(years)) if item and len(years) == 1 else None


def _item(words: str) -> str:
    """The line item that is called so; empty where none is."""
    asked = words_of(re.sub(r"(?i)^(?:the|its) ", "", words.strip()))
    for item, labels in line_items().items():
        if any(words_of(label) == asked for label in (item, *labels)):
            return item
    return ""


def own_definition(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | Refusal | None:
    """The figure by its definition, or why there is none; None where the question defines none."""
    defined = definition_in(question)
    if defined is None:
        return None
    if defined.unknown:
        return Refusal(UNKNOWN.format(word=defined.unknown), is_open=True)
    places = places_in(question, tables, calendar)
    held: list[tuple[StoredTable, Operand]] = []
    said: list[_Said] = []
    for part in defined.parts:
        if not isinstance(part, DefinedTerm):
            said.append(part)
            continue
        cells = _cells(part, places)
        if isinstance(cells, Refusal):
            return cells
        held += cells
        said.append((part, [cell for _, cell in cells]))
    try:
        years = sorted(
            {year for part in defined.parts if isinstance(part, DefinedTerm) for year in part.years}
        )
        must_be_sure(question, held, tables, calendar, years[-1])
        return _told(defined, said, [cell for _, cell in held])
    except CannotComputeError as error:
        return Refusal(str(error), is_open=True)


def _cells(
    term: DefinedTerm, places: Sequence[ItemPlace]
) -> list[tuple[StoredTable, Operand]] | Refusal:
    found = []
    for year in term.years:
        cell = cell_of(term.item, year, places)
        if cell is None:
            return Refusal(MISSING.format(item=term.item, year=year), is_open=True)
        found.append(cell)
    return found


def _told(
    defined: OwnDefinition,
    said: Sequence[_Said],
    operands: Sequence[Operand],
) -> Calculation:
    """The figure with its formula, which is reckoned as it is written.

    Raises:
        CannotComputeError: if units or scales differ, a figure is negative, or the definition is no
            arithmetic.
    """
    must_be_amounts(operands)
    if any(operand.value < 0 for operand in operands):
        raise CannotComputeError("A figure is negative: which sign is meant is open.")
    if any(isinstance(each, Decimal) and each not in _CONSTANTS for each in said):
        raise CannotComputeError(UNREAD)
    scale = scale_of(operands)
    working = _working(said, scale)
    exact, rest = _added(_worth(said, scale))
    if rest:
        raise CannotComputeError(UNREAD)
    grown, _ = _added(_worth(said, scale, _THOUSAND))
    if _is_about(grown, exact):
        unit, scale = "", Decimal(1)
    elif not _is_about(grown, exact * _THOUSAND):
        raise CannotComputeError(UNREAD)  # an amount and a ratio are added, or amounts multiplied
    else:
        unit = next((operand.unit for operand in operands if operand.unit), "")
    value = rounded(exact)
    formula = f"{conversions(operands)}{working} = {written(value)}{measured(unit, scale)}"
    calculation = Calculation(
        Operation.COMBINED, written(value), value, unit, scale, formula, "", tuple(operands), 1.0
    )
    return replace(
        calculation,
        sentence=f"{titled(defined.name)}, as defined in the question – "
        f"{calculation.subject}: {formula}",
    )


def _worth(
    said: Sequence[_Said], scale: Decimal, times: Decimal = Decimal(1)
) -> list[str | Decimal]:
    """The definition as signs and numbers, with each cell so many times as large."""
    return [
        _term_worth(each[0], [value_in(cell, scale) for cell in each[1]]) * times
        if isinstance(each, tuple)
        else each
        for each in said
    ]


def _working(said: Sequence[_Said], scale: Decimal) -> str:
    """The definition as a person would write it with its figures."""
    texts: list[str] = []
    for at, each in enumerate(said):
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(each, Decimal):
            texts.append(written(each))
        else:
            term, cells = each
            text = _term_said(term, [written(value_in(cell, scale)) for cell in cells])
            is_alone = said[at - 1 : at] == ["("] and said[at + 1 : at + 2] == [")"]
            texts.append(text[1:-1] if is_alone and len(cells) > 1 else text)
    return " ".join(texts).replace("( ", "(").replace(" )", ")")


def _is_about(one: Decimal, other: Decimal) -> bool:
    """Whether two figures are the same but for the last places of a division."""
    return abs(one - other) <= abs(other) * _LEAST


def _added(worth: Sequence[str | Decimal]) -> tuple[Decimal, Sequence[str | Decimal]]:
    """What a sum or difference at the beginning comes to, and what is left behind it.

    Raises:
        CannotComputeError: if it is no arithmetic, or would divide by nought.
    """
    value, worth = _multiplied(worth)
    while worth and worth[0] in ("+", "−"):
        other, left = _multiplied(worth[1:])
        value, worth = (value + other if worth[0] == "+" else value - other), left
    return value, worth


def _multiplied(worth: Sequence[str | Decimal]) -> tuple[Decimal, Sequence[str | Decimal]]:
    value, worth = _single(worth)
    while worth and worth[0] in ("×", "÷"):
        other, left = _single(worth[1:])
        if worth[0] == "÷" and not other:
            raise CannotComputeError("It would be divided by nought.")
        value = _EXACT.multiply(value, other) if worth[0] == "×" else _EXACT.divide(value, other)
        worth = left
    return value, worth


def _single(worth: Sequence[str | Decimal]) -> tuple[Decimal, Sequence[str | Decimal]]:
    if not worth:
        raise CannotComputeError(UNREAD)
    first, rest = worth[0], worth[1:]
    if isinstance(first, Decimal):
        return first, rest
    if first == "(":
        value, left = _added(rest)
        if left and left[0] == ")":
            return value, left[1:]
    raise CannotComputeError(UNREAD)


def _term_worth(term: DefinedTerm, values: Sequence[Decimal]) -> Decimal:
    if term.how == "average":
        return (values[0] + values[1]) / 2
    return values[1] - values[0] if term.how == "change" else values[0]


def _term_said(term: DefinedTerm, texts: Sequence[str]) -> str:
    if term.how == "average":
        return f"(({texts[0]} + {texts[1]}) ÷ 2)"
    if term.how == "change":
        return f"({texts[1]} − {texts[0]})"
    return texts[0]
