"""Fixtures that tests of every folder may use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.scripted_server.fixtures",
    "tests.servers.elasticsearch_fixtures",
    "tests.servers.neo4j_fixtures",
]

# A busy machine must not fail a test: what a property says does not depend on how long it takes.
# Examples are drawn anew at a desk, and are the same in every run that decides about a change.
settings.register_profile(
    "quire",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("quire")

TESTS = Path(__file__).parent
LONG = ("servers", "cluster", "browser")
"""Folders whose tests start other programs."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes last, so that a plain fault shows early."""
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] in LONG)
