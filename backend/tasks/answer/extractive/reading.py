"""Evidence prepared for one question: candidate units, their vectors and their passages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.discourse.irregular_verbs import OTHER_FORMS, held_in_other_forms
from backend.ports import Vectors
from backend.tasks.answer.extractive.addressee import with_addressee
from backend.tasks.answer.extractive.alignment import Aligner, Tokens
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.defaults import default_fit
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.footnotes import with_footnotes
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.instructions_below import instructions_of
from backend.tasks.answer.extractive.items_below import asks_for_items, items_of
from backend.tasks.answer.extractive.letters import party_in
from backend.tasks.answer.extractive.money import with_prices
from backend.tasks.answer.extractive.naming_entries import naming_fit
from backend.tasks.answer.extractive.own_voice import is_of_others, speaks_of_itself
from backend.tasks.answer.extractive.pointing_back import with_what_it_is
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.required import years_named
from backend.tasks.answer.extractive.signposts import (
    asks_the_same,
    entry_body_fit,
    label_fit,
    said_of_it,
    title_fit,
)
from backend.tasks.answer.extractive.steps_below import (
    ListedBelow,
    asks_for_steps,
    named_by,
    steps_of,
)
from backend.tasks.answer.extractive.tenures import holds_its_year
from backend.tasks.answer.extractive.timetable_forms import with_timetable_forms
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Hit, OwnedHit

MOST_PASSAGES = 12
MOST_EMBEDDED = 64
"""Units that are embedded for one question: embedding is what an answer costs."""
MOST_CANDIDATES = 48
"""Units that are ranked for one question. Half of them are chosen before anything is embedded, by
shared words and passage, the others also by how near they are to the question. With 48 in place of
24 a right one is among the twelve that the cross-encoder looks at for 85.7 of 100 questions over
`everyday_more` in place of 83.0, and for 73.4 over every second of `manuals` in place of 71.9."""
NEARNESS = 4.0
"""What the cosine of question and unit counts beside shared words and passage for the second half.
Over `everyday_more` and `manuals` of `bench/own_files`, which chose it, an answer of the first five
passages shares too few words with its question to be a candidate in one of six and one of eighteen
questions."""
BEST_OF_EACH = 2
"""Units of each of the first passages that are candidates whatever words they share."""

BELOW_ITS_QUESTION = 0.3
"""What the first sentence under a question that shares words with the asked one is preferred by."""

_DOING = re.compile(r"(?i)\b[a-z]{3,}ings?\b")
_BRACKETS = re.compile(r"\s*\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved passage. `rank` counts from 1; `text` begins at `start` in its document.

    `title_terms` are those of title and headings; `name_terms` those of the title without what it
    holds in brackets, by which other documents would name this one.
    """

    rank: int
    text: str
    start: int
    title: str
    name_terms: frozenset[str]
    title_terms: frozenset[str]
    terms: frozenset[str]
    years: frozenset[int]
    """The years that its text, title and headings name; none if the question names none."""
    document: str = ""
    """Id of the document that it is a part of."""
    doing_terms: frozenset[str] = frozenset()
    """Those of `title_terms` that only stand there as what is done ("Folding the sails")."""
    owners: tuple[str, ...] = ()
    """What the question calls those whose document it is."""

    def names_above(self, question: str) -> frozenset[str]:
        """`title_terms` without what is done: a heading "Folding the sails" says of nobody that he
        folds them. A question for the doing itself ("Is folding allowed?") has it named."""
        return self.title_terms - (self.doing_terms - frozenset(_doings(question)))


@dataclass(frozen=True)
class ReadEvidence:
    """Everything that ranking looks at. Row i of `vectors` belongs to `candidates[i]`.

    `units` are all that were cut, of which the candidates are some. `alignment` holds an aligner's
    score of each candidate, shape (candidates,); None where no aligner looked at them. `together`
    holds the probability of each candidate by a cross-encoder, 0 where it was not looked at; None
    where there is no cross-encoder.
    """

    question: Question
    passages: dict[int, Passage]
    candidates: tuple[Unit, ...]
    vectors: Vectors
    question_vector: Vectors
    units: tuple[Unit, ...] = ()
    alignment: npt.NDArray[np.float64] | None = None
    together: npt.NDArray[np.float64] | None = None
    nearness: npt.NDArray[np.float64] | None = None
    """How near a word of each candidate is to a thing that is asked for and stands nowhere, shape
    (candidates,); None where there is no such thing."""
    asked_headings: Mapping[str, float] = field(default_factory=dict)
    """The headings of candidates that are questions, with their cosine to the question."""
    steps: tuple[tuple[ListedBelow, float], ...] = ()
    """The numbered steps and the instructions below headings, where steps are asked for, each with
    the cosine of its heading and the question."""
    other_names: npt.NDArray[np.float64] | None = None
    """How near a word of each candidate is to the thing that it alone lacks, where that stands
    nowhere, shape (candidates,); None where there is no such thing."""

    @cached_property
    def _above(self) -> Mapping[tuple[int, int], Sequence[Unit]]:
        return above_of(self.units)

    def above(self, unit: Unit) -> Sequence[Unit]:
        """The units of the same passage before a unit, in order."""
        return self._above.get((unit.hit, unit.start), ())

    def before(self, unit: Unit) -> Unit | None:
        """The sentence right before a unit in its passage, if there is one."""
        return next(iter(self.above(unit)[-1:]), None)

    def said_beside(self, unit: Unit) -> str:
        """The passages of a unit's document, behind its title."""
        own = self.passages[unit.hit]
        beside = [each.text for each in self.passages.values() if each.document == own.document]
        return " ".join((own.title, *beside))


def read(
    question: str,
    hits: Sequence[Hit],
    embed: Callable[[Sequence[str]], Vectors],
    background: Background,
) -> ReadEvidence:
    """Cut the best passages into units, keep the promising ones and embed them.

    `embed` gives unit vectors of shape (texts, dimension), as an embedder's method does.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    asked = read_question(question, background)
    hits = hits[:MOST_PASSAGES]
    units = with_prices(question, with_footnotes(cut_hits(hits), hits))
    units = with_what_it_is(asked, with_addressee(question, units, hits))
    units = with_timetable_forms(asked, _in_other_forms(asked, units))
    passages = _passages(asked, hits, units)
    asked = _weigh_unknown_terms(asked, units, background)
    promises = _promises(asked, units, passages)
    embedded = _best_of(units, promises, MOST_EMBEDDED)
    texts = [embedding_text(units[at], passages[units[at].hit]) for at in embedded]
    headings = list(dict.fromkeys(units[at].heading for at in embedded))
    headings = [heading for heading in headings if is_question(heading)]
    groups = _steps_among(asked, units, hits)
    over = [named_by(each, hits[each.first.hit - 1].chunk.path) for each in groups]
    vectors = embed([question, *texts, *headings, *over])
    own, below, of_steps = np.split(vectors[1:], [len(texts), len(texts) + len(headings)])
    cosines = dict(zip(headings, map(float, below @ vectors[0]), strict=True))
    near = promises[embedded] + NEARNESS * (own @ vectors[0])
    kept = _chosen([units[at] for at in embedded], promises[embedded], near)
    candidates = tuple(units[embedded[at]] for at in kept)
    under = {unit.heading for unit in candidates}
    asked_headings = {name: cosine for name, cosine in cosines.items() if name in under}
    return ReadEvidence(
        asked,
        passages,
        candidates,
        own[kept],
        vectors[0],
        tuple(units),
        asked_headings=asked_headings,
        steps=tuple(zip(groups, map(float, of_steps @ vectors[0]), strict=True)),
    )


def _steps_among(
    question: Question, units: Sequence[Unit], hits: Sequence[Hit]
) -> list[ListedBelow]:
    """The numbered steps and the instructions below headings where steps are asked for, the items
    of lists where several things are."""
    texts = {number: (hit.chunk.text, hit.chunk.start) for number, hit in enumerate(hits, 1)}
    if asks_for_steps(question):
        return [*steps_of(units, texts), *instructions_of(units, texts)]
    return list(items_of(units, texts)) if asks_for_items(question) else []


def _in_other_forms(question: Question, units: Sequence[Unit]) -> list[Unit]:
    """The units, which also hold the verbs of the question that they have in a form which stemming
    does not join: “held” for “hold”."""
    terms = [term for term in question.terms if term in OTHER_FORMS]
    if not terms:
        return list(units)
    return [
        replace(unit, term_set=unit.term_set | more) if more else unit
        for unit in units
        for more in [held_in_other_forms(terms, unit.term_set)]
    ]


def aligned(
    reading: ReadEvidence, aligner: Aligner, tokens: Callable[[Sequence[str]], Sequence[Tokens]]
) -> ReadEvidence:
    """The reading with the aligner's scores of its candidates.

    `tokens` gives the texts' tokens for the aligner.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    question, *sentences = tokens(texts_of(reading))
    cosines = reading.vectors @ reading.question_vector
    return replace(reading, alignment=aligner.scores(question, sentences, cosines))


def texts_of(reading: ReadEvidence) -> list[str]:
    """What is embedded of a reading: the question, and each candidate in order."""
    candidates = reading.candidates
    texts = [embedding_text(unit, reading.passages[unit.hit]) for unit in candidates]
    return [reading.question.text, *texts]


def embedding_text(unit: Unit, passage: Passage) -> str:
    """What is embedded for a unit: its document's title tells what "he" or "it" stands for."""
    return f"{passage.title}. {unit.read_text}" if passage.title else unit.read_text


def _passages(question: Question, hits: Sequence[Hit], units: Sequence[Unit]) -> dict[int, Passage]:
    terms: dict[int, set[str]] = {}
    for unit in units:
        terms.setdefault(unit.hit, set()).update(unit.term_set)
    passages = {}
    for number, held in terms.items():
        hit = hits[number - 1]
        chunk = hit.chunk
        owners = hit.owners if isinstance(hit, OwnedHit) else ()
        if not speaks_of_itself(chunk.text) or any(map(is_of_others, chunk.path)):
            owners = ()
        # where a report speaks of itself, that is of those whose report it is
        title = frozenset(
            term for each in (chunk.title, *chunk.path, *owners) for term in term_texts(each)
        )
        above = " ".join((chunk.title, *chunk.path))
        name = frozenset(term_texts(_BRACKETS.sub("", chunk.title)))
        context = " ".join((chunk.title, *chunk.path, chunk.text))
        passages[number] = Passage(
            number,
            chunk.text,
            chunk.start,
            chunk.title,
            name,
            title,
            frozenset(held) | title,
            years_named(context) if question.times.years else frozenset(),
            chunk.document_id,
            frozenset(_doings(above)) - frozenset(term_texts(_DOING.sub(" ", above))),
            owners,
        )
    return passages


def _doings(text: str) -> list[str]:
    """The stems of the words of a text that say by their form what is done."""
    return term_texts(" ".join(_DOING.findall(text)))


def _weigh_unknown_terms(
    question: Question, units: Sequence[Unit], background: Background
) -> Question:
    """Lower the weight of terms that the background does not know but most units hold.

    Such a term is a function word of another language, or the collection's own subject.
    """
    if not units:
        return question
    weights = dict(question.weights)
    for term in question.terms:
        if term not in background.frequencies:
            share = sum(term in unit.term_set for unit in units) / len(units)
            if share > 0.3:
                weights[term] = max(0.2, 1.0 - share)
    return replace(question, weights=weights)


def _promises(
    question: Question, units: Sequence[Unit], passages: dict[int, Passage]
) -> npt.NDArray[np.float64]:
    """What each unit promises before anything is embedded, shape (units,)."""
    above = above_of(units)
    return np.array(
        [
            _promise(question, unit, above[unit.hit, unit.start], passages[unit.hit])
            for unit in units
        ],
        dtype=np.float64,
    )


def _best_of(units: Sequence[Unit], scores: npt.NDArray[np.float64], most: int) -> list[int]:
    """The indices of at most so many units, in order of the evidence: the best by their scores,
    and of each of the first passages the best in any case."""
    if len(units) <= most:
        return list(range(len(units)))
    order = sorted(range(len(units)), key=lambda at: (-scores[at], at))
    chosen: list[int] = []
    taken: dict[int, int] = {}
    for index in order:
        hit = units[index].hit
        if hit <= most // (2 * BEST_OF_EACH) and taken.get(hit, 0) < BEST_OF_EACH:
            chosen.append(index)
            taken[hit] = taken.get(hit, 0) + 1
    for index in order:
        if len(chosen) >= most:
            break
        if index not in chosen:
            chosen.append(index)
    return sorted(chosen[:most])


def _chosen(
    units: Sequence[Unit],
    promises: npt.NDArray[np.float64],
    near: npt.NDArray[np.float64],
) -> list[int]:
    """The indices of the candidates among some units, in order of the evidence."""
    chosen = _best_of(units, promises, MOST_CANDIDATES // 2)
    others = np.setdiff1d(np.arange(len(units)), chosen)
    nearest = others[np.argsort(-near[others], kind="stable")]
    return sorted([*chosen, *map(int, nearest[: MOST_CANDIDATES - len(chosen)])])


def above_of(units: Sequence[Unit]) -> dict[tuple[int, int], Sequence[Unit]]:
    """By passage number and start: the units of the same passage before each unit, in order."""
    by_hit: dict[int, list[Unit]] = {}
    for unit in units:
        by_hit.setdefault(unit.hit, []).append(unit)
    return {
        (unit.hit, unit.start): own[:at] for own in by_hit.values() for at, unit in enumerate(own)
    }


def _promise(question: Question, unit: Unit, above: Sequence[Unit], passage: Passage) -> float:
    held = unit.term_set
    covered = np.float64(
        sum(weight for term, weight in question.weights.items() if term in held)
        + 0.3
        * sum(
            weight
            for term, weight in question.weights.items()
            if term not in held and term in passage.title_terms
        )
    )
    early = 0.15 / (1.0 + unit.position) + entry_fit(question.text, unit.text, unit.heading)
    early += default_fit(question, unit, above, passage) + label_fit(question, unit, passage, above)
    early += naming_fit(question, unit, passage) + holds_its_year(question, unit.text)
    early += bool(party_in(question.text, unit, passage.text, passage.start))
    early += entry_body_fit(question, unit, above) + title_fit(question, unit, passage)
    early += said_of_it(question, unit, above[-1] if above else None)
    early += BELOW_ITS_QUESTION * (unit.opens and asks_the_same(question, unit.heading))
    return float(covered / max(question.total_weight, 1e-9) + 0.6 / (1.0 + passage.rank) + early)
