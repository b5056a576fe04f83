"""The composition root: where adapters are chosen and joined. Which task a query gets says
`answer_tasks`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from backend import registry, tracing
from backend.answer_tasks import LOCAL, AnswerTasks
from backend.background_work import background_work
from backend.column_files.duckdb import DuckdbFiles
from backend.embedders import EMBEDDING_RUNTIME
from backend.errors import EmbedderError
from backend.ingestion.column_keeping import column_file_of
from backend.ingestion.files import FileStore
from backend.ingestion.parts import IngestionParts
from backend.ports import (
    Chunker,
    ColumnFile,
    Embedder,
    Extractor,
    Parts,
    Reader,
    Records,
    Summariser,
    Vectors,
)
from backend.question_vectors.kept_adapter import KeptAdapters
from backend.question_vectors.kept_network import (
    is_fine_tuned,
    kept_network,
    learned_identity,
)
from backend.remembered import Remembered
from backend.settings import Settings
from backend.traced_tasks import traced
from backend.types import (
    Collection,
    Document,
)

KEPT_OWN = 2
"""Fine-tuned models that a process keeps loaded; each takes about 100 MB."""

logger = logging.getLogger(__name__)


class LoadedEmbedders:
    """Loads each embedding model once, when it is first needed; `bulk` for many passages."""

    def __init__(self, settings: Settings, records: Records, *, bulk: bool = False) -> None:
        self._settings = settings
        self._records = records
        self._bulk = bulk
        self._adapters = KeptAdapters(records)
        self._loaded: dict[str, Embedder] = {}
        self._own: Remembered[tuple[str, str], Embedder] = Remembered(KEPT_OWN)
        self._lock = threading.Lock()

    def of(self, collection_id: str) -> Embedder:
        """The model of the collection's live vectors (of its settings while it has none).

        Raises:
            EmbedderError: if the model changed since; the collection must be embedded anew.
        """
        return self._of(self._records.collection(collection_id))

    def question(self, collection_id: str, text: str) -> Vectors:
        """Where a question is searched from: moved by the collection's query adapter, if one is on.

        Raises:
            EmbedderError: as `of`.
        """
        collection = self._records.collection(collection_id)
        vectors = self._of(collection).embed([text])
        adapter = self._adapters.of(collection)
        found: Vectors = (vectors if adapter is None else adapter.moved(vectors))[0]
        return found

    def learned_from(self, collection_id: str) -> int:
        """Of how many questions the adapter learned that is on; 0 if none is."""
        adapter = self._adapters.of(self._records.collection(collection_id))
        return adapter.questions if adapter is not None else 0

    def _of(self, collection: Collection) -> Embedder:
        chosen = collection.settings.embedder
        if not collection.embedding:
            return self.named(chosen)
        if is_fine_tuned(collection.embedding):
            return self._fine_tuned(collection, collection.embedding)
        for model in dict.fromkeys((chosen, model_of(collection.embedding))):
            try:
                embedder = self.named(model)
            except EmbedderError:
                continue
            if embedder.identity == collection.embedding:
                return embedder
        raise _gone(collection)

    def wanted(self, collection_id: str) -> Embedder:
        """The model that the collection's settings ask for: its own fine-tuned one where that is on
        and there, else the one that is named.

        Raises:
            EmbedderError: if it cannot be loaded.
        """
        collection = self._records.collection(collection_id)
        own = collection.settings.fine_tuned
        if own and learned_identity(self._records, collection_id) == own:
            try:
                return self._fine_tuned(collection, own)
            except EmbedderError:
                logger.warning("%s is damaged and is not used", own)
        return self.named(collection.settings.embedder)

    def _fine_tuned(self, collection: Collection, identity: str) -> Embedder:
        def load() -> Embedder:
            network = kept_network(self._records, collection.id, identity)
            if network is None:
                raise _gone(collection)
            runtime = registry.load("backend.embedders", EMBEDDING_RUNTIME)
            built: Embedder = runtime.build_network(
                self._settings, network, identity, bulk=self._bulk
            )
            return built

        return self._own.of((collection.id, identity), load)

    def named(self, model: str) -> Embedder:
        """The model of a name or folder; empty means the default of the settings."""
        name = model or self._settings.embedder
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = _embedder(self._settings, name, bulk=self._bulk)
            return self._loaded[name]


def _gone(collection: Collection) -> EmbedderError:
    return EmbedderError(
        f"The passages of “{collection.name}” were embedded with "
        f"{model_of(collection.embedding)}, which is not there any more or has changed.",
        "They are embedded anew in the background; until then search by meaning is off.",
    )


def model_of(identity: str) -> str:
    """The model's name or folder in an embedder's identity."""
    return identity.rsplit("@", 1)[0]


@dataclass(frozen=True, slots=True)
class Assembly:
    """Everything that was put together: for questions, for ingestion, and the tasks in between."""

    parts: Parts
    ingestion: IngestionParts
    tasks: AnswerTasks


def assemble(settings: Settings) -> Assembly:
    """Open the stores of the library and join all parts.

    Raises:
        StorageError: if the library cannot be opened.
        SettingsError: if traces are switched on and cannot be made.
    """
    if settings.traces:
        tracing.switch_on()
    files = FileStore(settings.library / settings.files, settings.max_file_megabytes * 1_000_000)
    column_files = DuckdbFiles()

    def column_file(document: Document) -> ColumnFile:
        return column_file_of(document, files, column_files)

    records = registry.load("backend.records", settings.records).build(settings)
    index = registry.load("backend.indexes", settings.index).build(settings, records)
    embedders = LoadedEmbedders(settings, records)
    tasks = AnswerTasks(settings, records, embedders)
    parts = Parts(
        settings,
        records,
        index,
        embedders,
        tasks.answerer,
        tasks.rewriter,
        tasks.steerer,
        tasks.path_chooser,
        tasks.calculator,
        rater=tasks.rater,
        column_file=column_file,
    )
    measured = replace(parts, answerer=tasks.measured_answerer)
    if tracing.are_on():
        parts, measured = traced(parts), traced(measured)
    preparing = preparing_parts(settings)
    ingestion = IngestionParts(
        settings,
        records,
        index,
        LoadedEmbedders(settings, records, bulk=True),
        files,
        preparing.readers,
        preparing.chunker,
        preparing.extractor,
        registry.load("backend.readers", "pdf").decrypted,
        preparing.summariser,
        column_files,
    )
    work = background_work(parts, measured, ingestion, tasks)
    return Assembly(parts, replace(ingestion, other_work=work), tasks)


def readers(settings: Settings) -> Mapping[str, Reader]:
    """All readers of the registry, by the media types that they read."""
    found: dict[str, Reader] = {}
    for name in registry.names("backend.readers"):
        reader: Reader = registry.load("backend.readers", name).build(settings)
        found.update(dict.fromkeys(reader.media_types, reader))
    return found


@dataclass(frozen=True, slots=True)
class Preparing:
    """The adapters that turn a file into a bundle, without a store (`PreparingParts`)."""

    readers: Mapping[str, Reader]
    chunker: Callable[[str], Chunker]
    extractor: Extractor
    summariser: Summariser


def preparing_parts(settings: Settings) -> Preparing:
    """What documents are prepared with, also by a process that has no library of its own."""
    return Preparing(
        readers(settings),
        chunker,
        registry.load("backend.tasks.extract", LOCAL).build(settings),
        registry.load("backend.tasks.summarise", LOCAL).build(settings),
    )


def bulk_embedder(settings: Settings, model: str) -> Embedder:
    """The embedder of a model, for many passages.

    Raises:
        EmbedderError: if the model is not on this machine and cannot be downloaded.
    """
    return _embedder(settings, model, bulk=True)


def _embedder(settings: Settings, model: str, *, bulk: bool) -> Embedder:
    runtime = registry.load("backend.embedders", EMBEDDING_RUNTIME)
    built: Embedder = runtime.build(settings, model, bulk=bulk)
    return built


def chunker(name: str) -> Chunker:
    """The chunker of a name."""
    built: Chunker = registry.load("backend.chunkers", name).build()
    return built
