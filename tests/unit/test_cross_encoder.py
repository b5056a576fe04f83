"""The network that reads question and sentence as one text: what runs is what was trained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

from backend.embedders._adapter import BASE, DOWN, INSTEAD, PAIRS, UP, adapter_of, changes
from backend.embedders._model import PACKAGED, find_packaged_or_local
from backend.embedders._model_export import change
from backend.embedders._tokenizer import ModelTokenizer
from backend.embedders._torch_model import load_model
from backend.inference.dense import Dense
from backend.inference.pair_head import PairHead
from backend.ports import PairEmbedder, TokenStates
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.cross_encoder import (
    LOOKED_AT,
    QUESTION_TOKENS,
    SENTENCE_TOKENS,
    CrossEncoder,
    cross_encoder_arrays,
    load_cross_encoder,
    probabilities,
    text_probabilities,
)
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights
from backend.types import OwnedHit
from bench._pair_network import PairNetwork, save_adapter
from tests.unit.test_local_reader import WordEmbedder, hit

CLS, SEP = 101, 102


@pytest.fixture(scope="module")
def folder() -> Path:
    found = find_packaged_or_local(PACKAGED)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def tokens(folder: Path) -> ModelTokenizer:
    return ModelTokenizer(folder / "tokenizer.json", 16)


def test_a_pair_is_two_texts_with_a_mark_before_and_behind_each(tokens: ModelTokenizer) -> None:
    asked, said = (tokens.ids([text])[0][1:-1] for text in ("Who is she?", "She is Ada."))
    assert tokens.pair_ids("Who is she?", ["She is Ada.", ""]) == [
        [CLS, *asked, SEP, *said, SEP],
        [CLS, *asked, SEP, SEP],
    ]


def test_a_mark_that_a_text_spells_ends_nothing(tokens: ModelTokenizer) -> None:
    (ids,) = tokens.pair_ids("Who?", ["[SEP] [CLS] Ada"])
    assert ids.count(SEP) == 2
    assert ids.count(CLS) == 1


def test_a_pair_that_is_too_long_is_cut(tokens: ModelTokenizer) -> None:
    (ids,) = tokens.pair_ids("Who?", ["word " * 40])
    assert len(ids) == 16


def test_what_an_adapter_adds_is_the_product_of_its_two_matrices(tmp_path: Path) -> None:
    file = tmp_path / "adapter.npz"
    save_adapter(
        file,
        {
            BASE: np.frombuffer("Modell „ä“@1".encode(), np.uint8),
            f"layer.weight{DOWN}": np.array([[1.0, 2.0, 0.5]], np.float16),
            f"layer.weight{UP}": np.array([[3.0], [-1.0]], np.float16),
            f"norm.bias{INSTEAD}": np.array([4.0], np.float16),
        },
    )
    added, instead = changes(file)
    assert list(added) == ["layer.weight"]
    np.testing.assert_array_equal(added["layer.weight"], [[3.0, 6.0, 1.5], [-1.0, -2.0, -0.5]])
    assert {name: values.tolist() for name, values in instead.items()} == {"norm.bias": [4.0]}
    found = adapter_of("Modell „ä“@1", file)
    assert found is not None
    assert len(found.digest) == 8
    assert adapter_of("Modell@2", file) is None
    assert adapter_of("Modell @1", tmp_path / "none.npz") is None


def test_the_adapted_model_runs_as_it_was_trained(folder: Path, tmp_path: Path) -> None:
    torch.manual_seed(5)
    network = PairNetwork(str(folder)).eval()
    for name, parameter in network.named_parameters():
        if parameter.requires_grad and name.endswith(".up"):
            torch.nn.init.normal_(parameter, std=0.1)
    torch.nn.init.constant_(network.program_last.bias, 1.0)
    save_adapter(tmp_path / "adapter.npz", network.adapter("model@1"))
    model = load_model(str(folder), 1)
    ids = ModelTokenizer(folder / "tokenizer.json", 64).pair_ids(
        "Who built it?", ["Ada built it.", "No."]
    )
    with torch.inference_mode():
        plain = _states(model, ids)
        change(model, tmp_path / "adapter.npz")
        adapted = _states(model, ids)
        pairs = [(pair_id, pair_id.index(SEP) + 1) for pair_id in ids]
        expected = torch.sigmoid(network(pairs)).numpy()
        of_programs = network(pairs, of_programs=True).numpy()
    encoder = network.encoder("model@1", 0.5)
    further = PairNetwork(str(folder)).eval()
    further.go_on_from(tmp_path / "adapter.npz", encoder.head, network.program_head())
    for name, array in further.adapter("model@1").items():
        np.testing.assert_array_equal(array, network.adapter("model@1")[name])
    for name in ("last", "program_last"):
        own, taken = (getattr(each, name).weight.detach() for each in (network, further))
        np.testing.assert_array_equal(taken, own)
    made = [encoder.probability(token_states) for token_states in adapted]
    np.testing.assert_allclose(made, expected, atol=2e-3)  # an adapter is kept in half precision
    assert abs(encoder.probability(plain[0]) - made[0]) > 0.01
    meant = [network.program_head().log_odds(each.ids, each.states)[0] for each in adapted]
    np.testing.assert_allclose(meant, of_programs, atol=1e-2)
    assert abs(meant[0] - np.log(made[0] / (1 - made[0]))) > 0.01, "each head judges for itself"


def _states(model: torch.nn.Module, ids: Sequence[Sequence[int]]) -> list[TokenStates]:
    found = []
    for each in ids:
        features = {
            "input_ids": torch.tensor([list(each)]),
            "attention_mask": torch.ones(1, len(each), dtype=torch.long),
        }
        states = model(features)["token_embeddings"][0].numpy()
        found.append(TokenStates(np.array(each, np.int32), states))
    return found


def weighing(first: float, sentence: float, question: float) -> CrossEncoder:
    """A head for states of one value each: log-odds that weigh the GELU of first token, mean of
    the sentence and mean of the question."""
    return CrossEncoder(
        "model@1",
        PairHead(
            Dense(np.eye(3, dtype=np.float32), np.zeros(3, np.float32)),
            Dense(np.array([[first], [sentence], [question]], np.float32), np.zeros(1, np.float32)),
        ),
        0.5,
    )


def test_the_head_sees_the_first_token_the_sentence_and_the_question() -> None:
    pair = TokenStates(
        np.array([CLS, 7, SEP, 8, 9, SEP], np.int32),
        np.array([[2.0], [4.0], [0.0], [1.0], [3.0], [5.0]], np.float32),
    )
    # means: question (2 + 4 + 0) / 3 = 2, sentence (1 + 3 + 5) / 3 = 3; GELU(2) = 1.9545,
    # GELU(3) = 2.9959
    for head, odds in (
        (weighing(1.0, 0.0, 0.0), 1.9545),
        (weighing(0.0, 1.0, 0.0), 2.9959),
        (weighing(0.0, 0.0, -1.0), -1.9545),
    ):
        assert head.probability(pair) == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-4)


def test_a_pair_without_a_separator_is_refused() -> None:
    with pytest.raises(ValueError, match="separator"):
        weighing(1.0, 1.0, 1.0).probability(
            TokenStates(np.array([CLS, 7, SEP], np.int32), np.zeros((3, 1), np.float32))
        )


def test_a_head_that_is_stored_decides_the_same() -> None:
    head = replace(weighing(0.5, -0.25, 2.0), share=0.25, embedder="Modell „ä“@1")
    again = load_cross_encoder(cross_encoder_arrays(head, "encoder"), "encoder")
    assert again is not None
    assert (again.embedder, again.share) == ("Modell „ä“@1", 0.25)
    pair = TokenStates(np.array([CLS, SEP, 8, SEP], np.int32), np.ones((4, 1), np.float32))
    assert again.probability(pair) == pytest.approx(head.probability(pair))
    assert load_cross_encoder({}, "encoder") is None


class PairsOfWords(WordEmbedder):
    """Each pair's states are all 1 where the other text says "yes", else -1."""

    reads_pairs = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        spans = [[match.span() for match in re.finditer(r"\S+", text)] for text in texts]
        return [np.array(span, np.int32).reshape(-1, 2) for span in spans]

    def pair_states(self, text: str, others: Sequence[str]) -> tuple[TokenStates, ...]:
        self.asked.append((text, tuple(others)))
        ids = np.array([CLS, SEP, 8, SEP], np.int32)
        return tuple(
            TokenStates(ids, np.full((4, 1), 1.0 if "yes" in other else -1.0, np.float32))
            for other in others
        )


def test_only_the_most_promising_candidates_are_looked_at() -> None:
    embedder = PairsOfWords()
    assert isinstance(embedder, PairEmbedder)
    sentences = [f"The harbour has berth {number}, {'yes' * (number % 2)}." for number in range(20)]
    reading = read(
        "Which berth is free?", [hit(" ".join(sentences))], embedder.embed, Background({}, 1000)
    )
    scores = np.arange(len(reading.candidates), dtype=np.float64)
    found = probabilities(reading, scores, weighing(9.0, 0.0, 0.0), embedder)
    assert np.flatnonzero(found).tolist() == list(range(len(scores)))[-LOOKED_AT:]
    for unit, value in list(zip(reading.candidates, found, strict=True))[-LOOKED_AT:]:
        assert (value > 0.5) == ("yes" in unit.text)
    ((asked, others),) = embedder.asked
    assert asked == "Which berth is free?"
    assert len(others) == LOOKED_AT


def test_long_texts_are_cut_before_they_are_read_together() -> None:
    embedder = PairsOfWords()
    question = "Which " + "berth " * 80 + "is free?"
    reading = read(question, [hit("A berth " + "berth " * 90)], embedder.embed, Background({}, 9))
    probabilities(reading, np.zeros(1), weighing(1.0, 0.0, 0.0), embedder)
    ((asked, (other,)),) = embedder.asked
    assert len(embedder.token_offsets([asked])[0]) == QUESTION_TOKENS
    assert len(embedder.token_offsets([other])[0]) <= SENTENCE_TOKENS + 4


def test_each_text_is_read_with_the_question_in_its_own_voice() -> None:
    embedder = PairsOfWords()
    texts = [
        ("", "", "We said yes."),
        ("", "", "Harbour Grill said no."),
        ("", "", "Our word is no."),
        ("Halls", "Rent", "The Charity said yes."),
    ]
    owners = [("Harbour Grill",)] * 4
    head = weighing(9.0, 0.0, 0.0)
    found = text_probabilities("Did Harbour Grill agree?", texts, head, embedder, owners)
    assert [value > 0.5 for value in found] == [True, False, False, True]
    assert embedder.asked == [
        ("Did we agree?", ("We said yes.", "Our word is no.")),
        ("Did Harbour Grill agree?", ("Harbour Grill said no.",)),
        ("Did the Charity agree?", ("Halls . Rent : The Charity said yes.",)),
    ]


def test_a_text_of_somebody_else_is_read_with_the_name() -> None:
    embedder = PairsOfWords()
    texts = [("", "", "We said yes."), ("", "", "We said no.")]
    owners: list[tuple[str, ...]] = [(), ("Harbour Grill",)]
    text_probabilities("Did Harbour Grill agree?", texts, weighing(1.0, 0.0, 0.0), embedder, owners)
    assert [asked for asked, _ in embedder.asked] == ["Did Harbour Grill agree?", "Did we agree?"]


def test_the_sentences_of_an_owned_passage_are_read_in_its_voice() -> None:
    embedder = PairsOfWords()
    ours = hit("We said yes to the new slip.", document="grill")
    theirs = hit("We said no to the new slip.", document="tern")
    owned = OwnedHit(ours.chunk, ours.score, ours.signals, ("Harbour Grill",))
    question = "Did Harbour Grill agree to the new slip?"
    reading = read(question, [owned, theirs], embedder.embed, Background({}, 1000))
    found = probabilities(reading, np.zeros(2), weighing(9.0, 0.0, 0.0), embedder)
    said = {unit.text: value > 0.5 for unit, value in zip(reading.candidates, found, strict=True)}
    assert said == {ours.chunk.text: True, theirs.chunk.text: False}
    assert dict(embedder.asked) == {
        "Did we agree to the new slip?": (ours.chunk.text,),
        question: (theirs.chunk.text,),
    }


def test_the_log_odds_of_trees_and_encoder_are_averaged_by_its_share() -> None:
    weights = load_weights(ALIGNED)
    assert weights.encoder is not None
    rows = np.zeros((3, int(weights.ranker.logistic.mean.shape[0])))
    plain = weights.scores(rows)
    np.testing.assert_array_equal(replace(weights, encoder=None).scores(rows, np.ones(3)), plain)
    quarter = replace(weights, encoder=replace(weights.encoder, share=0.25))
    mixed = quarter.scores(rows, np.array([0.9, plain[1], 0.0]))
    odds = plain[0] / (1 - plain[0])
    # odds of .9 are 9; three quarters and one quarter of log-odds are powers of odds
    assert mixed[0] == pytest.approx(1 / (1 + 1 / (odds**0.75 * 9**0.25)))
    assert mixed[1] == pytest.approx(plain[1])
    assert 0.0 < mixed[2] < plain[2]


def test_the_adapter_that_ships_is_for_the_embedder_that_ships() -> None:
    weights = load_weights(ALIGNED)
    assert weights.aligner is not None
    assert weights.encoder is not None
    assert weights.encoder.embedder == weights.aligner.embedder
    assert adapter_of(weights.encoder.embedder, PAIRS) is not None
