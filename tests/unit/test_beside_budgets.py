"""A cell of a budget does not say how what was spent stands to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.pipelines._beside_budgets import (
    UNSAID,
    BesideBudgetAnswerer,
    beside_budgets,
    sets_nothing_against,
)
from backend.ports import StopSignal
from backend.settings import load_settings
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import (
    LOCAL_READER,
    Answer,
    Calculation,
    Choice,
    Chunk,
    ChunkKind,
    Draft,
    Hit,
    Operation,
    Query,
    StoredTable,
    Turn,
    Usage,
    Verdict,
)
from backend.workbench import Workbench, open_workbench
from tests.unit.csv_lists import list_of

PLANNED = "Project,Keeper,Budget (EUR)\nGarden,Ida,100\nKitchen,Jon,80\nShed,Cy,30\nLoft,Ann,20\n"
LEFT = "Project,Budget (EUR),Budget left (EUR)\nGarden,100,20\nKitchen,80,5\nShed,30,9\nLoft,20,1\n"
LETTER = (
    "# Letter of May\n\nThe Garden is over budget by 20 EUR. The Kitchen is within its budget.\n"
)
RULES = (
    "# Rules of the club\n\nA project that is over budget is put before the board. "
    "Whoever overspends writes a report within a week.\n"
)
JOBS = list_of("Job,Budget,Actual\nFence,100,120\nPond,40,30\nWell,20,25\n", "jobs.csv")
MONTHS = list_of(
    "Job,Month,Budget,Actual\nFence,May,100,120\nFence,June,100,20\nPond,May,40,30\n", "jobs.csv"
)
STATES = list_of(
    "Job,Month,Budget,Status\nFence,May,100,over budget\nFence,June,40,on track\n"
    "Well,May,20,over budget\n",
    "jobs.csv",
)


def made_of(question: str, table: StoredTable) -> Calculation:
    made = calculate_columns(question, [table], "jobs")
    assert isinstance(made, Calculation)
    return made


@pytest.mark.parametrize(
    ("question", "asked", "operation"),
    [
        ("Is Fence over budget?", "What is the budget of Fence?", Operation.LOOKUP),
        ("What is left of the budget?", "What is the total budget?", Operation.SUM),
        ("Why are we over budget?", "What is the average budget?", Operation.MEAN),
        ("How many jobs are over budget?", "How many jobs are over budget?", Operation.COUNT),
    ],
)
def test_what_is_of_one_column_sets_nothing_against_a_budget(
    question: str, asked: str, operation: Operation
) -> None:
    made = made_of(asked, JOBS)
    assert made.operation is operation
    assert sets_nothing_against(question, made, [JOBS])
    # of the budget alone it may well tell
    assert not sets_nothing_against("What is the budget?", made, [JOBS])


def test_a_difference_sets_one_against_the_other() -> None:
    question = "By how much is Fence over budget?"
    made = made_of(question, JOBS)
    assert (made.operation, made.joint) == (Operation.SUM, "−")
    assert not sets_nothing_against(question, made, [JOBS])
    assert sets_nothing_against(question, replace(made, joint=""), [JOBS])


def test_names_are_told_of_which_each_has_one_row() -> None:
    question = "Which jobs are over budget?"
    once, again = made_of(question, JOBS), made_of(question, MONTHS)
    assert (once.answer, again.answer) == ("Fence, Well", "Fence")
    assert not sets_nothing_against(question, once, [MONTHS, JOBS])
    # a job that has one row beyond its budget need not be beyond it
    assert sets_nothing_against(question, again, [JOBS, MONTHS])
    assert not sets_nothing_against(question, once, [])


def test_a_row_of_totals_is_none_of_a_name() -> None:
    question = "Which jobs are over budget?"
    text = "Job,Budget,Actual\nFence,100,120\nPond,40,30\nTotal,140,150\nTotal,140,150\n"
    table = list_of(text, "jobs.csv")
    assert not sets_nothing_against(question, made_of(question, JOBS), [JOBS])
    made = made_of(question, table)
    assert made.answer == "Fence"
    assert not sets_nothing_against(question, made, [table])


@pytest.mark.parametrize(
    ("question", "answer"),
    [("How many jobs are over budget?", "2"), ("Which jobs are over budget?", "Fence, Well")],
)
def test_a_state_may_say_it(question: str, answer: str) -> None:
    made = made_of(question, STATES)
    assert made.answer == answer
    assert not sets_nothing_against(question, made, [STATES])


def test_a_column_may_say_it() -> None:
    table = list_of("Job,Budget,Budget left\nFence,100,20\nPond,40,5\nWell,20,1\n", "jobs.csv")
    question = "What is left of the Fence budget?"
    made = made_of(question, table)
    assert (made.operation, made.answer) == (Operation.LOOKUP, "20")
    assert not sets_nothing_against(question, made, [table])
    assert sets_nothing_against(question, made_of("What is the total budget?", table), [table])


class Says:
    def __init__(self, draft: Draft) -> None:
        self.name = draft.answered_by
        self._draft = draft

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        yield "A piece."
        yield self._draft


def draft(verdict: Verdict, numbers: tuple[int, ...] = (2,), by: str = LOCAL_READER) -> Draft:
    text = "Garden — Budget: 100 [2]"
    return Draft(
        text=text,
        short="100 EUR",
        found=verdict not in (Verdict.CLOSEST, Verdict.NOT_FOUND),
        sentences=((0, 3, ()), (0, len(text), numbers)),
        spans=((2, 5, 9),),
        usage=Usage(),
        answered_by=by,
        notices=("One file is damaged.",),
        verdict=verdict,
        choices=(Choice("the budget", "What is the budget?", "100"),),
    )


def said(of: Draft, kind: ChunkKind = "table_row") -> Draft:
    """What is said where the second passage is of a kind."""
    kinds: tuple[ChunkKind, ...] = ("prose", kind)
    hits = [Hit(Chunk("c", "d", "s", 0, "Text.", 0, 5, (), each), 1.0, ()) for each in kinds]
    answerer = BesideBudgetAnswerer(Says(of))
    assert answerer.name == of.answered_by
    piece, made = answerer.answer("Is Garden over budget?", (), hits, threading.Event())
    assert piece == "A piece."
    assert isinstance(made, Draft)
    return made


@pytest.mark.parametrize("verdict", [Verdict.DIRECT, Verdict.LIKELY])
@pytest.mark.parametrize("kind", ["table_row", "table", "table_card"])
def test_a_row_is_at_most_one_of_the_closest_passages(verdict: Verdict, kind: ChunkKind) -> None:
    of = draft(verdict)
    assert said(of, kind) == replace(
        of,
        verdict=Verdict.CLOSEST,
        found=False,
        short="",
        notices=("One file is damaged.", UNSAID),
    )


@pytest.mark.parametrize(
    "of",
    [
        draft(Verdict.DIRECT, (1,)),  # prose
        draft(Verdict.LIKELY, (1, 2)),
        draft(Verdict.DIRECT, ()),
        draft(Verdict.DIRECT, by="a model"),
        draft(Verdict.CLOSEST),
        draft(Verdict.NOT_FOUND),
        draft(Verdict.CALCULATED),
    ],
)
def test_prose_and_the_words_of_a_language_model_stay(of: Draft) -> None:
    assert said(of) == of


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("budgets")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    for collection, files in {
        "Planned": {"projects.csv": PLANNED},
        "Left": {"projects.csv": LEFT},
        "Letter": {"projects.csv": PLANNED, "letter.md": LETTER},
        "Rules": {"projects.csv": PLANNED, "rules.md": RULES},
    }.items():
        made = opened.library.create_collection(collection)
        for name, content in files.items():
            assert opened.library.add_file(made.id, name, content.encode()) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, collection: str) -> Answer:
    query = Query(question, workbench.library.collection_named(collection).id)
    asking = workbench.questions.ask(query, "naive", kept=False)
    asking.wait()
    assert asking.answer is not None, asking.error
    return asking.answer


def test_only_where_something_is_set_against_a_budget_an_answer_is_weighed(
    workbench: Workbench,
) -> None:
    parts = workbench.parts
    query = Query("?", workbench.library.collection_named("Planned").id)
    assert beside_budgets(parts, "What is the Garden budget?") is parts
    beside = beside_budgets(parts, "Is Garden over budget?")
    assert isinstance(beside.answerer(query), BesideBudgetAnswerer)


@pytest.mark.parametrize(
    "question",
    [
        "Was Garden over or under budget?",
        "Is Garden over budget?",
        "What is left of the Garden budget?",
        "Why is Garden over budget?",
    ],
)
def test_the_budget_alone_is_no_answer(workbench: Workbench, question: str) -> None:
    answer = asked(workbench, question, "Planned")
    assert answer.calculation is None
    assert answer.verdict in (Verdict.CLOSEST, Verdict.NOT_FOUND)
    assert answer.short == ""


def test_the_budget_itself_is_told(workbench: Workbench) -> None:
    answer = asked(workbench, "What is the Garden budget?", "Planned")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "100 EUR")


def test_what_a_column_says_is_told(workbench: Workbench) -> None:
    answer = asked(workbench, "What is left of the Garden budget?", "Left")
    assert answer.short == "20 EUR"


@pytest.mark.parametrize(
    ("question", "collection", "told"),
    [
        ("Is Garden over budget?", "Letter", "The Garden is over budget by 20 EUR."),
        (
            "What happens if a project is over budget?",
            "Rules",
            "A project that is over budget is put before the board.",
        ),
    ],
)
def test_what_a_letter_says_is_told(
    workbench: Workbench, question: str, collection: str, told: str
) -> None:
    answer = asked(workbench, question, collection)
    assert answer.verdict in (Verdict.DIRECT, Verdict.LIKELY)
    assert answer.short.endswith(told)
    assert UNSAID not in answer.notices
