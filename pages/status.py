"""Does everything work, and if not, what is to be done?"""

from __future__ import annotations

import streamlit as st

from app import session
from backend.types import JobView, Status
from components import verbatim, wording
from components.language_model_form import LanguageModelView, language_model_form
from components.latency_chart import latency_chart
from components.problem_list import problem_list
from components.service_card import service_card

TITLE = "Status"
ICON = "monitor_heart"
ORDER = 70
AUDIENCE = "administrators"


def show_page() -> None:
    """Draws the page."""
    workbench = session.workbench()
    status = workbench.status()
    session.show_failures()
    _head(status)
    with st.grid(4, min_column_width=270):
        for number, service in enumerate(status.services):
            service_card(service, key=str(number))
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader("Latest files", anchor=False)
        _jobs(status.jobs)
    with right:
        last = f", last {len(status.latencies)}" if status.latencies else ""
        st.subheader(f"Time per question{last}", anchor=False)
        if status.latencies:
            latency_chart(status.latencies, key="latency", dark=session.is_dark())
        else:
            st.caption("No question was asked since the start.")
    left, middle, right = st.columns(3, gap="medium")
    with left:
        st.subheader("Language model", anchor=False)
        _language_model()
    with middle:
        st.subheader("Disk", anchor=False)
        _facts({name: wording.size(octets) for name, octets in status.disk.items()}, "disk")
    with right:
        st.subheader("Versions", anchor=False)
        _facts(status.versions, "versions")


def _head(status: Status) -> None:
    workbench = session.workbench()
    bad = [service for service in status.services if service.state in {"failed", "warning"}]
    findings = None
    mended = False
    with st.container(horizontal=True, vertical_alignment="center"):
        if not bad:
            st.badge("Everything works", icon=":material/check_circle:", color="green")
        else:
            worst = any(service.state == "failed" for service in bad)
            names = ", ".join(wording.name(service.name) for service in bad)
            st.badge(
                f"{verbatim.markdown(names)}: look below",
                icon=":material/error:",
                color="red" if worst else "orange",
            )
        st.space("stretch")
        if st.button("Check index against records", icon=":material/fact_check:", key="check"):
            with st.spinner("Checking …"):
                findings = workbench.maintenance.check()
        if st.button("Repair", icon=":material/build:", key="repair"):
            with st.spinner("Repairing …"):
                findings, mended = workbench.maintenance.repair(), True
    if findings is not None:
        problem_list(findings, key="findings", mended=mended)


def _jobs(jobs: tuple[JobView, ...]) -> None:
    if not jobs:
        st.caption("No file has been added yet.")
        return
    newest = sorted(jobs, key=lambda job: job.job.created, reverse=True)[:12]
    st.dataframe(
        [
            {
                "File": verbatim.printable(each.job.name),
                "State": verbatim.printable(each.label),
                "Progress": 100 * each.fraction,
                "Seconds": _seconds(each),
            }
            for each in newest
        ],
        hide_index=True,
        key="jobs",
        column_config={
            "File": st.column_config.TextColumn(width="medium"),
            "Progress": st.column_config.ProgressColumn(
                format="%.0f%%", min_value=0, max_value=100
            ),
            "Seconds": st.column_config.NumberColumn(format="%.1f", width="small"),
        },
    )


def _seconds(view: JobView) -> float | None:
    job = view.job
    last = job.finished or job.heartbeat
    return max(0.0, last - job.started) if job.started and last else None


def _facts(facts: dict[str, str], key: str) -> None:
    lines = "".join(
        f"<div><dt>{verbatim.html(wording.name(name))}</dt><dd>{verbatim.html(value)}</dd></div>"
        for name, value in facts.items()
    )
    with st.container(border=True, key=f"facts-{key}"):
        st.html(f"<dl class='quire-facts'>{lines}</dl>")


def _language_model() -> None:
    workbench = session.workbench()
    summary = workbench.maintenance.settings_summary()
    chosen = language_model_form(
        LanguageModelView(
            provider=summary.get("language_model", "none"),
            name=summary.get("language_model_name", ""),
            url=summary.get("language_model_url", ""),
            providers=workbench.maintenance.language_model_choices(),
            list_models=workbench.maintenance.list_models,
            key_is_set=summary.get("language_model_key", "") in {"set", "Secret(set)"},
        ),
        key="language-model",
    )
    if chosen is not None:
        workbench.maintenance.configure_language_model(chosen.provider, chosen.name, chosen.url)
        st.rerun()


show_page()
