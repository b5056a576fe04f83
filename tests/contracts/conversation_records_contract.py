"""What every record store promises of conversations, marks and preferences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import Collection, Conversation, Mark
from tests.contracts.records_ground import RecordsGround, Reopen

ADA, TOM = "ada@example.org", "tom@example.org"


class ConversationRecordsContract(RecordsGround):
    """Answers in their order, whose they are, and what people made of them."""

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
        assert [(conversation.id, conversation.title) for conversation in listed] == [
            ("c1", "First title"),
            ("c2", "Other"),
        ]
        assert all(isinstance(conversation, Conversation) for conversation in listed)
        store.delete_conversation("c1")
        assert [conversation.id for conversation in store.conversations(collection.id)] == ["c2"]
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

    def test_a_conversation_has_an_owner_and_may_be_shared(
        self, store: Records, collection: Collection, reopen: Reopen
    ) -> None:
        store.save_answer("a1", "c1", collection.id, "Mine", "{}", ADA)
        store.save_answer("a2", "c1", collection.id, "Mine", "{}", TOM)
        store.save_answer("a3", "c2", collection.id, "Nobody's", "{}")
        assert store.conversation("c1").owner == ADA
        assert not store.conversation("c1").shared
        store.share_conversation("c1", True)
        listed = {
            conversation.id: (conversation.owner, conversation.shared)
            for conversation in reopen().conversations(collection.id)
        }
        assert listed == {"c1": (ADA, True), "c2": ("", False)}
        store.share_conversation("c1", False)
        assert not store.conversation("c1").shared
        for missing in (
            lambda: store.conversation("none"),
            lambda: store.share_conversation("none", True),
        ):
            with pytest.raises(NotFoundError):
                missing()
