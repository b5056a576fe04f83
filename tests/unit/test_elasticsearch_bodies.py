"""What a server is sent when an index is made and asked, without a server."""

from __future__ import annotations

import numpy as np
import pytest

from backend.indexes._elasticsearch.mapping import Layout, Part
from backend.indexes._elasticsearch.queries import exact_query, text_query, unit
from backend.types import Filters

BODY = Layout("quire", 1, "0", "int8_hnsw").index_body(Part("places", "chunk", "model"), 8)


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
    boosts = {field: body["boost"] for each in clauses for field, body in each["term"].items()}
    assert boosts == {"text": 2.0, "title": 2.0, "path": 1.0}


def test_vectors_are_sent_with_length_one() -> None:
    made = unit(np.array([3.0, 4.0], dtype=np.float32))
    assert made is not None
    assert made.tolist() == pytest.approx([0.6, 0.8])
    assert unit(np.zeros(2)) is None
    assert BODY["mappings"]["properties"]["vector"]["similarity"] == "dot_product"
    script = exact_query(made, Filters())["script_score"]["script"]
    assert script["params"]["question"] == pytest.approx([0.6, 0.8])
