"""The pages of documents are read once, and what was read is the same after another start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.scope.page_view import PageView, assemble
from backend.scope.pages import PagePart, Vocabulary, part_of
from backend.scope.stored_pages import packed, pages_kept, unpacked
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


def part(collection: str, name: str, vocabulary: Vocabulary) -> PagePart:
    made = bundle(collection, name)
    return part_of(made.document.id, made.text, made.lines, made.chunks, vocabulary)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def as_words(view: PageView) -> dict[str, object]:
    """A view with terms in place of their numbers."""
    texts = list(view.terms)
    counts = view.saturated.tocoo()
    rows = view.labels.tocoo()
    return {
        **{
            each.name: np.asarray(getattr(view, each.name), object).tolist()
            for each in fields(view)
            if each.name not in {"version", "terms", "saturated", "labels", "salience", "titles"}
        },
        "titles": view.titles,
        "terms": sorted(
            (int(page), texts[term], float(value))
            for page, term, value in zip(counts.row, counts.col, counts.data, strict=True)
        ),
        "labels": sorted((int(r), texts[t]) for r, t in zip(rows.row, rows.col, strict=True)),
        "salience": {
            texts[term]: float(view.salience[term]) for term in range(view.saturated.shape[1])
        },
    }


def test_pages_come_back_the_same_under_another_numbering() -> None:
    vocabulary, other = Vocabulary(), Vocabulary()
    made = [part("c", name, vocabulary) for name in NAMES]
    other.number("pilot")
    back = list(unpacked(packed(made, vocabulary), other))
    assert [each.first for each in back] == [TABLE, TABLE]
    before, after = as_words(assemble(made, vocabulary, 1)), as_words(assemble(back, other, 1))
    assert after == before


def test_a_second_start_reads_no_document_again(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    first = ScopeViews(records).of(collection.id)
    monkeypatch.setattr(records, "text", lambda document_id: 1 / 0)
    second = ScopeViews(records).of(collection.id)
    assert as_words(second.pages) == as_words(first.pages)
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
    # the parcel that holds words of what was deleted is emptied as a whole
    assert not pages_kept(Vocabulary()).load(records, collection.id).parts
    assert kept.of(collection.id).pages.documents == (f"{collection.id}-{NAMES[1]}",)
    assert ScopeViews(records).of(collection.id).pages.size == 2


def test_what_changes_elsewhere_leaves_the_view_as_it_is(records: Records) -> None:
    collection = records.create_collection("Pages", CollectionSettings())
    records.publish([bundle(collection.id, name) for name in NAMES])
    kept = ScopeViews(records)
    view = kept.of(collection.id)
    other = records.create_collection("Other", CollectionSettings())
    records.publish([bundle(other.id, NAMES[0])])
    assert kept.of(collection.id) is view
