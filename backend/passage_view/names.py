"""Names in running text: where they stand, in which forms they come, and what they stand for.

Everything here is a pure function of one text, without a dictionary or a trained model. A name is
a run of capitalised words; forms that differ in case, accents, points, a leading article or a
possessive ending are one name and share a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from backend.analysis import STOP_WORDS, fold
from backend.calendar_words import MONTHS, WEEKDAYS

LONGEST_NAME = 8
"""Most words of a name; longer capitalised runs are headings in capitals, not names."""

LEAD_CHARACTERS = 400
"""How far into a document its other names are looked for."""

_NO_CAPITALS_FROM = 0x20000
"""Letters with capitals stand in the first two planes of Unicode; looking through the other fifteen
would take half of the time that this module needs to load."""


def _capital_class() -> str:
    """The inside of a character class that holds every capital letter of every script."""
    capitals = [code for code in range(_NO_CAPITALS_FROM) if chr(code).isupper()]
    ranges: list[list[int]] = []
    for code in capitals:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


CAPITAL = _capital_class()
"""The inside of a character class that holds every capital letter of every script."""
# A line that a number ends is a row of a table: what stands below begins anew.
_JOIN = r"(?: (?!\n)|(?<!\d) \n|(?<!\d)\n(?!\n))"
_WORD = (
    rf"(?:(?:[{CAPITAL}]\.)+[{CAPITAL}]?"  # J.R.R., U.S
    r"|(?:St|Mr|Mrs|Ms|Dr|Jr|Sr|Mt|Ft|Inc|Co|Corp|Ltd)\.(?=[ ,])"
    rf"|[{CAPITAL}\d][^\W_]*(?:['’\-&.][^\W_]+)*(?![^\W_]|,\d))"
)
_PARTICLE = r"(?:of|the|de|von|van|and|al|for|la|du|der|del|di|da|do|dos|&|in)"
# not inside "26,100"
_RUN = re.compile(rf"(?<![^\W_])(?<!\d[.,]){_WORD}(?:{_JOIN}(?:{_PARTICLE}{_JOIN}){{0,2}}{_WORD})*")
_JOINT = re.compile(r"\s(?:and|&|in)\s")
_POSSESSIVE = re.compile(r"['’][sS]?(?![^\W_])")
_TOKEN = re.compile(r"[^\W_]+")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;•]['\"”’)\]]*\s+|\n\s*|[\"“]\s*)$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_NEXT = re.compile(rf"\s+{_YEAR.pattern}(?![^\W_])")
_YEAR_BEFORE_NAME = re.compile(r"(?i:\b(?:in|since|by|until|from|during|after|before|and|to)\s)$")
_PARENTHESES = re.compile(r"\s*\([^)]*\)")

_MONTHS = frozenset(MONTHS)
# Words that are capitalised for another reason than being a name.
_NOT_NAMES = STOP_WORDS | frozenset(
    [
        *MONTHS,
        *WEEKDAYS,
        *("however", "although", "according", "also", "since"),
        *("yet", "thus", "hence", "therefore", "moreover", "furthermore", "meanwhile", "despite"),
        *("upon", "among", "within", "without", "many", "several", "one", "two", "three", "first"),
        *("second", "third", "later", "today", "located", "born", "based", "following", "like"),
        *("along", "another", "much", "even", "though", "unlike", "instead", "see", "let", "us"),
        *("may", "might", "must", "shall", "yes", "please", "note", "total", "table", "figure"),
        *("page", "item", "part", "section", "chapter", "fig", "mr", "mrs", "ms", "dr", "dear"),
    ]
)

_KNOWN_AS = re.compile(
    r"(?:also|better|commonly|popularly|best|formerly|professionally|previously|originally|"
    r"sometimes|simply|now|hereinafter)\s+(?:known|called|named|billed|titled|published|"
    r"referred\s+to|released)\s+(?:simply\s+)?(?:as\s+|to\s+as\s+)?(?:the\s+)?[\"“'‘]?"
)
_NAME_HERE = re.compile(rf"{_WORD}(?:{_JOIN}(?:{_PARTICLE}{_JOIN}){{0,2}}{_WORD}){{0,6}}")
_SHORT_FORM = re.compile(
    rf"\s\(\s*(?:the\s+)?[\"“'‘]?(?P<short>[{CAPITAL}][{CAPITAL}\d&.]{{1,8}})[\"”'’]?\s*[),;]"
)
_LEAD = re.compile(
    r"^[\"“'‘]?(?P<name>[^\n(,;:]{2,70}?)[\"”'’]?\s*(?:\(|,|\s(?:is|was|are|were|refers|has|had)\s)"
)


class Name(NamedTuple):
    """A name where it stands in a text: its surface form, its key and its span."""

    surface: str
    key: str
    start: int
    end: int


@lru_cache(maxsize=200_000)
def name_key(surface: str) -> str:
    """What all spellings of one name have in common: its folded words with single spaces.

    Possessive endings and a leading "the" are dropped; the key of a text without letters or digits
    is empty.
    """
    words = _TOKEN.findall(fold(_POSSESSIVE.sub("", surface)))
    if len(words) > 1 and words[0] == "the":
        del words[0]
    return " ".join(words)


def names_in(text: str) -> Iterator[Name]:
    """The names of a text in order.

    A run that is joined by "and" or "in" comes whole and in its parts. A single capitalised word at
    the beginning of a sentence is taken for a name only if it is one elsewhere in the text, or if
    the text begins with it as a subject.
    """
    uncertain: list[Name] = []
    certain: list[Name] = []
    for match in _RUN.finditer(text):
        for start, end in _parts(match.group(), match.start()):
            name = _trimmed(text, start, end)
            if name is None:
                continue
            alone = " " not in name.key
            opens = alone and _SENTENCE_START.search(text[max(0, name.start - 6) : name.start])
            (uncertain if opens else certain).append(name)
    known = {name.key for name in certain}
    lead = lead_name(text)
    if lead:
        known.add(name_key(lead))
    certain.extend(name for name in uncertain if name.key in known)
    yield from sorted(certain, key=lambda name: (name.start, -name.end))


@lru_cache(maxsize=64)
def names_of(text: str) -> tuple[Name, ...]:
    """`names_in` as a tuple; the latest texts' are kept, since a question's best passages are asked
    for theirs several times.
    """
    return tuple(names_in(text))


def _parts(run: str, offset: int) -> Iterator[tuple[int, int]]:
    yield offset, offset + len(run)
    joints = [match.span() for match in _JOINT.finditer(run)]
    if not joints:
        return
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(run)]
    for start, end in zip(starts, ends, strict=True):
        yield offset + start, offset + end


def _trimmed(text: str, start: int, end: int) -> Name | None:
    """The name in a span, without function words at its ends; None if nothing is left of it."""
    words = [
        (match.start(), match.end(), match.group().lower())
        for match in _TOKEN.finditer(text, start, end)
    ]
    while words and words[0][2] in _NOT_NAMES:
        del words[0]
    if len(words) > 1 and words[0][2].isdigit():
        before = text[max(0, words[0][0] - 8) : words[0][0]]
        if _YEAR_BEFORE_NAME.search(before):
            del words[0]
    while words and (words[-1][2] in STOP_WORDS or words[-1][2] in {"s", "in"}):
        del words[-1]
    # "Mei-Lin Sato March 2025" is a name and a date
    if len(words) > 2 and words[-2][2] in _MONTHS and _YEAR.fullmatch(words[-1][2]):
        del words[-2:]
    elif len(words) > 1 and words[-1][2] in _MONTHS and _YEAR_NEXT.match(text, words[-1][1]):
        del words[-1]
    if not words or len(words) > LONGEST_NAME:
        return None
    letters = [word for _, _, word in words if not word[0].isdigit() and word not in _MONTHS]
    if not letters or sum(map(len, letters)) < 2:
        return None
    first, last = words[0][0], words[-1][1]
    if text[last : last + 1] == "." and len(words[-1][2]) == 1:
        last += 1
    surface = " ".join(text[first:last].split())
    return Name(surface, name_key(surface), first, last)


def lead_name(text: str) -> str:
    """The name that a text begins with as its subject ("Ada Lovelace (1815 …", "Quire is …").

    Empty if the text begins otherwise.
    """
    match = _LEAD.match(text[:120])
    if match is None:
        return ""
    found = match.group("name").strip()
    words = [word for word in found.split() if word.lower() not in STOP_WORDS]
    if not words or words[0].lower() in _NOT_NAMES:
        return ""
    capitals = sum(word[0].isupper() or word[0].isdigit() for word in words)
    if len(words) > LONGEST_NAME or capitals < 0.6 * len(words) or not words[0][0].isupper():
        return ""
    return found


def other_names(text: str) -> list[str]:
    """Names that a text's beginning gives as other forms: "also known as …", "formerly called …".

    Only the first 400 characters count: further down they are other things' names.
    """
    head = text[:LEAD_CHARACTERS]
    found: list[str] = []
    for match in _KNOWN_AS.finditer(head):
        name = _NAME_HERE.match(head, match.end())
        if name is not None and len(name.group()) > 2:
            trimmed = _trimmed(head, name.start(), name.end())
            if trimmed is not None:
                found.append(trimmed.surface)
    return found


def abbreviations(text: str) -> Iterator[tuple[str, str]]:
    """Pairs (long form, short form) where a text defines one: "Health Trust Board (HTB)".

    The short form's letters must be the initials of the capitalised words before it, in order
    (Schwartz & Hearst 2003, "A Simple Algorithm for Identifying Abbreviation Definitions", with
    initials only). Function words may be skipped.
    """
    for match in _SHORT_FORM.finditer(text):
        short = match.group("short").rstrip(".")
        letters = [character.lower() for character in short if character.isalpha()]
        before = text[max(0, match.start() - 120) : match.start()]
        words = [word for word in _TOKEN.finditer(before) if word.group().lower() != "s"]
        position = len(words) - 1
        first = -1
        for letter in reversed(letters):
            while position >= 0 and words[position].group().lower() in STOP_WORDS:
                if words[position].group()[0].lower() == letter:
                    break
                position -= 1
            if position < 0 or words[position].group()[0].lower() != letter:
                first = -1
                break
            first = words[position].start()
            position -= 1
        if first >= 0 and len(letters) > 1 and before[first].isupper():
            yield " ".join(before[first:].split()), short


def title_keys(title: str) -> dict[str, float]:
    """The keys under which a title may be named, with how surely each stands for it.

    The whole title 1; without what stands in parentheses .95; before its first comma .7; first and
    last of three capitalised words (a person without the middle name) .5.
    """
    keys: dict[str, float] = {}
    plain = _PARENTHESES.sub("", title).strip()
    forms = [(title, 1.0), (plain, 0.95)]
    if "," in plain:
        forms.append((plain.split(",", 1)[0], 0.7))
    words = plain.split()
    if len(words) == 3 and all(word[0].isupper() for word in words) and len(words[1]) <= 9:
        forms.append((f"{words[0]} {words[2]}", 0.5))
    for form, weight in forms:
        key = name_key(form)
        if len(key) > 1 and any(word not in STOP_WORDS for word in key.split()):
            keys[key] = max(weight, keys.get(key, 0.0))
    return keys
