"""Questions of how one measure of a business moved from one year to another: "Does Kestrel have an
improving gross margin as of 2024?", "Was there a drop in cash between 2023 and 2024?", "How does
the tax rate in 2024 compare to 2023?".

The measure is worked out for either year as if it were asked for alone, and the two figures are set
beside each other with the cells of both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from backend.calendar_words import MONTH_BEGINNING
from backend.glossaries import Better, better_when
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.rounded_results import exactly_known
from backend.tasks.calculate.programs.two_sides import (
    Comparing,
    SidesAsked,
    joined_sides,
)
from backend.types.calculations import Calculation, Operation, Refusal, difference_in

_UP = (
    r"rises?|rose|risen|rising|grows?|grew|grown|growing|growth|increas(?:es?|ed|ing)"
    r"|expand(?:s|ed|ing)?|expansion|higher|go(?:es)? up|went up|gone up|going up"
)
_DOWN = (
    r"falls?|fell|fallen|falling|decreas(?:es?|ed|ing)|declin(?:es?|ed|ing)|drop(?:s|ped|ping)?"
    r"|shrinks?|shrank|shrunk|shrinking|reduc(?:es?|ed|ing|tion)|lower|go(?:es)? down|went down"
    r"|gone down|going down"
)
_BETTER = r"improv(?:es?|ed|ing|ements?)"
_WORSE = r"worsen(?:s|ed|ing)?|deteriorat(?:es?|ed|ing|ion)"
_MOVES = r"chang(?:es?|ed|ing)|develop(?:s|ed)?|evolv(?:es?|ed)|mov(?:es?|ed)"
_WAY = rf"(?P<way>{_UP}|{_DOWN}|{_BETTER}|{_WORSE})"
_ANY_WAY = rf"(?P<way>{_UP}|{_DOWN}|{_BETTER}|{_WORSE}|{_MOVES})"
_OR = rf"(?: or (?P<other>{_UP}|{_DOWN}|{_WORSE}))?"
_X = r"(?P<x>[^;:]+?)"
_WHO = r"(?P<who>[^,;:]*?) ?\b"

_YEAR = (
    r"(?:(?:the )?(?:fiscal |financial )?(?:years? )?(?:FY|CY)? ?['’]?(?:19|20)\d\d"
    r"|FY ?['’]?\d\d)\b"
)
_JOINT = (
    r"(?:as of|as at|in|for|during|at|between|from|of|over|by|to|and|than|that|through|since"
    r"|versus|vs\.?|with|against|the|end|ended|ending|year[- ]ends?|prior|its|level|one|was|it)"
)
_TIME = re.compile(rf"(?i)(?:,? ?\b{_JOINT})* ?{_YEAR}(?!\w)")
_DAY = re.compile(
    rf"(?i)\b(?:{MONTH_BEGINNING})[a-z]*\.? \d"
    r"|\b(?:months?|weeks?|half|H[12]|week|to date|ytd|ttm|ltm)\b"
)
_FISCAL = re.compile(r"(?i)\b(?:fiscal|financial)\b|\bFY")
_SET_AGAINST = re.compile(
    r"(?i)\b(?:than|versus|vs|relative|(?<!compare )(?<!compared )against|compared?)\b(?=.*\d)"
)
_NEGATED = re.compile(r"(?i)\b(?:not|never|no longer)\b|n['’]t\b")
_BACKWARDS = re.compile(r"(?i)\bfrom\b.*\d.*\bto\b.*\d")
_MOVEMENT = re.compile(rf"(?i)\b(?:{_UP}|{_DOWN}|{_BETTER}|{_WORSE}|{_MOVES})\b")
"""What is said to have moved is a movement itself: "the fall in revenue"."""
_SHAPE = re.compile(r"(?i) (?:profile|trend|position)s?$")
_PLAIN_WHO = re.compile(r"(?i)^(?:the (?:company|group|firm|business)|it|they|we|s)?$")
_ITS = re.compile(r"(?i)^(?:the|its|their|our|any|an?|overall|(?:the )?company['’]s) ")
_LONGEST = 250


class _Form(Enum):
    WHETHER = auto()
    WHICH_WAY = auto()
    HOW_MUCH = auto()


_HAS = r"(?:does|do|did|has|have|had)"
_IS = r"(?:is|are|was|were)"
_FORMS = (
    (
        _Form.WHETHER,
        rf"{_HAS} {_WHO}(?:have|had|has|show(?:n|ed)?|see[n]?|report(?:ed)?)? ?(?:an? )?"
        rf"(?P<way>improving|rising|growing|increasing|expanding|declining|falling|decreasing"
        rf"|shrinking|worsening|deteriorating) {_X}",
    ),
    (_Form.WHETHER, rf"{_IS} {_X} {_WAY}"),
    (
        _Form.WHETHER,
        rf"{_IS} there (?:any |an? )?(?:significant |material )?(?P<way>drop|fall|decline|decrease"
        rf"|reduction|rise|increase|growth|improvement|deterioration) in {_X}",
    ),
    (
        _Form.WHETHER,
        rf"{_HAS} {_WHO}(?P<way>grow|grown|increased?|improved?|expand(?:ed)?|reduced?|lower(?:ed)?"
        rf"|decreased?) (?:its|their|the) {_X}",
    ),
    (_Form.WHETHER, rf"{_HAS} {_X} {_WAY}{_OR}"),
    (_Form.WHICH_WAY, rf"how {_HAS} {_X} {_ANY_WAY}"),
    (_Form.WHICH_WAY, rf"how {_HAS} {_X} compared?"),
    (_Form.HOW_MUCH, rf"how much {_HAS} {_X} {_ANY_WAY}"),
    (_Form.HOW_MUCH, rf"by how (?:much|many percentage points) {_HAS} {_X} {_ANY_WAY}"),
)
_COMPILED = tuple((kind, re.compile(rf"(?i)^{form}$")) for kind, form in _FORMS)
PLAIN_DIFFERENCE = "How far a row moved is a difference of its two figures."
SEVERAL_ROWS = "The figures of the two years are not of the same rows."


@dataclass(frozen=True, slots=True)
class PeriodsAsked:
    """A measure, the later year and the earlier one. `question` and `before` ask for either figure.
    `is_low` says that a fall is asked after; `by_worth` that it is asked whether things got better,
    which `measure` must tell; `says_way` that the question leaves open which way it went;
    `how_much` that it wants to know how far, which of a single row is a plain difference."""

    measure: str
    year: str
    earlier: str
    question: str
    before: str
    is_low: bool
    by_worth: bool
    says_way: bool
    how_much: bool = False


def periods_asked(question: str) -> PeriodsAsked | None:
    """What a question wants to know of one measure in two years; None where it has no such form, or
    names a part of a year, or no year at all. Of one year, the year before is the other one."""
    text = bare_question(question)
    if len(text) > _LONGEST or quarters_in(text) or parts_in(text) or _DAY.search(text):
        return None
    if _NEGATED.search(text):
        return None
    years = sorted(set(years_in(text)))
    if not 0 < len(years) < 3:
        return None
    if _SET_AGAINST.search(text) and list(years_in(text)) != years[::-1]:
        return None  # "was it higher in 2022 than in 2023?" is asked of the earlier year
    if _BACKWARDS.search(text) and list(years_in(text)) != years:
        return None  # "from 2022 to 2021" may be read either way
    bare = " ".join(_TIME.sub(" ", text).split()).strip(" ,")
    if any(map(str.isdigit, bare)):
        return None
    for kind, form in _COMPILED:
        match = form.match(bare)
        if match is not None:
            return _asked(kind, match, text, years)
    return None


def _asked(
    kind: _Form, found: re.Match[str], text: str, years: Sequence[str]
) -> PeriodsAsked | None:
    said = found.groupdict()
    way, other = said.get("way") or "", said.get("other") or ""
    who = (said.get("who") or "").strip(" '’")
    measure = _SHAPE.sub("", said["x"].strip())
    while (plain := _ITS.sub("", measure)) != measure:
        measure = plain
    if not measure or _MOVEMENT.search(measure):
        return None
    if not _PLAIN_WHO.match(who):
        measure = f"{measure} of {who}"
    is_low = _is_one_of(_DOWN, way) or _is_one_of(_WORSE, way)
    by_worth = _is_one_of(_BETTER, way) or _is_one_of(_WORSE, way)
    year = years[-1]
    earlier = years[0] if len(years) > 1 else str(int(year) - 1)
    fiscal = "fiscal " if _FISCAL.search(text) else ""
    asked, before = (f"What was the {measure} in {fiscal}{each}?" for each in (year, earlier))
    says_way = kind is not _Form.WHETHER or bool(other)
    how_much = kind is _Form.HOW_MUCH
    if kind is not _Form.WHETHER:
        by_worth = False  # "by how much did it fall?" is told whichever way it went
    return PeriodsAsked(measure, year, earlier, asked, before, is_low, by_worth, says_way, how_much)


def _is_one_of(words: str, way: str) -> bool:
    return re.fullmatch(words, way.casefold()) is not None


def two_periods(
    question: str, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | Refusal | None:
    """How a measure moved between two years, where both figures are told for certain; None else, or
    where the question has no such form.

    Where a measure is worked out in several ways, the first one is told if it went the same way by
    each that both years have. Whether it got better is told only where the glossaries say so.

    Args:
        question: as it was asked.
        ask: what the tables say to a question for one figure of one year, for certain.
    """
    asked = periods_asked(question)
    if asked is None:
        return None
    is_low = asked.is_low and not asked.says_way
    if asked.by_worth:
        better = better_when(asked.measure)
        if better is None:
            return None
        # what is better when it is lower gets worse as it rises
        is_low = (asked.is_low and not asked.says_way) is not (better is Better.LOWER)
    sides = SidesAsked(Comparing.WHETHER, asked.year, asked.earlier, asked.question, is_low)
    made = [_compared(asked, sides, one, other) for one, other in _figures(asked, ask)]
    told = [each for each in made if isinstance(each, Calculation)]
    refused = [each for each in made if isinstance(each, Refusal)]
    if refused or not told:
        return next((each for each in refused if each.is_open), None)
    heads = {each.answer.partition(":")[0] for each in told}
    return told[0] if len(heads) == 1 else None


def _figures(
    asked: PeriodsAsked, ask: Callable[[str], Calculation | Refusal | None]
) -> list[tuple[Calculation, Calculation]]:
    """The later and the earlier figure, by each way in which both years are worked out."""
    one, other = ask(asked.question), ask(asked.before)
    if isinstance(one, Calculation) and isinstance(other, Calculation):
        return [(one, other)]
    ways = [
        wording[1]
        for each in (one, other)
        if isinstance(each, Refusal)
        for reading in each.readings
        for (wording, *more) in reading.wordings
        if not wording[0] and not more
    ]
    found = []
    for way in dict.fromkeys(ways):
        first, second = (
            ask(f"{each.rstrip('?')}{way}?") for each in (asked.question, asked.before)
        )
        if isinstance(first, Calculation) and isinstance(second, Calculation):
            found.append((first, second))
    return found


def _compared(
    asked: PeriodsAsked, sides: SidesAsked, one: Calculation, other: Calculation
) -> Calculation | Refusal:
    labels = [
        list(dict.fromkeys(operand.label for operand in made.operands)) for made in (one, other)
    ]
    if asked.how_much and one.operation is Operation.LOOKUP:
        return Refusal(PLAIN_DIFFERENCE)
    if labels[0] != labels[1] or {operand.place for operand in one.operands} == {
        operand.place for operand in other.operands
    }:
        return Refusal(SEVERAL_ROWS)
    made = joined_sides(sides, one, other)
    if isinstance(made, Refusal):
        return made
    head = made.answer
    if asked.says_way:
        ways = ("Improved", "Worsened") if asked.by_worth else ("Up", "Down")
        head = ways[head == "No"]
    figures = ", ".join(f"{said} in {name}" for name, said in made.listed)
    answer = f"{head}: {figures} ({_apart(one, other)})"
    subject = made.over.partition(", the ")[0]
    sentence = f"{subject}, {asked.year} and {asked.earlier} – {answer}: {made.formula}"
    return replace(made, answer=answer, sentence=sentence)


def _apart(one: Calculation, other: Calculation) -> str:
    """How far the later figure lies above or below the earlier one: "+1.2 percentage points"."""
    scale = min(one.scale, other.scale)
    values = [exactly_known(each)[0] * each.scale / scale for each in (one, other)]
    apart = rounded(values[0] - values[1])
    sign = "−" if apart < 0 else "+"
    return f"{sign}{written(abs(apart))}{difference_in(one.unit, scale)}"
