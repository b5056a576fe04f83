"""Questions that no form of sentence fits are answered from the cells that their words name."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from backend.settings import load_settings
from backend.types import Answer, JobState, Query, Verdict
from backend.workbench import Workbench, open_workbench

MONTHS = {
    "September": (("Larch", 40, 900), ("Larch, planed", 12, 610), ("Spruce", 75, 1100)),
    "October": (("Larch", 52, 1170), ("Larch, planed", 9, 450), ("Spruce", 70, 1020)),
}
WORKS = """<html><head><title>Works of Dunmere</title></head><body><h1>Works of Dunmere</h1>
<h2>Costs by site</h2><table><tr><th rowspan=2>Site</th><th colspan=2>2031</th>
<th colspan=2>2032</th></tr><tr><th>Plan</th><th>Actual</th><th>Plan</th><th>Actual</th></tr>
<tr><td>Quay</td><td>400</td><td>420</td><td>450</td><td>510</td></tr>
<tr><td>Quay crane</td><td>90</td><td>80</td><td>95</td><td>99</td></tr>
<tr><td>Slipway</td><td>210</td><td>205</td><td>230</td><td>221</td></tr></table>
<p>In 2029 the actual costs of the slipway were 187.</p></body></html>"""


def _book() -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in MONTHS.items():
        sheet = book.create_sheet(name)
        sheet.append(["Timber", "Loads", "Price (EUR)"])
        for row in rows:
            sheet.append(list(row))
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("bound")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Yard")
    for name, content in (("timber.xlsx", _book()), ("works.html", WORKS.encode())):
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    assert {view.job.state for view in opened.queue.jobs()} == {JobState.DONE}
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str) -> Answer:
    collection = workbench.library.collection_named("Yard")
    asking = workbench.questions.ask(Query(question, collection.id), "fused_hybrid")
    assert asking.wait(60)
    assert asking.error is None
    assert asking.answer is not None
    return asking.answer


@pytest.mark.parametrize(
    ("question", "short"),
    [
        # a form took both for plans, of 2032 and of 2031
        ("By how much did the quay exceed its planned costs in 2032?", "60"),
        ("How far above plan was the quay in 2032?", "60"),
        ("Which sites stayed below plan in 2032?", "Slipway"),
        ("How many loads of larch were there in September and October together?", "92"),
        ("How many more loads of larch were there in October than in September?", "12"),
        ("Actual costs of the slipway in 2031?", "205"),
    ],
)
def test_the_cells_that_are_named_are_told(workbench: Workbench, question: str, short: str) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)
    assert all(sentence.supported for sentence in answer.sentences)


@pytest.mark.parametrize(
    "question",
    [
        "How many loads of larch were there in November?",
        "How many loads of larch were there?",
        "How many loads of oak were there in October?",
        "How many loads of larch were there in winter?",
        "How many cranes did the quay have in 2032?",
        "What did larch not cost in October?",
    ],
)
def test_another_sheet_answers_for_none(workbench: Workbench, question: str) -> None:
    answer = asked(workbench, question)
    assert answer.verdict not in (Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY)


def test_a_sentence_of_the_year_that_a_table_lacks_is_told(workbench: Workbench) -> None:
    answer = asked(workbench, "What were the actual costs of the slipway in 2029?")
    assert answer.verdict in (Verdict.DIRECT, Verdict.LIKELY)
    assert "187" in answer.short
