"""Groups of passages and themes: what the Graph page and the command line ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from backend.bootstrap import Assembly
from backend.errors import SettingsError
from backend.graph.community_links import KIND
from backend.graph.document_graph import recipe
from backend.graph.soundness import wrong_graphs
from backend.graph.upkeep import fresh_links, links_are_current, refresh_links
from backend.ingestion.communities import GROUP, REPORT, SUMMARISE
from backend.ingestion.queueing import ADD, queue, waiting_job
from backend.passage_view.kept_factors import forget_factors, unsound_factors
from backend.pipelines._community.theme_tree import kept_themes, refresh_themes, themes_of
from backend.services.number_words import counted
from backend.types import Collection, Community, Job, Problem, ThemeTree


class CommunityService:
    """Everything about groups of passages that is not a question."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks

    def communities_of(self, document_id: str) -> tuple[Community, ...]:
        """A document's groups of passages, in the order in which they begin."""
        return self._records.communities(document_id)

    def themes(self, collection_id: str, *, refresh: bool = True) -> ThemeTree:
        """The tree of a collection's themes.

        Args:
            refresh: make it anew if the collection has changed; else it is given as it was kept,
                marked as stale (empty and stale if there is none).
        """
        if refresh:
            return themes_of(self._records, self._parts.settings, collection_id)
        return kept_themes(self._records, collection_id) or ThemeTree((), stale=True)

    def refresh_themes(self, collection_id: str) -> ThemeTree:
        """Make the tree anew, however large the collection is."""
        return refresh_themes(self._records, self._parts.settings, collection_id)

    def summarise_again(self, collection_id: str) -> Job:
        """Queue writing the summaries with the language model that is on.

        Groups that it has summarised already stay as they are; those that were summarised locally,
        or are marked because it failed, are written.
        """
        job = self._queue(self._records.collection(collection_id), SUMMARISE, "groups summarised")
        self._ensure_worker()
        return job

    def write_name_reports(self, collection_id: str) -> Job:
        """Queue reports on the groups of names, written by the language model that is on, for the
        global and the local search. What it wrote of a group holds as long as the group does.

        Raises:
            SettingsError: if no language model is on.
        """
        if self._tasks.language_model() is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first; until then reports are the documents' own "
                "sentences.",
            )
        job = self._queue(self._records.collection(collection_id), REPORT, "names reported on")
        self._ensure_worker()
        return job

    def notice_ungrouped_documents(self) -> None:
        """Queue grouping for collections that hold passages which are not grouped by their
        settings: libraries of earlier versions, and settings that were changed.

        A file on its way in links its groups itself as its last step.
        """
        for collection in self._records.collections():
            if not collection.embedding:
                continue
            wanted = recipe(collection.settings, collection.embedding)
            # asked before the links: a file that becomes ready in between was on its way
            linking = waiting_job(self._records, collection.id, ADD) is not None
            current = linking or links_are_current(self._records, collection.id)
            if not current or self._records.stale_graphs(collection.id, wanted):
                self._queue(collection, GROUP, "passages grouped")

    def _queue(self, collection: Collection, kind: str, words: str) -> Job:
        waiting = waiting_job(self._records, collection.id, kind)
        return waiting or queue(self._records, collection, kind, words)

    def check_graphs(self) -> tuple[Problem, ...]:
        """Compare groups and links between passages with what they would be if made afresh."""
        return tuple(_not_right(*graph) for graph in self._wrong_graphs())

    def repair_graphs(self) -> tuple[Problem, ...]:
        """Take away graphs that are not right; they are made anew in the background."""
        found = self._wrong_graphs()
        nothing = np.zeros((0, 0), np.float16)
        for _, document_ids in found:
            for document_id in document_ids:
                self._records.replace_graph(document_id, (), nothing, (), "")
        if found:
            self._parts.index.catch_up()
        return tuple(_not_right(*graph) for graph in found)

    def _wrong_graphs(self) -> list[tuple[Collection, list[str]]]:
        """The collections with documents whose graphs are not right, and the ids of those."""
        found = (
            (collection, wrong_graphs(self._records, collection))
            for collection in self._records.collections()
        )
        return [(collection, wrong) for collection, wrong in found if wrong]

    def check_factors(self) -> tuple[Problem, ...]:
        """Compare stored vectors of graphs with what they would be if they were made afresh."""
        return tuple(
            Problem(
                "graph vectors", f"The graph vectors of “{collection.name}” are not right.", True
            )
            for collection in self._records.collections()
            if unsound_factors(self._records, collection.id)
        )

    def repair_factors(self) -> tuple[Problem, ...]:
        """Take away graph vectors that are not right; who needs them has them made anew."""
        wrong = [e for e in self._records.collections() if unsound_factors(self._records, e.id)]
        for collection in wrong:
            forget_factors(self._records, collection.id)
        return tuple(
            Problem("graph vectors", f"The graph vectors of “{each.name}” are made anew.", True)
            for each in wrong
        )

    def check_links(self) -> tuple[Problem, ...]:
        """Compare the links among groups with what they would be if they were made afresh."""
        problems = []
        for collection in self._records.collections():
            stored = list(self._records.edges(collection.id, [KIND]))
            wrong = len(set(stored) ^ set(fresh_links(self._records, collection.id)))
            if not wrong:
                continue
            name = f"the links among the groups of “{collection.name}”"
            if links_are_current(self._records, collection.id):
                what = f"{wrong} of {name} are not right."
            else:
                what = f"{name[0].upper()}{name[1:]} are behind."
            problems.append(Problem("links", what, True))
        return tuple(problems)

    def repair_links(self) -> tuple[Problem, ...]:
        """Make the links what they should be; returns what was mended."""
        problems = self.check_links()
        for collection in self._records.collections():
            refresh_links(self._records, collection.id, afresh=bool(problems))
        return problems


def _not_right(collection: Collection, document_ids: Sequence[str]) -> Problem:
    documents = counted(len(document_ids), "document")
    what = f"The groups of passages of {documents} in “{collection.name}” are not right."
    return Problem("groups", what, True)
