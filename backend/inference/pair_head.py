"""The small network that judges two texts which a model has read as one.

A cross-encoder (Nogueira and Cho, "Passage Re-ranking with BERT", 2019) is a model that reads both,
and such a head over the states of their tokens. Several heads may look at the states of one model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import erf

from backend.inference.dense import Array, Dense, load_dense


@dataclass(frozen=True, slots=True)
class PairHead:
    """`hidden` and `last` look at the state of the first token, the mean over the second text and
    the mean over the first one."""

    hidden: Dense
    last: Dense

    def log_odds(self, ids: npt.NDArray[np.int32], states: Array) -> Array:
        """Log-odds that the second text is what the first one asks for, shape (1,).

        Args:
            ids: of the tokens of both texts, with a separator behind each, shape (tokens,).
            states: what the model makes of them, shape (tokens, width).

        Raises:
            ValueError: if there is no separator between the texts.
        """
        separator = ids[-1]
        inside = np.flatnonzero(ids == separator)
        if len(inside) < len("[]"):
            raise ValueError("two texts with a separator behind each were expected")
        states = states.astype(np.float32)
        end = int(inside[0]) + 1
        row = np.concatenate([states[0], states[end:].mean(axis=0), states[:end].mean(axis=0)])
        hidden = self.hidden(row[None, :])
        active = 0.5 * hidden * (1.0 + erf(hidden / np.sqrt(2.0)))  # GELU
        odds: Array = self.last(active)[0]
        return odds


def head_arrays(head: PairHead, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """A head under names that `load_head` reads back."""
    return {
        f"{prefix}.hidden.weight": head.hidden.weight.astype(np.float16),
        f"{prefix}.hidden.bias": head.hidden.bias.astype(np.float32),
        f"{prefix}.last.weight": head.last.weight.astype(np.float32),
        f"{prefix}.last.bias": head.last.bias.astype(np.float32),
    }


def load_head(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> PairHead:
    """The head that is stored under a prefix."""
    return PairHead(load_dense(arrays, f"{prefix}.hidden"), load_dense(arrays, f"{prefix}.last"))
