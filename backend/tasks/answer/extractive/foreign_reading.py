"""German, French and Spanish questions over passages in the same language, read by rule.

What ranks sentences has learned from English. For these languages words are compared by the stems
of their own language (Snowball's), function words carry no weight, sentences without the form that
is asked for are no candidates where one has it, and how sure the answer is depends on how much of
the question a sentence holds. The index is not touched: all of this is done when a question is
answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.analysis import foreign_stem, stem, term_texts, terms
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.foreign_forms import (
    CODES,
    holds_form,
    names_what_is_measured,
    whole_date_of,
)
from backend.tasks.answer.extractive.foreign_stems import same_word
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.judging import Judgement, is_about_other
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import (
    function_stems,
    language_asked,
    language_of_passages,
)
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit
from backend.types import Hit, Verdict

NEARLY_MOST = 0.6
"""Share of what the sentence that holds most of the question holds, for another candidate."""
HOLDS = 0.5
"""Least share of the question's weight that an answer holds, with what it stands under."""
HOLDS_ALL = 0.9
"""Share with which the only sentence that holds so much, in the form that is asked for, is likely,
and without which none is a direct answer."""
_FIGURES = frozenset([AnswerKind.COUNT, AnswerKind.AMOUNT])
_PLAIN = frozenset([AnswerKind.PERSON, AnswerKind.PLACE])
"""Kinds that a sentence answers by saying what is asked, whatever its form."""
_WORD = re.compile(r"[^\W\d_]+|\d{4}")
_ELIDED = re.compile(r"(?i)^(?:[cdjlmnst]|(?:jus|lors|puis)?qu)['’](?=\w)")
_GERMAN_NAME = re.compile(
    r"\b(?:[Ii]n|[Aa]us|[Nn]ach|[Vv]on|[Bb]ei|[Aa]n|[Dd]urch|[Gg]egen) "
    r"(?P<name>[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)*)"
)


def foreign_language(question: str, hits: Sequence[Hit]) -> str:
    """The language by whose rules a question is read: its own, or that of the passages where it
    shows none; empty for English, for any other and where the passages are in another."""
    texts = [hit.chunk.text for hit in hits]
    language = language_asked(question, texts)
    spoken = language_of_passages(texts)
    return language if language in CODES and spoken in {"", language} else ""


def in_its_language(reading: Reading, language: str) -> Reading:
    """The reading with function words without weight, and each sentence and passage with the
    question's words that it holds in another form."""
    question = reading.question
    asked = _forms_of(question, language)
    idle = question.weights.keys() - asked.values() if asked else frozenset[str]()
    kept = tuple(term for term in question.terms if term not in idle)
    question = replace(
        question,
        language=language,
        terms=kept,
        weights={term: question.weights[term] for term in kept},
        bigrams=frozenset(pair for pair in question.bigrams if idle.isdisjoint(pair)),
    )
    units = {id(unit): _with_forms(unit, asked, language) for unit in reading.units}
    by_place = {(unit.hit, unit.start, unit.end): unit for unit in units.values()}
    candidates = tuple(
        by_place.get((unit.hit, unit.start, unit.end)) or _with_forms(unit, asked, language)
        for unit in reading.candidates
    )
    passages = {
        number: replace(
            passage,
            title_terms=passage.title_terms | _held(passage.title, asked, language),
            terms=passage.terms | _held(f"{passage.title} {passage.text}", asked, language),
        )
        for number, passage in reading.passages.items()
    }
    return replace(
        reading,
        question=question,
        units=tuple(units.values()),
        candidates=candidates,
        passages=passages,
    )


def _forms_of(question: Question, language: str) -> dict[str, str]:
    """The question's terms but those of function words, by the stems that their words have in the
    language; of a word behind an apostrophe ("l'atelier") that of the word itself."""
    idle = function_stems(language)
    found: dict[str, str] = {}
    for term in terms(question.text):
        word = _ELIDED.sub("", question.text[term.start : term.end])
        if term.text in question.weights and stem(word) not in idle and term.text not in idle:
            found[foreign_stem(word, language)] = term.text
    years = (term for term in question.terms if term.isdigit())
    return found | {year: year for year in years}


def _held(text: str, asked: Mapping[str, str], language: str) -> frozenset[str]:
    """The question's terms that a text holds in any form."""
    words = {foreign_stem(match.group(), language) for match in _WORD.finditer(text)}
    return frozenset(
        term
        for form, term in asked.items()
        if any(same_word(form, each, language) for each in words)
    )


def _with_forms(unit: Unit, asked: Mapping[str, str], language: str) -> Unit:
    held = _held(unit.text, asked, language)
    return unit if held <= unit.term_set else replace(unit, term_set=unit.term_set | held)


def of_the_form(reading: Reading, language: str) -> Reading:
    """The reading with the candidates alone that have the form which is asked for, and of them
    those that hold nearly as much of the question as the one that holds most; all of them
    where none of that form holds a word of it."""
    question = reading.question
    shares = [
        question.share_of(unit.term_set)
        if holds_form(language, question.kind, question.text, unit.text) is not False
        and not is_question(unit.text)
        else -1.0
        for unit in reading.candidates
    ]
    if question.kind in _FIGURES and names_what_is_measured(question.text):
        measured = [
            share if question.terms[0] in unit.term_set else -1.0
            for share, unit in zip(shares, reading.candidates, strict=True)
        ]
        shares = measured if max(measured) > 0 else shares
    most = max(shares)
    if most <= 0:
        return reading
    rows = [at for at, share in enumerate(shares) if share >= NEARLY_MOST * most]
    return replace(
        reading,
        candidates=tuple(reading.candidates[at] for at in rows),
        vectors=reading.vectors[rows],
    )


def as_sure_as_it_holds(
    reading: Reading, judgement: Judgement, language: str, missing: bool
) -> Judgement:
    """The judgement, as sure as what the best sentence holds of the question makes it.

    How sure the reader is was learned from English alone. So nothing answers that holds too little
    of what was asked, or nothing of its form; the only sentence that holds nearly all, in the form
    that is asked for, is likely; and only such a one is a direct answer. A date in the first line
    is whole.

    Args:
        missing: whether a name or year of the question stands in no passage.
    """
    question = reading.question
    if judgement.verdict in {Verdict.DIRECT, Verdict.LIKELY} and judgement.units:
        unit = judgement.units[0]
        held = _held_by(reading, unit) | reading.passages[unit.hit].title_terms
        share = question.share_of(held)
        form = holds_form(language, question.kind, question.text, f"{unit.text} {judgement.line}")
        if share < HOLDS or form is False:
            return replace(judgement, verdict=Verdict.CLOSEST, line="", probable=False)
        line = judgement.line
        if question.kind is AnswerKind.DATE and line in unit.text:
            line = whole_date_of(language, unit.text, line)
        sure = judgement.verdict is Verdict.DIRECT and share >= HOLDS_ALL
        return replace(judgement, line=line, verdict=Verdict.DIRECT if sure else Verdict.LIKELY)
    best = int(judgement.scores.argmax())
    if missing or is_about_other(reading, best) or not _alone_holds_all(reading, best, language):
        return judgement
    unit = reading.candidates[best]
    line = first_line(question, unit, None, reading.passages[unit.hit].title_terms)
    return replace(judgement, verdict=Verdict.LIKELY, line=line, units=(unit,), probable=False)


def _alone_holds_all(reading: Reading, best: int, language: str) -> bool:
    question, unit = reading.question, reading.candidates[best]
    form = holds_form(language, question.kind, question.text, unit.text)
    plain = form or (form is None and question.kind in _PLAIN)
    if not plain or is_question(unit.text):
        return False
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    shares = [question.share_of(each.term_set | titles[each.hit]) for each in reading.candidates]
    own = question.share_of(unit.term_set)
    rivals = (share for at, share in enumerate(shares) if at != best)
    return own > 0 and shares[best] >= HOLDS_ALL and max(rivals, default=0.0) < shares[best]


def _held_by(reading: Reading, unit: Unit) -> frozenset[str]:
    """The terms of the candidates that a quoted unit is made of."""
    inside = (
        each.term_set
        for each in reading.units
        if each.hit == unit.hit and each.start < unit.end and unit.start < each.end
    )
    return frozenset().union(unit.term_set, *inside, term_texts(unit.heading))


def names_in_german(question: str) -> tuple[str, ...]:
    """The names of a German question, where every noun has a capital: those that a preposition
    stands right before, as it does before no other noun in the singular ("in Lindenau")."""
    return tuple(dict.fromkeys(match["name"] for match in _GERMAN_NAME.finditer(question)))


def not_told(reading: Reading, words: Sequence[str], language: str) -> tuple[str, ...]:
    """Of words that no passage seems to have, those that none has in any form of the language."""
    idle = function_stems(language)
    forms = {
        foreign_stem(match.group(), language)
        for passage in reading.passages.values()
        for match in _WORD.finditer(f"{passage.title} {passage.text}")
    }
    return tuple(
        word
        for word in words
        if stem(word.lower()) not in idle
        and not any(same_word(foreign_stem(word, language), each, language) for each in forms)
    )
