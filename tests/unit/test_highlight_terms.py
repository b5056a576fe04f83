"""Marking the question's words in a passage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.highlight import term_spans


def marked(question: str, text: str) -> list[str]:
    return [text[start:end] for start, end in term_spans(question, text)]


def test_words_meet_by_stem_and_neighbours_merge() -> None:
    text = "The growth rate of Net Revenue, growing again."
    assert marked("net revenues rate of growing?", text) == ["rate", "Net Revenue", "growing"]


def test_numbers_meet_whatever_their_separators() -> None:
    assert marked("17846", "It was 17,846 in all.") == ["17,846"]


def test_stop_words_are_marked_only_when_the_question_has_nothing_else() -> None:
    assert marked("the bridge", "the bridge") == ["bridge"]
    assert marked("who is he", "Who is it?") == ["Who is"]


def test_chinese_is_marked_by_pairs() -> None:
    assert marked("大桥开放", "新大桥开放了") == ["大桥开放"]


@given(st.text(max_size=60), st.text(max_size=200))
def test_spans_are_inside_ordered_and_apart(question: str, text: str) -> None:
    previous = -1
    for start, end in term_spans(question, text):
        assert previous < start < end <= len(text)
        previous = end
