"""The graph as a file: what is in it, and that equal graphs are equal files."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import networkx
import pytest

from backend.command_line.parser import main
from backend.graph.collection_graph import graph_of
from backend.graph.export import as_graphml, as_json
from backend.types import Edge, GraphNode

HOSTILE = '<img src=x onerror="alert(1)"> & \x00\ud800 </script>'
NODES = [GraphNode("b", "chunk", HOSTILE, "d"), GraphNode("d", "document", "Bridge", "d")]
EDGES = [Edge("d", "b", "HAS_CHUNK", 1.0), Edge("d", "gone", "HAS_CHUNK", 1.0)]
TEXTS = {
    "bridge.txt": "Ada Lorne opened the bridge in 1931.\n\nIts deck was renewed in 2009.",
    "mill.txt": "The mill ground barley until 1954.\n\nIt holds a museum of weaving today.",
    "ferry.txt": "The ferry crossed the river until the bridge was opened by Ada Lorne in 1931.",
}


def test_json_names_nodes_and_links_and_leaves_out_links_to_nowhere() -> None:
    found = json.loads(as_json(graph_of(NODES, EDGES)))
    assert [(each["id"], each["kind"]) for each in found["nodes"]] == [
        ("b", "chunk"),
        ("d", "document"),
    ]
    assert found["nodes"][0]["label"] == HOSTILE
    assert found["links"] == [{"source": "d", "target": "b", "kind": "HAS_CHUNK", "weight": 1.0}]


def test_graphml_is_read_by_another_program_with_hostile_labels_as_text() -> None:
    text = as_graphml(graph_of(NODES, EDGES))
    read = networkx.read_graphml(io.BytesIO(text.encode()))
    assert read.nodes["b"]["kind"] == "chunk"
    assert read.nodes["b"]["label"].startswith('<img src=x onerror="alert(1)"> &')
    assert read.edges["d", "b"] == {"kind": "HAS_CHUNK", "weight": 1.0}


def test_an_empty_graph_is_a_file_too() -> None:
    assert json.loads(as_json(graph_of([], []))) == {"nodes": [], "links": []}
    assert len(networkx.read_graphml(io.BytesIO(as_graphml(graph_of([], [])).encode()))) == 0


@pytest.mark.parametrize("ending", ["json", "graphml"])
def test_documents_at_once_or_one_by_one_in_any_order_give_the_same_bytes(
    tmp_path: Path, ending: str
) -> None:
    sources = {}
    for name, text in TEXTS.items():
        sources[name] = tmp_path / name
        sources[name].write_text(text)
    extra = tmp_path / "passing.txt"
    extra.write_text("The bridge over the river was opened by Ada Lorne, and its deck renewed.")
    files = []
    orders = [tuple(TEXTS), *itertools.islice(itertools.permutations(TEXTS), 1, 6, 4)]
    for number, order in enumerate(orders):
        library = tmp_path / f"library {number}"
        steps = [order] if number == 0 else [(each,) for each in order]
        if number == 1:
            assert _run(library, "add", str(extra)) == 0
        for step in steps:
            assert _run(library, "add", *(str(sources[each]) for each in step)) == 0
        if number == 1:
            assert _run(library, "remove", extra.name) == 0
        out = tmp_path / f"{number}.{ending}"
        assert _run(library, "graph", "--out", str(out)) == 0
        files.append(out.read_bytes())
    assert len(set(files)) == 1
    if ending == "json":
        found = json.loads(files[0])
        kinds = {each["kind"] for each in found["nodes"]}
        assert kinds == {"document", "community", "chunk"}
        assert {"HAS_CHUNK", "HAS_COMMUNITY", "IN_COMMUNITY"} <= {
            each["kind"] for each in found["links"]
        }


def test_one_document_gives_its_own_nodes_and_a_wrong_ending_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library"
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    assert _run(library, "add", *(str(tmp_path / name) for name in TEXTS)) == 0
    out = tmp_path / "mill.json"
    assert _run(library, "graph", "--document", "mill.txt", "--out", str(out)) == 0
    found = json.loads(out.read_text())
    assert sum(each["kind"] == "document" for each in found["nodes"]) == 1
    capsys.readouterr()
    assert _run(library, "graph", "--out", str(tmp_path / "graph.txt")) == 1
    assert ".json or .graphml" in capsys.readouterr().err


def _run(library: Path, command: str, *arguments: str) -> int:
    return main(["--library", str(library), command, *arguments, "--collection", "Places"])
