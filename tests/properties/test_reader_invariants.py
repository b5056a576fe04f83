"""Whatever is printed or written, spans index the text and nothing overlaps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.ingestion.sections import sections_of
from backend.readers.layout.characters import clean
from backend.readers.layout.codec import decode, encode
from backend.readers.layout.document import assemble
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import Bookmark, PageLayout, Word
from backend.readers.layout.titles import title_of_name
from backend.readers.text import read_text
from backend.types import Reading

TEXTS = st.sampled_from(
    ["word", "Total", "revenue", "17,846", "(392)", "—", "$", "2022", "2021", "•", "infor-",
     "well-", "ITEM", "1.", "北京", "السلام", "end.", "....", "x" * 40]
)  # fmt: skip
COORDINATES = st.floats(0, 600, allow_nan=False, width=32)


@st.composite
def words(draw: st.DrawFn) -> Word:
    """A word anywhere on a page, often on a common line."""
    left = draw(COORDINATES)
    top = draw(st.one_of(COORDINATES, st.sampled_from([100.0, 112.0, 124.0, 136.0, 148.0])))
    size = draw(st.sampled_from([0.1, 8.0, 10.0, 10.0, 10.0, 16.0]))
    text = draw(TEXTS)
    return Word(
        text, left, top, left + 0.5 * size * len(text), top + size, size, draw(st.booleans())
    )


PAGES = st.lists(st.lists(words(), max_size=40), min_size=1, max_size=4)


def check(reading: Reading) -> None:
    """What holds for every reading."""
    length = len(reading.text)
    reading.text.encode("utf-8")
    assert all(0 <= upper <= lower <= length for upper, lower in pairwise(reading.page_starts))
    assert len(reading.page_starts) == len(reading.page_sizes)
    for block in reading.blocks:
        assert 0 <= block.start < block.end <= length
        assert reading.text[block.start : block.end].strip()
        assert reading.page_starts[block.page] <= block.start
        assert (block.level > 0) == (block.kind == "heading")
    assert all(upper.end <= lower.start for upper, lower in pairwise(reading.blocks))
    assert all(upper.page <= lower.page for upper, lower in pairwise(reading.blocks))
    for table in reading.tables:
        assert table.rows
        assert table.start <= table.rows[0].start
        assert table.rows[-1].end == table.end
        assert len({len(row.cells) for row in table.rows}) == 1
        assert len(table.header) in (0, len(table.rows[0].cells))


@settings(max_examples=150, deadline=None)
@given(PAGES)
def test_a_laid_out_document_keeps_its_promises(pages: list[list[Word]]) -> None:
    layouts = [lay_out(page, 612, 792) for page in pages]
    reading = assemble(layouts, name="a.pdf", metadata={}, bookmarks=[Bookmark("Total", 1, 0)])
    check(reading)
    assert all(upper.end <= lower.start for upper, lower in pairwise(reading.lines))
    for line in reading.lines:
        assert reading.text[line.start : line.end].strip()
        assert any(
            block.start <= line.start and line.end <= block.end and block.page <= line.page
            for block in reading.blocks
        )
    assert decode(encode(reading)) == reading
    edges = [each.box for each in reading.lines]
    edges += [each for one in reading.tables for row in one.rows for each in row.boxes if each]
    for box in edges:
        for edge in (box.left, box.top, box.right, box.bottom):
            assert edge == round(edge, 2)


def test_a_reading_of_a_child_in_strangers_hands_is_checked_throughout() -> None:
    reading = assemble(
        [lay_out([Word("Total", 10, 10.006, 40, 20, 10, False)], 612, 792)],
        name="a.pdf",
        metadata={},
    )
    assert reading.lines[0].box.top == 10.01
    for true, false in (('"page": 0', '"page": "0"'), ('"left": 10', '"left": "10"')):
        changed = encode(reading).replace(true.encode(), false.encode())
        assert changed != encode(reading)
        with pytest.raises(ValueError, match="Expected"):
            decode(changed)


@settings(max_examples=100, deadline=None)
@given(st.lists(words(), max_size=60))
def test_no_word_is_lost_or_made_up(page: list[Word]) -> None:
    layout: PageLayout = lay_out(page, 612, 792)
    reading = assemble([layout], name="a.pdf", metadata={})
    expected = sorted("".join(word.text for word in page if word.text != "....").replace("-", ""))
    found = sorted("".join(reading.text.split()).replace("....", "").replace("-", ""))
    assert found == expected


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["# One", "## Two", "text", "", "", "| a | b |", "|---|---|", "```", "- item", "===",
             "A TITLE", "1.2 Part", "\f", "\x00\ud800", "    ", "\r"]
        ),
        max_size=30,
    ),
    st.booleans(),
)  # fmt: skip
def test_texts_keep_the_same_promises(lines: list[str], markdown: bool) -> None:
    reading = read_text("\n".join(lines), "a.md", markdown=markdown)
    for block in reading.blocks:
        assert reading.text[block.start : block.end].strip()
    assert all(upper.end <= lower.start for upper, lower in pairwise(reading.blocks))
    reading.text.encode("utf-8")
    sections = sections_of(reading, "document")
    assert sections[0].start == 0
    assert sections[-1].end == len(reading.text)
    assert all(upper.end == lower.start for upper, lower in pairwise(sections))
    known = {section.id: section for section in sections}
    for section in sections:
        if section.parent_id:
            parent = known[section.parent_id]
            assert parent.level < section.level
            assert section.path[:-1] == parent.path


@given(st.text(st.characters(), max_size=50))
def test_cleaned_text_is_valid_and_stays_so(text: str) -> None:
    cleaned = clean(text + "\ud83d\ude00\ud800")
    cleaned.encode("utf-8")
    assert clean(cleaned) == cleaned


@given(st.text(max_size=60))
def test_every_name_gives_a_title(name: str) -> None:
    assert title_of_name(name)
