"""A collection learns from its own questions: what the page Tune does."""

from __future__ import annotations

from collections.abc import Callable

from backend.bootstrap import Assembly
from backend.briefing.kept_makings import report_of
from backend.errors import QuestionError, ReadingError
from backend.evaluation import kept_sets
from backend.graph.learned_vectors import forget_learned_vectors
from backend.ingestion.queueing import queue, waiting_job
from backend.training import adapter_job, bounds_job, embedder_job, graph_training, tuning_job
from backend.training.bounds_fitting import LEAST_ANSWERS
from backend.training.embedder_training import LEAST, too_few_to_tune
from backend.training.judged_questions import JudgedCounting
from backend.training.known import LEAST_QUESTIONS, too_few
from backend.training.known_questions import known_questions, read_question_set
from backend.types import AdapterState, BoundsState, FineTuningState, Job, TuningState


class TuningService:
    """Question sets, training in the background, its report, and undoing it."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._records = assembly.parts.records
        self._embedders = assembly.parts.embedders
        self._tasks = assembly.tasks
        self._judged = JudgedCounting(self._records)

    def tuning_state(self, collection_id: str) -> TuningState:
        """What a collection could learn from, and what it has learned."""
        return tuning_job.state(self._records, collection_id)

    def add_question_set(self, collection_id: str, name: str, content: bytes) -> int:
        """Learn from a JSON-lines file of questions, in place of any before; returns how many.

        Raises:
            ReadingError: naming the line that is not a question; the set before stays.
        """
        questions = read_question_set(content, name)
        tuning_job.keep_question_set(self._records, collection_id, name, questions)
        return len(questions)

    def learn_from_set(self, collection_id: str, set_id: str) -> int:
        """Learn from a question set of the collection, in place of any before; returns of how many
        questions.

        Raises:
            NotFoundError: if there is no such set.
            ReadingError: if none of its questions has evidence.
        """
        card = kept_sets.question_set(self._records, collection_id, set_id)
        questions = known_questions(kept_sets.questions_of(self._records, collection_id, set_id))
        if not questions:
            raise ReadingError(
                "empty",
                f"{card.name} holds no question with something relevant.",
                "Say on the page Evaluate where the answers stand.",
            )
        tuning_job.keep_question_set(self._records, collection_id, card.name, questions)
        return len(questions)

    def remove_question_set(self, collection_id: str) -> None:
        """Learn from marks alone."""
        tuning_job.keep_question_set(self._records, collection_id, "", ())

    def tune(self, collection_id: str) -> Job:
        """Train a collection's own weights in the background.

        Raises:
            QuestionError: if there are too few questions, or it is being trained already.
        """
        there = len(tuning_job.known(self._records, collection_id).lessons)
        if there < LEAST_QUESTIONS:
            raise too_few(there)
        return self._learning_job(
            collection_id, tuning_job.KIND, "weights", "This collection is being tuned already."
        )

    def learn_graph_vectors(self, collection_id: str, kind: str) -> Job:
        """Learn vectors of a collection's graph in the background, for the pipeline text and graph.

        Args:
            kind: transe, rotate or quate.

        Raises:
            QuestionError: if there is no such kind, or vectors are being learned already.
        """
        _check_kind(kind)
        return self._learning_job(
            collection_id,
            graph_training.KIND,
            f"graph vectors, {kind}",
            "This collection's graph is being learned already.",
            kind,
        )

    def forget_graph_vectors(self, collection_id: str, kind: str) -> None:
        """Take away the learned vectors of a collection's graph; meaning alone decides then.

        Raises:
            QuestionError: if there is no such kind.
        """
        _check_kind(kind)
        forget_learned_vectors(self._records, collection_id, kind)

    def query_adapter(self, collection_id: str) -> AdapterState:
        """What a collection's query adapter could learn from, and what it has learned."""
        return adapter_job.state(self._records, collection_id)

    def learn_query_adapter(self, collection_id: str) -> Job:
        """Learn in the background where this collection's questions are searched from. It is used
        only if it is better on questions about documents that it has not seen.

        Raises:
            QuestionError: if there are too few questions, or it is being learned already.
        """
        there = len(adapter_job.known(self._records, collection_id).lessons)
        if there < LEAST_QUESTIONS:
            raise too_few(there)
        return self._learning_job(
            collection_id,
            adapter_job.KIND,
            "query adapter",
            "This collection's questions are being learned already.",
        )

    def use_query_adapter(self, collection_id: str, *, on: bool) -> None:
        """Move questions by what was learned, or leave them where they are.

        Raises:
            QuestionError: if nothing is there that was better.
        """
        if adapter_job.use(self._records, collection_id, on=on) != on:
            raise QuestionError(
                "There is no query adapter that was better than none.", "Learn one first."
            )

    def fine_tuning(self, collection_id: str, *, wait: bool = False) -> FineTuningState:
        """What a collection's embedder could learn from, about how long that takes on this machine,
        and what it has learned.

        Args:
            wait: until it is measured how long it takes; else that is measured behind this.
        """
        return embedder_job.state(self._records, self._embedders, collection_id, wait=wait)

    def fine_tune_embedder(self, collection_id: str) -> Job:
        """Let a collection's embedder learn from its questions in the background, all of its
        weights. It is used, and passages are embedded by it, only if it is better on questions
        about documents that it has not seen.

        Raises:
            QuestionError: if there are too few questions, or it is being learned already.
        """
        there = len(adapter_job.known(self._records, collection_id).lessons)
        if there < LEAST:
            raise too_few_to_tune(there)
        return self._learning_job(
            collection_id,
            embedder_job.KIND,
            "fine-tuned embedder",
            "This collection's embedder is being fine-tuned already.",
        )

    def use_fine_tuned(self, collection_id: str, *, on: bool) -> None:
        """Embed passages and questions by what was learned, or by the model before; passages follow
        in the background, and questions go on against the vectors that are there.

        Raises:
            QuestionError: if nothing is there that was better.
        """
        if embedder_job.use(self._records, self._embedders, collection_id, on=on) != on:
            raise QuestionError(
                "There is no fine-tuned embedder that was better than the one before.",
                "Fine-tune one first.",
            )
        self._ensure_worker()

    def reader_bounds(self, collection_id: str) -> BoundsState:
        """What a collection's own bounds of the verdicts could be learned from, and what was
        learned."""
        judged = self._judged.of(
            collection_id, lambda name: report_of(self._records, collection_id, name) is not None
        )
        return bounds_job.state(
            self._records,
            collection_id,
            lambda: self._tasks.reader_identity(collection_id),
            judged,
        )

    def learn_reader_bounds(self, collection_id: str) -> Job:
        """Learn in the background from which probabilities on this collection's answers are direct,
        and likely: the questions that people judged are asked again. Each bound is used only if it
        is better than the shipped one on questions that it has not seen.

        Raises:
            QuestionError: if there are too few questions, or they are being learned already.
        """
        there = self.reader_bounds(collection_id)
        if there.questions < there.least:
            raise QuestionError(
                f"There are {there.questions} questions with a judged answer or passage; at least "
                f"{LEAST_ANSWERS} are needed before a bound of a direct answer can be told.",
                "Mark answers and passages with the thumbs, or add a question set with the quotes "
                "that answer.",
            )
        return self._learning_job(
            collection_id,
            bounds_job.KIND,
            "bounds of verdicts",
            "This collection's bounds are being learned already.",
        )

    def use_reader_bounds(self, collection_id: str, *, on: bool) -> None:
        """Keep the verdicts to what was learned, or to the bounds that come with Quire.

        Raises:
            QuestionError: if nothing is there that was better.
        """
        if bounds_job.use(self._records, collection_id, on=on) != on:
            raise QuestionError(
                "There are no bounds that were better than those of Quire.", "Learn them first."
            )

    def undo_tuning(self, collection_id: str) -> None:
        """Rank with the weights that come with Quire again."""
        tuning_job.undo(self._records, collection_id)

    def redo_tuning(self, collection_id: str) -> None:
        """Use again what the last training learned."""
        tuning_job.take_up(self._records, collection_id)

    def _learning_job(
        self, collection_id: str, kind: str, words: str, busy: str, key: str = ""
    ) -> Job:
        """A new job of a kind, of which a collection has one at a time.

        Raises:
            QuestionError: saying `busy`, if one is waiting or running.
        """
        if waiting_job(self._records, collection_id, kind) is not None:
            raise QuestionError(busy, "Wait until it is done.")
        job = queue(self._records, self._records.collection(collection_id), kind, words, key)
        self._ensure_worker()
        return job


def _check_kind(kind: str) -> None:
    if kind not in graph_training.KINDS:
        raise QuestionError(
            f"“{kind}” is not a kind of vectors that can be learned.",
            f"Choose one of: {', '.join(graph_training.KINDS)}.",
        )
