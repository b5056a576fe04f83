"""What was said of programs over the taught lists, and what is learned of it."""

from __future__ import annotations

from dataclasses import replace

from backend.tasks.calculate.composed.composed_figure import ProgramResult
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.types import Calculation
from bench._judged_programs import Judged, corrected, judged_results, result_key
from bench._own_lists import GAPS_TESTS, READ, TAUGHT, TESTS, UNTIDY_TESTS, questions_of
from tests.unit.csv_lists import list_of

BOATS = list_of("Job,Boat,Cost\nSeal,Alke,9\nSail,Tern,7\nPump,Tern,4\n", "boats.csv")


def result(step: ListStep) -> ProgramResult:
    program = Program(step, 1, 0)
    outcome = run(program, BOATS)
    assert isinstance(outcome, Calculation)
    return ProgramResult(program, outcome, {})


ROW, SUM, LOW = result(ListStep.TOP), result(ListStep.TOP_SUM), result(ListStep.BOTTOM_SUM)


def test_only_what_was_said_to_be_right_is() -> None:
    said = Judged(frozenset([result_key(ROW)]), frozenset())
    assert corrected([ROW, SUM, LOW], [True, True, False], said) == (True, False, False)
    assert corrected([SUM, ROW], [True, False], said) == (False, True)


def test_what_is_right_by_accident_teaches_nothing() -> None:
    said = Judged(frozenset(), frozenset([result_key(LOW)]))
    assert corrected([SUM, LOW], [False, True], said) == (False, False)
    assert corrected([ROW, LOW], [True, True], said) == (True, False)


def test_where_nothing_was_said_the_words_of_the_answer_decide() -> None:
    assert corrected([ROW, SUM], [True, False], None) == (True, False)
    other = Judged(
        frozenset([result_key(replace(ROW, program=replace(ROW.program, step=ListStep.SUM)))]),
        frozenset(),
    )
    assert corrected([ROW, SUM], [True, False], other) == (True, False)  # that one is not made now


def test_only_questions_of_taught_sets_were_read() -> None:
    asked = {
        (name, question.document, question.question)
        for name in TAUGHT
        for question in questions_of(name)
        if question.answer
    }
    assert judged_results().keys() <= asked
    assert not {name for name, _, _ in judged_results()} & {
        *TESTS,
        *UNTIDY_TESTS,
        *GAPS_TESTS,
        *READ,
    }
    for said in judged_results().values():
        assert said.right or said.not_right
        assert not said.right & said.not_right
