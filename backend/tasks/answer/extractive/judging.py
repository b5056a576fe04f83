"""One question read against its evidence: what to quote, what the first line says, how sure it is.

Shared by the reader, which words it, and by the benches, which measure it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from backend.analysis import term_texts, terms
from backend.definitions.asked_names import asked_name
from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addressed import addresses_the_reader
from backend.tasks.answer.extractive.agents import does_to_another
from backend.tasks.answer.extractive.announced_things import announces_things
from backend.tasks.answer.extractive.changes_told import last_word, shipped_changes
from backend.tasks.answer.extractive.complements import (
    asked_of_what_is_not_there,
    is_for_others,
    tells_another_price,
)
from backend.tasks.answer.extractive.complete import (
    complete,
    complete_one,
)
from backend.tasks.answer.extractive.compound_things import (
    is_of_compound,
    is_of_first_part,
    is_price_of_another,
)
from backend.tasks.answer.extractive.conditions import (
    condition_fit,
)
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.contrast import both_entries, both_sides, told_as_both
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.counted import (
    counts_another,
    counts_other_parts,
    counts_those_that_do,
    is_of_another_time,
)
from backend.tasks.answer.extractive.defined_parties import is_only_party
from backend.tasks.answer.extractive.duties import duty_fit
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.field_headings import (
    is_below_field,
    lists_what_the_heading_says,
)
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.forms import (
    counts_money_alone,
    counts_nothing,
    holds_kind,
    is_flattened_table,
    is_of_no_age,
    lacks_figure,
)
from backend.tasks.answer.extractive.further import (
    about_another,
    adds,
    joins,
    names_known,
    of_document,
    other_hops,
    points_elsewhere,
)
from backend.tasks.answer.extractive.holding_back import (
    held_back,
    is_row_of_another,
    said_beside,
)
from backend.tasks.answer.extractive.hours_told import asks_for_hour
from backend.tasks.answer.extractive.item_heads import with_its_head
from backend.tasks.answer.extractive.kinds_listed import names_several
from backend.tasks.answer.extractive.labelled_values import tells_labelled_value
from backend.tasks.answer.extractive.letter_parties import (
    letter_party,
)
from backend.tasks.answer.extractive.listed_quantities import (
    is_quantity_of_another,
    tells_quantity,
)
from backend.tasks.answer.extractive.named_doers import is_told_as_doer
from backend.tasks.answer.extractive.named_elsewhere import is_where_name_is_unknown
from backend.tasks.answer.extractive.naming_entries import naming_fit
from backend.tasks.answer.extractive.noted_tasks import task_line
from backend.tasks.answer.extractive.nothing_new import shares_nothing
from backend.tasks.answer.extractive.others_answered import answers_other_question
from backend.tasks.answer.extractive.pair_sureness import RankedUnits
from backend.tasks.answer.extractive.phrases import (
    Phrase,
    answerable_by_phrase,
    best_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.premises import denies_premise
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import (
    gives_reason_of_another,
    gives_reason_of_other_thing,
)
from backend.tasks.answer.extractive.rows import (
    asked_cells,
    direct_from,
    is_unfit_row,
    row_of,
)
from backend.tasks.answer.extractive.rule_scores import (
    CERTAIN,
    POINTED,
    THOUGHT_WELL_OF,
    Scores,
    fit_as_row,
    ranked,
)
from backend.tasks.answer.extractive.selection import in_document_order, select
from backend.tasks.answer.extractive.signposts import (
    below_reference_head,
)
from backend.tasks.answer.extractive.special_cases import is_of_other_case
from backend.tasks.answer.extractive.stated_amounts import (
    amount_of_what_goes_there,
    states_amount,
)
from backend.tasks.answer.extractive.stated_properties import property_fit
from backend.tasks.answer.extractive.stated_ways import says_how, way_fit
from backend.tasks.answer.extractive.successions import succession_fit
from backend.tasks.answer.extractive.table_heads import is_table_head
from backend.tasks.answer.extractive.terms_defined import introduces
from backend.tasks.answer.extractive.told_forms import told_form_fit
from backend.tasks.answer.extractive.told_in_turn import told_in_turn
from backend.tasks.answer.extractive.told_parts import states_it
from backend.tasks.answer.extractive.told_topics import speaks_of_topic
from backend.tasks.answer.extractive.told_what_it_is import is_symbol_told
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import verdict_of
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Verdict

_AT = {name: index for index, name in enumerate(NAMES)}
COSINE = _AT["cosine"]
HELD_WITH_TITLE = 0.9
HELD_ALONE = 0.15
"""Shares of the question's weight that a sentence holds which says it plainly."""
OTHER_HOP = 0.02
"""Least share of the best score that a sentence has which leads to the answer: debris has less."""
STRONG = 0.6
"""A sentence with such a score and a word of the question is not called nothing, however little
else speaks for an answer: of the training questions over own files seven of eight such sentences
answered."""
ASIDE = 0.15
"""A further sentence is quoted beside an answer if its score is at least such a share of the
answer's."""
PICKED = 0.75
"""Share of the question's weight that the passages of its document hold, for a sentence that picks
out the same."""
CLEARLY = 0.25
"""Share of the question's weight by which the best sentence holds clearly more than another."""
OVERRULING = 0.7
"""P(the best sentence holds the answer) from which rules do not hold it back."""
DOUBTED = 0.5
"""A cross-encoder that gives a sentence less thinks that it does not answer."""
_ANYBODY = frozenset(term_texts("people persons men women individuals"))
"""Who is counted without the word: “a list of forty names”."""
_VERB_FORM = re.compile(r"(?i)(?:ed|ing)s?$")
BEFORE, BUT_SEE = "before:", "but see:"
"""What stands before a sentence that seems to hold no more, and before one that may have taken the
place of what is told."""
LONGEST_OF_TWO = 400
"""Characters of a first line that tells two entries."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the reader makes of one question.

    `units` are to be quoted, the best one first; `line` is empty unless the verdict is direct or
    likely. `first` and `found` are the probabilities that the verdict rests on.
    """

    verdict: Verdict
    line: str
    units: tuple[Unit, ...]
    scores: Scores
    first: float
    found: float
    probable: bool = False
    """Whether nothing is sure, and still one of what comes nearest probably answers."""


def judge(
    reading: ReadEvidence,
    features: Matrix,
    weights: ReaderWeights,
    titles: dict[int, frozenset[str]],
    missing: bool,
) -> Judgement:
    """Rank the candidates (at least one), choose what to quote, and say how sure that is.

    Args:
        reading: the question with its candidates.
        features: `unit_features` of the candidates.
        weights: the learned parts.
        titles: per passage number the folded titles and headings that it stands under.
        missing: whether a name or year of the question stands nowhere in the evidence.
    """
    ranking = ranked(reading, features, weights, titles)
    scores = ranking.scores
    best = int(np.argmax(scores))
    phrase = likeliest_phrase(reading, scores, features, weights)
    probability = phrase[1] if phrase else 0.0
    row = confidence_features(reading, features, scores, probability)
    first, found = weights.probabilities(row, reading, features, ranking)
    fit = fit_as_row(reading, reading.candidates[best])
    overruled = is_sure_of_it(reading, best, first, weights)
    if not overruled and is_about_other(reading, best):
        missing = True
    elif (
        fit
        or _is_entry(reading, reading.candidates[best])
        or _says_just_that(reading, reading.candidates[best])
        or tells_labelled_value(reading, reading.candidates[best])
        or told_as_both(reading, scores, reading.candidates[best])
        or (not weights.hears_pairs(reading) and _speaks_for_itself(reading, features, ranking))
    ):
        first = max(first, weights.thresholds.likely)
        found = max(found, weights.thresholds.found)
    verdict = verdict_of(first, found, missing, weights.thresholds)
    if is_unheard_of(reading):
        verdict = Verdict.NOT_FOUND
    if not overruled or is_never_told(reading, best):
        verdict = held_back(reading, best, verdict, bool(ranking.pointed[best] >= POINTED))
    verdict = _weakened(reading, best, verdict, overruled)
    strong = scores[best] >= STRONG and features[best][_AT["coverage_with_title"]] > 0
    doubted = found < weights.thresholds.probable or scores[best] < THOUGHT_WELL_OF
    verdict = _shown_or_not(reading, verdict, bool(strong), bool(doubted))
    told = reading.candidates[best]
    as_row = fit >= direct_from(told.text) and not missing and not is_row_of_another(reading, told)
    if as_row and _alone(reading, best):
        verdict = Verdict.DIRECT
    chosen = select(reading, scores, weights.rule)
    told_so = _Told("", verdict, best, chosen)
    if verdict in {Verdict.DIRECT, Verdict.LIKELY}:
        told_so = _told_as(reading, scores, weights, phrase, told_so)
    best, beside = told_so.best, told_so.beside
    rest = in_document_order(reading, [i for i in told_so.chosen if i not in (best, *beside)])
    order = (best, *beside, *rest) if best in told_so.chosen else rest
    units = complete(reading, [reading.candidates[i] for i in order])
    verdict = told_so.verdict
    probable = verdict is Verdict.CLOSEST and not missing and found >= weights.thresholds.probable
    return Judgement(verdict, told_so.line, units, scores, first, found, probable)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told: the first line, how sure that is, and the places among the candidates of the
    sentence that answers, of all that are quoted, and of what is quoted next since it says what was
    so before, or may be so since."""

    line: str
    verdict: Verdict
    best: int
    chosen: tuple[int, ...]
    beside: tuple[int, ...] = ()


def _told_as(
    reading: ReadEvidence,
    scores: Scores,
    weights: ReaderWeights,
    phrase: tuple[Phrase, float] | None,
    told: _Told,
) -> _Told:
    """How an answer is told: by a phrase that says it, by a later word on the matter, with what
    goes beside it."""
    verdict, best, chosen = told.verdict, told.best, told.chosen
    later = None
    if weights.hears_pairs(reading):
        later = last_word(reading, scores, best, shipped_changes())
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
    return _Told(line, verdict, best, chosen, beside)


def _with_other_word(reading: ReadEvidence, line: str, other: int, joint: str) -> str:
    """A first line with what another sentence tells of the matter, where there is room for it."""
    both = f"{line} · {joint} {complete_one(reading, reading.candidates[other]).text}"
    return both if len(both) <= LONGEST_OF_TWO else line


def _line_of(reading: ReadEvidence, unit: Unit, sure: Phrase | None) -> str:
    """The first line that a sentence makes, with what it is an item of."""
    question, above = reading.question, _above(reading, unit)
    told = first_line(question, unit, sure, above, complete_one(reading, unit))
    return with_its_head(question, unit, told)


def _shown_or_not(reading: ReadEvidence, verdict: Verdict, strong: bool, doubted: bool) -> Verdict:
    """The verdict, where a strong sentence is not called nothing, and what counts something that
    nothing speaks of, and is doubted, is."""
    if verdict is Verdict.NOT_FOUND and strong:
        verdict = Verdict.CLOSEST
    if verdict is Verdict.CLOSEST and doubted and nothing_is_counted(reading):
        return Verdict.NOT_FOUND
    return verdict


def is_sure_of_it(reading: ReadEvidence, best: int, first: float, weights: ReaderWeights) -> bool:
    """Whether all that was learned, the cross-encoder's word among it, makes the best sentence so
    probable that rules do not hold it back: with documents left out three in four of those that
    they would have held back were right. What a row of a table is of, rules know better."""
    return (
        weights.hears_pairs(reading)
        and first >= OVERRULING
        and row_of(reading.candidates[best].text) is None
    )


def is_never_told(reading: ReadEvidence, best: int) -> bool:
    """Whether the best sentence speaks to the reader, or to whoever asks, or denies what the
    question takes for granted, or has no figure where one is asked for, or is a table that lost its
    lines: however probable, rules have the last word."""
    question, unit = reading.question, reading.candidates[best]
    return (
        is_flattened_table(unit)
        or addresses_the_reader(question.text, unit.text)
        or denies_premise(question, unit.text)
        or lacks_figure(question.kind, question.text, complete_one(reading, unit).text)
    )


def _weakened(reading: ReadEvidence, best: int, verdict: Verdict, overruled: bool) -> Verdict:
    """A verdict that another sentence, or what nothing speaks of, makes less sure."""
    unit = reading.candidates[best]
    if verdict is Verdict.LIKELY and not overruled and _counts_what_is_not_there(reading, unit):
        return Verdict.CLOSEST
    return Verdict.LIKELY if _is_contested(reading, best, verdict) else verdict


def _above(reading: ReadEvidence, unit: Unit) -> frozenset[str]:
    """Stems of what a sentence stands under; for yes or no without what a title says is done."""
    passage = reading.passages[unit.hit]
    if reading.question.kind is AnswerKind.YES_NO:
        return passage.names_above(reading.question.text)
    return passage.title_terms


def _of_both_sides(
    reading: ReadEvidence, scores: Scores, unit: Unit, line: str, verdict: Verdict
) -> tuple[str, Verdict]:
    """A first line and its verdict, the line of both sides where a difference is asked for and each
    has a sentence: one side alone tells none for sure."""
    told = (
        both_entries(reading, scores)
        or told_in_turn(reading.question, reading.units, unit)
        or both_sides(reading, scores, unit)
    )
    if told:
        between = " · ".join(told)
        return (between if len(between) <= LONGEST_OF_TWO else line), verdict
    things = contrasted(reading.question.text)
    alone = things is not None and not _holds_both(unit, things)
    return line, Verdict.LIKELY if alone and verdict is Verdict.DIRECT else verdict


def _holds_both(unit: Unit, things: tuple[str, str]) -> bool:
    """Whether one sentence has words of its own for each of two things."""
    one, other = (frozenset(term_texts(thing)) for thing in things)
    return bool(unit.term_set & one - other and unit.term_set & other - one)


def _speaks_for_itself(reading: ReadEvidence, features: Matrix, ranking: RankedUnits) -> bool:
    """Whether the form of the best sentence makes it likely, where no cross-encoder says how sure
    it is. Where one does and is not, two of 23 such sentences were right over files that taught the
    ranking nothing."""
    best = int(np.argmax(ranking.scores))
    return (
        bool(ranking.pointed[best] >= POINTED)
        or says_it_plainly(reading, features, best)
        or picks_it_out(reading, features, best)
    )


def is_about_other(reading: ReadEvidence, best: int) -> bool:
    """Whether the best sentence is of something else than what is asked for: of another document's
    subject, a row whose words do not hold it, or a number that counts nothing or another thing."""
    question, unit = reading.question, reading.candidates[best]
    passage = reading.passages[unit.hit]
    return (
        is_table_head(passage.text[unit.start - passage.start : unit.end - passage.start])
        or about_another(reading, unit)
        or is_where_name_is_unknown(reading, unit)
        or answers_other_question(reading, unit)
        or points_elsewhere(reading, unit)
        or gives_reason_of_another(question, unit)
        or gives_reason_of_other_thing(
            question,
            unit,
            passage.title_terms | frozenset(term_texts(unit.heading)),
            frozenset(term_texts(said_beside(reading, unit))),
        )
        or does_to_another(question, unit.text)
        or asked_of_what_is_not_there(reading, unit)
        or tells_another_price(reading, unit)
        or (question.kind is AnswerKind.AMOUNT and is_for_others(question.text, unit.text))
        or is_of_compound(question.text, unit.text)
        or is_of_first_part(question.text, unit.text, said_beside(reading, unit))
        or is_price_of_another(question.text, unit.text, said_beside(reading, unit))
        or amount_of_what_goes_there(question.text, unit.text)
        or is_unfit_row(question, unit.text, names_known(reading, unit))
        or counts_nothing(question.kind, unit.text)
        or counts_money_alone(question.kind, question.text, unit.text)
        or is_of_no_age(question.text, unit.text)
        or counts_another(question, unit.text)
        or is_quantity_of_another(question.text, unit.text)
        or is_of_other_case(question, unit.text)
        or counts_those_that_do(question, unit.text)
        or counts_other_parts(question, unit.text)
        or is_of_another_time(question, unit.text)
    )


def is_unheard_of(reading: ReadEvidence) -> bool:
    """Whether the meaning of an option is asked for whose name, with its hyphen, stands nowhere in
    the passages."""
    name, certain = asked_name(reading.question.text)
    return (
        certain
        and name.startswith("-")
        and not any(
            name.casefold() in " ".join((passage.title, passage.text)).casefold()
            for passage in reading.passages.values()
        )
    )


def nothing_is_counted(reading: ReadEvidence) -> bool:
    """Whether a question for a number counts something that no passage speaks of."""
    question = reading.question
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = question.focus[0]
    if counted in _ANYBODY:
        return False
    # what is asked for may itself be called so: “How many paintings …?”
    verbs = not any(
        term.text == counted and _VERB_FORM.search(question.text[term.start : term.end])
        for term in terms(question.text)
    )
    return not any(_speaks_of(counted, passage, verbs) for passage in reading.passages.values())


def _counts_what_is_not_there(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a question counts something that no passage speaks of, and a sentence has no word of
    it: how many loaves there are is not how many buns were sold."""
    heading = frozenset(term_texts(unit.heading))
    return nothing_is_counted(reading) and shares_nothing(reading.question, unit, heading)


def _speaks_of(counted: str, passage: Passage, verbs: bool) -> bool:
    """Whether a passage has a thing in its title, its headings or its text, where a form that only
    verbs have (“the jars are sealed”) is of no seals.

    Args:
        counted: the stem of what is counted.
        verbs: whether such forms are told apart.
    """
    if counted not in passage.terms:
        return False
    return counted in passage.title_terms or any(
        term.text == counted
        and not (verbs and _VERB_FORM.search(passage.text[term.start : term.end]))
        for term in terms(passage.text)
    )


def says_it_plainly(reading: ReadEvidence, features: Matrix, best: int) -> bool:
    """Whether the best sentence, with what it stands under, holds nearly all the question's words
    and something of the kind that is asked for.

    On training questions six in ten of such sentences answered (`LIKELY` in the training), where
    the learned probability, which has seen no headings and few files, is often too low.
    """
    row = features[best]
    return (
        len(reading.question.terms) > 1
        and bool(row[_AT["kind_known"]] and row[_AT["kind_present"]])
        and bool(row[_AT["coverage_with_title"]] >= HELD_WITH_TITLE)
        and bool(row[_AT["coverage"]] >= HELD_ALONE)
        and not row[_AT["is_question"]]
    )


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


def _is_entry(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence is the entry of a manual that says what the asked name does, stands below
    the head of its name, or is the entry of what does all that is asked."""
    question = reading.question
    if entry_fit(question.text, unit.text):
        return True
    if naming_fit(question, unit, reading.passages[unit.hit]):
        return True
    name, _ = asked_name(question.text)
    if name and is_below_field(question.text, unit):
        return True
    return bool(name) and below_reference_head(name, unit, reading.above(unit))


def _says_just_that(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence names who enters or leaves the very office that is asked for, or defines
    the party, or the sign, that is, or says whose duty it is, or tells what to do under the very
    condition, or how two things differ that the one before it names, or the very things of a kind
    or announces a list of them, or states in the question's words what something is or does, how it
    is done or by how much it changed, or is the signature or salutation that is asked for, or the
    line that says who does a task, or by when, or speaks of what something is to be said about."""
    question, passage = reading.question, reading.passages[unit.hit]
    about, at = passage.terms | passage.title_terms, reading.candidates.index(unit)
    return bool(
        succession_fit(question.text, unit.text, about)
        or condition_fit(question, unit, about)
        or told_in_turn(question, reading.units, unit)
        or (
            names_several(question, unit.text, passage.title_terms) and not _is_doubted(reading, at)
        )
        or announces_things(reading, unit)
        or tells_quantity(reading, unit)
        or letter_party(reading, unit)
        or task_line(reading, unit)
        or property_fit(question.text, unit.text)
        or states_amount(question.text, unit.text)
        or is_told_as_doer(question, unit)
        or duty_fit(question, unit.text)
        or is_symbol_told(question, unit.text)
        or is_only_party(question, unit.text, [candidate.text for candidate in reading.candidates])
        or (unit.whole and introduces(question, unit))
        or told_form_fit(reading, unit, about)
        or lists_what_the_heading_says(question, unit)
        or (unit.whole and says_how(question, unit.text))
        or speaks_of_topic(question.text, unit, passage.title)
        or (way_fit(question, unit.text) > 0 and not _is_doubted(reading, at))
        or (unit.whole and states_it(question, unit.text))
    )


def _is_contested(reading: ReadEvidence, best: int, verdict: Verdict) -> bool:
    """Whether the cross-encoder thinks little of a sentence that would be called direct, and is
    nearly certain of another one of its passage: the first sentence below a question need not be
    the one that answers it."""
    together = reading.together
    if verdict is not Verdict.DIRECT or together is None or not _is_doubted(reading, best):
        return False
    beside = [unit.hit == reading.candidates[best].hit for unit in reading.candidates]
    return bool((together[np.array(beside)] >= CERTAIN).any())


def _is_doubted(reading: ReadEvidence, index: int) -> bool:
    """Whether there is a cross-encoder, and it thinks that a sentence does not answer."""
    return reading.together is not None and bool(reading.together[index] < DOUBTED)


def _alone(reading: ReadEvidence, best: int) -> bool:
    """Whether no other row answers as well with other figures."""
    question, chosen = reading.question, row_of(reading.candidates[best].text)
    fit = fit_as_row(reading, reading.candidates[best])
    rivals = [
        row_of(unit.text)
        for index, unit in enumerate(reading.candidates)
        if index != best and fit_as_row(reading, unit) >= fit
    ]
    return all(
        row is None or chosen is None or asked_cells(question, row) == asked_cells(question, chosen)
        for row in rivals
    )


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


def picks_it_out(reading: ReadEvidence, features: Matrix, best: int) -> bool:
    """Whether the best sentence picks out the very thing that the question picks out ("the next
    …") and holds something of the kind that is asked for, in a document that speaks of the rest."""
    row = features[best]
    return (
        bool(picks_the_same(reading.question, reading.candidates[best].text))
        and bool(row[_AT["kind_known"]] and row[_AT["kind_present"]])
        and of_document(reading, reading.candidates[best]) >= PICKED
    )


def likeliest_phrase(
    reading: ReadEvidence, scores: Scores, features: Matrix, weights: ReaderWeights
) -> tuple[Phrase, float] | None:
    """The likeliest short answer with its probability; None where a phrase cannot be one."""
    if not answerable_by_phrase(reading.question.kind):
        return None
    phrases, rows = phrase_features(reading, scores, features[:, COSINE], weights.background)
    return best_phrase(phrases, weights.phrases.probabilities(rows))
