"""Files that could fill the graph with noise or slow a question down: neither happens.

The work of a question is counted, never timed: how many passages it judges, how many passages and
facts it reads, and how many links it could follow.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from backend.bootstrap import LoadedEmbedders
from backend.graph.named_graph import MOST_ALIKE, MOST_SECTIONS, main_sections
from backend.passage_view.links import out_links
from backend.passage_view.views import views_over
from backend.pipelines.fused_hybrid import FusedHybridPipeline, FusedOptions
from backend.services import node_facts
from backend.types import NAMED_KINDS, Chunk, GraphFilter, GraphNode, Query, Section
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

GOODS = ("rope", "tar", "nails", "canvas", "lamps", "chalk", "glue", "paint", "bolts", "twine")
TOWNS = ("alder", "birch", "cedar", "elder", "hazel", "larch", "maple", "oak", "rowan", "willow")
COUNT = 200
MOST_JUDGED = 250
"""Candidates of a question, as docs/fused_hybrid.md has it."""


def paid(number: int) -> str:
    """What one entry of an account says."""
    return f"paid {17 + number} crowns for {GOODS[number % 10]} from {TOWNS[number // 10 % 10]}"


def account(heading: str, clerk: str = "The clerk", entries: int = COUNT) -> str:
    """A file of entries; `#` in the heading is each one's number."""
    return "\n\n".join(
        f"## {heading.replace('#', str(n + 1))}\n\n{clerk} {paid(n)}. It was entered by day."
        for n in range(entries)
    )


CAPITALS = account("line of #", "the clerk").replace("It was", "it was")
"""No letter of it is a capital."""
AGREEMENT = """# Agreement of {0}

{0} Limited (the "Company") sells rope.

# Payment

The Company pays {1}.
"""
FILES = {
    "ordinary": {"account.md": account("Entry # of the winter")},
    "one heading on every page": {"account.md": account("Harbour Account")},
    "headings that are page numbers": {
        "account.md": account("Page # of 200"),
        "other.md": account("- # -", entries=20),
    },
    "a name of hundreds of passages": {
        "account.md": account("Entry # of the winter", "The Harrow Bridge Trust")
    },
    "no capital letter": {"account.txt": CAPITALS},
    "a term defined twice": {
        "alder.md": AGREEMENT.format("Alder", "in 30 days") + "\n\n" + account("Entry #"),
        "birch.md": AGREEMENT.format("Birch", "in 60 days"),
    },
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        made = opened(tmp_path_factory.mktemp("awkward") / "library")
        yield made
        made.close()


@pytest.fixture(scope="module")
def collections(workbench: Workbench) -> dict[str, str]:
    """Each sort of files in a collection of its own."""
    found = {}
    for name, files in FILES.items():
        found[name] = workbench.library.create_collection(name, SETTINGS).id
        for file, text in files.items():
            workbench.library.add_file(found[name], file, text.encode())
    finish(workbench)
    return found


def work(workbench: Workbench, collection_id: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What one question of fused hybrid, facts counted, comes to."""
    done: Counter[str] = Counter()
    records = workbench.parts.records
    real = type(records).chunks

    def chunks(self: object, chunk_ids: object) -> dict[str, Chunk]:
        asked = list(chunk_ids)  # type: ignore[call-overload]
        done["passages read"] += len(asked)
        return real(self, asked)  # type: ignore[arg-type]

    views_over(workbench.parts).of(collection_id, wait=True)
    while not workbench.graph.facts_are_read(collection_id):
        threading.Event().wait(0.05)
    with monkeypatch.context() as patch:
        patch.setattr(type(records), "chunks", chunks)
        query = Query(
            "What was paid for canvas from hazel?", collection_id, 5,
            options=FusedOptions(facts=True, documents="multi_hop"),
        )  # fmt: skip
        found = FusedHybridPipeline(workbench.parts).retrieve(query)
    assert not [step for step in found.steps if step.name == "missing"]
    fused = next(step.summary for step in found.steps if step.name == "fuse")
    done["judged"] = int(fused.split()[0])
    return done


@pytest.mark.parametrize("name", [file for file in FILES if file != "ordinary"])
def test_a_question_is_no_more_work_than_over_ordinary_files(
    workbench: Workbench,
    collections: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    usual = work(workbench, collections["ordinary"], monkeypatch)
    own = work(workbench, collections[name], monkeypatch)
    assert own["judged"] <= MOST_JUDGED
    assert own["judged"] <= 1.5 * usual["judged"]
    assert own["passages read"] <= 1.5 * usual["passages read"]
    view = views_over(workbench.parts).of(collections[name], wait=True)
    links = out_links(view, np.arange(view.size))
    # what all hold links all of them, too weakly to move anything
    assert (links.values > 0.01).sum() <= view.size, "one link a passage at most, on average"


def drawn(workbench: Workbench, collection_id: str) -> list[GraphNode]:
    """The names and sections of the map."""
    wanted = GraphFilter(kinds=NAMED_KINDS, most=300)
    nodes = workbench.graph.graph_overview(collection_id, wanted).graph.nodes
    return [node for node in nodes if node.kind != "document"]


def test_what_divides_nothing_is_no_section_of_the_map(
    workbench: Workbench, collections: dict[str, str]
) -> None:
    assert drawn(workbench, collections["one heading on every page"]) == []
    assert drawn(workbench, collections["headings that are page numbers"]) == []
    assert {box.kind for box in drawn(workbench, collections["no capital letter"])} <= {"section"}
    ordinary = drawn(workbench, collections["ordinary"])
    assert len(ordinary) == MOST_SECTIONS


def test_a_name_of_hundreds_of_passages_is_one_node_with_bounded_facts(
    workbench: Workbench, collections: dict[str, str]
) -> None:
    collection = collections["a name of hundreds of passages"]
    (name,) = [box for box in drawn(workbench, collection) if box.kind == "entity"]
    assert name.label == "Harrow Bridge Trust"
    while not workbench.graph.facts_are_read(collection):
        threading.Event().wait(0.05)
    facts = workbench.graph.graph_node(collection, name.id).facts
    assert len(facts.sentences) == node_facts.MOST_SHOWN
    assert facts.sentences_in_all == COUNT + 1  # and that it "was entered by day", once


def test_page_numbers_and_repeated_headings_are_no_passage_s_subject(
    workbench: Workbench, collections: dict[str, str]
) -> None:
    collection = collections["headings that are page numbers"]
    for document in workbench.library.documents(collection):
        subjects = workbench.library.document_subjects(document.id)
        said = {each.name for own in subjects.values() for each in own}
        assert not {name for name in said if any(map(str.isdigit, name))}


def test_a_term_that_two_documents_define_means_each_one_s_own(
    workbench: Workbench, collections: dict[str, str]
) -> None:
    collection = collections["a term defined twice"]
    documents = {document.name: document.id for document in workbench.library.documents(collection)}
    for file, own, other in (("alder.md", "Alder", "Birch"), ("birch.md", "Birch", "Alder")):
        said = [
            sentence.text
            for chunk in workbench.library.document_chunks(documents[file])
            for sentence in workbench.graph.graph_node(collection, chunk.id).facts.sentences
        ]
        paying = [text for text in said if "pays" in text]
        assert paying
        assert all(text.startswith(f"{own} Limited") for text in paying), paying
        assert not any(other in text for text in said)


def test_two_thousand_pages_are_no_more_work_than_two_hundred(
    workbench: Workbench, collections: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("two thousand pages", SETTINGS).id
    long = account("Page # of 2000", "The clerk of the Dock Account", 2_000)
    workbench.library.add_file(collection, "long.md", long.encode())
    finish(workbench)
    usual = work(workbench, collections["ordinary"], monkeypatch)
    own = work(workbench, collection, monkeypatch)
    assert own["judged"] <= MOST_JUDGED
    assert own["passages read"] <= 1.5 * usual["passages read"]
    assert len(drawn(workbench, collection)) <= 1, "the one name, and no page"


# --- headings ------------------------------------------------------------------------------------


def section(title: str, number: int, level: int = 1) -> Section:
    return Section(f"s{number}", "d", "", title, (title,), level, 0, number * 10, number * 10 + 10)


@pytest.mark.parametrize(
    "title",
    ["3", "- 12 -", "Page 3", "PAGE 3 OF 200", "Seite 7 von 20", "p. 14", "17/200", "· 9 ·"],
)
def test_a_page_number_is_no_heading_that_divides(title: str) -> None:
    named = [section("Results", 0), section("Outlook", 1)]
    assert main_sections([*named, section(title, 2)]) == named


@pytest.mark.parametrize("title", ["2024", "1987", "3 Results", "Page layout", "Part 2", "Q3"])
def test_years_and_numbered_headings_divide(title: str) -> None:
    found = main_sections([section("Results", 0), section(title, 1)])
    assert [each.title for each in found] == ["Results", title]


def test_a_heading_may_stand_a_few_times() -> None:
    often = [section("Examples", number) for number in range(MOST_ALIKE)]
    assert main_sections([section("Ropes", 9), *often]) == [*often, section("Ropes", 9)]
    more = section("examples ", MOST_ALIKE)
    assert main_sections([section("Ropes", 9), section("Tar", 8), *often, more]) == [
        section("Tar", 8),
        section("Ropes", 9),
    ]
    # the next level divides where the one above does not
    below = [section("Oak", 20, 2), section("Ash", 21, 2)]
    assert main_sections([*often, more, *below]) == below
