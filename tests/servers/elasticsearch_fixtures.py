"""A real Elasticsearch for the tests that ask for one; started once, ended with the session."""

from __future__ import annotations

import shutil
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.launcher.needs import MissingError, unavailable

if sys.platform != "win32":
    from tests.servers.launcher import elasticsearch


@pytest.fixture(scope="session")
def elasticsearch_session() -> Iterator[elasticsearch.ElasticsearchServer]:
    """The server of the whole session. Tests take `elasticsearch_server`."""
    if sys.platform == "win32":
        unavailable("the real servers are started on Linux and macOS alone")
    # not below pytest's folder, which other accounts cannot enter
    folder = Path(tempfile.mkdtemp(prefix="quire-elasticsearch-"))
    folder.chmod(0o755)
    server = None
    try:
        try:
            server = elasticsearch.launch(folder)
        except MissingError as error:
            unavailable(f"there is no Elasticsearch: {error}")
        server.process.start()
        yield server
    finally:
        if server is not None:
            server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def elasticsearch_server(
    elasticsearch_session: elasticsearch.ElasticsearchServer,
) -> Iterator[elasticsearch.ElasticsearchServer]:
    """The server, running; started again where the test before left it dead."""
    elasticsearch_session.process.go_on()
    elasticsearch_session.process.start()
    yield elasticsearch_session
    elasticsearch_session.process.go_on()


@pytest.fixture
def index_prefix() -> str:
    """A prefix of index names that no other test has."""
    return f"test-{uuid.uuid4().hex[:12]}"
