"""Automatic: which pipeline a question is passed on to, and what the answer says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.pipelines._automatic.ways import (
    BEST,
    OVERVIEW,
    QUICK,
    STEPS,
    is_unsure,
    way_of,
)
from backend.pipelines.automatic import AutomaticOptions, is_left_open
from backend.types import CHOSEN_BY, WAY, Answer, Choice, Query, Verdict
from backend.workbench import Workbench
from tests.pages.standin import make_answer
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

LEASE = """# Lease of the boathouse

The notice period is three months to the end of a quarter.

The deposit is 1,200 euros and is kept by the harbour office.
"""
BOATS = """# Boats of the landing

The Heron is moored at the north quay and belongs to Ada Brink.

The Plover is moored at the south quay and belongs to Otto Reuss.
"""

NOTICE = "The notice period is how many months to the end of a quarter?"


def test_the_wording_decides_where_to_begin() -> None:
    assert way_of("What is this collection about?").pipeline == OVERVIEW
    assert way_of("What is the notice period?").pipeline == BEST
    assert way_of("shorter", follows=True).pipeline == QUICK
    assert way_of("shorter").pipeline == BEST


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    made = opened(tmp_path / "library")
    collection = made.library.create_collection("Boathouse", replace(SETTINGS, chunk_tokens=90)).id
    made.library.add_file(collection, "Lease.md", LEASE.encode())
    made.library.add_file(collection, "Boats.md", BOATS.encode())
    finish(made)
    yield made
    made.close()


def ask(
    workbench: Workbench, question: str, before: Answer | None = None, *, steps: bool = False
) -> Answer:
    collection = workbench.library.collection_named("Boathouse").id
    query = Query(question, collection, options=AutomaticOptions(steps=steps))
    asking = workbench.questions.ask(query, "automatic", before.conversation_id if before else "")
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    assert asking.text == asking.answer.text
    return asking.answer


def ways(answer: Answer) -> list[str]:
    return [step.summary for step in answer.steps if step.name == WAY]


def test_an_answer_names_who_answered_who_chose_and_why(workbench: Workbench) -> None:
    answer = ask(workbench, "Where is the Heron moored?")
    assert answer.pipeline == BEST
    assert answer.settings[CHOSEN_BY] == "automatic"
    assert ways(answer) == ["Fused hybrid, because it finds most for questions of all kinds"]
    assert "north quay" in answer.text


def test_a_broad_question_goes_to_the_overview(workbench: Workbench) -> None:
    answer = ask(workbench, "What is this collection about?")
    assert answer.pipeline == OVERVIEW
    assert ways(answer) == ["Community graph, because the question is about documents as a whole"]


def test_what_leaves_the_question_open_is_tried_step_by_step_where_that_is_wanted(
    workbench: Workbench,
) -> None:
    question = "How many grey seals live on the quay of Bellport?"
    assert len(ways(ask(workbench, question))) == 1
    answer = ask(workbench, question, steps=True)
    told = ways(answer)
    assert told[0].startswith("Fused hybrid, because")
    assert told[1] == "Chain of thought, because one search left the question open"
    if answer.pipeline == BEST:
        assert told[2:] == ["Fused hybrid, because going step by step found no more"]
        assert answer.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    else:
        assert answer.pipeline == STEPS
        assert answer.found


def test_closest_passages_and_nothing_leave_a_question_open() -> None:
    assert {each for each in Verdict if is_unsure(each)} == {Verdict.CLOSEST, Verdict.NOT_FOUND}


def test_only_what_is_open_in_the_question_waits_for_a_person() -> None:
    answer = replace(make_answer(), verdict=Verdict.CLOSEST, found=False, choices=())
    worded, worked_out = Choice("2023", "In 2023?"), Choice("how many", "How many?", "5")
    assert is_left_open(answer)
    assert is_left_open(replace(answer, choices=(worked_out,)))
    assert not is_left_open(replace(answer, choices=(worded, worked_out)))
    assert not is_left_open(replace(answer, verdict=Verdict.DIRECT, found=True))


def test_a_follow_up_on_the_last_answer_is_not_searched_again(workbench: Workbench) -> None:
    first = ask(workbench, NOTICE)
    answer = ask(workbench, "shorter", first)
    assert ways(answer) == ["Naive, because it is about the last answer"]
    assert answer.settings["restates"] == first.question


def test_a_follow_up_is_judged_by_what_it_means(workbench: Workbench) -> None:
    first = ask(workbench, "Where is the Heron moored?")
    answer = ask(workbench, "And the Plover?", first)
    assert "south quay" in answer.text


def test_the_evidence_is_that_of_the_chosen_pipeline(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Boathouse").id
    for question, chosen in (
        ("What is this collection about?", OVERVIEW),
        ("Who owns the vessel at the north quay of Bellport?", BEST),
    ):
        query = Query(question, collection)
        found = workbench.questions.search(query, "automatic")
        assert found.steps[0].name == WAY
        expected = workbench.questions.search(query, chosen)
        assert [hit.chunk.id for hit in found.hits] == [hit.chunk.id for hit in expected.hits]


def test_an_answer_can_be_searched_again_under_the_options_of_who_answered(
    workbench: Workbench,
) -> None:
    answer = ask(workbench, "Where is the Heron moored?")
    again = workbench.questions.search_again(answer.id, {"use_dense": "off"})
    assert again.hits


def test_it_is_not_offered_beneath_chain_of_thought(workbench: Workbench) -> None:
    cards = {pipeline.name: pipeline for pipeline in workbench.questions.pipelines()}
    assert next(iter(cards)) == "automatic"
    beneath = next(option for option in cards[STEPS].options if option.name == "retrieval")
    assert "automatic" not in beneath.choices
    assert BEST in beneath.choices
