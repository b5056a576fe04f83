"""Learns from which probabilities on a collection's answers are direct, and likely.

Each bound is the least that keeps its promise over the answers known to be right or wrong, by
conformal risk control (`backend.inference.risk_control`). It stands only if it is better than the
shipped one on questions that did not choose it, in five folds:

- A higher bound, if the shipped one breaks its promise there and the higher one does not. Answers
  that nobody judged are left out.
- A lower one, if it keeps the promise there with an error to spare, and more right answers are told
  beyond chance. Answers that nobody judged count as wrong: people mark what helps them more readily
  than what does not.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from backend.evaluation.intervals import difference_interval, share_interval
from backend.inference.risk_control import NEVER, least_bound
from backend.tasks.answer.extractive.decided import separated
from backend.types import (
    PROMISED,
    BoundChange,
    BoundsReport,
    ReaderBounds,
    Verdict,
    VerdictCount,
)

LEAST_ANSWERS = 40
"""Of four folds of forty answers, a quarter, as of people's papers, are direct: eight or nine. With
fewer than nine that are all right no bound of a direct answer keeps its promise, as one error more
than was seen is reckoned with."""
FOLDS = 5
CHANCE = 0.1
"""A promise counts as broken where so few right answers, or fewer, would be seen less often than
this if it were kept. One in ten, since a higher bound does little harm."""

UNCHANGED = "What was learned is no other bound."
NONE_KEEPS = "The shipped bound breaks its promise, and no bound keeps it: none is called so."

Told = tuple[Verdict, bool | None]
"""A verdict, and whether the quote that stands first is right; None if that is not known."""
Learner = Callable[[Sequence["JudgedAnswer"]], ReaderBounds]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What is told of a question if `first`, the probability that its best sentence answers,
    reaches the bound of a direct answer, that of a likely one alone, or neither."""

    question: str
    first: float
    surest: Told
    likely: Told
    least: Told

    def under(self, bounds: ReaderBounds) -> Told:
        """What is told with some bounds."""
        if self.first >= bounds.direct:
            return self.surest
        return self.likely if self.first >= bounds.likely else self.least


def learn_bounds(
    answers: Sequence[JudgedAnswer], shipped: ReaderBounds, lowest: ReaderBounds, elsewhere: int
) -> tuple[ReaderBounds, BoundsReport]:
    """The bounds to use, each the shipped one or a better one, and what came of it.

    Args:
        answers: to questions that people judged; the bounds decide all of them.
        shipped: the bounds that come with the reader.
        lowest: what no bound is lower than.
        elsewhere: how many questions were left out since their verdict is decided otherwise.
    """

    def direct(cautious: bool) -> Learner:
        return lambda some: replace(
            shipped, direct=max(lowest.direct, least_direct(some, cautious=cautious))
        )

    told = [answer.under(shipped) for answer in answers]
    first, base = _better(answers, Verdict.DIRECT, told, lambda some: shipped, direct)

    def likely(cautious: bool) -> Learner:
        def learned(some: Sequence[JudgedAnswer]) -> ReaderBounds:
            before = base(some)
            bound = least_likely(some, before.direct, cautious=cautious)
            return replace(before, likely=max(lowest.likely, bound))

        return learned

    second, final = _better(answers, Verdict.LIKELY, told, base, likely)
    known = [
        judged_answer for judged_answer in answers if judged_answer.under(shipped)[1] is not None
    ]
    report = BoundsReport(
        len(known), len(answers) - len(known), elsewhere, first, second, time.time()
    )
    return separated(final(answers)), report


def least_direct(answers: Sequence[JudgedAnswer], *, cautious: bool) -> float:
    """The least bound of a direct answer that keeps its promise; `NEVER` if none does.

    Args:
        cautious: whether answers that nobody judged count as wrong; else they are left out.
    """
    rows = [
        (answer.first, answer.surest[1]) for answer in answers if answer.surest[0] is Verdict.DIRECT
    ]
    return _least(rows, PROMISED[Verdict.DIRECT], cautious=cautious)


def least_likely(answers: Sequence[JudgedAnswer], direct: float, *, cautious: bool) -> float:
    """The least bound of a likely answer that keeps its promise among what is not direct; `NEVER`
    if none does. `cautious` as for `least_direct`."""
    rows = [
        (answer.first, answer.likely[1])
        for answer in answers
        if answer.first < direct and answer.likely[0] is Verdict.LIKELY
    ]
    return _least(rows, PROMISED[Verdict.LIKELY], cautious=cautious)


def _least(rows: Sequence[tuple[float, bool | None]], promise: float, *, cautious: bool) -> float:
    used = [(first, bool(right)) for first, right in rows if cautious or right is not None]
    if not used:
        return NEVER
    return least_bound(
        np.array([first for first, _ in used]),
        np.array([right for _, right in used], dtype=np.int8),
        np.ones(len(used)),
        promise,
    )


def _better(
    answers: Sequence[JudgedAnswer],
    verdict: Verdict,
    told: Sequence[Told],
    before: Learner,
    learner: Callable[[bool], Learner],
) -> tuple[BoundChange, Learner]:
    """What came of learning the bound of a verdict, and how the bounds are learned from then on.

    Args:
        told: with the shipped bounds.
        before: how the other bound is learned, with the shipped one of this verdict.
        learner: how this one is learned beside it, cautiously or not.
    """
    promise = PROMISED[verdict]
    shipped = _bound(before(answers), verdict)
    old = held_out(answers, before)
    count = _count(told, verdict)
    change = BoundChange(verdict, count, _count(old, verdict), shipped, shipped, False, UNCHANGED)
    for cautious, judge in ((True, lower_is_better), (False, higher_is_better)):
        learned = learner(cautious)
        bound = _bound(learned(answers), verdict)
        new = held_out(answers, learned)
        found = judge(verdict, promise, bound - shipped, old, new)
        if found is not None:
            own, reason = found
            reason = NONE_KEEPS if own and bound >= NEVER else reason
            after = _count(new, verdict)
            change = BoundChange(verdict, count, after, shipped, bound, own, reason)
            if own:
                return change, learned
    return change, before


def lower_is_better(
    verdict: Verdict, promise: float, change: float, old: Sequence[Told], new: Sequence[Told]
) -> tuple[bool, str] | None:
    """Whether a lower bound is better; None if it is not lower."""
    if change >= 0.0:
        return None
    given = [right is True for told, right in new if told is verdict]
    more = difference_interval(_rights(new, verdict), _rights(old, verdict))
    kept = sum(given) >= promise * (len(given) + 1)  # with an error to spare, as it was chosen
    if kept and more.low > 0.0:
        return True, "More right answers, and the promise is kept."
    return False, "The learned bound is lower, and tells no more right answers beyond chance."


def higher_is_better(
    verdict: Verdict, promise: float, change: float, old: Sequence[Told], new: Sequence[Told]
) -> tuple[bool, str] | None:
    """Whether a higher bound is better; None if it is not higher."""
    if change <= 0.0:
        return None
    before, after = _count(old, verdict), _count(new, verdict)
    if not is_broken(before, promise):
        return False, "The shipped bound keeps its promise, as far as can be told."
    if is_broken(after, promise) or _share(after) <= _share(before):
        return False, "The shipped bound breaks its promise, and the learned one as well."
    return True, "The shipped bound breaks its promise, and the learned one keeps it."


def is_broken(count: VerdictCount, promise: float) -> bool:
    """Whether so few of the known answers are right that this would hardly be seen if the promised
    share were (binomial test)."""
    tail = sum(
        comb(count.known, each) * promise**each * (1.0 - promise) ** (count.known - each)
        for each in range(count.right + 1)
    )
    return count.known > 0 and tail <= CHANCE


def held_out(answers: Sequence[JudgedAnswer], learned: Learner) -> list[Told]:
    """What is told of each answer with bounds that did not see it. Questions are dealt to the folds
    by the hash of their words, so that the same ones always share them."""
    order = sorted(range(len(answers)), key=lambda at: question_hash(answers[at].question))
    fold = {at: place % FOLDS for place, at in enumerate(order)}
    told: dict[int, Told] = {}
    for each in range(FOLDS):
        bounds = separated(
            learned([answer for at, answer in enumerate(answers) if fold[at] != each])
        )
        told |= {at: answers[at].under(bounds) for at in fold if fold[at] == each}
    return [told[at] for at in range(len(answers))]


def _count(told: Sequence[Told], verdict: Verdict) -> VerdictCount:
    given = [right for each, right in told if each is verdict]
    known = [right for right in given if right is not None]
    share = share_interval(sum(known), len(known)) if known else None
    return VerdictCount(len(given), len(known), sum(known), share.measured if share else None)


def _rights(told: Sequence[Told], verdict: Verdict) -> list[float]:
    return [float(each is verdict and right is True) for each, right in told]


def _share(count: VerdictCount) -> float:
    return count.share.mean if count.share is not None else 1.0


def _bound(bounds: ReaderBounds, verdict: Verdict) -> float:
    return bounds.direct if verdict is Verdict.DIRECT else bounds.likely


def question_hash(text: str) -> bytes:
    """What puts questions in an order that nothing about them decides."""
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
