"""Moving a library between engines: its records copied and compared, its index made anew."""

from __future__ import annotations

import shutil
from dataclasses import replace

from backend import registry
from backend.errors import SettingsError, StorageError
from backend.ingestion.moving import Moved, move
from backend.ports import Index, Parts, Progress, Records
from backend.settings import Settings

EMBEDDED = "embedded"
NEO4J = "neo4j"
ELASTICSEARCH = "elasticsearch"
ENGINES = (ELASTICSEARCH, NEO4J, EMBEDDED)
SQLITE = "sqlite"


def migrate(parts: Parts, engine: str, progress: Progress) -> tuple[Moved | None, Settings]:
    """Bring the library to another engine. Can be run again after an interruption.

    What is there stays untouched and in use until the settings name the other engine; while it
    runs, nothing else should change the library.

    Args:
        engine: `neo4j` for the records, `elasticsearch` for the index, `embedded` for both.

    Returns:
        What the records' copy holds (None if they stay where they are), and the settings that
        use it.

    Raises:
        SettingsError: if the library is there already.
        StorageError: if the copy differs, or the index does.
    """
    now = parts.settings
    wanted = {
        NEO4J: replace(now, records=NEO4J),
        ELASTICSEARCH: replace(now, index=ELASTICSEARCH),
        EMBEDDED: replace(now, records=SQLITE, index=EMBEDDED),
    }[engine]
    if wanted == now:
        raise SettingsError(
            f"The library is kept in {engine} already.", "Choose another engine for --to."
        )
    parts.index.close()
    if wanted.records == now.records:
        _make_index(wanted, parts.records, progress)
        return None, wanted
    target: Records = registry.load("backend.records", wanted.records).build(wanted)
    try:
        moved = move(parts.records, target, progress)
        _make_index(wanted, target, progress)
    finally:
        target.close()
    return moved, wanted


def _make_index(settings: Settings, records: Records, progress: Progress) -> None:
    """The index of the records where they are to be used.

    An embedded one is begun anew: what it holds is counted in the change log of other records.
    """
    if settings.index == EMBEDDED:
        shutil.rmtree(settings.library / "index", ignore_errors=True)
    index: Index = registry.load("backend.indexes", settings.index).build(settings, records)
    try:
        index.catch_up(progress)
        index.repair(progress)
        problems = index.check()
    finally:
        index.close()
    if problems:
        raise StorageError(
            f"The new search index differs from the records: {problems[0].what}",
            "Run the command again; the records are not touched.",
        )
