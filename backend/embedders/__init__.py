"""Runtimes of embedding models; each module offers `build(settings, model_name)`."""

EMBEDDING_RUNTIME = "sentence_transformers"
"""The module that runs embedding models."""
