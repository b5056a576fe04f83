"""The Neo4j record store keeps the contract on a real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from backend.ports import Records
from backend.records import neo4j
from backend.settings import Secret, Settings
from tests.contracts.records_contract import RecordsContract, Reopen
from tests.servers.launcher.neo4j import Neo4jServer
from tests.servers.neo4j_fixtures import neo4j_library, neo4j_server, neo4j_session

__all__ = ["neo4j_library", "neo4j_server", "neo4j_session"]

pytestmark = pytest.mark.servers


def settings_for(server: Neo4jServer, library: str) -> Settings:
    return Settings(
        records="neo4j",
        neo4j_url=server.url,
        neo4j_user=server.user,
        neo4j_password=Secret(server.password),
        neo4j_library=library,
    )


@pytest.fixture
def reopen(neo4j_server: Neo4jServer, neo4j_library: str) -> Iterator[Reopen]:
    opened: list[Records] = []

    def open_again() -> Records:
        opened.append(neo4j.build(settings_for(neo4j_server, neo4j_library)))
        return opened[-1]

    yield open_again
    for each in opened:
        each.close()


@pytest.fixture
def store(reopen: Reopen) -> Records:
    return reopen()


class TestNeo4jRecords(RecordsContract):
    """All of the contract."""
