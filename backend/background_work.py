"""What the worker does for each kind of job other than reading files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from backend import registry
from backend.answer_tasks import LOCAL, AnswerTasks
from backend.briefing import making, writing_for_sets
from backend.briefing.for_sets import add_to_set, set_questions, texts_of_set
from backend.briefing.kept_makings import keep_report, report_of
from backend.briefing.making_for_sets import make_questions
from backend.briefing.sieve import Sieve
from backend.embedders import EMBEDDING_RUNTIME
from backend.errors import CancelledError, SettingsError
from backend.evaluation import judged_items, judged_runs, missed_causes, run_asking
from backend.evaluation.asker import Asker, alone
from backend.evaluation.run_state import changes, state_of
from backend.ingestion import communities, describing, naming
from backend.ingestion.parts import IngestionParts, JobWork
from backend.ingestion.reading_ahead import ReadingAhead
from backend.ports import (
    Extraction,
    Extractor,
    Index,
    Parts,
    Pipeline,
    Progress,
    ReadingPatience,
    Records,
    Retriever,
    StopSignal,
)
from backend.precedence import questions_first_over
from backend.question_vectors.kept_network import (
    identity_of,
)
from backend.training import adapter_job, bounds_job, embedder_job, graph_training, tuning_job
from backend.training.judged_questions import judged_questions
from backend.types import (
    FIRST_CHOICE,
    TEMPLATES,
    Answer,
    CheckedQuestion,
    Document,
    Draft,
    Finished,
    Hit,
    Job,
    MakingReport,
    Options,
    Query,
    Scored,
)

BY_WORDS, MOST_BY_WORDS = "lexical", 20
"""What a question is searched with to see whether its words give it away, and how deep."""
OPENING_PATIENCE = 60.0
"""Seconds that questions of a job wait, in all, until what was read before is opened."""


def background_work(
    parts: Parts, measured: Parts, ingestion: IngestionParts, tasks: AnswerTasks
) -> Mapping[str, JobWork]:
    """The work of each kind of job.

    Args:
        parts: what questions are answered with.
        measured: the same for the questions of a run.
        ingestion: what files are read and embedded with.
        tasks: those that a language model may do.
    """
    return {
        naming.KIND: _naming(parts.records, parts.index, tasks, ingestion.extractor),
        describing.KIND: _describing(ingestion, tasks),
        **_grouping(ingestion, tasks),
        communities.REPORT: _reporting(parts, tasks),
        tuning_job.KIND: _tuning(parts),
        graph_training.KIND: _learning_graph(parts),
        adapter_job.KIND: _learning_adapter(parts),
        bounds_job.KIND: _learning_bounds(parts, ingestion, tasks),
        embedder_job.KIND: _fine_tuning(parts, ingestion),
        making.KIND: _briefing(parts, ingestion),
        making.MAKE: _making(parts, ingestion),
        writing_for_sets.KIND: _writing(parts, ingestion, tasks),
        run_asking.KIND: _evaluating(measured, ingestion, tasks),
        judged_items.KIND: _judging(parts, tasks),
        missed_causes.KIND: _finding_causes(parts, ingestion),
    }


def _read_before(
    parts: Parts, ingestion: IngestionParts, collection_id: str, told: Callable[[], None]
) -> None:
    """Read all that questions of a collection need, and let them wait until it is opened: nobody
    asks them again, so that the first must find what the others find.

    Args:
        told: called before each step; what it raises ends the reading.
    """
    ReadingAhead(ingestion).finish(collection_id, told)
    parts.shared.of(ReadingPatience, ReadingPatience).seconds = OPENING_PATIENCE


def _grouping(ingestion: IngestionParts, tasks: AnswerTasks) -> Mapping[str, JobWork]:
    """Grouping passages anew, and summarising the groups, as jobs of the queue."""

    def group(job: Job, progress: Progress, stop: StopSignal) -> None:
        communities.build_stale_graphs(ingestion, job.collection_id, progress)

    def summarise(job: Job, progress: Progress, stop: StopSignal) -> None:
        summariser = tasks.summariser()
        communities.summarise_anew(ingestion, summariser, job.collection_id, progress, stop)

    return {communities.GROUP: group, communities.SUMMARISE: summarise}


def _reporting(parts: Parts, tasks: AnswerTasks) -> JobWork:
    """Reports on groups of names by the language model that is on, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        model = tasks.language_model()
        if model is None:
            raise SettingsError("No language model is on.", "Choose one on the Status page first.")
        task = registry.load("backend.tasks.report", "language_model")
        search = registry.load("backend.pipelines", "graph_global")
        writer = task.build(tasks.effective(), model)
        search.write_reports(parts, writer, job.collection_id, progress, stop)

    return work


def _tuning(parts: Parts) -> JobWork:
    """Training a collection's own weights, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        lessons = tuning_job.known(records, collection_id).lessons
        # loaded when it is wanted: fitting brings a large library that no start should wait for
        training = registry.load("backend.training", "tuning")
        learned = training.tune(parts, collection_id, lessons, progress)
        tuning_job.keep_learned(records, collection_id, learned.report, learned.stages)

    return work


def _learning_graph(parts: Parts) -> JobWork:
    """Learning vectors of a collection's graph, as a job of the queue; its key says which."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        graph_training.learn_graph(parts, job.collection_id, job.key, progress)

    return work


def _learning_adapter(parts: Parts) -> JobWork:
    """Learning where a collection's questions are searched from, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        sequence = records.sequence()
        lessons = adapter_job.known(records, collection_id).lessons
        training = registry.load("backend.training", "adapter_training")
        found = training.train_adapter(parts, collection_id, lessons, progress)
        adapter_job.keep_adapted(records, collection_id, found, sequence)

    return work


def _learning_bounds(parts: Parts, ingestion: IngestionParts, tasks: AnswerTasks) -> JobWork:
    """Learning from which probabilities on answers are direct, and likely, as a job of the queue:
    the questions that people judged are asked again, without a language model."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        training = registry.load("backend.training", "bounds_training")
        questions = judged_questions(
            records,
            collection_id,
            lambda name: report_of(records, collection_id, name) is not None,
        ).questions
        start = bounds_job.started(records, collection_id, tasks.reader_identity(collection_id))
        reader = tasks.shipped_reader(collection_id)
        # the bounds may be switched meanwhile, and each answer must be of the same ones
        shipped = replace(parts, answerer=lambda _query: reader)
        asking = _Checking(shipped, ingestion, job, progress, stop)
        bounds, report = training.train_bounds(questions, asking.ask, reader, asking.told)
        now = tasks.reader_identity(collection_id)
        bounds_job.keep_learned(records, collection_id, report, bounds, start, now)

    return work


def _fine_tuning(parts: Parts, ingestion: IngestionParts) -> JobWork:
    """Fine-tuning a collection's embedder, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        sequence = records.sequence()
        lessons = adapter_job.known(records, collection_id).lessons
        name = records.collection(collection_id).settings.embedder
        runtime = registry.load("backend.embedders", EMBEDDING_RUNTIME)
        training = registry.load("backend.training", "embedder_training")
        found = training.train_embedder(
            parts,
            ingestion.embedders.named(name),
            collection_id,
            lessons,
            partial(runtime.fine_tune, parts.settings, name),
            lambda network: runtime.build_network(
                parts.settings, network, identity_of(network), bulk=True
            ),
            progress,
        )
        embedder_job.keep_tuned(records, parts.embedders, collection_id, found, sequence)

    return work


def _briefing(parts: Parts, ingestion: IngestionParts) -> JobWork:
    """What a collection holds, and questions that it answers, as a job of the queue. What a
    person's first question needs is read before, and whoever asks meanwhile goes first."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        collection_id, sequence = job.collection_id, parts.records.sequence()
        asking = _Checking(parts, ingestion, job, progress, stop)
        made = making.make_briefing(parts, collection_id, asking.ask, asking.told, asking.clock)
        making.keep_briefing(parts.records, collection_id, made, sequence)

    return work


def _making(parts: Parts, ingestion: IngestionParts) -> JobWork:
    """Making questions for a question set by templates, as a job of the queue: its key is the set's
    name, its size how many are wanted."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        asking = _Checking(parts, ingestion, job, progress, stop)
        made = make_questions(
            parts, collection_id, asking.ask, asking.told, asking.clock, job.size, asking.by_words
        )
        found = set_questions(records, collection_id, made.questions, made.elsewhere)
        add_to_set(records, collection_id, job.key, found)
        report = MakingReport(
            job.id,
            TEMPLATES,
            "",
            job.size,
            len(made.questions),
            sum(bool(question.also) for question in made.questions),
            refused=made.by_reason,
            ended=True,
        )
        keep_report(records, collection_id, job.key, report)

    return work


def _writing(parts: Parts, ingestion: IngestionParts, tasks: AnswerTasks) -> JobWork:
    """Questions for a question set by the language model that is on, as a job of the queue: its key
    is the set's name, its size how many are wanted."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        records, collection_id = parts.records, job.collection_id
        report, there = report_of(records, collection_id, job.key), tasks.question_writer()
        if report is None or there is None or there[0] != report.identity:
            wanted = report.written_by if report is not None else "none"
            raise SettingsError(
                f"The language model that was to write ({wanted}) is not the one that is on now.",
                "Switch it on again on the Status page, or make the questions anew.",
            )
        if report.ended and report.job_id == job.id:
            return  # its process ended before the queue knew
        asking = _Checking(parts, ingestion, job, progress, stop)
        known = texts_of_set(records, collection_id, job.key)
        writing = writing_for_sets.SetWriting(
            records,
            collection_id,
            job.key,
            there[1],
            Sieve(records, asking.ask, asking.read, asking.by_words, known),
            replace(report, job_id=job.id),
            asking.told,
            stop,
        )
        try:
            made = writing.write()
        except CancelledError:
            # what a person cancels is not begun anew; of other work the next try adds all of it
            if records.job(job.id).cancel_requested:
                _add_made(records, job, writing.kept)
            raise
        _add_made(records, job, writing.kept)
        keep_report(records, collection_id, job.key, replace(made, ended=True))
        if writing.failure is not None and not made.kept:
            raise writing.failure

    return work


def _add_made(records: Records, job: Job, kept: Sequence[CheckedQuestion]) -> None:
    questions = set_questions(records, job.collection_id, kept)
    add_to_set(records, job.collection_id, job.key, questions)


class _Checking:
    """Asks questions that nobody waits for of the best pipeline, without a language model. What a
    person's question needs is read first, and whoever asks meanwhile goes first."""

    def __init__(
        self,
        parts: Parts,
        ingestion: IngestionParts,
        job: Job,
        progress: Progress,
        stop: StopSignal,
    ) -> None:
        _read_before(parts, ingestion, job.collection_id, lambda: progress("preparing", 0, 0))
        self._parts = parts
        self._first = questions_first_over(parts)
        self._pipeline: Pipeline = registry.load("backend.pipelines", FIRST_CHOICE).build(parts)
        self._collection_id, self._progress, self._stop = job.collection_id, progress, stop
        self._words: Retriever = registry.load("backend.retrievers", BY_WORDS).build(parts)
        self._waited = 0.0

    def by_words(self, text: str) -> Sequence[Scored]:
        """Passages for a question by words alone."""
        return self._words.propose(Query(text, self._collection_id), MOST_BY_WORDS)

    def clock(self) -> float:
        """Seconds that count: those in which nobody was let pass."""
        return time.monotonic() - self._waited

    def told(self, stage: str, done: int, total: int) -> None:
        """Report progress, once nobody else asks."""
        self._let_pass()
        self._progress(stage, done, total)

    def ask(self, text: str) -> Answer | None:
        """The answer; None if it was stopped."""
        query = Query(text, self._collection_id, options=Options(answerer=LOCAL))
        for event in self._pipeline.answer(query, self._stop):
            if isinstance(event, Finished):
                return event.answer
            self._let_pass()
        return None

    def read(self, text: str, hits: Sequence[Hit]) -> Draft:
        """What the local reader makes of passages."""
        query = Query(text, self._collection_id, options=Options(answerer=LOCAL))
        pieces = self._parts.answerer(query).answer(text, (), hits, self._stop)
        return next(piece for piece in pieces if isinstance(piece, Draft))

    def _let_pass(self) -> None:
        self._waited += self._first.let_pass(self._stop.is_set)


def _evaluating(parts: Parts, ingestion: IngestionParts, tasks: AnswerTasks) -> JobWork:
    """Asks the questions of a run, as a job of the queue. Runs go one after the other, so that
    their seconds compare."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        collection_id = job.collection_id
        with alone(parts.settings.library, lambda: progress("waiting", 0, 0)):
            _read_before(parts, ingestion, collection_id, lambda: progress("preparing", 0, 0))
            run_asking.work_on_run(
                parts.records,
                collection_id,
                job.key,
                Asker(parts, stop).ask,
                progress,
                lambda run: changes(
                    run.state, state_of(parts.records, collection_id, tasks.answering())
                ),
            )

    return work


def _judging(parts: Parts, tasks: AnswerTasks) -> JobWork:
    """Lets the language model that is on judge what came of a run, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        first = questions_first_over(parts)
        judged_runs.judge_run(
            parts.records,
            job.collection_id,
            job.key,
            tasks.judge(),
            registry.load("backend.tasks.judge", LOCAL).build(parts.settings),
            progress,
            stop,
            lambda: first.let_pass(stop.is_set),
        )

    return work


def _finding_causes(parts: Parts, ingestion: IngestionParts) -> JobWork:
    """Looks into why evidence of a run was missed, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        _read_before(parts, ingestion, job.collection_id, lambda: progress("looking", 0, 0))
        first = questions_first_over(parts)
        missed_causes.work_on_causes(
            parts, job.collection_id, job.key, progress, lambda: first.let_pass(stop.is_set)
        )

    return work


def _describing(ingestion: IngestionParts, tasks: AnswerTasks) -> JobWork:
    """Describing the tables of a whole collection, as a job of the queue."""

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        describing.describe_anew(
            ingestion,
            tasks.describer,
            tasks.template_describer(),
            job.collection_id,
            progress,
            stop,
        )

    return work


def _naming(records: Records, index: Index, tasks: AnswerTasks, rules: Extractor) -> JobWork:
    """Naming things in a whole collection, as a job of the queue."""

    def by_rules(document: Document) -> Extraction:
        return rules.extract(
            document, records.sections(document.id), records.chunks_of(document.id)
        )

    def work(job: Job, progress: Progress, stop: StopSignal) -> None:
        naming.name_anew(records, index, tasks.namer, by_rules, job.collection_id, progress, stop)

    return work
