"""The experiments find on both servers what they find in a folder."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from tests.servers.both import on_both_servers

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer
    from tests.servers.launcher.neo4j import Neo4jServer

pytestmark = pytest.mark.servers

TEXTS = (
    "The pilot Ada Brun met Nils Holm at Ribe.",
    "At Ribe the pilot Ada Brun waited.",
    "The keeper Olav Dahl lived on Mandø.",
    "On Mandø the keeper Olav Dahl wrote to Else Kjær.",
)


def found(workbench: Workbench) -> dict[str, list[str]]:
    """What each experiment finds, best first, and that what is stored is right."""
    collection = workbench.create_collection("Harbour")
    for number, text in enumerate(TEXTS):
        workbench.add_file(collection.id, f"{number}.txt", text.encode())
    workbench.work_until_idle(threading.Event())
    workbench.learn_graph_vectors(collection.id, "transe")
    workbench.work_until_idle(threading.Event())
    lists = {}
    for pipeline, options in (
        ("text_and_graph", {}),
        ("text_and_graph", {"vectors": "transe", "alpha": "1"}),
        ("weighted_scores", {}),
    ):
        given = workbench.options_of(pipeline, options)
        asked = workbench.search(
            Query("Who waited for Ada Brun?", collection.id, 4, options=given), pipeline
        )
        assert not asked.notices
        lists[f"{pipeline} {options}"] = [hit.chunk.text for hit in asked.hits]
    assert not workbench.check()
    return lists


def test_the_same_on_servers_as_in_a_folder(
    tmp_path: Path,
    elasticsearch_server: ElasticsearchServer,
    neo4j_server: Neo4jServer,
    index_prefix: str,
) -> None:
    servers = on_both_servers(elasticsearch_server, neo4j_server, index_prefix)
    lists = []
    for environment, folder in ((servers, "a"), ({}, "b")):
        settings = load_settings(environment, library=tmp_path / folder)
        workbench = open_workbench(settings, start_workers=False)
        try:
            lists.append(found(workbench))
        finally:
            workbench.close()
    assert lists[0] == lists[1]
