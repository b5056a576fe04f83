"""The main clause of a sentence: of what it tells, the verb, and what it tells; by rules.

A sentence is read from its beginning alone: an opening phrase up to a comma is passed over, then
comes the subject, perhaps something in brackets or between commas, and a verb. Sentences that begin
otherwise (questions, commands, subordinate clauses) have no clause here. English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from backend.calendar_words import FULL_MONTH
from backend.discourse.verbs import (
    AUXILIARIES,
    BASES,
    BEING,
    ONLY_VERBS,
    PAST,
    THIRD,
)

SubjectKind = Literal["pronoun", "name", "definite", "plain"]
"""“She”; “Ada Finch”; “the company”, “this package”; any other noun phrase."""

MOST_SUBJECT_WORDS = 9
MOST_OPENING = 14
"""Words of a phrase before the subject, at most."""
MOST_ASIDE = 30
MOST_OBJECT_WORDS = 24
LOOKED_AT = 700
"""Characters of a sentence that are looked at."""


class Token(NamedTuple):
    """A word or a sign, where it stands, and the word in small letters."""

    text: str
    start: int
    end: int
    lower: str


@dataclass(frozen=True, slots=True)
class Clause:
    """Half-open spans in the sentence. `aside` is what stands in brackets or between commas behind
    the subject; `said` and `told` are empty for a sentence without a verb that is known.
    """

    kind: SubjectKind
    subject: tuple[int, int]
    aside: tuple[int, int]
    said: tuple[int, int]
    told: tuple[int, int]


_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’./&@+#:_-]+[^\W_]+)*(?:['’](?=\s))?|[^\w\s]|_")
_MARK = re.compile(r"(?:[•▪◦‣·*–—●■□○◆►➢✓#>-]+\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+"
                   r"|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+)+")  # fmt: skip
PRONOUNS = frozenset(["he", "she", "it", "they"])
_POINTING_WORDS = "the this that these those our its his her their "
_POINTING = frozenset(_POINTING_WORDS.split())
_ARTICLES = frozenset(["a", "an", "the"])
_OPENING_WORDS = (
    "in on at by during after since from under with for as before until within throughout "
    "despite according like unlike through over between among along upon following besides "
)
_OPENING = frozenset(_OPENING_WORDS.split())
_CONNECTING_WORDS = (
    "however and but then also therefore thus moreover furthermore meanwhile later today still "
    "finally instead so yet hence additionally initially originally eventually subsequently "
    "currently recently similarly nevertheless consequently accordingly again here now "
    "nonetheless even historically traditionally typically usually generally sometimes often "
)
_CONNECTING = frozenset(_CONNECTING_WORDS.split())
_ADVERBS_WORDS = (
    "also then now never still both all each always often usually only just not once later soon "
    "again already further generally typically sometimes currently even "
)
_ADVERBS = frozenset(_ADVERBS_WORDS.split())
_NO_SUBJECT_WORDS = (
    "if when while although though because unless once whether whenever where wherever since "
    "who what which whose whom how why there here to not let please see note no yes as than do "
    "does did is are was were can could will would should may might must have has had be being "
    "such so or nor either neither both i we you me us my your these those this that "
)
_NO_SUBJECT = frozenset(_NO_SUBJECT_WORDS.split())
"""Words with which no plain subject begins; “this” alone points to what was said."""
_NOT_FINITE = frozenset(["be", "been", "being"])
_AFTER_PARTICIPLE = frozenset(["as", "at", "by", "during", "for", "from", "in", "on", "to", "with"])
_LINKING_WORDS = "of in for to on at de von van der du la le and & del di al "
_LINKING = frozenset(_LINKING_WORDS.split())
_ENDS_PHRASE_WORDS = (
    "that which who whom whose when where while because if although though but or you we i what "
    "how as than then so until unless since before after by with from into not very there here "
)
_ENDS_PHRASE = frozenset(_ENDS_PHRASE_WORDS.split())
_BEGINS_OBJECT_WORDS = (
    "a an the this that these those its his her their our no any all some each every one two "
    "three four five six seven eight nine ten in on at to by from with for into as of off over "
    "under out up down about between against through without within during after before until "
    "that when it them him her more less than not only both "
)
_BEGINS_OBJECT = frozenset(_BEGINS_OBJECT_WORDS.split())
_MONTH = rf"(?:{FULL_MONTH})"
_DATE = re.compile(
    r"(?:In|On|Since|By|From|Until)\s+(?:(?:early|late|mid|the\s+(?:spring|summer|autumn|winter)\s+of)"
    rf"\s+)?(?:{_MONTH}(?:\s+\d{{1,2}}(?:st|nd|rd|th)?)?(?:,?\s+\d{{4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH}(?:,?\s+\d{{4}})?|\d{{4}})(?![^\W_])"
)
_LEADING_ON_WORDS = (
    "but which who whom whose where when while although because so as if since with including "
    "after before making leaving"
)
_LEADING_ON = frozenset(_LEADING_ON_WORDS.split())
"""Words with which another clause begins behind a comma."""
_EXPLETIVE = re.compile(
    r"(?i)^it\s+(?:(?:is|was|will\s+be|may\s+be|might\s+be|can\s+be|would\s+be|has\s+been|must\s+be|"
    r"should\s+be|could\s+be|becomes?|became)\s+(?:\w+\s+){0,3}?(?:to|that|for|if|when|whether|who|"
    r"how|why|not\s+until|because|worth|\w+ing)\b|(?:seems?|appears?|turns?\s+out|follows|happens|"
    r"takes|took|depends|remains\s+to|makes\s+sense|rain\w*|snow\w*|looks)\b|"
    r"(?:is|was)\s+(?:easy|hard|difficult|possible|impossible|important|likely|unlikely|clear|"
    r"true|good|better|best|useful|necessary|recommended|usual|common|known|time|here|there|at|in|"
    r"on|not)\b)"
)
"""“It is possible to …” speaks of nothing that was named."""


def tokens_of(text: str) -> list[Token]:
    """Words and signs of a text in order."""
    return [
        Token(match.group(), match.start(), match.end(), match.group().lower())
        for match in _TOKEN.finditer(text)
    ]


def is_name_word(word: str) -> bool:
    """Whether a word is written as a part of a name: it begins with a capital, or holds one."""
    return word[:1].isupper() or (word[:1].isdigit() and any(each.isupper() for each in word))


def main_clause(sentence: str, is_name: Callable[[str], bool] = lambda _: False) -> Clause | None:
    """The main clause of a sentence, or None where it begins with no subject.

    Args:
        is_name: whether a single capitalised word at a sentence's beginning is a name.
    """
    text = sentence[:LOOKED_AT]
    if text.rstrip().endswith("?"):
        return None
    tokens = tokens_of(text)
    mark = _MARK.match(text)
    first = 0
    while first < len(tokens) and (mark is not None and tokens[first].start < mark.end()):
        first += 1
    first = _after_opening(text, tokens, first)
    found = _subject(tokens, first, is_name)
    if found is None:
        return None
    kind, begin, end = found
    if kind == "pronoun" and _EXPLETIVE.match(text[tokens[begin].start :]):
        return None
    aside, at = _aside(tokens, end)
    verb = _verb(tokens, at, kind)
    if verb == at and aside != (0, 0):  # a list, not an aside
        aside, at = (0, 0), end
        verb = _verb(tokens, at, kind)
    subject = (tokens[begin].start, tokens[end - 1].end)
    if verb == at:
        return None
    last = _clause_end(tokens, verb)
    said = (tokens[at].start, tokens[verb - 1].end)
    told = (tokens[verb].start, tokens[last - 1].end) if last > verb else (said[1], said[1])
    return Clause(kind, subject, aside, said, told)


def _after_opening(text: str, tokens: Sequence[Token], at: int) -> int:
    """Past quotation marks, connecting words, and a phrase up to its comma."""
    for _ in range(3):
        begin = at
        while at < len(tokens) and tokens[at].text in "\"“‘«'(":
            at += 1
        if at + 1 < len(tokens) and tokens[at].lower in _CONNECTING:
            following = tokens[at + 1].text
            if following == ",":
                at += 2
            elif tokens[at].lower in {
                "and",
                "but",
                "so",
                "then",
                "thus",
                "hence",
                "today",
                "later",
            }:
                at += 1
        elif at < len(tokens) and tokens[at].lower in _OPENING and tokens[at].text[0].isupper():
            dated = _DATE.match(text, tokens[at].start)
            if dated is not None:
                while at < len(tokens) and tokens[at].start < dated.end():
                    at += 1
                at += at < len(tokens) and tokens[at].text == ","
                continue
            for place in range(at + 1, min(at + MOST_OPENING, len(tokens))):
                if tokens[place].text == ",":
                    at = place + 1
                    break
                if tokens[place].lower in AUXILIARIES:
                    break
        if at == begin:
            break
    return at


def _subject(
    tokens: Sequence[Token], at: int, is_name: Callable[[str], bool]
) -> tuple[SubjectKind, int, int] | None:
    """Kind of the subject, and its first token and the one behind it."""
    if at >= len(tokens):
        return None
    word = tokens[at]
    if word.lower in PRONOUNS:
        return "pronoun", at, at + 1
    pointing = word.lower in _POINTING
    begin = at + 1 if pointing and word.lower == "the" else at
    if (
        begin < len(tokens)
        and is_name_word(tokens[begin].text)
        and not _pointing_only(tokens, begin)
    ):
        end = _name_end(tokens, begin)
        several = end - begin > 1 or (begin > at and tokens[begin].text[0].isupper())
        several = several or _is_marked(tokens[begin].text)
        if several or is_name(tokens[begin].text):
            behind = _noun_behind(tokens, end)
            if behind > end:  # “the Board members”: described by a name
                return ("definite" if pointing else "plain"), at, behind
            return "name", begin, end
    if pointing:
        end = _phrase_end(tokens, at + 1)
        return ("definite", at, end) if end > at + 1 else None
    if word.lower in _NO_SUBJECT | _OPENING | _CONNECTING or not word.text[0].isalnum():
        return None
    if _is_adverb(word.lower):
        return None
    end = _phrase_end(tokens, at + 1 if word.lower in _ARTICLES else at)
    return (
        ("plain", at, end) if end > at and (word.lower not in _ARTICLES or end > at + 1) else None
    )


def _pointing_only(tokens: Sequence[Token], at: int) -> bool:
    """Whether a capitalised word at a sentence's beginning is one of grammar."""
    lower = tokens[at].lower
    return lower in _NO_SUBJECT | _POINTING | _ARTICLES | _OPENING | _CONNECTING | AUXILIARIES


def _is_marked(word: str) -> bool:
    """Capitals or figures within: “SQLite”, “R2”, “HTB”."""
    return any(each.isupper() or each.isdigit() for each in word[1:])


def _name_end(tokens: Sequence[Token], begin: int) -> int:
    """Behind the last word of the name that begins here."""
    end = begin + 1
    while end < len(tokens):
        word = tokens[end]
        if is_name_word(word.text) and _close(tokens, end):
            end += 1
            continue
        if word.text == "." and _close_before(tokens, end) and len(tokens[end - 1].text) <= 2:
            end += 1
            continue
        if word.text in '"“”' and _nickname(tokens, end):
            end += 3
            continue
        reach = end
        while reach < len(tokens) and reach - end < 2 and tokens[reach].lower in _LINKING | {"the"}:
            reach += 1
        joined = reach > end and reach < len(tokens) and is_name_word(tokens[reach].text)
        if joined and tokens[end].lower not in {"to", "on", "at", "in"}:
            end = reach + 1
            continue
        break
    return min(end, begin + MOST_SUBJECT_WORDS + 3)


def _nickname(tokens: Sequence[Token], at: int) -> bool:
    return at + 3 < len(tokens) and tokens[at + 2].text in "\"“”" and is_name_word(
        tokens[at + 3].text
    )  # fmt: skip


def _close(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word follows the one before on the same line or the next, and at once."""
    return tokens[at].start - tokens[at - 1].end <= 2


def _close_before(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].start == tokens[at - 1].end


def _noun_behind(tokens: Sequence[Token], at: int) -> int:
    """Behind plain nouns that follow a name and are no verb."""
    end = at
    while end < len(tokens) and end - at < 3 and _is_noun(tokens, end):
        end += 1
    return end if end < len(tokens) and _verb(tokens, end, "definite") > end else at


def _is_noun(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at]
    plain = word.text[0].isalpha() and word.text[0].islower() and _close(tokens, at)
    grammar = AUXILIARIES | _ENDS_PHRASE | _ADVERBS | _BEGINS_OBJECT | _LINKING
    return plain and word.lower not in grammar and _verb(tokens, at, "definite") == at


def _phrase_end(tokens: Sequence[Token], at: int) -> int:
    """Behind the noun phrase that goes on here: words up to a verb, an aside or a clause."""
    end = at
    while end < len(tokens) and end - at < MOST_SUBJECT_WORDS:
        word = tokens[end]
        if not (word.text[0].isalnum()) or word.lower in _ENDS_PHRASE or word.lower in AUXILIARIES:
            break
        if end > at and _verb(tokens, end, "definite") > end and tokens[end - 1].lower not in (
            _LINKING | _ARTICLES | _POINTING
        ):  # fmt: skip
            break
        end += 1
    while end > at and tokens[end - 1].lower in _LINKING | _ADVERBS | _ARTICLES:
        end -= 1
    return end


def _aside(tokens: Sequence[Token], at: int) -> tuple[tuple[int, int], int]:
    """The span of what stands in brackets or between commas here, and the token behind it."""
    place, span = at, (0, 0)
    if place < len(tokens) and tokens[place].text == "(":
        closed = _closing(tokens, place)
        if closed:
            span, place = (tokens[place].end, tokens[closed].start), closed + 1
    if place < len(tokens) and tokens[place].text == ",":
        for end in range(place + 2, min(place + MOST_ASIDE, len(tokens))):
            if tokens[end].text in ".;:":
                break
            if tokens[end].text == "," and _verb(tokens, end + 1, "name") > end + 1:
                span = span if span != (0, 0) else (tokens[place + 1].start, tokens[end - 1].end)
                return span, end + 1
    return span, place


def _closing(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for place in range(at, min(at + MOST_ASIDE, len(tokens))):
        depth += (tokens[place].text == "(") - (tokens[place].text == ")")
        if depth == 0:
            return place
    return 0


def _verb(tokens: Sequence[Token], at: int, kind: SubjectKind) -> int:
    """The token behind the verb that stands here; `at` where none does."""
    begin = at
    while at < len(tokens) and (tokens[at].lower in _ADVERBS or _is_adverb(tokens[at].lower)):
        at += 1
    if at >= len(tokens):
        return begin
    word = tokens[at]
    if word.lower in AUXILIARIES:
        return _after_auxiliary(tokens, at) if word.lower not in _NOT_FINITE else begin
    if not word.text[0].islower():
        return begin
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    opens = following is not None and (
        following.lower in _BEGINS_OBJECT
        or is_name_word(following.text)
        or following.text[0].isdigit()
        or following.text in '"“£$€'
    )
    if word.lower in ONLY_VERBS:
        return at + 1
    if word.lower in PAST and following is not None and following.text in ".;":
        return at + 1
    if word.lower in PAST and kind in {"plain", "definite"} and _describes(tokens, at + 1):
        return begin
    if word.lower in THIRD or word.lower in PAST:
        sure = kind == "pronoun" or (kind == "name" and not _is_noun_before(tokens, at))
        return at + 1 if opens or sure else begin
    if word.lower in BASES:  # plurals alone: “They run”, “Members pay”
        before = tokens[at - 1].lower if at else ""
        plural = before == "they" or (before.endswith("s") and not before.endswith("ss"))
        return at + 1 if plural and opens else begin
    unknown = word.lower.endswith(("ed", "s")) and len(word.lower) > 3
    sure = kind == "pronoun" or (kind == "name" and opens and word.lower.endswith("ed"))
    return at + 1 if unknown and sure and opens else begin


def _is_noun_before(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word with the form of a verb is a noun, by what follows: “System commands or …”,
    “Quay shares fell”."""
    if tokens[at].lower in PAST or at + 1 >= len(tokens):
        return False
    following = tokens[at + 1].lower
    return following in AUXILIARIES | PAST or following in {"or", "and", "of", ","}


def _describes(tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows a participle goes with it and the verb comes later: “reports sent by
    post are kept”."""
    if at >= len(tokens) or tokens[at].lower not in _AFTER_PARTICIPLE:
        return False
    for token in tokens[at : at + MOST_OPENING]:
        if token.text in ",.;:()":
            return False
        if token.lower in AUXILIARIES or token.lower in ONLY_VERBS:
            return True
    return False


def _is_adverb(word: str) -> bool:
    return (
        len(word) > 4 and word.endswith("ly") and word not in {"family", "supply", "reply", "apply"}
    )


def _after_auxiliary(tokens: Sequence[Token], at: int) -> int:
    """Behind auxiliaries, what negates them, and the participle or verb that they lead to."""
    being = False
    while at < len(tokens):
        lower = tokens[at].lower
        if lower in AUXILIARIES:
            being = lower in BEING
            at += 1
        elif lower in {"not", "also", "never", "always", "only", "now", "still"} or _is_adverb(
            lower
        ):
            at += 1
        else:
            break
    if at < len(tokens) and tokens[at].text[0].islower():
        lower = tokens[at].lower
        participle = lower.endswith(("ed", "en", "ing")) or lower in PAST
        if (being and participle) or (not being and (participle or lower in BASES)):
            return at + 1
    return at


def _clause_end(tokens: Sequence[Token], at: int) -> int:
    """Behind the last word that the clause says: up to a stop, a semicolon, or a comma with which
    another clause begins."""
    end = at
    while end < len(tokens) and end - at < MOST_OBJECT_WORDS:
        word = tokens[end]
        if word.text in ";:!?" or (word.text == "." and not _inside_word(tokens, end)):
            break
        if word.text in "–—" or (word.text == "(" and end > at + 12):
            break
        if word.text == "," and end > at and _begins_clause(tokens, end + 1):
            break
        if word.lower in {"because", "although", "while", "whereas", "but"} and end > at:
            break
        end += 1
    while end > at and not tokens[end - 1].text[0].isalnum() and tokens[end - 1].text not in ')”"%':
        end -= 1
    return end


def _begins_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether another clause goes on here, behind a comma."""
    first = tokens[at].lower if at < len(tokens) else ""
    second = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if first in {"and", "or"}:
        return second in PRONOUNS | AUXILIARIES | _ARTICLES | PAST | THIRD
    return first in _LEADING_ON


def _inside_word(tokens: Sequence[Token], at: int) -> bool:
    """Whether a stop ends no sentence: a sign follows at once, or a word in small letters or a
    figure goes on behind a short form ("the largest U.S. retailer", "approx. 20")."""
    if at + 1 >= len(tokens):
        return False
    following = tokens[at + 1]
    goes_on = following.text[0].islower() or following.text[0].isdigit()
    return following.start == tokens[at].end or goes_on
