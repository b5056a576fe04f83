"""The password file: people of a small team, their groups, and what their passwords hash to.

Passwords are hashed by Argon2id (RFC 9106) with the library's own parameters, each with a salt.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from backend.errors import NotFoundError, SettingsError, StorageError
from backend.services.private_files import locked, replace_list

FILE = "passwords.json"
LEAST = 10
MOST = 1_000
AT_ONCE = threading.BoundedSemaphore(2)
"""Hashing takes 64 MiB each time; whoever tries many passwords at once waits."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signs in with a password."""

    id: str
    name: str
    groups: tuple[str, ...]
    hash: str


class PasswordFile:
    """The accounts of one library, read anew at each look."""

    def __init__(self, library: Path) -> None:
        self._path = library / FILE
        self._hasher = PasswordHasher()

    def accounts(self) -> tuple[Account, ...]:
        """All accounts, by id.

        Raises:
            StorageError: if the file cannot be read; nobody is let in then.
        """
        try:
            plain = json.loads(self._path.read_text("utf-8"))
            accounts = [
                Account(**{**fields, "groups": tuple(fields["groups"])}) for fields in plain
            ]
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise StorageError(
                f"The list of passwords ({FILE} in the library's folder) cannot be read.",
                "Mend it, or remove it and make the accounts anew.",
            ) from error
        return tuple(sorted(accounts, key=lambda account: account.id))

    def account(self, person_id: str) -> Account | None:
        """The account of an id."""
        return next((account for account in self.accounts() if account.id == person_id), None)

    def verified(self, person_id: str, password: str) -> Account | None:
        """The account whose password this is; None if there is none. An unknown name takes as long
        as a wrong password."""
        account = self.account(person_id)
        with AT_ONCE:
            try:
                self._hasher.verify(account.hash if account else self._nobodys, password[:MOST])
            except (VerificationError, InvalidHashError):
                return None
        return account

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(os.urandom(16).hex())

    def put(
        self, person_id: str, password: str, *, name: str = "", groups: tuple[str, ...] = ()
    ) -> None:
        """Make an account, or give the one of that id another password, name and groups.

        Raises:
            SettingsError: if the password is too short or too long.
        """
        if not LEAST <= len(password) <= MOST:
            raise SettingsError(
                f"A password has {LEAST} to {MOST} characters.", "Choose another one."
            )
        made = Account(person_id, name or person_id, groups, self._hasher.hash(password))
        with locked(self._path):
            others = [account for account in self.accounts() if account.id != person_id]
            replace_list(self._path, [*others, made])

    def change(self, person_id: str, groups: tuple[str, ...]) -> None:
        """Put somebody into other groups.

        Raises:
            NotFoundError: if there is no such account.
        """
        with locked(self._path):
            kept = self.accounts()
            if all(account.id != person_id for account in kept):
                raise _unknown(person_id)
            replace_list(
                self._path,
                [
                    replace(account, groups=groups) if account.id == person_id else account
                    for account in kept
                ],
            )

    def remove(self, person_id: str) -> None:
        """Forget an account.

        Raises:
            NotFoundError: if there is no such account.
        """
        with locked(self._path):
            kept = self.accounts()
            left = [account for account in kept if account.id != person_id]
            if len(left) == len(kept):
                raise _unknown(person_id)
            replace_list(self._path, left)


def _unknown(person_id: str) -> NotFoundError:
    return NotFoundError(f"There is no account “{person_id}”.", "`people list` shows them.")
