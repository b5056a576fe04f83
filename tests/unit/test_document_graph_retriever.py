"""Passages of documents near a question, and of those that are like these."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.graph.document_neighbours import WAYS
from backend.pipelines.fused_hybrid import FusedOptions
from backend.retrievers import document_graph
from backend.retrievers.document_graph import LEAST
from backend.settings import load_settings
from backend.types import Filters, Query
from backend.workbench import Workbench, open_workbench

QUESTION = "When does the ferry to the island leave?"
FILES = {
    "ferry.txt": "The ferry to the island leaves at nine. It takes forty cars over the sound.",
    "boats.txt": "Boats to the islands sail in summer. Sailors meet the harbour pilot at dawn.",
    "bread.txt": "Rye bread is baked with sour dough. The oven is heated at four in the morning.",
    "piano.txt": "A piano is tuned twice a year. Its strings are of steel and copper.",
    "roses.txt": "Roses are cut in March. The beds are covered with straw before the first frost.",
    "chess.txt": "A pawn that reaches the last rank is promoted, as a rule to a queen.",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, str]]:
    folder: Path = tmp_path_factory.mktemp("alike")
    workbench = open_workbench(load_settings({}, library=folder), start_workers=False)
    collection = workbench.library.create_collection("Alike").id
    for name, text in FILES.items():
        workbench.library.add_file(collection, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    yield workbench, collection
    workbench.close()


def names(workbench: Workbench, collection_id: str) -> dict[str, str]:
    """The file of each passage."""
    return {
        chunk.id: document.name
        for document in workbench.library.documents(collection_id)
        for chunk in workbench.library.document_chunks(document.id)
    }


def test_a_passage_counts_by_its_cosine_times_its_document_s_weight(
    opened: tuple[Workbench, str],
) -> None:
    workbench, collection = opened
    parts = workbench.parts
    query = Query(QUESTION, collection)
    of = names(workbench, collection)
    asked = parts.embedders.question(collection, QUESTION)
    embedder = parts.embedders.of(collection)
    vectors = document_graph.document_vectors_over(parts)
    known = vectors.of(collection, embedder.identity, embedder.dimension)
    cosine = dict(zip(known.ids, (known.vectors @ asked).tolist(), strict=True))
    nearest = sorted(cosine, key=lambda each: -cosine[each])
    for way in WAYS:
        retriever = document_graph.in_way(parts, way)
        scores = retriever.score(query, list(of))
        ferry = next(named_span for named_span in of if of[named_span] == "ferry.txt")
        # its document is the nearest, and weighs 1; each document has one passage here
        assert scores[ferry] == pytest.approx(cosine[nearest[0]], abs=0.02)
        assert all(score > LEAST for score in scores.values())
        found = retriever.propose(query, 3)
        assert found[0].chunk_id == ferry
        for each in found:
            assert scores[each.chunk_id] == pytest.approx(each.score, abs=1e-3)


def test_a_question_s_filters_hold(opened: tuple[Workbench, str]) -> None:
    workbench, collection = opened
    retriever = document_graph.build(workbench.parts)
    boats = next(d.id for d in workbench.library.documents(collection) if d.name == "boats.txt")
    of = names(workbench, collection)
    only = Query(QUESTION, collection, 5, Filters(document_ids=(boats,)))
    assert {of[each.chunk_id] for each in retriever.propose(only, 5)} <= {"boats.txt"}
    assert {of[each] for each in retriever.score(only, list(of))} <= {"boats.txt"}
    none = replace(only, filters=Filters(media_types=("image/png",)))
    assert retriever.propose(none, 5) == []


def test_a_collection_without_documents_gives_nothing(opened: tuple[Workbench, str]) -> None:
    workbench, _ = opened
    empty = workbench.library.create_collection("Empty").id
    retriever = document_graph.build(workbench.parts)
    assert retriever.propose(Query(QUESTION, empty), 5) == []
    assert retriever.score(Query(QUESTION, empty), ["gone"]) == {}


def test_fused_hybrid_counts_alike_documents_only_where_the_option_says_so(
    opened: tuple[Workbench, str],
) -> None:
    workbench, collection = opened
    assert FusedOptions().documents == "off"
    shown: dict[str, set[str]] = {}
    for way in ("off", *WAYS):
        query = Query(QUESTION, collection, 5, options=FusedOptions(documents=way))
        hits = workbench.questions.search(query, "fused_hybrid").hits
        shown[way] = {signal.retriever for hit in hits for signal in hit.signals}
        for hit in hits:
            assert sum(signal.contribution for signal in hit.signals) == pytest.approx(
                hit.score, abs=1e-3
            )
    assert "document_graph" not in shown["off"]
    assert all(shown[way] - shown["off"] == {"document_graph"} for way in WAYS)
    with pytest.raises(Exception, match="documents"):
        workbench.questions.options_of("fused_hybrid", {"documents": "all"})


def test_documents_that_come_and_go_are_known_at_the_next_question(
    opened: tuple[Workbench, str],
) -> None:
    workbench, _ = opened
    collection = workbench.library.create_collection("Growing").id
    workbench.library.add_file(collection, "bread.txt", FILES["bread.txt"].encode())
    workbench.queue.work_until_idle(threading.Event())
    retriever = document_graph.build(workbench.parts)
    query = Query(QUESTION, collection)
    retriever.propose(query, 5)
    workbench.library.add_file(collection, "ferry.txt", FILES["ferry.txt"].encode())
    workbench.queue.work_until_idle(threading.Event())
    found = retriever.propose(query, 5)
    assert names(workbench, collection)[found[0].chunk_id] == "ferry.txt"
    ferry = next(d.id for d in workbench.library.documents(collection) if d.name == "ferry.txt")
    workbench.library.delete_documents([ferry])
    gone = {each.chunk_id for each in found} - names(workbench, collection).keys()
    assert gone
    assert not gone & {each.chunk_id for each in retriever.propose(query, 5)}
    known = document_graph.document_vectors_over(workbench.parts)
    embedder = workbench.parts.embedders.of(collection)
    assert np.isclose(
        np.linalg.norm(known.of(collection, embedder.identity, embedder.dimension).vectors), 1.0
    )
