"""What a sentence counts, held against what "how many" asks for."""

from __future__ import annotations

import re

from backend.analysis import stem, term_texts
from backend.definitions.asked_names import CLASS, LITERAL
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION, NUMBER, PRONOUN, asks_for_figure
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

BETWEEN = 2
"""Words that may stand between a number and what it counts ("31 new paying members")."""

_THAN = re.compile(
    r"(?i)\b(?:more|less|fewer|higher|lower|larger|smaller|better|worse) (?:\w+ )?than "
    r"(?P<base>(?:at|in|on|during|for)? ?(?:the )?(?:same \w+ (?:of )?)?"
    r"(?:a year ago|(?:last|previous|prior|preceding) \w+|the (?:year|month|week|day) before"
    r"|(?:19|20)\d\d))\b"
)
"""A figure of now, by how much it differs from one of another time."""
_COMPARES = re.compile(
    r"(?i)\b(?:more|less|fewer|than|change|differ\w*|increase\w*|decrease\w*|grow\w*|grew|rise|rose"
    r"|risen|fall|fell|compare\w*|higher|lower)\b"
)
_DENIED = re.compile(
    r"(?i)\b(?:not|never|without|cannot|no)\b(?! (?:more|later|less|only)\b)|n[’']t\b"
    r"|\b(?:were|was|are|is|been|be) (?:rejected|refused|declined|turned down|cancelled|unpaid"
    r"|unsold|unlet|unsuccessful|absent|missing|vacant|left empty)\b"
)
_TAKEN_AWAY = re.compile(
    r"(?i)\b(?:except|but for|all but|only|lack\w*|miss(?:ing|ed|es)?|fail\w*|outstanding|remain\w*"
    r"|still|yet|left|absent|exempt\w*|excluded?|open|overdue|unpaid|vacant|empty|free|refus\w+"
    r"|reject\w+|declin\w+|forbidden|banned|closed|other|others|rest|against|abstain\w*"
    r"|cancel\w*|withdrawn|withdrew|lost|down|un[a-z]{3,}(?:ed|able))\b"
)
_NAME_HAS = re.compile(
    r"(?i)\b(?:do|does|did|can|must|will) (?:the )?(?:[a-z]+ )?"
    r"(?P<name>\S*[^\w\s'’?-]\S*|\S*[_\d]\S*|-\S+) "
    r"(?:have|take|accept|need|require|return|expect|contain|hold)\b"
)
_BEFORE_NAME = re.compile(rf"(?i)^(?:the |an? )?(?:{CLASS} )?[\"'“‘«`]?")
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_WRITTEN = frozenset(
    map(stem, ("lines", "rows", "words", "pages", "columns", "characters", "letters", "digits"))
)
_ALIKE = {
    stem("characters"): frozenset(map(stem, ("letters", "digits"))),
    stem("letters"): frozenset(map(stem, ("characters",))),
    stem("digits"): frozenset(map(stem, ("characters",))),
    stem("lines"): frozenset(map(stem, ("rows",))),
    stem("rows"): frozenset(map(stem, ("lines",))),
}
"""What may be told for another: a code of six digits has six characters."""
_MEASURES = frozenset(
    stem(word)
    for word in (
        *("percent", "per", "day", "days", "week", "weeks", "month", "months", "year", "years"),
        *("hour", "hours", "minute", "minutes", "second", "seconds", "time", "times", "k", "m"),
    )
)


def counts_asked(question: Question, text: str) -> bool:
    """Whether a number in the text counts what "how many" asks for ("100K hits a day")."""
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    first = question.focus[0]  # of “leap seconds” seconds alone are others
    return any(first in following for following in _after_numbers(text))


def counts_another(question: Question, text: str) -> bool:
    """Whether the text does not name what is to be counted, and its number stands right before
    another thing that the question names: “two hives” is no number of bees."""
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = frozenset(question.focus)
    if not counted.isdisjoint(term_texts(text)):
        return False
    others = question.weights.keys() - counted - _MEASURES
    return any(following[:1] and following[0] in others for following in _after_numbers(text))


def counts_other_parts(question: Question, text: str) -> bool:
    """Whether parts of something written are counted, and a text without them counts parts of
    another kind: a header of 60 characters has not 60 lines."""
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = question.focus[0]
    if counted not in _WRITTEN or counted in term_texts(text):
        return False
    others = _WRITTEN - {counted} - _ALIKE.get(counted, frozenset())
    numbers = [number[:1] for number in _after_numbers(text)]
    return bool(numbers) and all(number and number[0] in others for number in numbers)


def counts_those_that_do(question: Question, text: str) -> bool:
    """Whether a figure is asked of those that do not, or have not, and a text has no word that
    denies or takes away: “The dues were paid by 9 of 12 rowers” for those who have not paid."""
    if not asks_for_figure(question.kind, question.text) or not _DENIED.search(question.text):
        return False
    return NEGATION.search(text) is None and _TAKEN_AWAY.search(text) is None


def name_counted_of(question: Question) -> str:
    """The name, if it is no plain word, of the very thing of which a question asks how many of
    something it has; empty for any other question."""
    asked = _NAME_HAS.search(question.text) if question.kind is AnswerKind.COUNT else None
    if asked is None or LITERAL.search(asked["name"]) is None:
        return ""
    return asked["name"].removesuffix("()")


def counts_of_name(question: Question, text: str, before: Unit | None) -> bool:
    """Whether a text says how many of what is asked for the very thing has that the question names
    by a name that is no plain word: it begins with that name, or with a pronoun after a sentence
    that begins with it. “furl_sail() takes 2 arguments. It returns 3 values.”"""
    name = name_counted_of(question)
    if not name or not counts_asked(question, text):
        return False
    if _begins_with(name, text):
        return True
    return before is not None and bool(PRONOUN.match(text)) and _begins_with(name, before.text)


def _begins_with(name: str, text: str) -> bool:
    """Whether a text begins with a name, perhaps behind an article and a word for its kind."""
    rest = _BEFORE_NAME.sub("", text.strip()).casefold()
    after = rest.removeprefix(name.casefold())
    return after != rest and not (after[:1].isalnum() or after[:1] in {"-", "_"})


def is_of_another_time(question: Question, text: str) -> bool:
    """Whether what a question for a figure names is only what the text compares with: “1,840, 310
    more than last year” says how many there are now, and not how many there were last year."""
    if not asks_for_figure(question.kind, question.text) or _COMPARES.search(question.text):
        return False
    for match in _THAN.finditer(text):
        base = frozenset(term_texts(match["base"])) & question.weights.keys()
        rest = text[: match.start()] + " " + text[match.end() :]
        if base and base.isdisjoint(term_texts(rest)):
            return True
    return False


def _after_numbers(text: str) -> list[tuple[str, ...]]:
    """The stems of the words right after each number of the text."""
    words = [match.group() for match in _WORD.finditer(text)]
    return [
        tuple(stem(word.lower()) for word in words[at + 1 : at + 2 + BETWEEN])
        for at, word in enumerate(words)
        if NUMBER.match(word)
    ]
