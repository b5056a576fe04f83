"""Saying how much statements help to answer a question."""
