"""What a collection has learned from its own questions."""

from __future__ import annotations

from dataclasses import dataclass

from backend.types.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class MeasuredMean:
    """A mean over questions with the bounds of its 95 % interval, all in [0, 1]."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TuningReport:
    """What came of one training of a collection's own weights.

    `measures` are (name, before, after) on questions that the weights had not seen; `difference` is
    that of the first measure. `importance` says by retriever how much the first measure loses when
    its scores are shuffled among the passages of each question, the largest first.
    """

    questions: int
    measures: tuple[tuple[str, MeasuredMean, MeasuredMean], ...]
    difference: MeasuredMean
    importance: tuple[tuple[str, MeasuredMean], ...]
    kept: bool
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class TuningState:
    """What a collection could learn from, and what it has learned.

    `questions` are those that can be used, of at least `least`. `own_weights` says whether its
    questions are ranked by its own weights now; `outdated` that it has some that no longer fit the
    program.
    """

    questions: int
    least: int
    from_marks: int
    from_sets: int
    contradicted: int
    gone: int
    only_unhelpful: int
    unresolved: tuple[str, ...]
    set_name: str
    own_weights: bool
    outdated: bool
    report: TuningReport | None


@dataclass(frozen=True, slots=True)
class AdapterState:
    """What a collection's query adapter could learn from, and what it has learned.

    `questions` are those that can be used, of at least `least`; learning takes about `seconds`.
    `on` says whether questions are moved by it now, `learned` whether there is one that could;
    `gone` that something was learned and is not there any more: a document that taught it went, or
    passages were embedded by another model. The report's `importance` is empty.
    """

    questions: int
    least: int
    from_marks: int
    from_sets: int
    seconds: float
    on: bool
    learned: bool
    gone: bool
    report: TuningReport | None


@dataclass(frozen=True, slots=True)
class FineTuningState:
    """What a collection's embedder could learn from, what that takes, and what it has learned.

    `questions` are those that can be used, of at least `least`; learning, and embedding all
    `passages` once, takes about `seconds` (None while that is being measured, 0 where it cannot be
    told). `on` says whether the fine-tuned model is asked for, `learned` whether there is one;
    `gone` that a document went that had taught it. `moving` says that passages are being embedded
    by another model than `embedding`, whose vectors are live.
    """

    questions: int
    least: int
    from_marks: int
    from_sets: int
    passages: int
    seconds: float | None
    on: bool
    learned: bool
    gone: bool
    moving: bool
    embedding: str
    report: TuningReport | None


@dataclass(frozen=True, slots=True)
class ReaderBounds:
    """The least probabilities that its best sentence holds the answer from which the local reader
    calls an answer direct, and likely. Over 1 it never does."""

    direct: float
    likely: float


def bound_words(bound: float) -> str:
    """A bound with two digits; in words if nothing reaches it."""
    return f"{bound:.2f}" if bound <= 1.0 else "never"


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How many answers of some questions have a verdict, of how many of these it is known whether
    they are right, and how many are; `share` of the known ones is right, with its 95 % interval,
    None where none is known."""

    given: int
    known: int
    right: int
    share: MeasuredMean | None


@dataclass(frozen=True, slots=True)
class BoundChange:
    """What came of learning one bound. `before` counts with both shipped bounds, `after` with
    bounds that had not seen the question they were used for; the learned one is among them also
    where it is not used. `own` says whether the learned one `bound` is better, and `reason` why or
    why not.
    """

    verdict: Verdict
    before: VerdictCount
    after: VerdictCount
    shipped: float
    bound: float
    own: bool
    reason: str


@dataclass(frozen=True, slots=True)
class BoundsReport:
    """What came of learning a collection's own bounds.

    `answers` are those of which it is known whether they are right, `unjudged` those to marked
    questions whose first quote nobody judged; `elsewhere` questions were left out because something
    else than the bounds decides their verdict. `repeated` quote a place that another one quotes
    first, which counts for all of them.
    """

    answers: int
    unjudged: int
    elsewhere: int
    direct: BoundChange
    likely: BoundChange
    at: float
    repeated: int = 0

    @property
    def own(self) -> bool:
        """Whether one of the bounds is the collection's own."""
        return self.direct.own or self.likely.own


@dataclass(frozen=True, slots=True)
class BoundsState:
    """What a collection's own bounds could be learned from, and what was learned.

    `questions` can be asked again, of at least `least` that must have an answer known to be right
    or wrong; that takes about `seconds`. `bounds` are those that are used now, None if the shipped
    ones are; `learned` says whether there are some that could be; `outdated` that some were learned
    for another reader or embedder and are not used.
    """

    questions: int
    least: int
    from_marks: int
    from_sets: int
    seconds: float
    bounds: ReaderBounds | None
    learned: bool
    outdated: bool
    report: BoundsReport | None
