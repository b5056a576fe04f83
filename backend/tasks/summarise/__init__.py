"""Titles, keywords and summaries of groups of passages."""
