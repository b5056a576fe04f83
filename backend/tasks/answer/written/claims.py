"""What a language model's text claims: its sentences with the passages that each cites."""

from __future__ import annotations

import re

from backend.sentences import sentence_spans

NOT_FOUND = "I did not find this in the documents."

_MARKER = re.compile(
    r"[\[【]\s*\^?(?:passages?\s+)?(?P<numbers>\d{1,3}(?:\s*(?:[,;–-]|and)\s*\d{1,3})*)"
    r"\s*(?:†[^\]】\n]{0,40})?[\]】]",
    re.IGNORECASE,
)
_SPACED_MARKER = re.compile(rf"(?:(?<![^\S\n])[^\S\n]+)?(?:{_MARKER.pattern})", re.IGNORECASE)
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)|(\d+)")
_ADMITS = re.compile(
    r"\b(?:did|do|does|could|can|was|were|is|are)\s*(?:not|n['’]t|unable to)\s+(?:be\s+)?"
    r"(?:find|found|contain|mention|say|state|provide|include|specif|give|answer|address)"
    r"|\bcannot (?:be )?(?:find|found|answer)"
    r"|\bno (?:answer|information|mention)\b",
    re.IGNORECASE,
)
_OPENS_NOT_FOUND = re.compile(
    r"\W*I (?:did not|didn['’]t|could not|couldn['’]t) find (?:this|that|it|an answer|the answer)"
    r"(?: to (?:this|that|the question))? in the\b",
    re.IGNORECASE,
)


def claims(text: str, hits: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The sentences of an answer as (start, end, numbers of the cited hits, in order).

    Markers are [1], [1, 3], [2-4] or 【1】; those after a full stop belong to the sentence before
    it, as most models write them. Numbers that no hit has are no citations.
    """
    markers = [
        (match.start(), match.end(), _numbers(match.group("numbers"), hits))
        for match in _MARKER.finditer(text)
    ]
    markers = [marker for marker in markers if marker[2]]
    bare = text
    for start, end, _ in markers:
        bare = bare[:start] + " " * (end - start) + bare[end:]
    spans: list[list[int]] = []
    for start, end in sentence_spans(bare):
        if spans and not any(character.isalnum() for character in bare[start:end]):
            spans[-1][1] = end  # the full stop of "It grew. [1]."
        else:
            spans.append([start, end])
    if not spans:
        spans = [[0, len(text)]] if text.strip() else []
    cited: list[list[int]] = [[] for _ in spans]
    for start, end, numbers in markers:
        index = _sentence_of(start, end, spans, text)
        cited[index] += [number for number in numbers if number not in cited[index]]
        spans[index] = [min(spans[index][0], start), max(spans[index][1], end)]
    return tuple(
        (start, end, tuple(numbers)) for (start, end), numbers in zip(spans, cited, strict=True)
    )


def says_not_found(text: str, sentences: tuple[tuple[int, int, tuple[int, ...]], ...]) -> bool:
    """Whether the answer says that the documents do not hold it.

    It does if it begins so, or if no sentence cites anything and one admits the gap in other words.
    An answer to a part of the question, with what is missing, is an answer.
    """
    if _OPENS_NOT_FOUND.match(text):
        return True
    if any(cited for _, _, cited in sentences):
        return False
    return any(_ADMITS.search(text[start:end]) for start, end, _ in sentences)


def without_markers(text: str) -> str:
    """The text without its citation markers."""
    return _SPACED_MARKER.sub("", text)


def _sentence_of(start: int, end: int, spans: list[list[int]], text: str) -> int:
    before = [index for index, span in enumerate(spans) if span[0] <= start]
    if not before:
        return 0
    last = before[-1]
    begins_line = start > spans[last][1] and "\n" in text[spans[last][1] : start]
    if begins_line and last + 1 < len(spans) and "\n" not in text[end : spans[last + 1][0]]:
        return last + 1
    return last


def _numbers(written: str, hits: int) -> list[int]:
    found: list[int] = []
    for match in _RANGE.finditer(written):
        first = int(match.group(1) or match.group(3))
        last = int(match.group(2) or first)
        found += [number for number in range(first, last + 1) if 1 <= number <= hits]
    return list(dict.fromkeys(found))
