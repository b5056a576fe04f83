"""What a question names and an answer must be about: names and years, and which are missing.

A question about one company must not be answered with a sentence about another. What a passage is
about is told by its text, its title and its headings together. Names are compared by stems, run
together ("PepsiCo", "Pepsi Co") and as abbreviations; years by meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.analysis import STOP_WORDS, fold, stem, term_texts, terms
from backend.calendar_words import MONTHS, WEEKDAYS
from backend.evidence.quantities import NUMBER_WORDS
from backend.question_kinds import AnswerKind, answer_kind
from backend.scope.named_documents import abbreviates
from backend.scope.periods import Times, times_in, without_times
from backend.spelling import other_spellings
from backend.tasks.answer.extractive.question_words import (
    ASKING,
    function_stems,
    language_of,
    without_instructions,
)
from backend.types import Hit

LAST_MONTH_BEFORE = 2
"""A fiscal year that ends by the end of this month is called after the year before."""
SAME_BEGINNING = 5
"""Words that share so many first letters are taken for forms of one word (reduce, reduction)."""
MOST_MISSING = 4
LEAST_PART = 3
"""Letters of each part of a compound word, at least."""
LONGEST_NOUN = 2
"""Words of one noun ("grey seals"): the one after them is rather a verb."""

_WORD = re.compile(r"[^\W_]+(?:[&'’.-][^\W_]+)*")
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w]|[.,]\d)")
_OWNS = re.compile(r"[^\W\d_]{4,}['’]s$")
_NOWHERE = frozenset[str]()
_PLACES = {"european": frozenset([stem("europe")]), "asian": frozenset([stem("asia")])}
"""Places as papers say them, by their adjectives."""
_AND_NAME = re.compile(r"[^\W\d_]+ & [A-Z]")
_POSSESSIVE = re.compile(r"['’]s$")
"""A name ends where it owns what follows: "Tern's UK" is two."""
_NO_OWNERS = frozenset(
    [
        *(
            "today",
            "tomorrow",
            "yesterday",
            "tonight",
            "everybody",
            "everyone",
            "nobody",
            "somebody",
        ),
        *(
            "company",
            "tenant",
            "landlord",
            "customer",
            "client",
            "driver",
            "owner",
            "seller",
            "buyer",
        ),
        *("employer", "employee", "supplier", "lessor", "lessee", "borrower", "lender", "insurer"),
        *("patient", "doctor", "teacher", "pupil", "student", "member", "user", "author", "reader"),
        *("child", "children", "women", "woman", "people", "mother", "father", "parent", "family"),
        *("board", "club", "school", "city", "town", "world", "week", "month", "year", "group"),
    ]
)
"""Words that own something and are no names, as far as they are plain words of papers."""
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_JOINED = re.compile(r"[\W_]+")
_BEFORE_A_NOUN = frozenset(
    [
        *("the", "a", "an", "of", "for", "in", "on", "at", "by", "from", "with", "about"),
        *("many", "which", "whose", "its", "their", "his", "her", "our", "your", "this"),
        *("these", "those", "any", "all", "each", "every", "der", "die", "das", "den", "dem"),
        *("des", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las", "und"),
        *("du",),
    ]
)
_NO_QUESTION = re.compile(
    r"(?i)^(?!.*(?:\?|\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|did|does|do|has"
    r"|have|had|can|could|should|will|would|may|might|must|list|name|compare|explain|describe"
    r"|summari[sz]e|calculate|compute|find|tell|give|show|state|report)\b))"
)
"""“Tern total assets 2022”: what is looked for is only named."""
_LABEL = re.compile(r"[A-Z][^\W\d_]+ (?=[a-z])")
_WHAT_NOUN = re.compile(
    r"(?i)^\W*(?:and )?what (?:(?:kind|type|sort|amount) of )?(?!else\b|\w+ly\b)"
    r"(?P<noun>(?:[^\W\d_][\w-]* ){1,2}?)"
    r"(?:did|do|does|is|are|was|were|has|have|had|will|would|can|could|should|must|may)\b"
)
"""“What dividend did …”: a noun."""
_BETWEEN_NAMES = frozenset(["and", "of", "the", "for", "und", "et", "de", "la", "y"])
_NO_NAMES = frozenset(
    [
        *MONTHS,
        *WEEKDAYS,
        *("fy", "usd", "eur", "gbp", "i", "ok"),
        *("q1", "q2", "q3", "q4", "10-k", "10-q", "8-k", "10k", "10q", "8k"),
    ]
)
_NO_NOUNS = frozenset(
    stem(word)
    for word in (
        *("first", "second", "third", "fourth", "last", "latest", "next", "new", "main", "same"),
        *("total", "overall", "most", "least", "best", "thing", "way", "result", "full", "entire"),
        *("time", "times", "case", "place", "use", "difference", "differences", "people", "person"),
        *("highest", "largest", "biggest", "greatest", "lowest", "smallest", "fewest", "longest"),
        *("shortest", "oldest", "newest", "earliest", "cheapest", "worst", "higher", "larger"),
        *(
            "bigger",
            "greater",
            "lower",
            "smaller",
            "longer",
            "shorter",
            "cheaper",
            "end",
            "beginning",
        ),
        *("start", "ratio", "share", "average", "sum", "number", "amount", "percentage"),
    )
)
"""How much of something, when, and what is made of figures: no passage need say so."""


@dataclass(frozen=True, slots=True)
class Required:
    """The names (as they stand in the question), the years and the figures with a point or a
    comma (“version 4.0”, “480,000”) that an answer must be about."""

    names: tuple[str, ...]
    years: frozenset[int]
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What one passage is about: stems and joined letters of its text, title and headings."""

    stems: frozenset[str]
    joined: str
    words: tuple[str, ...]
    years: frozenset[int]
    figures: frozenset[str] = frozenset()


def required(question: str) -> Required:
    """The capitalised names of a question, runs of words together, and its years.

    The first word counts only if the next one has a capital too, if it has several, or if it owns
    what follows ("Finchley's revenue"). In a language that writes nouns with capitals no word
    counts as a name.
    """
    text = without_times(question)
    bare = bool(times_in(question).years) and _NO_QUESTION.match(question) is not None
    found: list[str] = []
    if language_of(question) != "german":
        words = list(_WORD.finditer(text))
        run: list[re.Match[str]] = []
        for index, match in enumerate(words):
            begins = index == 0 and not (bare and _LABEL.match(text))
            # “Salt & Marsh”: what “&” joins is a name from its first word on
            begins = begins and not (index == 0 and _AND_NAME.match(text, match.start()))
            opens = begins or text[: match.start()].rstrip()[-1:] in {"?", ".", "!", ":"}
            if _is_name(match.group(), opens=opens) and (
                not run
                or (
                    text[run[-1].end() : match.start()].strip() in {"", "&"}
                    and not _POSSESSIVE.search(run[-1].group())
                )
            ):
                run.append(match)
                continue
            found += _closed(text, run)
            run = [match] if _is_name(match.group(), opens=opens) else []
        found += _closed(text, run)
    # “Was it more than 1.5 million?” may be answered with another figure
    open_to_others = answer_kind(question) is AnswerKind.YES_NO
    figures = () if open_to_others else tuple(dict.fromkeys(_FIGURE.findall(text)))
    return Required(tuple(dict.fromkeys(found)), times_in(question).years, figures)


def names_of(question: str) -> list[frozenset[str]]:
    """The terms of each of these names."""
    names = (frozenset(term_texts(name)) for name in required(question).names)
    return [name for name in names if name]


def _is_name(word: str, *, opens: bool) -> bool:
    plain = word.lower().removesuffix("'s").removesuffix("’s")
    if plain in STOP_WORDS or plain in _NO_NAMES or stem(plain) in ASKING:
        return False
    capitals = sum(character.isupper() for character in word)
    if opens and capitals == 1 and _OWNS.match(word):
        return plain not in _NO_OWNERS
    return capitals >= (2 if opens else 1) and len(plain) > 1 and any(c.isalpha() for c in plain)


def _closed(text: str, run: Sequence[re.Match[str]]) -> list[str]:
    if not run:
        return []
    # “the 787s” are several of the 787
    return [re.sub(r"['’]s?$|(?<=\d)s$", "", text[run[0].start() : run[-1].end()])]


def years_named(text: str) -> frozenset[int]:
    """The years that a text names; a period that ends in January or February is also the year's
    before it, as fiscal years are called."""
    times: Times = times_in(text)
    before = (day.year - 1 for day in times.days if day.month <= LAST_MONTH_BEFORE)
    return frozenset((*times.years, *before))


def context_of(hit: Hit) -> Context:
    """What a passage says and stands under."""
    text = " ".join((hit.chunk.title, *hit.chunk.path, hit.chunk.text))
    return Context(
        frozenset(term_texts(text)),
        _JOINED.sub("", fold(text)),
        folded_words(text),
        years_named(text),
        frozenset(_DIGITS.findall(text)),
    )


def holds_name(context: Context, name: str) -> bool:
    """Whether a passage is about a name: it holds all its stems, or its letters run together, or
    the words that it abbreviates (IBM, J&J)."""
    stems = term_texts(name)
    if not stems or all(stem in context.stems for stem in stems):
        return True
    if _runs_together(name, context.joined):
        return True
    if not _PLACES.get(fold(name), _NOWHERE).isdisjoint(context.stems):
        return True
    if len(stems) > 1 and any(stem in context.stems for stem in stems[-1:]):
        return True  # the surname alone
    return abbreviates_words(name, context.words)


def holds_letters(name: str, text: str) -> bool:
    """Whether a word of a text has a name's letters run together with others ("PepsiCo" and
    "HelloPepsi" have "Pepsi"), and not inside of them: "parish" has no Paris."""
    if not name[:1].isupper() or len(_JOINED.sub("", fold(name))) < SAME_BEGINNING:
        return False
    own = re.escape(name)
    return re.search(rf"\b{own}(?=[A-Z\d])|(?<=[a-z\d]){own}|(?<=[A-Z]){own}\b", text) is not None


def _runs_together(name: str, joined: str) -> bool:
    letters = _JOINED.sub("", fold(name))
    return len(letters) >= SAME_BEGINNING and letters in joined


def abbreviates_words(name: str, words: Sequence[str]) -> bool:
    """Whether a short name in capitals begins some words that follow one another (IBM, J&J).

    Args:
        words: folded, in their order.
    """
    letters = _JOINED.sub("", fold(name))
    if not 2 <= len(letters) <= 6 or not name[:2].isupper():
        return False
    named = [word for word in words if word not in _BETWEEN_NAMES]  # HM Revenue and Customs
    return any(
        abbreviates(letters, of[at : at + size])
        for of in (words, named)
        for size in (2, 3, 4)
        for at in range(len(of) - size + 1)
        if of[at][:1] == letters[:1]
    )


def folded_words(text: str) -> tuple[str, ...]:
    """The words of a text in their order, folded."""
    return tuple(fold(match.group()) for match in _WORD.finditer(text))


def missing_required(asked: Required, contexts: Iterable[Context]) -> tuple[str, ...]:
    """The names, years and figures that no passage has, as they are to be told."""
    given = list(contexts)
    names = [name for name in asked.names if not any(holds_name(each, name) for each in given)]
    years = [
        str(year) for year in sorted(asked.years) if not any(year in each.years for each in given)
    ]
    figures = [
        figure for figure in asked.figures if not any(_has_figure(each, figure) for each in given)
    ]
    return (*names, *years, *figures)


def _has_figure(context: Context, figure: str) -> bool:
    """Whether a passage has a figure, however its thousands are set apart, or a version of it."""
    plain = figure.replace(",", "")
    return any(
        each.replace(",", "") == plain or each.startswith(f"{figure}.") for each in context.figures
    )


def missing_nouns(question: str, held: frozenset[str]) -> tuple[str, ...]:
    """Words of the question in a noun's place that no passage holds in any form.

    Asking words, verbs and function words of the question's language are never told as missing,
    nor are words of which a passage has one with the same beginning, or in another spelling.

    Args:
        question: its text.
        held: stems of the passages with their titles and headings.
    """
    idle = ASKING | function_stems(language_of(question)) | _NO_NOUNS
    beginnings = {each[:SAME_BEGINNING] for each in held if len(each) >= SAME_BEGINNING}
    missing: list[str] = []
    text = without_times(without_instructions(question))
    previous, run = "", 0
    what = _WHAT_NOUN.match(text)
    for term in terms(text, keep_stop_words=True):
        word = text[term.start : term.end]
        noun = previous in _BEFORE_A_NOUN or 0 < run < LONGEST_NOUN or word[:1].isupper()
        noun = noun or (what is not None and what.start("noun") <= term.start < what.end("noun"))
        gone = (
            noun
            and len(word.removesuffix("'s").removesuffix("’s")) > 1  # “J&J's” is no J
            and word.lower() not in STOP_WORDS
            and word.lower() not in _NO_NAMES
            and term.text not in idle
            and term.text not in held
            and term.text[:SAME_BEGINNING] not in beginnings
            and not is_compound(word, held)
            and str(NUMBER_WORDS.get(word.lower(), "")) not in held  # written as a figure
            and held.isdisjoint(map(stem, other_spellings(word)))
        )
        if gone and not (word[:1].isupper() and not previous):
            missing.append(re.sub(r"['’]s?$", "", word))
        previous, run = word.lower(), run + 1 if gone else 0
    return tuple(dict.fromkeys(missing))[:MOST_MISSING]


def is_compound(word: str, held: frozenset[str]) -> bool:
    """Whether a passage has the last part of a compound word (“hives” for “beehives”)."""
    parts = range(LEAST_PART, len(word) - LEAST_PART)
    return any(stem(word[cut:].lower()) in held for cut in parts)
