"""What is damaged in groups, links and summaries is found by `check` and comes back by `repair`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.pipelines.community_graph import NAME
from backend.types import Query
from tests.valleys import WordEmbedder, filled, finish, graph_of, opened

RECORDS, INDEX = "records.sqlite3", "index/catalogue.sqlite3"
ONE_DOCUMENT = "document = (SELECT min(document) FROM communities)"

DAMAGES = {
    "all groups of a document": (RECORDS, f"DELETE FROM communities WHERE {ONE_DOCUMENT}"),
    "one group": (RECORDS, f"DELETE FROM communities WHERE {ONE_DOCUMENT} AND ordinal = 0"),
    "a group of other passages": (
        RECORDS,
        "UPDATE communities SET chunk_ids = '[\"gone\"]' WHERE ordinal = 0",
    ),
    "a summary": (RECORDS, "UPDATE communities SET summary = '' WHERE ordinal = 0"),
    "vectors of summaries": (RECORDS, "UPDATE graphs SET vectors = x''"),
    "links of order": (RECORDS, "DELETE FROM edges WHERE kind = 'NEXT'"),
    "links of likeness": (RECORDS, "UPDATE edges SET weight = .5 WHERE kind = 'SIMILAR_TO'"),
    "links to nothing": (
        RECORDS,
        "UPDATE edges SET target = 'nowhere' WHERE kind = 'SIMILAR_TO'",
    ),
    "links between documents": (
        RECORDS,
        "DELETE FROM edges WHERE pk IN "
        "(SELECT pk FROM edges WHERE kind = 'COMM_SIMILAR_TO' LIMIT 3)",
    ),
    "weights between documents": (
        RECORDS,
        "UPDATE edges SET weight = 1 WHERE kind = 'COMM_SIMILAR_TO'",
    ),
    "summaries in the index": (
        INDEX,
        "DELETE FROM entries WHERE part = (SELECT pk FROM parts WHERE space = 'community')",
    ),
}


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)


@pytest.mark.parametrize("damage", list(DAMAGES))
def test_a_damaged_graph_is_found_and_comes_back_as_it_was(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "library"
    workbench = opened(folder)
    collection = filled(workbench, range(4))
    workbench.questions.search(Query("glacier", collection), NAME)
    before = graph_of(workbench, collection)
    summaries = workbench.parts.index.ids(collection, "community")
    assert workbench.maintenance.check() == ()
    workbench.close()
    file, statement = DAMAGES[damage]
    with sqlite3.connect(folder / file) as connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()
    workbench = opened(folder)
    found = workbench.maintenance.check()
    assert found
    assert all(problem.repairable for problem in found)
    assert workbench.maintenance.repair()
    finish(workbench)
    assert workbench.maintenance.check() == ()
    assert graph_of(workbench, collection) == before
    assert workbench.parts.index.ids(collection, "community") == summaries
    assert workbench.questions.search(Query("glacier", collection), NAME).hits
    workbench.close()
