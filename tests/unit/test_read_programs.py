"""Programs are read together with the question: the likeliest ones, each wording once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from backend.inference.dense import Dense
from backend.inference.pair_head import PairHead
from backend.ports import TokenStates, Vectors
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import MOST_WORDS, meaning_of, statement_of
from backend.tasks.calculate.composed.program_network import ProgramNetwork
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.read_programs import (
    MOST_READ,
    READ,
    UNREAD,
    Scores,
    program_model,
    reading_features,
)
from backend.types import Calculation
from tests.unit.test_composed_programs import FERRIES, results
from tests.unit.test_local_reader import WordEmbedder
from tests.unit.test_program_network import network

CLS, SEP = 101, 102


def scored(*values: float) -> Scores:
    return np.array(values, np.float32)


def said(question: str, step: ListStep, answer: str) -> str:
    program = results(question)[step, answer]
    outcome = run(program, FERRIES)
    assert isinstance(outcome, Calculation)
    return statement_of(meaning_of(program, FERRIES, "crossings"), outcome, "crossings")


def test_a_program_is_stated_with_its_columns_and_what_it_comes_to() -> None:
    fares = said("What did the Alke take in fares altogether?", ListStep.SUM, "425")
    assert fares == "crossings: total Fare (EUR) where Ferry is Alke = 425 EUR"
    unpaid = said("Which crossings of Jon Wick are not paid?", ListStep.LIST, "N-2")
    assert unpaid == "crossings: which Crossing where Captain is Jon Wick and Paid no = N-2"


def test_a_long_list_is_not_stated_to_its_end() -> None:
    program = results("What did the Alke take in fares altogether?")[ListStep.SUM, "425"]
    outcome = run(program, FERRIES)
    assert isinstance(outcome, Calculation)
    about = "crossings " * 60
    meaning = meaning_of(program, FERRIES, about)
    assert len(statement_of(meaning, outcome, about).split()) == MOST_WORDS


def test_the_best_are_read_and_others_count_as_the_least_of_them() -> None:
    asked: list[tuple[str, ...]] = []

    def read(question: str, texts: Sequence[str]) -> Scores:
        assert question == "longest trip?"
        asked.append(tuple(texts))
        return scored(*(8.0 if "Days" in text else -4.0 for text in texts))

    statements = ["trips: highest Days = 9", *(f"trips: total Cost = {at}" for at in range(30))]
    found = reading_features("longest trip?", statements, scored(*range(31, 0, -1)), read)
    assert asked == [tuple(statements[:MOST_READ])]
    # log-odds are divided by 4
    assert found[0] == {READ: 2.0, "read, behind the best": 0.0, "read, best": 1.0}
    assert found[1] == {READ: -1.0, "read, behind the best": 3.0, "read, best": 0.0}
    assert found[-1] == {READ: -1.0, "read, behind the best": 3.0, UNREAD: 1.0}


def test_what_two_programs_say_alike_is_read_once() -> None:
    read = ["a", "b", "a", "c"]

    def scores(question: str, texts: Sequence[str]) -> Scores:
        assert list(texts) == ["c", "a", "b"]
        return scored(1.0, 2.0, 3.0)

    found = reading_features("?", read, scored(1.0, 0.0, 2.0, 3.0), scores)
    assert [each[READ] for each in found] == [0.5, 0.75, 0.5, 0.25]


class Reader(WordEmbedder):
    """Each pair's states are how many words its second text has."""

    reads_pairs = True

    def pair_states(self, text: str, others: Sequence[str]) -> tuple[TokenStates, ...]:
        ids = np.array([CLS, SEP, 8, SEP], np.int32)
        many = [float(len(other.split())) for other in others]
        return tuple(TokenStates(ids, np.full((4, 1), each, np.float32)) for each in many)


def taught(identity: str) -> ProgramNetwork:
    head = PairHead(
        Dense(np.array([[1.0], [0.0], [0.0]], np.float32), np.zeros(1, np.float32)),
        Dense(np.array([[2.0]], np.float32), np.zeros(1, np.float32)),
    )
    return replace(network(read=1.0), identity=identity, head=head)


def test_the_model_reads_by_the_head_that_was_trained_for_it() -> None:
    reader = Reader()
    model = program_model(reader, taught(reader.identity))
    assert model is not None
    # GELU(3) = 2.9959, GELU(1) = .8413, each times 2
    assert model.read("?", ["a b c", "a"]) == pytest.approx([5.9919, 1.6827], abs=1e-3)


def test_no_other_model_reads_programs() -> None:
    class Plain(WordEmbedder):
        """Gives vectors alone."""

    class Unread(Reader):
        """Could read pairs, but has no adapter."""

        reads_pairs = False

    for embedder in (Plain(), Unread()):
        assert program_model(embedder, taught(embedder.identity)) is None
    assert program_model(Reader(), taught("another@1")) is None


def test_vectors_are_those_of_the_model() -> None:
    reader = Reader()
    model = program_model(reader, taught(reader.identity))
    assert model is not None
    vectors: Vectors = model.embed(["one crossing", "two"])
    assert vectors.shape == (2, reader.dimension)
