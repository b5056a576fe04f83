"""What a check of the library found, or what a repair mended."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from backend.types import Problem
from components import verbatim, wording

SHOWN = 50


def problem_list(data: Sequence[Problem], *, key: str, mended: bool = False) -> None:
    """Draws one line per finding, or that there is none."""
    with st.container(key=f"problems-{key}"):
        if not data:
            text = "Nothing had to be mended." if mended else "Records and index agree."
            st.success(text, icon=":material/check_circle:")
            return
        head = f"{wording.count(len(data), 'thing')} {'mended' if mended else 'found'}"
        items = "".join(
            f"<li><b>{verbatim.html(wording.name(problem.where))}</b> {verbatim.html(problem.what)}"
            f"{'' if mended or problem.repairable else ' <i>Repair cannot mend this.</i>'}</li>"
            for problem in data[:SHOWN]
        )
        if len(data) > SHOWN:
            items += f"<li>and {len(data) - SHOWN:,} more</li>"
        box = st.success if mended else st.warning
        box(head, icon=":material/build:")
        st.html(f"<ul class='quire-list'>{items}</ul>")
