"""Who may do what, the audit list, and tokens for programs."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

from backend.bootstrap import Assembly
from backend.errors import SettingsError
from backend.services.access_tokens import AccessToken, Scope, TokenStore
from backend.types import Action, Grant, GranteeKind, Person, Principal, Role

MOST_NAME = 200
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets take a cell that begins so for a formula (OWASP, CSV injection)."""
HEAD = ("Time (UTC)", "Who", "What", "Collection", "About")


class SharingService:
    """Everything about roles. Without sign-in whoever asks may do everything."""

    def __init__(self, assembly: Assembly) -> None:
        self._records = assembly.parts.records
        self._tokens = TokenStore(assembly.parts.settings.library)

    @property
    def principal(self) -> Principal | None:
        """Who asks; None where nobody has to sign in."""
        return None

    def role_in(self, collection_id: str) -> Role | None:
        """The role in a collection of whoever asks; None without one."""
        return Role.OWNER

    def grants(self, collection_id: str) -> tuple[Grant, ...]:
        """The roles in a collection: people before groups, each by name."""
        return self._records.grants(collection_id)

    def share(self, collection_id: str, kind: GranteeKind, name: str, role: Role) -> None:
        """Give a person or a group a role in a collection, in place of the one that it has.

        Raises:
            SettingsError: if the name cannot be used, or nobody would own the collection.
        """
        named = tidy_name(kind, name)
        if role < Role.OWNER:
            self._check_owned(collection_id, kind, named)
        self._records.grant(Grant(collection_id, kind, named, role))

    def unshare(self, collection_id: str, kind: GranteeKind, name: str) -> None:
        """Take a person's or a group's role in a collection away.

        Raises:
            SettingsError: if nobody would own the collection.
        """
        self._check_owned(collection_id, kind, name)
        self._records.revoke(collection_id, kind, name)

    def _check_owned(self, collection_id: str, kind: GranteeKind, name: str) -> None:
        owners = {
            (grant.kind, grant.name)
            for grant in self._records.grants(collection_id)
            if grant.role is Role.OWNER
        }
        if owners == {(kind, name)}:
            raise SettingsError(
                "A collection needs an owner, and this is its only one.",
                "Make somebody else an owner first.",
            )

    def people(self) -> tuple[Person, ...]:
        """Everybody who ever signed in."""
        return self._records.people()

    # --- the audit list --------------------------------------------------------------------------

    def note(self, action: Action) -> None:
        """Add a line to the audit list."""
        self._records.note(action)

    def actions(self, limit: int | None = None) -> tuple[Action, ...]:
        """The lines of the audit list, newest first; at most `limit` of them."""
        return self._records.actions(limit)

    def actions_as_csv(self) -> str:
        """The whole audit list, oldest first, as a file for spreadsheets."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\r\n")
        write.writerow(HEAD)
        for action in reversed(self._records.actions()):
            moment = datetime.fromtimestamp(action.at, UTC).isoformat(timespec="seconds")
            cells = (moment, action.who, action.what, action.collection, action.about)
            write.writerow([as_text(cell) for cell in cells])
        return out.getvalue()

    # --- tokens ----------------------------------------------------------------------------------

    def tokens(self) -> tuple[AccessToken, ...]:
        """All tokens that were ever made, in order.

        Raises:
            StorageError: if their file cannot be read.
        """
        return self._tokens.tokens()

    def token_of(self, text: str) -> AccessToken | None:
        """The token of a text; None where it is unknown, withdrawn or over."""
        token = self._tokens.known(text)
        over = token is None or token.withdrawn or self._tokens.has_expired(token)
        return None if over else token

    def add_token(self, name: str, scope: Scope, days: int, person: str = "") -> str:
        """Make a token; returns its text, which is shown this once. See `TokenStore.add`."""
        return self._tokens.add(name, scope, days, person)

    def withdraw_token(self, name: str, person: str = "") -> None:
        """Let a token count no longer. See `TokenStore.withdraw`."""
        self._tokens.withdraw(name, person)


def tidy_name(kind: GranteeKind, name: str) -> str:
    """The name of a person (in small letters) or a group as it is kept.

    Raises:
        SettingsError: if it is empty, too long or not printable.
    """
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > MOST_NAME or not tidy.isprintable():
        raise SettingsError(
            f"“{tidy[:40]}” cannot be the name of a {kind}.",
            f"Give 1 to {MOST_NAME} printable characters.",
        )
    return tidy.casefold() if kind == "person" else tidy


def as_text(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
