"""Constraints and indexes of the record store, made before anything is stored."""

from __future__ import annotations

from backend.errors import StorageError
from backend.records._neo4j.server import Server

SCHEMA = 3
"""2: tables are kept, and passages name the row of a table that they stand for. 3: question sets
and evaluations are kept; roles, people, sign-ins and the audit list; conversations have an owner.
"""

STATEMENTS = (
    "CREATE CONSTRAINT quire_library IF NOT EXISTS FOR (n:Library) REQUIRE n.library IS UNIQUE",
    "CREATE CONSTRAINT quire_counter IF NOT EXISTS "
    "FOR (n:Counter) REQUIRE (n.library, n.name) IS UNIQUE",
    "CREATE CONSTRAINT quire_gate IF NOT EXISTS "
    "FOR (n:Gate) REQUIRE (n.library, n.collection) IS UNIQUE",
    "CREATE CONSTRAINT quire_collection IF NOT EXISTS "
    "FOR (n:Collection) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_collection_name IF NOT EXISTS "
    "FOR (n:Collection) REQUIRE (n.library, n.folded) IS UNIQUE",
    "CREATE CONSTRAINT quire_document IF NOT EXISTS "
    "FOR (n:Document) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_chunk IF NOT EXISTS FOR (n:Chunk) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_section IF NOT EXISTS "
    "FOR (n:Section) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_table IF NOT EXISTS "
    "FOR (n:StoredTable) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_community IF NOT EXISTS "
    "FOR (n:Community) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_entity IF NOT EXISTS "
    "FOR (n:Entity) REQUIRE (n.library, n.collection, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_link_state IF NOT EXISTS "
    "FOR (n:LinkState) REQUIRE (n.library, n.collection, n.kind) IS UNIQUE",
    "CREATE CONSTRAINT quire_derived IF NOT EXISTS "
    "FOR (n:Derived) REQUIRE (n.library, n.collection, n.name) IS UNIQUE",
    "CREATE CONSTRAINT quire_change IF NOT EXISTS "
    "FOR (n:Change) REQUIRE (n.library, n.sequence) IS UNIQUE",
    "CREATE CONSTRAINT quire_job IF NOT EXISTS FOR (n:Job) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_conversation IF NOT EXISTS "
    "FOR (n:Conversation) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_answer IF NOT EXISTS "
    "FOR (n:Answer) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_mark IF NOT EXISTS "
    "FOR (n:Mark) REQUIRE (n.library, n.answer, n.chunk) IS UNIQUE",
    "CREATE CONSTRAINT quire_evaluation IF NOT EXISTS "
    "FOR (n:Evaluation) REQUIRE (n.library, n.collection, n.kind, n.name) IS UNIQUE",
    "CREATE CONSTRAINT quire_preference IF NOT EXISTS "
    "FOR (n:Preference) REQUIRE (n.library, n.name) IS UNIQUE",
    "CREATE CONSTRAINT quire_grant IF NOT EXISTS "
    "FOR (n:Grant) REQUIRE (n.library, n.collection, n.kind, n.name) IS UNIQUE",
    "CREATE CONSTRAINT quire_person IF NOT EXISTS "
    "FOR (n:Person) REQUIRE (n.library, n.id) IS UNIQUE",
    "CREATE CONSTRAINT quire_sign_in IF NOT EXISTS "
    "FOR (n:SignIn) REQUIRE (n.library, n.key) IS UNIQUE",
    "CREATE CONSTRAINT quire_action IF NOT EXISTS "
    "FOR (n:Action) REQUIRE (n.library, n.position) IS UNIQUE",
    "CREATE INDEX quire_grant_by_name IF NOT EXISTS FOR (n:Grant) ON (n.library, n.kind, n.name)",
    "CREATE INDEX quire_document_by_hash IF NOT EXISTS FOR (n:Document) ON (n.library, n.sha256)",
    "CREATE INDEX quire_document_by_name IF NOT EXISTS "
    "FOR (n:Document) ON (n.library, n.collection, n.name)",
    "CREATE INDEX quire_relation_by_document IF NOT EXISTS "
    "FOR ()-[r:RELATES_TO]-() ON (r.library, r.document)",
    "CREATE INDEX quire_job_by_hash IF NOT EXISTS FOR (n:Job) ON (n.library, n.sha256)",
    "CREATE INDEX quire_job_by_state IF NOT EXISTS FOR (n:Job) ON (n.library, n.state)",
    "CREATE INDEX quire_mark_by_collection IF NOT EXISTS FOR (n:Mark) ON (n.library, n.collection)",
)

COUNTERS = ("collections", "jobs", "conversations", "answers", "actions")

_OPEN = """
MERGE (l:Library {library: $library})
ON CREATE SET l.sequence = 0, l.schema = $schema
SET l.schema = CASE WHEN l.schema < $schema THEN $schema ELSE l.schema END
WITH l
UNWIND $counters AS name
MERGE (n:Counter {library: $library, name: name}) ON CREATE SET n.value = 0
RETURN DISTINCT l.schema AS schema
"""


def prepare(server: Server) -> None:
    """Make what is missing of constraints, indexes and the library's own node.

    Raises:
        UnavailableError: if the server does not answer.
        StorageError: if it refuses, or the library was made by a newer version.
    """
    present = server.read(
        lambda transaction: {
            *(row["name"] for row in transaction.rows("SHOW CONSTRAINTS YIELD name")),
            *(row["name"] for row in transaction.rows("SHOW INDEXES YIELD name")),
        }
    )
    for statement in STATEMENTS:
        if statement.split()[2] not in present:
            server.write(lambda transaction, each=statement: transaction.rows(each))  # type: ignore[misc]
    schema = server.write(
        lambda transaction: transaction.value(_OPEN, schema=SCHEMA, counters=list(COUNTERS))
    )
    if schema > SCHEMA:
        raise StorageError(
            f"This library was made by a newer version of Quire (schema {schema}; this version "
            f"knows {SCHEMA}).",
            "Install the newer version, or choose another library name in neo4j_library.",
        )
