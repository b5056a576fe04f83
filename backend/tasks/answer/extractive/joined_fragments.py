"""Fragments that say nothing by themselves, put together with the sentence that they belong to."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from backend.tasks.answer.extractive.label_lines import is_label_line
from backend.tasks.answer.extractive.paragraph_ends import ENDS_A_SENTENCE, PARAGRAPH_END

LONGEST = 420
"""Characters of one quoted unit; longer sentences are cut between clauses."""
SHORTEST = 12
"""A shorter fragment is quoted with the sentence before it in its paragraph; a list number, or what
opens a paragraph, with what follows."""
LONGEST_PROPERTY = 60
LONGEST_ASIDE = 240
"""Characters of a question of several sentences."""
LONGEST_QUESTION = 160
"""A shorter question in the evidence is quoted with the sentence that follows it."""
ITEM_MARK = re.compile(
    r"(?:[•▪◦‣·*–—-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]|[^\W\d_]{1,11}:)(?=\s|$)"
)
_RUN_IN_HEADING = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2})*[.)]|\(?[a-z][.)])\s+[^\W\d_][\w'’&/-]*(?: [\w'’&/-]+){0,4}[.:]"
)
_PROPERTY = re.compile(r"[^\W\d_]{2,20}: \S[^.!?:]*(?:\.\d[^.!?:]*)*\.")
SHORT_QUESTION = re.compile(
    r"(?i)(?:why(?: not)?|how come|what (?:now|then)"
    r"|what (?:is|[’']s) (?:going on|wrong|the matter)|what (?:can|should|do|must) (?:i|we) do"
    r"|is (?:this|that) (?:normal|right|ok)"
    r"|warum|wieso|was (?:nun|tun)|pourquoi|que faire|por qué)[?？]"
)
"""A question that says nothing of what it asks about."""
_LABEL = re.compile(
    r"(?i)(?!(?:for|to|in|as|with|the|an?|this|these|here|if|when)\b)"
    r"[^\W\d_][\w'’-]*(?: [a-z'’-]+){0,3}:"
)
"""A few words and a colon in a paragraph of their own, as in the entries of a manual."""
_OPTION = (
    r"(?:-(?:[^\W\d]|[#?@])(?: ?[<\[]?(?:[A-Z_]{2,}|[a-z]+(?=[>\]]))[>\]]?)?"
    r"|--?[a-z][a-z\d_-]*(?:(?:[ =]|\[=)[<\[]?[\w.|/#=-]+[>\]]{0,2})?)"
)
_OPTION_HEAD = re.compile(rf"{_OPTION}(?:(?:, ?| \| | / ){_OPTION})*")


def join_fragments(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Fragments put together with the sentence that they belong to."""
    joined: list[tuple[int, int]] = []
    pending: int | None = None
    heads = False
    for (start, end), (after, _) in itertools.zip_longest(spans, spans[1:], fillvalue=(-1, -1)):
        begin = start if pending is None else pending
        option = _is_option_head(text, start, end, after) and end - begin <= LONGEST
        if (pending is None or heads) and option:
            pending, heads = begin, True
            continue
        heads = False
        if pending is None and (
            _is_label(text, start, end, after) or _is_run_in_heading(text, start, end, after)
        ):
            pending = begin
        elif (
            pending is None
            and _is_property(text, start, end)
            and _goes_on(text, joined, start, end)
        ):
            joined[-1] = (joined[-1][0], end)
        elif _ends_a_list(text, begin, end, after):
            item = _goes_on(text, joined, begin, end) and ITEM_MARK.match(text, joined[-1][0])
            joined[len(joined) - bool(item) :] = [(joined[-1][0] if item else begin, end)]
            pending = None
        elif not _is_fragment(text[begin:end]) or _is_announced(text, joined, begin, end, after):
            joined.append((begin, end))
            pending = None
        elif (
            pending is None
            and not _goes_on_below(text, start, end, after)
            and _ends_what_stands_before(text, joined, start, end)
        ):
            joined[-1] = (joined[-1][0], end)
        else:
            pending = begin
    if pending is not None:
        if joined and spans[-1][1] - joined[-1][0] <= LONGEST:
            joined[-1] = (joined[-1][0], spans[-1][1])
        else:
            joined.append((pending, spans[-1][1]))
    return joined


def with_their_questions(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, a question put together with the sentence after it: it answers nothing by
    itself, and says what the other one is about."""
    joined: list[tuple[int, int]] = []
    asked: int | None = None
    for start, end in _with_what_led_to_it(text, spans):
        if asked is not None and not _asks(text, start, end) and end - asked <= LONGEST:
            joined[-1] = (asked, end)
        else:
            joined.append((start, end))
        asked = start if _asks(text, start, end) and end - start <= LONGEST_QUESTION else None
    return joined


def _with_what_led_to_it(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, a short question that opens one put together with those before it in its
    paragraph if they are what it asks about: “My letters come back. Why? The box is full.”"""
    found: list[tuple[int, int]] = []
    opened = 0
    for start, end in spans:
        if found and PARAGRAPH_END in text[found[-1][1] : start]:
            opened = len(found)
        begin = found[opened][0] if opened < len(found) else start
        short = SHORT_QUESTION.match(text, start, end)
        whole = short is not None and (
            end - begin <= LONGEST
            and short.end() - begin <= LONGEST_ASIDE
            and "?" not in text[begin:start]
        )
        if whole:
            del found[opened:]
        found.append((begin if whole else start, end))
    return found


def _asks(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip("\"'”’») ").endswith(("?", "？", "؟"))


def _is_fragment(text: str) -> bool:
    if len(text) >= SHORTEST or is_label_line(text):
        return False
    return not any("\u3040" <= each <= "\u9fff" for each in text)


def _is_announced(
    text: str, joined: Sequence[tuple[int, int]], start: int, end: int, after: int
) -> bool:
    """Whether a fragment is a paragraph of its own behind a colon, as what is typed is (“open it:”,
    and below it “use mast;”): it is no part of the paragraph that follows."""
    return (
        bool(joined)
        and text[: joined[-1][1]].endswith(":")
        and PARAGRAPH_END in text[joined[-1][1] : start]
        and after >= 0
        and PARAGRAPH_END in text[end:after]
        and ITEM_MARK.match(text, start) is None
    )


def _is_option_head(text: str, start: int, end: int, after: int) -> bool:
    """Whether a paragraph is names of an option alone (“-q, --quiet”), which say nothing without
    the paragraph that follows."""
    return (
        after >= 0
        and _OPTION_HEAD.fullmatch(text, start, end) is not None
        and PARAGRAPH_END in text[end:after]
        and (not start or text[:start].rstrip(" \t").endswith(PARAGRAPH_END))
    )


def ends_with_option(text: str) -> bool:
    """Whether the last paragraph of a text is names of an option alone, without what it does."""
    last = text.rstrip().rpartition(PARAGRAPH_END)[2].strip()
    return last.startswith("-") and _OPTION_HEAD.fullmatch(last) is not None


def _is_label(text: str, start: int, end: int, after: int) -> bool:
    """Whether a paragraph is a label alone (“Default value:”), which says nothing without the
    paragraph that follows it; a list that follows is taken along only when it is quoted."""
    return (
        after >= 0
        and _LABEL.fullmatch(text, start, end) is not None
        and (start == 0 or text[:start].endswith(PARAGRAPH_END))
        and text.startswith(PARAGRAPH_END, end)
        and ITEM_MARK.match(text, after) is None
    )


def _is_run_in_heading(text: str, start: int, end: int, after: int) -> bool:
    """Whether a numbered paragraph opens with what it is about (“5. Summer fair.”): the sentence
    that follows says little without it (“It will be held …”)."""
    return (
        after >= 0
        and (start == 0 or text[start - 1] == "\n")
        and PARAGRAPH_END not in text[end:after]
        and _RUN_IN_HEADING.fullmatch(text, start, end) is not None
        and ITEM_MARK.match(text, after) is None
    )


def _ends_a_list(text: str, begin: int, end: int, after: int) -> bool:
    """Whether a fragment is the last item of a list: what stands in the paragraph below, behind a
    heading or not, is none of it."""
    return (
        ITEM_MARK.match(text, begin, end) is not None
        and _is_fragment(text[begin:end])
        and after >= 0
        and PARAGRAPH_END in text[end:after]
        and ITEM_MARK.match(text, after) is None
    )


def _is_property(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a word and its value (“Default: 12.”): it says nothing without the
    sentence that tells what it is a property of."""
    return end - start <= LONGEST_PROPERTY and _PROPERTY.fullmatch(text, start, end) is not None


def _goes_on_below(text: str, start: int, end: int, after: int) -> bool:
    """Whether a fragment is the beginning of a sentence that a page sets in two paragraphs, as it
    does where its lines change from bold to plain: “… for ever. This”, and below it “happens …”."""
    return (
        after >= 0
        and text[start].isupper()
        and PARAGRAPH_END in text[end:after]
        and text[after].islower()
        and ENDS_A_SENTENCE.search(text, start, end) is None
    )


def _ends_what_stands_before(
    text: str, joined: Sequence[tuple[int, int]], start: int, end: int
) -> bool:
    """Whether a fragment is the end of the sentence before it, in the same paragraph."""
    return (
        not ITEM_MARK.match(text, start, end)
        and not SHORT_QUESTION.fullmatch(text, start, end)
        and _goes_on(text, joined, start, end)
    )


def _goes_on(text: str, joined: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether there is a sentence before in the same paragraph, and both are no longer than a
    quote may be."""
    if not joined:
        return False
    begin, before = joined[-1]
    return PARAGRAPH_END not in text[before:start] and end - begin <= LONGEST
