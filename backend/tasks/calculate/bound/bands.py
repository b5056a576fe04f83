"""Rows that hold for a band of sizes: "up to 3 kg", "6 to 14 years", "over 10 kg".

"What does a parcel of 2 kg cost?" means the row of the band that 2 kg lie in. Of rows that say "up
to" alone each begins where the one before it ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_units import unit_named
from backend.tasks.calculate.programs.column_words import LABEL, heading, value_of
from backend.types.tables import CellKind, StoredTable

FEWEST = 2
"""Bands of a table, at least."""
_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_UNIT = r"[^\W\d_]+(?:[²³])?"
_BAND = re.compile(
    rf"(?i)^(?:(?P<to>up to|to|until|max\.?|maximum|≤)|(?P<over>over|above|more than|>)"
    rf"|(?P<under>under|below|less than|<)|(?P<least>from|at least|≥))? ?(?P<first>{_NUMBER})"
    rf" ?(?P<unit>{_UNIT})??(?: ?(?:–|-|to|until) ?(?P<last>{_NUMBER}))?"
    rf"(?P<more> ?\+)?(?: ?(?P<unit_behind>(?!and\b|or\b){_UNIT}))?"
    r"(?P<and_more> (?:and|or) (?:more|over|above|older))?$"
)
_OF_A_KIND = re.compile(
    rf"(?i)^([^\W\d_][^\d]*?),? (?:up to|over|above|under|below|from|{_NUMBER})\b.*\d"
)
_IN_BRACKETS = re.compile(rf"\(({_UNIT})\)\s*$")
_YEARS_OLD = re.compile(
    r"(?i)\b(?:aged|(?:the )?age(?: of)?) (\d{1,3})\b|\b(\d{1,3})[- ]years?[- ]olds?\b"
)
_OF_ONE = re.compile(r"(?i)(?:\bper |/ ?)(?P<what>[^\W\d_]+)|\beach\b|\bunit price")
_BOUNDING = re.compile(
    r"(?i)\b(?:over|above|below|under|than|from|to|until|till|least|most|between|and|every|per) $"
)
_BOUNDED = re.compile(
    r"(?i)^ ?(?:\+|-|–|(?:or|and) (?:more|less|fewer|over|above|older|younger)|on(?:wards)?\b"
    r"|(?:more|less|fewer|each|or|to)\b)"
)
"""Beside a size: it is an end itself, and no size of a thing."""


@dataclass(frozen=True, slots=True)
class Band:
    """The sizes that a row holds for: from `low` to `high`, None where it has no end there; with
    or without the end itself."""

    text: str
    unit: str
    low: Decimal | None
    high: Decimal | None
    with_low: bool = True
    with_high: bool = True

    def holds(self, size: Decimal) -> bool:
        """Whether a size lies in it."""
        above = self.low is None or size > self.low or (self.with_low and size == self.low)
        below = self.high is None or size < self.high or (self.with_high and size == self.high)
        return above and below


def with_band_named(text: str, table: StoredTable) -> str:
    """The question with the band in place of the one size that it names; as it was where it names
    none, or not exactly one band of the table holds it."""
    for column in (LABEL, *_text_columns(table)):
        bands = _bands_named(text, table, column)
        if not bands or any(band.text.casefold() in text.casefold() for band in bands):
            continue
        said = _sizes(text, bands[0].unit)
        if len(said) != 1:
            continue
        (start, end, size), *_ = said
        if _BOUNDING.search(text[:start]) or _BOUNDED.match(text[end:]):
            continue
        fits = [band for band in bands if band.holds(size)]
        if len(fits) == 1:
            return f"{text[:start]}{fits[0].text}{text[end:]}"
    return text


def is_of_one_unit(text: str, said: str) -> bool:
    """Whether a figure is of one unit of the size that a question names, or of one piece, and the
    question does not say so: a price per kg of a band of kg is not what 8 kg cost.

    Args:
        text: the question.
        said: the headers of the figure and the title of its table.
    """
    if _OF_ONE.search(text):
        return False
    of_age = _YEARS_OLD.search(text) is not None
    units = {
        unit_named(match[2].rstrip("s"))
        for match in re.finditer(rf"({_NUMBER})[ -]?({_UNIT})\b", text)
        if not of_age
    }
    return any(
        found["what"] is None or unit_named(found["what"].rstrip("s")) in units
        for found in _OF_ONE.finditer(said)
    )


def _text_columns(table: StoredTable) -> list[int]:
    return [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]


def _sizes(text: str, unit: str) -> list[tuple[int, int, Decimal]]:
    """The sizes of a text in a unit, each with its place."""
    if unit.casefold() in ("year", "years") and (old := list(_YEARS_OLD.finditer(text))):
        return [(each.start(), each.end(), Decimal(each[1] or each[2])) for each in old]
    return [
        (match.start(), match.end(), _decimal(match[1]))
        for match in re.finditer(rf"(?<![\w.,])({_NUMBER})[ -]?({_UNIT})\b", text)
        if unit in (unit_named(match[2]), unit_named(match[2].rstrip("s")))
    ]


def _bands_named(text: str, table: StoredTable, column: int) -> list[Band]:
    """The bands of a column, or those of the things that a question names ("Car up to 5 m")."""
    texts = [value_of(table.rows[at], column) for at in entries_of(table)[0]]
    further = [each for each in texts if not _BAND.match(" ".join(each.split()))]
    kinds = {match[1] for each in further if (match := _OF_A_KIND.match(each))}
    named = [each for each in kinds if re.search(rf"(?i)\b{re.escape(each)}s?\b", text)]
    if len(named) == 1:
        (kind,) = named
        return _bands(
            [each.removeprefix(kind).strip(" ,:") for each in texts if each.startswith(f"{kind} ")],
            heading(column, table),
        )
    return _bands(texts, heading(column, table)) if not kinds else []


def _bands(held: Sequence[str], header: str) -> list[Band]:
    """The bands of texts in their order; nothing where one is none, or their units differ."""
    over = _IN_BRACKETS.search(header)
    texts = dict.fromkeys(held)
    found = [_band(text, over[1] if over else "") for text in texts]
    bands = [each for each in found if each is not None]
    if len(bands) < max(FEWEST, len(found)) or len({band.unit for band in bands}) > 1:
        return []
    return _in_turn(bands) if bands[0].unit else []


def _band(text: str, unit: str) -> Band | None:
    match = _BAND.match(" ".join(text.split()))
    if match is None:
        return None
    said = match["unit_behind"] or match["unit"] or unit
    unit = unit_named(said)
    unit = unit_named(said.rstrip("s")) if unit == said else unit
    first = _decimal(match["first"])
    if match["last"]:
        is_plain = not (match["to"] or match["over"] or match["under"])
        return Band(text, unit, first, _decimal(match["last"])) if is_plain else None
    if match["to"]:
        return Band(text, unit, None, first)
    if match["under"]:
        return Band(text, unit, None, first, with_high=False)
    if match["over"]:
        return Band(text, unit, first, None, with_low=False)
    if match["least"] or match["more"] or match["and_more"]:
        return Band(text, unit, first, None)
    return None


def _in_turn(bands: Sequence[Band]) -> list[Band]:
    """The bands, of which one without a beginning begins where the next smaller one ends."""
    ends = sorted(each.high for each in bands if each.high is not None)
    made: list[Band] = []
    for band in bands:
        before = [end for end in ends if band.high is not None and end < band.high]
        is_open = band.low is None and bool(before)
        ended = [one for one in bands if before and one.high == before[-1]]
        with_low = is_open and not all(one.with_high for one in ended)
        low = before[-1] if is_open else band.low
        made.append(
            Band(
                band.text,
                band.unit,
                low,
                band.high,
                with_low if is_open else band.with_low,
                band.with_high,
            )
        )
    return made


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))
