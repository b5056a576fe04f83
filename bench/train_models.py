"""Fits boosted and neural relevance models from matrices of questions' candidates."""

from __future__ import annotations

from collections.abc import Sequence

import lightgbm
import numpy as np
import numpy.typing as npt
import torch

from backend.fusion.models.boosted import BoostedModel
from backend.fusion.models.neural import NeuralModel
from backend.fusion.staged.fitting import moments
from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array
from bench._exported_trees import exported

NEGATIVES = 70
"""Candidates that are not relevant, drawn per question; they count for all of them."""
TREES = 150


def sample(
    matrices: Sequence[Array], labels: Sequence[Array], importance: Sequence[float], seed: int
) -> tuple[Array, Array, Array]:
    """Rows, labels and weights: all relevant candidates and some of the others of each question."""
    generator = np.random.default_rng(seed)
    kept_rows, kept_labels, kept_weights = [], [], []
    for matrix, label, factor in zip(matrices, labels, importance, strict=True):
        relevant = np.flatnonzero(label > 0)
        others = np.flatnonzero(label == 0)
        drawn = generator.choice(others, min(NEGATIVES, len(others)), replace=False)
        rows = np.concatenate([relevant, drawn])
        kept_rows.append(matrix[rows])
        kept_labels.append(label[rows])
        weight = np.full(len(rows), factor, np.float32)
        weight[len(relevant) :] *= len(others) / max(1, len(drawn))
        kept_weights.append(weight)
    return np.concatenate(kept_rows), np.concatenate(kept_labels), np.concatenate(kept_weights)


def fit_boosted(
    columns: Sequence[str],
    matrices: Sequence[Array],
    labels: Sequence[Array],
    importance: Sequence[float],
    seed: int,
) -> BoostedModel:
    """150 trees of 8 leaves, strongly regularised, exported to flat arrays."""
    mean = sum(importance) / len(importance)
    rows, label, weight = sample(matrices, labels, [each / mean for each in importance], seed)
    settings = {
        "objective": "binary",
        "learning_rate": 0.05,
        "num_leaves": 8,
        "min_data_in_leaf": 40,
        "feature_fraction": 0.35,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "verbose": -1,
        "num_threads": 1,
        "seed": seed,
        "deterministic": True,
        "boost_from_average": False,
    }
    booster = lightgbm.train(settings, lightgbm.Dataset(rows, label, weight=weight), TREES)
    return BoostedModel(tuple(columns), exported(booster))


def fit_neural(
    columns: Sequence[str],
    matrices: Sequence[Array],
    labels: Sequence[Array],
    importance: Sequence[float],
    seed: int,
) -> NeuralModel:
    """254-128-64 with batch normalisation and dropout .2, .3, .4; Adam 1e-3, early stopping; a
    second round at 3e-4 with each question's hardest negatives. Questions are drawn by importance.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    generator = np.random.default_rng(seed)
    mean, deviation = moments(matrices)
    inputs = [standard_scores(matrix, mean, deviation) for matrix in matrices]
    order = generator.permutation(len(inputs))
    held = max(3, len(inputs) * 15 // 100)
    network = torch.nn.Sequential(
        *_layer(len(columns), 254, 0.2),
        *_layer(254, 128, 0.3),
        *_layer(128, 64, 0.4),
        torch.nn.Linear(64, 1),
    )
    check = _batch(inputs, labels, order[:held].tolist(), generator, None)
    share = np.array(importance)[order[held:]]
    drawn = generator.choice(order[held:], len(share), p=share / share.sum())
    _train_network(network, inputs, labels, drawn, check, generator, None, 1e-3, 20)
    hardest = [_hardest(network, own, label) for own, label in zip(inputs, labels, strict=True)]
    _train_network(network, inputs, labels, drawn, check, generator, hardest, 3e-4, 8)
    return NeuralModel(tuple(columns), mean, deviation, _folded(network))


def _layer(inputs: int, outputs: int, dropout: float) -> list[torch.nn.Module]:
    return [
        torch.nn.Linear(inputs, outputs),
        torch.nn.BatchNorm1d(outputs),
        torch.nn.ReLU(),
        torch.nn.Dropout(dropout),
    ]


def _batch(
    inputs: Sequence[Array],
    labels: Sequence[Array],
    questions: Sequence[int],
    generator: np.random.Generator,
    hardest: Sequence[npt.NDArray[np.int64]] | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Candidates of some questions: all relevant ones and a sample of the others."""
    rows, kept = [], []
    for number in questions:
        label = labels[number]
        others = np.flatnonzero(label == 0)
        drawn = generator.choice(others, min(60, len(others)), replace=False)
        picked = [np.flatnonzero(label > 0), drawn]
        if hardest is not None:
            picked = [picked[0], hardest[number], drawn[:30]]
        place = np.concatenate(picked)
        rows.append(inputs[number][place])
        kept.append(label[place])
    return torch.from_numpy(np.concatenate(rows)), torch.from_numpy(np.concatenate(kept))


def _train_network(
    network: torch.nn.Module,
    inputs: Sequence[Array],
    labels: Sequence[Array],
    questions: npt.NDArray[np.int64],
    check: tuple[torch.Tensor, torch.Tensor],
    generator: np.random.Generator,
    hardest: Sequence[npt.NDArray[np.int64]] | None,
    rate: float,
    epochs: int,
) -> None:
    """Adam on binary cross-entropy; the weights that do best on the held-out questions stay."""
    optimiser = torch.optim.Adam(network.parameters(), lr=rate, weight_decay=1e-4)
    loss = torch.nn.BCEWithLogitsLoss()
    best, patience = float("inf"), 4
    state = {name: each.clone() for name, each in network.state_dict().items()}
    for _ in range(epochs):
        rows, label = _batch(inputs, labels, list(questions), generator, hardest)
        network.train()
        for part in torch.split(torch.randperm(len(rows)), 256):
            if len(part) < 8:
                continue
            optimiser.zero_grad()
            loss(network(rows[part])[:, 0], label[part]).backward()
            optimiser.step()
        network.eval()
        with torch.inference_mode():
            value = float(loss(network(check[0])[:, 0], check[1]))
        if value < best:
            best, patience = value, 4
            state = {name: each.clone() for name, each in network.state_dict().items()}
        else:
            patience -= 1
            if patience == 0:
                break
    network.load_state_dict(state)
    network.eval()


def _hardest(network: torch.nn.Module, own: Array, label: Array) -> npt.NDArray[np.int64]:
    """The 30 others that the network likes best."""
    with torch.inference_mode():
        score = network(torch.from_numpy(own))[:, 0].numpy()
    found = np.argsort(-np.where(label > 0, -np.inf, score))[:30].astype(np.int64)
    others: npt.NDArray[np.int64] = found[label[found] == 0]
    return others


def _folded(network: torch.nn.Sequential) -> tuple[tuple[Array, Array], ...]:
    """Weights and biases with batch normalisation multiplied into the layer before it."""
    layers: list[tuple[Array, Array]] = []
    for module in network:
        if isinstance(module, torch.nn.Linear):
            layers.append(
                (module.weight.detach().numpy().T.copy(), module.bias.detach().numpy().copy())
            )
        elif isinstance(module, torch.nn.BatchNorm1d):
            weight, bias = layers.pop()
            assert module.running_mean is not None
            assert module.running_var is not None
            scale = (module.weight / torch.sqrt(module.running_var + module.eps)).detach().numpy()
            shift = module.bias.detach().numpy() - module.running_mean.numpy() * scale
            layers.append((weight * scale, bias * scale + shift))
    return tuple(layers)
