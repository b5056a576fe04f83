"""The parts of the Neo4j record store; `backend.records.neo4j` puts them together."""
