"""Errors as problem details (RFC 9457): what happened and what to do, for programs and people."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from starlette.responses import JSONResponse

from backend.errors import (
    CancelledError,
    LanguageModelError,
    NameTakenError,
    NotFoundError,
    QuestionError,
    ReadingError,
    SettingsError,
    StorageError,
    WorkbenchError,
)

MEDIA_TYPE = "application/problem+json"

_STATUS: tuple[tuple[type[WorkbenchError], int], ...] = (
    (NotFoundError, 404),
    (NameTakenError, 409),
    (CancelledError, 409),
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
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    return RefusedError(status, error.what, error.remedy)


def problem_response(refusal: RefusedError) -> JSONResponse:
    """The refusal as a response."""
    details = refusal.details
    return JSONResponse(
        {
            "type": details.type,
            "title": details.title,
            "status": details.status,
            "detail": details.detail,
            "remedy": details.remedy,
        },
        details.status,
        refusal.headers,
        MEDIA_TYPE,
    )
