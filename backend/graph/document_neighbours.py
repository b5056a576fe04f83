"""Documents near a question and their neighbours (KG-Retriever, "Document-level Retrieval").

The nearest documents weigh 1. Their neighbours on the graph of documents, where each is linked to
the K most alike, come in by one of three ways: *one_hop*, all alike; *attentive*, each as much as
the two documents are alike; *multi_hop*, over two hops, the likenesses multiplied.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from backend.ports import Vectors

WAYS = ("one_hop", "attentive", "multi_hop")
NEAREST, NEIGHBOURS, HOPS = 3, 3, 2
"""N and K as for 2WikiMultiHopQA there, and the hops of multi_hop."""


def mean_vectors(vectors: Vectors, document_of: npt.NDArray[np.int64], count: int) -> Vectors:
    """(count, dimension) unit means of the vectors of each document's passages; zeros where a
    document has none.

    Args:
        vectors: (n, dimension) of passages.
        document_of: (n,) the number of each one's document.
    """
    summed = np.zeros((count, vectors.shape[1]), np.float32)
    np.add.at(summed, document_of, vectors)
    lengths = np.linalg.norm(summed, axis=1, keepdims=True)
    found: Vectors = np.where(lengths > 0.0, summed / np.maximum(lengths, 1e-12), 0.0)
    return found.astype(np.float32)


def weighed_documents(
    asked: Vectors,
    documents: Vectors,
    way: str,
    nearest: int = NEAREST,
    neighbours: int = NEIGHBOURS,
) -> Mapping[int, float]:
    """Documents by number with their weights, the nearest first.

    Args:
        asked: (dimension,) of the question, of unit length.
        documents: (D, dimension) unit vectors.
        way: one of WAYS.
    """
    cosines = documents @ asked
    first = _best(cosines, nearest)
    weights = dict.fromkeys(first, 1.0)
    edge = weights
    for _ in range(HOPS if way == "multi_hop" else 1):
        reached: dict[int, float] = {}
        for document, weight in edge.items():
            alike = documents @ documents[document]
            alike[document] = -np.inf
            for other in _best(alike, neighbours):
                attention = 1.0 if way == "one_hop" else max(0.0, float(alike[other]))
                reached[other] = max(reached.get(other, 0.0), weight * attention)
        edge = {each: weight for each, weight in reached.items() if each not in weights}
        weights = {**weights, **edge}
    return weights


def _best(scores: npt.NDArray[np.float32], most: int) -> list[int]:
    """The numbers of the greatest, equal ones by number."""
    order = np.argsort(-scores, kind="stable")[:most]
    return [int(each) for each in order if np.isfinite(scores[each])]
