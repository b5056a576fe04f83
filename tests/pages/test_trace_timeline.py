"""The trace: each fact opens its passage, and what a step cost stands beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from backend.errors import NotFoundError
from backend.types import Chunk, Step
from components.trace_timeline import facts_of
from tests.pages.standin import HOSTILE, StandInWorkbench, make_answer

ELSEWHERE = Chunk("x9", "d0", "s", 9, "Kept by nobody.", 0, 15, (3,), "prose", "Notes")
SEARCH = Step(
    "search 1",
    "Asked once.",
    0.25,
    {
        "query": "Who?",
        "fact 1": f"Found {HOSTILE}",
        "fact 2": "Found, but not kept.",
        "still missing": "the year <b>",
        "tokens": "300 read, 40 written",
        "money": "0.000125",
    },
    ("c3", ELSEWHERE.id),
)


@pytest.fixture
def traced(workbench: StandInWorkbench, app: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app with the trace of an answer open, whose last step had a language model."""

    def passage(chunk_id: str) -> Chunk:
        if chunk_id != ELSEWHERE.id:
            raise NotFoundError("This passage is gone.")
        return ELSEWHERE

    monkeypatch.setattr(workbench, "passage", passage, raising=False)
    answer = make_answer()
    workbench.answers["k"] = [replace(answer, steps=(*answer.steps, SEARCH))]
    app.query_params["conversation"] = "k"
    app.session_state["evidence-tab"] = "Trace"
    return app.run()


def shown(app: AppTest) -> str:
    parts = [str(each.proto.body) for each in app.get("html")]
    parts += [str(each.value) for each in (*app.markdown, *app.caption, *app.warning)]
    return "\n".join(parts)


def test_facts_are_paired_with_their_passages() -> None:
    assert facts_of(SEARCH) == ((f"Found {HOSTILE}", "c3"), ("Found, but not kept.", "x9"))
    assert facts_of(replace(SEARCH, chunk_ids=("c3",))) == ((f"Found {HOSTILE}", "c3"),)
    assert facts_of(replace(SEARCH, detail={})) == ()


def test_a_fact_opens_the_page_of_its_passage(traced: AppTest) -> None:
    button = traced.button(key="trace-facts-trace-5-1")
    assert button.label.endswith(r"\[4\]")  # the passage c3 is the fourth
    button.click().run()
    assert not traced.exception
    assert traced.session_state["evidence-tab"] == "Page"
    assert traced.session_state["quire"].selected == 4
    assert "Passage 4 of" in shown(traced)


def test_a_fact_whose_passage_was_not_kept_opens_it_too(traced: AppTest) -> None:
    traced.button(key="trace-facts-trace-5-2").click().run()
    assert not traced.exception
    assert "Not among those kept" in shown(traced)
    traced.session_state["quire"].select(1)  # as every other choice of a passage does
    traced.run()
    assert "not among those kept" not in shown(traced)


def test_a_fact_whose_passage_is_gone_says_so(traced: AppTest) -> None:
    traced.session_state["quire"].passage_id = "deleted"
    traced.session_state["evidence-tab"] = "Page"
    traced.run()
    assert not traced.exception
    assert "This passage is gone" in shown(traced)


def test_facts_of_untrusted_text_stay_text(traced: AppTest) -> None:
    label = traced.button(key="trace-facts-trace-5-1").label
    assert r"\<script\>" in label
    assert r"\$5 to \$6" in label
    assert ":smile:" not in label
    assert "<script>" not in shown(traced)


def test_tokens_money_and_seconds_of_a_step_are_shown_where_there_are_any(traced: AppTest) -> None:
    assert "<span>300 read, 40 written tokens · cost 0.000125 · 250 ms</span>" in shown(traced)
    assert "<span>4 ms</span>" in shown(traced)  # the lexical search had no language model
    assert "Still missing: the year &lt;b&gt;" in shown(traced)


def test_passages_of_steps_without_facts_are_opened_by_their_numbers(traced: AppTest) -> None:
    (pills,) = (each for each in traced.get("button_group") if each.key == "trace-open-trace")
    assert [option.content for option in pills.proto.options] == ["1", "2", "3", "4"]
