"""Taking documents out, with everything that hangs on them, and counting it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.records._codecs import compact
from backend.types import Receipt

LINK_KINDS = "'COMM_SIMILAR_TO', 'DOC_SIMILAR_TO'"
"""Links between documents, which are derived data: kept up by replaying the change log."""

_CHUNKS = "(SELECT pk FROM chunks WHERE document IN doomed)"

# Children before parents: foreign keys are enforced.
_REMOVALS: tuple[tuple[str, str], ...] = (
    ("edges", "DELETE FROM edges WHERE document IN doomed"),
    ("communities", "DELETE FROM communities WHERE document IN doomed"),
    ("graphs", "DELETE FROM graphs WHERE document IN doomed"),
    ("triples", "DELETE FROM triples WHERE document IN doomed"),
    ("mentions", f"DELETE FROM mentions WHERE chunk IN {_CHUNKS}"),
    ("entity_forms", "DELETE FROM entities WHERE document IN doomed"),
    ("vectors", f"DELETE FROM vectors WHERE chunk IN {_CHUNKS}"),
    ("chunks", "DELETE FROM chunks WHERE document IN doomed"),
    ("tables", "DELETE FROM tables WHERE document IN doomed"),
    ("sections", "DELETE FROM sections WHERE document IN doomed"),
    ("texts", "DELETE FROM texts WHERE document IN doomed"),
    ("line_maps", "DELETE FROM line_maps WHERE document IN doomed"),
    ("documents", "DELETE FROM documents WHERE pk IN doomed"),
)

_NODES = (
    "SELECT collection, id FROM documents WHERE pk IN doomed",
    "SELECT d.collection, s.id FROM sections s JOIN documents d ON d.pk = s.document "
    "WHERE s.document IN doomed",
    "SELECT d.collection, k.id FROM chunks k JOIN documents d ON d.pk = k.document "
    "WHERE k.document IN doomed",
    "SELECT d.collection, m.id FROM communities m JOIN documents d ON d.pk = m.document "
    "WHERE m.document IN doomed",
    "SELECT collection, id FROM entities WHERE document IN doomed",
)

_RETURNED = (
    "SELECT 1 FROM documents x WHERE x.id = gone.id",
    "SELECT 1 FROM sections x WHERE x.id = gone.id",
    "SELECT 1 FROM chunks x WHERE x.id = gone.id",
    "SELECT 1 FROM communities x WHERE x.id = gone.id",
    "SELECT 1 FROM entities x WHERE x.collection = gone.collection AND x.id = gone.id",
)


_HOLDING = (
    # what was derived and holds words of what leaves, or may
    "INSERT OR IGNORE INTO holding SELECT h.collection, h.name FROM documents d "
    "JOIN derived_documents h ON h.collection = d.collection AND h.document IN (d.id, '') "
    "WHERE d.pk IN doomed AND d.id NOT IN (SELECT value FROM json_each(?))"
)
_EMPTIED = (
    "UPDATE derived SET payload = x'', crc = 0 WHERE (collection, name) IN holding",
    "DELETE FROM derived_documents WHERE (collection, name) IN holding",
)


def take_out(
    connection: sqlite3.Connection, pks: Iterable[int], staying: Iterable[str] = ()
) -> Receipt:
    """Remove documents, remembering the graph nodes that went, for `drop_dangling_edges`.

    Between the two, new versions may be put in whose nodes bear the same ids.

    Args:
        staying: ids of those that come back with the same content, whose words do not leave.
    """
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS doomed (pk INTEGER PRIMARY KEY)")
    connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS gone "
        "(collection INTEGER, id TEXT, PRIMARY KEY (collection, id)) WITHOUT ROWID"
    )
    connection.execute("DELETE FROM doomed")
    connection.execute("DELETE FROM gone")
    connection.executemany("INSERT INTO doomed VALUES (?)", [(pk,) for pk in pks])
    titles = tuple(
        title
        for (title,) in connection.execute(
            "SELECT title FROM documents WHERE pk IN doomed ORDER BY title, id"
        )
    )
    size = connection.execute(
        "SELECT coalesce(sum(size), 0) FROM documents WHERE pk IN doomed"
    ).fetchone()[0]
    connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS holding "
        "(collection INTEGER, name TEXT, PRIMARY KEY (collection, name)) WITHOUT ROWID"
    )
    connection.execute("DELETE FROM holding")
    connection.execute(_HOLDING, (compact(sorted(staying)),))
    for statement in _EMPTIED:
        connection.execute(statement)
    for select in _NODES:
        connection.execute(f"INSERT OR IGNORE INTO gone {select}")
    named = _entity_count(connection)
    links = unlink(connection, "gone", "doomed")
    removed = {name: connection.execute(statement).rowcount for name, statement in _REMOVALS}
    return Receipt(
        titles=titles,
        documents=removed["documents"],
        sections=removed["sections"],
        chunks=removed["chunks"],
        vectors=removed["vectors"],
        entities=named - _entity_count(connection),
        triples=removed["triples"],
        communities=removed["communities"],
        edges=removed["edges"] + links,
        bytes=size,
        at=time.time(),
        tables=removed["tables"],
    )


def unlink(connection: sqlite3.Connection, nodes: str, documents: str) -> int:
    """Remove the links between documents that lead to nodes, and say which sources lost one.

    Also where a new version has a node of the same id: what it is like may have changed.

    Args:
        nodes: a table of (collection, id). documents: a table of the keys (pk) of the documents
            that hold them, whose own links go another way.
    """
    into = (
        f"FROM {nodes} n CROSS JOIN edges e ON e.collection = n.collection AND e.target = n.id "
        f"AND e.kind IN ({LINK_KINDS}) WHERE e.document NOT IN (SELECT pk FROM {documents})"
    )
    connection.execute(
        "INSERT OR IGNORE INTO unsettled_links (collection, kind, source) "
        f"SELECT e.collection, e.kind, e.source {into}"
    )
    connection.execute(
        "DELETE FROM unsettled_links WHERE EXISTS (SELECT 1 "
        f"FROM {nodes} n WHERE n.collection = unsettled_links.collection "
        "AND n.id = unsettled_links.source)"
    )
    return connection.execute(f"DELETE FROM edges WHERE pk IN (SELECT e.pk {into})").rowcount


def _entity_count(connection: sqlite3.Connection) -> int:
    """How many of the entities that the leaving documents name exist now."""
    found = connection.execute(f"SELECT count(*) FROM gone WHERE EXISTS ({_RETURNED[-1]})")
    return int(found.fetchone()[0])


def drop_dangling_edges(connection: sqlite3.Connection) -> int:
    """Remove edges of other documents that lead to nodes which `take_out` removed for good."""
    for select in _RETURNED:
        connection.execute(f"DELETE FROM gone WHERE EXISTS ({select})")
    dropped = 0
    for end in ("source", "target"):
        dropped += connection.execute(
            f"DELETE FROM edges WHERE pk IN (SELECT e.pk FROM gone CROSS JOIN edges e "
            f"ON e.collection = gone.collection AND e.{end} = gone.id)"
        ).rowcount
    return dropped


def remove_documents(connection: sqlite3.Connection, pks: Sequence[int]) -> Receipt:
    """Remove documents for good and say what went."""
    receipt = take_out(connection, pks)
    return replace(receipt, edges=receipt.edges + drop_dangling_edges(connection))
