"""The run on the page Evaluate beside the same questions in other collections."""

from __future__ import annotations

import streamlit as st

from app import session, submission
from backend.types import Collection, EvaluationRun, QuestionSetCard, RunProgress
from components import verbatim
from components.evaluation_results import ResultsView, results_table, sentences


def across_menu(collection: Collection, card: QuestionSetCard, shown: RunProgress) -> None:
    """The menu that asks the same in another collection."""
    workbench = session.workbench()
    others = {
        each.id: each.name
        for each in workbench.library.collections()
        if each.id != collection.id and workbench.library.counts(each.id).documents
    }
    if not others:
        return
    with st.popover("Collections", icon=":material/compare:", type="tertiary"):
        st.caption(
            "The same files, cut or embedded in another way: the set is copied to the other "
            "collection, and each question is compared with itself."
        )
        chosen = st.selectbox(
            "Ask the same in",
            list(others),
            format_func=lambda each: verbatim.printable(others[each]),
            key="across-collection",
        )
        if st.button("Ask there too", icon=":material/play_arrow:", key="across-start"):
            with session.reported():
                questions = workbench.question_sets.questions_of_set(collection.id, card.id)
                copied = workbench.question_sets.copy_set(chosen, card.name, questions)
                run = shown.run
                planned = workbench.evaluation.plan_run(
                    chosen, copied.id, run.contenders, top_k=run.top_k, answers=run.answers
                )
                workbench.evaluation.start_run(planned)
                st.rerun()


def across(collection: Collection, card: QuestionSetCard, shown: RunProgress) -> None:
    """The table of the run beside its like in other collections; nothing where there is none."""
    runs = _alike(collection, card, shown.run)
    if not runs:
        return
    st.subheader("In other collections", anchor=False)
    with session.reported():
        report = session.workbench().across.report_across([shown.run, *runs])
        titles = {pipeline.name: pipeline.title for pipeline in submission.pipelines()}
        data = ResultsView(report, titles, session.is_dark())
        sentences(data)
        results_table(data, key="across")
        waiting = report.progress.total - report.progress.done
        if waiting:
            st.caption(f"{waiting:,} answers are still worked out there.")


def _alike(
    collection: Collection, card: QuestionSetCard, run: EvaluationRun
) -> list[EvaluationRun]:
    """In each other collection the newest run of a set of this name with the same contenders."""
    workbench = session.workbench()
    asked = {contender.name for contender in run.contenders}
    found = []
    for other in workbench.library.collections():
        if other.id == collection.id:
            continue
        sets = {
            set_card.id
            for set_card in workbench.question_sets.sets_of(other.id)
            if set_card.name == card.name
        }
        runs = workbench.evaluation.evaluation_runs(other.id) if sets else ()
        alike = [
            each.run
            for each in runs
            if each.run.set_id in sets
            and {one.name for one in each.run.contenders} == asked
            and (each.run.top_k, each.run.answers) == (run.top_k, run.answers)
        ]
        found += alike[:1]
    return found
