"""How a language model leads a chain of thought: what it is shown and what its answer means."""
