"""Choosing the sections of a few documents that are likely to hold what a question asks for."""
