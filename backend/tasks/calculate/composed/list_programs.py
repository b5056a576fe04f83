"""Programs over a list: an operation with the column of its figures, the column that it answers
with, and the rows that are meant. All that the words of a question allow are made."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.tasks.calculate.composed.days_said import with_ends_of_periods
from backend.tasks.calculate.composed.list_steps import NAMED_OR_COUNTED, ListStep
from backend.tasks.calculate.composed.mentions import DayMention, ValueMention
from backend.tasks.calculate.composed.question_cues import QuestionCues, with_digits
from backend.tasks.calculate.composed.row_conditions import (
    BoundMention,
    PairMention,
    StateMention,
    bound_sets,
    column_pairs,
    state_sets,
    value_sets,
)
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_bounds import without_bounds
from backend.tasks.calculate.programs.column_words import stemmed

MOST_BETWEEN = 5
"""Words between two that are joined by "or": "by the search trouble or by the mail trouble"."""
MOST_PROGRAMS = 4000
_OF_SPEED = ("speed", "pace", "rate", "mph", "velocity")


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
    rest, said = without_bounds(with_digits(with_ends_of_periods(question)))
    sets = list(bound_sets(rest, said, mentions, cues))
    pairs = tuple(column_pairs(mentions, cues))
    for dates, values, states, some in itertools.product(
        mentions.day_sets,
        list(value_sets(mentions, cues, unsaid)),
        list(state_sets(mentions, cues)),
        sets,
    ):
        is_twice = {state.column for state in states} & {value.column for value in values}
        if not is_twice and not _say_the_days(values, dates):
            rows = Program(ListStep.COUNT, None, None, values, dates, states, some)
            if len({day.dated.column for day in dates}) > 1:
                # what lasts over a day is counted or named: a part of its figures is of the day
                found = _of_rows(rows, mentions, cues)
                yield from (each for each in found if each.step in NAMED_OR_COUNTED)
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
