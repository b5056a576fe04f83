"""Who did what?"""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from app import session

TITLE = "Audit"
ICON = "fact_check"
ORDER = 90
AUDIENCE = "auditors"

MOST_SHOWN = 500


@session.guarded
def show_page() -> None:
    """Draws the page."""
    workbench = session.workbench()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader("Audit list", anchor=False)
        st.space("stretch")
        st.download_button(
            "Download as CSV",
            lambda: workbench.sharing.actions_as_csv().encode(),
            file_name="audit.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
    actions = workbench.sharing.actions(MOST_SHOWN)
    st.dataframe(
        {
            "Time (UTC)": [datetime.fromtimestamp(action.at, UTC) for action in actions],
            "Who": [action.who for action in actions],
            "What": [action.what for action in actions],
            "Collection": [action.collection for action in actions],
            "About": [action.about for action in actions],
        },
        hide_index=True,
        width="stretch",
    )
    if len(actions) == MOST_SHOWN:
        st.caption(f"The latest {MOST_SHOWN}; the file holds all.")


show_page()
