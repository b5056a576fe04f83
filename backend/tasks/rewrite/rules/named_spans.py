"""Names and times that a question or an answer mentions, by their form alone (English)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.analysis import STOP_WORDS
from backend.calendar_words import MONTH_NAME

_MONTH = rf"(?:{MONTH_NAME})\.?"
_YEAR = r"(?:1[5-9]|20|21)\d{2}"
TIME = re.compile(
    rf"\b(?:Q[1-4]\s+(?:FY\s?)?(?:{_YEAR}|\d{{2}})|[1-4]Q\s?\d{{2,4}}|Q[1-4]"
    rf"|(?:fiscal(?: year)?|FY)\s?(?:{_YEAR}|\d{{2}})"
    rf"|(?:{_MONTH}\s+\d{{1,2}},?\s+{_YEAR}|\d{{1,2}}\s+{_MONTH}\s+{_YEAR}|{_MONTH}\s+{_YEAR})"
    rf"|{_YEAR}(?:\s?[-–/]\s?\d{{2,4}}|s)?"
    r"|(?:last|next|previous|prior|following)\s+(?:year|quarter|month))\b(?!,\d)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,80})[\"”]")
_WORD = r"[A-Z0-9À-Þ][\w&’'.\-/]*"
_NAME = re.compile(
    rf"(?<![\w’'])[A-ZÀ-Þ][\w&’'.\-/]*(?:\s+(?:(?:of|the|de|la|van|von|der|and|&)\s+){{0,2}}{_WORD})*"
)
_POSSESSIVE = re.compile(r"['’]s?$")
_OPENERS = frozenset(
    [
        *("according", "additionally", "also", "although", "compare", "define", "describe"),
        *("explain", "find", "give", "however", "identify", "let", "list", "name", "none", "note"),
        *("ok", "okay", "one", "outline", "overall", "please", "provide", "quote", "say", "show"),
        *("since", "state", "summarise", "summarize", "tell", "thanks", "therefore", "two"),
        *("using", "whose", "yes", "shall", "may", "might", "must", "another", "whether", "within"),
    ]
)


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A name or time with its span in the text."""

    text: str
    start: int
    end: int


def times(text: str) -> list[NamedSpan]:
    """Years, quarters, dates and relative times, in order."""
    return [NamedSpan(match.group(), *match.span()) for match in TIME.finditer(text)]


def names(text: str, context: str = "") -> list[NamedSpan]:
    """Names in order: capitalised words (joined by "of", "the" …), codes, and quoted titles.

    A single capitalised word that begins a sentence is a name unless it is a word that usually
    begins one, or stands in lower case elsewhere in the text or in `context`.
    """
    named_spans = [NamedSpan(match.group(1), *match.span(1)) for match in _QUOTED.finditer(text)]
    blanked = TIME.sub(lambda match: " " * len(match.group()), text)
    for quoted in named_spans:
        size = quoted.end - quoted.start
        blanked = blanked[: quoted.start] + " " * size + blanked[quoted.end :]
    for match in _NAME.finditer(blanked):
        mention = _trimmed(match.group(), match.start(), blanked, context)
        if mention is not None:
            named_spans.append(mention)
    return sorted(named_spans, key=lambda mention: mention.start)


def _trimmed(text: str, start: int, whole: str, context: str) -> NamedSpan | None:
    """The name without an ordinary word at its front and a possessive or stop at its end."""
    words = text.split()
    opens = _opens_sentence(whole, start)
    while words and (_is_ordinary(words[0]) or (opens and _is_opener(words, whole, context))):
        cut = len(text) - len(text[len(words[0]) :].lstrip())
        text, start = text[cut:], start + cut
        words, opens = words[1:], False
    text = _POSSESSIVE.sub("", text.rstrip(".,-/"))
    if len(text) < 2 or text.isdigit():
        return None
    return NamedSpan(text, start, start + len(text))


def _is_ordinary(word: str) -> bool:
    bare = _POSSESSIVE.sub("", word).rstrip(".,").lower()
    return bare in STOP_WORDS and not (word.isupper() and len(word) > 1)


def _is_opener(words: list[str], whole: str, context: str) -> bool:
    first = words[0].rstrip(".,")
    if first.lower() in _OPENERS:
        return True
    ordinary = first[1:].islower() and re.search(
        rf"\b{re.escape(first.lower())}\b", f"{whole} {context}"
    )
    return len(words) == 1 and bool(ordinary)


def _opens_sentence(whole: str, start: int) -> bool:
    before = whole[:start].rstrip()
    return not before or before[-1] in ".!?:\n"
