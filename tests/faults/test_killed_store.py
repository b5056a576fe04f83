"""A process that is killed in the middle of writing leaves whole documents and a sound index."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from backend.indexes import embedded
from backend.indexes._embedded import writer
from backend.indexes._embedded.inverted_index import TextWriter
from backend.ports import DocumentBundle
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings, Filters
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector

ROOT = Path(__file__).parents[2]
PASSAGES = 6
COLLECTION = "Harbour"

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


def version_of(collection_id: str, name: int, version: int) -> DocumentBundle:
    passages = [f"Note {name}, version {version}, part {part}" for part in range(PASSAGES)]
    return make_bundle(collection_id, f"Note {name}", passages, entities=("Note",))


def write_for_ever(library: Path) -> None:
    """What the child does: new versions of three documents in turn, each followed by the index."""
    settings = Settings(library=library)
    records = sqlite.build(settings)
    index = embedded.build(settings, records)
    (collection,) = records.collections()
    job = records.enqueue(
        kind="add",
        collection_id=collection.id,
        name="notes",
        sha256="",
        size=1,
        media_type="text/plain",
    )
    records.claim_job("child", 60)
    for version in count(int(time.time() * 1_000)):
        for name in range(3):
            documents = records.documents(collection.id)
            old = [document.id for document in documents if document.title == f"Note {name}"]
            records.save_checkpoint(job.id, "notes", os.urandom(5_000))
            records.publish([version_of(collection.id, name, version)], replaces=old)
            index.catch_up()
        print(version, flush=True)


@pytest.fixture
def killed_writer(tmp_path: Path) -> Callable[[float], Path]:
    """Starts a writer, lets it work for a while after its first round, and kills it."""
    library = tmp_path / "library"
    store = sqlite.build(Settings(library=library))
    store.create_collection(COLLECTION, CollectionSettings())
    store.close()

    def run(seconds: float) -> Path:
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.test_killed_store", str(library)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        child.wait()
        child.stdout.close()
        return library

    return run


def test_documents_and_index_survive_kills_at_any_moment(
    killed_writer: Callable[[float], Path],
) -> None:
    for wait in (0.0, 0.013, 0.031):
        settings = Settings(library=killed_writer(wait))
        records = sqlite.build(settings)
        assert records.check() == ()
        (collection,) = records.collections()
        documents = records.documents(collection.id)
        assert [each.title for each in documents] == ["Note 0", "Note 1", "Note 2"]
        for document in documents:
            chunks = records.chunks_of(document.id)
            ids, vectors = records.vectors_of(document.id, collection.embedding)
            assert len(chunks) == len(ids) == len(vectors) == PASSAGES
            text = records.text(document.id)
            assert [text[chunk.start : chunk.end] for chunk in chunks] == [
                chunk.text for chunk in chunks
            ]
        index = embedded.build(settings, records)
        index.catch_up()
        assert index.check() == ()
        found = search_text(index, collection.id, "note", 99, Filters())
        assert len(found) == 3 * PASSAGES
        assert len(search_vector(index, collection.id, unit_vector("q"), 99, Filters())) == len(
            found
        )
        (job, *_) = records.jobs()
        taken = records.claim_job("successor", -1)
        assert taken is not None
        assert taken.id == job.id
        assert records.load_checkpoint(job.id, "notes")
        index.close()
        records.close()


class KilledError(BaseException):
    """Stands for the end of the process at one exact point."""


@pytest.mark.parametrize(
    ("owner", "step"),
    [
        (writer, "append"),
        (TextWriter, "commit"),
        (writer, "mark_removed"),
        (writer, "save_part"),
        (writer, "set_sequence"),
        (writer, "_remove_folder"),
    ],
)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("calls", [1, 2])
def test_catching_up_can_stop_at_any_step(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    step: str,
    after: bool,
    calls: int,
) -> None:
    settings = Settings(library=tmp_path / "library")
    records = sqlite.build(settings)
    collection = records.create_collection(COLLECTION, CollectionSettings())
    index = embedded.build(settings, records)
    first = [version_of(collection.id, name, 1) for name in range(3)]
    records.publish(first)
    index.catch_up()
    records.publish([version_of(collection.id, 0, 2)], replaces=[first[0].document.id])
    records.delete_documents([first[1].document.id])

    original = getattr(owner, step)
    called = count(1)

    def killed(*arguments: object, **named: object) -> object:
        if next(called) < calls:
            return original(*arguments, **named)
        if after:
            original(*arguments, **named)
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(owner, step, killed)
        with suppress(KilledError):
            index.catch_up()
    index.close()

    reopened = embedded.build(settings, records)
    before = search_text(reopened, collection.id, "note", 99, Filters())
    assert len(before) <= 3 * PASSAGES
    reopened.catch_up()
    assert reopened.check() == ()
    assert len(search_text(reopened, collection.id, "note", 99, Filters())) == 2 * PASSAGES
    fresh = embedded.EmbeddedIndex(records, tmp_path / "fresh", exact_limit=1_000)
    fresh.catch_up()
    for question in ("note 0 version", "version 2 part 3"):
        assert search_text(reopened, collection.id, question, 99, Filters()) == search_text(
            fresh, collection.id, question, 99, Filters()
        )
    fresh.close()
    reopened.close()
    records.close()


if __name__ == "__main__":
    write_for_ever(Path(sys.argv[1]))
