"""The learned parts of the local reader, as they are shipped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.inference.forest import Forest, forest_arrays, load_forest
from backend.inference.log_odds import log_odds, sigmoid
from backend.inference.logistic import Matrix
from backend.inference.mixture import Mixture, load_mixture, mixture_arrays
from backend.ports import ContextualEmbedder, Embedder
from backend.tasks.answer.extractive.alignment import Aligner, aligner_arrays, load_aligner
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.cross_encoder import (
    CrossEncoder,
    cross_encoder_arrays,
    load_cross_encoder,
)
from backend.tasks.answer.extractive.pair_sureness import (
    PairSureness,
    RankedUnits,
    load_pair_sureness,
    pair_sureness_arrays,
    sureness_row,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.selection import SelectionRule
from backend.tasks.answer.extractive.verdicts import Thresholds

FOLDER = Path(__file__).resolve().parent.parent / "weights"
ALIGNED = FOLDER / "aligned"
"""Beside the weights for any embedder: those for the embedder whose tokens an aligner knows."""
ARRAYS = "reader.npz"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """Everything that training decides.

    `ranker` gives P(a sentence holds the answer) from unit features, `phrases` P(a phrase is the
    answer); `found` P(the evidence holds it) and `first` P(the best sentence holds it) from
    confidence features. A phrase is the first line of a
    direct answer from `sure_phrase` on, and of a likely one from `likely_phrase` on. With an
    `aligner` the others were trained on readings that have its scores, and need them. An `encoder`
    has a share of the score of each sentence that it has looked at, and `sureness` joins its word
    with the probabilities of the verdict.
    """

    background: Background
    ranker: Mixture
    phrases: Forest
    found: Mixture
    first: Mixture
    thresholds: Thresholds
    rule: SelectionRule
    sure_phrase: float
    likely_phrase: float
    aligner: Aligner | None = None
    encoder: CrossEncoder | None = None
    sureness: PairSureness | None = None

    def scores(
        self, features: Matrix, together: npt.NDArray[np.float64] | None = None
    ) -> npt.NDArray[np.float64]:
        """P(the sentence holds the answer) for rows of unit features, shape (n,).

        Args:
            together: what the cross-encoder makes of each; None where it was not asked. Log-odds
                are averaged, so that what is nearly certain counts more than what is undecided.
        """
        scores = self.ranker.probabilities(features)
        if together is None or self.encoder is None:
            return scores
        share = self.encoder.share
        return sigmoid((1.0 - share) * log_odds(scores) + share * log_odds(together))

    def hears_pairs(self, reading: ReadEvidence) -> bool:
        """Whether how sure the reader is rests on the cross-encoder's word as well."""
        return self.sureness is not None and reading.together is not None

    def probabilities(
        self, confidence: Matrix, reading: ReadEvidence, features: Matrix, ranking: RankedUnits
    ) -> tuple[float, float]:
        """P(the best sentence holds the answer), and P(the evidence holds it).

        Args:
            confidence: the row of `confidence_features`.
            reading: the question with its candidates.
            features: the candidates' unit features.
            ranking: what was made of the candidates.
        """
        first = float(self.first.probabilities(confidence)[0])
        found = float(self.found.probabilities(confidence)[0])
        if self.sureness is None or not self.hears_pairs(reading):
            return first, found
        row = sureness_row(confidence, first, found, reading, features, ranking)
        own_first, own_found = (
            float(probability[0]) for probability in self.sureness.probabilities(row)
        )
        return own_first, own_found


def save_weights(weights: ReaderWeights, folder: Path, facts: Mapping[str, object]) -> None:
    """Write the arrays and the manifest: what the weights are, and `facts` of how they came."""
    terms = sorted(weights.background.frequencies)
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "background.terms": np.frombuffer("\n".join(terms).encode("utf-8"), dtype=np.uint8),
        "background.frequencies": np.array(
            [weights.background.frequencies[term] for term in terms], dtype=np.uint16
        ),
        **mixture_arrays(weights.ranker, "ranker"),
        **forest_arrays(weights.phrases, "phrases"),
        **mixture_arrays(weights.found, "found"),
        **mixture_arrays(weights.first, "first"),
        **(aligner_arrays(weights.aligner, "aligner") if weights.aligner else {}),
        **(cross_encoder_arrays(weights.encoder, "encoder") if weights.encoder else {}),
        **(pair_sureness_arrays(weights.sureness, "sureness") if weights.sureness else {}),
    }
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / ARRAYS, allow_pickle=False, **arrays)
    manifest = {
        "background_documents": weights.background.documents,
        "thresholds": asdict(weights.thresholds),
        "sure_phrase": weights.sure_phrase,
        "likely_phrase": weights.likely_phrase,
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
        ranker=load_mixture(arrays, "ranker"),
        phrases=load_forest(arrays, "phrases"),
        found=load_mixture(arrays, "found"),
        first=load_mixture(arrays, "first"),
        thresholds=Thresholds(**manifest["thresholds"]),
        rule=SelectionRule(**manifest["rule"]),
        sure_phrase=float(manifest["sure_phrase"]),
        likely_phrase=float(manifest["likely_phrase"]),
        aligner=load_aligner(arrays, "aligner"),
        encoder=load_cross_encoder(arrays, "encoder"),
        sureness=load_pair_sureness(arrays, "sureness"),
    )


def weights_for(embedder: Embedder) -> ReaderWeights:
    """The weights that read best with an embedder's vectors.

    Raises:
        EmbedderError: if its model cannot be loaded.
    """
    weights = load_weights(ALIGNED)
    known = weights.aligner is not None and weights.aligner.embedder == embedder.identity
    if known and isinstance(embedder, ContextualEmbedder) and embedder.gives_states:
        return weights
    return load_weights()
