"""The parts of the Elasticsearch index; `backend.indexes.elasticsearch` puts them together."""
