"""What can still be read of a damaged library file, in a sound one.

SQLite notices a damaged page only when it walks over it. So each table is first read from end to
end; where that fails, what belongs to one document, passage or collection is read by itself (along
an index, which touches only the pages of that owner), or, where rows have no owner, from both ends
towards the damage. A document of which anything could not be read is not kept in part: it goes, and
its file is queued again.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from backend import identity
from backend.errors import StorageError
from backend.records._packing import text_of_block, unpack_lines
from backend.records._sqlite.jobs import insert_job
from backend.records._sqlite.removal import remove_documents
from backend.records._sqlite.schema import HOLDING_ANY
from backend.records._table_packing import unpack_table
from backend.types import RECORD_MEDIA_TYPE

_OWNED = {
    "texts": ("document", "documents"),
    "line_maps": ("document", "documents"),
    "sections": ("document", "documents"),
    "chunks": ("document", "documents"),
    "tables": ("document", "documents"),
    "entities": ("document", "documents"),
    "triples": ("document", "documents"),
    "communities": ("document", "documents"),
    "graphs": ("document", "documents"),
    "edges": ("document", "documents"),
    "vectors": ("chunk", "chunks"),
    "mentions": ("chunk", "chunks"),
}
"""Tables whose rows belong to a document or a passage: the column, and the owner's table."""
_MADE_AGAIN = frozenset({"link_states", "unsettled_links", "checkpoints"})
"""What is worked out anew and so is not read from a damaged file."""
_FIRST = ("collections", "embeddings", "documents", "chunks")
"""Owners before what they own."""
_ALONG = "SELECT pk, {} FROM documents INDEXED BY {}"
"""A column of documents as an index holds it; the table itself is not touched."""
_FAR = 2**31 - 1
_MOST_COPIES = 99
"""Of the same bytes in one collection, whose keys are tried."""


@dataclass
class Salvaged:
    """What was lost: rows by table, and documents (keys) of which something is missing."""

    lost: dict[str, str] = field(default_factory=dict)
    spoilt: set[int] = field(default_factory=set)


def copy_readable(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> Salvaged:
    """Copy every row that can be read into a new file of the same schema.

    Args:
        fresh: has the schema and no rows; foreign keys must be off.

    Raises:
        sqlite3.DatabaseError: if the new file cannot be written.
    """
    found = Salvaged()
    tables = [
        name
        for (name,) in fresh.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
    ]
    rest = sorted(set(tables) - set(_FIRST) - _MADE_AGAIN)
    for table in (*_FIRST, *rest):
        _copy(damaged, fresh, table, found)
    _count_on(damaged, fresh)
    if "derived_documents" in found.lost:
        fresh.execute(HOLDING_ANY)
    return found


def _copy(
    damaged: sqlite3.Connection, fresh: sqlite3.Connection, table: str, found: Salvaged
) -> None:
    columns = [row[1] for row in fresh.execute(f"PRAGMA table_info({table})")]
    insert = (
        f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) "
        f"VALUES ({', '.join('?' * len(columns))})"
    )
    wanted = f"SELECT {', '.join(columns)} FROM {table}"
    rows, whole = _until_damage(damaged, wanted)
    if not whole:
        if table in _OWNED:
            rows, spoilt = _of_owners(damaged, fresh, wanted, *_OWNED[table])
            found.spoilt |= spoilt
            found.lost[table] = f"parts of {len(spoilt)} documents"
        else:
            rows = _from_both_ends(damaged, fresh, wanted, table)
            found.lost[table] = "some of them"
    fresh.executemany(insert, rows)
    if table == "documents" and not whole:
        found.spoilt |= _add_indexed(damaged, fresh)


def _add_indexed(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> set[int]:
    """Add the documents whose row is lost but whose name and hash stand in indexes of the table,
    so that their files are read again under their names; keys of these.

    Their media type is empty: whoever reads the file again looks at it. Indexes may be damaged,
    too: what cannot be a row of the table, or says of a document that is there that it is another
    one, is left out.
    """
    there = {pk for (pk,) in fresh.execute("SELECT pk FROM documents")}
    taken = {document for (document,) in fresh.execute("SELECT id FROM documents")}
    collections = dict(fresh.execute("SELECT pk, id FROM collections"))
    known, places, names, hashes = (
        {row[0]: row[1] for row in _until_damage(damaged, _ALONG.format(column, index))[0]}
        for column, index in (
            ("id", "sqlite_autoindex_documents_1"),
            ("collection", "documents_by_name"),
            ("name", "documents_by_name"),
            ("sha256", "documents_by_hash"),
        )
    )
    added: set[int] = set()
    for pk in (known.keys() & places.keys() & names.keys() & hashes.keys()) - there:
        document, collection, name, sha256 = (each[pk] for each in (known, places, names, hashes))
        told = [each for each in (document, name, sha256) if isinstance(each, str)]
        if not isinstance(pk, int) or collection not in collections or len(told) < 3:
            continue
        if document in taken:
            continue
        taken.add(document)
        own_key = _key_of(str(document), collections[collection], str(sha256))
        fresh.execute(
            "INSERT INTO documents (pk, id, collection, name, title, media_type, sha256, size, "
            "pages, chunks, version, added, key, page_sizes, metadata, warnings, length) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 1, 0, ?, '[]', '{}', '[]', 0)",
            (
                *(pk, document, collection, name, name),
                *(RECORD_MEDIA_TYPE if own_key is None else "", sha256, own_key or ""),
            ),
        )
        added.add(pk)
    return added


def _key_of(document: str, collection: str, sha256: str) -> str | None:
    """The key that makes a document's id; None for that of an imported record, whose key is one
    of many words."""
    for key in ("", *(f"copy {number}" for number in range(1, _MOST_COPIES + 1))):
        if identity.document_id(collection, sha256, key) == document:
            return key
    return None


def _until_damage(
    connection: sqlite3.Connection, query: str, parameters: tuple[object, ...] = ()
) -> tuple[list[tuple[object, ...]], bool]:
    """Rows up to the first that cannot be read, and whether these are all."""
    rows: list[tuple[object, ...]] = []
    try:
        for row in connection.execute(query, parameters):
            rows.append(row)
    except sqlite3.DatabaseError:
        return rows, False
    return rows, True


def _of_owners(
    damaged: sqlite3.Connection, fresh: sqlite3.Connection, wanted: str, column: str, owners: str
) -> tuple[list[tuple[object, ...]], set[int]]:
    """The rows of owners whose rows can all be read; documents (keys) of the other owners."""
    document = "pk" if owners == "documents" else "document"
    rows: list[tuple[object, ...]] = []
    spoilt: set[int] = set()
    for key, of_document in fresh.execute(f"SELECT pk, {document} FROM {owners}").fetchall():
        own, whole = _until_damage(damaged, f"{wanted} WHERE {column} = ?", (key,))
        if whole:
            rows += own
        else:
            spoilt.add(of_document)
    return rows, spoilt


def _from_both_ends(
    damaged: sqlite3.Connection, fresh: sqlite3.Connection, wanted: str, table: str
) -> list[tuple[object, ...]]:
    """Rows before and after the damage; between several damages also those of single keys."""
    keyed = [row[1] for row in fresh.execute(f"PRAGMA table_info({table})") if row[5] == 1]
    order = keyed[0] if keyed else "rowid"
    up, _ = _until_damage(damaged, f"{wanted} ORDER BY {order}")
    down, _ = _until_damage(damaged, f"{wanted} ORDER BY {order} DESC")
    between: list[tuple[object, ...]] = []
    first = up[-1][0] if up else 0
    last = down[-1][0] if down else None
    if isinstance(first, int) and isinstance(last, int):
        between = list(_single(damaged, wanted, order, range(first + 1, last)))
    return [*up, *between, *reversed(down)]


def _single(
    damaged: sqlite3.Connection, wanted: str, order: str, keys: Iterable[int]
) -> Iterator[tuple[object, ...]]:
    for key in keys:
        yield from _until_damage(damaged, f"{wanted} WHERE {order} = ?", (key,))[0]


def _count_on(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """Numbers that were given once are not given again, though their rows may be lost."""
    for table, number in _until_damage(damaged, "SELECT name, seq FROM sqlite_sequence")[0]:
        there = fresh.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)
        )
        if not there.rowcount:
            fresh.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


def adopt(connection: sqlite3.Connection) -> int:
    """Give documents whose collection could not be read a collection again; how many of these.

    A document's id is made of its collection's, so among the ids that the log of changes knows the
    right one can be told.
    """
    orphans = connection.execute(
        "SELECT collection, min(pk) FROM documents WHERE collection NOT IN "
        "(SELECT pk FROM collections) GROUP BY collection"
    ).fetchall()
    for number, (key, document) in enumerate(orphans, start=1):
        known, sha256, own_key = connection.execute(
            "SELECT id, sha256, key FROM documents WHERE pk = ?", (document,)
        ).fetchone()
        named = [each for (each,) in connection.execute("SELECT DISTINCT collection FROM changes")]
        fitting = (each for each in named if identity.document_id(each, sha256, own_key) == known)
        embedding = connection.execute(
            "SELECT e.identity FROM embeddings e JOIN vectors v ON v.embedding = e.pk "
            "JOIN chunks k ON k.pk = v.chunk JOIN documents d ON d.pk = k.document "
            "WHERE d.collection = ? LIMIT 1",
            (key,),
        ).fetchone()
        name = f"Recovered {number}"
        connection.execute(
            "INSERT INTO collections (pk, id, name, folded, created, settings, embedding) "
            "VALUES (?, ?, ?, ?, ?, '{}', ?)",
            (
                key,
                next(fitting, f"recovered-{known}"),
                name,
                name.casefold(),
                0.0,
                embedding[0] if embedding else "",
            ),
        )
    return len(orphans)


def spoilt_documents(connection: sqlite3.Connection) -> set[int]:
    """Keys of documents whose text, lines, passages, vectors or tables are not what they were."""
    keys = [pk for (pk,) in connection.execute("SELECT pk FROM documents")]
    return {key for key in keys if not _is_whole(connection, key)}


def _is_whole(connection: sqlite3.Connection, key: int) -> bool:
    document, length, chunks, embedding = connection.execute(
        "SELECT d.id, d.length, d.chunks, c.embedding FROM documents d "
        "JOIN collections c ON c.pk = d.collection WHERE d.pk = ?",
        (key,),
    ).fetchone()
    own = connection.execute(
        "SELECT id, kind, first, last, text FROM chunks WHERE document = ?", (key,)
    ).fetchall()
    if len(own) != chunks or any(
        identity.chunk_id(document, kind, first, last, text) != each
        for each, kind, first, last, text in own
    ):
        return False
    sizes = connection.execute(
        "SELECT length(v.body) FROM chunks k JOIN vectors v ON v.chunk = k.pk "
        "JOIN embeddings e ON e.pk = v.embedding WHERE k.document = ? AND e.identity = ?",
        (key, embedding),
    ).fetchall()
    if len(sizes) != chunks or len(set(sizes)) > 1:
        return False
    return _is_readable(connection, key, length)


def _is_readable(connection: sqlite3.Connection, key: int, length: int) -> bool:
    def bodies(query: str) -> list[tuple[object, ...]]:
        return connection.execute(query, (key,)).fetchall()

    try:
        blocks = connection.execute("SELECT body FROM texts WHERE document = ?", (key,))
        text = sum(len(text_of_block(body)) for (body,) in blocks)
        for (body,) in connection.execute("SELECT body FROM line_maps WHERE document = ?", (key,)):
            unpack_lines(body, -1, _FAR)
        for name, body in connection.execute(
            "SELECT id, body FROM tables WHERE document = ?", (key,)
        ):
            unpack_table(name, "", body)
    except (zlib.error, ValueError, StorageError, sqlite3.DatabaseError):
        return False
    return text == length


def requeue(connection: sqlite3.Connection, keys: Iterable[int]) -> tuple[list[str], list[str]]:
    """Take documents out and queue their files again.

    Returns:
        Titles of those that are read again, and of those that are lost because no file was kept.
    """
    again, lost, going = [], [], []
    for key in sorted(keys):
        row = connection.execute(
            "SELECT d.id, c.id, d.name, d.title, d.sha256, d.size, d.media_type, d.key "
            "FROM documents d JOIN collections c ON c.pk = d.collection WHERE d.pk = ?",
            (key,),
        ).fetchone()
        if row is None:
            continue
        document, collection, name, title, sha256, size, media_type, own_key = row
        going.append(key)
        connection.execute(
            "INSERT INTO changes (collection, document, action) VALUES (?, ?, 'removed')",
            (collection, document),
        )
        if media_type == RECORD_MEDIA_TYPE:
            lost.append(title)
            continue
        again.append(title)
        insert_job(
            connection,
            kind="add",
            collection_id=collection,
            name=name,
            sha256=sha256,
            size=size,
            media_type=media_type,
            key=own_key,
        )
    if going:
        remove_documents(connection, going)
    return again, lost
