"""The vector that a question is searched by, where a collection has learned to move it, or has
fine-tuned its embedder."""
