"""What every record store promises. An adapter's test class inherits this and offers `store`."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import (
    Collection,
    Conversation,
    Mark,
)
from tests.contracts.graph_records_contract import GraphRecordsContract
from tests.contracts.library_records_contract import LibraryRecordsContract
from tests.contracts.queue_records_contract import QueueRecordsContract
from tests.contracts.records_ground import Reopen
from tests.contracts.sharing_records_contract import SharingRecordsContract
from tests.factories import EMBEDDING, make_bundle


class RecordsContract(
    LibraryRecordsContract, GraphRecordsContract, QueueRecordsContract, SharingRecordsContract
):
    """Inherit, and define the fixtures `store` and `reopen`."""

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

    # --- evaluations ------------------------------------------------------------------------------

    def test_entries_of_evaluations_are_kept_by_kind_and_key(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        store.save_entries(collection.id, "question", {"s1/b": "{}", "s1/a": '{"é": "☀"}'})
        store.save_entries(collection.id, "question", {"s1/b": '{"n": 2}', "s2/a": "[]"})
        store.save_entries(collection.id, "run", {"s1/a": "1"})
        other = reopen()
        assert list(other.entries(collection.id, "question").items()) == [
            ("s1/a", '{"é": "☀"}'),
            ("s1/b", '{"n": 2}'),
            ("s2/a", "[]"),
        ]
        assert list(other.entries(collection.id, "question", "s1/")) == ["s1/a", "s1/b"]
        assert other.entry_kinds(collection.id) == ("question", "run")
        other.delete_entries(collection.id, "question", ["s1/a", "not there"])
        assert list(store.entries(collection.id, "question")) == ["s1/b", "s2/a"]
        assert store.entries(collection.id, "run") == {"s1/a": "1"}
        assert store.check() == ()

    def test_entries_go_with_their_collection_and_a_key_is_no_pattern(
        self, store: Records, collection: Collection
    ) -> None:
        store.save_entries(collection.id, "question", {"a%b": "1", "axb": "2", "a_": "3"})
        assert store.entries(collection.id, "question", "a%") == {"a%b": "1"}
        assert store.entries(collection.id, "question", "a_") == {"a_": "3"}
        store.delete_collection(collection.id)
        with pytest.raises(NotFoundError):
            store.entries(collection.id, "question")
        with pytest.raises(NotFoundError):
            store.save_entries(collection.id, "question", {"a": "1"})
        again = store.create_collection(collection.name, collection.settings)
        assert store.entries(again.id, "question") == {}
        assert store.entry_kinds(again.id) == ()

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
