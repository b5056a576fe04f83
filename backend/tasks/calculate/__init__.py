"""Answers a question with a figure that is computed from the cells of tables, or refuses."""
