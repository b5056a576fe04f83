"""Moving a library from one record store to another: whole, repeatable, compared."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import StorageError
from backend.ingestion.moving import digest, move
from backend.ports import DocumentBundle, EmbeddingNetwork, Records
from backend.question_vectors.kept_network import (
    LearnedNetwork,
    identity_of,
    keep_network,
    kept_network,
    learned_network,
)
from backend.records import sqlite
from backend.settings import Settings
from backend.tasks.answer.extractive.kept_bounds import (
    REPORT,
    LearnedBounds,
    keep_bounds,
    learned_bounds,
    switch_bounds,
)
from backend.types import (
    Action,
    CollectionSettings,
    Edge,
    Grant,
    Mark,
    Person,
    ReaderBounds,
    Role,
    SignIn,
)
from tests.factories import make_bundle

NETWORK = EmbeddingNetwork("base", 8, 64, 62, "", "{}", b"weights")


def ignore(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def fill(store: Records) -> str:
    """A renamed collection with three documents, a link, an answer, a mark and a waiting file."""
    made = store.create_collection("Old name", CollectionSettings(chunker="fixed"))
    store.rename_collection(made.id, "Harbour")
    bundles = [
        make_bundle(made.id, title, entities=("harbour", "pilot"), added=1_700_000_000.0 + number)
        for number, title in enumerate(("First", "Second", "Third"))
    ]
    bundles[2] = replace(
        bundles[2],
        edges=(
            *bundles[2].edges,
            Edge(bundles[2].document.id, bundles[0].document.id, "CITES", 1.0),
        ),
    )
    store.publish(bundles)
    store.store_links(
        made.id,
        "COMM_SIMILAR_TO",
        expected=store.link_state(made.id, "COMM_SIMILAR_TO"),
        sequence=store.sequence(),
        recipe="links",
        sources=None,
        edges=[
            Edge(bundles[0].communities[0].id, bundles[1].communities[0].id, "COMM_SIMILAR_TO", 0.9)
        ],
    )
    learned = LearnedNetwork(identity_of(NETWORK), 40, "base@1", (bundles[0].document.id,))
    assert keep_network(store, made.id, NETWORK, learned, store.sequence())
    keep_bounds(store, made.id, LearnedBounds(ReaderBounds(0.8, 0.5), "reader"))
    store.save_derived(made.id, REPORT, b"{}", store.sequence())
    assert switch_bounds(store, made.id, on=True)
    store.save_answer("a1", "c1", made.id, "Why?", '{"id": "a1"}', "ada")
    store.share_conversation("c1", True)
    store.create_collection("Harbour", CollectionSettings(), "ada")
    store.grant(Grant(made.id, "group", "pilots", Role.EDITOR))
    store.save_person(Person("ada", "Ada Lorne", ("pilots",), 5.0))
    store.save_sign_in(SignIn("k1", "ada", time.time() + 3_600, ended=True))
    store.note(Action(1.0, "ada", "signed in"))
    store.note(Action(2.0, "ada", "made a collection", made.id, "Harbour"))
    store.save_mark(Mark(made.id, "a1", "Why?", "k1", 1, 5.0))
    store.save_entries(made.id, "question", {"s/1": '{"text": "Why?"}', "s/2": "{}"})
    store.set_preference("language_model", "none")
    store.enqueue(
        kind="add",
        collection_id=made.id,
        name="waiting.txt",
        sha256="ab" * 32,
        size=3,
        media_type="text/plain",
    )
    return made.id


def assert_same(source: Records, target: Records, collection: str) -> None:
    assert target.collections() == source.collections()
    for each in source.collections():
        assert target.grants(each.id) == source.grants(each.id)
    shown = [
        (conversation.id, conversation.owner, conversation.shared)
        for conversation in target.conversations(collection)
    ]
    assert shown == [("c1", "ada", True)]
    assert target.people() == source.people()
    assert target.sign_ins() == source.sign_ins()
    assert target.actions() == source.actions()
    assert target.documents(collection) == source.documents(collection)
    assert target.counts(collection) == source.counts(collection)
    assert target.entities(collection) == source.entities(collection)
    assert list(target.edges(collection)) == list(source.edges(collection))
    assert learned_network(target, collection) == learned_network(source, collection)
    assert kept_network(target, collection, identity_of(NETWORK)) == NETWORK
    assert learned_bounds(target, collection) == learned_bounds(source, collection) is not None
    assert switch_bounds(target, collection, on=True)
    report = target.load_derived(collection, REPORT)
    assert report is not None
    assert report[0] == b"{}"
    assert target.collections() == source.collections(), "they were on before"
    assert target.answers("c1") == source.answers("c1")
    assert target.marks(collection) == source.marks(collection)
    assert target.entries(collection, "question") == source.entries(collection, "question")
    assert list(target.entries(collection, "question")) == ["s/1", "s/2"]
    assert target.preferences() == source.preferences()
    assert [job.name for job in target.jobs(collection)] == ["waiting.txt"]
    for document in source.documents(collection):
        assert digest(target.bundle(document.id)) == digest(source.bundle(document.id))
    assert target.check() == ()


@pytest.fixture
def source(tmp_path: Path) -> Records:
    return sqlite.build(Settings(library=tmp_path / "source"))


@pytest.fixture
def target(tmp_path: Path) -> Records:
    return sqlite.build(Settings(library=tmp_path / "target"))


def test_a_bundle_comes_out_as_it_went_in(source: Records) -> None:
    collection = source.create_collection("A", CollectionSettings())
    bundle = make_bundle(collection.id, entities=("harbour", "pilot"))
    source.publish([bundle])
    found = source.bundle(bundle.document.id)
    assert digest(found) == digest(
        replace(
            bundle,
            entities=tuple(sorted(bundle.entities, key=lambda entity: entity.id)),
            mentions=tuple(sorted(bundle.mentions)),
        )
    )


def test_a_copy_is_the_same_and_copying_again_changes_nothing(
    source: Records, target: Records
) -> None:
    collection = fill(source)
    moved = move(source, target, ignore)
    assert (moved.documents, moved.chunks, moved.copied) == (3, 6, 3)
    assert (moved.conversations, moved.marks, moved.jobs) == (1, 1, 1)
    assert_same(source, target, collection)
    sequence = target.sequence()
    assert move(source, target, ignore).copied == 0
    assert target.sequence() == sequence
    assert_same(source, target, collection)


def test_an_interrupted_copy_goes_on(
    source: Records, target: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = fill(source)
    monkeypatch.setattr("backend.ingestion.moving._AT_ONCE_CHUNKS", 1)
    publish = target.publish

    def stop_at_second(bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        if target.sequence():
            raise KeyboardInterrupt
        return publish(bundles, replaces)

    with monkeypatch.context() as patched:
        patched.setattr(target, "publish", stop_at_second)
        with pytest.raises(KeyboardInterrupt):
            move(source, target, ignore)
    assert target.counts(collection).documents == 1
    assert move(source, target, ignore).copied == 2
    assert_same(source, target, collection)


def test_a_change_after_an_interrupted_copy_is_brought_along(
    source: Records, target: Records
) -> None:
    collection = fill(source)
    move(source, target, ignore)
    (first, *_) = source.documents(collection)
    source.delete_documents([first.id])
    source.publish([make_bundle(collection, "Fourth")])
    move(source, target, ignore)
    assert [document.title for document in target.documents(collection)] == [
        "Fourth",
        "Second",
        "Third",
    ]
    assert target.counts(collection) == source.counts(collection)


def test_another_library_is_not_overwritten(source: Records, target: Records) -> None:
    fill(source)
    target.create_collection("Something else", CollectionSettings())
    with pytest.raises(StorageError, match="Something else"):
        move(source, target, ignore)
    assert [collection.name for collection in target.collections()] == ["Something else"]
