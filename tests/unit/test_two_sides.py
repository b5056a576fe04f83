"""One figure of two documents set beside each other, with the cells of both."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.serialisation import from_json, to_json
from backend.settings import load_settings
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.two_sides import (
    ALIKE,
    PERIODS,
    SCALES,
    SEVERAL,
    UNITS,
    UNSTATED,
    Comparing,
    SidesAsked,
    joined_sides,
    sides_asked,
)
from backend.types import Answer, Calculation, Chunk, Query, Refusal, Verdict
from backend.types.calculations import Operand, Operation
from backend.workbench import Workbench, open_workbench

KESTREL = b"""# Kestrel Annual report 2024

Income statement (in thousands of EUR)

| EUR thousand | 2024 | 2023 |
| --- | ---: | ---: |
| Net revenue | 8,000 | 6,400 |
| Cost of sales | (5,000) | (4,000) |
| Selling expenses | (1,800) | (1,600) |
| Operating income | 1,200 | 800 |
| Result of the pension fund | (10) | (20) |
| Headcount | 40 | 38 |
"""
TERN = b"""# Tern Annual report 2024

Income statement (in millions of EUR)

| EUR million | 2024 | 2023 |
| --- | ---: | ---: |
| Net revenue | 9.5 | 9.0 |
| Cost of sales | (6.5) | (6.0) |
| Selling expenses | (2.05) | (2.1) |
| Operating income | 0.95 | 0.90 |
| Result of the pension fund | 0.02 | (0.01) |
"""
PLOVER = b"""# Plover Annual report 2024

Income statement (in thousands of USD)

| USD thousand | 2024 | 2023 |
| --- | ---: | ---: |
| Net revenue | 7,000 | 6,900 |
"""
PIPELINES = ("naive", "chain_of_thought", "community_graph", "fused_hybrid")


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("sides")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Birds")
    for name, content in (("kestrel.md", KESTREL), ("tern.md", TERN), ("plover.md", PLOVER)):
        assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, pipeline: str = "naive") -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named("Birds").id), pipeline
    )
    assert asking.wait(60)
    assert asking.error is None
    assert asking.answer is not None
    return asking.answer


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_every_pipeline_compares_two_documents_and_cites_both(
    workbench: Workbench, pipeline: str
) -> None:
    question = "Which had the higher operating margin in 2024, Kestrel or Tern?"
    answer = asked(workbench, question, pipeline)
    made = answer.calculation
    assert made is not None, answer.steps
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "Kestrel")
    assert made.formula == ("Kestrel: 1,200 ÷ 8,000 = 15 %; Tern: 0.95 ÷ 9.5 = 10 %; 15 % > 10 %")
    assert [operand.text for operand in made.operands] == ["1,200", "8,000", "0.95", "9.5"]
    assert len({operand.document_id for operand in made.operands}) == 2
    assert len({citation.document_id for citation in answer.citations}) == 2
    assert [sentence.supported for sentence in answer.sentences] == [True]
    assert from_json(Answer, to_json(answer)) == answer


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("By how much did Tern's net revenue exceed Kestrel's in 2024?", "1,500 thousand EUR"),
        (
            "What was the difference in net revenue between Kestrel and Tern in 2024?",
            "1,500 thousand EUR",
        ),
        (
            "What was the difference in net revenue between Kestrel and Tern in 2024, in millions?",
            "1.5 million EUR",
        ),
        (
            "What is the difference in operating margin between Kestrel and Tern in 2023?",
            "2.5 percentage points",  # 12.5 and 10
        ),
        ("Who had the lower net revenue in 2024: Kestrel or Tern?", "Kestrel"),
        ("Was Kestrel's net revenue higher than Tern's in 2024?", "No"),
        ("Did Kestrel have a lower net revenue than Tern in 2024?", "Yes"),
        ("Which had the higher result of the pension fund in 2024, Kestrel or Tern?", "Tern"),
        (
            "By how much did Kestrel's net revenue exceed Tern's in 2024?",
            "Not at all: Kestrel is lower by 1,500 thousand EUR",
        ),
    ],
)
def test_what_is_told_of_two_documents(workbench: Workbench, question: str, short: str) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)
    assert [sentence.supported for sentence in answer.sentences] == [True]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            "Which had the higher net revenue in 2024, Kestrel or Plover?",
            "different units",
        ),
        ("Which had the higher operating income in 2024, Kestrel or Plover?", "For Plover"),
        ("Which had the larger headcount in 2024, Kestrel or Tern?", "For Kestrel"),
        ("Which had the higher net revenue in 2019, Kestrel or Tern?", "For Kestrel"),
        # of costs in brackets the larger one is the lower number
        ("Which had the higher cost of sales in 2024, Kestrel or Tern?", "is negative"),
        ("By how much did Tern's cost of sales exceed Kestrel's in 2024?", "is negative"),
        ("Which had the larger result of the pension fund in 2023, Kestrel or Tern?", "negative"),
        # what stands around a name is part of what is asked
        ("Was Tern's net revenue higher than twice Kestrel's in 2024?", "more than the name"),
        ("By how much did Tern's net revenue exceed 90% of Kestrel's in 2024?", "more than the"),
        ("Was Tern's net revenue higher than the sum of Kestrel's in 2024?", "more than the name"),
        (
            "By how much did the Kestrel pump segment's net revenue exceed Tern's in 2023?",
            "more than the name",
        ),
        # a cell of another year is none that is asked for
        ("Was Tern's operating income in 2023 higher than Kestrel's in 2024?", "of one period"),
        (
            "What was the difference in net revenue between Kestrel and Tern in 2024 and 2023?",
            "of one period",
        ),
        ("Which had the higher net revenue in 2024 than in 2023, Kestrel or Tern?", "one period"),
        ("By how much did Tern's net revenue exceed Kestrel's in 2024 in per cent?", "wants more"),
        ("Which had the better cost of sales in 2024, Kestrel or Tern?", "better one"),
        ("Which had the greater growth in net revenue in 2024, Kestrel or Tern?", "growth in per"),
        ("Which had the larger decrease in net revenue in 2024, Kestrel or Tern?", "wants more"),
        ("Was Tern's net revenue much higher than Kestrel's in 2024?", "wants more"),
    ],
)
def test_one_side_alone_or_another_unit_answers_nothing(
    workbench: Workbench, question: str, reason: str
) -> None:
    answer = asked(workbench, question)
    assert answer.calculation is None
    assert answer.verdict not in (Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY)
    step = next(step for step in answer.steps if step.name == "calculate")
    assert reason in step.summary


@pytest.mark.parametrize(
    ("question", "comparing", "measure", "is_low"),
    [
        ("Whose margin was higher in 2024, Kestrel's or Tern's?", Comparing.WHICH, "margin", False),
        ("In 2024, was Kestrel's margin lower than Tern's?", Comparing.WHETHER, "margin", True),
        (
            "How much more was Kestrel's tax than Tern's in 2024?",
            Comparing.HOW_MUCH,
            "tax",
            False,
        ),
        (
            "What is the difference between Kestrel's cost and Tern's cost in 2024?",
            Comparing.DIFFERENCE,
            "cost",
            False,
        ),
        (
            "Between Kestrel and Tern, which one had the larger cost in 2024?",
            Comparing.WHICH,
            "cost",
            False,
        ),
    ],
)
def test_the_question_is_put_once_for_each_side(
    question: str, comparing: Comparing, measure: str, is_low: bool
) -> None:
    wanted = SidesAsked(comparing, "Kestrel", "Tern", f"What was the {measure} in 2024?", is_low)
    found = sides_asked(question)
    assert found is not None
    assert replace(found, by_size=False) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between gross profit and net income in 2024?",
        "Which year had the higher revenue, 2023 or 2024?",
        "Which boat sailed further?",
        "Which had the higher margin in 2024, Kestrel, Tern or Plover?",
        "Which had the higher margin, Plover, Kestrel or Tern?",
    ],
)
def test_other_comparisons_are_of_no_two_sides(question: str) -> None:
    assert sides_asked(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Was Tern's margin higher than twice Kestrel's?",
        "By how much did Tern's margin exceed 90% of Kestrel's?",
        "Was Tern's margin higher than the average of Kestrel's?",
        "By how much did Tern's margin exceed Kestrel's in per cent?",
        "By how much did Tern's margin exceed Kestrel's in 2024 in per cent?",
        "Was Tern's margin in 2023 higher than Kestrel's in 2024?",
        "Was Tern's margin in Q1 2024 higher than Kestrel's in Q2 2024?",
        "Was Tern's margin in March 2024 higher than Kestrel's in May 2024?",
        "How much higher was Tern's margin than Kestrel's 2023 margin?",
        "Was Tern's margin 10 points higher than Kestrel's?",
        "Was Tern's margin slightly higher than Kestrel's?",
        "Which had the higher margin than in 2023, Kestrel or Tern?",
        "Which had the greater growth in sales in 2024, Kestrel or Tern?",
        "Which had the larger fall in sales in 2024, Kestrel or Tern?",
        "Which had the better margin in 2024, Kestrel or Tern?",
    ],
)
def test_what_says_more_than_one_figure_of_each_is_refused(question: str) -> None:
    found = sides_asked(question)
    assert found is not None
    assert found.refused


@pytest.mark.parametrize(
    "question",
    [
        "Which had the greater growth in sales in 2024 in per cent, Kestrel or Tern?",
        "Which had the higher margin, in 2024, Kestrel or Tern?",
        "Was Tern's margin in 2024 higher than Kestrel's in 2024?",
        "Was Tern's share of sales in per cent in Q1 2024 higher than Kestrel's?",
    ],
)
def test_one_figure_of_each_is_not_refused(question: str) -> None:
    found = sides_asked(question)
    assert found is not None
    assert not found.refused


def side(
    text: str, scale: int = 1000, unit: str = "EUR", year: str = "2024", name: str = "d"
) -> Calculation:
    cell = Operand(
        *(name, name, 0, 0, "Net revenue", year, year, text, Decimal(text), Decimal(scale), unit),
        *(10, 10 + len(text), 2, None),
    )
    return told(Operation.LOOKUP, [cell], 1.0)


WHICH = SidesAsked(Comparing.WHICH, "Kestrel", "Tern", "What was the net revenue?")


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (side("7", unit="USD"), UNITS.format(one="Kestrel", other="Tern")),
        (side("7", unit=""), UNITS.format(one="Kestrel", other="Tern")),
        (side("7", scale=1), SCALES.format(one="Kestrel", other="Tern")),
        (
            side("7", year="2023"),
            PERIODS.format(one="Kestrel", other="Tern", first="2024", second="2023"),
        ),
        (side("8"), ALIKE.format(one="Kestrel", other="Tern")),
    ],
)
def test_sides_that_do_not_go_together_are_refused(other: Calculation, reason: str) -> None:
    refused = joined_sides(WHICH, side("8"), other)
    assert isinstance(refused, Refusal)
    assert refused.reason == reason


def test_either_side_may_call_its_figure_by_its_own_name() -> None:
    asked = sides_asked("By how much did Kestrel's net sales exceed Tern's net revenue in 2024?")
    assert asked is not None
    assert (asked.one, asked.other) == ("Kestrel", "Tern")
    assert asked.question == "What was the net sales in 2024?"
    assert asked.other_question == "What was the net revenue in 2024?"


@pytest.mark.parametrize("label", ["Headcount", "Number of shops"])
def test_counts_need_no_unit_and_money_does(label: str) -> None:
    def bare(text: str, of: str) -> Calculation:
        cell = replace(side(text, scale=1, unit="").operands[0], label=of)
        return told(Operation.LOOKUP, [cell], 1.0)

    assert isinstance(joined_sides(WHICH, bare("8000", label), bare("9.5", label)), Calculation)
    refused = joined_sides(WHICH, bare("8000", "Net sales"), bare("9.5", "Net sales"))
    assert refused == Refusal(
        UNSTATED.format(one="Kestrel", other="Tern"),
        ("Kestrel: 8000", "Tern: 9.5"),
        is_open=True,
    )


@pytest.mark.parametrize(
    ("label", "is_told"),
    [
        ("Operating result", True),
        ("Profit before tax", True),
        ("Income tax expense", False),
        ("Net cash used in investing", False),
        ("Interest income and cost", False),
        ("Net loss", False),  # of either sign, and which is the higher is open
    ],
)
def test_a_negative_figure_is_compared_only_where_it_may_be_a_loss(
    label: str, is_told: bool
) -> None:
    def of_row(text: str) -> Calculation:
        return told(Operation.LOOKUP, [replace(side(text).operands[0], label=label)], 1.0)

    made = joined_sides(WHICH, of_row("-8"), of_row("5"))
    assert isinstance(made, Calculation) is is_told


def test_a_side_of_several_figures_is_compared_with_none() -> None:
    cells = (side("8").operands[0], side("7", year="2023").operands[0])
    several = told(Operation.VALUES, cells, 1.0)
    refused = joined_sides(WHICH, several, several)
    assert isinstance(refused, Refusal)
    assert refused.reason == SEVERAL.format(one="Kestrel", other="Tern")


def test_years_that_documents_name_alike_may_end_on_other_days() -> None:
    fiscal = replace(WHICH, question="What was the net revenue in fiscal 2024?")
    made = joined_sides(fiscal, side("8"), side("9", year="2025-01-31"))
    assert isinstance(made, Calculation)
    assert made.formula == (
        "Kestrel (2024): 8 thousand EUR; Tern (31 January 2025): 9 thousand EUR; "
        "8 thousand EUR < 9 thousand EUR"
    )


def test_figures_that_are_alike_to_their_places_are_weighed_by_the_exact_ones() -> None:
    def share(part: str) -> Calculation:
        cells = [side(part).operands[0], side("1000000").operands[0]]
        return told(Operation.SHARE, cells, 1.0)

    one, other = share("150001"), share("150000")
    assert one.answer == other.answer == "15"
    made = joined_sides(WHICH, other, one)
    assert isinstance(made, Calculation)
    assert made.answer == "Tern"


def test_an_altered_comparison_is_found_out() -> None:
    one, other = side("8", name="a"), side("9", name="b")
    held = [
        Chunk(each, each, "s", 0, text, 0, 99, (0,), "row")
        for each, text in (("a", "8"), ("b", "9"))
    ]
    made = joined_sides(WHICH, one, other)
    assert isinstance(made, Calculation)
    assert check_calculation(made, held).supported
    assert not check_calculation(replace(made, answer="Kestrel"), held).supported
    assert not check_calculation(replace(made, formula="8 > 9"), held).supported
    assert not check_calculation(made, held[:1]).supported
    several = replace(one, operation=Operation.VALUES, listed=(("2024", "8"),))
    assert not check_calculation(replace(made, sides=(several, other)), held).supported
    apart = joined_sides(replace(WHICH, comparing=Comparing.DIFFERENCE), one, other)
    assert isinstance(apart, Calculation)
    assert check_calculation(apart, held).supported
    assert not check_calculation(replace(apart, value=Decimal(2)), held).supported


def test_documents_are_meant_by_the_name_that_their_files_begin_with(tmp_path: Path) -> None:
    opened = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    made = opened.library.create_collection("Birds")
    for name, revenue in (("WIGEON_2024_10K.md", "8,000"), ("GADWALL_2024_10K.md", "7,000")):
        text = f"""# Form 10-K

Income statement (in thousands of EUR)

| EUR thousand | 2024 | 2023 |
| --- | ---: | ---: |
| Net revenue | {revenue} | 6,400 |
"""
        assert opened.library.add_file(made.id, name, text.encode()) is not None
    opened.queue.work_until_idle(threading.Event())
    answer = asked(opened, "Which had the higher net revenue in 2024, Wigeon or Gadwall?")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "Wigeon")
    answer = asked(opened, "Which had the higher net revenue in 2024, Wigeon or Pochard?")
    assert answer.verdict is not Verdict.CALCULATED
    opened.close()
