"""What a server is sent when an index is made and asked, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from backend.indexes._elasticsearch.connection import Cluster
from backend.indexes._elasticsearch.mapping import IndexPart, Layout
from backend.indexes._elasticsearch.queries import exact_query, text_query, unit
from backend.indexes._elasticsearch.searching import Searcher
from backend.indexes._elasticsearch.writer import written
from backend.ports import IndexEntry, VectorSearch
from backend.types import Filters

LAYOUT = Layout("quire", 1, "0", "int8_hnsw")
BODY = LAYOUT.index_body(IndexPart("places", "chunk", "model"), 8)


class Told:
    """A cluster that keeps what it is asked, and holds so many entries, none of which fits."""

    def __init__(self, entries: int) -> None:
        self.client = SimpleNamespace(count=lambda **_: {"count": entries}, msearch=self._asked)
        self.bodies: list[Mapping[str, Any]] = []

    @contextmanager
    def explained(self) -> Iterator[None]:
        yield

    def _asked(self, *, searches: Sequence[Mapping[str, Any]], **_: object) -> Mapping[str, Any]:
        self.bodies += searches[1::2]
        return {"responses": [{"hits": {"hits": []}} for _ in searches[1::2]]}


def test_every_field_is_ranked_by_bm25_with_the_constants_of_the_embedded_index() -> None:
    assert BODY["settings"]["similarity"] == {"default": {"type": "BM25", "k1": 1.2, "b": 0.75}}
    texts = {
        name for name, field in BODY["mappings"]["properties"].items() if field["type"] == "text"
    }
    assert texts == {"text", "title", "path"}
    for name in texts:
        field = BODY["mappings"]["properties"][name]
        assert "similarity" not in field  # the default holds
        assert field.get("norms", True)  # without them length would not count


def test_a_word_of_a_question_weighs_by_field_and_by_how_often_it_is_said() -> None:
    clauses = text_query({"lantern": 2}, Filters())["bool"]["should"]
    boosts = {field: body["boost"] for clause in clauses for field, body in clause["term"].items()}
    assert boosts == {"text": 2.0, "title": 2.0, "path": 1.0}


def test_vectors_are_sent_with_length_one() -> None:
    made = unit(np.array([3.0, 4.0], dtype=np.float32))
    assert made is not None
    assert made.tolist() == pytest.approx([0.6, 0.8])
    assert unit(np.zeros(2)) is None
    assert BODY["mappings"]["properties"]["vector"]["similarity"] == "dot_product"
    script = exact_query(made, Filters())["script_score"]["script"]
    assert script["params"]["question"] == pytest.approx([0.6, 0.8])


def test_a_passage_whose_vector_is_not_of_length_one_is_written_with_one_that_is() -> None:
    vector = np.array([3.0, 4.0], dtype=np.float16)
    entry = IndexEntry("p", "places", "d", "text/plain", "text", "", "", "", vector)
    assert written("alias", entry, "mark", 1)["vector"] == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize("by_graph", [False, True])
def test_a_question_whose_vector_is_not_of_length_one_is_asked_with_one_that_is(
    by_graph: bool,
) -> None:
    told = Told(entries=1_000 if by_graph else 10)
    searcher = Searcher(cast(Cluster, told), LAYOUT, exact_limit=100)
    search = VectorSearch(np.array([3.0, 4.0], dtype=np.float32), 5, Filters())
    searcher.search_together("places", [search], judged=False)
    (body,) = told.bodies
    scored = body["query"]["script_score"]
    assert scored["script"]["params"]["question"] == pytest.approx([0.6, 0.8])
    assert ("knn" in scored["query"]) == by_graph
    if by_graph:
        assert scored["query"]["knn"]["query_vector"] == pytest.approx([0.6, 0.8])
