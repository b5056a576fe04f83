"""What every record store promises of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

import numpy as np
import pytest

from backend.errors import StorageError
from backend.ports import DocumentBundle, LinkState, Records
from backend.types import (
    Collection,
    CollectionSettings,
    Edge,
    Entity,
    Triple,
)
from tests.contracts.records_ground import RecordsGround
from tests.factories import RECIPE, make_bundle, unit_vector

COMMUNITIES: Final = "COMM_SIMILAR_TO"


def link_all(
    store: Records, collection: Collection, state: LinkState, bundles: Sequence[DocumentBundle]
) -> bool:
    """Link the first community of each document with those of all others, with weight 7/8."""
    ids = [bundle.communities[0].id for bundle in bundles]
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


class GraphRecordsContract(RecordsGround):
    """Entities, groups of passages and links."""

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
            assert store.entities_of_several_names(collection.id) == store.entities(collection.id)
            store.delete_documents([bundles[1].document.id])
            assert store.entities(collection.id) == (
                Entity("e", "Port Alder", "place", ("the port",)),
            )
            store.delete_documents([bundles[0].document.id])
            assert store.entities(collection.id) == ()

    def test_a_document_mentions_entities_as_its_collection_calls_them(
        self, store: Records, collection: Collection
    ) -> None:
        one, other = (
            replace(
                bundle,
                entities=(Entity("e", name, "place"), Entity("f", "Quay", "place")),
                mentions=(("f", bundle.chunks[1].id, 2), ("e", bundle.chunks[0].id, 1)),
            )
            for bundle, name in (
                (make_bundle(collection.id, "First"), "Port Alder"),
                (make_bundle(collection.id, "Second"), "Alder"),
            )
        )
        store.publish([one])
        first, second = (chunk.id for chunk in one.chunks)
        quay = (Entity("f", "Quay", "place"), second, 2)
        assert store.mentions_in(one.document.id) == (
            (Entity("e", "Port Alder", "place"), first, 1),
            quay,
        )
        store.publish([other])
        called = Entity("e", "Alder", "place", ("Port Alder",))
        assert store.mentions_in(one.document.id) == ((called, first, 1), quay)
        assert store.entities_of_several_names(collection.id) == (called,)
        for documents, wanted in (
            ([one.document.id], (called,)),
            ([other.document.id, "no"], (called,)),
            (["no"], ()),
            ([], ()),
        ):
            assert store.entities_of_several_names(collection.id, documents) == wanted

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
        assert store.entities_of_several_names(collection.id) == ()
        assert [triple.subject for triple in store.triples(collection.id)] == ["b", "z"]
        similar = sorted([(first, second), (second, first)])
        assert [(edge.source, edge.target) for edge in store.edges(collection.id)] == [
            (first, second),
            *similar,
        ]
        assert [edge.kind for edge in store.edges(collection.id, ["NEXT"])] == ["NEXT"]

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
        by_id = {bundle.communities[0].id: bundle for bundle in bundles}
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
