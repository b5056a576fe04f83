"""Who may ask: by token, or from this machine as long as no token was ever made."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from backend.interfaces.http_api.problem_details import RefusedError
from backend.services.access_tokens import AccessToken, Scope, TokenStore

PER_MINUTE = 300
"""Requests that one token may make in a minute, evenly filled up; all of them may come at once."""
LOCAL = "this machine"
_BEARER = {"WWW-Authenticate": "Bearer"}
_FORWARDED = frozenset(["forwarded", "x-forwarded-for", "x-real-ip"])


class RateLimit:
    """A bucket of requests for each caller (the token bucket of traffic shaping)."""

    def __init__(
        self, per_minute: int = PER_MINUTE, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = float(per_minute)
        self._now = now
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> float:
        """Take one request; 0 if it was there, else the seconds until one is."""
        with self._lock:
            now = self._now()
            left, at = self._buckets.get(caller, (self._most, now))
            left = min(self._most, left + (now - at) * self._most / 60.0)
            allowed = left >= 1.0
            self._buckets[caller] = (left - 1.0 if allowed else left, now)
        return 0.0 if allowed else (1.0 - left) * 60.0 / self._most


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: a name for the log and for the limit of requests, and the token's text and what is
    kept of it; neither for a program of this machine that needs none."""

    name: str
    token: AccessToken | None = None
    text: str = ""


class Admission:
    """Decides about each request.

    Args:
        open_here: whether programs of this machine need no token before the first one was made.
    """

    def __init__(self, tokens: TokenStore, limit: RateLimit, *, open_here: bool = True) -> None:
        self._tokens = tokens
        self._limit = limit
        self._open_here = open_here

    def admit(self, headers: Mapping[str, str], client: str, scope: Scope) -> Caller:
        """Who asks.

        Args:
            headers: with names in small letters.
            client: the address that the connection comes from.

        Raises:
            RefusedError: 401 without a token that counts, 403 if its scope is too small, 429 if
                it asks too often.
        """
        caller = self._caller(headers, client, scope)
        wait = self._limit.take(caller.name)
        if wait:
            seconds = str(int(wait) + 1)
            raise RefusedError(
                429,
                "Too many requests.",
                f"Wait {seconds} s; a token may make {PER_MINUTE} a minute.",
                {"Retry-After": seconds},
            )
        return caller

    def _caller(self, headers: Mapping[str, str], client: str, scope: Scope) -> Caller:
        kind, _, text = headers.get("authorization", "").partition(" ")
        if not text.strip():
            if self._needs_none(headers, client):
                return Caller(LOCAL)
            raise RefusedError(
                401,
                "This request carries no token.",
                "Make one with `python -m backend tokens add NAME` and send it as "
                "“Authorization: Bearer TOKEN”.",
                _BEARER,
            )
        token = self._tokens.known(text.strip()) if kind.lower() == "bearer" else None
        if token is None or token.withdrawn:
            if token is None and self._needs_none(headers, client):
                return Caller(LOCAL)  # OpenAI's clients always send a key, if only a made-up one
            raise RefusedError(
                401, "This token is not known here.", "Make another one.", _invalid("invalid_token")
            )
        if self._tokens.has_expired(token):
            raise RefusedError(
                401, "This token has expired.", "Make another one.", _invalid("invalid_token")
            )
        if scope == "write" and token.scope != "write":
            raise RefusedError(
                403,
                "This token may read, but not change anything.",
                "Make one with `--scope write`.",
                _invalid("insufficient_scope"),
            )
        of = f" of {token.person}" if token.person else ""
        return Caller(f"token “{token.name}”{of}", token, text.strip())

    def _needs_none(self, headers: Mapping[str, str], client: str) -> bool:
        return self._open_here and not self._tokens.tokens() and is_local(headers, client)


def is_local(headers: Mapping[str, str], client: str) -> bool:
    """Whether a connection comes from this machine and was not passed on by a proxy."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return False
    return address.is_loopback and not _FORWARDED & set(headers)


def _invalid(error: str) -> dict[str, str]:
    return {"WWW-Authenticate": f'Bearer error="{error}"'}
