"""Document vectors equal a fresh reading after any sequence of changes, and each reads what
changed alone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from backend.errors import NotFoundError
from backend.graph.document_neighbours import WAYS, weighed_documents
from backend.graph.document_vectors import DocumentVectors
from backend.ports import Records, Vectors
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.factories import DIMENSION, EMBEDDING, make_bundle, unit_vector

_TEXTS = st.lists(st.sampled_from(["oak", "tar", "rope", "keel"]), min_size=1, max_size=3)


class _Counting:
    """Records that note whose vectors are read."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.read: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._records, name)

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        self.read.append(document_id)
        return self._records.vectors_of(document_id, embedding)


class AddReplaceDelete(RuleBasedStateMachine):
    """Drives one collection beside another, and compares what is kept with a fresh reading."""

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.records: Records = sqlite.build(Settings(library=self.folder))
        self.collection, self.other = (
            self.records.create_collection(each, CollectionSettings()).id for each in ("A", "B")
        )
        self.counting = _Counting(self.records)
        self.kept = DocumentVectors(self.counting)  # type: ignore[arg-type]
        self.changed: set[str] = set()

    def ids(self) -> list[str]:
        return [document.id for document in self.records.documents(self.collection)]

    def publish(self, name: int, texts: Sequence[str], replaces: Sequence[str] = ()) -> None:
        bundle = make_bundle(self.collection, f"Document {name}", tuple(texts), key=str(name))
        self.records.publish([bundle], replaces=replaces)
        self.changed.add(bundle.document.id)

    @rule(name=st.integers(0, 5), texts=_TEXTS)
    def add_or_publish_again(self, name: int, texts: list[str]) -> None:
        self.publish(name, texts)

    @precondition(lambda self: self.ids())
    @rule(name=st.integers(0, 5), texts=_TEXTS, data=st.data())
    def replace(self, name: int, texts: list[str], data: st.DataObject) -> None:
        self.publish(name, texts, [data.draw(st.sampled_from(self.ids()))])

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        self.records.delete_documents([data.draw(st.sampled_from(self.ids()))])

    @rule(name=st.integers(0, 2))
    def change_another_collection(self, name: int) -> None:
        self.records.publish([make_bundle(self.other, f"Other {name}", ("sail",), key=str(name))])

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def make_a_graph_anew(self, data: st.DataObject) -> None:
        there = data.draw(st.sampled_from(self.ids()))
        self.records.replace_graph(there, (), np.zeros((0, DIMENSION), np.float16), (), "again")

    @rule()
    def look(self) -> None:
        self.counting.read.clear()
        found = self.kept.of(self.collection, EMBEDDING, DIMENSION)
        fresh = DocumentVectors(self.records).of(self.collection, EMBEDDING, DIMENSION)
        assert found.ids == fresh.ids == tuple(sorted(self.ids()))
        assert np.array_equal(found.vectors, fresh.vectors)
        assert set(self.counting.read) <= self.changed, "what did not change is not read again"
        self.changed.clear()
        asked = unit_vector("oak")
        for way in WAYS:
            assert weighed_documents(asked, found.vectors, way) == weighed_documents(
                asked, fresh.vectors, way
            )

    def teardown(self) -> None:
        if not hasattr(self, "records"):
            return
        try:
            self.look()
        finally:
            self.records.close()
            shutil.rmtree(self.folder, ignore_errors=True)


TestAddReplaceDelete = AddReplaceDelete.TestCase
TestAddReplaceDelete.settings = settings(
    max_examples=25,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class _Deleting:
    """Records of which a document goes just before its vectors are read."""

    def __init__(self, records: Records, document_id: str) -> None:
        self._records = records
        self._going = [document_id]

    def __getattr__(self, name: str) -> object:
        return getattr(self._records, name)

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        if document_id in self._going:
            self._going.remove(document_id)
            self._records.delete_documents([document_id])
        return self._records.vectors_of(document_id, embedding)


def test_a_document_that_goes_while_vectors_are_read_is_left_out(tmp_path: Path) -> None:
    records = sqlite.build(Settings(library=tmp_path))
    collection = records.create_collection("A", CollectionSettings()).id
    stays, goes = (make_bundle(collection, each, (each,), key=each) for each in ("oak", "tar"))
    records.publish([stays, goes])
    kept = DocumentVectors(_Deleting(records, goes.document.id))  # type: ignore[arg-type]
    for _ in range(2):
        found = kept.of(collection, EMBEDDING, DIMENSION)
        assert found.ids == (stays.document.id,)
        assert np.allclose(found.vectors, [unit_vector("oak")], atol=1e-3)


def test_a_collection_that_was_deleted_has_no_vectors(tmp_path: Path) -> None:
    records = sqlite.build(Settings(library=tmp_path))
    collection = records.create_collection("A", CollectionSettings()).id
    records.publish([make_bundle(collection, "Document", ("oak",))])
    kept = DocumentVectors(records)
    assert len(kept.of(collection, EMBEDDING, DIMENSION).ids) == 1
    records.delete_collection(collection)
    with pytest.raises(NotFoundError):
        kept.of(collection, EMBEDDING, DIMENSION)
    assert records.create_collection("A", CollectionSettings()).id == collection
    assert kept.of(collection, EMBEDDING, DIMENSION).ids == ()


def test_vectors_of_another_model_take_the_place_of_those_of_before(tmp_path: Path) -> None:
    records = sqlite.build(Settings(library=tmp_path))
    collection = records.create_collection("A", CollectionSettings()).id
    bundle = make_bundle(collection, "Document", ("oak", "tar"))
    records.publish([bundle])
    kept = DocumentVectors(records)
    before = kept.of(collection, EMBEDDING, DIMENSION)
    assert np.isclose(np.linalg.norm(before.vectors[0]), 1.0)
    wanted = {chunk.id: unit_vector("mast").astype(np.float16) for chunk in bundle.chunks}
    records.store_vectors(bundle.document.id, "other", wanted)
    records.activate_embedding(collection, "other")
    after = kept.of(collection, "other", DIMENSION)
    assert np.allclose(after.vectors[0], unit_vector("mast"), atol=1e-3)
    # those of the model that went are nowhere
    assert not kept.of(collection, EMBEDDING, DIMENSION).vectors.any()


def test_vectors_that_were_made_anew_take_the_place_of_those_of_before(tmp_path: Path) -> None:
    records = sqlite.build(Settings(library=tmp_path))
    collection = records.create_collection("A", CollectionSettings()).id
    bundle = make_bundle(collection, "Document", ("oak",))
    records.publish([bundle])
    kept = DocumentVectors(records)
    kept.of(collection, EMBEDDING, DIMENSION)
    for embedding, word in (("other", "mast"), (EMBEDDING, "keel")):
        made = {chunk.id: unit_vector(word).astype(np.float16) for chunk in bundle.chunks}
        records.store_vectors(bundle.document.id, embedding, made)
        records.activate_embedding(collection, embedding)
    again = kept.of(collection, EMBEDDING, DIMENSION)
    assert np.allclose(again.vectors[0], unit_vector("keel"), atol=1e-3)
