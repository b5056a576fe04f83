"""A corpus whose batches are prepared elsewhere: what came before a wrong line, or a batch that
fails, is stored in order, and the next import goes on there. Here nobody but this process works."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend.cluster.worker_tasks import Terms
from backend.errors import ClusterError, ReadingError
from backend.ingestion import corpus
from backend.ingestion.corpus import ImportReport, SourcedRecord
from backend.ports import Progress
from backend.services import library as library_module
from backend.settings import load_settings
from backend.workbench import Workbench, open_workbench


class OwnWorkers:
    """Two batches under way at most; a batch with a text about fire ends its workers."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor()

    def ask(self, terms: Terms) -> None:
        pass

    def look(self) -> None:
        pass

    def room(self, sizes: Sequence[int]) -> bool:
        return len(sizes) < 2

    def do(
        self,
        work: Callable[..., object],
        progress: Progress,
        terms: Terms,
        records: Sequence[SourcedRecord],
    ) -> object:
        if any("fire" in record.record.text for record in records):
            raise ReadingError("broken", "Every worker died.", "Give them more memory.")
        return work(progress, terms, records)

    def close(self) -> None:
        self.threads.shutdown()


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    monkeypatch.setattr(corpus, "_BATCH", 2)
    monkeypatch.setattr(library_module, "open_workers", lambda *_: OwnWorkers())
    settings = load_settings({"QUIRE_DASK_SCHEDULER": "tcp://scripted:1"}, library=tmp_path / "l")
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


@pytest.fixture
def take_in(workbench: Workbench, tmp_path: Path) -> Callable[[Sequence[str]], ImportReport]:
    """Imports lines into the one collection."""
    collection = workbench.library.create_collection("Harbours")

    def take_in(lines: Sequence[str]) -> ImportReport:
        path = tmp_path / "ports.jsonl"
        path.write_text("\n".join(lines), "utf-8")
        return workbench.library.import_corpus(collection.id, path, lambda *_: None)

    return take_in


def line(key: str, text: str = "The quay was mended.") -> str:
    return json.dumps({"doc_id": key, "title": f"About {key}", "text": text})


def keys(workbench: Workbench) -> list[str]:
    (collection,) = workbench.library.collections()
    return [document.key for document in workbench.library.documents(collection.id)]


LINES = [line(f"port-{number}") for number in range(9)]


def test_what_came_before_a_line_that_is_no_record_is_stored(
    workbench: Workbench, take_in: Callable[[Sequence[str]], ImportReport]
) -> None:
    with pytest.raises(ReadingError, match="Line 8 of"):
        take_in([*LINES[:7], "no record", *LINES[7:]])
    assert sorted(keys(workbench)) == [f"port-{number}" for number in range(6)]


def test_a_batch_that_ends_its_workers_stops_the_import_and_the_next_goes_on_there(
    workbench: Workbench, take_in: Callable[[Sequence[str]], ImportReport]
) -> None:
    with pytest.raises(ClusterError, match=r"stopped at lines 5–6: Every worker died\.") as caught:
        take_in([*LINES[:5], line("port-5", "A fire broke out."), *LINES[6:]])
    assert caught.value.remedy == (
        "What came before is there. Give them more memory. Then import again."
    )
    assert sorted(keys(workbench)) == [f"port-{number}" for number in range(4)]
    take_in(LINES)
    assert sorted(keys(workbench)) == [f"port-{number}" for number in range(9)]


def test_a_doc_id_that_comes_again_is_compared_with_what_was_stored_of_it(
    take_in: Callable[[Sequence[str]], ImportReport],
) -> None:
    report = take_in([line("port"), line("other"), line("port"), line("port", "It burnt.")])
    assert report == ImportReport(added=3, unchanged=1, empty=0)
    again = take_in([line("third"), line("fourth"), line("third"), line("fifth")])
    assert again == ImportReport(added=3, unchanged=1, empty=0)
