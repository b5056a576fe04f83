"""What was read of documents for their words and names, as one segment of arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.mapped_arrays import AnyArray
from backend.passage_view.document_part import TITLE_PASSAGES, DocumentPart, Vocabulary
from backend.segments import (
    DOCUMENTS,
    Axis,
    AxisTable,
    Numbers,
    Schema,
    merged,
    shared_texts,
    table_arrays,
    texts_as_arrays,
    whole,
)

NAME = "name segments 1"
SCHEMA = Schema(
    axes={
        DOCUMENTS: Axis(),
        "ids": Axis(owner=DOCUMENTS),
        "terms": Axis(),
        "keys": Axis(),
    },
    tables={
        "media": AxisTable(DOCUMENTS, {"bytes": "uint8"}),
        "titled": AxisTable(DOCUMENTS, {"terms": "terms"}),
        "lengths": AxisTable("ids", {"terms": "float32"}, many=False),
        "counts": AxisTable("ids", {"terms": "terms", "times": "float32"}),
        "paths": AxisTable("ids", {"terms": "terms"}),
        "headed": AxisTable("ids", {"terms": "terms"}),
        "named": AxisTable("ids", {"keys": "keys", "about": "float32"}),
        "stands": AxisTable("ids", {"keys": "keys", "label": "uint8", "sureness": "float32"}),
        "pieces": AxisTable("ids", {"numbers": "uint16"}),
        "cut": AxisTable("ids", {"known": "bool"}, many=False),
    },
)
"""`media`: the media type of a document; `titled`: the terms of its title. Of a passage (`ids`):
`lengths` and `counts` of its terms, `paths` the terms of the headings above it, `headed` those of
the nearest, and of the title where there is none and the document has few passages: the title of a
long one says nothing of one of them; `named`: how much it is about each name that it holds;
`stands`: the names that stand for it, and whether one is its label; `pieces`: its word pieces,
`cut` whether they are known.
"""


def segment_of(parts: Sequence[DocumentPart], vocabulary: Vocabulary) -> dict[str, AnyArray]:
    """The segment of some documents' parts.

    Args:
        vocabulary: what numbers the words and names of the parts.
    """
    ordered = sorted(parts, key=lambda part: part.document_id)
    chunk_ids = [chunk_id for part in ordered for chunk_id in part.chunk_ids]
    order = sorted(range(len(chunk_ids)), key=chunk_ids.__getitem__)
    row = np.empty(len(order), np.int64)
    row[order] = np.arange(len(order))
    sizes = [len(part.chunk_ids) for part in ordered]
    offsets = np.cumsum([0, *sizes])[:-1]
    document_of = np.repeat(np.arange(len(ordered)), sizes)

    def table(tables: list[AnyArray], column: int = 0, width: int = 2) -> Numbers:
        """All parts' tables under each other, their chunks turned into rows."""
        joined = np.concatenate([np.zeros((0, width), np.int64), *tables])
        joined[:, column] += np.repeat(offsets, [len(table) for table in tables])
        joined[:, column] = row[joined[:, column]]
        return joined

    def flat(values: list[AnyArray], dtype: str) -> AnyArray:
        return np.concatenate([np.zeros(0, dtype), *values]).astype(dtype)

    counts = table([part.terms for part in ordered], width=3)
    paths = table([part.path_terms for part in ordered])
    headed = table([_headed(part) for part in ordered])
    named = table([part.mentions for part in ordered])
    stands = table([part.stands_for for part in ordered], 1, 3)
    titled = flat([part.title_terms for part in ordered], "int64")
    terms, term = shared_texts(
        "terms", list(vocabulary.terms), [counts[:, 1], paths[:, 1], headed[:, 1], titled]
    )
    keys, key = shared_texts("keys", list(vocabulary.keys), [named[:, 1], stands[:, 0]])
    lengths, cut = np.zeros(len(order), np.float32), np.zeros(len(order), np.int64)
    lengths[row] = flat([part.lengths for part in ordered], "float32")
    cut[row] = flat([part.piece_counts for part in ordered], "int64")
    own = flat([part.piece_counts for part in ordered], "int64").clip(0)
    size, every = len(order), range(len(ordered))
    made = {
        **texts_as_arrays(DOCUMENTS, [part.document_id for part in ordered]),
        **texts_as_arrays("ids", [chunk_ids[each] for each in order]),
        "ids.of": document_of[order].astype(np.int32),
        **terms,
        **keys,
        **texts_as_arrays("media", [part.media_type for part in ordered]),
        **table_arrays(
            "titled",
            np.repeat(every, [len(part.title_terms) for part in ordered]).astype(np.int64),
            len(ordered),
            terms=term[titled],
        ),
        "lengths.terms": lengths,
        **table_arrays("counts", counts[:, 0], size, terms=term[counts[:, 1]], times=counts[:, 2]),
        **table_arrays("paths", paths[:, 0], size, terms=term[paths[:, 1]]),
        **table_arrays("headed", headed[:, 0], size, terms=term[headed[:, 1]]),
        **table_arrays(
            "named",
            named[:, 0],
            size,
            keys=key[named[:, 1]],
            about=flat([part.aboutness for part in ordered], "float32"),
        ),
        **table_arrays(
            "stands",
            stands[:, 1],
            size,
            keys=key[stands[:, 0]],
            label=stands[:, 2],
            sureness=flat([part.sureness for part in ordered], "float32"),
        ),
        **table_arrays(
            "pieces",
            np.repeat(row, own),
            size,
            numbers=flat([part.pieces for part in ordered], "uint16"),
        ),
        "cut.known": cut >= 0,
    }
    return merged(SCHEMA, [whole(SCHEMA, made)])


def _headed(part: DocumentPart) -> AnyArray:
    """(chunk, term) of headings, and of the title where there is none."""
    if len(part.chunk_ids) > TITLE_PASSAGES:
        return part.heading_terms
    bare = np.setdiff1d(np.arange(len(part.chunk_ids)), part.heading_terms[:, 0])
    titles = np.tile(part.title_terms, bare.size)
    own = np.stack([np.repeat(bare, part.title_terms.size), titles], 1)
    return np.concatenate([part.heading_terms, own])
