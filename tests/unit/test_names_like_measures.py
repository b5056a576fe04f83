"""A company whose name begins as a measure does is one where its document is called so, and what is
asked of another company is not told of the one whose table was found."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.pipelines._document_names import names_said
from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

ACCOUNTS = """# {name}

## Income statement of {name}

(in thousands of EUR)

| | 2023 | 2022 |
|---|---|---|
| Revenue | 100 | 80 |
| Gross profit | 40 | 30 |

## Shares

(in EUR)

| | 2023 | 2022 |
|---|---|---|
| {name} | 12 | 11 |
| Index of mills | 14 | 13 |
"""


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    opened = open_workbench(
        load_settings({}, library=tmp_path_factory.mktemp("names")), start_workers=False
    )
    for name in ("Best Mills", "Tern"):
        made = opened.library.create_collection(name)
        file = Path(name.lower().replace(" ", "-")).with_suffix(".md").name
        opened.library.add_file(made.id, file, ACCOUNTS.format(name=name).encode())
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, collection: str) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named(collection).id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


def test_a_document_is_called_as_its_name_begins(workbench: Workbench) -> None:
    answer = asked(workbench, "What was the gross margin of Best Mills in 2023?", "Best Mills")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "40 %")


def test_whose_figure_it_is_stays_a_name_where_a_row_is_called_so(workbench: Workbench) -> None:
    answer = asked(workbench, "What was Best Mills' revenue in 2023?", "Best Mills")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "100 thousand EUR")


@pytest.mark.parametrize("name", ["Total", "Best Mills"])
def test_another_company_is_not_told_of(workbench: Workbench, name: str) -> None:
    answer = asked(workbench, f"What was the gross margin of {name} in 2023?", "Tern")
    assert answer.verdict is not Verdict.CALCULATED


def test_a_word_alone_is_a_name_and_with_others_a_measure() -> None:
    question = "What was the Total Revenue of Total in 2023?"
    assert names_said(question, ("Total Revenue", "Total")) == ["Total"]
    assert names_said(question, ("Best Mills",)) == []
    assert names_said(question, ("Best Mills",), lambda _: True) == ["Best Mills"]


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue of Best mills in 2023?",
        "What was revenue at Best mills in 2023?",
    ],
)
def test_a_name_goes_on_in_small_letters(workbench: Workbench, question: str) -> None:
    answer = asked(workbench, question, "Best Mills")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "100 thousand EUR")


def test_another_word_behind_a_name_is_no_part_of_it(workbench: Workbench) -> None:
    answer = asked(workbench, "What was the revenue of Tern ferries in 2023?", "Tern")
    assert answer.verdict is not Verdict.CALCULATED
