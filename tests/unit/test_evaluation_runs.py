"""Runs ask each question once, keep errors apart, and say what has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import CancelledError, LanguageModelError, NotFoundError, QuestionError
from backend.evaluation import kept_runs, kept_sets
from backend.evaluation.gold import Resolver
from backend.evaluation.reporting import progress_of, report_of
from backend.evaluation.run_asking import pending, work_on_run
from backend.evaluation.run_state import changes, state_of
from backend.evaluation.scoring import scores
from backend.ports import Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import (
    UNANSWERABLE,
    Collection,
    CollectionSettings,
    Contender,
    EvaluationRun,
    MeasuredPassage,
    Outcome,
    Reference,
    SetQuestion,
    Verdict,
)
from tests.factories import make_bundle

NAIVE, FUSED = Contender("naive"), Contender("fused_hybrid", {"model": "linear"})
QUESTIONS = tuple(
    SetQuestion(f"q{number}", f"What is {number}?", (str(number),), (Reference("Harbour report"),))
    for number in range(4)
)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store = sqlite.build(Settings(library=tmp_path / "library"))
    yield store
    store.close()


@pytest.fixture
def collection(records: Records) -> Collection:
    made = records.create_collection("Harbour", CollectionSettings())
    records.publish([make_bundle(made.id)])
    return made


@pytest.fixture
def run(records: Records, collection: Collection) -> EvaluationRun:
    card = kept_sets.keep_set(records, collection.id, "Set", QUESTIONS)
    state = state_of(records, collection.id, "local reader")
    made = EvaluationRun("r1", collection.id, card.id, (NAIVE, FUSED), 5, True, state, 1.0)
    kept_runs.keep_run(records, made)
    return made


class Asked:
    """Answers and remembers; fails for the questions named."""

    def __init__(self, failing: frozenset[str] = frozenset(), stop_after: int = 99) -> None:
        self.seen: list[tuple[str, str]] = []
        self.failing, self.stop_after = failing, stop_after

    def __call__(self, run: EvaluationRun, contender: Contender, question: SetQuestion) -> Outcome:
        text = question.text
        if len(self.seen) == self.stop_after:
            raise CancelledError("stopped")
        self.seen.append((contender.pipeline, text))
        if text in self.failing:
            raise LanguageModelError("server", "The model did not answer.", "Try again.")
        return Outcome(text, contender.pipeline, seconds=0.5, verdict=Verdict.DIRECT, answer="1")


def work(records: Records, run: EvaluationRun, ask: Asked) -> list[tuple[str, int, int]]:
    told: list[tuple[str, int, int]] = []

    def progress(stage: str, done: int, total: int) -> None:
        told.append((stage, done, total))

    def since(each: EvaluationRun) -> tuple[str, ...]:
        return changes(each.state, state_of(records, each.collection_id, "local reader"))

    work_on_run(records, run.collection_id, run.id, ask, progress, since)
    return told


def progress(records: Records, run: EvaluationRun) -> tuple[int, int, int]:
    found = progress_of(
        run,
        kept_sets.questions_of(records, run.collection_id, run.set_id),
        kept_runs.outcomes_of(records, run.collection_id),
    )
    return found.total, found.done, found.failed


def test_a_run_that_was_stopped_goes_on_and_asks_nothing_twice(
    records: Records, run: EvaluationRun
) -> None:
    first = Asked(stop_after=3)
    with pytest.raises(CancelledError):
        work(records, run, first)
    assert progress(records, run) == (8, 3, 0)
    second = Asked()
    told = work(records, run, second)
    assert told[0] == ("asking", 0, 5)
    assert told[-1] == ("asking", 5, 5)
    assert len({*first.seen, *second.seen}) == len(first.seen) + len(second.seen) == 8
    third = Asked()
    work(records, run, third)
    assert third.seen == []


def test_another_run_shares_what_was_asked_and_other_options_do_not(
    records: Records, run: EvaluationRun
) -> None:
    work(records, run, Asked())
    alone = replace(run, id="r2", contenders=(NAIVE, Contender("fused_hybrid")))
    assert len(pending(records, alone)) == 4
    assert len(pending(records, replace(run, id="r3", top_k=6))) == 8
    assert len(pending(records, replace(run, id="r4", answers=False))) == 8


def test_a_row_in_error_does_not_end_the_run_and_is_asked_again_alone(
    records: Records, run: EvaluationRun
) -> None:
    work(records, run, Asked(failing=frozenset(["What is 2?"])))
    assert progress(records, run) == (8, 8, 2)
    assert pending(records, run) == []
    again = pending(records, run, failed_too=True)
    assert {question.qid for _, question, _ in again} == {"q2"}
    made = report(records, run)
    assert [(error.qid, error.contender) for error in made.errors] == [
        ("q2", "naive"),
        ("q2", "fused_hybrid model=linear"),
    ]
    assert made.errors[0].error == "The model did not answer. Try again."
    assert made.results[0].row("Seconds").count == 3
    assert made.results[0].failed == 1


def report(records: Records, run: EvaluationRun):  # type: ignore[no-untyped-def]
    questions = kept_sets.questions_of(records, run.collection_id, run.set_id)
    resolver = Resolver(records, records.documents(run.collection_id))
    return report_of(
        run,
        ("Set", "Harbour"),
        questions,
        {question.qid: resolver.gold(question) for question in questions},
        kept_runs.outcomes_of(records, run.collection_id),
        {"naive": "Naive", "fused_hybrid": "Fused hybrid"},
    )


def test_documents_that_change_end_a_run_and_make_its_results_of_yesterday(
    records: Records, run: EvaluationRun
) -> None:
    work(records, run, Asked(failing=frozenset()))
    records.publish([make_bundle(run.collection_id, "Another")])
    kept_runs.keep_run(records, replace(run, id="r2", top_k=9))
    with pytest.raises(QuestionError, match="there were 1, now there are 2"):
        work(records, replace(run, id="r2", top_k=9), Asked())
    now = state_of(records, run.collection_id, "groq big")
    assert changes(run.state, now) == (
        "The documents have changed: there were 1, now there are 2.",
        "Answers are written by groq big; then it was local reader.",
    )
    assert changes(now, now) == ()


def test_struck_questions_are_not_asked_and_a_new_one_is(
    records: Records, run: EvaluationRun
) -> None:
    work(records, run, Asked())
    kept_sets.put_question(
        records, run.collection_id, run.set_id, replace(QUESTIONS[0], struck=True)
    )
    kept_sets.put_question(
        records, run.collection_id, run.set_id, SetQuestion("q9", "What is new?")
    )
    assert progress(records, run) == (8, 6, 0)
    (card,) = kept_sets.question_sets(records, run.collection_id)
    assert (card.questions, card.struck) == (4, 1)
    sets = {run.set_id: kept_sets.questions_of(records, run.collection_id, run.set_id)}
    assert kept_runs.drop_unused_outcomes(records, run.collection_id, dict(sets)) == 0
    kept_runs.drop_runs(records, run.collection_id, ["r1"])
    assert kept_runs.drop_unused_outcomes(records, run.collection_id, dict(sets)) == 8
    with pytest.raises(NotFoundError, match="not there any more"):
        kept_runs.run_of(records, run.collection_id, "r1")


# --- measures of one question --------------------------------------------------------------------


def found(*ids: str, document: str = "d1", page: int = 0) -> tuple[MeasuredPassage, ...]:
    return tuple(MeasuredPassage(each, document, (page,)) for each in ids)


def test_evidence_is_counted_by_the_finest_unit(records: Records, collection: Collection) -> None:
    (document,) = records.documents(collection.id)
    first, second = records.chunks_of(document.id)
    resolver = Resolver(records, [document])
    quote = SetQuestion("a", "A?", (), (Reference(document.title, second.text),))
    gold = resolver.gold(quote)
    assert gold.passages == (frozenset([second.id]),)
    ranked = Outcome(
        "A?", "naive", found(first.id, second.id, document=document.id), verdict=Verdict.DIRECT
    )
    own = scores(quote, gold, ranked)
    assert own["Hit@1"] == 0.0
    assert own["Recall@5"] == own["All@5"] == 1.0
    assert own["MRR@10"] == 0.5
    whole = SetQuestion("b", "A?", (), (Reference(document.name),))
    assert scores(whole, resolver.gold(whole), ranked)["Hit@1"] == 1.0
    paged = SetQuestion("c", "A?", (), (Reference(document.id, "", 8),))
    assert scores(paged, resolver.gold(paged), ranked)["Page Hit@5"] == 0.0
    gone = SetQuestion("d", "A?", (), (Reference("nowhere.pdf"), Reference(document.id, "absent")))
    missing = resolver.gold(gone)
    assert missing.missing == ("nowhere.pdf", f"{document.id}: absent")
    assert "Recall@5" not in scores(gone, missing, ranked)


def test_refusals_count_by_whether_there_was_an_answer() -> None:
    nothing = Outcome("A?", "naive", answer="yes", refused=True, verdict=Verdict.NOT_FOUND)
    gold = Resolver.__new__(Resolver).gold(SetQuestion("x", "x"))
    unanswerable = SetQuestion("a", "A?", kind=UNANSWERABLE)
    assert scores(unanswerable, gold, nothing)["Right refusals"] == 1.0
    answered = SetQuestion("b", "A?", ("yes",))
    own = scores(answered, gold, nothing)
    assert own["Wrong refusals"] == 1.0
    assert own["Token F1"] == own["Exact match"] == 0.0
    assert "Right refusals" not in own
    assert scores(answered, gold, replace(nothing, error="away")) == {}


def test_the_report_says_what_is_chance(records: Records, run: EvaluationRun) -> None:
    work(records, run, Asked())
    found_here = report(records, run)
    assert found_here.leading == "Recall@5"
    (difference,) = found_here.differences
    assert "no difference beyond chance" in difference.words
    assert found_here.unit == "documents"
    assert found_here.advice


def test_seconds_of_other_times_are_said_to_compare_roughly(
    records: Records, run: EvaluationRun
) -> None:
    work(records, run, Asked())
    assert not any("different times" in each for each in report(records, run).advice)
    for question in QUESTIONS:
        key = kept_runs.outcome_key(run, NAIVE, question)
        known = kept_runs.outcomes_of(records, run.collection_id)[key]
        kept_runs.keep_outcome(records, run.collection_id, key, replace(known, at=99.0))
    assert "asked at different times" in report(records, run).advice[-1]
