"""Who a party of a contract is, by the words that define it: “between Quay Estates Limited, of 3
Elm Row, Ashford ("the Landlord")” says who the landlord is, by its first name and not by its last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.agents import NAME
from backend.tasks.answer.extractive.offices import office_asked
from backend.tasks.answer.extractive.question import Question

_DEFINED = re.compile(
    r"\((?:(?:hereinafter|hereafter|herein|in this \w+|each|together|also|referred to as|called|as"
    r"|the|an?|our)[,:]? ){0,4}[\"“„«'‘](?:the |an? )?(?P<role>[^\"”“»()]{2,40}?)[\"”“»'’]\)"
)
"""A word for somebody, in brackets and quotation marks behind what it stands for."""
_BEFORE_PARTY = re.compile(
    r"(?i)^\W*(?:(?:and|or|with|by|to)\b\W*)?|(?<!represented )(?<!acting )(?<!signed )"
    r"\b(?:between|among|by|with)\b:?\s+"
)
"""What the name of a party stands behind: where its part of the sentence begins, or “between”."""
_PARTY = re.compile(
    rf"(?:\(?(?:\d|[a-z])[.)] )?(?:(?i:the|an?) (?=[A-Z]))?"
    rf"(?P<name>(?!(?:The|An?|This|In|On)\b)(?:(?:Mrs?|Ms|Miss|Dr|Prof)\.? )?{NAME})"
)
_ACT = re.compile(
    r"(?i)\b(?:lease|agreement|contract|deed|policy|letter|licen[cs]e|dated?|day|property|premises"
    r"|house|flat|building)\b"
)
"""Words of what is signed, or let, which is no party."""
_FOR_ANOTHER = re.compile(r"(?i)\b(?:on behalf of|in the name of|for and on)\b")
_ASKS_ALL = re.compile(
    r"(?i)(?:and )?(?:who|which|what) (?:are|were) the (?:(?:two|three|both|contracting|signing) )*"
    r"parties\b(?: (?:to|of|in|under) [\w’' -]+)?\W*$"
)
LONGEST = 160
"""Characters from the name of a party to its brackets, at most."""


@dataclass(frozen=True, slots=True)
class _Defined:
    """A word that a text defines, and where what it stands for begins and its brackets end;
    `start` is -1 where that is no party."""

    role: str
    start: int
    end: int


def party_defined(question: Question, text: str) -> str:
    """The name of the party that "who is the …" asks for, up to the brackets that define it, or all
    of both where the parties are asked for; empty for other text."""
    if question.kind is not AnswerKind.PERSON:
        return ""
    if _ASKS_ALL.match(question.text.strip()):
        both = _definitions(text)
        are_parties = len(both) > 1 and all(each.start >= 0 for each in both)
        return text[both[0].start : both[-1].end] if are_parties else ""
    role = office_asked(question.text)
    named = (
        definition
        for definition in _definitions(text)
        if role and term_texts(definition.role) == role
    )
    party = next(named, None)
    return text[party.start : party.end] if party is not None and party.start >= 0 else ""


def _definitions(text: str) -> list[_Defined]:
    """What a text defines in brackets, in order."""
    found: list[_Defined] = []
    start = 0
    for defined in _DEFINED.finditer(text):
        before = text[start : defined.start()]
        named = [_PARTY.match(before, match.end()) for match in _BEFORE_PARTY.finditer(before)]
        names = [each for each in named if each is not None and not _ACT.search(each["name"])]
        at = names[-1].start("name") if names else len(before)
        is_party = names and len(before) - at <= LONGEST and not _FOR_ANOTHER.search(before)
        found.append(_Defined(defined["role"], start + at if is_party else -1, defined.end()))
        start = defined.end()
    return found


def is_part_of_address(question: Question, text: str, name: str) -> bool:
    """Whether a name right before the brackets of a defined word is only the end of what is said of
    the party, as the town of “Quay Estates Limited, of 3 Elm Row, Port Elm ("the Landlord")”."""
    party = party_defined(question, text)
    if party:
        return not party.startswith(name)
    return re.search(rf"(?:,|\b(?:in|of|at)) {re.escape(name)}", text) is not None


def is_only_party(question: Question, text: str, texts: Sequence[str]) -> bool:
    """Whether a text says who the party is, and no other of the evidence names another one."""
    party = party_defined(question, text)
    others = [party_defined(question, each) for each in texts] if party else []
    return bool(party) and all(other in {"", party} for other in others)
