"""Short answers: dates, numbers, quotations and names inside the best sentences."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from backend.analysis import STOP_WORDS, fold, stem, term_texts, terms
from backend.calendar_words import MONTH_IN_PROSE
from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

SENTENCES = 5
"""Phrases are taken from so many of the best sentences."""
LONGEST = 80


class PhraseType(IntEnum):
    """What a phrase looks like."""

    DATE = 0
    YEAR = 1
    NUMBER = 2
    MEASURE = 3
    QUOTATION = 4
    NAME = 5


@dataclass(frozen=True, slots=True)
class Phrase:
    """A candidate for a short answer: text[start:end] of the unit `reading.candidates[unit]`."""

    text: str
    unit: int
    start: int
    end: int
    type: PhraseType


NAMES = (
    "sentence_score",
    "sentence_rank",
    "score_gap",
    "kind",
    "type",
    "fits",
    "terms",
    "characters",
    "in_question",
    "in_title",
    "rarity",
    "passages_with",
    "occurrences",
    "same_type_here",
    "same_type_all",
    "relative_start",
    "nearness",
    "nearest_left",
    "nearest_right",
    "before",
    "after",
    "focus_beside",
    "focus_inside",
    "sentence_coverage",
    "sentence_cosine",
    "best_cosine",
    "title_in_question",
    "question_terms",
    "opens_sentence",
    "in_brackets",
)

_MONTH = rf"(?:{MONTH_IN_PROSE})"
_SPELLED = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|"
    "thousand|dozen"
)
_FIGURE = r"\d+(?:,\d{3})*(?:\.\d+)?"
_PATTERNS = (
    (
        PhraseType.DATE,
        re.compile(
            rf"\b\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}}\b|\b{_MONTH} \d{{1,2}}"
            rf"(?:st|nd|rd|th)?\s?,? \d{{4}}\b|\b{_MONTH} \d{{4}}\b|\b{_MONTH} \d{{1,2}}\b"
        ),
    ),
    (
        PhraseType.YEAR,
        re.compile(r"\b(?:1\d|20)\d\d(?:\s?[–-]\s?(?:1\d|20)?\d\d)?\b|\b(?:1\d|20)\d0s\b"),
    ),
    (
        PhraseType.MEASURE,
        re.compile(
            rf"[$£€]\s?{_FIGURE}(?: (?:million|billion|trillion|thousand))?"
            rf"|\b{_FIGURE}(?:\s?%| (?:percent|per cent))"
            rf"|\b(?:{_FIGURE}|(?:{_SPELLED})(?:-\w+)?)(?: (?:million|billion|hundred|"
            rf"thousand))? [a-z]{{3,}}(?= |[.,;)])",
            re.IGNORECASE,
        ),
    ),
    (
        PhraseType.NUMBER,
        re.compile(
            rf"\b{_FIGURE}(?: (?:million|billion|trillion|thousand))?\b"
            rf"|\b(?:{_SPELLED})(?:[ -](?:{_SPELLED}))?\b",
            re.IGNORECASE,
        ),
    ),
    (PhraseType.QUOTATION, re.compile(r"[\"“](?P<inner>[^\"“”]{2,70})[\"”]")),
)
DATES, YEARS = _PATTERNS[0][1], _PATTERNS[1][1]
_WORD = re.compile(r"[^\W_](?:[\w'’.-]*\w)?")
_VERB_END = re.compile(r"(?:ed|ly|s)$")
_LINKING = frozenset(["of", "the", "de", "von", "van", "der", "la", "le", "du", "di", "del", "&"])
_BESIDE = {
    word: index
    for index, word in enumerate(
        (
            *("by", "in", "at", "on", "of", "from", "as", "to", "is", "was", "the", "(", ",", "a"),
            *("with", "for", "are", "were", "named", "called", "and", "president", "since", "-"),
        ),
        start=1,
    )
}
_FITTING = {
    AnswerKind.DATE: {PhraseType.DATE, PhraseType.YEAR},
    AnswerKind.COUNT: {PhraseType.NUMBER, PhraseType.MEASURE},
    AnswerKind.AMOUNT: {PhraseType.NUMBER, PhraseType.MEASURE},
    AnswerKind.PERSON: {PhraseType.NAME},
    AnswerKind.PLACE: {PhraseType.NAME},
}
_KINDS = tuple(AnswerKind)
_WHOLE_SENTENCES = frozenset(
    [
        AnswerKind.YES_NO,
        AnswerKind.CHOICE,
        AnswerKind.REASON,
        AnswerKind.MANNER,
        AnswerKind.DEFINITION,
        AnswerKind.LIST,
    ]
)


def phrases_of(unit: Unit, index: int) -> list[Phrase]:
    """The candidates in one unit, each span once, the more telling type first."""
    text = unit.text
    found: dict[tuple[int, int], PhraseType] = {}
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            span = match.span("inner") if "inner" in pattern.groupindex else match.span()
            found.setdefault(_stripped(text, *span), kind)
    for span in _name_runs(text):
        found.setdefault(_stripped(text, *span), PhraseType.NAME)
    return [
        Phrase(text[start:end], index, start, end, kind)
        for (start, end), kind in found.items()
        if 0 < end - start <= LONGEST
    ]


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " ,;:.'\"`-–(":
        end -= 1
    while start < end and text[start] in " ,;:'\"`-–)":
        start += 1
    return start, end


def _name_runs(text: str) -> list[tuple[int, int]]:
    """Runs of capitalised words, whole and split at "of", "and" and commas."""
    words = list(_WORD.finditer(text))
    runs: list[tuple[int, int]] = []
    first = 0
    while first < len(words):
        if not _is_capital(words[first].group(), opens=first == 0):
            first += 1
            continue
        last = first
        for index in range(first + 1, len(words)):
            gap = text[words[index - 1].end() : words[index].start()]
            word = words[index].group()
            if gap.strip(" .-–") or (gap.strip() and len(words[index - 1].group()) > 3):
                break
            if word[:1].isupper():
                last = index
            elif word.lower() not in _LINKING or index - last > 2:
                break
        if (
            last > first
            and last + 1 < len(words)
            and _begins_anew(text, words[last], words[last + 1])
        ):
            last -= 1
        runs.append((words[first].start(), words[last].end()))
        inner = [w for w in words[first : last + 1] if w.group().lower() in _LINKING]
        if inner:
            runs.append((words[first].start(), inner[0].start()))
        first = last + 1
    joined = [
        (left[0], right[1])
        for left, right in itertools.pairwise(runs)
        if text[left[1] : right[0]] == ", "
    ]
    return runs + joined


def _begins_anew(text: str, word: re.Match[str], following: re.Match[str]) -> bool:
    """Whether a capitalised function word behind a name begins what stands in the next line: “Ada
    Finch An account of …”. It goes on with a noun, and no stop or verb stands between."""
    said = word.group()
    beside = text[word.end() : following.start()] == " "
    return (
        said in {"A", "An", "The", "In", "This", "It", "We"}
        and beside
        and _goes_on(following.group())
    )


def _goes_on(word: str) -> bool:
    return word.lower() not in STOP_WORDS and _VERB_END.search(word) is None


def _is_capital(word: str, *, opens: bool) -> bool:
    return word[:1].isupper() and not (opens and word.lower() in STOP_WORDS)


def phrase_features(
    reading: ReadEvidence,
    scores: npt.NDArray[np.float64],
    cosines: npt.NDArray[np.float64],
    background: Background,
) -> tuple[list[Phrase], Matrix]:
    """The candidates of the best sentences and their features, shape (phrases, len(NAMES)).

    `scores` and `cosines` belong to the reading's candidates.
    """
    order = [int(i) for i in np.argsort(-scores, kind="stable")[:SENTENCES]]
    found = [(rank, phrase) for rank, i in enumerate(order) for phrase in _of(reading, i)]
    passages = {
        number: f" {fold(' '.join(u.text for u in reading.candidates if u.hit == number))} "
        for number in reading.passages
    }
    kinds = Counter((phrase.unit, phrase.type) for _, phrase in found)
    types = Counter(phrase.type for _, phrase in found)
    second = float(scores[order[1]]) if len(order) > 1 else 0.0
    rows = []
    for rank, phrase in found:
        unit = reading.candidates[phrase.unit]
        folded = fold(phrase.text)
        rows.append(
            [
                float(scores[phrase.unit]),
                float(rank),
                float(scores[order[0]]) - second,
                float(_KINDS.index(reading.question.kind)),
                float(phrase.type),
                float(phrase.type in _FITTING.get(reading.question.kind, set(PhraseType))),
                *_own_words(phrase, unit, reading, background),
                float(sum(folded in text for text in passages.values())),
                float(min(9, sum(text.count(folded) for text in passages.values()))),
                float(kinds[phrase.unit, phrase.type]),
                float(types[phrase.type]),
                phrase.start / max(1, len(unit.text)),
                *_surroundings(phrase, unit, reading),
                sum(w for t, w in reading.question.weights.items() if t in unit.term_set)
                / max(reading.question.total_weight, 1e-9),
                float(cosines[phrase.unit]),
                float(cosines.max()),
                _title_share(unit, reading),
                float(len(reading.question.terms)),
                float(phrase.start == 0),
                float(unit.text[: phrase.start].count("(") > unit.text[: phrase.start].count(")")),
            ]
        )
    kept = [phrase for _, phrase in found]
    return kept, np.array(rows, dtype=np.float64).reshape(len(rows), len(NAMES))


def _of(reading: ReadEvidence, index: int) -> list[Phrase]:
    asked = set(reading.question.terms)
    phrases = phrases_of(reading.candidates[index], index)
    spans = {(phrase.start, phrase.end) for phrase in phrases}
    for each in list(phrases):
        shorter = _without_asked(each, asked)
        if shorter is not None and (shorter.start, shorter.end) not in spans:
            spans.add((shorter.start, shorter.end))
            phrases.append(shorter)
    return [phrase for phrase in phrases if not set(term_texts(phrase.text)) <= asked]


def _without_asked(phrase: Phrase, asked: set[str]) -> Phrase | None:
    """A name without the question's words at its ends ("Ada Holm Keeper", if a keeper is asked
    for); None if nothing is taken away or nothing is left."""
    if phrase.type is not PhraseType.NAME:
        return None
    words = list(_WORD.finditer(phrase.text))
    first, last = 0, len(words) - 1

    def idle(word: str) -> bool:
        return stem(word) in asked or word.lower() in _LINKING

    while first <= last and idle(words[first].group()):
        first += 1
    while last >= first and idle(words[last].group()):
        last -= 1
    if first > last or (first == 0 and last == len(words) - 1):
        return None
    start, end = words[first].start(), words[last].end()
    return Phrase(
        phrase.text[start:end], phrase.unit, phrase.start + start, phrase.start + end, phrase.type
    )


def _own_words(
    phrase: Phrase, unit: Unit, reading: ReadEvidence, background: Background
) -> list[float]:
    own = term_texts(phrase.text) or [stem(phrase.text)]
    title = reading.passages[unit.hit].title_terms
    return [
        float(len(own)),
        float(len(phrase.text)),
        sum(term in reading.question.weights for term in own) / len(own),
        sum(term in title for term in own) / len(own),
        sum(background.weight(term) for term in own) / len(own),
    ]


def _surroundings(phrase: Phrase, unit: Unit, reading: ReadEvidence) -> list[float]:
    """Question words near the phrase, the words beside it, and the asked-for noun."""
    weights, focus = reading.question.weights, set(reading.question.focus)
    nearness, left, right = 0.0, 40.0, 40.0
    beside = inside = 0.0
    before = after = 0
    sequence = list(terms(unit.text, keep_stop_words=True))
    own = [i for i, t in enumerate(sequence) if t.start < phrase.end and t.end > phrase.start]
    first, last = (own[0], own[-1]) if own else (0, 0)
    for index, term in enumerate(sequence):
        distance = first - index if index < first else index - last
        if first <= index <= last:
            inside = max(inside, float(term.text in focus))
            continue
        if distance <= 2 and term.text in focus:
            beside = 1.0
        if term.text in weights:
            nearness += weights[term.text] * math.exp(-distance / 5.0)
            if index < first:
                left = min(left, float(distance))
            else:
                right = min(right, float(distance))
    previous = unit.text[: phrase.start].split()
    following = unit.text[phrase.end :].split()
    if previous:
        before = _BESIDE.get(previous[-1].lower().strip("\"“'"), 0 if previous else 30)
        before = (
            _BESIDE["("]
            if previous[-1].endswith("(") or unit.text[phrase.start - 1] == "("
            else before
        )
    if following:
        after = _BESIDE.get(following[0].lower().strip("\"”'"), 0)
        after = _BESIDE[","] if following[0][:1] == "," else after
    return [nearness, left, right, float(before), float(after), beside, inside]


def _title_share(unit: Unit, reading: ReadEvidence) -> float:
    title = reading.passages[unit.hit].title_terms
    return len(title & reading.question.weights.keys()) / max(1, len(title))


def answerable_by_phrase(kind: AnswerKind) -> bool:
    """Whether a phrase can be the whole answer to a question of this kind."""
    return kind not in _WHOLE_SENTENCES


def best_phrase(
    phrases: Sequence[Phrase], probabilities: npt.NDArray[np.float64]
) -> tuple[Phrase, float] | None:
    """The likeliest phrase with its probability, the earliest of equal ones."""
    if not phrases:
        return None
    at = int(np.argmax(probabilities))
    return phrases[at], float(probabilities[at])


def whole_date(text: str, start: int, end: int) -> str:
    """The date of a text that a part of it, such as its year, belongs to; else that part."""
    dates = (match for match in DATES.finditer(text) if match.start() <= start < end <= match.end())
    found = next(dates, None)
    return found.group() if found else text[start:end]
