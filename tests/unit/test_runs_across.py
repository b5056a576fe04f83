"""The same questions in two collections of the same files, compared question by question."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest

from backend.command_line.parser import build_parser
from backend.errors import QuestionError
from backend.evaluation.across import Arm, across
from backend.evaluation.gold import Gold
from backend.evaluation.kept_runs import outcome_key
from backend.types import (
    CollectionSettings,
    Contender,
    EvaluationRun,
    Outcome,
    Reference,
    SetQuestion,
    Verdict,
)
from backend.workbench import Workbench
from tests.interfaces.conftest import NOTES, opened

MORE = "# Masts\n\nThe mast of the Petrel is of larch.\n"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    made = opened(tmp_path_factory.mktemp("across") / "library")
    for name, tokens in (("Small", 40), ("Large", 300)):
        collection = made.library.create_collection(name, CollectionSettings(chunk_tokens=tokens))
        made.library.add_file(collection.id, "notes.txt", NOTES.encode())
        made.library.add_file(collection.id, "masts.md", MORE.encode())
    made.queue.work_until_idle(threading.Event())
    small = made.library.collection_named("Small")
    card = made.question_sets.new_set(small.id, "keepers")
    for qid, text, answer, quote in (
        ("a", "Who opened the Harrow lighthouse?", "Ada Lorne", "Ada Lorne opened"),
        ("b", "Of which wood is the mast of the Petrel?", "larch", ""),
    ):
        name = "notes.txt" if quote else "masts.md"
        made.question_sets.put_question(
            small.id, card.id, SetQuestion(qid, text, (answer,), (Reference(name, quote),))
        )
    yield made
    made.close()


def run_in(workbench: Workbench, name: str) -> EvaluationRun:
    collection = workbench.library.collection_named(name)
    (card,) = workbench.question_sets.sets_of(collection.id)
    run = workbench.evaluation.plan_run(collection.id, card.id, [Contender("naive")], top_k=5)
    workbench.evaluation.start_run(run)
    workbench.queue.work_until_idle(threading.Event())
    return run


def test_each_question_is_compared_with_itself_in_the_other_collection(
    workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    small, large = (
        workbench.library.collection_named("Small"),
        workbench.library.collection_named("Large"),
    )
    (card,) = workbench.question_sets.sets_of(small.id)
    questions = workbench.question_sets.questions_of_set(small.id, card.id)
    workbench.question_sets.copy_set(large.id, card.name, questions)
    first, second = run_in(workbench, "Small"), run_in(workbench, "Large")
    report = workbench.across.report_across([first, second])
    names = [contender_result.contender.name for contender_result in report.results]
    assert names == ["naive in Small", "naive in Large"]
    for result, run in zip(report.results, (first, second), strict=True):
        alone = workbench.evaluation.evaluation_report(run.collection_id, run.id)
        assert result.rows == alone.results[0].rows, "the same as in its own report"
    (difference,) = report.differences
    assert difference.count == 2
    assert "Naive (in " in difference.words
    assert report.unresolved == ()
    assert not any("same documents" in each for each in report.advice)
    # the command does the same
    options = build_parser().parse_args(
        ["evaluate", "keepers", "--collection", "Small", "--also", "Large", "--pipelines", "naive",
         "--top-k", "5", "--json"]
    )  # fmt: skip
    capsys.readouterr()
    assert options.command(workbench, options) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["rows"][0]["mean"] for each in told["results"]] == [
        contender_result.rows[0].mean for contender_result in report.results
    ]
    # a document more in one of them is said, and so is a question less
    workbench.library.add_file(
        large.id, "more.md", b"# More\n\nOne page more than the other has.\n"
    )
    workbench.queue.work_until_idle(threading.Event())
    (copied,) = workbench.question_sets.sets_of(large.id)
    workbench.question_sets.strike_questions(large.id, copied.id, frozenset(["b"]), struck=True)
    advice = " ".join(workbench.across.report_across([first, second]).advice)
    assert "do not hold the same documents" in advice
    assert "1 questions are not in all sets" in advice


def test_a_set_with_questions_of_its_own_is_not_copied_over(workbench: Workbench) -> None:
    large = workbench.library.collection_named("Large")
    mine = workbench.question_sets.new_set(large.id, "Mine")
    kept = SetQuestion("q1", "Who keeps the light?", ("Ada Lorne",))
    workbench.question_sets.put_question(large.id, mine.id, kept)
    other = SetQuestion("q1", "Of which wood is the mast?", ("larch",))
    with pytest.raises(QuestionError, match="a set Mine with questions of its own"):
        workbench.question_sets.copy_set(large.id, "mine", [other])
    with pytest.raises(QuestionError, match="questions of its own"):
        workbench.question_sets.copy_set(large.id, "Mine", [SetQuestion("q2", "Why?", ("x",))])
    assert [
        question.text for question in workbench.question_sets.questions_of_set(large.id, mine.id)
    ] == [kept.text]
    changed = SetQuestion("q1", "Who keeps it?", ("Ada Lorne",))
    workbench.question_sets.copy_set(large.id, "Mine", [kept, SetQuestion("q2", "Why?", ("x",))])
    workbench.question_sets.copy_set(large.id, "Mine", [changed, SetQuestion("q2", "Why?", ("x",))])
    assert len(workbench.question_sets.questions_of_set(large.id, mine.id)) == 2
    workbench.question_sets.delete_set(large.id, mine.id)


def test_collections_of_one_name_stay_apart() -> None:
    question = SetQuestion("a", "Who?", ("Ada Lorne",))
    contender = Contender("naive")
    arms = []
    for place, answer in enumerate(("Ada Lorne", "Nobody")):
        run = EvaluationRun(f"r{place}", f"c{place}", "s", (contender,), 5, True, {}, 0.0)
        outcome = Outcome("a", "naive", answer=answer, verdict=Verdict.DIRECT)
        outcomes = {outcome_key(run, contender, question): outcome}
        gold = {"a": Gold(frozenset(), frozenset(), (), ())}
        arms.append(Arm("Harbour", "set", run, [question], gold, outcomes, {}, frozenset()))
    report = across(arms, {})
    names = [result.contender.name for result in report.results]
    assert names == ["naive in Harbour", "naive in Harbour (2)"]
    exact = [contender_result.row("Exact match") for contender_result in report.results]
    assert [each.mean for each in exact if each is not None] == [1.0, 0.0]


def test_what_cannot_be_compared_says_why(workbench: Workbench) -> None:
    first = run_in(workbench, "Small")
    with pytest.raises(QuestionError, match="at least two collections"):
        workbench.across.report_across([first, first])
    with pytest.raises(QuestionError, match="at least two collections"):
        workbench.across.report_across([first])
