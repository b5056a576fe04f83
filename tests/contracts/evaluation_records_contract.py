"""What every record store promises of evaluations."""

from __future__ import annotations

import pytest

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import Collection
from tests.contracts.records_ground import RecordsGround, Reopen


class EvaluationRecordsContract(RecordsGround):
    """Entries by kind and key."""

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
