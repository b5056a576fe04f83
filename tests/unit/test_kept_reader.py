"""One local reader for each embedder: what it has embedded serves the questions that follow."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from backend.bootstrap import Assembly, LoadedEmbedders, assemble
from backend.ports import Answerer, Embedder, Vectors
from backend.settings import load_settings
from backend.types import Chunk, CollectionSettings, Draft, Hit, Query
from tests.valleys import WordEmbedder

QUESTION = "When did the lighthouse open?"
SENTENCE = "The lighthouse opened in the spring of 1893."
OTHER = "What opened in the spring of 1893?"


class CountingEmbedder(WordEmbedder):
    """Keeps the texts that it was given."""

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded.extend(texts)
        return super().embed(texts)


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> CountingEmbedder:
    counting = CountingEmbedder()

    def named(_: LoadedEmbedders, model: str) -> Embedder:
        del model
        return counting

    monkeypatch.setattr(LoadedEmbedders, "named", named)
    return counting


@pytest.fixture
def assembly(tmp_path: Path, embedder: CountingEmbedder) -> Assembly:
    return assemble(load_settings({}, library=tmp_path / "library"))


@pytest.fixture
def query(assembly: Assembly) -> Query:
    collection = assembly.parts.records.create_collection("Lights", CollectionSettings())
    return Query(QUESTION, collection.id)


def read(reader: Answerer, question: str) -> Draft:
    chunk = Chunk("d-0", "d", "", 0, SENTENCE, 0, len(SENTENCE), (0,), "prose")
    pieces = list(reader.answer(question, (), [Hit(chunk, 1.0, ())], threading.Event()))
    draft = pieces[-1]
    assert isinstance(draft, Draft)
    return draft


def test_a_sentence_that_a_question_meets_again_is_not_embedded_again(
    assembly: Assembly, query: Query, embedder: CountingEmbedder
) -> None:
    first = read(assembly.tasks.answerer(query), QUESTION)
    assert SENTENCE in embedder.embedded
    embedder.embedded.clear()
    assert read(assembly.tasks.answerer(query), QUESTION) == first
    assert embedder.embedded == []
    read(assembly.tasks.answerer(query), OTHER)
    assert embedder.embedded == [OTHER]


def test_what_is_measured_starts_from_nothing(
    assembly: Assembly, query: Query, embedder: CountingEmbedder
) -> None:
    first = read(assembly.tasks.measured_answerer(query), QUESTION)
    embedder.embedded.clear()
    assert read(assembly.tasks.measured_answerer(query), QUESTION) == first
    assert SENTENCE in embedder.embedded
