"""What every record store promises. An adapter's test class inherits this and offers `store`.

`store` opens a store on its own empty ground; `reopen` opens the same ground a second time, as
another process would.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from typing import Final

import numpy as np
import pytest

from backend.errors import NameTakenError, NotFoundError, StorageError, WorkbenchError
from backend.identity import content_id
from backend.ports import DocumentBundle, LinkState, Records
from backend.types import (
    Collection,
    CollectionCounts,
    CollectionSettings,
    Conversation,
    Edge,
    Entity,
    Job,
    JobState,
    Mark,
    Triple,
)
from tests.factories import EMBEDDING, RECIPE, make_bundle, unit_vector, with_tables

Reopen = Callable[[], Records]

COMMUNITIES: Final = "COMM_SIMILAR_TO"


def queue(store: Records, collection: Collection, name: str = "a.pdf") -> Job:
    return store.enqueue(
        kind="add",
        collection_id=collection.id,
        name=name,
        sha256="ab" * 32,
        size=10,
        media_type="application/pdf",
        replaces=("old",),
    )


def link_all(
    store: Records, collection: Collection, state: LinkState, bundles: Sequence[DocumentBundle]
) -> bool:
    """Link the first community of each document with those of all others, with weight 7/8."""
    ids = [each.communities[0].id for each in bundles]
    return store.store_links(
        collection.id,
        COMMUNITIES,
        expected=state,
        sequence=store.sequence(),
        recipe="links",
        sources=None,
        edges=[Edge(*ends, COMMUNITIES, 0.875) for ends in permutations(ids, 2)],
    )


def linked_pair(
    store: Records, collection: Collection
) -> tuple[DocumentBundle, DocumentBundle, int]:
    """Two published documents whose communities are linked both ways, at a sequence number."""
    first, second = make_bundle(collection.id, "First"), make_bundle(collection.id, "Second")
    store.publish([first, second])
    state = store.link_state(collection.id, COMMUNITIES)
    assert link_all(store, collection, state, [first, second])
    return first, second, store.sequence()


class RecordsContract:
    """Inherit, and define the fixtures `store` and `reopen`."""

    @pytest.fixture
    def collection(self, store: Records) -> Collection:
        return store.create_collection("Harbour", CollectionSettings(chunker="fixed"))

    # --- collections -----------------------------------------------------------------------------

    def test_a_collection_has_its_name_tidied_and_its_settings_kept(self, store: Records) -> None:
        settings = CollectionSettings(chunker="semantic", chunk_tokens=99, glossary="finance")
        made = store.create_collection("  Tax   files ", settings)
        assert made.name == "Tax files"
        assert made.settings == settings
        assert made.embedding == ""
        assert store.collection(made.id) == made
        assert store.counts(made.id) == CollectionCounts(0, 0, 0, 0)

    def test_collections_come_by_name(self, store: Records) -> None:
        for name in ("beta", "Alpha", "gamma"):
            store.create_collection(name, CollectionSettings())
        assert [each.name for each in store.collections()] == ["Alpha", "beta", "gamma"]

    def test_a_name_is_taken_in_any_case(self, store: Records, collection: Collection) -> None:
        with pytest.raises(NameTakenError, match="Harbour"):
            store.create_collection(" HARBOUR ", CollectionSettings())
        other = store.create_collection("Other", CollectionSettings())
        with pytest.raises(NameTakenError):
            store.rename_collection(other.id, "harbour")
        assert store.rename_collection(collection.id, "HARBOUR").name == "HARBOUR"

    def test_an_empty_name_is_refused(self, store: Records) -> None:
        with pytest.raises(WorkbenchError, match="name"):
            store.create_collection("   ", CollectionSettings())

    def test_the_same_name_gives_the_same_id_and_renaming_keeps_it(self, store: Records) -> None:
        first = store.create_collection("Plans", CollectionSettings())
        assert first.id == content_id("collection", "Plans")
        assert store.rename_collection(first.id, "Old plans").id == first.id
        second = store.create_collection("Plans", CollectionSettings())
        assert second.id == content_id("collection", "Plans", 2)

    def test_settings_change_without_touching_the_rest(
        self, store: Records, collection: Collection
    ) -> None:
        changed = store.change_collection_settings(collection.id, CollectionSettings("recursive"))
        assert changed == replace(collection, settings=CollectionSettings("recursive"))

    def test_what_does_not_exist_is_said_so(self, store: Records, collection: Collection) -> None:
        for ask in (
            lambda: store.collection("no"),
            lambda: store.counts("no"),
            lambda: store.rename_collection("no", "name"),
            lambda: store.change_collection_settings("no", CollectionSettings()),
            lambda: store.delete_collection("no"),
            lambda: store.documents("no"),
            lambda: store.document("no"),
            lambda: store.text("no"),
            lambda: store.lines("no", 0, 1),
            lambda: store.sections("no"),
            lambda: store.chunks_of("no"),
            lambda: store.vectors_of("no", EMBEDDING),
            lambda: store.delete_documents(["no"]),
            lambda: store.entities("no"),
            lambda: list(store.mentions("no")),
            lambda: store.triples("no"),
            lambda: store.tables("no"),
            lambda: store.table("no"),
            lambda: store.communities("no"),
            lambda: list(store.edges("no")),
            lambda: store.job("no"),
            lambda: store.request_cancel("no"),
            lambda: store.retry_job("no"),
            lambda: store.save_checkpoint("no", "step", b""),
            lambda: store.answer("no"),
            lambda: store.answers("no"),
            lambda: store.delete_conversation("no"),
            lambda: store.activate_embedding("no", EMBEDDING),
            lambda: store.communities_of_collection("no"),
            lambda: store.community_vectors("no"),
            lambda: store.community_vectors_of("no"),
            lambda: store.stale_graphs("no", RECIPE),
            lambda: store.links_from("no", "COMM_SIMILAR_TO", ["a"]),
            lambda: store.link_state("no", "COMM_SIMILAR_TO"),
            lambda: store.replace_graph("no", (), np.zeros((0, 0), np.float16), (), ""),
            lambda: store.save_derived("no", "tree", b"", 0),
            lambda: store.load_derived("no", "tree"),
            lambda: store.publish([make_bundle("no")]),
        ):
            with pytest.raises(NotFoundError):
                ask()

    # --- documents -------------------------------------------------------------------------------

    def test_a_published_document_comes_back_as_it_was(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id, entities=("harbour", "pilot"))
        sequence = store.publish([bundle])
        document = bundle.document
        assert store.documents(collection.id) == (document,)
        assert store.document(document.id) == document
        assert store.text(document.id) == bundle.text
        assert store.sections(document.id) == bundle.sections
        assert store.chunks_of(document.id) == bundle.chunks
        assert store.communities(document.id) == bundle.communities
        assert tuple(store.edges(collection.id)) == bundle.edges
        assert store.triples(collection.id) == bundle.triples
        assert store.counts(collection.id) == CollectionCounts(1, 2, 2, document.size)
        ids, vectors = store.vectors_of(document.id, EMBEDDING)
        assert ids == tuple(chunk.id for chunk in bundle.chunks)
        assert vectors.dtype == np.float32
        assert np.array_equal(vectors, bundle.vectors.astype(np.float32))
        assert store.collection(collection.id).embedding == EMBEDDING
        assert [each.document_id for each in store.changes(0)] == [document.id]
        assert store.sequence() == sequence == store.changes(0)[-1].sequence

    def test_passages_of_a_long_text_are_cut_exactly(
        self, store: Records, collection: Collection
    ) -> None:
        # Four characters of 1 to 4 bytes, long enough for several stored blocks.
        text = "aé漢𝄞" * 30_000
        bundle = make_bundle(collection.id, passages=(text,))
        store.publish([bundle])
        for start, end in ((0, 1), (32_767, 32_769), (65_536, 65_536), (119_990, 130_000)):
            assert store.text(bundle.document.id, start, end) == text[start:end]
        assert store.text(bundle.document.id, 70_001) == text[70_001:]

    def test_lines_are_those_that_the_span_touches(
        self, store: Records, collection: Collection
    ) -> None:
        # "Hail fell." is [0, 10), a blank line, "Rain too." is [12, 21).
        bundle = make_bundle(collection.id, passages=("Hail fell.", "Rain too."))
        store.publish([bundle])
        first, second = bundle.lines
        assert store.lines(bundle.document.id, 0, 1) == (first,)
        assert store.lines(bundle.document.id, 9, 13) == (first, second)
        assert store.lines(bundle.document.id, 10, 12) == ()
        assert store.lines(bundle.document.id, 12, 500) == (second,)

    def test_documents_come_by_title(self, store: Records, collection: Collection) -> None:
        store.publish([make_bundle(collection.id, title) for title in ("b", "c", "a")])
        assert [each.title for each in store.documents(collection.id)] == ["a", "b", "c"]

    def test_chunks_that_are_gone_are_left_out(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        wanted = [bundle.chunks[1].id, "gone", bundle.chunks[0].id]
        assert list(store.chunks(wanted).values()) == [bundle.chunks[1], bundle.chunks[0]]
        assert store.chunks([]) == {}

    def test_many_chunks_can_be_asked_for_at_once(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        wanted = [*(f"unknown {number}" for number in range(40_000)), bundle.chunks[0].id]
        assert store.chunks(wanted) == {bundle.chunks[0].id: bundle.chunks[0]}

    def test_an_imported_corpus_goes_in_at_once(
        self, store: Records, collection: Collection
    ) -> None:
        bundles = [
            make_bundle(collection.id, f"Record {number:04}", ("One passage.",), key=str(number))
            for number in range(2_000)
        ]
        store.publish(bundles)
        assert store.counts(collection.id).documents == 2_000
        assert store.chunks_of(bundles[77].document.id) == bundles[77].chunks

    def test_publishing_again_replaces(self, store: Records, collection: Collection) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        again = replace(bundle, document=replace(bundle.document, title="New title"))
        store.publish([again])
        assert [each.title for each in store.documents(collection.id)] == ["New title"]
        assert store.chunks_of(bundle.document.id) == bundle.chunks
        assert store.counts(collection.id).chunks == 2
        assert store.check() == ()

    def test_a_new_version_takes_the_place_of_the_old(
        self, store: Records, collection: Collection
    ) -> None:
        old = make_bundle(collection.id, passages=("Open in winter.",))
        new = make_bundle(collection.id, passages=("Closed in winter.",), version=2)
        store.publish([old])
        store.publish([new], replaces=[old.document.id, "already gone"])
        assert [each.version for each in store.documents(collection.id)] == [2]
        assert store.chunks([old.chunks[0].id]) == {}
        assert [(each.document_id, each.action) for each in store.changes(1)] == [
            (old.document.id, "removed"),
            (new.document.id, "added"),
        ]

    def test_nothing_of_a_failed_publication_is_seen(
        self, store: Records, collection: Collection
    ) -> None:
        kept = make_bundle(collection.id, "Kept")
        store.publish([kept])
        good = make_bundle(collection.id, "Good")
        bad = make_bundle(collection.id, "Bad")
        bad = replace(bad, chunks=(bad.chunks[0], bad.chunks[0]))
        with pytest.raises(StorageError):
            store.publish([good, bad], replaces=[kept.document.id])
        assert store.documents(collection.id) == (kept.document,)
        assert len(store.changes(0)) == 1
        with pytest.raises(StorageError):
            store.publish([replace(good, vectors=good.vectors[:1])])
        assert store.check() == ()

    def test_deleting_says_what_went(self, store: Records, collection: Collection) -> None:
        # Both mention "harbour"; only the first mentions "pilot".
        first = make_bundle(collection.id, "First", entities=("harbour", "pilot"))
        second = make_bundle(collection.id, "Second", ("A harbour.",), entities=("harbour",))
        store.publish([first, second])
        receipt = store.delete_documents([first.document.id])
        assert receipt.titles == ("First",)
        assert (receipt.documents, receipt.sections, receipt.chunks) == (1, 1, 2)
        assert (receipt.vectors, receipt.entities, receipt.triples) == (2, 1, 0)
        assert (receipt.communities, receipt.edges) == (1, 1)
        assert receipt.bytes == first.document.size
        assert [each.name for each in store.entities(collection.id)] == ["harbour"]
        assert store.documents(collection.id) == (second.document,)
        assert store.check() == ()

    def test_tables_come_back_as_they_were_with_the_rows_that_passages_stand_for(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        bundle = with_tables(make_bundle(collection.id))
        other = with_tables(make_bundle(collection.id, "Other"))
        store.publish([bundle, other, make_bundle(collection.id, "Third")])
        both = sorted((bundle, other), key=lambda each: each.document.id)
        again = reopen()
        assert again.tables(collection.id) == (*both[0].tables, *both[1].tables)
        assert again.tables(collection.id, [other.document.id]) == other.tables
        for table in bundle.tables:
            assert again.table(table.id) == table
        digits = again.table(bundle.tables[1].id).rows[0].cells[1]
        assert str(digits.value if digits else "") == "0.10"
        assert again.bundle(bundle.document.id).tables == bundle.tables
        row = again.chunks_of(bundle.document.id)[-1]
        assert (row.table_id, row.row) == (bundle.tables[1].id, 1)
        assert again.chunks([row.id])[row.id] == row
        assert again.check() == ()

    def test_tables_go_with_their_document_and_the_receipt_counts_them(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = with_tables(make_bundle(collection.id))
        other = with_tables(make_bundle(collection.id, "Other"))
        store.publish([bundle, other])
        store.publish([bundle])
        assert len(store.tables(collection.id)) == 4
        assert store.delete_documents([bundle.document.id]).tables == 2
        assert store.tables(collection.id) == other.tables
        with pytest.raises(NotFoundError):
            store.table(bundle.tables[0].id)
        assert store.delete_collection(collection.id).tables == 2
        assert store.check() == ()

    def test_a_passage_of_a_row_that_is_not_there_is_refused(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = with_tables(make_bundle(collection.id))
        *others, last = bundle.chunks
        for wrong in (replace(last, row=2), replace(last, table_id="elsewhere")):
            with pytest.raises(StorageError, match="do not belong together"):
                store.publish([replace(bundle, chunks=(*others, wrong))])
        foreign = replace(bundle.tables[0], document_id="elsewhere")
        with pytest.raises(StorageError, match="do not belong together"):
            store.publish([replace(bundle, tables=(foreign, bundle.tables[1]))])
        assert store.documents(collection.id) == ()

    def test_deleting_with_one_unknown_removes_nothing(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        with pytest.raises(NotFoundError):
            store.delete_documents([bundle.document.id, "no"])
        assert store.documents(collection.id) == (bundle.document,)

    def test_deleting_a_collection_takes_everything_along(
        self, store: Records, collection: Collection
    ) -> None:
        other = store.create_collection("Other", CollectionSettings())
        store.publish([make_bundle(collection.id), make_bundle(other.id)])
        queue(store, collection)
        store.save_answer("a", "c", collection.id, "Title", "{}")
        receipt = store.delete_collection(collection.id)
        assert (receipt.documents, receipt.chunks) == (1, 2)
        assert store.collections() == (store.collection(other.id),)
        assert store.jobs() == ()
        assert store.changes(2)[-1].action == "collection_removed"
        with pytest.raises(NotFoundError):
            store.answer("a")
        assert store.counts(other.id).chunks == 2
        assert store.check() == ()

    # --- embeddings ------------------------------------------------------------------------------

    def test_another_embedding_lives_beside_the_old_until_it_is_complete(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        first, second = (chunk.id for chunk in bundle.chunks)
        fresh = {each: unit_vector(each, 4).astype(np.float16) for each in (first, second)}
        store.store_vectors(bundle.document.id, "new", {first: fresh[first]})
        assert store.vectors_of(bundle.document.id, "new")[0] == (first,)
        with pytest.raises(StorageError, match="1 of its"):
            store.activate_embedding(collection.id, "new")
        assert store.collection(collection.id).embedding == EMBEDDING
        store.store_vectors(bundle.document.id, "new", {second: fresh[second]})
        sequence = store.activate_embedding(collection.id, "new")
        assert store.collection(collection.id).embedding == "new"
        assert store.vectors_of(bundle.document.id, EMBEDDING)[0] == ()
        assert store.vectors_of(bundle.document.id, "new")[1].shape == (2, 4)
        assert store.changes(sequence - 1)[0].action == "reembedded"
        assert store.check() == ()

    def test_vectors_of_two_models_never_mix(self, store: Records, collection: Collection) -> None:
        first = make_bundle(collection.id, "First")
        store.publish([first])
        with pytest.raises(StorageError, match="another model"):
            store.publish([make_bundle(collection.id, "Second", embedding="other")])
        store.delete_documents([first.document.id])
        store.publish([make_bundle(collection.id, "Second", embedding="other")])
        assert store.collection(collection.id).embedding == "other"

    # --- graph -----------------------------------------------------------------------------------

    def test_entities_are_shared_and_do_not_depend_on_who_came_first(
        self, store: Records, collection: Collection
    ) -> None:
        bundles = [
            replace(
                make_bundle(collection.id, title),
                entities=(Entity("e", name, "place", aliases),),
            )
            for title, name, aliases in (
                ("First", "Port Alder", ("the port",)),
                ("Second", "Alder", ("Port of Alder",)),
            )
        ]
        for order in (bundles, bundles[::-1]):
            for bundle in order:
                store.publish([bundle])
            assert store.entities(collection.id) == (
                Entity("e", "Alder", "place", ("Port Alder", "Port of Alder", "the port")),
            )
            store.delete_documents([bundles[1].document.id])
            assert store.entities(collection.id) == (
                Entity("e", "Port Alder", "place", ("the port",)),
            )
            store.delete_documents([bundles[0].document.id])
            assert store.entities(collection.id) == ()

    def test_mentions_triples_and_edges_are_sorted(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id, entities=("harbour", "pilot"))
        first, second = (chunk.id for chunk in bundle.chunks)
        bundle = replace(
            bundle,
            triples=(Triple("z", "near", "a", first), Triple("b", "near", "a", second)),
            edges=(
                Edge(second, first, "SIMILAR_TO", 0.5),
                Edge(first, second, "NEXT", 0.1),
                Edge(first, second, "SIMILAR_TO", 0.5),
            ),
        )
        store.publish([bundle])
        assert list(store.mentions(collection.id)) == sorted(bundle.mentions)
        assert [each.subject for each in store.triples(collection.id)] == ["b", "z"]
        similar = sorted([(first, second), (second, first)])
        assert [(each.source, each.target) for each in store.edges(collection.id)] == [
            (first, second),
            *similar,
        ]
        assert [each.kind for each in store.edges(collection.id, ["NEXT"])] == ["NEXT"]

    def test_edges_to_what_is_gone_go_too(self, store: Records, collection: Collection) -> None:
        first = make_bundle(collection.id, "First", ("A passage.",))
        second = make_bundle(collection.id, "Second", ("Another passage.",))
        link = Edge(second.chunks[0].id, first.chunks[0].id, "SIMILAR_TO", 0.9)
        store.publish([first])
        store.publish([replace(second, edges=(link,))])
        store.publish([first])
        assert list(store.edges(collection.id)) == [link]
        assert store.delete_documents([first.document.id]).edges == 1
        assert list(store.edges(collection.id)) == []
        assert store.check() == ()

    # --- communities and links -------------------------------------------------------------------

    def test_communities_and_their_vectors_come_back_as_they_were(
        self, store: Records, collection: Collection
    ) -> None:
        bundles = [make_bundle(collection.id, title, (f"{title} text.",)) for title in "abc"]
        written = replace(bundles[0].communities[0], summarised_by="a model", retry=True)
        bundles[0] = replace(bundles[0], communities=(written,))
        store.publish(bundles)
        by_id = {each.communities[0].id: each for each in bundles}
        ids = sorted(by_id)
        everything = store.communities_of_collection(collection.id)
        assert everything == tuple(by_id[each].communities[0] for each in ids)
        assert written in everything
        assert store.communities_named([ids[2], "gone", ids[0]]) == {
            each: by_id[each].communities[0] for each in (ids[2], ids[0])
        }
        assert list(store.communities_named([ids[2], ids[0]])) == [ids[2], ids[0]]
        names, owners, vectors = store.community_vectors(collection.id)
        assert (names, vectors.dtype) == (tuple(ids), np.float32)
        assert owners == tuple(by_id[each].document.id for each in ids)
        expected = np.concatenate([by_id[each].community_vectors for each in ids])
        assert np.array_equal(vectors, expected.astype(np.float32))
        one = store.community_vectors_of(bundles[1].document.id)
        assert np.array_equal(one, bundles[1].community_vectors.astype(np.float32))

    def test_a_collection_without_documents_has_no_communities(
        self, store: Records, collection: Collection
    ) -> None:
        assert store.communities_of_collection(collection.id) == ()
        ids, owners, vectors = store.community_vectors(collection.id)
        assert (ids, owners, vectors.shape) == ((), (), (0, 0))
        assert store.stale_graphs(collection.id, RECIPE) == ()
        assert store.links_from(collection.id, COMMUNITIES, ["a"]) == ()
        assert store.link_state(collection.id, COMMUNITIES) == LinkState()

    def test_graphs_of_another_recipe_are_stale(
        self, store: Records, collection: Collection
    ) -> None:
        made = make_bundle(collection.id, "Made")
        unmade = replace(
            make_bundle(collection.id, "Unmade"),
            communities=(),
            community_vectors=np.zeros((0, 0), np.float16),
            graph_recipe="",
        )
        store.publish([made, unmade])
        assert store.stale_graphs(collection.id, RECIPE) == (unmade.document.id,)
        assert store.stale_graphs(collection.id, "other") == tuple(
            sorted((made.document.id, unmade.document.id))
        )

    def test_a_graph_takes_the_place_of_the_old_one(
        self, store: Records, collection: Collection
    ) -> None:
        first, second, _ = linked_pair(store, collection)
        cites = Edge(first.document.id, second.document.id, "CITES", 1.0)
        store.publish([replace(first, edges=(*first.edges, cites))])
        state = store.link_state(collection.id, COMMUNITIES)
        assert link_all(store, collection, state, [first, second])
        chunks = [chunk.id for chunk in first.chunks]
        fresh = [
            replace(first.communities[0], id=f"fresh {number}", chunk_ids=(chunk,))
            for number, chunk in enumerate(chunks)
        ]
        similar = Edge(chunks[0], chunks[1], "SIMILAR_TO", 0.75)
        vectors = np.array([unit_vector("0"), unit_vector("1")], np.float16)
        before = store.sequence()
        after = store.replace_graph(first.document.id, fresh, vectors, [similar], "new")
        assert after == before + 1
        (change,) = store.changes(before)
        assert (change.action, change.document_id) == ("regraphed", first.document.id)
        assert store.communities(first.document.id) == tuple(fresh)
        assert np.array_equal(
            store.community_vectors_of(first.document.id), vectors.astype(np.float32)
        )
        assert set(store.edges(collection.id)) == {cites, similar, *second.edges}
        assert store.stale_graphs(collection.id, "new") == (second.document.id,)
        assert store.link_state(collection.id, COMMUNITIES).unsettled == (second.communities[0].id,)
        assert store.check() == ()

    def test_communities_without_vectors_are_refused(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        none = np.zeros((0, 8), np.float16)
        with pytest.raises(StorageError, match="1 groups"):
            store.publish([replace(bundle, community_vectors=none)])
        store.publish([bundle])
        with pytest.raises(StorageError, match="1 groups"):
            store.replace_graph(bundle.document.id, bundle.communities, none, (), RECIPE)
        assert store.communities(bundle.document.id) == bundle.communities

    def test_links_are_stored_once_they_know_of_every_change(
        self, store: Records, collection: Collection
    ) -> None:
        first, second = make_bundle(collection.id, "First"), make_bundle(collection.id, "Second")
        store.publish([first])
        early = store.sequence()
        store.publish([second])
        state = store.link_state(collection.id, COMMUNITIES)
        ends = first.communities[0].id, second.communities[0].id
        edges = [Edge(*ends, COMMUNITIES, 0.9), Edge(*ends[::-1], COMMUNITIES, 0.9)]

        def attempt(expected: LinkState, sequence: int) -> bool:
            return store.store_links(
                collection.id,
                COMMUNITIES,
                expected=expected,
                sequence=sequence,
                recipe="links",
                sources=None,
                edges=edges,
            )

        assert not attempt(state, early)
        assert store.links_from(collection.id, COMMUNITIES, ends) == ()
        # a change of another collection is none of this one
        sequence = store.sequence()
        other = store.create_collection("Other", CollectionSettings())
        store.publish([make_bundle(other.id)])
        assert attempt(state, sequence)
        assert store.link_state(collection.id, COMMUNITIES) == LinkState("links", sequence)
        assert not attempt(state, sequence)
        assert store.links_from(collection.id, COMMUNITIES, [ends[0], "gone"]) == (edges[0],)
        assert store.check() == ()

    def test_links_of_some_sources_leave_the_others(
        self, store: Records, collection: Collection
    ) -> None:
        first, second, sequence = linked_pair(store, collection)
        ends = first.communities[0].id, second.communities[0].id
        assert store.store_links(
            collection.id,
            COMMUNITIES,
            expected=store.link_state(collection.id, COMMUNITIES),
            sequence=sequence,
            recipe="links",
            sources=[ends[0]],
            edges=[],
        )
        assert store.links_from(collection.id, COMMUNITIES, ends) == (
            Edge(ends[1], ends[0], COMMUNITIES, 0.875),
        )

    def test_links_go_with_either_end_and_the_receipt_counts_them(
        self, store: Records, collection: Collection
    ) -> None:
        first, second, sequence = linked_pair(store, collection)
        # its own NEXT edge, its link, and the link that leads to it
        assert store.delete_documents([first.document.id]).edges == 3
        assert tuple(store.edges(collection.id)) == second.edges
        state = store.link_state(collection.id, COMMUNITIES)
        assert state == LinkState("links", sequence, (second.communities[0].id,))
        assert link_all(store, collection, state, [second])
        assert store.link_state(collection.id, COMMUNITIES).unsettled == ()
        store.delete_documents([second.document.id])
        assert store.link_state(collection.id, COMMUNITIES).unsettled == ()
        assert store.check() == ()

    def test_links_to_a_document_that_is_published_again_go_too(
        self, store: Records, collection: Collection
    ) -> None:
        first, second, _ = linked_pair(store, collection)
        store.publish([first])
        assert list(store.edges(collection.id, [COMMUNITIES])) == []
        assert store.link_state(collection.id, COMMUNITIES).unsettled == (second.communities[0].id,)

    def test_another_embedding_leaves_no_graph_of_the_old_one(
        self, store: Records, collection: Collection
    ) -> None:
        first, second, _ = linked_pair(store, collection)
        for bundle in (first, second):
            fresh = {
                chunk.id: unit_vector(chunk.id, 4).astype(np.float16) for chunk in bundle.chunks
            }
            store.store_vectors(bundle.document.id, "new", fresh)
        store.activate_embedding(collection.id, "new")
        assert store.communities_of_collection(collection.id) == ()
        assert store.community_vectors(collection.id)[2].shape == (0, 0)
        assert list(store.edges(collection.id)) == []
        assert store.link_state(collection.id, COMMUNITIES) == LinkState()
        assert len(store.stale_graphs(collection.id, RECIPE)) == 2
        assert store.check() == ()

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

    # --- jobs ------------------------------------------------------------------------------------

    def test_a_job_runs_from_queue_to_end(self, store: Records, collection: Collection) -> None:
        queued = queue(store, collection)
        assert (queued.state, queued.replaces, queued.attempts) == (JobState.QUEUED, ("old",), 0)
        claimed = store.claim_job("w1", 60)
        assert claimed is not None
        assert (claimed.id, claimed.state, claimed.attempts) == (queued.id, JobState.RUNNING, 1)
        assert store.claim_job("w2", 60) is None
        assert store.report_job(queued.id, "w1", "reading", 3, 10)
        running = store.job(queued.id)
        assert (running.stage, running.done, running.total) == ("reading", 3, 10)
        store.save_checkpoint(queued.id, "reading", b"\x00pages")
        store.save_checkpoint(queued.id, "reading", b"\x00more")
        assert store.load_checkpoint(queued.id, "reading") == b"\x00more"
        assert store.load_checkpoint(queued.id, "embedding") is None
        store.finish_job(queued.id, "w1", JobState.DONE, document_id="d")
        done = store.job(queued.id)
        assert (done.state, done.document_id) == (JobState.DONE, "d")
        assert store.load_checkpoint(queued.id, "reading") is None
        store.dismiss_job(queued.id)
        assert store.jobs() == ()

    def test_jobs_are_taken_oldest_first(self, store: Records, collection: Collection) -> None:
        names = [queue(store, collection, name).name for name in ("1.pdf", "2.pdf", "3.pdf")]
        claimed = [store.claim_job("w", 60) for _ in names]
        assert [each.name for each in claimed if each] == names
        assert [each.name for each in store.jobs(collection.id)] == names
        assert store.jobs("other") == ()

    def test_jobs_are_found_by_all_that_is_asked_oldest_first(
        self, store: Records, collection: Collection
    ) -> None:
        other = store.create_collection("Other", CollectionSettings())

        def add(to: Collection, kind: str, sha256: str) -> str:
            return store.enqueue(
                kind=kind, collection_id=to.id, name="a", sha256=sha256, size=1, media_type=""
            ).id

        done = add(collection, "add", "aa")
        running = add(collection, "add", "aa")
        for _ in range(2):
            store.claim_job("w", 60)
        store.finish_job(done, "w", JobState.DONE, document_id="d")
        named = add(collection, "name", "")
        queued = add(collection, "add", "bb")
        elsewhere = add(other, "add", "aa")
        unfinished = (JobState.QUEUED, JobState.RUNNING)

        def found(
            collection_id: str | None = None,
            states: Sequence[JobState] = (),
            kind: str = "",
            sha256s: Sequence[str] = (),
            limit: int | None = None,
        ) -> list[str]:
            jobs = store.find_jobs(
                collection_id, states=states, kind=kind, sha256s=sha256s, limit=limit
            )
            assert list(jobs) == [store.job(each.id) for each in jobs]
            return [each.id for each in jobs]

        assert found() == [done, running, named, queued, elsewhere]
        assert found(collection.id, unfinished) == [running, named, queued]
        assert found(sha256s=("aa",)) == [done, running, elsewhere]
        assert found(collection.id, unfinished, sha256s=("aa",)) == [running]
        assert found(collection.id, sha256s=("bb", "no such file", "aa")) == [done, running, queued]
        assert found(sha256s=("no such file",)) == []
        assert found(collection.id, kind="name") == [named]
        assert found(states=(JobState.QUEUED,), kind="add") == [queued, elsewhere]
        assert found(states=unfinished, limit=2) == [running, named]
        assert found("no such collection") == []

    def test_a_silent_workers_job_is_taken_over(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("dead", 60)
        store.save_checkpoint(job.id, "reading", b"half")
        taken = store.claim_job("alive", -1)
        assert taken is not None
        assert (taken.id, taken.attempts) == (job.id, 2)
        assert store.load_checkpoint(job.id, "reading") == b"half"
        assert not store.report_job(job.id, "dead", "reading", 1, 2)
        store.finish_job(job.id, "dead", JobState.FAILED, reason="late")
        assert store.job(job.id).state is JobState.RUNNING
        assert store.report_job(job.id, "alive", "reading", 1, 2)

    def test_a_failed_job_says_why_and_can_be_retried(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("w", 60)
        store.finish_job(
            job.id, "w", JobState.FAILED, code="broken", reason="It is broken.", remedy="Mend it."
        )
        failed = store.job(job.id)
        assert (failed.code, failed.reason, failed.remedy) == (
            "broken",
            "It is broken.",
            "Mend it.",
        )
        again = store.retry_job(job.id)
        assert (again.state, again.reason, again.attempts) == (JobState.QUEUED, "", 0)
        assert store.retry_job(job.id) == again

    def test_cancelling_ends_a_waiting_job_and_asks_a_running_one(
        self, store: Records, collection: Collection
    ) -> None:
        waiting, running = queue(store, collection, "1.pdf"), queue(store, collection, "2.pdf")
        store.request_cancel(waiting.id)
        assert store.job(waiting.id).state is JobState.CANCELLED
        claimed = store.claim_job("w", 60)
        assert claimed is not None
        assert claimed.id == running.id
        store.request_cancel(running.id)
        assert store.job(running.id).cancel_requested
        assert not store.report_job(running.id, "w", "reading", 1, 2)
        store.dismiss_job(running.id)
        assert store.job(running.id).state is JobState.RUNNING
        store.finish_job(running.id, "w", JobState.CANCELLED)
        assert store.retry_job(running.id).cancel_requested is False

    def test_a_refused_file_is_seen_but_never_run(
        self, store: Records, collection: Collection
    ) -> None:
        job = store.reject(
            collection_id=collection.id,
            name="film.mp4",
            size=3,
            code="unsupported",
            reason="It is a film.",
            remedy="Add a PDF.",
        )
        assert (job.kind, job.state, job.code) == ("refused", JobState.FAILED, "unsupported")
        assert store.claim_job("w", 60) is None
        assert store.retry_job(job.id) == job
        store.dismiss_job(job.id)
        assert store.jobs() == ()

    def test_a_job_of_a_deleted_collection_stops(
        self, store: Records, collection: Collection
    ) -> None:
        job = queue(store, collection)
        store.claim_job("w", 60)
        store.delete_collection(collection.id)
        assert not store.report_job(job.id, "w", "reading", 1, 2)
        store.finish_job(job.id, "w", JobState.DONE)
        with pytest.raises(NotFoundError):
            queue(store, collection)

    def test_each_job_goes_to_exactly_one_of_many_workers(
        self, store: Records, collection: Collection
    ) -> None:
        expected = sorted(queue(store, collection, f"{number}.pdf").id for number in range(20))

        def work(worker: str) -> list[str]:
            taken = []
            while (job := store.claim_job(worker, 60)) is not None:
                taken.append(job.id)
            return taken

        with ThreadPoolExecutor(4) as pool:
            taken = [each for ids in pool.map(work, "abcd") for each in ids]
        assert sorted(taken) == expected

    # --- conversations, marks, preferences -------------------------------------------------------

    def test_a_conversation_keeps_its_answers_in_order(
        self, store: Records, collection: Collection
    ) -> None:
        store.save_answer("a1", "c1", collection.id, "First title", '{"n": 1}')
        store.save_answer("a2", "c2", collection.id, "Other", "{}")
        store.save_answer("a3", "c1", collection.id, "Ignored", '{"n": 3}')
        store.save_answer("a1", "c1", collection.id, "Ignored", '{"n": "one"}')
        assert store.answer("a1") == '{"n": "one"}'
        assert store.answers("c1") == ('{"n": "one"}', '{"n": 3}')
        listed = store.conversations(collection.id)
        assert [(each.id, each.title) for each in listed] == [
            ("c1", "First title"),
            ("c2", "Other"),
        ]
        assert all(isinstance(each, Conversation) for each in listed)
        store.delete_conversation("c1")
        assert [each.id for each in store.conversations(collection.id)] == ["c2"]
        with pytest.raises(NotFoundError):
            store.answer("a3")

    def test_there_is_one_mark_per_answer_and_passage(
        self, store: Records, collection: Collection
    ) -> None:
        mark = Mark(collection.id, "a1", "Why?", "k1", 1, 5.0)
        store.save_mark(mark)
        store.save_mark(replace(mark, value=-1, at=6.0))
        store.save_mark(replace(mark, chunk_id="", at=7.0))
        assert store.marks(collection.id) == (
            replace(mark, value=-1, at=6.0),
            replace(mark, chunk_id="", at=7.0),
        )
        store.save_mark(replace(mark, value=0))
        assert [each.chunk_id for each in store.marks(collection.id)] == [""]

    def test_preferences_are_kept(self, store: Records, reopen: Reopen) -> None:
        assert store.preference("theme") is None
        store.set_preference("theme", "dark")
        store.set_preference("theme", "light ☀")
        assert reopen().preference("theme") == "light ☀"

    # --- several at once -------------------------------------------------------------------------

    def test_a_second_opening_sees_what_the_first_wrote(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        other = reopen()
        bundle = make_bundle(collection.id)
        store.publish([bundle])
        assert other.documents(collection.id) == (bundle.document,)
        other.delete_documents([bundle.document.id])
        assert store.documents(collection.id) == ()
        store.close()
        other.close()
        assert reopen().collections() == (replace(collection, embedding=EMBEDDING),)

    def test_readers_see_a_document_wholly_or_not_at_all(
        self, store: Records, collection: Collection
    ) -> None:
        versions = [
            make_bundle(collection.id, passages=[f"{number}: {part}" for part in range(5)])
            for number in range(2)
        ]
        ended = threading.Event()
        seen: list[tuple[int, int]] = []

        def watch() -> None:
            while not ended.is_set():
                counts = store.counts(collection.id)
                seen.append((counts.documents, counts.chunks))

        store.publish([versions[0]])
        watchers = [threading.Thread(target=watch) for _ in range(2)]
        for each in watchers:
            each.start()
        for number in range(1, 20):
            old, new = versions[(number - 1) % 2], versions[number % 2]
            store.publish([new], replaces=[old.document.id])
        ended.set()
        for each in watchers:
            each.join()
        assert set(seen) == {(1, 5)}

    def test_a_sound_store_has_nothing_to_check_or_repair(
        self, store: Records, collection: Collection
    ) -> None:
        store.publish([make_bundle(collection.id, entities=("harbour",))])
        assert store.check() == ()
        assert store.repair() == ()
        assert store.version()
