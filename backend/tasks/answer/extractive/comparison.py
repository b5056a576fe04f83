"""Which of two was first: both dates are found and shown, or nothing is claimed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from backend.analysis import fold, term_texts
from backend.dates import DateMention, dates_in
from backend.tasks.answer.extractive.units import Unit, cut_chunk
from backend.types import Hit

ALIKE = 0.66
"""Least word F1 between an option and a passage's title."""
LEAD = 700
"""Characters of a passage in which the attribute of its subject is looked for."""


class Attribute(Enum):
    """What is compared."""

    BIRTH = "birth"
    DEATH = "death"
    BEGINNING = "beginning"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The option that was asked for and the other one, each with its date and where it stands."""

    chosen: str
    chosen_value: str
    other: str
    other_value: str
    units: tuple[Unit, Unit]

    @property
    def short(self) -> str:
        """Both values in one line, the answer first."""
        return f"{self.chosen} ({self.chosen_value}; {self.other}: {self.other_value})"


_ASKED_LATER = re.compile(
    r"(?i)\b(?:last|later|latest|younger|youngest|newer|newest|after|more recent(?:ly)?|"
    r"most recent(?:ly)?|longer ago)\b"
)
_ASKED_EARLIER = re.compile(
    r"(?i)\b(?:first|earlier|earliest|older|oldest|before|sooner|elder|eldest)\b"
)
_ATTRIBUTES = (
    (Attribute.DEATH, re.compile(r"(?i)\b(?:die|died|dies|death|passed away)\b")),
    (Attribute.BIRTH, re.compile(r"(?i)\b(?:born|birth)\b")),
    (
        Attribute.BEGINNING,
        re.compile(
            r"(?i)\b(?:released?|came out|come out|premiered?|published|founded|established|formed|"
            r"created|opened|started|began|launched|built|introduced|issued|incorporated|film|"
            r"movie|song|album|book|novel|magazine|band|company|university|school|newspaper|"
            r"journal)\b"
        ),
    ),
    (Attribute.BIRTH, re.compile(r"(?i)\b(?:who|older|oldest|younger|youngest|elder)\b")),
)
_OPTIONS_LAST = re.compile(
    r"^(?P<asked>.*?(?:,|:|\bbetween\b|\bfirst\b|\bolder\b|\byounger\b|\bearlier\b|\blater\b))"
    r"\s*(?P<left>[^,]+?(?:,\s+[A-Z][^,]*)?),?\s+or\s+(?P<right>.+)$"
)
_OPTIONS_FIRST = re.compile(
    r"(?i)^(?:was|is|did|were|does|has|had)\s+(?P<left>.+?)\s+or\s+(?P<right>.+?)\s+"
    r"(?P<asked>(?:born|die|died|founded|released|older|younger|first|established|formed|created|"
    r"opened|published|started|launched|come|came|premiered)\b.*)$"
)
_BEGINNING = re.compile(
    r"(?i)\b(?:released|founded|established|formed|published|created|opened|began|started|"
    r"premiered|launched|introduced|incorporated|first (?:published|issued|released))\b"
)
_BIRTH_SIGN = re.compile(r"\b(?:born|b\.)")
_DEATH_SIGN = re.compile(r"\b(?:died|d\.|death)\b")
_LIFE = re.compile(r"\((?P<inside>[^()]{4,200})\)")
_ARTICLE = re.compile(r"(?i)^(?:the|a|an)\s+")


def compare(question: str, hits: Sequence[Hit]) -> Comparison | None:
    """Answer "which was first, A or B" from the passages about A and about B.

    None unless the question is of that form, both passages and both dates are found, and the dates
    differ in what both of them state.
    """
    parsed = parse_choice(question)
    if parsed is None:
        return None
    asked, options = parsed
    attribute = next((each for each, pattern in _ATTRIBUTES if pattern.search(asked)), None)
    later, earlier = _ASKED_LATER.search(asked), _ASKED_EARLIER.search(asked)
    if attribute is None or bool(later) == bool(earlier):
        return None
    youngest_first = bool(later)
    found = [_find(option, hits) for option in options]
    if found[0] is None or found[1] is None or found[0] == found[1]:
        return None
    dates = []
    for number in (found[0], found[1]):
        mention = date_of(attribute, hits[number - 1].chunk.text[:LEAD])
        if mention is None:
            return None
        dates.append(mention)
    order = _earlier(dates[0], dates[1])
    if order is None:
        return None
    chosen = order if not youngest_first else 1 - order
    sides = []
    for number, mention in zip((found[0], found[1]), dates, strict=True):
        unit = _unit_at(hits[number - 1], number, mention)
        if unit is None:
            return None
        text = hits[number - 1].chunk.text[mention.start : mention.end]
        sides.append((" ".join(text.split()), unit))
    other = 1 - chosen
    return Comparison(
        options[chosen],
        sides[chosen][0],
        options[other],
        sides[other][0],
        (sides[0][1], sides[1][1]),
    )


def parse_choice(question: str) -> tuple[str, tuple[str, str]] | None:
    """What is asked and the two options; None for other questions."""
    text = " ".join(question.split()).rstrip(" ?.!")
    match = _OPTIONS_FIRST.match(text) or _OPTIONS_LAST.match(text)
    if match is None or " or " in match["left"]:
        return None
    options = tuple(each.strip(" ,:\"“”'") for each in (match["left"], match["right"]))
    if not all(options):
        return None
    return match["asked"], (options[0], options[1])


def date_of(attribute: Attribute, lead: str) -> DateMention | None:
    """The birth, death or beginning of the subject of a passage, from how the passage opens."""
    dates = dates_in(lead)
    if attribute is Attribute.BEGINNING:
        sign = _BEGINNING.search(lead)
        if sign is None:
            opening = [date for date in dates if date.start < 160]
            return opening[0] if opening else None
        return min(
            dates, key=lambda date_mention: abs(date_mention.start - sign.start()), default=None
        )
    life = next((m for m in _LIFE.finditer(lead[:320]) if dates_in(m["inside"])), None)
    inside = [date for date in dates if life.start() <= date.start < life.end()] if life else []
    if attribute is Attribute.BIRTH:
        if inside and not (life and _DEATH_SIGN.match(life["inside"].strip())):
            return inside[0]
        return _after(_BIRTH_SIGN.search(lead), dates)
    if len(inside) > 1 and inside[-1].year > inside[0].year:
        return inside[-1]
    return _after(_DEATH_SIGN.search(lead), dates)


def _after(sign: re.Match[str] | None, dates: Sequence[DateMention]) -> DateMention | None:
    if sign is None:
        return None
    return next((date for date in dates if 0 <= date.start - sign.end() < 60), None)


def _earlier(left: DateMention, right: DateMention) -> int | None:
    """0 if the left date is earlier, 1 if the right one is; None if that cannot be told."""
    for ours, theirs in (
        (left.year, right.year),
        (left.month, right.month),
        (left.day, right.day),
    ):
        if ours == 0 or theirs == 0:
            return None
        if ours != theirs:
            return 0 if ours < theirs else 1
    return None


def _find(option: str, hits: Sequence[Hit]) -> int | None:
    """Number of the passage about an option: by title, else by how the passage opens."""
    name = _ARTICLE.sub("", option)
    wanted = set(term_texts(re.sub(r"\s*\([^)]*\)", "", name), keep_stop_words=True))
    best, best_score = None, 0.0
    for number, hit in enumerate(hits, start=1):
        title = re.sub(r"\s*\([^)]*\)", "", _ARTICLE.sub("", hit.chunk.title))
        held = set(term_texts(title, keep_stop_words=True))
        shared = len(wanted & held)
        score = 2.0 * shared / max(1, len(wanted) + len(held))
        if score < ALIKE and fold(name) in fold(hit.chunk.text[:120]):
            score = ALIKE
        if score > best_score:
            best, best_score = number, score
    return best if best_score >= ALIKE else None


def _unit_at(hit: Hit, number: int, mention: DateMention) -> Unit | None:
    at = hit.chunk.start + mention.start
    return next(
        (unit for unit in cut_chunk(hit.chunk, number) if unit.start <= at < unit.end), None
    )
