"""Why a file did not become a document: one mapping from errors to words, wherever it is read."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from backend.errors import ReadingError, WorkbenchError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """What a failed job keeps: a stable code, what happened, and what to do."""

    code: str
    reason: str
    remedy: str


def failure_of(error: Exception) -> Failure:
    """The failure that an error means for one file. The unexpected is logged in full."""
    if isinstance(error, ReadingError):
        return Failure(error.code, error.what, error.remedy)
    if isinstance(error, WorkbenchError):
        # a sentence says it all: where in the program a disk was full helps nobody
        logger.warning("a job failed: %s", error)
        logger.debug("a job failed", exc_info=error)
        return Failure("failed", error.what, error.remedy)
    logger.error("a job failed unexpectedly", exc_info=error)
    return Failure(
        "failed",
        "Something unexpected went wrong with this file; the log has the details.",
        "Try again; if it fails again, the file may be damaged.",
    )


INTERRUPTED = "interrupted"
"""Code of a file during whose reading the program ended again and again."""


def tried_too_often(attempts: int) -> Failure:
    """For a file during whose reading the program has ended `attempts` times; whether the file or
    somebody outside did that cannot be told."""
    return Failure(
        INTERRUPTED,
        f"Quire was ended {attempts} times while it read this file.",
        "Try again if you ended it yourself; if not, the file may be damaged: save it anew and add "
        "it again.",
    )
