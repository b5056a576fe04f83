"""The subjects of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from pathlib import Path

from backend.discourse.document_subjects import KEPT, DocumentSubjects, read_subjects
from backend.discourse.subject_view import SubjectView, joined
from backend.kept_views import KeptViews, Making
from backend.ports import Parts, Records

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.2 s."""
_MAKING = Making("subjects", KEPT, read_subjects, joined, READ_AT_ONCE)


class SubjectViews(KeptViews[DocumentSubjects, SubjectView]):
    """See `KeptViews`."""

    def __init__(self, records: Records, library: Path | None = None) -> None:
        super().__init__(lambda _: _MAKING, records, library)


def subject_views_over(parts: Parts) -> SubjectViews:
    """The subjects of the collections: one set, shared by all that are built from the same
    parts."""
    return parts.shared.of(
        SubjectViews, lambda: SubjectViews(parts.records, parts.settings.library)
    )
