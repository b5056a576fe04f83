"""Questions that ask how two things differ: what is said of the one, and what of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.entries import is_entry_of, is_head_of
from backend.tasks.answer.extractive.money import MONEY
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.signposts import heads_over
from backend.tasks.answer.extractive.titled_entries import behind_title, with_what_goes_on
from backend.tasks.answer.extractive.units import Unit

BETWEEN_TWO = " · "
"""Stands between what is told of two things whose difference is asked for."""
LEAST_OF_ONE = 0.5
"""How much more of one thing's words than of the other's a sentence must hold to speak of it."""
AS_GOOD = 0.5
"""Share of the better one's score that the sentence of the other thing has in a first line."""

_MEASURED_BY = re.compile(
    r"(?i)\b(?:than|unlike|instead of|as opposed to|compared (?:with|to)) (?:the |an? |any )?"
    r"(?:[\w-]+ )?[\w-]+"
)
"""“Oars are longer than sculls” is not said of sculls."""
_ASKS_BY_HOW_MUCH = re.compile(r"(?i)\bdifference in (?:the )?(?:price|cost|rent|fee|charge)s?\b")
_SAYS = (
    r"(?:is|are|was|were|has|have|means?|covers?|includes?|applies|takes?|needs?|may|must|can)\b"
)
_IN_A_RESPECT = re.compile(r"(?i)\bdifference in\b| in (?:the )?[\w-]+\W*$")
_WHAT = frozenset(["a", "an", "the", "one", "any", "used"])
"""How it goes on that something is a thing of a kind, or used for something."""
ENTRY = 1.5
"""What the entry of one thing counts where a sentence that names it alone counts 1."""


def one_of_each(reading: ReadEvidence, scores: npt.NDArray[np.float64]) -> tuple[Unit, ...]:
    """For each of the two things the best sentence that speaks of it rather than of the other one;
    nothing where the question contrasts nothing or one of the two is not spoken of.

    A sentence's worth is its score relative to the best one's, plus the share of the one thing's
    words that it holds, less that of the other's; the words that both share do not count. A thing's
    entry in a manual speaks of it whatever else it names.
    """
    things = contrasted(reading.question.text)
    if things is None or not len(scores):
        return ()
    left, right = (frozenset(term_texts(thing)) for thing in things)
    relative = scores / max(float(scores.max()), 1e-9)
    chosen: list[int] = []
    first, second = (things[0], left - right), (things[1], right - left)
    for (name, own), (twin, other) in ((first, second), (second, first)):
        entries = [
            (
                is_entry_told(name, unit, reading.above(unit))
                or (opens_under(name, unit) and not _is_named_below(reading, name, unit))
            )
            and not _is_of_both(name, twin, unit.text)
            for unit in reading.candidates
        ]
        ahead = np.array(
            [
                ENTRY if told else _ahead(reading, (name, own), (twin, other), unit)
                for told, unit in zip(entries, reading.candidates, strict=True)
            ]
        )
        worth = np.where(ahead >= LEAST_OF_ONE, relative + ahead, -1.0)
        worth[chosen] = -1.0
        if worth.max() < 0:
            return ()
        chosen.append(int(worth.argmax()))
    return tuple(reading.candidates[index] for index in chosen)


def entries_of_both(reading: ReadEvidence, scores: npt.NDArray[np.float64]) -> tuple[Unit, ...]:
    """For each of the two things its entry, or the sentence that says what it is, where both have
    one; else nothing."""
    things, units = contrasted(reading.question.text), one_of_each(reading, scores)
    if things is None or not units:
        return ()
    pairs = list(zip(things, units, strict=True))
    told = all(is_entry_told(name, unit, reading.above(unit)) for name, unit in pairs)
    told = (told and not _are_rows_apart(reading, units)) or _are_headed(reading, pairs)
    # of two kinds of one thing (“a slack recall”, “a rough recall”) what is said of either in turn
    are_kinds = things[0].split()[1:] == things[1].split()[1:] != []
    are_kinds = are_kinds and _IN_A_RESPECT.search(reading.question.text) is None
    are_subjects = are_kinds and _side_by_side(reading, *units)
    are_subjects = are_subjects and all(_is_subject(name, unit.text) for name, unit in pairs)
    return units if told or are_subjects else ()


def both_entries(reading: ReadEvidence, scores: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """Each of the two names with what `entries_of_both` says of it, and behind a title of few words
    with what goes on there; else nothing."""
    entries = _entries_named(reading, scores)
    told = tuple(
        unit.text
        if _is_subject(name, unit.text)
        or unit.text.startswith(name)
        or _is_labelled(name, unit.text)
        or _is_row_named(name, unit.text)
        else f"{name}: {unit.text}"
        for name, unit, _ in entries
    )
    return with_what_goes_on(told, [behind for *_, behind in entries], len(BETWEEN_TWO))


def titled_entries(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> tuple[tuple[Unit, ...], ...]:
    """The entries of both things, each with the sentences behind it, where they are titles of few
    words; else nothing."""
    entries = _entries_named(reading, scores)
    are_titles = all(behind for *_, behind in entries)
    return tuple((unit, *behind) for _, unit, behind in entries) if are_titles else ()


def _entries_named(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> list[tuple[str, Unit, tuple[Unit, ...]]]:
    """Each of the two names with its entry, and what goes on behind that where it is a title of few
    words; nothing where not both have one."""
    things, units = contrasted(reading.question.text), entries_of_both(reading, scores)
    if things is None or not units:
        return []
    pairs = zip(things, units, strict=True)
    return [(name, unit, behind_title(reading, name, unit)) for name, unit in pairs]


def both_sides(
    reading: ReadEvidence, scores: npt.NDArray[np.float64], best: Unit
) -> tuple[str, ...]:
    """The sentence of each of the two things, where the best one speaks of one of them and that of
    the other stands in the same document and is thought of nearly as well, or beside it; else
    nothing. One side alone tells no difference.

    Args:
        scores: of the candidates, shape (candidates,).
        best: the candidate that the first line would be of.
    """
    units = one_of_each(reading, scores)
    if best not in units:
        return ()
    documents = {reading.passages[unit.hit].document for unit in units}
    worth = [scores[reading.candidates.index(unit)] for unit in units]
    if len(documents) > 1:
        return ()
    are_figures = _ASKS_BY_HOW_MUCH.search(reading.question.text) is not None and all(
        MONEY.search(unit.text) for unit in units
    )
    are_together = _side_by_side(reading, *units) or (are_figures and units[0].hit == units[1].hit)
    if min(worth) < AS_GOOD * max(worth) and not are_together:
        return ()
    return tuple(unit.text for unit in units)


def _side_by_side(reading: ReadEvidence, one: Unit, other: Unit) -> bool:
    """Whether two sentences follow each other in one passage."""
    order = [unit.start for unit in reading.units if unit.hit == one.hit]
    return one.hit == other.hit and abs(order.index(one.start) - order.index(other.start)) == 1


def is_entry_told(name: str, unit: Unit, above: Sequence[Unit]) -> bool:
    """Whether a sentence is the entry of a name, what follows the line over its entry, or says what
    it is."""
    heads = heads_over(unit, above)
    return (
        is_entry_of(name, unit.text)
        or any(is_head_of(name, head) for head in heads)
        or says_what_it_is(name, unit.text)
        or _is_labelled(name, unit.text)
        or _is_row_named(name, unit.text)
    )


def _is_of_both(name: str, twin: str, text: str) -> bool:
    """Whether a sentence says of both together what holds: “GM2 and GM4 are not combined.”"""
    one, other = re.escape(name), re.escape(twin)
    both = rf"(?i)(?<![\w-])(?:{one} (?:and|or|nor) {other}|{other} (?:and|or|nor) {one})(?![\w-])"
    return re.search(both, text) is not None


def opens_under(name: str, unit: Unit) -> bool:
    """Whether a sentence is the first below a heading that begins with a name: “£590 a hectare”
    below “4.1 GM2 Flower margin”."""
    begins = rf"(?i)\W*(?:the |an? )?{re.escape(name)}(?![\w-])"
    return unit.opens and re.match(begins, unit.heading) is not None


def _are_headed(reading: ReadEvidence, pairs: Sequence[tuple[str, Unit]]) -> bool:
    """Whether two sentences of one document are each the first below a heading of their own."""
    one, other = (unit for _, unit in pairs)
    documents = {reading.passages[unit.hit].document for _, unit in pairs}
    is_apart = one.heading != other.heading and len(documents) == 1
    return is_apart and all(
        opens_under(name, unit) and not _is_named_below(reading, name, unit) for name, unit in pairs
    )


def _are_rows_apart(reading: ReadEvidence, units: Sequence[Unit]) -> bool:
    """Whether two rows stand in two documents: their figures may be of unlike units or times."""
    documents = {reading.passages[unit.hit].document for unit in units}
    return len(documents) > 1 and all(row_of(unit.text) is not None for unit in units)


def _is_named_below(reading: ReadEvidence, name: str, unit: Unit) -> bool:
    """Whether a sentence below the heading of another one has the name itself, and says more of
    it."""
    return any(
        other is not unit
        and other.hit == unit.hit
        and other.heading == unit.heading
        and _names(name.casefold(), other.text.casefold())
        for other in reading.units
    )


def _is_row_named(name: str, text: str) -> bool:
    """Whether a row of a table is called by a name, or by its first word alone: the row P3 of “a P3
    job”."""
    row = row_of(text)
    if row is None:
        return False
    label = row.label.casefold()
    return label in (name.casefold(), name.split(maxsplit=1)[0].casefold())


def _is_subject(name: str, text: str) -> bool:
    """Whether a text begins with a name as that of which it says something."""
    begins = rf"(?i)\W*(?:\d+(?:\.\d+)*\.?\s+)?(?:the |an? )?{re.escape(name)}s? "
    return re.match(begins + _SAYS, text) is not None


def _is_labelled(name: str, text: str) -> bool:
    """Whether a text begins with a name, or with its first word alone, as a label: “Urgent (nobody
    can work): …” of an urgent fault."""
    whole, first = re.escape(name), re.escape(name.split(maxsplit=1)[0])
    return re.match(rf"(?i)\W*(?:{whole}|{first})(?: \([^()]*\))?: \S", text) is not None


def says_what_it_is(name: str, text: str) -> bool:
    """Whether a sentence begins with a name and says what that is: “A sweep is an oar …”."""
    begins = re.match(rf"(?i)(?:the |an? )?{re.escape(name)}s? (?:is|are) (?P<what>\S+)", text)
    return begins is not None and begins["what"].casefold() in _WHAT


def with_one_of_both_first(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where the best sentence changes places with one of its passage that is the entry
    of one of two things whose difference is asked for, if both have one; with one of another
    passage, where one passage says what both are."""
    both = entries_of_both(reading, scores)
    if not both:
        return scores
    best = reading.candidates[int(np.argmax(scores))]
    beside = [] if best in both else [unit for unit in both if unit.hit == best.hit]
    pairs = list(zip(contrasted(reading.question.text) or (), both, strict=False))
    are_together = len({unit.hit for unit in both}) == 1 or _are_headed(reading, pairs)
    if not beside and best not in both and are_together:
        beside = list(both)
    return with_best_of(scores, [reading.candidates.index(unit) for unit in beside])


def told_as_both(reading: ReadEvidence, scores: npt.NDArray[np.float64], unit: Unit) -> bool:
    """Whether a difference is asked for, both things have an entry or a sentence that says what
    they are, and a sentence is one of the two."""
    return unit in entries_of_both(reading, scores)


def _ahead(
    reading: ReadEvidence,
    one: tuple[str, frozenset[str]],
    other: tuple[str, frozenset[str]],
    unit: Unit,
) -> float:
    """How much more a sentence speaks of one thing than of the other, from -1 to 1; each is a name
    with its own terms. Names that differ in capitals alone ("-q" and "-Q") have none, and are
    compared as they are written."""
    if one[1] or other[1]:
        return _share(reading, one[1], unit) - _share(reading, other[1], unit)
    return float(_names(one[0], unit.text)) - float(_names(other[0], unit.text))


def _names(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _share(reading: ReadEvidence, terms: frozenset[str], unit: Unit) -> float:
    """How much of the terms' weight a sentence holds, from 0 to 1, but for what it only measures
    something else by."""
    weights = {term: reading.question.weights.get(term, 0.0) for term in terms}
    total = sum(weights.values())
    held = unit.term_set
    if _MEASURED_BY.search(unit.text):
        held = held & frozenset(term_texts(_MEASURED_BY.sub(" ", unit.text)))
    return sum(weights[term] for term in terms & held) / total if total else 0.0
