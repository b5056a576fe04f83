"""What each retriever looks at, in words for a person who has never heard of retrievers."""

from __future__ import annotations

from collections.abc import Sequence

from components import wording

PLAIN: dict[str, tuple[str, str]] = {
    "dense": ("meaning", "how close the passage is to the question in meaning"),
    "lexical": ("words", "how many of the question's words it holds, rare ones above all"),
    "keyword": ("key terms", "how many of the terms that matter it shares with the question"),
    "page": ("title", "how well its document's title and first lines fit the question"),
    "section": ("headings", "how well the headings above it fit the question"),
    "entity": ("names", "which of the question's names it mentions"),
    "late_interaction": ("word by word", "whether each of the question's words has a near match"),
    "path": ("links", "whether other promising passages name it, or it names them"),
    "bridge": ("second questions", "how well it answers what the best passages leave open"),
    "coverage": ("adds to the rest", "how much of the question it covers that others leave open"),
    "chosen_section": ("table of contents", "whether its section was chosen by its headings"),
    "overview": ("overview", "whether it stands for a part of what was asked about broadly"),
    "community": ("groups", "whether the group of passages that it belongs to fits"),
    "document_graph": ("documents alike", "whether documents like its own fit the question"),
    "graph_embedding": ("place in the graph", "where it stands among the names and their links"),
    "scope": ("where", "whether the question means its document"),
    "salience": ("whole page", "how much its whole page speaks of the question"),
    "glossary": ("field's words", "whether it says the same in other words of the field"),
    "statement": ("tables", "whether its page holds the table that the question is about"),
}
"""By name: what it looks at in a word or two, and in a clause."""


def label(name: str) -> str:
    """The retriever's name as a word: `Late interaction`."""
    return wording.name(name)


def plain(name: str) -> str:
    """What it looks at in a word or two; empty for one that nobody has described."""
    return PLAIN.get(name, ("", ""))[0]


def clause(name: str) -> str:
    """What it looks at, as the end of a sentence; empty for one that nobody has described."""
    return PLAIN.get(name, ("", ""))[1]


def both(name: str) -> str:
    """Name and plain words: `Path (links)`."""
    words = plain(name)
    return f"{label(name)} ({words})" if words else label(name)


def listed(names: Sequence[str]) -> str:
    """`Path (links), Dense (meaning) and Entity (names)`."""
    return wording.joined([both(name) for name in names])
