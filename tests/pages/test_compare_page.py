"""What the Compare page promises, without a browser."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import session
from backend.types import (
    Answer,
    Chunk,
    Citation,
    Hit,
    Query,
    Sentence,
    Usage,
    Verdict,
    WhyNot,
)
from components import missed_evidence
from components.answer_comparison import (
    as_markdown,
    compared_sentences,
    first_words,
    group_of,
    in_words,
    passage_rows,
    place,
    surest,
    where,
)
from components.briefing import example as briefing_example
from components.comparison_files import as_csv, as_html
from components.leading_questions import example as leads_example
from tests.pages.standin import QUESTION, StandInAsking, StandInWorkbench, make_answer

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
    monkeypatch.setattr(session, "library", lambda: made)
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
    assert not [each for each in page.button if each.label == "Stop"]
    shown = "\n".join(str(each.proto.body) for each in page.get("html"))
    assert "Both begin with the same answer." in shown
    assert "Found by both" in shown
    assert "Only " not in shown
    passage = next(each for each in page.button if each.key == "compare-passage-0")
    passage.click().run()
    assert "st-key-compare-passage" not in shown
    assert not page.exception


def test_a_question_to_begin_with_is_compared_at_a_click(
    workbench: ComparedWorkbench, page: AppTest
) -> None:
    workbench.made_briefing = briefing_example().briefing
    workbench.made_briefing = replace(workbench.made_briefing, questions=leads_example())
    page.run()
    assert not page.markdown, "no words for developers stand on the page"
    page.button(key="compare-lead-0").click().run()
    for _ in range(3):
        page.run()
    assert not page.exception
    assert {query.text for query, _, _ in workbench.asked} == {leads_example()[0].text}


def test_a_quoted_row_is_a_small_table_in_every_answer_and_when_it_is_opened(
    workbench: ComparedWorkbench, page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = replace(CHUNKS["a"], text="Apples — 2024: 1,150", kind="table_row", table_id="t")
    made = answered(1.0, "ab", (f"{row.text} [1]", "a", 0, 20), ("It rained. [2]", "b", 100, 110))
    made = replace(
        made, short=row.text, hits=(Hit(row, 1.0, ()), *made.hits[1:]), id="rows", question=QUESTION
    )
    monkeypatch.setattr("tests.pages.standin.make_answer", lambda *_, **__: made)
    page.run()
    _compare(page, QUESTION)
    for _ in range(3):
        page.run()
    assert not page.exception
    shown = [str(each.proto.body) for each in page.get("html")]
    answers = [each for each in shown if "quire-compared-answer" in each]
    assert len(answers) == 2
    for answer in answers:
        assert "<th>Apples</th><td class='quire-asked'>1,150</td>" in answer
        assert "Orchard · in kg" in answer
        assert "It rained." in answer
        assert "in both" in answer
    assert "Apples — 2024" not in "".join(shown), "neither as a quote nor as a first line"
    page.button(key="compare-passage-0").click().run()
    assert not page.exception
    opened = "".join(str(each.proto.body) for each in page.get("html"))
    assert "Report" in opened
    assert "Apples — 2024" not in opened


def test_two_sentences_of_one_small_table_draw_it_once(
    workbench: ComparedWorkbench, page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = replace(CHUNKS["a"], text="Apples 1,150 Pears 80", table_id="t")
    made = answered(1.0, "a", ("Apples 1,150", "a", 0, 12), ("Pears 80", "a", 13, 21))
    made = replace(made, hits=(Hit(rows, 1.0, ()),), question=QUESTION)
    monkeypatch.setattr("tests.pages.standin.make_answer", lambda *_, **__: made)
    page.run()
    _compare(page, QUESTION)
    for _ in range(3):
        page.run()
    assert not page.exception
    shown = [str(each.proto.body) for each in page.get("html")]
    assert [each.count("<table>") for each in shown if "class='quire-compared-answer'" in each] == [
        1,
        1,
    ]


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


def test_the_question_of_an_answer_is_compared_at_once(
    workbench: ComparedWorkbench, page: AppTest
) -> None:
    page.session_state["compare-question"] = QUESTION
    page.session_state["compare-wanted"] = "second"
    page.run()
    for _ in range(3):
        page.run()
    assert not page.exception
    assert [(query.text, name) for query, name, _ in workbench.asked] == [
        (QUESTION, "naive"),
        (QUESTION, "second"),
    ]


# --- what answers have in common --------------------------------------------------------------

CHUNKS = {
    name: Chunk(name, "d", "s", number, f"Words of {name}", 100 * number, 100 * number + 99,
                (number,), "prose", "Report")
    for number, name in enumerate("abc")
}  # fmt: skip


def answered(
    seconds: float, found: str, *claimed: tuple[str, str, int, int], short: str = "8 percent"
) -> Answer:
    """An answer that found passages by name; each claim is (text, passage, start, end)."""
    numbers = {name: number for number, name in enumerate(found, start=1)}
    return replace(
        make_answer(),
        short=short,
        hits=tuple(Hit(CHUNKS[each], 1.0, ()) for each in found),
        sentences=tuple(
            Sentence(text, 0, len(text), (numbers[passage],), True)
            for text, passage, _, _ in claimed
        ),
        citations=tuple(
            Citation(numbers[passage], passage, "d", CHUNKS[passage].pages[0], start, end, True)
            for _, passage, start, end in claimed
        ),
        usage=Usage(seconds=seconds),
        verdict=Verdict.LIKELY,
        found=True,
    )


BEST = answered(
    2.0, "abc", ("It grew by 8 percent. [1]", "a", 0, 20), ("It rained.", "b", 100, 120)
)
QUICK = answered(0.4, "ba", ("It grew by 8 percent.", "a", 0, 20))


def test_sentences_are_matched_by_the_words_that_they_quote() -> None:
    said = compared_sentences({"Best": BEST, "Quick": QUICK})
    assert [(each.text, each.held_by) for each in said["Best"]] == [
        ("It grew by 8 percent.", ("Best", "Quick")),
        ("It rained.", ("Best",)),
    ]
    assert said["Best"][1].place == "Report · p. 2"
    other = answered(1.0, "a", ("It grew by 9 percent.", "a", 60, 80))
    same_page = compared_sentences({"Best": BEST, "Other": other})
    assert [each.held_by for each in same_page["Other"]] == [("Other",)], "other words of it"


def test_passages_stand_in_a_matrix_with_their_places() -> None:
    rows = passage_rows({"Best": BEST, "Quick": QUICK})
    assert [(row.chunk.id, dict(row.ranks), sorted(row.cited_by)) for row in rows] == [
        ("a", {"Best": 1, "Quick": 2}, ["Best", "Quick"]),
        ("b", {"Best": 2, "Quick": 1}, ["Best"]),
        ("c", {"Best": 3}, []),
    ]
    titles = ["Best", "Quick"]
    assert [group_of(row, titles) for row in rows] == ["Found by both"] * 2 + ["Only Best"]


def test_passages_of_one_answer_stand_together_and_without_their_heading() -> None:
    first = answered(1.0, "ab", ("It rained.", "b", 100, 120))
    other = answered(1.0, "c", ("It hailed.", "c", 0, 10))
    rows = passage_rows({"Best": first, "Other": other})
    groups = [group_of(row, ["Best", "Other"]) for row in rows]
    assert groups == ["Only Best", "Only Best", "Only Other"]
    chunk = replace(BEST.hits[0].chunk, text="Sales Revenue grew.", path=("Report", "Sales"))
    assert first_words(chunk) == "Revenue grew."
    assert where(chunk) == f"Sales · {place(chunk)}"


def test_the_difference_is_said_in_words() -> None:
    lead, rest = in_words({"Best": BEST, "Quick": QUICK})
    assert lead == "Both begin with the same answer."
    assert rest == ("1 sentence in common, 1 only in Best. Best took 5.0 times as long as Quick.")
    unsure = replace(QUICK, found=False, verdict=Verdict.NOT_FOUND)
    assert in_words({"Best": BEST, "Quick": unsure})[0] == "Only Best found an answer."
    assert in_words({"Best": BEST}) == ("", "")


def test_settings_of_one_pipeline_stand_side_by_side(
    workbench: ComparedWorkbench, page: AppTest
) -> None:
    page.session_state["compare-way"] = "Settings of one"
    page.run()
    assert not page.exception
    values = next(each for each in page.get("button_group") if each.label == "Values")
    assert values.value == ["rank", "convex"]
    _compare(page, QUESTION)
    for _ in range(3):
        page.run()
    assert not page.exception
    assert [pipeline for _, pipeline, _ in workbench.asked] == ["naive", "naive"]
    shown = "\n".join(str(each.proto.body) for each in page.get("html"))
    assert "Naive, How they are joined: Rank" in shown
    assert "Naive, How they are joined: Convex" in shown


def test_the_surest_verdict_is_marked_and_no_more() -> None:
    direct = replace(QUICK, verdict=Verdict.DIRECT)
    computed = replace(QUICK, verdict=Verdict.CALCULATED)
    none = replace(QUICK, verdict=Verdict.NOT_FOUND, found=False)
    open_ = replace(QUICK, verdict=Verdict.CLOSEST, found=False)
    assert surest({"Best": BEST, "Quick": direct}) == {"Quick"}
    assert surest({"A": direct, "B": computed, "C": BEST}) == {"A", "B"}
    assert surest({"A": direct, "B": computed}) == frozenset(), "they claim the same"
    assert surest({"A": none, "B": open_}) == frozenset(), "none has found an answer"
    assert surest({"A": direct}) == frozenset()


def test_a_comparison_can_be_kept_as_a_table_and_as_a_page() -> None:
    evil = answered(1.0, "a", ("<script>x</script>", "a", 0, 20), short="=1+1")
    answers = {"Best": BEST, "Quick": evil}
    rows = list(csv.DictReader(io.StringIO(as_csv("How much?", answers))))
    assert [row["text"] for row in rows if row["kind"] == "answer"] == ["8 percent", "'=1+1"]
    passages = [(r["answer"], r["rank"], r["cited"]) for r in rows if r["kind"] == "passage"]
    assert ("Best", "2", "yes") in passages
    assert ("Best", "3", "no") in passages
    page = as_html("How <much>?", answers)
    assert "How &lt;much&gt;?" in page
    assert "<script" not in page
    assert "http" not in page, "it needs nothing from elsewhere"
    assert page.count("<section>") == 2
    assert "<p dir='auto' class=only>It rained." in page


def test_a_comparison_can_be_kept_as_text() -> None:
    kept = as_markdown("How much?", {"Best": BEST, "Quick": QUICK})
    assert "- It rained. (Report · p. 2; only in Best)" in kept
    assert "| Words of b | Report · p. 2 | 2* | 1 |" in kept
    assert "| Words of c | Report · p. 3 | 3 | – |" in kept


class DisagreeingWorkbench(ComparedWorkbench):
    """The second pipeline does not show the first passage of the other."""

    def __init__(self) -> None:
        super().__init__()
        self.why: list[tuple[str, str]] = []

    def ask(
        self, query: Query, pipeline: str, conversation_id: str = "", *, kept: bool = True
    ) -> StandInAsking:
        made = super().ask(query, pipeline, conversation_id, kept=kept)
        if pipeline == "second":
            made.whole = replace(made.whole, hits=made.whole.hits[1:])
        return made

    def why_not_shown(self, query: Query, pipeline: str, chunk_id: str) -> WhyNot:
        self.why.append((pipeline, chunk_id))
        return missed_evidence.example()


def test_a_passage_that_a_pipeline_does_not_show_is_explained(
    monkeypatch: pytest.MonkeyPatch, page: AppTest
) -> None:
    made = DisagreeingWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    page.run()
    _compare(page, QUESTION)
    for _ in range(3):
        page.run()
    for each in [each.key for each in page.button if each.key.startswith("compare-passage-")]:
        page.button(key=each).click().run()
        asked = [each.key for each in page.button if each.key.startswith("why-not-")]
        if asked:
            break
    assert asked == ["why-not-second"]
    page.button(key="why-not-second").click().run()
    assert not page.exception
    assert made.why == [("second", "c0")]
    assert "Below the cut." in "\n".join(str(each.proto.body) for each in page.get("html"))
