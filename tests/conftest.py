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
LONG = ("browser", "servers", "cluster")
"""Folders whose tests share what is slow to start: each is one worker's."""


def _folder(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).parts[0]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several workers share the run, long folders begin, so that none is waited for at the
    end; where one does it all they come last, so that a plain fault shows early."""
    shared = hasattr(config, "workerinput")
    for item in items:
        folder = _folder(item)
        group = folder if folder in LONG else str(item.path.relative_to(TESTS))
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: (_folder(item) in LONG) != shared)
