"""Questions that Quire makes for a set: by templates, or by the language model that is on."""

from __future__ import annotations

import streamlit as st

from app import session
from app.job_bar import job_bar
from backend.types import TEMPLATES, Collection, MakingReport
from components import verbatim
from components.reading_badge import ACTIVE

MODEL = "language model"
"""The other way beside templates."""
BY_TEMPLATES = (
    "From sentences, definitions, headings, table cells and pairs of them, kept if they can mean "
    "one thing only and the best pipeline answers them from there. Most come a second time with "
    "their document left out, where “not found” is right. Strike those that are no good."
)
BY_MODEL = (
    "From passages of running text drawn by chance, and from pairs that share a name. The answer "
    "must stand word for word in its passage, the best pipeline must find it there without a "
    "language model, and no other passage may answer as well."
)


def made_questions(collection: Collection, set_name: str) -> None:
    """Making questions for a set, how far it is, and what came of it."""
    view = session.workbench().question_making.making_job(collection.id)
    working = view is not None and view.job.state in ACTIVE
    st.fragment(_making, run_every=2 if working else None)(collection, set_name, working)


@session.guarded
def _making(collection: Collection, set_name: str, was_working: bool) -> None:
    workbench = session.workbench()
    view = workbench.question_making.making_job(collection.id)
    if view is not None and view.job.state in ACTIVE:
        job_bar(view, view.label, cancel="cancel-make")
        return
    if was_working:
        session.state().uploads += 1
        st.rerun()
    if view is not None and view.job.reason:
        st.warning(verbatim.markdown(f"{view.job.reason} {view.job.remedy}".strip()))
    _told(workbench.question_making.making_report(collection.id, set_name))
    most = int(st.number_input("Questions", 5, 200, 40, step=5, key="make-most", width=130))
    price = workbench.question_making.making_estimate(collection.id, most)
    written_by = TEMPLATES
    if price is not None:
        names = {TEMPLATES: "Templates", MODEL: f"Language model {price.model}"}
        written_by = st.radio(
            "Written by",
            list(names),
            format_func=lambda each: verbatim.markdown(names[each]),
            key="make-by",
            horizontal=True,
        )
    st.caption(BY_TEMPLATES if written_by == TEMPLATES else BY_MODEL)
    if price is not None and written_by == MODEL:
        st.markdown(verbatim.markdown(price.in_words))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if st.button("Make questions", icon=":material/auto_awesome:", key="make"):
            with session.reported():
                if written_by == MODEL:
                    workbench.question_making.write_questions(collection.id, set_name, most)
                else:
                    workbench.question_making.make_questions(collection.id, set_name, most)
                st.rerun()
        there = workbench.question_sets.made_questions(collection.id)
        if there and st.button(
            f"Add the {len(there)} that are there", icon=":material/add:", key="add-made"
        ):
            workbench.question_sets.add_made_questions(collection.id, set_name)
            session.state().uploads += 1
            st.rerun()


def _told(report: MakingReport | None) -> None:
    """What came of it the last time, all that is missing counted."""
    if report is not None and report.job_id:
        st.caption(verbatim.markdown(" ".join(report.in_words)))
