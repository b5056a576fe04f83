"""The record store in a Neo4j server, for several copies of the app on one library.

Documents, passages, entities and groups of passages are nodes, and what holds between them are
relationships, under names that a person can read; docs/neo4j.md shows them.
"""

from __future__ import annotations

from backend.errors import SettingsError
from backend.ports import Records
from backend.records._neo4j.collections import Collections
from backend.records._neo4j.content import Content
from backend.records._neo4j.conversations import Conversations
from backend.records._neo4j.documents import Documents
from backend.records._neo4j.evaluations import Evaluations
from backend.records._neo4j.graph import Graph
from backend.records._neo4j.jobs import Jobs
from backend.records._neo4j.links import Links
from backend.records._neo4j.maintenance import Maintenance
from backend.records._neo4j.schema import prepare
from backend.records._neo4j.server import Server
from backend.records._neo4j.sharing import Sharing
from backend.records._neo4j.tables import Tables
from backend.records._neo4j.transfer import Transfer
from backend.settings import Settings


class Neo4jRecords(
    Collections,
    Documents,
    Content,
    Tables,
    Graph,
    Links,
    Jobs,
    Conversations,
    Evaluations,
    Sharing,
    Transfer,
    Maintenance,
):
    """`ports.Records` over one library in a Neo4j database; one module per group of verbs."""


def build(settings: Settings) -> Records:
    """Connect to the server that the settings name, making constraints as needed.

    Raises:
        SettingsError: if the address or the database cannot be used.
        UnavailableError: if the server does not answer.
        StorageError: if it refuses the user, or the library was made by a newer version.
    """
    if not settings.neo4j_url:
        raise SettingsError(
            "The records shall be kept in Neo4j, but no server is named.",
            "Give its address in the setting neo4j_url, for instance bolt://localhost:7687.",
        )
    server = Server(
        settings.neo4j_url,
        settings.neo4j_user,
        settings.neo4j_password.reveal(),
        database=settings.neo4j_database,
        library=settings.neo4j_library,
        retry_seconds=settings.neo4j_retry_seconds,
    )
    try:
        prepare(server)
    except BaseException:
        server.close()
        raise
    return Neo4jRecords(server)
