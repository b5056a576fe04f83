"""Incremental equals batch in Neo4j: after any additions, replacements and deletions the server
holds what a fresh SQLite library of the surviving documents would.
"""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from backend.indexes.embedded import EmbeddedIndex
from backend.records import neo4j
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.properties import test_store_sequences as sequences

pytestmark = pytest.mark.servers


class ServerLibrary(sequences.Library):
    """Records in the server, the index in a folder."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.records = neo4j.build(settings)
        self.index = EmbeddedIndex(
            self.records, folder / "index", exact_limit=1_000, small_part=2_000
        )


class OnTheServer(sequences.AddReplaceDelete):
    """Drives a library in Neo4j; the fresh ones that it is compared with are SQLite's."""

    server: ClassVar[Settings]

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.settings = replace(self.server, neo4j_library=f"test-{uuid.uuid4().hex[:12]}")
        self.library = ServerLibrary(self.settings, self.folder)
        self.collection = self.library.records.create_collection(
            sequences.COLLECTION, CollectionSettings()
        ).id
        self.alive = {}
        self.fresh_builds = 0

    @rule()
    def reopen(self) -> None:
        self.library.close()
        self.library = ServerLibrary(self.settings, self.folder)


@pytest.fixture
def driven(neo4j_settings: Settings) -> Iterator[type[OnTheServer]]:
    OnTheServer.server = neo4j_settings
    yield OnTheServer
    del OnTheServer.server


def test_any_sequence_ends_where_a_fresh_library_would(driven: type[OnTheServer]) -> None:
    run_state_machine_as_test(
        driven,
        settings=settings(
            max_examples=4,
            stateful_step_count=8,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
