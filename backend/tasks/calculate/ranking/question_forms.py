"""What a question may want computed: every reading of its wording, with the phrases for its rows.

Unlike `requests`, which knows one reading of a question and leaves the rest, this offers all; which
of them the table bears out, and how surely, is for the ranking to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from backend.tasks.calculate.programs.requests import (
    HOW_MUCH_MOVED,
    parts_in,
    quarters_in,
    years_in,
)


class FormKind(StrEnum):
    """What a form does with its cells."""

    LOOKUP = "lookup"
    VALUES = "values"
    DIFFERENCE = "difference"
    CHANGE = "change"
    SUM = "sum"
    MEAN = "mean"
    SHARE = "share"
    RATIO = "ratio"
    LARGEST = "largest"
    SMALLEST = "smallest"
    PERIODS = "periods"
    COUNT = "count"
    CHANGE_OF_MEANS = "change of means"
    """Of one row: the mean of two periods less that of the two periods before."""
    DIFFERENCE_OF_MEANS = "difference of means"
    """Of two rows: the mean of one less that of the other, over the same periods."""


_PC = r"(?:percentage|percent|per cent|%)"
_YEAR_WORDS = re.compile(
    r"(?i)\b(?:which|what|how many)(?: of the)? (?:(?:fiscal|financial) )?"
    r"(?:years?|fys?|periods?)\b"
    r"|\b(?:which|what) fys?\b"
)
_CHANGE = re.compile(
    rf"(?i){_PC} (?:change|difference|increase|decrease|growth|rise|fall|decline)\b"
    rf"|\b(?:change|increase|decrease|growth|rise|decline) \(?(?:in )?{_PC}\)?(?! of)"
    r"|\bgrowth rate\b"
    rf"|\b(?:grow|grew|grown|rise|rose|fall|fell|change|changed|increase|increased"
    rf"|decrease|decreased|decline|declined)\b.*\b(?:in )?{_PC}"
    rf"|\b(?:what|how many) {_PC} (?:did|has|have|was|were)\b.*\b(?:grow|rise|fall|increase"
    r"|decrease|decline|change)[ds]?\b"
    rf"|\bby (?:how many|how much|what) {_PC}|\bhow many {_PC}\b.*\b(?:grow|rise|fall)"
)
_DIFFERENCE = re.compile(
    r"(?i)\b(?:change|difference|increase|decrease|growth|decline)\b"
    r"|\bby how much\b|\bhow much (?:more|less|higher|lower|larger|smaller|greater)\b"
    rf"|{HOW_MUCH_MOVED}"
    r"|\bhow (?:did|has|have)\b.*\b(?:change|changed)\b"
)
_MOVED = re.compile(r"(?i)\bby how much\b|\bhow much (?:did|has|have|had)\b")
"""What asks by how much something moved: no figure of one period says it."""
_COMPARED = re.compile(
    r"(?i)^how (?:do|does|did) (?P<one>.+?) compared? (?:to|with|against) (?P<other>.+)$"
)
_ONLY_A_PERIOD = re.compile(
    r"(?i)^(?:in |that of |the )*(?:fiscal |financial )?(?:year )?(?:FY|CY)?\s?['’]?\d{2,4}$"
)
_MEAN = re.compile(r"(?i)\b(?:average|mean)\b")
_SUM = re.compile(r"(?i)\b(?:sum|total|totals|together|combined|added|aggregate)\b")
_HIGH = re.compile(
    r"(?i)\b(?:highest|larger|largest|higher|greatest|greater|most|maximum|biggest|bigger)\b"
)
_LOW = re.compile(r"(?i)\b(?:lowest|smallest|smaller|lower|least|fewest|minimum)\b")
_BOUND = re.compile(
    r"(?i)\b(?P<over>exceed(?:s|ed)?|(?:more|greater|higher|larger) than|above|over)(?![a-z])"
    r"|\b(?P<under>(?:less|lower|smaller|fewer) than|below|under)(?![a-z])"
)
_NUMBER = re.compile(
    r"(?:\s?(?:a|the|about))*\s?[$€£]?\s?(\d[\d,]*(?:\.\d+)?)\s?"
    r"(%|per cent|percent|thousands?|millions?|billions?)?"
)
_SCALE = {"t": Decimal(1000), "m": Decimal(10**6), "b": Decimal(10**9)}
_TWO = (
    re.compile(
        rf"(?i)^(?P<one>.*?)\b(?:as|represent(?:s|ed)?) (?:an? )?(?:{_PC}|share|proportion|fraction"
        r"|portion) of (?P<other>.*)$"
    ),
    re.compile(
        rf"(?i)\b(?:share|proportion|{_PC}|portion|part) of (?P<other>.+?)"
        r"\b(?:(?:came|comes|come|is|was|were|are|stems?|stemmed|resulted|made|earned|generated) "
        r"(?:up )?(?:from|of|by|in|due to)|(?:is|was|were|are)) (?P<one>.+)$"
    ),
    re.compile(
        rf"(?i)^(?P<one>.*?)(?:'s|’s) (?:{_PC} )?(?:share|proportion) (?:of|in) (?P<other>.+)$"
    ),
    re.compile(
        rf"(?i)\b(?:{_PC}|share|proportion|portion)(?: constitution| contribution| composition)?"
        r" of (?P<one>.+?)\b(?:out of|among|amongst|over|in|within|to|from|relative to) "
        r"(?:the )?(?P<other>(?!(?:fiscal |fy ?)?['’]?\d).+)$"
    ),
)
"""The first that matches says what is divided by what."""
_RATIO = (
    re.compile(
        r"(?i)\b(?:ratio|proportion) (?:of|between) (?P<one>.+?)\b(?:to|over|and|out of|against) "
        r"(?:the )?(?P<other>.+)$"
    ),
    re.compile(
        r"(?i)^(?P<one>.*?)\bas an? (?:ratio|proportion|multiple|fraction) (?:of|to) (?P<other>.*)$"
    ),
    re.compile(
        r"(?i)\bhow many times\b.*?\b(?P<one>.+?)\b(?:as large as|larger than|of) (?P<other>.+)$"
    ),
    re.compile(r"(?i)^(?P<one>.*?)\b(?:divided by|per|relative to) (?P<other>.*)$"),
)
_THAN = re.compile(
    r"(?i)^(?P<one>.+?)\b(?:than|as compared to|compared to|versus|vs\.?) (?P<other>.+)$"
)
_SHOWN = re.compile(
    r"(?i)\b(?:calculated|provided?|reported?|recorded|shown?|presented|given|available|listed"
    r"|disclosed|stated|information|data)\b"
)
"""What asks for which periods there are figures."""
_FOR_PROSE = re.compile(
    r"(?i)\b(?:why|who|when|where|reasons?|causes?|caused|explain\w*|describe[sd]?|driv(?:er|en|ing)"
    r"|drove|purpose|represents?|refers?|consists?|comprised?|comprises|mean(?:t|s)|included in"
    r"|affect\w*|impact(?:ed)? by|based on|calculated|determined|defined|definition|derived"
    r"|due to|because|attribut(?:ed|able) to|result(?:ed|ing)? (?:in|from)|related to what)\b"
    r"|^how (?:is|are|was|were|does|do) |^how many .*\b(?:exceed|than|above|below|under)\b"
)
"""What asks for words, or for a count of rows: prose answers it, and no figure does."""
_RESPECTIVE = re.compile(r"(?i)\brespective")
_PART_OF_CHANGE = re.compile(
    rf"(?i)\b(?:change|difference|increase|decrease)\b[^,]*?\bin (?:the )?{_PC} of\b"
)
"""A change of what is a share itself: it is told in points."""
_OF_YEAR_ENDS = re.compile(r"(?i)\b(?:FY\s?)?(?:19|20)\d\d(?:['’]s)? (?:average|mean)\b")
_RANGES = re.compile(r"\b((?:19|20)\d\d)\s*(?:-|–|to)\s*((?:19|20)\d\d)\b")
_RANGE = re.compile(r"\b((?:19|20)\d\d)\s*(?:-|–|to|through)\s*((?:19|20)\d\d)\b")


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure that periods are held against; `scale` 1 where none is said."""

    is_over: bool
    value: Decimal
    scale: Decimal
    is_per_cent: bool


@dataclass(frozen=True, slots=True)
class Form:
    """One reading: what to do, the phrases for the cells, and the periods that are named.

    One phrase over several periods, or two phrases at one period; `is_paired` says the latter.
    `is_of_year_ends` says that the mean of one year is named ("the 2019 average debt"), which is
    that of this year and the one before.
    """

    kind: FormKind
    phrases: tuple[str, ...]
    years: tuple[str, ...]
    parts: tuple[str, ...]
    is_paired: bool = False
    bound: Bound | None = None
    is_of_year_ends: bool = False


def forms_of(question: str) -> list[Form]:
    """Every reading of a question; empty where it asks for no figure of a table."""
    text = " ".join(question.split()).rstrip(" ?.")
    years = years_in(text)
    span = _RANGE.search(text)
    if span and len(years) == 2 and _may_span(text, span) and span[1] < span[2]:
        years = tuple(map(str, range(int(span[1]), int(span[2]) + 1)))
    parts = quarters_in(text) or parts_in(text)
    return list(dict.fromkeys(_forms(text, years, parts)))


def _may_span(text: str, span: re.Match[str]) -> bool:
    """Whether a range of years means those between its ends as well."""
    if _YEAR_WORDS.search(text):
        return re.search(r"(?i)\bfrom $", text[: span.start()]) is not None
    return bool(_MEAN.search(text) or _SUM.search(text)) and not _DIFFERENCE.search(text)


def _forms(text: str, years: tuple[str, ...], parts: tuple[str, ...]) -> Iterator[Form]:
    bound = bound_in(text)
    if found := _COMPARED.search(text):
        if len(years) > 1 and _ONLY_A_PERIOD.search(found["other"]):
            yield Form(FormKind.VALUES, (found["one"],), years, parts)
        return
    if _YEAR_WORDS.search(text):
        yield from _of_periods(text, years, parts, bound)
        return
    if _FOR_PROSE.search(text):
        return
    pairs = [found for each in _TWO if (found := each.search(text))][:1]
    if pairs and len(years) > 1 and re.search(rf"(?i){_PC}", text):
        # of a table whose figures are shares already
        kind = FormKind.MEAN if _MEAN.search(text) else FormKind.VALUES
        yield Form(kind, (text,), years, parts)
    for found in pairs:
        yield Form(_divided(text), _phrases(found), years, parts, is_paired=True)
    ratios = [found for each in _RATIO if (found := each.search(text))]
    for found in ratios:
        yield Form(FormKind.RATIO, _phrases(found), years, parts, is_paired=True)
    if re.search(r"(?i)\bratio\b", text) and ratios:
        return
    if _CHANGE.search(text):
        is_of_share = _PART_OF_CHANGE.search(text) is not None
        if not is_of_share:
            yield Form(FormKind.CHANGE, (text,), years, parts)
        if is_of_share or re.search(r"(?i)\babsolute\b|\bpoints?\b", text):
            yield Form(FormKind.DIFFERENCE, (text,), years, parts)
        yield Form(FormKind.LOOKUP, (text,), years, parts)
        return
    if pairs and re.search(rf"(?i){_PC}|\bshare\b|\bproportion\b|\bportion\b", text):
        yield Form(FormKind.LOOKUP, (text,), years, parts)
        return
    yield from _undivided(text, years, parts)


def _undivided(text: str, years: tuple[str, ...], parts: tuple[str, ...]) -> Iterator[Form]:
    """Differences, means, sums and plain figures."""
    if _RESPECTIVE.search(text) and len(years) > 1 and not _DIFFERENCE.search(text):
        yield Form(FormKind.VALUES, (text,), years, parts)
        return
    if _DIFFERENCE.search(text):
        if _MEAN.search(text):
            yield from _of_means(text, years, parts)
        yield Form(FormKind.DIFFERENCE, (text,), years, parts)
        yield from _split(FormKind.DIFFERENCE, text, years, parts)
        if not _MOVED.search(text):
            yield Form(FormKind.LOOKUP, (text,), years, parts)
        return
    if _MEAN.search(text):
        of_ends = len(years) == 1 and _OF_YEAR_ENDS.search(text) is not None
        yield Form(FormKind.MEAN, (text,), years, parts, is_of_year_ends=of_ends)
        yield from _split(FormKind.MEAN, text, years, parts)
    if _SUM.search(text):
        yield Form(FormKind.SUM, (text,), years, parts)
        yield from _split(FormKind.SUM, text, years, parts)
    if len(years) > 1 or re.search(r"(?i)\brespective", text):
        yield Form(FormKind.VALUES, (text,), years, parts)
    if len(years) < 2:
        yield Form(FormKind.LOOKUP, (text,), years, parts)


def _of_means(text: str, years: tuple[str, ...], parts: tuple[str, ...]) -> Iterator[Form]:
    """Means that are compared: of one row at two times, or of two rows at one.

    "The average of 2019" of a row is that of 2019 and the year before, as an average balance is.
    Two times that follow each other may also be told as ranges ("2017-2018 and 2018-2019").
    """
    spans = _RANGES.findall(text)
    if len(spans) == 2 and spans[0] != spans[1]:
        years = tuple(max(each) for each in spans)
    if len(set(years)) == 2 and (len(spans) == 2 or _OF_YEAR_ENDS.search(text)):
        yield Form(FormKind.CHANGE_OF_MEANS, (text,), years, parts)
    if (span := _RANGE.search(text)) and len(years) == 2 and span[1] < span[2]:
        years = tuple(map(str, range(int(span[1]), int(span[2]) + 1)))
    for pair in _split(FormKind.DIFFERENCE_OF_MEANS, text, years, parts, most_years=3):
        if all(map(_MEAN.search, pair.phrases)):
            yield pair


def _phrases(found: re.Match[str]) -> tuple[str, str]:
    """The two phrases of a division; "its net sales" are those of what the first one speaks of."""
    one, other = found["one"], found["other"]
    owner = re.search(r"(?i)\bof (?P<of>[^,]+)$", one.strip())
    match = re.match(r"(?i)(?:its|their)\b", other)
    return one, f"{other} of {owner['of']}" if match and owner else other


def _divided(text: str) -> FormKind:
    """A proportion is told as a figure, whatever is said in per cent as per cent."""
    as_figure = re.search(r"(?i)\b(?:proportion|fraction|ratio)\b", text)
    return FormKind.RATIO if as_figure and not re.search(rf"(?i){_PC}", text) else FormKind.SHARE


def _of_periods(
    text: str, years: tuple[str, ...], parts: tuple[str, ...], bound: Bound | None
) -> Iterator[Form]:
    counts = re.search(r"(?i)\bhow many\b", text)
    if bound is not None:
        yield Form(
            FormKind.COUNT if counts else FormKind.PERIODS, (text,), years, parts, bound=bound
        )
    elif _LOW.search(text) and not counts:
        yield Form(FormKind.SMALLEST, (text,), years, parts)
    elif _HIGH.search(text) and not counts:
        yield Form(FormKind.LARGEST, (text,), years, parts)
    elif not counts and _SHOWN.search(text):
        yield Form(FormKind.PERIODS, (text,), years, parts)


def _split(
    kind: FormKind,
    text: str,
    years: tuple[str, ...],
    parts: tuple[str, ...],
    most_years: int = 1,
) -> Iterator[Form]:
    """The readings of "A and B" or "A than B" as two phrases, one for each place to cut."""
    if len(years) > most_years:
        return
    cuts = [
        (match.start(), match.end()) for match in re.finditer(r"(?i)(?:,? and |\b/\b| & )", text)
    ]
    if found := _THAN.search(text):
        cuts.append((found.end("one"), found.start("other")))
    for start, end in cuts:
        one, other = text[:start], text[end:]
        if re.search(r"[^\W\d]", other):
            yield Form(kind, (one, other), years, parts, is_paired=True)


def less_the_bound(text: str) -> str:
    """A text without the words of its first bound and its figure."""
    match = _BOUND.search(text)
    if match is None:
        return text
    number = _NUMBER.match(text, match.end())
    return f"{text[: match.start()]} {text[number.end() if number else match.end() :]}"


def bound_in(text: str) -> Bound | None:
    """The first bound that a text names with its figure; None without one."""
    match = _BOUND.search(text)
    number = _NUMBER.match(text, match.end()) if match else None
    if match is None or number is None:
        return None
    said = (number[2] or "").casefold()
    return Bound(
        match["over"] is not None,
        Decimal(number[1].replace(",", "")),
        _SCALE.get(said[:1], Decimal(1)),
        said.startswith(("%", "per")),
    )
