"""Sentences that have a thing only by the way: “Three boats lay at the long quay in May.” does not
say what the long quay is, though it has all of “What is the long quay?”.
"""

from __future__ import annotations

import re

from backend.definitions.asked_names import asked_term
from backend.discourse.verbs import BASES, PAST
from backend.tasks.answer.extractive.question import Question

LEAST_BEFORE = 2
"""Words before the preposition: what a sentence opens with it may be about."""
_PREPOSITIONS = (
    r"(?:in|on|at|into|onto|from|of|by|with|without|to|under|over|above|below|behind|beside|near|for"
    r"|about|through|along|across|around|off|since|during|after|before|until|than|between|against)"
)
_DETERMINERS = r"(?:the|an?|our|your|their|its|his|her|my|this|that|each|every)"
_TOLD_BEHIND = (
    r"(?![\w-]|['’]|\s*[(\[:=–—\"”]|\s-\s|,(?! (?:and|but|or|so|when|while|because|as|since)\b)"
    r"|\s(?:of|which|that|where|who|whose|is|are|was|were|has|have|means?|to)\b"
    r"|\s\d)"
)
"""What does not stand right behind a thing that is only mentioned: what would say more of it."""
_HAPPENED = re.compile(r"(?i)\b(?:there (?:is|are|was|were)|was|were|had|did|has|have)\b")
_WORD = re.compile(r"[^\W\d_]+")
_PAST = PAST - BASES


def is_mentioned_aside(question: Question, text: str) -> bool:
    """Whether it is asked what a thing is, and a sentence tells what happened, or what there is,
    and has the thing only behind a preposition, and nothing more of it."""
    name = asked_term(question.text)
    if not name:
        return False
    every = [*re.finditer(rf"(?i)(?<![\w-]){re.escape(name)}(?:s|es)?(?![\w-])", text)]
    aside = [
        *re.finditer(
            rf"(?i)\b{_PREPOSITIONS} (?:{_DETERMINERS} )?[\"“]?(?P<name>{re.escape(name)}(?:s|es)?)"
            + _TOLD_BEHIND,
            text,
        )
    ]
    if not every or len(every) != len(aside):
        return False
    before = text[: aside[0].start()]
    if len(before.split()) < LEAST_BEFORE:
        return False
    words = {word.casefold() for word in _WORD.findall(before)}
    return bool(_HAPPENED.search(before)) or not words.isdisjoint(_PAST)
