"""The steps of the thesis's network: what stands for a missing score, and which negatives stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.thesis_fusion import RECIPES, asked_recipe
from bench.thesis_network import Candidates, Network, Recipe, hard_rows, missing_scores

SILENT = np.nan


def test_a_missing_score_stands_below_the_lowest() -> None:
    scores = np.array([[0.81, 2.0, SILENT], [0.9, SILENT, SILENT]], np.float32)
    assert missing_scores(scores) == pytest.approx([0.75, 2.0 * 0.75 / 0.81, 0.0])
    assert missing_scores(np.array([[-0.81]], np.float32)) == pytest.approx([-0.87])


def test_the_second_round_keeps_what_is_relevant_and_the_hardest_tenth_of_the_rest() -> None:
    predicted = np.arange(21, dtype=np.float32)
    relevant = np.arange(21) == 0
    assert hard_rows(predicted, relevant, 0.9).tolist() == [0, 20, 19]
    assert hard_rows(predicted[:3], relevant[:3], 0.9).tolist() == [0, 2]
    assert hard_rows(predicted[:5], relevant[:5], 0.5).tolist() == [0, 4, 3]


def test_every_step_is_an_option_and_the_others_stay_as_in_the_thesis() -> None:
    assert asked_recipe([]) is None
    assert asked_recipe(["--rows", "200"]) == RECIPES["local, second round, 200 rows"]
    words = "--standardise global --second-round off"
    assert asked_recipe(words.split()) == RECIPES["global standardisation"]
    words = "--missing zero --second-round off"
    assert asked_recipe(words.split()) == RECIPES["local, missing scores 0"]
    words = "--second-round behind"
    assert asked_recipe(words.split()) == RECIPES["local, second round behind the first"]
    words = "--layers 8 4 --dropout 0 .5 --l2 .1 --batch 32 --patience 3 --dropped .5"
    assert asked_recipe(words.split()) == Recipe(
        layers=(8, 4), dropout=(0.0, 0.5), l2=0.1, batch=32, patience=3, dropped=0.5
    )


def test_a_layer_without_its_dropout_is_refused() -> None:
    with pytest.raises(SystemExit):
        asked_recipe(["--layers", "8"])


@pytest.mark.parametrize("recipe", [Recipe(layers=(6,), dropout=(0.0,)), Recipe(behind=True)])
def test_a_network_of_any_shape_learns_what_tells_right_from_wrong(recipe: Recipe) -> None:
    drawn = np.random.default_rng(3)
    questions = []
    for _ in range(60):
        relevant = np.arange(12) == 5
        scores = drawn.normal(size=(12, 2)).astype(np.float32)
        scores[:, 0] += 4.0 * relevant
        questions.append(Candidates(scores, relevant, tuple(map(str, range(12)))))
    network = Network(replace(recipe, second_round=recipe.behind), questions, 17)
    right = [int(network.scores(question).argmax()) == 5 for question in questions]
    assert sum(right) > 50
    small = Network(replace(recipe, second_round=False, rows=4, patience=1), questions, 17)
    assert small.scores(questions[0]).shape == (12,)
