"""How a cluster is opened, and how the status page sees the scheduler."""

from __future__ import annotations

import importlib
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from backend.cluster.worker_agreement import KINDS, description
from backend.errors import SettingsError
from backend.ingestion.parts import IngestionParts
from backend.settings import Settings
from backend.types import ServiceStatus

if TYPE_CHECKING:
    from backend.cluster.workers import Workers

AT_ONCE = 15.0
"""Seconds to wait for a scheduler and a worker where a person waits: what is not there is told."""
_LOOK_SECONDS = 1.0


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
    opened: Workers = importlib.import_module("backend.cluster.workers").Workers(
        parts.settings,
        lambda terms: description(parts.embedders.named(terms.model)),
        patience,
    )
    return opened


def scheduler_status(settings: Settings) -> ServiceStatus:
    """Whether something answers at the scheduler's address, without loading Dask."""
    address = settings.dask_scheduler
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        place = parts.hostname or "", parts.port or 0
        socket.create_connection(place, _LOOK_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        said = f"The scheduler at {address} does not answer: {error}."
        remedy = (
            "Files wait until it does. Start it, or correct or remove the setting dask_scheduler."
        )
        return ServiceStatus("Dask", "failed", said, {"address": address}, remedy)
    said = "The scheduler answers; files are read by its workers"
    return ServiceStatus("Dask", "ok", said, {"address": address})
