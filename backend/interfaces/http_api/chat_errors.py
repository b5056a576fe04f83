"""Errors as OpenAI's interface tells them."""

from __future__ import annotations

from backend.interfaces.http_api.chat_values import ErrorBody, ErrorDetails
from backend.interfaces.http_api.problem_details import ErrorForm, RefusedError

_CODES = {
    401: "invalid_api_key",
    403: "insufficient_scope",
    404: "not_found",
    429: "rate_limit_exceeded",
}


def error_body(refusal: RefusedError) -> ErrorBody:
    """What happened and what to do in one text, since clients show no other."""
    details = refusal.details
    return ErrorBody(
        ErrorDetails(
            message=" ".join(filter(None, (details.detail, details.remedy))),
            type="server_error" if details.status >= 500 else "invalid_request_error",
            param=None,
            code=_CODES.get(details.status),
        )
    )


ERRORS = ErrorForm("application/json", ErrorBody, error_body, {422: 400})
"""What cannot be used is a bad request there."""
