"""Summaries made of a group's own sentences and words, without a language model.

Keywords are the words that the group uses more than the other groups do, by the log-odds ratio with
an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, “Fightin' Words”, equations 16, 20
and 22). The summary takes the sentences nearest to the group's centroid (Radev et al. 2004, MEAD,
§3.1), one after the other and never what is said already (maximal marginal relevance, Carbonell and
Goldstein 1998).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import terms
from backend.ports import StopSignal, Summariser, Summary
from backend.sentences import reads_as_sentence, sentence_spans
from backend.settings import Settings
from backend.tasks.summarise._group_names import heading_of, phrase_of
from backend.types import Chunk

NAME = "local"
CHUNKS = 8
"""A group is read in its most central passages; keywords count all of it."""
KEYWORDS = 8
SENTENCES = 3
LONGEST_SUMMARY = 480
LONGEST_SENTENCE = 300
LONGEST_TITLE = 80
MOST_SENTENCES = 80
CENTRAL = 0.7
"""Weight of nearness to the centroid against newness, in maximal marginal relevance."""
REPEATED = 0.8
"""Sentences that share more than this (cosine) with a chosen one say the same."""
PRIOR = 50.0
"""Weight of the prior, in words: how much evidence a rare word needs."""


def build(settings: Settings) -> Summariser:
    """The local summariser; it holds no state."""
    return LocalSummariser()


class LocalSummariser:
    """Central sentences and distinguishing words."""

    name = NAME

    def summarise(
        self, title: str, groups: Sequence[Sequence[Chunk]], stop: StopSignal
    ) -> tuple[Summary, ...]:
        """See `backend.ports.Summariser`."""
        forms: dict[str, Counter[str]] = {}
        counts = [_counted(group, forms) for group in groups]
        total: Counter[str] = Counter()
        for each in counts:
            total.update(each)
        return tuple(
            _summary(title, group, count, total, forms)
            for group, count in zip(groups, counts, strict=True)
        )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a group with the unit vector of its words."""

    text: str
    place: tuple[int, int]
    vector: Mapping[str, float]


def _counted(group: Sequence[Chunk], forms: dict[str, Counter[str]]) -> Counter[str]:
    """Words of a group by their index form; notes in `forms` how each is written."""
    counts: Counter[str] = Counter()
    for chunk in group:
        for term in terms(chunk.text):
            written = chunk.text[term.start : term.end]
            if any(letter.isalpha() for letter in written):
                counts[term.text] += 1
                forms.setdefault(term.text, Counter())[written] += 1
    return counts


def _summary(
    title: str,
    group: Sequence[Chunk],
    counts: Counter[str],
    total: Counter[str],
    forms: Mapping[str, Counter[str]],
) -> Summary:
    weights = _log_odds(counts, total)
    ranked = sorted(counts, key=lambda count: (-weights[count], count))
    keywords = tuple(_written(forms[each]) for each in ranked[:KEYWORDS] if weights[each] > 0.0)
    text = _sentences(group, weights)
    return Summary(_title(title, group, weights, keywords, text), text, keywords)


def _log_odds(counts: Counter[str], total: Counter[str]) -> dict[str, float]:
    """z-scores of the words of a group against the other groups; without others, by frequency."""
    size, everything = sum(counts.values()), sum(total.values())
    rest = everything - size
    if not rest:
        return {word: math.sqrt(count) for word, count in counts.items()}
    found = {}
    for word, count in counts.items():
        prior = PRIOR * total[word] / everything
        here, there = count + prior, total[word] - count + prior
        odds = math.log(here / (size + PRIOR - here + 1.0))
        odds -= math.log(there / (rest + PRIOR - there + 1.0))
        found[word] = odds / math.sqrt(1.0 / here + 1.0 / there)
    return found


def _written(forms: Counter[str]) -> str:
    """How a word is written most often; the alphabetically first where two are as frequent."""
    return min(forms, key=lambda form: (-forms[form], form))


def _sentences(group: Sequence[Chunk], weights: Mapping[str, float]) -> str:
    """The central sentences in the order of the document, within LONGEST_SUMMARY characters."""
    found = _read(group, weights)
    centroid: Counter[str] = Counter()
    for sentence in found:
        centroid.update(sentence.vector)
    length = math.sqrt(sum(value * value for value in centroid.values())) or 1.0
    nearness = [
        sum(value * centroid[word] for word, value in each.vector.items()) / length
        for each in found
    ]
    chosen: list[int] = []
    repeated = [0.0] * len(found)
    left = LONGEST_SUMMARY
    open_ones = set(range(len(found)))
    while open_ones and len(chosen) < SENTENCES:
        best = min(
            open_ones,
            key=lambda each: (
                (1.0 - CENTRAL) * repeated[each] - CENTRAL * nearness[each],
                found[each].place,
            ),
        )
        open_ones.discard(best)
        if repeated[best] > REPEATED or len(found[best].text) > left:
            continue
        chosen.append(best)
        left -= len(found[best].text) + 1
        for other in open_ones:
            alike = _cosine(found[other].vector, found[best].vector)
            repeated[other] = max(repeated[other], alike)
    if not chosen:
        return _cut(" ".join(group[0].text.split()), LONGEST_SENTENCE) if group else ""
    return " ".join(found[each].text for each in sorted(chosen, key=lambda i: found[i].place))


def _read(group: Sequence[Chunk], weights: Mapping[str, float]) -> list[_Sentence]:
    """Different sentences of the central passages, with words weighted by what they tell apart.

    Rows of tables and of figures are read where a group holds nothing else.
    """
    prose = [chunk for chunk in group if chunk.kind == "prose"]
    sentences = _of_passages(prose[:CHUNKS], weights, said_only=True)
    sentences = sentences or _of_passages(prose[:CHUNKS], weights, said_only=False)
    return sentences or _of_passages(group[:CHUNKS], weights, said_only=False)


def _of_passages(
    group: Sequence[Chunk], weights: Mapping[str, float], *, said_only: bool
) -> list[_Sentence]:
    found: dict[str, _Sentence] = {}
    for chunk in group:
        for start, end in sentence_spans(chunk.text):
            text = _cut(" ".join(chunk.text[start:end].split()), LONGEST_SENTENCE)
            if said_only and not reads_as_sentence(text):
                continue
            words = Counter(term.text for term in terms(text))
            vector = {
                word: count * max(weights.get(word, 0.0), 0.1)
                for word, count in words.items()
                if word in weights
            }
            length = math.sqrt(sum(value * value for value in vector.values()))
            if len(vector) > 1 and text not in found:
                unit = {word: value / length for word, value in vector.items()}
                found[text] = _Sentence(text, (chunk.ordinal, start), unit)
            if len(found) == MOST_SENTENCES:
                return list(found.values())
    return list(found.values())


def _cosine(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    return sum(value * second.get(word, 0.0) for word, value in first.items())


def _title(
    title: str,
    group: Sequence[Chunk],
    weights: Mapping[str, float],
    keywords: Sequence[str],
    text: str,
) -> str:
    """The heading that most of the group stands under, else what its sentences share, else its
    first keywords."""
    prose = [chunk for chunk in group if chunk.kind == "prose"] or list(group)
    named = heading_of(title, group) or phrase_of(prose[:CHUNKS], weights)
    if not named and keywords:
        named = " and ".join(keywords[:2])
        named = named[0].upper() + named[1:]
    return _cut(named or title or text, LONGEST_TITLE)


def _cut(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    shortened = text[: length - 1]
    space = shortened.rfind(" ")
    return shortened[: space if space > length // 2 else length - 1].rstrip(" ,;:") + "…"
