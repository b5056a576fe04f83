"""The windows of each collection, kept in step with the records.

Embedding windows costs about what embedding the passages did. It is done once, while nobody waits,
and stored beside the documents; a question never waits for it. Of several processes that would do
it, one does, and the others load what it has stored.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from backend.kept_views import KeptViews, Making
from backend.ports import Embedder, Embedders, Parts, Records
from backend.windows.document_windows import DocumentWindows, windows_kept, windows_of
from backend.windows.window_view import WindowView, joined

READ_AT_ONCE = 4
"""Up to so many new passages are embedded before the question goes on."""


class WindowViews(KeptViews[DocumentWindows, WindowView]):
    """See `KeptViews`; of a collection whose model was changed the windows are read anew."""

    def __init__(self, records: Records, embedders: Embedders, library: Path | None = None) -> None:
        super().__init__(lambda each: _making(embedders.of(each)), records, library)


def _making(embedder: Embedder) -> Making[DocumentWindows, WindowView]:
    def read(
        records: Records, document_id: str, let_pass: Callable[[], object] | None
    ) -> DocumentWindows:
        return windows_of(records, document_id, embedder, let_pass)

    return Making("windows", windows_kept(embedder.identity), read, joined, READ_AT_ONCE)


def window_views_over(parts: Parts) -> WindowViews:
    """The windows of the collections: one set, shared by all that are built from the same parts."""
    return parts.shared.of(
        WindowViews, lambda: WindowViews(parts.records, parts.embedders, parts.settings.library)
    )
