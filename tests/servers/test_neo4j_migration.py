"""A library moves to Neo4j and back by the command, also when it is killed in the middle."""

from __future__ import annotations

import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from backend.ingestion.moving import digest
from backend.records import neo4j, sqlite
from backend.settings import Settings
from backend.types import CollectionSettings, Edge
from tests.factories import make_bundle
from tests.servers.migrating import migrate

pytestmark = pytest.mark.servers

DOCUMENTS = 150
PASSAGES = 6


def command(settings: Settings, to: str) -> subprocess.Popen[bytes]:
    variables = {
        "QUIRE_RECORDS": settings.records,
        "QUIRE_NEO4J_URL": settings.neo4j_url,
        "QUIRE_NEO4J_USER": settings.neo4j_user,
        "QUIRE_NEO4J_PASSWORD": settings.neo4j_password.reveal(),
        "QUIRE_NEO4J_LIBRARY": settings.neo4j_library,
    }
    return migrate(settings.library, to, variables)


def test_a_library_moves_to_neo4j_and_back_although_the_first_try_is_killed(
    neo4j_settings: Settings, tmp_path: Path
) -> None:
    here = replace(neo4j_settings, records="sqlite")
    source = sqlite.build(here)
    collection = source.create_collection("Harbour", CollectionSettings()).id
    bundles = [
        make_bundle(
            collection,
            f"Record {number:04}",
            [f"Ship {number}, part {part}." for part in range(PASSAGES)],
            entities=("Ship",),
            media_type="application/json",
            key=str(number),
            added=1_700_000_000.0 + number,
        )
        for number in range(DOCUMENTS)
    ]
    link = Edge(bundles[-1].document.id, bundles[0].document.id, "CITES", 1.0)
    bundles[-1] = replace(bundles[-1], edges=(*bundles[-1].edges, link))
    source.publish(bundles)

    there = neo4j.build(neo4j_settings)
    first = command(here, "neo4j")
    while not there.collections() or not there.counts(collection).documents:
        assert first.poll() is None
        time.sleep(0.02)
    first.kill()
    first.communicate()
    assert 0 < there.counts(collection).documents < DOCUMENTS

    second = command(here, "neo4j")
    told = second.communicate()[0].decode()
    assert second.returncode == 0
    assert f"{DOCUMENTS} documents with {DOCUMENTS * PASSAGES} passages" in told
    assert 'records = "neo4j"' in told
    assert there.documents(collection) == source.documents(collection)
    assert there.entities(collection) == source.entities(collection)
    assert list(there.edges(collection)) == list(source.edges(collection))
    for bundle in (bundles[0], bundles[DOCUMENTS // 2], bundles[-1]):
        assert digest(there.bundle(bundle.document.id)) == digest(source.bundle(bundle.document.id))
    assert there.check() == ()
    source.close()

    back = replace(neo4j_settings, library=tmp_path / "back")
    third = command(back, "embedded")
    assert 'records = "sqlite"' in third.communicate()[0].decode()
    assert third.returncode == 0
    returned = sqlite.build(replace(back, records="sqlite"))
    assert returned.documents(collection) == there.documents(collection)
    assert list(returned.edges(collection)) == list(there.edges(collection))
    assert returned.check() == ()
    returned.close()
    there.close()
