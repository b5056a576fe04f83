"""A document whose tables never speak of what is asked takes no answer from one that does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

REPORT = b"""# Annual report

## Results of the mill

| In thousands of euros | 2024 | 2023 |
|---|---|---|
| Cost of flour | 410 | 380 |
| Cost of energy | 95 | 88 |

## Results of the bakery

| In thousands of euros | 2024 | 2023 |
|---|---|---|
| Cost of flour | 120 | 118 |
| Cost of energy | 44 | 41 |
"""
LETTER = b"""Dear Ms. Brandt,

The awning over the shop front is torn. A tarpaulin costs 35 euros a day to hire.

Please have it mended before the winter.

Yours sincerely,
Anton Reis
"""
PRICES = b"""Item,Cost (EUR)
Tarpaulin,35
Ladder,18
Trestle,7
"""


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("between")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    for collection, files in (
        ("Letter", {"report.md": REPORT, "letter.txt": LETTER}),
        ("Prices", {"report.md": REPORT, "prices.csv": PRICES}),
    ):
        made = opened.library.create_collection(collection)
        for name, content in files.items():
            assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, collection: str) -> Answer:
    running = workbench.questions.ask(
        Query(question, workbench.library.collection_named(collection).id), "naive"
    )
    assert running.wait(60)
    assert running.error is None
    assert running.answer is not None
    return running.answer


def test_a_sentence_of_what_no_table_speaks_of_keeps_its_verdict(workbench: Workbench) -> None:
    answer = asked(workbench, "How much does a tarpaulin cost?", "Letter")
    assert answer.verdict in {Verdict.DIRECT, Verdict.LIKELY}, answer.text
    assert answer.short.startswith("A tarpaulin costs 35 euros a day")


def test_rows_that_tie_are_no_rivals_of_a_price_list(workbench: Workbench) -> None:
    answer = asked(workbench, "How much does a tarpaulin cost?", "Prices")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "35 EUR")


def test_where_the_tables_speak_of_it_it_stays_open(workbench: Workbench) -> None:
    for collection in ("Letter", "Prices"):
        answer = asked(workbench, "How much was the cost of flour in 2024?", collection)
        assert answer.calculation is None
        assert answer.verdict not in {Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY}
