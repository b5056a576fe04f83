"""Answers without a language model: verbatim sentences of the evidence, each with its citation.

A small learned model ranks the sentences of the best passages; a few that differ from each other
are quoted, the one that answers best first. The first line answers by itself, and a verdict says
how sure that is. Where the evidence does not seem to hold an answer, that is said, with what comes
nearest and what is missing; the absence of a thing is never claimed. docs/answers.md describes it,
bench/reader.py measures it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.inference.logistic import Matrix
from backend.ports import Answerer, Embedder, PairEmbedder, StopSignal
from backend.question_kinds import AnswerKind, asks_of_it, parts_with_subject, question_parts
from backend.settings import Settings
from backend.tasks.answer.extractive.comparison import Comparison, compare
from backend.tasks.answer.extractive.complements import nearness
from backend.tasks.answer.extractive.complete import overlap
from backend.tasks.answer.extractive.cross_encoder import probabilities
from backend.tasks.answer.extractive.decided import Decided, decided, separated
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.foreign_forms import CODES, GERMAN
from backend.tasks.answer.extractive.foreign_reading import (
    as_sure_as_it_holds,
    foreign_language,
    german_names_not_told,
    in_its_language,
    not_told,
    of_the_form,
)
from backend.tasks.answer.extractive.forms import SO_SOON, holds_kind, kind_is_known
from backend.tasks.answer.extractive.imprint import told_imprint
from backend.tasks.answer.extractive.judging import Judgement, judge
from backend.tasks.answer.extractive.other_names import other_names
from backend.tasks.answer.extractive.own_voice import (
    is_of_others,
    speaks_of_itself,
    with_terms_in_full,
)
from backend.tasks.answer.extractive.question_words import language_of_passages
from backend.tasks.answer.extractive.reading import ReadEvidence, aligned, read
from backend.tasks.answer.extractive.reckoned_amounts import reckoned_amounts
from backend.tasks.answer.extractive.reckoned_figures import is_of_several, reckoned_figures
from backend.tasks.answer.extractive.relative_clause import asked_of, described, named_by
from backend.tasks.answer.extractive.required import (
    abbreviates_words,
    context_of,
    folded_words,
    holds_letters,
    missing_nouns,
    missing_required,
    required,
)
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.rule_scores import titles_of
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.tasks_listed import listed_tasks
from backend.tasks.answer.extractive.telling import BEFORE, BUT_SEE
from backend.tasks.answer.extractive.text_memory import TextMemory
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import ANSWERED, Thresholds, stronger, weaker
from backend.tasks.answer.extractive.weights import ReaderWeights, weights_for
from backend.tasks.answer.extractive.wording import (
    CLOSEST,
    NEAREST,
    NO_EVIDENCE,
    NOT_FOUND,
    PROBABLE,
    Composition,
    missing_words,
    part_left_open,
    part_not_found,
    quotes,
)
from backend.types import LOCAL_READER, Draft, Hit, OwnedHit, ReaderBounds, Turn, Verdict

MOST_OF_TWO = 2
"""Sentences that are quoted for each of two questions asked at once."""


@dataclass(frozen=True, slots=True)
class _LineFound:
    """A first line and the sentences that it rests on."""

    line: str
    units: tuple[Unit, ...]


def told_bounds(bounds: ReaderBounds) -> str:
    """Bounds as a trace names them: “direct from 0.71 on, never likely”."""
    named = (("direct", bounds.direct), ("likely", bounds.likely))
    return ", ".join(
        f"{name} from {bound:.2f} on" if bound <= 1.0 else f"never {name}" for name, bound in named
    )


def build(settings: Settings, embedder: Embedder) -> Answerer:
    """The local reader over an embedder; its weights are part of the program."""
    del settings  # the reader has no setting: its weights decide
    return LocalReader(embedder, weights_for(embedder))


class LocalReader:
    """Quotes the sentences that most probably answer. Stateless but for a memory of texts.

    Args:
        weights: with an aligner, the embedder must be the one whose tokens it knows.
    """

    name = LOCAL_READER

    def __init__(self, embedder: Embedder, weights: ReaderWeights) -> None:
        self._memory = TextMemory(embedder, weights.aligner)
        self._weights = weights
        self._told = ""
        self._pairs: PairEmbedder | None = None
        if weights.encoder and isinstance(embedder, PairEmbedder) and embedder.reads_pairs:
            self._pairs = embedder

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """Quotes, sentence by sentence, then the draft. `history` is not read: a follow-up
        question is made complete before it comes here.

        Raises:
            EmbedderError: if the model cannot be run.
        """
        del history
        composition = Composition(bounds=self._told)
        if not hits:
            yield composition.say(NOT_FOUND)
            yield composition.say(NO_EVIDENCE, " ")
            yield composition.draft(Verdict.NOT_FOUND)
            return
        compared, tasks = compare(question, hits), listed_tasks(question, hits)
        reckoned = reckoned_amounts(question, hits)
        verdict, short = Verdict.DIRECT, ""
        if tasks is not None:
            verdict, short = Verdict.LIKELY, tasks.line
            pieces = quotes(composition, tasks.units)
        elif reckoned is not None:
            verdict, short = Verdict.LIKELY, reckoned.line
            pieces = quotes(composition, reckoned.units)
        elif compared is not None:
            short = compared.short
            pieces = quotes(composition, _of_comparison(compared))
        else:
            parts = question_parts(question)
            texts = [hit.chunk.text for hit in hits]
            asked = [with_terms_in_full(part, texts) for part in parts_with_subject(parts)]
            prepared = [self._prepared(part, hits) for part in asked]
            readings = [reading for reading, _ in prepared]
            if not readings[0].candidates:
                yield composition.say(NOT_FOUND)
                yield composition.draft(Verdict.NOT_FOUND)
                return
            missing = [_missing(part, hits, _owned(hits)) for part in asked]
            judgements = [
                self._judged(reading, features, hits, bool(gone))
                for (reading, features), gone in zip(prepared, missing, strict=True)
            ]
            verdict, short = _reckoned(question, readings[0], judgements) or _together(judgements)
            pieces = self._pieces(composition, parts, readings, judgements, missing)
            found = None if verdict is Verdict.DIRECT else _by_imprint(question, hits)
            if found is None and verdict not in ANSWERED:
                found = self._by_description(question, readings, hits)
            if found is not None:
                verdict, short = Verdict.LIKELY, found.line
                pieces = quotes(composition, found.units)
        for piece in pieces:
            yield piece
            if stop.is_set():
                break
        yield composition.draft(verdict, short=short)

    @property
    def bounds(self) -> ReaderBounds:
        """From which probabilities on its answers are direct, and likely."""
        return ReaderBounds(self._weights.thresholds.direct, self._weights.thresholds.likely)

    def with_bounds(self, bounds: ReaderBounds) -> LocalReader:
        """A reader with a collection's own bounds, which remembers what this one does."""
        reader_bounds = separated(bounds)
        other = copy(self)
        thresholds = replace(
            self._weights.thresholds, direct=reader_bounds.direct, likely=reader_bounds.likely
        )
        other._weights = replace(self._weights, thresholds=thresholds)
        other._told = told_bounds(bounds)
        return other

    def decided(self, question: str, hits: Sequence[Hit]) -> Decided | None:
        """What the bounds decide of a question over some evidence; None where something else does:
        two things are compared or asked at once, an answer is found by a description, or there is
        no sentence to quote.

        Raises:
            EmbedderError: if the model cannot be run.
        """
        parts = question_parts(with_terms_in_full(question, [hit.chunk.text for hit in hits]))
        if not hits or len(parts) > 1 or compare(question, hits) is not None:
            return None
        reading, features = self._prepared(parts[0], hits)
        if not reading.candidates or self._by_description(question, [reading], hits) is not None:
            return None
        missing = bool(_missing(parts[0], hits, _owned(hits)))
        titles = titles_of(hits)

        def judged(thresholds: Thresholds) -> Judgement:
            weights = replace(self._weights, thresholds=thresholds)
            return judge(reading, features, weights, titles, missing)

        return decided(reading, judged, self._weights.thresholds)

    def read(self, question: str, hits: Sequence[Hit]) -> ReadEvidence:
        """The evidence prepared for a question, as ranking sees it.

        Raises:
            EmbedderError: if the model cannot be run.
        """
        return self._prepared(question, hits)[0]

    def _prepared(self, question: str, hits: Sequence[Hit]) -> tuple[ReadEvidence, Matrix]:
        """The evidence prepared for a question, and the features of its candidates."""
        reading = read(question, hits, self._memory.embed, self._weights.background)
        language = foreign_language(question, hits)
        if language and reading.candidates:
            reading = of_the_form(in_its_language(reading, language), language)
        if self._weights.aligner is not None and reading.candidates:
            reading = aligned(reading, self._weights.aligner, self._memory.tokens)
        features = unit_features(reading)
        if not reading.candidates:
            return reading, features
        encoder, scores = self._weights.encoder, self._weights.scores(features)
        if encoder is not None and self._pairs is not None:
            together = probabilities(reading, scores, encoder, self._pairs)
            reading = replace(reading, together=together)
        near = nearness(reading, scores, self._memory.embed)
        names = other_names(reading, scores, self._memory.embed)
        return replace(reading, nearness=near, other_names=names), features

    def _judged(
        self, reading: ReadEvidence, features: Matrix, hits: Sequence[Hit], missing: bool
    ) -> Judgement:
        judgement = judge(reading, features, self._weights, titles_of(hits), missing)
        judgement = self._of_its_owners(reading, features, hits, judgement)
        language = foreign_language(reading.question.text, hits)
        if not language:
            return judgement
        return as_sure_as_it_holds(reading, judgement, language, missing)

    def _of_its_owners(
        self, reading: ReadEvidence, features: Matrix, hits: Sequence[Hit], judgement: Judgement
    ) -> Judgement:
        """The judgement, unless it owes something to a name that the sentence which is told neither
        holds nor speaks as: if the name stands in no passage, it is missing then; else the sentence
        is likely at most."""
        borne = _owned(hits) & set(required(reading.question.text).names)
        if judgement.verdict not in ANSWERED or not borne or not judgement.units:
            return judgement
        told = judgement.units[0]
        lifted = borne & set(_missing(reading.question.text, hits))
        if _tells_of_itself(reading, told, lifted or borne):
            return judgement
        hit = hits[told.hit - 1]
        is_its_row = row_of(told.text) is not None and lifted <= _owned([hit])
        if lifted and not is_its_row:
            return judge(reading, features, self._weights, titles_of(hits), True)
        is_named = not told.term_set.isdisjoint(term_texts(" ".join(borne)))
        if is_its_row or is_named or not reading.passages[told.hit].owners:
            return judgement
        weaker_one = Verdict.LIKELY if judgement.verdict is Verdict.DIRECT else judgement.verdict
        return replace(judgement, verdict=weaker_one)

    def _by_description(
        self, question: str, readings: Sequence[ReadEvidence], hits: Sequence[Hit]
    ) -> _LineFound | None:
        """The answer to a question that describes what it is about, with the sentence that the
        description fits; None for any other question, or where either is not found."""
        parts = described(question)
        named = named_by(parts, readings[0].units) if parts and len(readings) == 1 else None
        if parts is None or named is None:
            return None
        name, sentence = named
        again = asked_of(parts, name)
        reading, features = self._prepared(again, hits)
        gone = bool(_missing(again, hits, _owned(hits)))
        judgement = self._judged(reading, features, hits, gone)
        if judgement.verdict not in ANSWERED:
            return None
        rest = [unit for unit in judgement.units[:1] if unit != sentence]
        return _LineFound(judgement.line, (*rest, sentence))

    def _pieces(
        self,
        composition: Composition,
        parts: Sequence[str],
        readings: Sequence[ReadEvidence],
        judgements: Sequence[Judgement],
        missing: Sequence[tuple[str, ...]],
    ) -> Iterator[str]:
        answered = [each.verdict in ANSWERED for each in judgements]
        if not any(answered):
            near = [each.verdict is Verdict.CLOSEST for each in judgements]
            at = near.index(True) if True in near else 0
            yield from _unanswered(composition, readings[at], judgements[at], missing[at])
            return
        if len(parts) == 1:
            yield from quotes(composition, shown_units(readings[0], judgements[0]))
            return
        seen: set[Unit] = set()
        for judgement, good in zip(judgements, answered, strict=True):
            units = [unit for unit in judgement.units[:MOST_OF_TWO] if unit not in seen]
            if good:
                seen.update(units)
                yield from quotes(composition, units)
        for part, reading, judgement, good in zip(
            parts, readings, judgements, answered, strict=True
        ):
            if not good and not _told_already(part, reading, judgement, seen):
                is_open = asks_of_it(part) and not kind_is_known(reading.question.kind) and seen
                told = part_left_open(part) if is_open else part_not_found(part)
                yield composition.say(told)


def _by_imprint(question: str, hits: Sequence[Hit]) -> _LineFound | None:
    """The answer to who wrote a document or when, from the lines above its text."""
    told = told_imprint(question, hits)
    return None if told is None else _LineFound(told.line, (told.unit,))


def _told_already(
    part: str, reading: ReadEvidence, judgement: Judgement, quoted: set[Unit]
) -> bool:
    """Whether what comes nearest to a part is quoted for the other one, and may answer both: of a
    part that was not found, if it holds something of the kind that is asked for."""
    if judgement.verdict is Verdict.CLOSEST and not quoted.isdisjoint(judgement.units):
        return True
    best = reading.candidates[int(judgement.scores.argmax())]
    kind = reading.question.kind
    fits = judgement.verdict is Verdict.CLOSEST or (
        kind_is_known(kind) and holds_kind(kind, best.text)
    )
    if asks_of_it(part) and kind_is_known(kind):
        return any(
            holds_kind(kind, unit.text) or (kind is AnswerKind.DATE and SO_SOON.search(unit.text))
            for unit in quoted
        )
    return fits and any(overlap(best, unit) for unit in quoted)


def _owned(hits: Sequence[Hit]) -> frozenset[str]:
    """The names of those whose documents passages are of."""
    return frozenset(name for hit in hits if isinstance(hit, OwnedHit) for name in hit.owners)


def _tells_of_itself(reading: ReadEvidence, told: Unit, names: Collection[str]) -> bool:
    """Whether a sentence speaks as those whose document it is in, who are called by all names."""
    passage = reading.passages[told.hit]
    speaks = speaks_of_itself(told.text) and not is_of_others(told.heading)
    return speaks and passage.owners != () and set(names) <= set(passage.owners)


def _missing(question: str, hits: Sequence[Hit], borne: Collection[str] = ()) -> tuple[str, ...]:
    """Names, years and figures of the question that no passage has, as they are to be told.

    Args:
        borne: names that need not stand in any, since the documents are of those.
    """
    asked = required(question)
    asked = replace(asked, names=tuple(name for name in asked.names if name not in borne))
    if foreign_language(question, hits) == GERMAN:
        asked = replace(asked, names=german_names_not_told(question, hits))
    if not (asked.names or asked.years or asked.figures):
        return ()
    return missing_required(asked, [context_of(hit) for hit in hits])


def _together(judgements: Sequence[Judgement]) -> tuple[Verdict, str]:
    """The verdict and first line of one question, or of two that were asked at once.

    Of two, both lines stand; if only one is answered the whole is at most likely, and if none is,
    what comes nearer of the two is shown.
    """
    if len(judgements) == 1:
        return judgements[0].verdict, judgements[0].line
    one, other = judgements
    lines = dict.fromkeys(judgement.line for judgement in judgements if judgement.line)
    if (one.verdict in ANSWERED) != (other.verdict in ANSWERED):
        return Verdict.LIKELY, next(iter(lines), "")
    if one.verdict not in ANSWERED:
        return stronger(one.verdict, other.verdict), ""
    return weaker(one.verdict, other.verdict), " · ".join(lines)


def _reckoned(
    question: str, reading: ReadEvidence, judgements: Sequence[Judgement]
) -> tuple[Verdict, str] | None:
    """The verdict, and how what is asked for is reckoned from the sentence that answers; None where
    nothing is, or another sentence comes to something else."""
    if len(judgements) != 1 or judgements[0].verdict not in ANSWERED or not judgements[0].units:
        return None
    told = judgements[0].units[0].text
    line = reckoned_figures(question, told)
    if not line or any(f"· {said}" in judgements[0].line for said in (BEFORE, BUT_SEE)):
        return None
    others = {reckoned_figures(question, each.text) for each in reading.candidates}
    if others - {line, ""}:
        return None
    verdict = judgements[0].verdict
    return (weaker(verdict, Verdict.LIKELY) if is_of_several(question, told) else verdict), line


def _of_comparison(compared: Comparison) -> list[Unit]:
    return sorted(compared.units, key=lambda unit: (unit.hit, unit.start))


def _unanswered(
    composition: Composition, reading: ReadEvidence, judgement: Judgement, missing: tuple[str, ...]
) -> Iterator[str]:
    """What comes nearest, best first, and what of the question none of the passages mentions: of
    words that are no names only where none of them probably answers, since people ask in other
    words than documents use."""
    closest = judgement.verdict is Verdict.CLOSEST
    told = missing_words(missing or (() if judgement.probable else _missing_nouns(reading)))
    if not closest:
        yield composition.say(NOT_FOUND)
    if told:
        yield composition.say(told, " ")
    if closest:
        yield composition.say(PROBABLE if judgement.probable else CLOSEST, " ")
    else:
        yield composition.say(NEAREST)
    for unit in shown_units(reading, judgement):
        yield composition.quote(unit, "\n\n")


def _missing_nouns(reading: ReadEvidence) -> tuple[str, ...]:
    """Nothing if question and passages are in different languages: every word would be missing."""
    passages = language_of_passages([passage.text for passage in reading.passages.values()])
    asked = reading.question.language
    if asked and passages and asked != passages:
        return ()
    held: frozenset[str] = frozenset().union(
        *(passage.terms for passage in reading.passages.values()),
        *(term_texts(passage.text) for passage in reading.passages.values()),
    )
    words = [folded_words(passage.text) for passage in reading.passages.values()]
    nouns = tuple(
        noun
        for noun in missing_nouns(reading.question.text, held)
        if not any(abbreviates_words(noun, word) for word in words)
        and not any(holds_letters(noun, f"{p.title} {p.text}") for p in reading.passages.values())
    )
    return not_told(reading, nouns, asked) if asked in CODES else nouns
