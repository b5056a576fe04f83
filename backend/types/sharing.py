"""Who asks, what each may do in which collection, and what is written down about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal


class Role(IntEnum):
    """What somebody may do in a collection; each role may do all that those before it may.

    A reader searches and asks, a contributor adds files, an editor changes and deletes documents
    and tunes, an owner shares, renames and deletes the collection.
    """

    READER = 1
    CONTRIBUTOR = 2
    EDITOR = 3
    OWNER = 4

    @property
    def word(self) -> str:
        """`reader`, `contributor`, `editor` or `owner`."""
        return self.name.lower()


GranteeKind = Literal["person", "group"]


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks. `id` is the name by which collections are shared (an e-mail address, a user name),
    in small letters; `name` is for people to read.

    An administrator is an owner everywhere, but for conversations, which stay private. `most`
    holds a program below what its person may do.
    """

    id: str
    name: str
    groups: tuple[str, ...] = ()
    administrator: bool = False
    most: Role = Role.OWNER


@dataclass(frozen=True, slots=True)
class Grant:
    """A role in a collection for a person (by id) or for everyone of a group (by its name)."""

    collection_id: str
    kind: GranteeKind
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who signed in: name and groups as they were then; `seen` in seconds since 1970."""

    id: str
    name: str
    groups: tuple[str, ...]
    seen: float


@dataclass(frozen=True, slots=True)
class SignIn:
    """One sign-in. `key` is the SHA-256 of what the browser shows, `until` seconds since 1970.
    One that was `ended` stays until then, so that it is known to be over."""

    key: str
    person: str
    until: float
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the audit list: when (seconds since 1970), who (a person's id), what, in which
    collection (id, and its name at that time), and about what."""

    at: float
    who: str
    what: str
    collection_id: str = ""
    collection: str = ""
    about: str = ""
