"""How probable programs are: a softmax over what the network thinks of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.inference.dense import Dense
from backend.inference.pair_head import PairHead
from backend.tasks.calculate.composed.composed_figure import (
    by_probability,
    candidates_of,
    most_probable,
)
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_network import ProgramNetwork, shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel
from tests.unit.test_composed_programs import FERRIES, told


def test_an_answer_of_another_unit_is_another_answer() -> None:
    total = told("", Program(ListStep.SUM, 5, None), a=1.0).candidate
    other = replace(total, outcome=replace(total.outcome, unit="h"))
    best = most_probable([total, other], network(a=1.0))
    assert best is not None
    assert best.probability == pytest.approx(np.e / (2 * np.e + 1), rel=1e-5)


HEAD = PairHead(
    Dense(np.eye(3, dtype=np.float32), np.zeros(3, np.float32)),
    Dense(np.ones((3, 1), np.float32), np.zeros(1, np.float32)),
)


def network(**weights: float) -> ProgramNetwork:
    names = {name: at for at, name in enumerate(weights)}
    return ProgramNetwork(
        names,
        np.array(list(weights.values()), np.float32),
        np.zeros((len(names), 1), np.float32),
        np.zeros(1, np.float32),
        np.zeros(1, np.float32),
        0.0,
        0.0,
        "model",
        0.7,
        0.9,
        HEAD,
    )


def test_probabilities_are_a_softmax_beside_telling_nothing() -> None:
    # scores 1 and 0 beside 0 for nothing: e / (e + 2) and 1 / (e + 2)
    shares = network(a=1.0).probabilities([{"a": 1.0}, {"b": 5.0}])
    assert shares == pytest.approx([np.e / (np.e + 2), 1 / (np.e + 2)], rel=1e-5)


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=8))
def test_probabilities_come_to_at_most_one(values: list[float]) -> None:
    shares = network(a=1.0).probabilities([{"a": value} for value in values])
    assert float(shares.sum()) <= 1.0 + 1e-5
    assert np.all(shares >= 0)


def test_programs_of_one_answer_are_probable_together() -> None:
    total, share = Program(ListStep.SUM, 5, None), Program(ListStep.COUNT, None, None)
    candidates = [
        told("", total, a=1.0).candidate,
        told("", total, a=1.0).candidate,
        told("", share, a=1.5).candidate,
    ]
    best = most_probable(candidates, network(a=1.0))
    assert best is not None
    assert best.calculation.answer == "765"
    e, other = np.e, np.exp(1.5)
    assert best.probability == pytest.approx(2 * e / (2 * e + other + 1), rel=1e-5)


def test_answers_stand_in_the_order_of_how_probable_they_are() -> None:
    total, count = Program(ListStep.SUM, 5, None), Program(ListStep.COUNT, None, None)
    rarer, likelier = told("", total, a=0.5).candidate, told("", count, a=1.0).candidate
    found = by_probability([rarer, likelier], network(a=1.0))
    assert [each.candidate for each in found] == [likelier, rarer]
    scale = np.exp(0.5) + np.e + 1
    assert [each.probability for each in found] == pytest.approx(
        [np.e / scale, np.exp(0.5) / scale], rel=1e-5
    )
    assert by_probability([], network(a=1.0)) == ()


def test_the_network_that_ships_knows_its_features() -> None:
    learned = shipped()
    assert learned.hidden.shape == (len(learned.names), learned.last.size)
    assert learned.linear.shape == (len(learned.names),)
    assert 0.5 <= learned.likely < learned.sure < 1.0
    assert {"left", "cos", "step=sum|total"} <= learned.names.keys()


def test_a_question_of_something_else_has_no_candidates() -> None:
    def embed(texts: object) -> np.ndarray:
        raise AssertionError("nothing is to be embedded")

    asked = "Which clause of the charter governs salvage claims by underwriters?"
    model = ProgramModel(embed, lambda question, texts: embed(texts), shipped())
    assert candidates_of(asked, FERRIES, "crossings", model) == []
