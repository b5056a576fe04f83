"""How often a question asks the search server: the searches that it needs at once go together."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import elastic_transport
import pytest

from backend.settings import Settings
from backend.types import Options, Query
from backend.workbench import Workbench, open_workbench

pytestmark = pytest.mark.servers

TEXT = "In year {n} the harbour of Teme Ford counted {n} ships. Its pilot {m} was called Ann Lowe."
LIMITS = {
    "naive": 2,
    "fused_hybrid": 3,
    "community_graph": 2,
    "summary_tree": 3,
    "graph_local": 2,
    "graph_global": 1,
}
"""Most searching requests. Naive: both lists with what each gives to the other's, then the nearest
passages, whose parts are compared once they have been read. Community graph: four lists for the
groups to begin with, then both lists within those. Fused hybrid: both lists,
then scores for what was reached over links, and again for what second questions brought. Summary
tree: the nearest passages and groups, then groups under themes, then the passages under all. Local
search: the nearest passages, then those that names lead to. Global search: those that reports
cite."""


@pytest.fixture
def workbench(settings: Settings) -> Iterator[Workbench]:
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of all requests to the server, as they are sent."""
    sent: list[str] = []
    perform = elastic_transport.Transport.perform_request

    def noted(self: elastic_transport.Transport, method: str, target: str, **rest: Any) -> Any:
        sent.append(target.partition("?")[0])
        return perform(self, method, target, **rest)

    monkeypatch.setattr(elastic_transport.Transport, "perform_request", noted)
    return sent


def test_what_a_question_needs_at_once_is_one_request(
    workbench: Workbench, requests: list[str]
) -> None:
    collection = workbench.library.create_collection("Harbours")
    for file in range(3):
        text = "\n\n".join(
            TEXT.format(n=n, m=n + file) * 3 for n in range(file * 20, file * 20 + 20)
        )
        assert (
            workbench.library.add_file(collection.id, f"harbour {file}.txt", text.encode())
            is not None
        )
    workbench.queue.work_until_idle(threading.Event())
    question = Query("Who was the pilot in year 33?", collection.id, options=Options(scope=False))
    for pipeline, limit in LIMITS.items():
        assert workbench.questions.search(question, pipeline).hits
        requests.clear()
        assert workbench.questions.search(question, pipeline).hits
        searching = [path for path in requests if path.endswith(("search", "_msearch"))]
        assert 1 <= len(searching) <= limit, (pipeline, requests)
        assert set(searching) == {"/_msearch"}
        assert len(requests) <= limit + 3, (pipeline, requests)  # besides: how far the index is
