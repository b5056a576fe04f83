"""A real Neo4j for the tests that ask for one; started once, ended with the session."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import Secret, Settings
from tests.servers.launcher import neo4j
from tests.servers.launcher.needs import MissingError, unavailable


@pytest.fixture(scope="session")
def neo4j_session() -> Iterator[neo4j.Neo4jServer]:
    """The server of the whole session. Tests take `neo4j_server`."""
    folder = Path(tempfile.mkdtemp(prefix="quire-neo4j-"))
    server = None
    try:
        try:
            server = neo4j.launch(folder)
        except MissingError as error:
            unavailable(f"there is no Neo4j: {error}")
        server.process.start()
        yield server
    finally:
        if server is not None:
            server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def neo4j_server(neo4j_session: neo4j.Neo4jServer) -> Iterator[neo4j.Neo4jServer]:
    """The server, running; started again where the test before left it dead."""
    neo4j_session.process.go_on()
    neo4j_session.process.start()
    yield neo4j_session
    neo4j_session.process.go_on()


@pytest.fixture
def neo4j_library() -> str:
    """A name of a library that no other test has: many share one server."""
    return f"test-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def neo4j_settings(tmp_path: Path, neo4j_server: neo4j.Neo4jServer, neo4j_library: str) -> Settings:
    """Settings of an empty library whose records are in the server."""
    return Settings(
        library=tmp_path / "library",
        records="neo4j",
        neo4j_url=neo4j_server.url,
        neo4j_user=neo4j_server.user,
        neo4j_password=Secret(neo4j_server.password),
        neo4j_library=neo4j_library,
        neo4j_retry_seconds=2.0,
    )
