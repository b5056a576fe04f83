"""What a named thing does: “What does the furl command do?” is told by a sentence that has it as
the one who does (“The furl command takes in the sail”, “Use furl to take in the sail”, “If FURL is
set, …”), and not by one that only mentions it (“The script calls furl.”).
"""

from __future__ import annotations

import re
from functools import lru_cache

from backend.analysis import fold, term_texts
from backend.definitions.asked_names import CLASS, LITERAL
from backend.definitions.reference_heads import is_reference_entry
from backend.tasks.answer.extractive.entries import is_entry_of
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_SAID = 3
"""Words that say what it does, at least."""
UNKNOWN = 1.0
"""Weight of a word that no text of the background has, as the name of a program."""

_KIND = (
    rf"(?:{CLASS}|lines?|entr(?:y|ies)|programs?|tools?|utilit(?:y|ies)|scripts?|modules?|drivers?|"
    r"daemons?|buttons?|keys?|switch(?:es)?|levers?|knobs?|menus?|targets?|tags?|elements?|rules?|"
    r"headers?|files?|routines?|subroutines?|procedures?|macros?)"
)
_ASKED = re.compile(
    rf"(?i)^what (?:does|do|did|will) (?:the |an? )?(?:(?P<before>{_KIND}) )?"
    rf"[\"“‘«`]?(?P<name>\S{{2,50}}?(?: \S{{2,30}}){{0,2}}?)[\"”’»`]?(?: (?P<behind>{_KIND}))? do"
    r"\W*$"
)
_ADVERBS = r"(?:(?:\w+ly|also|then|thus|simply|usually|always|only|just) )?"
_NO_DEED = (
    r"(?:is|was|has|does|uses|needs|requires|comes|seems|appears|remains|exists|lacks|stands|belongs"
    r"|consists|depends|follows|means|lives|takes (?:an?|one|two|the|no) (?:\w+ )?"
    r"(?:arguments?|parameters?|options?|values?))"
)
_SUBJECT = (
    r"(?i)(?:^|[,;:] |^\W*(?:\d{{1,2}}[.)] )?)(?:(?:the|an?|this|our|its) )?(?:{kind} )?"
    r"[\"“‘'’«`]?{name}[\"”’'»`]?(?:\(\))?(?: {kind}){{0,2}}(?: \([^()]*\))?"
    r"(?: with(?:out)?(?: \S+){{1,3}}?)? "
)
_DOES = (
    rf"{_ADVERBS}(?:(?!{_NO_DEED}\b)[a-z]{{2,}}[^\W\d_us]s\b(?! of\b)"
    rf"|will {_ADVERBS}(?!(?:be|not|never|see|need|have|find|get|receive)\b)[a-z]+\b"
    r"|(?:is|are|can be|may be) (?:\w+ly )?"
    r"(?:used|provided|meant|intended|designed|there|needed) (?:\w+ly )?(?:to|for|like|as)\b)"
)
"""A deed of it; “lists” and “processes” as well as “prints”."""
_FOR_IT = (
    r"(?i)(?<!\w){name}[\"”’'»`]?(?: {kind})? (?:to (?!(?:on|off|yes|no|true|false|the|an?|its?|any"
    r"|this|that|zero|one)\b)[a-z]+\b|that|which|who|lets|allows|makes|can|may|"
    r"(?:is|are|can be) (?:\w+ly )?(?:used|provided|meant|intended) (?:to|for)|is (?:an?|the))\b"
)
"""What is said of it, or done by means of it, further back in a sentence."""
_UNDER_IT = (
    r"(?i)(?:(?<!\beven )\b(?:if|when|where|unless|with|by|without|through|once"
    r"|(?<!when )(?<!if )using)\b"
    r"(?:(?!,|\byou\b|\bwe\b|\bone\b)[^.;]){{0,40}}?(?<!\w){name}(?!\w))"
)
"""“If FURL is set”, “by the furl command”; “even when using furl” tells what it does not do."""


_DOES_WHAT = re.compile(r"(?i)^what (?:does|do|did|will) (?P<who>.{2,60}?) do\W*$")
_OPENS_WITH = re.compile(
    r"(?i)\W*(?:the|an?|this) (?!other\b|same\b)[\"“‘«`]?[^\W\d][\w-]*[\"”’»`]? "
    rf"(?P<kind>{_KIND})\b"
)
_IS_ELSE = re.compile(
    r"(?i)^(?P<who>.{2,60}?) (?:(?:is|are|was|were|sits?|lies?) "
    r"(?:just |right |always )?(?:behind|under(?:neath)?|on|in|inside|at|near|beside|next to|below"
    r"|above|between)\b(?! (?:charge|use)\b)|(?:is|was) (?-i:(?:Dr |Mrs? |Ms )?[A-Z][a-z]+ [A-Z]))"
    r"[^,;:]*$"
)
"""“The reef button is behind the mast.”, “The keeper is Ada Finch.”"""
_CONDITION = re.compile(r"(?i)\W*(?:if|when|whenever|where|unless|once|as soon as|while|in case)\b")
_BRACKETS = re.compile(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")
_OPENS_BRACKET = re.compile(r"\W{0,2}[\w.:/-]+ [\[<{]")
MOST_OF_USAGE = 3
"""Words outside of brackets in a line that only says how a command is typed, at most."""


def is_usage_line(text: str) -> bool:
    """Whether a text only says how a command is typed: “furl [sail] [speed]”."""
    if _OPENS_BRACKET.match(text) is None:
        return False
    rest, before = text, ""
    while rest != before:
        before, rest = rest, _BRACKETS.sub(" ", rest)
    return len(rest.split()) <= MOST_OF_USAGE


def asks_what_it_does(question: Question) -> bool:
    """Whether a question asks what a thing with a typed name does."""
    return bool(_typed_name(question))


def is_told_as_doer(question: Question, unit: Unit) -> bool:
    """Whether a whole sentence opens with the thing that “what does … do” asks about and goes on
    with a deed of it; what it does in one case only is not that."""
    name = _typed_name(question)
    if not name or not unit.whole or _CONDITION.match(unit.text):
        return False
    said = _patterns(name)[0].search(unit.text)
    if said is None or NEGATION.search(unit.text, 0, said.end()):
        return False
    return len(unit.text[said.end() :].split()) >= LEAST_SAID


def is_only_mentioned(question: Question, unit: Unit) -> bool:
    """Whether a sentence has the thing that “what does … do” asks about, a typed name or one of a
    kind that only programs have, and says nothing of what it does."""
    name = _typed_name(question)
    if not name or fold(name) in fold(unit.heading):
        return False
    if is_entry_of(name, unit.text) or is_reference_entry(name, unit.text):
        return False
    _, opens, for_it, under_it, named = _patterns(name)
    if named.search(unit.text) is None or opens.search(unit.text):
        return False
    return not (for_it.search(unit.text) or under_it.search(unit.text))


def is_of_another_such(question: Question, text: str) -> bool:
    """Whether it is asked what one thing of a kind does, and a sentence opens with another one of
    it: the jib lever for “What does the boom lever do?”."""
    asked = _ASKED.match(question.text.strip())
    if asked is None or not asked["behind"]:
        return False
    kind, name = term_texts(asked["behind"])[-1:], asked["name"]
    opens = _OPENS_WITH.match(text)
    if opens is None or term_texts(opens["kind"])[-1:] != kind:
        return False
    return re.search(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])", text) is None


def tells_no_deed(question: Question, text: str) -> bool:
    """Whether it is asked what somebody or something does, and a sentence only says where it is, or
    who it is."""
    asked, said = _DOES_WHAT.match(question.text.strip()), _IS_ELSE.match(text)
    if asked is None or said is None:
        return False
    who = frozenset(term_texts(asked["who"]))
    return bool(who) and who <= frozenset(term_texts(said["who"]))


def _typed_name(question: Question) -> str:
    """The name of such a question; empty if it may be a plain word, as of a person."""
    asked = _ASKED.match(question.text.strip())
    if asked is None:
        return ""
    name = asked["name"]
    stems = term_texts(name)
    unknown = bool(stems) and all(question.weights.get(stem, 0.0) >= UNKNOWN for stem in stems)
    # “Ada Finch” is no name of a program, “furl all” may be
    humps = name.isupper() if " " in name else name[1:] != name[1:].lower()
    typed = asked["before"] or asked["behind"] or LITERAL.search(name) or humps
    return name if typed or unknown else ""


@lru_cache(64)
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of a name: its deed, that it opens a sentence with something said of it, what is
    done by means of it, what holds under it, and the name."""
    parts = {"name": re.escape(name), "kind": _KIND}
    subject = _SUBJECT.format(**parts)
    passive = r"(?!(?:is|are|was|were)(?: \w+){0,2} \w+(?:ed|en|un|own)\b(?! (?:to|for|as)\b))"
    return (
        re.compile(subject + _DOES),
        re.compile(subject + rf"(?!{_KIND} )" + passive),
        re.compile(_FOR_IT.format(**parts)),
        re.compile(_UNDER_IT.format(**parts)),
        re.compile(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])"),
    )
