"""Both real servers at once, as settings of an app, a worker or a command of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer
    from tests.servers.launcher.neo4j import Neo4jServer


def on_both_servers(
    search: ElasticsearchServer, graph: Neo4jServer, library: str
) -> dict[str, str]:
    """Environment variables of a library of that name: its index and its records on servers."""
    return {
        "QUIRE_INDEX": "elasticsearch",
        "QUIRE_ELASTICSEARCH_URL": search.url,
        "QUIRE_ELASTICSEARCH_USER": search.user,
        "QUIRE_ELASTICSEARCH_PASSWORD": search.password,
        "QUIRE_ELASTICSEARCH_CA": str(search.certificate),
        "QUIRE_ELASTICSEARCH_PREFIX": library,
        "QUIRE_RECORDS": "neo4j",
        "QUIRE_NEO4J_URL": graph.url,
        "QUIRE_NEO4J_USER": graph.user,
        "QUIRE_NEO4J_PASSWORD": graph.password,
        "QUIRE_NEO4J_LIBRARY": library,
    }
