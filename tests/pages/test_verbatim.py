"""Text of other people's making never becomes markup."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from components import verbatim

_JOINER = "\u2060"


def test_markdown_punctuation_is_escaped() -> None:
    assert verbatim.markdown("a*b_c") == r"a\*b\_c"
    assert verbatim.markdown("$5 to $6") == r"\$5 to \$6"
    assert verbatim.markdown("<b>") == r"\<b\>"


def test_late_replacements_are_taken_apart() -> None:
    for text in (":smile:", ":material/home:", "a -- b", "a -> b", "www.x.org", "a@b.org"):
        assert _JOINER in verbatim.markdown(text), text
    assert _JOINER not in verbatim.markdown("At 9:30, 5-6 people: a plain line.")


@given(st.text())
def test_markdown_shows_every_word(text: str) -> None:
    shown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", verbatim.markdown(text)).replace(_JOINER, "")
    expected = verbatim.printable(text).replace(_JOINER, "")
    assert shown == " ".join(expected.split())


@given(st.text())
def test_no_punctuation_stays_bare(text: str) -> None:
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", verbatim.markdown(text))
    assert not re.search(r"[!-/:-@\[-`{-~]", bare)


@given(
    st.text(),
    st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=4),
    st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=4),
)
def test_marked_text_is_the_text(
    text: str, spans: list[tuple[int, int]], terms: list[tuple[int, int]]
) -> None:
    shown = verbatim.marked(text, spans, terms)
    plain = re.sub(r"</?(?:mark|b)(?: class=\"quire-term\")?>", "", shown)
    assert unescape(plain) == verbatim.printable(text)


def test_marked_spans() -> None:
    assert verbatim.marked("a < b and c", [(0, 3)], [(4, 5)]) == (
        '<mark>a &lt;</mark> <b class="quire-term">b</b> and c'
    )


def test_clipping_keeps_whole_words() -> None:
    assert verbatim.clipped("one two three", 9) == "one two …"
    assert verbatim.clipped("short", 9) == "short"
