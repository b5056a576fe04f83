"""Every error that a person can meet.

Each error carries three sentences: what happened, what was expected, and what to do. Screens and
the
command line print them as they are, so they hold no secret, no traceback and no path of the
program.
"""

from __future__ import annotations


class WorkbenchError(Exception):
    """Base of all expected failures.

    Args:
        what: what happened, a full sentence for a person who does not know the code.
        remedy: what to do about it, a full sentence.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what if not remedy else f"{what} {remedy}")
        self.what = what
        self.remedy = remedy


class SettingsError(WorkbenchError):
    """A setting has a value that cannot be used."""


class NotFoundError(WorkbenchError):
    """A collection, document, chunk, job or conversation does not exist (any more)."""


class ForbiddenError(WorkbenchError):
    """Somebody who may see a collection may not do this in it."""


class SignInError(WorkbenchError):
    """Somebody could not be signed in, or is not signed in any more."""


class NameTakenError(WorkbenchError):
    """A collection of this name exists already."""


class QuestionError(WorkbenchError):
    """A question that cannot be asked: empty, too long, or about an empty collection."""


class ReadingError(WorkbenchError):
    """A file could not be turned into text.

    Args:
        code: a stable word for programs and tests: `encrypted`, `no_text`, `empty`, `broken`,
            `too_large`, `unsupported`, `timeout`, `memory`, `too_many_pages`.
    """

    def __init__(self, code: str, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.code = code


class CancelledError(WorkbenchError):
    """A person stopped the work."""


class OffsetError(WorkbenchError):
    """A piece of a file does not begin where the last one ended, or goes beyond the file's end.

    Args:
        received: bytes that are here; the next piece begins there.
        size: bytes of the whole file, where the piece goes beyond them.
    """

    def __init__(self, received: int, size: int | None = None) -> None:
        super().__init__(
            "This piece does not follow what is here."
            if size is None
            else f"This piece goes beyond the {size:,} bytes that were announced.",
            f"{received:,} bytes are here: go on from there.",
        )
        self.received = received


class StorageError(WorkbenchError):
    """The records or the index could not be read or written: full disk, lock, damage."""


class UnreadableError(StorageError, ValueError):
    """What is stored is damaged, or was written by a version that this one does not know.

    Args:
        reason: what stands where, and what was expected there.
    """

    def __init__(self, what: str, remedy: str = "", reason: str = "") -> None:
        super().__init__(what, remedy)
        self.reason = reason


class UnavailableError(StorageError):
    """The server that holds the records or the index does not answer now.

    What was stored is not lost: the same can be tried again when the server is back.
    """


class ReadOnlyError(UnavailableError):
    """A store takes nothing more for now; what it holds can still be searched."""


class EmbedderError(WorkbenchError):
    """The embedding model could not be loaded, or its export does not agree with the original."""


class ClusterError(WorkbenchError):
    """The Dask cluster cannot be reached, or would not do the work as this machine does."""


class LanguageModelError(WorkbenchError):
    """The language model did not answer.

    Args:
        code: `unreachable`, `unauthorised`, `rate_limited`, `timeout`, `refused`, `broken_answer`.
    """

    def __init__(self, code: str, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.code = code


def missing(kind: str) -> NotFoundError:
    """The error for something that does not exist (any more), or not for whoever asks."""
    return NotFoundError(
        f"This {kind} does not exist any more.", "Reload the page to see what there is."
    )
