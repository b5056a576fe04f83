"""The index on a real Elasticsearch keeps the contract; and what is its own."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import elasticsearch
import pytest

from backend.errors import StorageError
from backend.indexes import elasticsearch as adapter
from backend.indexes._elasticsearch.connection import Cluster
from backend.indexes._elasticsearch.lease import Lease, LostLeaseError
from backend.indexes._elasticsearch.state import IndexState
from backend.indexes.elasticsearch import ElasticsearchIndex
from backend.ports import Index, Records, TextSearch, VectorSearch
from backend.records import sqlite
from backend.settings import Secret, Settings
from backend.types import Collection, CollectionSettings, Filters
from tests.contracts.index_contract import ANY, IndexContract, Reopen, ids
from tests.contracts.joint_search_contract import JointSearchContract
from tests.factories import make_bundle, unit_vector
from tests.searches import score_text, score_vector, search_text, search_vector

pytestmark = pytest.mark.servers

Direct = elasticsearch.Elasticsearch


class TestElasticsearchIndex(IndexContract):
    """All of the contract."""


class TestElasticsearchJointSearch(JointSearchContract):
    """Searches asked together."""


@pytest.fixture
def collection(records: Records) -> Collection:
    return records.create_collection("Harbour", CollectionSettings())


def alias(settings: Settings, collection: Collection) -> str:
    return f"{settings.elasticsearch_prefix}-chunk-{collection.id}"


# --- several at once ------------------------------------------------------------------------------


def test_two_copies_that_catch_up_at_once_write_everything_once(
    records: Records, reopen: Reopen, collection: Collection
) -> None:
    records.publish(
        [make_bundle(collection.id, "A", (f"ship {n}",), key=str(n)) for n in range(60)]
    )
    copies = [reopen() for _ in range(4)]
    failures: list[BaseException] = []

    def follow(copy: Index) -> None:
        try:
            assert copy.catch_up() == records.sequence()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test reports it
            failures.append(error)

    threads = [threading.Thread(target=follow, args=(copy,)) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(copies[0].ids(collection.id)) == 60
    assert copies[0].check() == ()


def test_writing_goes_on_elsewhere_when_its_holder_has_died(
    records: Records, settings: Settings, index: Index, direct: Direct
) -> None:
    index.catch_up()
    layout = adapter.Layout.of(settings)
    cluster = Cluster(direct, "here")
    IndexState(cluster, layout, records).prepare()
    dead = Lease(cluster, layout.state, seconds=1.0)
    assert dead.acquire(5.0, lambda: False)
    dead.verify()
    dead._ended.set()  # its process renews the lease no more
    living = Lease(cluster, layout.state, seconds=1.0)
    began = time.monotonic()
    assert living.acquire(30.0, lambda: False)
    assert time.monotonic() - began >= 1.0
    with pytest.raises(LostLeaseError):
        dead.verify()
    dead.release()  # does not take the lease from its new holder
    living.verify()
    living.release()


def test_who_waits_need_not_write_what_others_have_written(
    records: Records, settings: Settings, direct: Direct
) -> None:
    layout = adapter.Layout.of(settings)
    cluster = Cluster(direct, "here")
    IndexState(cluster, layout, records).prepare()
    writing, waiting = (Lease(cluster, layout.state) for _ in range(2))
    assert writing.acquire(5.0, lambda: False)
    assert not waiting.acquire(5.0, lambda: True)
    with pytest.raises(StorageError, match="Another copy of Quire"):
        waiting.acquire(0.2, lambda: False)
    writing.release()
    assert waiting.acquire(5.0, lambda: False)
    waiting.release()


def test_what_a_late_writer_sends_does_not_replace_what_is_newer(
    records: Records, index: Index, collection: Collection, settings: Settings, direct: Direct
) -> None:
    bundle = make_bundle(collection.id, passages=("The harbour is open.",))
    records.publish([bundle])
    records.publish([replace(bundle, chunks=(replace(bundle.chunks[0], title="New"),))])
    index.catch_up()
    stale = {"id": bundle.chunks[0].id, "text": "old", "title": "old", "path": "."}
    with pytest.raises(elasticsearch.ConflictError):
        direct.index(
            index=alias(settings, collection),
            id=bundle.chunks[0].id,
            document=stale,
            version=1,
            version_type="external_gte",
        )
    assert index.check() == ()


# --- rebuilding -----------------------------------------------------------------------------------


def test_a_collection_is_rebuilt_beside_the_one_in_use(
    records: Records, index: Index, collection: Collection, settings: Settings, direct: Direct
) -> None:
    bundle = make_bundle(collection.id)
    records.publish([bundle])
    index.catch_up()
    before = set(direct.indices.get_alias(name=alias(settings, collection)).body)
    fresh = {chunk.id: unit_vector(chunk.id, 4).astype("float16") for chunk in bundle.chunks}
    records.store_vectors(bundle.document.id, "new", fresh)
    records.activate_embedding(collection.id, "new")
    index.catch_up()
    after = set(direct.indices.get_alias(name=alias(settings, collection)).body)
    assert len(before) == len(after) == 1
    assert before != after
    assert not direct.indices.exists(index=before.pop())
    assert index.check() == ()


def test_repair_mends_what_others_have_changed(
    records: Records, index: Index, collection: Collection, settings: Settings, direct: Direct
) -> None:
    bundle = make_bundle(collection.id, passages=("One ship.", "Two ships.", "Three."))
    records.publish([bundle])
    index.catch_up()
    name = alias(settings, collection)
    first, second = (chunk.id for chunk in bundle.chunks[:2])
    direct.delete(index=name, id=first, refresh=True)
    direct.index(index=name, id=second, document={"id": second, "hash": "x"}, refresh=True)
    direct.index(index=name, id="stray", document={"id": "stray", "hash": "y"}, refresh=True)
    assert [problem.what.split(" of ")[0] for problem in index.check()] == ["1 passages"] * 3
    assert len(index.repair()) == 3
    assert index.check() == ()
    assert index.ids(collection.id) == {chunk.id for chunk in bundle.chunks}
    direct.indices.delete(index=next(iter(direct.indices.get_alias(name=name).body)))
    assert search_text(index, collection.id, "ship", 5, ANY) == []
    assert len(index.check()) == 1
    assert len(index.repair()) == 1
    assert len(search_text(index, collection.id, "ship", 5, ANY)) == 2


def test_what_a_killed_rebuild_left_is_removed(
    records: Records, index: ElasticsearchIndex, collection: Collection
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    with index._writing():
        part = index._state.part(collection.id, "chunk")
        assert part is not None
        index._writer._make(part.part, in_use=False)
    (problem,) = index.check()
    assert "nothing uses" in problem.what
    assert len(index.repair()) == 1
    assert index.check() == ()


def test_records_restored_from_an_older_backup_are_followed(
    records: Records, index: Index, collection: Collection, settings: Settings
) -> None:
    records.publish([make_bundle(collection.id)])
    records.publish([make_bundle(collection.id, "Second")])
    index.catch_up()
    other = sqlite.build(replace(settings, library=settings.library / "backup"))
    other.set_preference("search_library", records.preference("search_library") or "")
    same = other.create_collection("Harbour", CollectionSettings())
    other.publish([make_bundle(same.id, "Backup", ("From the backup.",))])
    restored = adapter.build(settings, other)
    restored.catch_up()
    assert len(restored.ids(same.id)) == 1
    assert restored.check() == ()
    restored.close()
    other.close()


# --- whose it is ----------------------------------------------------------------------------------


def test_two_libraries_do_not_share_a_prefix(
    records: Records, index: Index, collection: Collection, settings: Settings
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    strangers = sqlite.build(replace(settings, library=settings.library / "other"))
    strange = adapter.build(settings, strangers)
    for use in (strange.catch_up, strange.sequence, strange.check, strange.repair):
        with pytest.raises(StorageError, match="another library's"):
            use()
    own = adapter.build(
        replace(settings, elasticsearch_prefix=f"{settings.elasticsearch_prefix}-b"), strangers
    )
    assert own.catch_up() == 0
    assert own.repair() == ()
    assert index.check() == ()
    for each in (strange, own):
        each.close()
    strangers.close()


def test_over_several_shards_searches_asked_together_agree_with_each_alone(
    records: Records, collection: Collection, settings: Settings, index: Index
) -> None:
    wide = adapter.build(
        replace(
            settings,
            elasticsearch_shards=3,
            elasticsearch_prefix=f"{settings.elasticsearch_prefix}-wide",
        ),
        records,
    )
    records.publish(
        [
            make_bundle(
                collection.id, "A", [f"ship {n}", "ship " * (n % 5 + 1), f"salt {n}"], key=str(n)
            )
            for n in range(30)
        ]
    )
    wide.catch_up()
    words, meaning = TextSearch("ship 7", 6, ANY), VectorSearch(unit_vector("q"), 8, ANY)
    by_words, by_meaning = wide.search_together(collection.id, [words, meaning])
    everything = sorted(by_words.judged)
    assert by_words.judged == by_meaning.judged
    assert by_words.best == search_text(wide, collection.id, words.text, 6, ANY)
    assert by_words.scores == score_text(wide, collection.id, words.text, everything)
    assert by_meaning.best == search_vector(wide, collection.id, meaning.vector, 8, ANY)
    assert by_meaning.scores == score_vector(wide, collection.id, meaning.vector, everything)
    wide.close()


def test_an_api_key_serves_in_place_of_a_password(
    records: Records, index: Index, collection: Collection, settings: Settings, direct: Direct
) -> None:
    made = direct.security.create_api_key(name=settings.elasticsearch_prefix)
    keyed = adapter.build(
        replace(
            settings,
            elasticsearch_password=Secret(),
            elasticsearch_api_key=Secret(made["encoded"]),
        ),
        records,
    )
    records.publish([make_bundle(collection.id)])
    assert keyed.catch_up() == 1
    assert len(keyed.ids(collection.id)) == 2
    keyed.close()


def test_a_prefix_that_cannot_begin_a_name_is_refused(records: Records, settings: Settings) -> None:
    for change in ({"elasticsearch_prefix": "Quire*"}, {"elasticsearch_vectors": "exact"}):
        with pytest.raises(StorageError.__base__, match=next(iter(change))):
            adapter.build(replace(settings, **change), records)


# --- searching ------------------------------------------------------------------------------------


def test_a_vector_of_another_model_is_refused(
    records: Records, index: Index, collection: Collection
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    with pytest.raises(StorageError, match="different embedding models"):
        search_vector(index, collection.id, unit_vector("q", 5), 3, ANY)


@pytest.mark.parametrize("kept", ["hnsw", "int8_hnsw"])
def test_above_the_limit_a_graph_is_searched_with_filters_inside(
    records: Records, settings: Settings, collection: Collection, kept: str
) -> None:
    graph = adapter.build(
        replace(settings, elasticsearch_vectors=kept, elasticsearch_exact_limit=0), records
    )
    exact = adapter.build(settings, records)
    bundles = [make_bundle(collection.id, "A", (f"ship {n}",), key=str(n)) for n in range(600)]
    records.publish(bundles)
    graph.catch_up()
    chosen = frozenset(bundle.chunks[0].id for bundle in random.Random(7).sample(bundles, 40))
    for filters in (ANY, Filters(chunk_ids=chosen)):
        agreed = 0
        for seed in range(20):
            question = unit_vector(f"question {seed}")
            found = search_vector(graph, collection.id, question, 10, filters)
            wanted = search_vector(exact, collection.id, question, 10, filters)
            assert len(found) == 10
            agreed += len(set(ids(found)) & set(ids(wanted)))
            # the graph finds candidates; their scores are those of the exact search
            everything = search_vector(exact, collection.id, question, 600, filters)
            assert set(found) <= set(everything)
        assert agreed >= 190
    for each in (graph, exact):
        each.close()


def test_scores_have_the_scale_of_the_embedded_index(
    records: Records, index: Index, collection: Collection, embedded: Callable[[], Index]
) -> None:
    records.publish(
        [
            make_bundle(collection.id, f"T{n}", [f"ship {n}", "pilot " * n], path=path)
            for n, path in enumerate([("Winter",), ("Ice", "Ships"), ()] * 4, start=1)
        ]
    )
    index.catch_up()
    here = search_text(index, collection.id, "which pilot took ship 3 in winter?", 99, ANY)
    there = search_text(embedded(), collection.id, "which pilot took ship 3 in winter?", 99, ANY)
    assert {each.chunk_id for each in here} == {each.chunk_id for each in there}
    expected = {each.chunk_id: each.score for each in there}
    for each in here:
        assert each.score == pytest.approx(
            expected[each.chunk_id], rel=0.1
        )  # see `queries.NOTHING`


def test_removed_passages_leave_the_statistics_of_words(
    records: Records, index: Index, collection: Collection, embedded: Callable[[], Index]
) -> None:
    bundles = [make_bundle(collection.id, "A", (f"ship {n}",), key=str(n)) for n in range(40)]
    records.publish(bundles)
    index.catch_up()
    records.delete_documents([bundle.document.id for bundle in bundles[:30]])
    index.catch_up()
    index.repair()
    here = search_text(index, collection.id, "ship 35", 99, ANY)
    there = search_text(embedded(), collection.id, "ship 35", 99, ANY)
    assert ids(here) == ids(there)


def test_the_status_says_what_the_server_holds(
    records: Records, index: ElasticsearchIndex, collection: Collection
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    status = index.status()
    assert status.state == "ok"
    assert status.detail["engine"].startswith("Elasticsearch 8.")
    assert status.detail["passages"] == "2"
    assert status.detail["changes to catch up with"] == "0"
    records.publish([make_bundle(collection.id, "More")])
    assert index.status().state == "warning"
