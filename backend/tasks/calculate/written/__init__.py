"""A language model's SELECT over stored tables: what it is told, what is allowed, what is shown."""
