"""Conversations, answers, marks and preferences."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from backend.records._sqlite.part import StorePart, collection_key
from backend.records._sqlite.rows import one
from backend.types import Conversation, Mark

_COLUMNS = "id, collection, title, created, updated, owner, shared"


class Conversations(StorePart):
    """The verbs of `Records` about what people asked, judged and chose."""

    def save_answer(
        self,
        answer_id: str,
        conversation_id: str,
        collection_id: str,
        title: str,
        payload: str,
        owner: str = "",
    ) -> None:
        """Store an answer (JSON); makes the conversation if it is new."""
        now = time.time()
        with self._database.write() as connection:
            collection_key(connection, collection_id)
            connection.execute(
                "INSERT INTO conversations (id, collection, title, created, updated, owner) "
                "VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET updated = excluded.updated",
                (conversation_id, collection_id, title, now, now, owner),
            )
            connection.execute(
                "INSERT INTO answers (id, conversation, payload) "
                "SELECT ?, pk, ? FROM conversations WHERE id = ? "
                "ON CONFLICT (id) DO UPDATE SET payload = excluded.payload",
                (answer_id, payload, conversation_id),
            )

    def answer(self, answer_id: str) -> str:
        """An answer as JSON; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            found = connection.execute("SELECT payload FROM answers WHERE id = ?", (answer_id,))
            return str(one(found, "answer")[0])

    def answers(self, conversation_id: str) -> tuple[str, ...]:
        """The conversation's answers as JSON, oldest first."""
        with self._database.read() as connection:
            found = connection.execute(
                "SELECT pk FROM conversations WHERE id = ?", (conversation_id,)
            )
            rows = connection.execute(
                "SELECT payload FROM answers WHERE conversation = ? ORDER BY pk",
                (one(found, "conversation")[0],),
            )
            return tuple(payload for (payload,) in rows)

    def conversation(self, conversation_id: str) -> Conversation:
        """One conversation; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            found = connection.execute(
                f"SELECT {_COLUMNS} FROM conversations WHERE id = ?", (conversation_id,)
            )
            return _conversation(one(found, "conversation"))

    def share_conversation(self, conversation_id: str, shared: bool) -> None:
        """Let everyone who may read the collection open it, or only its owner."""
        with self._database.write() as connection:
            found = connection.execute(
                "SELECT pk FROM conversations WHERE id = ?", (conversation_id,)
            )
            key = one(found, "conversation")[0]
            connection.execute("UPDATE conversations SET shared = ? WHERE pk = ?", (shared, key))

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """Newest first."""
        with self._database.read() as connection:
            collection_key(connection, collection_id)
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM conversations "
                "WHERE collection = ? ORDER BY updated DESC, pk DESC",
                (collection_id,),
            )
            return tuple(map(_conversation, rows))

    def delete_conversation(self, conversation_id: str) -> None:
        """Remove a conversation with its answers; marks stay, they hold their question."""
        with self._database.write() as connection:
            found = connection.execute(
                "SELECT pk FROM conversations WHERE id = ?", (conversation_id,)
            )
            key = one(found, "conversation")[0]
            connection.execute("DELETE FROM answers WHERE conversation = ?", (key,))
            connection.execute("DELETE FROM conversations WHERE pk = ?", (key,))

    def save_mark(self, mark: Mark) -> None:
        """Set or (value 0) withdraw a mark; one per answer and chunk."""
        with self._database.write() as connection:
            collection_key(connection, mark.collection_id)
            connection.execute(
                "DELETE FROM marks WHERE answer = ? AND chunk = ?", (mark.answer_id, mark.chunk_id)
            )
            if mark.value:
                connection.execute(
                    "INSERT INTO marks (answer, chunk, collection, question, value, at) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        mark.answer_id,
                        mark.chunk_id,
                        mark.collection_id,
                        mark.question,
                        mark.value,
                        mark.at,
                    ),
                )

    def marks(self, collection_id: str) -> tuple[Mark, ...]:
        """The collection's marks, oldest first."""
        with self._database.read() as connection:
            collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT collection, answer, question, chunk, value, at FROM marks "
                "WHERE collection = ? ORDER BY at, answer, chunk",
                (collection_id,),
            )
            return tuple(Mark(*row) for row in rows)

    def preference(self, name: str) -> str | None:
        """A workbench-wide setting that was changed on screen."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT value FROM preferences WHERE name = ?", (name,)
            ).fetchone()
            return str(row[0]) if row else None

    def set_preference(self, name: str, value: str) -> None:
        """Keep a workbench-wide setting."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO preferences (name, value) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )


def _conversation(row: Sequence[Any]) -> Conversation:
    identity, collection, title, created, updated, owner, shared = row
    return Conversation(identity, collection, title, created, updated, owner, bool(shared))
