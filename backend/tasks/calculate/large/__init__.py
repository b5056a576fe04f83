"""Calculations over tables of very many rows: asked of a database, shown by their first rows."""
