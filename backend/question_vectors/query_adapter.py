"""A query adapter: a small learned map that moves questions and leaves passages where they are.

q′ = norm(q + U Vᵀ q) for a unit vector q, with U and V of few columns. It is the low-rank update of
Hu et al. ("LoRA", 2022, §4.1) put on the question's vector and not on the model's weights, so that
no passage is embedded anew.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.ports import Vectors

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class QueryAdapter:
    """What a training left.

    `embedding` is the identity of the model whose vectors it moves; `up` and `down` are U and V,
    each of shape (dimension, rank); `questions` is of how many it learned.
    """

    embedding: str
    up: Array
    down: Array
    questions: int

    def moved(self, vectors: Vectors) -> Vectors:
        """(n, dimension) unit vectors of questions, each where it is searched from.

        A vector that would become zero stays.
        """
        found = vectors + (vectors @ self.down) @ self.up.T
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        moved: Vectors = np.where(lengths > 0.0, found / np.maximum(lengths, 1e-12), vectors)
        return moved.astype(np.float32)


def packed(adapter: QueryAdapter) -> bytes:
    """An adapter as bytes, with all its digits."""
    head = {"embedding": adapter.embedding, "questions": adapter.questions}
    file = io.BytesIO()
    np.savez(
        file,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        up=adapter.up.astype("<f4"),
        down=adapter.down.astype("<f4"),
    )
    return file.getvalue()


def unpacked(payload: bytes) -> QueryAdapter:
    """What `packed` made."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        return QueryAdapter(head["embedding"], arrays["up"], arrays["down"], head["questions"])
