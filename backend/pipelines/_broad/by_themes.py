"""A large collection told by its themes, each in sentences of the groups nearest to its centre."""

from __future__ import annotations

from backend.pipelines._broad.outline import shown_heading
from backend.pipelines._broad.telling import QuotableSentence, ranked, sentences_of
from backend.ports import Parts
from backend.tasks.answer.extractive.question_words import is_function_word
from backend.types import Document, Theme, ThemeTree

MOST_THEMES = 8
CENTRAL = 24
"""Groups of a theme, the most central first, that are read."""
PASSAGES_EACH = 3
SENTENCES = 2
AT_LEAST = 8
"""So many sentences in all, where there are few themes."""
FEW = 4
"""The highest level of so many themes is told; a higher one says too little."""


def dividing(tree: ThemeTree) -> tuple[Theme, ...]:
    """The themes of the highest level that divides the collection, the largest first."""
    levels = sorted({theme.level for theme in tree.themes}, reverse=True)
    themes: tuple[Theme, ...] = ()
    for level in levels:
        themes = tuple(theme for theme in tree.themes if theme.level == level)
        if len(themes) >= FEW:
            break
    return themes


def themes_told(
    parts: Parts, themes: tuple[Theme, ...], documents: tuple[Document, ...]
) -> list[tuple[str, tuple[QuotableSentence, ...]]]:
    """The largest themes with a name and sentences of different documents, the largest first.

    Args:
        documents: those that are searched; groups of others are not told.
    """
    allowed = {document.id for document in documents}
    told: list[tuple[str, tuple[QuotableSentence, ...]]] = []
    said: set[str] = set()
    number = max(SENTENCES, AT_LEAST // max(1, len(themes)))
    for theme in themes:
        communities = parts.records.communities_named(theme.community_ids[:CENTRAL])
        held = [community for community in communities.values() if community.document_id in allowed]
        ids = [chunk for community in held for chunk in community.chunk_ids[:PASSAGES_EACH]]
        chunks = list(parts.records.chunks(ids).values())
        about = f"{theme.title} {' '.join(theme.keywords)}"
        best: dict[str, QuotableSentence] = {}
        for quotable_sentence in ranked(sentences_of(chunks), about):
            if quotable_sentence.text not in said:
                best.setdefault(quotable_sentence.chunk.document_id, quotable_sentence)
        if best:
            chosen = tuple(best.values())[:number]
            said.update(each.text for each in chosen)
            told.append((_name_of(theme), chosen))
        if len(told) == MOST_THEMES:
            break
    return told


def _name_of(theme: Theme) -> str:
    """The theme's title; where that is a function word of some language ("Elle"), its first keyword
    that is none, else nothing."""
    names = (shown_heading(theme.title) or theme.title, *theme.keywords)
    return next((name for name in names if not is_function_word(name)), "")
