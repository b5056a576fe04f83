"""The network of "Unveiling Hidden Information in Unstructured Documents" (§3.2.2), step by step.

Three hidden layers of 254, 128 and 64 with L2 of .01, batch normalisation and dropout of .2, .3 and
.4; Adam at 1e-3 on binary cross-entropy, batches of 64, at most 100 epochs; the rate is cut to a
fifth after 5 epochs without improvement and learning stops after 10. Each step of that work is a
field of `Recipe`, whose defaults are that work's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

Array = npt.NDArray[np.float32]

RATE, LEAST_RATE, CUT = 1e-3, 1e-4, 0.2
EPOCHS, CUT_AFTER = 100, 5
HELD_OUT = 0.1
"""Share of the questions on which learning is watched."""
BELOW = 0.75 / 0.81
"""A missing score stands below the lowest that was seen, as .75 to the .81 of that work."""
FEW = 200
"""Rows of that work's smallest training."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """A question's candidates: (n, retrievers) scores, NaN where a retriever did not retrieve one;
    which are relevant, (n,) bool; and (n,) what each is called."""

    scores: Array
    relevant: npt.NDArray[np.bool_]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which steps are taken: scores standardised within each question or over all; whether missing
    scores stand below the lowest or are 0; whether there is a second round; whether its network
    ranks alone, as the text has it, or those candidates that the first one did not drop, with the
    others behind; the share of a question's negatives that it leaves out, those the first network
    thinks least of; how many rows all is learned from, 0 takes all; and how the network is made and
    learned: its hidden layers with their dropout, one for each, the weight of the sum of squares,
    rows of a batch, and epochs without improvement until learning stops."""

    local: bool = True
    missing_below: bool = True
    second_round: bool = True
    behind: bool = False
    dropped: float = 0.9
    rows: int = 0
    layers: tuple[int, ...] = (254, 128, 64)
    dropout: tuple[float, ...] = (0.2, 0.3, 0.4)
    l2: float = 0.01
    batch: int = 64
    patience: int = 10


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """A question's candidates as the network sees them: (n, retrievers), and which are relevant."""

    scores: Array
    relevant: npt.NDArray[np.bool_]


class Network:
    """A trained network with what it takes to prepare a question for it."""

    def __init__(self, recipe: Recipe, questions: Sequence[Candidates], seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self._generator = np.random.default_rng(seed)
        self._recipe = recipe
        every = np.concatenate([question.scores for question in questions])
        self._missing = missing_scores(every) * (1.0 if recipe.missing_below else 0.0)
        filled = self._filled(every)
        self._mean, self._deviation = filled.mean(axis=0), filled.std(axis=0) + 1e-6
        rows = [_Rows(self._prepared(question), question.relevant) for question in questions]
        self._first = self._network = self._trained(rows)
        if recipe.second_round:
            self._network = self._trained([self._hardest(row) for row in rows])

    def scores(self, question: Candidates) -> Array:
        """(n,) log-odds of a question's candidates."""
        rows = self._prepared(question)
        found = _scored(self._network, rows)
        if not self._recipe.behind:
            return found
        first = _scored(self._first, rows)
        kept = hard_rows(first, np.zeros(len(rows), bool), self._recipe.dropped)
        ahead = np.zeros(len(rows), bool)
        ahead[kept] = True
        low = float(found.min(initial=0.0)) - float(first.max(initial=0.0)) - 1.0
        return np.where(ahead, found, first + low).astype(np.float32)

    def _filled(self, scores: Array) -> Array:
        return np.where(np.isnan(scores), self._missing, scores).astype(np.float32)

    def _prepared(self, question: Candidates) -> Array:
        filled = self._filled(question.scores)
        if self._recipe.local:
            return ((filled - filled.mean(axis=0)) / (filled.std(axis=0) + 1e-6)).astype(np.float32)
        return ((filled - self._mean) / self._deviation).astype(np.float32)

    def _hardest(self, question: _Rows) -> _Rows:
        """The question without the share of its negatives that scores lowest. Its scores stay
        standardised over all."""
        predicted = _scored(self._network, question.scores)
        rows = hard_rows(predicted, question.relevant, self._recipe.dropped)
        return _Rows(question.scores[rows], question.relevant[rows])

    def _sampled(self, questions: Sequence[_Rows]) -> tuple[torch.Tensor, torch.Tensor]:
        """All relevant candidates and as many of the others, drawn from all questions."""
        rows = np.concatenate([question.scores for question in questions])
        label = np.concatenate([question.relevant for question in questions])
        right, wrong = np.flatnonzero(label), np.flatnonzero(~label)
        if self._recipe.rows:
            right = self._generator.permutation(right)[: self._recipe.rows // 2]
        drawn = self._generator.permutation(wrong)[: len(right)]
        chosen = np.concatenate([right, drawn])
        labels = label[chosen].astype(np.float32)
        return torch.from_numpy(rows[chosen]), torch.from_numpy(labels)

    def _trained(self, questions: Sequence[_Rows]) -> torch.nn.Module:
        order = self._generator.permutation(len(questions))
        held = max(1, round(HELD_OUT * len(questions)))
        check = self._sampled([questions[n] for n in order[:held]])
        rows, label = self._sampled([questions[n] for n in order[held:]])
        recipe = self._recipe
        network = _network(rows.shape[1], recipe)
        optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
        rate = torch.optim.lr_scheduler.ReduceLROnPlateau(
            optimiser, factor=CUT, patience=CUT_AFTER, min_lr=LEAST_RATE
        )
        loss = torch.nn.BCEWithLogitsLoss()
        best, waited = float("inf"), 0
        state = {name: each.clone() for name, each in network.state_dict().items()}
        for _ in range(EPOCHS):
            network.train()
            for part in torch.split(torch.randperm(len(rows)), recipe.batch):
                if len(part) < 2:
                    continue  # batch normalisation needs two
                optimiser.zero_grad()
                wrong = loss(network(rows[part])[:, 0], label[part])
                (wrong + recipe.l2 * _weights(network)).backward()
                optimiser.step()
            network.eval()
            with torch.inference_mode():
                value = float(loss(network(check[0])[:, 0], check[1]))
            rate.step(value)
            if value < best:
                best, waited = value, 0
                state = {name: each.clone() for name, each in network.state_dict().items()}
            else:
                waited += 1
                if waited >= recipe.patience:
                    break
        network.load_state_dict(state)
        network.eval()
        return network


def missing_scores(scores: Array) -> Array:
    """(retrievers,) what stands for a missing score: below the lowest that each gave (BELOW).

    Args:
        scores: (n, retrievers) with NaN where one is missing.
    """
    lowest = np.min(np.where(np.isnan(scores), np.inf, scores), axis=0)
    lowest = np.where(np.isfinite(lowest), lowest, 0.0)
    found: Array = (lowest - (1.0 - BELOW) * np.abs(lowest)).astype(np.float32)
    return found


def hard_rows(
    predicted: Array, relevant: npt.NDArray[np.bool_], dropped: float
) -> npt.NDArray[np.intp]:
    """The rows of a question that the second round learns from: all relevant ones, and the others
    without the share that the first network thinks least of; one at least."""
    wrong = np.flatnonzero(~relevant)
    most = max(1, round((1.0 - dropped) * len(wrong)))
    kept = wrong[np.argsort(-predicted[wrong], kind="stable")[:most]]
    return np.concatenate([np.flatnonzero(relevant), kept])


def _scored(network: torch.nn.Module, rows: Array) -> Array:
    with torch.inference_mode():
        found: Array = network(torch.from_numpy(rows))[:, 0].numpy()
    return found


def _network(inputs: int, recipe: Recipe) -> torch.nn.Sequential:
    layers: list[torch.nn.Module] = []
    for outputs, dropout in zip(recipe.layers, recipe.dropout, strict=True):
        layers += [
            torch.nn.Linear(inputs, outputs),
            torch.nn.ReLU(),
            torch.nn.BatchNorm1d(outputs),
            torch.nn.Dropout(dropout),
        ]
        inputs = outputs
    return torch.nn.Sequential(*layers, torch.nn.Linear(inputs, 1))


def _weights(network: torch.nn.Sequential) -> torch.Tensor:
    """The sum of squares of the hidden layers' weights."""
    hidden = [each for each in network if isinstance(each, torch.nn.Linear)][:-1]
    return torch.stack([each.weight.square().sum() for each in hidden]).sum()
