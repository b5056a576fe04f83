"""Fits a query adapter by the multiple-negatives ranking loss.

For a question q with a relevant passage p, the loss is −log of p's share in
softmax(SCALE · cos(q′, c)) over the candidates c: the relevant passages of the other questions of
the batch, and passages that share words with a question of the batch and do not answer it
(Henderson et al. 2017, "Efficient Natural Language Response Suggestion for Smart Reply", §4.4; hard
negatives by BM25 as Karpukhin et al. 2020, "Dense Passage Retrieval", §3.2). What is known to be
relevant to a question is never among its negatives. Gradients are written out; no library but numpy
is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.question_vectors.query_adapter import Array

RANK = 32
SCALE = 20.0
"""As sentence-transformers has it."""
BATCH, EPOCHS = 64, 20
STEP, DECAY = 3e-4, 0.05
"""Of AdamW (Loshchilov & Hutter 2019); the decay pulls the adapter towards moving nothing. Chosen
on the first half of nq_uda: longer steps lose there what they gain."""
FAST, SLOW, TINY = 0.9, 0.999, 1e-8
SEED = 11

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class AdapterExamples:
    """What is learned from: rows of `passages` for each question.

    `questions` (n, dimension) and `passages` (m, dimension) are unit vectors; `relevant`,
    `negatives` and `excluded` hold rows of passages by question. A question without anything
    relevant teaches nothing; `excluded` is never a negative of it.
    """

    questions: Array
    passages: Array
    relevant: Sequence[Numbers]
    negatives: Sequence[Numbers]
    excluded: Sequence[Numbers]


def fit(
    pairs: AdapterExamples,
    told: Callable[[int, int], None] = lambda done, of: None,
    *,
    epochs: int = EPOCHS,
    step: float = STEP,
    decay: float = DECAY,
) -> tuple[Array, Array, tuple[float, ...]]:
    """U and V, each (dimension, RANK), and the mean loss of each epoch. The same pairs always give
    the same.

    U begins as zeros, so that nothing moves before something was learned.

    Args:
        told: called before each epoch; what it raises ends the fitting.
    """
    generator = np.random.default_rng(SEED)
    dimension = pairs.questions.shape[1]
    up = np.zeros((dimension, RANK), np.float32)
    down = generator.normal(0.0, dimension**-0.5, (dimension, RANK)).astype(np.float32)
    usable = np.array([n for n, rows in enumerate(pairs.relevant) if len(rows)], np.int64)
    slopes = _Slopes(up, down)
    losses: list[float] = []
    for epoch in range(epochs if len(usable) else 0):
        told(epoch, epochs)
        order = generator.permutation(usable)
        summed = 0.0
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            target = np.array([generator.choice(pairs.relevant[n]) for n in chosen])
            loss, *gradients = loss_of(pairs, chosen, target, up, down)
            summed += loss * len(chosen)
            slopes.descend(gradients, step, decay)
        losses.append(summed / len(order))
    return up, down, tuple(losses)


def loss_of(
    pairs: AdapterExamples, chosen: Numbers, target: Numbers, up: Array, down: Array
) -> tuple[float, Array, Array]:
    """The mean loss of a batch of questions, and its gradients by U and V.

    Args:
        chosen: numbers of questions.
        target: the row of one relevant passage of each.
    """
    rows = np.unique(np.concatenate([target, *(pairs.negatives[n] for n in chosen)]))
    candidates, asked = pairs.passages[rows], pairs.questions[chosen]
    inner = asked @ down
    summed = asked + inner @ up.T
    lengths = np.maximum(np.linalg.norm(summed, axis=1, keepdims=True), 1e-12)
    moved = summed / lengths
    scores = SCALE * (moved @ candidates.T)
    own = np.searchsorted(rows, target)
    for place, number in enumerate(chosen):
        barred = np.isin(rows, pairs.excluded[number])
        barred[own[place]] = False
        scores[place, barred] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    shares = np.exp(scores)
    total = shares.sum(axis=1, keepdims=True)
    shares /= total
    each = np.arange(len(chosen))
    loss = float((np.log(total[:, 0]) - scores[each, own]).mean())
    shares[each, own] -= 1.0
    by_moved = (SCALE / len(chosen)) * (shares @ candidates)
    by_summed = (by_moved - moved * (by_moved * moved).sum(axis=1, keepdims=True)) / lengths
    return loss, by_summed.T @ inner, asked.T @ (by_summed @ up)


class _Slopes:
    """AdamW over arrays that it changes in place."""

    def __init__(self, *arrays: Array) -> None:
        self._arrays = arrays
        self._mean = [np.zeros_like(array) for array in arrays]
        self._square = [np.zeros_like(array) for array in arrays]
        self._steps = 0

    def descend(self, gradients: Sequence[Array], step: float, decay: float) -> None:
        self._steps += 1
        for place, slope in enumerate(gradients):
            self._mean[place] += (1.0 - FAST) * (slope - self._mean[place])
            self._square[place] += (1.0 - SLOW) * (slope**2 - self._square[place])
            unbiased = self._mean[place] / (1.0 - FAST**self._steps)
            spread = np.sqrt(self._square[place] / (1.0 - SLOW**self._steps))
            array = self._arrays[place]
            np.subtract(array, step * (unbiased / (spread + TINY) + decay * array), out=array)
