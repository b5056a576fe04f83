"""The bodies of searches, and hits read back. No question becomes a query string."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.indexes._terms import FIELD_WEIGHTS
from backend.types import Filters

LONGEST_TERM = 200
"""Longer terms are cut, in texts and questions alike; the server's own limit is 255 characters."""
NOTHING = "."
"""Stands in a field that has no terms, and is itself none: BM25 then counts every entry in every
field, as the embedded index does."""
EXTRA = 32
"""Hits fetched beyond k, so that scores that differ by rounding alone still rank by id."""
COSINE = "Math.max(0.0, dotProduct(params.question, 'vector') + 1.0)"
"""Scores must not be negative, and unit vectors may multiply to a little under -1."""


def cut(term: str) -> str:
    """A term as the server holds it."""
    return term[:LONGEST_TERM]


def text_query(terms: Mapping[str, int], filters: Filters) -> dict[str, Any]:
    """BM25 of the terms, each as often as the question says it."""
    return {
        "bool": {
            "should": [
                {"term": {field: {"value": cut(term), "boost": weight * count}}}
                for term, count in terms.items()
                for field, weight in FIELD_WEIGHTS.items()
            ],
            "minimum_should_match": 1,
            "filter": restrictions(filters),
        }
    }


def exact_query(question: npt.NDArray[np.float64], filters: Filters) -> dict[str, Any]:
    """Cosines of everything that passes the filters."""
    return _scored(question, {"bool": {"filter": [_HAS_VECTOR, *restrictions(filters)]}})


def neighbour_query(
    question: npt.NDArray[np.float64], filters: Filters, k: int, candidates: int
) -> dict[str, Any]:
    """Cosines of about the k nearest per shard, found by the graph under the filters.

    The graph's own distances may come from shortened vectors; the scores do not.
    """
    near = {
        "field": "vector",
        "query_vector": question.tolist(),
        "k": k,
        "num_candidates": max(k, candidates),
        "filter": restrictions(filters),
    }
    return _scored(question, {"knn": near})


def _scored(question: npt.NDArray[np.float64], among: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "script_score": {
            "query": among,
            "script": {"source": COSINE, "params": {"question": question.tolist()}},
        }
    }


_HAS_VECTOR = {"exists": {"field": "vector"}}


def restrictions(filters: Filters) -> list[dict[str, Any]]:
    """Filters as clauses that decide what may be found and add nothing to a score."""
    wanted: tuple[tuple[str, Iterable[str] | None], ...] = (
        ("document_id", filters.document_ids or None),
        ("media_type", filters.media_types or None),
        ("id", filters.chunk_ids),
    )
    return [{"terms": {field: sorted(values)}} for field, values in wanted if values is not None]


def ranked(query: Mapping[str, Any], size: int) -> dict[str, Any]:
    """A search whose hits are ids and scores alone, best first, ties by id."""
    return {
        "query": query,
        "size": size,
        "sort": [{"_score": "desc"}, {"id": "asc"}],
        "track_total_hits": False,
        "_source": False,
        "stored_fields": "_none_",
    }


def with_scores_of(finding: Mapping[str, Any], others: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same search, of whose hits the server also says what other queries give them, by name.

    The others add nothing to a score, and decide nothing.
    """
    if not others:
        return finding
    named = [
        {"constant_score": {"filter": {"bool": {"must": [query], "_name": name}}, "boost": 0.0}}
        for name, query in others.items()
    ]
    return {"bool": {"must": [finding], "should": named, "minimum_should_match": 0}}


def hits(answer: Mapping[str, Any]) -> list[tuple[str, float]]:
    """(id, score as the server gave it), best first."""
    return [(str(hit["sort"][1]), float(hit["sort"][0])) for hit in answer["hits"]["hits"]]


def named_scores(answer: Mapping[str, Any], name: str) -> Iterator[tuple[str, float | None]]:
    """(id, score as the server gave it by another query's name, None where that does not match).

    Nothing, where the answer does not tell.
    """
    for hit in answer["hits"]["hits"]:
        matched = hit.get("matched_queries", {})
        if isinstance(matched, Mapping):
            given = matched.get(name)
            yield str(hit["sort"][1]), None if given is None else float(given)


def unit(vector: npt.NDArray[Any]) -> npt.NDArray[np.float64] | None:
    """A vector of length one as the server takes it; None for one without direction."""
    wide = np.nan_to_num(np.asarray(vector, dtype=np.float64).reshape(-1))
    length = float(np.linalg.norm(wide))
    # eight digits hold single precision and keep requests short
    return np.round(wide / length, 8) if length else None
