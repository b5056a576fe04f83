"""What the records look at to tell whose words are kept does not grow with what is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from backend.records import sqlite
from backend.records._sqlite.database import Database
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.factories import make_bundle

WHAT = ("among", "of a name")


class Counted:
    """Counts the instructions of SQLite."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        opened = Database._open

        def open_counted(database: Database) -> sqlite3.Connection:
            connection = opened(database)
            connection.set_progress_handler(self._step, 1)
            return connection

        patch.setattr(Database, "_open", open_counted)

    def _step(self) -> int:
        self.steps += 1
        return 0


def steps(folder: Path, documents: int, what: str, counted: Counted) -> int:
    """Those of one answer, where the words of so many documents are kept under two names."""
    records = sqlite.build(Settings(library=folder))
    own = records.create_collection("A", CollectionSettings()).id
    bundles = [make_bundle(own, f"t{number}", ("One.",)) for number in range(documents)]
    sequence = records.publish(bundles)
    ids = sorted(bundle.document.id for bundle in bundles)
    records.save_derived(own, "s 1/0", b"words", sequence, ids)
    records.save_derived(own, "s 1/1", b"words", sequence, ids[:2])
    done: dict[str, Callable[[], object]] = {
        "among": lambda: records.derived_holds(own, "s 1/", ids[:2]),
        "of a name": lambda: records.derived_documents(own, "s 1/1"),
    }
    before = counted.steps
    found = done[what]()
    taken = counted.steps - before
    both = tuple(ids[:2])
    assert found == (both if what == "of a name" else {"s 1/0": both, "s 1/1": both})
    records.close()
    return taken


@pytest.mark.parametrize("what", WHAT)
def test_a_few_documents_are_looked_up_among_many(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    few, many = (steps(tmp_path / f"{size}", size, what, counted) for size in (10, 200))
    assert few
    assert many < 2 * few
