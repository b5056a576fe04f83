"""Programs over a list: an operation with the column of its figures, the column that it answers
with, and the rows that are meant. All that the words of a question allow are made."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from backend.tasks.calculate.composed.mentions import DayMention, ValueMention
from backend.tasks.calculate.composed.question_cues import QuestionCues, number_said, with_digits
from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_bounds import ColumnBound, without_bounds
from backend.tasks.calculate.programs.column_choice import bounded
from backend.tasks.calculate.programs.column_links import (
    BoundedColumn,
    Pair,
)
from backend.tasks.calculate.programs.column_requests import ColumnOperation
from backend.tasks.calculate.programs.column_words import WORD, stemmed, value_of
from backend.types.calculations import Refusal

MOST_FILTERS = 3
MOST_BETWEEN = 5
"""Words between two that are joined by "or": "by the search trouble or by the mail trouble"."""
_SAYS_NO = re.compile(r"(?i)\b(?:not?|none|without|never|un\w{3,})\b")
"""A value that is denied by what stands in it."""
MOST_BOUND_SETS = 6
MOST_PROGRAMS = 4000
MOST_SETS = 24
"""Sets of values that programs are made of, beside those of one value and of none."""
_OF_SPEED = ("speed", "pace", "rate", "mph", "velocity")
YES = frozenset(["yes", "y", "true", "x", "✓", "ja", "1"])
NO = frozenset(["no", "n", "false", "nein", "0"])


class ListStep(StrEnum):
    """What is done with the rows that are meant."""

    LOOK_UP = "look up"
    LIST = "list"
    COUNT = "count"
    SUM = "sum"
    MEAN = "mean"
    MOST = "most"
    LEAST = "least"
    TOP = "top"
    BOTTOM = "bottom"
    TOP_SUM = "top sum"
    BOTTOM_SUM = "bottom sum"
    TOP_COUNT = "top count"
    BOTTOM_COUNT = "bottom count"
    TOP_MEAN = "top mean"
    BOTTOM_MEAN = "bottom mean"
    SUM_EACH = "sum each"
    COUNT_EACH = "count each"
    MEAN_EACH = "mean each"
    PART = "part"
    SHARE = "share"
    DIFFERENCE = "difference"
    COUNT_KINDS = "count kinds"
    ANY = "any"
    EVERY = "every"
    """Whether no row is otherwise: the rows that are meant are those that are."""
    IS_MORE = "is more"
    IS_LESS = "is less"
    MORE_OF_TWO = "more of two"
    """Which of two that are joined by "or" comes to more."""
    LESS_OF_TWO = "less of two"
    REPEATED = "repeated"
    NEVER = "never"
    """Which names have rows, and none of them of something."""
    RATE = "rate"


_NAMED_OR_COUNTED = frozenset(
    [ListStep.LIST, ListStep.COUNT, ListStep.COUNT_KINDS, ListStep.ANY, ListStep.LOOK_UP]
)
_ONE_FIGURE = (
    *(ListStep.SUM, ListStep.MEAN, ListStep.MOST, ListStep.LEAST, ListStep.PART, ListStep.RATE),
)
DECIDED = frozenset([ListStep.ANY, ListStep.EVERY, ListStep.IS_MORE, ListStep.IS_LESS])
"""Operations that are answered by yes or no."""
CHOSEN = (ListStep.MORE_OF_TWO, ListStep.LESS_OF_TWO)
"""Operations that are answered by one of two that the question names."""
OF_TWO = (ListStep.DIFFERENCE, ListStep.IS_MORE, ListStep.IS_LESS, *CHOSEN)
_OF_GROUPS = (
    *(ListStep.TOP_SUM, ListStep.BOTTOM_SUM, ListStep.TOP_MEAN, ListStep.BOTTOM_MEAN),
    *(ListStep.SUM_EACH, ListStep.MEAN_EACH),
)
_COUNTS = (ListStep.COUNT, ListStep.COUNT_KINDS, ListStep.SHARE)
_ROWS = (ListStep.TOP, ListStep.BOTTOM)
_EACH = (ListStep.SUM_EACH, ListStep.COUNT_EACH, ListStep.MEAN_EACH)
WITH_FIGURES = frozenset([*_ONE_FIGURE, *OF_TWO, *_OF_GROUPS, *_ROWS])
FIGURES_TOLD = frozenset([*_ONE_FIGURE, ListStep.DIFFERENCE, *_COUNTS, *_EACH])
"""Operations whose answer is a figure, or one for each group."""
ANSWERED_BY_A_COLUMN = frozenset([ListStep.LOOK_UP, ListStep.LIST, *_ROWS])
GROUPED = {
    ListStep.TOP_SUM: (ColumnOperation.SUM, "high"),
    ListStep.BOTTOM_SUM: (ColumnOperation.SUM, "low"),
    ListStep.TOP_COUNT: (ColumnOperation.COUNT, "high"),
    ListStep.BOTTOM_COUNT: (ColumnOperation.COUNT, "low"),
    ListStep.TOP_MEAN: (ColumnOperation.MEAN, "high"),
    ListStep.BOTTOM_MEAN: (ColumnOperation.MEAN, "low"),
    ListStep.SUM_EACH: (ColumnOperation.SUM, ""),
    ListStep.COUNT_EACH: (ColumnOperation.COUNT, ""),
    ListStep.MEAN_EACH: (ColumnOperation.MEAN, ""),
}


@dataclass(frozen=True, slots=True)
class StateMention:
    """A column of yes and no, or one that is empty in some rows, and which rows are meant; or one
    that holds none of some texts."""

    places: frozenset[int]
    column: int
    is_yes: bool
    is_empty: bool
    """Whether "no" is that nothing stands there."""
    texts: tuple[str, ...] = ()
    """What rows do not hold: "Mended" of what was not mended."""


@dataclass(frozen=True, slots=True)
class BoundMention:
    """A bound on the figures of a column, and the places of its words."""

    places: frozenset[int]
    bound: BoundedColumn


@dataclass(frozen=True, slots=True)
class PairMention:
    """Two columns of days or of figures of which one is to be beyond the other ("late": what is
    promised, and what was), and the places of the words that say so."""

    places: frozenset[int]
    pair: Pair


@dataclass(frozen=True, slots=True)
class Program:
    """One reading of a question. `figures` and `answer` are columns, None where it has none;
    `part` is the part of time by which a column of days puts rows together."""

    step: ListStep
    figures: int | None
    answer: int | None
    values: tuple[ValueMention, ...] = ()
    dates: tuple[DayMention, ...] = ()
    states: tuple[StateMention, ...] = ()
    bounds: tuple[BoundMention, ...] = ()
    pairs: tuple[PairMention, ...] = ()
    part: str = ""
    most: int = 1

    @property
    def is_narrowed(self) -> bool:
        """Whether it means some of the rows."""
        return bool(self.values or self.dates or self.states or self.bounds or self.pairs)


def programs_of(
    question: str, mentions: Meanings, cues: QuestionCues, unsaid: Sequence[ValueMention] = ()
) -> list[Program]:
    """All programs that the words allow, without their results; none where a bound on days or on
    figures was not taken up: without it they would be of too many rows. `unsaid` are values that no
    word stands for."""
    if not mentions.is_understood:
        return []
    found = itertools.islice(_programs(question, mentions, cues, unsaid), MOST_PROGRAMS)
    return list(dict.fromkeys(found))


def _programs(
    question: str, mentions: Meanings, cues: QuestionCues, unsaid: Sequence[ValueMention]
) -> Iterator[Program]:
    rest, said = without_bounds(with_digits(question))
    sets = list(_bound_sets(rest, said, mentions, cues))
    pairs = tuple(_pairs(mentions, cues))
    for dates, values, states, some in itertools.product(
        mentions.day_sets,
        list(_value_sets(mentions, unsaid)),
        list(_state_sets(mentions, cues)),
        sets,
    ):
        is_twice = {state.column for state in states} & {value.column for value in values}
        if not is_twice and not _say_the_days(values, dates):
            rows = Program(ListStep.COUNT, None, None, values, dates, states, some)
            if len({day.dated.column for day in dates}) > 1:
                # what lasts over a day is counted or named: a part of its figures is of the day
                found = _of_rows(rows, mentions, cues)
                yield from (each for each in found if each.step in _NAMED_OR_COUNTED)
                continue
            yield from _of_rows(rows, mentions, cues)
            if not states:
                for pair in pairs:
                    yield from _of_rows(replace(rows, pairs=(pair,)), mentions, cues)


def _say_the_days(values: Sequence[ValueMention], dates: Sequence[DayMention]) -> bool:
    """Whether a value is a day that is meant already: "16 June" over labels that are days."""
    return any(
        value.column == day.dated.column
        and not day.places.isdisjoint(range(value.first, value.last))
        for value in values
        for day in dates
    )


def _bound_sets(
    rest: str, said: Sequence[ColumnBound], mentions: Meanings, cues: QuestionCues
) -> Iterator[tuple[BoundMention, ...]]:
    """What the bounds on figures may bound: all that are said together; where none is said, one
    number that stands in a column, or none."""
    if said:
        options = [_bounded(rest, each, mentions) for each in said]
        yield from itertools.islice(itertools.product(*options), MOST_BOUND_SETS)
        return
    yield ()
    for bound in itertools.chain(_noughts(mentions, cues), _numbers(mentions, cues)):
        yield (bound,)


def _of_rows(rows: Program, mentions: Meanings, cues: QuestionCues) -> Iterator[Program]:
    """The programs over some rows."""
    names = cues.names
    held = Counter(value.column for value in rows.values)
    fixed = {
        value.column for value in rows.values if not value.is_several and held[value.column] == 1
    }
    fixed |= {state.column for state in rows.states}
    texts = [at for at in mentions.text_columns if at not in fixed]
    yield from _without_figures(rows, mentions, names, texts)
    yield from _with_figures(rows, mentions, names)
    groups = [(at, "") for at in texts]
    groups += [(at, part) for at in mentions.headers.dates for part in ("month", "year")]
    for is_low in (False, True):
        if _ends(names)[is_low]:
            yield from _ranked(rows, mentions, groups, names, is_low, cues.most)
    if names & {"per", "mean"}:
        yield from _for_each(rows, mentions, names, groups)
    if "again" in names:
        for answer in texts:
            yield replace(rows, step=ListStep.REPEATED, answer=answer, most=max(2, cues.times))
    if "yes or no" not in names or not rows.is_narrowed:
        return
    if "every" not in names:
        yield replace(rows, step=ListStep.ANY)
    elif any(not state.is_yes for state in rows.states) or rows.pairs:
        yield replace(rows, step=ListStep.EVERY)


def _without_figures(
    rows: Program, mentions: Meanings, names: frozenset[str], texts: Sequence[int]
) -> Iterator[Program]:
    """How many rows there are, or kinds of them, and what stands in them."""
    if "how many" in names:
        yield rows
        for answer in texts:
            yield replace(rows, step=ListStep.COUNT_KINDS, answer=answer)
    if not rows.is_narrowed:
        return
    if "share" in names:
        yield replace(rows, step=ListStep.SHARE)
    for answer in (*texts, *mentions.day_columns, *mentions.figure_columns):
        yield replace(rows, step=ListStep.LOOK_UP, answer=answer)
    named = (at for at in mentions.own_figures if mentions.named_places(at))
    for answer in (*texts, *mentions.day_columns, *named):
        yield replace(rows, step=ListStep.LIST, answer=answer)


def _with_figures(rows: Program, mentions: Meanings, names: frozenset[str]) -> Iterator[Program]:
    """One figure of the rows: a sum, a mean, an extreme, a share, or how far two are apart."""
    figures = mentions.figure_columns
    for figure in mentions.quotients:
        yield replace(rows, step=ListStep.RATE, figures=figure)
    steps = [ListStep.SUM]
    steps += [ListStep.MEAN] if "mean" in names else []
    extremes = [
        step for step in (ListStep.MOST, ListStep.LEAST) if _ends(names)[step is ListStep.LEAST]
    ]
    steps += [ListStep.PART] if "share" in names and rows.is_narrowed else []
    if names & {"more", "upward", "downward"} and (sides := sides_of(rows)) is not None:
        apart = _of_two(sides, mentions, names)
        steps += apart
        for step in apart:
            yield replace(rows, step=step)
    for figure in figures:
        for step in (*steps, *extremes):
            if step is ListStep.PART and figure >= mentions.own:
                continue  # the cells of a share are those of one column
            if step not in extremes or _may_rank(mentions, figure, step is ListStep.LEAST, names):
                yield replace(rows, step=step, figures=figure)
    if names & {"first", "last", "oldest", "youngest"}:
        for day in mentions.ordering_days:
            for step in extremes:
                yield replace(rows, step=step, figures=day)


def _of_two(
    sides: tuple[Program, Program], mentions: Meanings, names: frozenset[str]
) -> list[ListStep]:
    """What may be asked of two: which of them is more where "or" joins them, whether the first is,
    or by how much."""
    is_down = "downward" in names
    apart = [ListStep.DIFFERENCE]
    if _are_alternatives(sides, mentions):
        chosen = ListStep.LESS_OF_TWO if is_down else ListStep.MORE_OF_TWO
        return [chosen, *(apart if names & {"how much", "how many"} else ())]
    if "yes or no" in names:
        return [ListStep.IS_LESS if is_down else ListStep.IS_MORE]
    return apart


def _are_alternatives(sides: tuple[Program, Program], mentions: Meanings) -> bool:
    """Whether "or" stands between two: "did Tom or Priya pay more"."""
    one, two = (sorted(_own_places(side, other)) for side, other in (sides, sides[::-1]))
    if not one or not two:
        return False
    first, last = min(one[-1], two[-1]) + 1, max(one[0], two[0])
    between = [word.text.casefold() for word in mentions.words[first:last]]
    return "or" in between and len(between) <= MOST_BETWEEN


def _own_places(side: Program, other: Program) -> set[int]:
    """The places of the words that one of two has alone."""
    values = [value for value in side.values if value not in other.values]
    days = [day for day in side.dates if day not in other.dates]
    places = {at for value in values for at in range(value.first, value.last)}
    return places.union(*(day.places for day in days))


def _for_each(
    rows: Program,
    mentions: Meanings,
    names: frozenset[str],
    groups: Sequence[tuple[int, str]],
) -> Iterator[Program]:
    """A figure for each group."""
    step = ListStep.MEAN_EACH if "mean" in names else ListStep.SUM_EACH
    for answer, part in groups:
        if "how many" in names:
            yield replace(rows, step=ListStep.COUNT_EACH, answer=answer, part=part)
        for figure in mentions.figure_columns:
            yield replace(rows, step=step, figures=figure, answer=answer, part=part)


def _ends(names: frozenset[str]) -> tuple[bool, bool]:
    """Whether the largest and the smallest may be asked for."""
    either = bool(names & {"best", "first", "last", "oldest", "youngest"})
    return either or "high" in names, either or "low" in names


def _may_rank(mentions: Meanings, column: int, is_low: bool, names: frozenset[str]) -> bool:
    """Whether a column may say which is the oldest (the highest age, or the first day or year), the
    youngest, or the fastest."""
    if names & {"quick"} and mentions.header_stems(column) & stemmed(_OF_SPEED):
        return False  # the fastest has the highest speed and the lowest time
    if not names & {"oldest", "youngest"}:
        return True
    is_age = column in mentions.figure_columns and bool(
        mentions.header_stems(column) & stemmed(["age"])
    )
    is_old = "oldest" in names
    return is_low == (is_age != is_old)


def _ranked(
    rows: Program,
    mentions: Meanings,
    groups: Sequence[tuple[int, str]],
    names: frozenset[str],
    is_low: bool,
    most: int,
) -> Iterator[Program]:
    figures, days = mentions.figure_columns, mentions.day_columns
    texts = [at for at, part in groups if not part]
    told = (*texts, *days, *mentions.own_figures)
    row, count, total, mean = (
        (
            ListStep.BOTTOM,
            ListStep.BOTTOM_COUNT,
            ListStep.BOTTOM_SUM,
            ListStep.BOTTOM_MEAN,
        )
        if is_low
        else (ListStep.TOP, ListStep.TOP_COUNT, ListStep.TOP_SUM, ListStep.TOP_MEAN)
    )
    for measure in (*figures, *mentions.ordering_days):
        if not _may_rank(mentions, measure, is_low, names):
            continue
        for answer in (at for at in told if at != measure):
            yield replace(rows, step=row, figures=measure, answer=answer, most=most)
    for answer, part in groups:
        grouped = replace(rows, answer=answer, part=part, most=most)
        yield replace(grouped, step=count)
        for figure in figures:
            yield replace(grouped, step=mean if "mean" in names else total, figures=figure)


def _value_sets(
    mentions: Meanings, unsaid: Sequence[ValueMention]
) -> Iterator[tuple[ValueMention, ...]]:
    """Sets of values that stand in different places; those of one column are one set of texts. The
    fullest come first; one that no word says stands alone or beside the fullest."""
    found = sorted(mentions.values, key=lambda value: (-value.fit, value.first - value.last))[:8]
    sets: list[tuple[ValueMention, ...]] = [()]
    for many in range(1, MOST_FILTERS + 1):
        for some in itertools.combinations(found, many):
            spans = [(value.first, value.last) for value in some]
            if any(
                one[0] < other[1] and other[0] < one[1]
                for one, other in itertools.combinations(spans, 2)
            ):
                continue
            sets.append(some)
    sets.sort(key=lambda some: -sum(value.last - value.first for value in some))
    few = [some for some in sets if len(some) < 2]
    said = list(dict.fromkeys((*sets[:MOST_SETS], *few)))
    yield from said
    for one in unsaid:
        for some in dict.fromkeys((*said[:1], ())):
            if all(value.column != one.column for value in some):
                yield (*some, one)


def _state_sets(mentions: Meanings, cues: QuestionCues) -> Iterator[tuple[StateMention, ...]]:
    yield ()
    for state in _states(mentions, cues):
        yield (state,)


def _states(mentions: Meanings, cues: QuestionCues) -> Iterator[StateMention]:
    """The columns of yes and no, and those of which some rows have nothing, that words name."""
    for column in range(mentions.own):
        texts = [value_of(mentions.table.rows[at], column) for at in mentions.entries]
        said = {text.casefold() for text in texts}
        are_words = said - {""} <= YES | NO
        has_blanks = "" in said and said != {""}
        if not (are_words or has_blanks):
            continue
        is_empty = not (are_words and said & NO)
        places = mentions.named_places(column) | cues.places.get("not", frozenset())
        if places:
            yield StateMention(places, column, is_yes=True, is_empty=is_empty)
            yield StateMention(places, column, is_yes=False, is_empty=is_empty)
    yield from _left_out(mentions, cues)


def _left_out(mentions: Meanings, cues: QuestionCues) -> Iterator[StateMention]:
    """The values that rows do not have, right behind what leaves them out: "except the trains",
    "not in the sports hall". A value that says "no" itself is denied by its rows."""
    leaving = cues.places.get("left out", frozenset())
    for value in mentions.values if leaving else ():
        last = max((at for at in leaving if at < value.first), default=None)
        if last is None or any(map(_SAYS_NO.search, value.texts)):
            continue
        if any(word.is_content for word in mentions.words[last + 1 : value.first]):
            continue  # "not in time for Ann Lee"
        places = leaving | mentions.named_places(value.column)
        places |= frozenset(range(value.first, value.last)) | cues.places.get("not", frozenset())
        yield StateMention(places, value.column, is_yes=False, is_empty=False, texts=value.texts)


def _pairs(mentions: Meanings, cues: QuestionCues) -> Iterator[PairMention]:
    """The pairs of columns of which one says what was wanted, the other what came of it."""
    wanted = wanted_stems()
    figures = mentions.own_figures
    for name, columns in (("late", mentions.day_columns), ("beyond", figures)):
        places = cues.places.get(name, frozenset())
        below = cues.places.get("below", frozenset()) if name == "beyond" else frozenset()
        early = cues.places.get("early", frozenset()) if name == "late" else frozenset()
        if not (places or below or early):
            continue
        for one, other in itertools.permutations(columns, 2):
            if not mentions.header_stems(one) & wanted or mentions.header_stems(other) & wanted:
                continue
            if places:
                yield PairMention(places, Pair(other, ">", one))
            if below:
                yield PairMention(below, Pair(other, "<", one))
            if early:
                yield PairMention(early, Pair(other, "≤", one))


def _bounded(rest: str, bound: ColumnBound, mentions: Meanings) -> list[BoundMention]:
    """The columns that a bound may be of: the one that its words name, else that of their unit,
    else all that have figures on both sides of it. `rest` is the question without its bounds."""
    said = WORD.findall(rest)
    taken = [word.text for word in mentions.words]
    for word in said:
        if word in taken:
            taken.remove(word)
    places = frozenset(at for at, word in enumerate(mentions.words) if word.text in taken)
    outcome = bounded(bound, mentions.headers, mentions.table)
    if not isinstance(outcome, Refusal):
        return [BoundMention(places, BoundedColumn(outcome[0], bound))]
    near = stemmed(WORD.findall(" ".join(bound.near)))
    of_unit = [at for at in mentions.figure_columns if near & mentions.unit_stems(at)]
    columns = of_unit[:1] or [
        at for at in mentions.figure_columns if _straddles(mentions, at, bound)
    ]
    return [BoundMention(places, BoundedColumn(at, bound)) for at in columns]


def _straddles(mentions: Meanings, column: int, bound: ColumnBound) -> bool:
    """Whether some figures of a column are below a bound, and some above."""
    cells = [mentions.table.rows[at].cells[column] for at in mentions.entries]
    held = [cell.value for cell in cells if cell is not None and cell.value is not None]
    return bool(held) and min(held) <= bound.bound <= max(held)


def _noughts(mentions: Meanings, cues: QuestionCues) -> Iterator[BoundMention]:
    """The columns in which some rows have nought, where nothing is asked for."""
    nothing = cues.places.get("nothing", frozenset())
    for column in mentions.own_figures if nothing else ():
        held = [mentions.table.rows[at].cells[column] for at in mentions.entries]
        if any(cell is not None and cell.value == 0 for cell in held):
            none = ColumnBound(("", ""), "=", Decimal(0), "", is_scaled=False)
            yield BoundMention(nothing, BoundedColumn(column, none))


def _numbers(mentions: Meanings, cues: QuestionCues) -> Iterator[BoundMention]:
    """The columns of figures in which a number of the question stands: "room 4", "five stars"."""
    for at, word in enumerate(mentions.words):
        number = number_said(word.text) if word.is_content else None
        if number is None or number == cues.most > 1:
            continue
        for column in mentions.own_figures:
            held = [mentions.table.rows[each].cells[column] for each in mentions.entries]
            if any(cell is not None and cell.value == number for cell in held):
                same = ColumnBound(("", ""), "=", number, "", is_scaled=False)
                yield BoundMention(frozenset([at]), BoundedColumn(column, same))


def sides_of(program: Program) -> tuple[Program, Program] | None:
    """The two programs that a difference is between: of two values of one column, or two times;
    None where it is not of two."""
    columns = [value.column for value in program.values]
    twice = [value for value in program.values if columns.count(value.column) == 2]
    if len(twice) == 2:
        first, second = sorted(twice, key=lambda value: value.first)
        kept = tuple(value for value in program.values if value not in twice)
        return replace(program, values=(*kept, first)), replace(program, values=(*kept, second))
    if len(program.dates) == 2 and len({each.dated.column for each in program.dates}) == 1:
        one, two = program.dates
        return replace(program, dates=(one,)), replace(program, dates=(two,))
    return None


def sides_named(sides: tuple[Program, Program]) -> tuple[str, str]:
    """What two sides are called: by their values, or by their days."""
    one, two = sides
    return _called(one, two), _called(two, one)


def _called(side: Program, other: Program) -> str:
    texts = [
        max(value.texts, key=len) if value.is_one else " or ".join(value.texts)
        for value in side.values
        if value not in other.values
    ]
    days = [day.dated.text for day in side.dates if day not in other.dates]
    return ", ".join((*texts, *days))
