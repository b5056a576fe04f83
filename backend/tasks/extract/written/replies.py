"""What a language model said of each passage, checked against the passage itself.

A name that does not stand in the passage was invented, and is not taken; nor is a relation whose
ends were not named.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.passage_view.names import name_key
from backend.prompts.replies import json_object
from backend.serialisation import from_json

MOST_ENTITIES = 12
MOST_RELATIONS = 8
LONGEST_NAME = 100
LONGEST_PREDICATE = 60

Entities = tuple[tuple[str, tuple[str, ...]], ...]
Relations = tuple[tuple[str, str, str], ...]
_TEXTS = {"type": "array", "items": {"type": "string"}}
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["passages"],
    "properties": {
        "passages": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["number", "entities", "relations"],
                "properties": {
                    "number": {"type": "integer"},
                    "entities": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["name", "aliases"],
                            "properties": {"name": {"type": "string"}, "aliases": _TEXTS},
                        },
                    },
                    "relations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["subject", "predicate", "object"],
                            "properties": {
                                "subject": {"type": "string"},
                                "predicate": {"type": "string"},
                                "object": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    },
}


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one passage: (name, other forms), and (subject, predicate, object)."""

    entities: Entities = ()
    relations: Relations = ()


def read_reply(text: str, passages: Sequence[str]) -> dict[int, Said] | None:
    """What was said by the passage's place from 0; None if the reply cannot be understood.

    Passages that the reply leaves out are left out.
    """
    found = json_object(text)
    entries = found.get("passages") if found is not None else None
    if not isinstance(entries, list):
        return None
    said: dict[int, Said] = {}
    for entry in entries:
        number = entry.get("number") if isinstance(entry, dict) else None
        if isinstance(number, int) and not isinstance(number, bool):
            place = number - 1
            if 0 <= place < len(passages) and place not in said:
                said[place] = _checked(entry, passages[place])
    return said if said or not entries else None


def to_text(said: Said) -> str:
    """As it is kept."""
    return json.dumps([said.entities, said.relations], ensure_ascii=False)


def from_text(text: str) -> Said:
    """What `to_text` wrote.

    Raises:
        ValueError: if it is something else.
    """
    return Said(*from_json(tuple[Entities, Relations], text))


def _checked(entry: Mapping[str, object], passage: str) -> Said:
    held = _plain(passage)
    entities: dict[str, tuple[str, tuple[str, ...]]] = {}
    for each in _list(entry.get("entities")):
        if not isinstance(each, dict):
            continue
        name = _name(each.get("name"), held)
        if not name:
            continue
        forms = tuple(dict.fromkeys(_name(form, held) for form in _list(each.get("aliases"))))
        others = tuple(form for form in forms if form and name_key(form) != name_key(name))
        entities.setdefault(name_key(name), (name, others))
    kept = dict(list(entities.items())[:MOST_ENTITIES])
    named = {name_key(form): name for name, forms in kept.values() for form in (name, *forms)}
    relations: list[tuple[str, str, str]] = []
    for each in _list(entry.get("relations")):
        if not isinstance(each, dict):
            continue
        subject = named.get(name_key(_text(each.get("subject"))))
        thing = named.get(name_key(_text(each.get("object"))))
        predicate = _text(each.get("predicate"))[:LONGEST_PREDICATE]
        if subject and thing and subject != thing and predicate:
            relations.append((subject, predicate, thing))
    return Said(tuple(kept.values()), tuple(dict.fromkeys(relations))[:MOST_RELATIONS])


def _name(value: object, held: str) -> str:
    """A form that stands in the passage, else empty."""
    text = _text(value)
    usable = text and len(text) <= LONGEST_NAME and name_key(text) and _plain(text) in held
    return text if usable else ""


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else []
