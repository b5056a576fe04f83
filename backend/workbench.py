"""The one service that the screens and the command line talk to."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import cast

from backend import matrix_threads, sparse
from backend.bootstrap import Assembly, assemble
from backend.definitions.views import DefinitionViews
from backend.discourse.fact_views import FactViews
from backend.discourse.views import SubjectViews
from backend.errors import StorageError, WorkbenchError
from backend.evaluation.report_files import report_text
from backend.ingestion.parts import IngestionParts
from backend.ingestion.queueing import ADD, UNFINISHED
from backend.parcels import TextVersion
from backend.passage_view.views import views_over
from backend.ports import Parts
from backend.precedence import questions_first_over
from backend.running_question import RunningQuestion
from backend.scope.views import scope_views_over
from backend.services.access_tokens import AccessToken
from backend.services.across import AcrossService
from backend.services.benchmarks import BenchmarkService
from backend.services.briefing import BriefingService
from backend.services.causes import CauseService
from backend.services.claims import ClaimService
from backend.services.communities import CommunityService
from backend.services.describing import DescribingService
from backend.services.evaluation import EvaluationService
from backend.services.evidence import EvidenceService
from backend.services.graph import GraphService
from backend.services.graph_maps import GraphMapService
from backend.services.guarded import GuardedWorkbench
from backend.services.judging import JudgingService
from backend.services.library import LibraryService, OnDuplicate
from backend.services.maintenance import MaintenanceService
from backend.services.naming import NamingService
from backend.services.question_making import QuestionMakingService
from backend.services.question_sets import QuestionSetService
from backend.services.questions import QuestionService
from backend.services.queue import QueueService
from backend.services.redaction import RedactionService
from backend.services.rereading import RereadingService
from backend.services.retrievers import retriever_cards
from backend.services.sharing import SharingService
from backend.services.signing_in import SignInService, provider_settings
from backend.services.tuning import TuningService
from backend.services.uploads import UploadService
from backend.services.would_costs import WouldCostService
from backend.settings import Settings, load_settings
from backend.types import (
    NAMED_KINDS,
    Principal,
    Query,
    Status,
)
from backend.windows.views import window_views_over
from backend.worker_process import WorkerProcess

__all__ = [
    "AccessToken",
    "OnDuplicate",
    "RunningQuestion",
    "Workbench",
    "open_workbench",
    "provider_settings",
    "report_text",
    "retriever_cards",
]

REHEARSED_PIPELINE = "fused_hybrid"
"""It needs everything that the others need."""
REHEARSED_PASSAGES = 15_000
"""With these it takes some ten seconds; a larger collection takes so long that a program could not
end meanwhile."""

logger = logging.getLogger(__name__)


def open_workbench(settings: Settings | None = None, *, start_workers: bool = True) -> Workbench:
    """Open the library that the settings name.

    Args:
        start_workers: read files in a child process; without it, call `work_until_idle`.

    Raises:
        SettingsError: if a setting cannot be used.
        StorageError: if the library cannot be opened.
    """
    return Workbench(assemble(settings or load_settings()), start_workers=start_workers)


class Workbench:
    """One library: its services, each about one matter, and what is about all of them. Safe for
    several threads.

    A service's attribute has the name of its module in `backend.services`.
    """

    def __init__(self, assembly: Assembly, *, start_workers: bool) -> None:
        wake = self.ensure_worker
        self.queue = QueueService(assembly, wake)
        self.communities = CommunityService(assembly, wake)
        self.library = LibraryService(assembly, wake, self.queue, self.communities)
        self.uploads = UploadService(assembly, self.library.add_file)
        self.rereading = RereadingService(assembly, wake)
        self.redaction = RedactionService(assembly)
        self.questions = QuestionService(assembly)
        self.evidence = EvidenceService(assembly, self.questions.answer)
        self.claims = ClaimService(assembly, self.questions.search)
        self.briefing = BriefingService(assembly, wake, in_background=start_workers)
        self.graph = GraphService(assembly)
        self.graph_maps = GraphMapService(assembly)
        self.naming = NamingService(assembly, wake)
        self.describing = DescribingService(assembly, wake)
        self.tuning = TuningService(assembly, wake)
        self.question_sets = QuestionSetService(assembly)
        self.question_making = QuestionMakingService(assembly, wake)
        self.benchmarks = BenchmarkService(assembly, self.library)
        self.evaluation = EvaluationService(assembly, wake)
        self.judging = JudgingService(assembly, wake)
        self.causes = CauseService(assembly, wake)
        self.would_costs = WouldCostService(assembly)
        self.across = AcrossService(assembly)
        self.sharing = SharingService(assembly)
        self.signing_in = SignInService(assembly)
        self.maintenance = MaintenanceService(assembly, wake, self.communities)
        self._parts = assembly.parts
        self._ingestion = assembly.ingestion
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._first = questions_first_over(assembly.parts)
        self._worker = WorkerProcess(assembly.parts.settings, self.queue.has_work)
        self._start_workers = start_workers
        try:
            assembly.parts.index.catch_up()
        except StorageError as error:
            # the rest works; the status page and every question say what is wrong
            logger.warning("the search index could not catch up: %s", error)
        self._rehearsing = threading.Lock()
        self._rehearsal: threading.Thread | None = None
        self._rehearsed: dict[str, TextVersion] = {}
        """By collection: what its views were made ready for."""
        self._closing = threading.Event()
        self._warming = threading.Thread(target=self._warm_up, daemon=True)
        self._warming.start()

    def for_(self, principal: Principal, still: Callable[[], bool] = lambda: True) -> Workbench:
        """The workbench as one person has it: the same verbs, each refused where this person's
        role does not reach, and nothing to be seen of what this person may not see.

        The roles are looked up at each call. It lives as long as this one.

        Args:
            still: whether the person is signed in still; asked at each call.
        """
        audited = bool(self._parts.settings.audit_questions)
        guarded = GuardedWorkbench(self, self._records, principal, audited=audited, still=still)
        return cast(Workbench, guarded)

    @property
    def parts(self) -> Parts:
        """What retrievers and pipelines are built from, for benchmarks."""
        return self._parts

    @property
    def ingestion(self) -> IngestionParts:
        """What files are read and embedded with, for benchmarks."""
        return self._ingestion

    def ensure_worker(self) -> None:
        """Start the worker if files are waiting and none is running."""
        if self._start_workers:
            self._worker.ensure()

    def status(self) -> Status:
        """Everything on the status page."""
        return Status(
            services=self.maintenance.services(),
            disk=self.maintenance.disk(),
            versions=self.maintenance.versions(),
            jobs=self.queue.jobs(),
            latencies=self.questions.latencies(),
        )

    def close(self) -> None:
        """End the worker and close the stores, once what warms up has come to its end: a program
        that ends while a thread is still inside a native library is aborted by it."""
        self._closing.set()
        self._warming.join()
        if self._rehearsal is not None:
            self._rehearsal.join()
        window_views_over(self._parts).close()
        DefinitionViews.over(self._parts).close()
        SubjectViews.over(self._parts).close()
        FactViews.over(self._parts).close()
        views_over(self._parts).close()
        scope_views_over(self._parts).close()
        self._worker.close()
        self.evidence.close_evidence()
        self._parts.index.close()
        self._records.close()

    def _warm_up(self) -> None:
        """Load what the first question needs, and notice when the embedder has changed."""
        matrix_threads.one_per_product()
        try:
            if self._start_workers:  # a single command embeds when it has to, and ends sooner
                self._parts.embedders.named("").embed(["warm"])
            self.maintenance.clear_arrivals()
            self.maintenance.clear_views()
            self.uploads.drop_old_uploads()
            self._tasks.language_model()
            self.queue.notice_changed_embedders()
            self.communities.notice_ungrouped_documents()
            self.ensure_worker()
            if self._start_workers:
                sparse.load()
                for collection in self._records.collections()[:1]:
                    self.rehearse(collection.id)
        except WorkbenchError:
            logger.warning("a model could not be loaded", exc_info=True)
        except Exception:  # the edge of a thread: the status page shows the embedder's state
            logger.exception("warming up failed")

    def rehearse(self, collection_id: str) -> None:
        """Ask a collection for its own name in the background, and keep nothing but what every
        question shares: models, documents, names and links. The next person to ask need not wait
        for it. Nothing happens where that was done since the collection changed, while files of
        it are being read (but for the first time), and where it is large or empty.
        """
        with self._rehearsing:
            running = self._rehearsal is not None and self._rehearsal.is_alive()
            if running or not self._start_workers or self._closing.is_set():
                return
            version = self._rehearsed.setdefault(collection_id, TextVersion(collection_id))
            if version.is_current(self._records):
                return
            if version.sequence >= 0 and self._is_taking_in(collection_id):
                return
            sequence = self._records.sequence()
            if not 0 < self._records.counts(collection_id).chunks <= REHEARSED_PASSAGES:
                return
            version.sequence = sequence
            self._rehearsal = threading.Thread(
                target=self._rehearse, args=(collection_id,), daemon=True
            )
            self._rehearsal.start()

    def _is_taking_in(self, collection_id: str) -> bool:
        return bool(self._records.find_jobs(collection_id, kind=ADD, states=UNFINISHED, limit=1))

    def _rehearse(self, collection_id: str) -> None:
        try:
            self._parts.index.catch_up()
            views_over(self.parts).of(collection_id, wait=True)
            query = Query(self._records.collection(collection_id).name, collection_id)
            self.questions.practise(query, REHEARSED_PIPELINE, self._closing)
            self._first.let_pass(self._closing.is_set)
            if not self._closing.is_set():
                self.graph.collection_graph(collection_id, NAMED_KINDS)  # the first look at the map
        except WorkbenchError:
            logger.info("the first question finds out what could not be loaded", exc_info=True)
        except Exception:  # the edge of a thread
            logger.exception("rehearsing a question failed")
