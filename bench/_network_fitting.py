"""Trains the network on the graph: listwise, as a correction of the scores that are there.

Questions over links teach what to correct: the loss is the cross-entropy between the passages that
answer, alike, and the softmax over a question's candidates of s · (score + correction) (ListNet's
top-one loss, Cao et al. 2007); s is learned beside the network. Questions that one passage answers
teach when not to: what moves their scores is a loss. The last layer begins at 0, so that training
begins with the scores as they are. Plain torch over edge lists; what is trained is asked in numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from backend.fusion.staged.graph_network import SHARPNESS, GraphNetwork, NetworkLayer
from backend.fusion.staged.pool_graph import FEATURES, RELATIONS
from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array
from bench._training_pool import TrainingPool

SEED = 17
BATCH = 16
"""Questions a step."""
STAYING = 5.0
"""Weight of a moved score, squared, of a question that one passage answers."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network is trained. `residual` is the score that is corrected: `score`, the fused one,
    or `direct`, each passage by itself.
    """

    hidden: int = 16
    epochs: int = 6
    rate: float = 4e-3
    decay: float = 0.05
    dropout: float = 0.2
    residual: str = "score"
    edges: bool = True


@dataclass(frozen=True, slots=True)
class Batch:
    """Several questions' graphs as one: `sizes` tell them apart, `target` (n,) sums to each
    question's weight.
    """

    features: torch.Tensor
    edges: tuple[tuple[torch.Tensor, torch.Tensor, torch.Tensor], ...]
    score: torch.Tensor
    share: torch.Tensor
    target: torch.Tensor
    sizes: list[int]
    weights: list[float]
    over_links: list[bool]


class _MessageLayer(torch.nn.Module):
    """`backend.fusion.staged.graph_network.Layer` over edge lists."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.own = torch.nn.Linear(inputs, outputs)
        self.messages = torch.nn.Parameter(
            torch.randn(len(RELATIONS), inputs, outputs) * (0.5 / inputs) ** 0.5
        )
        self.gates = torch.nn.Linear(inputs, len(RELATIONS))

    def forward(self, state: torch.Tensor, batch: Batch) -> torch.Tensor:
        found = self.own(state)
        opened = torch.sigmoid(self.gates(state))
        for number, (listening, speaking, values) in enumerate(batch.edges):
            if not len(values):
                continue
            weight = values * opened[speaking, number]
            said = (state @ self.messages[number])[speaking] * weight[:, None]
            summed = torch.zeros_like(found).index_add(0, listening, said)
            total = torch.zeros(len(found)).index_add(0, listening, weight)
            found = found + summed / (1.0 + total[:, None])
        return torch.relu(found)


class _Network(torch.nn.Module):
    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self.first = _MessageLayer(len(FEATURES), recipe.hidden)
        self.second = _MessageLayer(recipe.hidden, recipe.hidden)
        self.call = torch.nn.Linear(len(FEATURES), 1)
        self.out = torch.nn.Parameter(torch.zeros(recipe.hidden))
        self.scale = torch.nn.Parameter(torch.tensor(0.5))
        self.dropout = torch.nn.Dropout(recipe.dropout)

    def forward(self, batch: Batch) -> torch.Tensor:
        state = self.dropout(self.first(batch.features, batch))
        state = self.dropout(self.second(state, batch))
        found = state @ self.out
        weighed = (batch.share[:, None] * batch.features).split(batch.sizes)
        called = torch.sigmoid(self.call(torch.stack([rows.sum(0) for rows in weighed])))[:, 0]
        return found * called.repeat_interleave(torch.tensor(batch.sizes))


class Optimiser:
    """Adam with decoupled decay (Loshchilov & Hutter 2019) at a rate that falls to 0 as a cosine
    over `steps`; with 0 of them it stays as it is.

    Written out, since torch's own loads a compiler first, which takes longer than many trainings.
    """

    def __init__(
        self, parameters: list[torch.nn.Parameter], rate: float, decay: float, steps: int
    ) -> None:
        self._parameters, self._rate, self._decay = parameters, rate, decay
        self._steps = steps
        self._mean = [torch.zeros_like(parameter) for parameter in parameters]
        self._square = [torch.zeros_like(parameter) for parameter in parameters]
        self._done = 0

    @torch.no_grad()
    def step(self) -> None:
        """One step down the gradients that the parameters hold."""
        rate = self._rate
        if self._steps:
            rate *= (1.0 + np.cos(np.pi * self._done / self._steps)) / 2.0
        self._done += 1
        for parameter, mean, square in zip(self._parameters, self._mean, self._square, strict=True):
            if parameter.grad is None:
                continue
            mean.lerp_(parameter.grad, 1.0 - 0.9)
            square.lerp_(parameter.grad**2, 1.0 - 0.999)
            change = mean / (1.0 - 0.9**self._done)
            spread = (square / (1.0 - 0.999**self._done)).sqrt() + 1e-8
            parameter.mul_(1.0 - rate * self._decay).sub_(rate * change / spread)


def fit_network(pools: Sequence[TrainingPool], recipe: Recipe, seed: int = SEED) -> GraphNetwork:
    """A network trained on pools; those without a relevant candidate teach nothing."""
    taught = [pool for pool in pools if 0 < pool.label.sum() < len(pool.label)]
    joined = np.concatenate([pool.features for pool in taught])
    mean = joined.mean(0).astype(np.float32)
    deviation = np.maximum(joined.std(0), 1e-3).astype(np.float32)
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    network = _Network(recipe)
    steps = recipe.epochs * -(-len(taught) // BATCH)
    optimiser = Optimiser(list(network.parameters()), recipe.rate, recipe.decay, steps)
    network.train()
    for _ in range(recipe.epochs):
        order = generator.permutation(len(taught))
        for start in range(0, len(order), BATCH):
            chosen = [taught[number] for number in order[start : start + BATCH]]
            batch = batch_of(chosen, mean, deviation, recipe)
            network.zero_grad()
            loss_of(network, batch).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
    layers = tuple(_exported(layer) for layer in (network.first, network.second))
    call, bias = _array(network.call.weight[0]), _array(network.call.bias[0])
    return GraphNetwork(mean, deviation, layers, _array(network.out), call, bias)


def batch_of(pools: Sequence[TrainingPool], mean: Array, deviation: Array, recipe: Recipe) -> Batch:
    """Pools as one graph of unconnected parts."""
    sizes = [len(pool.label) for pool in pools]
    starts = np.cumsum([0, *sizes])[:-1]
    features = np.concatenate([pool.features for pool in pools])
    features = standard_scores(features, mean, deviation)
    edges = []
    for relation in RELATIONS:
        parts = [pool.edges[relation] for pool in pools] if recipe.edges else []
        none = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))
        moved = [
            (own + at, other + at, v) for (own, other, v), at in zip(parts, starts, strict=False)
        ]
        joined = [np.concatenate(each) for each in zip(none, *moved, strict=True)]
        edges.append(tuple(map(torch.from_numpy, joined)))
    score = np.concatenate([getattr(pool, recipe.residual) for pool in pools])
    target = np.concatenate([pool.label / pool.label.sum() for pool in pools])
    return Batch(
        torch.from_numpy(features),
        tuple(edges),
        torch.from_numpy(score.astype(np.float32)),
        torch.from_numpy(np.concatenate([_share(pool) for pool in pools])),
        torch.from_numpy(target.astype(np.float32)),
        sizes,
        [pool.weight for pool in pools],
        [pool.over_links for pool in pools],
    )


def _share(pool: TrainingPool) -> Array:
    """(n,) by which candidates count for whether a correction is called for."""
    fused = pool.features[:, FEATURES.index("fused")]
    odds = np.exp(SHARPNESS * (fused - fused.max()))
    found: Array = (odds / odds.sum()).astype(np.float32)
    return found


def loss_of(network: torch.nn.Module, batch: Batch) -> torch.Tensor:
    """Mean over questions, weighed: −Σ target · log softmax of those over links, and of the others
    how far the network moves them.
    """
    scale = torch.nn.functional.softplus(network.scale)
    correction = network(batch)
    logits = (scale * (batch.score + correction)).split(batch.sizes)
    told = []
    parts = zip(logits, correction.split(batch.sizes), batch.target.split(batch.sizes), strict=True)
    for (own, moved, target), over_links in zip(parts, batch.over_links, strict=True):
        if over_links:
            told.append(-(target * torch.log_softmax(own, 0)).sum())
        else:
            told.append(STAYING * ((moved - moved.mean()) ** 2).mean())
    weights = torch.tensor(batch.weights)
    return (weights * torch.stack(told)).mean()


def _exported(layer: _MessageLayer) -> NetworkLayer:
    return NetworkLayer(
        _array(layer.own.weight.T),
        _array(layer.own.bias),
        _array(layer.messages),
        _array(layer.gates.weight.T),
        _array(layer.gates.bias),
    )


def _array(tensor: torch.Tensor) -> Array:
    found: Array = tensor.detach().numpy().astype(np.float32).copy()
    return found
