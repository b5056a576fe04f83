"""Names that a text gives a shorter word for: Harbour Grill Ltd (the "Company")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from backend.calendar_words import FULL_MONTH
from backend.discourse.clauses import is_name_word, tokens_of
from backend.passage_view.names import abbreviations, names_of

MOST_BEFORE = 400
"""So many characters before the brackets are looked at."""

_BRACKETS = re.compile(
    r"\((?:(?:the|each|together|collectively|hereinafter|hereafter|referred\s+to\s+as|called|"
    r"in\s+this\s+\w+|for\s+short|below|an?|as)[,:]?\s+){0,5}"
    r"[\"“„«](?P<term>[^\"“”„«»()]{2,40})[\"”“»]\s*\)"
)
_BEGIN = re.compile(
    r"(?is).*(?:\b(?:between|among|by\s+and\s+between|with|to)\b|;|\([\"“„«a-z ]*[^()]{0,50}\)"
    r"(?:,?\s+(?:and|or))?|\(\d{1,2}\)|(?<=\s)\d{1,2}\.)\s+"
)
_ENDS_PARTY = re.compile(r"(?:,|;)?\s+(?:and|or)\s+(?=(?:the\s+)?[A-Z0-9(])|;\s+")
_LEGAL = re.compile(
    r"(?i)\b(?:ltd|limited|inc|plc|llc|llp|lp|gmbh|ag|corp|corporation|company|co|s\.?a|b\.?v|"
    r"association|society|foundation|council|trust|university|bank|board|e\.?\s?v)\b"
)
_MONTH = re.compile(rf"(?i)^(?:\d{{1,2}}\s+)?(?:{FULL_MONTH})\b")


class DefinedName(NamedTuple):
    """A word, the name that it stands for, and where the word is given in the text."""

    term: str
    name: str
    start: int


def defined_names(text: str) -> Iterator[DefinedName]:
    """The words that a text gives for names, in order; and short forms in brackets behind their
    long ones ("Health Trust Board (HTB)")."""
    if "(" not in text:
        return
    for match in _BRACKETS.finditer(text):
        before = text[max(0, match.start() - MOST_BEFORE) : match.start()]
        name = _name_before(before)
        term = " ".join(match["term"].split()).strip(" ,.")
        if name and term and term[0].isalpha() and name.casefold() != term.casefold():
            yield DefinedName(term, name, match.start())
    for long, short in abbreviations(text):
        yield DefinedName(short, long, text.find(f"({short}"))


def _behind_other_party(sentence: str) -> str:
    """What stands behind the "and" that ends the party before: the first one after the last
    brackets that give a short word, whatever is said of that party in between ("Reed Ltd ("the
    Landlord"), of 3 Quay Road, and …")."""
    last = max((match.end() for match in _BRACKETS.finditer(sentence)), default=-1)
    if last < 0:
        return sentence
    rest = sentence[last:]
    ended = _ENDS_PARTY.search(rest)
    return rest[ended.end() :] if ended is not None else rest


def _name_before(before: str) -> str:
    """The name that the brackets behind a text explain: the first of their party with the form of a
    company or the like, else the one right before them, else the first."""
    sentence = before[max(before.rfind(". "), before.rfind("\n\n")) + 1 :]
    sentence = _behind_other_party(sentence)
    match = _BEGIN.match(sentence)
    segment = sentence[match.end() :] if match is not None else sentence
    names = [name for name in names_of(segment.strip()) if not _MONTH.match(name.surface)]
    names = [name for name in names if any(map(str.isalpha, name.surface))]
    if not names:
        return ""
    legal = [name for name in names if _LEGAL.search(name.surface)]
    tail = segment.strip()
    close = [name for name in names if len(tail) - name.end <= 2]
    chosen = (legal or close or names)[0]
    words = tokens_of(chosen.surface)
    return chosen.surface if words and is_name_word(words[0].text) else ""
