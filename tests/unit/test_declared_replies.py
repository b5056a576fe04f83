"""Replies of language models against what they are declared to hold."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

import pytest

from backend.prompts.replies import reply_of, schema_of


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of an orchard."""

    sort: str
    age: int | float
    pickers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Orchard:
    """Trees that fit, and every row with a gap where one does not."""

    trees: tuple[Tree, ...]
    rows: tuple[Tree | None, ...] = ()
    state: Annotated[str, ("ripe", "green")] = "unknown"


QUINCE = {"sort": "quince", "age": 7}


@pytest.mark.parametrize(
    ("reply", "held"),
    [
        ({"trees": [QUINCE], "state": "ripe"}, Orchard((Tree("quince", 7),), (), "ripe")),
        ({"trees": [{**QUINCE, "height": 3}], "soil": "loam"}, Orchard((Tree("quince", 7),))),
        ({"trees": [{**QUINCE, "age": 7.5}]}, Orchard((Tree("quince", 7.5),))),
        ({"trees": []}, Orchard(())),
    ],
    ids=["as asked for", "with more than was asked for", "half years", "empty"],
)
def test_a_reply_is_what_it_is_declared_to_hold(reply: object, held: Orchard) -> None:
    assert reply_of(Orchard, f"Here it is: {json.dumps(reply)}.") == held


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "quince",
        7,
        [QUINCE],
        {},
        {"sort": "quince"},
        {"sort": 7, "age": 7},
        {"sort": "quince", "age": True},  # which is a number to Python
        {"sort": "quince", "age": "\ud800"},  # half of a surrogate pair
    ],
)
def test_an_entry_that_does_not_fit_is_left_out_alone(bad: object) -> None:
    text = json.dumps({"trees": [bad, QUINCE], "rows": [bad, QUINCE]})
    tree = Tree("quince", 7)
    assert reply_of(Orchard, text) == Orchard((tree,), (None, tree))


def test_a_field_that_does_not_fit_has_its_default() -> None:
    tree = {**QUINCE, "pickers": "Ida"}
    text = json.dumps({"trees": [tree, {**QUINCE, "pickers": ["Ida", 4]}], "rows": 1, "state": []})
    assert reply_of(Orchard, text) == Orchard((Tree("quince", 7), Tree("quince", 7, ("Ida",))))


@pytest.mark.parametrize(
    "text", ["", "no trees", "[]", "{}", '{"rows": []}', '{"trees": 3}', '{"trees": null}']
)
def test_without_what_it_must_hold_it_is_no_reply(text: str) -> None:
    assert reply_of(Orchard, text) is None


def test_the_schema_asks_for_every_field_and_nothing_else() -> None:
    tree = {
        "type": "object",
        "additionalProperties": False,
        "required": ["sort", "age", "pickers"],
        "properties": {
            "sort": {"type": "string"},
            "age": {"type": "integer"},
            "pickers": {"type": "array", "items": {"type": "string"}},
        },
    }
    assert schema_of(Orchard) == {
        "type": "object",
        "additionalProperties": False,
        "required": ["trees", "rows", "state"],
        "properties": {
            "trees": {"type": "array", "items": tree},
            "rows": {"type": "array", "items": tree},
            "state": {"type": "string", "enum": ["ripe", "green"]},
        },
    }
