"""The name that a question asks about: what it means, what it does, what it is."""

from __future__ import annotations

import re
from functools import lru_cache

from backend.question_kinds import AnswerKind, answer_kind

MOST_NAME_WORDS = 3
MOST_TERM_WORDS = 6
_QUESTIONS = 64
"""Questions whose name is kept: it is asked for with each sentence."""

CLASS = (
    r"(?:options?|flags?|switch(?:es)?|commands?|directives?|keywords?|functions?|macros?|methods?|"
    r"requests?|variables?|parameters?|arguments?|settings?|fields?|keys?|operators?|statements?|"
    r"attributes?|properties|property|sub-?commands?|sub-?directives?)"
)
"""What a name may be the name of."""
_DOES = re.compile(
    r"(?i)\bwhat (?:does|do|did|is|are) (?:the |an? )?(?P<name>.{1,60}?)"
    rf"(?: (?P<noun>{CLASS}))?(?: (?:in|of|with) [^?]{{1,40}})?"
    r" (?:do|mean|stand for|specify|control|denote|return|(?:used |good )?for)\b"
)
_ASKED = (
    re.compile(
        r"(?i)\b(?:meaning|purpose|effect|use) of (?:the |an? )?(?P<name>.{1,60}?)"
        rf"(?: (?P<noun>{CLASS}))?\s*\?"
    ),
    _DOES,
    re.compile(
        rf"(?i)\bwhat (?:is|are) (?:the |an? )?(?P<name>.{{1,60}}?)(?: (?P<noun>{CLASS}))?\s*\?"
    ),
)
_OF_CLASS = re.compile(
    rf"(?i)^(?P<name>.+?) (?:{CLASS}|program|tool|package|library|language|format|file|game|"
    r"puzzle|protocol|system|project|distribution|licen[cs]e)$"
)
_OF_A_CLASS = re.compile(rf"(?i)^{CLASS} (?=[\"'“‘«`]?\S+$)")
"""“the function furl” is furl."""
_POSSESSOR = re.compile(r"^(?:\w+['’]s?|(?:my|your|our|their|its)) ")
_OF_PROGRAM = re.compile(r"^(?:\w[\w.-]* ){1,2}(?=--?\w[\w-]*$)")
"""“tar -x” asks about the option alone."""
QUOTES = "\"'“”‘’«»„`*"
LITERAL = re.compile(r"[^\w\s'’-]|^-|_|\d")
"""What makes a name more than plain words: a sign, a dash before it, a figure."""

_HERE = (
    r"(?:,? (?:here|exactly|actually|again|anyway|then|in (?:this|that|the) (?:sense|document|"
    r"manual|guide|contract|agreement|paper|text|context|licen[cs]e|policy|report)"
    r"|in (?:plain|simple) (?:words|terms|english)|in (?-i:[A-Z])[\w.+-]*))"
)
_ARTICLE = r"(?:the |an? )?"
_TERM = r"(?P<term>[^?,;:]{1,80}?)"
_ENGLISH = (
    rf"what(?: is|['’]s|s| are|['’]re) (?:meant|understood) by {_ARTICLE}{_TERM}",
    rf"what(?: is|['’]s) (?:the |an? )?(?:meaning|definition) of {_ARTICLE}{_TERM}",
    rf"what (?:do|does) {_ARTICLE}{_TERM} (?:mean|stand for|refer to|denote)",
    rf"what (?:do|does) (?:you|they|it|we|this|the \w+) (?:mean|call|understand)s? "
    rf"(?:by )?{_ARTICLE}{_TERM}",
    rf"what (?:counts|qualifies) as {_ARTICLE}{_TERM}",
    rf"(?:can you |could you )?(?:define|explain what) {_ARTICLE}{_TERM}"
    r"(?: (?:is|are|means?))?",
    rf"what(?: is|['’]s|s| are|['’]re) {_ARTICLE}{_TERM}",
)
_OTHER_LANGUAGES = (
    rf"was (?:ist|sind|war) (?:eine? |der |die |das )?{_TERM}",
    rf"was (?:bedeutet|bezeichnet|heißt|heisst) (?:eine? |der |die |das )?{_TERM}",
    rf"was versteht man unter (?:eine[rmn]? |der |dem |den )?{_TERM}",
    r"qu['’]est[- ]ce qu(?:e(?: c['’]est qu['’]?e?)? ?|['’])"
    rf"(?:une? |le |la |les |l['’]|des )?{_TERM}",
    r"que (?:signifient?|désignent?|veut dire|veulent dire) "
    rf"(?:une? |le |la |les |l['’]|des )?{_TERM}",
    rf"¿?qu[eé] (?:es|son) (?:una? |el |la |los |las )?{_TERM}",
    rf"¿?qu[eé] (?:significan?|quiere decir|se entiende por) (?:una? |el |la |los |las )?{_TERM}",
)
"""German, French and Spanish, whose words the kinds of questions know only in part."""


def whole_question(asked: str, here: str = f"{_HERE}?") -> re.Pattern[str]:
    """A question of just these words: with a word before it, and what is said of where behind."""
    return re.compile(rf"(?i)^(?:(?:so|and|but|ok|please)[, ]+)?{asked}{here}[?.! ]*$")


_IN_ENGLISH = tuple(map(whole_question, _ENGLISH))
_OTHERWISE = tuple(map(whole_question, _OTHER_LANGUAGES))
_NO_TERM = re.compile(
    r"(?i)^(?:it|this|that|these|those|there|he|she|they|we|you|i|one|your?s?|my|our|their|its|his|"
    r"her|all|some|most|many|other|each|every|any|next|new|wrong|different|special|good|bad|needed|"
    r"required|missing|considered|allowed|possible|available|not)\b"
    r"|\b(?:is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|should|must|may|"
    r"that|which|who|when|where|if|needed|required|allowed|considered|used|called|like|between|about|for|on)\b"
    r"|\b(?:for|of|to|in|on|with|at|from)$"
)
"""What follows “what is” and names nothing that a document could define."""


@lru_cache(_QUESTIONS)
def asked_name(question: str) -> tuple[str, bool]:
    """The name whose meaning or effect is asked for, and whether only an entry can be about it:
    it is no plain word, or the question says that it is an option, a command or the like. An empty
    name if the question asks for something else."""
    for pattern in _ASKED:
        match = pattern.search(question)
        if match is None:
            continue
        name = _POSSESSOR.sub("", match["name"].strip()).strip(QUOTES + " ")
        name = _OF_PROGRAM.sub("", name)
        plain = _OF_A_CLASS.sub("", name).strip(QUOTES) if match.re is _DOES else name
        classed, name = plain != name, plain
        if name and len(name.split()) <= MOST_NAME_WORDS:
            return name, classed or match["noun"] is not None or LITERAL.search(name) is not None
    return "", False


@lru_cache(_QUESTIONS)
def asked_term(question: str) -> str:
    """The term whose definition a question asks for ("What is a ledger?", "What counts as Covered
    Software?", "Was ist ein Register?"); empty for every other question.

    A question that by its kind wants a figure, a date, a reason or the like asks for none.
    """
    text = " ".join(question.split())
    kinds = {AnswerKind.DEFINITION, AnswerKind.LIST, AnswerKind.OTHER}
    patterns = (*(_IN_ENGLISH if answer_kind(text) in kinds else ()), *_OTHERWISE)
    for pattern in patterns:
        match = pattern.match(text)
        if match is not None:
            term = match["term"].strip(QUOTES + " .")
            named = bool(term) and len(term.split()) <= MOST_TERM_WORDS
            return term if named and not _NO_TERM.search(term) else ""
    return ""


def without_class(term: str) -> str:
    """A term without the word for its class behind it: “the fsck command” is `fsck`. Empty where
    there is none."""
    match = _OF_CLASS.match(term)
    return match["name"] if match is not None else ""
