"""How likely a candidate program is what the question means: boosted trees over its features.

The trees and the least lead are shipped in `weights/`, written by `bench.train_programs`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from backend.inference.forest import Forest, load_forest
from backend.tasks.calculate.ranking.candidates import PROGRAM, Candidate

WEIGHTS = Path(__file__).with_name("weights")


@dataclass(frozen=True, slots=True)
class Ranker:
    """Trees over the features of `PROGRAM`, and how far the likelihood of the likeliest candidate
    must lie before half of that of the next one of another answer, from 0 to 1."""

    forest: Forest
    least_lead: float

    def likelihoods(self, candidates: Sequence[Candidate]) -> list[float]:
        """The probability that each candidate is right, between 0 and 1."""
        if not candidates:
            return []
        rows = np.array([candidate.features for candidate in candidates], dtype=np.float64)
        return [float(probability) for probability in self.forest.probabilities(rows)]


@cache
def shipped_ranker() -> Ranker:
    """The ranker in the package.

    Raises:
        ValueError: if its trees are of other features.
    """
    kept = json.loads((WEIGHTS / "programs.json").read_text(encoding="utf-8"))
    if tuple(kept["features"]) != PROGRAM:
        raise ValueError(
            "programs.json holds trees of other features: train them with "
            "`python -m bench.train_programs`"
        )
    with np.load(WEIGHTS / "programs.npz", allow_pickle=False) as arrays:
        return Ranker(load_forest(arrays, "programs"), float(kept["least_lead"]))
