"""The vectors of a collection's communities as one matrix, from what stores keep per document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from backend.ports import Vectors

_BYTES = 2
"""Of a stored number (float16)."""


def joined(
    stored: Iterable[tuple[str, Sequence[str], bytes]],
) -> tuple[tuple[str, ...], tuple[str, ...], Vectors]:
    """Ids of all communities, sorted, the document id of each, and their vectors.

    What does not fit together is left out: a document whose vectors are not as many as its
    communities, and so have another width than those of most.

    Args:
        stored: for each document its id, the ids of its communities in order, and their vectors.
    """
    whole = [
        (document, ids, body)
        for document, ids, body in stored
        if ids and body and len(body) % (_BYTES * len(ids)) == 0
    ]
    widths = Counter(len(body) // len(ids) for _, ids, body in whole)
    if not widths:
        return (), (), np.zeros((0, 0), np.float32)
    usual = max(widths, key=lambda width: (widths[width], -width))
    fitting = [each for each in whole if len(each[2]) // len(each[1]) == usual]
    named = [(identity, document) for document, ids, _ in fitting for identity in ids]
    body = b"".join(body for _, _, body in fitting)
    matrix = np.frombuffer(body, dtype="<f2").astype(np.float32).reshape(len(named), -1)
    order = sorted(range(len(named)), key=named.__getitem__)
    return (
        tuple(named[row][0] for row in order),
        tuple(named[row][1] for row in order),
        matrix[order],
    )
