"""Pipelines measured over question sets: runs, their results, and the sets themselves."""

from __future__ import annotations

import streamlit as st

from app import (
    comparing,
    evaluation_sets,
    run_across,
    run_causes,
    run_costs,
    run_judge,
    session,
    submission,
)
from app.collection_header import collection_header
from app.compared_settings import settings_form
from app.job_bar import job_bar
from backend.types import (
    Collection,
    Contender,
    EvaluationRun,
    JobState,
    QuestionOutcome,
    QuestionSetCard,
    RunEstimate,
    RunProgress,
)
from backend.workbench import report_text
from components import verbatim, wording
from components.evaluation_results import (
    ResultsView,
    kinds_table,
    reliability_table,
    results_plots,
    results_table,
    sentences,
)
from components.missed_evidence import missed_evidence
from components.reading_badge import ACTIVE

TITLE = "Evaluate"
ICON = "query_stats"
ORDER = 55

SET, PIPELINES, TOP_K, ANSWERS = (
    "evaluate-set",
    "evaluate-pipelines",
    "evaluate-top-k",
    "evaluate-answers",
)
RUN = "evaluate-run"
VIEW = "evaluate-view"
ALL_MEASURES = "evaluate-all"
RESULTS, QUESTIONS = "Results", "Questions"
SHOWN = 8  # questions that differ most; the report has all
FORMS = {
    "markdown": ("Markdown", "md", "text/markdown"),
    "csv": ("CSV", "csv", "text/csv"),
    "json": ("JSON", "json", "application/json"),
    "html": ("HTML page", "html", "text/html"),
}


def show_page() -> None:
    """Draws the page."""
    workbench, collection = session.workbench(), collection_header("evaluate")
    if collection is None:
        return
    sets = workbench.question_sets.sets_of(collection.id)
    if not sets:
        st.markdown(
            "Which pipeline is better on your documents, and how far to trust it? "
            "Questions whose answers are known tell: add some."
        )
        evaluation_sets.first_set(collection)
        return
    card = _form(collection, sets)
    view = st.segmented_control(
        "Show", [RESULTS, QUESTIONS], default=RESULTS, key=VIEW, label_visibility="collapsed"
    )
    if view == QUESTIONS:
        evaluation_sets.questions(collection, card)
        return
    runs = [
        run
        for run in workbench.evaluation.evaluation_runs(collection.id)
        if run.run.set_id == card.id
    ]
    if not runs:
        st.caption("Nothing was asked yet. Choose pipelines and press Run.")
        return
    _results(collection, card, _chosen(runs), runs)


def _form(collection: Collection, sets: tuple[QuestionSetCard, ...]) -> QuestionSetCard:
    """The row on top: set, pipelines, what is asked for, and the button that starts."""
    cards = {pipeline.name: pipeline for pipeline in submission.pipelines()}
    ids = [set_card.id for set_card in sets]
    if st.session_state.get(SET) not in ids:
        st.session_state[SET] = ids[0]
    with st.container(horizontal=True, vertical_alignment="bottom", key="evaluate-row"):
        names = {
            set_card.id: f"{set_card.name}, {set_card.questions:,} questions" for set_card in sets
        }
        chosen = st.selectbox(
            "Question set",
            ids,
            format_func=lambda each: verbatim.printable(names[each]),
            key=SET,
            label_visibility="collapsed",
            width=300,
        )
        wanted = st.pills(
            "Pipelines",
            list(cards),
            selection_mode="multi",
            default=[each for each in ("naive", "fused_hybrid") if each in cards],
            format_func=lambda name: verbatim.markdown(cards[name].title),
            key=PIPELINES,
            label_visibility="collapsed",
            width="content",
        )
        with st.popover("Options", icon=":material/tune:", type="tertiary"):
            top_k = st.number_input("Passages", 1, 50, 10, key=TOP_K)
            answers = st.toggle(
                "Write answers",
                value=True,
                key=ANSWERS,
                help="Without them only the evidence is measured, which is quicker.",
            )
            by_setting = st.toggle(
                "Settings of one pipeline",
                key="evaluate-by-setting",
                help="Values of one setting are compared instead of pipelines",
            )
            settings = settings_form(cards, key="evaluate") if by_setting else None
        contenders = [Contender(pill) for pill in wanted] if settings is None else settings
        card = next(set_card for set_card in sets if set_card.id == chosen)
        run = _planned(collection, card, contenders, int(top_k), answers)
        if st.button(
            "Run", type="primary", icon=":material/play_arrow:", disabled=run is None, key="run"
        ):
            _start(run)
    if run is not None:
        st.caption(told(session.workbench().evaluation.estimate_run(run)))
    return card


def _planned(
    collection: Collection,
    card: QuestionSetCard,
    contenders: list[Contender],
    top_k: int,
    answers: bool,
) -> EvaluationRun | None:
    if (
        not contenders
        or not card.questions
        or not session.workbench().library.documents(collection.id)
    ):
        return None
    return session.workbench().evaluation.plan_run(
        collection.id, card.id, contenders, top_k=top_k, answers=answers
    )


def told(estimate: RunEstimate) -> str:
    """What a run would take, in a sentence."""
    if not estimate.asked:
        return f"All {estimate.known:,} answers are known already; Run shows them."
    words = f"{wording.count(estimate.asked, 'answer')} to be worked out"
    if estimate.known:
        words += f", {estimate.known:,} are known already"
    if estimate.seconds is None:
        return f"{words}. How long that takes shows after the first ones."
    words += f", about {wording.duration(estimate.seconds)}"
    if estimate.tokens:
        words += (
            f", {wording.count(estimate.tokens, 'token')}, "
            f"{verbatim.markdown(estimate.currency)}{estimate.cost:.2f}"
        )
    return f"{words}."


def _start(run: EvaluationRun | None) -> None:
    if run is not None:
        session.workbench().evaluation.start_run(run)
        st.session_state[RUN] = run.id
        st.rerun()


def _chosen(runs: list[RunProgress]) -> RunProgress:
    """The run that is shown: the one that was started or chosen, else the newest."""
    wanted = st.session_state.get(RUN)
    return next((run for run in runs if run.run.id == wanted), runs[0])


# --- one run -------------------------------------------------------------------------------------


def _results(
    collection: Collection, card: QuestionSetCard, shown: RunProgress, runs: list[RunProgress]
) -> None:
    job = session.workbench().evaluation.run_job(shown.run)
    working = job is not None and job.job.state in ACTIVE
    st.fragment(_progress, run_every=2 if working else None)(shown.run, working)
    if not shown.done:
        return
    titles = {pipeline.name: pipeline.title for pipeline in submission.pipelines()}
    report = session.workbench().evaluation.evaluation_report(collection.id, shown.run.id)
    data = ResultsView(report, titles, session.is_dark())
    with st.container(horizontal=True, vertical_alignment="center", key="evaluate-head"):
        st.caption(verbatim.markdown(headline(shown)), width="stretch")
        with st.popover("Download report", icon=":material/download:", type="tertiary"):
            for form, (label, ending, media) in FORMS.items():
                st.download_button(
                    label,
                    lambda form=form: report_text(report, form),  # type: ignore[misc]
                    file_name=f"evaluation.{ending}",
                    mime=media,
                    on_click="ignore",
                    key=f"download-{form}",
                    width="stretch",
                )
        run_judge.judge_menu(shown.run)
        run_across.across_menu(collection, card, shown)
        _other_runs(collection, shown, runs)
    if shown.changed:
        words = f"{' '.join(shown.changed)} Run again to measure it as it is now."
        st.warning(verbatim.markdown(words), icon=":material/history:")
    st.subheader("Results", anchor=False)
    sentences(data)
    results_table(data, key="results", all_of_them=bool(st.session_state.get(ALL_MEASURES)))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.toggle("All measures", key=ALL_MEASURES)
        if any(result.row("Judged right") for result in report.results):
            st.caption(
                f"Judged right: by the {session.workbench().evaluation.judge_name()}.",
                width="content",
            )
    run_across.across(collection, card, shown)
    run_judge.judging(shown.run, data)
    left, right = st.columns([0.54, 0.46], gap="large")
    with left:
        _differing(data)
        run_causes.causes(shown.run, data)
        run_costs.costs(shown.run, data)
        _left_out(collection, shown, data)
    with right:
        results_plots(data, key="evaluate")
        if report.kinds:
            st.subheader("By kind, evidence and document", anchor=False)
            kinds_table(data)
        if report.reliability:
            st.subheader("How far to trust a verdict", anchor=False)
            reliability_table(data)


def headline(shown: RunProgress) -> str:
    """What was asked, when, and how."""
    run = shown.run
    parts = [
        f"Run of {wording.moment(run.created)}",
        f"{shown.done:,} of {wording.count(shown.total, 'answer')}",
        f"answers by {run.state.get('answers', '')}" if run.answers else "evidence alone",
        wording.count(run.top_k, "passage"),
        f"{run.state.get('documents', '').split(' ')[0]} documents",
    ]
    return " · ".join(parts)


@session.guarded
def _progress(run: EvaluationRun, was_working: bool) -> None:
    workbench = session.workbench()
    job = workbench.evaluation.run_job(run)
    if job is not None and job.job.state in ACTIVE:
        left = wording.remaining(job.seconds_left)
        label = f"{job.label}{f', {left} left' if left else ''}"
        job_bar(job, label, cancel="cancel-run")
        st.caption("Questions can be asked meanwhile; what was worked out is kept.")
        return
    if was_working:
        st.rerun()
    if job is not None and job.job.state in {JobState.FAILED, JobState.CANCELLED}:
        words = f"{job.job.reason} {job.job.remedy}".strip() or "The run was cancelled."
        st.warning(verbatim.markdown(words))
        if st.button("Go on", icon=":material/play_arrow:", key="go-on"):
            workbench.evaluation.start_run(run)
            st.rerun()


def _other_runs(collection: Collection, shown: RunProgress, runs: list[RunProgress]) -> None:
    """Earlier runs over the set: shown, compared with, deleted."""
    with st.popover("Runs", icon=":material/history:", type="tertiary"):
        names = {run.run.id: run_name(run) for run in runs}
        ids = list(names)
        chosen = st.selectbox(
            "Show",
            ids,
            index=ids.index(shown.run.id),
            format_func=lambda each: verbatim.printable(names[each]),
            key=f"runs-{shown.run.id}",
        )
        if chosen != shown.run.id:
            st.session_state[RUN] = chosen
            st.rerun()
        others = [each for each in ids if each != shown.run.id]
        if others:
            earlier = st.selectbox(
                "Compare with",
                others,
                index=None,
                format_func=lambda each: verbatim.printable(names[each]),
                key="evaluate-earlier",
            )
            if earlier is not None:
                differences = session.workbench().evaluation.run_against(
                    collection.id, shown.run.id, earlier
                )
                for difference in differences:
                    st.markdown(f"- {verbatim.markdown(difference.words)}")
                if not differences:
                    st.caption("The two runs have no pipeline in common.")
        if st.button("Delete this run", icon=":material/delete:", type="tertiary", key="drop-run"):
            session.workbench().evaluation.delete_run(collection.id, shown.run.id)
            st.session_state.pop(RUN, None)
            st.rerun()


def run_name(each: RunProgress) -> str:
    """A run in a list."""
    asked = ", ".join(one.name for one in each.run.contenders)
    return f"{wording.moment(each.run.created)}: {asked}, {each.done:,} of {each.total:,}"


def _differing(data: ResultsView) -> None:
    """The questions that differ most, each one click from Compare."""
    rows = [question for question in data.report.questions if question.spread > 0][:SHOWN]
    if not rows:
        return
    st.subheader("Questions where the pipelines differ most", anchor=False)
    pipelines = [result.contender.pipeline for result in data.report.results]
    for row in rows:
        with st.container(key=f"differ-{row.qid}", gap=None):
            if st.button(
                verbatim.markdown(verbatim.clipped(row.text, 140)),
                icon=":material/splitscreen_right:",
                type="tertiary",
                key=f"to-compare-{row.qid}",
                help="Compare the answers",
            ):
                comparing.compare_question(row.text, pipelines)
            values = " · ".join(
                f"{data.title(name)} {value:.2f}" for name, value in row.values.items()
            )
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(verbatim.markdown(f"{data.report.leading}: {values}"), width="content")
                if data.report.unit and st.button(
                    "Why missed?", icon=":material/help:", type="tertiary", key=f"why-{row.qid}"
                ):
                    _why(data.report.progress.run, row, data)


@st.dialog("Why was this missed?", width="large")
def _why(run: EvaluationRun, each: QuestionOutcome, data: ResultsView) -> None:
    st.markdown(f"**{verbatim.markdown(each.text)}**")
    behind = [one for one in run.contenders if each.values.get(one.name, 1.0) < 1.0]
    with session.reported():
        for contender in behind:
            found = session.workbench().evaluation.why_missed(run, contender, each.qid)
            st.subheader(verbatim.markdown(data.title(contender.name)), anchor=False)
            if not found:
                st.caption("It shows all evidence among its first five now.")
            for number, (words, why) in enumerate(found):
                st.caption(verbatim.markdown(f"Evidence: {verbatim.clipped(words, 200)}"))
                missed_evidence(why, key=f"{contender.name}-{number}")


def _left_out(collection: Collection, shown: RunProgress, data: ResultsView) -> None:
    report = data.report
    if report.errors:
        with st.expander(f"{len(report.errors)} in error", icon=":material/error:"):
            for error in report.errors:
                words = f"{error.text} ({data.title(error.contender)}): {error.error}"
                st.markdown(f"- {verbatim.markdown(words)}")
            if st.button("Ask these again", icon=":material/refresh:", key="failed-again"):
                session.workbench().evaluation.ask_failed_again(shown.run)
                st.rerun()
    if report.unresolved:
        label = f"{len(report.unresolved)} pieces of evidence are not in {collection.name}"
        with st.expander(verbatim.markdown(label), icon=":material/link_off:"):
            for words in report.unresolved:
                st.markdown(f"- {verbatim.markdown(words)}")


show_page()
