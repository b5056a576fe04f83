"""Whether a cluster is set, how it is opened, and how the status page sees the scheduler."""

from __future__ import annotations

import importlib
import math
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from backend.cluster.cluster_limits import AT_ONCE
from backend.cluster.worker_agreement import KINDS, ProcessDescription, description
from backend.cluster.worker_tasks import Terms
from backend.errors import SettingsError
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


def open_workers(parts: IngestionParts, patience: float = AT_ONCE) -> Workers:
    """The workers of the settings' scheduler; they are connected when they are first used.

    Dask takes seconds to load: it is loaded here, and in workers, and nowhere else.

    Args:
        patience: seconds to wait for the first worker.

    Raises:
        SettingsError: if `dask_vectors` has a value that it cannot have.
    """
    if parts.settings.dask_vectors not in KINDS:
        raise SettingsError(
            f"The setting dask_vectors is “{parts.settings.dask_vectors}”.",
            f"Choose one of: {', '.join(KINDS)}.",
        )

    def own(terms: Terms) -> ProcessDescription:
        return description(parts.embedders.named(terms.model))

    module = importlib.import_module("backend.cluster.workers")
    opened: Workers = module.Workers(parts.settings, own, patience)
    return opened


def patience_of_worker(*, until_idle: bool) -> float:
    """For a worker without a person before it: it waits for a scheduler that is not there yet."""
    return MOST_AWAY if until_idle else math.inf


def scheduler_status(settings: Settings) -> ServiceStatus:
    """Whether something answers at the scheduler's address, without loading Dask."""
    address = settings.dask_scheduler
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        place = parts.hostname or "", parts.port or 0
        socket.create_connection(place, _LOOK_SECONDS).close()
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
