"""A collection's view as arrays for a file that is mapped into memory, and back.

What a view works out when it is first asked for is stored as well, so that a first question pays
for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from backend import analysis, numbered_texts, sparse
from backend.graph import collection_view, document_part, held_rows, nesting
from backend.graph.collection_view import CollectionView
from backend.graph.held_rows import Holders
from backend.graph.stored_names import NAME
from backend.numbered_texts import ARRAYS, AnyArray, NumberedTexts, text_arrays
from backend.view_files import Kind, recipe_of

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, collection_view.__file__, document_part.__file__, held_rows.__file__),
        *(nesting.__file__, numbered_texts.__file__, analysis.__file__),
    )
)
"""What a view's numbers come from, and how its texts are found again."""
KIND = Kind("names", recipe_of(NAME, *SOURCES))
PLAIN = (
    *("document_of", "term_weight", "name_weight", "pieces", "piece_starts", "piece_counts"),
    *("title_weights", "own_title_weights", "path_weights", "overlap_norms"),
    "shared_name_weight",
)
MATRICES = (
    *("counts", "bm25", "title_counts", "path_terms", "own_title_counts"),
    *("mentions", "exact_mentions", "titles", "aboutness", "subjects"),
    *("mentioned_in", "named_by", "subject_of"),
)
HELD = ("title_holders", "own_title_holders", "path_holders")
NUMBERED = ("ids", "documents", "terms", "keys")
_FIELDS = ("data", "indices", "indptr")


def arrays_of(view: CollectionView) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What is said of a view, for JSON, and its arrays."""
    matrices = {}
    sorts = sorted(set(view.media_types))
    number = {each: place for place, each in enumerate(sorts)}
    arrays = {name: getattr(view, name) for name in PLAIN}
    arrays["media_type_of"] = np.array([number[each] for each in view.media_types], np.int64)
    for name in MATRICES:
        matrix = getattr(view, name)
        matrices[name] = [matrix.format, list(matrix.shape), *_order(matrix)]
        arrays |= {f"{name}.{field}": getattr(matrix, field) for field in _FIELDS}
    for name in HELD:
        held = getattr(view, name)
        arrays |= {f"{name}.starts": held.starts, f"{name}.rows": held.rows}
    for name in NUMBERED:
        texts = text_arrays(getattr(view, name))
        arrays |= {f"{name}.{part}": texts[part] for part in ARRAYS}
    return {"version": view.version, "media_types": sorts, "matrices": matrices}, arrays


def view_of(about: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> CollectionView:
    """The view that was stored."""
    numbered = {
        name: NumberedTexts({part: arrays[f"{name}.{part}"] for part in ARRAYS})
        for name in NUMBERED
    }
    matrices = {name: _matrix(name, about["matrices"][name], arrays) for name in MATRICES}
    sorts = about["media_types"]
    documents, passages = len(numbered["documents"]), len(numbered["ids"])
    holders = {
        name: Holders(
            arrays[f"{name}.starts"],
            arrays[f"{name}.rows"],
            documents if name == "title_holders" else passages,
        )
        for name in HELD
    }
    held = {
        **{name: arrays[name] for name in PLAIN},
        **matrices,
        **holders,
        **numbered,
        "version": int(about["version"]),
        "ids": numbered["ids"].texts,
        "documents": numbered["documents"].texts,
        "media_types": tuple(sorts[place] for place in arrays["media_type_of"].tolist()),
        "row_of": numbered["ids"],
        "document_numbers": numbered["documents"],
        "key_texts": numbered["keys"].texts,
    }
    fields = CollectionView.__dataclass_fields__
    view = CollectionView(**{name: held[name] for name in fields})
    # cached properties keep their values beside the fields, also in a frozen class
    vars(view).update({name: each for name, each in held.items() if name not in fields})
    return view


def _order(matrix: Any) -> tuple[bool, bool]:
    """Whether each row's columns ascend, and whether each comes once besides."""
    return bool(matrix.has_sorted_indices), bool(matrix.has_canonical_format)


def _matrix(name: str, told: Any, arrays: Mapping[str, AnyArray]) -> sparse.Matrix:
    form, shape, ascending, canonical = told
    kind = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix}[form]
    made = kind(tuple(shape), dtype=np.float32)
    for field in _FIELDS:  # given to the constructor they would be copied into memory
        setattr(made, field, arrays[f"{name}.{field}"])
    # else scipy would walk through all of it to find out
    made.has_sorted_indices = ascending
    made.has_canonical_format = canonical
    return made
