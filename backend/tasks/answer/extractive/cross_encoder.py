"""A question and a sentence read as one text.

The embedder that ships reads both at once with its adapter for pairs, so that each word of one is
seen in the light of the other (a cross-encoder: Nogueira and Cho, "Passage Re-ranking with BERT",
2019). A small network over the states of its tokens then says whether the sentence answers. That
costs a run of the model for each sentence, so only the most promising ones are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.log_odds import sigmoid
from backend.inference.pair_head import PairHead, head_arrays, load_head
from backend.ports import PairEmbedder, TokenCounter, TokenStates
from backend.tasks.answer.extractive.own_voice import in_its_voice, is_of_others
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.units import Unit

LOOKED_AT = 12
"""Candidates that are read together with the question: those that the trees think best of."""
QUESTION_TOKENS, TITLE_TOKENS, HEADING_TOKENS, SENTENCE_TOKENS = 48, 10, 14, 64
"""What is read of each at most."""

LARGEST_LOG_ODDS = 80.0
"""Beyond it a pair is as sure; far below, float32 would not hold the exponential."""

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """The network over the states of a pair. `embedder` is the identity of the model it is for,
    `head` says whether the sentence answers, `share` is how much of its score that decides.
    """

    embedder: str
    head: PairHead
    share: float

    def probability(self, pair: TokenStates) -> float:
        """P(the sentence answers the question).

        Raises:
            ValueError: if the pair has no separator.
        """
        return float(sigmoid(self.head.log_odds(pair.ids, pair.states), LARGEST_LOG_ODDS)[0])


def probabilities(
    reading: ReadEvidence, scores: Scores, encoder: CrossEncoder, embedder: PairEmbedder
) -> Scores:
    """P(each candidate answers), shape (candidates,); 0 for those that are not looked at.

    Args:
        scores: what is thought of the candidates so far; the best `LOOKED_AT` are looked at.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    found = np.zeros(len(reading.candidates))
    best = np.argsort(-scores, kind="stable")[:LOOKED_AT]
    if not len(best):
        return found
    units = [reading.candidates[index] for index in best]
    owners = [reading.passages[unit.hit].owners for unit in units]
    texts = unit_texts(units, reading.passages)
    found[best] = text_probabilities(reading.question.text, texts, encoder, embedder, owners)
    return found


def text_probabilities(
    question: str,
    texts: Sequence[tuple[str, str, str]],
    encoder: CrossEncoder,
    embedder: PairEmbedder,
    owners: Sequence[tuple[str, ...]] = (),
) -> Scores:
    """P(each text answers the question), shape (texts,). Where a text calls those whose document
    it is of "we", it is read with the question in that voice.

    Args:
        texts: each with its document's title and its heading before it.
        owners: of each, what the question calls those whose document it is; none for no text.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    if not texts:
        return np.zeros(0)
    found = np.zeros(len(texts))
    voices = [
        in_its_voice(question, () if is_of_others(heading) else names, text)
        for (_, heading, text), names in zip(texts, owners or [()] * len(texts), strict=True)
    ]
    read = _below_titles(texts, embedder)
    for voice in dict.fromkeys(voices):
        asked = cut(embedder, [voice], QUESTION_TOKENS)[0]
        places = [at for at, each in enumerate(voices) if each == voice]
        pairs = embedder.pair_states(asked, [read[at] for at in places])
        found[places] = [encoder.probability(pair) for pair in pairs]
    return found


def pair_texts(
    units: Sequence[Unit], passages: Mapping[int, Passage], embedder: TokenCounter
) -> list[str]:
    """What is read of each unit: its document's title, its heading, and its text."""
    return _below_titles(unit_texts(units, passages), embedder)


def unit_texts(
    units: Sequence[Unit], passages: Mapping[int, Passage]
) -> list[tuple[str, str, str]]:
    """Each unit's text with its document's title and its heading before it."""
    return [(passages[unit.hit].title, unit.heading, unit.read_text) for unit in units]


def _below_titles(texts: Sequence[tuple[str, str, str]], embedder: TokenCounter) -> list[str]:
    above = cut(embedder, [title for title, _, _ in texts], TITLE_TOKENS)
    headings = cut(embedder, [heading for _, heading, _ in texts], HEADING_TOKENS)
    bodies = cut(embedder, [text for _, _, text in texts], SENTENCE_TOKENS)
    return [
        (f"{title} . " if title else "") + (f"{heading} : " if heading else "") + text
        for title, heading, text in zip(above, headings, bodies, strict=True)
    ]


def cut(embedder: TokenCounter, texts: Sequence[str], most: int) -> list[str]:
    """The texts, each at most so many tokens long."""
    offsets = embedder.token_offsets(texts)
    return [
        text if len(offset) <= most else text[: int(offset[most - 1][1])]
        for text, offset in zip(texts, offsets, strict=True)
    ]


def cross_encoder_arrays(encoder: CrossEncoder, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The network under names that `load_cross_encoder` reads back."""
    return {
        f"{prefix}.embedder": np.frombuffer(encoder.embedder.encode("utf-8"), np.uint8),
        **head_arrays(encoder.head, prefix),
        f"{prefix}.share": np.asarray(encoder.share, np.float32),
    }


def load_cross_encoder(
    arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str
) -> CrossEncoder | None:
    """The network that is stored under a prefix; None without one."""
    if f"{prefix}.embedder" not in arrays:
        return None
    return CrossEncoder(
        embedder=arrays[f"{prefix}.embedder"].tobytes().decode("utf-8"),
        head=load_head(arrays, prefix),
        share=float(arrays[f"{prefix}.share"].astype(np.float32)),
    )
