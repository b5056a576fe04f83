"""Fixtures that tests of every folder may use."""

pytest_plugins = ["tests.scripted_server.fixtures"]
