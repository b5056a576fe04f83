"""Learned fusion in stages: each sees what the stage before thinks of the linked passages."""
