"""What a document is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from backend.readers.layout.characters import clean

MAX_TITLE = 200

_PROGRAM = re.compile(
    r"(?i)^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|untitled|document\d*|"
    r"slide \d+|print|doc\d*|book\d*|sheet\d*|title|no title|\(?anonymous\)?|unspecified)\b"
)
_PART = re.compile(
    r"(?i)^(?:(?:table of )?contents|index|cover(?: page)?|foreword|preface|introduction|"
    r"inhalt(?:sverzeichnis)?|(?:table des mati[eè]res|sommaire)|[ií]ndice|sommario)\W*$"
)
"""A part that many documents have names none of them."""
_NAME_WITH_NUMBER = re.compile(
    r"(?!(?i:annex|appendix|article|chapter|exhibit|figure|form|issue|part|page|section|sheet|slide"
    r"|table|unit|version|volume|week)\b)[^\W\d_]{4,}-\d\d"
)
"""One word that names a thing: “Gull-17”."""
_FILE_NAME = re.compile(
    r"(?i)\.(?:pdf|docx?|xlsx?|pptx?|indd|qxd|html?|txt|tex|dvi|rtf|md)$|[\\/]\S*$"
)


def choose_title(metadata: str, headings: Sequence[tuple[str, float]], name: str) -> str:
    """The title in the metadata if it is one, else the largest heading of the first page, else
    the file's name.

    Args:
        headings: text and font height of the first page's headings, from top to bottom.
    """
    written = " ".join(metadata.split())
    if is_title(written):
        return written[:MAX_TITLE]
    sizes = [size for _, size in headings]
    ordinary = sorted(sizes)[(len(sizes) - 1) // 2] if sizes else 0.0
    for text, size in headings:
        tallest = size == max(sizes) and (len(headings) == 1 or size > ordinary)
        if tallest and is_title(text, printed=True) and not _name_says_more(name, text):
            return text[:MAX_TITLE]
    return title_of_name(name)


def _name_says_more(name: str, heading: str) -> bool:
    """Whether a file's name of several words tells more than the first page's largest heading.

    It does if the heading is short or speaks of something else, as the name of an authority or
    of a form does that many documents bear.
    """
    words = title_of_name(name).casefold().split()
    if len(words) < 2 or not any(len(word) >= 4 and word.isalpha() for word in words):
        return False
    squeezed = "".join(words)
    printed = [word for word in re.split(r"\W+", heading.casefold()) if word]
    shared = any(len(word) >= 4 and word in squeezed for word in printed)
    return len(printed) < 4 or not shared


def is_title(text: str, *, printed: bool = False) -> bool:
    """Whether a text is a title and not what a program or a file system left behind.

    Args:
        printed: whether it is a heading of the document, which may name a thing that is called by
            one word with a number (“Gull-17”).
    """
    letters = sum(character.isalpha() for character in text)
    left_behind = " " not in text and re.search(r"[_\d]", text) is not None
    if printed and _NAME_WITH_NUMBER.fullmatch(text):
        left_behind = False
    return (
        letters >= 4
        and letters >= 0.4 * len(text)
        and _PROGRAM.search(text) is None
        and _PART.search(text) is None
        and _FILE_NAME.search(text) is None
        and not left_behind
    )


def title_of_name(name: str) -> str:
    """A file's name in words: camel case, underscores and dashes split, the ending left out."""
    stem = PurePosixPath(clean(name).replace("\\", "/")).name
    stem = re.sub(r"\.[A-Za-z][A-Za-z0-9]{0,8}$", "", stem) or stem
    words = re.sub(r"[_\s]+", " ", stem)
    words = re.sub(r"(?<=[a-z0-9])-(?=[A-Za-z])|(?<=[A-Za-z])-(?=\d)", " ", words)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})", " ", words)
    return " ".join(words.split())[:MAX_TITLE] or "Untitled"
