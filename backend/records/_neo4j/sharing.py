"""Roles, people, sign-ins, and the audit list."""

from __future__ import annotations

import time
from collections.abc import Sequence

from backend.records._neo4j.part import StorePart
from backend.records._neo4j.rows import Node
from backend.records._neo4j.server import Transaction
from backend.types import Action, Grant, GranteeKind, Person, Role, SignIn

_COLLECTION = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.id"
_GRANTS = """
MATCH (g:Grant {library: $library, collection: $id}) RETURN g.kind, g.name, g.role
"""
_GIVE = """
MERGE (g:Grant {library: $library, collection: $id, kind: $kind, name: $name})
SET g.role = $role
"""
_REVOKE = """
MATCH (g:Grant {library: $library, collection: $id, kind: $kind, name: $name}) DELETE g
"""
_ROLES = """
MATCH (g:Grant {library: $library, kind: 'person', name: $person})
RETURN g.collection AS collection, g.role AS role
UNION ALL
MATCH (g:Grant {library: $library, kind: 'group'}) WHERE g.name IN $groups
RETURN g.collection AS collection, g.role AS role
"""
_SAVE_PERSON = """
MERGE (p:Person {library: $library, id: $id})
SET p.name = $name, p.groups = $groups, p.seen = $seen
"""
_PERSON = "MATCH (p:Person {library: $library, id: $id}) RETURN p"
_PEOPLE = "MATCH (p:Person {library: $library}) WHERE p.id IS NOT NULL RETURN p"
_FORGET_SIGN_INS = "MATCH (s:SignIn {library: $library}) WHERE s.until < $now DELETE s"
_SAVE_SIGN_IN = """
MERGE (s:SignIn {library: $library, key: $key})
SET s.person = $person, s.until = $until, s.ended = $ended
"""
_SIGN_IN = "MATCH (s:SignIn {library: $library, key: $key}) RETURN s"
_SIGN_INS = "MATCH (s:SignIn {library: $library}) WHERE s.key IS NOT NULL RETURN s"
_END_SIGN_INS = """
MATCH (s:SignIn {library: $library}) WHERE s.person = $person SET s.ended = true
"""
_NOTE = """
CREATE (:Action {library: $library, position: $position, at: $at, who: $who, what: $what,
                 collection: $collection, collection_name: $name, about: $about})
"""
_ACTIONS = """
MATCH (a:Action {library: $library}) WHERE a.position IS NOT NULL
RETURN a ORDER BY a.position DESC
"""


class Sharing(StorePart):
    """The verbs of `Records` about who may do what."""

    def grants(self, collection_id: str) -> tuple[Grant, ...]:
        """The roles in a collection: people before groups, each by name."""

        def look(transaction: Transaction) -> list[Grant]:
            transaction.one("collection", _COLLECTION, id=collection_id)
            return [
                Grant(collection_id, kind, name, Role(role))
                for kind, name, role in transaction.rows(_GRANTS, id=collection_id)
            ]

        found = self._server.read(look)
        return tuple(sorted(found, key=lambda each: (each.kind != "person", each.name)))

    def grant(self, grant: Grant) -> None:
        """Give a role, in place of the one that is there."""
        self._server.write(lambda transaction: give_role(transaction, grant))

    def revoke(self, collection_id: str, kind: GranteeKind, name: str) -> None:
        """Take a role away; nothing happens if there is none."""

        def take(transaction: Transaction) -> None:
            transaction.one("collection", _COLLECTION, id=collection_id)
            transaction.rows(_REVOKE, id=collection_id, kind=kind, name=name)

        self._server.write(take)

    def roles_of(self, person: str, groups: Sequence[str]) -> dict[str, Role]:
        """By collection: the highest role of a person and its groups."""
        rows = self._server.read(
            lambda transaction: transaction.rows(_ROLES, person=person, groups=list(groups))
        )
        found: dict[str, Role] = {}
        for row in rows:
            role = Role(row["role"])
            found[row["collection"]] = max(role, found.get(row["collection"], role))
        return found

    def save_person(self, person: Person) -> None:
        """Keep somebody as they are now."""
        self._server.write(
            lambda transaction: transaction.rows(
                _SAVE_PERSON,
                id=person.id,
                name=person.name,
                groups=list(person.groups),
                seen=person.seen,
            )
        )

    def person(self, person_id: str) -> Person | None:
        """Somebody who signed in; None for others."""
        found = self._server.read(lambda transaction: transaction.value(_PERSON, id=person_id))
        return None if found is None else _person(found)

    def people(self) -> tuple[Person, ...]:
        """Everybody who ever signed in, by id."""
        rows = self._server.read(lambda transaction: transaction.rows(_PEOPLE))
        return tuple(sorted((_person(row["p"]) for row in rows), key=lambda each: each.id))

    def save_sign_in(self, sign_in: SignIn) -> None:
        """Keep a sign-in; those whose time is over are forgotten."""

        def save(transaction: Transaction) -> None:
            transaction.rows(_FORGET_SIGN_INS, now=time.time())
            transaction.rows(
                _SAVE_SIGN_IN,
                key=sign_in.key,
                person=sign_in.person,
                until=sign_in.until,
                ended=sign_in.ended,
            )

        self._server.write(save)

    def sign_in(self, key: str) -> SignIn | None:
        """The sign-in of a key."""
        found = self._server.read(lambda transaction: transaction.value(_SIGN_IN, key=key))
        return None if found is None else _sign_in(found)

    def sign_ins(self) -> tuple[SignIn, ...]:
        """All that are kept, by key."""
        rows = self._server.read(lambda transaction: transaction.rows(_SIGN_INS))
        return tuple(sorted((_sign_in(row["s"]) for row in rows), key=lambda each: each.key))

    def end_sign_ins(self, person: str) -> None:
        """End all of a person's sign-ins."""
        self._server.write(lambda transaction: transaction.rows(_END_SIGN_INS, person=person))

    def note(self, action: Action) -> None:
        """Add a line to the audit list."""
        self._server.write(
            lambda transaction: transaction.rows(
                _NOTE,
                position=transaction.next_number("actions"),
                at=action.at,
                who=action.who,
                what=action.what,
                collection=action.collection_id,
                name=action.collection,
                about=action.about,
            )
        )

    def actions(self, limit: int | None = None) -> tuple[Action, ...]:
        """The lines of the audit list, newest first."""
        query = _ACTIONS if limit is None else f"{_ACTIONS} LIMIT $limit"
        rows = self._server.read(lambda transaction: transaction.rows(query, limit=limit))
        return tuple(_action(row["a"]) for row in rows)


def give_role(transaction: Transaction, grant: Grant) -> None:
    """Give a role, in place of the one that is there.

    Raises:
        NotFoundError: if the collection does not exist.
    """
    transaction.one("collection", _COLLECTION, id=grant.collection_id)
    transaction.rows(
        _GIVE, id=grant.collection_id, kind=grant.kind, name=grant.name, role=int(grant.role)
    )


def _person(node: Node) -> Person:
    return Person(node["id"], node["name"], tuple(node["groups"]), node["seen"])


def _sign_in(node: Node) -> SignIn:
    return SignIn(node["key"], node["person"], node["until"], node["ended"])


def _action(node: Node) -> Action:
    return Action(
        node["at"],
        node["who"],
        node["what"],
        node["collection"],
        node["collection_name"],
        node["about"],
    )
