"""What a language model's question looks like, and how it is checked."""
