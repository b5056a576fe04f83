"""Whose office is asked for: “Who is the treasurer?” is not told by the line of the secretary."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.question import Question

_WHO_IS = re.compile(
    r"(?i)^who (?:is|was|are|were) (?:the|our|its|their|your|my|his|her|a|an) "
    r"(?P<office>[^\W\d_][\w -]*?)(?= (?:of|for|in|at|on|to|from|that|who|whom|which|during|since"
    r"|when|now|today)\b|\W*$)"
)
_WHO_BECOMES = re.compile(
    r"(?i)^who (?:becomes?|became|will (?:be|become)|serve[sd]? as|acts? as|acted as"
    r"|(?:was|has been) (?:appointed|elected|named|made)) (?:as )?"
    r"(?:(?:the|our|its|their|your|a|an) )?(?P<office>[^\W\d_][\w -]*?)"
    r"(?= (?:of|for|in|at|on|to|from|during|since|when|now|today|after)\b|\W*$)"
)
"""“Who becomes chair of the board?”"""
SHORTEST_OFFICE = 5
"""An office of so many letters is that of a longer word as well: “chair”, “chairperson”."""
_NEXT = re.compile(r"(?i)^when (?:is|are|will|does|do)\b.*\bnext\b")
LESS = frozenset(
    [
        *("vice", "deputy", "former", "assistant", "acting", "emeritus", "co", "associate"),
        *("honorary", "past", "ex", "interim"),
    ]
)
"""Before an office: it is another one."""
LONG = 3
"""Of so many words on an office is written in one piece."""
_BELOW = frozenset(["vice", "deputy", "assistant", "acting", "interim", "co", "associate"])
"""Of these words, those that a sentence about such an office must have. Who was the former one may
be told by “was chair until 2019”."""
_STAND_IN = frozenset(["vice", "deputy", "assistant"])
"""Words for the same."""
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"\S+@\S+|(?i:\bwww\.|\bhttps?:)\S+")
_OVER = re.compile(r"(?i)\b(?:ended|expired|was|were|had|took|held|ran out|finished)\b")
_TO_COME = re.compile(
    r"(?i)\b(?:next|will|shall|due|again|is|are|takes?|starts?|begins?|from|until|by|every)\b"
)


def office_asked(question: str) -> list[str]:
    """The stems of the office that "who is the …" asks for; empty for any other question."""
    asked = _WHO_IS.match(question.strip())
    return term_texts(asked["office"]) if asked is not None else []


def is_of_another_office(question: Question, text: str, over: frozenset[str]) -> bool:
    """Whether "who is the …" or "who becomes …" asks for an office that neither a sentence nor what
    it stands under names.

    Args:
        text: the sentence, with what belongs to it.
        over: stems of its heading and of the titles above it.
    """
    asked = _asked(question.text)
    office = term_texts(asked["office"]) if asked is not None else []
    if not office:
        return False
    text = _ADDRESS.sub(" ", text)  # secretary@quay.example is nobody's name
    held = over | frozenset(term_texts(text))
    if not _is_held(office[-1], held) and not _has_initials(question.text, text):
        return True
    return _is_mixed(question.text, office, text, over) or lacks_rank(question.text, text, over)


def _asked(question: str) -> re.Match[str] | None:
    return _WHO_IS.match(question.strip()) or _WHO_BECOMES.match(question.strip())


def _is_held(office: str, held: frozenset[str]) -> bool:
    """Whether an office is among words, by itself or as the beginning of one."""
    if office in held:
        return True
    return len(office) >= SHORTEST_OFFICE and any(word.startswith(office) for word in held)


def _is_mixed(question: str, office: Sequence[str], text: str, over: frozenset[str]) -> bool:
    """Whether the words of an office stand apart in a text, as those of two others: a "Chief
    Product Officer and Executive Vice President" is no chief executive officer. Its last word may
    be left out."""
    if len(office) < LONG or over.issuperset(office) or _has_initials(question, text):
        return False
    words, first = term_texts(text, keep_stop_words=True), list(office[:-1])
    return all(words[at : at + len(first)] != first for at in range(len(words)))


def _has_initials(question: str, text: str) -> bool:
    """Whether a text has the first letters of the office that is asked for: "CEO"."""
    asked = _asked(question)
    initials = "".join(word[0] for word in _WORD.findall(asked["office"])) if asked else ""
    return len(initials) >= LONG and re.search(rf"\b{initials.upper()}\b", text) is not None


def lacks_rank(question: str, text: str, over: frozenset[str] = frozenset()) -> bool:
    """Whether "who is the …" asks for an office below or after another one (“the vice-chair”), and
    a text tells only who has that other one: “Ada Finch (chair)”.

    Args:
        over: stems of what the text stands under.
    """
    asked = _WHO_IS.match(question.strip())
    words = frozenset(_WORD.findall(fold(asked["office"]))) if asked is not None else frozenset()
    ranks = words & _BELOW
    ranks |= _STAND_IN if ranks & _STAND_IN else frozenset()
    stems = frozenset(term_texts(" ".join(ranks)))
    return bool(ranks) and ranks.isdisjoint(_WORD.findall(fold(text))) and stems.isdisjoint(over)


def is_over(question: Question, text: str) -> bool:
    """Whether "when is the next …" meets a sentence that only tells what has ended."""
    return (
        _NEXT.match(fold(question.text).strip()) is not None
        and _OVER.search(text) is not None
        and _TO_COME.search(text) is None
    )
