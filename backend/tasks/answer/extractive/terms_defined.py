"""Which term a sentence defines: “A "Shared Oar" is an oar that …” does not say what a paddle is,
and “A "crew list" names all who row” says what a crew list is without “is a”.
"""

from __future__ import annotations

import re
from collections.abc import Set

from backend.analysis import term_texts
from backend.definitions.asked_names import asked_term
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_SAID = 4
"""Words that say what it is, at least."""

_INTRODUCES = re.compile(
    r"\W*(?P<head>(?:[\w-]+ ){0,3}?)(?:(?:The|An?|Each|Every|the|an?) )?(?:term )?"
    r"[\"“„«](?P<term>[^\"“”„«»]{2,60}?)[\"”“»](?: \([^()]*\))?(?: of (?:the |an? )?[\w-]+)?,? "
    r"(?P<verb>[a-z]+)\b(?P<rest>.*)$"
)
"""`head` is the name of the entry, where a line joins them."""
_IN_OTHER_WORDS = (
    r"(?i)\W*(?:in other words|in short|put simply|simply put|that is),? (?:the |an? )?{name}"
    r" (?P<verb>[a-z]+)\b(?P<rest>.*)$"
)
_PLURAL = (
    r"(?i)\W*(?:the |all )?{name}(?:s|es)?(?: \([^()]*\))? are (?:\w+ ){{0,3}}?"
    r"(?!(?:always|sometimes|perhaps|this|its|less|as|is|has|does|thus|others|ours|theirs)\b)"
    r"[a-z-]{{2,}}s (?:that|which|who|whose|of|with|used|in|on|for|where|to|between|by|from)\b"
)
"""“Waypoints are places on a map”, but not “Waypoints are stored in a file”."""
_ENTRY = (
    r"\W*(?i:{name})(?::|(?<=[a-z]))? (?:An?|The|That|Those|Any|One|Each|All) "
    r"(?:[\w-]+ ){{2}}[^A-Z]*"
)
"""“stroke The rower who sits at the stern”: an entry of a glossary in one line."""
_AS_CALLED = (
    r"(?i).*\b{name}(?:s|es)?,? as (?:the|those|people|such|an?)\b [^;:.]{{8,100}}? "
    r"(?:is|are|was|were) (?:\w+ )?(?:called|known)\b"
)
"""“… trains wardens, as the people who open the hatches are called.”"""
_IN_CAPITALS = r"\W*{name}\s+(?:the|an?|no|not|what|how|when|if|is) (?:[\w’'-]+ ){{2}}"
"""“LATE the message came after its time”: a line of a list of codes."""
_CODE = re.compile(r"[A-Z][A-Z\d_-]{2,}")
_WORD_BEFORE = re.compile(r"(?<![\w-])(?P<before>[\w-]+)(?=[ -](?P<word>[^\W\d_]+))")
_SAYS_LITTLE = re.compile(
    r"(?i)^(?:is|are|was|were) (?:the same\b|(?!(?:an?|the|any|one|all|what|whatever|something)\b))"
)
_VERB = re.compile(
    r"(?:is|are|means?|refers?|denotes?|stands?|comprises?|consists?|introduces?|describes?|defines?"
    r"|identifies|identify|contains?|holds?|provides?|represents?|specifies|specify|supplies|supply"
    r"|names?|tells?|says?|lists?|shows?|begins?|starts?|includes?|groups?|joins?|combines?|stores?"
    r"|sets?|controls?|determines?|allows?|lets?|gives?|takes?|marks?|covers?|counts?|measures?)$"
)
"""What a thing is told to be by: what it is, holds or does."""


def introduces(question: Question, unit: Unit) -> float:
    """How surely a sentence says what the asked term is, which it opens with in quotation marks, in
    the plural or in other words: 0, or `FIT`."""
    wanted = _asked(question)
    if not wanted:
        return 0.0
    name = re.escape(asked_term(question.text))
    term = asked_term(question.text)
    if _CODE.fullmatch(term) and re.match(_IN_CAPITALS.format(name=re.escape(term)), unit.text):
        return FIT
    if re.match(_AS_CALLED.format(name=name), unit.text):
        return FIT
    for form in (_PLURAL, _ENTRY):
        if re.match(form.format(name=name), unit.text) and not NEGATION.search(unit.text):
            return FIT
    said = _introduced(unit.text)
    if said is None or term_texts(said["term"]) != wanted:
        said = re.match(_IN_OTHER_WORDS.format(name=name), unit.text)
    if said is None or not _VERB.match(said["verb"]):
        return 0.0
    told = f"{said['verb']}{said['rest']}"
    if _SAYS_LITTLE.match(told) or len(told.split()) <= LEAST_SAID:
        return 0.0
    return FIT if NEGATION.match(said["rest"].strip()) is None else 0.0


def _introduced(text: str) -> re.Match[str] | None:
    """The term that a sentence opens with in quotation marks, perhaps behind itself."""
    said = _INTRODUCES.match(text)
    if said is None or term_texts(said["head"]) not in ([], term_texts(said["term"])):
        return None
    return said


def defines_another(question: Question, unit: Unit) -> bool:
    """Whether it is asked what a thing is, and a sentence, which nowhere has its words, says what
    another term in quotation marks is."""
    wanted = _asked(question)
    said = _introduced(unit.text) if wanted else None
    if said is None or not _VERB.match(said["verb"]):
        return False
    return frozenset(wanted).isdisjoint((*unit.terms, *term_texts(unit.heading)))


def is_of_other_such(question: Question, unit: Unit, above: Set[str]) -> bool:
    """Whether it is asked what a thing is, or means, that two words name, and a sentence has its
    last word only behind another one: what a green lamp means is not said of a red lamp.

    Args:
        above: stems of what the sentence stands under.
    """
    words = term_texts(asked_term(question.text))
    if len(words) != 2 or question.kind is not AnswerKind.DEFINITION:
        return False
    first, last = words
    if first in unit.term_set | above or last not in unit.term_set:
        return False
    before = [
        match["before"]
        for match in _WORD_BEFORE.finditer(unit.text)
        if term_texts(match["word"]) == [last]
    ]
    return bool(before) and all(term_texts(each) for each in before)


def _asked(question: Question) -> list[str]:
    """The stems of the term that is asked for; nothing where another thing is asked."""
    if question.kind not in {AnswerKind.DEFINITION, AnswerKind.LIST, AnswerKind.OTHER}:
        return []
    return term_texts(asked_term(question.text))
