"""What a list says of the row that a superlative picks, in a list with a row for each event: "Which
organ had the dearest overhaul?" is told by the organ of the row with the highest cost, also where
that organ has other rows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import Selected, made, operands
from backend.tasks.calculate.programs.column_choice import column_of_tiers, is_money
from backend.tasks.calculate.programs.column_conditions import (
    figure_at,
    has_measure,
    kept_rows,
    scale_at,
    unit_at,
)
from backend.tasks.calculate.programs.column_linking import link_columns
from backend.tasks.calculate.programs.column_requests import ColumnOperation, column_requests_of
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    ROWS,
    WORD,
    Headers,
    bare_question,
    column_called,
    column_said,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    is_of_periods,
    is_of_time,
    plain_heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.column_years import written_in
from backend.tasks.calculate.programs.comparison_words import superlatives, timing, unit_sizes
from backend.tasks.calculate.programs.deed_columns import (
    column_of_time,
    is_accounted_for,
    repeats,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.best_mark import holds_points
from backend.tasks.calculate.programs.list_readings.cost_of_row import price_and_whole
from backend.tasks.calculate.programs.list_readings.less_is_better import is_less_better
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.ties import ranks_of
from backend.tasks.calculate.programs.who_did import column_of_doers, column_of_people
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import CellKind, StoredTable

_LONG = ("longest", "shortest")
_LEVELS = {
    **dict.fromkeys(("highest", "largest", "biggest", "greatest"), False),
    **dict.fromkeys(("lowest", "smallest"), True),
}
"""Whether the smallest figure is meant, by words for whatever figure is named with them."""
_RATED = {"best": False, "worst": True}
"""The same of words for scores and marks, of which more is better."""
_SPEEDS = {"fastest": True, "quickest": True, "slowest": False}
"""The same of words for how long something took."""
_FAR = ("furthest", "farthest")
_ENDS = {
    **{word: meant.is_low for word, meant in superlatives().items() if not meant.is_dated},
    **_LEVELS,
    **_RATED,
    **_SPEEDS,
}
_HOW = rf"(?P<how>{'|'.join(sorted(map(re.escape, _ENDS), key=len, reverse=True))})"
_THING = r"(?P<thing>[^\W\d_]+(?: [^\W\d_]+)??)"
_REST = r"(?P<rest> (?:in|on|at|from|to|for|by|with|of|during|after|before|since|between) .+)?"
_NOUN = r"(?P<asked>[^\W\d_]+(?: [^\W\d_]+)??)"
_FORMS = (
    re.compile(rf"(?i)^(?:which|what) {_NOUN} (?P<verb>[^\W\d_]+) the {_HOW} {_THING}{_REST}$"),
    re.compile(
        rf"(?i)^(?P<who>who)(?: has| have| had)? (?P<verb>[^\W\d_]+) the {_HOW} {_THING}{_REST}$"
    ),
    re.compile(
        rf"(?i)^(?:in|at|on|for|to|from|by) (?:which|what) {_NOUN} (?:did|does|has|was) "
        rf"(?P<of>.+?) (?:get|have|had|score|achieve|receive|make|take|given) the {_HOW} {_THING}$"
    ),
    re.compile(rf"(?i)^(?:how much|what) (?:did|does) the {_HOW} {_THING}{_REST} (?P<own>cost)$"),
    re.compile(
        rf"(?i)^how long (?:did|does) the (?P<how>{'|'.join(_LONG)}) {_THING}{_REST} "
        r"(?P<own>take|last)$"
    ),
    re.compile(
        rf"(?i)^(?:what|which|who) (?:is|was|are|were) the {_NOUN} (?:of|for) the {_HOW} {_THING}"
        rf"{_REST}$"
    ),
    re.compile(rf"(?i)^(?P<who>whose) {_THING} (?:is|was) (?:the )?{_HOW}{_REST}$"),
    re.compile(
        rf"(?i)^(?P<where>where) (?:is|was|did|does|do|has) the {_HOW} {_THING}"
        r"(?: (?P<verb>come from|[^\W\d_]+))?$"
    ),
    re.compile(
        rf"(?i)^(?P<when>when) (?:is|was|did|does|has) the {_HOW} {_THING}"
        r"(?: (?P<verb>[^\W\d_]+))?$"
    ),
    re.compile(
        rf"(?i)^(?:which|what) {_NOUN}(?: was| were)? (?P<verb>(?!the )[^\W\d_]+) (?:the )?"
        rf"(?P<how>{'|'.join((*_LONG, *_FAR, *_SPEEDS))}){_REST}$"
    ),
    re.compile(
        rf"(?i)^(?:(?P<who>who)|(?:which|what) {_NOUN}) (?P<verb>did|was|performed) (?:the )?"
        rf"(?P<how>{'|'.join((*_SPEEDS, *_RATED))}){_REST}$"
    ),
)
_HELD = frozenset(
    [
        *("has", "have", "had", "holds", "held", "gets", "got", "gave", "did", "does", "made"),
        *("makes", "took", "takes", "received", "needed", "was", "performed", "achieved"),
    ]
)
"""Verbs that only bind what is asked for to the row."""
_PLACES = {
    "go": "destination to",
    "lead": "destination to",
    "travel": "destination to",
    "come from": "origin from",
    "start": "origin from",
    "": "place location site venue where",
    "happen": "place location site venue where",
    "held": "place location site venue where",
}
"""The headers over where something was, by what it does there."""
_BEGINNINGS = (
    frozenset(["start", "started", "begin", "began", "begun"]),
    frozenset(["end", "ended", "finish", "finished"]),
)
"""Verbs that head a column of days as one another."""
_GOING = frozenset(
    ["went", "travelled", "traveled", "flew", "drove", "rode", "ran", "sailed", "walked", "swam"]
)
MOST_WORDS = 2
"""Cells of words by which an answer says which row it is of."""
_POINTS = stemmed(["score", "mark", "point", "result", "rating"])
_SPANS = stemmed(["night", "nights", "day", "days", "week", "weeks", "month", "months"])


@dataclass(frozen=True, slots=True)
class _Picked:
    """The column that is asked for, and that of the figures by which a row is picked. `is_sum` says
    that what the rows of one name come to may be meant as well."""

    asked: int
    figures: int
    is_low: bool
    is_sum: bool


def superlative_row(asked: AskedList) -> list[Outcome]:
    """The cell of the row with the highest or lowest figure, with the figures of all rows; nothing
    where a word of the question is not accounted for, or what rows come to names another one."""
    text = bare_question(asked.question)
    match = next(filter(None, (form.match(text) for form in _FORMS)), None)
    table = asked.table
    if match is None or asked.is_part or not is_list(table) or is_of_periods(table):
        return []
    said = {name: value or "" for name, value in match.groupdict().items()}
    if said.get("of"):
        said["rest"] = f" of {said['of']}"
    picked = _picked(said, asked)
    if picked is None:
        return []
    if said["how"].casefold() in _LEVELS and not (picked.is_sum and repeats(picked.asked, table)):
        return []  # the plain reading ranks names; of prices and marks it is open which is meant
    told = _told(picked, said, asked)
    if told is None or (picked.is_sum and not _agrees(told, picked, said, asked)):
        return []
    return [told]


def _picked(said: dict[str, str], asked: AskedList) -> _Picked | None:
    table = asked.table
    headers = headers_of(table, asked.about)
    how = said["how"].casefold()
    thing = said.get("thing", "")
    figures = _figures(how, thing, said.get("verb", ""), table, headers)
    column = figures if said.get("own") else _asked(said, asked)
    if figures is None or column is None or not _is_known(thing, figures, headers):
        return None
    if thing and column != figures and stemmed(WORD.findall(thing)) == headers.of(column):
        return None
    if how in _RATED and not _is_rated(figures, asked):
        return None
    may_add_up = how in _LEVELS or not thing or _has_rows_together(thing, table)
    is_sum = may_add_up and column != figures and not is_level(table, figures)
    return _Picked(column, figures, _ENDS[how], is_sum)


def _figures(how: str, thing: str, verb: str, table: StoredTable, headers: Headers) -> int | None:
    """The column of figures that a superlative means of a thing: the one that the thing names, else
    the only one that the word stands for."""
    said = stemmed(WORD.findall(thing or verb))
    named = [at for at in headers.figures if _names(said, headers.of(at))]
    if len(named) == 1:
        return named[0] if _is_of_its_kind(how, named[0], table, headers) else None
    if named or how in _LEVELS or (how in _RATED and thing):
        return None
    if how in _RATED:
        points = [at for at in headers.figures if headers.of(at) & _POINTS]
        return points[0] if len(points) == 1 else None
    if how in _SPEEDS:
        return column_of_time("time", table)
    meant = superlatives()[how]
    column = column_of_tiers(meant, headers.figures, headers)
    if isinstance(column, int):
        one, whole = price_and_whole(table) if meant.is_of_price else (None, None)
        return None if one is not None and whole is not None else column
    if how not in _LONG:
        return None
    spans = [at for at in headers.figures if headers.of(at) <= _SPANS]
    return column_of_time("time", table) if not spans else spans[0] if len(spans) == 1 else None


def _is_of_its_kind(how: str, column: int, table: StoredTable, headers: Headers) -> bool:
    """Whether the figures of a column can be the most of a word: no price is the longest."""
    meant = superlatives().get(how)
    if meant is None:
        return how not in _SPEEDS or column == column_of_time("time", table)
    held = table.columns[column]
    is_time = is_of_time(held.name, held.unit) or bool(headers.of(column) & _SPANS)
    if meant.is_of_price:
        return is_money(held) or (not held.unit and not is_time)
    is_long = how in _LONG and (is_time or held.unit in unit_sizes())
    return is_long or bool(headers.of(column) & stemmed(meant.words))


def _is_rated(figures: int, asked: AskedList) -> bool:
    """Whether more of a column is surely better."""
    is_of_points = headers_of(asked.table, "").of(figures) & _POINTS
    return (
        bool(is_of_points)
        and holds_points(figures, asked.table)
        and not is_less_better(asked, figures)
    )


def _names(said: frozenset[str], header: frozenset[str]) -> bool:
    """Whether words are a header, but for what it says of units."""
    units = _SPANS | stemmed(timing().units) | stemmed(["km", "kg"])
    return bool(said) and said <= header and header - said <= units


def _asked(said: dict[str, str], asked: AskedList) -> int | None:
    """The only column that holds what is asked for, if the verb says nothing that the list is not
    of."""
    table, verb = asked.table, said.get("verb", "").casefold()
    if said.get("where"):
        wanted = stemmed(_PLACES.get(verb, "").split())
        held = [at for at in columns_of_words(table) if headers_of(table, "").of(at) & wanted]
        return held[0] if len(held) == 1 else None
    if said.get("when"):
        return _day(verb, table)
    if said.get("who") == "whose":
        return column_of_people(table)
    is_bound = not verb or verb in _HELD
    if said.get("who"):
        column = column_of_people(table) if is_bound else column_of_doers(verb, table)
    else:
        column = column_called(said["asked"], table)
        if column is None and not verb:  # "the hours of the longest repair"
            column = column_said(said["asked"], table, range(len(table.columns)))
    if column is None or is_bound or (verb in _GOING and said["how"].casefold() in _FAR):
        return column
    measured_by = stemmed([verb]) & frozenset().union(*headers_of(table, "").columns)
    known = measured_by or is_accounted_for(verb, table, asked.about, None)
    return column if known else None


def _day(verb: str, table: StoredTable) -> int | None:
    """The only column of days; one of several is that of the verb."""
    headers = headers_of(table, "")
    days = [at for at, column in enumerate(table.columns) if column.kind is CellKind.DATE]
    alike = next((family for family in _BEGINNINGS if verb in family), {verb})
    named = [at for at in days if headers.of(at) & stemmed(alike)]
    plain = [at for at in days if headers.of(at) <= stemmed(["date", "day", "when"])]
    held = named if verb and verb != "happen" else plain or days
    return held[0] if len(held) == 1 else None


def _is_known(thing: str, figures: int, headers: Headers) -> bool:
    """Whether a thing is what the rows, a column or the list are called."""
    known = words_for_rows(headers) | headers.own | headers.around | headers.of(figures)
    return stemmed(WORD.findall(thing)) <= known.union(*headers.columns)


def _has_rows_together(thing: str, table: StoredTable) -> bool:
    """Whether several rows belong to one such thing, as lines of an order do."""
    column = column_called(thing, table)
    return column is not None and repeats(column, table)


def _told(picked: _Picked, said: dict[str, str], asked: AskedList) -> Calculation | None:
    selected = _selected(picked, said, asked)
    if selected is None or len(selected.rows) < 2:
        return None
    table = asked.table
    unit, values = selected.unit(), selected.values()
    if isinstance(unit, Refusal) or isinstance(values, Refusal):
        return None
    sign = 1 if picked.is_low else -1
    order = sorted(selected.rows, key=lambda at: (sign * values[at], at))
    names = [_text(table, at, picked.asked) for at in order]
    first = values[order[0]]
    if not all(names):
        return None
    tied = list(
        dict.fromkeys(name for at, name in zip(order, names, strict=True) if values[at] == first)
    )
    if len(tied) > 1 and not said.get("verb"):
        return None  # "the builder of the dearest organ" supposes one
    ranks = ranks_of(tied, [first] * len(tied), 1, len(order))
    if isinstance(ranks, Refusal):
        return None
    figure = f"{written(first)}{measured(*unit)}"
    end = "smallest" if picked.is_low else "largest"
    best = [at for at in order if values[at] == first]
    of = f" ({_called(table, best[0], picked.asked)})" if len(best) == 1 else ""
    formula = f"{end} {selected.subject}: {figure}{of}"
    cells = selected.cells(order, (picked.figures,))
    if picked.asked != picked.figures:
        formula = f"{heading(picked.asked, table)} of the row with the {formula}"
        cells += tuple(cell for at in best for cell in operands(table, [at], picked.asked))
    return made(
        Operation.SMALLEST if picked.is_low else Operation.LARGEST,
        ranks.answer if picked.asked != picked.figures else figure,
        first,
        f"{formula}{selected.left}",
        cells,
        selected.subject,
        *unit,
    )


def _called(table: StoredTable, at: int, asked: int) -> str:
    """What tells a row from others, apart from what is asked for: its first words."""
    held = [value_of(table.rows[at], each) for each in columns_of_words(table) if each != asked]
    return ", ".join(list(filter(None, held))[:MOST_WORDS])


def _text(table: StoredTable, at: int, column: int) -> str:
    """What a row has in a column, a figure with its unit."""
    row = table.rows[at]
    if (
        column < 0
        or not has_measure(table, row, column)
        or table.columns[column].kind not in FIGURES
        or not value_of(table.rows[at], column)
    ):
        return value_of(table.rows[at], column)
    figure, unit = figure_at(table, at, column), unit_at(table, at, column)
    return written_in(table, column, figure, unit, scale_at(table, at, column))


def _selected(picked: _Picked, said: dict[str, str], asked: AskedList) -> Selected | None:
    """The rows among which one is picked: those that keep to what else the question says."""
    table = asked.table
    end = "lowest" if picked.is_low else "highest"
    head = plain_heading(picked.figures, table)
    text = f"Which entry{said.get('rest', '')} has the {end} {head}"
    entries, totals, doubtful = entries_of(table)
    if doubtful or totals:
        return None
    for request in column_requests_of(text):
        if request.operation not in (ColumnOperation.TOP, ColumnOperation.BOTTOM):
            continue
        link = link_columns(request, table, asked.about, entries)
        if isinstance(link, Refusal) or link.measure != (picked.figures,):
            continue
        if link.entity not in (ROWS, LABEL):
            continue
        kept = kept_rows(table, link, entries)
        if isinstance(kept, Refusal) or kept.blank or kept.figureless:
            return None
        return Selected(request, link, table, entries, kept.rows, "")
    return None


def _agrees(told: Calculation, picked: _Picked, said: dict[str, str], asked: AskedList) -> bool:
    """Whether the same is told of what the rows of each name come to."""
    if not repeats(picked.asked, asked.table):
        return True
    end = "lowest" if picked.is_low else "highest"
    head, of = plain_heading(picked.figures, asked.table), heading(picked.asked, asked.table)
    summed = asked.ask(f"Which {of}{said.get('rest', '')} has the {end} total {head}")
    return isinstance(summed, Calculation) and summed.answer == told.answer
