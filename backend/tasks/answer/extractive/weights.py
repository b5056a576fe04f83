"""The learned parts of the local reader, as they are shipped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.selection import SelectionRule
from backend.tasks.answer.extractive.trees import (
    Forest,
    Logistic,
    Matrix,
    forest_arrays,
    load_forest,
    load_logistic,
    logistic_arrays,
)

FOLDER = Path(__file__).resolve().parent.parent / "weights"
ARRAYS = "reader.npz"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """Everything that training decides.

    A sentence's score is `forest_share` of the forest's probability and the rest of the logistic
    model's. An answer counts as found from `found_threshold` on; a phrase is shown as the short
    answer from `bold_threshold` on.
    """

    background: Background
    forest: Forest
    logistic: Logistic
    forest_share: float
    confidence: Logistic
    found_threshold: float
    rule: SelectionRule
    phrases: Forest
    bold_threshold: float

    def scores(self, features: Matrix) -> npt.NDArray[np.float64]:
        """P(the sentence holds the answer) for rows of unit features, shape (n,)."""
        return self.forest_share * self.forest.probabilities(features) + (
            1.0 - self.forest_share
        ) * self.logistic.probabilities(features)


def save_weights(weights: ReaderWeights, folder: Path, facts: Mapping[str, object]) -> None:
    """Write the arrays and the manifest: what the weights are, and `facts` of how they came."""
    terms = sorted(weights.background.frequencies)
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "background.terms": np.frombuffer("\n".join(terms).encode("utf-8"), dtype=np.uint8),
        "background.frequencies": np.array(
            [weights.background.frequencies[term] for term in terms], dtype=np.uint16
        ),
        **forest_arrays(weights.forest, "forest"),
        **logistic_arrays(weights.logistic, "logistic"),
        **logistic_arrays(weights.confidence, "confidence"),
        **forest_arrays(weights.phrases, "phrases"),
    }
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **arrays)
    manifest = {
        "background_documents": weights.background.documents,
        "forest_share": weights.forest_share,
        "found_threshold": weights.found_threshold,
        "bold_threshold": weights.bold_threshold,
        "rule": asdict(weights.rule),
        "training": dict(facts),
    }
    (folder / MANIFEST).write_text(
        json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )


@lru_cache(maxsize=2)
def load_weights(folder: Path = FOLDER) -> ReaderWeights:
    """Read the shipped weights; they are part of the program, so a failure is a broken install."""
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    with np.load(folder / ARRAYS, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    terms = arrays["background.terms"].tobytes().decode("utf-8").split("\n")
    frequencies = arrays["background.frequencies"].tolist()
    return ReaderWeights(
        background=Background(
            dict(zip(terms, frequencies, strict=True)), int(manifest["background_documents"])
        ),
        forest=load_forest(arrays, "forest"),
        logistic=load_logistic(arrays, "logistic"),
        forest_share=float(manifest["forest_share"]),
        confidence=load_logistic(arrays, "confidence"),
        found_threshold=float(manifest["found_threshold"]),
        rule=SelectionRule(**manifest["rule"]),
        phrases=load_forest(arrays, "phrases"),
        bold_threshold=float(manifest["bold_threshold"]),
    )
