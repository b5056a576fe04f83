"""What was read of documents' pages, as one segment of arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.mapped_arrays import AnyArray
from backend.scope.pages import PagePart, TermNumbers
from backend.segments import (
    DOCUMENTS,
    Axis,
    AxisTable,
    Schema,
    merged,
    shared_texts,
    table_arrays,
    texts_as_arrays,
    whole,
)

NAME = "page segments 1"
SCHEMA = Schema(
    axes={
        DOCUMENTS: Axis(),
        "pages": Axis(owner=DOCUMENTS, texts=False),
        "titles": Axis(owner="pages", texts=False),
        "chunk_ids": Axis(owner=DOCUMENTS),
        "terms": Axis(),
    },
    tables={
        "first": AxisTable(DOCUMENTS, {"bytes": "uint8"}),
        "lines": AxisTable(DOCUMENTS, {"terms": "terms", "lines": "int32", "salient": "int32"}),
        "page": AxisTable(
            "pages", {"number": "int32", "length": "int32", "rows": "int32"}, many=False
        ),
        "counts": AxisTable("pages", {"terms": "terms", "times": "float32"}),
        "said": AxisTable("pages", {"row": "int32", "terms": "terms"}),
        "title": AxisTable("titles", {"line": "int32", "rows": "int32"}, many=False),
        "title_text": AxisTable("titles", {"bytes": "uint8"}),
        "title_near": AxisTable("titles", {"bytes": "uint8"}),
        "chunk": AxisTable("chunk_ids", {"page": "pages", "whole": "bool"}, many=False),
    },
)
"""See `PagePart`, whose names these are; `said` are the terms of row labels, rows counted within a
document."""


def segment_of(parts: Sequence[PagePart], vocabulary: TermNumbers) -> dict[str, AnyArray]:
    """The segment of some documents' pages.

    Args:
        vocabulary: what numbers the terms of the parts.
    """
    ordered = sorted(parts, key=lambda part: part.document_id)
    sizes = [len(part.numbers) for part in ordered]
    offsets, size = np.cumsum([0, *sizes])[:-1], sum(sizes)
    chunk_ids = [chunk_id for part in ordered for chunk_id in part.chunk_ids]
    order = sorted(range(len(chunk_ids)), key=chunk_ids.__getitem__)
    titled = [titles for part in ordered for titles in part.titles]
    titles = [each for page in titled for each in page]

    def flat(values: list[AnyArray]) -> AnyArray:
        return np.concatenate([np.zeros(0, np.int64), *values])

    def table(tables: list[AnyArray]) -> AnyArray:
        """All tables under each other, page numbers of the first column turned into rows."""
        joined = np.concatenate([np.zeros((0, 3), np.int64), *tables])
        joined[:, 0] += np.repeat(offsets, [len(table) for table in tables])
        return joined

    def of(owners: int, lengths: list[int]) -> AnyArray:
        return np.repeat(np.arange(owners), lengths)

    counts = table([part.terms for part in ordered])
    said = table([part.labels for part in ordered])
    lines = np.concatenate([np.zeros((0, 3), np.int64), *(part.lines_with for part in ordered)])
    terms, term = shared_texts(
        "terms", list(vocabulary.terms), [counts[:, 1], said[:, 2], lines[:, 0]]
    )
    passages = [len(part.chunk_ids) for part in ordered]
    page_of = flat([part.page_of for part in ordered]) + np.repeat(offsets, passages)
    made = {
        **texts_as_arrays(DOCUMENTS, [part.document_id for part in ordered]),
        "pages.of": of(len(ordered), sizes),
        "titles.of": of(size, [len(each) for each in titled]),
        **texts_as_arrays("chunk_ids", [chunk_ids[each] for each in order]),
        "chunk_ids.of": of(len(ordered), passages)[order],
        **terms,
        **texts_as_arrays("first", [part.first for part in ordered]),
        **table_arrays(
            "lines",
            of(len(ordered), [len(part.lines_with) for part in ordered]),
            len(ordered),
            terms=term[lines[:, 0]],
            lines=lines[:, 1],
            salient=lines[:, 2],
        ),
        "page.number": flat([np.array(part.numbers, np.int64) for part in ordered]),
        "page.length": flat([part.lengths for part in ordered]),
        "page.rows": flat([part.rows for part in ordered]),
        **table_arrays("counts", counts[:, 0], size, terms=term[counts[:, 1]], times=counts[:, 2]),
        **table_arrays("said", said[:, 0], size, row=said[:, 1], terms=term[said[:, 2]]),
        "title.line": np.array([title.line for title in titles], np.int32),
        "title.rows": np.array([title.rows for title in titles], np.int32),
        **texts_as_arrays("title_text", [title.text for title in titles]),
        **texts_as_arrays("title_near", [title.near for title in titles]),
        "chunk.page": page_of[order],
        "chunk.whole": flat([part.whole for part in ordered]).astype(bool)[order],
    }
    return merged(SCHEMA, [whole(SCHEMA, made)])
