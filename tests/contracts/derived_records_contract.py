"""What every record store promises of what is derived from its documents, and of its log."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.ports import EmbeddingNetwork, Records
from backend.question_vectors import kept_network
from backend.question_vectors.kept_adapter import (
    KeptAdapters,
    keep_adapter,
    learned_adapter,
    switch_off,
    switch_on,
)
from backend.question_vectors.kept_network import (
    LearnedNetwork,
    clear_networks,
    identity_of,
    is_fine_tuned,
    keep_network,
    learned_network,
    switch_network,
)
from backend.question_vectors.query_adapter import QueryAdapter
from backend.tasks.answer.extractive.kept_bounds import (
    LearnedBounds,
    keep_bounds,
    learned_bounds,
    switch_bounds,
)
from backend.types import (
    Collection,
    CollectionSettings,
    ReaderBounds,
)
from tests.contracts.records_ground import RecordsGround
from tests.factories import EMBEDDING, make_bundle, unit_vector


def _halves(vectors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {key: vector.astype(np.float16) for key, vector in vectors.items()}


class DerivedRecordsContract(RecordsGround):
    """What is derived goes with the documents whose words it holds."""

    def test_the_log_tells_what_changed_since_a_number(
        self, store: Records, collection: Collection
    ) -> None:
        assert (store.sequence(), store.changes(0)) == (0, ())
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        store.publish([one])
        before = store.publish([other])
        store.delete_documents([one.document.id])
        store.delete_collection(collection.id)
        told = [(change.document_id, change.action) for change in store.changes(0)]
        first, second = one.document.id, other.document.id
        assert told[:3] == [(first, "added"), (second, "added"), (first, "removed")]
        assert told[-1] == ("", "collection_removed")
        later = store.changes(before)
        assert [(change.document_id, change.action) for change in later] == told[2:]
        numbers = [before, *(change.sequence for change in later)]
        assert numbers == sorted(set(numbers))
        assert store.sequence() == numbers[-1]

    def test_what_is_derived_is_kept_with_its_sequence_number(
        self, store: Records, collection: Collection
    ) -> None:
        assert store.load_derived(collection.id, "tree") is None
        store.save_derived(collection.id, "tree", b"\x00old", 3)
        store.save_derived(collection.id, "tree", b"\x00new", 5)
        store.save_derived(collection.id, "weights", b"", 4)
        assert store.load_derived(collection.id, "tree") == (b"\x00new", 5)
        assert store.load_derived(collection.id, "weights") == (b"", 4)
        store.delete_collection(collection.id)
        again = store.create_collection("Harbour", CollectionSettings())
        assert store.load_derived(again.id, "tree") is None

    @pytest.mark.parametrize("leaving", ["deleted", "replaced", "published with other content"])
    def test_what_is_derived_goes_with_each_document_that_it_holds(
        self, store: Records, collection: Collection, leaving: str
    ) -> None:
        one, other, new = (make_bundle(collection.id, name) for name in ("a", "b", "c"))
        sequence = store.publish([one, other])
        first, second = one.document.id, other.document.id
        elsewhere = store.create_collection("Elsewhere", CollectionSettings())
        held = {"both": [first, second], "one": [first], "other": [second], "none": [], "any": None}
        for name, holds in held.items():
            store.save_derived(collection.id, name, b"words", sequence, holds)
        store.save_derived(elsewhere.id, "any", b"words", sequence, None)
        store.publish([one])  # the same content: no word leaves
        assert all(store.load_derived(collection.id, name) == (b"words", sequence) for name in held)
        if leaving == "deleted":
            store.delete_documents([first])
        elif leaving == "replaced":
            store.publish([new], [first])
        else:
            changed = replace(one.document, sha256="f" * 64)
            store.publish([replace(one, document=changed)])
        left = {name for name in held if store.load_derived(collection.id, name) != (b"", sequence)}
        assert left == {"other", "none"}
        assert store.load_derived(elsewhere.id, "any") == (b"words", sequence)
        assert store.check() == ()

    def test_what_is_derived_says_which_documents_it_holds(
        self, store: Records, collection: Collection
    ) -> None:
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        sequence = store.publish([one, other])
        first, second = sorted((one.document.id, other.document.id))
        for name, holds in {"s 1/1": [second, first], "s 1/0": [], "s 2/0": [first]}.items():
            store.save_derived(collection.id, name, b"words", sequence, holds)
        assert store.derived_holds(collection.id, "s 1/") == {"s 1/0": (), "s 1/1": (first, second)}
        among = store.derived_holds(collection.id, "s 1/", [second, "no"])
        assert among == {"s 1/0": (), "s 1/1": (second,)}
        assert store.derived_holds(collection.id, "s 1/", []) == {"s 1/0": (), "s 1/1": ()}
        assert store.derived_documents(collection.id, "s 1/1") == (first, second)
        assert store.derived_documents(collection.id, "s 1/") == ()
        assert store.derived_counts(collection.id, "s 1/") == {"s 1/0": 0, "s 1/1": 2}
        store.delete_documents([first])
        assert store.derived_holds(collection.id, "s 1/") == {"s 1/0": (), "s 1/1": ()}
        assert store.derived_counts(collection.id, "s 1/") == {"s 1/0": 0, "s 1/1": 0}
        assert store.derived_holds(collection.id, "s%") == {}
        assert store.derived_counts(collection.id, "s%") == {}

    def test_what_is_derived_says_which_version_it_is_of(
        self, store: Records, collection: Collection
    ) -> None:
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        before = store.publish([one])
        store.save_derived(collection.id, "s 1/0", b"words", before, [one.document.id])
        now = store.publish([other])
        store.save_derived(collection.id, "s 1/1", b"words", now, [])
        store.save_derived(collection.id, "s 2/0", b"words", now, [])
        assert before < now
        assert store.derived_versions(collection.id, "s 1/") == {"s 1/0": before, "s 1/1": now}
        assert store.derived_versions(collection.id, "s%") == {}

    def test_what_was_read_of_a_document_before_it_left_is_not_kept(
        self, store: Records, collection: Collection
    ) -> None:
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        sequence = store.publish([one, other])
        first, second = one.document.id, other.document.id
        store.delete_documents([first])
        store.publish([one])  # it is there again, but not as it was read
        now = store.sequence()
        for name, holds in {"one": [second, first], "other": [second], "any": None}.items():
            store.save_derived(collection.id, name, b"words", sequence, holds)
        store.save_derived(collection.id, "now", b"words", now, [first])
        store.save_derived(collection.id, "unknown", b"words", now, [first, "no"])
        assert store.load_derived(collection.id, "one") == (b"", sequence)
        assert store.load_derived(collection.id, "other") == (b"words", sequence)
        assert store.load_derived(collection.id, "any") == (b"", sequence)
        assert store.load_derived(collection.id, "now") == (b"words", now)
        assert store.load_derived(collection.id, "unknown") == (b"", now)

    def test_a_query_adapter_is_kept_switched_and_gone_with_a_document_that_taught_it(
        self, store: Records, collection: Collection
    ) -> None:
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        sequence = store.publish([one, other])
        up = unit_vector("up")[:, None]
        adapter = QueryAdapter(EMBEDDING, up, -up, 21)
        asked = unit_vector("asked")[None]
        adapters = KeptAdapters(store)
        keep_adapter(store, collection.id, adapter, sequence, [one.document.id])
        assert adapters.of(store.collection(collection.id)) is None
        assert switch_on(store, collection.id)
        kept = adapters.of(store.collection(collection.id))
        assert kept is not None
        assert kept.questions == 21
        assert (kept.moved(asked) == adapter.moved(asked)).all()
        switch_off(store, collection.id)
        assert adapters.of(store.collection(collection.id)) is None
        assert switch_on(store, collection.id)
        store.delete_documents([other.document.id])
        assert adapters.of(store.collection(collection.id)) is not None
        store.delete_documents([one.document.id])
        assert adapters.of(store.collection(collection.id)) is None
        assert learned_adapter(store, collection.id) is None
        assert not switch_on(store, collection.id)
        assert store.check() == ()

    def test_bounds_of_verdicts_are_kept_switched_and_stay_when_documents_go(
        self, store: Records, collection: Collection
    ) -> None:
        one = make_bundle(collection.id, "a")
        store.publish([one])
        learned = LearnedBounds(ReaderBounds(0.8125, 1.01), "reader words@0")
        assert not switch_bounds(store, collection.id, on=True)
        keep_bounds(store, collection.id, learned)
        assert not store.collection(collection.id).settings.reader_bounds
        assert switch_bounds(store, collection.id, on=True)
        value = store.collection(collection.id).settings.reader_bounds
        assert value
        store.delete_documents([one.document.id])
        assert learned_bounds(store, collection.id) == learned
        assert store.collection(collection.id).settings.reader_bounds == value
        assert not switch_bounds(store, collection.id, on=False)
        assert not store.collection(collection.id).settings.reader_bounds
        assert learned_bounds(store, collection.id) == learned
        keep_bounds(store, collection.id, replace(learned, reader="another"))
        assert switch_bounds(store, collection.id, on=True)
        assert store.collection(collection.id).settings.reader_bounds != value
        keep_bounds(store, collection.id, None)
        assert learned_bounds(store, collection.id) is None
        assert not switch_bounds(store, collection.id, on=True)
        assert store.check() == ()

    def test_a_fine_tuned_model_is_kept_whole_and_gone_with_a_document_that_taught_it(
        self, store: Records, collection: Collection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept_network, "PART", 1_000)
        one, other = (make_bundle(collection.id, name) for name in ("a", "b"))
        sequence = store.publish([one, other])
        body = np.random.default_rng(3).bytes(2_500)
        network = EmbeddingNetwork("base", 8, 64, 62, "", '{"a": "ä"}', body)
        identity = identity_of(network)
        learned = LearnedNetwork(identity, 40, EMBEDDING, (one.document.id,))
        assert is_fine_tuned(identity)
        assert not is_fine_tuned(EMBEDDING)
        assert keep_network(store, collection.id, network, learned, sequence)
        assert kept_network.kept_network(store, collection.id, identity) == network
        assert learned_network(store, collection.id) == learned
        assert switch_network(store, collection.id, on=True)
        assert store.collection(collection.id).settings.fine_tuned == identity
        assert not switch_network(store, collection.id, on=False)

        later = replace(network, network=body[::-1])
        name = identity_of(later)
        follower = replace(learned, identity=name)
        store.activate_embedding(collection.id, EMBEDDING)
        assert keep_network(store, collection.id, later, follower, store.sequence())
        assert kept_network.kept_network(store, collection.id, name) == later
        assert kept_network.kept_network(store, collection.id, identity) is None, "replaced"

        for bundle in (one, other):
            made = {chunk.id: unit_vector(chunk.id) for chunk in bundle.chunks}
            store.store_vectors(bundle.document.id, name, _halves(made))
        store.activate_embedding(collection.id, name)
        store.delete_documents([other.document.id])
        assert learned_network(store, collection.id) == follower
        store.delete_documents([one.document.id])
        assert learned_network(store, collection.id) is None
        clear_networks(store, collection.id)
        assert kept_network.kept_network(store, collection.id, name) == later, "vectors are of it"
        store.activate_embedding(collection.id, EMBEDDING)
        clear_networks(store, collection.id)
        assert kept_network.kept_network(store, collection.id, name) is None
        assert not keep_network(store, collection.id, network, learned, sequence), (
            "its teacher went"
        )
        assert kept_network.kept_network(store, collection.id, identity) is None
        assert store.check() == ()
