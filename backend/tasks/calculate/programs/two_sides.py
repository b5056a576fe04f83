"""Questions that set one figure of two documents beside each other: "Which had the higher operating
margin in 2022, Kestrel or Tern?", "By how much did Kestrel's net revenue exceed Tern's?".

The question is put once for each side; what both come to is compared here, with the cells of both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto

from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.rounded_results import exactly_known
from backend.types.calculations import (
    Calculation,
    Operation,
    Refusal,
    difference_in,
    enumeration,
    measured,
)

_HIGH = r"higher|larger|greater|bigger|more|better|highest|largest|greatest|most"
_LOW = r"lower|smaller|less|fewer|lowest|smallest|least"
_HOW = rf"(?P<how>{_HIGH}|{_LOW})"
_HAD = r"(?:had|has|have|reported|made|earned|generated|posted|recorded|showed|shows?)"
_WHICH = (
    r"(?:which|who|what)(?: (?:company|firm|one|group|business|bank|of (?:them|the two|these)))?"
)
_THAT = r"(?:(?:that|those) of )?"
_PERIOD = r"(?P<p>,? (?:in|for|at|during|on|as of|over) (?!relation)[^,]+)?"
_ONE, _OTHER = r"(?P<one>[^,?]+?)", r"(?P<other>[^,?]+?)"
_OWN = r"['’]s?"
_ITS = rf"(?:{_OWN}(?: (?P<y>(?!(?:in|for|at|during|on|as of|over)\b).+?))?)?"


class Comparing(Enum):
    """What is asked of two figures."""

    WHICH = auto()
    HOW_MUCH = auto()
    DIFFERENCE = auto()
    WHETHER = auto()


_FORMS = (
    (
        Comparing.WHICH,
        rf"{_WHICH} {_HAD} (?:the |a )?{_HOW} (?P<x>.+?)[,:;–—]+ (?:between )?{_ONE} (?:or|and) "
        rf"{_OTHER}{_PERIOD}",
    ),
    (
        Comparing.WHICH,
        rf"(?:between|of) {_ONE} and {_OTHER},? {_WHICH} {_HAD} (?:the |a )?{_HOW} (?P<x>.+)",
    ),
    (
        Comparing.WHICH,
        rf"(?:did|has|does|had) {_ONE} or {_OTHER} (?:have|had|report|make|earn|generate|post)"
        rf"(?:ed)? (?:the |a )?{_HOW} (?P<x>.+)",
    ),
    (
        Comparing.WHICH,
        rf"whose (?P<x>.+?) (?:was|is|were|are) (?:the )?{_HOW}{_PERIOD}[,:;–—]+ {_ONE}(?:{_OWN})?"
        rf" or {_OTHER}(?:{_OWN})?",
    ),
    (
        Comparing.HOW_MUCH,
        rf"by how much (?:did|does|do) {_ONE}{_OWN} (?P<x>.+?) (?P<exceed>exceed)(?:ed|s)? {_THAT}"
        rf"{_OTHER}{_ITS}{_PERIOD}",
    ),
    (
        Comparing.HOW_MUCH,
        rf"by how much (?:did|does|do) the (?P<x>.+?) of {_ONE} (?P<exceed>exceed)(?:ed|s)? "
        rf"{_THAT}{_OTHER}{_ITS}{_PERIOD}",
    ),
    (
        Comparing.HOW_MUCH,
        rf"(?:by how much (?:was|is|were|are) {_ONE}{_OWN} (?P<x>.+?) {_HOW} than {_THAT}{_OTHER}"
        rf"{_ITS}{_PERIOD})",
    ),
    (
        Comparing.HOW_MUCH,
        rf"how much {_HOW} (?:was|is|were|are) {_ONE}{_OWN} (?P<x>.+?) than {_THAT}{_OTHER}"
        rf"{_ITS}{_PERIOD}",
    ),
    (
        Comparing.DIFFERENCE,
        rf"(?:what (?:is|was|were|are) )?(?:the )?difference (?:in|of) (?:the )?(?P<x>.+?) between "
        rf"{_ONE}(?:{_OWN})? and {_OTHER}(?:{_OWN})?{_PERIOD}",
    ),
    (
        Comparing.DIFFERENCE,
        rf"(?:what (?:is|was|were|are) )?(?:the )?difference between {_ONE}{_OWN}(?: (?P<x1>.+?))? "
        rf"and {_OTHER}{_OWN} (?P<x>.+?){_PERIOD}",
    ),
    (
        Comparing.WHETHER,
        rf"(?:was|is|were|are) {_ONE}{_OWN} (?P<x>.+?) {_HOW} than {_THAT}{_OTHER}"
        rf"{_ITS}{_PERIOD}",
    ),
    (
        Comparing.WHETHER,
        rf"(?:did|does|has|had) {_ONE} (?:have|had|report|make|earn|generate|post)(?:ed)? "
        rf"(?:a |the )?{_HOW} (?P<x>.+?) than {_OTHER}{_PERIOD}",
    ),
)
_COMPILED = tuple((kind, re.compile(rf"(?i)^{form}$")) for kind, form in _FORMS)
_AHEAD = re.compile(r"(?i)^(?P<p>(?:in|for|at|during|as of) [^,]+), (?P<rest>.+)$")
_CUE = re.compile(rf"(?i)\b(?:difference|exceed(?:ed|s)?|{_HIGH}|{_LOW})\b")
_LONGEST = 300
UNITS = "The figures of {one} and {other} are in different units, or one of them states none."
SCALES = "One of the figures of {one} and {other} states no scale."
PERIODS = "The figures of {one} and {other} are of different periods ({first}; {second})."
ALIKE = "The figures of {one} and {other} are the same as far as they are known."
SIDE = "For {name}: {reason}"


@dataclass(frozen=True, slots=True)
class SidesAsked:
    """Two names and what is compared of them: `question` asks for it of the first, and of the
    second where `other_question` is empty. `is_low` says that the lower one is asked for, or that
    the first is said to be the lower."""

    comparing: Comparing
    one: str
    other: str
    question: str
    is_low: bool = False
    other_question: str = ""


def sides_asked(question: str) -> SidesAsked | None:
    """What a question compares of two names; None where it has no such form. That the names are
    those of documents is not known here."""
    text = " ".join(question.split()).rstrip(" ?.!")
    if len(text) > _LONGEST or not _CUE.search(text):
        return None
    if ahead := _AHEAD.match(text):
        text = f"{ahead['rest']} {ahead['p'][:1].lower()}{ahead['p'][1:]}"
    for comparing, form in _COMPILED:
        found = form.match(text)
        if found is None:
            continue
        said = found.groupdict()
        is_low = re.fullmatch(_LOW, (said.get("how") or "").casefold()) is not None
        one, other, period = said["one"].strip(), said["other"].strip(), said.get("p") or ""
        first, second = said.get("x1") or said["x"], said.get("y") or said["x"]
        asked, further = (f"What was the {each}{period}?" for each in (first, second))
        further = "" if further.casefold() == asked.casefold() else further
        return SidesAsked(comparing, one, other, asked, is_low, further)
    return None


def joined_sides(asked: SidesAsked, one: Calculation, other: Calculation) -> Calculation | Refusal:
    """What the figures of two sides come to, in the order in which the question names them.

    It refuses where units differ or one is not stated, a scale is not stated, the periods are not
    the same, or the figures are too near each other for what is known of them.
    """
    named = {"one": asked.one, "other": asked.other}
    nearest = (f"{asked.one}: {one.figure}", f"{asked.other}: {other.figure}")
    if one.unit != other.unit or one.operation is not other.operation:
        return Refusal(UNITS.format(**named), nearest, is_open=True)
    if one.scale != other.scale and Decimal(1) in (one.scale, other.scale):
        return Refusal(SCALES.format(**named), nearest, is_open=True)
    first, second = _periods(one), _periods(other)
    # each document names its own years: fiscal 2024 may end in January 2025
    if first != second and not years_in(asked.question):
        said = {"first": enumeration(first), "second": enumeration(second)}
        return Refusal(PERIODS.format(**named, **said), nearest, is_open=True)
    scale = min(one.scale, other.scale)
    known = [exactly_known(each) for each in (one, other)]
    values = [
        value * each.scale / scale for (value, _), each in zip(known, (one, other), strict=True)
    ]
    slack = sum(
        (s * each.scale / scale for (_, s), each in zip(known, (one, other), strict=True)),
        Decimal(0),
    )
    apart = values[0] - values[1]
    if abs(apart) <= slack:
        return Refusal(ALIKE.format(**named), nearest, is_open=True)
    if asked.comparing in (Comparing.WHICH, Comparing.WHETHER):
        return _compared(asked, one, other, is_first_higher=apart > 0)
    if asked.comparing is Comparing.HOW_MUCH and (apart < 0) is not asked.is_low:
        return _the_other_way(asked, one, other, abs(apart), scale)
    return _difference(asked, one, other, values, scale)


def _periods(made: Calculation) -> tuple[str, ...]:
    """The periods that the cells are of, in words."""
    return tuple(dict.fromkeys(each.when for each in made.operands if each.when))


def _working(name: str, made: Calculation, beside: Calculation) -> str:
    """What one side comes to: its figure, or its formula where it was worked out, with the period
    where the other side's is another one."""
    told = made.figure if made.operation is Operation.LOOKUP else made.formula
    own = _periods(made)
    when = f" ({enumeration(own)})" if own and own != _periods(beside) else ""
    return f"{name}{when}: {told}"


def _compared(
    asked: SidesAsked, one: Calculation, other: Calculation, *, is_first_higher: bool
) -> Calculation:
    """Which of the two is the higher or the lower, or whether the first is."""
    is_first = is_first_higher is not asked.is_low
    if asked.comparing is Comparing.WHETHER:
        answer = "Yes" if is_first else "No"
    else:
        answer = asked.one if is_first else asked.other
    made = _made(asked, Operation.COMPARISON, answer, one, other, _against(asked, one, other))
    how = "lower" if asked.is_low else "higher"
    return replace(made, over=f"{_subject(one)}, the {how} of {asked.one} and {asked.other}")


def _against(asked: SidesAsked, one: Calculation, other: Calculation) -> str:
    """Both sides and how they stand to each other: "…; 15 % > 10 %"."""
    sign = ">" if one.value * one.scale > other.value * other.scale else "<"
    sides = f"{_working(asked.one, one, other)}; {_working(asked.other, other, one)}"
    return f"{sides}; {one.figure} {sign} {other.figure}"


def _the_other_way(
    asked: SidesAsked, one: Calculation, other: Calculation, apart: Decimal, scale: Decimal
) -> Calculation:
    """That the figure which was said to be the higher is the lower one, and by how much."""
    by = f"{written(rounded(apart))}{difference_in(one.unit, scale)}"
    how = "higher" if asked.is_low else "lower"
    answer = f"Not at all: {asked.one} is {how} by {by}"
    return _made(asked, Operation.COMPARISON, answer, one, other, _against(asked, one, other))


def _difference(
    asked: SidesAsked,
    one: Calculation,
    other: Calculation,
    values: list[Decimal],
    scale: Decimal,
) -> Calculation:
    """The larger figure less the smaller one."""
    sides = sorted(
        zip((one, other), (asked.one, asked.other), values, strict=True), key=lambda each: -each[2]
    )
    apart = sides[0][2] - sides[1][2]
    value = rounded(apart)
    result = f"{written(value)}{difference_in(one.unit, scale)}"
    told = [
        f"{_working(name, made, beside)}{_in_scale(made, at, scale)}"
        for (made, name, at), (beside, _, _) in zip(sides, reversed(sides), strict=True)
    ]
    texts = [written(rounded(at)) for _, _, at in sides]
    bracketed = [f"({each})" if each.startswith("−") else each for each in texts]
    formula = f"{'; '.join(told)}; {' − '.join(bracketed)} = {result}"
    made = _made(asked, Operation.DIFFERENCE, written(value), sides[0][0], sides[1][0], formula)
    named = tuple((name, made.figure) for made, name, _ in sides)
    return replace(made, value=value, unit=one.unit, scale=scale, listed=named)


def _in_scale(made: Calculation, value: Decimal, scale: Decimal) -> str:
    """What a figure is in the scale of both; empty where it has that."""
    if made.scale == scale:
        return ""
    return f" = {written(rounded(value))}{measured(made.unit, scale)}"


def _made(
    asked: SidesAsked,
    operation: Operation,
    answer: str,
    one: Calculation,
    other: Calculation,
    formula: str,
) -> Calculation:
    behind = f"{answer}: {formula}" if operation is Operation.COMPARISON else formula
    return Calculation(
        operation,
        answer,
        one.value,
        one.unit,
        one.scale,
        formula,
        f"{_subject(one)} of {asked.one} and {asked.other} – {behind}",
        (*one.operands, *other.operands),
        min(one.confidence, other.confidence),
        exact=one.exact and other.exact,
        over=f"{_subject(one)} of {asked.one} and {asked.other}",
        listed=((asked.one, one.figure), (asked.other, other.figure)),
        sides=(one, other),
    )


def _subject(made: Calculation) -> str:
    """What is compared, as the first document calls it."""
    if made.operation is Operation.LOOKUP:
        return made.operands[0].label
    return made.sentence.partition(" – ")[0] if " – " in made.sentence else made.subject
