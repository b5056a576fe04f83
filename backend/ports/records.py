"""The store of record: its parts by subject, and the whole."""

from __future__ import annotations

from typing import Protocol

from backend.ports.bundles import DocumentBundle
from backend.ports.evaluation_records import EvaluationRecords
from backend.ports.graph_records import DerivedRecords, GraphRecords
from backend.ports.library_records import LibraryRecords
from backend.ports.queue_records import QueueRecords
from backend.ports.sharing_records import SharingRecords
from backend.types.answers import Conversation, Mark
from backend.types.library import Collection
from backend.types.status import Problem


class ConversationRecords(Protocol):
    """Answers and what people made of them, and the settings that they changed on screen."""

    def save_answer(
        self,
        answer_id: str,
        conversation_id: str,
        collection_id: str,
        title: str,
        payload: str,
        owner: str = "",
    ) -> None:
        """Store an answer (JSON); makes the conversation if it is new, as one of `owner`."""
        ...

    def answer(self, answer_id: str) -> str: ...

    def answers(self, conversation_id: str) -> tuple[str, ...]:
        """The conversation's answers as JSON, oldest first."""
        ...

    def conversation(self, conversation_id: str) -> Conversation: ...

    def share_conversation(self, conversation_id: str, shared: bool) -> None:
        """Let everyone who may read the collection open it, or only its owner."""
        ...

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """Newest first."""
        ...

    def delete_conversation(self, conversation_id: str) -> None: ...

    def save_mark(self, mark: Mark) -> None:
        """Set or (value 0) withdraw a mark; one per answer and chunk."""
        ...

    def marks(self, collection_id: str) -> tuple[Mark, ...]: ...

    def preference(self, name: str) -> str | None:
        """A workbench-wide setting that was changed on screen."""
        ...

    def set_preference(self, name: str, value: str) -> None: ...


class MaintenanceRecords(Protocol):
    """Moving to another store, checking and mending."""

    # moving to another store
    def bundle(self, document_id: str) -> DocumentBundle:
        """A document as it is now, as `publish` takes it: vectors of the live embedding, edges of
        its own but for links between documents; lists without an order of their own are sorted.

        Raises:
            StorageError: if a chunk has no vector.
        """
        ...

    def restore_collection(self, collection: Collection) -> None:
        """Make a collection with the id, time and settings that it has elsewhere; one that is
        there takes its name and settings. The embedding comes with the documents."""
        ...

    def preferences(self) -> dict[str, str]: ...

    # maintenance
    def check(self) -> tuple[Problem, ...]: ...

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended."""
        ...

    def version(self) -> str:
        """Engine and schema version, for the status page."""
        ...

    def close(self) -> None: ...


class Records(
    LibraryRecords,
    GraphRecords,
    DerivedRecords,
    QueueRecords,
    ConversationRecords,
    EvaluationRecords,
    SharingRecords,
    MaintenanceRecords,
    Protocol,
):
    """The truth. Safe for several threads and several processes; each call is one transaction.

    Readers see a document wholly or not at all. Unknown ids raise NotFoundError unless said
    otherwise; a full disk, a lock that does not free or damage raise StorageError.
    """
