"""Searches over trees and graphs find the same over servers as over files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from backend.graph.document_neighbours import WAYS as DOCUMENT_WAYS
from backend.settings import Settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from tests.unit.test_graph_searches import FILES

pytestmark = pytest.mark.servers

QUESTIONS = ("What did Orla Venn found?", "Who met whom, and when?", "What became of the old pit?")
WAYS = (
    ("summary_tree", {"way": "collapsed"}),
    ("summary_tree", {"way": "traversal"}),
    ("graph_local", {}),
    ("graph_global", {}),
    ("sub_graph", {}),
    *(("neighbouring_documents", {"way": way}) for way in DOCUMENT_WAYS),
)


@pytest.fixture
def libraries(
    settings: Settings, neo4j_settings: Settings
) -> Iterator[tuple[tuple[Workbench, str], tuple[Workbench, str]]]:
    """The same files in a library of files, and in one of both servers."""
    served = replace(
        neo4j_settings,
        **{
            name: getattr(settings, name)
            for name in vars(Settings)["__dataclass_fields__"]
            if name == "index" or name.startswith("elasticsearch_")
        },
    )
    alone = replace(Settings(), library=settings.library.parent / "alone")
    opened = [open_workbench(each, start_workers=False) for each in (alone, served)]
    yield tuple((each, _filled(each)) for each in opened)  # type: ignore[misc]
    for each in opened:
        each.close()


def _filled(workbench: Workbench) -> str:
    collection = workbench.library.create_collection("Names").id
    for name, text in FILES.items():
        workbench.library.add_file(collection, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    return collection


def test_what_is_found_does_not_depend_on_where_it_is_kept(
    libraries: tuple[tuple[Workbench, str], tuple[Workbench, str]],
) -> None:
    for pipeline, texts in WAYS:
        for question in QUESTIONS:
            found = []
            for workbench, collection in libraries:
                options = workbench.questions.options_of(pipeline, texts)
                hits = workbench.questions.search(
                    Query(question, collection, 4, options=options), pipeline
                ).hits
                found.append([(hit.chunk.text, pytest.approx(hit.score, abs=2e-3)) for hit in hits])
            assert found[0], (pipeline, question)
            assert found[0] == found[1], (pipeline, question)
