"""Tokens by which programs are known: made once, shown once, kept as hashes beside the library.

A token is 32 random bytes, so a plain SHA-256 of it cannot be guessed back (no salt or slow hash is
needed, as it would be for a password that a person chose).
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from backend.errors import NameTakenError, NotFoundError, SettingsError, StorageError
from backend.services.private_files import locked, replace_list

Scope = Literal["read", "write"]
FILE = "tokens.json"
PREFIX = "quire_"
DAY = 86_400.0
MOST_DAYS = 3_650


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What is kept of a token; times in seconds since 1970. A withdrawn one stays, so that it is
    known that the library was once closed to programs without."""

    name: str
    scope: Scope
    sha256: str
    created: float
    expires: float
    withdrawn: bool = False
    person: str = ""
    """Id of whose rights it has; empty: those of the whole library."""


class TokenStore:
    """The tokens of one library, read anew when their file has changed. Safe for several threads
    and programs."""

    def __init__(self, library: Path, now: Callable[[], float] = time.time) -> None:
        self._path = library / FILE
        self._now = now
        self._read: tuple[tuple[int, int], tuple[AccessToken, ...]] | None = None

    def tokens(self) -> tuple[AccessToken, ...]:
        """All tokens that were ever made, in order.

        Raises:
            StorageError: if their file cannot be read; nobody is let in then.
        """
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if self._read is None or self._read[0] != stamp:
                plain = json.loads(self._path.read_text("utf-8"))
                self._read = (stamp, tuple(AccessToken(**fields) for fields in plain))
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError) as error:
            raise StorageError(
                f"The list of tokens ({FILE} in the library's folder) cannot be read.",
                "Mend it, or remove it and make the tokens anew.",
            ) from error
        return self._read[1]

    def add(self, name: str, scope: Scope, days: int, person: str = "") -> str:
        """Make a token; returns its text, which is shown this once.

        Raises:
            NameTakenError: if a token of that person that still counts has the name.
            SettingsError: for a name or a number of days that cannot be used.
        """
        name = " ".join(name.split())
        if not name or len(name) > 80 or not name.isprintable():
            raise SettingsError("A token needs a name.", "Give 1 to 80 printable characters.")
        if not 1 <= days <= MOST_DAYS:
            raise SettingsError(
                f"A token cannot be good for {days} days.", f"Give 1 to {MOST_DAYS} days."
            )
        text = PREFIX + secrets.token_urlsafe(32)
        now = self._now()
        with locked(self._path):
            kept = self.tokens()
            if any(_is(token, name, person) and self._counts(token) for token in kept):
                raise NameTakenError(
                    f"There is a token “{name}” already.", "Choose another name, or withdraw it."
                )
            access_token = AccessToken(
                name, scope, hashed(text), now, now + days * DAY, person=person
            )
            self._write((*kept, access_token))
        return text

    def withdraw(self, name: str, person: str = "") -> None:
        """Let a token count no longer.

        Raises:
            NotFoundError: if no token of that person that counts has the name.
        """
        with locked(self._path):
            kept = self.tokens()
            if not any(_is(token, name, person) and not token.withdrawn for token in kept):
                raise NotFoundError(f"There is no token “{name}”.", "`tokens list` shows them.")
            self._write(
                tuple(
                    replace(token, withdrawn=True) if _is(token, name, person) else token
                    for token in kept
                )
            )

    def known(self, text: str) -> AccessToken | None:
        """The token of this text, None if there is none; expired and withdrawn ones included."""
        digest = hashed(text)
        return next(
            (token for token in self.tokens() if secrets.compare_digest(token.sha256, digest)), None
        )

    def has_expired(self, token: AccessToken) -> bool:
        """Whether its time is over."""
        return self._now() >= token.expires

    def _counts(self, token: AccessToken) -> bool:
        return not token.withdrawn and not self.has_expired(token)

    def _write(self, tokens: tuple[AccessToken, ...]) -> None:
        replace_list(self._path, tokens)
        self._read = None


def _is(token: AccessToken, name: str, person: str) -> bool:
    return (token.name, token.person) == (name, person)


def hashed(text: str) -> str:
    """What is kept of a text that nobody is to read."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
