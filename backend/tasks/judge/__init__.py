"""Judging answers against what is known to be right."""
