"""Links between communities equal a fresh computation after any sequence of changes."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from backend.graph import upkeep
from backend.graph.community_links import KIND
from backend.graph.upkeep import fresh_links, links_are_current, refresh_links
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings, Community
from tests.factories import make_bundle

# Few directions, so that equal cosines, full lists and crowding out are common.
_DIRECTIONS = st.tuples(*[st.integers(-1, 3)] * 3).filter(any)
_DOCUMENTS = st.lists(_DIRECTIONS, min_size=1, max_size=4)
_SETTINGS = CollectionSettings(link_threshold=0.4, link_neighbours=2)


def document(collection_id: str, name: int, directions: list[tuple[int, ...]]) -> DocumentBundle:
    bundle = make_bundle(collection_id, f"Document {name}", key=str(name))
    communities = tuple(
        Community(f"{name}-{number}", bundle.document.id, (), "", "", ())
        for number in range(len(directions))
    )
    vectors = np.array(directions, np.float16)
    return replace(bundle, communities=communities, community_vectors=vectors, graph_recipe="r")


class AddReplaceDelete(RuleBasedStateMachine):
    """Drives one collection and compares its links with those of a fresh computation."""

    @initialize()
    def open(self) -> None:
        # However many communities are new, their lists are brought up to date, not made afresh.
        self.patch = mock.patch.object(upkeep, "AFRESH", 2.0)
        self.patch.start()
        self.folder = Path(tempfile.mkdtemp())
        self.records: Records = sqlite.build(Settings(library=self.folder))
        self.collection = self.records.create_collection("Links", _SETTINGS).id

    def ids(self) -> list[str]:
        return [each.id for each in self.records.documents(self.collection)]

    @rule(name=st.integers(0, 7), directions=_DOCUMENTS)
    def add_or_publish_again(self, name: int, directions: list[tuple[int, ...]]) -> None:
        self.records.publish([document(self.collection, name, directions)])

    @precondition(lambda self: self.ids())
    @rule(name=st.integers(0, 7), directions=_DOCUMENTS, data=st.data())
    def replace(self, name: int, directions: list[tuple[int, ...]], data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.ids()))
        self.records.publish([document(self.collection, name, directions)], replaces=[old])

    @precondition(lambda self: self.ids())
    @rule(directions=_DOCUMENTS, data=st.data())
    def make_a_graph_anew(self, directions: list[tuple[int, ...]], data: st.DataObject) -> None:
        there = self.records.document(data.draw(st.sampled_from(self.ids())))
        bundle = document(self.collection, int(there.key), directions)
        self.records.replace_graph(
            there.id, bundle.communities, bundle.community_vectors, (), "again"
        )

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        doomed = data.draw(st.lists(st.sampled_from(self.ids()), min_size=1, max_size=2))
        self.records.delete_documents(sorted(set(doomed)))

    @precondition(lambda self: self.ids())
    @rule(neighbours=st.sampled_from((1, 2, 30)), really=st.integers(0, 3))
    def change_settings(self, neighbours: int, really: int) -> None:
        if really:
            return  # seldom, because all links are made afresh then
        self.records.change_collection_settings(
            self.collection, replace(_SETTINGS, link_neighbours=neighbours)
        )

    @rule()
    def follow_now(self) -> None:
        self.follow()

    @precondition(lambda self: len(self.ids()) > 2)
    @rule(data=st.data())
    def follow_each_of_two_deletions(self, data: st.DataObject) -> None:
        for _ in range(2):
            self.follow()
            self.records.delete_documents([data.draw(st.sampled_from(self.ids()))])
        self.follow()

    def follow(self) -> None:
        assert refresh_links(self.records, self.collection)
        assert links_are_current(self.records, self.collection)
        assert list(self.records.edges(self.collection, [KIND])) == fresh_links(
            self.records, self.collection
        )
        assert self.records.link_state(self.collection, KIND).unsettled == ()

    def teardown(self) -> None:
        if not hasattr(self, "records"):
            return
        try:
            self.follow()
        finally:
            self.patch.stop()
            self.records.close()
            shutil.rmtree(self.folder, ignore_errors=True)


TestAddReplaceDelete = AddReplaceDelete.TestCase
TestAddReplaceDelete.settings = settings(
    max_examples=40,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
