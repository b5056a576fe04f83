"""How an answer is told: its first line, what is quoted beside it, and a later word on it."""

from __future__ import annotations

from dataclasses import dataclass

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.asked_of_two import both_things
from backend.tasks.answer.extractive.changes_told import last_word, shipped_changes
from backend.tasks.answer.extractive.complete import complete_one, overlap
from backend.tasks.answer.extractive.contrast import (
    BETWEEN_TWO,
    both_entries,
    both_sides,
    is_entry_told,
)
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.further import adds, joins, other_hops
from backend.tasks.answer.extractive.holding_back import held_back
from backend.tasks.answer.extractive.hours_told import asks_for_hour
from backend.tasks.answer.extractive.item_heads import with_its_head
from backend.tasks.answer.extractive.letter_parties import letter_party
from backend.tasks.answer.extractive.noted_tasks import task_line
from backend.tasks.answer.extractive.phrases import Phrase
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rule_scores import Scores
from backend.tasks.answer.extractive.sentence_checks import is_about_other
from backend.tasks.answer.extractive.titled_entries import LONGEST_OF_TWO
from backend.tasks.answer.extractive.told_differences import tells_difference
from backend.tasks.answer.extractive.told_in_turn import told_in_turn
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Verdict

OTHER_HOP = 0.02
"""Least share of the best score that a sentence has which leads to the answer: debris has less."""
ASIDE = 0.15
"""A further sentence is quoted beside an answer if its score is at least such a share of the
answer's."""
CLEARLY = 0.25
"""Share of the question's weight by which the best sentence holds clearly more than another."""
BEFORE, BUT_SEE = "before:", "but see:"
"""What stands before a sentence that seems to hold no more, and before one that may have taken the
place of what is told."""


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """What is told: the first line, how sure that is, and the places among the candidates of the
    sentence that answers, of all that are quoted, and of what is quoted next since it says what was
    so before, or may be so since."""

    line: str
    verdict: Verdict
    best: int
    chosen: tuple[int, ...]
    beside: tuple[int, ...] = ()


def told_as(
    reading: ReadEvidence,
    scores: Scores,
    weights: ReaderWeights,
    phrase: tuple[Phrase, float] | None,
    told: ToldAnswer,
) -> ToldAnswer:
    """How an answer is told: by a phrase that says it, by a later word on the matter, with what
    goes beside it."""
    verdict, best, chosen = told.verdict, told.best, told.chosen
    later = None
    if weights.hears_pairs(reading):
        later = last_word(reading, scores, best, shipped_changes())
    if later is not None and _is_told_with(reading, best, later.place):
        later = None
    beside: tuple[int, ...] = ()
    sure = None
    if later is not None:
        verdict = Verdict.LIKELY
        beside, best = ((best,), later.place) if later.replaces else ((later.place,), best)
    elif phrase is not None and _may_displace(reading, best, phrase[0].unit, verdict):
        enough = weights.sure_phrase if verdict is Verdict.DIRECT else weights.likely_phrase
        if phrase[1] >= enough:
            sure, best = phrase[0], phrase[0].unit
            chosen = (best, *(i for i in chosen if i != best))[: max(1, weights.rule.most)]
    if sure is None and phrase is not None and phrase[0].unit == best:
        sure = _fitting(phrase[0], reading)
    unit = reading.candidates[best]
    least = ASIDE * float(scores[best])
    chosen = tuple(
        i for i in chosen if i == best or _goes_beside(reading, unit, i, scores[i] >= least)
    )
    if beside:
        chosen = tuple(dict.fromkeys((best, *beside, *chosen)))
    chosen = _with_other_hop(reading, unit, scores, chosen)
    said = letter_party(reading, unit) or task_line(reading, unit)
    line = said or _line_of(reading, unit, sure)
    line, verdict = _of_both_sides(reading, scores, unit, line, verdict)
    if later is not None:
        line = _with_other_word(reading, line, beside[0], BEFORE if later.replaces else BUT_SEE)
    return ToldAnswer(line, verdict, best, chosen, beside)


def _is_told_with(reading: ReadEvidence, best: int, other: int) -> bool:
    """Whether what belongs to the best sentence holds another one."""
    whole = complete_one(reading, reading.candidates[best])
    return best != other and overlap(whole, reading.candidates[other])


def _with_other_word(reading: ReadEvidence, line: str, other: int, joint: str) -> str:
    """A first line with what another sentence tells of the matter, where there is room for it."""
    beside = complete_one(reading, reading.candidates[other]).text
    both = f"{line.removesuffix('.')} · {joint} {beside}"
    return both if len(both) <= LONGEST_OF_TWO else line


def _line_of(reading: ReadEvidence, unit: Unit, sure: Phrase | None) -> str:
    """The first line that a sentence makes, with what it is an item of."""
    question, above = reading.question, _above(reading, unit)
    told = first_line(question, unit, sure, above, complete_one(reading, unit))
    return with_its_head(question, unit, told)


def _above(reading: ReadEvidence, unit: Unit) -> frozenset[str]:
    """Stems of what a sentence stands under; for yes or no without what a title says is done."""
    passage = reading.passages[unit.hit]
    if reading.question.kind is AnswerKind.YES_NO:
        return passage.names_above(reading.question.text)
    return passage.title_terms


def _of_both_sides(
    reading: ReadEvidence, scores: Scores, unit: Unit, line: str, verdict: Verdict
) -> tuple[str, Verdict]:
    """A first line and its verdict, the line of both sides where two things are asked about, or
    their difference, and each has a sentence: one side alone tells no difference for sure, and none
    at all where it compares nothing."""
    told = (
        both_entries(reading, scores)
        or told_in_turn(reading.question, reading.units, unit)
        or both_sides(reading, scores, unit)
        or both_things(reading, scores, unit)
    )
    if told:
        between = BETWEEN_TWO.join(told)
        return (between if len(between) <= LONGEST_OF_TWO else line), verdict
    things = contrasted(reading.question.text)
    if things is None or _holds_both(unit, things):
        return line, verdict
    is_entry = any(is_entry_told(thing, unit, reading.above(unit)) for thing in things)
    if not is_entry and not tells_difference(unit.text):
        return "", Verdict.CLOSEST  # of one alone, and nothing is compared
    return line, Verdict.LIKELY if verdict is Verdict.DIRECT else verdict


def _holds_both(unit: Unit, things: tuple[str, str]) -> bool:
    """Whether one sentence has words of its own for each of two things."""
    one, other = (frozenset(term_texts(thing)) for thing in things)
    return bool(unit.term_set & one - other and unit.term_set & other - one)


def _with_other_hop(
    reading: ReadEvidence, unit: Unit, scores: Scores, chosen: tuple[int, ...]
) -> tuple[int, ...]:
    """What was chosen, with the likeliest sentence that leads to the answer if none of it does."""
    least = OTHER_HOP * float(scores.max())
    hops = [index for index in other_hops(reading, unit) if scores[index] >= least]
    if not hops or set(hops) & set(chosen):
        return chosen
    return (*chosen, max(hops, key=lambda index: scores[index]))


def _goes_beside(reading: ReadEvidence, unit: Unit, index: int, strong: bool) -> bool:
    """Whether another candidate is quoted beside the answer: a strong one that adds to it, or the
    other hop of a question over two documents."""
    other = reading.candidates[index]
    if letter_party(reading, unit):
        return False
    return joins(reading, unit, other) or (strong and adds(reading, unit, other))


def _may_displace(reading: ReadEvidence, best: int, other: int, verdict: Verdict) -> bool:
    """Whether a sentence with a short answer may stand in the place of the best one: what is held
    back where it is best is none, either."""
    if _holds_less(reading, best, other):
        return False
    if other == best:
        return True
    return not is_about_other(reading, other) and held_back(reading, other, verdict, False) in {
        Verdict.DIRECT,
        Verdict.LIKELY,
    }


def _holds_less(reading: ReadEvidence, best: int, other: int) -> bool:
    """Whether a sentence with a short answer holds clearly less of the question than the best one,
    which has something of the asked kind as well: “released on 3 May” is of another boat. A time of
    day is no short answer, as a date is."""
    question, unit = reading.question, reading.candidates[best]
    if asks_for_hour(question.text):
        return True
    if best == other or not holds_kind(question.kind, unit.text):
        return False
    told, lesser = (question.share_of(reading.candidates[at].term_set) for at in (best, other))
    return told - lesser >= CLEARLY


def _fitting(phrase: Phrase, reading: ReadEvidence) -> Phrase | None:
    """A less certain phrase still says which clause of a sentence of figures is meant."""
    return phrase if reading.question.kind in {AnswerKind.COUNT, AnswerKind.AMOUNT} else None
