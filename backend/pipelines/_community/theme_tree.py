"""The tree of a collection's themes, kept with it and made anew when it is asked for and stale."""

from __future__ import annotations

import threading

from backend import registry
from backend.graph.themes import theme_levels
from backend.identity import content_id
from backend.pipelines._current import changed
from backend.ports import Records, Summariser
from backend.serialisation import from_json, to_json
from backend.settings import Settings
from backend.types import Chunk, Community, Theme, ThemeTree

NAME = "themes/4"
MOST_AT_ONCE = 20_000
"""A tree over more communities is not made while somebody waits for it."""
_READ = 12
"""Communities whose summaries say what a theme is about."""


def themes_of(records: Records, settings: Settings, collection_id: str) -> ThemeTree:
    """The collection's tree, made anew if the collection has changed since it was made.

    A stale tree of a very large collection is given as it is; `refresh_themes` makes it anew.
    """
    kept = kept_themes(records, collection_id)
    if kept is not None and not kept.stale:
        return kept
    if kept is not None and sum(len(each.community_ids) for each in kept.top) > MOST_AT_ONCE:
        return kept
    return refresh_themes(records, settings, collection_id)


def kept_themes(records: Records, collection_id: str) -> ThemeTree | None:
    """The tree as it was kept, marked as stale if the collection has changed; None without one."""
    found = records.load_derived(collection_id, NAME)
    if found is None or not found[0]:
        return None
    payload, sequence = found
    tree = from_json(ThemeTree, payload)
    return ThemeTree(tree.themes, changed(records, collection_id, sequence))


def refresh_themes(records: Records, settings: Settings, collection_id: str) -> ThemeTree:
    """Make the tree from the communities as they are now, and keep it."""
    sequence = records.sequence()
    ids, _, vectors = records.community_vectors(collection_id)
    communities = {
        community.id: community for community in records.communities_of_collection(collection_id)
    }
    title = records.collection(collection_id).name
    summariser: Summariser = registry.load("backend.tasks.summarise", "local").build(settings)
    themes: list[Theme] = []
    below: dict[str, str] = {}
    for level, groups in reversed(list(enumerate(theme_levels(vectors), start=1))):
        members = [[ids[row] for row in group if ids[row] in communities] for group in groups]
        members = [member for member in members if member]
        texts = [[_as_chunk(communities[each]) for each in group[:_READ]] for group in members]
        summaries = summariser.summarise(title, texts, threading.Event())
        made = [
            Theme(
                id=content_id("theme", level, *sorted(group)),
                level=level,
                parent_id=below.get(group[0], ""),
                title=summary.title,
                summary=summary.text,
                keywords=summary.keywords,
                community_ids=tuple(group),
            )
            for group, summary in zip(members, summaries, strict=True)
        ]
        below = {community: theme.id for theme in made for community in theme.community_ids}
        themes = [*made, *themes]
    tree = ThemeTree(tuple(themes), stale=False)
    records.save_derived(
        collection_id, NAME, to_json(tree).encode("utf-8", "surrogatepass"), sequence, None
    )
    return tree


def _as_chunk(community: Community) -> Chunk:
    """A community's summary as the text that a theme is summarised from."""
    return Chunk(
        id=community.id,
        document_id=community.document_id,
        section_id="",
        ordinal=0,
        text=community.summary,
        start=0,
        end=len(community.summary),
        pages=(),
        kind="prose",
        path=(community.title,),
    )
