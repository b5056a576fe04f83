"""Two layers of messages over a question's graph, which correct the fused score.

A passage's next state is made of its own and, for each relation r, of what it hears:

    h' = relu(h W₀ + b + Σᵣ (Aᵣ G h Wᵣ) / (1 + Aᵣ g)),   g = σ(h uᵣ + cᵣ),   G = diag(g)

A mean over neighbours as GraphSAGE has it (Hamilton, Ying & Leskovec 2017), by relation as in
R-GCN (Schlichtkrull et al. 2018), with a gate at the speaker so that passages that seem irrelevant
are not listened to, and a one below so that weak links say little. The correction is c · h₂ v, less
its mean; c in [0, 1] says from the inputs of the best candidates whether the question calls for
one: where one passage answers, its neighbours are no better for it. It is added to the score and
was trained to, by the softmax over each question's candidates (`bench.train_network`). Asking needs
numpy alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from backend.errors import SettingsError
from backend.fusion.staged.pool_graph import FEATURES, RELATIONS, PoolGraph
from backend.fusion.staged.relevance import probability
from backend.fusion.staged.weights import FOLDER
from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "network",
    plain="the network's correction",
    clause="how a network over the passages' links corrects the score",
    family="graph",
    place=155,
    asked="never",
)
RETRIEVER = CARD.name
FILE = FOLDER / "network.npz"
SHARPNESS = 2.0
"""Candidates count by e to the power of so many times their score for whether a correction is
called for."""


class Corrector(Protocol):
    """Says what is to be added to the scores of a question's candidates."""

    def correction(self, graph: PoolGraph) -> Array:
        """(n,) with mean 0, in the unit of the scores."""
        ...


@dataclass(frozen=True, slots=True)
class NetworkLayer:
    """Of I inputs, O outputs and R relations: `own` (I, O), `bias` (O,), `messages` (R, I, O),
    `gates` (I, R), `gate_bias` (R,).
    """

    own: Array
    bias: Array
    messages: Array
    gates: Array
    gate_bias: Array

    def heard(self, state: Array, edges: Mapping[str, Array]) -> Array:
        """(n, O) from states (n, I)."""
        found = state @ self.own + self.bias
        opened = probability(state @ self.gates + self.gate_bias)
        for number, relation in enumerate(RELATIONS):
            matrix = edges[relation]
            if matrix.any():
                listened = matrix * opened[:, number]
                said = listened @ (state @ self.messages[number])
                found = found + said / (1.0 + listened.sum(1, keepdims=True))
        next_state: Array = np.maximum(found, 0.0)
        return next_state


@dataclass(frozen=True, slots=True)
class GraphNetwork:
    """`mean` and `deviation` (features,) of the inputs, two layers, `out` (O,), and `call`
    (features,) with `call_bias` (), which say whether a correction is called for.
    """

    mean: Array
    deviation: Array
    layers: tuple[NetworkLayer, ...]
    out: Array
    call: Array
    call_bias: Array

    def correction(self, graph: PoolGraph) -> Array:
        """(n,) with mean 0, in the unit of the fused score."""
        if not len(graph.features):
            return np.zeros(0, np.float32)
        inputs = standard_scores(graph.features, self.mean, self.deviation)
        state = inputs
        for layer in self.layers:
            state = layer.heard(state, graph.edges)
        found = state @ self.out
        centred: Array = self._called_for(graph, inputs) * (found - found.mean())
        return centred.astype(np.float32)

    def _called_for(self, graph: PoolGraph, inputs: Array) -> np.float32:
        """In [0, 1]: from the inputs of the best candidates."""
        share = np.exp(SHARPNESS * (graph.fused - graph.fused.max()))
        best = share @ inputs / share.sum()
        said: Array = probability(best @ self.call + self.call_bias)
        return np.float32(said)


@cache
def shipped_network() -> GraphNetwork:
    """The network that comes with Quire.

    Raises:
        SettingsError: if its file is of other inputs than this version's.
    """
    return load_network(FILE)


def load_network(path: Path) -> GraphNetwork:
    """The network of a file.

    Raises:
        SettingsError: if it was trained for other inputs or relations.
    """
    with np.load(path, allow_pickle=False) as arrays:
        if json.loads(str(arrays["read"])) != _read():
            raise SettingsError(
                f"The network in {path.name} was trained for other inputs than this version has.",
                "Train it anew with `python -m bench.train_network`.",
            )
        found = {name: arrays[name].astype(np.float32) for name in arrays.files if name != "read"}
    layers = tuple(
        NetworkLayer(
            **{name: found[f"{number} {name}"] for name in NetworkLayer.__dataclass_fields__}
        )
        for number in range(sum(name.endswith(" own") for name in found))
    )
    mean, deviation, out = found["mean"], found["deviation"], found["out"]
    return GraphNetwork(mean, deviation, layers, out, found["call"], found["call_bias"])


def save_network(network: GraphNetwork, path: Path) -> None:
    """Write the network; matrices as float16, which ranks the same at half the size."""
    arrays: dict[str, Any] = {"mean": network.mean, "deviation": network.deviation}
    for number, layer in enumerate(network.layers):
        for name in NetworkLayer.__dataclass_fields__:
            arrays[f"{number} {name}"] = getattr(layer, name).astype(np.float16)
    for name in ("out", "call", "call_bias"):
        arrays[name] = getattr(network, name).astype(np.float16)
    np.savez_compressed(path, read=np.array(json.dumps(_read())), **arrays)


def _read() -> list[list[str]]:
    """What a network reads, in its order."""
    return [list(FEATURES), list(RELATIONS)]
