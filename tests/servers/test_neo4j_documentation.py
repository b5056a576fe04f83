"""Each example query of docs/neo4j.md runs and finds something in a library like a person's."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from neo4j import GraphDatabase

from backend.records import neo4j
from backend.settings import Settings
from backend.types import CollectionSettings, Edge
from tests.factories import make_bundle

pytestmark = pytest.mark.servers

PAGE = Path(__file__).resolve().parents[2] / "docs" / "neo4j.md"


def examples() -> list[str]:
    return re.findall(r"```cypher\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_every_example_of_the_documentation_finds_something(neo4j_settings: Settings) -> None:
    store = neo4j.build(neo4j_settings)
    collection = store.create_collection("Harbour", CollectionSettings())
    first, second = (
        make_bundle(
            collection.id,
            title,
            ("The harbour and the pilot.", "The pilot sleeps."),
            entities=("harbour", "pilot"),
        )
        for title in ("First", "Second")
    )
    link = Edge(first.communities[0].id, second.communities[0].id, "COMM_SIMILAR_TO", 0.9)
    store.publish([replace(first, edges=(*first.edges, link)), second])
    store.enqueue(
        kind="add",
        collection_id=collection.id,
        name="waiting.txt",
        sha256="",
        size=1,
        media_type="text/plain",
    )
    assert len(examples()) >= 10
    with GraphDatabase.driver(
        neo4j_settings.neo4j_url,
        auth=(neo4j_settings.neo4j_user, neo4j_settings.neo4j_password.reveal()),
    ) as driver:
        for example in examples():
            found = driver.execute_query(
                example,
                library=neo4j_settings.neo4j_library,
                word="harbour",
                routing_="r",
            )
            assert found.records, example
    store.close()
