"""Questions, their answers and the conversations that they form."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import copy_context
from dataclasses import replace

from backend import registry
from backend.answer_tasks import LOCAL, NO_LANGUAGE_MODEL
from backend.bootstrap import Assembly
from backend.errors import NotFoundError, QuestionError, ReadOnlyError
from backend.ports import Pipeline, ReadingPatience, Retrieval, StopSignal
from backend.precedence import questions_first_over
from backend.running_question import RunningQuestion, in_turns
from backend.serialisation import from_json, to_json
from backend.services.evidence import understood
from backend.tracing import Attributes, Recording, span, spanned
from backend.turns import Stage, Turns, processors
from backend.types import (
    AUTOMATIC,
    Answer,
    Conversation,
    Event,
    Filters,
    Finished,
    Mark,
    Options,
    PipelineCard,
    Query,
    Turn,
)

PIPELINES = "backend.pipelines"
logger = logging.getLogger(__name__)

HISTORY_TURNS = 3
"""The last turns of a conversation that a question is understood by."""
_MOST_LATENCIES = 30
_WAITING_FOR_A_SERVER = 8
"""Times as many questions at once where a language model does most of the work elsewhere."""


class QuestionService:
    """Everything that happens between a question and its checked answer."""

    def __init__(self, assembly: Assembly) -> None:
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._first = questions_first_over(assembly.parts)
        self._pipelines: registry.Built[Pipeline] = registry.Built(PIPELINES, assembly.parts)
        self._lock = threading.Lock()
        self._latencies: list[tuple[str, float]] = []
        at_once = assembly.parts.settings.questions_at_once or processors()
        self._turns = Turns(at_once)
        self._written_turns = Turns(_WAITING_FOR_A_SERVER * at_once)
        self._running: list[RunningQuestion] = []

    # --- asking ----------------------------------------------------------------------------------

    def pipelines(self) -> tuple[PipelineCard, ...]:
        """The pipelines that can be chosen: the one that chooses among the others, then the
        simplest first, experiments last."""
        cards = [registry.load(PIPELINES, name).CARD for name in registry.names(PIPELINES)]

        def place(card: PipelineCard) -> tuple[bool, bool, bool, str]:
            return card.experiment, card.name != AUTOMATIC, card.name != "naive", card.name

        return tuple(sorted(cards, key=place))

    def options_of(self, pipeline: str, texts: Mapping[str, str]) -> Options:
        """The options of a pipeline that texts by name stand for, checked, for a `Query`.

        Raises:
            QuestionError: if an option is unknown or has a value that it cannot have.
            SettingsError: if there is no such pipeline, naming those that there are.
        """
        return _options_of(pipeline).read(texts)

    def ask(
        self,
        query: Query,
        pipeline: str,
        conversation_id: str = "",
        *,
        kept: bool = True,
        owner: str = "",
        before_keeping: Callable[[], None] = lambda: None,
    ) -> RunningQuestion:
        """Start answering a question and return at once.

        With a conversation's id, its last turns become the question's history, and the answer is
        kept in it. Without `kept` the answer is not stored anywhere.

        Args:
            owner: id of the person who asks, where people sign in.
            before_keeping: called with the answer ready; what it raises takes the answer's place.

        Raises:
            QuestionError: if the question is empty or too long, there is nothing to ask, or the
                options are those of another pipeline.
            SettingsError: if there is no such pipeline, naming those that there are.
        """
        chosen = self._pipelines.named(pipeline)
        query = self._checked(query, pipeline)
        if conversation_id and not query.history:
            query = replace(query, history=self.turns(conversation_id)[-HISTORY_TURNS:])
        asking = RunningQuestion(query, pipeline, conversation_id, owner)
        if not asking.conversation_id:
            asking.conversation_id = asking.id

        def events(asked: Query, stop: StopSignal) -> Iterator[Event]:
            def begin() -> Iterator[Event]:
                try:
                    self._parts.index.catch_up()
                except ReadOnlyError:
                    logger.warning("A question is answered from an index that lags.", exc_info=True)
                return chosen.answer(asked, stop)

            answering = in_turns(asking, self._turns_of(asked), begin, stop)
            about = _workflow(pipeline, asked, asking.conversation_id)
            return spanned(f"invoke_workflow {pipeline}", about, answering, _told)

        def keep(answer: Answer) -> None:
            before_keeping()
            if kept:
                self._keep(answer, owner)

        def run() -> None:
            try:
                with self._first.question():
                    asking.run(events, keep)
            finally:
                with self._lock:
                    self._running.remove(asking)

        with self._lock:
            self._running.append(asking)
        # in the context of whoever asks, whose span that of the question belongs to
        begin_in = copy_context().run
        threading.Thread(target=begin_in, args=(run,), daemon=True).start()
        return asking

    def running_question(self, conversation_id: str) -> RunningQuestion | None:
        """The question of a conversation that is being answered, the latest where there are
        several: whoever comes back to the conversation meanwhile sees it."""
        with self._lock:
            running = [each for each in self._running if each.conversation_id == conversation_id]
        return next((each for each in reversed(running) if not each.done), None)

    def answers_locally(self, query: Query) -> bool:
        """Whether the local reader answers a question; it has all of its text at once."""
        return self._answers_here(query)

    def wait_while_reading(self, seconds: float) -> None:
        """Let each question wait so long, at most, for names, links, dates and pages that are being
        read: for a program that asks one question and ends."""
        self._parts.shared.of(ReadingPatience, ReadingPatience).seconds = seconds

    def practise(self, query: Query, pipeline: str, stop: StopSignal) -> None:
        """Go through a question that nobody waits for, so that models and views are loaded; nothing
        is kept, no language model is asked, and a person's question goes first.

        Raises:
            QuestionError, SettingsError: as `ask`.
        """
        asked = self._checked(query, pipeline)
        chosen = self._pipelines.named(pipeline)
        self._first.let_pass(stop.is_set)
        if self._tasks.language_model() is not None:
            chosen.retrieve(asked)
            return
        for _ in chosen.answer(asked, stop):
            self._first.let_pass(stop.is_set)
            if stop.is_set():
                return

    def search(self, query: Query, pipeline: str) -> Retrieval:
        """The evidence alone.

        Raises:
            QuestionError: as `ask`.
        """
        asked = self._checked(query, pipeline)
        about = _workflow(pipeline, asked)
        with (
            span(f"invoke_workflow {pipeline}", about),
            self._first.question(),
            self._turns_of(asked).turn(Stage.EVIDENCE),
        ):
            return self._pipelines.named(pipeline).retrieve(asked)

    def _turns_of(self, query: Query) -> Turns:
        """The line in which a question waits."""
        return self._turns if self._answers_here(query) else self._written_turns

    def _answers_here(self, query: Query) -> bool:
        model = self._tasks.effective().language_model
        return model == NO_LANGUAGE_MODEL or query.options.answerer == LOCAL

    def documents_changed_since(self, answer_id: str) -> bool:
        """Whether documents of an answer's own collection came or went since it was given.

        Raises:
            NotFoundError: if the answer was deleted.
        """
        answer = self.answer(answer_id)
        return any(
            change.collection_id == answer.collection_id and change.action in {"added", "removed"}
            for change in self._records.changes(answer.index_version)
        )

    def search_again(self, answer_id: str, changes: Mapping[str, str]) -> Retrieval:
        """The evidence of an answered question as it would be under other options.

        Nothing is written and nothing is kept. The library is searched as it is now.

        Args:
            changes: options of the answer's pipeline by name, in place of those it was asked with.

        Raises:
            NotFoundError: if the answer was deleted.
            QuestionError: as `ask`.
        """
        answer = self.answer(answer_id)
        kind = _options_of(answer.pipeline)
        options = kind.read({**kind.possible(answer.settings), **changes})
        query = replace(self.query_of(answer_id), options=options)
        return self.search(query, answer.pipeline)

    def query_of(self, answer_id: str) -> Query:
        """The question of an answer as it was understood and asked, with its documents and options.

        Raises:
            NotFoundError: if the answer was deleted.
        """
        answer = self.answer(answer_id)
        kind = _options_of(answer.pipeline)
        documents = answer.settings.get("documents", "all")
        return Query(
            text=understood(answer),
            collection_id=answer.collection_id,
            top_k=int(answer.settings.get("top_k", len(answer.hits) or 1)),
            filters=Filters(
                document_ids=() if documents == "all" else tuple(documents.split(", "))
            ),
            options=kind.read(kind.possible(answer.settings)),
        )

    def _checked(self, query: Query, pipeline: str) -> Query:
        text = " ".join(query.text.replace("\0", " ").split())
        limit = self._parts.settings.max_question_characters
        if not text:
            raise QuestionError("The question is empty.", "Write what you want to know.")
        if len(text) > limit:
            raise QuestionError(
                f"The question has {len(text):,} characters; the most is {limit:,}.",
                "Ask the question itself and add long texts as documents.",
            )
        options = _options_of(pipeline).taking(query.options)
        if self._records.counts(query.collection_id).documents == 0:
            raise QuestionError(
                "This collection holds no documents that are ready.",
                "Add files on the Library page, or wait until they are read.",
            )
        return replace(query, text=text, top_k=max(1, query.top_k), options=options)

    def _keep(self, answer: Answer, owner: str) -> None:
        self._records.save_answer(
            answer.id,
            answer.conversation_id,
            answer.collection_id,
            answer.question,
            to_json(answer),
            owner,
        )
        self._latencies.insert(0, (answer.pipeline, answer.usage.seconds))
        del self._latencies[_MOST_LATENCIES:]

    def latencies(self) -> tuple[tuple[str, float], ...]:
        """(pipeline, seconds) of the latest answers, newest first."""
        return tuple(self._latencies)

    # --- conversations ---------------------------------------------------------------------------

    def conversations(self, collection_id: str) -> tuple[Conversation, ...]:
        """A collection's conversations, newest first."""
        return self._records.conversations(collection_id)

    def conversation(self, conversation_id: str) -> tuple[Answer, ...]:
        """A conversation's answers, oldest first; empty if it does not exist."""
        try:
            payloads = self._records.answers(conversation_id)
        except NotFoundError:
            return ()
        return tuple(from_json(Answer, payload) for payload in payloads)

    def conversation_about(self, conversation_id: str) -> Conversation:
        """Whose a conversation is, and whether it is shared.

        Raises:
            NotFoundError: if it does not exist.
        """
        return self._records.conversation(conversation_id)

    def share_conversation(self, conversation_id: str, shared: bool) -> None:
        """Let everyone who may read the collection open it by its link, or only its owner."""
        self._records.share_conversation(conversation_id, shared)

    def turns(self, conversation_id: str) -> tuple[Turn, ...]:
        """A conversation as a question that follows it sees it, oldest first."""
        return tuple(map(_turn, self.conversation(conversation_id)))

    def delete_conversation(self, conversation_id: str) -> None:
        """Forget a conversation with its answers."""
        self._records.delete_conversation(conversation_id)

    def answer(self, answer_id: str) -> Answer:
        """A stored answer."""
        return from_json(Answer, self._records.answer(answer_id))

    def mark(self, answer_id: str, value: int, chunk_id: str = "") -> None:
        """Judge an answer, or one passage of it: 1, -1, or 0 to withdraw."""
        answer = self.answer(answer_id)
        self._records.save_mark(
            Mark(
                collection_id=answer.collection_id,
                answer_id=answer_id,
                question=answer.question,
                chunk_id=chunk_id,
                value=value,
                at=answer.at,
            )
        )

    def marks(self, answer_id: str) -> dict[str, int]:
        """Marks of an answer by passage id; the empty id is the whole answer."""
        collection_id = self.answer(answer_id).collection_id
        return {
            mark.chunk_id: mark.value
            for mark in self._records.marks(collection_id)
            if mark.answer_id == answer_id
        }


def _options_of(pipeline: str) -> type[Options]:
    """
    Raises:
        SettingsError: if there is no such pipeline, naming those that there are.
    """
    kind: type[Options] = registry.load(PIPELINES, pipeline).OPTIONS
    return kind


def _workflow(pipeline: str, query: Query, conversation_id: str = "") -> Attributes:
    """A question as a span tells it."""
    return {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": pipeline,
        "gen_ai.data_source.id": query.collection_id,
        "quire.passages": query.top_k,
        **({"gen_ai.conversation.id": conversation_id} if conversation_id else {}),
    }


def _told(recording: Recording, event: Event) -> None:
    """Add the answer's verdict, and what a language model was sent and wrote for it."""
    if isinstance(event, Finished):
        answer = event.answer
        recording.add(
            {
                "gen_ai.usage.input_tokens": answer.usage.input_tokens,
                "gen_ai.usage.output_tokens": answer.usage.output_tokens,
                "quire.answer.id": answer.id,
                "quire.answered_by": answer.answered_by,
                "quire.verdict": answer.verdict.value,
            }
        )


def _turn(answer: Answer) -> Turn:
    """An answer as a question that follows it sees it."""
    cited = Counter(citation.document_id for citation in answer.citations)
    return Turn(
        answer.settings.get("restates", understood(answer)),
        answer.text,
        tuple(each for each, _ in cited.most_common()),
        answer.sentences,
        answer.citations,
        answer.short,
        tuple(choice.question for choice in answer.choices),
    )
