"""Sections follow the headings, nest by level and cover the whole text."""

from __future__ import annotations

from backend.ingestion.sections import sections_of
from backend.readers.text import read_text


def test_sections_nest_by_level_and_cover_the_text() -> None:
    text = "Preface.\n\n# One\n\na\n\n### Deep\n\nb\n\n## Less\n\nc\n\n# Two\n\nd"
    reading = read_text(text, "my_notes.md", markdown=True)
    sections = sections_of(reading, "d")
    assert [(s.title, s.level, s.path) for s in sections] == [
        ("my notes", 0, ("my notes",)),
        ("One", 1, ("One",)),
        ("Deep", 3, ("One", "Deep")),
        ("Less", 2, ("One", "Less")),
        ("Two", 1, ("Two",)),
    ]
    by_title = {s.title: s for s in sections}
    assert by_title["Deep"].parent_id == by_title["One"].id
    assert by_title["Less"].parent_id == by_title["One"].id
    assert by_title["Two"].parent_id == by_title["One"].parent_id == ""
    assert [reading.text[s.start : s.end] for s in sections] == [
        "Preface.\n\n",
        "One\n\na\n\n",
        "Deep\n\nb\n\n",
        "Less\n\nc\n\n",
        "Two\n\nd",
    ]


def test_a_text_that_begins_with_a_heading_has_no_untitled_section() -> None:
    sections = sections_of(read_text("\n\n# One\n\na", "x.md", markdown=True), "d")
    assert [(s.title, s.start) for s in sections] == [("One", 0)]


def test_a_text_without_headings_is_one_section_under_the_title() -> None:
    reading = read_text("only words", "plain_words.txt", markdown=False)
    (section,) = sections_of(reading, "d")
    assert (section.title, section.level, section.start, section.end) == ("plain words", 0, 0, 10)


def test_equal_headings_have_their_own_ids() -> None:
    sections = sections_of(read_text("# A\n\nx\n\n# A\n\ny", "x.md", markdown=True), "d")
    assert len({section.id for section in sections}) == 2
    again = sections_of(read_text("# A\n\nx\n\n# A\n\ny", "x.md", markdown=True), "d")
    assert sections == again
