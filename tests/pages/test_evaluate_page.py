"""What the page Evaluate promises, without a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from streamlit.testing.v1 import AppTest

from app import session
from app.evaluation_sets import evidence_words
from backend.types import (
    UNANSWERABLE,
    CausesReport,
    Contender,
    ContenderResult,
    Difference,
    EvaluationReport,
    EvaluationRun,
    JobState,
    JobView,
    JudgingEstimate,
    JudgingReport,
    MakingEstimate,
    MakingReport,
    MeasuredRow,
    QuestionOutcome,
    QuestionSetCard,
    Reference,
    RowError,
    RunEstimate,
    RunProgress,
    SetQuestion,
    WhyNot,
    WouldCostReport,
)
from components import causes_table, judge_results, missed_evidence, would_cost_table
from components.evaluation_results import (
    best_of,
    cost_figure,
    counted_over,
    example,
    interval_figure,
    measures_shown,
    shown_value,
    spends_money,
)
from components.question_form import evidence_of
from tests.pages.standin import HOSTILE, StandInWorkbench, make_job

ROOT = Path(__file__).resolve().parent.parent.parent
RUN = EvaluationRun(
    "r1",
    "c",
    "s1",
    (Contender("naive"), Contender("fused_hybrid")),
    10,
    True,
    {"answers": "local reader", "documents": "3 abc"},
    0.0,
)


def row(measure: str, mean: float, *, share: bool = True) -> MeasuredRow:
    return MeasuredRow(measure, mean, mean - 0.1, mean + 0.1, 4, share)


def report(progress: RunProgress) -> EvaluationReport:
    results = tuple(
        ContenderResult(contender, (row("Recall@5", mean), row("Seconds", seconds, share=False)), 1)
        for contender, mean, seconds in zip(RUN.contenders, (0.5, 0.8), (0.2, 0.6), strict=True)
    )
    words = "Fused hybrid is better than Naive beyond chance."
    return EvaluationReport(
        "Set",
        "Harbour",
        progress,
        results,
        "Recall@5",
        (Difference("fused_hybrid", "naive", "Recall@5", 0.3, 0.1, 0.5, 4, words),),
        ("On your 4 questions it finds more.",),
        (
            QuestionOutcome(
                "q1", HOSTILE, "", 1.0, {"naive": 0.0, "fused_hybrid": 1.0}, {"naive": "no"}
            ),
        ),
        (),
        {},
        (RowError("q2", "Who?", "naive", "The model did not answer."),),
        ("gone.pdf",),
        "pages",
    )


class EvaluationWorkbench(StandInWorkbench):
    """A stand-in with one set and one run, as a test scripts them."""

    def __init__(self) -> None:
        super().__init__()
        self.sets: list[QuestionSetCard] = [QuestionSetCard("s1", "c", "Set", 0.0, 2)]
        self.asked_of: list[SetQuestion] = [
            SetQuestion("q1", HOSTILE, ("yes",), (Reference("a.pdf", "words", 2),)),
            SetQuestion("q2", "Who?", kind=UNANSWERABLE),
        ]
        self.progress = [RunProgress(RUN, 8, 8, 1)]
        self.job: JobView | None = None
        self.did: list[str] = []
        self.has_model = False
        self.made: MakingReport | None = None
        self.judging_report: JudgingReport | None = None
        self.would_cost: WouldCostReport | None = None
        self.causes_report: CausesReport | None = None

    def sets_of(self, collection_id: str) -> tuple[QuestionSetCard, ...]:
        return tuple(self.sets)

    def questions_of_set(self, collection_id: str, set_id: str) -> tuple[SetQuestion, ...]:
        return tuple(self.asked_of)

    def unresolved_evidence(self, collection_id: str, set_id: str) -> dict[str, tuple[str, ...]]:
        return {"q1": ("a.pdf",)}

    def made_questions(self, collection_id: str) -> tuple[SetQuestion, ...]:
        return (SetQuestion("", "Made?"),)

    def add_made_questions(self, collection_id: str, set_name: str) -> int:
        self.did.append(f"made for {set_name}")
        return 1

    def making_job(self, collection_id: str) -> JobView | None:
        return None

    def making_report(self, collection_id: str, set_name: str) -> MakingReport | None:
        return self.made

    def making_estimate(self, collection_id: str, most: int) -> MakingEstimate | None:
        if not self.has_model:
            return None
        return MakingEstimate("a *model*", 2 * most, 16, 3, 52_000, 6_000, 0.31, "$")

    def write_questions(self, collection_id: str, set_name: str, most: int) -> None:
        self.did.append(f"write {most} for {set_name}")

    def make_questions(self, collection_id: str, set_name: str, most: int) -> None:
        self.did.append(f"make {most} for {set_name}")

    def new_set(self, collection_id: str, name: str) -> QuestionSetCard:
        self.did.append(f"new {name}")
        self.sets.append(QuestionSetCard("s2", "c", name, 0.0, 0))
        return self.sets[-1]

    def put_question(self, collection_id: str, set_id: str, question: SetQuestion) -> None:
        self.asked_of.append(replace(question, qid=question.qid or "new"))

    def plan_run(
        self,
        collection_id: str,
        set_id: str,
        contenders: Sequence[Contender],
        *,
        top_k: int,
        answers: bool,
    ) -> EvaluationRun:
        return replace(RUN, contenders=tuple(contenders), top_k=top_k, answers=answers)

    def estimate_run(self, run: EvaluationRun) -> RunEstimate:
        return RunEstimate(8, 2, 12.0, 1_000, 0.5, "$")

    def start_run(self, run: EvaluationRun) -> None:
        self.did.append(
            f"start {[contender.pipeline for contender in run.contenders]} {run.answers}"
        )

    def ask_failed_again(self, run: EvaluationRun) -> None:
        self.did.append("again")

    def evaluation_runs(self, collection_id: str) -> tuple[RunProgress, ...]:
        return tuple(self.progress)

    def run_job(self, run: EvaluationRun) -> JobView | None:
        return self.job

    def evaluation_report(self, collection_id: str, run_id: str) -> EvaluationReport:
        return replace(
            report(self.progress[0]),
            judging=self.judging_report,
            would_cost=self.would_cost,
            causes=self.causes_report,
        )

    def judge_name(self) -> str:
        return "local judge"

    def judging_estimate(
        self, run: EvaluationRun, *, votes: int, pairs: bool
    ) -> JudgingEstimate | None:
        if not self.has_model:
            return None
        return JudgingEstimate("a model", 9 * votes, 0, 1, 8_000, 900, 0.25, "$")

    def start_judging(self, run: EvaluationRun, *, votes: int, pairs: bool) -> None:
        self.did.append(f"judge {votes} {pairs}")

    def judging_job(self, run: EvaluationRun) -> JobView | None:
        return None

    def find_causes(self, run: EvaluationRun) -> None:
        self.did.append("looked into")
        self.causes_report = causes_table.example().report

    def causes_job(self, run: EvaluationRun) -> JobView | None:
        return None

    def would_cost_of_run(self, run: EvaluationRun, progress: Callable[[int, int], None]) -> None:
        self.did.append("counted")
        self.would_cost = would_cost_table.example().report
        progress(1, 1)

    def why_missed(
        self, run: EvaluationRun, contender: Contender, qid: str
    ) -> tuple[tuple[str, WhyNot], ...]:
        return ((HOSTILE, missed_evidence.example()),)

    def set_file(self, collection_id: str, set_id: str, form: Literal["jsonl", "csv"]) -> str:
        return ""


@pytest.fixture
def workbench(monkeypatch: pytest.MonkeyPatch) -> EvaluationWorkbench:
    made = EvaluationWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    return made


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(ROOT / "pages" / "evaluate.py"), default_timeout=30)


def _text(app: AppTest) -> str:
    shown = [*app.markdown, *app.caption, *app.warning]
    return "\n".join(str(each.value) for each in shown).replace("\\", "").replace("\u2060", "")


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def test_without_a_set_the_page_offers_ways_to_one(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    workbench.sets = []
    page.run()
    assert not page.exception
    assert "Questions whose answers are known tell" in _text(page)
    page.button(key="add-made").click().run()
    page.button(key="make").click().run()
    page.button(key="begin-set").click().run()
    assert not page.exception
    assert workbench.did == [
        "made for My questions",
        "make 40 for My questions",
        "new My questions",
    ]


def test_a_language_model_writes_questions_only_where_one_is_on_and_priced(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    workbench.sets = []
    page.run()
    assert not page.exception
    assert [each.key for each in page.radio] == []
    workbench.has_model = True
    page.run()
    assert page.radio(key="make-by").value == "templates", "off until it is chosen"
    assert "$0.31" not in _text(page)
    page.radio(key="make-by").set_value("language model").run()
    assert "at most 96 requests, 16 of them about two passages: about 52,000 tokens in" in _text(
        page
    )
    assert "$0.31. It ends when enough questions are kept. 3 replies are there already" in _text(
        page
    )
    page.button(key="make").click().run()
    assert not page.exception
    assert workbench.did == ["write 40 for My questions"]


def test_what_came_of_making_questions_is_told_with_all_that_is_missing(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    workbench.sets = []
    workbench.made = MakingReport(
        "j1", "a model", "a model 1", 40, 31, 4, 71, 2,
        refused=(("gives itself away", 22), (HOSTILE, 18)),
        failed=(("The server is overloaded.", 2),), unasked=5,
        input_tokens=40_000, output_tokens=4_000, cost=0.2, currency="$", estimated=1, ended=True,
    )  # fmt: skip
    page.run()
    assert not page.exception
    told = _text(page)
    assert "31 of 40 questions made by a model, 4 of them over two passages." in told
    assert "40 not kept: gives itself away (22); " in told
    assert "2 requests failed: The server is overloaded (2)." in told
    assert "5 passages were not asked about" in told
    assert "71 requests answered, 2 replies were there already: 40,000 tokens in, 4,000" in told
    assert "$0.20 (tokens of 1 estimated from the words)." in told


def test_a_run_says_what_it_takes_before_it_starts(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    page.run()
    assert not page.exception
    assert "8 answers to be worked out, 2 are known already, about 12 s" in _text(page)
    assert "1,000 tokens, $0.50." in _text(page)
    page.toggle(key="evaluate-answers").set_value(False).run()
    page.button(key="run").click().run()
    assert not page.exception
    assert workbench.did == ["start ['naive'] False"]


def test_results_are_told_in_words_and_numbers_and_titles_stay_text(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    workbench.progress = [RunProgress(RUN, 8, 8, 1, ("The documents have changed.",))]
    page.run()
    assert not page.exception
    html = _html(page)
    assert "On your 4 questions it finds more." in html
    assert "<td class=quire-best>0.80 ± 0.10</td>" in html
    assert "Evidence is counted by pages." in html
    assert "The documents have changed. Run again" in _text(page)
    assert "gone.pdf" in _text(page)
    assert "<script>" not in html
    page.button(key="failed-again").click().run()
    assert workbench.did == ["again"]


def test_a_missed_passage_is_explained(workbench: EvaluationWorkbench, page: AppTest) -> None:
    page.run()
    page.button(key="why-q1").click().run()
    assert not page.exception
    assert "Below the cut." in _html(page)
    assert "From the passage in place 2 one link leads to it" in _html(page)
    assert "share names <small>(pilot)</small>" in _html(page)
    assert "<script>" not in _html(page)


def test_a_language_model_judges_only_after_its_price_was_said(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    page.run()
    assert "No language model is on" in _text(page)
    workbench.has_model = True
    page.run()
    assert workbench.did == []
    assert "a model, 9 requests, of them 1 hidden probe: about 8,000 tokens in, 900 out" in _text(
        page
    )
    page.toggle(key="judge-pairs").set_value(True).run()
    page.button(key="start-judging").click().run()
    assert not page.exception
    assert workbench.did == ["judge 1 True"]


def test_the_judge_is_judged_on_the_page(workbench: EvaluationWorkbench, page: AppTest) -> None:
    found = judge_results.example().report
    workbench.judging_report = replace(found, errors=((HOSTILE, "It is prose."),))
    page.run()
    assert not page.exception
    html = _html(page)
    assert "<td>75 %</td><td>0.50</td>" in html
    assert "Naive and fused_hybrid" in html
    assert "3 of 4 hidden probes" in html
    assert "It is prose." in _text(page)
    assert "<script>" not in html


def test_what_a_language_model_would_cost_is_counted_on_demand(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    page.run()
    assert "What it costs" in "\n".join(str(each.value) for each in page.subheader)
    page.button(key="count-cost").click().run()
    assert not page.exception
    assert workbench.did == ["counted"]
    assert "<td>2.29 ×</td>" in _html(page)
    assert "26 to lead the search, 12 to write the answer" in _html(page)


def test_causes_are_counted_on_demand(workbench: EvaluationWorkbench, page: AppTest) -> None:
    page.run()
    page.button(key="find-causes").click().run()
    assert not page.exception
    assert workbench.did == ["looked into"]
    assert "<th scope='row'>Below the cut</th><td>6 <small>67 %</small></td><td>0</td>" in _html(
        page
    )
    assert "<th scope='row'>no way to it</th><td>2 <small>22 %</small></td>" in _html(page)


def test_a_run_at_work_can_be_cancelled_and_one_that_ended_goes_on(
    workbench: EvaluationWorkbench, page: AppTest
) -> None:
    job = make_job("e", "run", JobState.RUNNING, stage="asking")
    workbench.job = JobView(job, 0.5, 20.0, "Asking, 4 of 8 answered")
    page.run()
    assert not page.exception
    assert page.button(key="cancel-run")
    workbench.job = JobView(
        replace(job, state=JobState.FAILED, reason="It ended early."), 0.5, None, "Not read"
    )
    page.run()
    assert "It ended early." in _text(page)
    page.button(key="go-on").click().run()
    assert workbench.did == ["start ['naive', 'fused_hybrid'] True"]


def test_questions_can_be_typed(workbench: EvaluationWorkbench, page: AppTest) -> None:
    page.session_state["evaluate-view"] = "Questions"
    page.run()
    assert not page.exception
    assert "1 question with evidence that this collection does not hold" in _text(page)
    next(each for each in page.text_input if each.label == "Question").set_value("How  many?")
    next(each for each in page.text_area if each.label.startswith("Right")).set_value("12\n\n13")
    next(each for each in page.button if each.label == "Save question").click().run()
    assert not page.exception
    assert workbench.asked_of[-1] == SetQuestion("new", "How many?", ("12", "13"))


def test_what_was_typed_becomes_evidence() -> None:
    before = (Reference("b.pdf", "kept", 4),)
    assert evidence_of(["a.pdf", "b.pdf"], ["kept", "new"], 2, before) == (
        Reference("b.pdf", "kept", 4),
        Reference("a.pdf", "new", 2),
    )
    assert evidence_of(["a.pdf"], [], 0) == (Reference("a.pdf"),)
    assert evidence_of([], ["x"], 1) == ()
    assert evidence_words(SetQuestion("q", "x", (), before)) == "b.pdf p. 4: “kept”"


def test_values_and_plots() -> None:
    data = example()
    naive, fused = data.report.results
    assert shown_value(naive.row("Recall@5")) == "0.60 ± 0.10"
    assert shown_value(naive.row("Seconds")) == "0.30"
    assert shown_value(naive.row("None")) == "–"
    assert best_of(data.report.results, "Seconds") == {"naive"}
    assert best_of(data.report.results, "Recall@5") == {"fused_hybrid"}
    assert best_of([naive, naive], "Recall@5") == frozenset()
    assert measures_shown(data.report, all_of_them=False) == ["Recall@5", "Seconds"]
    assert data.title("naive fusion=convex") == "Naive (fusion=convex)"
    figure = interval_figure(data, "Recall@5")
    assert [point.x[0] for point in figure.data] == [0.6, 0.8]
    assert [point.y[0] for point in cost_figure(data, "Recall@5").data] == [0.6, 0.8]
    assert not spends_money(data.report)
    paid = replace(naive, rows=(*naive.rows, MeasuredRow("Money", 0.25, 0.2, 0.4, 40, share=False)))
    spent = replace(data, report=replace(data.report, results=(paid, fused)))
    assert spends_money(spent.report)
    (point,) = cost_figure(spent, "Recall@5", "Money").data
    assert (point.x[0], point.y[0]) == (0.25, 0.6)
    assert (point.error_x.array[0], point.error_x.arrayminus[0]) == pytest.approx((0.15, 0.05))
    assert fused.row("Recall@5") is not None
    assert counted_over(data.report, "Recall@5") == ""
    fewer = replace(naive, rows=(*naive.rows, replace(naive.rows[0], measure="Few", count=3)))
    assert counted_over(replace(data.report, results=(fewer, fused)), "Few") == "n = 3"
