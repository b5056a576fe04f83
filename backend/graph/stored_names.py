"""A document's names and terms as bytes: arrays with the words and names that they use."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.graph.document_part import DocumentPart, Vocabulary
from backend.parcels import Parcels

NAME = "passage names 6"


def names_kept(vocabulary: Vocabulary) -> Parcels[DocumentPart]:
    """Where the parts of documents are kept, their words and names numbered by the vocabulary."""
    return Parcels(
        NAME, partial(packed, vocabulary=vocabulary), partial(unpacked, vocabulary=vocabulary)
    )


def packed(parts: Sequence[DocumentPart], vocabulary: Vocabulary) -> bytes:
    """Parts as compressed arrays with the words and names that they use."""
    term_texts, key_texts = list(vocabulary.terms), list(vocabulary.keys)
    terms = _used([*(p.terms[:, 1] for p in parts), *(p.title_terms for p in parts),
                   *(p.path_terms[:, 1] for p in parts),
                   *(p.heading_terms[:, 1] for p in parts)])  # fmt: skip
    keys = _used([*(p.mentions[:, 1] for p in parts), *(p.stands_for[:, 0] for p in parts)])
    head = {
        "documents": [[p.document_id, p.media_type, *p.chunk_ids] for p in parts],
        "terms": [term_texts[number] for number in terms],
        "keys": [key_texts[number] for number in keys],
    }

    def renumbered(tables: list[Any], known: Any, column: int) -> Any:
        joined = np.concatenate(tables).astype(np.int32)
        joined[:, column] = np.searchsorted(known, joined[:, column])
        return joined

    arrays: dict[str, Any] = {
        "head": np.frombuffer(json.dumps(head).encode(), np.uint8),
        "lengths": np.concatenate([p.lengths for p in parts]),
        "terms": renumbered([p.terms for p in parts], terms, 1),
        "mentions": renumbered([p.mentions for p in parts], keys, 1),
        "aboutness": np.concatenate([p.aboutness for p in parts]),
        "stands_for": renumbered([p.stands_for for p in parts], keys, 0),
        "sureness": np.concatenate([p.sureness for p in parts]),
        "title_terms": np.searchsorted(terms, np.concatenate([p.title_terms for p in parts])),
        "path_terms": renumbered([p.path_terms for p in parts], terms, 1),
        "heading_terms": renumbered([p.heading_terms for p in parts], terms, 1),
        "pieces": np.concatenate([p.pieces for p in parts]),
        "piece_counts": np.concatenate([p.piece_counts for p in parts]),
    }
    for name in SPLIT:
        arrays[f"{name}_sizes"] = np.array([len(getattr(p, name)) for p in parts], np.int32)
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


SPLIT = (
    *("terms", "mentions", "stands_for", "title_terms", "path_terms", "heading_terms"),
    "pieces",
)
OF_PASSAGES = ("lengths", "piece_counts")


def unpacked(payload: bytes, vocabulary: Vocabulary) -> Iterator[DocumentPart]:
    """The parts of a parcel, their words and names numbered by the vocabulary."""
    with np.load(io.BytesIO(payload), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        terms = np.array([vocabulary.term(text) for text in head["terms"]], np.int32)
        keys = np.array([vocabulary.key(text) for text in head["keys"]], np.int32)
        tables: dict[str, npt.NDArray[Any]] = {
            name: arrays[name] for name in (*OF_PASSAGES, "aboutness", "sureness", *SPLIT)
        }
        sizes = {name: arrays[f"{name}_sizes"] for name in SPLIT}
    tables["terms"][:, 1] = terms[tables["terms"][:, 1]]
    tables["path_terms"][:, 1] = terms[tables["path_terms"][:, 1]]
    tables["heading_terms"][:, 1] = terms[tables["heading_terms"][:, 1]]
    tables["title_terms"] = terms[tables["title_terms"]]
    tables["mentions"][:, 1] = keys[tables["mentions"][:, 1]]
    tables["stands_for"][:, 0] = keys[tables["stands_for"][:, 0]]
    starts = {name: np.cumsum([0, *each]) for name, each in sizes.items()}
    passage = 0
    for number, (document_id, media_type, *chunk_ids) in enumerate(head["documents"]):
        span = {name: slice(each[number], each[number + 1]) for name, each in starts.items()}
        yield DocumentPart(
            document_id=document_id,
            media_type=media_type,
            chunk_ids=tuple(chunk_ids),
            lengths=tables["lengths"][passage : passage + len(chunk_ids)],
            terms=tables["terms"][span["terms"]],
            mentions=tables["mentions"][span["mentions"]],
            aboutness=tables["aboutness"][span["mentions"]],
            stands_for=tables["stands_for"][span["stands_for"]],
            sureness=tables["sureness"][span["stands_for"]],
            title_terms=tables["title_terms"][span["title_terms"]],
            path_terms=tables["path_terms"][span["path_terms"]],
            heading_terms=tables["heading_terms"][span["heading_terms"]],
            pieces=tables["pieces"][span["pieces"]],
            piece_counts=tables["piece_counts"][passage : passage + len(chunk_ids)],
        )
        passage += len(chunk_ids)


def _used(numbers: list[Any]) -> npt.NDArray[np.int32]:
    found: npt.NDArray[np.int32] = np.unique(np.concatenate(numbers)).astype(np.int32)
    return found
