"""Which rows the words of a question may mean: sets of values, states, bounds and pairs of
columns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.tasks.calculate.composed.mentions import ValueMention
from backend.tasks.calculate.composed.question_cues import QuestionCues, number_said
from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_choice import bounded
from backend.tasks.calculate.programs.column_links import BoundedColumn, Pair
from backend.tasks.calculate.programs.column_words import WORD, stemmed, value_of
from backend.types.calculations import Refusal

MOST_FILTERS = 3
_SAYS_NO = re.compile(r"(?i)\b(?:not?|none|without|never|un\w{3,})\b")
"""A value that is denied by what stands in it."""
MOST_BOUND_SETS = 6
MOST_SETS = 24
"""Sets of values that programs are made of, beside those of one value and of none."""
_LINKING = frozenset(["what", "was", "were", "is", "are", "those", "ones", "that", "which", "any"])
"""Words between what leaves out and what is left out: "leaving out what was cancelled"."""
YES = frozenset(["yes", "y", "true", "x", "✓", "ja", "1"])
NO = frozenset(["no", "n", "false", "nein", "0"])


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


def bound_sets(
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


def value_sets(
    mentions: Meanings, cues: QuestionCues, unsaid: Sequence[ValueMention]
) -> Iterator[tuple[ValueMention, ...]]:
    """Sets of values that stand in different places; those of one column are one set of texts. The
    fullest come first; one that no word says stands alone or beside the fullest, and one that is
    left out is none of the rows'."""
    left_out = {value.first for value in values_left_out(mentions, cues)}
    kept = [value for value in mentions.values if value.first not in left_out]
    found = sorted(kept, key=lambda value: (-value.fit, value.first - value.last))[:8]
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


def state_sets(mentions: Meanings, cues: QuestionCues) -> Iterator[tuple[StateMention, ...]]:
    """No state, and each one that words name by itself."""
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


def values_left_out(mentions: Meanings, cues: QuestionCues) -> list[ValueMention]:
    """The values that rows do not have, right behind what leaves them out: "except the trains",
    "not in the sports hall". A value that says "no" itself is denied by its rows; of a state and a
    note that has its word ("cancelled", "cancelled on 2 Feb") the state is meant."""
    leaving = cues.places.get("left out", frozenset())
    found: list[ValueMention] = []
    for value in mentions.values if leaving else ():
        last = max((at for at in leaving if at < value.first), default=None)
        if last is None or any(map(_SAYS_NO.search, value.texts)):
            continue
        between = mentions.words[last + 1 : value.first]
        if any(word.is_content and word.text.casefold() not in _LINKING for word in between):
            continue  # "not in time for Ann Lee"
        if not _is_held_by_others(value, mentions):
            found.append(value)
    best = {
        value.first: max(each.fit for each in found if each.first == value.first) for value in found
    }
    return [value for value in found if value.fit == best[value.first]]


def _is_held_by_others(value: ValueMention, mentions: Meanings) -> bool:
    """Whether another text of the column has all words of a value: what is "nuts and milk" has
    nuts."""
    own = [stemmed(WORD.findall(text)) for text in value.texts]
    rows = (mentions.table.rows[at] for at in mentions.entries)
    others = {value_of(row, value.column) for row in rows} - {*value.texts, ""}
    return any(each <= stemmed(WORD.findall(text)) for each in own if each for text in others)


def _left_out(mentions: Meanings, cues: QuestionCues) -> Iterator[StateMention]:
    """The values that are left out, as states that rows do not have."""
    leaving = cues.places.get("left out", frozenset())
    for value in values_left_out(mentions, cues):
        places = leaving | mentions.named_places(value.column)
        places |= frozenset(range(value.first, value.last)) | cues.places.get("not", frozenset())
        yield StateMention(places, value.column, is_yes=False, is_empty=False, texts=value.texts)


def column_pairs(mentions: Meanings, cues: QuestionCues) -> Iterator[PairMention]:
    """The pairs of columns of which one says what was wanted, the other what came of it."""
    wanted = wanted_stems()
    figures = mentions.own_figures
    for name, columns in (("late", mentions.day_columns), ("beyond", figures)):
        places = cues.places.get(name, frozenset())
        below = cues.places.get("below", frozenset()) if name == "beyond" else frozenset()
        early = cues.places.get("early", frozenset()) if name == "late" else frozenset()
        if not (places or below or early):
            continue
        for one, other in _of_one_thing(columns, mentions, wanted):
            if places:
                yield PairMention(places, Pair(other, ">", one))
            if below:
                yield PairMention(below, Pair(other, "<", one))
            if early:
                yield PairMention(early, Pair(other, "≤", one))


def _of_one_thing(
    columns: Sequence[int], mentions: Meanings, wanted: frozenset[str]
) -> list[tuple[int, int]]:
    """What was wanted, and what came of it: of several pairs those whose headers share a word
    ("Dep due" and "Dep pd", and not the rent)."""
    pairs = [
        (one, other)
        for one, other in itertools.permutations(columns, 2)
        if mentions.header_stems(one) & wanted and not mentions.header_stems(other) & wanted
    ]
    alike = [
        (one, other)
        for one, other in pairs
        if mentions.header_stems(one) & mentions.header_stems(other)
    ]
    return alike or pairs


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
