"""The records of who may do what: roles, people, sign-ins, and the audit list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backend.types.sharing import Action, Grant, GranteeKind, Person, Role, SignIn


class SharingRecords(Protocol):
    """Empty as long as nobody has to sign in."""

    # roles
    def grants(self, collection_id: str) -> tuple[Grant, ...]:
        """The roles in a collection: people before groups, each by name."""
        ...

    def grant(self, grant: Grant) -> None:
        """Give a role, in place of the one that is there."""
        ...

    def revoke(self, collection_id: str, kind: GranteeKind, name: str) -> None:
        """Take a role away; nothing happens if there is none."""
        ...

    def roles_of(self, person: str, groups: Sequence[str]) -> dict[str, Role]:
        """By collection: the highest role that a person has by itself or by one of the groups;
        collections without one are left out."""
        ...

    # people
    def save_person(self, person: Person) -> None:
        """Keep somebody as they are now."""
        ...

    def person(self, person_id: str) -> Person | None: ...

    def people(self) -> tuple[Person, ...]:
        """Everybody who ever signed in, by id."""
        ...

    # sign-ins
    def save_sign_in(self, sign_in: SignIn) -> None:
        """Keep a sign-in, in place of one with its key; those whose time is over (by the clock of
        this machine) are forgotten."""
        ...

    def sign_in(self, key: str) -> SignIn | None: ...

    def sign_ins(self) -> tuple[SignIn, ...]:
        """All that are kept, by key."""
        ...

    def end_sign_ins(self, person: str) -> None:
        """End all of a person's sign-ins."""
        ...

    # the audit list
    def note(self, action: Action) -> None:
        """Add a line to the audit list; nothing ever takes one out."""
        ...

    def actions(self, limit: int | None = None) -> tuple[Action, ...]:
        """The lines of the audit list, newest first; at most `limit` of them."""
        ...
