"""Sub-graphs that grow towards a question, and documents with their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.bootstrap import LoadedEmbedders
from backend.graph.document_neighbours import WAYS, mean_vectors, weighed_documents
from backend.graph.subgraph_growth import citing, grow
from backend.ports import Vectors
from backend.types import Filters, Query
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

LABELS = ("seed", "near", "far", "beyond", "apart")
PLACES: Mapping[str, tuple[float, float]] = {
    "seed": (0.6, 0.8), "near": (0.8, 0.6), "far": (0.0, 1.0), "beyond": (1.0, 0.0),
    "apart": (-1.0, 0.0), "leads": (0.8, 0.6), "blocks": (0.0, 1.0),
}  # fmt: skip
ASKED = np.array([1, 0], np.float32)
WAYS_ON: Mapping[int, Sequence[tuple[str, int]]] = {
    0: (("leads", 1), ("blocks", 3), ("leads", 2)),
    1: (("leads", 0), ("leads", 3)),
}


def embed(texts: Sequence[str]) -> Vectors:
    return np.array([PLACES[text] for text in texts], np.float32)


def neighbours(node: int) -> Sequence[tuple[str, int]]:
    return WAYS_ON.get(node, ())


def test_a_sub_graph_grows_by_the_neighbour_that_is_nearest_with_how_it_was_reached() -> None:
    # From the seed: near by “leads” is (.8, .6), cosine .8. Beyond by “blocks” is the mean of
    # (1, 0) and (0, 1), cosine .707; far by “leads” the mean of (0, 1) and (.8, .6), cosine .447.
    # From near, beyond is reached by two that lead: (1, 0), (.8, .6), (.8, .6), cosine .908.
    found = grow(0, ASKED, LABELS, neighbours, embed)
    assert found.nodes == (0, 1, 3, 2)
    assert found.relations == ((0, "leads", 1), (1, "leads", 3), (0, "leads", 2))
    assert found.scores == pytest.approx([0.6, 0.8, 0.908, 0.447], abs=1e-3)
    assert found.relevance == pytest.approx((0.6 + 0.8 + 0.908 + 0.447) / 4, abs=1e-3)
    assert grow(0, ASKED, LABELS, neighbours, embed, 2).nodes == (0, 1)
    assert grow(4, ASKED, LABELS, neighbours, embed).nodes == (4,)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=20), st.integers(1, 8))
def test_a_sub_graph_is_connected_and_no_larger_than_wanted(
    links: list[tuple[int, int]], size: int
) -> None:
    labels = [str(n) for n in range(7)]

    def beside(node: int) -> list[tuple[str, int]]:
        return [("to", b if a == node else a) for a, b in links if node in (a, b) and a != b]

    def placed(texts: Sequence[str]) -> Vectors:
        angles = np.array([ord(text[0]) + len(text) for text in texts])
        return np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32)

    found = grow(0, ASKED, labels, beside, placed, size)
    assert len(found.nodes) == len(set(found.nodes)) <= size
    for place, (start, _, end) in enumerate(found.relations, start=1):
        assert end == found.nodes[place]
        assert start in found.nodes[:place]


def test_passages_cite_all_nodes_or_what_comes_nearest_to_that() -> None:
    names = {"all": frozenset([1, 2, 3]), "two": frozenset([1, 2, 9]), "one": frozenset([3])}
    assert citing((1, 2, 3), names, {}) == {"all": 1.0}
    # a passage of the document that is about one of the nodes needs to cite the others alone
    assert citing((1, 2, 3), {**names, "all": frozenset()}, {"two": 3}) == {"two": 1.0}
    assert citing((1, 2, 3), {**names, "all": frozenset()}, {}) == {"two": pytest.approx(2 / 3)}
    assert citing((3, 4), names, {}) == {"all": 0.5, "one": 0.5}
    assert citing((7,), names, {}) == {}
    assert citing((1,), names, {}) == {"all": 1.0, "two": 1.0}


# Four documents at 0, 30, 60 and 90 degrees; the question lies on the first.
ANGLES = np.radians([0, 30, 60, 90])
DOCUMENTS = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]).astype(np.float32)


def test_neighbours_come_in_by_each_of_the_three_ways() -> None:
    near = np.cos(np.radians(30))
    assert weighed_documents(ASKED, DOCUMENTS, "one_hop", 1, 1) == {0: 1.0, 1: 1.0}
    assert weighed_documents(ASKED, DOCUMENTS, "attentive", 1, 1) == pytest.approx({0: 1, 1: near})
    # from the second the nearest one is the first, which is there already
    assert weighed_documents(ASKED, DOCUMENTS, "multi_hop", 1, 2) == pytest.approx(
        {0: 1, 1: near, 2: 0.5, 3: max(near * 0.5, 0.5 * near)}
    )
    assert weighed_documents(ASKED, DOCUMENTS, "one_hop", 2, 0) == {0: 1.0, 1: 1.0}


@pytest.mark.parametrize("way", WAYS)
def test_few_documents_are_no_fault(way: str) -> None:
    assert weighed_documents(ASKED, DOCUMENTS[:1], way) == {0: 1.0}
    assert weighed_documents(ASKED, DOCUMENTS[:0], way) == {}


def test_a_document_stands_in_the_mean_of_its_passages() -> None:
    vectors = np.array([[1, 0], [0, 1], [0, 1]], np.float32)
    found = mean_vectors(vectors, np.array([0, 0, 2]), 3)
    assert found == pytest.approx(np.array([[0.5**0.5] * 2, [0, 0], [0, 1]]))


# --- as people meet them -------------------------------------------------------------------------

FILES = {
    "heron.txt": (
        "Orla Venn founded Heron Works in the spring of 1904, when the harbour was still small.\n\n"
        "Heron Works built boats for Tamsin Reed, who sailed them to the northern islands."
    ),
    "brack.txt": (
        "Juno Brack led Quarry House for ten years and wrote of its stones every winter.\n\n"
        "Quarry House was sold to Edda Moor, who closed the old pit beside the road."
    ),
    "notes.txt": "the weather was mild and the paths were dry for most of the long season.",
}
QUESTION = "What did Orla Venn found?"
PIPELINES = ("sub_graph", "neighbouring_documents")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, str]]:
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        made = opened(tmp_path_factory.mktemp("walks") / "library")
        collection = made.library.create_collection("Names", SETTINGS).id
        for name, text in FILES.items():
            made.library.add_file(collection, name, text.encode())
        finish(made)
        yield made, collection
        made.close()


def test_the_sub_graph_of_a_question_leads_to_the_passage_that_cites_it(
    library: tuple[Workbench, str],
) -> None:
    workbench, collection = library
    options = workbench.questions.options_of("sub_graph", {"size": "2"})
    found = workbench.questions.search(Query(QUESTION, collection, 4, options=options), "sub_graph")
    steps = {step.name: step for step in found.steps}
    assert "Orla Venn, Heron Works" in steps["grow"].summary
    assert "Orla Venn – founded – Heron Works" in steps["grow"].detail
    assert [hit.chunk.text.split(" in ")[0] for hit in found.hits] == [
        "Orla Venn founded Heron Works"
    ]
    labels = {label for _, kind, label in found.subgraph.nodes if kind == "entity"}
    assert labels == {"Orla Venn", "Heron Works"}


def test_names_of_near_documents_lead_to_passages(library: tuple[Workbench, str]) -> None:
    workbench, collection = library
    options = workbench.questions.options_of(
        "neighbouring_documents", {"documents": "3", "most": "2"}
    )
    query = Query(QUESTION, collection, 9, options=options)
    found = workbench.questions.search(query, "neighbouring_documents")
    steps = {step.name: step for step in found.steps}
    assert steps["documents"].detail == {"heron": "1.00", "brack": "1.00", "notes": "1.00"}
    assert len(steps["names"].detail) == 2
    assert "Orla Venn" in steps["names"].detail
    assert all(any(n in hit.chunk.text for n in steps["names"].detail) for hit in found.hits)


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_shares_add_up_and_filters_hold(library: tuple[Workbench, str], pipeline: str) -> None:
    workbench, collection = library
    found = workbench.questions.search(Query(QUESTION, collection, 9), pipeline)
    assert found.hits
    for hit in found.hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(hit.score)
    brack = next(d.id for d in workbench.library.documents(collection) if d.name == "brack.txt")
    only = Query(QUESTION, collection, 9, Filters(document_ids=(brack,)))
    assert {h.chunk.document_id for h in workbench.questions.search(only, pipeline).hits} <= {brack}


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_without_names_they_say_so(library: tuple[Workbench, str], pipeline: str) -> None:
    workbench, _ = library
    empty = workbench.library.create_collection(f"Empty {pipeline}", SETTINGS).id
    workbench.library.add_file(empty, "notes.txt", FILES["notes.txt"].encode())
    finish(workbench)
    found = workbench.questions.search(Query("How was the weather?", empty, 3), pipeline)
    assert [hit.chunk.text for hit in found.hits] == [FILES["notes.txt"]]
    assert any("No names were found" in notice for notice in found.notices)
