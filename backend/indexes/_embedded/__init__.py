"""The parts of the embedded search index; `backend.indexes.embedded` puts them together."""
