"""Real filings: whatever the order in which they come and go, their graph is that of the same
filings added at once."""

from __future__ import annotations

import io
import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from backend.graph.collection_graph import read_graph
from backend.graph.community_links import KIND
from backend.graph.export import as_json
from backend.graph.upkeep import fresh_links, refresh_links
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.settings import Settings, load_settings
from backend.types import CollectionSettings
from backend.workbench import open_workbench

FOLDER = load_settings().benchmarks / "financebench_small" / "pdfs"
FILINGS = (
    "AMCOR_2022_8K_dated-2022-07-01.pdf",
    "AMCOR_2023Q4_EARNINGS.pdf",
    "FOOTLOCKER_2022_8K_dated-2022-05-20.pdf",
    "FOOTLOCKER_2022_8K_dated_2022-08-19.pdf",
    "JOHNSON_JOHNSON_2022Q4_EARNINGS.pdf",
    "JOHNSON_JOHNSON_2023_8K_dated-2023-08-30.pdf",
    "MGMRESORTS_2022Q4_EARNINGS.pdf",
    "PEPSICO_2023Q1_EARNINGS.pdf",
    "PEPSICO_2023_8K_dated-2023-05-05.pdf",
    "ULTABEAUTY_2023Q4_EARNINGS.pdf",
)
NAME = "Filings"
PAGES = 5
"""Of each filing so many are read: there are hundreds of passages all the same."""
SETTINGS = CollectionSettings(table_rows=False, link_threshold=0.5, link_neighbours=5)

pytestmark = pytest.mark.skipif(
    not all((FOLDER / name).is_file() for name in FILINGS),
    reason="the filings of the benchmarks are absent",
)


def first_pages(path: Path) -> bytes:
    """A filing without its pages of notes and tables at the end."""
    writer, out = PdfWriter(), io.BytesIO()
    for page in PdfReader(path).pages[:PAGES]:
        writer.add_page(page)
    writer.write(out)
    return out.getvalue()


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Sequence[DocumentBundle]:
    """Ten filings as one ingestion of all of them makes them."""
    library = tmp_path_factory.mktemp("filings")
    workbench = open_workbench(load_settings({}, library=library), start_workers=False)
    collection = workbench.library.create_collection(NAME, SETTINGS)
    for name in FILINGS:
        workbench.library.add_file(collection.id, name, first_pages(FOLDER / name))
    workbench.queue.work_until_idle(threading.Event())
    records = workbench.parts.records
    made = [records.bundle(document.id) for document in workbench.library.documents(collection.id)]
    workbench.close()
    assert len(made) == len(FILINGS)
    return made


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path / "driven"))
    yield made
    made.close()


def at_once(folder: Path, bundles: Sequence[DocumentBundle]) -> str:
    """The graph of a fresh library with all of the bundles, as a file."""
    records = sqlite.build(Settings(library=folder))
    collection = records.create_collection(NAME, SETTINGS)
    records.publish(bundles)
    refresh_links(records, collection.id)
    made = as_json(read_graph(records, collection.id))
    records.close()
    return made


def test_ten_filings_one_by_one_give_the_graph_of_the_ten_at_once(
    bundles: Sequence[DocumentBundle], store: Records, tmp_path: Path
) -> None:
    collection = store.create_collection(NAME, SETTINGS)
    order = random.Random(1).sample(list(bundles), len(bundles))
    for bundle in order:
        store.publish([bundle])
        refresh_links(store, collection.id)
    found = as_json(read_graph(store, collection.id))
    assert found == at_once(tmp_path / "fresh", bundles)
    assert list(store.edges(collection.id, [KIND])) == fresh_links(store, collection.id) != []


@pytest.mark.parametrize("seed", range(4))
def test_filings_that_come_go_and_are_replaced_leave_the_graph_of_a_fresh_build(
    bundles: Sequence[DocumentBundle], store: Records, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    collection = store.create_collection(NAME, SETTINGS)
    alive: dict[str, DocumentBundle] = {}
    for _ in range(16):
        bundle = chance.choice(bundles)
        others = sorted(alive.keys() - {bundle.document.id})
        action = chance.choice(("add", "replace", "delete")) if others else "add"
        if action == "delete":
            gone = chance.choice(others)
            receipt = store.delete_documents([gone])
            assert receipt.communities == len(alive.pop(gone).communities)
        else:
            replaces = [chance.choice(others)] if action == "replace" else []
            store.publish([bundle], replaces=replaces)
            alive = {each: alive[each] for each in alive if each not in replaces}
            alive[bundle.document.id] = bundle
        if chance.random() < 0.7:  # links may also follow several changes at once
            refresh_links(store, collection.id)
    refresh_links(store, collection.id)
    assert as_json(read_graph(store, collection.id)) == at_once(
        tmp_path / "fresh", list(alive.values())
    )
    assert store.check() == ()


def test_the_names_in_the_graph_do_not_depend_on_the_time(
    bundles: Sequence[DocumentBundle], tmp_path: Path
) -> None:
    later = [
        replace(bundle, document=replace(bundle.document, added=bundle.document.added + 86_400.0))
        for bundle in bundles
    ]
    assert at_once(tmp_path / "one", bundles) == at_once(tmp_path / "other", later)
