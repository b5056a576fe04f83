"""Starts real servers for tests: downloaded once, kept outside the checkout, one process each."""
