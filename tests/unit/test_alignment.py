"""The network that aligns question and sentence: what runs is what was trained."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import torch

from backend.inference.dense import Dense
from backend.ports import ContextualEmbedder, TokenStates, Vectors
from backend.tasks.answer.extractive.alignment import (
    SPECIAL_IDS,
    Aligner,
    Tokens,
    aligner_arrays,
    load_aligner,
)
from backend.tasks.answer.extractive.text_memory import TextMemory
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights, weights_for
from bench._reader_alignment import AlignmentNetwork, Padded

STATES = 12


def states(length: int, seed: int) -> TokenStates:
    generator = np.random.default_rng(seed)
    ids = generator.integers(SPECIAL_IDS + 1, SPECIAL_IDS + 9, length).astype(np.int32)
    return TokenStates(ids, generator.normal(size=(length, STATES)).astype(np.float32))


@pytest.fixture(scope="module")
def network() -> AlignmentNetwork:
    torch.manual_seed(3)
    return AlignmentNetwork(STATES).eval()


def test_what_runs_scores_as_what_was_trained(network: AlignmentNetwork) -> None:
    question, sentences = states(5, 1), [states(length, length) for length in (3, 9, 4)]
    cosines = np.array([0.2, 0.7, -0.1], np.float32)
    with torch.inference_mode():
        expected = network(
            Padded([question] * 3), Padded(sentences), torch.from_numpy(cosines)
        ).numpy()
    aligner = network.frozen("model@1")
    made = aligner.scores(
        aligner.tokens(question), [aligner.tokens(sentence) for sentence in sentences], cosines
    )
    np.testing.assert_allclose(made, expected, atol=5e-3)  # tokens are kept in half precision
    assert np.ptp(made) > 0.01


def test_a_network_that_is_stored_scores_the_same(network: AlignmentNetwork) -> None:
    aligner = network.frozen("Modell „ä“@1")
    again = load_aligner(aligner_arrays(aligner, "aligner"), "aligner")
    assert again is not None
    assert again.embedder == "Modell „ä“@1"
    question, sentence = states(4, 1), states(6, 2)
    cosines = np.array([0.5], np.float32)
    one = aligner.scores(aligner.tokens(question), [aligner.tokens(sentence)], cosines)
    other = again.scores(again.tokens(question), [again.tokens(sentence)], cosines)
    np.testing.assert_allclose(one, other, atol=5e-3)
    assert load_aligner({}, "aligner") is None


def only_same() -> Aligner:
    """A network of width 1 whose score is the mean over the sentence's tokens of being equal to
    one of the question's, weighed alike, plus the cosine."""

    def dense(inputs: int, weights: dict[int, float], outputs: int = 1) -> Dense:
        weight = np.zeros((inputs, outputs), np.float32)
        for row, value in weights.items():
            weight[row, 0] = value
        return Dense(weight, np.zeros(outputs, np.float32))

    return Aligner(
        embedder="",
        project=dense(1, {0: 1.0}),
        scale=np.ones(1, np.float32),
        shift=np.zeros(1, np.float32),
        sharpness=1.0,
        same=1.0,
        compare_sentence=dense(4, {3: 1.0}),
        compare_question=dense(4, {}),
        attend_sentence=dense(1, {}),
        attend_question=dense(1, {}),
        hidden=dense(5, {0: 1.0, 4: 1.0}),
        last=dense(1, {0: 1.0}),
    )


def test_equal_tokens_count_and_special_ones_never_do() -> None:
    def tokens(*ids: int) -> Tokens:
        return Tokens(np.array(ids, np.int32), np.zeros((len(ids), 1), np.float16))

    scores = only_same().scores(
        tokens(101, 200, 201, 102),
        [tokens(101, 200, 300, 102), tokens(101, 300, 301, 102), tokens(101, 200, 201, 102)],
        np.array([0.0, 0.25, 0.0], np.float32),
    )
    np.testing.assert_allclose(scores, [1 / 4, 0.25, 2 / 4], atol=1e-6)


class CountingEmbedder:
    """Vectors and states by the length of a text; counts the texts that it was given."""

    identity = "counting@1"
    dimension = 2
    max_tokens = 9
    gives_states = True

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def token_offsets(self, texts: Sequence[str]) -> list[np.ndarray]:
        return [np.zeros((0, 2), np.int32) for _ in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded.extend(texts)
        return np.array([[len(text), 1.0] for text in texts], np.float32)

    def embed_with_states(self, texts: Sequence[str]) -> tuple[Vectors, tuple[TokenStates, ...]]:
        return self.embed(texts), tuple(
            TokenStates(np.arange(len(text), dtype=np.int32), np.ones((len(text), 1), np.float32))
            for text in texts
        )


def test_texts_are_embedded_once_for_vectors_and_tokens_and_the_oldest_are_forgotten() -> None:
    embedder = CountingEmbedder()
    memory = TextMemory(embedder, only_same(), limit=2)
    assert memory.embed(["ab", "abc", "ab"]).tolist() == [[2.0, 1.0], [3.0, 1.0], [2.0, 1.0]]
    assert [len(token.ids) for token in memory.tokens(["ab", "abc"])] == [2, 3]
    assert embedder.embedded == ["ab", "abc"]
    memory.embed(["a"])
    memory.tokens(["abc"])
    assert embedder.embedded == ["ab", "abc", "a"]
    memory.tokens(["ab"])
    assert embedder.embedded == ["ab", "abc", "a", "ab"]
    assert memory.embed([]).shape == (0, 2)


def test_without_an_aligner_there_are_no_tokens() -> None:
    memory = TextMemory(CountingEmbedder())
    memory.embed(["ab"])
    with pytest.raises(ValueError, match="aligner"):
        memory.tokens(["ab"])


def test_the_aligner_is_used_with_the_embedder_that_it_was_trained_on_alone() -> None:
    aligned = load_weights(ALIGNED)
    assert aligned.aligner is not None
    plain = load_weights()
    assert plain.aligner is None
    embedder = CountingEmbedder()
    assert isinstance(embedder, ContextualEmbedder)
    assert weights_for(embedder) is plain
    embedder.identity = aligned.aligner.embedder
    assert weights_for(embedder) is aligned
    embedder.gives_states = False
    assert weights_for(embedder) is plain
