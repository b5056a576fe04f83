"""A claim beside its passages, clause by clause: who, what, how much, when, which direction.

Each test looks for one way in which a claim says something else than a passage with the same words:
the same of another thing, another number or year, two names exchanged, the opposite direction, a
denial. Thresholds were chosen on true and altered sentences of training questions
(bench/support.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from backend.analysis import STOP_WORDS, term_texts, terms
from backend.evidence.opposites import NEGATIONS, POINTING
from backend.evidence.quantities import Quantity, is_among, quantities
from backend.sentences import sentence_spans

NEAR_CLAIM, NEAR_SOURCE = 4, 6
"""Words on each side of a pointing word that say what it is of, in the claim and in the source."""
OPPOSITE, DENIED, OTHER_YEAR = 0.5, 0.7, 0.6
"""Shares of the claim's words from which an opposite direction, a denial, another year count."""
MOST_SENTENCES = 120
MOST_NAMES = 6
LEAST_REST = 2
"""So many further words of a claim say what a word or number is of."""
WHOLE, NEARLY_WHOLE, LESS = 0.99, 0.75, 0.2
"""Shares of the claim's words: of a clause that says the same of something else, and how much less
a clause with the claim's own word or number has."""
_BREAK = re.compile(
    r"\s*[;:–—]\s+|,?\s+(?:while|whereas|but|although|though|unlike|since then)\b,?\s+"
    r"|,\s+(?:and|or)\s+(?=(?:the|a|an|in|it|its|at|on|for|that|those|he|she|they|mr|mrs|dr)\b)"
    r"|,\s+(?=(?:the|at|in|on|for|that of|those of)\s)"
    r"|\s+and\s+(?=[A-Z][a-z]+(?:\s[A-Z][a-z]+)?\s+[a-z]+s\s)",
)
_PRONOUN = re.compile(r"(?i)^\W*(?:it|its|they|their|he|his|she|her|this|these|that|both|since)\b")
_NUMBER_TERM = re.compile(r"\d")
_YEAR = re.compile(r"\b(?:1[5-9]\d\d|20\d\d)\b")
_NAME = re.compile(r"[^\W\d_a-z][\w’'&-]*(?:\s+(?:&\s+)?[^\W\d_a-z][\w’'&-]*)*")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or clause: its words in order (index forms) and as a set, with what a pronoun at
    its front takes over from the sentence before it."""

    text: str
    words: tuple[str, ...]
    held: frozenset[str]
    figures: tuple[Quantity, ...]


def conflict(claim: str, passages: Sequence[str]) -> str:
    """What a passage says otherwise, as a sentence to show; empty where nothing was found.

    Args:
        passages: texts of the cited passages.
    """
    sentences = [
        _unit(text[start:end], "") for text in passages for start, end in sentence_spans(text)
    ][:MOST_SENTENCES]
    clauses = _clauses([sentence.text for sentence in sentences])
    own = _unit(claim, "")
    content = _content(own)
    every = frozenset().union(*(sentence.held for sentence in sentences))
    best = max(sentences, key=lambda sentence: _share(content, sentence.held), default=_EMPTY)
    if _other_way(own, clauses) >= OPPOSITE:
        return "The cited passage says the opposite."
    if _denied(own, content, [*clauses, *sentences]) >= DENIED:
        return (
            "It denies what the cited passage says."
            if NEGATIONS & set(own.words)
            else "The cited passage denies this."
        )
    if _other_year(claim, content, sentences) >= OTHER_YEAR:
        return "The cited passage gives another year for this."
    named = frozenset(t.text for t in terms(claim) if claim[t.start].isupper() and t.start)
    if word := _other_word(content, clauses, every, named):
        said = next((t for t in terms(claim) if t.text == word), None)
        shown = claim[said.start : said.end] if said else word
        return f"The cited passage says this of something other than “{shown}”."
    if _other_number(own, content, clauses, sentences):
        return "The cited passage gives another number for this."
    if _turned(claim, best.text):
        return "The cited passage has the two names the other way round."
    return ""


def _unit(text: str, before: str) -> _Unit:
    words = tuple(term_texts(text, keep_stop_words=True))
    held = frozenset(words)
    if before and _PRONOUN.match(text):
        held |= frozenset(term_texts(before))
    return _Unit(text, words, held, tuple(quantities(text)))


_EMPTY = _Unit("", (), frozenset(), ())


def _clauses(sentences: Sequence[str]) -> list[_Unit]:
    units: list[_Unit] = []
    before = ""
    for sentence in sentences:
        for piece in _BREAK.split(sentence):
            if piece.strip():
                units.append(_unit(piece, before))
        before = sentence
    return units


def _content(unit: _Unit) -> frozenset[str]:
    stops = _STOPS
    return frozenset(
        word for word in unit.words if word not in stops and not _NUMBER_TERM.search(word)
    )


_STOPS = frozenset(term_texts(" ".join(sorted(STOP_WORDS)), keep_stop_words=True)) | NEGATIONS


def _share(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _other_way(claim: _Unit, clauses: Sequence[_Unit]) -> float:
    """How much closer a word of direction of the claim stands by the same words in the opposite
    sense than in its own."""
    found = 0.0
    for place, sign, axis in _pointing(claim):
        about = _about(claim, place, NEAR_CLAIM, axis)
        if not about:
            continue
        closest = {1: 0.0, -1: 0.0}
        for clause in clauses:
            for there, way, other_axis in _pointing(clause):
                if other_axis == axis:
                    near = len(about & _about(clause, there, NEAR_SOURCE, axis)) / len(about)
                    closest[way] = max(closest[way], near)
        found = max(found, closest[-sign] - closest[sign])
    return found


def _pointing(unit: _Unit) -> list[tuple[int, int, str]]:
    found = []
    for place, word in enumerate(unit.words):
        if word in POINTING:
            axis, sign = POINTING[word]
            denied = any(each in NEGATIONS for each in unit.words[max(0, place - 3) : place])
            found.append((place, -sign if denied else sign, axis))
    return found


def _about(unit: _Unit, place: int, near: int, axis: str) -> frozenset[str]:
    window = unit.words[max(0, place - near) : place + near + 1]
    return frozenset(
        each
        for each in window
        if each not in _STOPS
        and (each not in POINTING or POINTING[each][0] != axis)
        and not _YEAR.fullmatch(each)
    )


def _denied(claim: _Unit, content: frozenset[str], units: Sequence[_Unit]) -> float:
    """How much of the claim stands in the unit most like it, if exactly one of both denies."""
    best = max(
        units,
        key=lambda unit: (_share(content, frozenset(unit.words)), -len(unit.words)),
        default=_EMPTY,
    )
    differs = bool(NEGATIONS & set(claim.words)) != bool(NEGATIONS & set(best.words))
    return _share(content, frozenset(best.words)) if differs else 0.0


def _other_word(
    content: frozenset[str],
    clauses: Sequence[_Unit],
    every: frozenset[str],
    named: frozenset[str],
) -> str:
    """The word, if a clause has all of the claim but that one word, which stands elsewhere, and no
    clause that has it comes as near; else empty. Names come first."""
    found: list[str] = []
    for word in sorted(content & every):
        rest = content - {word}
        if len(rest) < LEAST_REST:
            continue
        without = max((_share(rest, c.held) for c in clauses if word not in c.held), default=0.0)
        within = max((_share(rest, c.held) for c in clauses if word in c.held), default=0.0)
        if without >= WHOLE and within < without:
            found.append(word)
    return next((each for each in found if each in named), found[0] if found else "")


def _other_number(
    claim: _Unit, content: frozenset[str], clauses: Sequence[_Unit], sentences: Sequence[_Unit]
) -> bool:
    """Whether a clause with nearly all words of the claim gives another number, while neither a
    clause nor a sentence with its number has nearly as many of them."""
    units = [*clauses, *sentences]
    for figure in claim.figures:
        if len(content) < LEAST_REST or (figure.spelled and figure.value <= 2):
            continue
        having = [_share(content, unit.held) for unit in units if is_among(figure, unit.figures)]
        lacking = [
            _share(content, clause.held)
            for clause in clauses
            if clause.figures and not is_among(figure, clause.figures)
        ]
        if (
            having
            and lacking
            and max(lacking) >= NEARLY_WHOLE
            and max(having) < max(lacking) - LESS
        ):
            return True
    return False


def _other_year(claim: str, content: frozenset[str], sentences: Sequence[_Unit]) -> float:
    years = set(_YEAR.findall(claim))
    if not years:
        return 0.0
    ranked = sorted(sentences, key=lambda sentence: -_share(content, sentence.held))
    best = ranked[0] if ranked else _EMPTY
    there = set(_YEAR.findall(best.text))
    return _share(content, best.held) if there and not years <= there else 0.0


def _turned(claim: str, source: str) -> bool:
    """Whether two names with the same words between them stand the other way round."""
    named = [(match.start(), match.end(), match.group()) for match in _NAME.finditer(claim)]
    passive = re.compile(r"(?i)\bby\b")
    for first, second in combinations(named[:MOST_NAMES], 2):
        here = [source.find(each[2].split()[-1]) for each in (first, second)]
        if min(here) < 0 or here[0] <= here[1]:
            continue
        between = claim[first[1] : second[0]]
        there = source[here[1] : here[0]]
        verbs = set(term_texts(between))
        held = set(term_texts(there))
        ways = set(between.lower().split()) & {"to", "from", "into"}
        if bool(passive.search(between)) != bool(passive.search(there)):
            continue
        if verbs <= held and (verbs or ways & set(there.lower().split())):
            return True
    return False
