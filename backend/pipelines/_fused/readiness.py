"""What a large collection is ready for: reading its names, pages and windows must not stall a
question.

All are read in the background at the first question; until then the question is answered without
them, and a notice says so.
"""

from __future__ import annotations

import logging
import threading

from backend.errors import WorkbenchError
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.views import views_over
from backend.pipelines._nearest_part import reading_notice
from backend.ports import Parts, ReadingPatience
from backend.scope.scoped_question import scoped_questions_over
from backend.scope.views import scope_views_over
from backend.types import Query
from backend.windows.views import window_views_over

logger = logging.getLogger(__name__)

SCOPED_AT_ONCE = 500
"""Documents of so many pages in all are read for their names and tables before a first question."""
OPENING = 1.0
"""Seconds that a first question waits for pages that are stored."""
BEHIND = (
    "Documents that came or went just now are still being read; this answer comes from those of "
    "before."
)


class Readiness:
    """Asks the views what they have, and makes them read what they lack."""

    def __init__(self, parts: Parts) -> None:
        self._records = parts.records
        self._windows = window_views_over(parts)
        self._views = views_over(parts)
        self._questions = scoped_questions_over(parts)
        self._pages = scope_views_over(parts)
        self._patience = parts.shared.of(ReadingPatience, ReadingPatience)
        self._scoped: set[str] = set()
        self._reading: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()

    def of_view(
        self, collection_id: str, *, scoped: bool = False
    ) -> tuple[CollectionView | None, str]:
        """The view, or None, and a notice unless it is that of the records as they are.

        Args:
            scoped: pages are looked at as well, and told of where they are older.
        """
        view = self._views.ready(collection_id)
        if self._patience.seconds and not self._views.is_current(collection_id):
            self._patience.spend(lambda seconds: self._views.wait(collection_id, seconds))
            view = self._views.ready(collection_id)
        if view is not None:
            behind = scoped and self._pages.is_behind(collection_id)
            return view, "" if self._views.is_current(collection_id) and not behind else BEHIND
        done, total = self._views.progress(collection_id)
        far = f" ({done:,} of {total:,} passages)" if total else ""
        return None, (
            f"Names and links of this collection are still being read{far}; this answer comes from "
            "words and meaning alone."
        )

    def of_windows(self, collection_id: str) -> str:
        """Empty if the parts of passages can be compared, else a notice."""
        return reading_notice(self._windows, collection_id, self._patience)

    def of_scope(self, query: Query) -> str:
        """Empty if documents and pages can be told apart at once, else a notice."""
        collection_id = query.collection_id
        if collection_id in self._scoped:
            return ""
        opens = False
        with self._lock:
            reading = self._reading.get(collection_id)
            if reading is None:
                if self._records.counts(collection_id).pages <= SCOPED_AT_ONCE:
                    self._scoped.add(collection_id)
                    return ""
                reading = threading.Thread(
                    target=self._read, args=(query,), name="collection-scope", daemon=True
                )
                self._reading[collection_id] = reading
                reading.start()
                opens = self._pages.is_stored(collection_id)
        reading.join(OPENING if opens else 0.0)
        self._patience.spend(reading.join)
        if collection_id in self._scoped:
            if self._pages.is_behind(collection_id):
                self._patience.spend(lambda seconds: self._pages.wait(collection_id, seconds))
            return ""
        return (
            "The documents' names and dates are still being read; this question was searched "
            "everywhere."
        )

    def _read(self, query: Query) -> None:
        try:
            self._questions.of(query)
            self._scoped.add(query.collection_id)
        except WorkbenchError:
            logger.exception("The documents of a collection could not be read.")
        finally:
            with self._lock:
                self._reading.pop(query.collection_id, None)
