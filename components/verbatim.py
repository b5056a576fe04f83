"""Text of other people's making, shown exactly as it is: titles, passages, questions, answers.

Whatever stands in a file must never turn into markup: not into HTML, and not into Markdown, where
`$5 to $6` would become a formula, `:smile:` a picture and `--` a dash.
"""

from __future__ import annotations

import html as html_library
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_SPACES = re.compile(r"\s+")
# Replacements that the Markdown renderer makes in finished text, where a backslash no longer
# helps: `:name:`, typographic signs, addresses. An invisible word joiner takes each apart.
_JOINER = "\u2060"
_LATE = re.compile(
    r"(?<=:)(?=[\w+-]+[/:])|(?<=[<\->=~])(?=[-=>])|(?<=https:)|(?<=http:)|(?<=www)|(?<=@)"
)

Span = tuple[int, int]


def printable(text: str) -> str:
    """The text with control and direction-override characters replaced by spaces, same length."""
    return _CONTROL.sub(" ", text)


def markdown(text: str) -> str:
    """One line of Markdown that shows the text literally, for headings, labels and captions."""
    line = _SPACES.sub(" ", printable(text)).strip()
    pieces = _LATE.split(line)
    return _JOINER.join(_PUNCTUATION.sub(r"\\\1", piece) for piece in pieces)


def html(text: str) -> str:
    """HTML that shows the text literally."""
    return html_library.escape(printable(text), quote=True)


def clipped(text: str, length: int) -> str:
    """The first words of the text on one line, at most `length` characters and an ellipsis."""
    line = _SPACES.sub(" ", printable(text)).strip()
    if len(line) <= length:
        return line
    head = line[:length]
    words = head.rsplit(" ", 1)[0] if " " in head[length // 2 :] else head
    return words.rstrip(" ,;:.") + " …"


def marked(text: str, spans: Iterable[Span], terms: Iterable[Span] = ()) -> str:
    """HTML of a text with some spans highlighted and terms set in bold.

    Args:
        spans: half-open spans to highlight, in any order; parts outside the text are ignored.
        terms: half-open spans of the question's words.
    """
    highlights, words = _merged(spans, len(text)), _merged(terms, len(text))
    edges = sorted({0, len(text), *(edge for span in (*highlights, *words) for edge in span)})
    pieces = []
    for start, end in pairwise(edges):
        piece = html(text[start:end])
        if _covers(words, start):
            piece = f'<b class="quire-term">{piece}</b>'
        if _covers(highlights, start):
            piece = f"<mark>{piece}</mark>"
        pieces.append(piece)
    return "".join(pieces).replace("</mark><mark>", "")


def _merged(spans: Iterable[Span], length: int) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted((max(0, start), min(length, end)) for start, end in spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _covers(spans: Sequence[Span], position: int) -> bool:
    return any(start <= position < end for start, end in spans)
