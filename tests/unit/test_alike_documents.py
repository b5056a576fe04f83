"""A figure is not told of one document where another has the same row and the question names
neither."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from backend.pipelines._alike_documents import is_alike
from backend.settings import load_settings
from backend.types import Answer, Calculation, Filters, Operand, Operation, Query, Verdict
from backend.workbench import Workbench, open_workbench

TERN = b"""# Accounts of the Tern

| In euros | 2024 | 2023 |
|---|---|---|
| Mooring fees | 410 | 380 |
| Diesel | 95 | 88 |
| Insurance | 300 | 290 |
| Repair costs | 35 | 12 |
| Radio licence | 20 | 21 |
| Paint work | 9 | 8 |
"""
CURLEW = b"""# Accounts of the Curlew

| In euros | 2024 | 2023 | 2022 |
|---|---|---|---|
| Mooring fees | 620 | 590 | 570 |
| Diesel | 140 | 132 | 120 |
| Insurance | 300 | 310 | 305 |
| Harbour dues | 18 | 22 | 9 |
"""
HERON = b"""# Accounts of the Heron

| In thousands of euros | 2024 | 2023 |
|---|---|---|
| Refit of the hull | 12 | 15 |

## Small things

| | 2024 | 2023 |
|---|---|---|
| Repair costs | 44 | 41 |
| Radio licence | 20 | 21 |
| Paint work below the deck | 5 | 4 |
"""
FILES = {"tern.md": TERN, "curlew.md": CURLEW, "heron.md": HERON}
PIPELINES = ("naive", "fused_hybrid")
UNTOLD = "What were the mooring fees in 2024?"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("alike")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    for collection, names in (("Boats", list(FILES)), ("Tern", ["tern.md"])):
        made = opened.library.create_collection(collection)
        for name in names:
            assert opened.library.add_file(made.id, name, FILES[name]) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(
    workbench: Workbench,
    question: str,
    pipeline: str = "naive",
    *,
    collection: str = "Boats",
    top_k: int = 1,
    only: str = "",
) -> Answer:
    """The answer from so few passages that no other document is among them."""
    held = workbench.library.collection_named(collection).id
    ids = tuple(
        document.id for document in workbench.library.documents(held) if document.name == only
    )
    query = Query(question, held, top_k, filters=Filters(document_ids=ids))
    running = workbench.questions.ask(query, pipeline)
    assert running.wait(60)
    assert running.error is None
    assert running.answer is not None
    return running.answer


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("top_k", [1, 10])
def test_of_two_boats_with_one_row_no_figure_is_told(
    workbench: Workbench, pipeline: str, top_k: int
) -> None:
    answer = asked(workbench, UNTOLD, pipeline, top_k=top_k)
    assert answer.calculation is None
    assert answer.verdict not in {Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY}
    assert {choice.label for choice in answer.choices} == {"tern.md", "curlew.md"}
    step = next(step for step in answer.steps if step.name == "calculate")
    assert "Two documents give different figures." in step.summary


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_every_document_that_is_offered_answers_when_it_is_clicked(
    workbench: Workbench, pipeline: str
) -> None:
    figures = {"tern.md": "410 EUR", "curlew.md": "620 EUR"}
    for choice in asked(workbench, UNTOLD, pipeline).choices:
        answer = asked(workbench, choice.question, pipeline)
        assert (answer.verdict, answer.short) == (Verdict.CALCULATED, figures[choice.label])


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("What were the mooring fees of the Tern in 2024?", "410 EUR"),
        ("What were the mooring fees of the Curlew in 2024?", "620 EUR"),
        ("What were the mooring fees in 2024, according to curlew.md?", "620 EUR"),
        ("What were the mooring fees of the tern in 2024?", "410 EUR"),
        # only the Curlew has the row, or the year
        ("What were the harbour dues in 2023?", "22 EUR"),
        ("What were the mooring fees in 2022?", "570 EUR"),
        # both boats pay the same
        ("How much was the insurance in 2024?", "300 EUR"),
        # the Heron's table says no scale: the same cell there, and a row of something narrower
        ("What was the radio licence in 2024?", "20 EUR"),
        ("What was the paint work in 2024?", "9 EUR"),
        ("What were the repair costs of the tern in 2024?", "35 EUR"),
    ],
)
def test_what_one_document_alone_says_or_all_say_alike_is_told(
    workbench: Workbench, question: str, short: str
) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short), answer.steps


def test_a_change_is_as_open_as_its_figures(workbench: Workbench) -> None:
    question = "By how much did diesel change from 2023 to 2024?"
    answer = asked(workbench, question)
    assert answer.calculation is None
    assert {choice.label for choice in answer.choices} == {"tern.md", "curlew.md"}


def test_a_row_counts_whose_own_document_leaves_its_scale_open(workbench: Workbench) -> None:
    answer = asked(workbench, "What were the repair costs in 2024?")
    assert answer.calculation is None
    step = next(step for step in answer.steps if step.name == "calculate")
    assert "tern.md" in step.summary
    assert "heron.md" in step.summary
    assert [choice.label for choice in answer.choices] == ["tern.md"]
    clicked = asked(workbench, answer.choices[0].question)
    assert (clicked.verdict, clicked.short) == (Verdict.CALCULATED, "35 EUR")


def test_a_collection_of_one_boat_and_a_chosen_document_are_told(workbench: Workbench) -> None:
    for answer in (
        asked(workbench, UNTOLD, collection="Tern"),
        asked(workbench, UNTOLD, only="tern.md"),
    ):
        assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "410 EUR")


def figure(label: str, unit: str, operation: Operation = Operation.LOOKUP) -> Calculation:
    """A figure of one cell."""
    one = Decimal(1)
    cell = Operand("d", "t", 0, 0, label, "2024", "2024", "7", one, one, unit, 0, 1, 0, None)
    return Calculation(operation, "7", one, unit, one, "7", "7", (cell,), 1.0)


@pytest.mark.parametrize(
    ("other", "is_rival"),
    [
        (figure("Charter income", "EUR"), True),
        (figure("Income from charter, net", "EUR"), True),
        (figure("Income", "EUR"), False),
        (figure("Charter income", "%"), False),
        (figure("Charter income", "EUR", Operation.SUM), False),
    ],
)
def test_a_rival_has_the_words_that_were_asked_for_and_is_no_share_of_an_amount(
    other: Calculation, is_rival: bool
) -> None:
    question = "What was the charter income in 2024?"
    assert is_alike(question, figure("Charter income", "EUR"), other) is is_rival


def test_a_share_may_be_what_an_amount_is_a_rival_to() -> None:
    share, amount = figure("Charter income", "%"), figure("Charter income", "EUR")
    assert is_alike("What was the charter income in 2024?", share, share)
    assert is_alike("What was the charter income in 2024?", share, amount)
