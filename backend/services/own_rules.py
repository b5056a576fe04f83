"""Verbs with a rule of their own, which the table cannot say: who may call them and sees what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.errors import NotFoundError, missing
from backend.ingestion.queueing import ADD
from backend.running_question import RunningQuestion
from backend.services.access_tokens import AccessToken, Scope
from backend.services.guarded_service import Guard, GuardedService
from backend.services.library import OnDuplicate, named_among
from backend.services.permissions import Need
from backend.services.questions import HISTORY_TURNS
from backend.services.uploads import AddFile
from backend.types import (
    REFUSED,
    Answer,
    Collection,
    CollectionSettings,
    Conversation,
    Hit,
    Job,
    JobView,
    PartialUpload,
    Principal,
    Query,
    QuotedTable,
    Role,
    Turn,
    WhyNot,
)


class GuardedLibrary(GuardedService):
    """Collections: a person sees those with a role, and owns what the person makes."""

    def collections(self) -> tuple[Collection, ...]:
        """Those in which the person has a role."""
        return self._guard.access.visible()

    def collection_named(self, name: str) -> Collection:
        """The collection of a name, the person's own before others'."""
        mine = self._guard.principal.id
        visible = sorted(
            self._guard.access.visible(), key=lambda collection: collection.owner != mine
        )
        return named_among(visible, name)

    def create_collection(
        self, name: str, settings: CollectionSettings | None = None
    ) -> Collection:
        """Make a collection of the person's own."""
        self._guard.require_more_than_reading()
        made: Collection = self._whole.create_collection(name, settings, self._guard.principal.id)
        self._guard.note("made a collection", made.id, made.name, "")
        return made

    def load_sample(self) -> Collection:
        """The sample as a collection of the person's own."""
        self._guard.require_more_than_reading()
        made: Collection = self._whole.load_sample(self._guard.principal.id)
        return made

    def add_file(
        self,
        collection_id: str,
        name: str,
        content: bytes | Path,
        *,
        on_duplicate: OnDuplicate = "skip",
        password: str | None = None,
    ) -> Job | None:
        """A contributor adds what is new; what takes the place of a document needs an editor."""
        self._guard.require_adding(collection_id, name, on_duplicate)
        job: Job | None = self._whole.add_file(
            collection_id, name, content, on_duplicate=on_duplicate, password=password
        )
        if job is not None:
            self._guard.note(
                "added a file", collection_id, self._guard.name_of(collection_id), job.name
            )
        return job


class GuardedUploads(GuardedService):
    """Files in pieces: each is its beginner's alone."""

    def __init__(self, service: str, whole: Any, guard: Guard, add_file: AddFile) -> None:
        super().__init__(service, whole, guard)
        self._add_file = add_file

    def begin_upload(
        self, collection_id: str, name: str, size: int, *, on_duplicate: OnDuplicate = "skip"
    ) -> PartialUpload:
        """As `add_file`, which looks again once the file is whole."""
        self._guard.require_adding(collection_id, name, on_duplicate)
        begun: PartialUpload = self._whole.begin_upload(
            collection_id, name, size, on_duplicate=on_duplicate, owner=self._guard.principal.id
        )
        return begun

    def upload(self, upload_id: str) -> PartialUpload:
        """One that the person began, as long as the role for it is there."""
        known: PartialUpload = self._whole.upload(upload_id)
        if known.owner != self._guard.principal.id:
            raise missing("upload")
        self._guard.access.require(known.collection_id, Role.CONTRIBUTOR, "upload")
        return known

    def add_to_upload(self, upload_id: str, offset: int, piece: bytes) -> PartialUpload:
        """As `upload`; taken in as `add_file` says."""
        self.upload(upload_id)
        added: PartialUpload = self._whole.add_to_upload(
            upload_id, offset, piece, add_file=self._add_file
        )
        return added

    def drop_upload(self, upload_id: str) -> None:
        """As `upload`."""
        self.upload(upload_id)
        self._whole.drop_upload(upload_id)


class GuardedQueue(GuardedService):
    """Jobs of collections that the person sees; who may end them depends on what they do."""

    def jobs(self, collection_id: str | None = None) -> tuple[JobView, ...]:
        """Jobs of a collection, or of all that the person sees."""
        if collection_id is not None:
            self._guard.access.require(collection_id, Role.READER)
        seen = self._guard.access.roles()
        views: tuple[JobView, ...] = self._whole.jobs(collection_id)
        return tuple(view for view in views if view.job.collection_id in seen)

    def job(self, job_id: str) -> JobView:
        """As `jobs`."""
        job_view: JobView = self._whole.job(job_id)
        self._guard.access.require(job_view.job.collection_id, Role.READER, "job")
        return job_view

    def cancel_job(self, job_id: str) -> None:
        """A contributor stops a file, an editor also work on a whole collection."""
        self._require_job(job_id)
        self._whole.cancel_job(job_id)

    def retry_job(self, job_id: str, password: str | None = None) -> Job:
        """As `cancel_job`; what takes the place of a document needs an editor."""
        job = self._require_job(job_id)
        if job.replaces or self._guard.would_replace(job.collection_id, job.name):
            self._guard.access.require(job.collection_id, Role.EDITOR)
        again: Job = self._whole.retry_job(job_id, password)
        return again

    def dismiss_job(self, job_id: str) -> None:
        """As `cancel_job`."""
        self._require_job(job_id)
        self._whole.dismiss_job(job_id)

    def _require_job(self, job_id: str) -> Job:
        job = self._guard.records.job(job_id)
        role = Role.CONTRIBUTOR if job.kind in (ADD, REFUSED) else Role.EDITOR
        self._guard.access.require(job.collection_id, role, "job")
        return job


class GuardedRedaction(GuardedService):
    """What documents left that are deleted, and so have no collection of their own any more."""

    def answers_holding(self, document_ids: Sequence[str]) -> int:
        """For who may delete them: how many answers, also of others, still hold words of them."""
        self._require_deleted(document_ids)
        found: int = self._whole.answers_holding(document_ids)
        return found

    def redact_answers(self, document_ids: Sequence[str]) -> int:
        """For who may delete them: take their words out of all answers, also of others."""
        self._require_deleted(document_ids)
        changed: int = self._whole.redact_answers(document_ids)
        return changed

    def _require_deleted(self, document_ids: Sequence[str]) -> None:
        for document_id in document_ids:
            collection_id = self._guard.access.collection_of_deleted(document_id)
            self._guard.access.require(collection_id, Role.EDITOR, "document")


class GuardedQuestions(GuardedService):
    """Questions and conversations, which are their owner's unless they are shared."""

    def ask(
        self, query: Query, pipeline: str, conversation_id: str = "", *, kept: bool = True
    ) -> RunningQuestion:
        """Ask in a conversation of the person's own.

        In a shared one of somebody else's the question begins a new one, which knows what was said.
        The answer is not kept, and not given, if the role was taken away meanwhile.
        """
        self._guard.access.require(query.collection_id, Role.READER)
        history = query.history
        if conversation_id:
            conversation = self._seen(conversation_id)
            if not self._guard.access.is_own(conversation):
                history = history or self._whole.turns(conversation_id)[-HISTORY_TURNS:]
                conversation_id = ""

        def still_allowed() -> None:
            self._guard.access.require(query.collection_id, Role.READER)

        asking: RunningQuestion = self._whole.ask(
            replace(query, history=history),
            pipeline,
            conversation_id,
            kept=kept,
            owner=self._guard.principal.id,
            before_keeping=still_allowed,
        )
        if self._guard.audited:
            name = self._guard.name_of(query.collection_id)
            self._guard.note("asked", query.collection_id, name, query.text)
        return asking

    def running_question(self, conversation_id: str) -> RunningQuestion | None:
        """As of the whole, if the person asked it and may still read what it is asked of."""
        running: RunningQuestion | None = self._whole.running_question(conversation_id)
        if running is None or running.owner != self._guard.principal.id:
            return None
        self._guard.access.require(running.query.collection_id, Role.READER)
        return running

    def _seen(self, conversation_id: str) -> Conversation:
        conversation = self._guard.records.conversation(conversation_id)
        if not self._guard.access.may_see(conversation):
            raise missing("conversation")
        return conversation

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """The person's own; others' are found by their link alone."""
        self._guard.access.require(collection_id, Role.READER)
        conversations: tuple[Conversation, ...] = self._whole.conversations(collection_id)
        return tuple(
            conversation
            for conversation in conversations
            if self._guard.access.is_own(conversation)
        )

    def conversation(self, conversation_id: str) -> tuple[Answer, ...]:
        """The answers of one that the person may see; empty for every other."""
        try:
            self._seen(conversation_id)
        except NotFoundError:
            return ()
        answers: tuple[Answer, ...] = self._whole.conversation(conversation_id)
        return answers

    def turns(self, conversation_id: str) -> tuple[Turn, ...]:
        """As `conversation`."""
        try:
            self._seen(conversation_id)
        except NotFoundError:
            return ()
        turns: tuple[Turn, ...] = self._whole.turns(conversation_id)
        return turns


class GuardedEvaluation(GuardedService):
    """Of a question and a passage, which belong to one collection."""

    def why_not_shown(self, query: Query, pipeline: str, chunk_id: str) -> WhyNot:
        """Of a passage in the collection that is asked, which the person may read."""
        self._guard.access.require(query.collection_id, Role.READER)
        holding = self._guard.access.require_all(Need(Role.READER, "chunk_id"), chunk_id)
        if holding != query.collection_id:
            raise missing("passage")
        found: WhyNot = self._whole.why_not_shown(query, pipeline, chunk_id)
        return found


class GuardedEvidence(GuardedService):
    """Tables beside answers, of passages from wherever."""

    def quoted_tables(self, question: str, hits: Sequence[Hit]) -> Mapping[int, QuotedTable]:
        """Of passages that the person may read; one whose document is gone is left out anyway."""
        for document_id in {hit.chunk.document_id for hit in hits}:
            try:
                document = self._guard.records.document(document_id)
            except NotFoundError:
                continue
            self._guard.access.require(document.collection_id, Role.READER, "passage")
        found: Mapping[int, QuotedTable] = self._whole.quoted_tables(question, hits)
        return found

    def tables_quoted(self, answer: Answer) -> Mapping[int, QuotedTable]:
        """Of an answer over a collection that the person may read."""
        self._guard.access.require(answer.collection_id, Role.READER, "answer")
        found: Mapping[int, QuotedTable] = self._whole.tables_quoted(answer)
        return found

    def rows_computed_from(self, answer: Answer) -> QuotedTable | None:
        """Of an answer over a collection that the person may read."""
        self._guard.access.require(answer.collection_id, Role.READER, "answer")
        quoted_table: QuotedTable | None = self._whole.rows_computed_from(answer)
        return quoted_table


class GuardedSharing(GuardedService):
    """Who asks, and the tokens of this person."""

    @property
    def principal(self) -> Principal:
        """Who asks."""
        return self._guard.principal

    def role_in(self, collection_id: str) -> Role | None:
        """The person's role in a collection; None without one."""
        return self._guard.access.role(collection_id)

    def tokens(self) -> tuple[AccessToken, ...]:
        """The person's own; an administrator sees all."""
        access_tokens: tuple[AccessToken, ...] = self._whole.tokens()
        mine = self._guard.principal
        return tuple(
            access_token
            for access_token in access_tokens
            if mine.administrator or access_token.person == mine.id
        )

    def add_token(self, name: str, scope: Scope, days: int) -> str:
        """One that may do what the person may."""
        self._guard.require_more_than_reading()
        text: str = self._whole.add_token(name, scope, days, self._guard.principal.id)
        self._guard.note("made a token", "", "", name)
        return text

    def withdraw_token(self, name: str, person: str | None = None) -> None:
        """One of the person's own; an administrator withdraws anybody's."""
        self._guard.require_more_than_reading()
        of = self._guard.principal.id if person is None else person
        if of != self._guard.principal.id:
            self._guard.access.require_administrator()
        self._whole.withdraw_token(name, of)
        self._guard.note("withdrew a token", "", "", name)
