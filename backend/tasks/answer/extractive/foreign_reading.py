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

from backend.analysis import stem, term_texts, terms
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import clause, first_line
from backend.tasks.answer.extractive.foreign_contrasts import (
    is_date_of_other_bound,
    tells_another,
    tells_what_is_set_apart,
)
from backend.tasks.answer.extractive.foreign_forms import (
    CODES,
    FRENCH,
    GERMAN,
    SPANISH,
    holds_form,
    names_what_is_measured,
    whole_date_of,
)
from backend.tasks.answer.extractive.foreign_pronouns import with_subjects
from backend.tasks.answer.extractive.foreign_stems import (
    WordForm,
    same_form,
    same_start,
    word_form,
)
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.letter_parties import letter_party
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import (
    function_stems,
    language_asked,
    language_of_passages,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.sentence_checks import is_about_other
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import ANSWERED
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
_WORD = re.compile(r"(?:\b[cdjlmnstCDJLMNST]['’])?[^\W\d_]+|\d{4}")
_WHO_DOES = re.compile(
    r"(?i)^[¿¡]?(?:(?:wer|qui|qui[eé]n(?:es)?) (?:(?:se|s['’]|y|en|est-ce qui) ?)?)"
    r"(?P<does>[^\W\d_]+) (?P<what>.+)$"
)
_WHO_PAYS = re.compile(
    r"(?i)^[¿¡]?(?:wer|qui|qui[eé]n(?:es)?) "
    r"(?P<pays>(?:be)?zahlt|pa(?:ie|ye)(?:ra)?|paga(?:r[aá])?)\b"
)
_BEARS = {
    GERMAN: re.compile(
        r"(?i)\b(?:tr[aä]gt|tragen|übernimmt|übernehmen|zu(?: \w+)? lasten|auf kosten"
        r"|komm(?:t|en) (?:\w+ ){1,4}auf)\b"
    ),
    FRENCH: re.compile(
        r"(?i)\bà (?:la|sa) charge\b|\bincombe(?:nt|ra)?\b|\bsupport(?:e|ent|ée?s?)\b"
        r"|\bpr(?:end|ennent|ise?s?) en charge\b|\b(?:à ses|aux) frais d"
    ),
    SPANISH: re.compile(
        r"(?i)\ba (?:su )?cargo\b|\bpor (?:su )?cuenta\b|\basum(?:e|en|ir[aá]n?)\b|\bsufragan?\b"
    ),
}
"""How it is said of who pays without that verb."""
_ELIDED = re.compile(r"(?i)^(?:[cdjlmnst]|(?:jus|lors|puis)?qu)['’](?=\w)")
_ARTICLE = re.compile(r"(?i)^[dl]['’](?!(?:une?|on|en|y|elles?|eux|a|ont|avait|heure)\b)")
"""Before a noun, also one that looks like a function word ("l'est", which is no "est")."""
_GERMAN_NAME = re.compile(
    r"\b(?:[Ii]n|[Aa]us|[Nn]ach|[Vv]on) (?P<name>[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)*)"
)
_NO_GERMAN_NAME = re.compile(
    r"(?i)(?:ungs?|heit|keit|schaft|tion|tät|nis|ment)(?:s?en|se)?$|(?:[^b]|^)eln$"
    r"|(?<!b)(?<!luz)(?<!bay)(?<!laut)ern$"
    r"|^(?:euros?|cents?|franken|dollar|prozent|kraft|höhe|beginn|ablauf|ende|anfang|bezug|abzug|"
    r"abschluss|auftrag|betrieb|verzug|raten|folge|form|(?:kilo|zenti|milli)?met(?:er|re)n?|"
    r"(?:kilo)?gramm|kilo|tonnen|liter|grad|sekunden|minuten|stunden|tagen|wochen|monaten|"
    r"quartalen|jahren|uhr|stück|personen|menschen|leuten|frauen|männern)$"
)
"""German nouns that stand behind a preposition and are no names, by their endings: those that say
what is done, most plurals, and units."""


_SPANS_OF_TIME = frozenset(
    term_texts(
        "monat monate monats jahr jahre tag tage woche wochen stunde stunden minute minuten "
        "mois an ans année années jour jours semaine semaines heures minutes mes meses "
        "año años día días semana semanas horas minuto minutos"
    )
)
"""Stems of what a figure is told per, which many figures are."""


def foreign_language(question: str, hits: Sequence[Hit]) -> str:
    """The language by whose rules a question is read: its own, or that of the passages where it
    shows none; empty for English, for any other and where no passage is in it, but all that are
    known are in another."""
    texts = [hit.chunk.text for hit in hits]
    language = language_asked(question, texts)
    if language not in CODES:
        return ""
    spoken = {language_of_passages(texts), *(language_of_passages([text]) for text in texts)} - {""}
    return language if not spoken or language in spoken else ""


def in_its_language(reading: ReadEvidence, language: str) -> ReadEvidence:
    """The reading with function words without weight, and each sentence and passage with the
    question's words that it holds in another form."""
    question = reading.question
    asked = _forms_of(question, language)
    pays = _pays(question)
    idle = question.weights.keys() - asked.values() if asked else frozenset[str]()
    kept = tuple(term for term in question.terms if term not in idle)
    question = replace(
        question,
        language=language,
        terms=kept,
        weights={term: question.weights[term] for term in kept},
        bigrams=frozenset(pair for pair in question.bigrams if idle.isdisjoint(pair)),
    )
    units = {
        id(unit): _with_forms(unit, asked, language, pays, named)
        for unit, named in with_subjects(language, reading.units)
    }
    by_place = {(unit.hit, unit.start, unit.end): unit for unit in units.values()}
    candidates = tuple(
        by_place.get((unit.hit, unit.start, unit.end)) or _with_forms(unit, asked, language, pays)
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


def _forms_of(question: Question, language: str) -> dict[WordForm, str]:
    """The question's terms but those of function words, by the forms that their words have in the
    language; of a word behind an apostrophe ("l'atelier") that of the word itself."""
    idle = function_stems(language)
    found: dict[WordForm, str] = {}
    for term in terms(question.text):
        written = question.text[term.start : term.end]
        word = _ELIDED.sub("", written)
        noun = language == FRENCH and _ARTICLE.match(written) is not None
        plain = noun or (stem(word) not in idle and term.text not in idle)
        if term.text in question.weights and plain:
            found[word_form(word, language)] = term.text
    years = (term for term in question.terms if term.isdigit())
    return found | {word_form(year, language): year for year in years}


def _held(text: str, asked: Mapping[WordForm, str], language: str) -> frozenset[str]:
    """The question's terms that a text holds in any form."""
    words = _words_of(text, language)
    return frozenset(
        term
        for form, term in asked.items()
        if any(same_form(form, word, language) for word in words)
    )


def _words_of(text: str, language: str) -> frozenset[WordForm]:
    """The words of a text, each once, without French function words: they are no other word's
    form, and some look like a noun."""
    written = {match.group() for match in _WORD.finditer(text)}
    if language == FRENCH:
        idle = function_stems(language)
        nouns = (each for each in written if _ARTICLE.match(each) or stem(each.lower()) not in idle)
        written = {_ELIDED.sub("", noun) for noun in nouns}
    return frozenset(word_form(each, language) for each in written)


def _pays(question: Question) -> frozenset[str]:
    """The term of the verb, where it is asked who pays; none else."""
    asked = _WHO_PAYS.match(question.text.strip())
    if asked is None:
        return frozenset()
    return frozenset(term_texts(asked["pays"])) & question.weights.keys()


def _with_forms(
    unit: Unit, asked: Mapping[WordForm, str], language: str, pays: frozenset[str], named: str = ""
) -> Unit:
    """A unit with the question's words that it holds in another form; to bear costs is to pay.

    Args:
        named: what the pronoun that it begins with stands for.
    """
    held = _held(f"{named} {unit.text}", asked, language)
    if pays and _BEARS[language].search(unit.text):
        held |= pays
    return unit if held <= unit.term_set else replace(unit, term_set=unit.term_set | held)


def of_the_form(reading: ReadEvidence, language: str) -> ReadEvidence:
    """The reading with the candidates alone that have the form which is asked for, and of them
    those that hold nearly as much of the question as the one that holds most; all of them
    where none of that form holds a word of it."""
    question = reading.question
    if any(letter_party(reading, unit) for unit in reading.candidates):
        return reading  # a signature holds no word of the question
    shares = [
        question.share_of(unit.term_set)
        if _has_form(reading, unit, language) is not False and not is_question(unit.text)
        else -1.0
        for unit in reading.candidates
    ]
    if question.kind in _FIGURES and names_what_is_measured(question.text):
        measured = [
            share if question.terms[0] in unit.term_set else -1.0
            for share, unit in zip(shares, reading.candidates, strict=True)
        ]
        shares = measured if max(measured) > 0 else shares
    shares = _of_what_is_set_apart(reading, language, shares)
    most = max(shares)
    if most <= 0:
        return reading
    rows = [at for at, share in enumerate(shares) if share >= NEARLY_MOST * most]
    return replace(
        reading,
        candidates=tuple(reading.candidates[at] for at in rows),
        vectors=reading.vectors[rows],
    )


def _has_form(reading: ReadEvidence, unit: Unit, language: str) -> bool | None:
    """Whether a sentence has the form that is asked for, as `holds_form` tells it: a reason may
    stand in the sentence beside it that it is quoted with."""
    question = reading.question
    text = unit.text
    if question.kind is AnswerKind.REASON:
        text = complete_one(reading, unit).text
    return holds_form(language, question.kind, question.text, text)


def _of_what_is_set_apart(reading: ReadEvidence, language: str, shares: list[float]) -> list[float]:
    """The shares, without those of sentences that tell something else than is asked, where one
    tells that."""
    question, units = reading.question, reading.candidates
    other = [tells_another(language, question.kind, question.text, unit.text) for unit in units]
    told = any(
        share > 0
        and not gone
        and tells_what_is_set_apart(language, question.kind, question.text, unit.text)
        for share, gone, unit in zip(shares, other, units, strict=True)
    )
    if not told:
        return shares
    return [-1.0 if gone else share for share, gone in zip(shares, other, strict=True)]


def as_sure_as_it_holds(
    reading: ReadEvidence, judgement: Judgement, language: str, missing: bool
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
    if judgement.verdict in ANSWERED and judgement.units:
        unit = judgement.units[0]
        if letter_party(reading, unit):
            return judgement
        held = _held_by(reading, unit) | reading.passages[unit.hit].title_terms
        share = question.share_of(held)
        form = holds_form(language, question.kind, question.text, f"{unit.text} {judgement.line}")
        if share < HOLDS or form is False or not _says_it_itself(reading, unit, language):
            return replace(judgement, verdict=Verdict.CLOSEST, line="", probable=False)
        if _does_it_to_another(reading, unit, language):
            return replace(judgement, verdict=Verdict.CLOSEST, line="", probable=False)
        line = _dated_line(reading, unit, language, judgement.line)
        sure = judgement.verdict is Verdict.DIRECT and share >= HOLDS_ALL
        return replace(judgement, line=line, verdict=Verdict.DIRECT if sure else Verdict.LIKELY)
    best = int(judgement.scores.argmax())
    if missing or is_about_other(reading, best) or not _alone_holds_all(reading, best, language):
        return judgement
    unit = reading.candidates[best]
    whole = complete_one(reading, unit) if question.kind is AnswerKind.REASON else unit
    line = first_line(question, unit, None, reading.passages[unit.hit].title_terms, whole)
    return replace(judgement, verdict=Verdict.LIKELY, line=line, units=(whole,), probable=False)


def _does_it_to_another(reading: ReadEvidence, unit: Unit, language: str) -> bool:
    """Whether "who pays the power" meets a sentence that holds the verb and nothing of what is
    paid: somebody pays something else."""
    question = reading.question
    asked = _WHO_DOES.match(question.text.strip(" ?!."))
    if question.kind is not AnswerKind.PERSON or asked is None:
        return False
    what = _held(asked["what"], _forms_of(question, language), language)
    told = _held_by(reading, unit) | reading.passages[unit.hit].title_terms
    return bool(what) and what.isdisjoint(told)


def _dated_line(reading: ReadEvidence, unit: Unit, language: str, line: str) -> str:
    """The first line; of a date all of it, or its clause where it may be of the beginning and the
    end is asked for, or the other way round."""
    question = reading.question
    if question.kind is not AnswerKind.DATE or line not in unit.text:
        return line
    date = whole_date_of(language, unit.text, line)
    if is_date_of_other_bound(language, question.text, unit.text, date):
        return clause(question, unit, None)
    return date


def _says_it_itself(reading: ReadEvidence, unit: Unit, language: str) -> bool:
    """Whether a sentence, with its heading, holds a word of the question that does not only stand
    in the title and is no span of time, and tells nothing else than is asked."""
    question, passage = reading.question, reading.passages[unit.hit]
    above = " ".join((passage.title, unit.heading, unit.text))
    if tells_another(language, question.kind, question.text, above):
        return False
    title = term_texts(passage.title), _held(passage.title, _forms_of(question, language), language)
    named = frozenset().union(*title)
    headings = passage.title_terms - named
    own = question.weights.keys() & (_held_by(reading, unit) | headings)
    idle = named | _SPANS_OF_TIME
    return bool(own - idle) if question.weights.keys() - idle else bool(own)


def _alone_holds_all(reading: ReadEvidence, best: int, language: str) -> bool:
    question, unit = reading.question, reading.candidates[best]
    form = _has_form(reading, unit, language)
    plain = form or (form is None and question.kind in _PLAIN)
    if not plain or is_question(unit.text) or not _says_it_itself(reading, unit, language):
        return False
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    shares = [
        question.share_of(candidate.term_set | titles[candidate.hit])
        for candidate in reading.candidates
    ]
    own = question.share_of(unit.term_set)
    rivals = (share for at, share in enumerate(shares) if at != best)
    return own > 0 and shares[best] >= HOLDS_ALL and max(rivals, default=0.0) < shares[best]


def _held_by(reading: ReadEvidence, unit: Unit) -> frozenset[str]:
    """The terms of the candidates that a quoted unit is made of."""
    inside = (
        each.term_set
        for each in reading.units
        if each.hit == unit.hit and each.start < unit.end and unit.start < each.end
    )
    return frozenset().union(unit.term_set, *inside, term_texts(unit.heading))


def names_in_german(question: str) -> tuple[str, ...]:
    """The names of a German question, where every noun has a capital: those right behind *in*,
    *aus*, *nach* or *von* ("in Lindau") that are, by their endings, no plural, no unit and no name
    of what is done."""
    found = (match["name"] for match in _GERMAN_NAME.finditer(question))
    return tuple(dict.fromkeys(each for each in found if not _NO_GERMAN_NAME.search(each)))


def german_names_not_told(question: str, hits: Sequence[Hit]) -> tuple[str, ...]:
    """The names of a German question of which a passage lacks a word in every form. A part of
    another word is none: a dyke is not Norddeich."""
    names = names_in_german(question)
    if not names:
        return ()
    told = {
        form.stem
        for hit in hits
        for form in _words_of(" ".join((hit.chunk.title, *hit.chunk.path, hit.chunk.text)), GERMAN)
    }
    return tuple(
        name
        for name in names
        if not all(
            any(same_start(word_form(part.group(), GERMAN).stem, each) for each in told)
            for part in _WORD.finditer(name)
        )
    )


def not_told(reading: ReadEvidence, words: Sequence[str], language: str) -> tuple[str, ...]:
    """Of words that no passage seems to have, those that none has in any form of the language."""
    idle = function_stems(language)
    forms = frozenset().union(
        *(
            _words_of(f"{passage.title} {passage.text}", language)
            for passage in reading.passages.values()
        )
    )
    return tuple(
        word
        for word in words
        if stem(word.lower()) not in idle
        and not any(same_form(word_form(word, language), form, language) for form in forms)
    )
