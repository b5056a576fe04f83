"""What the graph's screens ask of a real library, and that a deletion leaves nothing behind."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import NotFoundError
from backend.graph.drawn_part import around, most_connected, narrowed
from backend.settings import load_settings
from backend.types import CollectionGraph, Edge, GraphFilter, GraphNode
from backend.workbench import Workbench, open_workbench

TEXTS = {
    "bridge.txt": "Ada Lorne opened the bridge in 1931.\n\nIts deck was renewed in 2009.",
    "mill.txt": "The mill ground barley until 1954.\n\nIt holds a museum of weaving today.",
}
ALL = GraphFilter(kinds=("document", "community", "chunk"))


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    collection = opened.library.create_collection("Places")
    for name, text in TEXTS.items():
        opened.library.add_file(collection.id, name, text.encode())
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def test_a_search_leads_to_a_group_whose_details_lead_to_its_passages(
    workbench: Workbench,
) -> None:
    collection = workbench.library.collection_named("Places")
    found = workbench.graph.graph_overview(collection.id, GraphFilter(ALL.kinds, text="barley"))
    assert found.matches
    group = next(node for node in found.graph.nodes if node.kind == "community")
    details = workbench.graph.graph_node(collection.id, group.id)
    assert details.chunk is not None
    assert details.text
    assert {other.kind for _, other in details.links} == {"document", "chunk"}


def test_after_a_deletion_nothing_of_the_document_is_in_the_graph(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Places")
    mill = next(
        document
        for document in workbench.library.documents(collection.id)
        if document.name == "mill.txt"
    )
    before = workbench.graph.collection_graph(collection.id)
    gone = {node.id for node in before.nodes if node.document_id == mill.id}
    receipt = workbench.library.delete_documents([mill.id])
    after = workbench.graph.collection_graph(collection.id)
    assert receipt.communities == sum(
        graph_node.kind == "community" for graph_node in before.nodes if graph_node.id in gone
    )
    assert not gone & {node.id for node in after.nodes}
    assert not gone & {end for edge in after.edges for end in (edge.source, edge.target)}
    assert "barley" not in workbench.graph.export_graph(collection.id, "json")
    with pytest.raises(NotFoundError):
        workbench.graph.graph_node(collection.id, mill.id)


def test_the_graph_counts_as_changed_when_its_own_collection_changes(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Places")
    version, graph = (
        workbench.graph.graph_version(collection.id),
        workbench.graph.collection_graph(collection.id),
    )
    other = workbench.library.create_collection("Elsewhere")
    workbench.library.add_file(other.id, "kiln.txt", b"The kiln was built in 1880.")
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.graph.graph_version(collection.id) == version
    assert workbench.graph.collection_graph(collection.id) is graph
    workbench.library.add_file(collection.id, "kiln.txt", b"The kiln was built in 1880.")
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.graph.graph_version(collection.id) != version
    assert len(workbench.graph.collection_graph(collection.id).nodes) > len(graph.nodes)


def test_another_least_likeness_of_groups_shows_in_the_graph(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Places")
    version = workbench.graph.graph_version(collection.id)
    kinds = {edge.kind for edge in workbench.graph.collection_graph(collection.id).edges}
    assert "COMM_SIMILAR_TO" not in kinds
    told = workbench.graph.link_likeness(collection.id)
    assert (told.groups, told.linked, told.threshold) == (2, 0, 0.78)
    assert 0 < told.median == told.highest < 0.78
    changed = replace(collection.settings, link_threshold=0.01)
    workbench.library.change_collection_settings(collection.id, changed)
    assert workbench.graph.graph_version(collection.id) != version
    edges = workbench.graph.collection_graph(collection.id).edges
    links = [edge for edge in edges if edge.kind == "COMM_SIMILAR_TO"]
    assert [link.weight for link in links] == [told.highest] * 2
    assert workbench.graph.link_likeness(collection.id).linked == 2


def test_passages_are_joined_by_three_likenesses_within_their_document(
    workbench: Workbench,
) -> None:
    collection = workbench.library.collection_named("Places")
    parts = ("pier", "crane", "slip", "light")
    told = "\n\n".join(
        f"# The {part}\n\nAda Lorne built the {part} of the harbour in 1931." for part in parts
    )
    workbench.library.add_file(collection.id, "harbour.md", told.encode())
    workbench.queue.work_until_idle(threading.Event())
    found = json.loads(workbench.graph.export_graph(collection.id, "json", likenesses=True))
    assert {node["kind"] for node in found["nodes"]} == {"chunk"}
    kinds = {link["kind"] for link in found["links"]}
    assert {"ALIKE_IN_MEANING", "ALIKE_IN_KEYWORDS"} <= kinds
    assert all(0.0 < link["weight"] <= 1.0 for link in found["links"])
    document_of = {
        chunk.id: document.id
        for document in workbench.library.documents(collection.id)
        for chunk in workbench.library.document_chunks(document.id)
    }
    for link in found["links"]:
        assert document_of[link["source"]] == document_of[link["target"]]
    numbers = workbench.graph.graph_statistics(collection.id, "chunk", likenesses=True)
    assert numbers.nodes == len(document_of)
    mill = next(
        document
        for document in workbench.library.documents(collection.id)
        if document.name == "mill.txt"
    )
    one = json.loads(workbench.graph.export_graph(collection.id, "json", mill.id, likenesses=True))
    assert {node["id"] for node in one["nodes"]} == {
        each for each, document in document_of.items() if document == mill.id
    }
    empty = workbench.library.create_collection("No likenesses")
    assert (
        json.loads(workbench.graph.export_graph(empty.id, "json", likenesses=True))["links"] == []
    )


def test_an_empty_collection_says_why_there_is_no_graph(workbench: Workbench) -> None:
    empty = workbench.library.create_collection("Empty")
    overview = workbench.graph.graph_overview(empty.id, ALL)
    assert overview.graph.nodes == ()
    assert "no documents" in overview.reason
    assert workbench.graph.graph_statistics(empty.id, "chunk").reason
    assert workbench.graph.link_likeness(empty.id).highest == 0


def test_of_a_large_graph_the_most_connected_nodes_are_kept() -> None:
    nodes = [GraphNode(f"d{n}", "document", "", f"d{n}") for n in range(10)]
    nodes += [GraphNode(f"g{n}{m}", "community", "", f"d{n}") for n in range(10) for m in range(n)]
    edges = tuple(
        Edge(node.document_id, node.id, "HAS_COMMUNITY", 1.0)
        for node in nodes
        if node.kind == "community"
    )
    kept = most_connected(CollectionGraph(tuple(nodes), edges), 14, ["d0"])
    ids = {graph_node.id for graph_node in kept.nodes}
    assert len(ids) == 14
    # Of 13 places beside d0, .25 of .70 go to documents: d9 to d5; the other 8 to their groups.
    assert {each for each in ids if each[0] == "d"} == {"d0", "d9", "d8", "d7", "d6", "d5"}
    assert all(edge.source in ids and edge.target in ids for edge in kept.edges)
    assert len(kept.edges) == 8


def test_weak_likeness_is_left_out_and_distance_is_counted_in_links() -> None:
    nodes = tuple(GraphNode(each, "chunk", each) for each in "abc")
    links = (Edge("a", "b", "SIMILAR_TO", 0.9), Edge("b", "c", "SIMILAR_TO", 0.4))
    graph = CollectionGraph(nodes, links)
    assert narrowed(graph, least_weight=0.5).edges == links[:1]
    assert [node.id for node in around(graph, ["a"], 1).nodes] == ["a", "b"]
    assert [graph_node.id for graph_node in around(graph, ["a"], 2).nodes] == ["a", "b", "c"]


def test_every_document_that_is_drawn_has_a_group_before_any_has_a_second() -> None:
    nodes = [GraphNode(f"d{n}", "document", "", f"d{n}") for n in range(3)]
    nodes += [GraphNode(f"g{n}{m}", "community", "", f"d{n}") for n in range(3) for m in range(5)]
    held = [
        Edge(node.document_id, node.id, "HAS_COMMUNITY", 1.0)
        for node in nodes
        if node.kind == "community"
    ]
    # all groups of d0 are linked to each other, so that they are the most connected
    alike = [Edge(f"g0{a}", f"g0{b}", "COMM_SIMILAR_TO", 0.9) for a in range(5) for b in range(a)]
    kept = most_connected(CollectionGraph(tuple(nodes), (*held, *alike)), 8)
    owners = sorted(
        graph_node.document_id for graph_node in kept.nodes if graph_node.kind == "community"
    )
    assert owners == ["d0", "d0", "d1", "d1", "d2"]


def test_what_a_group_is_like_is_told_before_what_it_holds(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Places")
    changed = replace(collection.settings, link_threshold=0.01)
    workbench.library.change_collection_settings(collection.id, changed)
    graph = workbench.graph.collection_graph(collection.id)
    group = next(node for node in graph.nodes if node.kind == "community")
    links = workbench.graph.graph_node(collection.id, group.id).links
    assert [other.kind for _, other in links[:3]] == ["document", "community", "chunk"]


def test_the_parts_of_the_groups_are_the_themes_that_they_make(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Places")
    changed = replace(collection.settings, link_threshold=0.01)
    workbench.library.change_collection_settings(collection.id, changed)
    themes = [
        theme for theme in workbench.communities.themes(collection.id).themes if theme.level == 1
    ]
    measures = workbench.graph.graph_statistics(collection.id, "community").measures
    modularity = next(measure.value for measure in measures if measure.name == "Modularity")
    # one link: in one theme nothing is gained (1 - 1), in two all is lost (0 - 1/2)
    assert modularity == (0.0 if len(themes) == 1 else -0.5)
