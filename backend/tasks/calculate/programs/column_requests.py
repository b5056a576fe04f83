"""What a question wants of a whole column: to look up, count, list, rank, add up or average."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from backend.tasks.calculate.programs.column_bounds import UNREAD, Comparison, without_bounds
from backend.tasks.calculate.programs.column_dates import DateBound, without_dates
from backend.tasks.calculate.programs.comparison_words import (
    Meant,
    one_of,
    superlatives,
    verbs,
)
from backend.tasks.calculate.programs.requests import quarters_in, years_in


class ColumnOperation(StrEnum):
    """What is done with the rows of a table. `TOP` and `BOTTOM` want rows, `HIGHEST` and `LOWEST`
    a figure."""

    LOOKUP = "lookup"
    COUNT = "count"
    LIST = "list"
    TOP = "top"
    BOTTOM = "bottom"
    HIGHEST = "highest"
    LOWEST = "lowest"
    SUM = "sum"
    MEAN = "mean"
    GROWTH = "growth"


class Asked(StrEnum):
    """What a question word says of the column that it wants."""

    ANYTHING = ""
    DATE = "date"
    PERSON = "person"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class ColumnRequest:
    """One reading of a question as an operation over rows.

    `entity` are the words for the rows, `measure` those for the column of figures, both with what
    narrows them; `meant` is the column that a comparing word or verb wants instead. `group` are the
    words for what the rows are put together by, `rank` ("high", "low" or "") which groups are
    wanted. `most` is how many rows or groups a ranking wants; `is_open` says that it may be of rows
    or of what they come to ("Who ordered most?"). `is_distinct` asks for different things.
    """

    operation: ColumnOperation
    entity: str
    measure: str
    comparisons: tuple[Comparison, ...] = ()
    years: tuple[str, ...] = ()
    quarters: tuple[str, ...] = ()
    most: int = 1
    dates: tuple[DateBound, ...] = ()
    group: str = ""
    rank: str = ""
    meant: Meant | None = None
    asked: Asked = Asked.ANYTHING
    is_distinct: bool = False
    is_open: bool = False


_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT_WORD = rf"(?P<most>\d{{1,2}}|{'|'.join(_NUMBERS)})"
_RANK = (
    r"(?:(?P<high>most|highest|largest|greatest|biggest|maximum)"
    r"|(?P<low>fewest|lowest|smallest|least|minimum))"
)
_ASKING = r"(?:which|what(?: are)?|name|list|show(?: me)?|give(?: me)?)"
_IS = r"(?:is|are|was|were)"
_TOLD = rf"(?:(?:what|which) {_IS} |show(?: me)? |give(?: me)? |list )?"
_HAVING = r"(?:have|has|had|with|by|shows?|showed|placed|made|took)"
_TOP = (
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?{_COUNT_WORD} (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} "
        r"(?P<measure>.+)$"
    ),
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?top {_COUNT_WORD} (?P<entity>.+?) by (?P<measure>.+)$"
    ),
    re.compile(
        rf"(?i)^(?:in )?(?:which|what) (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} (?P<measure>.+)$"
    ),
    re.compile(rf"(?i)^(?P<entity>who) {_HAVING} (?:the )?{_RANK} (?P<measure>.+)$"),
)
_DONE = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?P<verb>\w+ed|bought|sold) (?:the )?"
    r"(?:(?P<high>most)|(?P<low>least))(?P<often> often| frequently)?$"
)
_IN_TIME = re.compile(
    r"(?i)^(?:which|what|(?P<who>who)) (?P<entity>.+?) (?:the )?"
    r"(?:(?P<low>first|earliest)|(?P<high>last|latest|most recently))$"
)
_GROWTH = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?:grew|rose|increased) (?:the )?"
    r"(?:(?P<high>fastest)|(?P<low>slowest))\b(?P<measure>.*)$"
)
_COUNT = re.compile(
    rf"(?i)^(?:how many|{_TOLD}(?:the )?number of|count(?: of)?(?: the)?) "
    r"(?P<different>(?:different|distinct|unique) )?(?P<entity>.+)$"
)
_LIST = re.compile(r"(?i)^(?:list|name|show(?: me)?|which|what are) (?P<entity>.+)$")
_ADDED = re.compile(
    rf"(?i)^{_TOLD}(?:the )?(?:(?P<sum>total|sum)|(?P<mean>average|mean))(?: of)? (?P<measure>.+)$"
)
_EXTREME = re.compile(
    rf"(?i)^{_TOLD}(?:the )?(?:(?P<high>highest|largest|maximum)|(?P<low>lowest|smallest|minimum)) "
    r"(?P<measure>.+)$"
)
_AGGREGATE = re.compile(
    r"(?i)^(?:(?P<mean>average|mean)|(?P<sum>total|sum of|overall)|(?P<count>number of)) "
    r"(?P<of>.+)$"
)
_SUPERLATIVE = one_of(superlatives())
_VERB = one_of(verbs())
_COMPARED = (
    re.compile(
        rf"(?i)^(?:(?:which|what|(?P<who>who)) {_IS} |{_ASKING} )?(?:the )?(?:{_COUNT_WORD} )?"
        rf"(?P<word>{_SUPERLATIVE}) (?P<entity>.+)$"
    ),
    re.compile(rf"(?i)^(?:which|what) (?P<entity>.+?) {_IS} (?:the )?(?P<word>{_SUPERLATIVE})$"),
    re.compile(
        rf"(?i)^(?:which|what|(?P<who>who))(?P<entity>| .+?) (?P<word>{_VERB}) (?:the )?"
        r"(?:(?P<high>most)|(?P<low>least))$"
    ),
)
_LOOKED_UP = (
    re.compile(rf"(?i)^(?:(?:what|which) {_IS}|tell me) (?:the )?(?P<entity>.+)$"),
    re.compile(rf"(?i)^(?P<who>who) {_IS} (?:the )?(?P<entity>.+)$"),
    re.compile(rf"(?i)^(?P<when>when) (?:{_IS}|did|does) (?P<entity>.+)$"),
    re.compile(
        rf"(?i)^(?:how much|what) (?:do|does|did) (?:the |an? )?(?P<entity>.+?) (?P<verb>{_VERB})$"
    ),
    re.compile(
        r"(?i)^(?P<many>how (?:much|many)) "
        r"(?P<entity>.+ (?:do|does|did|has|have|had|is|are|was) .+)$"
    ),
)
_DONE_FIRST = re.compile(r"(?i)^\w+ed\b")
"""What "was ordered" is no order."""
_PHRASE = re.compile(r"(?i)^(?:the )?[\w ]+ (?:of|for) [^?]+$")
"""A question in a few words: "Salary of Boris Bell"."""
_WHO = re.compile(r"(?i)^who (?P<entity>.+)$")
_PER = re.compile(
    r"(?i)\s+(?:per|(?:grouped |broken down )?by|(?:for|in|of|at|from|by) (?:each|every)|each)"
    r"\s+(?P<group>[\w'’-]+(?: [\w'’-]+){0,2}?)"
    r"(?=$|\s+(?:in|of|for|with|where|from|at|that|which|whose|is|are|was|were|there)\b|\s{2,}|,)"
)
_ENDING = re.compile(r"(?i)\s+(?:are there|is there|do we have|were there|there are)$")
_PLAIN = (
    (re.compile(r"(?i)\bwhat['’]s\b"), "what is"),
    (re.compile(r"(?i)\bwho['’]s\b"), "who is"),
    (re.compile(r"(?i)\b(is|are|was|were|do|does|did|has|have)n['’]t\b"), r"\1 not"),
)
_AGGREGATES = {
    "mean": ColumnOperation.MEAN,
    "sum": ColumnOperation.SUM,
    "count": ColumnOperation.COUNT,
}


def column_requests_of(question: str) -> tuple[ColumnRequest, ...]:
    """The readings of a question as an operation over the rows of a table; none where it has none.

    Bounds stand in `comparisons` and `dates`, and no longer in the texts.
    """
    text = " ".join(question.split()).strip(" ?.!")
    for form, plain in _PLAIN:
        text = form.sub(plain, text)
    bare, dates = without_dates(text)
    bare, comparisons = without_bounds(bare)
    bare = _ENDING.sub("", bare.strip())
    made: list[ColumnRequest] = []
    if UNREAD.search(bare):
        return ()
    for per in _PER.finditer(bare):
        rest = f"{bare[: per.start()]}   {bare[per.end() :]}".strip()
        made += [replace(each, group=per["group"]) for each in _grouped(rest) if not each.rank]
    made += _readings(bare)
    if not made and _PHRASE.match(bare):
        made.append(ColumnRequest(ColumnOperation.LOOKUP, bare, ""))
    bounds = {"comparisons": tuple(comparisons), "dates": tuple(dates)}
    years, quarters = years_in(bare), quarters_in(bare)
    return tuple(
        replace(each, years=years_in(text), quarters=quarters_in(text))
        if each.operation is ColumnOperation.GROWTH
        else replace(each, years=years, quarters=quarters, **bounds)  # type: ignore[arg-type]
        for each in made
    )


def _readings(text: str) -> Iterator[ColumnRequest]:
    """Readings without a group that "per" names; a sure form is the only one."""
    for pattern in _TOP:
        if found := pattern.match(text):
            yield from _topped(found.groupdict())
            return
    if found := _GROWTH.match(text):
        if found["low"]:
            return
        yield ColumnRequest(ColumnOperation.GROWTH, found["entity"], found["measure"])
        return
    if found := _IN_TIME.match(text):
        yield ColumnRequest(
            ColumnOperation.BOTTOM if found["low"] else ColumnOperation.TOP,
            found["entity"],
            "",
            meant=Meant((), bool(found["low"]), is_dated=True),
            asked=Asked.PERSON if found["who"] else Asked.ANYTHING,
        )
        return
    if found := _DONE.match(text):
        yield ColumnRequest(
            ColumnOperation.COUNT,
            found["verb"],
            "",
            group=found["entity"],
            rank="low" if found["low"] else "high",
            is_open=not found["often"],
        )
        return
    for pattern in _COMPARED:
        if found := pattern.match(text):
            yield _compared(found.groupdict())
            return
    if found := _ADDED.match(text) or _EXTREME.match(text):
        yield from _grouped(text)
        return
    yield from _plain(text)


def _plain(text: str) -> Iterator[ColumnRequest]:
    """Look-ups, counts and lists."""
    for pattern in _LOOKED_UP:
        if found := pattern.match(text):
            held = found.groupdict()
            asked = Asked.PERSON if held.get("who") else Asked.ANYTHING
            asked = Asked.DATE if held.get("when") else asked
            asked = Asked.FIGURE if held.get("many") else asked
            if asked is Asked.ANYTHING and _DONE_FIRST.match(held["entity"]):
                continue
            meant = verbs()[held["verb"].casefold()] if held.get("verb") else None
            yield ColumnRequest(
                ColumnOperation.LOOKUP, held["entity"], "", meant=meant, asked=asked
            )
    yield from _grouped(text)
    if found := _WHO.match(text):
        yield ColumnRequest(ColumnOperation.LIST, found["entity"], "", asked=Asked.PERSON)
    elif found := _LIST.match(text):
        yield ColumnRequest(ColumnOperation.LIST, found["entity"], "")


def _grouped(text: str) -> Iterator[ColumnRequest]:
    """Readings that make one figure of rows, or one of each group."""
    if found := _COUNT.match(text):
        yield ColumnRequest(
            ColumnOperation.COUNT, found["entity"], "", is_distinct=bool(found["different"])
        )
    elif found := _ADDED.match(text):
        operation = ColumnOperation.SUM if found["sum"] else ColumnOperation.MEAN
        yield ColumnRequest(operation, "", found["measure"])
    elif found := _EXTREME.match(text):
        operation = ColumnOperation.HIGHEST if found["high"] else ColumnOperation.LOWEST
        yield ColumnRequest(operation, "", found["measure"])


def _topped(held: dict[str, str | None]) -> Iterator[ColumnRequest]:
    """A ranking of rows, or of groups by what their rows come to."""
    entity, measure = held["entity"] or "", held["measure"] or ""
    rank = "low" if held.get("low") else "high"
    word = (held.get("high") or held.get("low") or "").casefold()
    most = _number(held.get("most") or "1")
    row = ColumnOperation.BOTTOM if rank == "low" else ColumnOperation.TOP
    if entity.casefold() == "who":
        yield ColumnRequest(row, "", measure, asked=Asked.PERSON)
        return
    ranked = ColumnRequest(row, entity, measure, most=most)
    if found := _AGGREGATE.match(measure):
        operation = next(each for name, each in _AGGREGATES.items() if found[name])
        counted, added = found["of"], ""
        if operation is not ColumnOperation.COUNT:
            counted, added = added, counted
        yield ColumnRequest(operation, counted, added, most=most, group=entity, rank=rank)
        if not found["sum"]:
            return
    yield ranked
    if word in ("most", "fewest"):
        yield ColumnRequest(ColumnOperation.COUNT, measure, "", most=most, group=entity, rank=rank)
        yield ColumnRequest(ColumnOperation.SUM, "", measure, most=most, group=entity, rank=rank)


def _compared(held: dict[str, str | None]) -> ColumnRequest:
    """The row of the largest or smallest figure of a column that a word means."""
    word = (held["word"] or "").casefold()
    meant = superlatives().get(word) or verbs()[word]
    is_low = bool(held["low"]) if "low" in held else meant.is_low
    operation = ColumnOperation.BOTTOM if is_low else ColumnOperation.TOP
    asked = Asked.PERSON if held.get("who") else Asked.ANYTHING
    most = _number(held.get("most") or "1")
    return ColumnRequest(operation, held["entity"] or "", "", most=most, meant=meant, asked=asked)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word.casefold()) + 2
