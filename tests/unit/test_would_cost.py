"""Prompts are counted as they would be sent, and nothing is sent."""

from __future__ import annotations

import math
import secrets
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from backend.errors import QuestionError
from backend.evaluation import judged_items
from backend.evaluation.intervals import ratio_interval
from backend.evaluation.per_right import per_right
from backend.evaluation.would_cost import MOST_QUESTIONS, sampled, with_right, would_cost
from backend.tokens import estimate_tokens
from backend.types import Answer, Contender, JobState, Query, SetQuestion
from backend.workbench import Workbench, report_text
from tests.interfaces.conftest import COLLECTION, NOTES, opened
from tests.scripted_server.script import answer
from tests.scripted_server.server import ScriptedServer

pytest_plugins = ("tests.scripted_server.fixtures",)
QUESTION = "Who opened the Harrow lighthouse?"
BOTH = [Contender("naive"), Contender("chain_of_thought")]


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    made = opened(tmp_path_factory.mktemp("cost") / "library")
    collection = made.library.create_collection(COLLECTION)
    made.library.add_file(collection.id, "notes.txt", NOTES.encode())
    made.queue.work_until_idle(threading.Event())
    yield made
    made.close()


def test_what_is_counted_is_what_would_be_sent(
    workbench: Workbench, scripted_server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a boundary is drawn for each prompt, and counts for more the more figures it happens to have
    monkeypatch.setattr(secrets, "token_hex", lambda size: "a1" * size)
    collection = workbench.library.collection_named(COLLECTION)
    query = Query(QUESTION, collection.id, 5)
    counted = workbench.would_costs.would_cost(query, BOTH)
    naive, chain = counted.rows
    assert naive.by_task == {"answer": 1}
    assert naive.factor == 1.0
    assert chain.by_task["answer"] == 1
    assert chain.by_task["steer"] >= 1
    assert chain.factor is not None
    assert chain.factor > 1.0
    assert not counted.priced
    options = {"fusion": "reciprocal_rank"}
    named = [Contender("naive", options), Contender("naive", {"fusion": "convex"})]
    assert [row.contender for row in workbench.would_costs.would_cost(query, named).rows] == [
        each.name for each in named
    ], "a value that is the default keeps its name"
    assert scripted_server.chats == []
    records = workbench.parts.records
    records.set_preference("language_model", "openai_compatible")
    records.set_preference("language_model_url", scripted_server.openai_url)
    scripted_server.script(answer("Ada Lorne opened it [1]."))
    try:
        assert _answer(workbench, query).answered_by == "scripted-model"
    finally:
        records.set_preference("language_model", "none")
    (chat,) = scripted_server.chats
    sent = sum(estimate_tokens(each["content"]) + 4 for each in chat.body["messages"])
    assert naive.input_tokens == sent


def _answer(workbench: Workbench, query: Query) -> Answer:
    asking = workbench.questions.ask(query, "naive", kept=False)
    while not asking.done:
        threading.Event().wait(0.02)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_money_goes_by_the_prices_and_the_collection_costs_once(workbench: Workbench) -> None:
    collection = workbench.library.collection_named(COLLECTION)
    settings = replace(workbench.parts.settings, price_input=2.0, price_output=4.0)
    told: list[tuple[int, int]] = []
    found = would_cost(
        workbench.parts,
        settings,
        collection.id,
        BOTH[:1],
        [QUESTION, "Who painted the keeper's house?"],
        5,
        lambda done, total: told.append((done, total)),
    )
    (row,) = found.rows
    assert found.priced
    assert row.cost == pytest.approx((2.0 * row.input_tokens + 4.0 * row.output_tokens) / 1e6)
    assert row.low <= row.input_tokens <= row.high
    assert told == [(1, 2), (2, 2)]
    summaries, naming = found.indexing
    assert summaries.requests == len(
        workbench.parts.records.communities_of_collection(collection.id)
    )
    assert summaries.cost == pytest.approx(
        (2.0 * summaries.input_tokens + 4.0 * summaries.output_tokens) / 1e6
    )
    assert naming.input_tokens > 0
    halves = {"a": 1.0, "b": 0.5, "c": 1.0, "d": 0.5}
    right = per_right(
        {"naive": {n: {"Judged right": m, "Seconds": 1.0} for n, m in halves.items()}}
    )
    (told_with,) = with_right(found, right).rows
    assert told_with.cost_per_right == pytest.approx(2 * row.cost), "two of four are wholly right"
    assert with_right(found, ()).rows[0].cost_per_right is None
    assert with_right(replace(found, priced=False), right).rows[0].cost_per_right is None
    with pytest.raises(QuestionError, match="nothing to ask"):
        would_cost(workbench.parts, settings, collection.id, [], [QUESTION], 5)


def test_a_large_set_is_sampled_evenly() -> None:
    questions = [str(number) for number in range(100)]
    found = sampled(questions)
    assert len(found) <= MOST_QUESTIONS
    assert found[:2] == ["0", "9"]
    assert sampled(questions[:5]) == questions[:5]


def test_the_cost_of_a_run_is_kept_with_it(workbench: Workbench) -> None:
    collection = workbench.library.collection_named(COLLECTION)
    card = workbench.question_sets.new_set(collection.id, "keepers")
    workbench.question_sets.put_question(
        collection.id, card.id, SetQuestion("", QUESTION, ("Ada Lorne",))
    )
    run = workbench.evaluation.plan_run(collection.id, card.id, BOTH[:1], top_k=3)
    workbench.evaluation.start_run(run)
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.evaluation.evaluation_report(collection.id, run.id).would_cost is None
    counted = workbench.would_costs.would_cost_of_run(run)
    report = workbench.evaluation.evaluation_report(collection.id, run.id)
    assert report.would_cost == counted
    (right,) = report.per_right
    assert (right.right, right.by) == (1, "the local judge")
    assert right.seconds > 0
    unbounded = replace(report, per_right=(replace(right, seconds_high=None, cost_high=None),))
    assert "Infinity" not in report_text(unbounded, "json")
    assert "no bound], 1 of 1 right by the local judge" in report_text(unbounded)
    workbench.evaluation.delete_run(collection.id, run.id)
    assert "would_cost" not in workbench.parts.records.entry_kinds(collection.id)


def test_work_on_runs_ends_when_their_set_is_deleted(workbench: Workbench) -> None:
    collection = workbench.library.collection_named(COLLECTION)
    card = workbench.question_sets.new_set(collection.id, "soon gone")
    workbench.question_sets.put_question(
        collection.id, card.id, SetQuestion("", QUESTION, ("Ada Lorne",))
    )
    run = workbench.evaluation.plan_run(collection.id, card.id, BOTH[:1], top_k=3)
    workbench.evaluation.start_run(run)
    workbench.queue.work_until_idle(threading.Event())
    records = workbench.parts.records
    judging = records.enqueue(
        kind=judged_items.KIND,
        collection_id=collection.id,
        name="judging",
        sha256="",
        size=0,
        media_type="",
        key=run.id,
    )
    workbench.question_sets.delete_set(collection.id, card.id)
    assert records.job(judging.id).state is JobState.CANCELLED


# --- per right answer ----------------------------------------------------------------------------


def test_seconds_for_each_right_answer_by_hand() -> None:
    own = {
        "a": {"Judged right": 1.0, "Seconds": 2.0},
        "b": {"Judged right": 0.5, "Seconds": 4.0},
        "c": {"Judged right": 1.0, "Seconds": 3.0},
        "d": {"Seconds": 99.0},
    }
    (found,) = per_right({"naive": own})
    assert (found.right, found.asked, found.seconds) == (2, 3, 4.5)
    assert found.by == "the local judge"
    assert found.seconds_low <= 4.5
    assert found.seconds_high is None, "one resample in 27 holds the half right one alone"
    by_evidence = {"a": {"All@5": 1.0, "Seconds": 2.0}}
    assert per_right({"naive": by_evidence})[0].by == "all evidence among the first five"
    few = {**{str(n): {"All@5": 1.0, "Seconds": 2.0} for n in range(9)}, **own}
    assert per_right({"naive": few})[0].by == "all evidence among the first five"
    assert per_right({"naive": {"a": {"Judged right": 0.0, "Seconds": 1.0}}}) == ()
    assert per_right({"naive": {"a": {"Seconds": 1.0}}}) == ()


def test_a_ratio_whose_bottom_may_vanish_has_no_upper_bound() -> None:
    found = ratio_interval([1.0, 1.0, 1.0], [1.0, 0.0, 0.0])
    assert found is not None
    assert found.mean == 3.0
    assert math.isinf(found.high)
    assert ratio_interval([1.0], [0.0]) is None
    even = ratio_interval([2.0] * 9, [1.0] * 9)
    assert even is not None
    assert (even.mean, even.low, even.high) == (2.0, 2.0, 2.0)
    with pytest.raises(ValueError, match="as many"):
        ratio_interval([1.0], [])
