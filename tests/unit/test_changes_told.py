"""A later word on a matter is told apart from a change of something beside it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.changes_told import (
    FEATURES,
    FILE,
    ChangeWeights,
    ToldChange,
    asks_of_before,
    changes_of,
    later_word,
    shipped_changes,
)
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.weights import weights_for
from tests.unit.test_local_reader import WordEmbedder, hit

POLICY = hit(
    "Labour in the workshop is charged at £46 an hour. Parts are charged at list price. "
    "Collection is free within ten miles.",
    document="policy",
    title="Charges",
)
ERRATUM = hit(
    "In the table of charges the hourly labour charge is printed as £46. The right figure is £48. "
    "The yard was now painted green.",
    document="erratum",
    title="Erratum",
)


def reading(question: str) -> ReadEvidence:
    embedder = WordEmbedder()
    return read(question, (POLICY, ERRATUM), embedder.embed, weights_for(embedder).background)


def place(evidence: ReadEvidence, words: str) -> int:
    return next(at for at, unit in enumerate(evidence.candidates) if words in unit.text)


def features_of(question: str, told: str, later: str) -> dict[str, float] | None:
    evidence = reading(question)
    found = changes_of(evidence, [0.5] * len(evidence.candidates), place(evidence, told))
    at = place(evidence, later)
    held = [dict(zip(FEATURES, each.features, strict=True)) for each in found if each.later == at]
    return held[0] if held else None


QUESTION = "What is charged for an hour of labour in the workshop?"


def test_a_correction_beside_the_old_value_speaks_for_a_change() -> None:
    found = features_of(QUESTION, "Labour in the workshop", "The right figure")
    assert found is not None
    assert found["same sort"] == 1.0  # £48 for £46
    assert found["old value beside"] == 1.0  # the sentence before has £46
    assert found["cue=wrong"] == 1.0
    assert found["under changes"] == 1.0
    assert found["same document"] == 0.0


def test_a_change_of_something_else_has_no_value_of_the_sort() -> None:
    found = features_of(QUESTION, "Labour in the workshop", "painted green")
    assert found is not None
    assert found["same sort"] == found["old value"] == 0.0


def test_a_sentence_that_speaks_of_no_change_changes_nothing() -> None:
    assert features_of(QUESTION, "The right figure", "Collection is free") is None


@pytest.mark.parametrize(
    ("question", "is_of_before"),
    [
        ("What was the original price?", True),
        ("What did we pay before the change?", True),
        ("Which date was first announced?", True),
        ("What was the first planned date?", True),
        ("What is the price?", False),
    ],
)
def test_what_was_so_before_is_not_asked_of_a_later_word(question: str, is_of_before: bool) -> None:
    assert asks_of_before(question) is is_of_before
    if is_of_before:
        evidence = reading(question)
        assert not changes_of(evidence, [0.5] * len(evidence.candidates), 0)


def weighing(**weights: float) -> ChangeWeights:
    """Weights of some features, of which a score of 2 is needed."""
    return ChangeWeights(
        tuple(weights.get(name.replace(" ", "_"), 0.0) for name in FEATURES), 2.0, 0.6, 0.2
    )


@pytest.mark.parametrize(("weight", "replaces"), [(6.0, True), (2.2, False), (0.1, None)])
def test_how_probable_a_change_is_decides_how_it_is_told(
    weight: float, replaces: bool | None
) -> None:
    evidence = reading(QUESTION)
    told = place(evidence, "Labour in the workshop")
    scores = [0.5] * len(evidence.candidates)
    found = later_word(evidence, scores, told, weighing(old_value_beside=weight))
    assert (None if found is None else found.replaces) is replaces
    if found is not None:
        assert "£48" in evidence.candidates[found.place].text


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=6), st.floats(-5, 5))
def test_changes_and_no_change_share_one_probability(scores: list[float], nothing: float) -> None:
    first = ChangeWeights((1.0, *(0.0 for _ in FEATURES[1:])), nothing, 0.5, 0.2)
    rows = [
        ToldChange(at, (score, *(0.0 for _ in FEATURES[1:]))) for at, score in enumerate(scores)
    ]
    shares = first.probabilities(rows)
    odds = np.exp(np.array([*scores, nothing]) - max(*scores, nothing))
    assert np.allclose(shares, odds[:-1] / odds.sum())
    assert shares.sum() < 1.0 + 1e-9


def test_the_weights_that_ship_are_of_these_features() -> None:
    row = json.loads(FILE.read_text("utf-8"))
    assert row["weights"].keys() == set(FEATURES)
    shipped = shipped_changes()
    assert 0 < shipped.beside < shipped.replaces <= 1
