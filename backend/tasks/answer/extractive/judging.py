"""One question read against its evidence: what to quote, what the first line says, how sure it is.

Shared by the reader, which words it, and by the benches, which measure it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from backend.inference.logistic import Matrix
from backend.tasks.answer.extractive.complete import complete
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.contrast import told_as_both
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.first_line import LONGEST
from backend.tasks.answer.extractive.holding_back import held_back, is_row_of_another
from backend.tasks.answer.extractive.items_below import items_meant
from backend.tasks.answer.extractive.labelled_values import tells_labelled_value
from backend.tasks.answer.extractive.named_elsewhere import lacks_a_name, names_siblings
from backend.tasks.answer.extractive.pair_sureness import RankedUnits
from backend.tasks.answer.extractive.phrases import (
    Phrase,
    answerable_by_phrase,
    best_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rows import (
    asked_cells,
    direct_from,
    is_of_statement,
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
from backend.tasks.answer.extractive.sentence_checks import (
    counts_what_is_not_there,
    is_about_other,
    is_doubted,
    is_entry,
    is_never_told,
    is_order_without_reason,
    is_unheard_of,
    nothing_is_counted,
    picks_it_out,
    says_it_plainly,
    says_just_that,
)
from backend.tasks.answer.extractive.stated_ways import says_how, way_fit
from backend.tasks.answer.extractive.steps_below import (
    ListedBelow,
    are_surely_meant,
    asks_for_steps,
    steps_around,
    steps_meant,
)
from backend.tasks.answer.extractive.telling import ToldAnswer, told_as
from backend.tasks.answer.extractive.units import Unit, stretched
from backend.tasks.answer.extractive.verdicts import ANSWERED, verdict_of
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Verdict

_AT = {name: index for index, name in enumerate(NAMES)}
COSINE = _AT["cosine"]
STRONG = 0.6
"""A sentence with such a score and a word of the question is not called nothing, however little
else speaks for an answer: of the training questions over own files seven of eight such sentences
answered."""
NEAREST_STEPS = 3
"""So many of the sentences that come nearest are steps of one list, where they are told."""
OVERRULING = 0.7
"""P(the best sentence holds the answer) from which rules do not hold it back."""


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
    is_of_both = told_as_both(reading, scores, reading.candidates[best])
    if not overruled and not is_of_both and is_about_other(reading, best):
        missing = True
    elif (
        fit
        or is_entry(reading, reading.candidates[best])
        or says_just_that(reading, reading.candidates[best])
        or tells_labelled_value(reading, reading.candidates[best])
        or is_of_both
        or (not weights.hears_pairs(reading) and _speaks_for_itself(reading, features, ranking))
    ):
        first = max(first, weights.thresholds.likely)
        found = max(found, weights.thresholds.found)
    verdict = verdict_of(first, found, missing, weights.thresholds)
    unheard = is_unheard_of(reading)
    verdict = Verdict.NOT_FOUND if unheard else verdict
    are_rows = is_of_both and row_of(reading.candidates[best].text) is not None
    if not (overruled or are_rows) or is_never_told(reading, best):
        verdict = held_back(reading, best, verdict, bool(ranking.pointed[best] >= POINTED))
    verdict = _weakened(reading, best, verdict, overruled)
    strong = scores[best] >= STRONG and features[best][_AT["coverage_with_title"]] > 0
    doubted = found < weights.thresholds.probable or scores[best] < THOUGHT_WELL_OF
    verdict = _shown_or_not(reading, verdict, bool(strong), bool(doubted))
    told = reading.candidates[best]
    steps = None if missing or unheard else _steps_meant(reading, weights, told)
    if steps is None and not missing and not unheard:
        steps = _listed_otherwise(reading, scores, told, verdict, weights)
    if steps is not None and _give_way(reading, steps, told, verdict):
        otherwise = Judgement(verdict, "", (), scores, first, found)
        return _told_in_steps(reading, steps, weights, otherwise)
    as_row = fit >= direct_from(told.text) and not missing and not is_row_of_another(reading, told)
    if as_row and _alone(reading, best):
        verdict = Verdict.DIRECT
    chosen = select(reading, scores, weights.rule)
    told_so = ToldAnswer("", verdict, best, chosen)
    if verdict in ANSWERED:
        told_so = told_as(reading, scores, weights, phrase, told_so)
    best, beside = told_so.best, told_so.beside
    rest = in_document_order(reading, [i for i in told_so.chosen if i not in (best, *beside)])
    order = (best, *beside, *rest) if best in told_so.chosen else rest
    units = complete(reading, [reading.candidates[i] for i in order])
    verdict = told_so.verdict
    probable = verdict is Verdict.CLOSEST and not missing and found >= weights.thresholds.probable
    return Judgement(verdict, told_so.line, units, scores, first, found, probable)


def _listed_otherwise(
    reading: ReadEvidence, scores: Scores, told: Unit, verdict: Verdict, weights: ReaderWeights
) -> ListedBelow | None:
    """The steps around the one that would be told, or of which those that come nearest are; or the
    list below a heading that is nearly the question, where no sentence is told."""
    question = reading.question
    if verdict is Verdict.LIKELY:
        return steps_around(question, reading.steps, told)
    if verdict is not Verdict.CLOSEST or not weights.hears_pairs(reading):
        return None
    nearest = [reading.candidates[at] for at in np.argsort(-scores, kind="stable")[:NEAREST_STEPS]]
    around = steps_around(question, reading.steps, told)
    if around is not None and len(nearest) == NEAREST_STEPS and all(map(around.hold, nearest)):
        return around
    return items_meant(question, reading.steps)


def _steps_meant(reading: ReadEvidence, weights: ReaderWeights, told: Unit) -> ListedBelow | None:
    if not asks_for_steps(reading.question):
        return None  # the lists are of things
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    hears_meaning = weights.hears_pairs(reading)
    return steps_meant(
        reading.question, reading.steps, titles, hears_meaning=hears_meaning, told=told
    )


def _give_way(reading: ReadEvidence, steps: ListedBelow, told: Unit, verdict: Verdict) -> bool:
    """Whether a sentence makes room for steps: it is one of them, is not sure enough to be told, or
    says no way to do it, and stands beside them in prose, or is only likely, where the steps are
    surely meant."""
    if verdict not in ANSWERED or steps.hold(told):
        return True
    question = reading.question
    says_it = says_how(question, told.text) or way_fit(question, told.text)
    if steps.in_prose and steps.is_above(told):
        return not says_it
    return verdict is Verdict.LIKELY and not says_it and are_surely_meant(question, steps)


def _told_in_steps(
    reading: ReadEvidence, steps: ListedBelow, weights: ReaderWeights, otherwise: Judgement
) -> Judgement:
    """The steps below a heading that names what is to be done, quoted as a whole, as surely as the
    collection's bounds allow."""
    passage, start = reading.passages[steps.first.hit], steps.spans[0][0]
    whole = stretched(steps.first, passage.text, passage.start, start, steps.end)
    is_sure = are_surely_meant(reading.question, steps) and weights.thresholds.direct <= 1
    verdict = Verdict.DIRECT if is_sure else Verdict.LIKELY
    verdict = verdict if weights.thresholds.likely <= 1 else Verdict.CLOSEST
    line = "" if verdict is Verdict.CLOSEST else steps.line(LONGEST)
    return replace(otherwise, verdict=verdict, line=line, units=(replace(whole, text=steps.lines),))


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
    they would have held back were right. What a row of a statement is of, rules know better."""
    return (
        weights.hears_pairs(reading)
        and first >= OVERRULING
        and not is_of_statement(reading.candidates[best].text)
    )


def _weakened(reading: ReadEvidence, best: int, verdict: Verdict, overruled: bool) -> Verdict:
    """A verdict that another sentence, or what nothing speaks of, makes less sure."""
    unit = reading.candidates[best]
    if verdict is Verdict.LIKELY and not overruled and counts_what_is_not_there(reading, unit):
        return Verdict.CLOSEST
    if verdict in ANSWERED and names_siblings(reading, unit):
        return Verdict.CLOSEST
    if (
        _is_contested(reading, best, verdict)
        or lacks_a_name(reading, unit)
        or is_order_without_reason(reading, unit)
    ):
        return Verdict.LIKELY if verdict is Verdict.DIRECT else verdict
    return verdict


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


def _is_contested(reading: ReadEvidence, best: int, verdict: Verdict) -> bool:
    """Whether the cross-encoder thinks little of a sentence that would be called direct, and is
    nearly certain of another one of its passage: the first sentence below a question need not be
    the one that answers it."""
    together = reading.together
    if verdict is not Verdict.DIRECT or together is None or not is_doubted(reading, best):
        return False
    beside = [unit.hit == reading.candidates[best].hit for unit in reading.candidates]
    return bool((together[np.array(beside)] >= CERTAIN).any())


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


def likeliest_phrase(
    reading: ReadEvidence, scores: Scores, features: Matrix, weights: ReaderWeights
) -> tuple[Phrase, float] | None:
    """The likeliest short answer with its probability; None where a phrase cannot be one."""
    if not answerable_by_phrase(reading.question.kind):
        return None
    phrases, rows = phrase_features(reading, scores, features[:, COSINE], weights.background)
    return best_phrase(phrases, weights.phrases.probabilities(rows))
