"""The server as a pytest fixture: name this module in `pytest_plugins`, or import the fixture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.scripted_server.server import ScriptedServer


@pytest.fixture
def scripted_server() -> Iterator[ScriptedServer]:
    """A fresh scripted server for each test; see `ScriptedServer.script`."""
    with ScriptedServer() as server:
        yield server
