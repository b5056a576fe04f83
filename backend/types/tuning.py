"""What a collection has learned from its own questions."""

from __future__ import annotations

from dataclasses import dataclass


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
