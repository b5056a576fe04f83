"""Sentences that begin with the name of a command or a file, in small letters as it is typed.

To the rules of sentences a small letter goes on with a sentence, since most full stops before one
end an abbreviation. In a manual it may begin one: “Two commands make drawings. plot draws in the
plane.” So what the reader quotes is cut there as well, where the name is followed by a verb;
passages are not.
"""

from __future__ import annotations

import re

from backend.analysis import STOP_WORDS
from backend.tasks.answer.extractive.label_lines import stripped_span

_BEGINS = re.compile(
    r"(?<=[^\W\d_A-Z][^\W\d_A-Z]\))\.\s+(?=[a-z])|(?<=[^\W\d_A-Z]{5})[.!]\s+(?=[a-z])"
)
"""The end of a word of five letters or more, or of brackets: few abbreviations are as long."""
_SAYS = re.compile(
    r"(?P<name>[a-z][a-z\d_.+-]*(?:\(\))?) (?:[a-z]{2,}[^\Wsu\d_]s|is|has|does|can(?:not)?|may|"
    r"will|must|should|was)\b"
)
"""A name and a verb of the third person, or of any person."""
_ABBREVIATED = frozenset(
    [
        *("approx", "assoc", "corresp", "equiv", "introd", "prelim", "specs", "transl"),
        *("insbes", "einschl", "ausschl", "entspr", "environ", "excepts"),
    ]
)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
LEAST_WORDS = 4
"""Words before such a name, and from it on: less is no sentence."""


def cut_before_typed_names(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span cut before each typed name that begins a sentence; else the span as it is.

    Args:
        text: the passage.
        start, end: a sentence of it, as the rules of sentences tell.
    """
    cuts = [start]
    for match in _BEGINS.finditer(text, start, end):
        said = _SAYS.match(text, match.end(), end)
        if said is None or said["name"] in STOP_WORDS:
            continue
        before = text[cuts[-1] : match.start()]
        word = _LAST_WORD.search(before)
        if word and word.group().lower() in _ABBREVIATED:
            continue
        if min(len(before.split()), len(text[match.end() : end].split())) >= LEAST_WORDS:
            cuts.append(match.end())
    pieces = zip(cuts, [*cuts[1:], end], strict=True)
    return [stripped_span(text, left, right) for left, right in pieces]
