"""Questions that set one figure of two documents beside each other: "Which had the higher operating
margin in 2022, Kestrel or Tern?", "By how much did Kestrel's net revenue exceed Tern's?".

The question is put once for each side; what both come to is compared here, with the cells of both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto

from backend.calendar_words import MONTHS
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.rounded_results import exactly_known
from backend.tasks.calculate.programs.series import is_no_money, without_deducted
from backend.types.calculations import (
    ONE_FIGURE,
    Calculation,
    Operation,
    Refusal,
    difference_in,
    enumeration,
    measured,
)

_HIGH = r"higher|larger|greater|bigger|more|highest|largest|greatest|most"
_LOW = r"lower|smaller|less|fewer|lowest|smallest|least"
_OPEN = r"better|best|worse|worst"
"""Of costs the lower is the better one, and of debts perhaps neither."""
_HOW = rf"(?P<how>{_HIGH}|{_LOW}|{_OPEN})"
_HAD = r"(?:had|has|have|reported|made|earned|generated|posted|recorded|showed|shows?)"
_WHICH = (
    r"(?:which|who|what)(?: (?:company|firm|one|group|business|bank|of (?:them|the two|these)))?"
)
_THAT = r"(?:(?:that|those) of )?"
_BEGINS = r"(?:in|for|at|during|on|as of|over)"
_PERIOD = rf"(?P<p>,? {_BEGINS} (?!relation|relative|per ?cent|percent|%)[^,]+)?"
_MEASURE = rf"(?P<x>[^,]+?(?:, {_BEGINS} [^,]+?)?)"
"""What is compared where names stand behind it: a comma would begin a list of three."""
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
        rf"{_WHICH} {_HAD} (?:the |a )?{_HOW} {_MEASURE}[,:;–—]+ (?:between )?{_ONE} (?:or|and) "
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
_CUE = re.compile(rf"(?i)\b(?:difference|exceed(?:ed|s)?|{_HIGH}|{_LOW}|{_OPEN})\b")
_LONGEST = 300
_GROWTH = re.compile(
    r"(?i)\b(?:grow(?:th|n|s)?|grew|increas\w*|ris(?:es?|ing)|chang\w*|improv\w*)\b"
)
_SHRINKING = re.compile(r"(?i)\b(?:decreas\w*|declin\w*|falls?|drops?|reductions?|shrink\w*)\b")
_PER_CENT = re.compile(r"(?i)%|\bper ?cent\b|\bpercentages?\b(?! points?)|\brelative\b")
_AMOUNT = re.compile(r"(?i)\b(?:amount|absolute|money|euros?|eur|dollars?|usd|pounds?|gbp)\b")
_BY_SIZE = re.compile(
    r"(?i)larger|greater|bigger|smaller|more|less|largest|greatest|most|least|smallest"
)
_FACTORS = (
    r"twice|thrice|doubles?|half|triple|sum|total|average|mean|times|percentage|combined|together"
)
_NO_NAME = re.compile(rf"(?i)%|\bper ?cent\b|\bpercent\b|\b(?:{_FACTORS})\b|(?<!\S)\d[\d.,]*(?!\S)")
_QUALIFIED = re.compile(
    r"(?i)\b(?:twice|thrice|doubles?|triple|times|than|at (?:least|most)|much|far|slightly|not"
    r"|significantly|substantially|considerably|\w+n['’]t|half as|by)\b"
)
_MONTHS = re.compile(rf"(?i)\b(?:{'|'.join(MONTHS)})\b")
_DIGITS = re.compile(r"\d[\d.,]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MAY_BE_NEGATIVE = re.compile(
    r"(?i)\b(?:loss|profit|results?|income|earnings|cash flows?|net cash|margin|ebit(?:da)?)\b"
)
_COSTS = re.compile(
    r"(?i)\b(?:costs?|expens\w+|tax\w*|charges?|used|paid|payments?|outflows?|deduct\w+"
    r"|interest|provisions?|depreciation|amorti[sz]ation|impairments?|purchases?)\b"
)
_BEFORE_TAX = re.compile(
    r"(?i)\b(?:before|after) (?:provision for )?(?:income )?(?:tax(?:es|ation)?|interest)\b"
)
_LOSS = re.compile(r"(?i)\bloss(?:es)?\b")
_NO_LOSS = re.compile(r"(?i)\b(?:profit|income|earnings|results?|cash|margin|ebit(?:da)?)\b")
_BARE = frozenset([Operation.CHANGE, Operation.SHARE, Operation.RATIO, Operation.COMBINED])
UNITS = "The figures of {one} and {other} are in different units, or one of them states none."
SCALES = "One of the figures of {one} and {other} states no scale."
PERIODS = "The figures of {one} and {other} are of different periods ({first}; {second})."
ALIKE = "The figures of {one} and {other} are the same as far as they are known."
SIDE = "For {name}: {reason}"
SEVERAL = "{one} and {other} are compared by one figure each, and several were found."
NEGATIVE = (
    "A figure of {one} or {other} is negative, and it is open which of the two is the larger then."
)
UNSTATED = "The tables of {one} and {other} state neither a unit nor a scale."
NOT_IN_PER_CENT = "The question compares {one} and {other} in per cent, and the figures are none."
OTHER_PERIODS = "Two documents are compared of one period, and the question names several."
OTHER_FORM = (
    "The question wants more of the two figures than which is the higher or how far they are apart."
)
OPEN_GROWTH = "It is open whether the growth in per cent or by its amount is meant."
OPEN_GOOD = "It is open whether the higher or the lower figure is the better one."
MORE_THAN_NAMES = "“{name}” says more than the name of a document."


@dataclass(frozen=True, slots=True)
class SidesAsked:
    """Two names and what is compared of them: `question` asks for it of the first, and of the
    second where `other_question` is empty. `is_low` says that the lower one is asked for, or that
    the first is said to be the lower; `by_size` that "larger" or the like is asked, which of
    negative figures leaves open what is meant. `refused` says why nothing is compared though the
    question has that form; it is empty where both are."""

    comparing: Comparing
    one: str
    other: str
    question: str
    is_low: bool = False
    other_question: str = ""
    by_size: bool = False
    refused: str = ""


def sides_asked(question: str) -> SidesAsked | None:
    """What a question compares of two names; None where it has no such form. That the names are
    those of documents is not known here."""
    text = bare_question(question)
    if len(text) > _LONGEST or not _CUE.search(text):
        return None
    if ahead := _AHEAD.match(text):
        text = f"{ahead['rest']} {ahead['p'][:1].lower()}{ahead['p'][1:]}"
    for comparing, form in _COMPILED:
        match = form.match(text)
        if match is None:
            continue
        said = match.groupdict()
        is_low = re.fullmatch(_LOW, (said.get("how") or "").casefold()) is not None
        one, other, period = said["one"].strip(), said["other"].strip(), said.get("p") or ""
        first, second = said.get("x1") or said["x"], said.get("y") or said["x"]
        asked, further = (f"What was the {each}{period}?" for each in (first, second))
        further = "" if further.casefold() == asked.casefold() else further
        by_size = _BY_SIZE.fullmatch(said.get("how") or "") is not None
        made = SidesAsked(comparing, one, other, asked, is_low, further, by_size)
        if re.fullmatch(_OPEN, (said.get("how") or "").casefold()):
            return replace(made, refused=OPEN_GOOD)
        around = f"{text[: match.start('x')]} {text[match.end('x') :]}"
        return replace(made, refused=_why_not(made, text, around, (first, second), period))
    return None


def _why_not(
    asked: SidesAsked, text: str, around: str, measures: tuple[str, str], period: str
) -> str:
    """Why the two figures that a question asks for are not compared as it wants; empty where they
    may be.

    Args:
        around: the text without what is compared.
        measures: what is compared, of either side.
        period: the time that stands at the end, with its preposition.
    """
    for name in (asked.one, asked.other):
        if _NO_NAME.search(name):
            return MORE_THAN_NAMES.format(name=name)
    one, other = (_times(f"{measure} {period}") for measure in measures)
    if one != other or any(len(time) > 1 for time in _times_by_kind(text)):
        return OTHER_PERIODS
    said = " ".join(measures)
    figures = _DIGITS.findall(re.sub(r"(?i)\bq[1-4]\b", " ", said))
    if _QUALIFIED.search(f"{said} {period}") or not all(map(_YEAR.fullmatch, figures)):
        return OTHER_FORM
    is_apart = asked.comparing in (Comparing.HOW_MUCH, Comparing.DIFFERENCE)
    if is_apart and (_PER_CENT.search(around) or re.search(r"(?i)\btimes\b", around)):
        return OTHER_FORM
    if _SHRINKING.search(said):
        return OTHER_FORM
    whole = f"{said} {period}"
    if _GROWTH.search(said) and not (_PER_CENT.search(whole) or _AMOUNT.search(whole)):
        return OPEN_GROWTH
    return ""


def _times_by_kind(text: str) -> tuple[frozenset[str], ...]:
    """The years, the parts of a year, the months and the days that a text names."""
    return (
        frozenset(years_in(text)) | frozenset(_YEAR.findall(text)),
        frozenset((*quarters_in(text), *parts_in(text))),
        frozenset(each.casefold() for each in _MONTHS.findall(text)),
    )


def _times(text: str) -> frozenset[str]:
    return frozenset[str]().union(*_times_by_kind(text))


def joined_sides(asked: SidesAsked, one: Calculation, other: Calculation) -> Calculation | Refusal:
    """What the figures of two sides come to, in the order in which the question names them.

    It refuses where a side is no single figure, units differ or one is not stated, a scale is not
    stated, the periods are not the same, a negative figure may be a cost in brackets, or the
    figures are too near each other for what is known of them.
    """
    named = {"one": asked.one, "other": asked.other}
    nearest = (f"{asked.one}: {one.figure}", f"{asked.other}: {other.figure}")
    if not {one.operation, other.operation} <= ONE_FIGURE:
        return Refusal(SEVERAL.format(**named), nearest, is_open=True)
    if one.unit != other.unit or one.operation is not other.operation:
        return Refusal(UNITS.format(**named), nearest, is_open=True)
    if one.scale != other.scale and Decimal(1) in (one.scale, other.scale):
        return Refusal(SCALES.format(**named), nearest, is_open=True)
    if _states_nothing(one):
        return Refusal(UNSTATED.format(**named), nearest, is_open=True)
    if _PER_CENT.search(asked.question) and one.unit != "%":
        return Refusal(NOT_IN_PER_CENT.format(**named), nearest, is_open=True)
    if _is_open_by_sign(asked, one, other):
        return Refusal(NEGATIVE.format(**named), nearest, is_open=True)
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


def _states_nothing(made: Calculation) -> bool:
    """Whether a figure may be in any money and scale: neither is stated, and it is no count and
    no quotient."""
    if made.unit or made.scale != 1 or made.operation in _BARE:
        return False
    return not all(is_no_money(operand.label) for operand in made.operands)


def _is_open_by_sign(asked: SidesAsked, one: Calculation, other: Calculation) -> bool:
    """Whether it is open which figure is the larger: a cost in brackets is no less than a smaller
    one, and a larger loss is the lower result."""
    labels = [without_deducted(operand.label) for made in (one, other) for operand in made.operands]
    wants_loss = _is_loss(f"{asked.question} {asked.other_question}")
    if any(_is_loss(label) for label in labels) and not wants_loss:
        return True
    negative = [made for made in (one, other) if made.value < 0]
    below = [
        operand.label for made in (one, other) for operand in made.operands if operand.value < 0
    ]
    if not negative and not below:
        return False
    if wants_loss or (len(negative) == 2 and asked.by_size):
        return True
    if one.operation in (Operation.CHANGE, Operation.DIFFERENCE):
        return bool(below)
    if one.operation in (Operation.SUM, Operation.COMBINED) and not negative:
        return False  # what is paid stands in brackets and was taken off
    return not all(map(_may_be_negative, below))


def _is_loss(text: str) -> bool:
    return bool(_LOSS.search(text)) and not _NO_LOSS.search(text)


def _may_be_negative(label: str) -> bool:
    """Whether a row has a sign of its own: a result may be a loss."""
    bare = _BEFORE_TAX.sub("", label)
    return bool(_MAY_BE_NEGATIVE.search(bare)) and not _COSTS.search(bare)


def _periods(made: Calculation) -> tuple[str, ...]:
    """The periods that the cells are of, in words."""
    return tuple(dict.fromkeys(operand.when for operand in made.operands if operand.when))


def _working(name: str, made: Calculation, beside: Calculation) -> str:
    """What one side comes to: its figure, or its formula where it was worked out, with the period
    where the other side's is another one."""
    told = made.figure if made.operation is Operation.LOOKUP else made.formula
    own = _periods(made)
    when = f" ({enumeration(own)})" if own not in ((), (name,), _periods(beside)) else ""
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
    bracketed = [f"({text})" if text.startswith("−") else text for text in texts]
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
