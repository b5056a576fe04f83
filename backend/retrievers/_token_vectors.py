"""Static vectors of word pieces: the input table of the packaged embedding model.

The table costs nothing at a question and, with its mean and first principal components removed
(Mu & Viswanath 2018, "All-but-the-Top"), compares words about as well as the model's last layer
does for late interaction. No network is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from tokenizers import Tokenizer

from backend.embedders._model import PACKAGED, find_packaged_or_local
from backend.errors import EmbedderError

TABLE = "embeddings.word_embeddings.weight"
SPECIAL_PIECES = 1000
"""The first pieces of a BERT vocabulary are markers and unused places."""
REMOVED_COMPONENTS = 6
LONGEST_PASSAGE = 512
"""Pieces of a passage that are compared; passages are cut to the embedder's limit anyway."""

Pieces = npt.NDArray[np.int32]


@dataclass(frozen=True)
class TokenVectors:
    """Word pieces of texts and the vectors of pieces, (pieces, dimension), unit rows."""

    tokenizer: Tokenizer
    table: npt.NDArray[np.float32]

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """Piece numbers of each text, without markers."""
        encoded = self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [np.array(each.ids, np.int32) for each in encoded]

    def pieces_with_spans(self, text: str) -> tuple[Pieces, list[tuple[int, int]]]:
        """Piece numbers of one text and where they stand in it."""
        encoded = self.tokenizer.encode(text, add_special_tokens=False)
        return np.array(encoded.ids, np.int32), list(encoded.offsets)


@cache
def token_vectors() -> TokenVectors | None:
    """The packaged model's table, read once; None if the model is not installed or has none."""
    try:
        folder = find_packaged_or_local(PACKAGED)
    except EmbedderError:
        return None
    if folder is None:
        return None
    return _read(folder)


def _read(folder: Path) -> TokenVectors | None:
    weights, vocabulary = folder / "model.safetensors", folder / "tokenizer.json"
    if not weights.is_file() or not vocabulary.is_file():
        return None
    try:
        with safe_open(weights, framework="np") as tensors:
            table = tensors.get_tensor(TABLE).astype(np.float32)
    except SafetensorError:
        return None
    tokenizer = Tokenizer.from_file(str(vocabulary))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST_PASSAGE)
    return TokenVectors(tokenizer, without_common_directions(table, SPECIAL_PIECES))


def without_common_directions(
    table: npt.NDArray[np.float32], special: int
) -> npt.NDArray[np.float32]:
    """Unit rows without the mean and the first principal components of all but special pieces."""
    centred = table - table[special:].mean(0)
    _, directions = np.linalg.eigh(centred[special:].T @ centred[special:])
    common = directions[:, -REMOVED_COMPONENTS:]
    cleaned = centred - (centred @ common) @ common.T
    unit: npt.NDArray[np.float32] = cleaned / (
        np.linalg.norm(cleaned, axis=1, keepdims=True) + 1e-9
    )
    return unit.astype(np.float32)
