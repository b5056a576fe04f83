"""Whether a cluster is set, how it is opened, and how the status page sees the scheduler."""

from __future__ import annotations

import importlib
import math
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from backend.cluster.messages import ProcessDescription, Terms
from backend.cluster.worker_admission import AT_ONCE, Patience, WorkerAdmission
from backend.cluster.worker_agreement import description
from backend.ingestion.parts import IngestionParts
from backend.ingestion.worker import MOST_AWAY
from backend.settings import Settings
from backend.types import ServiceStatus

if TYPE_CHECKING:
    from backend.cluster.workers import Workers

SERVICE = "Dask"
_LOOK_SECONDS = 1.0


def is_set(settings: Settings) -> bool:
    """Whether the heavy steps are done on a cluster."""
    return bool(settings.dask_scheduler)


def open_workers(parts: IngestionParts, patience: Patience = AT_ONCE) -> Workers:
    """The workers of the settings' scheduler; they are connected when they are first used.

    Dask takes seconds to load: it is loaded here, and in workers, and nowhere else.

    Raises:
        SettingsError: if `dask_vectors` has a value that it cannot have.
    """

    def own(terms: Terms) -> ProcessDescription:
        return description(parts.embedders.named(terms.model))

    settings = parts.settings
    admission = WorkerAdmission(own, settings.dask_vectors)
    module = importlib.import_module("backend.cluster.workers")
    opened: Workers = module.Workers(settings, admission, patience)
    return opened


def patience_of_worker(*, until_idle: bool) -> Patience:
    """For a worker without a person before it: it waits for a scheduler that is not there yet."""
    return Patience(MOST_AWAY, MOST_AWAY) if until_idle else Patience(math.inf, math.inf)


def scheduler_status(settings: Settings) -> ServiceStatus:
    """Whether something answers at the scheduler's address, without loading Dask."""
    address = settings.dask_scheduler
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 0
        with socket.create_connection((host, port), _LOOK_SECONDS):
            pass
    except (OSError, ValueError, OverflowError) as error:
        return ServiceStatus(
            SERVICE,
            "failed",
            f"The scheduler at {address} does not answer: {error}.",
            {"address": address},
            "Files wait until it does. Start it, or correct or remove the setting dask_scheduler.",
        )
    return ServiceStatus(
        SERVICE, "ok", "The scheduler answers; files are read by its workers", {"address": address}
    )
