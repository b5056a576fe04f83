"""Questions over a list with a column for each month, in words that the readings of columns know:
"How much rye was sold from March to May?", "Which month was best for rye?", "Who came most often?".

Each says what the list's figures are called, so that every further word has to be a value of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from backend.calendar_words import MONTH_NAME, MONTH_TITLES, MONTHS, month_number
from backend.tasks.calculate.programs.column_wording import ARTICLES
from backend.tasks.calculate.programs.column_words import (
    WORD,
    column_called,
    content,
    is_named_deed,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import gains
from backend.tasks.calculate.programs.who_did import column_of_people
from backend.types import Refusal, enumeration
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

OF_WHOLE_YEAR = r"(?:for|in|of|over|during|across) the (?:whole |full |entire )?year\b"
"""What says that every month of a year is meant."""
_PLACE = r"(?:on|in|for|at|from|during|to|of|by|between|before|after|since|over)"
_REST = rf"(?P<rest>(?:,? {_PLACE} .+)?)"
_ALL = r"(?:,? (?:in total|in all|altogether|overall|together))?"
_COUNT = r"(?:(?P<many>two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )?"
_DONE = re.compile(
    r"(?i)^how (?:many|much)(?P<what> .+?)?? (?:was|were|has been|have been) (?P<verb>[^\W\d_]+)"
    rf"{_REST}{_ALL}$"
)
_DID = re.compile(
    r"(?i)^how (?:many|much|often|(?P<far>far))(?P<what>(?: [^\W\d_]+){1,4}?)?? "
    r"(?:did|has|have|had|do|does) "
    rf"(?P<who>.+?) (?P<verb>[^\W\d_]+){_REST}{_ALL}$"
)
_BEST_MONTH = re.compile(
    r"(?i)^(?:what|which) (?:month (?:was|is) (?:the |our )?(?P<how>best|worst)"
    r"|(?:was|is) the (?P<how_>best|worst) month)"
    r"(?P<rest>(?: (?:for|of|in) .+)?)$"
)
_WHO_MOST = re.compile(
    rf"(?i)^(?:(?P<who>who)|(?:which|what) {_COUNT}"
    r"(?P<group>[^\W\d]+(?: [^\W\d]+)??)) "
    r"(?P<verb>(?!the )[^\W\d_]+) (?:the )?(?P<end>best|worst|most|least|fewest)"
    r"(?: often| frequently)?"
    rf"(?P<what>(?: (?!{_PLACE}\b)[^\W\d_]+){{0,2}}){_REST}$"
)
_BEST_NAME = re.compile(
    r"(?i)^(?P<ask>who|(?:which|what) [^\W\d]+) (?:had|has) the (?P<end>best|worst) "
    rf"(?P<what>[^\W\d_]+(?: [^\W\d_]+)?){_REST}$"
)
_FURTHER = rf"(?:(?:, (?:and )?| and )(?:{MONTH_NAME}))"
_MONTHS_NAMED = re.compile(
    rf"\b(?P<word>(?i:in|for|during)) (?P<list>(?:{MONTH_NAME}){_FURTHER}{{2,}})\b(?! ?\d)"
)
_MONTH = re.compile(rf"\b({MONTH_NAME})\b")
_WHOLE_YEAR = re.compile(rf"(?i)\b{OF_WHOLE_YEAR}")
_MONTH_DID = re.compile(
    r"(?i)^(?:in |on )?(?:which|what) month (?:did|do|does|has|have) (?P<who>.+?) "
    r"(?P<verb>[^\W\d_]+) (?:the )?(?P<end>best|worst|most|least|fewest)(?: often)?"
    r"(?P<what>(?: [^\W\d_]+){0,2})$"
)
_HAS_MOST = re.compile(
    rf"(?i)^(?:who (?:are|were|is|was) the {_COUNT}(?P<group_>[^\W\d]+) with the"
    rf"|(?:(?P<who>who)|(?:which|what) {_COUNT.replace('many', 'many_')}(?P<group>[^\W\d]+)) "
    r"(?:has|have|had|with|made|got) the) (?P<end>most|least|fewest) "
    rf"(?P<what>[^\W\d_]+(?: (?!{_PLACE}\b)[^\W\d_]+)?){_REST}$"
)
_DISTANCES = frozenset(["km", "kilometres", "kilometers", "miles", "metres", "meters", "distance"])
_THERE_WERE = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+(?: [^\W\d_]+)?) (?:was|were|is|are) there"
    rf"{_REST}{_ALL}$"
)
_HAVING = frozenset(
    ["have", "has", "had", "get", "got", "see", "record", "receive", "make", "made"]
)
"""Verbs that say whose figures are meant, where they are called by their name."""
_NOBODY = frozenset(["we", "you", "they", "i", "it", "all"])
_ATTENDING = frozenset(["come", "came", "comes", "attend", "attended", "attends", "turn"])
_ATTENDED = stemmed(["attendance", "attended", "visits", "present", "presence"])
_LOW = frozenset(["worst", "least", "fewest"])


@dataclass(frozen=True, slots=True)
class MonthList:
    """A list with a column for each month: its table, what its figures are called, and what stands
    around it, the title of its document among it."""

    table: StoredTable
    name: str
    around: str


def may_ask_of_months(question: str) -> bool:
    """Whether a question has one of these forms, whatever the table."""
    forms = (_DONE, _DID, _BEST_MONTH, _WHO_MOST, _BEST_NAME, _THERE_WERE, _MONTH_DID, _HAS_MOST)
    return any(form.match(question) for form in forms)


def with_months_asked(text: str, months: MonthList) -> str | Refusal:
    """The question for the total of the list's figures, or for what has the largest; as it was
    where it has none of these forms, or a verb that the list is not of.

    "Best" is the most of what people want more of, and else a choice.
    """
    for form, read in (
        (_BEST_MONTH, _best_month),
        (_MONTH_DID, _month_did),
        (_HAS_MOST, _has_most),
        (_BEST_NAME, _best_name),
        (_THERE_WERE, _there_were),
        (_DONE, _was_done),
        (_WHO_MOST, _who_most),
        (_DID, _did),
    ):
        if match := form.match(text):
            return read(match, months) or text
    return text


def _is_name(text: str, months: MonthList) -> bool:
    """Whether all words of a text are of what the figures are called, or there are none."""
    return content(text) <= content(months.name)


def _month_did(found: re.Match[str], months: MonthList) -> str:
    end = found["end"].casefold()
    is_open = end in ("best", "worst") and not _is_gain(months)
    if is_open or not _is_of(found["verb"], months) or not _is_name(found["what"], months):
        return ""
    who = "" if found["who"].casefold() in _NOBODY else f" of {found['who']}"
    return f"which month has the {'lowest' if end in _LOW else 'highest'} total {months.name}{who}"


def _has_most(found: re.Match[str], months: MonthList) -> str:
    held = found.groupdict()
    many, group = held["many"] or held["many_"] or "", held["group"] or held["group_"] or ""
    name = _grouped_by(group, months.table)
    if not name or not _is_name(found["what"], months):
        return ""
    return _ranked(name, many, found["end"], found["rest"], months)


def _best_name(found: re.Match[str], months: MonthList) -> str:
    if not content(found["what"]) or not _is_name(found["what"], months) or not _is_gain(months):
        return ""
    end = "lowest" if found["end"].casefold() == "worst" else "highest"
    return f"{found['ask']} has the {end} total {months.name}{found['rest']}"


def _there_were(found: re.Match[str], months: MonthList) -> str:
    is_named = bool(content(found["what"])) and _is_name(found["what"], months)
    return _total(found["what"], found["rest"], months) if is_named else ""


def _was_done(found: re.Match[str], months: MonthList) -> str:
    is_told = _is_of(found["verb"], months)
    return _total(found["what"] or "", found["rest"], months) if is_told else ""


def _did(found: re.Match[str], months: MonthList) -> str:
    is_far = bool({word.casefold() for word in WORD.findall(months.name)} & _DISTANCES)
    if found["who"].casefold() in ARTICLES or (found["far"] and not is_far):
        return ""
    what = found["what"] or ""
    has = found["verb"].casefold() in _HAVING and bool(content(what)) and _is_name(what, months)
    if not has and not _is_of(found["verb"], months):
        return ""
    who = "" if found["who"].casefold() in _NOBODY else found["who"]
    return _total(f"{who} {what}", found["rest"], months)


def _total(of: str, rest: str, months: MonthList) -> str:
    """The question for what the figures come to of a value, without the words that only say what
    they are of: "loaves of rye"."""
    plain = content(months.name) | stemmed(["of", "the", *_NOBODY])
    words = [each for each in of.split() if not stemmed([each]) <= plain]
    named = f" of {' '.join(words)}" if words else ""
    return f"what is the total {months.name}{named}{rest}"


def _best_month(found: re.Match[str], months: MonthList) -> str | Refusal:
    how = (found["how"] or found["how_"]).casefold()
    rest = re.sub(r"(?i)^ for ", " of ", found["rest"])

    def of(end: str) -> str:
        return f"which month has the {end} total {months.name}{rest}"

    if _is_gain(months):
        return of("lowest" if how == "worst" else "highest")
    readings = tuple(
        Interpretation(f"{end.title()} total", (((found.group(), of(end)),),), over=months.name)
        for end in ("highest", "lowest")
    )
    reason = f"It is open whether the highest or the lowest figure is called {how} here."
    return Refusal(reason, is_open=True, readings=readings)


def _who_most(found: re.Match[str], months: MonthList) -> str:
    verb, end = found["verb"].casefold(), found["end"].casefold()
    if not _is_of(verb, months) or not _is_name(found["what"], months):
        return ""
    if end in ("best", "worst") and not _is_gain(months):
        return ""
    name = _grouped_by(found["group"] or "", months.table)
    return _ranked(name, found["many"] or "", end, found["rest"], months) if name else ""


def _grouped_by(called: str, table: StoredTable) -> str:
    """The header of the words that a question calls so, or of the only ones that name people where
    it says "who"; empty where there is none."""
    if not called:
        held = column_of_people(table)
        return plain_heading(held, table) if held is not None else ""
    named = column_called(called, table)
    return plain_heading(named, table) if named is not None else ""


def _ranked(name: str, many: str, end: str, rest: str, months: MonthList) -> str:
    """The question for the groups with the largest or smallest totals."""
    rank = "lowest" if end.casefold() in _LOW else "highest"
    has = f"which {many} {name} have" if many else f"which {name} has"
    return f"{has} the {rank} total {months.name}{rest}"


def _is_of(verb: str, months: MonthList) -> bool:
    """Whether the list's figures are of what a verb says."""
    word = verb.casefold()
    told = f"{months.name} {months.around}"
    if word in _ATTENDING:
        return bool(stemmed(WORD.findall(told)) & _ATTENDED)
    return is_named_deed(word, told)


def _is_gain(months: MonthList) -> bool:
    """Whether the figures are of what people want more of, and the title says nothing of loss."""
    words = {word.casefold() for word in WORD.findall(months.name)}
    good, bad = gains()
    return bool(words & good) and not words & bad


# --- spans ---------------------------------------------------------------------------------


def spans_named(text: str) -> str:
    """The question with three and more months that follow each other as a run: "in June, July and
    August" is from June to August. Others are left."""

    def run(found: re.Match[str]) -> str:
        at = [month_number(each) for each in _MONTH.findall(found["list"])]
        if at != list(range(at[0], at[0] + len(at))):
            return found[0]
        return f"from {MONTH_TITLES[at[0] - 1]} to {MONTH_TITLES[at[-1] - 1]}"

    return _MONTHS_NAMED.sub(run, text)


def lacking_months(text: str, held: Collection[str], run: Sequence[str]) -> Refusal | None:
    """That a span of the question has months which the list has not: what its months come to is
    not what the span comes to.

    Args:
        text: the question.
        held: the months of the list in small letters.
        run: the months of the question's spans in small letters.
    """
    lacks = [each for each in dict.fromkeys(run) if each not in held]
    months = sorted(held, key=MONTHS.index)
    there = enumeration([month.title() for month in months])
    if lacks:
        missing = enumeration([lack.title() for lack in lacks])
        reason = f"The list has no column for {missing}; it has {there}."
        return Refusal(reason, is_open=True, lacks=tuple(lacks))
    match = _WHOLE_YEAR.search(text)
    if match is None or len(months) == len(MONTHS):
        return None
    reading = Interpretation("All months of the list", (((match.group(), "in all"),),), over=" ")
    return Refusal(
        f"The list does not have every month of a year; it has {there}.",
        is_open=True,
        readings=(reading,),
    )
