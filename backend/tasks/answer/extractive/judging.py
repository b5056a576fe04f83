"""One question read against its evidence: what to quote, what the first line says, how sure it is.

Shared by the reader, which words it, and by the benches, which measure it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from backend.analysis import fold, term_texts
from backend.definitions.asked import asked_name
from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addressed import addresses_the_reader
from backend.tasks.answer.extractive.agents import does_to_another
from backend.tasks.answer.extractive.asked_conditions import of_another_condition
from backend.tasks.answer.extractive.complements import asked_of_what_is_not_there
from backend.tasks.answer.extractive.complete import (
    announces_nothing,
    complete,
    complete_one,
    gives_reason,
    going_on,
)
from backend.tasks.answer.extractive.conditions import condition_fit
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.contrast import both_entries, both_sides
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.counted import (
    counts_another,
    counts_asked,
    is_of_another_time,
)
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.fitting import fitting_by_form, picking_the_same
from backend.tasks.answer.extractive.forms import (
    DOES,
    NEGATION,
    NO_LONGER,
    announces_example,
    asks_for_figure,
    asks_for_past_date,
    asks_for_questions,
    counts_money_alone,
    counts_nothing,
    holds_kind,
    is_dated_title,
    is_declaration,
    is_flattened_table,
    is_good_for_it,
    is_of_no_age,
    is_of_no_size,
    is_question,
    kind_is_known,
    leads_elsewhere,
    never_answers,
    only_counts_them,
    only_says_subject,
    says_nothing,
    tells_figure,
    tells_of_a_column,
    tells_past_date,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.further import (
    about_another,
    adds,
    joins,
    names_known,
    of_document,
    other_hops,
    points_elsewhere,
    subjects_of,
)
from backend.tasks.answer.extractive.kinds_listed import tells_none_of_them
from backend.tasks.answer.extractive.letter_parties import FIT as OF_LETTER
from backend.tasks.answer.extractive.letter_parties import (
    is_of_no_letter_meant,
    letter_party,
)
from backend.tasks.answer.extractive.money import asks_what_it_costs, tells_cost
from backend.tasks.answer.extractive.naming_entries import naming_fit
from backend.tasks.answer.extractive.offices import is_of_another_office, is_over
from backend.tasks.answer.extractive.pair_sureness import RankedUnits
from backend.tasks.answer.extractive.phrases import (
    Phrase,
    answerable_by_phrase,
    best_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.premises import denies_premise
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage, Reading, above_of
from backend.tasks.answer.extractive.reason_clauses import (
    gives_reason_of_another,
    only_concludes,
    only_names_reason,
)
from backend.tasks.answer.extractive.rows import (
    asked_cells,
    direct_from,
    is_idle_row,
    is_unfit_row,
    row_fit,
    row_of,
    row_of_person,
)
from backend.tasks.answer.extractive.selection import in_document_order, select
from backend.tasks.answer.extractive.signposts import (
    FIT,
    below_reference_head,
    explains_itself,
    is_labelled,
    pointed,
)
from backend.tasks.answer.extractive.successions import succession_fit, tells_other_change
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import verdict_of
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Hit, Verdict

_AT = {name: index for index, name in enumerate(NAMES)}
COSINE = _AT["cosine"]
HELD_WITH_TITLE = 0.9
HELD_ALONE = 0.15
"""Shares of the question's weight that a sentence holds which says it plainly."""
OTHER_HOP = 0.02
"""Least share of the best score that a sentence has which leads to the answer: debris has less."""
TITLE_SAYS = 0.5
"""Least share of the question's weight in a title that may answer it."""
DEBRIS = 0.05
"""What is left of the score of a title, a line of contents or boilerplate."""
STRONG = 0.6
"""A sentence with such a score and a word of the question is not called nothing, however little
else speaks for an answer: of the training questions over own files seven of eight such sentences
answered."""
TIE = 0.1
"""What the learned score adds where rules find several sentences equally fit."""
LEAST_WORDS = 2
"""Words of a question that a sentence may say again whole; a single one is said by many."""
MOST_WORDS = 25
"""Words of such a sentence: in a long one they may stand far apart."""
NEARLY_BEST = 0.5
"""Share of the best score that such a sentence has."""
ALL_WORDS = 0.99
"""Share of the question's weight that such a sentence holds."""
CERTAIN, THOUGHT_WELL_OF = 0.9, 0.5
"""Probability of the cross-encoder, and score, of a sentence beside which rules lift none that the
cross-encoder gives less than `NO_ANSWER`."""
NO_ANSWER = 0.05
UNCOUNTED = 0.6
"""What is left of the score of a sentence that does not count what "how many" asks for, where
another one does."""
POINTED = 0.5
"""A signpost that points so surely makes an answer likely."""
ASIDE = 0.15
"""A further sentence is quoted beside an answer if its score is at least such a share of the
answer's."""
PICKED = 0.75
"""Share of the question's weight that the passages of its document hold, for a sentence that picks
out the same."""
LONGEST_OF_TWO = 400
"""Characters of a first line that tells two entries."""
FLATTENED = 0.3
"""What is left of the score of words without a verb, such as a table that lost its lines, where a
reason, a way, a definition or a decision is asked for."""

_SAID_IN_SENTENCES = frozenset(
    [AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.DEFINITION, AnswerKind.YES_NO]
)
_NAMED_ONE_BY_ONE = frozenset([AnswerKind.LIST, AnswerKind.MANNER, AnswerKind.OTHER])
"""Questions that “There are two of them.” does not answer."""
_NAMED = frozenset([AnswerKind.PLACE, AnswerKind.PERSON, AnswerKind.DATE])

Scores = npt.NDArray[np.float64]


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
    reading: Reading,
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
    fit = _row_fit(reading, reading.candidates[best])
    if is_about_other(reading, best):
        missing = True
    elif (
        fit
        or _is_entry(reading, reading.candidates[best])
        or _says_just_that(reading, reading.candidates[best])
        or (not weights.hears_pairs(reading) and _speaks_for_itself(reading, features, ranking))
    ):
        first = max(first, weights.thresholds.likely)
        found = max(found, weights.thresholds.found)
    verdict = verdict_of(first, found, missing, weights.thresholds)
    if is_unheard_of(reading):
        verdict = Verdict.NOT_FOUND
    verdict = _held_back(reading, best, verdict, bool(ranking.pointed[best] >= POINTED))
    strong = scores[best] >= STRONG and features[best][_AT["coverage_with_title"]] > 0
    if verdict is Verdict.NOT_FOUND and strong:
        verdict = Verdict.CLOSEST
    if (
        verdict is Verdict.CLOSEST
        and (found < weights.thresholds.probable or scores[best] < THOUGHT_WELL_OF)
        and nothing_is_counted(reading)
    ):
        verdict = Verdict.NOT_FOUND
    if fit >= direct_from(reading.candidates[best].text) and not missing and _alone(reading, best):
        verdict = Verdict.DIRECT
    chosen = select(reading, scores, weights.rule)
    line = ""
    if verdict in {Verdict.DIRECT, Verdict.LIKELY}:
        direct = verdict is Verdict.DIRECT
        enough = weights.sure_phrase if direct else weights.likely_phrase
        sure = phrase[0] if phrase and probability >= enough else None
        if sure is not None:
            best = sure.unit
            chosen = (best, *(i for i in chosen if i != best))[: max(1, weights.rule.most)]
        elif phrase is not None and phrase[0].unit == best:
            sure = _fitting(phrase[0], reading)
        unit = reading.candidates[best]
        least = ASIDE * float(scores[best])
        chosen = tuple(
            i for i in chosen if i == best or _goes_beside(reading, unit, i, scores[i] >= least)
        )
        chosen = _with_other_hop(reading, unit, scores, chosen)
        above = reading.passages[unit.hit].title_terms
        whole = complete_one(reading, unit)
        line = letter_party(reading, unit) or first_line(reading.question, unit, sure, above, whole)
        line, verdict = _of_both_sides(reading, scores, unit, line, verdict)
    rest = in_document_order(reading, [i for i in chosen if i != best])
    order = (best, *rest) if best in chosen else rest
    units = complete(reading, [reading.candidates[i] for i in order])
    probable = verdict is Verdict.CLOSEST and not missing and found >= weights.thresholds.probable
    return Judgement(verdict, line, units, scores, first, found, probable)


def _of_both_sides(
    reading: Reading, scores: Scores, unit: Unit, line: str, verdict: Verdict
) -> tuple[str, Verdict]:
    """A first line and its verdict, the line of both sides where a difference is asked for and each
    has a sentence: one side alone tells none for sure."""
    told = both_entries(reading, scores) or both_sides(reading, scores, unit)
    if told:
        between = " · ".join(told)
        return (between if len(between) <= LONGEST_OF_TWO else line), verdict
    things = contrasted(reading.question.text)
    alone = things is not None and not _holds_both(unit, things)
    return line, Verdict.LIKELY if alone and verdict is Verdict.DIRECT else verdict


def _holds_both(unit: Unit, things: tuple[str, str]) -> bool:
    """Whether one sentence has words of its own for each of two things."""
    one, other = (frozenset(term_texts(each)) for each in things)
    return bool(unit.term_set & one - other and unit.term_set & other - one)


def ranked(
    reading: Reading, features: Matrix, weights: ReaderWeights, titles: dict[int, frozenset[str]]
) -> RankedUnits:
    """What the learned ranking and the rules make of the candidates; arguments as of `judge`."""
    learned = weights.scores(features, reading.together)
    pointed = signposted(reading)
    return RankedUnits(without_debris(reading, learned, titles, pointed), pointed)


def _speaks_for_itself(reading: Reading, features: Matrix, ranking: RankedUnits) -> bool:
    """Whether the form of the best sentence makes it likely, where no cross-encoder says how sure
    it is. Where one does and is not, two of 23 such sentences were right over files that taught the
    ranking nothing."""
    best = int(np.argmax(ranking.scores))
    return (
        bool(ranking.pointed[best] >= POINTED)
        or says_it_plainly(reading, features, best)
        or picks_it_out(reading, features, best)
    )


def is_about_other(reading: Reading, best: int) -> bool:
    """Whether the best sentence is of something else than what is asked for: of another document's
    subject, a row whose words do not hold it, or a number that counts nothing or another thing."""
    question, unit = reading.question, reading.candidates[best]
    return (
        about_another(reading, unit)
        or points_elsewhere(reading, unit)
        or gives_reason_of_another(question, unit)
        or does_to_another(question, unit.text)
        or asked_of_what_is_not_there(reading, unit)
        or is_unfit_row(question, unit.text, names_known(reading, unit))
        or counts_nothing(question.kind, unit.text)
        or counts_money_alone(question.kind, question.text, unit.text)
        or is_of_no_age(question.text, unit.text)
        or counts_another(question, unit.text)
        or is_of_another_time(question, unit.text)
    )


def is_unheard_of(reading: Reading) -> bool:
    """Whether the meaning of an option is asked for whose name, with its hyphen, stands nowhere in
    the passages."""
    name, certain = asked_name(reading.question.text)
    return (
        certain
        and name.startswith("-")
        and not any(
            name.casefold() in " ".join((each.title, each.text)).casefold()
            for each in reading.passages.values()
        )
    )


def signposted(reading: Reading) -> Scores:
    """How surely a signpost points to each candidate, shape (candidates,)."""
    above = above_of(reading.units)
    about = _with_subjects(reading)
    return np.array(
        [
            max(
                OF_LETTER * bool(letter_party(reading, unit)),
                pointed(
                    reading.question,
                    unit,
                    above.get((unit.hit, unit.start), ()),
                    about[unit.hit],
                    reading.asked_headings,
                )
                * (not is_declaration(reading.question.text, unit.text)),
            )
            for unit in reading.candidates
        ]
    )


def _with_subjects(reading: Reading) -> dict[int, Passage]:
    """The passages by number, the names that their documents are about among their titles."""
    subjects = subjects_of(reading)
    return {
        number: replace(passage, title_terms=passage.title_terms | subjects[number])
        for number, passage in reading.passages.items()
    }


def said_in_its_words(reading: Reading) -> Scores:
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


def nothing_is_counted(reading: Reading) -> bool:
    """Whether a question for a number counts something that no passage speaks of."""
    question = reading.question
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = question.focus[0]
    return not any(counted in passage.terms for passage in reading.passages.values())


def says_it_plainly(reading: Reading, features: Matrix, best: int) -> bool:
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
    reading: Reading, unit: Unit, scores: Scores, chosen: tuple[int, ...]
) -> tuple[int, ...]:
    """What was chosen, with the likeliest sentence that leads to the answer if none of it does."""
    least = OTHER_HOP * float(scores.max())
    hops = [index for index in other_hops(reading, unit) if scores[index] >= least]
    if not hops or set(hops) & set(chosen):
        return chosen
    return (*chosen, max(hops, key=lambda index: scores[index]))


def _goes_beside(reading: Reading, unit: Unit, index: int, strong: bool) -> bool:
    """Whether another candidate is quoted beside the answer: a strong one that adds to it, or the
    other hop of a question over two documents."""
    other = reading.candidates[index]
    if letter_party(reading, unit):
        return False
    return joins(reading, unit, other) or (strong and adds(reading, unit, other))


def _is_of_somebody_else(reading: Reading, unit: Unit, whole: Unit, pointed: bool) -> bool:
    """Whether a sentence tells of another office than is asked for, of another change of it, or of
    no letter that is meant."""
    question = reading.question
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    return (
        (is_of_another_office(question, whole.text, over) and not pointed)
        or tells_other_change(question.text, whole.text)
        or is_of_no_letter_meant(reading, unit)
    )


def _held_back(reading: Reading, best: int, verdict: Verdict, pointed: bool) -> Verdict:
    """A verdict as sure as the form of the best sentence, with what it takes along, allows: a
    table that lost its lines and what a column holds answer nothing, a question for a figure needs
    one, one for a cost a price and one for when something happened a date, where, who or when is
    not told by what no longer is, what something is good for is no way to do it, and only what
    gives a reason is surely why."""
    if verdict not in {Verdict.DIRECT, Verdict.LIKELY}:
        return verdict
    unit, question = reading.candidates[best], reading.question
    whole = complete_one(reading, unit)
    of_figure = asks_for_figure(question.kind, question.text)
    if is_of_no_size(question.text, whole.text) or denies_premise(question, unit.text):
        return Verdict.CLOSEST
    if addresses_the_reader(question.text, unit.text) or _gives_none(question, unit, whole):
        return Verdict.CLOSEST
    if of_another_condition(question.text, unit.text):
        return Verdict.CLOSEST
    if question.kind in _NAMED_ONE_BY_ONE and only_counts_them(whole.text):
        return Verdict.CLOSEST
    if is_flattened_table(unit) or is_over(question, whole.text):
        return Verdict.CLOSEST
    if _is_of_somebody_else(reading, unit, whole, pointed):
        return Verdict.CLOSEST
    if question.kind is not AnswerKind.DATE and tells_of_a_column(unit.text):
        return Verdict.CLOSEST
    needed = [
        tells
        for asked, tells in (
            (of_figure, tells_figure),
            (asks_for_past_date(question.text), tells_past_date),
            (asks_what_it_costs(question.text), partial(tells_cost, question.text)),
        )
        if asked
    ]
    if needed:
        shown = [each.text for each in going_on(reading, (whole,)) if each.hit == unit.hit]
        if not all(any(map(tells, shown)) for tells in needed):
            return Verdict.CLOSEST
    if (
        question.kind in _NAMED
        and NO_LONGER.search(unit.text)
        and not NEGATION.search(question.text)
    ):
        return Verdict.CLOSEST
    if question.kind is AnswerKind.REASON and not (
        gives_reason(whole.text) or explains_itself(unit.text)
    ):
        return Verdict.LIKELY
    return verdict


def _gives_none(question: Question, unit: Unit, whole: Unit) -> bool:
    """Whether a way or a reason is asked for, and a sentence, with what it takes along, only says
    what something is good for, that a reason is clear, or what follows from one that is not said.
    """
    if is_good_for_it(question.kind, question.text, unit.text):
        return True
    return question.kind is AnswerKind.REASON and (
        only_names_reason(unit.text) or (whole == unit and only_concludes(question, unit))
    )


def _is_entry(reading: Reading, unit: Unit) -> bool:
    """Whether a sentence is the entry of a manual that says what the asked name does, stands below
    the head of its name, or is the entry of what does all that is asked."""
    question = reading.question
    if entry_fit(question.text, unit.text):
        return True
    if naming_fit(question, unit, reading.passages[unit.hit]):
        return True
    name, _ = asked_name(question.text)
    return bool(name) and below_reference_head(
        name, unit, above_of(reading.units)[unit.hit, unit.start]
    )


def _says_just_that(reading: Reading, unit: Unit) -> bool:
    """Whether a sentence names who enters or leaves the very office that is asked for, or tells
    what to do under the very condition, or is the signature or salutation that is asked for."""
    question, passage = reading.question, reading.passages[unit.hit]
    about = passage.terms | passage.title_terms
    return bool(
        succession_fit(question.text, unit.text, about)
        or condition_fit(question, unit, about)
        or letter_party(reading, unit)
    )


def _row_fit(reading: Reading, unit: Unit) -> float:
    return row_fit(reading.question, unit.text, names_known(reading, unit))


def _alone(reading: Reading, best: int) -> bool:
    """Whether no other row answers as well with other figures."""
    question, chosen = reading.question, row_of(reading.candidates[best].text)
    fit = _row_fit(reading, reading.candidates[best])
    rivals = [
        row_of(unit.text)
        for index, unit in enumerate(reading.candidates)
        if index != best and _row_fit(reading, unit) >= fit
    ]
    return all(
        row is None or chosen is None or asked_cells(question, row) == asked_cells(question, chosen)
        for row in rivals
    )


def _fitting(phrase: Phrase, reading: Reading) -> Phrase | None:
    """A less certain phrase still says which clause of a sentence of figures is meant."""
    return phrase if reading.question.kind in {AnswerKind.COUNT, AnswerKind.AMOUNT} else None


def titles_of(hits: Sequence[Hit]) -> dict[int, frozenset[str]]:
    """Per passage number its folded title and headings."""
    return {
        number: frozenset(
            fold(each).strip(" .") for each in (hit.chunk.title, *hit.chunk.path) if each
        )
        for number, hit in enumerate(hits, start=1)
    }


def without_debris(
    reading: Reading,
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
    debris = [
        (never_answers(unit, titles.get(unit.hit, frozenset())) and not letter_party(reading, unit))
        or only_says_subject(question.text, unit.text)
        or tells_none_of_them(question, complete_one(reading, unit).text)
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
        asking = [is_question(unit.text) for unit in reading.candidates]
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
        or (question.kind is AnswerKind.REASON and only_names_reason(unit.text))
        or is_good_for_it(question.kind, question.text, unit.text)
        for unit in reading.candidates
    ]
    scores = np.where(idle, FLATTENED * scores, scores)
    fits = np.array(
        [
            max(
                _row_fit(reading, unit),
                entry_fit(question.text, unit.text),
                FIT * bool(row_of_person(question, unit.text)),
            )
            for unit in reading.candidates
        ]
    )
    near = scores >= NEARLY_BEST * scores.max(initial=0.0)
    fits = np.maximum(np.maximum(fits, pointed), said_in_its_words(reading) * near)
    elsewise = [of_another_condition(question.text, unit.text) for unit in reading.candidates]
    unfit = np.array(debris) | np.array(elsewise) | _overruled(reading, learned, debris)
    fits = np.where(unfit, 0.0, fits)
    scores = np.where(fits > 0, np.maximum(scores, fits + TIE * scores), scores)
    if reading.question.kind not in _SAID_IN_SENTENCES and not DOES.search(question.text):
        return scores
    bare = [says_nothing(unit) and not letter_party(reading, unit) for unit in reading.candidates]
    return np.where(bare, FLATTENED * scores, scores)


def _overruled(reading: Reading, scores: Scores, debris: Sequence[bool]) -> npt.NDArray[np.bool_]:
    """The candidates that no rule may lift, shape (candidates,): the cross-encoder sees no answer
    in them, where it is nearly certain of another one that the ranking thinks well of. A value
    behind its label is too bare for it, and may be lifted."""
    together = reading.together
    if together is None:
        return np.zeros(len(reading.candidates), dtype=np.bool_)
    certain = (together >= CERTAIN) & (scores >= THOUGHT_WELL_OF) & ~np.array(debris)
    if not certain.any():
        return np.zeros(len(reading.candidates), dtype=np.bool_)
    bare = [is_labelled(unit.text) for unit in reading.candidates]
    return np.asarray((together < NO_ANSWER) & ~np.array(bare))


def picks_it_out(reading: Reading, features: Matrix, best: int) -> bool:
    """Whether the best sentence picks out the very thing that the question picks out ("the next
    …") and holds something of the kind that is asked for, in a document that speaks of the rest."""
    row = features[best]
    return (
        bool(picks_the_same(reading.question, reading.candidates[best].text))
        and bool(row[_AT["kind_known"]] and row[_AT["kind_present"]])
        and of_document(reading, reading.candidates[best]) >= PICKED
    )


def likeliest_phrase(
    reading: Reading, scores: Scores, features: Matrix, weights: ReaderWeights
) -> tuple[Phrase, float] | None:
    """The likeliest short answer with its probability; None where a phrase cannot be one."""
    if not answerable_by_phrase(reading.question.kind):
        return None
    phrases, rows = phrase_features(reading, scores, features[:, COSINE], weights.background)
    return best_phrase(phrases, weights.phrases.probabilities(rows))
