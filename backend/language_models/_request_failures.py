"""What a failed request means to a person, and whether asking again can help."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from backend.errors import LanguageModelError
from backend.settings import Secret

_LONGEST_QUOTE = 200
_TRANSIENT = frozenset([408, 409, 425, 429, 500, 502, 503, 504, 529])


@dataclass(frozen=True, slots=True)
class ServerWording:
    """How sentences speak of a server: its name, and what to do about its address and its key."""

    title: str
    reach_remedy: str
    key_remedy: str
    key: Secret


@dataclass(frozen=True, slots=True)
class RequestFailure:
    """A failed request. `wait` is the pause in seconds that the server asks for, if it does."""

    error: LanguageModelError
    transient: bool
    wait: float | None = None


def of_status(
    status: int, message: str, headers: Mapping[str, str], server: ServerWording
) -> RequestFailure:
    """The failure that an HTTP status means."""
    said = quote(message, server.key)
    if status in (401, 403):
        return RequestFailure(
            LanguageModelError(
                "unauthorised", f"{server.title} did not accept the key.", server.key_remedy
            ),
            transient=False,
        )
    if status == 429 and "insufficient_quota" not in message:
        wait = retry_after(headers)
        asks = f" and asks to wait {math.ceil(wait)} seconds" if wait else ""
        return RequestFailure(
            LanguageModelError(
                "rate_limited",
                f"{server.title} limits how much may be asked in a time{asks}.",
                "Ask again a little later, choose fewer passages, or use another model.",
            ),
            transient=True,
            wait=wait,
        )
    if status in _TRANSIENT and status != 429:
        return RequestFailure(
            LanguageModelError(
                "unreachable",
                f"{server.title} has a fault of its own (HTTP status {status}){said}.",
                "Ask again a little later, or use another model.",
            ),
            transient=True,
            wait=retry_after(headers),
        )
    return RequestFailure(
        LanguageModelError(
            "refused",
            f"{server.title} refused the request (HTTP status {status}){said}.",
            "Check the model's name and the server's address on the status page; if the request "
            "was too long, choose fewer passages.",
        ),
        transient=False,
    )


def unreachable(server: ServerWording) -> RequestFailure:
    """No connection, or one that broke before anything came."""
    return RequestFailure(
        LanguageModelError(
            "unreachable", f"{server.title} cannot be reached.", server.reach_remedy
        ),
        transient=True,
    )


def timed_out(server: ServerWording, seconds: float) -> LanguageModelError:
    """The time limit of the whole request was reached before any text came."""
    return LanguageModelError(
        "timeout",
        f"{server.title} gave no answer within {seconds:g} seconds.",
        "Ask again, or raise the setting language_model_timeout if the model is a slow one.",
    )


def broken(server: ServerWording, how: str) -> LanguageModelError:
    """An answer that is not one. `how` ends the sentence."""
    return LanguageModelError(
        "broken_answer",
        f"{server.title} {how}.",
        "Ask again; if it happens every time, check the server's address and the model's name.",
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks to wait (RFC 9110, section 10.2.3: seconds or an HTTP date).

    None where it does not say, or says something that is neither.
    """
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def quote(message: str, key: Secret) -> str:
    """A server's own words for a sentence: on one line, shortened, without the key; or empty."""
    if key:
        message = message.replace(key.reveal(), "…")
    message = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    if len(message) > _LONGEST_QUOTE:
        message = message[: _LONGEST_QUOTE - 1] + "…"
    return f": “{message}”" if message else ""
