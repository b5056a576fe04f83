"""Asks a collection's judged questions again, and learns the bounds of its verdicts from that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.errors import QuestionError
from backend.ports import Progress
from backend.tasks.answer.extractive.decided import Decided, Telling
from backend.tasks.answer.local import LocalReader
from backend.training.bounds_fitting import (
    LEAST_ANSWERS,
    JudgedAnswer,
    Told,
    learn_bounds,
    question_hash,
)
from backend.training.judged_questions import JudgedQuestion, JudgedSpan
from backend.types import Answer, BoundsReport, Hit, ReaderBounds

LIKELY_SHARE = 0.6
"""Share of the shipped bound of a likely answer below which a collection's own one never lies."""


def train_bounds(
    questions: Sequence[JudgedQuestion],
    ask: Callable[[str], Answer | None],
    reader: LocalReader,
    progress: Progress,
) -> tuple[ReaderBounds, BoundsReport]:
    """The bounds to use, each the shipped one or a better one, and what came of it.

    Args:
        ask: gives the answer of `reader` over the collection; None if it was stopped.
        reader: the local reader with the bounds that come with it.

    Raises:
        QuestionError: if too few answers are known to be right or wrong.
        CancelledError: if `progress` asked for it.
    """
    found_at: list[tuple[JudgedSpan, JudgedAnswer]] = []
    elsewhere = 0
    for number, question in enumerate(questions, start=1):
        progress("asking", number, len(questions))
        answer = ask(question.text)
        if answer is None:
            continue
        found = reader.decided(question.text, answer.hits)
        if found is None or not _is_decided(found, answer, reader.bounds):
            elsewhere += 1
            continue
        place = quoted_place(found.surest, answer.hits)
        found_at.append((place, judged_answer(question, found, answer.hits)))
    answers = one_of_each_place(found_at, reader.bounds)
    known = sum(each.under(reader.bounds)[1] is not None for each in answers)
    if known < LEAST_ANSWERS:
        raise QuestionError(
            f"Of {known} answers it is known whether they are right; at least {LEAST_ANSWERS} are "
            "needed before a bound of a direct answer can be told. Answers that quote the same "
            "place count once.",
            "Mark the passages that answers quote, helpful or not, or add a question set with the "
            "quotes that answer.",
        )
    bounds, report = learn_bounds(answers, reader.bounds, lowest_bounds(reader.bounds), elsewhere)
    return bounds, replace(report, repeated=len(found_at) - len(answers))


def one_of_each_place(
    found: Sequence[tuple[JudgedSpan, JudgedAnswer]], shipped: ReaderBounds
) -> list[JudgedAnswer]:
    """One answer of each place that is quoted first. Questions in other words that find the same
    quote are right or wrong together, so that ten of them tell no more than one, and must not
    stand among those that choose and those that judge.

    Of those of one place one counts of which it is known, with the shipped bounds, whether it is
    right; of these the one whose question has the least hash, which favours none.

    Args:
        found: each answer with the place of its first quote. Places that share half of the shorter
            are one, and so are those that a third one joins.
    """
    groups: list[list[tuple[JudgedSpan, JudgedAnswer]]] = []
    for each in found:
        joined = [some for some in groups if any(each[0].is_shared(place) for place, _ in some)]
        groups = [some for some in groups if some not in joined]
        groups.append([*(one for some in joined for one in some), each])

    def rank(answer: JudgedAnswer) -> tuple[bool, bytes]:
        return answer.under(shipped)[1] is None, question_hash(answer.question)

    return [min((answer for _, answer in some), key=rank) for some in groups]


def quoted_place(outcome: Telling, hits: Sequence[Hit]) -> JudgedSpan:
    """Where a quote stands, from its first sentence to its last."""
    first, last = outcome.quote[0], outcome.quote[-1]
    return JudgedSpan(hits[first.hit - 1].chunk.document_id, first.start, last.end)


def lowest_bounds(shipped: ReaderBounds) -> ReaderBounds:
    """What a collection's own bounds are never lower than, however right its judged answers are.

    What the shipped bounds would not even call likely is never direct. Of everyday papers, 25 of 52
    such answers were right with a probability down to `LIKELY_SHARE` of the likely bound, and 9 of
    29 below that, which are never likely.
    """
    return ReaderBounds(shipped.likely, LIKELY_SHARE * shipped.likely)


def judged_answer(question: JudgedQuestion, found: Decided, hits: Sequence[Hit]) -> JudgedAnswer:
    """What the bounds decide of a question, and whether each outcome is right."""

    def told(outcome: Telling) -> Told:
        places = [
            JudgedSpan(hits[unit.hit - 1].chunk.document_id, unit.start, unit.end)
            for unit in outcome.quote
        ]
        return outcome.verdict, question.is_right(places)

    return JudgedAnswer(
        question.text, found.first, told(found.surest), told(found.likely), told(found.least)
    )


def _is_decided(found: Decided, answer: Answer, bounds: ReaderBounds) -> bool:
    """Whether bounds can change the verdict, and the answer's is the one that they decide: a figure
    that was computed, or an overview, has another."""
    if not found.is_open:
        return False
    outcome = found.under(bounds)
    if answer.calculation is not None or answer.verdict is not outcome.verdict:
        return False
    first, quoted = outcome.quote[0], answer.citations[:1]
    return any((each.start, each.end) == (first.start, first.end) for each in quoted)
