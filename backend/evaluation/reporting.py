"""A run as a report: measures with intervals, paired differences, and advice in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean

from backend.evaluation.gold import Gold
from backend.evaluation.groups import Values, by_group
from backend.evaluation.intervals import (
    Interval,
    difference_interval,
    interval_of_means,
    mean_interval,
)
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.metrics.calibration import reliability
from backend.evaluation.metrics.f_measure import f_measure
from backend.evaluation.per_right import per_right
from backend.evaluation.scoring import (
    ALL,
    LEADING,
    LEADING_OF_ANSWERS,
    LESS_IS_BETTER,
    NO_SHARES,
    SECONDS,
    K,
    confidence,
    scores,
    unit_of,
)
from backend.ports import Judge
from backend.types import (
    ContenderResult,
    Difference,
    EvaluationReport,
    EvaluationRun,
    MeasuredRow,
    Outcome,
    QuestionOutcome,
    ReliabilityBin,
    RowError,
    RunProgress,
    SetQuestion,
)

MOST_SHOWN = 50
"""Questions that differ most, and names of missing evidence, are listed up to so many."""


def progress_of(
    run: EvaluationRun,
    questions: Sequence[SetQuestion],
    outcomes: Mapping[str, Outcome],
    changed: Sequence[str] = (),
) -> RunProgress:
    """How far a run is."""
    known = [
        outcomes.get(outcome_key(run, contender, question))
        for question in questions
        if not question.struck
        for contender in run.contenders
    ]
    there = [each for each in known if each is not None]
    failed = sum(bool(each.error) for each in there)
    return RunProgress(run, len(known), len(there), failed, tuple(changed))


def report_of(
    run: EvaluationRun,
    names: tuple[str, str],
    questions: Sequence[SetQuestion],
    golds: Mapping[str, Gold],
    outcomes: Mapping[str, Outcome],
    titles: Mapping[str, str],
    changed: Sequence[str] = (),
    judge: Judge | None = None,
    judged: Mapping[str, Mapping[str, float]] | None = None,
    golds_of: Mapping[str, Mapping[str, Gold]] | None = None,
) -> EvaluationReport:
    """Everything that a run has to say.

    Args:
        names: of the question set and of the collection.
        golds: by qid.
        outcomes: by their keys.
        titles: of pipelines by name, for sentences.
        judged: further measures by the outcome's key, those of a judge that was asked.
        golds_of: by qid, by the name of a contender that has others, being of another collection.
    """
    more = judged or {}
    asked = [question for question in questions if not question.struck]
    values: dict[str, Values] = {}
    kept: dict[str, dict[str, Outcome]] = {}
    for contender in run.contenders:
        known = (golds_of or {}).get(contender.name, golds)
        own = {q.qid: outcomes.get(outcome_key(run, contender, q)) for q in asked}
        kept[contender.name] = {qid: each for qid, each in own.items() if each is not None}
        values[contender.name] = {
            q.qid: {
                **scores(q, known[q.qid], found, judge),
                **more.get(outcome_key(run, contender, q), {}),
            }
            for q in asked
            if (found := own[q.qid]) is not None
        }
    results = tuple(
        ContenderResult(
            each,
            _rows(values[each.name]),
            sum(bool(one.error) for one in kept[each.name].values()),
            len(asked) - len(kept[each.name]),
        )
        for each in run.contenders
    )
    leading = _leading(results)
    shown = {each.name: contender_title(each.name, titles) for each in run.contenders}
    differences = _differences(values, leading, shown)
    missing = dict.fromkeys(words for q in asked for words in golds[q.qid].missing)
    return EvaluationReport(
        set_name=names[0],
        collection=names[1],
        progress=progress_of(run, questions, outcomes, changed),
        results=results,
        leading=leading,
        differences=differences,
        advice=(*_advice(results, values, differences, leading, shown), *_about_times(kept)),
        questions=_most_different(asked, values, kept, leading),
        kinds=by_group(asked, values, leading),
        reliability=_reliability(asked, values, kept),
        errors=tuple(
            RowError(q.qid, q.text, name, one.error)
            for q in asked
            for name, own in kept.items()
            if (one := own.get(q.qid)) is not None and one.error
        ),
        unresolved=tuple(missing)[:MOST_SHOWN],
        unit=_units([golds[question.qid] for question in asked]),
        per_right=per_right(values),
    )


def contender_title(name: str, titles: Mapping[str, str]) -> str:
    """A contender as a sentence names it."""
    pipeline, space, options = name.partition(" ")
    title = titles.get(pipeline, pipeline)
    return f"{title} ({options})" if space else title


def _units(golds: Sequence[Gold]) -> str:
    units = {unit for each in golds if (unit := unit_of(each))}
    return " and ".join(each for each in ("passages", "pages", "documents") if each in units)


def _rows(values: Values) -> tuple[MeasuredRow, ...]:
    by_measure: defaultdict[str, list[float]] = defaultdict(list)
    for own in values.values():
        for name, value in own.items():
            by_measure[name].append(value)
    rows = [
        MeasuredRow(name, i.mean, i.low, i.high, len(found), name not in NO_SHARES)
        for name, found in by_measure.items()
        for i in [mean_interval(found)]
    ]
    precisions, recalls = by_measure.get(f"Precision@{K}"), by_measure.get(f"Recall@{K}")
    if precisions and recalls:
        for beta in (1, 2, 3):
            i = interval_of_means(precisions, recalls, partial(f_measure, beta=beta))
            named = f"F{beta}@{K} of means"
            rows.append(MeasuredRow(named, i.mean, i.low, i.high, len(recalls)))
    return tuple(rows)


def _leading(results: Sequence[ContenderResult]) -> str:
    there = {row.measure for result in results for row in result.rows}
    return next((each for each in (LEADING, LEADING_OF_ANSWERS) if each in there), SECONDS)


def _paired(values: Mapping[str, Values], first: str, second: str, measure: str) -> list[str]:
    """The questions of which both have the measure."""
    return [
        qid
        for qid, own in values[first].items()
        if measure in own and measure in values[second].get(qid, {})
    ]


def difference(
    values: Mapping[str, Values], first: str, second: str, measure: str
) -> tuple[Interval, int] | None:
    """The paired difference of two contenders; None if they share no question."""
    both = _paired(values, first, second, measure)
    if not both:
        return None
    interval = difference_interval(
        [values[first][qid][measure] for qid in both],
        [values[second][qid][measure] for qid in both],
    )
    return interval, len(both)


def _differences(
    values: Mapping[str, Values], leading: str, shown: Mapping[str, str]
) -> tuple[Difference, ...]:
    """The best contender against each other one, by the leading measure."""
    order = _in_order(values, leading)
    found = []
    for other in order[1:]:
        made = difference(values, order[0], other, leading)
        if made is not None:
            interval, count = made
            words = difference_words(shown[order[0]], shown[other], leading, interval, count)
            found.append(
                Difference(
                    order[0],
                    other,
                    leading,
                    interval.mean,
                    interval.low,
                    interval.high,
                    count,
                    words,
                )
            )
    return tuple(found)


def _in_order(values: Mapping[str, Values], measure: str) -> list[str]:
    """Contenders that have the measure, the best first; the quicker one first where they tie."""
    sign = 1 if measure in LESS_IS_BETTER else -1
    means = {name: _mean(own, measure) for name, own in values.items()}
    there = {name: mean for name, mean in means.items() if mean is not None}
    return sorted(there, key=lambda each: (sign * there[each], _mean(values[each], SECONDS) or 0.0))


def _mean(values: Values, measure: str) -> float | None:
    found = [own[measure] for own in values.values() if measure in own]
    return fmean(found) if found else None


def difference_words(first: str, second: str, measure: str, interval: Interval, count: int) -> str:
    """A paired difference in a sentence, which says where chance is enough to explain it."""
    unit, factor = ("s", 1.0) if measure in NO_SHARES else ("points", 100.0)
    low, high = factor * interval.low, factor * interval.high
    numbers = (
        f"{factor * interval.mean:+.1f} {unit} [{low:+.1f}, {high:+.1f}] in {measure} over "
        f"{count} questions"
    ).replace("-", "−")
    if interval.direction == 0:
        return f"{first} against {second}: no difference beyond chance ({numbers})."
    better = (interval.direction > 0) != (measure in LESS_IS_BETTER)
    return f"{first} is {'better' if better else 'worse'} than {second} beyond chance: {numbers}."


def _advice(
    results: Sequence[ContenderResult],
    values: Mapping[str, Values],
    differences: Sequence[Difference],
    leading: str,
    shown: Mapping[str, str],
) -> tuple[str, ...]:
    """What follows from the measures, in sentences."""
    order = _in_order(values, leading)
    if len(order) < 2 or leading == SECONDS:
        return ()
    best = order[0]
    found = []
    alike = [
        each.second
        for each in differences
        if each.low <= 0.0 and (_mean(values[each.second], SECONDS) or 0.0) > 0.0
    ]
    quickest = min([best, *alike], key=lambda each: _mean(values[each], SECONDS) or 0.0)
    for each in differences:
        if each.low > 0.0:
            found.append(_gain(values, best, each.second, leading, shown))
    if quickest != best:
        found.append(
            f"{shown[quickest]} is no worse than {shown[best]} beyond chance, at "
            f"{_times(values, quickest, best)} the time: it is enough for these questions."
        )
    elif alike:
        others = " and ".join(shown[each] for each in alike)
        found.append(
            f"{shown[best]} is the quickest of those that chance does not tell apart ({others})."
        )
    if any(result.missing for result in results):
        found.append("Not all questions were asked yet: this may still change.")
    return tuple(found)


def _about_times(kept: Mapping[str, Mapping[str, Outcome]]) -> tuple[str, ...]:
    """A sentence where contenders were not asked side by side: the machine may have been busier
    for one of them."""
    spans = sorted(
        (min(each.at for each in own.values()), max(each.at for each in own.values()))
        for own in kept.values()
        if own
    )
    if any(first[1] < second[0] for first, second in pairwise(spans)):
        return (
            "The pipelines were asked at different times: their seconds compare only as far as "
            "the machine was as busy then.",
        )
    return ()


def _gain(
    values: Mapping[str, Values], best: str, other: str, leading: str, shown: Mapping[str, str]
) -> str:
    both = _paired(values, best, other, ALL)
    if both:
        more = sum(values[best][q][ALL] - values[other][q][ALL] for q in both)
        what = f"finds all evidence for {more:.0f} more than"
    else:
        both = _paired(values, best, other, leading)
        what = f"is better in {leading} than"
    return (
        f"On your {len(both)} questions {shown[best]} {what} {shown[other]}, at "
        f"{_times(values, best, other)} the time."
    )


def _times(values: Mapping[str, Values], first: str, second: str) -> str:
    slow, quick = _mean(values[first], SECONDS) or 0.0, _mean(values[second], SECONDS) or 0.0
    return f"{slow / quick:.1f} times" if quick else "some multiple of"


def _most_different(
    asked: Sequence[SetQuestion],
    values: Mapping[str, Values],
    kept: Mapping[str, Mapping[str, Outcome]],
    leading: str,
) -> tuple[QuestionOutcome, ...]:
    found = []
    for question in asked:
        own = {
            name: one[question.qid][leading]
            for name, one in values.items()
            if leading in one.get(question.qid, {})
        }
        if own:
            answers = {
                name: each[question.qid].answer for name, each in kept.items() if name in own
            }
            spread = max(own.values()) - min(own.values())
            found.append(
                QuestionOutcome(question.qid, question.text, question.kind, spread, own, answers)
            )
    found.sort(key=lambda each: (-each.spread, fmean(each.values.values())))
    return tuple(found[:MOST_SHOWN])


def _reliability(
    asked: Sequence[SetQuestion],
    values: Mapping[str, Values],
    kept: Mapping[str, Mapping[str, Outcome]],
) -> dict[str, tuple[ReliabilityBin, ...]]:
    """By contender: answers by what they claim, and how often the judge finds them right. A
    judgement of .5 counts as wrong: an answer that claims to be right claims to be wholly so."""
    found = {}
    for name, own in kept.items():
        pairs = [
            (claimed, float(values[name][q.qid]["Judged right"] == 1.0))
            for q in asked
            if q.qid in own
            and "Judged right" in values[name].get(q.qid, {})
            and (claimed := confidence(own[q.qid])) is not None
        ]
        bins = reliability([each for each, _ in pairs], [each for _, each in pairs])
        if bins:
            found[name] = bins
    return found
