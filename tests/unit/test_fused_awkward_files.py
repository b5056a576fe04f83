"""Files that fill the graph with the same name, the same heading or the same term, and manuals
whose identifiers are made of everyday words.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from backend.passage_view.document_part import Mention, Vocabulary, part_of
from backend.passage_view.links import name_links, out_links, shared_names, title_links
from backend.passage_view.names import names_in
from backend.passage_view.views import views_over
from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.settings import load_settings
from backend.types import Chunk, Document, Hit, Query
from backend.workbench import Workbench, open_workbench
from tests.parts_alone import names_of

GOODS = ("rope", "tar", "nails", "canvas", "lamps", "chalk", "glue", "paint", "bolts", "twine")
TOWNS = ("alder", "birch", "cedar", "elder", "hazel", "larch", "maple", "oak", "rowan", "willow")


def paid(number: int) -> str:
    """What one of a hundred lines of an account says, each once."""
    return f"paid {17 + number} crowns for {GOODS[number % 10]} from {TOWNS[number // 10]}"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("awkward")
    opened = open_workbench(load_settings({}, library=folder), start_workers=False)
    yield opened
    opened.close()


def collection_of(workbench: Workbench, name: str, files: dict[str, str]) -> str:
    """A collection with these files, read."""
    collection = workbench.library.create_collection(name)
    for file, text in files.items():
        workbench.library.add_file(collection.id, file, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    return collection.id


def ask(workbench: Workbench, collection_id: str, question: str) -> tuple[Hit, ...]:
    """The first five passages; their contributions sum to their scores."""
    views_over(workbench.parts).of(collection_id, wait=True)
    pipeline = FusedHybridPipeline(workbench.parts)
    found = pipeline.retrieve(Query(question, collection_id, 5))
    assert not [step for step in found.steps if step.name == "missing"]
    for hit in found.hits:
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-3)
    return found.hits


def links(workbench: Workbench, collection_id: str) -> int:
    """How many links lead from one passage of a collection to another."""
    view = views_over(workbench.parts).of(collection_id, wait=True)
    rows = np.arange(view.size)
    return int((name_links(view, rows) > 0).sum() + (title_links(view, rows) > 0).sum())


def test_a_heading_that_is_repeated_a_hundred_times_links_nothing_and_hides_nothing(
    workbench: Workbench,
) -> None:
    sections = [f"## Harbour Account\n\nThe clerk {paid(n)}." for n in range(100)]
    collection = collection_of(workbench, "heading", {"account.md": "\n\n".join(sections)})
    view = views_over(workbench.parts).of(collection, wait=True)
    assert view.size > 50
    assert links(workbench, collection) == 0
    hits = ask(workbench, collection, "How much was paid for canvas from hazel?")
    assert any(paid(43) in hit.chunk.text for hit in hits[:2])


def test_a_name_shared_by_a_hundred_passages_links_none_of_them(workbench: Workbench) -> None:
    sections = [f"## Line {n}\n\nThe Harrow Bridge Trust {paid(n)}." for n in range(100)]
    sections.append("## Harrow Bridge Trust\n\nThe Harrow Bridge Trust was founded in 1871.")
    collection = collection_of(workbench, "name", {"ledger.md": "\n\n".join(sections)})
    view = views_over(workbench.parts).of(collection, wait=True)
    rows = np.arange(view.size)
    # all hold the name, and none gains by it
    assert (name_links(view, rows) > 0).sum() == 0
    assert shared_names(view, rows).max() == 0.0
    hits = ask(workbench, collection, "What did the Harrow Bridge Trust pay for lamps from oak?")
    assert paid(74) in hits[0].chunk.text
    hits = ask(workbench, collection, "When was the Harrow Bridge Trust founded?")
    assert "1871" in hits[0].chunk.text


def test_two_thousand_pages_under_one_running_title_lead_only_where_a_name_leads() -> None:
    texts = [f"Of the Dock Account, {paid(number % 100)}." for number in range(2_000)]
    texts[1_000] = "The clerk asked Orla Venn."
    texts[1_999] = "Orla Venn is a pilot."
    document = Document("d", "c", "log.pdf", "Log", "application/pdf", "", 1, 2_000, 2_000, 1, 0.0)
    chunks = [
        Chunk(f"c{n:04}", "d", "s", n, text, 0, len(text), (n,), "prose", "Log", ("Dock Account",))
        for n, text in enumerate(texts)
    ]
    vocabulary = Vocabulary()
    named = [
        Mention("name", name.key, chunk.id, 1) for chunk in chunks for name in names_in(chunk.text)
    ]
    view = names_of([part_of(document, chunks, named, vocabulary)], vocabulary)
    found = out_links(view, np.arange(view.size))
    leading = np.repeat(np.arange(view.size), np.diff(found.starts))[found.values > 0.0]
    pairs = zip(leading.tolist(), found.columns[found.values > 0.0].tolist(), strict=True)
    # the two pages that hold the name, and no other of the two thousand
    assert sorted(pairs) == [(1_000, 1_999), (1_999, 1_000)]


def test_two_documents_that_define_a_term_differently_are_both_shown(workbench: Workbench) -> None:
    agreement = (
        '# Supply Agreement with {name}\n\n## Definitions\n\n"Company" means {name} Limited, '
        "registered in {town}.\n\n## Payment\n\nThe Company pays within {days} days.\n"
    )
    files = {
        "alder.md": agreement.format(name="Alder", town="Norwich", days=30),
        "birch.md": agreement.format(name="Birch", town="Exeter", days=60),
    }
    collection = collection_of(workbench, "terms", files)
    hits = ask(workbench, collection, "What does Company mean?")
    meant = [hit.chunk.text for hit in hits if "means" in hit.chunk.text]
    assert {"Alder" in text for text in meant} == {True, False}
    for name, days in (("Alder", "30"), ("Birch", "60")):
        question = f"Within how many days does the Company pay in the agreement with {name}?"
        assert f"within {days} days" in ask(workbench, collection, question)[0].chunk.text


ENTRIES = {
    "max_connections": "Sets how many clients may be served at the same time. It is 100.",
    "superuser_reserved_connections": "Keeps places for administrators. It is 3.",
    "pg_stat_activity": "One row for each server process, with its current query.",
    "--enable-debug": "Compiles programs with symbols. Off unless given.",
    "--disable-debug": "Compiles without symbols.",
    "foo.bar.timeout": "How long a call waits for its reply. It is 30 seconds.",
    "foo.baz.timeout": "How long a session may be idle. It is 600 seconds.",
}
PROSE = (
    "The maximum of connections depends on memory. Connections that reach the maximum wait. "
    "A max of connections of one user can be set, and max connections for each host too.",
    "The activity of the server is shown by stat views; pg stat tools summarise the activity "
    "of all databases.",
    "To enable debug output, enable the debug log. Debug can be enabled for each part; enable "
    "debug only for a short time, and disable debug again.",
    "The bar for a timeout is low: foo has a timeout, bar has a timeout, and each timeout of foo "
    "and bar may be changed.",
)


def test_an_identifier_is_found_before_prose_that_repeats_its_parts(workbench: Workbench) -> None:
    sections = [f"`{name}`: {said}" for name, said in ENTRIES.items()]
    sections = [f"## Section {n}\n\n{text}" for n, text in enumerate((*sections, *PROSE))]
    manual = "# Server manual\n\n" + "\n\n".join(sections)
    collection = collection_of(workbench, "manual", {"manual.md": manual})
    for name, said in ENTRIES.items():
        for question in (f"What is {name}?", f"what does {name} do"):
            assert said in ask(workbench, collection, question)[0].chunk.text, question
