"""What rules make of the scores that were learned: what is never an answer counts less, and more
what a signpost points to, a row that is asked for or an entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from backend.analysis import fold, term_texts
from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addressed import addresses_the_reader
from backend.tasks.answer.extractive.addresses_told import tells_address
from backend.tasks.answer.extractive.amounts_within import (
    tells_other_side,
    with_amount_within_first,
)
from backend.tasks.answer.extractive.announced_things import announces_things
from backend.tasks.answer.extractive.attributive_deeds import with_deed_told_first
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.circular_reasons import with_event_told_first
from backend.tasks.answer.extractive.claims_reported import answers_claim, claimed
from backend.tasks.answer.extractive.complete import (
    announces_nothing,
    complete_one,
)
from backend.tasks.answer.extractive.conditions import (
    of_another_condition,
    with_heading_case,
)
from backend.tasks.answer.extractive.contrast import with_one_of_both_first
from backend.tasks.answer.extractive.counted import (
    counts_asked,
)
from backend.tasks.answer.extractive.deciding import denies_of_some, is_only_supposed
from backend.tasks.answer.extractive.done_about import with_deed_first
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.fitting import fitting_by_form, picking_the_same
from backend.tasks.answer.extractive.forms import (
    DOES,
    PRONOUN,
    announces_example,
    announces_text,
    asks_for_questions,
    asks_likewise,
    holds_kind,
    is_dated_title,
    is_declaration,
    is_good_for_it,
    is_question,
    kind_is_known,
    leads_elsewhere,
    never_answers,
    only_says_subject,
    says_nothing,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.further import (
    names_known,
    subjects_of,
)
from backend.tasks.answer.extractive.its_thing_first import with_its_thing_first
from backend.tasks.answer.extractive.kinds_listed import kind_asked, tells_none_of_them
from backend.tasks.answer.extractive.last_time import tells_of_last_time
from backend.tasks.answer.extractive.letter_parties import (
    letter_party,
)
from backend.tasks.answer.extractive.like_titles import without_like_titles
from backend.tasks.answer.extractive.listed_quantities import tells_quantity
from backend.tasks.answer.extractive.mentioned_aside import is_mentioned_aside
from backend.tasks.answer.extractive.named_doers import (
    asks_what_it_does,
    is_told_as_doer,
    is_usage_line,
)
from backend.tasks.answer.extractive.named_reasons import with_named_reason_first
from backend.tasks.answer.extractive.noted_tasks import task_fit
from backend.tasks.answer.extractive.only_in_theory import is_only_in_theory
from backend.tasks.answer.extractive.only_named_both import only_names_both
from backend.tasks.answer.extractive.other_ones import tells_of_others
from backend.tasks.answer.extractive.pair_sureness import RankedUnits
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import (
    gives_a_reason,
    gives_reason_of_another,
    only_names_reason,
    points_to_reason,
)
from backend.tasks.answer.extractive.replies import with_reply_first
from backend.tasks.answer.extractive.required import names_of
from backend.tasks.answer.extractive.rows import (
    is_idle_row,
    row_fit,
    row_of,
    row_of_person,
)
from backend.tasks.answer.extractive.rows_by_item import item_fit
from backend.tasks.answer.extractive.settings_listed import is_only_listed
from backend.tasks.answer.extractive.signposts import (
    is_labelled,
    pointed,
)
from backend.tasks.answer.extractive.solutions_told import with_solution_first
from backend.tasks.answer.extractive.stated_amounts import states_amount
from backend.tasks.answer.extractive.stated_ways import says_how
from backend.tasks.answer.extractive.tenures import tenure_fit
from backend.tasks.answer.extractive.terms_defined import introduces
from backend.tasks.answer.extractive.told_deeds import deed_fit
from backend.tasks.answer.extractive.told_forms import told_form_fit
from backend.tasks.answer.extractive.told_topics import speaks_of_topic
from backend.tasks.answer.extractive.told_what_it_is import purpose_fit
from backend.tasks.answer.extractive.typed_names import typed_in
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Hit

TITLE_SAYS = 0.5
"""Least share of the question's weight in a title that may answer it."""
DEBRIS = 0.05
"""What is left of the score of a title, a line of contents or boilerplate."""
TIE = 0.1
"""What the learned score adds where rules find several sentences equally fit."""
LEAST_WORDS = 2
"""Words of a question that a sentence may say again whole; a single one is said by many."""
NEARLY_BEST = 0.5
"""Share of the best score that such a sentence has."""
ALL_WORDS = 0.99
"""Share of the question's weight that such a sentence holds."""
CERTAIN, THOUGHT_WELL_OF = 0.9, 0.5
"""Probability of the cross-encoder, and score, of a sentence beside which rules lift none that the
cross-encoder gives less than `NO_ANSWER`."""
NO_ANSWER = 0.05
NEARLY_AS_GOOD = 0.9
LITTLE, FAR_MORE, AS_GOOD_FOR_MORE = 0.3, 0.15, 0.5
"""A reason that says so little of what is asked about (as a share of its weight) gives way to one
that says so much more of it and has so much of its score."""
"""Share of the best score from which another sentence is nearly as good: the scores are less exact
than that."""
UNCOUNTED = 0.6
"""What is left of the score of a sentence that does not count what "how many" asks for, where
another one does."""
POINTED = 0.5
"""A signpost that points so surely makes an answer likely."""
DOER = 0.85
"""The score of a sentence that has the asked thing as the one who does, above that of the first
sentence of its entry, which may only lead to it."""
FLATTENED = 0.3
"""What is left of the score of words without a verb, such as a table that lost its lines, where a
reason, a way, a definition or a decision is asked for."""
MOST_OF_IT = 0.5
"""Share of the question's weight in a sentence that stands before one without a word of it."""
_FIGURES = frozenset([AnswerKind.AMOUNT, AnswerKind.COUNT])
_SAID_IN_SENTENCES = frozenset(
    [AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.DEFINITION, AnswerKind.YES_NO]
)
Scores = npt.NDArray[np.float64]


def ranked(
    reading: ReadEvidence,
    features: Matrix,
    weights: ReaderWeights,
    titles: dict[int, frozenset[str]],
) -> RankedUnits:
    """What the learned ranking and the rules make of the candidates; arguments as of `judge`."""
    learned = weights.scores(features, reading.together)
    pointed = signposted(reading)
    scores = without_debris(reading, learned, titles, pointed)
    scores = with_one_of_both_first(reading, with_its_name_first(reading, scores, titles))
    scores = with_deed_told_first(reading, with_what_is_measured_first(reading, scores))
    scores = with_its_thing_first(reading, with_reply_first(reading, scores))
    scores = with_solution_first(reading, scores)
    scores = with_event_told_first(reading, with_reason_given_first(reading, scores))
    scores = with_deed_first(reading, with_named_reason_first(reading, scores))
    scores = with_amount_within_first(reading, scores)
    return RankedUnits(without_like_titles(reading, scores), pointed)


def with_its_name_first(
    reading: ReadEvidence, scores: Scores, titles: dict[int, frozenset[str]]
) -> Scores:
    """The scores, where the best sentence changes places with one that is nearly as good and has a
    name of the question which neither it nor what it stands under has: one of its passage, or of
    any if the name is one that is typed, letter for letter (“maxSize” is not “maxSizes”)."""
    best = int(np.argmax(scores))
    unit = reading.candidates[best]
    over = (unit.heading, *titles.get(unit.hit, ()))
    typed = [
        each
        for each in typed_in(reading.question.text)
        if not any(each in typed_in(text) for text in (unit.text, *over))
    ]
    under = unit.term_set.union(*map(term_texts, over))
    lacking = [name for name in names_of(reading.question.text) if not name <= under]
    if PRONOUN.match(unit.text) or not (typed or lacking):
        return scores
    kind = reading.question.kind
    told = kind_is_known(kind) and holds_kind(kind, unit.text)
    alike = [
        index
        for index, candidate in enumerate(reading.candidates)
        if scores[index] >= NEARLY_AS_GOOD * scores[best]
        and (not told or holds_kind(kind, candidate.text))
        and (
            any(name in typed_in(candidate.text) for name in typed)
            or (candidate.hit == unit.hit and any(name <= candidate.term_set for name in lacking))
        )
    ]
    return with_best_of(scores, alike)


def with_reason_given_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where “why” is asked and the best sentence gives no reason by a word for one, or
    is itself the reason of what stands before it (“Reason: the pump had failed”): it changes places
    with one that is nearly as good, says as much of what is asked about, and does. So does one that
    only points to a reason (“as described above”), or gives that of something else, with one that
    is thought of half as well and says far more of what is asked about."""
    question, unit = reading.question, reading.candidates[int(np.argmax(scores))]
    if question.kind is not AnswerKind.REASON:
        return scores
    said = question.share_of(unit.term_set)
    gives = gives_a_reason(unit.text)
    points = gives and points_to_reason(unit.text)
    if gives and not points and said > LITTLE:
        return scores

    def gives_way_to(index: int) -> bool:
        more = question.share_of(reading.candidates[index].term_set) - said
        nearly = scores[index] >= NEARLY_AS_GOOD * scores.max() and more >= 0 and not gives
        half = scores[index] >= AS_GOOD_FOR_MORE * scores.max()
        return bool(nearly or (half and ((points and more >= 0) or more >= FAR_MORE)))

    giving = [
        index
        for index, candidate in enumerate(reading.candidates)
        if gives_way_to(index)
        and gives_a_reason(candidate.text)
        and not points_to_reason(candidate.text)
        and not gives_reason_of_another(question, candidate)
    ]
    return with_best_of(scores, giving)


def with_what_is_measured_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where a figure is asked for and the best sentence, with its heading, has no word
    of the question: it changes places with the one of its passage that has a figure and most of
    what is asked."""
    question, unit = reading.question, reading.candidates[int(np.argmax(scores))]
    held = unit.term_set | frozenset(term_texts(unit.heading))
    if question.kind not in _FIGURES or PRONOUN.match(unit.text) or held & question.weights.keys():
        return scores
    beside = [
        index
        for index, candidate in enumerate(reading.candidates)
        if candidate.hit == unit.hit
        and question.share_of(candidate.term_set) > MOST_OF_IT
        and holds_kind(question.kind, candidate.text)
    ]
    return with_best_of(scores, beside)


def signposted(reading: ReadEvidence) -> Scores:
    """How surely a signpost points to each candidate, shape (candidates,)."""
    about = _with_subjects(reading)
    question = reading.question.text
    points = np.array(
        [
            max(
                FIT * bool(letter_party(reading, unit)),
                DOER * is_told_as_doer(reading.question, unit),
                FIT * announces_things(reading, unit),
                FIT * tells_quantity(reading, unit),
                deed_fit(reading.question, unit, reading.above(unit), about[unit.hit].title_terms),
                introduces(reading.question, unit),
                told_form_fit(reading, unit, about[unit.hit].terms),
                states_amount(question, unit.text),
                FIT * says_how(reading.question, unit.text),
                FIT * speaks_of_topic(question, unit, reading.passages[unit.hit].title),
                task_fit(reading, unit),
                pointed(
                    reading.question,
                    unit,
                    reading.above(unit),
                    about[unit.hit],
                    reading.asked_headings,
                )
                * (not is_declaration(question, unit.text)),
            )
            for unit in reading.candidates
        ]
    )
    return np.where(_led_astray(reading), 0.0, points)


def _led_astray(reading: ReadEvidence) -> list[bool]:
    """The candidates to which no signpost points: what a thing is, where another one below the same
    heading says what it is for and that is asked; a claim to which another one replies; and what
    only says of what the text goes on."""
    question, units = reading.question, reading.candidates
    fits = [purpose_fit(question, unit, reading.above(unit)) > 0 for unit in units]
    said = {(unit.hit, unit.heading) for unit, fit in zip(units, fits, strict=True) if fit}
    replied = any(answers_claim(question, unit, reading.before(unit)) for unit in units)
    return [
        (not fit and (unit.hit, unit.heading) in said)
        or (replied and claimed(question, unit.text))
        or announces_text(unit.text)
        for unit, fit in zip(units, fits, strict=True)
    ]


def _with_subjects(reading: ReadEvidence) -> dict[int, Passage]:
    """The passages by number, the names that their documents are about among their titles."""
    subjects = subjects_of(reading)
    return {
        number: replace(passage, title_terms=passage.title_terms | subjects[number])
        for number, passage in reading.passages.items()
    }


def said_in_its_words(reading: ReadEvidence) -> Scores:
    """`POINTED` for candidates that hold all words of a question of at least two, and something of
    the kind that it asks for, shape (candidates,); 0 for others."""
    question = reading.question
    if len(question.terms) < LEAST_WORDS or not kind_is_known(question.kind):
        return np.zeros(len(reading.candidates))
    return np.array(
        [
            POINTED * (question.share_of(unit.term_set) >= ALL_WORDS and _tells(question, unit))
            for unit in reading.candidates
        ]
    )


def _tells(question: Question, unit: Unit) -> bool:
    return (
        holds_kind(question.kind, unit.text)
        and row_of(unit.text) is None
        and not is_question(unit.text)
    )


def titles_of(hits: Sequence[Hit]) -> dict[int, frozenset[str]]:
    """Per passage number its folded title and headings."""
    return {
        number: frozenset(
            fold(each).strip(" .") for each in (hit.chunk.title, *hit.chunk.path) if each
        )
        for number, hit in enumerate(hits, start=1)
    }


def without_debris(
    reading: ReadEvidence,
    scores: Scores,
    titles: dict[int, frozenset[str]],
    pointed: Scores | None = None,
) -> Scores:
    """The scores, those of what is never an answer made small.

    Args:
        pointed: what `signposted` says of the candidates, where that is known already.
    """
    learned = scores
    pointed = signposted(reading) if pointed is None else pointed
    question = reading.question
    names_wanted, does = bool(kind_asked(question.text)), asks_what_it_does(question)
    debris = [
        (
            never_answers(unit, titles.get(unit.hit, frozenset()))
            and not letter_party(reading, unit)
            and not tells_address(question.text, unit.text)
        )
        or only_says_subject(question.text, unit.text)
        or (does and is_usage_line(unit.text))
        or (names_wanted and tells_none_of_them(question, complete_one(reading, unit).text))
        or (is_dated_title(unit) and question.share_of(unit.term_set) < TITLE_SAYS)
        for unit in reading.candidates
    ]
    scores = np.where(debris, DEBRIS * scores, scores)
    if question.kind is not AnswerKind.PLACE:  # “Where is … described?” may ask for the section
        led_away = [leads_elsewhere(unit.text) for unit in reading.candidates]
        scores = np.where(led_away, DEBRIS * scores, scores)
    declared = [is_declaration(question.text, unit.text) for unit in reading.candidates]
    scores = np.where(declared, DEBRIS * scores, scores)
    if not asks_for_questions(question.text):  # what only asks the same answers nothing
        asking = [
            is_question(unit.text) or asks_likewise(question.kind, unit.text)
            for unit in reading.candidates
        ]
        scores = np.where(asking, DEBRIS * scores, scores)
        debris = [gone or asks for gone, asks in zip(debris, asking, strict=True)]
    steering = [addresses_the_reader(question.text, unit.text) for unit in reading.candidates]
    scores = np.where(steering, DEBRIS * scores, scores)
    announced = [announces_example(question.text, unit.text) for unit in reading.candidates]
    scores = np.where(announced, FLATTENED * scores, scores)
    counted = [counts_asked(question, unit.text) for unit in reading.candidates]
    if any(counted):
        scores = np.where(counted, scores, UNCOUNTED * scores)
    for fitting, left in fitting_by_form(reading):
        scores = np.where(fitting, scores, left * scores)
    picking = picking_the_same(reading, debris)
    if any(picking):
        scores = np.where(picking, scores, FLATTENED * scores)
    if question.kind is not AnswerKind.OTHER:
        reported = [tells_what_was_asked(unit.text) for unit in reading.candidates]
        scores = np.where(reported, DEBRIS * scores, scores)
    idle = [
        is_idle_row(question, unit.text, names_known(reading, unit))
        or announces_nothing(reading, unit)
        or announces_text(unit.text)
        or (question.kind is AnswerKind.REASON and only_names_reason(unit.text))
        or is_good_for_it(question.kind, question.text, unit.text)
        or is_only_listed(question.kind, question.text, unit.text)
        or denies_of_some(question, unit.text)
        or is_only_supposed(question, unit.text)
        or is_only_in_theory(question.text, unit.text)
        or only_names_both(question.text, unit.text)
        or tells_of_others(question.text, unit.text)
        or tells_of_last_time(question.text, unit.text)
        or tells_other_side(question.text, unit.text)
        or is_mentioned_aside(question, unit.text)
        for unit in reading.candidates
    ]
    scores = np.where(idle, FLATTENED * scores, scores)
    tenures = [_tenure_of(reading, unit) for unit in reading.candidates]
    fits = np.array(
        [
            max(
                fit_as_row(reading, unit),
                entry_fit(question.text, unit.text, unit.heading),
                tenure,
                FIT * bool(row_of_person(question, unit.text)),
            )
            for unit, tenure in zip(reading.candidates, tenures, strict=True)
        ]
    )
    near = scores >= NEARLY_BEST * scores.max(initial=0.0)
    fits = np.maximum(np.maximum(fits, pointed), said_in_its_words(reading) * near)
    elsewise = [
        of_another_condition(question.text, with_heading_case(unit)) for unit in reading.candidates
    ]
    unfit = np.array(debris) | np.array(elsewise) | _overruled(reading, learned, debris, tenures)
    fits = np.where(unfit, 0.0, fits)
    scores = np.where(fits > 0, np.maximum(scores, fits + TIE * scores), scores)
    if reading.question.kind not in _SAID_IN_SENTENCES and not DOES.search(question.text):
        return scores
    bare = [says_nothing(unit) and not letter_party(reading, unit) for unit in reading.candidates]
    return np.where(bare, FLATTENED * scores, scores)


def _overruled(
    reading: ReadEvidence, scores: Scores, debris: Sequence[bool], tenures: Sequence[float]
) -> npt.NDArray[np.bool_]:
    """The candidates that no rule may lift, shape (candidates,): the cross-encoder sees no answer
    in them, where it is nearly certain of another one that the ranking thinks well of. A value
    behind its label is too bare for it, and a term from 1999 until 2001 no time in 2000: these may
    be lifted."""
    together = reading.together
    if together is None:
        return np.zeros(len(reading.candidates), dtype=np.bool_)
    certain = (together >= CERTAIN) & (scores >= THOUGHT_WELL_OF) & ~np.array(debris)
    if not certain.any():
        return np.zeros(len(reading.candidates), dtype=np.bool_)
    bare = [is_labelled(unit.text) for unit in reading.candidates]
    return np.asarray((together < NO_ANSWER) & ~np.array(bare) & (np.array(tenures) == 0))


def _tenure_of(reading: ReadEvidence, unit: Unit) -> float:
    passage = reading.passages[unit.hit]
    about = passage.terms | passage.title_terms
    return tenure_fit(reading.question, unit, reading.units, about)


def fit_as_row(reading: ReadEvidence, unit: Unit) -> float:
    fit = row_fit(reading.question, unit.text, names_known(reading, unit))
    return fit or item_fit(reading, unit)
