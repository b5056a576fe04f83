"""How well a sentence answers a question, token by token.

A small network over the embedder's states of tokens: each token of the question is aligned with
those of the sentence and the other way round, what was aligned is compared, and both sides are
summed up (Parikh et al., "A Decomposable Attention Model for Natural Language Inference", 2016).
A vector of the whole sentence says what it is about; this sees whether it says what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from backend.inference.dense import Dense, load_dense
from backend.ports import TokenStates

SPECIAL_IDS = 103
"""Ids up to this one are special or unused in BERT's vocabulary: they match nothing."""
_EPSILON = 1e-5

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text's tokens: `ids` of shape (tokens,), `values` (tokens, width)."""

    ids: npt.NDArray[np.int32]
    values: npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Aligner:
    """The network. `embedder` is the identity of the model whose states it was trained on.

    `project` and the scale and shift of its layer norm bring states to the network's width;
    `sharpness` multiplies likeness, `same` is added to it for equal tokens; `compare_*` look at a
    token beside what it is aligned with, `attend_*` weigh tokens, `hidden` and `last` score.
    """

    embedder: str
    project: Dense
    scale: Array
    shift: Array
    sharpness: float
    same: float
    compare_sentence: Dense
    compare_question: Dense
    attend_sentence: Dense
    attend_question: Dense
    hidden: Dense
    last: Dense

    def tokens(self, states: TokenStates) -> Tokens:
        """A text's tokens at the network's width, which do not depend on the other text."""
        values = self.project(states.states.astype(np.float32))
        centred = values - values.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + _EPSILON)
        return Tokens(states.ids, (centred / spread * self.scale + self.shift).astype(np.float16))

    def scores(
        self, question: Tokens, sentences: Sequence[Tokens], cosines: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float64]:
        """One number per sentence, shape (n,): the log-odds that it answers.

        Args:
            cosines: of the question's vector and each sentence's, shape (n,).
        """
        return np.array(
            [
                self._score(question, sentence, float(cosine))
                for sentence, cosine in zip(sentences, cosines, strict=True)
            ],
            dtype=np.float64,
        )

    def _score(self, question: Tokens, sentence: Tokens, cosine: float) -> float:
        asked, said = question.values.astype(np.float32), sentence.values.astype(np.float32)
        equal = (question.ids[:, None] == sentence.ids[None, :]) & (
            question.ids[:, None] > SPECIAL_IDS
        )
        same = equal.astype(np.float32)
        likeness = asked @ said.T * (self.sharpness / np.sqrt(asked.shape[1])) + self.same * same
        beside_said = _softmax(likeness, axis=0).T @ asked
        beside_asked = _softmax(likeness, axis=1) @ said
        of_said = _compared(self.compare_sentence, said, beside_said, same.max(axis=0))
        of_asked = _compared(self.compare_question, asked, beside_asked, same.max(axis=1))
        row = np.concatenate(
            [
                _pooled(self.attend_sentence, of_said),
                _pooled(self.attend_question, of_asked),
                np.array([cosine], np.float32),
            ]
        )
        return float(self.last(np.maximum(self.hidden(row[None, :]), 0.0))[0, 0])


def _compared(layer: Dense, tokens: Array, aligned: Array, same: Array) -> Array:
    pairs = np.concatenate([tokens, aligned, tokens * aligned, same[:, None]], axis=1)
    return np.maximum(layer(pairs), 0.0)


def _pooled(attention: Dense, tokens: Array) -> Array:
    """The mean of tokens by their attention, and their largest values."""
    weights = _softmax(attention(tokens), axis=0)
    return np.concatenate([(weights * tokens).sum(axis=0), tokens.max(axis=0)])


def _softmax(values: Array, axis: int) -> Array:
    grown = np.exp(values - values.max(axis=axis, keepdims=True))
    return np.asarray(grown / grown.sum(axis=axis, keepdims=True), np.float32)


def aligner_arrays(aligner: Aligner, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The network under names that `load_aligner` reads back, in half precision."""
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name in (field.name for field in fields(aligner)):
        value = getattr(aligner, name)
        if isinstance(value, Dense):
            arrays[f"{prefix}.{name}.weight"] = value.weight.astype(np.float16)
            arrays[f"{prefix}.{name}.bias"] = value.bias.astype(np.float16)
        elif isinstance(value, str):
            arrays[f"{prefix}.{name}"] = np.frombuffer(value.encode("utf-8"), np.uint8)
        else:
            arrays[f"{prefix}.{name}"] = np.asarray(value, np.float32)
    return arrays


def load_aligner(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> Aligner | None:
    """The network that is stored under a prefix; None without one."""
    if f"{prefix}.embedder" not in arrays:
        return None

    def values(name: str) -> Array:
        return arrays[f"{prefix}.{name}"].astype(np.float32)

    return Aligner(
        embedder=arrays[f"{prefix}.embedder"].tobytes().decode("utf-8"),
        project=load_dense(arrays, f"{prefix}.project"),
        scale=values("scale"),
        shift=values("shift"),
        sharpness=float(values("sharpness")),
        same=float(values("same")),
        compare_sentence=load_dense(arrays, f"{prefix}.compare_sentence"),
        compare_question=load_dense(arrays, f"{prefix}.compare_question"),
        attend_sentence=load_dense(arrays, f"{prefix}.attend_sentence"),
        attend_question=load_dense(arrays, f"{prefix}.attend_question"),
        hidden=load_dense(arrays, f"{prefix}.hidden"),
        last=load_dense(arrays, f"{prefix}.last"),
    )
