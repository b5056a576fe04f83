"""A forest that is boosted on keeps its trees and learns what they leave."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.inference.forest import Forest, load_forest
from bench._reader_fitting import boosted_on, joined


def stump(feature: int, threshold: float, left: float, right: float, nodes: int = 3) -> Forest:
    """One tree of one question, with room for more nodes than it has."""
    empty = [0] * (nodes - 3)
    tables = {
        "stump.feature": np.array([[feature, 0, 0, *empty]], np.int16),
        "stump.threshold": np.array([[threshold, 0, 0, *empty]], np.float32),
        "stump.left": np.array([[1, 1, 2, *empty]], np.int16),
        "stump.right": np.array([[2, 1, 2, *empty]], np.int16),
        "stump.value": np.array([[0, left, right, *empty]], np.float32),
        "stump.depth": np.array(1, np.int16),
    }
    return load_forest(tables, "stump")


@given(
    rows=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=9),
    nodes=st.integers(3, 6),
)
def test_the_margins_of_joined_forests_add_up(rows: list[tuple[int, int]], nodes: int) -> None:
    one, two = stump(0, 0.5, -1.0, 2.0), stump(1, -0.5, 0.25, -0.5, nodes)
    table = np.array(rows, dtype=np.float64)
    both = joined(one, two)
    assert both.margins(table).tolist() == (one.margins(table) + two.margins(table)).tolist()
    assert joined(two, one).margins(table).tolist() == both.margins(table).tolist()


def test_further_trees_learn_what_the_first_ones_leave() -> None:
    generator = np.random.default_rng(3)
    rows = generator.normal(size=(400, 2))
    target = ((rows[:, 0] > 0) & (rows[:, 1] > 0)).astype(np.int8)
    first = stump(0, 0.0, -2.0, 0.0)  # knows half of it
    further = boosted_on(first, rows, target, n_estimators=30, learning_rate=0.3, num_leaves=4)
    assert further.root.size == 31
    assert further.column[:3].tolist() == [0, 0, 0]

    def right(forest: Forest) -> float:
        return float(((forest.margins(rows) > 0) == (target == 1)).mean())

    assert right(first) < 0.8
    assert right(further) > 0.95


def test_rows_without_weight_teach_nothing() -> None:
    generator = np.random.default_rng(4)
    rows = generator.normal(size=(400, 2))
    target = (rows[:, 1] > 0).astype(np.int8)
    weight = np.ones(400)
    weight[200:] = 0.0
    wrong = np.concatenate([target[:200], 1 - target[200:]])
    start = stump(0, 0.0, 0.0, 0.0)
    changes = {"n_estimators": 30, "learning_rate": 0.3, "num_leaves": 4}
    taught = boosted_on(start, rows, wrong, weight=weight, **changes)
    assert ((taught.margins(rows) > 0) == (target == 1)).mean() > 0.9
