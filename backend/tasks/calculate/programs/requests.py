"""What a question wants computed: the operation, of what, and for which periods."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.calendar_words import MONTH_NAME, month_number
from backend.tables.column_periods import NUMERALS
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.types.calculations import Operation
from backend.years_over_two import with_last_years

_YEAR = re.compile(r"(?i)\b(?:FY|F|CY)?\s?['’]?((?:19|20)\d\d)\b")
_SHORT_YEAR = re.compile(r"(?i)\b(?:FY|F|CY)\s?['’]?(\d\d)\b")
_SPACED_YEARS = re.compile(
    r"(?<!\S)(?<!\d )(?:1 9|2 0) \d \d(?: (?:1 9|2 0) \d \d)*(?!\S)(?! \d\b)"
)
_QUARTERS = (
    re.compile(r"(?i)\bq1\b|\b(?:first|1st) quarter\b"),
    re.compile(r"(?i)\bq2\b|\b(?:second|2nd) quarter\b"),
    re.compile(r"(?i)\bq3\b|\b(?:third|3rd) quarter\b"),
    re.compile(r"(?i)\bq4\b|\b(?:fourth|4th) quarter\b"),
)
_LENGTHS = {
    "3M": re.compile(r"(?i)\b(?:three|3)[ -]months?\b"),
    "6M": re.compile(r"(?i)\b(?:six|6)[ -]months?\b"),
    "9M": re.compile(r"(?i)\b(?:nine|9)[ -]months?\b"),
    **{
        f"{count}W": re.compile(rf"(?i)\b(?:{word}|{count})[ -](?:weeks?|wks?)\b")
        for word, count in NUMERALS.items()
        if 11 <= count <= 40
    },
}
"""Lengths of shorter periods as columns name them."""
_MONTH = rf"(?P<month>{MONTH_NAME})"
_MONTH_FORMS = (
    re.compile(rf"(?i)\b(?:end(?:ed|ing|s)?|as of|as at|to|through|until) (?:the )?{_MONTH}\b"),
    re.compile(rf"(?i)\b{_MONTH}\b\.? \d{{1,2}}\b(?!\d)"),
    re.compile(rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}\b"),
)
_PER_CENT = r"(?:percentage|percent|per cent|%)"
PER_CENT = re.compile(rf"(?i){_PER_CENT}")
_OF_WHOLE = re.compile(
    rf"(?i)^(?P<one>.*)\bas an? {_PER_CENT} of (?P<other>.*)$|"
    rf"^.*?\b(?:share|proportion|{_PER_CENT}) of (?P<whole>.+?)"
    r"\b(?:came from|is from|was from|stems? from|is due to|went (?:to|on|into|for)"
    r"|(?:is|was|are|were) (?:for|spent on|made up (?:of|by)|taken up by)) (?P<part>.+)$"
)
_RATIO = re.compile(
    r"(?i)\bratio of (?P<one>.+?) to (?P<other>.+)$|"
    r"\bproportion of (?P<top>.+?) over (?P<bottom>.+)$"
)
_CHANGE = re.compile(
    rf"(?i){_PER_CENT} (?:change|difference|increase|decrease|growth|rise|fall|decline)\b|"
    rf"\b(?:change|increase|decrease|growth) \(?{_PER_CENT}\)?|"
    r"\bgrowth rate\b"
    r"|\b(?:gr[eo]w|grown|risen?|rose|fall|fallen|fell|changed?|increased?|decreased?)\b"
    rf".*\b(?:in )?{_PER_CENT}|"
    rf"\bby (?:how many|how much|what) {_PER_CENT}\b"
)
HOW_MUCH_MOVED = (
    r"\bhow much (?:did|has|have|had)\b.*"
    r"\b(?:gr[eo]w|grown|risen?|fall|fallen|changed?|increased?|decreased?)\b"
)
_DIFFERENCE = re.compile(
    r"(?i)\b(?:change|difference|increase|decrease|growth)\b(?:\s*/\s*\(?\w+\)?)? "
    r"(?:in|of|between|for)\b"
    r"|\bby how much\b|\bhow much (?:more|less|higher|lower)\b"
    rf"|{HOW_MUCH_MOVED}"
)
_PAIR = re.compile(r"(?i)\bdifference (?:in .+? )?between (?P<one>.+?) and (?P<other>.+)$")
_MEAN = re.compile(r"(?i)\b(?:average|mean)\b")
_SUM = re.compile(
    r"(?i)\b(?:sum|total) of\b|^(?:what (?:is|was|were) )?the total\b|\btogether\b|\bcombined\b"
    r"|\badded up\b"
)
_ADDING = re.compile(r"(?i)\b(?:the )?(?:sum|total)(?: of)?\b|\badded up\b")
_EXTREME = re.compile(
    r"(?i)\b(?:which|what) (?:fiscal |financial )?(?:year|period|quarter)s?\b.*"
    r"\b(?:(?P<most>highest|larger|largest|higher|greatest|greater|most)"
    r"|(?P<least>lowest|smallest|smaller|lower|least))\b"
)
_LOOKUP = re.compile(
    r"(?i)^(?:what (?:is|was|are|were)|how much|how many|what (?:amount|number))\b"
)
_BEYOND = re.compile(
    r"(?i)\brespective|\bwhy\b|\bexceed|\bless than\b|\bmore than\b|\b(?:above|below)\b"
    r"|\bhow many (?:years|types|categories|segments|components|items|quarters)\b"
    r"|\bwhich\b.*\b(?:exceed|less than|more than)\b|\bif\b|\bassum"
)
_PLAIN_CHANGE = re.compile(
    rf"(?i)\b(?:change|difference|increase|decrease) in (?:the )?{_PER_CENT}|\babsolute\b"
)
_AMOUNT = re.compile(r"(?i)\b(?:amounts?|values?|number|totals?|how much|how many)\b")
_SHARE_OR_RATIO = re.compile(
    rf"(?i)\bratio\b|\bproportion\b|{_PER_CENT} (?:of|out|constitution|contribution)|\bconstitut"
    r"|\bhow much did\b|\bsum of\b|\bexclu|\binclu"
)
_RANGE = re.compile(r"\b((?:19|20)\d\d)\s*(?:-|–|to|through)\s*((?:19|20)\d\d)\b")
_RUN_TOGETHER = tuple(
    re.compile(rf"(?i)(?<![\w.-]){form}(?![\w-])")
    for form in (
        r"(?:FY ?)?(?P<century>20)(?P<year>\d\d) ?-?Q(?P<quarter>[1-4])",
        r"Q(?P<quarter>[1-4])(?: ?['’]|/)?(?: ?FY ?)?(?P<century>20)(?P<year>\d\d)",
        r"Q(?P<quarter>[1-4]) ?['’](?P<century>)(?P<year>\d\d)",
        r"(?P<quarter>[1-4])Q ?['’]?(?P<century>20)?(?P<year>\d\d)",
    )
)
_SAID_BEHIND = re.compile(
    rf"(?i)\s*[,(]* ?\b(?:expressed |stated |measured )?(?:in|as) (?:units of |terms of )?(?:an? )?"
    rf"(?:{_PER_CENT}s?|percents)(?: terms)?(?=[\s,;.?)]|$)(?! of\b| points?\b) ?\)?"
)
_CHANGE_NOUN = re.compile(r"(?i)\b(?:change|growth|increase|decrease) (?:in|of)\b")
_YEAR_ON_YEAR = re.compile(r"(?i)\b(?:year[- ](?:over|on)[- ]year|y[- ]?o[- ]?y) ")
_COMBINED = re.compile(r"(?i)\b(?:sum|average|mean|total|combined|together)\b")


@dataclass(frozen=True, slots=True)
class Request:
    """An operation over one or two subjects; `years` as "2022", in the order of the question,
    `quarters` as "Q1", or the length of the shorter period that is meant as "6M". With a calendar
    both are of its fiscal years. `days` are those that are named in full, as "2022-12-31"."""

    operation: Operation
    subjects: tuple[str, ...]
    years: tuple[str, ...]
    quarters: tuple[str, ...]
    calendar: FiscalCalendar | None = None
    days: tuple[str, ...] = ()


def with_plain_quarters(question: str) -> str:
    """The question with quarters as people run them together set apart: "2Q23", "Q22023",
    "FY2023Q2" and "Q2'23" are "Q2 2023"."""
    for form in _RUN_TOGETHER:
        question = form.sub(_quarter_apart, question)
    return question


def _quarter_apart(found: re.Match[str]) -> str:
    return f"Q{found['quarter']} {found['century'] or 20}{found['year']}"


def in_per_cent(question: str) -> str:
    """The question for a change with "in per cent" where its operation is read: "the year-over-year
    growth in sales (in units of percent)" is the percentage growth in sales."""
    if not (said := _SAID_BEHIND.search(question)):
        return question
    plain = _YEAR_ON_YEAR.sub("", f"{question[: said.start()]} {question[said.end() :]}")
    change = _CHANGE_NOUN.search(plain)
    if change is None or PER_CENT.search(plain):
        return question
    plain = f"{plain[: change.start()]}percentage {plain[change.start() :]}"
    return re.sub(r"\s+(?=[,;.?)]|$)", "", " ".join(plain.split()))


def request_of(question: str) -> Request | None:
    """What the question wants computed; None where it wants none of these operations."""
    text = " ".join(question.split()).rstrip(" ?.")
    if _BEYOND.search(text):
        return None
    years = years_in(text)
    quarters = quarters_in(text) or parts_in(text)

    def asks(operation: Operation, *subjects: str) -> Request:
        return Request(operation, subjects or (text,), years, quarters)

    if match := _OF_WHOLE.search(text):
        one, other = match["one"] or match["part"], match["other"] or match["whole"]
        return (
            None if _COMBINED.search(one) and len(years) > 1 else asks(Operation.SHARE, one, other)
        )
    if match := _RATIO.search(text):
        return asks(
            Operation.RATIO, match["one"] or match["top"], match["other"] or match["bottom"]
        )
    if most := _EXTREME.search(text):
        return asks(Operation.LARGEST if most["most"] else Operation.SMALLEST)
    if _CHANGE.search(text) and not _PLAIN_CHANGE.search(text):
        return None if _MEAN.search(text) else asks(Operation.CHANGE)
    if _DIFFERENCE.search(text) or _PLAIN_CHANGE.search(text):
        if _MEAN.search(text):
            return None
        pair = _PAIR.search(text)
        if pair and len(years) < 2:
            return asks(Operation.DIFFERENCE, pair["one"], pair["other"])
        return asks(Operation.DIFFERENCE)
    return _over_periods(text, years, quarters)


def _over_periods(text: str, years: tuple[str, ...], quarters: tuple[str, ...]) -> Request | None:
    """Means and sums over periods, and the lookup of one figure."""

    if _MEAN.search(text) or (_SUM.search(text) and len(years) > 1):
        if len(years) < 2:
            return None
        if span := _RANGE.search(text):
            years = tuple(map(str, range(int(span[1]), int(span[2]) + 1))) or years
        if _MEAN.search(text):
            return Request(Operation.MEAN, (text,), years, quarters)
        return Request(Operation.SUM, (_ADDING.sub("", text),), years, quarters)
    if _SHARE_OR_RATIO.search(text):
        return None
    if _LOOKUP.search(text) and len(years) <= 1 and (years or _AMOUNT.search(text)):
        return Request(Operation.LOOKUP, (text,), years, quarters)
    return None


def years_in(text: str) -> tuple[str, ...]:
    """The years that a text names, each once; "FY19" is 2019, and "2018/2019" or "2018/19", a
    fiscal year over two calendar years, is the one in which it ends. Headers may be set with spaces
    between the figures ("2 0 1 9").
    """
    text = _SPACED_YEARS.sub(lambda each: _closed_up(each[0].replace(" ", "")), text)
    text = with_last_years(text)
    found = [(match.start(), match[1]) for match in _YEAR.finditer(text)]
    found += [(match.start(), f"20{match[1]}") for match in _SHORT_YEAR.finditer(text)]
    return tuple(dict.fromkeys(year for _, year in sorted(found)))


def _closed_up(figures: str) -> str:
    """Years of four figures each, apart."""
    return " ".join(figures[at : at + 4] for at in range(0, len(figures), 4))


def quarters_in(text: str) -> tuple[str, ...]:
    """The quarters that a text names: "Q1" to "Q4"."""
    return tuple(f"Q{at}" for at, form in enumerate(_QUARTERS, start=1) if form.search(text))


def parts_in(text: str) -> tuple[str, ...]:
    """The shorter period that a text names by its length and last month: "6M", and for three
    months to December "3M" and "Q4", as columns may be named either way."""
    names = tuple(name for name, form in _LENGTHS.items() if form.search(text))
    ends = months_in(text)
    if names == ("3M",) and len(ends) == 1:
        return (*names, f"Q{(ends[0] + 2) // 3}")
    return names


def months_in(text: str) -> tuple[int, ...]:
    """The months, from 1, that a text names as ends of periods or with a day."""
    named = [match for form in _MONTH_FORMS for match in form.finditer(text)]
    return tuple(dict.fromkeys(month_number(match[1]) for match in named))
