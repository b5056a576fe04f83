"""Names and sections in the graph: which are worth drawing, and what they hang on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.graph.drawn_part import most_connected, narrowed
from backend.graph.named_graph import (
    as_written,
    is_abbreviation,
    is_name,
    main_sections,
    small_words,
)
from backend.settings import load_settings
from backend.types import CollectionGraph, Edge, GraphFilter, GraphNode, Section
from backend.workbench import Workbench, open_workbench
from tests.factories import make_bundle
from tests.unit.test_workbench import add

LETTER = """# The mill

Ada Hill keeps the old mill at the ford. Every autumn Ada Hill grinds barley for the town.

# The barn

The barn holds the hay that Tom Reed cuts in the meadows below the ford in June.
"""
NOTES = """# Visit

We met Ada Hill at the ford and talked for an hour about the price of barley.

Name: Tom Reed
"""


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    yield opened
    opened.close()


def test_a_name_ties_documents_and_sections_together_and_its_card_shows_the_passages(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places").id
    letter = add(workbench, collection, "letter.md", LETTER)
    notes = add(workbench, collection, "notes.md", NOTES)
    drawn = workbench.graph.graph_overview(
        collection, GraphFilter(kinds=("document", "entity", "section"))
    ).graph
    names = {node.label: node.id for node in drawn.nodes if node.kind == "entity"}
    assert set(names) == {"Ada Hill"}, "who stands in one sentence, or in a form, is not drawn"
    ada = names["Ada Hill"]
    tied = {edge.source for edge in drawn.edges if edge.target == ada}
    sections = {
        graph_node.id: graph_node.label
        for graph_node in drawn.nodes
        if graph_node.kind == "section"
    }
    assert tied & {letter, notes} == {letter, notes}
    assert "The mill" in {sections[source] for source in tied if source in sections}
    assert "The barn" not in {sections[source] for source in tied if source in sections}

    card = workbench.graph.graph_node(collection, ada)
    assert {passage.document_id for passage in card.passages} == {letter, notes}
    assert all("Ada Hill" in passage.text for passage in card.passages)
    assert card.remarks[0].endswith("of 2 documents")

    section = next(each for each, label in sections.items() if label == "The mill")
    assert "Ada Hill" in workbench.graph.graph_node(collection, section).passages[0].text


def test_a_search_finds_a_name_and_says_which_node_it_is(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places").id
    add(workbench, collection, "letter.md", LETTER)
    add(workbench, collection, "notes.md", NOTES)
    found = workbench.graph.graph_overview(
        collection, GraphFilter(kinds=("document", "entity"), text="ada")
    )
    labels = {node.id: node.label for node in found.graph.nodes}
    assert [labels[match] for match in found.matches] == ["Ada Hill"]


def test_a_heading_level_divides_only_where_it_has_several_sections() -> None:
    def section(name: str, level: int, start: int) -> Section:
        return Section(name, "d", "", name, (name,), level, 0, start, start + 10)

    title, first, second = section("T", 1, 0), section("A", 2, 5), section("B", 2, 50)
    assert main_sections([second, title, first]) == [first, second]
    assert main_sections([title]) == []


def test_names_that_several_documents_share_are_drawn_first() -> None:
    documents = [GraphNode(each, "document", each, each) for each in "xy"]
    names = [GraphNode(each, "entity", each) for each in ("often", "shared", "rare")]
    ties = (
        Edge("x", "often", "RELATES_TO", 9.0),
        Edge("x", "shared", "RELATES_TO", 1.0),
        Edge("y", "shared", "RELATES_TO", 1.0),
        Edge("x", "rare", "RELATES_TO", 1.0),
    )
    graph = CollectionGraph((*documents, *names), ties)
    kept = {node.id for node in most_connected(graph, 3).nodes}
    assert kept == {"x", "shared", "often"}
    of_y = narrowed(graph, document_ids=["y"])
    assert {graph_node.id for graph_node in of_y.nodes} == {"y", "shared"}


def test_single_words_must_be_long_enough_to_be_names() -> None:
    assert not is_name("Inc", frozenset())
    assert is_name("Norvane", frozenset())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("HTBS", True),
        ("HTBs", True),
        ("R&D", True),
        ("U.S.", True),
        ("Ada", False),
        ("FERNCOMBE", False),
        ("HTB Ferncombe", False),
        ("As", False),
        ("McKays", False),
    ],
)
def test_one_word_of_capitals_and_its_plural_are_an_abbreviation(name: str, told: bool) -> None:
    assert is_abbreviation(name) is told


def test_words_of_addresses_do_not_make_a_name_an_ordinary_word() -> None:
    text = "Norvane runs five ferries. See www.norvane.com or write to norvane@post.example."
    chunk = replace(make_bundle("c").chunks[0], text=text, kind="prose")
    small = small_words([chunk])
    assert "ferries" in small
    assert "norvane" not in small
    assert is_name("Norvane", small)


def test_a_word_made_of_a_name_is_none() -> None:
    assert not is_name("Las Vegas-inspired", frozenset())
    assert is_name("Mei-Lin Sato", frozenset())


def test_a_folded_name_is_shown_as_the_passages_write_it() -> None:
    texts = ["From a gull reach away.", "At Gull\n Reach, and GULL REACH again."]
    assert as_written("gull reach", texts) == "Gull Reach"
    assert as_written("gull reach", texts[:1]) == "gull reach"
    assert as_written("mill (old)", ["The Mill (old) stands."]) == "Mill (old)"
    assert as_written("keel point", texts) == "keel point"
    assert as_written("", texts) == ""
