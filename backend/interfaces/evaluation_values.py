"""What programs are given of question sets and runs; a contract of their own, as `values`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.types import (
    CausesReport,
    ContenderResult,
    EvaluationReport,
    JobView,
    JudgingEstimate,
    JudgingReport,
    MeasuredRow,
    PerRight,
    QuestionSetCard,
    RunProgress,
    SetQuestion,
    WouldCostReport,
)


@dataclass(frozen=True)
class QuestionSetSummary:
    """A question set; `questions` counts those that are asked, `struck` those that a person took
    out. `created` is in seconds since 1970, UTC."""

    id: str
    collection_id: str
    name: str
    created: float
    questions: int
    struck: int


@dataclass(frozen=True)
class EvidenceValue:
    """What is relevant: a document by name, title, key or id, or a passage by its id; with `page`
    (from 1; 0 for any) or `quote` only the passages of that page, or that hold these words."""

    document: str
    page: int
    quote: str


@dataclass(frozen=True)
class QuestionValue:
    """A question of a set with its right answers and where they stand. The documents are said not
    to answer one of the kind `unanswerable`."""

    qid: str
    question: str
    answers: tuple[str, ...]
    evidence: tuple[EvidenceValue, ...]
    kind: str
    struck: bool


@dataclass(frozen=True)
class ContenderValue:
    """A pipeline with the options that differ from its defaults."""

    name: str
    pipeline: str
    options: dict[str, str]


@dataclass(frozen=True)
class RunSummary:
    """How far a run is: `total` questions times contenders, of which `done` were asked and `failed`
    ended in error. `state` is that of the job which asks: queued, running, done, failed, cancelled,
    or empty where none is needed. `changed` says what changed since; empty while all is of today.
    """

    id: str
    set_id: str
    contenders: tuple[ContenderValue, ...]
    passages: int
    answers: bool
    created: float
    total: int
    done: int
    failed: int
    state: str
    reason: str
    changed: tuple[str, ...]


@dataclass(frozen=True)
class MeasureValue:
    """A measure with its 95 % interval over `count` questions; where `share`, from 0 to 1 and more
    is better."""

    measure: str
    mean: float
    low: float
    high: float
    count: int
    share: bool


@dataclass(frozen=True)
class MeasuredContender:
    """All measures of one contender; `failed` questions ended in error, `missing` wait."""

    contender: str
    measures: tuple[MeasureValue, ...]
    failed: int
    missing: int


@dataclass(frozen=True)
class DifferenceValue:
    """The paired difference of two contenders in a measure, first − second, with its 95 % interval,
    and in words."""

    first: str
    second: str
    measure: str
    mean: float
    low: float
    high: float
    count: int
    words: str


@dataclass(frozen=True)
class FailedQuestion:
    """A question that could not be asked, and why."""

    qid: str
    question: str
    contender: str
    error: str


@dataclass(frozen=True)
class JudgingPrice:
    """What letting the language model that is on judge a run would cost now: `requests`, `probes`
    of them hidden ones. `judge` is empty where no language model is on."""

    judge: str
    requests: int
    known: int
    probes: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str


@dataclass(frozen=True)
class AgreementValue:
    """How often the judge gives the mark that `of` gives, and Cohen's kappa; null where it is not
    defined."""

    of: str
    count: int
    same: float
    kappa: float | None


@dataclass(frozen=True)
class PairValue:
    """Two contenders in pairs; `swayed` ones changed with the order and count for neither."""

    first: str
    second: str
    first_better: int
    second_better: int
    neither: int
    swayed: int


@dataclass(frozen=True)
class JudgingValue:
    """What a language model judged of a run, and how far it is to be trusted. Its marks are among
    the measures; `errors` name a question and why it was not judged."""

    judge: str
    votes: int
    judged: int
    waiting: int
    probes: int
    agreements: tuple[AgreementValue, ...]
    pairs: tuple[PairValue, ...]
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str
    errors: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class RunReport:
    """What a run found by now. Contenders are put in order by the measure `leading`; `advice` says
    in sentences what follows; `unresolved` names evidence that the collection does not hold."""

    run: RunSummary
    set_name: str
    leading: str
    contenders: tuple[MeasuredContender, ...]
    differences: tuple[DifferenceValue, ...]
    advice: tuple[str, ...]
    errors: tuple[FailedQuestion, ...]
    unresolved: tuple[str, ...]
    judging: JudgingValue | None = None
    per_right: tuple[PerRight, ...] = ()
    would_cost: WouldCostReport | None = None
    causes: CausesReport | None = None


def judging_price(estimate: JudgingEstimate | None) -> JudgingPrice:
    """What judging would cost."""
    if estimate is None:
        return JudgingPrice("", 0, 0, 0, 0, 0, 0.0, "")
    return JudgingPrice(
        estimate.judge,
        estimate.asked,
        estimate.known,
        estimate.probes,
        estimate.input_tokens,
        estimate.output_tokens,
        estimate.cost,
        estimate.currency,
    )


def set_summary(card: QuestionSetCard) -> QuestionSetSummary:
    """A set without its questions."""
    return QuestionSetSummary(
        card.id, card.collection_id, card.name, card.created, card.questions, card.struck
    )


def question_value(question: SetQuestion) -> QuestionValue:
    """A question as programs have it."""
    return QuestionValue(
        question.qid,
        question.text,
        question.answers,
        tuple(EvidenceValue(each.name, each.page, each.contains) for each in question.evidence),
        question.kind,
        question.struck,
    )


def run_summary(progress: RunProgress, view: JobView | None) -> RunSummary:
    """How far a run is, and the job that works on it."""
    run = progress.run
    return RunSummary(
        id=run.id,
        set_id=run.set_id,
        contenders=tuple(
            ContenderValue(contender.name, contender.pipeline, contender.options)
            for contender in run.contenders
        ),
        passages=run.top_k,
        answers=run.answers,
        created=run.created,
        total=progress.total,
        done=progress.done,
        failed=progress.failed,
        state="" if view is None else view.job.state.value,
        reason="" if view is None else f"{view.job.reason} {view.job.remedy}".strip(),
        changed=progress.changed,
    )


def run_report(report: EvaluationReport, view: JobView | None) -> RunReport:
    """What a run found."""
    return RunReport(
        run=run_summary(report.progress, view),
        set_name=report.set_name,
        leading=report.leading,
        contenders=tuple(_measured(result) for result in report.results),
        differences=tuple(
            DifferenceValue(
                difference.first,
                difference.second,
                difference.measure,
                difference.mean,
                difference.low,
                difference.high,
                difference.count,
                difference.words,
            )
            for difference in report.differences
        ),
        advice=report.advice,
        errors=tuple(
            FailedQuestion(error.qid, error.text, error.contender, error.error)
            for error in report.errors
        ),
        unresolved=report.unresolved,
        judging=None if report.judging is None else _judging(report.judging),
        per_right=report.per_right,
        would_cost=report.would_cost,
        causes=report.causes,
    )


def _judging(found: JudgingReport) -> JudgingValue:
    return JudgingValue(
        judge=found.name,
        votes=found.votes,
        judged=found.judged,
        waiting=found.waiting,
        probes=found.probes,
        agreements=tuple(
            AgreementValue(agreement.of, agreement.count, agreement.same, agreement.kappa)
            for agreement in found.agreements
        ),
        pairs=tuple(
            PairValue(
                pair.first,
                pair.second,
                pair.first_better,
                pair.second_better,
                pair.neither,
                pair.swayed,
            )
            for pair in found.pairs
        ),
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
        cost=found.cost,
        currency=found.currency,
        errors=found.errors,
        words=found.words,
    )


def _measured(result: ContenderResult) -> MeasuredContender:
    return MeasuredContender(
        result.contender.name, _measures(result.rows), result.failed, result.missing
    )


def _measures(rows: Sequence[MeasuredRow]) -> tuple[MeasureValue, ...]:
    return tuple(
        MeasureValue(row.measure, row.mean, row.low, row.high, row.count, row.share) for row in rows
    )
