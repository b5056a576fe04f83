"""The items of a list below a heading that is nearly the question: “What won't we carry?” is
answered by all that stands below “What we do not carry”, none of which has a word of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.opposite_deeds import undoes
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.steps_below import ListedBelow, listed_below
from backend.tasks.answer.extractive.units import Unit

FEWEST = 2
"""Items of a list, at least."""
NEARLY_ASKED = 0.65
"""Cosine of question and heading from which the heading asks the same."""

ALL_NAMED = 0.9
"""Share of the question's weight that the heading holds, at least."""
_ONLY_ASK = frozenset(term_texts("thing things item items kind kinds sort sorts type types"))

_ITEM = re.compile(r"(?P<indent>[^\S\n]*)[•▪◦‣·*–-][^\S\n]+(?=\S)")
_NUMBERED = re.compile(r"\(?\d{1,2}[.)]\s")
_LINE = re.compile(r"^[^\n]*", re.MULTILINE)
_ASKS = re.compile(
    r"(?i)^\W*(?:and |so |but )?(?:what|which) "
    r"(?:(?:[\w-]+ ){0,3}?[a-z]{2,}[^su\W]s\b|(?:do|does|did|can|may|must|should|will|won['’]t)\b"
    r"|(?:is|are|was|were) (?:not )?(?:the [\w-]+s|included|covered|needed|required|allowed)\b)"
)
"""What asks for several things: “which tools”, “what must we”, “what are the duties”."""
_NO_LIST = re.compile(
    r"(?i)\b(?:difference|cost|price|time|date|day|mean|happens?|hours|years?|called|if)\b"
)


def asks_for_items(question: Question) -> bool:
    """Whether several things are asked for, and no figure, day or meaning."""
    return _ASKS.match(question.text) is not None and _NO_LIST.search(question.text) is None


def items_of(units: Sequence[Unit], texts: Mapping[int, tuple[str, int]]) -> Iterator[ListedBelow]:
    """The lists below headings, each from its first item on.

    Args:
        units: of all passages.
        texts: by passage number its text and where that begins in its document.
    """
    seen: set[tuple[int, str]] = set()
    for unit in units:
        text, start = texts[unit.hit]
        begin = text.rfind("\n", 0, max(0, unit.start - start)) + 1
        first = _ITEM.match(text, begin)
        if not unit.heading or (unit.hit, unit.heading) in seen or first is None:
            continue
        if first["indent"]:
            continue  # a list in a list
        seen.add((unit.hit, unit.heading))
        begin = _first_of(text, begin)
        if not begin and start:
            continue  # the list may begin in the passage before
        spans = _spans(text, begin)
        if len(spans) < FEWEST:
            continue
        told = tuple(
            " ".join(_ITEM.sub("", text[first:last], count=1).split()).rstrip(";,")
            for first, last in spans
        )
        yield listed_below(unit, texts[unit.hit], spans, told, "; ")


def _first_of(text: str, begin: int) -> int:
    """Where the first item of a list begins of which one begins a line: a heading and the first
    item below it may stand in one sentence with the list above."""
    while begin:
        before = text.rfind("\n", 0, begin - 1) + 1
        line = text[before : begin - 1]
        if line.strip() and not _ITEM.match(line) and not line[:1].isspace():
            break
        begin = before
    while begin < len(text) and not _ITEM.match(text, begin):
        begin = text.find("\n", begin) + 1 or len(text)
    return begin


def _spans(text: str, begin: int) -> list[tuple[int, int]]:
    """Where each item begins and ends in a text, of which the first begins a line."""
    spans: list[tuple[int, int]] = []
    indent, is_apart = 0, False
    for match in _LINE.finditer(text, begin):
        line = match.group()
        if not line.strip():
            is_apart = True
            continue
        item = _ITEM.match(line)
        end = match.start() + len(line.rstrip())
        if item is not None and (not spans or len(item["indent"]) <= indent):
            indent = len(item["indent"]) if not spans else indent
            spans.append((match.start() + len(item["indent"]), end))
        elif item is None and (_NUMBERED.match(line) or (is_apart and not line[:1].isspace())):
            break
        else:
            spans[-1] = (spans[-1][0], end)
        is_apart = False
    return spans


def items_meant(
    question: Question, items: Sequence[tuple[ListedBelow, float]]
) -> ListedBelow | None:
    """The list that a question asks for; None where no heading is nearly the question, in meaning
    and in words, or the nearest one denies what is asked, or the other way round.

    Args:
        items: with the cosine of question and heading.
    """
    if not asks_for_items(question) or not items:
        return None
    nearest, cosine = max(items, key=lambda each: each[1])
    if cosine < NEARLY_ASKED or undoes(question.text, nearest.heading):
        return None
    denying = {term for term in question.weights if term.endswith(("n't", "n’t"))}
    named = question.without(_ONLY_ASK | denying).share_of(frozenset(term_texts(nearest.heading)))
    if named < ALL_NAMED:
        return None  # what is decided in May is not what is decided in June
    denied = [NEGATION.search(text) is not None for text in (question.text, nearest.heading)]
    return nearest if denied[0] == denied[1] else None
