"""What a language model judged of a run, and how far it agrees with what is known. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.evaluation.judged_items import (
    CORRECT,
    COVERED,
    FAITHFUL,
    JudgedItem,
    has_right_answer,
)
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.metrics.agreement import cohen_kappa
from backend.ports import Judge
from backend.types import (
    Agreement,
    EvaluationRun,
    JudgeChoice,
    Judging,
    JudgingReport,
    Outcome,
    PairResult,
    SetQuestion,
)

ENOUGH_PROBES = 10
GOOD, FAIR = 0.8, 0.6
"""κ from which agreement is called almost perfect, and substantial (Landis & Koch 1977)."""
PROBE = "hidden probe"
MOST_ERRORS = 50


def judged_measures(
    run: EvaluationRun,
    items: Sequence[JudgedItem],
    judgings: Mapping[str, Judging],
    questions: Sequence[SetQuestion],
    outcomes: Mapping[str, Outcome],
) -> dict[str, dict[str, float]]:
    """The judge's marks as measures, by the outcome's key. A refusal where the documents hold an
    answer is wrong without a judge, but counts only once no answer waits for its mark: until then
    the mean would be lower than it is in the end."""
    found: dict[str, dict[str, float]] = {}
    waiting = False
    for item in items:
        if item.is_probe or len(item.answers) > 1:
            continue
        judged = judgings.get(item.key)
        if judged is None or not judged.is_settled:
            waiting = True
            continue
        if judged.error:
            continue
        marks = {CORRECT: judged.correct, COVERED: judged.coverage, FAITHFUL: judged.faithful}
        found[item.outcomes[0]] = {n: value for n, value in marks.items() if value is not None}
    if waiting or not found:
        return found
    for question in questions:
        for contender in run.contenders if has_right_answer(question) else ():
            key = outcome_key(run, contender, question)
            outcome = outcomes.get(key)
            if outcome is not None and outcome.refused and not outcome.error:
                found[key] = {CORRECT: 0.0, COVERED: 0.0}
    return found


def judging_report(
    choice: JudgeChoice,
    items: Sequence[JudgedItem],
    judgings: Mapping[str, Judging],
    local: Judge,
    currency: str,
) -> JudgingReport:
    """How far the judging is, what it cost, and how far to trust it."""
    there = [
        (judged_item, judgings[judged_item.key])
        for judged_item in items
        if judged_item.key in judgings
    ]
    settled = [(item, judged) for item, judged in there if judged.is_settled]
    told = [(item, judged) for item, judged in settled if not judged.error]
    probes = [judged for item, judged in told if item.is_probe]
    agreements = (
        *_of_probes(probes),
        *_with_local([pair for pair in told if not pair[0].is_probe], local),
    )
    return JudgingReport(
        name=choice.name,
        votes=choice.votes,
        judged=sum(not item.is_probe for item, _ in told),
        waiting=len(items) - len(settled),
        probes=len(probes),
        agreements=agreements,
        pairs=_pairs(told),
        input_tokens=sum(each.input_tokens for _, each in there),
        output_tokens=sum(each.output_tokens for _, each in there),
        cost=sum(each.cost for _, each in there),
        currency=currency,
        errors=tuple(
            (PROBE if item.is_probe else item.question, judged.error)
            for item, judged in settled
            if judged.error
        )[:MOST_ERRORS],
        words=(*_in_words(probes, agreements), *_on_tokens([each for _, each in there])),
    )


def _on_tokens(judgings: Sequence[Judging]) -> tuple[str, ...]:
    """What is to be known of the tokens and the money that are told."""
    number = sum(each.estimated for each in judgings)
    if not number:
        return ()
    return (
        f"For {number} of {len(judgings)} the server did not tell all tokens, as for a request "
        "that is cancelled: they are estimated from the words.",
    )


def _of_probes(probes: Sequence[Judging]) -> list[Agreement]:
    pairs = {
        "correctness, hidden probes": [(e.correct, e.known_correct) for e in probes],
        "faithfulness, hidden probes": [(e.faithful, e.known_faithful) for e in probes],
    }
    return [made for name, own in pairs.items() if (made := _agreement(name, own)) is not None]


def _with_local(told: Sequence[tuple[JudgedItem, Judging]], local: Judge) -> list[Agreement]:
    pairs = [
        (judged.correct, local.judge(item.question, item.golds, item.answers[0], ()).correct)
        for item, judged in told
        if len(item.answers) == 1
    ]
    made = _agreement("correctness, with the local judge", pairs)
    return [] if made is None else [made]


def _agreement(name: str, pairs: Sequence[tuple[float | None, float | None]]) -> Agreement | None:
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    if not both:
        return None
    same = sum(a == b for a, b in both) / len(both)
    kappa = cohen_kappa([a for a, _ in both], [b for _, b in both])
    return Agreement(name, len(both), same, kappa)


def _pairs(told: Sequence[tuple[JudgedItem, Judging]]) -> tuple[PairResult, ...]:
    found: dict[tuple[str, str], list[Judging]] = {}
    for item, judged in told:
        if len(item.contenders) == 2:
            found.setdefault((item.contenders[0], item.contenders[1]), []).append(judged)
    return tuple(
        PairResult(
            first,
            second,
            sum(each.preferred == 1 for each in own),
            sum(each.preferred == -1 for each in own),
            sum(each.preferred == 0 and not each.swayed for each in own),
            sum(each.swayed for each in own),
        )
        for (first, second), own in found.items()
    )


def _in_words(probes: Sequence[Judging], agreements: Sequence[Agreement]) -> tuple[str, ...]:
    if not probes:
        return ("No hidden probe was judged yet: nothing is known of this judge.",)
    own = next(
        agreement for agreement in agreements if agreement.of == "correctness, hidden probes"
    )
    right = round(own.same * own.count)
    words = f"The judge gave {right} of {own.count} hidden probes the mark that is right"
    if own.kappa is None:
        words += "; κ cannot be told, since all of them have one mark."
    else:
        words += f" (κ {own.kappa:.2f}".replace("-", "−") + "): "
        words += (
            "it can be trusted with plain cases."
            if own.kappa >= GOOD
            else "trust it only in large differences."
            if own.kappa >= FAIR
            else "do not go by what it says."
        )
    if own.count < ENOUGH_PROBES:
        return (words, "That is too few probes to be sure of it.")
    return (words,)
