"""What makes a view's files, so that those of an older program are not believed."""

from __future__ import annotations

from backend import analysis, joint_segments, numbered_texts, segments
from backend.passage_view import (
    collection_view,
    document_part,
    name_relations,
    name_segment,
    nesting,
    view_joining,
)
from backend.passage_view.name_segment import NAME
from backend.view_files import ViewKind, recipe_of

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, view_joining.__file__, document_part.__file__, collection_view.__file__),
        *(name_segment.__file__, segments.__file__, nesting.__file__, numbered_texts.__file__),
        *(analysis.__file__, joint_segments.__file__, name_relations.__file__),
    )
)
"""What a view's numbers come from, and how its texts are found again."""
KIND = ViewKind("names", recipe_of(NAME, *SOURCES))
