"""The graph's page is safe whatever a title says; its layout is steady and its labels apart."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from backend.types import CollectionGraph, Edge, GraphNode
from components import node_facts
from components.graph_layout import Extent, layout
from components.graph_node import excerpt
from components.graph_page import DRAWING, drawing_script, graph_page
from components.node_facts import FIRST, fact_html, shown_of
from tests.pages.standin import HOSTILE, StandInWorkbench

PAGE = Path(__file__).resolve().parent.parent.parent / "pages" / "graph.py"
ATTACK = "</script><script>alert(1)</script><img src=x onerror=alert(2)> <a href='//evil'> <!-- "


def page_of(title: str) -> str:
    nodes = (GraphNode("a", "document", title, "a"), GraphNode("b", "community", title, "a"))
    graph = CollectionGraph(nodes, (Edge("a", "b", "HAS_COMMUNITY", 1.0),))
    return graph_page(graph, numbers={}, dark=False, width=600, height=400)


def test_a_title_never_becomes_markup() -> None:
    harmless, attacked = page_of("Report"), page_of(ATTACK)
    for tag in ("<script", "</script", "<img", "<a ", "<!--"):
        assert attacked.count(tag) == harmless.count(tag)
    held = re.search(r'id="shown">(.*?)</script>', attacked, re.DOTALL)
    assert held is not None
    assert json.loads(held[1])["nodes"][0]["title"].startswith("Document: </script><script>")


def test_a_page_without_the_drawing_s_script_becomes_the_whole_one_by_putting_it_in_its_place() -> (
    None
):
    graph = CollectionGraph((GraphNode("a", "document", ATTACK + DRAWING, "a"),))
    whole, without = (
        graph_page(graph, numbers={}, dark=False, width=600, height=400, whole=each)
        for each in (True, False)
    )
    assert without.count(DRAWING) == 1
    assert without.replace(DRAWING, f"<script>{drawing_script()}</script>") == whole
    assert len(without) < len(whole) / 10


def test_a_label_that_many_share_stands_once_and_all_say_it_on_hover() -> None:
    nodes = tuple(GraphNode(each, "community", "Balance sheet", "a") for each in "abc")
    edges = (Edge("b", "a", "COMM_SIMILAR_TO", 0.8), Edge("b", "c", "COMM_SIMILAR_TO", 0.9))
    page = graph_page(CollectionGraph(nodes, edges), numbers={}, dark=False, width=600, height=400)
    held = re.search(r'id="shown">(.*?)</script>', page, re.DOTALL)
    assert held is not None
    shown = json.loads(held[1])["nodes"]
    assert [each["label"] for each in shown] == ["", "Balance sheet", ""]
    assert {each["title"] for each in shown} == {"Group: Balance sheet"}


def test_the_page_asks_nobody_for_anything() -> None:
    page = page_of("Report")
    assert "default-src 'none'" in page
    assert not re.search(r"<(link|img|iframe|script[^>]*\ssrc)", page.split("<script>")[0])
    assert "cdn" not in page.split("<script>")[0].lower()


def test_the_same_graph_looks_the_same() -> None:
    assert page_of("Report") == page_of("Report")


@given(st.integers(2, 60), st.data())
def test_labels_do_not_lie_upon_each_other(count: int, data: st.DataObject) -> None:
    place = st.integers(0, count - 1)
    links = data.draw(st.lists(st.tuples(place, place), max_size=80))
    extents = [Extent(20.0 + 25 * (each % 3), 12, 30) for each in range(count)]
    places = layout(extents, links, 900, 600)
    overlaps = 0
    for one in range(count):
        for other in range(one):
            wide = extents[one].half_width + extents[other].half_width
            if (
                abs(places[one][0] - places[other][0]) < wide - 1
                and abs(places[one][1] - places[other][1]) < 42 - 1
            ):
                overlaps += 1
    assert overlaps == 0


def test_the_graph_page_shows_what_a_collection_holds(workbench: StandInWorkbench) -> None:
    shown = AppTest.from_file(str(PAGE), default_timeout=30).run()
    assert not shown.exception
    labels = " ".join(map(str, shown.selectbox[1].options))
    assert HOSTILE[:40] in labels
    assert any("of 9 nodes" in each.value or "9 nodes" in each.value for each in shown.caption)


def test_a_name_to_begin_with_is_told_in_the_run_that_chose_it(
    workbench: StandInWorkbench,
) -> None:
    shown = AppTest.from_file(str(PAGE), default_timeout=30).run()
    assert not [each for each in shown.button if each.label == "Centre here"]
    first = next(each for each in shown.button if str(each.key).startswith("graph-first-"))
    first.click().run()
    assert not shown.exception
    assert [each for each in shown.button if each.label == "Centre here"]


def test_what_is_stated_of_a_node_stands_on_its_card_and_leads_to_its_page(
    workbench: StandInWorkbench,
) -> None:
    shown = AppTest.from_file(str(PAGE), default_timeout=30).run()
    next(each for each in shown.button if str(each.key).startswith("graph-first-")).click().run()
    assert not shown.exception
    said = [step for step in shown.get("html") if "quire-said" in step.proto.body]
    assert len(said) == FIRST + 1, "the first of six facts of sentences, and one of a cell"
    assert not any("<script>alert" in step.proto.body for step in said)
    assert "2023: 1,250 (USD)" in said[-1].proto.body
    shown.button(key="graph-fact-sentence-more").click().run()
    said = [step for step in shown.get("html") if "quire-said" in step.proto.body]
    assert len(said) == 6 + 1
    shown.button(key="graph-fact-sentence-5").click().run()
    assert not shown.exception
    assert any("page 1 of" in each.value for each in shown.markdown)


WHILE_READING = """
from dataclasses import replace

from components import node_facts

data = node_facts.example()
node_facts.node_facts(replace(data, facts=replace(data.facts, being_read=True)), key="f")
"""


def test_a_card_says_that_sentences_are_still_being_read() -> None:
    shown = AppTest.from_string(WHILE_READING).run()
    assert not shown.exception
    assert [each.value for each in shown.caption] == ["Sentences are still being read for facts."]


def test_a_fact_says_its_table_only_where_nothing_else_does() -> None:
    said = node_facts.example().facts.cells[0]
    assert fact_html(said) == "Sales: <b>Barley</b> 2023: 1,250 (USD)"
    assert fact_html(said, "Sales of the year") == "<b>Barley</b> 2023: 1,250 (USD)"
    assert fact_html(replace(said, relation="")) == "Sales: <b>Barley</b> 1,250 (USD)"
    told = replace(said, subject=ATTACK * 4, of_cell=False, under="")
    assert "<script" not in fact_html(told)
    assert shown_of(4, 1_200) == " · 4 of 1,200"
    assert shown_of(4, 4) == ""


def test_an_empty_graph_says_why(empty_workbench: StandInWorkbench) -> None:
    shown = AppTest.from_file(str(PAGE), default_timeout=30).run()
    assert not shown.exception
    assert any("Library" in each.value for each in shown.info)


def test_an_excerpt_stands_round_the_name() -> None:
    text = "The mill stands at the ford. " * 12 + "Ada Hill keeps it. " + "It is old. " * 30
    shown, terms = excerpt(text, "Ada Hill")
    ((start, end),) = terms
    assert shown[start:end] == "Ada Hill"
    assert shown.startswith("… ")
    assert len(shown) <= 190
    assert excerpt("No name here.", "Ada Hill") == ("No name here.", ())


def test_what_a_search_found_is_ringed_and_centred() -> None:
    graph = CollectionGraph((GraphNode("a", "entity", "Ada Hill"), GraphNode("b", "entity", "Tom")))
    shown = graph_page(graph, numbers={}, dark=False, width=400, height=300, matches=("a", "gone"))
    assert '"matches": ["a"]' in shown
    assert shown.count('"borderWidth": 5') == 1
