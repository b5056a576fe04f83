"""What a collection is about, from its broadest themes down to the groups of passages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from backend.types import Theme, ThemeTree
from components import verbatim, wording

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class ThemeTreeView:
    """The tree, and the titles of the groups by id."""

    tree: ThemeTree
    titles: Mapping[str, str] = field(default_factory=dict)


def theme_tree(data: ThemeTreeView, *, key: str) -> str | None:
    """Draws the themes, each to be opened; returns the id of a group that was just chosen."""
    if not data.tree.themes:
        st.caption("No groups of passages are alike enough to make themes.")
        return None
    chosen = None
    for place, theme in enumerate(data.tree.top[:_SHOWN]):
        chosen = _theme(data, theme, f"{key}-{place}") or chosen
    left = len(data.tree.top) - _SHOWN
    if left > 0:
        st.caption(f"{wording.count(left, 'smaller theme')} not shown.")
    return chosen


def _theme(data: ThemeTreeView, theme: Theme, key: str) -> str | None:
    label = f"{theme.title} ({wording.count(len(theme.community_ids), 'group')})"
    chosen = None
    with st.expander(verbatim.markdown(label), key=key):
        st.html(f"<p class='quire-passage' dir='auto'>{verbatim.html(theme.summary)}</p>")
        if theme.keywords:
            st.caption(verbatim.markdown(", ".join(theme.keywords)))
        below = [each for each in data.tree.themes if each.parent_id == theme.id]
        for place, each in enumerate(below[:_SHOWN]):
            chosen = _theme(data, each, f"{key}-{place}") or chosen
        if not below:
            for group in theme.community_ids[:_SHOWN]:
                title = verbatim.markdown(verbatim.clipped(data.titles.get(group, "Group"), 80))
                pressed = st.button(
                    title, key=f"{key}-{group}", type="tertiary", icon=":material/change_history:"
                )
                if pressed:
                    chosen = group
    return chosen
