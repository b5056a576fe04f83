"""A document's pages as bytes: arrays with the terms that they use, and their texts beside them."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from backend.parcels import Parcels
from backend.scope.pages import PagePart, TableTitle, Vocabulary

NAME = "pages 1"
TABLES = {"terms": 1, "labels": 2, "lines_with": 0}
"""Tables of a part, and which of their columns numbers terms."""
OF_PAGES = ("numbers", "lengths", "rows")
OF_PASSAGES = ("page_of", "whole")


def pages_kept(vocabulary: Vocabulary) -> Parcels[PagePart]:
    """Where the pages of documents are kept, their terms numbered by the vocabulary."""
    return Parcels(
        NAME, partial(packed, vocabulary=vocabulary), partial(unpacked, vocabulary=vocabulary)
    )


def packed(parts: Sequence[PagePart], vocabulary: Vocabulary) -> bytes:
    """Parts as arrays with the terms that they use; what is text is compressed."""
    texts = list(vocabulary.terms)
    used = np.unique(
        np.concatenate(
            [getattr(p, name)[:, column] for name, column in TABLES.items() for p in parts]
        )
    )
    head = {
        "documents": [[p.document_id, p.first, *p.chunk_ids] for p in parts],
        "titles": [[[_plain(each) for each in page] for page in p.titles] for p in parts],
        "terms": [texts[number] for number in used],
    }
    arrays: dict[str, Any] = {
        "head": np.frombuffer(zlib.compress(json.dumps(head).encode(), 1), np.uint8)
    }
    for name in (*OF_PAGES, *OF_PASSAGES, *TABLES):
        each = [np.asarray(getattr(p, name)) for p in parts]
        joined = np.concatenate(each)
        if name in TABLES:
            joined[:, TABLES[name]] = np.searchsorted(used, joined[:, TABLES[name]])
        arrays[name] = joined if joined.dtype == bool else joined.astype(np.int32)
        arrays[f"{name}_sizes"] = np.array([len(one) for one in each], np.int64)
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def unpacked(payload: bytes, vocabulary: Vocabulary) -> Iterator[PagePart]:
    """The parts of a parcel, their terms numbered by the vocabulary."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(zlib.decompress(arrays["head"].tobytes()))
        joined = {name: arrays[name] for name in (*OF_PAGES, *OF_PASSAGES, *TABLES)}
        sizes = {name: arrays[f"{name}_sizes"].tolist() for name in joined}
    terms = np.array([vocabulary.number(text) for text in head["terms"]], np.int32)
    for name, column in TABLES.items():
        joined[name][:, column] = terms[joined[name][:, column]]
    starts = {name: [0, *accumulate(each)] for name, each in sizes.items()}
    for number, ((document_id, first, *chunk_ids), titles) in enumerate(
        zip(head["documents"], head["titles"], strict=True)
    ):
        own = {
            name: table[starts[name][number] : starts[name][number + 1]]
            for name, table in joined.items()
        }
        yield PagePart(
            document_id=document_id,
            numbers=tuple(own["numbers"].tolist()),
            lengths=own["lengths"],
            terms=own["terms"],
            labels=own["labels"],
            lines_with=own["lines_with"],
            rows=own["rows"],
            titles=tuple(tuple(TableTitle(*each) for each in page) for page in titles),
            chunk_ids=tuple(chunk_ids),
            page_of=own["page_of"],
            whole=own["whole"],
            first=first,
        )


def _plain(title: TableTitle) -> list[str | int]:
    return [title.text, title.line, title.rows, title.near]
