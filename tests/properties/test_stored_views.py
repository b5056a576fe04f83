"""A stored view is that of the documents to the last bit, or is not believed."""

from __future__ import annotations

import os
import shutil
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import (
    analysis,
    joined_views,
    numbered_texts,
    view_faults,
    view_files,
    view_making,
    viewed_documents,
)
from backend.left_views import kept_or_left
from backend.mapped_arrays import check_arrays, open_arrays, write_arrays
from backend.parcels import changed_documents
from backend.passage_view import document_part, view_joining
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.name_segment import SCHEMA
from backend.passage_view.question_terms import bm25
from backend.passage_view.stored_view import KIND, SOURCES
from backend.passage_view.views import Views
from backend.ports import Parts, Records, Shared
from backend.records import sqlite
from backend.segments import merged, whole
from backend.settings import Settings
from backend.types import Change, Collection, ServiceStatus
from backend.view_files import (
    ViewFiles,
    ViewKind,
    recipe_of,
    view_files_in,
    view_files_over,
)
from backend.view_folder import FOLDER
from tests.properties.test_graph_views import TEXTS, bundle, seen
from tests.view_library import ViewLibrary, opened_library


@dataclass(frozen=True)
class Library(ViewLibrary):
    kind = "names"
    bundle = staticmethod(bundle)

    def views(self) -> Views:
        return Views(self.records, self.files)

    def stored(self, *titles: str) -> Collection:
        """A new collection with some of the texts, whose view is stored."""
        made = self.collection(*titles)
        self.views().keep(made.id)
        assert self.path(made).is_file()
        return made


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with opened_library(Library) as made:
        yield made


MATRICES = (
    *("counts", "exact_mentions", "mentions", "mentioned_in", "titles", "named_by"),
    *("aboutness", "subjects", "subject_of", "own_title_counts", "own_title_holders"),
    *("path_terms", "path_holders", "title_counts", "title_holders"),
)


def assert_same_view(one: CollectionView, other: CollectionView) -> None:
    """The same to the last bit, however the documents are spread over segments."""
    left, right = (
        merged(SCHEMA, [whole(SCHEMA, segment) for segment in view.joint.segments])
        for view in (one, other)
    )
    for name, array in left.items():
        assert array.tobytes() == right[name].tobytes(), name
    assert one.joint.sizes == other.joint.sizes
    for axis, texts in one.joint.texts.items():
        assert list(texts) == list(other.joint.texts[axis])
        assert [texts[text] for text in texts] == list(range(len(texts)))
    assert list(one.media_types) == list(other.media_types)
    for name in ("nested", "forms"):
        pairs = (sorted(map(tuple, getattr(each, name).tolist())) for each in (one, other))
        assert next(pairs) == next(pairs), name
    for name in (*("term_weight", "name_weight", "shared_name_weight"), "document_of"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    for name in ("mentioned", "about", "titles"):
        counts = (getattr(each.name_counts, name).tolist() for each in (one, other))
        assert next(counts) == next(counts), name
    np.testing.assert_allclose(one.name_counts.squares, other.name_counts.squares, rtol=1e-12)
    for name in MATRICES:
        mine, theirs = (getattr(each, name).matrix for each in (one, other))
        assert mine.indptr.tolist() == theirs.indptr.tolist(), name
        assert mine.indices.tolist() == theirs.indices.tolist(), name
        np.testing.assert_allclose(mine.data, theirs.data, rtol=1e-6, err_msg=name)
    for term in one.joint.texts["terms"]:
        np.testing.assert_allclose(
            bm25(one, {term: 1.0}), bm25(other, {term: 1.0}), rtol=1e-6, err_msg=term
        )
    every = np.arange(one.size)
    np.testing.assert_allclose(
        one.overlap(every).upright(), other.overlap(every).upright(), rtol=1e-6
    )
    for mine, theirs in zip(one.pieces(every), other.pieces(every), strict=True):
        assert mine is not None
        assert theirs is not None
        assert mine.tolist() == theirs.tolist()
    for mine, theirs in zip(seen(one), seen(other), strict=True):
        if isinstance(mine, np.ndarray):
            np.testing.assert_allclose(mine, theirs, rtol=1e-6)  # type: ignore[arg-type]
        else:
            assert list(mine) == list(theirs)  # type: ignore[call-overload]


STEPS = st.tuples(st.sampled_from(["add", "remove", "restart"]), st.sampled_from(sorted(TEXTS)))
TIERS = st.sampled_from([(0, 100), (1, 100), (3, 100), (3, 0), (3, 4)])
"""How much larger segments may be that are merged, with 0 each document that comes is a segment of
its own; and how many passages they may have together: with 4 those of two documents."""


@settings(max_examples=25, deadline=None)
@given(st.lists(STEPS, max_size=6), st.booleans(), TIERS)
def test_a_view_that_is_opened_is_the_one_that_is_built(
    library: Library, steps: list[tuple[str, str]], large: bool, tier: tuple[int, int]
) -> None:
    collection = library.collection("Notes")
    present = {"Notes"}
    kept = library.views()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_views, "JOINED_AT_ONCE", 0 if large else 10_000)
        patch.setattr(view_making, "TIER", tier[0])
        patch.setattr(view_making, "MOST_TOGETHER", tier[1])
        kept.of(collection.id, wait=True)
        for step, title in steps:
            if step == "add":
                library.records.publish([bundle(collection.id, title)])
                present.add(title)
            elif step == "remove" and title in present:
                library.records.delete_documents([bundle(collection.id, title).document.id])
                present.discard(title)
            elif step == "restart":
                kept.close()
                kept = library.views()
            kept.of(collection.id, wait=True)
        kept.close()
        loaded = Views(library.records).of(collection.id, wait=True)
        patch.setattr(library.records, "load_derived", lambda *_: None)
        patch.setattr(library.records, "save_derived", lambda *_: None)
        read = Views(library.records).of(collection.id, wait=True)
        assert read.size == 2 * len(present)
        for each in (loaded, kept.of(collection.id), library.views().of(collection.id)):
            assert_same_view(each, read)


def opened_without_reading(library: Library, collection: Collection) -> CollectionView:
    """The view of a new start that may read no part of any document."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_derived", "chunks_of", "entities"):
            patch.setattr(library.records, name, lambda *_: pytest.fail("something was read"))
        found = library.views().ready(collection.id)
    assert found is not None
    return found


def test_a_start_opens_what_is_stored_and_reads_nothing(library: Library) -> None:
    collection = library.stored("Ada Byron", "London")
    found = opened_without_reading(library, collection)
    assert_same_view(found, Views(library.records).of(collection.id))


def test_the_view_of_a_question_is_stored_while_nobody_waits(library: Library) -> None:
    collection = library.collection("Ada Byron", "London")
    kept = library.views()
    kept.of(collection.id)
    kept.close()
    opened_without_reading(library, collection)


def test_a_program_that_ends_waits_for_nobody_who_makes_another_view(library: Library) -> None:
    collection = library.collection("Ada Byron", "London")
    kept = library.views()
    with library.files.alone():  # a view of another collection is being made
        kept.of(collection.id)
        closing = threading.Thread(target=kept.close, daemon=True)
        closing.start()
        closing.join(30)
        assert not closing.is_alive()
    opened_without_reading(library, collection)


def test_a_large_view_is_shared_and_does_not_stay_in_memory(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    collection = library.collection(*TEXTS)
    kept = library.views()
    found = kept.of(collection.id, wait=True)
    (segment,) = found.segments.values()
    assert not segment["counts.times"].flags.writeable
    assert not isinstance(found.ids, tuple)
    assert kept.ready(collection.id) is found


def test_a_large_stored_view_answers_until_the_documents_that_came_since_are_read(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    collection = library.stored("Ada Byron", "London")
    library.records.publish([bundle(collection.id, "Notes")])
    kept = library.views()
    with library.files.alone():  # nobody may make one yet
        found = kept.ready(collection.id)
        assert found is not None
        assert found.size == 4
        assert not kept.is_current(collection.id)
    assert kept.of(collection.id, wait=True).size == 6
    assert kept.is_current(collection.id)
    assert opened_without_reading(library, collection).size == 6


def test_a_question_does_not_wait_until_a_very_large_file_is_read_through(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    other = library.stored("Notes")
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    monkeypatch.setattr(joined_views, "OPENED_AT_ONCE", 0)
    monkeypatch.setattr(joined_views, "OPENING", 0.01)
    go = threading.Event()
    opened = library.files.open

    def slowly(*asked: Any) -> object:
        go.wait(10)
        return opened(*asked)

    kept = library.views()
    with monkeypatch.context() as patch:
        patch.setattr(ViewFiles, "open", lambda _, *asked: slowly(*asked))
        assert kept.ready(collection.id) is None
        with library.files.alone():  # a view of another collection is being made
            go.set()
            kept.wait(collection.id, 60)
    assert_same_view(kept.of(collection.id), Views(library.records).of(collection.id))
    monkeypatch.setattr(joined_views, "OPENING", 60)
    assert opened_without_reading(library, other).size == 2


def test_a_folder_that_takes_no_lock_costs_no_view(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection("Ada Byron", "London")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("backend.view_files.filelock.FileLock.acquire", refused)
    library.views().keep(collection.id)
    assert opened_without_reading(library, collection).size == 4


@pytest.mark.parametrize("titles", [["London"], ["Ada Byron", "London"]])
def test_a_deletion_removes_the_file_and_what_is_being_written(
    library: Library, titles: list[str]
) -> None:
    collection = library.stored("Ada Byron", "London")
    arriving = library.path(collection).with_name(f"{collection.id}.names.view.1.arriving")
    arriving.write_bytes(b"london")
    other = library.stored("Notes")
    library.records.delete_documents([f"d-{collection.id}-{title}" for title in titles])
    assert not library.path(collection).exists()
    assert not library.segments(collection)
    assert not arriving.exists()
    assert library.path(other).exists()
    assert library.files.problems() == ()


def test_a_document_that_is_read_anew_or_replaced_takes_the_file_with_it(
    library: Library,
) -> None:
    collection = library.stored("Ada Byron", "London")
    library.records.publish([bundle(collection.id, "London")])
    assert not library.path(collection).exists()
    library.views().keep(collection.id)
    library.records.publish([bundle(collection.id, "Notes")], [f"d-{collection.id}-London"])
    assert not library.path(collection).exists()


def test_a_collection_that_is_deleted_takes_the_file_with_it(library: Library) -> None:
    collection = library.stored("Ada Byron")
    library.records.delete_collection(collection.id)
    assert not library.path(collection).exists()


def test_words_that_went_are_in_no_view_that_is_written_later(library: Library) -> None:
    collection = library.collection("Ada Byron", "London", "Notes")
    kept = library.views()
    kept.of(collection.id)
    kept.close()
    assert b"somerville" in library.content(collection)
    library.records.delete_documents([f"d-{collection.id}-Ada Byron"])
    kept.of(collection.id)
    kept.close()
    content = library.content(collection)
    assert b"fairfax" in content
    assert b"somerville" not in content
    assert b"somervil" not in content


@pytest.mark.parametrize(
    "delete",
    [
        lambda records, of: records.delete_documents([f"d-{of}-London"]),
        lambda records, of: records.delete_collection(of),
    ],
    ids=["document", "collection"],
)
def test_a_deletion_while_a_view_is_written_leaves_no_file(
    library: Library, monkeypatch: pytest.MonkeyPatch, delete: Callable[[Records, str], object]
) -> None:
    collection = library.collection("Ada Byron", "London")
    put = Path.replace

    def deleted_first(path: Path, target: Path) -> Path:
        found = put(path, target)
        if target.suffix != ".view":
            return found
        # as another process does that looked for files just before this one was there
        with monkeypatch.context() as patch:
            patch.setattr("backend.records._sqlite.part.drop_views", lambda *_: None)
            delete(library.records, collection.id)
        return found

    monkeypatch.setattr(Path, "replace", deleted_first)
    library.views().keep(collection.id)
    assert not library.path(collection).exists()
    assert not library.segments(collection)


def test_a_file_that_a_crash_kept_is_noticed_and_removed(library: Library) -> None:
    collection = library.stored("Ada Byron", "London")
    path = library.path(collection)
    aside = library.folder / "aside"
    shutil.copy(path, aside)
    library.records.delete_documents([f"d-{collection.id}-London"])
    shutil.copy(aside, path)
    assert any("changed or gone" in problem.what for problem in library.files.problems())
    assert library.files.open(collection.id, KIND) is None
    assert not path.exists()
    shutil.copy(aside, path)
    kept = library.views()
    assert kept.of(collection.id).size == 2
    kept.close()
    shutil.copy(aside, path)
    library.files.clear()
    assert not path.exists()


def last_write(file: Path) -> tuple[int, int, int]:
    """Which file it is, and when and how it was written; when it was read does not matter."""
    found = file.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def test_a_document_that_is_added_writes_a_segment_of_its_own(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "TIER", 0)
    collection = library.stored("Ada Byron", "London")
    (first,) = library.segments(collection)
    before = last_write(first)
    library.records.publish([bundle(collection.id, "Notes")])
    library.views().keep(collection.id)
    one, other = library.segments(collection)
    new = other if one == first else one
    assert last_write(first) == before
    assert b"fairfax" in new.read_bytes()
    assert b"somerville" not in new.read_bytes()
    found = opened_without_reading(library, collection)
    assert_same_view(found, Views(library.records).of(collection.id, wait=True))
    assert library.files.problems() == ()


def test_segments_are_merged_so_that_there_are_few(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "TIER", 1)
    collection = library.collection()
    for number, title in enumerate(TEXTS, 1):
        library.records.publish([bundle(collection.id, title)])
        library.views().keep(collection.id)
        assert len(library.segments(collection)) == number.bit_count()
        assert library.files.problems() == ()


def test_a_document_that_goes_has_the_segment_that_held_it_written_again_and_no_other(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Segments have no more than four passages here, those of two documents."""
    monkeypatch.setattr(view_making, "MOST_TOGETHER", 4)
    titles = list(TEXTS)[:4]
    collection = library.collection()
    views = library.views()
    for title in titles:
        library.records.publish([bundle(collection.id, title)])
        before = views.of(collection.id, wait=True).segments.keys()
    assert len(before) == 2
    library.records.delete_documents([bundle(collection.id, titles[0]).document.id])
    found = views.of(collection.id, wait=True)
    assert len(found.segments) == 2
    assert len(before & found.segments.keys()) == 1
    assert_same_view(found, Views(library.records).of(collection.id, wait=True))
    views.close()


def test_what_is_joined_at_first_is_several_segments_where_it_is_much(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "MOST_TOGETHER", 4)
    monkeypatch.setattr(view_making, "BATCH", 2)
    titles = list(TEXTS)[:5]
    collection = library.collection(*titles)
    library.views().keep(collection.id)
    assert len(library.segments(collection)) == 3
    found = opened_without_reading(library, collection)
    assert_same_view(found, Views(library.records).of(collection.id, wait=True))


def test_a_segment_that_is_merged_stays_open_to_who_reads_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    found = opened_without_reading(library, collection)
    (first,) = library.segments(collection)
    library.records.publish([bundle(collection.id, "Notes")])
    library.views().keep(collection.id)
    assert not first.exists()
    library.records.delete_documents([f"d-{collection.id}-Notes"])
    assert_same_view(found, Views(library.records).of(collection.id, wait=True))


class Killed(BaseException):
    """The program ends here, and does nothing more."""


@pytest.mark.parametrize("step", range(6))
@pytest.mark.parametrize("tier", [0, 3])
def test_a_program_that_is_killed_leaves_the_view_of_before_or_the_next(
    library: Library, monkeypatch: pytest.MonkeyPatch, step: int, tier: int
) -> None:
    monkeypatch.setattr(view_making, "TIER", tier)
    collection = library.stored("Ada Byron", "London")
    library.records.publish([bundle(collection.id, "Notes")])
    done = 0

    def until(whole: Callable[..., object]) -> Callable[..., object]:
        def counted(*asked: Any, **named: Any) -> object:
            nonlocal done
            done += 1
            if done > step:
                raise Killed
            return whole(*asked, **named)

        return counted

    with monkeypatch.context() as patch:
        for name in ("replace", "unlink"):
            patch.setattr(Path, name, until(getattr(Path, name)))
        patch.setattr("backend.view_files.write_arrays", until(write_arrays))
        try:
            library.views().keep(collection.id)
        except Killed:
            pass
        else:
            assert step >= 4
    found = library.files.open(collection.id, KIND)
    assert found is not None
    assert len(found.segments) == (1 if tier or not found.is_current else 2)
    sizes = [SCHEMA.rows(segment, "ids") for segment in found.segments.values()]
    assert sum(sizes) == (6 if found.is_current else 4)
    library.files.clear()
    assert library.files.problems() == ()
    assert {span.name.split(".")[2] for span in library.segments(collection)} == set(found.segments)
    wanted = Views(library.records).of(collection.id, wait=True)
    assert_same_view(library.views().of(collection.id, wait=True), wanted)


def test_a_segment_that_no_view_names_is_noticed_and_removed(library: Library) -> None:
    collection = library.stored("Ada Byron", "London")
    (own,) = library.segments(collection)
    left = own.with_name(f"{collection.id}.names.0123.segment")
    shutil.copy(own, left)
    with library.files.alone():  # it may be that of a view that is being written
        assert library.files.problems() == ()
    assert ["belongs to no view" in problem.what for problem in library.files.problems()] == [True]
    library.files.clear()
    assert not left.exists()
    assert own.exists()


def written(library: Library, collection: Collection, view: CollectionView) -> bool:
    """Write a view as another program does."""
    return library.files.write(
        *(collection.id, KIND, library.records.documents(collection.id), view.version),
        *(*view_joining.stored(view), view.segments),
    )


def told_by(view: CollectionView, collection: Collection) -> list[str]:
    return sorted(f"{collection.id}.names.{segment}.segment" for segment in view.segments)


def test_views_that_are_written_at_once_leave_no_segment_that_none_names(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection("Ada Byron", "London")
    one, other = (Views(library.records).of(collection.id) for _ in range(2))
    put, waiting = Path.replace, [other]

    def other_first(path: Path, target: Path) -> Path:
        if target.suffix == ".segment" and waiting:
            assert written(library, collection, waiting.pop())
        return put(path, target)

    monkeypatch.setattr(Path, "replace", other_first)
    assert written(library, collection, one)
    assert [segment.name for segment in library.segments(collection)] == told_by(one, collection)


def test_a_view_that_is_dropped_before_it_is_in_place_leaves_no_segment(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection("Ada Byron", "London")
    view = Views(library.records).of(collection.id)
    put = Path.replace

    def dropped_first(path: Path, target: Path) -> Path:
        if target.suffix == ".view":
            path.unlink()
        return put(path, target)

    monkeypatch.setattr(Path, "replace", dropped_first)
    assert not written(library, collection, view)
    assert not library.segments(collection)


def test_a_view_that_is_put_in_place_while_files_are_checked_is_sound(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    view = Views(library.records).of(collection.id)
    put, left = Path.replace, [True]
    told: list[object] = []

    def checked_between(path: Path, target: Path) -> Path:
        def then_put(each: Path, *, whole: bool = True) -> object:
            found = check_arrays(each, whole=whole)
            if whole and each == target and left:
                left.clear()
                put(path, target)
                for old in old_segments:
                    old.unlink()
            return found

        if target.suffix != ".view":
            return put(path, target)
        monkeypatch.setattr(view_faults, "check_arrays", then_put)
        told.extend(library.files.problems())
        return target

    old_segments = library.segments(collection)
    monkeypatch.setattr(Path, "replace", checked_between)
    assert written(library, collection, view)
    assert told == []
    assert not left
    assert [segment.name for segment in library.segments(collection)] == told_by(view, collection)


def test_a_view_is_sound_where_a_document_comes_while_it_is_checked(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    coming = [bundle(collection.id, "Notes")]

    def then_come(*asked: Any) -> frozenset[str]:
        found = changed_documents(*asked)
        if coming and asked[1] == collection.id:
            library.records.publish([coming.pop()])
        return found

    monkeypatch.setattr(viewed_documents, "changed_documents", then_come)
    assert library.files.problems() == ()
    assert not coming


def test_a_view_that_is_put_in_place_of_an_old_one_is_not_removed_with_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    path = library.path(collection)
    old = path.read_bytes()
    library.records.publish([bundle(collection.id, "London")])  # read anew: the file goes
    path.write_bytes(old)
    left = [True]

    def then_replaced(each: Path, **how: Any) -> object:
        found = open_arrays(each, **how)
        if each == path and left:
            left.clear()
            library.views().keep(collection.id)
        return found

    monkeypatch.setattr(view_files, "open_arrays", then_replaced)
    assert library.files.open(collection.id, KIND) is None
    assert library.files.problems() == ()
    found = library.files.open(collection.id, KIND)
    assert found is not None
    assert found.is_current


def damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-70] ^= 4
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [damaged, cut, emptied])
def test_a_damaged_file_is_noticed_and_never_believed(library: Library, harm: object) -> None:
    collection = library.stored("Ada Byron", "London")
    path = library.path(collection)
    harm(path)  # type: ignore[operator]
    assert any(
        "damaged" in problem.what and path.name in problem.what
        for problem in library.files.problems()
    )
    wanted = Views(library.records).of(collection.id)
    kept = library.views()
    assert_same_view(kept.of(collection.id), wanted)
    kept.close()
    assert library.files.problems() == ()
    harm(path)  # type: ignore[operator]
    assert any("damaged" in problem.what for problem in library.files.repair())
    assert not path.exists()
    assert library.files.repair() == ()


def removed(path: Path) -> None:
    path.unlink()


def of_another_collection(path: Path) -> None:
    head = path.read_bytes()
    own = path.name.partition(".")[0].encode()
    content = head.replace(own, own[::-1])
    start = struct.Struct("<8sII")
    magic, length, _ = start.unpack(content[: start.size])
    crc = zlib.crc32(content[start.size : start.size + length])
    path.write_bytes(start.pack(magic, length, crc) + content[start.size :])


@pytest.mark.parametrize("harm", [damaged, cut, emptied, removed, of_another_collection])
def test_a_view_without_one_of_its_segments_is_never_believed(
    library: Library, harm: Callable[[Path], None]
) -> None:
    collection = library.stored("Ada Byron", "London")
    (segment,) = library.segments(collection)
    harm(segment)
    if harm not in (of_another_collection,):
        assert any("damaged" in problem.what for problem in library.files.problems())
    wanted = Views(library.records).of(collection.id)
    kept = library.views()
    assert_same_view(kept.of(collection.id), wanted)
    kept.close()
    assert library.files.problems() == ()
    assert_same_view(opened_without_reading(library, collection), wanted)


def another(library: Library) -> ViewFiles:
    """The files as a program that starts anew sees them."""
    return ViewFiles(library.folder, library.records)


def test_the_bytes_of_a_segment_are_compared_once_and_again_when_a_library_is_checked(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    (segment,) = library.segments(collection)
    times = segment.stat()
    damaged(segment)
    os.utime(segment, ns=(times.st_atime_ns, times.st_mtime_ns))
    # as a disk that forgets: nothing tells of it but the bytes, which are not read at a start
    found = another(library).open(collection.id, KIND)
    assert found is not None
    assert any("damaged" in problem.what for problem in library.files.problems())
    os.utime(segment, ns=(times.st_atime_ns, times.st_mtime_ns + 1))
    assert another(library).open(collection.id, KIND) is None


def test_a_segment_that_was_damaged_since_is_not_said_to_be_sound_by_the_next_view(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_making, "TIER", 0)
    collection = library.stored("Ada Byron", "London")
    (first,) = library.segments(collection)
    views = library.views()
    views.of(collection.id)
    damaged(first)
    library.records.publish([bundle(collection.id, "Notes")])
    views.of(collection.id, wait=True)
    views.close()
    assert first in library.segments(collection)
    assert another(library).open(collection.id, KIND) is None


def test_documents_that_come_by_and_by_are_counted_before_a_question_waits_for_them(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron")
    kept = library.views()
    kept.of(collection.id)
    library.records.publish([bundle(collection.id, "London")])
    found = kept.ready(collection.id)
    assert found is not None
    assert found.size == 4, "few passages are read at once"
    monkeypatch.setattr(joined_views, "READ_AT_ONCE", 1)
    library.records.publish([bundle(collection.id, "Notes")])
    with library.files.alone():
        assert kept.ready(collection.id) is found
    kept.wait(collection.id, 60)
    kept.close()


def test_what_a_view_is_of_is_said_alike_whoever_writes_it(library: Library) -> None:
    collection = library.stored("Ada Byron")
    said = []
    for title in ("London", "Notes", "Mary Somerville"):
        library.records.publish([bundle(collection.id, title)])
        library.views().keep(collection.id)  # by a program that knows of the documents before
        said.append(check_arrays(library.path(collection))["documents"])
        library.path(collection).unlink()
        Views(library.records, another(library)).keep(collection.id)
        assert check_arrays(library.path(collection))["documents"] == said[-1]
    gone = f"d-{collection.id}-London"
    library.records.delete_documents([gone])
    library.records.publish([bundle(collection.id, "Harbour Safety Board")])
    library.views().keep(collection.id)
    said.append(check_arrays(library.path(collection))["documents"])
    Views(library.records, another(library)).keep(collection.id)
    assert another(library).open(collection.id, KIND) is not None
    assert len(set(said)) == 4


def test_what_was_not_written_to_its_end_is_noticed_unless_it_is_being_written(
    library: Library,
) -> None:
    collection = library.stored("Ada Byron")
    left = library.path(collection).with_name(f"{collection.id}.names.view.2.arriving")
    left.write_bytes(b"half")
    with library.files.alone():
        assert library.files.problems() == ()
    assert any("to its end" in problem.what for problem in library.files.problems())
    library.files.clear()
    assert not left.exists()


def test_a_file_of_another_collection_program_or_library_is_not_believed(
    library: Library, tmp_path: Path
) -> None:
    one, other = library.stored("Ada Byron", "London"), library.stored("Notes")
    shutil.copy(library.path(other), library.path(one))
    assert any("another collection" in problem.what for problem in library.files.problems())
    kept = library.views()
    assert kept.of(one.id).size == 4
    kept.close()
    older = ViewKind(KIND.word, "older")
    assert library.files.open(other.id, older) is None
    assert not library.path(other).exists()
    elsewhere = sqlite.build(Settings(library=tmp_path))
    try:
        files = ViewFiles(tmp_path, elsewhere)
        (tmp_path / FOLDER).mkdir()
        library.views().keep(one.id)
        shutil.copy(library.path(one), tmp_path / FOLDER)
        assert any("collection that is gone" in problem.what for problem in files.problems())
    finally:
        elsewhere.close()


def test_what_makes_a_view_is_told_by_its_name_and_its_code(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("WEIGHT = 1")
    before = recipe_of("names 1", str(source))
    assert recipe_of("names 1", str(source)) == before
    assert recipe_of("names 2", str(source)) != before
    source.write_text("WEIGHT = 2")
    assert recipe_of("names 1", str(source)) != before


@pytest.mark.parametrize("module", [view_joining, document_part, numbered_texts, analysis])
def test_a_view_is_made_anew_when_the_code_of_its_numbers_changed(module: ModuleType) -> None:
    """Titles of how few passages count, stop words inside names, the places of texts in it."""
    assert str(module.__file__) in SOURCES


def test_a_view_of_records_that_were_restored_from_before_is_not_believed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    sequence = library.records.sequence()
    monkeypatch.setattr(library.records, "sequence", lambda: sequence - 1)
    assert library.files.open(collection.id, KIND) is None


def test_a_full_disk_costs_the_file_alone(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection("Ada Byron", "London")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("backend.view_files.write_arrays", full)
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    assert library.views().of(collection.id, wait=True).size == 4
    assert not library.path(collection).exists()


def test_a_view_of_another_history_of_the_records_is_not_believed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.stored("Ada Byron", "London")
    real = library.records.changes

    def otherwise(after: int) -> tuple[Change, ...]:
        found = real(after)
        return tuple(replace(each, action="regraphed") for each in found[:1]) + found[1:]

    assert library.files.open(collection.id, KIND) is not None
    monkeypatch.setattr(library.records, "changes", otherwise)
    assert library.files.open(collection.id, KIND) is None


class Away:
    """Records on a server."""

    def status(self) -> ServiceStatus:
        raise AssertionError("nobody asks")


def test_records_on_a_server_have_no_files_of_views(library: Library) -> None:
    assert view_files_in(library.folder, library.records) is not None
    assert view_files_in(library.folder, Away()) is None  # type: ignore[arg-type]


def test_views_from_before_the_records_moved_to_a_server_are_noticed_and_removed(
    library: Library, tmp_path: Path
) -> None:
    collection = library.stored("Ada Byron")
    assert isinstance(kept_or_left(parts_of(library.folder, library.records)), ViewFiles)
    moved = tmp_path / FOLDER
    moved.mkdir()
    left = kept_or_left(parts_of(tmp_path, Away()))
    for way in (left.repair, left.clear):
        shutil.copy(library.path(collection), moved)
        assert left.size_bytes() == library.path(collection).stat().st_size
        assert [library.path(collection).name in problem.what for problem in left.problems()] == [
            True
        ]
        way()
        assert (left.problems(), left.size_bytes()) == ((), 0)
    assert kept_or_left(parts_of(tmp_path / "none", Away())).repair() == ()


def parts_of(folder: Path, records: object) -> Parts:
    """What a program is built from, as far as files of views go."""
    found = SimpleNamespace(settings=Settings(library=folder), records=records, shared=Shared())
    return cast(Parts, found)


def test_all_that_are_built_from_the_same_parts_share_the_files_of_views(
    library: Library,
) -> None:
    parts = parts_of(library.folder, library.records)
    assert kept_or_left(parts) is view_files_over(parts)
    assert view_files_over(parts_of(library.folder, Away())) is None
