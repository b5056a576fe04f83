"""Roles, people, sign-ins, and the audit list."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence

from backend.records._codecs import compact
from backend.records._sqlite.part import StorePart, collection_key
from backend.types import Action, Grant, GranteeKind, Person, Role, SignIn


class Sharing(StorePart):
    """The verbs of `Records` about who may do what."""

    def grants(self, collection_id: str) -> tuple[Grant, ...]:
        """The roles in a collection: people before groups, each by name."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT kind, name, role FROM grants WHERE collection = ? ORDER BY kind DESC, name",
                (collection_key(connection, collection_id),),
            )
            return tuple(Grant(collection_id, kind, name, Role(role)) for kind, name, role in rows)

    def grant(self, grant: Grant) -> None:
        """Give a role, in place of the one that is there."""
        with self._database.write() as connection:
            give_role(connection, grant)

    def revoke(self, collection_id: str, kind: GranteeKind, name: str) -> None:
        """Take a role away; nothing happens if there is none."""
        with self._database.write() as connection:
            connection.execute(
                "DELETE FROM grants WHERE collection = ? AND kind = ? AND name = ?",
                (collection_key(connection, collection_id), kind, name),
            )

    def roles_of(self, person: str, groups: Sequence[str]) -> dict[str, Role]:
        """By collection: the highest role of a person and its groups."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT c.id, max(g.role) FROM grants g JOIN collections c ON c.pk = g.collection "
                "WHERE (g.kind = 'person' AND g.name = ?) OR (g.kind = 'group' "
                "AND g.name IN (SELECT value FROM json_each(?))) GROUP BY c.id",
                (person, json.dumps(list(groups))),
            )
            return {collection: Role(role) for collection, role in rows}

    def save_person(self, person: Person) -> None:
        """Keep somebody as they are now."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO people (id, name, groups, seen) VALUES (?, ?, ?, ?)",
                (person.id, person.name, compact(person.groups), person.seen),
            )

    def person(self, person_id: str) -> Person | None:
        """Somebody who signed in; None for others."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT id, name, groups, seen FROM people WHERE id = ?", (person_id,)
            ).fetchone()
            return _person(row) if row else None

    def people(self) -> tuple[Person, ...]:
        """Everybody who ever signed in, by id."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT id, name, groups, seen FROM people ORDER BY id")
            return tuple(map(_person, rows))

    def save_sign_in(self, sign_in: SignIn) -> None:
        """Keep a sign-in; those whose time is over are forgotten."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM sign_ins WHERE until < ?", (time.time(),))
            connection.execute(
                "INSERT OR REPLACE INTO sign_ins (key, person, until, ended) VALUES (?, ?, ?, ?)",
                (sign_in.key, sign_in.person, sign_in.until, sign_in.ended),
            )

    def sign_in(self, key: str) -> SignIn | None:
        """The sign-in of a key."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT key, person, until, ended FROM sign_ins WHERE key = ?", (key,)
            ).fetchone()
            return _sign_in(row) if row else None

    def sign_ins(self) -> tuple[SignIn, ...]:
        """All that are kept, by key."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT key, person, until, ended FROM sign_ins ORDER BY key")
            return tuple(map(_sign_in, rows))

    def end_sign_ins(self, person: str) -> None:
        """End all of a person's sign-ins."""
        with self._database.write() as connection:
            connection.execute("UPDATE sign_ins SET ended = 1 WHERE person = ?", (person,))

    def note(self, action: Action) -> None:
        """Add a line to the audit list."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO audit (at, who, what, collection, collection_name, about) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (
                    action.at,
                    action.who,
                    action.what,
                    action.collection_id,
                    action.collection,
                    action.about,
                ),
            )

    def actions(self, limit: int | None = None) -> tuple[Action, ...]:
        """The lines of the audit list, newest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT at, who, what, collection, collection_name, about FROM audit "
                "ORDER BY pk DESC LIMIT ?",
                (-1 if limit is None else limit,),
            )
            return tuple(Action(*row) for row in rows)


def give_role(connection: sqlite3.Connection, grant: Grant) -> None:
    """Give a role, in place of the one that is there.

    Raises:
        NotFoundError: if the collection does not exist.
    """
    connection.execute(
        "INSERT OR REPLACE INTO grants (collection, kind, name, role) VALUES (?, ?, ?, ?)",
        (
            collection_key(connection, grant.collection_id),
            grant.kind,
            grant.name,
            int(grant.role),
        ),
    )


def _person(row: Sequence[str | float]) -> Person:
    return Person(str(row[0]), str(row[1]), tuple(json.loads(str(row[2]))), float(row[3]))


def _sign_in(row: Sequence[str | float]) -> SignIn:
    return SignIn(str(row[0]), str(row[1]), float(row[2]), bool(row[3]))
