"""Broad questions, from every pipeline: what a collection or a document is about."""
