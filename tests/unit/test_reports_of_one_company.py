"""A question over the reports of one company is answered from the report that has the figure."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

ANNUAL = b"""# KSTL annual report 2024

We sell pumps and pipes. Our year was a good one.

## Consolidated statements of income (in thousands of EUR)

| Years ended December 31, | 2024 | 2023 |
| --- | ---: | ---: |
| Net sales | 8,000 | 6,400 |
| Cost of sales | (6,000) | (4,480) |
| Gross profit | 2,000 | 1,920 |
| Net income | 600 | 500 |
"""
INTERIM = b"""# KSTL report for the third quarter of 2024

Net sales, gross profit and net income of Kestrel in 2024 were higher than in 2023, says Kestrel.
In 2024 the gross margin of Kestrel improved, net sales of Kestrel rose, and Kestrel is pleased.

## Consolidated statements of income (in thousands of EUR)

| | Three months ended September 30, 2024 | Three months ended September 30, 2023 |
| --- | ---: | ---: |
| Net sales | 1,900 | 1,700 |
| Cost of sales | (1,500) | (1,300) |
| Gross profit | 400 | 400 |
| Net income | 100 | 90 |
"""
TERN = b"""# Tern Annual report 2024

## Consolidated statements of income (in thousands of EUR)

| Years ended December 31, | 2024 | 2023 |
| --- | ---: | ---: |
| Net sales | 900 | 800 |
| Gross profit | 300 | 200 |
"""
FILES = {
    "kestrel-2024-annual-report.md": ANNUAL,
    "kestrel-2024-q3-report.md": INTERIM,
    "tern-2024-annual-report.md": TERN,
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("reports")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Reports")
    for name, content in FILES.items():
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str) -> Answer:
    held = workbench.library.collection_named("Reports").id
    running = workbench.questions.ask(Query(question, held, 10), "naive")
    assert running.wait(60)
    assert running.answer is not None
    return running.answer


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            "Does Kestrel have an improving gross margin as of FY2024? If gross margin is not a "
            "useful metric for a company like this, then state that and explain why.",
            "No: 25 % in 2024, 30 % in 2023 (−5 percentage points)",
        ),
        ("What was Kestrel's net income in 2024?", "600 thousand EUR"),
        (
            "What was Kestrel's growth in net sales from 2023 to 2024 (in units of percent)?",
            "25 %",
        ),
    ],
)
def test_the_report_of_the_year_answers(workbench: Workbench, question: str, line: str) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, line)
    assert answer.calculation is not None
    names = {
        workbench.library.document(operand.document_id).name
        for operand in answer.calculation.operands
    }
    assert names == {"kestrel-2024-annual-report.md"}


def test_no_other_company_answers(workbench: Workbench) -> None:
    answer = asked(workbench, "Does Plover have an improving gross margin as of 2024?")
    assert answer.calculation is None
