"""Names as they are typed (“plot”, “maxSize”, “--quiet”), and sentences that begin with one.

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


_TYPED_NAME = re.compile(
    r"(?<![\w.-])(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+"
    r"|--?[A-Za-z][\w-]*)(?![\w-])"
)
"""Names that only programs have: “maxSize”, “max_size”, “--max-size”."""
_HUMP = re.compile(r"(?<=[a-z0-9]{2})(?=[A-Z][a-z])|_")


def typed_in(text: str) -> frozenset[str]:
    """The names in a text that are typed as they stand: in mixed letters, with an underscore or
    behind a dash."""
    return frozenset(_TYPED_NAME.findall(text))


_PATH = re.compile(r"(?<![\w/.-])(?:~|\.{0,2})(?:/[\w.+-]*[\w+-])+/?(?![\w/-])")
"""“/opt/sails”, “./run”, “~/notes.txt”; a slash between words (“and/or”) is none."""


def is_of_longer_path(question: str, text: str) -> bool:
    """Whether a question names a path that a text only has as a part of a longer one: what holds
    for “/old/sails” need not hold for “/sails”."""
    paths = {each.rstrip("/") for each in _PATH.findall(question)}
    said = {each.rstrip("/") for each in _PATH.findall(text)}
    return any(
        path not in said
        and any(each.endswith(path) or each.startswith(f"{path}/") for each in said)
        for path in paths
    )


def as_words(name: str) -> str:
    """Typed names in a text as words: “max size” for “maxSize”."""
    return _TYPED_NAME.sub(lambda each: _HUMP.sub(" ", each.group()).lower(), name)
