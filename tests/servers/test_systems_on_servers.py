"""Every system finds on both servers what it finds in a folder, by the same steps and names."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from backend.settings import load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from bench.systems import SYSTEMS
from tests.servers.both import on_both_servers
from tests.unit.test_graph_searches import FILES

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer
    from tests.servers.launcher.neo4j import Neo4jServer

pytestmark = pytest.mark.servers

QUESTION = "Who met Orla Venn after she founded Heron Works?"
Found = tuple[list[str], list[str], set[str]]


def found(workbench: Workbench) -> dict[str, Found]:
    """By system the passages that it finds, best first, the steps of its trace and the nodes of its
    graph; and what is stored is right."""
    collection = workbench.library.create_collection("Harbour")
    for name, text in FILES.items():
        workbench.library.add_file(collection.id, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    for kind in dict.fromkeys(each.learned for each in SYSTEMS if each.learned):
        workbench.tuning.learn_graph_vectors(collection.id, kind)
        workbench.queue.work_until_idle(threading.Event())
    lists: dict[str, Found] = {}
    for system in SYSTEMS:
        if system.order:
            continue
        given = workbench.questions.options_of(system.pipeline, system.options)
        asked = workbench.questions.search(
            Query(QUESTION, collection.id, 4, options=given), system.pipeline
        )
        assert asked.hits
        lists[system.name] = (
            [hit.chunk.text for hit in asked.hits],
            [step.name for step in asked.steps],
            {label for _, _, label in asked.subgraph.nodes},
        )
    assert not workbench.maintenance.check()
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
    for name, each in lists[1].items():
        assert lists[0][name] == each, name
