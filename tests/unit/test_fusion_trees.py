"""What trees say, and what each retriever adds to it: values worked out by hand and from the
definition."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from backend.fusion.models.boosted import BoostedModel
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.relevance import PRIOR, judge
from backend.fusion.staged.weights import shipped
from backend.inference import forest
from backend.inference.forest import Forest, forest_arrays, load_forest

TREES = Forest(
    root=np.array([0, 5], np.int32),
    column=np.array([0, -1, 1, -1, -1, 2, -1, -1], np.int32),
    threshold=np.array([0.5, 0, 0.5, 0, 0, 0.5, 0, 0]),
    missing_left=np.array([True] * 5 + [False] * 3),
    left=np.array([1, 1, 3, 3, 4, 6, 6, 7], np.int32),
    right=np.array([2, 1, 4, 3, 4, 7, 6, 7], np.int32),
    value=np.array([0, -1.0, 0, 2.0, 4.0, 0, 0.5, 1.5]),
    depth=2,
)
"""Two trees: the first asks column 0, then column 1 on its right; the second column 2."""
ROWS = np.array([[0, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1]], np.float32)


def test_trees_add_up_their_leaves() -> None:
    np.testing.assert_allclose(TREES.margins(ROWS), [-0.5, 3.5, 4.5, 0.5])
    hidden = np.full((1, 3), np.nan, np.float32)
    np.testing.assert_allclose(TREES.margins(hidden), [-1.0 + 1.5])
    assert TREES.margins(ROWS[:0]).shape == (0,)


def test_a_value_just_above_a_threshold_goes_right() -> None:
    # the float32 nearest to 0.3 is 0.300000012: it lies above the threshold, and so goes right
    near = replace(TREES, threshold=np.where(TREES.column == 0, 0.3, TREES.threshold))
    row = np.array([[0.3, 0, 0]], np.float32)
    assert float(row[0, 0]) > 0.3
    np.testing.assert_allclose(near.margins(row), [2.5])
    np.testing.assert_allclose(near.margins(row.astype(np.float64)), [2.5])
    # values are compared as float32: a hair above a threshold is on it
    np.testing.assert_allclose(TREES.margins(np.array([[0.5 + 1e-12, 0, 0]])), [-0.5])
    # a threshold that is kept as that float32 lets it go left
    rounded = replace(near, threshold=near.threshold.astype(np.float32))
    np.testing.assert_allclose(rounded.margins(row), [-0.5])


def test_many_rows_are_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = TREES.margins(ROWS)
    monkeypatch.setattr(forest, "AT_ONCE", 3)
    assert TREES.margins(ROWS).tolist() == whole.tolist()


def test_a_forest_is_kept_as_tables_of_its_trees() -> None:
    kept = forest_arrays(TREES, "some")
    assert kept["some.feature"].tolist() == [[0, 0, 1, 0, 0], [2, 0, 0, 0, 0]]
    assert kept["some.left"].tolist() == [[1, 1, 3, 3, 4], [1, 1, 2, 0, 0]]
    assert kept["some.right"].tolist() == [[2, 1, 4, 3, 4], [2, 1, 2, 0, 0]]
    assert kept["some.value"].tolist() == [[0, -1.0, 0, 2.0, 4.0], [0, 0.5, 1.5, 0, 0]]
    read = load_forest(kept, "some")
    assert read.margins(ROWS).tolist() == TREES.margins(ROWS).tolist()
    # a missing value goes right: 4 of the first tree, 1.5 of the second
    assert read.margins(np.full((1, 3), np.nan)).tolist() == [5.5]
    again = forest_arrays(read, "some")
    assert {name: array.tobytes() for name, array in again.items()} == {
        name: array.tobytes() for name, array in kept.items()
    }


def test_shapley_values_by_hand() -> None:
    # Half of the candidates go left at the first node; of the others one each way at the second.
    # Mean of the first tree: (-1 + 3) / 2 = 1. Row 1 (right, left; value 2): knowing a alone 3,
    # b alone .5 (-1) + .5 (2) = .5, both 2. So a gets (2 + 1.5) / 2, b gets (-.5 - 1) / 2.
    found = TREES.credited(ROWS, ["a", "b", "c"])
    assert found["a"][1] == pytest.approx(1.75, abs=1e-3)
    assert found["b"][1] == pytest.approx(-0.75, abs=1e-3)
    assert found["c"][1] == pytest.approx(0.5, abs=1e-3)


def test_a_tree_of_one_leaf_adds_the_same_to_all_rows() -> None:
    # the second tree becomes its leaf of 1.5, which is to no column's credit
    alone = replace(TREES, root=np.array([0, 7], np.int32))
    assert alone.margins(ROWS).tolist() == [0.5, 3.5, 5.5, 0.5]
    found = alone.credited(ROWS, ["a", "b", "c"])
    assert found["a"][1] == pytest.approx(1.75, abs=1e-3)
    assert found["c"].tolist() == [0.0] * 4


def test_columns_of_one_owner_play_as_one() -> None:
    found = TREES.credited(ROWS, ["a", "a", "c"])
    assert found["a"][1] == pytest.approx(1.0, abs=1e-3), "2 less the mean of 1"
    assert set(found) == {"a", "c"}


def definition(model: Forest, rows: np.ndarray, row: int, owners: list[str]) -> dict:
    """Shapley values as they are defined, over all coalitions, by walking the trees."""
    going = [[0] * model.column.size for _ in rows]
    covered = np.zeros(model.column.size)

    def left(values: np.ndarray, node: int) -> bool:
        return bool(values[model.column[node]] <= np.float32(model.threshold[node]))

    for number in range(len(rows)):
        for first in model.root.tolist():
            node = first
            while True:
                covered[node] += 1
                going[number][node] = 1
                if model.column[node] < 0:
                    break
                node = int((model.left if left(rows[number], node) else model.right)[node])

    def worth(node: int, coalition: frozenset[str]) -> float:
        if model.column[node] < 0:
            return float(model.value[node])
        one, other = int(model.left[node]), int(model.right[node])
        if owners[model.column[node]] in coalition:
            return worth(one if left(rows[row], node) else other, coalition)
        share = covered[one] / covered[node] if covered[node] else 0.5
        return share * worth(one, coalition) + (1 - share) * worth(other, coalition)

    players = sorted(set(owners))
    found = {}
    for player in players:
        others = [each for each in players if each != player]
        total = 0.0
        for size in range(len(others) + 1):
            factor = factorial(size) * factorial(len(others) - size) / factorial(len(players))
            for chosen in combinations(others, size):
                with_player = frozenset((*chosen, player))
                total += factor * sum(
                    worth(root, with_player) - worth(root, frozenset(chosen))
                    for root in model.root.tolist()
                )
        found[player] = total
    return found


def test_shipped_trees_are_credited_as_shapley_values_are_defined() -> None:
    model = shipped("boosted").direct
    assert isinstance(model, BoostedModel)
    few = replace(model.forest, root=model.forest.root[:12])
    rows = np.random.default_rng(3).normal(0, 1.5, (60, len(model.columns))).astype(np.float32)
    owners = [name.split(":")[0] for name in model.columns]
    found = few.credited(rows, owners)
    for row in (0, 31):
        for owner, value in definition(few, rows, row, owners).items():
            assert found[owner][row] == pytest.approx(value, abs=5e-3)


@pytest.mark.parametrize("stage", ["direct", "first", "second", "third"])
def test_contributions_of_trees_sum_to_the_score(stage: str) -> None:
    model = getattr(shipped("boosted"), stage)
    generator = np.random.default_rng(5)
    rows = generator.normal(0, 2, (80, len(model.columns))).astype(np.float32)
    values = {name: rows[:, n] for n, name in enumerate(model.columns) if name != PRIOR}
    first = judge(shipped("boosted").first, Columns(80, values))
    columns = Columns(80, {**values, PRIOR: first.log_odds})
    found = judge(model, columns, first)
    centred = found.log_odds - found.log_odds.mean()
    np.testing.assert_allclose(sum(found.contributions.values()), centred, atol=2e-3)
    for contribution in found.contributions.values():
        assert abs(float(contribution.mean())) < 1e-3
