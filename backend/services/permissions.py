"""Which role each verb of the services needs: the one table, and how a person's roles are found.

`guarded_service` carries it out, and a test fails where a public verb of a service is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from backend.errors import ForbiddenError, NotFoundError, SignInError, missing
from backend.ports import Records
from backend.serialisation import from_json
from backend.types import Answer, Collection, Conversation, Principal, Role


@dataclass(frozen=True, slots=True)
class Need:
    """A verb about something in a collection.

    Args:
        role: the least role that may call it there.
        of: the argument that says what it is about, and so in which collection.
        own: of a conversation or an answer: nobody may but its owner, shared or not.
        noted: what the audit list says of a call; empty for what is not written down.
    """

    role: Role
    of: str = "collection_id"
    own: bool = False
    noted: str = ""


class Audience(Enum):
    """A verb about nothing in a single collection."""

    EVERYBODY = auto()
    """Tells nothing of what a library holds."""
    ADMINISTRATOR = auto()
    """About the whole library."""
    PROGRAM = auto()
    """The program's own: never a person's."""
    OWN_RULE = auto()
    """Decided by a method of the guarded service itself, in `own_rules`."""


_READER, _CONTRIBUTOR, _EDITOR, _OWNER = Role
_COLLECTION = Need(_READER)
_DOCUMENT = Need(_READER, "document_id")

VERBS: Mapping[str, Need | Audience] = {
    "library.collections": Audience.OWN_RULE,
    "library.collection_named": Audience.OWN_RULE,
    "library.create_collection": Audience.OWN_RULE,
    "library.load_sample": Audience.OWN_RULE,
    "library.counts": _COLLECTION,
    "library.rename_collection": Need(_OWNER, noted="renamed a collection"),
    "library.change_collection_settings": Need(_EDITOR, noted="changed settings"),
    "library.delete_collection": Need(_OWNER, noted="deleted a collection"),
    "library.chunkers": Audience.EVERYBODY,
    "library.glossaries": Audience.EVERYBODY,
    "library.documents": _COLLECTION,
    "library.documents_called": _COLLECTION,
    "library.document": _DOCUMENT,
    "library.document_chunks": _DOCUMENT,
    "library.document_definitions": _DOCUMENT,
    "library.document_subjects": _DOCUMENT,
    "library.document_text": _DOCUMENT,
    "library.lines": _DOCUMENT,
    "library.source_file": Need(_READER, "document_id", noted="downloaded a file"),
    "library.largest_file": Audience.EVERYBODY,
    "library.inspect_upload": Need(_CONTRIBUTOR),
    "library.add_file": Audience.OWN_RULE,
    "library.delete_documents": Need(_EDITOR, "document_ids", noted="deleted documents"),
    "library.import_corpus": Audience.PROGRAM,
    "uploads.begin_upload": Audience.OWN_RULE,
    "uploads.upload": Audience.OWN_RULE,
    "uploads.add_to_upload": Audience.OWN_RULE,
    "uploads.drop_upload": Audience.OWN_RULE,
    "uploads.drop_old_uploads": Audience.PROGRAM,
    "rereading.encoding_sample": _DOCUMENT,
    "rereading.encodings": Audience.EVERYBODY,
    "rereading.read_again": Need(_EDITOR, "document_ids"),
    "rereading.read_by_earlier": _COLLECTION,
    "rereading.read_earlier_again": Need(_EDITOR),
    "redaction.answers_holding": Audience.OWN_RULE,
    "redaction.redact_answers": Audience.OWN_RULE,
    "queue.jobs": Audience.OWN_RULE,
    "queue.job": Audience.OWN_RULE,
    "queue.work_on": _COLLECTION,
    "queue.cancel_job": Audience.OWN_RULE,
    "queue.retry_job": Audience.OWN_RULE,
    "queue.dismiss_job": Audience.OWN_RULE,
    "queue.has_work": Audience.PROGRAM,
    "queue.work_until_idle": Audience.PROGRAM,
    "queue.work_until_stopped": Audience.PROGRAM,
    "queue.worker_threads": Audience.PROGRAM,
    "queue.read_ahead": Audience.PROGRAM,
    "queue.notice_changed_embedders": Audience.PROGRAM,
    "questions.pipelines": Audience.EVERYBODY,
    "questions.options_of": Audience.EVERYBODY,
    "questions.answers_locally": Audience.EVERYBODY,
    "questions.ask": Audience.OWN_RULE,
    "questions.search": Need(_READER, "query"),
    "questions.practise": Audience.PROGRAM,
    "questions.search_again": Need(_READER, "answer_id"),
    "questions.query_of": Need(_READER, "answer_id"),
    "questions.documents_changed_since": Need(_READER, "answer_id"),
    "questions.conversations": Audience.OWN_RULE,
    "questions.conversation": Audience.OWN_RULE,
    "questions.conversation_about": Need(_READER, "conversation_id"),
    "questions.turns": Audience.OWN_RULE,
    "questions.running_question": Audience.OWN_RULE,
    "questions.share_conversation": Need(
        _READER, "conversation_id", own=True, noted="shared a conversation"
    ),
    "questions.delete_conversation": Need(_READER, "conversation_id", own=True),
    "questions.answer": Need(_READER, "answer_id"),
    "questions.mark": Need(_READER, "answer_id", own=True),
    "questions.marks": Need(_READER, "answer_id"),
    "questions.latencies": Audience.ADMINISTRATOR,
    "questions.wait_while_reading": Audience.PROGRAM,
    "evidence.highlights": Audience.EVERYBODY,
    "evidence.bundle": Need(_READER, "answer_id"),
    "evidence.passage": Need(_READER, "chunk_id"),
    "evidence.table": Need(_READER, "table_id"),
    "evidence.large_rows": Need(_READER, "table_id"),
    "evidence.quoted_tables": Audience.OWN_RULE,
    "evidence.tables_quoted": Audience.OWN_RULE,
    "evidence.rows_computed_from": Audience.OWN_RULE,
    "evidence.page_image": _DOCUMENT,
    "evidence.draw_ahead": _DOCUMENT,
    "evidence.close_evidence": Audience.PROGRAM,
    "claims.check_claim": _COLLECTION,
    "briefing.related_questions": Need(_READER, "answer_id"),
    "briefing.briefing_of": _COLLECTION,
    "briefing.is_briefing": _COLLECTION,
    "briefing.notice_missing_briefing": _COLLECTION,
    "briefing.suggested_questions": _COLLECTION,
    "briefing.leading_questions": _COLLECTION,
    "communities.notice_ungrouped_documents": Audience.PROGRAM,
    "communities.themes": _COLLECTION,
    "communities.refresh_themes": _COLLECTION,
    "communities.summarise_again": Need(_EDITOR),
    "communities.write_name_reports": Need(_EDITOR),
    "communities.communities_of": _DOCUMENT,
    "communities.check_graphs": Audience.ADMINISTRATOR,
    "communities.check_factors": Audience.ADMINISTRATOR,
    "communities.check_links": Audience.ADMINISTRATOR,
    "communities.repair_graphs": Audience.ADMINISTRATOR,
    "communities.repair_factors": Audience.ADMINISTRATOR,
    "communities.repair_links": Audience.ADMINISTRATOR,
    "graph.answer_graph": Need(_READER, "answer_id"),
    "graph.collection_graph": _COLLECTION,
    "graph.graph_version": _COLLECTION,
    "graph.graph_overview": _COLLECTION,
    "graph.graph_node": _COLLECTION,
    "graph.facts_are_read": _COLLECTION,
    "graph.graph_statistics": _COLLECTION,
    "graph.link_likeness": _COLLECTION,
    "graph.export_graph": _COLLECTION,
    "graph_maps.graph_map": _COLLECTION,
    "graph_maps.graph_vector_kinds": Audience.EVERYBODY,
    "naming.naming_estimate": Need(_EDITOR),
    "naming.name_with_language_model": Need(_EDITOR, noted="let a language model name things"),
    "naming.name_by_rules": Need(_EDITOR),
    "describing.table_description": Need(_READER, "table_id"),
    "describing.describing_state": _COLLECTION,
    "describing.describing_estimate": Need(_EDITOR),
    "describing.describe_tables": Need(_EDITOR, noted="changed who describes tables"),
    "tuning.tuning_state": _COLLECTION,
    "tuning.add_question_set": Need(_EDITOR, noted="added a question set"),
    "tuning.remove_question_set": Need(_EDITOR, noted="removed a question set"),
    "tuning.tune": Need(_EDITOR, noted="tuned a collection"),
    "tuning.learn_graph_vectors": Need(_EDITOR, noted="learned the vectors of a graph"),
    "tuning.forget_graph_vectors": Need(_EDITOR, noted="removed the learned vectors of a graph"),
    "tuning.query_adapter": _COLLECTION,
    "tuning.learn_query_adapter": Need(_EDITOR, noted="learned where questions are searched from"),
    "tuning.use_query_adapter": Need(_EDITOR),
    "tuning.reader_bounds": _COLLECTION,
    "tuning.learn_reader_bounds": Need(_EDITOR, noted="learned the bounds of verdicts"),
    "tuning.use_reader_bounds": Need(_EDITOR, noted="changed the bounds of verdicts"),
    "tuning.fine_tuning": _COLLECTION,
    "tuning.fine_tune_embedder": Need(_EDITOR, noted="fine-tuned an embedder"),
    "tuning.use_fine_tuned": Need(_EDITOR, noted="changed which embedder is used"),
    "tuning.undo_tuning": Need(_EDITOR),
    "tuning.redo_tuning": Need(_EDITOR),
    "tuning.learn_from_set": Need(_EDITOR),
    "question_sets.sets_of": _COLLECTION,
    "question_sets.questions_of_set": _COLLECTION,
    "question_sets.set_file": _COLLECTION,
    "question_sets.unresolved_evidence": _COLLECTION,
    "question_sets.made_questions": _COLLECTION,
    "question_sets.new_set": Need(_EDITOR, noted="made a question set"),
    "question_sets.copy_set": Need(_EDITOR, noted="added a question set"),
    "question_sets.add_set_file": Need(_EDITOR, noted="added a question set"),
    "question_sets.add_made_questions": Need(_EDITOR),
    "question_sets.add_answer_to_set": Need(_EDITOR, "answer_id"),
    "question_sets.put_question": Need(_EDITOR),
    "question_sets.strike_questions": Need(_EDITOR),
    "question_sets.delete_set": Need(_EDITOR, noted="deleted a question set"),
    "question_making.making_estimate": _COLLECTION,
    "question_making.make_questions": Need(_EDITOR),
    "question_making.write_questions": Need(_EDITOR, noted="let a language model write questions"),
    "question_making.making_job": _COLLECTION,
    "question_making.making_report": _COLLECTION,
    "benchmarks.benchmark_names": Audience.EVERYBODY,
    "benchmarks.import_benchmark": Audience.PROGRAM,
    "evaluation.judge_name": Audience.EVERYBODY,
    "evaluation.plan_run": _COLLECTION,
    "evaluation.estimate_run": Need(_READER, "run"),
    "evaluation.start_run": Need(_EDITOR, "run", noted="measured pipelines"),
    "evaluation.ask_failed_again": Need(_EDITOR, "run"),
    "evaluation.run_job": Need(_READER, "run"),
    "evaluation.run_jobs": _COLLECTION,
    "evaluation.delete_run": Need(_EDITOR),
    "evaluation.evaluation_runs": _COLLECTION,
    "evaluation.evaluation_report": _COLLECTION,
    "evaluation.run_against": _COLLECTION,
    "evaluation.why_missed": Need(_READER, "run"),
    "evaluation.why_not_shown": Audience.OWN_RULE,
    "judging.judging_estimate": Need(_READER, "run"),
    "judging.start_judging": Need(_EDITOR, "run", noted="let a language model judge a run"),
    "judging.judging_job": Need(_READER, "run"),
    "causes.find_causes": Need(_EDITOR, "run"),
    "causes.causes_job": Need(_READER, "run"),
    "would_costs.would_cost": Need(_READER, "query"),
    "would_costs.would_cost_of_run": Need(_EDITOR, "run"),
    "across.report_across": Need(_READER, "runs"),
    "sharing.principal": Audience.OWN_RULE,
    "sharing.role_in": Audience.OWN_RULE,
    "sharing.grants": Need(_OWNER),
    "sharing.share": Need(_OWNER, noted="gave a role"),
    "sharing.unshare": Need(_OWNER, noted="took a role away"),
    "sharing.people": Audience.ADMINISTRATOR,
    "sharing.actions": Audience.ADMINISTRATOR,
    "sharing.actions_as_csv": Audience.ADMINISTRATOR,
    "sharing.note": Audience.PROGRAM,
    "sharing.tokens": Audience.OWN_RULE,
    "sharing.add_token": Audience.OWN_RULE,
    "sharing.withdraw_token": Audience.OWN_RULE,
    "sharing.token_of": Audience.PROGRAM,
    "signing_in.sign_in_kind": Audience.EVERYBODY,
    "signing_in.sign_in_with_password": Audience.PROGRAM,
    "signing_in.principal_of_session": Audience.PROGRAM,
    "signing_in.principal_of_claims": Audience.PROGRAM,
    "signing_in.principal_of_token": Audience.PROGRAM,
    "signing_in.end_session": Audience.PROGRAM,
    "signing_in.end_sign_in": Audience.PROGRAM,
    "maintenance.allows_anyone": Audience.EVERYBODY,
    "maintenance.language_model_choices": Audience.EVERYBODY,
    "maintenance.list_models": Audience.ADMINISTRATOR,
    "maintenance.configure_language_model": Audience.ADMINISTRATOR,
    "maintenance.services": Audience.ADMINISTRATOR,
    "maintenance.settings_summary": Audience.ADMINISTRATOR,
    "maintenance.disk": Audience.ADMINISTRATOR,
    "maintenance.versions": Audience.ADMINISTRATOR,
    "maintenance.check": Audience.ADMINISTRATOR,
    "maintenance.repair": Audience.ADMINISTRATOR,
    "maintenance.repair_records": Audience.ADMINISTRATOR,
    "maintenance.repair_index": Audience.ADMINISTRATOR,
    "maintenance.repair_views": Audience.ADMINISTRATOR,
    "maintenance.repair_columns": Audience.ADMINISTRATOR,
    "maintenance.clear_arrivals": Audience.PROGRAM,
    "maintenance.clear_views": Audience.PROGRAM,
    # the workbench itself
    "ensure_worker": Audience.EVERYBODY,
    "rehearse": _COLLECTION,
    "for_": Audience.PROGRAM,
    "status": Audience.ADMINISTRATOR,
    "parts": Audience.PROGRAM,
    "ingestion": Audience.PROGRAM,
    "close": Audience.PROGRAM,
}
"""By service and verb, with a point in between; the workbench's own verbs stand alone."""


class Access:
    """What one person may see and do, looked up anew at each call: a role that was taken away
    counts no longer from the next call on."""

    def __init__(
        self, records: Records, principal: Principal, still: Callable[[], bool] = lambda: True
    ) -> None:
        """
        Args:
            still: whether the person is signed in still.
        """
        self._records = records
        self._still = still
        self.principal = principal

    def role(self, collection_id: str) -> Role | None:
        """The person's role in a collection; None without one, and where there is none."""
        return self.roles().get(collection_id)

    def roles(self) -> dict[str, Role]:
        """By collection; those in which the person has no role are left out.

        Raises:
            SignInError: once the person has signed out.
        """
        if not self._still():
            raise SignInError("You are signed out.", "Sign in again.")
        who = self.principal
        found = (
            {collection.id: Role.OWNER for collection in self._records.collections()}
            if who.administrator
            else self._records.roles_of(who.id, who.groups)
        )
        return {each: min(role, who.most) for each, role in found.items()}

    def visible(self) -> tuple[Collection, ...]:
        """The collections in which the person has a role, by name."""
        roles = self.roles()
        return tuple(
            collection for collection in self._records.collections() if collection.id in roles
        )

    def require(self, collection_id: str, role: Role, kind: str = "collection") -> None:
        """Make sure that the person may do this.

        Args:
            kind: what was asked for; without any role there it does not exist.

        Raises:
            NotFoundError: the same as for a collection that there is not.
            ForbiddenError: if the person's role is too low.
        """
        there = self.role(collection_id)
        if there is None:
            raise missing(kind)
        if there < role:
            raise ForbiddenError(
                f"This needs the role {role.word}; yours in this collection is {there.word}.",
                "Ask an owner of the collection for it.",
            )

    def require_administrator(self) -> None:
        """
        Raises:
            ForbiddenError: for everyone else, and for programs that may not do all that a person
                may.
        """
        if not self.principal.administrator or self.principal.most < Role.OWNER:
            raise ForbiddenError("Only an administrator may do this.", "Ask one of them.")

    def require_all(self, need: Need, wanted: object) -> str:
        """Make sure of a need, whatever argument it is about.

        Args:
            wanted: that argument's value.

        Returns:
            The collection concerned; the first one where there are several.

        Raises:
            NotFoundError: the same whether it is not there or the person may not see it.
            ForbiddenError: if the person's role is too low.
        """
        match need.of:
            case "collection_id":
                collection_id, kind = str(wanted), "collection"
            case "query" | "run":
                collection_id, kind = wanted.collection_id, "collection"  # type: ignore[attr-defined]
            case "runs":
                for each in wanted:  # type: ignore[attr-defined]
                    self.require_all(Need(need.role, "run"), each)
                return wanted[0].collection_id if wanted else ""  # type: ignore[index]
            case "document_id":
                collection_id, kind = self._of_document(str(wanted)), "document"
            case "document_ids":
                found = [
                    self.require_all(Need(need.role, "document_id"), each)
                    for each in wanted  # type: ignore[attr-defined]
                ]
                return found[0] if found else ""
            case "chunk_id":
                collection_id, kind = self._of_chunk(str(wanted)), "passage"
            case "table_id":
                collection_id, kind = self._of_table(str(wanted)), "table"
            case "answer_id":
                conversation = self.conversation_of_answer(str(wanted))
                self._require_conversation(conversation, "answer", own=need.own)
                collection_id, kind = conversation.collection_id, "answer"
            case "conversation_id":
                conversation = self._records.conversation(str(wanted))
                self._require_conversation(conversation, "conversation", own=need.own)
                collection_id, kind = conversation.collection_id, "conversation"
            case _:
                raise ValueError(f"nothing is known of {need.of}")
        self.require(collection_id, need.role, kind)
        return collection_id

    def _of_document(self, document_id: str) -> str:
        return self._records.document(document_id).collection_id

    def _of_chunk(self, chunk_id: str) -> str:
        chunk = self._records.chunks([chunk_id]).get(chunk_id)
        if chunk is None:
            raise missing("passage")
        return self._of_document(chunk.document_id)

    def _of_table(self, table_id: str) -> str:
        return self._of_document(self._records.table(table_id).document_id)

    def conversation_of_answer(self, answer_id: str) -> Conversation:
        """
        Raises:
            NotFoundError: if there is no such answer.
        """
        answer = from_json(Answer, self._records.answer(answer_id))
        try:
            return self._records.conversation(answer.conversation_id)
        except NotFoundError:
            raise missing("answer") from None

    def is_own(self, conversation: Conversation) -> bool:
        """Whether the person began it; those of before anybody signed in are the
        administrators'."""
        if not conversation.owner:
            return self.principal.administrator
        return conversation.owner == self.principal.id

    def may_see(self, conversation: Conversation) -> bool:
        """Whether it is the person's own, or shared with everyone who may read its collection."""
        if self.role(conversation.collection_id) is None:
            return False
        return conversation.shared or self.is_own(conversation)

    def _require_conversation(self, conversation: Conversation, kind: str, *, own: bool) -> None:
        if not self.may_see(conversation):
            raise missing(kind)
        if own and not self.is_own(conversation):
            raise ForbiddenError(
                "Only who began a conversation may do this.",
                "Ask in a conversation of your own.",
            )

    def collection_of_deleted(self, document_id: str) -> str:
        """The collection that a document belongs to or belonged to; empty if nobody knows."""
        try:
            return self._of_document(document_id)
        except NotFoundError:
            known = (
                change.collection_id
                for change in self._records.changes(0)
                if change.document_id == document_id
            )
            return next(known, "")
