"""Which task answers a query, rewrites it, leads it …: by the language model that is on, or by the
local method in its place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from backend import registry, tracing
from backend.ports import (
    Answerer,
    Calculator,
    Embedder,
    Embedders,
    LanguageModel,
    PathChooser,
    Rater,
    Records,
    ReplyStore,
    Rewriter,
    Steerer,
    StopSignal,
    Summariser,
    TableDescriber,
)
from backend.settings import Secret, Settings
from backend.tasks.describe_table.language_model import WrittenDescriptions
from backend.tasks.extract.language_model import WrittenExtractor
from backend.tasks.judge.language_model import WrittenJudge, judge_identity
from backend.tasks.question.language_model import QuestionWriter, writer_identity
from backend.traced_tasks import TracedLanguageModel
from backend.types import LOCAL_READER, Query, ReaderBounds, Usage

if TYPE_CHECKING:
    from backend.tasks.answer.local import LocalReader

NO_LANGUAGE_MODEL = "none"
LOCAL = "local"
GROQ = "groq"
PROVIDERS = {"openai_compatible": "openai"}
"""Providers as the conventions for traces name them, by the adapters' names, where they differ."""


class AnswerTasks:
    """Gives each query the answer task that it asks for, and builds language models once."""

    def __init__(self, settings: Settings, records: Records, embedders: Embedders) -> None:
        self._settings = settings
        self._records = records
        self._embedders = embedders
        self._models: dict[tuple[str, str, str], LanguageModel] = {}
        self._readers: dict[str, LocalReader] = {}
        self._lock = threading.Lock()

    def effective(self) -> Settings:
        """The settings with what was chosen on screen."""
        chosen = {
            name: value
            for name in ("language_model", "language_model_name", "language_model_url")
            if (value := self._records.preference(name)) is not None
        }
        return replace(self._settings, **chosen)  # type: ignore[arg-type]

    def language_model(self) -> LanguageModel | None:
        """The language model that is switched on, if any."""
        settings = self.effective()
        if settings.language_model == NO_LANGUAGE_MODEL:
            return None
        return self.language_model_at(
            settings.language_model, settings.language_model_name, settings.language_model_url
        )

    def language_model_at(self, provider: str, name: str, url: str) -> LanguageModel:
        """The language model of a provider, name and URL, with the key of the settings."""
        key = (provider, name, url)
        with self._lock:
            if key not in self._models:
                adapter = registry.load("backend.language_models", provider)
                model: LanguageModel = adapter.build(
                    replace(
                        self._settings,
                        language_model=provider,
                        language_model_name=name,
                        language_model_url=url,
                        language_model_key=self._key(provider, url),
                    )
                )
                self._models[key] = (
                    TracedLanguageModel(model, PROVIDERS.get(provider, provider))
                    if tracing.are_on()
                    else model
                )
            return self._models[key]

    def _key(self, provider: str, url: str) -> Secret:
        """The key for a server; a key is never sent to another server than the one it is for."""
        if provider == GROQ and not url and self._settings.groq_key:
            return self._settings.groq_key
        configured = (self._settings.language_model, self._settings.language_model_url)
        return self._settings.language_model_key if (provider, url) == configured else Secret()

    def _chosen_by(self, query: Query) -> LanguageModel | None:
        """The language model that is on, unless the query's option `answerer` is `local`."""
        return None if query.options.answerer == LOCAL else self.language_model()

    def answering(self) -> str:
        """Who writes answers now: `local reader`, or provider and name of the language model."""
        settings = self.effective()
        if settings.language_model == NO_LANGUAGE_MODEL:
            return LOCAL_READER
        return f"{settings.language_model} {settings.language_model_name}".strip()

    def answerer(self, query: Query) -> Answerer:
        """The local reader if the query's option `answerer` is `local` or no model is on: one for
        each embedder, so that sentences which questions meet again are embedded once."""
        model = self._chosen_by(query)
        if model is None:
            embedder = self._embedders.of(query.collection_id)
            return self._bounded(self._reader(embedder), embedder, query.collection_id)
        return self._written(model)

    def measured_answerer(self, query: Query) -> Answerer:
        """As `answerer`, but a local reader that remembers nothing: else a pipeline that is asked
        after another one would be measured as faster."""
        model = self._chosen_by(query)
        if model is None:
            embedder = self._embedders.of(query.collection_id)
            return self._bounded(self._new_reader(embedder), embedder, query.collection_id)
        return self._written(model)

    def shipped_reader(self, collection_id: str) -> LocalReader:
        """The local reader with the bounds that come with Quire, whatever the collection learned.

        Raises:
            EmbedderError: if its model cannot be loaded.
        """
        return self._reader(self._embedders.of(collection_id))

    def reader_identity(self, collection_id: str) -> str:
        """Which reader that is: bounds hold for one alone.

        Raises:
            EmbedderError: if its model cannot be loaded.
        """
        kept = registry.load("backend.tasks.answer.extractive", "kept_bounds")
        found: str = kept.reader_identity(self._embedders.of(collection_id))
        return found

    def _bounded(self, reader: LocalReader, embedder: Embedder, collection_id: str) -> Answerer:
        kept = registry.load("backend.tasks.answer.extractive", "kept_bounds")
        bounds: ReaderBounds | None = kept.own_bounds(
            self._records, self._records.collection(collection_id), embedder
        )
        return reader if bounds is None else reader.with_bounds(bounds)

    def _reader(self, embedder: Embedder) -> LocalReader:
        with self._lock:
            if embedder.identity not in self._readers:
                self._readers[embedder.identity] = self._new_reader(embedder)
            return self._readers[embedder.identity]

    def _new_reader(self, embedder: Embedder) -> LocalReader:
        reader: LocalReader = registry.load("backend.tasks.answer", LOCAL).build(
            self._settings, embedder
        )
        return reader

    def _written(self, model: LanguageModel) -> Answerer:
        task = registry.load("backend.tasks.answer", "language_model")
        written: Answerer = task.build(self.effective(), model)
        return written

    def rewriter(self, query: Query) -> Rewriter:
        """The task that makes follow-up questions stand alone, chosen as the answer task is."""
        model = self._chosen_by(query)
        if model is None:
            local: Rewriter = registry.load("backend.tasks.rewrite", LOCAL).build(self._settings)
            return local
        task = registry.load("backend.tasks.rewrite", "language_model")
        written: Rewriter = task.build(self.effective(), model)
        return written

    def summariser(self) -> Summariser:
        """The task that says what groups of passages are about: by the language model if one is
        on."""
        local: Summariser = registry.load("backend.tasks.summarise", LOCAL).build(self._settings)
        model = self.language_model()
        if model is None:
            return local
        task = registry.load("backend.tasks.summarise", "language_model")
        written: Summariser = task.build(self.effective(), model, local)
        return written

    def steerer(self, query: Query) -> Steerer:
        """The task that leads a chain of thought, chosen as the answer task is."""
        model = self._chosen_by(query)
        local: Steerer = registry.load("backend.tasks.steer", LOCAL).build(self._settings)
        if model is None:
            return local
        task = registry.load("backend.tasks.steer", "language_model")
        led: Steerer = task.build(self.effective(), model, local)
        return led

    def namer(self, kept: ReplyStore, stop: StopSignal) -> WrittenExtractor | None:
        """The extraction task over the language model that is on; None if none is."""
        model = self.language_model()
        if model is None:
            return None
        local = registry.load("backend.tasks.extract", LOCAL).build(self._settings)
        task = registry.load("backend.tasks.extract", "language_model")
        built: WrittenExtractor = task.build(self.effective(), model, local, kept, stop)
        return built

    def template_describer(self) -> TableDescriber:
        """The task that describes tables by a template."""
        local: TableDescriber = registry.load("backend.tasks.describe_table", LOCAL).build(
            self._settings
        )
        return local

    def describer(
        self, kept: ReplyStore, paid: Callable[[Usage], None]
    ) -> WrittenDescriptions | None:
        """The task that describes tables over the language model that is on; None if none is.

        Args:
            paid: told what each request took.
        """
        model = self.language_model()
        if model is None:
            return None
        task = registry.load("backend.tasks.describe_table", "language_model")
        built: WrittenDescriptions = task.build(
            self.effective(), model, self.template_describer(), kept, paid
        )
        return built

    def judge(self) -> tuple[str, WrittenJudge] | None:
        """The language model that is on as a judge, with what tells its judgements apart from
        those of others; None if none is on."""
        model = self.language_model()
        if model is None:
            return None
        task = registry.load("backend.tasks.judge", "language_model")
        built: WrittenJudge = task.build(self.effective(), model)
        return judge_identity(self._server()), built

    def question_writer(self) -> tuple[str, QuestionWriter] | None:
        """The language model that is on as a writer of questions, with what tells its questions
        apart from those of others; None if none is on."""
        model = self.language_model()
        if model is None:
            return None
        task = registry.load("backend.tasks.question", "language_model")
        built: QuestionWriter = task.build(self.effective(), model)
        return writer_identity(self._server()), built

    def _server(self) -> str:
        """Who writes answers now, and where."""
        return f"{self.answering()} {self.effective().language_model_url}".strip()

    def calculator(self, query: Query) -> Calculator | None:
        """The task that lets a language model write a query over tables, where one is on for this
        question; None where the rules alone compute."""
        model = self._chosen_by(query)
        if model is None:
            return None
        task = registry.load("backend.tasks.calculate", "language_model")
        written: Calculator = task.build(self.effective(), model)
        return written

    def path_chooser(self, query: Query) -> PathChooser:
        """The task that chooses sections by their headings, chosen as the answer task is."""
        task = registry.load("backend.tasks.choose_path", LOCAL)
        local: PathChooser = task.build(self._settings, self._embedders.of(query.collection_id))
        model = self._chosen_by(query)
        if model is None:
            return local
        task = registry.load("backend.tasks.choose_path", "language_model")
        written: PathChooser = task.build(self.effective(), model, local)
        return written

    def rater(self, query: Query) -> Rater | None:
        """The task that lets a language model say how much statements help, where one is on for
        this question; None where nearness decides."""
        model = self._chosen_by(query)
        if model is None:
            return None
        built: Rater = registry.load("backend.tasks.rate", "language_model").build(
            self.effective(), model
        )
        return built
