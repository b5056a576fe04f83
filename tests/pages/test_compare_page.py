"""What the Compare page promises, without a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import session
from backend.types import Query
from components.passage_overlap import overlap, shared
from components.score_chart import example
from tests.pages.standin import QUESTION, StandInAsking, StandInWorkbench

ROOT = Path(__file__).resolve().parent.parent.parent


class ComparedWorkbench(StandInWorkbench):
    """A stand-in that keeps nothing of compared answers."""

    def ask(
        self, query: Query, pipeline: str, conversation_id: str = "", *, kept: bool = True
    ) -> StandInAsking:
        assert not kept
        assert not conversation_id
        made = super().ask(query, pipeline, conversation_id)
        made.whole = replace(made.whole, pipeline=pipeline)
        return made


@pytest.fixture
def workbench(monkeypatch: pytest.MonkeyPatch) -> ComparedWorkbench:
    made = ComparedWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    return made


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(ROOT / "pages" / "compare.py"), default_timeout=30)


def _compare(page: AppTest, question: str) -> AppTest:
    page.text_input(key="compare-question").set_value(question)
    form = next(each for each in page.button if each.label == "Compare")
    return form.click().run()


def test_every_pipeline_answers_and_their_passages_are_compared(
    workbench: ComparedWorkbench, page: AppTest
) -> None:
    page.run()
    _compare(page, QUESTION)
    for _ in range(3):
        page.run()
    assert not page.exception
    assert [pipeline for _, pipeline, _ in workbench.asked] == ["naive", "second"]
    assert {each.value for each in page.subheader} >= {"Naive", "Chain of thought"}
    said = "\n".join(str(each.value) for each in page.caption)
    assert "5 of 5 passages were found by all 2." in said


def test_an_empty_question_is_refused(workbench: ComparedWorkbench, page: AppTest) -> None:
    page.run()
    _compare(page, " ")
    assert not page.exception
    assert "The question is empty" in "\n".join(str(each.value) for each in page.error)


def test_an_empty_library_says_so(workbench: ComparedWorkbench, page: AppTest) -> None:
    workbench.collection_list, workbench.document_list = [], []
    page.run()
    assert not page.exception
    assert "There is no collection yet." in page.info[0].value


def test_overlap_counts_each_passage_once() -> None:
    first, second = example().hits
    second = replace(second, chunk=replace(second.chunk, id="b"))
    rankings = {"A": (first, second), "B": (second,)}
    rows = overlap(rankings)
    assert [(row.chunk.id, dict(row.ranks)) for row in rows] == [
        ("b", {"A": 2, "B": 1}),
        ("a", {"A": 1}),
    ]
    assert shared(rankings) == "1 of 2 passages was found by all 2."
