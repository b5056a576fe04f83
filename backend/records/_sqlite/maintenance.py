"""Check and repair of the record store."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from dataclasses import dataclass

from backend.errors import StorageError
from backend.records._packing import text_of_block
from backend.records._sqlite.database import translated
from backend.records._sqlite.links import is_sound
from backend.records._sqlite.part import StorePart
from backend.records._sqlite.salvage import adopt, copy_readable, requeue, spoilt_documents
from backend.records._sqlite.schema import migrate, schema_version
from backend.records._table_packing import unpack_table
from backend.types import Problem

WHERE = "records"


@dataclass(frozen=True, slots=True)
class _Rule:
    """Something that must hold: a query that counts what breaks it, and what mends it: a statement,
    or reading the documents again."""

    what: str
    count: str
    repair: str = ""
    read_again: bool = False


def _orphans(table: str, column: str, parent: str) -> _Rule:
    broken = f"FROM {table} WHERE {column} NOT IN (SELECT pk FROM {parent})"
    return _Rule(
        f"{{}} rows of {table} belong to nothing in {parent}.",
        f"SELECT count(*) {broken}",
        f"DELETE {broken}",
    )


_NODE_EXISTS = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {table} x WHERE x.id = e.{{end}}{extra})"
    for table, extra in (
        ("chunks", ""),
        ("documents", ""),
        ("sections", ""),
        ("communities", ""),
        ("entities", " AND x.collection = e.collection"),
    )
)
_DANGLING = (
    f"FROM edges e WHERE ({_NODE_EXISTS.format(end='source')}) "
    f"OR ({_NODE_EXISTS.format(end='target')})"
)
_CHUNKS_OF = "(SELECT count(*) FROM chunks k WHERE k.document = documents.pk)"

_HOLLOW = (
    "FROM communities m WHERE EXISTS (SELECT 1 FROM json_each(m.chunk_ids) named "
    "WHERE NOT EXISTS (SELECT 1 FROM chunks k WHERE k.id = named.value "
    "AND k.document = m.document))"
)
_TABLELESS = (
    "FROM chunks k WHERE k.stored_table <> '' AND NOT EXISTS "
    "(SELECT 1 FROM tables t WHERE t.id = k.stored_table AND t.document = k.document)"
)
_WRONG_LENGTH = (
    "FROM vectors v JOIN chunks k ON k.pk = v.chunk JOIN "
    "(SELECT embedding, length(body) AS usual, max(many) FROM (SELECT embedding, body, "
    "count(*) AS many FROM vectors GROUP BY embedding, length(body)) GROUP BY embedding) u "
    "ON u.embedding = v.embedding WHERE length(v.body) <> u.usual"
)
_GROUPS = "(SELECT count(*) FROM communities m WHERE m.document = graphs.document)"
_UNGROUPED = (
    "recipe <> '' AND EXISTS (SELECT 1 FROM chunks k WHERE k.document = graphs.document) "
    f"AND ({_GROUPS} = 0 OR length(vectors) = 0 OR length(vectors) % (2 * {_GROUPS}) <> 0)"
)

# Parents first: each repair may leave rows that a later rule removes.
_RULES: tuple[_Rule, ...] = (
    _orphans("documents", "collection", "collections"),
    _orphans("evaluations", "collection", "collections"),
    _orphans("texts", "document", "documents"),
    _orphans("line_maps", "document", "documents"),
    _orphans("sections", "document", "documents"),
    _orphans("chunks", "document", "documents"),
    _orphans("vectors", "chunk", "chunks"),
    _orphans("mentions", "chunk", "chunks"),
    _orphans("entities", "document", "documents"),
    _orphans("triples", "document", "documents"),
    _orphans("triples", "chunk", "chunks"),
    _orphans("tables", "document", "documents"),
    _Rule(
        "{} passages name a table that does not exist.",
        f"SELECT count(*) {_TABLELESS}",
        f"UPDATE chunks SET stored_table = '', row = -1 WHERE pk IN (SELECT k.pk {_TABLELESS})",
    ),
    _orphans("communities", "document", "documents"),
    _orphans("graphs", "document", "documents"),
    _Rule(
        "The groups of passages of {} documents hold a passage that does not exist.",
        f"SELECT count(DISTINCT m.document) {_HOLLOW}",
        f"DELETE FROM communities WHERE document IN (SELECT m.document {_HOLLOW})",
    ),
    _Rule(
        "{} documents are said to have groups of passages which are not there or not whole.",
        f"SELECT count(*) FROM graphs WHERE {_UNGROUPED}",
        f"UPDATE graphs SET recipe = '', vectors = x'' WHERE {_UNGROUPED}",
    ),
    _orphans("edges", "document", "documents"),
    _orphans("checkpoints", "job", "jobs"),
    _orphans("answers", "conversation", "conversations"),
    _orphans("grants", "collection", "collections"),
    _Rule(
        "{} edges lead to something that does not exist.",
        f"SELECT count(*) {_DANGLING}",
        f"DELETE FROM edges WHERE pk IN (SELECT e.pk {_DANGLING})",
    ),
    _Rule(
        "{} mentions name an entity that does not exist.",
        "SELECT count(*) FROM mentions m JOIN chunks k ON k.pk = m.chunk WHERE NOT EXISTS "
        "(SELECT 1 FROM entities x WHERE x.document = k.document AND x.id = m.entity)",
    ),
    _Rule(
        "{} documents say a wrong number of passages.",
        f"SELECT count(*) FROM documents WHERE chunks <> {_CHUNKS_OF}",
        f"UPDATE documents SET chunks = {_CHUNKS_OF} WHERE chunks <> {_CHUNKS_OF}",
    ),
    _Rule(
        "{} vectors are not as long as the others.",
        f"SELECT count(*) {_WRONG_LENGTH}",
        read_again=True,
    ),
    _Rule(
        "{} passages have no vector of their collection's embedding model: add their documents "
        "again, or change the model and back.",
        "SELECT count(*) FROM chunks k JOIN documents d ON d.pk = k.document "
        "JOIN collections c ON c.pk = d.collection "
        "LEFT JOIN embeddings e ON e.identity = c.embedding "
        "LEFT JOIN vectors v ON v.chunk = k.pk AND v.embedding = e.pk WHERE v.chunk IS NULL",
    ),
)


class Maintenance(StorePart):
    """The verbs of `Records` that look after the store itself."""

    def check(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the records: the file, references, counts, texts."""
        try:
            with self._database.read() as connection:
                problems = _damage(connection)
                return problems or (
                    *_broken_rules(connection),
                    *_unreadable_texts(connection),
                    *_unreadable_tables(connection),
                    *(told for _, told in _unsound_derived(connection)),
                    *(told for _, told in _unsound_evaluations(connection)),
                )
        except StorageError as error:
            return (Problem(WHERE, error.what, _is_damage(error)),)

    def repair(self) -> tuple[Problem, ...]:
        """Mend what can be mended; returns what was mended.

        Where the file itself is damaged, what can be read is kept, documents that are not whole
        any more are queued to be read again, and the damaged file is set aside.
        """
        mended: list[Problem] = []
        with self._database.exclusive():
            if self._is_damaged():
                mended += self._reindexed() or self._salvaged()
            with self._database.write() as connection:
                # Orphans hold each other: their order is settled when all of them are gone.
                connection.execute("PRAGMA defer_foreign_keys = ON")
                for rule in _RULES:
                    found = connection.execute(rule.count).fetchone()[0]
                    if found and rule.repair:
                        connection.execute(rule.repair)
                        mended.append(Problem(WHERE, rule.what.format(found), True))
                mended += _read_again(connection, _of_wrong_length(connection))
                for row, told in _unsound_derived(connection):
                    connection.execute("DELETE FROM derived WHERE rowid = ?", (row,))
                    mended.append(told)
                for row, told in _unsound_evaluations(connection):
                    connection.execute("DELETE FROM evaluations WHERE pk = ?", (row,))
                    mended.append(told)
                if mended:
                    # What was removed may have been linked: all links are made anew.
                    connection.execute("DELETE FROM link_states")
        return tuple(mended)

    def _is_damaged(self) -> bool:
        try:
            with self._database.read() as connection:
                return bool(_damage(connection))
        except StorageError:
            return True

    def _reindexed(self) -> tuple[Problem, ...]:
        """What making the indexes anew has mended; empty if tables are damaged as well."""
        try:
            with self._database.write() as connection:
                damage = _damage(connection)
                connection.execute("REINDEX")
                if not _damage(connection):
                    return damage
        except StorageError:
            return ()
        return ()

    def _salvaged(self) -> tuple[Problem, ...]:
        """Put what can be read in the place of the damaged file; says what was lost."""
        aside = self._database.set_aside()
        work = aside.with_suffix(".salvaged")
        with translated(), closing(sqlite3.connect(work, isolation_level=None)) as fresh:
            migrate(fresh)
            with closing(sqlite3.connect(aside, isolation_level=None)) as damaged:
                fresh.execute("BEGIN")
                found = copy_readable(damaged, fresh)
                adopted = adopt(fresh)
                problems = _read_again(fresh, found.spoilt | spoilt_documents(fresh))
                fresh.execute("COMMIT")
            self._database.put_in_place(fresh)
        work.unlink()
        lost = [
            Problem(WHERE, f"Not all of the {table} could be read: {what} are lost.", True)
            for table, what in found.lost.items()
        ]
        if adopted:
            words = f"{adopted} collections lost their names and settings: see “Recovered”."
            lost.append(Problem(WHERE, words, True))
        kept = (
            f"The library file was damaged. What could be read was kept; the damaged file is "
            f"{aside.name} in the library folder, to be deleted when nothing is missing."
        )
        return (Problem(WHERE, kept, True), *lost, *problems)

    def version(self) -> str:
        """Engine and schema version, for the status page."""
        with self._database.read() as connection:
            return f"SQLite {sqlite3.sqlite_version}, schema {schema_version(connection)}"

    def close(self) -> None:
        """Close the library; it may be used again, which opens it anew."""
        self._database.close()


def _of_wrong_length(connection: sqlite3.Connection) -> set[int]:
    """Keys of documents with a vector that is not as long as most of its embedding's."""
    return {key for (key,) in connection.execute(f"SELECT DISTINCT k.document {_WRONG_LENGTH}")}


def _read_again(connection: sqlite3.Connection, keys: set[int]) -> tuple[Problem, ...]:
    """Queue documents that are not whole to be read again, and say so."""
    again, lost = requeue(connection, keys)
    return (
        *(Problem(WHERE, f"“{title}” is read again from its file.", True) for title in again),
        *(
            Problem(WHERE, f"“{title}” is lost: it was imported as a record, without a file.", True)
            for title in lost
        ),
    )


def _damage(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    """What SQLite says of the file itself."""
    findings = [text for (text,) in connection.execute("PRAGMA integrity_check(20)")]
    if findings == ["ok"]:
        return ()
    return tuple(Problem(WHERE, f"The library file is damaged: {text}.", True) for text in findings)


def _is_damage(error: StorageError) -> bool:
    """Whether SQLite could not read the file; a full disk or a lock is an `OperationalError`."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(
        cause, sqlite3.OperationalError
    )


def _broken_rules(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    found = [(rule, connection.execute(rule.count).fetchone()[0]) for rule in _RULES]
    return tuple(
        Problem(WHERE, rule.what.format(count), bool(rule.repair) or rule.read_again)
        for rule, count in found
        if count
    )


def _unreadable_texts(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    problems = []
    for key, title, length in connection.execute("SELECT pk, title, length FROM documents"):
        try:
            blocks = connection.execute(
                "SELECT body FROM texts WHERE document = ? ORDER BY block", (key,)
            )
            readable = sum(len(text_of_block(body)) for (body,) in blocks) == length
        except (zlib.error, UnicodeDecodeError):
            readable = False
        if not readable:
            problems.append(
                Problem(
                    WHERE,
                    f"The stored text of “{title}” cannot be read: add the document again.",
                    False,
                )
            )
    return tuple(problems)


def _unsound_derived(connection: sqlite3.Connection) -> list[tuple[int, Problem]]:
    """Rows of what was worked out from collections that hold other bytes than were written."""
    rows = connection.execute(
        "SELECT x.rowid, x.name, c.name, x.payload, x.crc FROM derived x "
        "JOIN collections c ON c.pk = x.collection"
    )
    return [
        (
            row,
            Problem(
                WHERE,
                f"What was kept as {name} of “{collection}” is damaged: it is worked out again, or "
                "has to be learned again.",
                True,
            ),
        )
        for row, name, collection, payload, crc in rows
        if not is_sound(payload, crc)
    ]


def _unsound_evaluations(connection: sqlite3.Connection) -> list[tuple[int, Problem]]:
    """Rows of question sets and evaluations that hold other bytes than were written."""
    rows = connection.execute(
        "SELECT v.pk, v.kind, c.name, CAST(v.payload AS BLOB), v.crc FROM evaluations v "
        "JOIN collections c ON c.pk = v.collection"
    )
    return [
        (
            row,
            Problem(
                WHERE,
                f"An entry ({kind}) of the evaluations of “{collection}” is damaged: it is lost, "
                "or worked out again by the next run.",
                True,
            ),
        )
        for row, kind, collection, payload, crc in rows
        if not is_sound(payload, crc)
    ]


def _unreadable_tables(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    unreadable: dict[str, int] = {}
    rows = connection.execute(
        "SELECT t.id, t.body, d.title FROM tables t JOIN documents d ON d.pk = t.document"
    )
    for identity, body, title in rows:
        try:
            unpack_table(identity, "", body)
        except ValueError:
            unreadable[title] = unreadable.get(title, 0) + 1
    return tuple(
        Problem(
            WHERE,
            f"{count} stored tables of “{title}” cannot be read: add the document again.",
            False,
        )
        for title, count in unreadable.items()
    )
