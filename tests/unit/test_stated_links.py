"""What documents state of two names, as it stands on the links of the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.graph.drawn_part import most_connected
from backend.graph.stated import stated_edges, statement
from backend.settings import load_settings
from backend.types import CollectionGraph, Edge, GraphFilter, GraphNode, Triple
from backend.workbench import open_workbench
from tests.unit.test_workbench import add


@pytest.mark.parametrize(
    ("predicate", "shown"),
    [
        ("is a fork of", "is a fork of"),
        ("was acquired by the", "was acquired by"),
        ("reversed the", "reversed"),
        ("has", "has"),
        ("related to the", ""),
        ("diluted", ""),
        ("has decided that", ""),
        ("is a non-", ""),
        ("by the", ""),
        ("the", ""),
        ("is one of the five oldest on the river", ""),
    ],
)
def test_only_what_begins_with_its_verb_and_is_short_is_a_statement(
    predicate: str, shown: str
) -> None:
    assert statement(predicate) == shown


def test_two_names_have_one_link_in_the_words_that_most_passages_use() -> None:
    triples = [
        Triple("mill", "is owned by the", "ford", "1"),
        Triple("mill", "was built by", "ford", "2"),
        Triple("mill", "is owned by", "ford", "3"),
        Triple("mill", "is near", "elsewhere", "4"),
        Triple("mill", "related to", "ford", "5"),
    ]
    assert stated_edges(triples, {"mill", "ford"}) == [
        Edge("mill", "ford", "RELATES_TO", 2.0, "is owned by")
    ]


def test_names_of_which_something_is_stated_are_drawn_though_others_are_named_more_often() -> None:
    document = GraphNode("d", "document", "d", "d")
    often = [GraphNode(f"often{n}", "entity", f"often{n}") for n in range(9)]
    pair = [GraphNode(each, "entity", each) for each in ("mill", "ford")]
    ties = [Edge("d", graph_node.id, "RELATES_TO", 9.0) for graph_node in often]
    ties += [Edge("d", graph_node.id, "RELATES_TO", 1.0) for graph_node in pair]
    stated = Edge("mill", "ford", "RELATES_TO", 1.0, "is owned by")
    drawn = most_connected(CollectionGraph((document, *often, *pair), (*ties, stated)), 6)
    assert stated in drawn.edges
    assert len([node for node in drawn.nodes if node.id.startswith("often")]) == 3


@pytest.mark.parametrize(
    ("deed", "is_fact"),
    [
        ("Harrow Mill was sold to Tarn Bridge in 1931.", True),
        ("In the town people say that Harrow Mill was sold to Tarn Bridge.", False),
    ],
)
def test_the_cards_of_both_names_say_it_once_in_its_direction_with_a_passage_that_does(
    tmp_path: Path, deed: str, is_fact: bool
) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    collection = workbench.library.create_collection("Places").id
    add(workbench, collection, "deed.txt", f"{deed} The deck of Tarn Bridge is old.")
    add(
        workbench,
        collection,
        "visit.txt",
        "Later Tarn Bridge was closed. People came to see Harrow Mill each summer.",
    )
    drawn = workbench.graph.graph_overview(
        collection, GraphFilter(kinds=("document", "entity"))
    ).graph
    names = {node.label: node.id for node in drawn.nodes if node.kind == "entity"}
    for name in ("Harrow Mill", "Tarn Bridge"):
        card = workbench.graph.graph_node(collection, names[name])
        told = [(sentence.text, sentence.said.text) for sentence in card.facts.sentences]
        told = [(said, words) for said, words in told if said.startswith("Harrow Mill was sold")]
        told += [(said, passage.text) for said, passage in card.stated]
        ((said, words),) = told
        assert said.startswith("Harrow Mill was sold to Tarn Bridge")
        assert "was sold to" in words
        assert bool(card.stated) is not is_fact
    workbench.close()
