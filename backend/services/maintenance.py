"""Health, settings on screen, check and repair: what the Status page does."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from backend import registry
from backend.answer_tasks import NO_LANGUAGE_MODEL
from backend.bootstrap import Assembly
from backend.cluster.opening import scheduler_status
from backend.errors import SettingsError, StorageError, WorkbenchError
from backend.ingestion.column_keeping import has_columns, keep_columns
from backend.ingestion.failures import INTERRUPTED
from backend.left_views import kept_or_left
from backend.ports import LanguageModel, OnServer
from backend.services.communities import CommunityService
from backend.services.number_words import counted
from backend.services.recovery import queue_lost
from backend.settings import Settings
from backend.types import RECORD_MEDIA_TYPE, Document, JobState, Problem, ServiceStatus

LANGUAGE_MODELS = "backend.language_models"
_PACKAGES = ("streamlit", "tantivy", "usearch", "onnxruntime", "pypdfium2", "pypdf", "numpy")


class MaintenanceService:
    """Everything about the state of the workbench itself."""

    def __init__(
        self,
        assembly: Assembly,
        ensure_worker: Callable[[], None],
        communities: CommunityService,
    ) -> None:
        self._ensure_worker = ensure_worker
        self._communities = communities
        self._assembly = assembly
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._views = kept_or_left(assembly.parts)

    # --- language models -------------------------------------------------------------------------

    def language_model_choices(self) -> tuple[str, ...]:
        """What can answer: `none` is the local reader."""
        return (NO_LANGUAGE_MODEL, *registry.names(LANGUAGE_MODELS))

    def list_models(self, provider: str, url: str) -> tuple[str, ...]:
        """The models that a server offers; empty if it cannot list them.

        Raises:
            LanguageModelError: if the server cannot be asked.
        """
        if provider == NO_LANGUAGE_MODEL:
            return ()
        return self._tasks.language_model_at(provider, "", url).models()

    def configure_language_model(self, provider: str, name: str, url: str) -> None:
        """Choose who answers, until it is changed again. Keys come from the settings alone.

        Raises:
            SettingsError: if there is no such provider.
        """
        if provider not in self.language_model_choices():
            raise SettingsError(
                f"“{provider}” is not a kind of language model.",
                f"Choose one of: {', '.join(self.language_model_choices())}.",
            )
        self._records.set_preference("language_model", provider)
        self._records.set_preference("language_model_name", name.strip())
        self._records.set_preference("language_model_url", url.strip())

    def allows_anyone(self) -> int:
        """The setting `allow_anyone`: whether other machines may be answered without sign-in."""
        return self._parts.settings.allow_anyone

    # --- health ----------------------------------------------------------------------------------

    def services(self) -> tuple[ServiceStatus, ...]:
        """Health of the records, the index, the embedder and the language model; and of the Dask
        scheduler where one is set."""
        settings = self._parts.settings
        return (
            self._records_status(),
            self._index_status(),
            self._embedder_status(),
            self._language_model_status(),
            *((scheduler_status(settings),) if settings.dask_scheduler else ()),
        )

    def _records_status(self) -> ServiceStatus:
        try:
            if isinstance(self._records, OnServer):
                return self._records.status()
            return self._embedded_records_status()
        except WorkbenchError as error:
            return ServiceStatus("Records", "failed", error.what, {}, error.remedy)

    def _embedded_records_status(self) -> ServiceStatus:
        collections = self._records.collections()
        counts = [self._records.counts(collection.id) for collection in collections]
        return ServiceStatus(
            "Records",
            "ok",
            f"{counted(sum(count.documents for count in counts), 'document')} in "
            f"{counted(len(collections), 'collection')}",
            {"engine": self._records.version(), "folder": str(self._parts.settings.library)},
        )

    def _index_status(self) -> ServiceStatus:
        try:
            if isinstance(self._parts.index, OnServer):
                return self._parts.index.status()
            return self._embedded_index_status()
        except WorkbenchError as error:
            return ServiceStatus("Search index", "failed", error.what, {}, error.remedy)

    def _embedded_index_status(self) -> ServiceStatus:
        behind = self._records.sequence() - self._parts.index.sequence()
        if behind > 0:
            return ServiceStatus(
                "Search index",
                "warning",
                f"{counted(behind, 'change')} behind the records",
                {"engine": self._parts.index.version()},
                "It catches up with the next question; “Repair” does it now.",
            )
        return ServiceStatus(
            "Search index", "ok", "Up to date", {"engine": self._parts.index.version()}
        )

    def _embedder_status(self) -> ServiceStatus:
        try:
            embedder = self._parts.embedders.named("")
            for collection in self._records.collections():
                self._parts.embedders.of(collection.id)
        except WorkbenchError as error:
            return ServiceStatus("Embedder", "failed", error.what, {}, error.remedy)
        return ServiceStatus(
            "Embedder",
            "ok",
            "Ready",
            {
                "model": embedder.identity,
                "dimensions": str(embedder.dimension),
                "longest passage": f"{embedder.max_tokens} tokens",
            },
        )

    def _language_model_status(self) -> ServiceStatus:
        settings = self._tasks.effective()
        if settings.language_model == NO_LANGUAGE_MODEL:
            return ServiceStatus(
                "Language model",
                "off",
                "Off: the local reader answers",
                {},
                "Choose one below if you want written answers.",
            )
        key = "set" if settings.language_model_key else "not set"
        detail = {"provider": settings.language_model, "key": key}
        try:
            model: LanguageModel | None = self._tasks.language_model()
            offered = model.models() if model else ()
        except WorkbenchError as error:
            return ServiceStatus("Language model", "failed", error.what, detail, error.remedy)
        name = model.name if model else ""
        if offered and settings.language_model_name and settings.language_model_name not in offered:
            return ServiceStatus(
                "Language model",
                "warning",
                f"The server does not list the model “{settings.language_model_name}”",
                detail,
                "Choose one of the models that it lists.",
            )
        return ServiceStatus("Language model", "ok", f"{name} answers", detail)

    def disk(self) -> dict[str, int]:
        """Bytes of each part of the library."""
        library = self._parts.settings.library
        return {
            "Files": self._assembly.ingestion.files.size_bytes(),
            "Records": sum(
                path.stat().st_size for path in library.glob("records.*") if path.is_file()
            ),
            "Search index": self._parts.index.size_bytes(),
            "Views": self._views.size_bytes(),
            "Embedding models": _folder_bytes(self._parts.settings.cache),
        }

    def versions(self) -> dict[str, str]:
        """Versions of Quire, Python and the packages that decide results."""
        found = {
            "Python": platform.python_version(),
            "SQLite": sqlite3.sqlite_version,
            "System": f"{platform.system()} {platform.machine()} ({sys.platform})",
        }
        for package in _PACKAGES:
            try:
                found[package] = version(package)
            except PackageNotFoundError:
                continue
        return found

    def settings_summary(self) -> dict[str, str]:
        """The settings in use by name, without secrets."""
        settings = self._tasks.effective()
        return {name: str(getattr(settings, name)) for name in Settings.__dataclass_fields__}

    def check(self) -> tuple[Problem, ...]:
        """Compare records, index, files, groups and links; empty means that all is well."""
        return all_told(
            self._records.check,
            self._parts.index.check,
            self._missing_files,
            self._unknown_files,
            self._columns,
            self._interrupted_files,
            self._views.problems,
            self._communities.check_graphs,
            self._communities.check_factors,
            self._communities.check_links,
        )

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended."""
        # Groups before the index that is derived from them; views, which may hold words of what
        # was just taken out, before all that takes long.
        mended = (
            *self.repair_records(),
            *self.repair_views(),
            *self._communities.repair_graphs(),
            *self._communities.repair_factors(),
            *self.repair_index(),
            *self._communities.repair_links(),
            *self.repair_columns(),
        )
        self._communities.notice_ungrouped_documents()
        self._ensure_worker()
        return mended

    def repair_records(self) -> tuple[Problem, ...]:
        """Mend the records; returns what was mended."""
        return self._records.repair()

    def repair_index(self) -> tuple[Problem, ...]:
        """Mend the index, which follows the records, read files again whose documents the records
        have lost, and set aside files that no record knows; returns what was mended.

        Such a file may be all that is left of a document whose records were lost, so it is never
        deleted here.
        """
        mended = self._parts.index.repair()
        files = self._assembly.ingestion.files
        self.clear_arrivals()
        again = queue_lost(self._records, files, self._unknown())
        aside = [
            Problem(
                "files",
                f"The file {sha256[:12]}…, which no record knows, was set aside in "
                f"{files.set_aside(sha256)}",
                True,
            )
            for sha256 in self._unknown()
        ]
        return (*mended, *again, *aside)

    def repair_columns(self) -> tuple[Problem, ...]:
        """Make files of columns again that are missing, damaged or of an older way of reading, of
        the uploaded files; returns what was made, and what could not be."""
        problems: list[Problem] = []
        for document in self._large_documents():
            try:
                if not keep_columns(self._assembly.ingestion, document, _unheard):
                    continue
                words = f"The file of columns of “{document.title}” was made again"
                problems.append(Problem("files", words, True))
            except WorkbenchError as error:
                words = f"The file of columns of “{document.title}” cannot be made: {error.what}"
                problems.append(Problem("files", words, False))
        return tuple(problems)

    def clear_arrivals(self) -> int:
        """Remove what programs left that were ended while they stored a file; how many."""
        files = self._assembly.ingestion.files
        with files.held():
            return files.clear_arrivals()

    def clear_views(self) -> None:
        """Remove stored views that hold what is gone, where a program was ended before it did."""
        self._views.clear()

    def repair_views(self) -> tuple[Problem, ...]:
        """Remove stored views that are damaged or hold what is gone; returns what was removed."""
        return self._views.repair()

    def _unknown(self) -> list[str]:
        """The hashes of stored files that neither a document nor a waiting job refers to."""
        stored = self._assembly.ingestion.files.stored()
        return [sha256 for sha256 in sorted(stored) if not self._records.uses_file(sha256)]

    def _unknown_files(self) -> tuple[Problem, ...]:
        return tuple(
            Problem("files", f"No record knows the stored file {each[:12]}…", True)
            for each in self._unknown()
        )

    def _without_columns(self) -> list[Document]:
        """Documents with a large table whose file of columns is missing or damaged."""
        documents: list[Document] = []
        for document in self._large_documents():
            try:
                self._parts.column_file(document)
            except StorageError:
                documents.append(document)
        return documents

    def _large_documents(self) -> list[Document]:
        """Documents with a large table."""
        return [
            document
            for collection in self._records.collections()
            for document in self._records.documents(collection.id)
            if has_columns(document)
        ]

    def _columns(self) -> tuple[Problem, ...]:
        """Files of columns that are missing, and what is left of such files."""
        files = self._assembly.ingestion.files
        missing = [
            f"The file of columns of “{column.title}” is missing or damaged"
            for column in self._without_columns()
        ]
        left = [
            f"A file of columns was left unfinished: {column.name}"
            for column in files.columns_left()
        ]
        alone = [
            f"A file of columns has no file: {each.name[:12]}…" for each in files.columns_alone()
        ]
        return tuple(Problem("files", each, True) for each in (*missing, *left, *alone))

    def _interrupted_files(self) -> tuple[Problem, ...]:
        """Files that are in no document because the program ended whenever it read them."""
        return tuple(
            Problem("queue", f"“{job.name}” was given up: {job.reason} {job.remedy}", False)
            for job in self._records.find_jobs(states=(JobState.FAILED,))
            if job.code == INTERRUPTED
        )

    def _missing_files(self) -> tuple[Problem, ...]:
        stored = set(self._assembly.ingestion.files.stored())
        return tuple(
            Problem("files", f"The file of “{document.title}” is missing", False)
            for collection in self._records.collections()
            for document in self._records.documents(collection.id)
            if document.media_type != RECORD_MEDIA_TYPE and document.sha256 not in stored
        )


def _unheard(stage: str, done: int, total: int) -> None:
    """Nobody waits for how far a repair is."""


def all_told(*checks: Callable[[], tuple[Problem, ...]]) -> tuple[Problem, ...]:
    """What several checks say; one that damaged records end says that, and the others go on."""
    found: dict[Problem, None] = {}
    for check in checks:
        try:
            found.update(dict.fromkeys(check()))
        except StorageError as error:
            found.setdefault(Problem("records", error.what, True))
    return tuple(found)


def _folder_bytes(folder: Path) -> int:
    if not folder.is_dir():
        return 0
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
