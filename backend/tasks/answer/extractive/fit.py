"""The score that a rule gives to a sentence of just the form that it looks for. All give the same:
which of two such sentences is the better one is left to the ranking."""

from __future__ import annotations

FIT = 0.8
