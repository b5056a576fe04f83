"""Stored pages are those of the documents to the last bit, or are not believed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import joined_views, view_making
from backend.joined_views import JoinedViews
from backend.ports import DocumentBundle
from backend.scope.collection_pages import CollectionPages
from backend.scope.first_page import Day, FirstPage, Party
from backend.scope.page_segment import SCHEMA
from backend.scope.views import SORT, ScopeViews
from backend.segments import merged, whole
from backend.types import Box, Chunk, Document, Line
from tests.view_library import ViewLibrary, opened_library

BOX = Box(0.0, 0.0, 1.0, 1.0)
TABLE = "Balance of the quay\n" + "\n".join(f"Berth {n}  1,{n:03d}  2,{n:03d}" for n in range(9))
TEXTS = {
    "GULL_2021_REPORT.pdf": (TABLE, "The ferry waits.", "Zanthoxylum grows by the quay."),
    "TERN_2022_MINUTES.pdf": ("The keeper met the ferry.", "Nobody spoke of the lamp."),
    "KITE_2023Q2_REPORT.pdf": ("SALES OF LAMPS", TABLE.replace("Berth", "Lamp")),
    "note.txt": ("NOTICE\nTo: Ada Finch\nDate: 3 March 2031\nA short note of a lamp and a ferry.",),
}
RECORD = "application/json"


def bundle(collection: str, name: str) -> DocumentBundle:
    """A document with one passage for each page, and a row of its own where it has several."""
    pages = TEXTS[name]
    identity, text = f"{collection}-{name}", "".join(f"{each}\n" for each in pages)
    lines: list[Line] = []
    chunks: list[Chunk] = []
    start = 0
    for page, part in enumerate(pages):
        end = start + len(part)
        # ids fall while pages rise: the order of rows is not that of the passages' ids
        mine = f"{identity}-{9 - page}"
        chunks.append(Chunk(mine, identity, "", page, part, start, end, (page,), "prose"))
        for line in part.splitlines():
            lines.append(Line(start, start + len(line), page, BOX))
            start += len(line) + 1
    first = pages[0].splitlines()[0]
    row = Chunk(f"{identity}-0", identity, "", 9, first, 0, len(first), (0,), "table_row")
    document = Document(
        *(identity, collection, name, name, "application/pdf", name, len(text), len(pages)),
        *(len(chunks) + 1, 1, 0.0),
    )
    vectors = np.zeros((len(chunks) + 1, 4), np.float16)
    return DocumentBundle(document, text, tuple(lines), (), (*chunks, row), vectors, "none")


def record(collection: str, title: str, number: int) -> DocumentBundle:
    """A record of a corpus that is one page of a file."""
    identity, text = f"{collection}-{title}-{number}", f"Page {number} of lamps and berths."
    chunk = Chunk(f"{identity}-0", identity, "", 0, text, 0, len(text), (), "prose")
    document = Document(
        *(identity, collection, title, title, RECORD, identity, len(text), 1, 1, 1, 0.0),
        key=f"{title}_p{number}",
    )
    return DocumentBundle(document, text, (), (), (chunk,), np.zeros((1, 4), np.float16), "none")


@dataclass(frozen=True)
class Library(ViewLibrary):
    kind = "pages"
    bundle = staticmethod(bundle)

    def kept(self) -> JoinedViews[CollectionPages]:
        return JoinedViews(SORT, self.records, self.files)


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with opened_library(Library) as made:
        yield made


def assert_same_pages(one: CollectionPages, other: CollectionPages) -> None:
    """The same to the last bit, however the documents are spread over segments."""
    left, right = (
        merged(SCHEMA, [whole(SCHEMA, segment) for segment in pages.segments.values()])
        for pages in (one, other)
    )
    for name, array in left.items():
        assert array.tobytes() == right[name].tobytes(), name
    assert one.about == other.about
    assert one.arrays.keys() == other.arrays.keys()
    for name, array in one.arrays.items():
        assert array.dtype == other.arrays[name].dtype, name
        assert array.tobytes() == other.arrays[name].tobytes(), name
    for term in one.pages.terms:
        scores = [
            each.bm25({term: 1.0}, np.ones(each.size, bool)) for each in (one.pages, other.pages)
        ]
        assert scores[0].tolist() == scores[1].tolist()
    assert one.pages.rows.tolist() == other.pages.rows.tolist()
    assert one.profiles == other.profiles
    assert dict(one.first) == dict(other.first)
    assert list(one.short) == list(other.short)
    for mine, theirs in zip(seen(one), seen(other), strict=True):
        assert mine == theirs


def seen(read: CollectionPages) -> list[object]:
    """What a question can learn from the pages."""
    view, every = read.pages, np.ones(read.pages.size, bool)
    return [
        view.bm25({"ferri": 1.0, "lamp": 0.5, "unheard": 2.0}, every).tolist(),
        view.salient(["lamp", "berth", "2021", "unheard"]),
        dict(view.titles),
        [view.passages_on(page) for page in range(view.size + 1)],
        {chunk_id: view.page_of[chunk_id] for chunk_id in view.chunk_ids},
        [view.page_of.get("unheard", -1), view.titles.get(view.size)],
        [view.documents_at([place]) for place in view.places],
        [view.places_with([document]) for document in view.documents],
        list(view.media_types),
        view.has_tables,
    ]


STEPS = st.tuples(
    st.sampled_from(["add", "remove", "restart", "record"]), st.sampled_from(sorted(TEXTS))
)

TIERS = st.sampled_from([(0, 100), (1, 100), (3, 100), (3, 0), (3, 4)])
"""How much larger segments may be that are merged, and how many passages they may have together."""


@settings(max_examples=25, deadline=None)
@given(st.lists(STEPS, max_size=6), st.booleans(), TIERS)
def test_pages_that_are_opened_are_those_that_are_joined_anew(
    library: Library, steps: list[tuple[str, str]], large: bool, tier: tuple[int, int]
) -> None:
    first = next(iter(TEXTS))
    collection = library.collection(first)
    present, records = {first}, library.records
    kept = library.kept()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined_views, "JOINED_AT_ONCE", 0 if large else 10_000)
        patch.setattr(view_making, "TIER", tier[0])
        patch.setattr(view_making, "MOST_TOGETHER", tier[1])
        kept.of(collection.id, wait=True)
        for number, (step, name) in enumerate(steps):
            if step == "add":
                records.publish([bundle(collection.id, name)])
                present.add(name)
            elif step == "record":
                records.publish([record(collection.id, "LAMPS_2020", number)])
            elif step == "remove" and name in present:
                records.delete_documents([f"{collection.id}-{name}"])
                present.discard(name)
            elif step == "restart":
                kept.close()
                kept = library.kept()
            kept.of(collection.id, wait=True)
        kept.close()
        patch.setattr(records, "load_derived", lambda *_: None)
        patch.setattr(records, "save_derived", lambda *_: None)
        read = JoinedViews(SORT, records).of(collection.id, wait=True)
        for each in (kept.of(collection.id), library.kept().of(collection.id)):
            assert_same_pages(each, read)


def test_a_start_opens_what_is_stored_and_reads_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection(*TEXTS)
    ScopeViews(library.records, library.files).keep(collection.id)
    wanted = ScopeViews(library.records).of(collection.id)
    for name in ("load_derived", "chunks_of", "text", "lines"):
        monkeypatch.setattr(library.records, name, lambda *_: pytest.fail("something was read"))
    views = ScopeViews(library.records, library.files)
    assert views.is_stored(collection.id)
    found = views.of(collection.id)
    assert not any(
        segment["counts.times"].flags.writeable for segment in found.pages.joint.segments
    )
    assert found.directory.profiles == wanted.directory.profiles
    assert [profile.id for profile in found.directory.profiles] == sorted(
        f"{collection.id}-{name}" for name in TEXTS if name != "note.txt"
    )


def test_what_first_pages_say_is_stored(library: Library) -> None:
    collection = library.collection(*TEXTS)
    ScopeViews(library.records, library.files).keep(collection.id)
    directory = ScopeViews(library.records, library.files).of(collection.id).directory
    note = directory.known[f"{collection.id}-note.txt"]
    assert note.page == FirstPage(
        (Party(("ada", "finch"), 0.95),), frozenset({"notice"}), (Day(2031, 3, 3),)
    )
    assert note.id not in directory.by_id


def test_a_glossary_reads_names_from_the_first_pages_that_are_stored(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = library.collection(*TEXTS)
    ScopeViews(library.records, library.files).keep(collection.id)
    wanted = ScopeViews(library.records).of(collection.id, "finance")
    monkeypatch.setattr(library.records, "load_derived", lambda *_: pytest.fail("it was read"))
    found = ScopeViews(library.records, library.files).of(collection.id, "finance")
    assert found.directory.profiles == wanted.directory.profiles
    assert found.glossary is not None


def test_a_question_does_not_wait_while_the_pages_of_a_large_collection_are_joined_anew(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "JOINED_AT_ONCE", 2)
    names = list(TEXTS)
    collection = library.collection(*names[:2])
    views = ScopeViews(library.records, library.files)
    assert not views.is_behind(collection.id), "there is none yet"
    before = views.of(collection.id).pages.size
    assert not views.is_behind(collection.id)
    library.records.publish([bundle(collection.id, names[2])])
    with library.files.alone():  # nobody may make one yet
        assert views.of(collection.id).pages.size == before
        assert views.is_behind(collection.id)
        views.wait(collection.id, 0.01)
    views.wait(collection.id, 60)
    assert not views.is_behind(collection.id)
    assert views.of(collection.id, wait=True).pages.size == before + 2
    assert views.of(collection.id).pages.size == before + 2


def test_a_document_that_is_replaced_is_called_by_its_new_title(library: Library) -> None:
    collection = library.collection(*TEXTS)
    views = ScopeViews(library.records, library.files)
    name = "TERN_2022_MINUTES.pdf"
    before = views.of(collection.id).directory
    made = bundle(collection.id, name)
    new = "HERON_2024_MINUTES.pdf"
    renamed = replace(made.document, name=new, title=new, sha256="other", version=2)
    library.records.publish([replace(made, document=renamed)])
    directory = views.of(collection.id, wait=True).directory
    assert ("heron",) in directory.by_id[made.document.id].names
    assert ("tern",) in before.by_id[made.document.id].names
    asked = "What do the Heron minutes say of the keeper?"
    assert directory.scope_of(asked).documents == (made.document.id,)
    assert not directory.scope_of("What do the Tern minutes say?").certain


@pytest.mark.parametrize("harm", [-70, -1])
def test_a_damaged_file_is_noticed_and_never_believed(library: Library, harm: int) -> None:
    collection = library.collection(*TEXTS)
    ScopeViews(library.records, library.files).keep(collection.id)
    path = library.path(collection)
    content = bytearray(path.read_bytes())
    content[harm] ^= 4
    path.write_bytes(content)
    assert any(path.name in problem.what for problem in library.files.problems())
    wanted = JoinedViews(SORT, library.records).of(collection.id)
    kept = library.kept()
    assert_same_pages(kept.of(collection.id), wanted)
    kept.close()
    assert library.files.problems() == ()


def test_a_deletion_takes_the_pages_words_from_the_disk(library: Library) -> None:
    collection = library.collection(*TEXTS)
    views = ScopeViews(library.records, library.files)
    views.of(collection.id)
    views.close()
    assert b"zanthoxylum" in library.content(collection)
    library.records.delete_documents([f"{collection.id}-GULL_2021_REPORT.pdf"])
    assert not library.path(collection).exists()
    views.of(collection.id)
    views.close()
    content = library.content(collection)
    assert b"keeper" in content
    assert b"zanthoxylum" not in content


def test_several_threads_get_one_view(library: Library) -> None:
    collection = library.collection(*TEXTS)
    views = ScopeViews(library.records, library.files)
    views.of(collection.id)
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(views.of(collection.id))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for each in threads:
        each.join()
    views.close()
    assert len({id(each) for each in found}) == 1
