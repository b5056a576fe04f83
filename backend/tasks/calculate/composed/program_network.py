"""What was learned of programs over lists: a linear model of their features and a small network
beside it, whose scores are weighed against the score of telling nothing (a softmax)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from scipy.special import erf

from backend.inference.pair_head import PairHead, load_head
from backend.tasks.calculate.composed.program_features import Features

FILE = Path(__file__).with_name("weights.npz")
HEAD = "pairs"
"""The name below which the head is stored."""
Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ProgramNetwork:
    """`names` are the features in order, `linear` (features,), `hidden` (features, units) with its
    bias, `last` (units,) with its bias; `nothing` is the score of telling nothing. `identity` is
    that of the model whose vectors it was trained with, `likely` the least probability that is
    told, `sure` the one from which it is told without a doubt. `head` judges programs that the
    model reads together with the question."""

    names: Mapping[str, int]
    linear: Array
    hidden: Array
    hidden_bias: Array
    last: Array
    bias: float
    nothing: float
    identity: str
    likely: float
    sure: float
    head: PairHead

    def probabilities(self, programs: Sequence[Features]) -> Array:
        """How probable each program is, shape (programs,); what is missing to 1 is that none is."""
        scores = self.scores(programs)
        top = max(float(scores.max()), self.nothing)
        weights = np.exp(scores - top)
        shares: Array = weights / (weights.sum() + np.exp(self.nothing - top))
        return shares

    def scores(self, programs: Sequence[Features]) -> Array:
        """What the network thinks of each program, shape (programs,)."""
        held = [
            [(at, value) for name, value in own.items() if (at := self.names.get(name)) is not None]
            for own in programs
        ]
        starts = np.cumsum([0, *map(len, held)])
        places = np.array([at for own in held for at, _ in own], np.int32)
        values = np.array([value for own in held for _, value in own], np.float32)
        # of some thousand features a program has a few dozen
        rows = csr_matrix((values, places, starts), (len(programs), len(self.names)))
        units = rows @ self.hidden + self.hidden_bias
        active = 0.5 * units * (1.0 + erf(units / np.sqrt(2.0)))  # GELU
        scores: Array = rows @ self.linear + self.bias + active @ self.last
        return scores


@cache
def shipped() -> ProgramNetwork:
    """The network that ships."""
    with np.load(FILE, allow_pickle=False) as stored:
        names = stored["names"].tobytes().decode("utf-8").split("\n")
        linear, hidden, bias, last = (
            stored[name].astype(np.float32) for name in ("linear", "hidden", "hidden_bias", "last")
        )
        return ProgramNetwork(
            {name: at for at, name in enumerate(names)},
            linear,
            hidden,
            bias,
            last,
            float(stored["bias"]),
            float(stored["nothing"]),
            stored["identity"].tobytes().decode("utf-8"),
            float(stored["likely"]),
            float(stored["sure"]),
            load_head(stored, HEAD),
        )
