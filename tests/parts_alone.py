"""Views of documents' parts alone, without a library."""

from __future__ import annotations

from collections.abc import Sequence

from backend.joint_segments import numbered_anew
from backend.passage_view import name_segment, view_joining
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.document_part import DocumentPart, Vocabulary
from backend.scope import page_joining, page_segment
from backend.scope.page_view import PageView
from backend.scope.pages import PagePart, TermNumbers
from backend.scope.stored_page_view import view_of
from backend.segments import DOCUMENTS


def names_of(parts: Sequence[DocumentPart], vocabulary: Vocabulary) -> CollectionView:
    """The view of names; `vocabulary` numbers the words and names of the parts."""
    segment = view_joining.finished(name_segment.segment_of(parts, vocabulary))
    return view_joining.view_from({"": segment}, [], 1)


def pages_of(parts: Sequence[PagePart], vocabulary: TermNumbers) -> PageView:
    """The view of pages; `vocabulary` numbers the terms of the parts."""
    segment = page_joining.finished(page_segment.segment_of(parts, vocabulary))
    joint = numbered_anew(page_segment.SCHEMA, [segment])
    documents = list(joint.texts[DOCUMENTS])
    about, arrays = page_joining.page_arrays(joint, documents, {}, [""] * len(documents))
    return view_of(about, arrays, joint, 1)
