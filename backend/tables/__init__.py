"""What the tables of documents mean: cells typed, headers understood, parts joined.

Readers find grids of texts; these modules make of them the values of `backend.types.tables`. All of
them are pure functions, so that the same bytes give the same tables and ids everywhere.
"""
