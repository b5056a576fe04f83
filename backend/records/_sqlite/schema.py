"""Tables of the record store, as numbered migrations.

`PRAGMA user_version` says how many of the migrations a library has; opening it applies the rest,
each in one transaction. A migration that has been released is never edited: a change of the schema
is one more entry at the end.

Ids that the outside knows are text; rows refer to each other by integer keys (`pk`), which keeps
the tables and their indexes small. Removal deletes children explicitly, table by table, because a
receipt has to count what went.
"""

from __future__ import annotations

import sqlite3

from backend.errors import StorageError

LIBRARY = (
    """CREATE TABLE collections (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        created REAL NOT NULL,
        settings TEXT NOT NULL,
        embedding TEXT NOT NULL DEFAULT ''
    )""",
    """CREATE TABLE documents (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        collection INTEGER NOT NULL REFERENCES collections (pk),
        name TEXT NOT NULL,
        title TEXT NOT NULL,
        media_type TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        pages INTEGER NOT NULL,
        chunks INTEGER NOT NULL,
        version INTEGER NOT NULL,
        added REAL NOT NULL,
        key TEXT NOT NULL,
        page_sizes TEXT NOT NULL,
        metadata TEXT NOT NULL,
        warnings TEXT NOT NULL,
        length INTEGER NOT NULL
    )""",
    "CREATE INDEX documents_by_collection ON documents (collection, size, pages, chunks)",
    "CREATE INDEX documents_by_name ON documents (collection, name)",
    "CREATE INDEX documents_by_hash ON documents (sha256)",
    """CREATE TABLE texts (
        document INTEGER NOT NULL REFERENCES documents (pk),
        block INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, block)
    ) WITHOUT ROWID""",
    """CREATE TABLE line_maps (
        document INTEGER PRIMARY KEY REFERENCES documents (pk),
        body BLOB NOT NULL
    )""",
    """CREATE TABLE sections (
        document INTEGER NOT NULL REFERENCES documents (pk),
        ordinal INTEGER NOT NULL,
        id TEXT NOT NULL,
        parent TEXT NOT NULL,
        title TEXT NOT NULL,
        path TEXT NOT NULL,
        level INTEGER NOT NULL,
        page INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID""",
    "CREATE INDEX sections_by_id ON sections (id)",
    """CREATE TABLE chunks (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        document INTEGER NOT NULL REFERENCES documents (pk),
        ordinal INTEGER NOT NULL,
        section TEXT NOT NULL,
        text TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        pages TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        path TEXT NOT NULL
    )""",
    "CREATE UNIQUE INDEX chunks_by_document ON chunks (document, ordinal)",
    "CREATE TABLE embeddings (pk INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE)",
    """CREATE TABLE vectors (
        chunk INTEGER NOT NULL REFERENCES chunks (pk),
        embedding INTEGER NOT NULL REFERENCES embeddings (pk),
        body BLOB NOT NULL,
        PRIMARY KEY (chunk, embedding)
    ) WITHOUT ROWID""",
    """CREATE TABLE changes (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        document TEXT NOT NULL,
        action TEXT NOT NULL
    )""",
    "CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)

GRAPH = (
    # An entity is stored once for each document that names it, so that its aliases are always
    # those of the documents that are left.
    """CREATE TABLE entities (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        id TEXT NOT NULL,
        document INTEGER NOT NULL REFERENCES documents (pk),
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        aliases TEXT NOT NULL,
        PRIMARY KEY (collection, id, document)
    ) WITHOUT ROWID""",
    "CREATE INDEX entities_by_document ON entities (document)",
    """CREATE TABLE mentions (
        chunk INTEGER NOT NULL REFERENCES chunks (pk),
        entity TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (chunk, entity)
    ) WITHOUT ROWID""",
    """CREATE TABLE triples (
        pk INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (pk),
        chunk INTEGER NOT NULL REFERENCES chunks (pk),
        subject TEXT NOT NULL,
        predicate TEXT NOT NULL,
        object TEXT NOT NULL
    )""",
    "CREATE INDEX triples_by_document ON triples (document)",
    "CREATE INDEX triples_by_chunk ON triples (chunk)",
    """CREATE TABLE communities (
        document INTEGER NOT NULL REFERENCES documents (pk),
        ordinal INTEGER NOT NULL,
        id TEXT NOT NULL,
        title TEXT NOT NULL,
        summary TEXT NOT NULL,
        keywords TEXT NOT NULL,
        chunk_ids TEXT NOT NULL,
        PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID""",
    "CREATE INDEX communities_by_id ON communities (id)",
    """CREATE TABLE edges (
        pk INTEGER PRIMARY KEY,
        collection INTEGER NOT NULL REFERENCES collections (pk),
        document INTEGER NOT NULL REFERENCES documents (pk),
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        target TEXT NOT NULL,
        weight REAL NOT NULL
    )""",
    "CREATE INDEX edges_by_document ON edges (document)",
    "CREATE INDEX edges_by_source ON edges (collection, source, kind)",
    "CREATE INDEX edges_by_target ON edges (collection, target, kind)",
)

WORK = (
    """CREATE TABLE jobs (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        collection TEXT NOT NULL,
        name TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        media_type TEXT NOT NULL,
        state TEXT NOT NULL,
        stage TEXT NOT NULL DEFAULT '',
        done INTEGER NOT NULL DEFAULT 0,
        total INTEGER NOT NULL DEFAULT 0,
        created REAL NOT NULL,
        started REAL NOT NULL DEFAULT 0,
        finished REAL NOT NULL DEFAULT 0,
        heartbeat REAL NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        code TEXT NOT NULL DEFAULT '',
        reason TEXT NOT NULL DEFAULT '',
        remedy TEXT NOT NULL DEFAULT '',
        document TEXT NOT NULL DEFAULT '',
        key TEXT NOT NULL,
        replaces TEXT NOT NULL,
        cancel_requested INTEGER NOT NULL DEFAULT 0,
        worker TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX jobs_by_state ON jobs (state, pk)",
    "CREATE INDEX jobs_by_collection ON jobs (collection, pk)",
    """CREATE TABLE checkpoints (
        job INTEGER NOT NULL REFERENCES jobs (pk),
        name TEXT NOT NULL,
        payload BLOB NOT NULL,
        PRIMARY KEY (job, name)
    )""",
    """CREATE TABLE conversations (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        collection TEXT NOT NULL,
        title TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL
    )""",
    "CREATE INDEX conversations_by_collection ON conversations (collection)",
    """CREATE TABLE answers (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversations (pk),
        payload TEXT NOT NULL
    )""",
    "CREATE INDEX answers_by_conversation ON answers (conversation)",
    """CREATE TABLE marks (
        answer TEXT NOT NULL,
        chunk TEXT NOT NULL,
        collection TEXT NOT NULL,
        question TEXT NOT NULL,
        value INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (answer, chunk)
    ) WITHOUT ROWID""",
    "CREATE INDEX marks_by_collection ON marks (collection)",
)

COMMUNITY_GRAPH = (
    "ALTER TABLE communities ADD COLUMN summarised_by TEXT NOT NULL DEFAULT 'local'",
    "ALTER TABLE communities ADD COLUMN retry INTEGER NOT NULL DEFAULT 0",
    # One row of vectors per document, in the order of its communities.
    """CREATE TABLE graphs (
        document INTEGER PRIMARY KEY REFERENCES documents (pk),
        recipe TEXT NOT NULL,
        vectors BLOB NOT NULL
    )""",
    """CREATE TABLE link_states (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        kind TEXT NOT NULL,
        recipe TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        PRIMARY KEY (collection, kind)
    ) WITHOUT ROWID""",
    """CREATE TABLE unsettled_links (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        PRIMARY KEY (collection, kind, source)
    ) WITHOUT ROWID""",
    """CREATE TABLE derived (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        name TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        payload BLOB NOT NULL,
        PRIMARY KEY (collection, name)
    )""",
)

TABLES = (
    """CREATE TABLE tables (
        document INTEGER NOT NULL REFERENCES documents (pk),
        ordinal INTEGER NOT NULL,
        id TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX tables_by_id ON tables (id)",
    "ALTER TABLE chunks ADD COLUMN stored_table TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE chunks ADD COLUMN row INTEGER NOT NULL DEFAULT -1",
)

SOUND_DERIVED = (
    # The CRC-32 of the payload; NULL for what an older version kept. Nothing else would notice
    # other bytes in it: SQLite checks how pages hang together, not what stands on them.
    "ALTER TABLE derived ADD COLUMN crc INTEGER",
)

JOBS_BY_CONTENT = (
    # What adding a file asks of the queue: the file's hash, what waits in a collection, work of a
    # kind, and when a file of that name was queued last. Jobs that are done must not make the next
    # file dearer.
    "CREATE INDEX jobs_by_hash ON jobs (sha256, state)",
    "CREATE INDEX jobs_by_kind ON jobs (collection, kind, state)",
    "CREATE INDEX jobs_by_progress ON jobs (collection, state)",
    "CREATE INDEX jobs_by_name ON jobs (collection, name, created)",
)

EVALUATIONS = (
    # Question sets, runs over them and what came of each question, as JSON by kind and key.
    """CREATE TABLE evaluations (
        pk INTEGER PRIMARY KEY,
        collection INTEGER NOT NULL REFERENCES collections (pk),
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        payload TEXT NOT NULL,
        crc INTEGER NOT NULL
    )""",
    "CREATE UNIQUE INDEX evaluations_by_name ON evaluations (collection, kind, name)",
)

SHARING = (
    "ALTER TABLE collections ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE conversations ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE conversations ADD COLUMN shared INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE grants (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        role INTEGER NOT NULL,
        PRIMARY KEY (collection, kind, name)
    ) WITHOUT ROWID""",
    "CREATE INDEX grants_by_name ON grants (kind, name)",
    """CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        groups TEXT NOT NULL,
        seen REAL NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE sign_ins (
        key TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        until REAL NOT NULL,
        ended INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX sign_ins_by_person ON sign_ins (person)",
    """CREATE TABLE audit (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        collection TEXT NOT NULL,
        collection_name TEXT NOT NULL,
        about TEXT NOT NULL
    )""",
)

HOLDING_ANY = (
    "INSERT OR IGNORE INTO derived_documents SELECT collection, '', name FROM derived "
    "WHERE name NOT GLOB 'tuning/*' AND name <> 'extract/documents'"
)
"""Of what is derived nobody knows whose words are in it: any document's may be. Weights, and which
model named a document, hold no words."""

DERIVED_DOCUMENTS = (
    # Whose words are in what is derived, so that these go with the document; '' stands for any
    # document of the collection.
    """CREATE TABLE derived_documents (
        collection INTEGER NOT NULL REFERENCES collections (pk),
        document TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (collection, document, name)
    ) WITHOUT ROWID""",
    "CREATE INDEX derived_documents_by_name ON derived_documents (collection, name)",
    # Older versions did not say, and left words of deleted documents: what is made again unasked
    # goes, the rest goes with the next document.
    "DELETE FROM derived WHERE name GLOB 'passage names *' OR name GLOB 'pages *' "
    "OR name GLOB 'windows *' OR name GLOB 'name factors *' OR name GLOB 'themes/*'",
    HOLDING_ANY,
)

READ_AS_SEGMENTS = tuple(
    # what was read of documents is kept in another form, and read once more
    f"DELETE FROM {table} WHERE name GLOB 'passage names *' OR name GLOB 'pages *'"
    for table in ("derived", "derived_documents")
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    LIBRARY,
    GRAPH,
    WORK,
    COMMUNITY_GRAPH,
    TABLES,
    SOUND_DERIVED,
    JOBS_BY_CONTENT,
    EVALUATIONS,
    SHARING,
    DERIVED_DOCUMENTS,
    READ_AS_SEGMENTS,
)


def schema_version(connection: sqlite3.Connection) -> int:
    """How many migrations the library has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, target: int = len(MIGRATIONS)) -> None:
    """Apply the migrations that are missing, up to number `target`.

    The caller holds the library's write lock; the connection is in autocommit mode.

    Raises:
        StorageError: if the library was made by a newer version.
    """
    present = schema_version(connection)
    if present > len(MIGRATIONS):
        raise StorageError(
            f"This library was made by a newer version of Quire (schema {present}; this version "
            f"knows {len(MIGRATIONS)}).",
            "Install the newer version, or choose another library folder.",
        )
    for number in range(present, target):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.execute("ROLLBACK")
            raise
