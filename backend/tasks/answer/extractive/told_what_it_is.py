"""What a thing is, does or is for, where a sentence begins with its name and says so: “FINCH is a
program that …”, “The finch command prints …”, “K is Q or 5, whichever is the smaller.”
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from backend.analysis import term_texts
from backend.definitions.asked_names import CLASS, asked_name
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import NEGATION, PRONOUN
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.short_forms import glossed, spells_out
from backend.tasks.answer.extractive.units import Unit

DOING = 0.95
"""What a sentence about the thing is worth, of what its entry is."""
SPELLED_OUT = 0.9
"""What the words behind a short form are worth, of what it is."""
LEAST_SAID = 4
"""Words behind the name that a definition has at least."""
_IS_WHAT = (
    r"(?i)^(?:the |an? )?[\"“‘'«`]?{name}[\"”’'»`]?s?(?: \([^()]{{1,60}}\)|,[^,.]{{1,60}},"
    r"| [–—-] [^–—]{{1,60}}? [–—-])? (?:is|are) "
    r"(?:an?|the(?! (?:same|only|other|next|first|last)\b)|one of|any|used)\b"
)

_SYMBOL = re.compile(r"[A-Z][A-Z\d]?$")
_SYMBOL_IS = (
    r"\W*(?:\d{{1,2}}(?:\.\d{{1,2}})*[.)]? )?{name} (?:is|are|=|means|denotes|stands for) "
    r"(?=(?:\S+ ){{2}})(?!for \w+\W*$)"
)
_CODE = re.compile(r"(?:^| )(?=[^ ]*\d)(?=[^ ]*[A-Z])[A-Z\d][\w./-]*$")
"""A name that ends in capitals with figures, which says nothing by itself."""
_NAMED_BEFORE = (
    r"\b(?P<what>(?:[Tt]he|[Aa]n?|[Oo]ur) "
    r"(?:(?!(?:is|are|was|were|has|and|or|of|for)\b)[\w’'-]+ ){{1,4}})"
    r"\((?:(?:form|no\.?|number|code|model|type|part) ){{0,2}}{code}\)"
)
_NAMED_BEHIND = (
    r"(?<![\w-]){code} \((?P<what>(?=[^()]*[a-z]{{3}})(?![^()]*\d{{4}})"
    r"(?!(?:see|not|out|formerly|below|above|is|are|was|if|only|e\.g|i\.e)\b)[^()]{{4,60}})\)"
)
_CLASS_BEFORE = (
    r"(?:commands?|directives?|functions?|keywords?|macros?|options?|flags?|parameters?|"
    r"variables?)"
)
"""What stands before a name and is no part of it, as it is of a key holder."""
_DOES_WHAT = re.compile(
    rf"(?i)^what (?:does|do|did|will) (?:the |an? )?(?:{_CLASS_BEFORE} )?"
    rf"[\"“‘«`]?(?P<what>.{{2,50}}?)[\"”’»`]?(?: {CLASS})? do\W*$"
)
_FOR_WHAT = re.compile(
    r"(?i)^what (?:is|are|was|were) (?:the |an? )?(?P<what>.{2,50}?)"
    r"(?: (?:used|good|meant|intended))? for\W*$"
)
_IS_FOR = re.compile(
    r"(?i)(?P<what>[^,;:.]{2,50}?) (?:is|are|can be|may be|was|were) (?:\w+ly )?"
    r"(?:(?:used|meant|intended|designed|taken|given|made) )?(?:in \w+ )?(?:to|for|against)\b"
)
_DOES_SO = (
    r"(?i)(?:the |an? )?(?:{kind} )?[\"“‘«`]?{name}[\"”’»`]?(?: {kind})?"
    r"(?: with(?:out)? (?:an? )?[a-z]+)? (?!(?:is|was|has|does|needs|requires|comes|"
    r"seems|appears|remains|exists|lacks|stands)\b)"
    r"[a-z]{{2,}}s\b(?! of\b)"
)
_IS_TO = (
    r"(?i)\b{kind} [\"“‘«`]?{name}[\"”’»`]? (?:to|that|which) "
    r"(?!(?:is|was|has|be|have|the|an?|this)\b)[a-z]{{2,}}\b(?: \S+){{2}}"
)
"""“The switch -q to silence the program”."""


def purpose_fit(question: Question, unit: Unit, above: Sequence[Unit]) -> float:
    """A sentence that says what the thing is used for that "what is … for" asks about, by its name
    or as “it” after sentences of which the first one that begins with no such word names it."""
    asked = _FOR_WHAT.match(question.text.strip())
    said = _IS_FOR.match(unit.text) if asked is not None else None
    if asked is None or said is None:
        return 0.0
    name = frozenset(term_texts(asked["what"]))
    told = frozenset(term_texts(said["what"]))
    if PRONOUN.match(unit.text):
        named = [each for each in above if not PRONOUN.match(each.text)][-1:]
        told = named[0].term_set if named and named[0].heading == unit.heading else told
    return FIT if name and name <= told else 0.0


def doing_fit(question: Question, unit: Unit) -> float:
    """A sentence that begins with the thing whose effect is asked for and goes on with a verb:
    “The finch command prints …” for “What does the finch command do?”."""
    asked = _DOES_WHAT.match(question.text.strip())
    if asked is None:
        return 0.0
    if any(each.search(unit.text) for each in _is_to(asked["what"], asked_name(question.text)[0])):
        return 0.0 if NEGATION.search(unit.text) else DOING * FIT
    said = re.match(_DOES_SO.format(name=re.escape(asked["what"]), kind=CLASS), unit.text)
    long_enough = len(unit.text.split()) >= LEAST_SAID + 2
    return DOING * FIT if said is not None and long_enough else 0.0


@lru_cache(64)
def _is_to(*names: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of “the switch NAME to silence …” for some names that are not empty."""
    return tuple(
        re.compile(_IS_TO.format(name=re.escape(name), kind=CLASS)) for name in names if name
    )


def is_symbol_told(question: Question, text: str) -> bool:
    """Whether a sentence says what a sign of one or two capitals stands for: “K is Q or 5,
    whichever is the smaller.”"""
    name, _ = asked_name(question.text)
    if question.kind is not AnswerKind.DEFINITION or not _SYMBOL.match(name):
        return False
    said = re.match(_SYMBOL_IS.format(name=re.escape(name)), text)
    return said is not None and NEGATION.match(text, said.end()) is None


def is_short_form_told(question: Question, text: str) -> bool:
    """Whether it is asked what a short form means, and a text has the words that it stands for
    right behind it."""
    is_asked = question.kind is AnswerKind.DEFINITION
    return is_asked and glossed(asked_name(question.text)[0], text) != ""


def what_it_names(question: Question, text: str) -> str:
    """The words beside a code that say what it names, where "what is" asks about the code: “the
    accident form” of “The accident form (form L-9) is handed in …”; a short form with the words
    that it stands for; empty where there are none."""
    if question.kind is not AnswerKind.DEFINITION:
        return ""
    if gloss := glossed(asked_name(question.text)[0], text):
        return gloss
    code = _CODE.search(asked_name(question.text)[0])
    if code is None:
        return ""
    for form in (_NAMED_BEFORE, _NAMED_BEHIND):
        found = re.search(form.format(code=re.escape(code[0].strip())), text)
        if found and not frozenset(term_texts(found["what"])) <= question.weights.keys():
            return found["what"]
    return ""


def definition_fit(question: Question, unit: Unit) -> float:
    """A sentence that begins with the name that "what is" asks for, and says what it is: “FINCH is
    a program that …”; or gives the words that the name is short for."""
    if question.kind is not AnswerKind.DEFINITION:
        return 0.0
    name, _ = asked_name(question.text)
    if not name:
        return 0.0
    if spells_out(name, unit.text) or what_it_names(question, unit.text):
        return SPELLED_OUT * FIT
    if is_symbol_told(question, unit.text):
        return FIT
    if not re.match(_IS_WHAT.format(name=re.escape(name)), unit.text):
        return 0.0
    return FIT if len(unit.text.split()) - len(name.split()) >= LEAST_SAID else 0.0
