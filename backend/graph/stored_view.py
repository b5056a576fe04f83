"""A collection's view over arrays, which may be those of a file that is mapped into memory.

What a question could work out itself is stored as well, so that a first question pays for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend import analysis, numbered_texts, segments, sparse
from backend.graph import document_part, held_rows, name_segment, nesting, view_joining
from backend.graph.collection_view import CollectionView
from backend.graph.document_part import DocumentPart, Vocabulary
from backend.graph.held_rows import Holders
from backend.graph.name_segment import NAME, SCHEMA, segment_of
from backend.graph.view_joining import FIELDS, HELD, OF_SEGMENT, arrays_of, of_segment
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import ARRAYS, NumberedTexts
from backend.segments import DOCUMENTS, merged, whole
from backend.view_files import Kind, recipe_of

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, view_joining.__file__, document_part.__file__, held_rows.__file__),
        *(name_segment.__file__, segments.__file__, nesting.__file__, numbered_texts.__file__),
        analysis.__file__,
    )
)
"""What a view's numbers come from, and how its texts are found again."""
KIND = Kind("names", recipe_of(NAME, *SOURCES))
PLAIN = (
    *("term_weight", "name_weight", "piece_counts", "shared_name_weight"),
    *("title_weights", "own_title_weights", "path_weights", "overlap_norms"),
)


def view_of(about: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> CollectionView:
    """The view of arrays that `view_joining` has worked out."""
    numbered = {
        axis: NumberedTexts({part: arrays[f"{axis}.{part}"] for part in ARRAYS})
        for axis in SCHEMA.axes
    }
    plain: dict[str, Any] = {name: arrays[name] for name in PLAIN}
    matrices = {
        name: sparse.over(
            form, tuple(shape), [arrays[f"{name}.{field}"] for field in FIELDS], tuple(order)
        )
        for name, (form, shape, *order) in about["matrices"].items()
    }
    sorts = about["media_types"]
    documents, passages = numbered[DOCUMENTS], numbered["ids"]
    holders: dict[str, Any] = {
        name: Holders(
            arrays[f"{name}.starts"],
            arrays[f"{name}.rows"],
            len(documents) if name == "title_holders" else len(passages),
        )
        for name in HELD
    }
    return CollectionView(
        **matrices,
        **holders,
        **{name: of_segment(name, arrays, arrays["ones"]) for name in OF_SEGMENT},
        **plain,
        version=int(about["version"]),
        ids=passages.texts,
        row_of=passages,
        documents=documents.texts,
        document_numbers=documents,
        document_of=arrays["ids.of"],
        media_types=tuple(sorts[place] for place in arrays["media_type_of"].tolist()),
        terms=numbered["terms"],
        keys=numbered["keys"],
        key_texts=numbered["keys"].texts,
        pieces=arrays["pieces.numbers"],
        piece_starts=arrays["pieces.starts"][:-1],
        about=about,
        arrays=arrays,
    )


def assemble(
    parts: Sequence[DocumentPart],
    forms: Sequence[tuple[str, str]],
    vocabulary: Vocabulary,
    version: int,
) -> CollectionView:
    """The view of documents' parts alone.

    Args:
        vocabulary: what numbers the words and names of the parts.
        forms: (key of another form, key of the name) as the documents define them.
    """
    also = {"keys": [each for pair in forms for each in pair]}
    segment = merged(SCHEMA, [whole(SCHEMA, segment_of(parts, vocabulary))], also)
    return view_of(*arrays_of(segment, forms, version))
