"""What a question wants of a whole column: to look up, count, list, rank, add up or average."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from backend.tasks.calculate.programs import column_wording as wording
from backend.tasks.calculate.programs.between_columns import leaves_a_part_open
from backend.tasks.calculate.programs.column_bounds import UNREAD, ColumnBound, without_bounds
from backend.tasks.calculate.programs.column_dates import DateBound, without_dates
from backend.tasks.calculate.programs.comparison_words import (
    MeantHeaders,
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
    SHARE = "share"
    PART = "part"


class WantedColumn(StrEnum):
    """What a question word says of the column that it wants."""

    ANYTHING = ""
    DATE = "date"
    PERSON = "person"
    FIGURE = "figure"
    PLACE = "place"
    YES_OR_NO = "yes or no"


class Repeats(StrEnum):
    """What is made of several rows of one name that are to be ranked: nothing, their sum, it is
    offered, or each row is ranked by itself."""

    LEFT = "left"
    ADDED = "added"
    OFFERED = "offered"
    BY_ROW = "by row"


@dataclass(frozen=True, slots=True)
class ColumnRequest:
    """One reading of a question as an operation over rows.

    `entity` are the words for the rows, `measure` those for the column of figures, both with what
    narrows them; `meant` is the column that a comparing word or verb wants instead. `group` are the
    words for what the rows are put together by, `rank` ("high", "low" or "") which groups are
    wanted. `most` is how many rows or groups a ranking wants; `is_open` says that it may be of rows
    or of what they come to ("Who ordered most?"), and of a sum that nothing says what is added up
    ("How much did she order?"). `is_distinct` asks for different things. A share is that of the
    rows that keep to the conditions among all, a part that of what their figures come to. `verb`
    says what happened to what is added up ("sold"): the table must be of that, or the verb only
    binds the rows to their figure. `act` is what groups did most of, where no column is said
    ("ordered the most"). `is_of_totals` wants the mean of what groups come to, `is_of_many` how
    many things there were ("How many trains did we take?"), which no amount of money or kilograms
    says.
    `repeats` says what a ranking makes of several rows of one name.
    """

    operation: ColumnOperation
    entity: str
    measure: str
    comparisons: tuple[ColumnBound, ...] = ()
    years: tuple[str, ...] = ()
    quarters: tuple[str, ...] = ()
    most: int = 1
    dates: tuple[DateBound, ...] = ()
    group: str = ""
    rank: str = ""
    meant: MeantHeaders | None = None
    asked: WantedColumn = WantedColumn.ANYTHING
    is_distinct: bool = False
    is_open: bool = False
    verb: str = ""
    act: str = ""
    is_of_totals: bool = False
    is_of_many: bool = False
    repeats: Repeats = Repeats.LEFT


MONEY = "money"
"""Stands for the words of a measure where a verb says that money is meant."""
_AGGREGATES = {
    "mean": ColumnOperation.MEAN,
    "sum": ColumnOperation.SUM,
    "count": ColumnOperation.COUNT,
}


def column_requests_of(question: str) -> tuple[ColumnRequest, ...]:
    """The readings of a question as an operation over the rows of a table; none where it has none.

    Bounds stand in `comparisons` and `dates`, and no longer in the texts.
    """
    text = _plainly(question)
    bare, comparisons, dates = _without_bounds(text)
    column_requests: list[ColumnRequest] = []
    if UNREAD.search(bare) or leaves_a_part_open(bare):
        return ()
    for per in wording.PER.finditer(bare):
        rest = f"{bare[: per.start()]}   {bare[per.end() :]}".strip()
        column_requests += _per_group(rest, per["group"], is_plain=per["how"].casefold() == "per")
    if match := wording.PERIODIC.match(bare):
        group = wording.PERIODS[(match["one"] or match["two"]).casefold()]
        rest = f"average number of {match['measure']}"
        column_requests += [
            column_request
            for column_request in _per_group(rest, group)
            if column_request.is_of_totals
        ]
    column_requests += _readings(bare)
    if not column_requests and wording.PHRASE.match(bare):
        column_requests.append(ColumnRequest(ColumnOperation.LOOKUP, bare, ""))
    years, quarters = years_in(bare), quarters_in(bare)
    return tuple(
        replace(column_request, years=years_in(text), quarters=quarters_in(text))
        if column_request.operation is ColumnOperation.GROWTH
        else replace(
            column_request, years=years, quarters=quarters, comparisons=comparisons, dates=dates
        )
        for column_request in column_requests
    )


def _per_group(text: str, group: str, *, is_plain: bool = False) -> Iterator[ColumnRequest]:
    """One figure for each group; of "the average number of orders per month" the mean of what the
    groups come to. `is_plain` says that the mean of a sum or of its parts may be meant."""
    for column_request in _grouped(text):
        if column_request.rank:
            continue
        if column_request.operation is not ColumnOperation.MEAN:
            yield replace(column_request, group=group)
        elif match := wording.NUMBER_OF.match(column_request.measure):
            what, is_open = match["what"], bool(match["number"]) and is_plain
            yield ColumnRequest(
                *(ColumnOperation.SUM, "", what),
                group=group,
                is_of_totals=True,
                is_open=is_open,
            )
            yield ColumnRequest(ColumnOperation.COUNT, what, "", group=group, is_of_totals=True)
        else:
            yield replace(column_request, group=group, is_open=is_plain)


def _plainly(question: str) -> str:
    """A question in the words that the forms know."""
    text = " ".join(question.split()).strip(" ?.!")
    for form, plain in wording.PLAIN:
        text = form.sub(plain, text)
    return text


def _without_bounds(text: str) -> tuple[str, tuple[ColumnBound, ...], tuple[DateBound, ...]]:
    """What is left of a text without its bounds, those on figures, and those on dates."""
    bare, dates = without_dates(text)
    bare, comparisons = without_bounds(bare)
    return wording.ENDING.sub("", bare.strip()), tuple(comparisons), tuple(dates)


def spending_requests_of(question: str) -> tuple[ColumnRequest, ...]:
    """The readings of a question for what something cost as what was spent on it, for tables that
    say no price: "How much did the Atlas project cost?"."""
    bare, comparisons, dates = _without_bounds(_plainly(question))
    if dearest := wording.DEAREST.match(bare):
        column_request = _most_money(dearest["entity"], is_low=bool(dearest["low"]))
    elif (cost := wording.COSTING.match(bare)) and cost["verb"].casefold().startswith("cost"):
        column_request = ColumnRequest(ColumnOperation.SUM, "", f"{MONEY} {cost['entity']}")
    else:
        return ()
    return (replace(column_request, comparisons=comparisons, dates=dates),)


def _readings(text: str) -> Iterator[ColumnRequest]:
    """Readings without a group that "per" names; a sure form is the only one."""
    if (growth := wording.GROWTH.match(text)) and growth["low"]:
        return
    for read in (
        _tops,
        _ends_of_time,
        _times,
        _growth,
        _in_time,
        _spent,
        _shares,
        _done,
        _extremes,
    ):
        if sure := tuple(read(text)):
            yield from sure
            return
    largest = wording.LARGEST.match(text)
    if largest is not None:
        rank = ColumnOperation.BOTTOM if largest["low"] else ColumnOperation.TOP
        yield ColumnRequest(rank, f"{largest['entity']}{largest['rest'] or ''}", MONEY)
    if largest is not None or wording.ADDED.match(text) or wording.EXTREME.match(text):
        yield from _grouped(text)
        return
    yield from _plain(text)


def _tops(text: str) -> Iterator[ColumnRequest]:
    for pattern in wording.TOP:
        if match := pattern.match(text):
            yield from _topped(match.groupdict())
            return


def _growth(text: str) -> Iterator[ColumnRequest]:
    if match := wording.GROWTH.match(text):
        yield ColumnRequest(ColumnOperation.GROWTH, match["entity"], match["measure"])


def _in_time(text: str) -> Iterator[ColumnRequest]:
    """The rows of the first or the last day."""
    if match := wording.IN_TIME.match(text):
        yield ColumnRequest(
            ColumnOperation.BOTTOM if match["low"] else ColumnOperation.TOP,
            match["entity"],
            "",
            meant=MeantHeaders((), bool(match["low"]), is_dated=True),
            asked=WantedColumn.PERSON if match["who"] else WantedColumn.ANYTHING,
        )


def _done(text: str) -> Iterator[ColumnRequest]:
    """Which group did most of something that no column is said of."""
    if match := wording.DONE.match(text):
        yield ColumnRequest(
            ColumnOperation.COUNT,
            f"{match['verb']}{match['rest'] or ''}",
            "",
            group=match["entity"],
            rank="low" if match["low"] else "high",
            is_open=not match["often"],
            act=match["verb"],
        )


def _extremes(text: str) -> Iterator[ColumnRequest]:
    """The row that a comparing word picks."""
    for pattern in wording.COMPARED:
        if match := pattern.match(text):
            yield _compared(match.groupdict())
            return


def _shares(text: str) -> Iterator[ColumnRequest]:
    """The share of rows and that of what they come to; of expenses only the latter is meant."""
    found, part = wording.SHARE.match(text), wording.PART.match(text)
    if found and not (part and wording.OF_MONEY.match(found["entity"])):
        yield ColumnRequest(ColumnOperation.SHARE, found["entity"], "")
    if found and part:
        yield _flowed(ColumnOperation.PART, part.groupdict())


def _spent(text: str) -> Iterator[ColumnRequest]:
    """Which row is the highest, and which group spent, earned or paid the most, of money."""
    if match := wording.HIGHEST.match(text):
        rank = ColumnOperation.BOTTOM if match["low"] else ColumnOperation.TOP
        yield ColumnRequest(rank, match["entity"], MONEY)
    elif match := wording.SPENT.match(text):
        money = _most_money(match["entity"], is_low=bool(match["low"]))
        yield replace(money, measure=f"{MONEY}{match['rest'] or ''}")
    elif match := wording.WHO_SPENT.match(text):
        yield _most_money(f"{match['verb']} by", is_low=bool(match["low"]))


def _most_money(group: str, *, is_low: bool) -> ColumnRequest:
    """Which group's rows come to the most, or the least, in a column of money."""
    rank = "low" if is_low else "high"
    return ColumnRequest(ColumnOperation.SUM, "", MONEY, group=group, rank=rank)


def _plain(text: str) -> Iterator[ColumnRequest]:
    """Look-ups, counts and lists, and what things that happened come to."""
    if (match := wording.COSTING.match(text)) and (match["all"] or match["together"]):
        costs = verbs()[match["verb"].casefold()]
        yield ColumnRequest(ColumnOperation.SUM, match["entity"], "", meant=costs)
        return
    is_of_many = wording.HOW_MANY.match(text) is not None
    if match := wording.FLOWED.match(text):
        yield replace(
            _flowed(ColumnOperation.SUM, match.groupdict()),
            is_of_many=is_of_many,
        )
    yield from _carried(text)
    for form, wanted in (
        (wording.PLACED, WantedColumn.PLACE),
        (wording.DECIDED, WantedColumn.YES_OR_NO),
    ):
        if match := form.match(text):
            yield ColumnRequest(ColumnOperation.LOOKUP, match["entity"], "", asked=wanted)
            return
    for pattern in wording.LOOKED_UP:
        if match := pattern.match(text):
            held = match.groupdict()
            asked = WantedColumn.PERSON if held.get("who") else WantedColumn.ANYTHING
            asked = WantedColumn.DATE if held.get("when") else asked
            asked = WantedColumn.FIGURE if held.get("many") else asked
            if asked is WantedColumn.ANYTHING and wording.DONE_FIRST.match(held["entity"]):
                continue
            meant = verbs()[held["verb"].casefold()] if held.get("verb") else None
            yield ColumnRequest(
                ColumnOperation.LOOKUP, held["entity"], "", meant=meant, asked=asked
            )
    yield from _grouped(text)
    if match := wording.WHO.match(text):
        yield ColumnRequest(ColumnOperation.LIST, match["entity"], "", asked=WantedColumn.PERSON)
    elif match := wording.LIST.match(text):
        yield ColumnRequest(ColumnOperation.LIST, match["entity"], "")


def _flowed(operation: ColumnOperation, held: dict[str, str | None]) -> ColumnRequest:
    """What is added up of the rows: "units" that were "sold" "in Delft"."""
    measure = f"{held['measure']} {(held['rest'] or '').strip()}".strip()
    return ColumnRequest(operation, "", measure, verb=held["verb"] or "")


def _ends_of_time(text: str) -> Iterator[ColumnRequest]:
    """The first or the last day of the rows that are meant."""
    for form in wording.ENDS_OF_TIME:
        if match := form.match(text):
            held = match.groupdict()
            operation = ColumnOperation.LOWEST if match["low"] else ColumnOperation.HIGHEST
            rest = f"{held.get('who') or ''}{held['rest'] or ''}"
            meant = MeantHeaders((), bool(match["low"]), is_dated=True)
            verb = held.get("verb") or ""
            yield ColumnRequest(operation, "", rest, meant=meant, verb=verb)
            return


def _times(text: str) -> Iterator[ColumnRequest]:
    """How many rows say that something was so, or was done."""
    match = wording.TIMES.match(text)
    if match is None:
        return
    if match["be"]:
        yield ColumnRequest(ColumnOperation.COUNT, f"rows {match['rest']}", "")
        return
    for verb, rest in _with_verb(match["rest"]):
        yield ColumnRequest(ColumnOperation.COUNT, f"rows {rest}", "", verb=verb)


def _carried(text: str) -> Iterator[ColumnRequest]:
    """What somebody did so much of, wherever the verb stands: one reading for each word that may be
    the verb. All but one of them leave a word of the question over."""
    match = wording.CARRIED.match(text)
    if match is None or not verbs().keys().isdisjoint(match["rest"].split()):
        return
    for verb, rest in _with_verb(match["rest"]):
        what = (match["measure"] or "").strip()
        column_request = _flowed(ColumnOperation.SUM, {"measure": what, "rest": rest, "verb": verb})
        is_of_many = bool(what) and wording.HOW_MANY.match(text) is not None
        yield replace(column_request, is_open=not what, is_of_many=is_of_many)
        if verb in wording.LIGHT and what:  # "How many trips did she make?" counts the trips
            yield ColumnRequest(ColumnOperation.COUNT, f"{what} of {rest}", "")


def _with_verb(text: str) -> Iterator[tuple[str, str]]:
    """The words of a text that may be the verb behind its subject, each with what is left."""
    words = text.split()
    for at, verb in enumerate(words):
        follows = at + 1 == len(words) or words[at + 1].casefold() in wording.AFTER_VERB
        follows = follows or words[at + 1][:1].isupper()  # "pay City Rail"
        has_subject = any(word.casefold() not in wording.ARTICLES for word in words[:at])
        if not follows or not has_subject or not wording.VERB.match(verb):
            continue
        tail = wording.IN_TOTAL.sub("", " ".join(words[at + 1 :])).strip()
        yield verb, " ".join((*words[:at], tail)).strip()


def _grouped(text: str) -> Iterator[ColumnRequest]:
    """Readings that make one figure of rows, or one of each group."""
    if match := wording.COUNT.match(text):
        yield ColumnRequest(
            ColumnOperation.COUNT, match["entity"], "", is_distinct=bool(match["different"])
        )
    elif match := wording.ADDED.match(text):
        operation = ColumnOperation.SUM if match["sum"] else ColumnOperation.MEAN
        yield ColumnRequest(operation, "", match["measure"])
    elif match := wording.EXTREME.match(text):
        operation = ColumnOperation.HIGHEST if match["high"] else ColumnOperation.LOWEST
        yield ColumnRequest(operation, "", match["measure"])


def _topped(held: dict[str, str | None]) -> Iterator[ColumnRequest]:
    """A ranking of rows, or of groups by what their rows come to."""
    entity, measure = held["entity"] or "", held["measure"] or ""
    rank = "low" if held.get("low") else "high"
    word = (held.get("high") or held.get("low") or "").casefold()
    most = _number(held.get("most") or "1")
    row = ColumnOperation.BOTTOM if rank == "low" else ColumnOperation.TOP
    if entity.casefold() == "who":
        yield ColumnRequest(row, "", measure, asked=WantedColumn.PERSON)
        return
    match = wording.AGGREGATE.match(measure)
    repeats = Repeats.LEFT if word in ("most", "fewest") else Repeats.OFFERED
    if held.get("by") or (match and match["sum"]):
        repeats = Repeats.ADDED
    ranked = ColumnRequest(row, entity, measure, most=most, repeats=repeats)
    if match:
        single = ColumnOperation.LOWEST if rank == "low" else ColumnOperation.HIGHEST
        operation = next(
            (aggregate for name, aggregate in _AGGREGATES.items() if match[name]), single
        )
        counted, added = match["of"], ""
        if operation is not ColumnOperation.COUNT:
            counted, added = added, counted
        yield ColumnRequest(operation, counted, added, most=most, group=entity, rank=rank)
        if not match["sum"]:
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
    asked = WantedColumn.PERSON if held.get("who") else WantedColumn.ANYTHING
    most = _number(held.get("most") or "1")
    # what a building cost is all of its costs; prices are never added up
    repeats = Repeats.ADDED if held.get("high") or held.get("low") else Repeats.LEFT
    return ColumnRequest(
        operation, held["entity"] or "", "", most=most, meant=meant, asked=asked, repeats=repeats
    )


def _number(word: str) -> int:
    return int(word) if word.isdigit() else wording.NUMBERS.index(word.casefold()) + 2
