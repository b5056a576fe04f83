"""Incremental equals batch: after any additions, replacements and deletions, in any order, the
records and the index are what a fresh build of the surviving documents would give.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from backend.indexes.embedded import EmbeddedIndex
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings, Edge, Filters
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector

WORDS = ("harbour", "ship", "ships", "pilot", "ice", "winter", "open", "2021", "港口")
NAMES = ("log", "tide table", "report")
COLLECTION = "Harbour"

passages = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=4
)
questions = ("harbour", "ship pilot", "ice ice winter 2021", "港口 open report")


def bundle_of(
    collection_id: str, name: str, content: list[str], links: tuple[str, ...]
) -> DocumentBundle:
    bundle = make_bundle(
        collection_id,
        name,
        content,
        entities=("ship", "pilot", "ice"),
        media_type="text/plain" if name == "log" else "application/pdf",
    )
    edges = (*bundle.edges, *(Edge(bundle.document.id, link, "CITES", 1.0) for link in links))
    return replace(bundle, edges=edges)


class Library:
    """Records and index in a folder of their own."""

    def __init__(self, folder: Path, small_part: int) -> None:
        self.records: Records = sqlite.build(Settings(library=folder))
        self.index = EmbeddedIndex(
            self.records, folder / "index", exact_limit=1_000, small_part=small_part
        )

    def close(self) -> None:
        self.index.close()
        self.records.close()


class AddReplaceDelete(RuleBasedStateMachine):
    """Drives one library through a sequence and compares it with a fresh one."""

    small_part = 2_000

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.library = Library(self.folder / "driven", self.small_part)
        self.collection = self.library.records.create_collection(
            COLLECTION, CollectionSettings()
        ).id
        self.alive: dict[str, DocumentBundle] = {}
        self.fresh_builds = 0

    def ids(self) -> list[str]:
        return sorted(self.alive)

    @rule(name=st.sampled_from(NAMES), content=passages, data=st.data())
    def add(self, name: str, content: list[str], data: st.DataObject) -> None:
        links = (
            data.draw(st.lists(st.sampled_from(self.ids()), max_size=2, unique=True))
            if self.alive
            else []
        )
        bundle = bundle_of(self.collection, name, content, tuple(links))
        self.library.records.publish([bundle])
        self.alive[bundle.document.id] = bundle

    @rule(contents=st.lists(st.tuples(st.sampled_from(NAMES), passages), min_size=2, max_size=5))
    def add_several(self, contents: list[tuple[str, list[str]]]) -> None:
        bundles = {
            bundle.document.id: bundle
            for bundle in (bundle_of(self.collection, *content, ()) for content in contents)
        }
        self.library.records.publish(list(bundles.values()))
        self.alive.update(bundles)

    @precondition(lambda self: self.alive)
    @rule(content=passages, data=st.data())
    def replace_one(self, content: list[str], data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.ids()))
        bundle = bundle_of(self.collection, self.alive[old].document.title, content, ())
        self.library.records.publish([bundle], replaces=[old])
        del self.alive[old]
        self.alive[bundle.document.id] = bundle

    @precondition(lambda self: self.alive)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        doomed = data.draw(
            st.lists(st.sampled_from(self.ids()), min_size=1, max_size=3, unique=True)
        )
        receipt = self.library.records.delete_documents(doomed)
        assert receipt.documents == len(doomed)
        assert receipt.chunks == sum(len(self.alive[each].chunks) for each in doomed)
        for each in doomed:
            del self.alive[each]

    @rule()
    def catch_up(self) -> None:
        self.library.index.catch_up()

    @rule()
    def reopen(self) -> None:
        self.library.close()
        self.library = Library(self.folder / "driven", self.small_part)

    @invariant()
    def counts_are_those_of_the_survivors(self) -> None:
        counts = self.library.records.counts(self.collection)
        assert counts.documents == len(self.alive)
        assert counts.chunks == sum(len(each.chunks) for each in self.alive.values())

    @rule()
    def equals_a_fresh_build(self) -> None:
        self.compare()

    def teardown(self) -> None:
        if not hasattr(self, "library"):
            return
        try:
            self.compare()
        finally:
            self.library.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def settle(self) -> None:
        self.library.index.catch_up()

    def compare(self) -> None:
        self.settle()
        self.fresh_builds += 1
        fresh = Library(self.folder / f"fresh-{self.fresh_builds}", self.small_part)
        try:
            fresh.records.create_collection(COLLECTION, CollectionSettings())
            survivors = self.survivors()
            if survivors:
                fresh.records.publish(survivors)
            fresh.index.catch_up()
            self.compare_records(fresh.records)
            self.compare_indexes(fresh.index)
        finally:
            fresh.close()

    def survivors(self) -> list[DocumentBundle]:
        """What is left, without the citations of documents that went (they do not come back)."""
        living = set(self.library.records.edges(self.collection, ["CITES"]))
        return [
            replace(
                bundle,
                edges=tuple(
                    edge for edge in bundle.edges if edge.kind != "CITES" or edge in living
                ),
            )
            for bundle in self.alive.values()
        ]

    def compare_records(self, fresh: Records) -> None:
        driven = self.library.records
        assert driven.check() == ()
        assert driven.documents(self.collection) == fresh.documents(self.collection)
        for document_id, bundle in self.alive.items():
            assert driven.text(document_id) == bundle.text
            assert driven.chunks_of(document_id) == bundle.chunks
        assert driven.entities(self.collection) == fresh.entities(self.collection)
        assert list(driven.mentions(self.collection)) == list(fresh.mentions(self.collection))
        assert driven.triples(self.collection) == fresh.triples(self.collection)
        assert list(driven.edges(self.collection)) == list(fresh.edges(self.collection))
        nodes = self.alive.keys()
        assert all(edge.target in nodes for edge in driven.edges(self.collection, ["CITES"]))

    def compare_indexes(self, fresh: EmbeddedIndex) -> None:
        driven = self.library.index
        assert driven.check() == ()
        assert driven.ids(self.collection) == fresh.ids(self.collection)
        some = frozenset(sorted(fresh.ids(self.collection))[::2])
        for filters in (Filters(), Filters(media_types=("text/plain",)), Filters(chunk_ids=some)):
            for question in questions:
                for k in (2, 50):
                    assert search_text(
                        driven, self.collection, question, k, filters
                    ) == search_text(fresh, self.collection, question, k, filters)
                    vector = unit_vector(question)
                    assert search_vector(
                        driven, self.collection, vector, k, filters
                    ) == search_vector(fresh, self.collection, vector, k, filters)


class AddReplaceDeleteThenCompact(AddReplaceDelete):
    """The same with removed entries left in the files until repair compacts them."""

    small_part = 0

    def settle(self) -> None:
        self.library.index.catch_up()
        self.library.index.repair()


TestAddReplaceDelete = AddReplaceDelete.TestCase
TestAddReplaceDeleteThenCompact = AddReplaceDeleteThenCompact.TestCase
_SETTINGS = settings(
    max_examples=8,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestAddReplaceDelete.settings = _SETTINGS
TestAddReplaceDeleteThenCompact.settings = _SETTINGS
