"""What is read of new documents while nobody waits, so that a first question need not.

In small steps: a file that is added in between, or the end of the program, waits for one step only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from backend.background_reading import PASSAGES_OF_STEP
from backend.definitions.views import DefinitionViews
from backend.discourse.views import SubjectViews
from backend.errors import WorkbenchError
from backend.ingestion.parts import IngestionParts
from backend.passage_view.kept_factors import refresh_factors
from backend.passage_view.views import Views
from backend.scope.views import ScopeViews
from backend.view_files import view_files_in
from backend.windows.views import WindowViews

logger = logging.getLogger(__name__)


class ReadingAhead:
    """Names, pages, definitions, subjects and windows of changed collections. Not for threads."""

    def __init__(self, parts: IngestionParts) -> None:
        self._parts = parts
        self._files = view_files_in(parts.settings.library, parts.records)
        self._changed: set[str] = set()
        self._definitions: dict[str, DefinitionViews] = {}
        self._subjects: dict[str, SubjectViews] = {}
        self._windows: dict[str, WindowViews] = {}

    def changed(self, collection_id: str) -> None:
        """Note that documents of a collection may have come or changed."""
        self._changed.add(collection_id)

    def step(self) -> bool:
        """Read a part of what is left; False if nothing was.

        What cannot be read is left to the first question.
        """
        try:
            if self._changed:
                self._read_names(self._changed.pop())
                return True
            if self._definitions:
                collection_id, definitions = self._definitions.popitem()
                if not definitions.keep(collection_id, PASSAGES_OF_STEP):
                    self._definitions[collection_id] = definitions
                return True
            if self._subjects:
                collection_id, subjects = self._subjects.popitem()
                if not subjects.keep(collection_id, PASSAGES_OF_STEP):
                    self._subjects[collection_id] = subjects
                return True
            if self._windows:
                # taken out first: what cannot be embedded is not tried again
                collection_id, windows = self._windows.popitem()
                if not windows.keep(collection_id, PASSAGES_OF_STEP):
                    self._windows[collection_id] = windows
                return True
        except WorkbenchError:
            logger.info("what could not be read is left to the first question", exc_info=True)
            return True
        return False

    def finish(self, collection_id: str, told: Callable[[], None] = lambda: None) -> None:
        """Read all that is left of a collection.

        Args:
            told: called before each step; what it raises ends the reading.
        """
        self.changed(collection_id)
        told()
        while self.step():
            told()

    def _read_names(self, collection_id: str) -> None:
        files = self._files
        Views(self._parts.records, files).keep(collection_id)
        ScopeViews(self._parts.records, files).keep(collection_id)
        refresh_factors(self._parts.records, collection_id, files)
        library = self._parts.settings.library
        self._definitions[collection_id] = DefinitionViews(self._parts.records, library)
        self._subjects[collection_id] = SubjectViews(self._parts.records, library)
        self._windows[collection_id] = WindowViews(
            self._parts.records, self._parts.embedders, library, files
        )
