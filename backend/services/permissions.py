"""Which role each verb of the workbench needs: the one table, and how a person's roles are found.

`guarded` carries it out, and a test fails where a public verb of the workbench is not in it.
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


class Reach(Enum):
    """A verb about nothing in a single collection."""

    EVERYBODY = auto()
    """Tells nothing of what a library holds."""
    ADMINISTRATOR = auto()
    """About the whole library."""
    PROGRAM = auto()
    """The program's own: never a person's."""
    OWN_RULE = auto()
    """Decided by a method of `GuardedWorkbench` itself."""


_READER, _CONTRIBUTOR, _EDITOR, _OWNER = Role
_COLLECTION = Need(_READER)
_DOCUMENT = Need(_READER, "document_id")

VERBS: Mapping[str, Need | Reach] = {
    # collections
    "collections": Reach.OWN_RULE,
    "collection_named": Reach.OWN_RULE,
    "create_collection": Reach.OWN_RULE,
    "load_sample": Reach.OWN_RULE,
    "counts": _COLLECTION,
    "rename_collection": Need(_OWNER, noted="renamed a collection"),
    "change_collection_settings": Need(_EDITOR, noted="changed settings"),
    "delete_collection": Need(_OWNER, noted="deleted a collection"),
    "chunkers": Reach.EVERYBODY,
    "glossaries": Reach.EVERYBODY,
    # documents
    "documents": _COLLECTION,
    "documents_called": _COLLECTION,
    "document": _DOCUMENT,
    "document_chunks": _DOCUMENT,
    "document_definitions": _DOCUMENT,
    "document_subjects": _DOCUMENT,
    "document_text": _DOCUMENT,
    "lines": _DOCUMENT,
    "source_file": Need(_READER, "document_id", noted="downloaded a file"),
    "encoding_sample": _DOCUMENT,
    "encodings": Reach.EVERYBODY,
    "largest_file": Reach.EVERYBODY,
    "inspect_upload": Need(_CONTRIBUTOR),
    "add_file": Reach.OWN_RULE,
    "begin_upload": Reach.OWN_RULE,
    "upload": Reach.OWN_RULE,
    "add_to_upload": Reach.OWN_RULE,
    "drop_upload": Reach.OWN_RULE,
    "drop_old_uploads": Reach.PROGRAM,
    "drop_uploads_of": Reach.PROGRAM,
    "delete_documents": Need(_EDITOR, "document_ids", noted="deleted documents"),
    "read_again": Need(_EDITOR, "document_ids"),
    "read_by_earlier": _COLLECTION,
    "read_earlier_again": Need(_EDITOR),
    "import_corpus": Reach.PROGRAM,
    "answers_holding": Reach.OWN_RULE,
    "redact_answers": Reach.OWN_RULE,
    # the queue
    "jobs": Reach.OWN_RULE,
    "job": Reach.OWN_RULE,
    "work_on": _COLLECTION,
    "cancel_job": Reach.OWN_RULE,
    "retry_job": Reach.OWN_RULE,
    "dismiss_job": Reach.OWN_RULE,
    "ensure_worker": Reach.EVERYBODY,
    "has_work": Reach.PROGRAM,
    "work_until_idle": Reach.PROGRAM,
    "work_until_stopped": Reach.PROGRAM,
    "worker_threads": Reach.PROGRAM,
    "read_ahead": Reach.PROGRAM,
    "rehearse": _COLLECTION,
    "notice_changed_embedders": Reach.PROGRAM,
    "notice_ungrouped_documents": Reach.PROGRAM,
    # questions
    "pipelines": Reach.EVERYBODY,
    "options_of": Reach.EVERYBODY,
    "highlights": Reach.EVERYBODY,
    "answers_locally": Reach.EVERYBODY,
    "ask": Reach.OWN_RULE,
    "search": Need(_READER, "query"),
    "practise": Reach.PROGRAM,
    "search_again": Need(_READER, "answer_id"),
    "query_of": Need(_READER, "answer_id"),
    "documents_changed_since": Need(_READER, "answer_id"),
    "check_claim": _COLLECTION,
    # conversations
    "conversations": Reach.OWN_RULE,
    "conversation": Reach.OWN_RULE,
    "conversation_about": Need(_READER, "conversation_id"),
    "turns": Reach.OWN_RULE,
    "running_question": Reach.OWN_RULE,
    "share_conversation": Need(_READER, "conversation_id", own=True, noted="shared a conversation"),
    "delete_conversation": Need(_READER, "conversation_id", own=True),
    "answer": Need(_READER, "answer_id"),
    "mark": Need(_READER, "answer_id", own=True),
    "marks": Need(_READER, "answer_id"),
    "bundle": Need(_READER, "answer_id"),
    "answer_graph": Need(_READER, "answer_id"),
    "related_questions": Need(_READER, "answer_id"),
    "latencies": Reach.ADMINISTRATOR,
    # evidence
    "passage": Need(_READER, "chunk_id"),
    "table": Need(_READER, "table_id"),
    "large_rows": Need(_READER, "table_id"),
    "table_description": Need(_READER, "table_id"),
    "quoted_tables": Reach.OWN_RULE,
    "tables_quoted": Reach.OWN_RULE,
    "rows_computed_from": Reach.OWN_RULE,
    "page_image": _DOCUMENT,
    "draw_ahead": _DOCUMENT,
    # what a collection holds
    "briefing": _COLLECTION,
    "is_briefing": _COLLECTION,
    "notice_missing_briefing": _COLLECTION,
    "suggested_questions": _COLLECTION,
    "leading_questions": _COLLECTION,
    "themes": _COLLECTION,
    "refresh_themes": _COLLECTION,
    "summarise_again": Need(_EDITOR),
    "write_name_reports": Need(_EDITOR),
    "communities": _DOCUMENT,
    "collection_graph": _COLLECTION,
    "graph_version": _COLLECTION,
    "graph_overview": _COLLECTION,
    "graph_node": _COLLECTION,
    "facts_are_read": _COLLECTION,
    "graph_statistics": _COLLECTION,
    "link_likeness": _COLLECTION,
    "export_graph": _COLLECTION,
    # learning and naming
    "tuning": _COLLECTION,
    "add_question_set": Need(_EDITOR, noted="added a question set"),
    "remove_question_set": Need(_EDITOR, noted="removed a question set"),
    "tune": Need(_EDITOR, noted="tuned a collection"),
    "graph_map": _COLLECTION,
    "graph_vector_kinds": Reach.EVERYBODY,
    "learn_graph_vectors": Need(_EDITOR, noted="learned the vectors of a graph"),
    "forget_graph_vectors": Need(_EDITOR, noted="removed the learned vectors of a graph"),
    "query_adapter": _COLLECTION,
    "learn_query_adapter": Need(_EDITOR, noted="learned where questions are searched from"),
    "use_query_adapter": Need(_EDITOR),
    "fine_tuning": _COLLECTION,
    "fine_tune_embedder": Need(_EDITOR, noted="fine-tuned an embedder"),
    "use_fine_tuned": Need(_EDITOR, noted="changed which embedder is used"),
    "undo_tuning": Need(_EDITOR),
    "redo_tuning": Need(_EDITOR),
    "naming_estimate": Need(_EDITOR),
    "name_with_language_model": Need(_EDITOR, noted="let a language model name things"),
    "name_by_rules": Need(_EDITOR),
    "describing": _COLLECTION,
    "describing_estimate": Need(_EDITOR),
    "describe_tables": Need(_EDITOR, noted="changed who describes tables"),
    # measuring
    "question_sets": _COLLECTION,
    "questions_of_set": _COLLECTION,
    "set_file": _COLLECTION,
    "unresolved_evidence": _COLLECTION,
    "made_questions": _COLLECTION,
    "new_set": Need(_EDITOR, noted="made a question set"),
    "copy_set": Need(_EDITOR, noted="added a question set"),
    "add_set_file": Need(_EDITOR, noted="added a question set"),
    "add_made_questions": Need(_EDITOR),
    "add_answer_to_set": Need(_EDITOR, "answer_id"),
    "making_estimate": _COLLECTION,
    "make_questions": Need(_EDITOR),
    "write_questions": Need(_EDITOR, noted="let a language model write questions"),
    "making_job": _COLLECTION,
    "making_report": _COLLECTION,
    "put_question": Need(_EDITOR),
    "strike_questions": Need(_EDITOR),
    "delete_set": Need(_EDITOR, noted="deleted a question set"),
    "learn_from_set": Need(_EDITOR),
    "benchmarks": Reach.EVERYBODY,
    "import_benchmark": Reach.PROGRAM,
    "judge_name": Reach.EVERYBODY,
    "find_causes": Need(_EDITOR, "run"),
    "causes_job": Need(_READER, "run"),
    "would_cost": Need(_READER, "query"),
    "would_cost_of_run": Need(_EDITOR, "run"),
    "judging_estimate": Need(_READER, "run"),
    "start_judging": Need(_EDITOR, "run", noted="let a language model judge a run"),
    "judging_job": Need(_READER, "run"),
    "plan_run": _COLLECTION,
    "estimate_run": Need(_READER, "run"),
    "start_run": Need(_EDITOR, "run", noted="measured pipelines"),
    "ask_failed_again": Need(_EDITOR, "run"),
    "run_job": Need(_READER, "run"),
    "run_jobs": _COLLECTION,
    "delete_run": Need(_EDITOR),
    "evaluation_runs": _COLLECTION,
    "evaluation_report": _COLLECTION,
    "run_against": _COLLECTION,
    "report_across": Need(_READER, "runs"),
    "why_missed": Need(_READER, "run"),
    "why_not_shown": Reach.OWN_RULE,
    # sharing
    "principal": Reach.OWN_RULE,
    "role_in": Reach.OWN_RULE,
    "grants": Need(_OWNER),
    "share": Need(_OWNER, noted="gave a role"),
    "unshare": Need(_OWNER, noted="took a role away"),
    "people": Reach.ADMINISTRATOR,
    "actions": Reach.ADMINISTRATOR,
    "actions_as_csv": Reach.ADMINISTRATOR,
    "note": Reach.PROGRAM,
    "tokens": Reach.OWN_RULE,
    "add_token": Reach.OWN_RULE,
    "withdraw_token": Reach.OWN_RULE,
    "for_": Reach.PROGRAM,
    # signing in
    "sign_in_kind": Reach.EVERYBODY,
    "sign_in_with_password": Reach.PROGRAM,
    "principal_of_session": Reach.PROGRAM,
    "principal_of_claims": Reach.PROGRAM,
    "principal_of_token": Reach.PROGRAM,
    "end_session": Reach.PROGRAM,
    "end_sign_in": Reach.PROGRAM,
    "token_of": Reach.PROGRAM,
    # the workbench itself
    "allows_anyone": Reach.EVERYBODY,
    "language_model_choices": Reach.EVERYBODY,
    "list_models": Reach.ADMINISTRATOR,
    "configure_language_model": Reach.ADMINISTRATOR,
    "services": Reach.ADMINISTRATOR,
    "status": Reach.ADMINISTRATOR,
    "settings_summary": Reach.ADMINISTRATOR,
    "disk": Reach.ADMINISTRATOR,
    "versions": Reach.ADMINISTRATOR,
    "check": Reach.ADMINISTRATOR,
    "check_graphs": Reach.ADMINISTRATOR,
    "check_factors": Reach.ADMINISTRATOR,
    "check_links": Reach.ADMINISTRATOR,
    "repair": Reach.ADMINISTRATOR,
    "repair_records": Reach.ADMINISTRATOR,
    "repair_graphs": Reach.ADMINISTRATOR,
    "repair_index": Reach.ADMINISTRATOR,
    "repair_factors": Reach.ADMINISTRATOR,
    "repair_links": Reach.ADMINISTRATOR,
    "repair_views": Reach.ADMINISTRATOR,
    "repair_columns": Reach.ADMINISTRATOR,
    "clear_arrivals": Reach.PROGRAM,
    "clear_views": Reach.PROGRAM,
    "wait_while_reading": Reach.PROGRAM,
    "parts": Reach.PROGRAM,
    "ingestion": Reach.PROGRAM,
    "close": Reach.PROGRAM,
    "close_evidence": Reach.PROGRAM,
}


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
            {each.id: Role.OWNER for each in self._records.collections()}
            if who.administrator
            else self._records.roles_of(who.id, who.groups)
        )
        return {each: min(role, who.most) for each, role in found.items()}

    def visible(self) -> tuple[Collection, ...]:
        """The collections in which the person has a role, by name."""
        roles = self.roles()
        return tuple(each for each in self._records.collections() if each.id in roles)

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
                each.collection_id
                for each in self._records.changes(0)
                if each.document_id == document_id
            )
            return next(known, "")
