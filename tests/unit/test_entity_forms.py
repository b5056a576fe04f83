"""How documents write entities: kept when many are asked for, until something changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from backend.records._sqlite.entity_forms import EntityForms

FORMS = [
    ("auk", 1, "Auk", "thing", "[]"),
    ("auk", 2, "The Auk", "thing", '["Auks"]'),
    ("auk", 3, "Auk", "thing", "[]"),
    ("tern", 2, "Tern", "thing", "[]"),
]


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:")
    made.execute("CREATE TABLE changes (sequence INTEGER PRIMARY KEY AUTOINCREMENT)")
    made.execute("CREATE TABLE entities (collection, id, document, name, kind, aliases)")
    for identity, *rest in FORMS:
        made.execute("INSERT INTO entities VALUES (7, ?, ?, ?, ?, ?)", (identity, *rest))
    made.execute("INSERT INTO entities VALUES (8, 'auk', 4, 'Another', 'thing', '[]')")
    made.execute("INSERT INTO changes DEFAULT VALUES")
    yield made
    made.close()


def test_the_same_forms_are_told_before_and_after_all_are_read(
    connection: sqlite3.Connection,
) -> None:
    forms = EntityForms(many=2)
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    told = [sorted(forms.of(connection, 7, ["tern", "auk", "auk", "gull"])) for _ in range(5)]
    assert told[0] == [
        ("auk", "Auk", "thing", "[]"),
        ("auk", "The Auk", "thing", '["Auks"]'),
        ("tern", "Tern", "thing", "[]"),
    ]
    assert told == told[:1] * 5
    # once of these entities, since they are known then, and once of all
    read = [statement for statement in statements if "entities" in statement]
    assert ["json_each" in statement for statement in read] == [True, False]


def test_only_entities_that_are_not_known_yet_are_read(connection: sqlite3.Connection) -> None:
    forms = EntityForms()
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    assert list(forms.of(connection, 7, ["gull", "auk"])) == list(forms.of(connection, 7, ["auk"]))
    assert [each[0] for each in forms.of(connection, 7, ["auk", "tern"])] == ["auk", "auk", "tern"]
    read = [statement for statement in statements if "entities" in statement]
    assert ['["auk","gull"]' in statement for statement in read] == [True, False]
    assert ['["tern"]' in statement for statement in read] == [False, True]


def test_ids_come_in_their_order(connection: sqlite3.Connection) -> None:
    forms = EntityForms(many=0)
    assert [each[0] for each in forms.of(connection, 7, ["tern", "auk"])] == ["auk", "auk", "tern"]


def test_what_is_kept_goes_with_the_next_change_and_is_of_one_collection(
    connection: sqlite3.Connection,
) -> None:
    forms = EntityForms(many=0)
    assert len(list(forms.of(connection, 7, ["auk"]))) == 2
    assert list(forms.of(connection, 8, ["auk"])) == [("auk", "Another", "thing", "[]")]
    connection.execute("DELETE FROM entities WHERE document = 2")
    connection.execute("INSERT INTO changes DEFAULT VALUES")
    assert list(forms.of(connection, 7, ["auk", "tern"])) == [("auk", "Auk", "thing", "[]")]
