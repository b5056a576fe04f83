"""Questions over a list with a column for each month, in words that the readings of columns know:
"How much rye was sold from March to May?", "Which month was best for rye?", "Who came most often?".

Each says what the list's figures are called, so that every further word has to be a value of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_wording import ARTICLES
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    content,
    headers_of,
    is_named_deed,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import called_people, gains
from backend.tasks.calculate.programs.requests import MONTHS
from backend.types.calculations import Refusal
from backend.types.choices import Interpretation
from backend.types.tables import CellKind, StoredTable

_NAMES = "|".join([*(each.title() for each in MONTHS), "Sept", *(m[:3].title() for m in MONTHS)])
_PLACE = r"(?:on|in|for|at|from|during|to|of|by|between|before|after|since|over)"
_REST = rf"(?P<rest>(?:,? {_PLACE} .+)?)"
_ALL = r"(?:,? (?:in total|in all|altogether|overall|together))?"
_COUNT = r"(?:(?P<many>two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )?"
_DONE = re.compile(
    r"(?i)^how (?:many|much)(?P<what> .+?)?? (?:was|were|has been|have been) (?P<verb>[^\W\d_]+)"
    rf"{_REST}{_ALL}$"
)
_DID = re.compile(
    rf"(?i)^how (?:many|much|often)(?P<what>(?: [^\W\d_]+){{1,4}}?)?? (?:did|has|have|had|do|does) "
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
_FURTHER = rf"(?:(?:, (?:and )?| and )(?:{_NAMES}))"
_MONTHS_NAMED = re.compile(
    rf"\b(?P<word>(?i:in|for|during)) (?P<list>(?:{_NAMES}){_FURTHER}{{2,}})\b(?! ?\d)"
)
_MONTH = re.compile(rf"\b({_NAMES})\b")
_WHOLE_YEAR = re.compile(
    r"(?i)\b(?:for|in|of|over|during|across) the (?:whole |full |entire )?year\b"
)
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
    forms = (_DONE, _DID, _BEST_MONTH, _WHO_MOST, _BEST_NAME, _THERE_WERE)
    return any(form.match(question) for form in forms)


def with_months_asked(text: str, months: MonthList) -> str | Refusal:
    """The question for the total of the list's figures, or for what has the largest; as it was
    where it has none of these forms, or a verb that the list is not of.

    "Best" is the most of what people want more of, and else a choice.
    """
    if found := _BEST_MONTH.match(text):
        return _best_month(found, months)
    if found := _BEST_NAME.match(text):
        low = found["end"].casefold() == "worst"
        named = content(found["what"])
        if named and named <= content(months.name) and _is_gain(months):
            ends = "lowest" if low else "highest"
            return f"{found['ask']} has the {ends} total {months.name}{found['rest']}"
        return text
    if found := _THERE_WERE.match(text):
        named = content(found["what"])
        is_named = bool(named) and named <= content(months.name)
        return _total(found["what"], found["rest"], months) if is_named else text
    if found := _DONE.match(text):
        if _is_of(found["verb"], months):
            return _total(found["what"] or "", found["rest"], months)
        return text
    if found := _WHO_MOST.match(text):
        return _who_most(found, months) or text
    if (found := _DID.match(text)) is None or found["who"].casefold() in ARTICLES:
        return text
    said = content(found["what"] or "")
    has = found["verb"].casefold() in _HAVING and bool(said) and said <= content(months.name)
    if has or _is_of(found["verb"], months):
        who = "" if found["who"].casefold() in _NOBODY else found["who"]
        return _total(f"{who} {found['what'] or ''}", found["rest"], months)
    return text


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
    if not _is_of(verb, months) or not content(found["what"]) <= content(months.name):
        return ""
    if end in ("best", "worst") and not _is_gain(months):
        return ""
    table = months.table
    headers = headers_of(table, "")
    texts = (LABEL, *(at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT))
    if found["who"]:
        held = [at for at in texts if plain_heading(at, table).casefold() in called_people()]
    else:
        said = stemmed(WORD.findall(found["group"]))
        held = [at for at in texts if headers.of(at) and headers.of(at) == said]
    if len(held) != 1:
        return ""
    many = f"{found['many']} " if found["many"] else ""
    head = plain_heading(held[0], table)
    rank = "lowest" if end in _LOW else "highest"
    return (
        f"which {many}{head} {'have' if many else 'has'} the {rank} total {months.name}"
        f"{found['rest']}"
    )


def _is_of(verb: str, months: MonthList) -> bool:
    """Whether the list's figures are of what a verb says."""
    word = verb.casefold()
    told = f"{months.name} {months.around}"
    if word in _ATTENDING:
        return bool(stemmed(WORD.findall(told)) & _ATTENDED)
    return is_named_deed(word, told)


def _is_gain(months: MonthList) -> bool:
    """Whether the figures are of what people want more of, and the title says nothing of loss."""
    words = {each.casefold() for each in WORD.findall(months.name)}
    good, bad = gains()
    return bool(words & good) and not words & bad


# --- spans ---------------------------------------------------------------------------------


def spans_named(text: str) -> str:
    """The question with three and more months that follow each other as a run: "in June, July and
    August" is from June to August. Others are left."""

    def run(found: re.Match[str]) -> str:
        at = [_number(each) for each in _MONTH.findall(found["list"])]
        if at != list(range(at[0], at[0] + len(at))):
            return found[0]
        return f"from {MONTHS[at[0]].title()} to {MONTHS[at[-1]].title()}"

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
    there = _listed(months)
    if lacks:
        return Refusal(
            f"The list has no column for {_listed(lacks)}; it has {there}.", is_open=True
        )
    found = _WHOLE_YEAR.search(text)
    if found is None or len(months) == len(MONTHS):
        return None
    reading = Interpretation("All months of the list", (((found.group(), "in all"),),), over=" ")
    return Refusal(
        f"The list does not have every month of a year; it has {there}.",
        is_open=True,
        readings=(reading,),
    )


def _listed(months: Sequence[str]) -> str:
    *first, last = (each.title() for each in months)
    return f"{', '.join(first)} and {last}" if first else last


def _number(month: str) -> int:
    return next(at for at, each in enumerate(MONTHS) if each[:3] == month[:3].casefold())
