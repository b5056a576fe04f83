"""The subjects of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from backend.discourse.document_subjects import KEPT, DocumentSubjects, read_subjects
from backend.discourse.subject_view import SubjectView, joined
from backend.kept_views import KeptViews, Making

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.2 s."""


class SubjectViews(KeptViews[DocumentSubjects, SubjectView]):
    """See `KeptViews`."""

    making = Making("subjects", KEPT, read_subjects, joined, READ_AT_ONCE)
