"""Training the network that aligns questions with sentences, token by token."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from backend.inference.dense import Dense
from backend.ports import ContextualEmbedder, TokenStates
from backend.tasks.answer.extractive.alignment import SPECIAL_IDS, Aligner
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.reading import aligned, texts_of
from bench._reader_readings import Labelled

WIDTH, HIDDEN = 96, 64
DROPOUT = 0.2
EPOCHS = 3
QUESTIONS_PER_STEP = 8
MOST_RIGHT, MOST_WRONG = 2, 9
"""Sentences of each kind that one question shows in one step."""
LEARNING_RATE, WEIGHT_DECAY = 1e-3, 1e-2
EACH_ALONE = 0.3
"""Weight of judging each sentence alone, beside choosing among a question's."""
TEXTS_AT_ONCE = 256
SEED = 13


class KeptStates:
    """The token states of many texts in half precision, kept in a file between runs."""

    def __init__(self, embedder: ContextualEmbedder, file: Path | None) -> None:
        self._embedder = embedder
        self._file = file
        self._states: dict[str, TokenStates] = {}
        if file is not None and file.exists():
            self._load(file)

    def add(self, texts: Sequence[str]) -> None:
        """Embed what is not there yet."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._states]
        for first in range(0, len(missing), TEXTS_AT_ONCE):
            some = missing[first : first + TEXTS_AT_ONCE]
            _, states = self._embedder.embed_with_states(some)
            for text, state in zip(some, states, strict=True):
                self._states[text] = TokenStates(state.ids, state.states.astype(np.float16))
        if missing and self._file is not None:
            self._save(self._file)

    def of(self, text: str) -> TokenStates:
        """The states of a text that was added."""
        return self._states[text]

    def _save(self, file: Path) -> None:
        kept = list(self._states.values())
        texts = json.dumps(list(self._states)).encode("ascii")
        with file.open("wb") as stream:
            np.savez(
                stream,
                texts=np.frombuffer(texts, np.uint8),
                lengths=np.array([len(each.ids) for each in kept]),
                ids=np.concatenate([each.ids for each in kept]),
                states=np.concatenate([each.states for each in kept]),
            )

    def _load(self, file: Path) -> None:
        with np.load(file) as kept:
            texts = json.loads(kept["texts"].tobytes())
            ends = np.cumsum(kept["lengths"])
            ids, states = kept["ids"], kept["states"]
        for text, end, length in zip(texts, ends, np.diff(ends, prepend=0), strict=True):
            own = slice(int(end - length), int(end))
            self._states[text] = TokenStates(ids[own], states[own])


class AlignmentNetwork(nn.Module):
    """`backend.tasks.answer.extractive.alignment.Aligner` as torch trains it."""

    def __init__(self, states: int) -> None:
        super().__init__()
        self.project = nn.Linear(states, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.same = nn.Parameter(torch.tensor(1.0))
        self.sharpness = nn.Parameter(torch.tensor(2.0))
        self.compare_sentence = nn.Linear(3 * WIDTH + 1, WIDTH)
        self.compare_question = nn.Linear(3 * WIDTH + 1, WIDTH)
        self.attend_sentence = nn.Linear(WIDTH, 1)
        self.attend_question = nn.Linear(WIDTH, 1)
        self.hidden = nn.Linear(4 * WIDTH + 1, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, asked: Padded, said: Padded, cosines: Tensor) -> Tensor:
        """Scores of pairs, shape (pairs,)."""
        question = self.drop(self.norm(self.project(asked.states)))
        sentence = self.drop(self.norm(self.project(said.states)))
        same = (
            (asked.ids[:, :, None] == said.ids[:, None, :]) & (asked.ids[:, :, None] > SPECIAL_IDS)
        ).float()
        likeness = question @ sentence.transpose(1, 2)
        likeness = likeness * (functional.softplus(self.sharpness) / math.sqrt(WIDTH))
        likeness = likeness + self.same * same
        over_question = likeness.masked_fill(~asked.real[:, :, None], -1e4).softmax(1)
        over_sentence = likeness.masked_fill(~said.real[:, None, :], -1e4).softmax(2)
        of_sentence = self._compared(
            self.compare_sentence, sentence, over_question.transpose(1, 2) @ question, same.amax(1)
        )
        of_question = self._compared(
            self.compare_question, question, over_sentence @ sentence, same.amax(2)
        )
        row = torch.cat(
            [
                _pooled(self.attend_sentence, of_sentence, said.real),
                _pooled(self.attend_question, of_question, asked.real),
                cosines[:, None],
            ],
            dim=1,
        )
        scores: Tensor = self.last(self.drop(functional.relu(self.hidden(row))))[:, 0]
        return scores

    def _compared(self, layer: nn.Linear, own: Tensor, beside: Tensor, same: Tensor) -> Tensor:
        pairs = torch.cat([own, beside, own * beside, same[:, :, None]], dim=2)
        compared: Tensor = self.drop(functional.relu(layer(pairs)))
        return compared

    def frozen(self, embedder: str) -> Aligner:
        """The network as the reader runs it."""
        return Aligner(
            embedder=embedder,
            project=dense_of(self.project),
            scale=_array(self.norm.weight),
            shift=_array(self.norm.bias),
            sharpness=float(functional.softplus(self.sharpness).detach()),
            same=float(self.same.detach()),
            compare_sentence=dense_of(self.compare_sentence),
            compare_question=dense_of(self.compare_question),
            attend_sentence=dense_of(self.attend_sentence),
            attend_question=dense_of(self.attend_question),
            hidden=dense_of(self.hidden),
            last=dense_of(self.last),
        )


class Padded:
    """Token states of several texts, padded to the longest; `real` marks what is no padding."""

    def __init__(self, texts: Sequence[TokenStates]) -> None:
        longest = max(len(text.ids) for text in texts)
        states = np.zeros((len(texts), longest, texts[0].states.shape[1]), np.float32)
        ids = np.zeros((len(texts), longest), np.int64)
        real = np.zeros((len(texts), longest), np.bool_)
        for row, text in enumerate(texts):
            states[row, : len(text.ids)] = text.states
            ids[row, : len(text.ids)] = text.ids
            real[row, : len(text.ids)] = True
        self.states = torch.from_numpy(states)
        self.ids = torch.from_numpy(ids)
        self.real = torch.from_numpy(real)


def train_aligner(readings: Sequence[Labelled], states: KeptStates, embedder: str) -> Aligner:
    """The network over readings that hold an answer and something else.

    Among the sentences that a question shows, those that answer must stand out (log of their
    softmax mass), and each is judged alone as well (cross entropy).
    """
    usable = [
        reading
        for reading in readings
        if reading.kind in {"top", "gold"}
        and (reading.labels == 1).any()
        and (reading.labels == 0).any()
    ]
    torch.manual_seed(SEED)
    generator = np.random.default_rng(SEED)
    width = states.of(usable[0].reading.question.text).states.shape[1]
    network = AlignmentNetwork(width)
    optimiser = torch.optim.AdamW(network.parameters(), LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    per_epoch = math.ceil(len(usable) / QUESTIONS_PER_STEP)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, LEARNING_RATE, total_steps=EPOCHS * per_epoch, pct_start=0.15
    )
    network.train()
    for _ in range(EPOCHS):
        for some in np.array_split(generator.permutation(len(usable)), per_epoch):
            loss = _loss(network, [usable[index] for index in some], states, generator)
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return network.eval().frozen(embedder)


def _loss(
    network: AlignmentNetwork,
    readings: Sequence[Labelled],
    states: KeptStates,
    generator: np.random.Generator,
) -> Tensor:
    asked, said, right, cosines, counts = [], [], [], [], []
    for reading in readings:
        question, *texts = texts_of(reading.reading)
        chosen = [
            *generator.permutation(np.flatnonzero(reading.labels == 1))[:MOST_RIGHT],
            *generator.permutation(np.flatnonzero(reading.labels == 0))[:MOST_WRONG],
        ]
        counts.append(len(chosen))
        for index in chosen:
            asked.append(states.of(question))
            said.append(states.of(texts[index]))
            right.append(float(reading.labels[index]))
            cosines.append(float(reading.reading.vectors[index] @ reading.reading.question_vector))
    target = torch.tensor(right)
    scores = network(Padded(asked), Padded(said), torch.tensor(cosines))
    chosen_among = [
        -torch.logsumexp(own.log_softmax(0)[answers == 1], 0)
        for own, answers in zip(
            torch.split(scores, counts), torch.split(target, counts), strict=True
        )
    ]
    alone = functional.binary_cross_entropy_with_logits(scores, target)
    return torch.stack(chosen_among).mean() + EACH_ALONE * alone


def with_alignment(each: Labelled, aligner: Aligner, states: KeptStates) -> Labelled:
    """A labelled reading as it is with an aligner's scores and features."""
    if not each.reading.candidates:
        nothing = replace(each.reading, alignment=np.zeros(0))
        return replace(each, reading=nothing, features=unit_features(nothing))
    reading = aligned(
        each.reading,
        aligner,
        lambda texts: [aligner.tokens(states.of(text)) for text in texts],
    )
    return replace(each, reading=reading, features=unit_features(reading))


def aligned_by_fold(
    readings: Sequence[Labelled], folds: Sequence[object], states: KeptStates, embedder: str
) -> list[Labelled]:
    """Every reading with the scores of a network that has not seen its fold."""
    made = list(readings)
    for fold in dict.fromkeys(folds):
        others = [reading for reading, of in zip(readings, folds, strict=True) if of != fold]
        aligner = train_aligner(others, states, embedder)
        for index, of in enumerate(folds):
            if of == fold:
                made[index] = with_alignment(readings[index], aligner, states)
    return made


def _pooled(attention: nn.Linear, tokens: Tensor, real: Tensor) -> Tensor:
    weights = attention(tokens).masked_fill(~real[:, :, None], -1e4).softmax(1)
    largest = tokens.masked_fill(~real[:, :, None], 0.0).amax(1)
    return torch.cat([(weights * tokens).sum(1), largest], dim=1)


def dense_of(layer: nn.Linear) -> Dense:
    """A trained layer as the reader runs it."""
    return Dense(_array(layer.weight.T), _array(layer.bias))


def _array(values: Tensor) -> npt.NDArray[np.float32]:
    return np.ascontiguousarray(values.detach().numpy(), np.float32)
