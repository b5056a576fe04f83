"""A run beside an earlier one over the same set: what a change made better or worse. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.evaluation.gold import Gold
from backend.evaluation.groups import Values
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.reporting import contender_title, difference, difference_words
from backend.evaluation.scoring import LEADING, LEADING_OF_ANSWERS, SECONDS, scores
from backend.types import Difference, EvaluationRun, Outcome, SetQuestion


def run_differences(
    run: EvaluationRun,
    earlier: EvaluationRun,
    questions: Sequence[SetQuestion],
    golds: Mapping[str, Gold],
    outcomes: Mapping[str, Outcome],
    titles: Mapping[str, str],
) -> list[Difference]:
    """Each contender that both runs have, now − then, by the leading measures and seconds."""
    then = {each.name for each in earlier.contenders}
    found = []
    for contender in run.contenders:
        if contender.name not in then:
            continue
        values: dict[str, Values] = {"now": {}, "then": {}}
        for when, own in (("now", run), ("then", earlier)):
            for question in questions:
                outcome = outcomes.get(outcome_key(own, contender, question))
                if outcome is not None and not question.struck:
                    values[when][question.qid] = scores(question, golds[question.qid], outcome)
        title = contender_title(contender.name, titles)
        for measure in (LEADING, LEADING_OF_ANSWERS, SECONDS):
            made = difference(values, "now", "then", measure)
            if made is not None:
                interval, count = made
                words = difference_words(f"{title} now", "then", measure, interval, count)
                low, high = interval.low, interval.high
                name = contender.name
                found.append(
                    Difference(name, name, measure, interval.mean, low, high, count, words)
                )
    return found
