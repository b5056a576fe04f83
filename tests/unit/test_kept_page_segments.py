"""The pages of documents are read once, and what was read is the same after another start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from backend.kept_segments import KeptSegments
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.scope.page_segment import NAME, SCHEMA, segment_of
from backend.scope.page_view import PageView
from backend.scope.pages import PagePart, TermNumbers, part_of
from backend.scope.views import ScopeViews
from backend.settings import Settings
from backend.types import Box, Chunk, CollectionSettings, Document, Line

TABLE = "Sales of the harbour\n" + "\n".join(f"Pier {n}  1,{n:03d}  2,{n:03d}" for n in range(9))
PROSE = "The pilot waits in winter.\nShips wait for the pilot every year."
BOX = Box(0.0, 0.0, 1.0, 1.0)
NAMES = ("HARBOUR_2023_REPORT.pdf", "PILOTS_2022_REPORT.pdf")


def bundle(collection: str, name: str) -> DocumentBundle:
    """A document of two pages, a table and prose, with one passage for each."""
    identity, text = f"{collection}-{name}", f"{TABLE}\n{PROSE}\n"
    lines, chunks, start = [], [], 0
    for page, part in enumerate((TABLE, PROSE)):
        end = start + len(part)
        chunks.append(
            Chunk(f"{identity}-{page}", identity, "", page, part, start, end, (page,), "prose")
        )
        for line in part.splitlines():
            lines.append(Line(start, start + len(line), page, BOX))
            start += len(line) + 1
    document = Document(
        identity, collection, name, name, "application/pdf", name, len(text), 2, 2, 1, 0.0
    )
    vectors = np.zeros((2, 4), np.float16)
    return DocumentBundle(document, text, tuple(lines), (), tuple(chunks), vectors, "none")


def part(collection: str, name: str, vocabulary: TermNumbers) -> PagePart:
    made = bundle(collection, name)
    return part_of(made.document.id, made.text, made.lines, made.chunks, vocabulary)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def same(one: PageView, other: PageView) -> bool:
    """Whether two views show the same."""
    texts = list(one.terms), list(one.chunk_ids), list(one.documents)
    return (
        texts == (list(other.terms), list(other.chunk_ids), list(other.documents))
        and dict(one.titles) == dict(other.titles)
        and dict(one.page_of) == dict(other.page_of)
        and all(
            one.bm25({term: 1.0}, np.ones(one.size, bool)).tolist()
            == other.bm25({term: 1.0}, np.ones(other.size, bool)).tolist()
            for term in one.terms
        )
        and one.salience.tolist() == other.salience.tolist()
    )


def test_pages_do_not_depend_on_how_their_terms_were_numbered() -> None:
    known = TermNumbers()
    known.number("pilot")
    known.number("unused")
    segments = [
        segment_of([part("c", name, each) for name in NAMES], each)
        for each in (known, TermNumbers())
    ]
    assert b"unused" not in segments[0]["terms.bytes"].tobytes()
    for name, array in segments[0].items():
        assert array.tobytes() == segments[1][name].tobytes(), name


def test_a_second_start_reads_no_document_again(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    first = ScopeViews(records).of(collection.id)
    monkeypatch.setattr(records, "text", lambda document_id: 1 / 0)
    second = ScopeViews(records).of(collection.id)
    assert same(second.pages, first.pages)
    assert second.directory.profiles == first.directory.profiles


def test_a_worker_reads_what_others_then_only_load(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    ScopeViews(records).keep(collection.id)
    monkeypatch.setattr(records, "text", lambda document_id: 1 / 0)
    assert ScopeViews(records).of(collection.id).pages.size == 4


def test_a_document_that_changed_is_read_anew(records: Records) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    kept = ScopeViews(records)
    kept.of(collection.id)
    records.delete_documents([f"{collection.id}-{NAMES[0]}"])
    # the segment that holds words of what was deleted is emptied as a whole
    assert not KeptSegments(NAME, SCHEMA, records, collection.id).held()
    assert list(kept.of(collection.id).pages.documents) == [f"{collection.id}-{NAMES[1]}"]
    assert ScopeViews(records).of(collection.id).pages.size == 2


def test_what_changes_elsewhere_leaves_the_view_as_it_is(records: Records) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    kept = ScopeViews(records)
    view = kept.of(collection.id)
    other = records.create_collection("Other", CollectionSettings())
    records.publish([bundle(other.id, NAMES[0])])
    assert kept.of(collection.id) is view
