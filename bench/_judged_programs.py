"""Which programs over lists answer their question, where somebody who read question, list and
working said otherwise than `bench._list_answers` does.

A result may be the answer in other words ("Mow lawn" for "mowing the lawn, £5"), come to it by
accident (the boat with the highest sum where the dearest repair is asked for), or hold its words
and be wrong. `bench/own_lists/judged.jsonl` has a row for each question of the taught sets of which
the most probable results were read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.tasks.calculate.composed.composed_figure import ProgramResult

FILE = Path(__file__).parent / "own_lists" / "judged.jsonl"
Key = tuple[str, str, str, str]
"""Operation, answer, unit and formula of a result."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The results of a question that are right, and those that hold the words of its answer and are
    not: by accident, or because more is asked."""

    right: frozenset[Key]
    not_right: frozenset[Key]


def result_key(result: ProgramResult) -> Key:
    """What a result is known by."""
    outcome = result.outcome
    return result.program.step.value, outcome.answer, outcome.unit, outcome.formula


@cache
def judged_results() -> dict[tuple[str, str, str], Judged]:
    """What was said, by set, document and question."""
    found = {}
    for line in FILE.read_text("utf-8").splitlines():
        row = json.loads(line)
        right, not_right = (
            frozenset((step, answer, unit, formula) for step, answer, unit, formula in row[name])
            for name in ("right", "not_right")
        )
        found[row["set"], row["document"], row["question"]] = Judged(right, not_right)
    return found


def corrected(
    results: Sequence[ProgramResult], compared: Sequence[bool], said: Judged | None
) -> tuple[bool, ...]:
    """Which results are right. Where some were said to be, those alone are: others that come to the
    answer have conditions that the question has not, or count something else.

    Args:
        compared: which results hold the words of the answer.
    """
    if said is None:
        return tuple(compared)
    keys = [result_key(result) for result in results]
    if said.right.intersection(keys):
        return tuple(key in said.right for key in keys)
    return tuple(
        is_right and key not in said.not_right for key, is_right in zip(keys, compared, strict=True)
    )
