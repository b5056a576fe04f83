"""Ways to cut a document into chunks; each module's name is a choice in a collection's settings.

`table` is not one of several ways but an addition: it makes rows of tables and leaves the prose to
the others.
"""
