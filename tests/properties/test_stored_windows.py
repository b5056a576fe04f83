"""Stored windows are those of the documents to the last bit, or are not believed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import filelock
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import background_reading, joined_views, view_making
from backend.errors import StorageError
from backend.joined_views import JoinedViews
from backend.ports import DocumentBundle, Vectors
from backend.types import Collection
from backend.view_files import ViewFiles
from backend.view_folder import FOLDER
from backend.windows.document_windows import kept_name, packed, windows_of
from backend.windows.views import WindowViews
from backend.windows.window_segment import finished, segment_of
from backend.windows.window_view import WindowView
from tests.factories import DIMENSION, EMBEDDING, make_bundle, unit_vector
from tests.view_library import ViewLibrary, WatchedEmbedder, opened_library

QUESTIONS = ("Where is the pier?", "The pilot waits.")


def bundle(collection: str, name: str) -> DocumentBundle:
    """A document with passages of three windows, of one, and of two."""
    long = " ".join(
        f"Pier {number} of {name} is closed to all ships until spring." for number in range(14)
    )
    return make_bundle(collection, name, (long, f"The pilot of {name} waits.", long[:400]))


@dataclass(frozen=True)
class Library(ViewLibrary):
    kind = "windows"
    bundle = staticmethod(bundle)

    def views(self, embedder: WatchedEmbedder | None = None) -> WindowViews:
        return WindowViews(self.records, embedder or WatchedEmbedder(), self.folder, self.files)

    def stored(self, *names: str) -> Collection:
        made = self.collection(*names)
        assert self.views().keep(made.id, 1_000)
        assert self.path(made).exists()
        return made


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with opened_library(Library) as made:
        yield made


def read_anew(library: Library, collection: Collection) -> tuple[WindowView, list[str]]:
    """The windows of a collection as they are read of its documents, and its passages."""
    records = library.records
    parts = [
        windows_of(records, document.id, WatchedEmbedder())  # type: ignore[arg-type]
        for document in records.documents(collection.id)
    ]
    segment = finished(segment_of(parts, DIMENSION), DIMENSION)
    return WindowView(1, {"": segment}), [chunk_id for part in parts for chunk_id in part.chunk_ids]


def assert_same_windows(library: Library, collection: Collection, view: WindowView) -> None:
    wanted, passages = read_anew(library, collection)
    assert view.size == wanted.size == len(passages)
    for question in QUESTIONS:
        asked = [*passages, "unknown"]
        vector = np.asarray(unit_vector(question), np.float32)
        one, other = view.nearness(vector, asked), wanted.nearness(vector, asked)
        assert one.chunk_ids == other.chunk_ids == tuple(passages)
        assert one.best.tobytes() == other.best.tobytes()
        assert one.two.tobytes() == other.two.tobytes()


def ready(views: WindowViews, collection: Collection, size: int = 0) -> WindowView:
    """The view of the records as they are, as a question gets it in the end, of at least so many
    passages."""
    until = time.monotonic() + 30
    while (
        (found := views.ready(collection.id)) is None
        or found.size < size
        or views.progress(collection.id)[1]
    ):
        assert time.monotonic() < until, "the windows were never read"
        time.sleep(0.005)
    return found


STEPS = st.tuples(
    st.sampled_from(["add", "again", "remove", "restart", "keep"]), st.sampled_from("ABCD")
)

TIERS = st.sampled_from([(0, 100), (1, 100), (3, 100), (3, 0), (3, 4)])
"""How much larger segments may be that are merged, and how many passages they may have together."""


@settings(max_examples=25, deadline=None)
@given(st.lists(STEPS, max_size=7), st.booleans(), TIERS)
def test_windows_that_are_opened_are_those_that_are_read_anew(
    library: Library, steps: list[tuple[str, str]], large: bool, tier: tuple[int, int]
) -> None:
    """However documents come and go; and what was embedded once is not embedded again, but where
    a document was stored anew."""
    collection = library.collection("A")
    present, records, embedder = {"A"}, library.records, WatchedEmbedder()
    identities = {name: bundle(collection.id, name).document.id for name in "ABCD"}
    views = library.views(embedder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_views, "JOINED_AT_ONCE", 0 if large else 10_000)
        patch.setattr(view_making, "TIER", tier[0])
        patch.setattr(view_making, "MOST_TOGETHER", tier[1])
        views.of(collection.id)
        for step, name in steps:
            before = len(embedder.asked)
            if (step == "add" and name not in present) or (step == "again" and name in present):
                records.publish([bundle(collection.id, name)])
                present.add(name)
                before += 5
            elif step == "remove" and name in present:
                records.delete_documents([identities[name]])
                present.discard(name)
            elif step == "restart":
                views.close()
                views = library.views(embedder)
            elif step == "keep":
                assert library.views(embedder).keep(collection.id, 1_000)
            assert_same_windows(library, collection, views.of(collection.id))
            assert_same_windows(library, collection, ready(views, collection))
            assert len(embedder.asked) == before
        views.close()
        again = library.views(embedder)
        assert_same_windows(library, collection, again.of(collection.id))
        again.close()
        assert [e.what for e in library.files.problems() if collection.id in e.what] == []


def test_a_start_opens_what_is_stored_and_reads_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("A", "B")
    for name in ("load_derived", "chunks_of", "vectors_of"):
        monkeypatch.setattr(library.records, name, lambda *_: pytest.fail("something was read"))
    found = library.views().ready(collection.id)
    assert found is not None
    assert not any(
        segment["windows.vectors"].flags.writeable for segment in found.segments.values()
    )
    monkeypatch.undo()
    assert_same_windows(library, collection, found)


def test_what_was_embedded_before_there_were_files_is_stored_once(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question gets no windows until then, and is told so."""
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    collection, embedder = library.collection("A", "B"), WatchedEmbedder()
    records = library.records
    for number, document in enumerate(records.documents(collection.id)):
        part = windows_of(records, document.id, WatchedEmbedder())  # type: ignore[arg-type]
        name = f"{kept_name(EMBEDDING)}/{number}"
        records.save_derived(collection.id, name, packed([part]), records.sequence(), [document.id])
    views = library.views(embedder)
    with library.files.alone():  # nobody may make one yet
        assert views.ready(collection.id) is None
        assert views.progress(collection.id) == (0, 6)
    assert_same_windows(library, collection, ready(views, collection))
    assert views.progress(collection.id) == (0, 0)
    views.close()
    assert embedder.asked == []
    assert library.path(collection).exists()
    monkeypatch.setattr(records, "load_derived", lambda *_: pytest.fail("it was read again"))
    assert ready(library.views(embedder), collection).size == 6


def test_windows_are_compared_while_their_file_is_still_written(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    collection, go, write = library.collection("A", "B"), threading.Event(), ViewFiles.write
    assert WindowViews(library.records, WatchedEmbedder()).keep(collection.id, 100)

    def slowly(*asked: object) -> bool:
        go.wait(10)
        return write(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(ViewFiles, "write", slowly)
    views = library.views()
    assert_same_windows(library, collection, ready(views, collection))
    assert not library.path(collection).exists(), "nothing is said to be read meanwhile"
    go.set()
    views.close()
    assert library.path(collection).exists()


def test_a_question_does_not_wait_until_a_very_large_file_is_read_through(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("A", "B")
    monkeypatch.setattr(joined_views, "OPENED_AT_ONCE", 0)
    monkeypatch.setattr(joined_views, "OPENING", 0.01)
    go, opened = threading.Event(), ViewFiles.open

    def slowly(*asked: object) -> object:
        go.wait(10)
        return opened(*asked)  # type: ignore[arg-type]

    embedder = WatchedEmbedder()
    views = library.views(embedder)
    monkeypatch.setattr(ViewFiles, "open", slowly)
    assert views.ready(collection.id) is None
    assert views.progress(collection.id) == (0, 6)
    go.set()
    assert_same_windows(library, collection, ready(views, collection))
    assert embedder.asked == []


@pytest.mark.parametrize(
    ("before_names", "names", "started"),
    [("A", "BC", True), ("A", "BC", False), ("AB", "AB", True)],
    ids=["new", "new before the start", "stored anew"],
)
def test_documents_that_came_are_embedded_while_the_view_of_before_answers(
    library: Library, before_names: str, names: str, started: bool
) -> None:
    collection = library.stored(*before_names)
    embedder, go = WatchedEmbedder(), threading.Event()
    views = library.views(embedder)
    assert not started or views.ready(collection.id) is not None
    library.records.publish([bundle(collection.id, name) for name in names])
    embed = embedder.embed

    def slowly(texts: Sequence[str]) -> Vectors:
        go.wait(10)
        return embed(texts)

    embedder.embed = slowly  # type: ignore[method-assign]
    before = views.ready(collection.id)
    assert before is not None
    assert before.size == 3 * len(before_names)
    assert views.progress(collection.id)[1] == 6
    views.wait(collection.id, 30)  # it waits for nothing that has to be embedded
    assert embedder.asked == []
    go.set()
    until = time.monotonic() + 30
    while (found := views.ready(collection.id)) is before:
        assert time.monotonic() < until
        time.sleep(0.005)
    assert found is not None
    assert_same_windows(library, collection, found)
    assert len(embedder.asked) == 10


def test_documents_that_are_stored_anew_are_embedded_in_steps_as_well(library: Library) -> None:
    """The same content: what was kept of it is there still, but may be of another text."""
    collection, embedder = library.stored("A", "B"), WatchedEmbedder()
    library.records.publish([bundle(collection.id, each) for each in "AB"])
    views = library.views(embedder)
    assert not views.keep(collection.id, 3), "one document of three passages"
    assert len(embedder.asked) == 5
    assert views.keep(collection.id, 3)
    assert len(embedder.asked) == 10
    assert_same_windows(library, collection, views.of(collection.id))
    assert len(embedder.asked) == 10


def test_windows_that_another_model_embedded_are_not_believed(library: Library) -> None:
    collection, other = library.stored("A"), WatchedEmbedder("another model")
    views = library.views(other)
    assert views.of(collection.id).size == 3
    assert len(other.asked) == 6, "the vectors in the records are of the first model as well"
    assert library.files.problems() == ()


@pytest.mark.parametrize("harm", [-70, -1])
def test_a_damaged_segment_is_told_removed_and_never_believed(library: Library, harm: int) -> None:
    for repaired in (True, False):
        collection = library.stored("A", "B")
        (path,) = library.segments(collection)
        content = bytearray(path.read_bytes())
        content[harm] ^= 4
        path.write_bytes(content)
        assert any(path.name in problem.what for problem in library.files.problems())
        if repaired:
            assert any(path.name in problem.what for problem in library.files.repair())
            assert not path.exists()
        embedder = WatchedEmbedder()
        views = library.views(embedder)
        assert_same_windows(library, collection, views.of(collection.id))
        views.close()
        assert embedder.asked == []
        library.files.repair()
        assert library.files.problems() == ()


def test_a_deletion_takes_the_files_and_no_later_one_knows_the_document(library: Library) -> None:
    collection = library.collection("A", "B")
    views = library.views()
    views.of(collection.id)
    views.close()
    gone, stays = (bundle(collection.id, each) for each in "AB")

    def content() -> bytes:
        return b"".join(segment.read_bytes() for segment in library.segments(collection))

    assert gone.document.id.encode() in content()
    library.records.delete_documents([gone.document.id])
    assert not library.path(collection).exists()
    assert not library.segments(collection)
    views = library.views()
    views.of(collection.id)
    views.close()
    assert stays.document.id.encode() in content()
    for each in (gone.document.id, *(chunk.id for chunk in gone.chunks)):
        assert each.encode() not in content()


@pytest.mark.parametrize("collection_goes", [True, False])
def test_what_an_end_left_of_a_view_goes_at_the_next_start(
    library: Library, collection_goes: bool
) -> None:
    """Killed while it was written: a segment that no view names, and a file without its end."""
    collection = library.stored("A")
    (whole,) = library.segments(collection)
    alone = whole.with_name(f"{collection.id}.windows.0123.segment")
    alone.write_bytes(whole.read_bytes())
    half = whole.with_name(f"{whole.name}.0123.arriving")
    half.write_bytes(whole.read_bytes()[:100])
    if collection_goes:
        library.records.delete_collection(collection.id)
    else:
        told = " ".join(problem.what for problem in library.files.problems())
        assert alone.name in told
        assert half.name in told
    library.files.clear()
    left = sorted(each.name for each in (library.folder / FOLDER).glob(f"{collection.id}.*"))
    wanted = [] if collection_goes else [whole.name, library.path(collection).name]
    assert left == sorted(wanted)


def test_windows_that_cannot_be_stored_are_embedded_once_and_compared_from_memory(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: a worker ends, and questions are answered."""

    def full(*_: object) -> None:
        raise StorageError("The disk is full.", "Free some space.")

    monkeypatch.setattr(background_reading, "PASSAGES_OF_STEP", 3)
    monkeypatch.setattr(library.records, "save_derived", full)
    collection, worker, page = library.collection("A", "B"), WatchedEmbedder(), WatchedEmbedder()
    views = library.views(worker)
    assert [views.keep(collection.id, 3) for _ in range(2)] == [False, True]
    assert len(worker.asked) == 10
    assert_same_windows(library, collection, views.of(collection.id))
    library.path(collection).unlink()
    views = library.views(page)
    assert_same_windows(library, collection, ready(views, collection))
    library.records.publish([bundle(collection.id, "C")])
    assert_same_windows(library, collection, ready(views, collection, 9))
    views.close()
    assert len(worker.asked) == 10
    assert len(page.asked) == 15


def test_windows_in_memory_are_not_those_of_a_document_that_was_stored_anew(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection, embedder = library.collection("A", "B"), WatchedEmbedder()
    views = library.views(embedder)
    with monkeypatch.context() as patch:
        patch.setattr(library.records, "save_derived", lambda *_: None)
        assert not views.keep(collection.id, 3)
    assert len(embedder.asked) == 5
    library.records.publish([bundle(collection.id, each) for each in "AB"])
    while not views.keep(collection.id, 3):
        pass
    assert len(embedder.asked) == 15
    assert_same_windows(library, collection, views.of(collection.id))
    assert len(embedder.asked) == 15


def test_a_document_that_goes_while_others_are_embedded_takes_none_of_them_with_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "STORED_FROM", 1_000)  # no view is made
    collection, embedder = library.collection("A", "B", "C"), WatchedEmbedder()
    gone, embed = bundle(collection.id, "A").document.id, embedder.embed

    def deleting(texts: Sequence[str]) -> Vectors:
        if len(embedder.asked) == 10:
            library.records.delete_documents([gone])
        return embed(texts)

    embedder.embed = deleting  # type: ignore[method-assign]
    views = library.views(embedder)
    assert views.keep(collection.id, 100)
    held = library.records.derived_holds(collection.id, kept_name(EMBEDDING))
    assert {each for own in held.values() for each in own} == {
        bundle(collection.id, name).document.id for name in "BC"
    }
    assert_same_windows(library, collection, views.of(collection.id))
    assert len(embedder.asked) == 15


@dataclass
class WatchfulEmbedder(WatchedEmbedder):
    """Notes in which thread each text came, and whether others could store views meanwhile."""

    folder: Path | None = None
    """The library's."""
    urgent: list[str] = field(default_factory=list)
    """Texts that the thread of the test embedded."""
    locked: list[str] = field(default_factory=list)
    """Texts that were embedded while nobody else could store a view."""
    before: Callable[[], object] | None = None
    """Called before the first text is embedded."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.before is not None:
            self.before, before = None, self.before
            before()
        if threading.current_thread() is threading.main_thread():
            self.urgent += texts
        if self.folder is not None:
            try:
                with filelock.FileLock(self.folder / "views.lock", timeout=0, thread_local=False):
                    pass
            except filelock.Timeout:
                self.locked += texts
        return super().embed(texts)


@pytest.mark.parametrize("stored_from", [1, 1_000], ids=["large", "small"])
def test_documents_that_come_while_others_are_embedded_are_embedded_in_steps(
    library: Library, monkeypatch: pytest.MonkeyPatch, stored_from: int
) -> None:
    """And none while nobody else can store a view."""
    monkeypatch.setattr(joined_views, "STORED_FROM", stored_from)
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 0)
    collection = library.collection("A", "B")
    new = [bundle(collection.id, each) for each in "CD"]
    embedder = WatchfulEmbedder(folder=library.folder)
    embedder.before = lambda: library.records.publish(new)
    views = library.views(embedder)
    assert not views.keep(collection.id, 100), "two documents have come"
    assert len(embedder.asked) == 10
    assert views.keep(collection.id, 100)
    assert_same_windows(library, collection, views.of(collection.id))
    assert len(embedder.asked) == 20
    assert embedder.locked == []


def test_whoever_waits_for_windows_embeds_them_in_steps(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 0)
    collection, embedder = library.collection("A", "B"), WatchfulEmbedder(folder=library.folder)
    assert_same_windows(library, collection, library.views(embedder).of(collection.id))
    assert len(embedder.asked) == 10
    assert embedder.locked == []


@pytest.mark.parametrize("at_once", [0, 10_000])
def test_documents_that_come_before_the_view_is_made_are_not_embedded_while_a_question_waits(
    library: Library, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """In whichever thread the view is made."""
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", at_once)
    collection, embedder = library.stored("A"), WatchfulEmbedder(folder=library.folder)
    new, more = bundle(collection.id, "B"), [bundle(collection.id, each) for each in "CD"]
    views = library.views(embedder)
    assert views.ready(collection.id) is not None
    library.records.publish([new])
    ready_view = JoinedViews.ready

    def late(own: JoinedViews[WindowView], collection_id: str) -> WindowView | None:
        if more:
            library.records.publish([more.pop(), more.pop()])
        return ready_view(own, collection_id)

    monkeypatch.setattr(JoinedViews, "ready", late)
    assert_same_windows(library, collection, ready(views, collection, 12))
    views.close()
    assert len(embedder.asked) == 15
    assert embedder.urgent == []
    assert embedder.locked == []


@pytest.mark.parametrize("at_once", [0, 10_000])
def test_stored_windows_that_are_damaged_are_embedded_again_in_steps(
    library: Library, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Not while a question waits, not while nobody else can store a view, and once."""
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", at_once)
    collection, records = library.collection("A", "B"), library.records
    assert WindowViews(records, WatchedEmbedder()).keep(collection.id, 100)
    load = records.load_derived

    def damaged(own: str, name: str) -> tuple[bytes, int] | None:
        return None if name in lost else load(own, name)

    lost = set(records.derived_holds(collection.id, kept_name(EMBEDDING)))
    monkeypatch.setattr(records, "load_derived", damaged)
    embedder = WatchfulEmbedder(folder=library.folder)
    views = library.views(embedder)
    assert views.ready(collection.id) is None
    assert_same_windows(library, collection, ready(views, collection))
    views.close()
    assert len(embedder.asked) == 10
    assert embedder.urgent == []
    assert embedder.locked == []


def test_a_worker_embeds_stored_windows_again_that_are_damaged(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection, records, embedder = (
        library.collection("A", "B"),
        library.records,
        WatchedEmbedder(),
    )
    assert WindowViews(records, WatchedEmbedder()).keep(collection.id, 100)
    monkeypatch.setattr(records, "load_derived", lambda *_: None)
    views = library.views(embedder)
    assert [views.keep(collection.id, 3) for _ in range(4)] == [False, False, True, True]
    assert len(embedder.asked) == 10
    assert_same_windows(library, collection, views.of(collection.id))
    assert len(embedder.asked) == 10


def test_what_is_embedded_by_the_only_process_ends_with_the_program_as_well(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.windows.document_windows.EMBEDDED_AT_ONCE", 2)
    collection, embedder = library.collection("A", "B"), WatchedEmbedder()
    views, begun, go, embed = (
        WindowViews(library.records, embedder),
        threading.Event(),
        threading.Event(),
        embedder.embed,
    )

    def slowly(texts: Sequence[str]) -> Vectors:
        begun.set()
        go.wait(30)
        return embed(texts)

    embedder.embed = slowly  # type: ignore[method-assign]
    assert views.ready(collection.id) is None
    assert begun.wait(30)
    closing = threading.Thread(target=views.close)
    closing.start()
    assert views._closing.wait(30)  # the program is about to end
    go.set()
    closing.join(30)
    assert len(embedder.asked) == 2, "what was under way, of ten texts"
