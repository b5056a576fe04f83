"""Readings of a question over a list that go before the plain one, one module each."""
