"""Conversations, answers, marks and preferences."""

from __future__ import annotations

from backend.records._neo4j.part import StorePart
from backend.records._neo4j.server import Transaction
from backend.types import Conversation, Mark

_COLLECTION = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.id"
_CONVERSATION = """
MERGE (v:Conversation {library: $library, id: $id})
ON CREATE SET v.collection = $collection, v.title = $title, v.created = timestamp() / 1000.0,
              v.position = $position, v.owner = $owner, v.shared = false
SET v.updated = timestamp() / 1000.0
"""
_ANSWER = """
MERGE (a:Answer {library: $library, id: $id}) ON CREATE SET a.position = $position
SET a.payload = $payload
WITH a
WHERE NOT (a)<-[:HAS_ANSWER]-()
MATCH (v:Conversation {library: $library, id: $conversation})
CREATE (v)-[:HAS_ANSWER]->(a)
"""
_PAYLOAD = "MATCH (a:Answer {library: $library, id: $id}) RETURN a.payload AS payload"
_ANSWERS = """
MATCH (v:Conversation {library: $library, id: $id})
OPTIONAL MATCH (v)-[:HAS_ANSWER]->(a:Answer)
WITH a ORDER BY a.position
RETURN collect(a.payload) AS payloads, count(*) AS rows
"""
_CONVERSATIONS = """
MATCH (v:Conversation {library: $library}) WHERE v.id IS NOT NULL AND v.collection = $id
RETURN v.id, v.collection, v.title, v.created, v.updated, coalesce(v.owner, ''),
       coalesce(v.shared, false), v.position
"""
_ONE = """
MATCH (v:Conversation {library: $library, id: $id})
RETURN v.id, v.collection, v.title, v.created, v.updated, coalesce(v.owner, ''),
       coalesce(v.shared, false)
"""
_SHARE = "MATCH (v:Conversation {library: $library, id: $id}) SET v.shared = $shared"
_EXISTS = "MATCH (v:Conversation {library: $library, id: $id}) RETURN v.id"
_DELETE = """
MATCH (v:Conversation {library: $library, id: $id})
OPTIONAL MATCH (v)-[:HAS_ANSWER]->(a:Answer)
DETACH DELETE a, v
"""
_WITHDRAW = "MATCH (m:Mark {library: $library, answer: $answer, chunk: $chunk}) DELETE m"
_MARK = """
MERGE (m:Mark {library: $library, answer: $answer, chunk: $chunk})
SET m.collection = $collection, m.question = $question, m.value = $value, m.at = $at
"""
_MARKS = """
MATCH (m:Mark {library: $library, collection: $id})
RETURN m.collection, m.answer, m.question, m.chunk, m.value, m.at
"""
_PREFERENCE = "MATCH (p:Preference {library: $library, name: $name}) RETURN p.value AS value"
_SET_PREFERENCE = """
MERGE (p:Preference {library: $library, name: $name}) SET p.value = $value
"""


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

        def save(transaction: Transaction) -> None:
            transaction.one("collection", _COLLECTION, id=collection_id)
            transaction.rows(
                _CONVERSATION,
                id=conversation_id,
                collection=collection_id,
                title=title,
                owner=owner,
                position=transaction.next_number("conversations"),
            )
            transaction.rows(
                _ANSWER,
                id=answer_id,
                conversation=conversation_id,
                payload=payload,
                position=transaction.next_number("answers"),
            )

        self._server.write(save)

    def answer(self, answer_id: str) -> str:
        """An answer as JSON; NotFoundError if it does not exist."""
        row = self._server.read(
            lambda transaction: transaction.one("answer", _PAYLOAD, id=answer_id)
        )
        return str(row["payload"])

    def answers(self, conversation_id: str) -> tuple[str, ...]:
        """The conversation's answers as JSON, oldest first."""

        def look(transaction: Transaction) -> tuple[str, ...]:
            transaction.one("conversation", _EXISTS, id=conversation_id)
            return tuple(transaction.value(_ANSWERS, id=conversation_id))

        return self._server.read(look)

    def conversation(self, conversation_id: str) -> Conversation:
        """One conversation; NotFoundError if it does not exist."""
        row = self._server.read(
            lambda transaction: transaction.one("conversation", _ONE, id=conversation_id)
        )
        return Conversation(*row)

    def share_conversation(self, conversation_id: str, shared: bool) -> None:
        """Let everyone who may read the collection open it, or only its owner."""

        def share(transaction: Transaction) -> None:
            transaction.one("conversation", _EXISTS, id=conversation_id)
            transaction.rows(_SHARE, id=conversation_id, shared=shared)

        self._server.write(share)

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """Newest first."""

        def look(transaction: Transaction) -> list[tuple[object, ...]]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            return [tuple(row) for row in transaction.rows(_CONVERSATIONS, id=collection_id)]

        rows = sorted(self._server.read(look), key=lambda row: (row[4], row[7]), reverse=True)
        return tuple(Conversation(*row[:7]) for row in rows)  # type: ignore[arg-type]

    def delete_conversation(self, conversation_id: str) -> None:
        """Remove a conversation with its answers; marks stay, they hold their question."""

        def delete(transaction: Transaction) -> None:
            transaction.one("conversation", _EXISTS, id=conversation_id)
            transaction.rows(_DELETE, id=conversation_id)

        self._server.write(delete)

    def save_mark(self, mark: Mark) -> None:
        """Set or (value 0) withdraw a mark; one per answer and chunk."""

        def save(transaction: Transaction) -> None:
            transaction.one("collection", _COLLECTION, id=mark.collection_id)
            place = {"answer": mark.answer_id, "chunk": mark.chunk_id}
            if mark.value:
                transaction.rows(
                    _MARK,
                    **place,
                    collection=mark.collection_id,
                    question=mark.question,
                    value=mark.value,
                    at=mark.at,
                )
            else:
                transaction.rows(_WITHDRAW, **place)

        self._server.write(save)

    def marks(self, collection_id: str) -> tuple[Mark, ...]:
        """The collection's marks, oldest first."""

        def look(transaction: Transaction) -> list[Mark]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            return [Mark(*row) for row in transaction.rows(_MARKS, id=collection_id)]

        found = self._server.read(look)
        return tuple(sorted(found, key=lambda mark: (mark.at, mark.answer_id, mark.chunk_id)))

    def preference(self, name: str) -> str | None:
        """A workbench-wide setting that was changed on screen."""
        found = self._server.read(lambda transaction: transaction.value(_PREFERENCE, name=name))
        return None if found is None else str(found)

    def set_preference(self, name: str, value: str) -> None:
        """Keep a workbench-wide setting."""
        self._server.write(
            lambda transaction: transaction.rows(_SET_PREFERENCE, name=name, value=value)
        )
