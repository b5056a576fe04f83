"""Errors as problem details (RFC 9457): what happened and what to do, for programs and people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

from backend.errors import (
    CancelledError,
    ForbiddenError,
    LanguageModelError,
    NameTakenError,
    NotFoundError,
    OffsetError,
    QuestionError,
    ReadingError,
    SettingsError,
    SignInError,
    StorageError,
    WorkbenchError,
)
from backend.serialisation import to_plain

MEDIA_TYPE = "application/problem+json"

_STATUS: tuple[tuple[type[WorkbenchError], int], ...] = (
    (NotFoundError, 404),
    (ForbiddenError, 403),
    (SignInError, 401),
    (NameTakenError, 409),
    (CancelledError, 409),
    (OffsetError, 409),
    (QuestionError, 422),
    (ReadingError, 422),
    (SettingsError, 422),
    (StorageError, 503),
    (LanguageModelError, 502),
)


@dataclass(frozen=True)
class ProblemDetails:
    """A problem (RFC 9457): `title` names the status, `detail` says what happened, `remedy` what
    to do. `type` is `about:blank`: the status says which kind it is."""

    type: str
    title: str
    status: int
    detail: str
    remedy: str


class RefusedError(Exception):
    """A request that is not carried out, with its status and headers."""

    def __init__(
        self, status: int, detail: str, remedy: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.details = ProblemDetails(
            "about:blank", HTTPStatus(status).phrase, status, detail, remedy
        )
        self.headers = headers or {}


def refusal_of(error: WorkbenchError) -> RefusedError:
    """The refusal that an error of the workbench stands for; 500 for one of no known kind."""
    if isinstance(error, ReadingError) and error.code == "too_large":
        return RefusedError(413, error.what, error.remedy)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    return RefusedError(status, error.what, error.remedy)


@dataclass(frozen=True, slots=True)
class ErrorForm:
    """How refusals are told: the media type, the type of the value, how it is made of a refusal,
    and other statuses for some."""

    media_type: str
    kind: type
    made: Callable[[RefusedError], Any]
    statuses: Mapping[int, int] = field(default_factory=dict)

    def status(self, status: int) -> int:
        """The status that stands for one of this interface's own."""
        return self.statuses.get(status, status)

    def value(self, refusal: RefusedError) -> Any:
        """The refusal as plain JSON."""
        return to_plain(self.made(refusal))

    def response(self, refusal: RefusedError) -> JSONResponse:
        """The refusal as a response."""
        return JSONResponse(
            self.value(refusal),
            self.status(refusal.details.status),
            refusal.headers,
            self.media_type,
        )


PROBLEMS = ErrorForm(MEDIA_TYPE, ProblemDetails, lambda refusal: refusal.details)
