"""What the Tune page promises, without a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import session
from backend.types import (
    AdapterState,
    BoundsState,
    DescribedBy,
    DescribingEstimate,
    DescribingState,
    FineTuningState,
    GraphMap,
    JobState,
    JobView,
    MapPoint,
    MeasuredMean,
    NamingEstimate,
    TuningReport,
    TuningState,
    VerdictCount,
    bound_words,
)
from components import bounds_offer
from components.bounds_offer import count_words
from components.describing_offer import price as describing_price
from components.describing_offer import taken
from components.graph_map import COLOURED, GraphMapView, figure
from components.naming_offer import price
from components.tuning_evidence import facts, missing
from components.tuning_report import percent
from tests.pages.standin import HOSTILE, StandInWorkbench, make_job

ROOT = Path(__file__).resolve().parent.parent.parent
ESTIMATE = NamingEstimate("tiny", 120, 3, 20, 40_000, 9_000, 0.314, "$")
PRICED = DescribingEstimate("tiny", 30, 4, 40_000, 5_100, 0.314, "$")
UNDESCRIBED = DescribingState(DescribedBy.NOBODY, 34, 0, 0, 0, 0, 0, 0.0, "$")
FEW = TuningState(5, 20, 5, 0, 2, 1, 1, (), "", False, False, None)
REPORT = TuningReport(
    40,
    (("Right passage first", MeasuredMean(0.5, 0.4, 0.6), MeasuredMean(0.6, 0.5, 0.7)),),
    MeasuredMean(0.1, 0.02, 0.18),
    (("dense", MeasuredMean(0.12, 0.05, 0.2)), ("path", MeasuredMean(-0.01, -0.02, 0.0))),
    kept=True,
    reason="Better: +10.0 points.",
    at=0.0,
)
UNMOVED = AdapterState(5, 20, 5, 0, 2.2, False, False, False, None)
BEFORE = "all-MiniLM-L6-v2@123456789abc"
UNBOUND = BoundsState(5, 40, 5, 0, 7.0, None, False, False, None)
UNTUNED = FineTuningState(5, 60, 5, 0, 900, 0.0, False, False, False, False, BEFORE, None)
TUNED = replace(FEW, questions=40, from_marks=40, own_weights=True, report=REPORT)


class TuningWorkbench(StandInWorkbench):
    """A stand-in whose training a test scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.state = FEW
        self.moved = UNMOVED
        self.bound = UNBOUND
        self.tuned = UNTUNED
        self.estimate: NamingEstimate | None = None
        self.priced: DescribingEstimate | None = None
        self.described = UNDESCRIBED
        self.work: dict[str, JobView] = {}
        self.did: list[str] = []

    def tuning_state(self, collection_id: str) -> TuningState:
        return self.state

    def query_adapter(self, collection_id: str) -> AdapterState:
        return self.moved

    def learn_query_adapter(self, collection_id: str) -> None:
        self.did.append("learn")

    def use_query_adapter(self, collection_id: str, *, on: bool) -> None:
        self.did.append(f"use {on}")
        self.moved = replace(self.moved, on=on)

    def reader_bounds(self, collection_id: str) -> BoundsState:
        return self.bound

    def learn_reader_bounds(self, collection_id: str) -> None:
        self.did.append("learn bounds")

    def use_reader_bounds(self, collection_id: str, *, on: bool) -> None:
        self.did.append(f"bounds {on}")
        own = bounds_offer.example().state.bounds
        self.bound = replace(self.bound, bounds=own if on else None)

    def fine_tuning(self, collection_id: str) -> FineTuningState:
        return self.tuned

    def fine_tune_embedder(self, collection_id: str) -> None:
        self.did.append("fine-tune")

    def use_fine_tuned(self, collection_id: str, *, on: bool) -> None:
        self.did.append(f"fine-tuned {on}")
        self.tuned = replace(self.tuned, on=on, moving=True)

    def work_on(self, collection_id: str, kind: str) -> JobView | None:
        return self.work.get(kind)

    def naming_estimate(self, collection_id: str) -> NamingEstimate | None:
        return self.estimate

    def name_with_language_model(self, collection_id: str) -> None:
        self.did.append("name")

    def describing_estimate(self, collection_id: str) -> DescribingEstimate | None:
        return self.priced

    def describing_state(self, collection_id: str) -> DescribingState:
        return self.described

    def describe_tables(self, collection_id: str, by: DescribedBy) -> None:
        self.did.append(f"describe by {by.value}")

    def graph_vector_kinds(self) -> tuple[str, ...]:
        return ("names", "transe")

    def graph_map(self, collection_id: str, kind: str) -> GraphMap:
        self.did.append(f"map {kind}")
        points = tuple(
            MapPoint(str(n), n, 0, HOSTILE if n % 2 else f"D{n}", (HOSTILE,)) for n in range(30)
        )
        return GraphMap(points, 40, 30, 0.5)

    def learn_graph_vectors(self, collection_id: str, kind: str) -> None:
        self.did.append(f"learn {kind}")

    def forget_graph_vectors(self, collection_id: str, kind: str) -> None:
        self.did.append(f"forget {kind}")

    def cancel_job(self, job_id: str) -> None:
        self.did.append(f"cancel {job_id}")

    def tune(self, collection_id: str) -> None:
        self.did.append("tune")

    def undo_tuning(self, collection_id: str) -> None:
        self.did.append("undo")
        self.state = replace(self.state, own_weights=False)

    def redo_tuning(self, collection_id: str) -> None:
        self.did.append("redo")


@pytest.fixture
def workbench(monkeypatch: pytest.MonkeyPatch) -> TuningWorkbench:
    made = TuningWorkbench()
    monkeypatch.setattr(session, "workbench", lambda: made)
    monkeypatch.setattr(session, "library", lambda: made)
    return made


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(ROOT / "pages" / "tune.py"), default_timeout=30)


def _text(app: AppTest) -> str:
    shown = [*app.markdown, *app.caption, *app.warning]
    return "\n".join(str(each.value) for each in shown).replace("\\", "")


def _html(app: AppTest) -> str:
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def test_too_few_questions_say_so_and_nothing_can_be_started(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert not page.exception
    assert page.button(key="tune-now").disabled
    assert "5 of at least 20 questions" in _text(page)
    assert "2 passages marked both helpful and not" in _html(page)
    assert "The rules name things." in _text(page)


def test_enough_questions_can_be_learned_from(workbench: TuningWorkbench, page: AppTest) -> None:
    workbench.state = replace(FEW, questions=20)
    page.run()
    page.button(key="tune-now").click().run()
    assert not page.exception
    assert workbench.did == ["tune"]


def test_a_training_that_runs_can_be_stopped(workbench: TuningWorkbench, page: AppTest) -> None:
    job = make_job("t", "weights", JobState.RUNNING, stage="measuring")
    workbench.work["tune"] = JobView(job, 0.4, 20.0, "Searching for question 8 of 20")
    page.run()
    assert not page.exception
    assert "Questions can be asked meanwhile." in _text(page)
    assert page.button(key="stop-tuning")
    assert not [each for each in page.button if each.key == "tune-now"]


def test_the_report_shows_before_and_after_and_can_be_undone(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    workbench.state = TUNED
    page.run()
    assert not page.exception
    assert "This collection's own weights" in _text(page)
    assert "<td>50.0 ± 10.0</td><td>60.0 ± 10.0</td>" in _html(page)
    assert "Better: +10.0 points." in _html(page)
    page.button(key="undo-tuning").click().run()
    assert workbench.did == ["undo"]
    page.button(key="redo-tuning").click().run()
    assert workbench.did == ["undo", "redo"]


def test_where_questions_are_searched_from_is_learned_and_switched(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert page.button(key="adapter-learn").disabled
    assert "5 of at least 20 questions with a passage known to be right" in _text(page)
    workbench.moved = replace(UNMOVED, questions=60, seconds=5.0)
    page.run()
    assert "Questions are searched as they are" in _text(page)
    assert "60 questions to learn from. It takes about 5.0 s" in _text(page)
    page.button(key="adapter-learn").click().run()
    workbench.moved = replace(workbench.moved, on=True, learned=True, report=REPORT)
    page.run()
    assert "Questions are moved" in _text(page)
    assert "<td>50.0 ± 10.0</td><td>60.0 ± 10.0</td>" in _html(page)
    page.button(key="adapter-off").click().run()
    page.button(key="adapter-on").click().run()
    assert not page.exception
    assert workbench.did == ["learn", "use False", "use True"]
    workbench.moved = replace(workbench.moved, on=False, learned=False, gone=True)
    page.run()
    assert "a document that it learned from was deleted or replaced" in _text(page)
    assert not [each for each in page.button if each.key == "adapter-on"]


def test_learning_that_runs_can_be_stopped(workbench: TuningWorkbench, page: AppTest) -> None:
    job = make_job("a", "query adapter", JobState.RUNNING, stage="learning")
    workbench.work["learn_adapter"] = JobView(job, 0.6, 2.0, "Learning where questions belong")
    page.run()
    assert not page.exception
    assert page.button(key="adapter-stop")
    assert not [each for each in page.button if each.key == "adapter-learn"]


def test_bounds_are_learned_shown_before_and_after_and_taken_back(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert page.button(key="bounds-learn").disabled
    assert "5 of at least 40 questions with a judged answer or passage" in _text(page)
    assert "The bounds that come with Quire" in _text(page)
    workbench.bound = replace(UNBOUND, questions=64, seconds=66.0)
    page.run()
    assert "64 questions to ask again. It takes about 1 min" in _text(page)
    page.button(key="bounds-learn").click().run()
    workbench.bound = bounds_offer.example().state
    page.run()
    assert "This collection's own bounds" in _text(page)
    assert (
        "<td>8 of 11 right, 72.7 % [43.4, 90.3], of 13</td>"
        "<td>7 of 7 right, 100.0 % [64.6, 100.0], of 8</td><td>0.75 → 0.86</td>"
    ) in _html(page)
    assert "<td>0.50 → 0.50, not used</td>" in _html(page)
    assert "58 answers known to be right or wrong" in _html(page)
    assert "4 answers that nobody judged" in _html(page)
    page.button(key="bounds-off").click().run()
    assert "The bounds that come with Quire" in _text(page)
    page.button(key="bounds-on").click().run()
    assert not page.exception
    assert workbench.did == ["learn bounds", "bounds False", "bounds True"]
    workbench.bound = replace(workbench.bound, bounds=None, learned=False, outdated=True)
    page.run()
    assert "were learned for another reader or embedder and are not used" in _text(page)
    assert not [each for each in page.button if each.key in ("bounds-on", "bounds-off")]


def test_learning_bounds_that_runs_can_be_stopped(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    job = make_job("b", "bounds of verdicts", JobState.RUNNING, stage="asking")
    workbench.work["learn_bounds"] = JobView(job, 0.5, 30.0, "Asking question 20 of 40 again")
    workbench.bound = bounds_offer.example().state
    page.run()
    assert "58 answers known to be right or wrong" in _html(page)
    assert not [each for each in page.button if each.key in ("bounds-on", "bounds-off")]
    page.button(key="bounds-stop").click().run()
    assert not page.exception
    assert workbench.did == ["cancel b"]
    failed = replace(job, state=JobState.FAILED, reason="Too few.", remedy="Mark more.")
    workbench.work["learn_bounds"] = JobView(failed, 0.0, None, "")
    page.run()
    assert "Too few. Mark more." in _text(page)
    assert page.button(key="bounds-off")
    assert "that quote the same place" not in _html(page)
    assert workbench.bound.report
    again = replace(workbench.bound.report, repeated=3)
    workbench.bound = replace(workbench.bound, report=again)
    page.run()
    assert "3 answers that quote the same place as another count with that one." in _html(page)


def test_an_embedder_is_fine_tuned_for_a_price_and_switched_back(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert page.button(key="embedder-learn").disabled
    assert "5 of at least 60 questions with a passage known to be right" in _text(page)
    workbench.tuned = replace(UNTUNED, questions=90, seconds=None)
    page.run()
    assert "How long that takes on this machine is being measured" in _text(page)
    assert not page.button(key="embedder-learn").disabled
    workbench.tuned = replace(UNTUNED, questions=90, seconds=0.0)
    page.run()
    assert "How long that takes on this machine cannot be told now" in _text(page)
    workbench.tuned = replace(UNTUNED, questions=90, seconds=420.0)
    page.run()
    assert "90 questions to learn from, and 900 passages to embed." in _text(page)
    assert "takes about 7 min" in _text(page)
    assert "Passages are embedded by all" in _text(page)
    page.button(key="embedder-learn").click().run()
    workbench.tuned = replace(workbench.tuned, on=True, learned=True, report=REPORT)
    page.run()
    assert "This collection's own embedder" in _text(page)
    assert "<td>50.0 ± 10.0</td><td>60.0 ± 10.0</td>" in _html(page)
    page.button(key="embedder-off").click().run()
    assert "until that is done questions go on as before" in _text(page)
    assert page.button(key="embedder-learn").disabled
    page.button(key="embedder-on").click().run()
    assert not page.exception
    assert workbench.did == ["fine-tune", "fine-tuned False", "fine-tuned True"]
    workbench.tuned = replace(workbench.tuned, on=False, learned=False, gone=True, moving=False)
    page.run()
    assert "What was learned is gone: a document that it learned from was deleted" in _text(page)
    assert not [each for each in page.button if each.key == "embedder-on"]


def test_fine_tuning_that_runs_tells_how_far_it_is_and_can_be_stopped(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    job = make_job("f", "fine-tuned embedder", JobState.RUNNING, stage="learning")
    workbench.work["fine_tune"] = JobView(
        job, 0.4, 240.0, "Fine-tuning the embedder, batch 8 of 20"
    )
    page.run()
    assert not page.exception
    assert page.button(key="embedder-stop")
    assert not [each for each in page.button if each.key == "embedder-learn"]


def test_the_price_is_agreed_to_before_anything_is_read(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    workbench.estimate = ESTIMATE
    page.run()
    assert "tiny would read 120 passages in 20 requests" in _text(page)
    assert "about $0.31" in _text(page)
    assert page.button(key="naming-start").disabled
    page.checkbox(key="naming-agreed").check().run()
    page.button(key="naming-start").click().run()
    assert not page.exception
    assert workbench.did == ["name"]


def test_a_language_model_describes_tables_only_once_its_price_is_agreed_to(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    workbench.priced = PRICED
    page.run()
    assert "tiny would describe 30 tables, one request each" in _text(page)
    assert "about $0.31. 4 were described before and cost nothing." in _text(page)
    assert page.button(key="describing-start").disabled
    page.checkbox(key="describing-agreed").check().run()
    page.button(key="describing-start").click().run()
    assert not page.exception
    assert workbench.did == ["describe by language_model"]


def test_a_template_describes_tables_without_a_price_and_it_can_be_taken_back(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert not [each for each in page.button if each.key in ("describing-start", "describing-off")]
    page.button(key="describing-template").click().run()
    workbench.described = replace(
        UNDESCRIBED, described_by=DescribedBy.TEMPLATE, described=33, requests=2, input_tokens=900
    )
    page.run()
    assert "33 of 34 tables can be found by it" in _text(page)
    assert "So far: 2 requests, 900 tokens read and 0 written." in _text(page)
    page.button(key="describing-off").click().run()
    assert not page.exception
    assert workbench.did == ["describe by local", "describe by none"]


def test_a_collection_without_tables_offers_no_description(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    workbench.described = replace(UNDESCRIBED, tables=0)
    page.run()
    assert "This collection has no tables." in _text(page)
    assert not [each for each in page.button if str(each.key).startswith("describing")]


def test_sentences_about_what_there_is() -> None:
    state = replace(FEW, set_name=HOSTILE, from_sets=3, unresolved=("a", "b", "c", "d"))
    said = facts(state)
    assert said[0] == "5 questions with a passage that somebody marked as helpful."
    assert said[1] == f"3 questions from {HOSTILE}."
    assert said[-1] == "Not found in this collection: “a”, “b”, “c” and 1 more."
    assert missing(replace(FEW, questions=20)) == ""
    assert percent(MeasuredMean(0.712, 0.671, 0.753)) == "71.2 ± 4.1"
    assert "nothing to pay" in price(replace(ESTIMATE, passages=0))
    assert "no price is set" in price(replace(ESTIMATE, cost=0.0))
    assert "nothing to pay" in describing_price(replace(PRICED, tables=0))
    assert "no price is set" in describing_price(replace(PRICED, cost=0.0))
    assert taken(UNDESCRIBED) == ""
    assert count_words(VerdictCount(0, 0, 0, None)) == "none"
    assert count_words(VerdictCount(3, 0, 0, None)) == "none known, of 3"
    assert (bound_words(1.0), bound_words(1.01)) == ("1.00", "never")
    assert taken(replace(UNDESCRIBED, requests=1, cost=0.25)).endswith("0 written, $0.25.")


def test_names_of_files_stay_text(workbench: TuningWorkbench, page: AppTest) -> None:
    workbench.state = replace(FEW, set_name=HOSTILE, unresolved=(HOSTILE,))
    page.run()
    assert not page.exception
    assert "<script>" not in _html(page)


def test_vectors_of_the_graph_are_learned_stopped_and_removed(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    page.segmented_control(key="map-kind").set_value("names").run()
    assert not [each for each in page.button if each.key == "graph-vectors-learn"]
    page.segmented_control(key="map-kind").set_value("transe").run()
    page.button(key="graph-vectors-learn").click().run()
    assert not page.exception
    job = make_job("g", "graph vectors, transe", JobState.RUNNING, key="transe")
    workbench.work["learn_graph"] = JobView(job, 0.4, 2.0, "Learning the graph's vectors")
    page.run()
    page.button(key="graph-vectors-stop").click().run()
    failed = replace(job, state=JobState.FAILED, reason="It broke.", remedy="Try again.")
    workbench.work["learn_graph"] = JobView(failed, 0.0, None, "")
    page.run()
    assert "It broke. Try again." in _text(page)
    page.button(key="graph-vectors-forget").click().run()
    assert not page.exception
    did = [each for each in workbench.did if not each.startswith("map")]
    assert did == ["learn transe", "cancel g", "forget transe"]


def test_the_map_of_vectors_is_made_when_it_is_asked_for(
    workbench: TuningWorkbench, page: AppTest
) -> None:
    page.run()
    assert workbench.did == []
    page.segmented_control(key="map-kind").set_value("transe").run()
    assert not page.exception
    assert workbench.did == ["map transe"]
    assert "30 points of 30 passages" in _text(page)
    drawn = figure(GraphMapView(workbench.graph_map("c", "names")))
    names = [trace.name for trace in drawn.data]
    assert len(names) == COLOURED + 1
    assert names[-1] == "8 other documents"
    assert {trace.type for trace in drawn.data} == {"scatter"}, "drawn without WebGL too"
    # what a file says is no markup
    assert "<script" not in "".join(str(trace.text) + trace.name for trace in drawn.data)
