"""What every chunker promises for any document: offsets, limits, coverage, the same each time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import registry
from backend.ports import ChunkDraft, Chunker
from backend.types import CollectionSettings, Section
from tests.chunking import SmallEmbedder, reading_of, sections_at

PROSE_CHUNKERS = [name for name in registry.names("backend.chunkers") if name != "table"]

LIKELY = st.text(
    alphabet=st.sampled_from("ab cdE1.!?\n\n。東京\t•-\u00a0é\u0301\u200b\U0001f600\x07\u2028"),
    max_size=600,
)
WORDS = st.lists(
    st.sampled_from(
        [
            "revenue",
            "The",
            "grew.",
            "by",
            "4.2%",
            "in",
            "2022.",
            "\n",
            "\n\n",
            "Item",
            "7.",
            "x" * 90,
        ]
    ),
    max_size=150,
).map(" ".join)
TEXTS = LIKELY | WORDS | st.text(max_size=300)


def chunker(name: str) -> Chunker:
    built: Chunker = registry.load("backend.chunkers", name).build()
    return built


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, tuple[Section, ...]]:
    text = draw(TEXTS)
    starts = draw(st.lists(st.integers(0, max(1, len(text))), max_size=6))
    levels = draw(st.lists(st.integers(1, 3), max_size=6))
    return text, sections_at(len(text), starts, levels)


@pytest.mark.parametrize("name", PROSE_CHUNKERS)
@given(
    document=documents(),
    size=st.integers(1, 80),
    overlap=st.integers(0, 60),
    limit=st.integers(1, 60),
)
@settings(deadline=None, max_examples=150)
def test_promises(
    name: str,
    document: tuple[str, tuple[Section, ...]],
    size: int,
    overlap: int,
    limit: int,
) -> None:
    text, sections = document
    embedder = SmallEmbedder()
    choice = CollectionSettings(chunk_tokens=size, overlap_tokens=overlap)

    def split() -> list[ChunkDraft]:
        return chunker(name).split(reading_of(text), sections, choice, embedder, limit)

    drafts = split()
    covered = [False] * len(text)
    for draft in drafts:
        assert text[draft.start : draft.end] == draft.text
        assert draft.text.strip()
        assert embedder.count(draft.text) <= min(size, limit)
        assert 0 <= draft.section < max(1, len(sections))
        covered[draft.start : draft.end] = [True] * (draft.end - draft.start)
    assert all(done or text[at].isspace() for at, done in enumerate(covered))
    assert [draft.start for draft in drafts] == sorted(draft.start for draft in drafts)
    assert len({(draft.start, draft.end) for draft in drafts}) == len(drafts)
    ends = [draft.end for draft in drafts]
    assert ends == sorted(ends), "no chunk lies wholly inside another"
    assert split() == drafts
