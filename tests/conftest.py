"""Fixtures that tests of every folder may use."""

from hypothesis import settings

pytest_plugins = ["tests.scripted_server.fixtures"]

# A busy machine must not fail a test: what a property says does not depend on how long it takes.
settings.register_profile("quire", deadline=None)
settings.load_profile("quire")
