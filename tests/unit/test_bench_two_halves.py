"""Two-fold cross-validation of nq_uda: each half is judged by models that saw the other alone."""

from __future__ import annotations

from typing import Any, cast

from backend.pipelines._fused.learning import FOLDS, Example
from backend.types import Query
from bench.train_fusion import Case
from bench.two_halves import SET, in_halves


def case_of(text: str, set_name: str, fold: int) -> Case:
    nothing = cast(Any, None)
    example = Example(
        *(Query(text, "c"), nothing, nothing, nothing, nothing, nothing, frozenset()), fold
    )
    return Case(example, set_name, frozenset(), ())


def test_a_half_has_a_fold_of_its_own_that_no_other_set_is_in() -> None:
    cases = [
        case_of("Who rowed?", SET, 0),
        case_of("Who sailed?", SET, 3),
        case_of("Who swam?", "boats", FOLDS - 1),
    ]
    found = in_halves(cases, {"Who sailed?"})
    assert [(case.set_name, case.example.fold) for case in found] == [
        ("first half", FOLDS),
        ("second half", FOLDS + 1),
        ("boats", FOLDS - 1),
    ]
