"""What every record store promises of moving elsewhere, checking and mending."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import Collection, CollectionSettings
from tests.contracts.records_ground import RecordsGround, Reopen
from tests.factories import EMBEDDING, make_bundle


class MaintenanceRecordsContract(RecordsGround):
    """A document leaves whole, a collection comes with its id, and a sound store stays as it is."""

    def test_a_sound_store_has_nothing_to_check_or_repair(
        self, store: Records, collection: Collection
    ) -> None:
        store.publish([make_bundle(collection.id, entities=("harbour",))])
        assert store.check() == ()
        assert store.repair() == ()
        assert store.version()

    def test_a_document_leaves_as_it_was_published(
        self, store: Records, collection: Collection
    ) -> None:
        published = make_bundle(collection.id, entities=("harbour",))
        store.publish([published])
        taken = store.bundle(published.document.id)
        assert (taken.vectors == published.vectors).all()
        assert (taken.community_vectors == published.community_vectors).all()
        for part in ("document", "text", "lines", "sections", "chunks", "embedding", "entities"):
            assert getattr(taken, part) == getattr(published, part), part
        for part in ("communities", "graph_recipe", "tables"):
            assert getattr(taken, part) == getattr(published, part), part
        assert taken.mentions == tuple(sorted(published.mentions))
        assert taken.triples == tuple(sorted(published.triples))
        before = store.counts(collection.id)
        store.publish([taken])
        assert store.counts(collection.id) == before
        with pytest.raises(NotFoundError):
            store.bundle("none")

    def test_a_document_leaves_with_the_vectors_of_the_live_embedding(
        self, store: Records, collection: Collection
    ) -> None:
        published = make_bundle(collection.id)
        store.publish([published])
        another = {chunk.id: np.ones(4, np.float16) for chunk in published.chunks}
        store.store_vectors(published.document.id, "another", another)
        taken = store.bundle(published.document.id)
        assert taken.embedding == EMBEDDING
        assert (taken.vectors == published.vectors).all()

    def test_a_collection_comes_with_the_id_that_it_has_elsewhere(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        elsewhere = replace(collection, id="from-elsewhere", name="Quay", created=12.5)
        store.restore_collection(elsewhere)
        assert reopen().collection("from-elsewhere") == elsewhere
        renamed = replace(elsewhere, name="Pier", settings=CollectionSettings(chunker="recursive"))
        store.restore_collection(renamed)
        assert store.collection("from-elsewhere") == renamed
        assert store.collection(collection.id) == collection
        bundle = make_bundle("from-elsewhere")
        store.publish([bundle])
        assert store.collection("from-elsewhere").embedding == EMBEDDING
        assert store.documents("from-elsewhere") == (bundle.document,)

    def test_all_preferences_are_told_at_once(self, store: Records) -> None:
        assert store.preferences() == {}
        store.set_preference("theme", "dark")
        store.set_preference("pages", "2")
        store.set_preference("theme", "light")
        assert store.preferences() == {"theme": "light", "pages": "2"}

    def test_what_is_closed_may_be_opened_again(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        store.close()
        store.close()
        assert reopen().documents(collection.id) == (bundle.document,)
