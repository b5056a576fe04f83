"""Static vectors of word pieces: the input table of the packaged embedding model.

The table costs nothing at a question and, with its mean and first principal components removed
(Mu & Viswanath 2018, "All-but-the-Top"), compares words about as well as the model's last layer
does for late interaction. No network is run.
"""

from __future__ import annotations

import threading
from functools import cache

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open

from backend.word_pieces import packaged_model, tokenizer

TABLE = "embeddings.word_embeddings.weight"
SPECIAL_PIECES = 1000
"""The first pieces of a BERT vocabulary are markers and unused places."""
REMOVED_COMPONENTS = 6

Table = npt.NDArray[np.float32]
_reading = threading.Lock()


def token_vectors() -> Table | None:
    """(pieces, dimension) unit rows of the packaged model's table, read once; None if the model is
    not installed or has no table. Who asks while it is read waits for it.
    """
    with _reading:
        return _read()


@cache
def _read() -> Table | None:
    folder = packaged_model()
    if folder is None or tokenizer() is None:
        return None
    try:
        with safe_open(folder / "model.safetensors", framework="np") as tensors:
            table = tensors.get_tensor(TABLE).astype(np.float32)
    except (OSError, SafetensorError):
        return None
    return without_common_directions(table, SPECIAL_PIECES)


def without_common_directions(table: Table, special: int) -> Table:
    """Unit rows without the mean and the first principal components of all but special pieces."""
    rows: Table = table - table[special:].mean(0)
    _, directions = np.linalg.eigh(rows[special:].T @ rows[special:])
    common = directions[:, -REMOVED_COMPONENTS:]
    # in place: each copy of the table is as large as a small library
    rows -= (rows @ common) @ common.T
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    return rows.astype(np.float32, copy=False)
