"""Pronouns that point back to the conversation, and the names that they stand for (English)."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.rewrite.rules.named_spans import names, times
from backend.tasks.rewrite.rules.topic import noun_phrase, regarding

_PERSON = frozenset(["he", "him", "his", "himself", "she", "her", "hers", "herself"])
_PLURAL = frozenset(["they", "them", "their", "theirs", "themselves"])
_POSSESSIVE = frozenset(["his", "its", "their", "theirs", "hers"])
_PRONOUN = re.compile(
    r"\b(?:it|its|itself|they|them|their|theirs|themselves|he|him|his|himself|she|her|hers"
    r"|herself)\b(?!['’]s\s+(?:true|possible))",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"\b(?:(?:is|was|be)\s+it\s+(?!(?:in|at|on|by|of|from|during)\b)\w+\s+(?:to|that|for|if|whether)\b"
    r"|it\s+(?:will\s+)?(?:rains?|snows?|freezes?|(?:gets?|becomes?|is)\s+(?:dark|light|late)\b)"
    r"|it\s+(?:takes?|took|costs?|means?|matters?|helps?)\s+(?:\w+\s+){0,3}?(?:to|that|if|whether)\b"
    r"|it(?:\s+is|\s+was|['’]s)\s+(?:possible|necessary|allowed|required|true|legal|safe|best|better"
    r"|important|likely|common)\b)",
    re.IGNORECASE,
)
_CONTINUES = re.compile(r"^(?:(?:and|but|so|also|then)\b[,\s]+)+(?=\w+\s+\w)", re.IGNORECASE)
_GENERIC = re.compile(
    r"\b(?:this|that)\s+(?:same\s+)?(?:company|firm|corporation|organi[sz]ation|agency|bank|person"
    r"|man|woman|author|country|city|place|town|product|book|film|movie|team|band|university"
    r"|school|one)\b(?P<possessive>['’]s)?",
    re.IGNORECASE,
)
_THAT_TIME = re.compile(
    r"\b(?:that|the same)\s+(?:year|quarter|month|period|date)\b", re.IGNORECASE
)
_THE_TIME_BEFORE = re.compile(
    r"\bthe\s+(?:year|quarter|month|period)\s+(?:before|after|earlier|later)\b"
    r"|\bthe\s+(?:previous|prior|preceding|following|next)\s+(?:year|quarter|month|period)\b",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(
    r"(?:^|\b(?:of|about|for|in|on|at|by|with|from|to|than|like|after|before|since|during|is|was"
    r"|are|were|does|did|do|and|but|why|when|how|can|could|has|had|have|would|should|will|explain"
    r"|mean|behind|between|under)\s+)(?P<word>this|that|these|those)\b"
    r"(?!\s+(?:documents?|reports?|files?|collections?|library|pages?|year|quarter|month|week)\b)",
    re.IGNORECASE,
)
_SELECTED = re.compile(
    r"\bthe\s+(?:former|latter|other(?:s| ones?)?|same(?:\s+(?:one|thing))?"
    r"|(?:first|second|third|last|next)\s+ones?)(?=\W*$|\s+(?:is|are|was|were|do|does|did)\b)",
    re.IGNORECASE,
)
_THERE = re.compile(r"(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)\s+there(?=\W*$)", re.IGNORECASE)
_CLAUSE_BREAK = re.compile(r",|\b(?:and|but|if|when|because|while|so|which|who)\b", re.IGNORECASE)
_PLURAL_NOUN = re.compile(r"\b[a-z]{3,}(?<!s)(?<!u)(?<!i)s\b")
_ASKS_NAME = re.compile(
    r"^(?:and\s+|so\s+)?(?:who|which|whose|what\s+(?:is|was)\s+the\s+name|what\s+(?:company|firm"
    r"|corporation|organi[sz]ation|agency|bank|person|country|city|place|product|team|university))\b",
    re.IGNORECASE,
)
_ADMITS = re.compile(r"\W*I did not find", re.IGNORECASE)
_CITATION = re.compile(r"\s*\[\d[\d,\s–-]*\]")
_BEFORE_NOUN = re.compile(
    r"\s+(?!(?:in|on|at|to|for|with|from|by|of|about|and|or|do|does|did|is|was|when)\b)\w",
    re.IGNORECASE,
)
_STOPS = (
    "in|on|at|for|from|during|by|of|to|with|since|over|after|before|and|or|is|was|grow|fall|rise"
)
_MOST_NAMES = 3


def resolve_references(question: str, previous: str, answer: str) -> str:
    """The question with what it points back to spelled out; empty if it does not point back."""
    question = _CONTINUES.sub("", question)
    question = question[:1].upper() + question[1:]
    if match := _GENERIC.search(question):
        name = _referent("its", previous, answer)
        if name and not names(question[: match.start()], previous):
            return _put(question, match, _owned(name) if match.group("possessive") else name)
    found = _with_pronoun(question, previous, answer)
    timed = _with_time(found or question, previous)
    if found or timed:
        return timed or found
    if match := _THERE.search(question):
        places = [named_span.text for named_span in names(previous)] or _answer_names(
            previous, answer
        )
        if places:
            return _put(question, match, f" in {places[-1]}")
    if _DEMONSTRATIVE.search(question) or _SELECTED.search(question):
        return regarding(question, previous)
    return ""


def _with_pronoun(question: str, previous: str, answer: str) -> str:
    for match in _PRONOUN.finditer(question):
        word = match.group().lower()
        if any(match.start() in range(*each.span()) for each in _EMPTY_IT.finditer(question)):
            continue
        if _explained(question, match.start(), word, previous):
            continue
        thing = word in ("it", "its") and not _ASKS_NAME.match(previous.strip())
        name = (noun_phrase(previous) if thing else "") or _referent(word, previous, answer)
        if not name:
            return regarding(question, previous)
        owns = word in _POSSESSIVE or (
            word == "her" and _BEFORE_NOUN.match(question, match.end()) is not None
        )
        return _put(question, match, _owned(name) if owns else name)
    return ""


def _with_time(question: str, previous: str) -> str:
    before = times(previous)
    if not before or times(_THE_TIME_BEFORE.sub("", question)):
        return ""
    if match := _THAT_TIME.search(question):
        return _put(question, match, before[-1].text)
    if match := _THE_TIME_BEFORE.search(question):
        return _put(question, match, f"{match.group()} ({before[-1].text})")
    return ""


def _explained(question: str, start: int, word: str, previous: str) -> bool:
    """Whether something in the question before the pronoun can be what it means."""
    before = question[:start]
    if names(before, previous):
        return True
    if word in _PLURAL and _PLURAL_NOUN.search(before):
        return True
    breaks = list(_CLAUSE_BREAK.finditer(before))
    return bool(breaks) and bool(term_texts(before[: breaks[-1].start()]))


def _referent(word: str, previous: str, answer: str) -> str:
    """The name, or names, that a pronoun most probably means; empty if there is none."""
    asked = list(dict.fromkeys(named_span.text for named_span in names(previous)))
    answered = _answer_names(previous, answer)
    first, second = (answered, asked) if _ASKS_NAME.match(previous.strip()) else (asked, answered)
    if word in _PERSON:
        # A person rarely goes by one word; an organisation that was asked about often does.
        people = [name for name in (*answered, *asked) if " " in name]
        return (people or first or second or [""])[0].split(" and ")[0]
    found = (first or second or [""])[0]
    if word in ("they", "them") and first is asked:
        # Several names, or one that no plural noun ("employees") competes with.
        joined = [name for name in asked if " and " in name]
        alone = len(asked) == 1 and not _PLURAL_NOUN.search(previous)
        return joined[0] if joined else found if alone else ""
    if word in ("they", "them"):
        return " and ".join(first[:_MOST_NAMES]) or found
    return _possession(found, previous) if word == "it" and first is asked else found


def _possession(name: str, previous: str) -> str:
    """What the previous question said the name has ("Apple's revenue"), else the name."""
    owned = re.search(
        rf"{re.escape(name)}(?:['’]s|(?<=s)['’])((?:\s+[a-z]+){{1,3}}?)(?=\s+(?:{_STOPS})\b|\W*$)",
        previous,
    )
    return owned.group().strip() if name and owned else name


def _answer_names(previous: str, answer: str) -> list[str]:
    """Names that the answer brought in, in order."""
    if _ADMITS.match(answer):
        return []
    known = previous.lower()
    found = names(_CITATION.sub("", answer), previous)
    return [
        name
        for name in dict.fromkeys(named_span.text for named_span in found)
        if name.lower() not in known
    ]


def _put(question: str, match: re.Match[str], text: str) -> str:
    result = question[: match.start()] + text + question[match.end() :]
    return result[:1].upper() + result[1:]


def _owned(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"
