"""Health of the workbench's parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from backend.types.jobs import JobView


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of `check`: what is wrong, where, and whether `repair` mends it."""

    where: str
    what: str
    repairable: bool


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """Health of one part of the workbench; `remedy` says what to do."""

    name: str
    state: Literal["ok", "warning", "failed", "off"]
    summary: str
    detail: dict[str, str] = field(default_factory=dict)
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Everything on the status page. `disk` maps a part of the library to its bytes."""

    services: tuple[ServiceStatus, ...]
    disk: dict[str, int]
    versions: dict[str, str]
    jobs: tuple[JobView, ...]
    latencies: tuple[tuple[str, float], ...]
    """(pipeline, seconds) of the latest questions, newest first."""
