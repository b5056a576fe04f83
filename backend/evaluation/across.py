"""Runs over the same questions in several collections as one report. Pure.

Each question is compared with itself, so that intervals of differences are paired. Evidence is
found anew in each collection: a quotation lies in other passages where files are cut in another
way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.errors import QuestionError
from backend.evaluation.gold import Gold
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.reporting import report_of
from backend.ports import Judge
from backend.types import Contender, EvaluationReport, EvaluationRun, Outcome, SetQuestion


@dataclass(frozen=True, slots=True)
class Arm:
    """A run in one collection with all that measuring it needs: golds by qid, outcomes and further
    measures by the outcome's key, and what its documents are called."""

    collection: str
    set_name: str
    run: EvaluationRun
    questions: Sequence[SetQuestion]
    golds: Mapping[str, Gold]
    outcomes: Mapping[str, Outcome]
    measures: Mapping[str, Mapping[str, float]]
    documents: frozenset[str]
    changed: Sequence[str] = ()


def across(
    arms: Sequence[Arm], titles: Mapping[str, str], judge: Judge | None = None
) -> EvaluationReport:
    """One report over several collections; contenders are named with theirs.

    Questions that are not in all sets in the same words are left out, and it is said how many.

    Raises:
        QuestionError: if the sets have no question in common.
    """
    shared = [
        question
        for question in arms[0].questions
        if not question.struck and all(_there(question, arm) for arm in arms)
    ]
    if not shared:
        raise QuestionError(
            "These sets have no question in common.", "Copy the set to the other collection."
        )
    contenders: list[Contender] = []
    outcomes: dict[str, Outcome] = {}
    measures: dict[str, Mapping[str, float]] = {}
    golds_of: dict[str, Mapping[str, Gold]] = {}
    joined = replace(arms[0].run, contenders=())
    names = _distinct([arm.collection for arm in arms])
    for arm, name in zip(arms, names, strict=True):
        for contender in arm.run.contenders:
            named = replace(contender, collection=name)
            contenders.append(named)
            golds_of[named.name] = arm.golds
            for question in shared:
                key = outcome_key(arm.run, contender, question)
                if key in arm.outcomes:
                    ours = outcome_key(joined, named, question)
                    outcomes[ours] = arm.outcomes[key]
                    measures[ours] = arm.measures.get(key, {})
    joined = replace(joined, contenders=tuple(contenders))
    made = report_of(
        joined,
        (arms[0].set_name, " and ".join(names)),
        shared,
        arms[0].golds,
        outcomes,
        titles,
        tuple(
            f"{name}: {each}" for arm, name in zip(arms, names, strict=True) for each in arm.changed
        ),
        judge,
        measures,
        golds_of,
    )
    return replace(made, advice=(*made.advice, *_notes(arms, shared)))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names with a number behind those that another one has too: collections of several people
    may be called the same."""
    made: list[str] = []
    for name in names:
        number, own = 1, name
        while own in made:
            number += 1
            own = f"{name} ({number})"
        made.append(own)
    return made


def _there(question: SetQuestion, arm: Arm) -> bool:
    return any(
        each.qid == question.qid and each.text == question.text and not each.struck
        for each in arm.questions
    )


def _notes(arms: Sequence[Arm], shared: Sequence[SetQuestion]) -> list[str]:
    """What makes the collections less comparable, in sentences."""
    notes = []
    left = max(sum(not question.struck for question in arm.questions) for arm in arms) - len(shared)
    if left:
        notes.append(f"{left} questions are not in all sets, and are left out.")
    if len({arm.documents for arm in arms}) > 1:
        notes.append(
            "The collections do not hold the same documents: differences are not of their settings "
            "alone."
        )
    if len({(arm.run.top_k, arm.run.answers) for arm in arms}) > 1:
        notes.append("The runs did not ask for the same: passages or answers differ.")
    return notes
