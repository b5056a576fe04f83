"""What a document is called, of when it is and what kind it is, as its file name and first page
say; and whose it is (`backend.scope.first_page`).

A file name like `NORVANE_2023Q2_10Q.pdf` or `StationNotebook-2024-03-12-minutes.pdf` is read as
name, time and kind: words before the first date are the name, words after it say what kind of
document it is. The first page tells how a name that is written without blanks falls into words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath

from backend.analysis import STOP_WORDS, fold
from backend.scope.first_page import LEGAL, NOTHING, FirstPage, kind_of, read_first_page
from backend.scope.periods import Period, Times, first_mention, times_in, without_times

FIRST_PAGE = 3_000
"""So many characters of a document are its first page where pages are not known."""
LONGEST_NAME = 6
"""Most words of a name that a question is expected to spell out."""
NAMED_BEFORE = 80
"""Within so many characters before the letters of a listing stands whose they are."""
_NO_SYMBOLS = frozenset(
    ["ceo", "cfo", "coo", "ipo", "usd", "eur", "gbp", "sec", "us", "uk", "old", "new", "inc", "llc"]
)
LEAST_JOINED = 6
"""Fewest letters of a file name's word that is looked for, in several words, on the first page."""

_KINDS = frozenset(
    [
        *("agenda", "agreement", "appendix", "article", "book", "brochure", "chapter", "contract"),
        *("copy", "document", "draft", "final", "form", "guide", "handbook", "invoice"),
        *("letter", "manual", "memo", "minutes", "note", "notes", "paper", "plan", "policy"),
        *("presentation", "press", "protocol", "release", "report", "review", "scan", "slides"),
        *("specification", "statement", "study", "summary", "survey", "thesis", "transcript"),
        *("annual", "quarterly", "monthly", "weekly", "interim", "earnings", "filing", "version"),
    ]
)
_UNSPOKEN = LEGAL | {"group", "international"}
_AND = re.compile(r"(?i)(?<=\w)(?:\s*&\s*|\s+and\s+)(?=\w)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[\s_\-.,()\[\]]+")
_SUBTITLE = re.compile(r"\s*:\s+|\s+[-–—]\s+")
_FORM = re.compile(r"(?i)\bform\s+([a-z]{0,2}-?\d{1,4}(?:-?[a-z]{1,2})?)\b")
_ENDED = re.compile(
    r"(?i)\b(?:year|quarter|period|months?)\s+ended:?\s+(?P<when>[a-z]+\s+\d{1,2},?\s+(?:19|20)\d\d)"
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A document as a question may refer to it.

    `names` are sequences of folded words; `kinds` are folded words without hyphens ("10k",
    "minutes"); `times` are those of the file name, or of the first page where it has none. `page`
    is what the first page says of parties, kinds and its own dates; where it says no kind, the
    file name and the title do.
    """

    id: str
    label: str
    names: tuple[tuple[str, ...], ...]
    times: Times
    kinds: frozenset[str]
    pages: int = 1
    page: FirstPage = NOTHING
    symbols: frozenset[str] = frozenset()
    """Those of its names that are letters of a listing, and stand for it in capitals alone."""


@dataclass(frozen=True, slots=True)
class Conventions:
    """How documents of a field name themselves, from a glossary.

    A line that holds one of `after_name` stands below the name of whom the document is about;
    `kinds` maps what people call a kind of document to the word in file names. Of the words of a
    file name, `unspoken` say nothing, and `joining` stands for an "and" in a short name ("FnF",
    Frost & Fern); empty where none does. `symbols` find the `letters` under which somebody is
    listed at an exchange.
    """

    after_name: tuple[str, ...] = ()
    kinds: dict[str, str] = field(default_factory=dict)
    unspoken: frozenset[str] = frozenset()
    joining: str = ""
    symbols: tuple[re.Pattern[str], ...] = ()


PLAIN = Conventions()


def profile_of(
    document_id: str,
    file_name: str,
    title: str,
    first_page: str,
    pages: int,
    conventions: Conventions = PLAIN,
) -> Profile:
    """Read name, time and kind from a document's file name, title and first page."""
    stem = _CAMEL.sub(" ", PurePath(file_name).stem).replace("_", " ")
    cut = first_mention(stem)
    before, after = (
        " ".join(each for each in _PARTS.split(part) if fold(each) not in conventions.unspoken)
        if conventions.unspoken
        else part
        for part in (stem[:cut], without_times(stem[cut:]))
    )
    if not _spoken(before):
        before, after = after, ""
    words = _spoken(before)
    kinds = {_kind(each) for each in _PARTS.split(f"{before} {after}") if _is_kind(each)}
    kinds |= {_kind(each) for each in _PARTS.split(after) if each}
    form = _FORM.search(first_page)
    if form and not any(character.isdigit() for kind in kinds for character in kind):
        kinds.add(_kind(form[1]))
    surface, on_page = _on_first_page(words, first_page)
    names = [
        *(words, on_page, _shortened(surface, conventions.joining)),
        *_titles(title),
        *_named_above(first_page, conventions),
    ]
    said = {part for name in names for part in ("".join(name), *name)} - {""}
    symbol = _listed_as(first_page, conventions, said)
    names += [(symbol,)] if symbol else []
    times = times_in(stem)
    if not times.years:
        times = _ended(first_page)
    page = read_first_page(first_page)
    kinds_said = {kind_of(kind) for kind in (*kinds, *spelled(title))} - {""}
    return Profile(
        id=document_id,
        label=_label(surface or before, times, after) or PurePath(file_name).stem,
        names=tuple(dict.fromkeys(name for name in names if name)),
        times=times,
        kinds=frozenset(kinds - {""}),
        pages=pages,
        page=page._replace(kinds=page.kinds or frozenset(kinds_said)),
        symbols=frozenset([symbol] if symbol else []),
    )


def spelled(text: str) -> list[str]:
    """The folded words of a text; "&" and apostrophes join nothing."""
    return _WORD.findall(fold(re.sub(r"['’]s?\b", "", text)))


def _spoken(text: str) -> tuple[str, ...]:
    """The words of a name that a question would say, kinds and legal forms left out."""
    words = [word for word in spelled(text) if word not in _UNSPOKEN and not _is_kind(word)]
    while words and words[-1] in STOP_WORDS:
        del words[-1]
    while words and words[0] in STOP_WORDS:
        del words[0]
    return tuple(words) if sum(map(len, words)) > 2 else ()


def _is_kind(word: str) -> bool:
    """Whether a word of a file name says what kind of document it is, or counts copies."""
    folded = fold(word)
    return folded in _KINDS or folded[:1].isdigit() or bool(re.fullmatch(r"v\d+", folded))


def _kind(word: str) -> str:
    return "".join(_WORD.findall(fold(word)))


def _titles(title: str) -> list[tuple[str, ...]]:
    """A title that is short enough to be spoken, without its times, and the part before its
    subtitle: without kinds ("harbour") and as it stands ("harbour handbook").
    """
    found: list[tuple[str, ...]] = []
    stem = without_times(PurePath(title).stem)
    for part in dict.fromkeys((stem, _SUBTITLE.split(stem, maxsplit=1)[0])):
        spoken = _spoken(_PARTS.sub(" ", part))
        whole = tuple(spelled(part.replace("_", " ")))
        found += [each for each in (spoken, whole) if spoken and len(each) <= LONGEST_NAME]
    return found


def _named_above(first_page: str, conventions: Conventions) -> list[tuple[str, ...]]:
    """The lines above those that say "this is the name"."""
    lines = [line.strip() for line in first_page.splitlines() if line.strip()]
    return [
        _spoken(above)
        for above, line in pairwise(lines)
        if any(mark in line.lower() for mark in conventions.after_name)
        and len(above.split()) <= LONGEST_NAME + 2
    ]


def _listed_as(first_page: str, conventions: Conventions, said: AbstractSet[str]) -> str:
    """The letters under which those whose document it is are listed, as its first page tells
    first: further ones are of other papers. In a sentence they stand behind a name of the document;
    empty where none do.

    Args:
        said: the words of the document's names.
    """
    found = next(filter(None, (each.search(first_page) for each in conventions.symbols)), None)
    letters = fold(found["letters"]) if found is not None else ""
    if found is None or letters in STOP_WORDS | LEGAL | _NO_SYMBOLS:
        return ""
    before = first_page[max(0, found.start() - NAMED_BEFORE) : found.start()]
    is_in_a_sentence = before.rstrip().endswith("(")
    is_its_own = not said or not said.isdisjoint(spelled(before))
    return letters if not is_in_a_sentence or is_its_own else ""


def _on_first_page(words: Sequence[str], first_page: str) -> tuple[str, tuple[str, ...]]:
    """How the first page writes a name: its surface and its words; empty if it does not."""
    joined = "".join(words)
    if len(joined) < LEAST_JOINED:
        return "", ()
    pieces = [
        (fold(match.group()), match.start(), match.end()) for match in _WORD.finditer(first_page)
    ]
    best = ""
    for first in range(len(pieces)):
        length = 0
        for last in range(first, min(first + LONGEST_NAME, len(pieces))):
            piece = pieces[last][0]
            if not joined.startswith(piece, length):
                break
            length += len(piece)
            if length == len(joined):
                surface = first_page[pieces[first][1] : pieces[last][2]]
                if not best or (best.isupper() and not surface.isupper()):
                    best = surface
                break
    return " ".join(best.split()), tuple(spelled(best))


def _shortened(surface: str, joining: str) -> tuple[str, ...]:
    """A name that is joined by "&" or "and", with what stands for it in short names; empty for
    others.
    """
    words = tuple(spelled(_AND.sub(f" {joining} ", surface))) if joining else ()
    return words if words != tuple(spelled(surface)) else ()


def _ended(first_page: str) -> Times:
    """The year of "for the year ended …" on the first page."""
    match = _ENDED.search(first_page)
    if match is None:
        return Times()
    days = times_in(match["when"]).days
    return Times((), tuple(Period(day.year) for day in days))


def _label(name: str, times: Times, after: str) -> str:
    when = [day.isoformat() for day in times.days] or [str(period) for period in times.periods]
    rest = " ".join(part for part in _PARTS.split(after) if part)
    readable = rest if any(character.isdigit() for character in rest) else rest.lower()
    return " ".join(part for part in (" ".join(name.split()), *when, readable) if part)
