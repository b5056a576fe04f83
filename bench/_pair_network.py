"""The cross-encoder as torch trains it: a low-rank adapter of the embedder's model, and a head."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoModel

from backend.embedders._adapter import BASE, DOWN, INSTEAD, UP
from backend.inference.pair_head import PairHead
from backend.tasks.answer.extractive.cross_encoder import CrossEncoder
from bench._reader_alignment import dense_of

RANK, SCALE = 16, 2.0
FROZEN_LAYERS = 2
"""The lowest layers stay as they are: they are as good for pairs, and nothing is learnt through
them, which saves a third of the time."""
ADAPTED = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")
HIDDEN, DROPOUT, ADAPTER_DROPOUT = 96, 0.1, 0.05

EACH_ALONE = 0.5
PARTS_OF_STEP = 3
"""A step's pairs are run in so many parts of like length, since padding costs as text does."""

Pair = tuple[list[int], int]
"""The ids of two texts with their marks, and where the second one begins."""
Drawn = tuple[list[tuple[Pair, float]], list[Pair]]
"""Pairs to choose among, each with whether it answers; and pairs that do not answer."""


class LowRank(nn.Module):
    """x W' + b + SCALE * x down' up', of which `down` and `up` learn (Hu et al. 2021)."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.linear = linear
        inputs, outputs = linear.in_features, linear.out_features
        self.down = nn.Parameter(torch.randn(RANK, inputs) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(outputs, RANK))
        self.drop = nn.Dropout(ADAPTER_DROPOUT)

    def forward(self, rows: Tensor) -> Tensor:
        """Rows of shape (..., inputs) become (..., outputs)."""
        low = functional.linear(self.drop(rows), self.down)
        changed: Tensor = self.linear(rows) + SCALE * functional.linear(low, self.up)
        return changed


class PairNetwork(nn.Module):
    """The model that reads pairs, with two heads: one says whether a sentence answers a question
    (`backend.tasks.answer.extractive.cross_encoder.CrossEncoder`), the other whether a program over
    a list is what one means (`backend.tasks.calculate.composed.read_programs`)."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.model: Any = AutoModel.from_pretrained(folder)
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)
        for layer in self.model.encoder.layer[FROZEN_LAYERS:]:
            for name in ADAPTED:
                parent, _, last = name.rpartition(".")
                owner = layer.get_submodule(parent)
                setattr(owner, last, LowRank(getattr(owner, last)))
            for name in NORMS:
                for parameter in layer.get_submodule(name).parameters():
                    parameter.requires_grad_(True)
        width = int(self.model.config.hidden_size)
        self.hidden, self.last = nn.Linear(3 * width, HIDDEN), nn.Linear(HIDDEN, 1)
        self.program_hidden, self.program_last = nn.Linear(3 * width, HIDDEN), nn.Linear(HIDDEN, 1)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, pairs: Sequence[Pair], *, of_programs: bool = False) -> Tensor:
        """The log-odds that the second text of each pair answers the first, or is the program that
        it means, shape (pairs,)."""
        longest = max(len(ids) for ids, _ in pairs)
        ids = torch.zeros(len(pairs), longest, dtype=torch.long)
        first, second = torch.zeros(len(pairs), longest), torch.zeros(len(pairs), longest)
        for row, (own, begins) in enumerate(pairs):
            ids[row, : len(own)] = torch.tensor(own)
            first[row, :begins] = 1.0
            second[row, begins : len(own)] = 1.0
        states = self._states(ids, first + second)
        seen = torch.cat(
            [states[:, 0], _mean_over(states, second), _mean_over(states, first)], dim=1
        )
        first_layer = self.program_hidden if of_programs else self.hidden
        last = self.program_last if of_programs else self.last
        scores: Tensor = last(self.drop(functional.gelu(first_layer(self.drop(seen)))))[:, 0]
        return scores

    def _states(self, ids: Tensor, real: Tensor) -> Tensor:
        unseen = (1.0 - real[:, None, None, :]) * -1e4
        with torch.no_grad():
            states = self.model.embeddings(input_ids=ids, token_type_ids=torch.zeros_like(ids))
            for layer in self.model.encoder.layer[:FROZEN_LAYERS]:
                states = _of_layer(layer(states, unseen))
        for layer in self.model.encoder.layer[FROZEN_LAYERS:]:
            states = _of_layer(layer(states, unseen))
        kept: Tensor = states
        return kept

    def go_on_from(self, adapter: Path, head: PairHead, of_programs: PairHead) -> None:
        """Take over the arrays of an adapter, and both heads."""
        with np.load(adapter, allow_pickle=False) as stored, torch.no_grad():
            for place, own in self._parts(ADAPTED):
                own.down.copy_(_single(stored[f"{place}.weight{DOWN}"]))
                own.up.copy_(_single(stored[f"{place}.weight{UP}"]) / SCALE)
            for place, norm in self._parts(NORMS):
                norm.weight.copy_(_single(stored[f"{place}.weight{INSTEAD}"]))
                norm.bias.copy_(_single(stored[f"{place}.bias{INSTEAD}"]))
            for layer, known in (
                *((self.hidden, head.hidden), (self.last, head.last)),
                *((self.program_hidden, of_programs.hidden), (self.program_last, of_programs.last)),
            ):
                layer.weight.copy_(_single(known.weight).T)
                layer.bias.copy_(_single(known.bias))

    def body(self) -> list[nn.Parameter]:
        """What learns of the model itself."""
        return [parameter for parameter in self.model.parameters() if parameter.requires_grad]

    def head(self) -> list[nn.Parameter]:
        """What learns above the model."""
        layers = (self.hidden, self.last, self.program_hidden, self.program_last)
        return [parameter for layer in layers for parameter in layer.parameters()]

    def adapter(self, identity: str) -> dict[str, npt.NDArray[np.generic]]:
        """The arrays of `backend.embedders._adapter`."""
        arrays: dict[str, npt.NDArray[np.generic]] = {
            BASE: np.frombuffer(identity.encode("utf-8"), np.uint8)
        }
        for place, own in self._parts(ADAPTED):
            arrays[f"{place}.weight{DOWN}"] = _half(own.down)
            arrays[f"{place}.weight{UP}"] = _half(SCALE * own.up)
        for place, norm in self._parts(NORMS):
            arrays[f"{place}.weight{INSTEAD}"] = _half(norm.weight)
            arrays[f"{place}.bias{INSTEAD}"] = _half(norm.bias)
        return arrays

    def _parts(self, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Some parts of each layer that learns, each with its place in the model."""
        for at, layer in enumerate(self.model.encoder.layer[FROZEN_LAYERS:], FROZEN_LAYERS):
            for name in names:
                yield f"encoder.layer.{at}.{name}", layer.get_submodule(name)

    def encoder(self, identity: str, share: float) -> CrossEncoder:
        """The head over sentences as the reader runs it."""
        head = PairHead(dense_of(self.hidden), dense_of(self.last))
        return CrossEncoder(identity, head, share)

    def program_head(self) -> PairHead:
        """The head over programs."""
        return PairHead(dense_of(self.program_hidden), dense_of(self.program_last))


def loss_of(network: PairNetwork, drawn: Sequence[Drawn], *, of_programs: bool = False) -> Tensor:
    """Choosing among what each question shows, and judging each of it alone."""
    pairs = [pair for among, missed in drawn for pair in (*(one for one, _ in among), *missed)]
    target = torch.tensor(
        [
            value
            for among, missed in drawn
            for value in (*(right for _, right in among), *(0.0 for _ in missed))
        ]
    )
    scores = scores_of(network, pairs, of_programs=of_programs)
    alone = functional.binary_cross_entropy_with_logits(scores, target)
    chosen: list[Tensor] = []
    at = 0
    for among, missed in drawn:
        own = slice(at, at + len(among))
        at += len(among) + len(missed)
        if among:
            shares = scores[own].log_softmax(0)
            chosen.append(-torch.logsumexp(shares[target[own] == 1.0], 0))
    if not chosen:
        return EACH_ALONE * alone
    return torch.stack(chosen).mean() + EACH_ALONE * alone


def scores_of(network: PairNetwork, pairs: Sequence[Pair], *, of_programs: bool = False) -> Tensor:
    """The log-odds of the pairs, shape (pairs,), run in parts of like length."""
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index][0]))
    size = max(1, len(pairs) // PARTS_OF_STEP)
    parts = [order[first : first + size] for first in range(0, len(order), size)]
    scores = torch.cat(
        [network([pairs[index] for index in part], of_programs=of_programs) for part in parts]
    )
    places = torch.empty(len(pairs), dtype=torch.long)
    places[torch.tensor(order)] = torch.arange(len(pairs))
    return scores[places]


def save_adapter(file: Path, arrays: dict[str, npt.NDArray[np.generic]]) -> None:
    """Write an adapter's arrays."""
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, allow_pickle=False, **arrays)


def _of_layer(made: Any) -> Any:
    """Some versions of the library give a layer's states in a tuple."""
    return made[0] if isinstance(made, tuple) else made


def _mean_over(states: Tensor, weights: Tensor) -> Tensor:
    weights = weights[:, :, None]
    return (states * weights).sum(1) / weights.sum(1).clamp(min=1.0)


def _single(values: npt.NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(np.asarray(values, np.float32))


def _half(values: Tensor) -> npt.NDArray[np.float16]:
    return values.detach().numpy().astype(np.float16)
