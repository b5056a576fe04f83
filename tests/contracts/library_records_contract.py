"""What every record store promises of collections, documents and their vectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.errors import NameTakenError, NotFoundError, StorageError, WorkbenchError
from backend.identity import content_id
from backend.ports import Records
from backend.types import (
    Collection,
    CollectionCounts,
    CollectionSettings,
    JobState,
)
from tests.contracts.queue_records_contract import queue
from tests.contracts.records_ground import RecordsGround, Reopen
from tests.factories import EMBEDDING, RECIPE, make_bundle, unit_vector, with_tables


class LibraryRecordsContract(RecordsGround):
    """Collections, and the documents in them with their passages, vectors and tables."""

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
        assert [collection.name for collection in store.collections()] == ["Alpha", "beta", "gamma"]

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
            lambda: store.entities_of_several_names("no"),
            lambda: store.mentions_in("no"),
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
            lambda: store.derived_holds("no", "tree"),
            lambda: store.derived_versions("no", "tree"),
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
        assert [change.document_id for change in store.changes(0)] == [document.id]
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
        assert [document.title for document in store.documents(collection.id)] == ["a", "b", "c"]

    def test_documents_are_found_by_name_and_by_bytes(
        self, store: Records, collection: Collection
    ) -> None:
        quay, pier = make_bundle(collection.id, "Quay"), make_bundle(collection.id, "Pier")
        newer = make_bundle(collection.id, "Quay", ("The quay was mended.",))
        elsewhere = store.create_collection("Elsewhere", CollectionSettings())
        store.publish([quay, pier, newer])
        store.publish([make_bundle(elsewhere.id, "Quay")])
        both = tuple(
            sorted((quay.document, newer.document), key=lambda document: document.id),
        )
        assert store.find_documents(collection.id, name="Quay.pdf") == both
        assert store.find_documents(collection.id, sha256=pier.document.sha256) == (pier.document,)
        asked = {"name": "Quay.pdf", "sha256": newer.document.sha256}
        assert store.find_documents(collection.id, **asked) == (newer.document,)
        assert store.find_documents(collection.id, **{**asked, "name": "Pier.pdf"}) == ()

    def test_a_file_is_used_by_a_document_and_by_a_job_that_is_not_done(
        self, store: Records, collection: Collection
    ) -> None:
        bundle = make_bundle(collection.id)
        sha256 = bundle.document.sha256
        assert not store.uses_file(sha256)
        store.publish([bundle])
        assert store.uses_file(sha256)
        store.delete_documents([bundle.document.id])
        assert not store.uses_file(sha256)
        waiting = queue(store, collection)
        assert store.uses_file(waiting.sha256)
        claimed = store.claim_job("w1", 60)
        assert claimed is not None
        store.finish_job(claimed.id, "w1", JobState.DONE)
        assert not store.uses_file(waiting.sha256)

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
        assert [document.title for document in store.documents(collection.id)] == ["New title"]
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
        assert [document.version for document in store.documents(collection.id)] == [2]
        assert store.chunks([old.chunks[0].id]) == {}
        assert [(change.document_id, change.action) for change in store.changes(1)] == [
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
        assert [entity.name for entity in store.entities(collection.id)] == ["harbour"]
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
