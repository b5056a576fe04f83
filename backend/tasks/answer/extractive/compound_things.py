"""The price of a thing that is only the first part of another one's name: what a bicycle lamp costs
is not what a bicycle costs."""

from __future__ import annotations

import re

from backend.analysis import STOP_WORDS, term_texts
from backend.tasks.answer.extractive.priced_things import thing_asked

_ASKED = re.compile(
    r"(?i)^(?:and )?(?:how much (?:does|do|did|will|would|is|are|was|were)"
    r"|what (?:does|do|did|will|would)) (?:an?|the|my|our|your) "
    r"(?:(?P<made>new|used|second-hand|spare|replacement) )?"
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*)??)(?: costs?)?\W*$"
)
_COSTS = r"(?:costs?|(?:is|are|was|were|comes? to|sells? for)\b(?= (?:\w+ ){0,2}?[$£€¥]?\d))"
_BEHIND = re.compile(rf"(?i) (?P<head>[a-z’'-]+)(?P<more> [a-z’'-]+)? {_COSTS}")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_SUBJECT_COSTS = re.compile(
    r"(?i)(?:the|an?|each|every|all|one)? ?(?P<what>[a-z][\w’'-]*(?: [a-z][\w’'-]*){0,3}?) "
    + _COSTS
)
_IS_PAID_SO = r" (?:is|are) (?:charged|billed|metered|paid for|included|free|extra)\b"
_NO_COMPOUND = re.compile(
    r"(?i)(?:new|old|used|other|next|first|second|spare|replacement|cheap\w*)\b"
)
"""“A replacement” may be the new pump."""
_PRONOUN_OF_PRICE = re.compile(
    r"(?i)^(?:it|this|that|they|these|those|there|which|what|price|cost|total|sum|amount|fee|charge"
    r"|premium|rate)s?\b"
)
_PAID = re.compile(
    r"(?i)(?:fees?|charges?|prices?|costs?|tariffs?|rates?|fares?|rent|rents|rentals?|hire|loan"
    r"|deposits?|bills?|tickets?|tokens?|pass(?:es)?|entry|entries|entrance|admission|access|use|usage"
    r"|visits?|stays?|sessions?|spaces?|places?|trips?|rides?|tours?|lessons?|class(?:es)?"
    r"|subscriptions?|membership|licen[cs]es?|permits?)"
)
"""What is paid for a thing, or a name for having or using it: a sauna visit is the sauna."""


def is_of_compound(question: str, text: str) -> bool:
    """Whether the price of a thing is asked for, and a text has one and the thing only before
    another word, with which it names something else. A new thing is not what is paid for one."""
    asked = _ASKED.match(question.strip())
    if asked is None:
        return False
    wanted = term_texts(asked["thing"])[-1:]
    found = False
    for said in _WORD.finditer(text):
        if not wanted or term_texts(said.group()) != wanted:
            continue
        behind = _BEHIND.match(text, said.end())
        if behind is None or not _names_another(behind, new=bool(asked["made"])):
            return False
        found = True
    return found


def is_of_first_part(question: str, text: str, beside: str) -> bool:
    """Whether the price of a thing that two words name is asked for, and a text only has the first
    one, though the second one stands behind it in the same document: what the sledge costs is not
    what the sledge bell costs.

    Args:
        beside: the passages of the text's document.
    """
    asked = _ASKED.match(question.strip())
    words = asked["thing"].split() if asked is not None else []
    if len(words) != 2 or _PAID.fullmatch(words[1]):
        return False
    stems, said = [term_texts(word)[-1:] for word in words], term_texts(text)
    if not all(stems) or stems[0][0] not in said or stems[1][0] in said:
        return False
    return re.search(rf"(?i)\b{re.escape(' '.join(words))}", beside) is not None


def is_price_of_another(question: str, text: str, beside: str) -> bool:
    """Whether the price of a thing that two or three words name is asked for, or of one of which it
    is told how it is paid for, and a text says what another thing costs which has none of its
    words, though the asked one stands in its document: “A second oar costs £9.” for life jackets.

    Args:
        beside: the passages of the text's document.
    """
    thing = thing_asked(question.strip())
    said = _SUBJECT_COSTS.match(text)
    if said is None or not thing or _NO_COMPOUND.match(thing):
        return False
    how_paid = re.search(rf"(?i)\b{re.escape(thing)}{_IS_PAID_SO}", beside)
    if len(thing.split()) < 2 and how_paid is None:
        return False  # a single word may be called otherwise
    if _PRONOUN_OF_PRICE.search(said["what"]):
        return False
    if not frozenset(term_texts(thing)).isdisjoint(term_texts(text)):
        return False
    return re.search(rf"(?i)\b{re.escape(thing)}", beside) is not None


def _names_another(behind: re.Match[str], new: bool) -> bool:
    """Whether the words behind a thing make it the name of another.

    Args:
        new: whether a new or used one is asked for, which what is paid for one is not.
    """
    words = [each for each in (behind["head"], (behind["more"] or "").strip()) if each]
    if any(word.lower() in STOP_WORDS for word in words):
        return False
    return new or _PAID.fullmatch(words[-1]) is None
