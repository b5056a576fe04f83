"""What a language model said of each passage, checked against the passage itself.

A name that does not stand in the passage was invented, and is not taken; nor is a relation whose
ends were not named.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from backend.passage_view.names import name_key
from backend.prompts.replies import reply_of, schema_of
from backend.serialisation import from_json

MOST_ENTITIES = 12
MOST_RELATIONS = 8
LONGEST_NAME = 100
LONGEST_PREDICATE = 60

Entities = tuple[tuple[str, tuple[str, ...]], ...]
Relations = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Entity:
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Relation:
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class _Passage:
    """What a reply says of the passage of a number from 1."""

    number: int
    entities: tuple[_Entity, ...] = ()
    relations: tuple[_Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reply:
    passages: tuple[_Passage | None, ...]


SCHEMA = schema_of(_Reply)


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one passage: (name, other forms), and (subject, predicate, object)."""

    entities: Entities = ()
    relations: Relations = ()


def read_reply(text: str, passages: Sequence[str]) -> dict[int, Said] | None:
    """What was said by the passage's place from 0; None if the reply cannot be understood.

    Passages that the reply leaves out are left out.
    """
    reply = reply_of(_Reply, text)
    if reply is None:
        return None
    said: dict[int, Said] = {}
    for entry in reply.passages:
        if entry is None:
            continue
        place = entry.number - 1
        if 0 <= place < len(passages) and place not in said:
            said[place] = _checked(entry, passages[place])
    return said if said or not reply.passages else None


def to_text(said: Said) -> str:
    """As it is kept."""
    return json.dumps([said.entities, said.relations], ensure_ascii=False)


def from_text(text: str) -> Said:
    """What `to_text` wrote.

    Raises:
        ValueError: if it is something else.
    """
    return Said(*from_json(tuple[Entities, Relations], text))


def _checked(entry: _Passage, passage: str) -> Said:
    held = _plain(passage)
    entities: dict[str, tuple[str, tuple[str, ...]]] = {}
    for each in entry.entities:
        name = _name(each.name, held)
        if not name:
            continue
        forms = tuple(dict.fromkeys(_name(form, held) for form in each.aliases))
        others = tuple(form for form in forms if form and name_key(form) != name_key(name))
        entities.setdefault(name_key(name), (name, others))
    kept = dict(list(entities.items())[:MOST_ENTITIES])
    named = {name_key(form): name for name, forms in kept.values() for form in (name, *forms)}
    relations: list[tuple[str, str, str]] = []
    for relation in entry.relations:
        subject = named.get(name_key(_spaced(relation.subject)))
        thing = named.get(name_key(_spaced(relation.object)))
        predicate = _spaced(relation.predicate)[:LONGEST_PREDICATE]
        if subject and thing and subject != thing and predicate:
            relations.append((subject, predicate, thing))
    return Said(tuple(kept.values()), tuple(dict.fromkeys(relations))[:MOST_RELATIONS])


def _name(form: str, held: str) -> str:
    """A form that stands in the passage, else empty."""
    text = _spaced(form)
    usable = text and len(text) <= LONGEST_NAME and name_key(text) and _plain(text) in held
    return text if usable else ""


def _plain(text: str) -> str:
    return _spaced(text).casefold()


def _spaced(text: str) -> str:
    return " ".join(text.split())
