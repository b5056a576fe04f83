"""Questions for the things of a kind (“What are the five basic knots?”, “Which sails are there?”):
a sentence that names several of them answers, and what one of them is does not."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import announces_several
from backend.tasks.answer.extractive.question import Question

_SPELLED = r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}"
_SORTS = r"(?:kinds?|types?|sorts?|varieties|forms?) of "
_ASKS_FOR = (
    re.compile(
        rf"(?i)^(?:what|which) (?:{_SORTS})?(?P<kind>[\w' -]+?) "
        r"(?:are there|exist|are (?:available|offered|known|supported|possible|described"
        r"|distinguished))\b"
    ),
    re.compile(
        rf"(?i)^what are the (?:(?:{_SPELLED}|different|various|possible|available|main|basic) )+"
        rf"(?:{_SORTS})?(?P<kind>[\w' -]+?)(?= (?:of|in|for|to|that|which|on)\b|\W*$)"
    ),
    re.compile(
        rf"(?i)^(?:what|which) {_SORTS}(?P<kind>[\w' -]+?) (?:are|do|does|can|did|were|have|has)\b"
    ),
    re.compile(
        r"(?i)^(?:what|which) (?P<kind>(?:[\w'-]+ )?[a-z]+[^su\W]s) "
        r"(?:can|may|must|should|could|will)\b"
    ),
)
_PART = r"[^,;:.]{1,60}"
_NAMED = re.compile(
    rf"^(?P<before>[^:;]{{3,160}}?)(?::| (?:are|is)(?: the following:)?| (?:called|namely),?) "
    rf"{_PART}(?:, {_PART})*,? (?:and|or|und|et|y|o|oder|ou) {_PART}"
    r"(?:, (?:each|all|both|which|of which)\b[^:.;]*)?[.;]?\)?$"
)
"""“It has three sails: jib, main and mizzen, each of them red.”"""
_ONE_IS = re.compile(
    r"(?i)(?:an?|one|the|each|every) (?P<one>[\w' -]{3,60}?) (?:is|are|means|was|denotes)\b"
)
_OF_ONE_KIND = re.compile(r"(?i)^(?:what|which) (?:kind|type|sort|form|variety) of\b")
"""“What type of lamp does it need?” asks which one it is."""
_WHAT_ARE = re.compile(
    r"(?i)^what are (?:the|all(?: the)?|your|our|its|their) "
    r"(?P<kind>(?:[\w'-]+ ){0,3}?[a-z]+[^s\W]s)\W*$"
)
_ONE_OF_THEM = re.compile(
    r"(?i)(?:the|an?|one|this|another|each|every) (?P<one>(?:[\w'-]+ ){1,5}?)"
    r"(?:is|was|has|[a-z]{3,}[^su\W]s)\b"
)
_OF_KINDS = re.compile(
    rf"(?i):|\b(?:{_SPELLED}|kinds?|types?|sorts?|forms?|varieties|called|namely|following)\b|^the\b"
)
"""What says that names follow: “Sails are dear and heavy” names none."""
_ONLY_COUNTED = re.compile(
    r"(?i)(?:(?!\b(?:and|or)\b)[^,:;()–—])+"
    rf"\b(?:{_SPELLED}|several|many|various) (?:[a-z-]+ ){{0,3}}(?P<kind>[a-z]+)[.!]?$"
)
"""“The Tern is rigged with three sails.”"""
_WHICH_ONES = re.compile(
    r"(?i)^(?:which|what) (?P<kind>(?:[\w'-]+ ){0,2}?(?!(?:does|is|was|has)\b)[a-z]+[^s\W]s)\b"
    r"(?! of\b)"
)
_VARIOUS = re.compile(
    r"(?i)\b(?:different|various|several|certain|diverse) (?:[a-z-]+ )?(?P<kind>[a-z]+s)\b"
)
_LISTS = re.compile(r"(?i)[:(–—]|, .*\b(?:and|or)\b|\b(?:such as|including|namely|like)\b")
_ONE_IN_ORDER = re.compile(
    r"(?i)(?:(?:thus|so|then|also|finally),? )?(?:the|an?) (?:first|second|third|fourth|fifth|"
    r"sixth|next|last|final|other|another) (?P<one>[a-z]+)\b"
)
_COUNT = frozenset(
    term_texts(
        "two three four five six seven eight nine ten eleven twelve different various possible "
        "available main basic kind kinds type types sort sorts variety varieties form forms exist "
        "offered known supported described distinguished",
        keep_stop_words=True,
    )
)


def kind_asked(question: str) -> frozenset[str]:
    """Stems of the kind whose things are asked for; none where a question asks otherwise."""
    for pattern in _ASKS_FOR:
        if asked := pattern.match(question.strip()):
            return frozenset(term_texts(asked["kind"])) - _COUNT
    return frozenset()


def names_several(question: Question, text: str, about: frozenset[str]) -> float:
    """How surely a sentence names the things that are asked for: 0, or `FIT`.

    Args:
        about: stems of the titles and headings that it stands under.
    """
    kind = kind_asked(question.text)
    named = _NAMED.match(text) if kind else None
    if named is None or not _OF_KINDS.search(text[: named.end("before") + 1]):
        return 0.0
    before = frozenset(term_texts(named["before"]))
    rest = question.weights.keys() - _COUNT - {term for term in question.terms if term.isdigit()}
    return FIT if kind <= before and rest <= before | about else 0.0


def tells_none_of_them(question: Question, text: str) -> bool:
    """Whether a sentence says what one thing of the asked kind is, or only that there are several:
    “A sail is …”, “There are three sails.” and “She is rigged with three sails.” name none."""
    kind = kind_asked(question.text)
    if not kind:
        return False
    one = _ONE_IS.match(text)
    is_one = one is not None and kind == frozenset(term_texts(one["one"]))
    if is_one and _NAMED.match(text) is None and not _OF_ONE_KIND.match(question.text):
        return True
    counted = _ONLY_COUNTED.match(text)
    if counted is not None and not kind.isdisjoint(term_texts(counted["kind"])):
        return True
    return announces_several(text) and bool(kind & frozenset(term_texts(text)))


def only_says_various(question: str, text: str) -> bool:
    """Whether “which” asks for things, and a text only says that they are different, or several:
    “The boats need different oars for different rivers.”"""
    asked = _WHICH_ONES.match(question.strip())
    various = _VARIOUS.search(text)
    if asked is None or various is None or _LISTS.search(text, various.start()):
        return False
    return term_texts(asked["kind"])[-1:] == term_texts(various["kind"])


def tells_of_one_alone(question: str, text: str) -> bool:
    """Whether things are asked for (“What are the reef lines?”), and a text tells of one of them,
    which a word of its own picks out: “The upper reef line holds the boom.” A figure may be that of
    them all."""
    asked, one = _WHAT_ARE.match(question.strip()), _ONE_OF_THEM.match(text)
    if asked is None or one is None or any(map(str.isdigit, text)):
        return False
    kind, words = term_texts(asked["kind"]), one["one"].split()
    told = term_texts(one["one"])
    return told[-len(kind) :] == kind and len(told) > len(kind) and not words[-1].endswith("s")


def tells_one_of_several(question: str, text: str) -> bool:
    """Whether the things of a kind are asked for, and a text tells of one of them by its place in
    their order: “The third step is to reef.”"""
    kind, one = kind_asked(question), _ONE_IN_ORDER.match(text)
    return bool(kind) and one is not None and _NAMED.match(text) is None
