"""What somebody is to do under a condition: “If you have questions, call Ada Finch.” answers “What
should I do if I have questions about the boat?”.

Nearly all words of such a sentence are other ones than the question's, so that neither ranking nor
verdict thinks well of it. The condition itself must be the same, word for word, and the rest of the
sentence must tell somebody to do something. What a sentence tells under a condition that shares
nothing with the asked one is of another case.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.discourse.irregular_verbs import held_in_other_forms
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import IF_ASKED, NEGATION, is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

MOST_FURTHER = 2
"""Words of a sentence's condition that the question's has not: “if you have any further
questions”."""

_WHO = r"(?:i|we|you|one|they|he|she|somebody|someone|[a-z]+ [a-z]+|[a-z]+)"
_IF = r"(?:if|when(?:ever)?|in case|in the event(?: that)?|should)"
_ASKS = re.compile(
    rf"(?i)^(?:and )?(?:what (?:should|must|can|do|shall|does|may|am|are|is) {_WHO}"
    rf"(?: (?:have to|need to|supposed to|to))? do"
    rf"|whom? (?:should|must|can|do|shall|may) {_WHO} (?:call|contact|ask|phone|ring|tell|inform|"
    r"notify|e-?mail|write to|turn to|speak to|talk to)"
    rf"|what to do),? {_IF} (?P<cond>.+?)\W*$"
)
_HAPPENS = re.compile(
    r"(?i)^(?:and )?what (?:happens|will happen|would happen|happened),? "
    rf"{_IF} (?P<cond>.+?)\W*$"
)
_OTHERWISE = re.compile(r"(?i)\b(?:otherwise|or else)\b")
LEAST_TOLD = 2
"""Words that tell what happens then."""
_CONDITION = re.compile(
    r"(?i)(?:^|(?<=[\s,;–—(]))(?:if|when(?:ever)?|in case|in the event(?: that)?|should)\s+"
    r"(?P<cond>(?:(?!\bplease\b)[^,;:.!?()]){4,120})"
)
_TAIL = re.compile(
    r"(?i)\s(?:about|regarding|concerning|on|with|in|at|of|for|from|during|to|after|before)\s"
)
"""What a condition is about may stand in the passage alone; what it is may not."""
_CHANGES = re.compile(
    r"(?i)\b(?:half|nearly|almost|partly|partially|hardly|barely|twice|again)\b|['’]s\s"
)
"""What makes another condition of the same words: “half full”, “the tenant's dog dies”."""
_ANNOUNCES = re.compile(r"(?i)\b(?:what|how|about|rules? (?:for|on))\b[^,;:.]{0,30}$")
"""Before a condition of which it is only said that it is spoken of."""
_TELLS_TO = re.compile(
    r"(?i)(?:^|[,;:–—]\s*|\b(?:then|and|please)\s+)(?:please\s+|do\s+|first\s+|always\s+|then\s+)*"
    r"(?:call|contact|ask|phone|ring|tell|inform|notify|e-?mail|write|turn|speak|talk|send|take|"
    r"use|open|close|leave|stop|go|press|keep|put|bring|return|report|see|visit|stay|wait|switch|"
    r"remove|check|wash|drink|seek|do|make|get|come|let|fill|pay|move|hand|give|hold|rinse|consult|"
    r"try|read|follow|complete|show|dial|reply|run|restart|click|select|choose|enter|unplug|"
    r"disconnect|avoid|apply|clean|replace|dry|cover|lock)\b"
    r"|\b(?:must|should|can|may|shall|need to|have to|has to|are to|is to)\b"
)
_PERSON = re.compile(r"(?i)^(?:i|we|you|one|somebody|someone)(?: (?:have|has|had|['’]ve))?\s+")
_BE = r"(?:is|are|was|were|gets?|becomes?|has been|have been)"
_OF_IT_UNDER = re.compile(
    rf"(?i)(?:if|when(?:ever)?|once|as soon as) (?:it|they) {_BE} (?P<state>(?:not )?[\w-]+"
    r"(?: [\w-]+)??),? (?P<then>(?:(?:the|an?|it|they|you|this|its|no|all|your|our|please)\b .+"
    r"|(?<=, )[a-z]+ .+))$"
)
_STATE = re.compile(rf"(?i)(?P<what>.+?) {_BE} (?P<state>.+)$")
SUBJECT = 2
"""Words at the beginning of the sentence before, among which what “it” means stands."""
HALF = 0.5
"""Share of the asked condition's words that a text has outside of its own conditions, at least:
“The agent charges 45 pounds for a lost key, once the form is signed.”"""
LEAST_STEM = 3
"""Letters of a stem that another one may begin with."""

_ASKED_OF = re.compile(r"(?i)\b(?:if|when|in case)\b(?P<case>.*)$")
_SAID_UNDER = re.compile(
    r"(?i)\b(?:if|when|unless|in case|(?<!\bat )once(?! (?:a|an|per|every|each|in)\b)|as soon as"
    r"|whenever)\b(?P<case>[^,;:.]{3,160})"
)
"""“Once a year” and “at once” are no conditions."""


def _case_asked(question: Question) -> re.Match[str] | None:
    """A question for what to do or what happens in a case, which is its `cond`."""
    text = question.text.strip()
    return _ASKS.match(text) or _HAPPENS.match(text)


def condition_fit(question: Question, unit: Unit, about: frozenset[str]) -> float:
    """How surely a sentence tells what to do, or what happens, under the condition that is asked
    about: 0, or `FIT`.

    Args:
        question: what is asked.
        unit: the sentence.
        about: stems of its passage and of what that stands under.
    """
    asked = _case_asked(question)
    if asked is None or is_question(unit.text):
        return 0.0
    answers = _tells_what_happens if asked.re is _HAPPENS else _tells_to_act
    for match in _CONDITION.finditer(unit.text):
        if _ANNOUNCES.search(unit.text[: match.start()]):
            continue
        rest = f"{unit.text[: match.start()]}{unit.text[match.end() :]}"
        if _is_same(asked["cond"], match["cond"], about) and answers(rest):
            return FIT
    return 0.0


def pronoun_condition_fit(question: Question, unit: Unit, before: Unit | None) -> float:
    """The same for a condition of “it”, where the sentence before it opens with what is meant: “The
    tank holds nine litres. When it is full the pump stops.”"""
    asked = _case_asked(question)
    match = _OF_IT_UNDER.match(unit.text)
    if asked is None or match is None or before is None or before.heading != unit.heading:
        return 0.0
    case = _STATE.match(asked["cond"])
    if case is None or bool(NEGATION.search(case["state"])) != bool(
        NEGATION.search(match["state"])
    ):
        return 0.0
    what = frozenset(term_texts(case["what"]))
    same = term_texts(case["state"]) == term_texts(match["state"])
    if not (what and same and what <= frozenset(before.terms[:SUBJECT])):
        return 0.0
    says_something = asked.re is _HAPPENS and len(term_texts(match["then"])) >= LEAST_TOLD
    return FIT if says_something or _tells_to_act(match["then"]) else 0.0


def headed_condition_fit(question: Question, unit: Unit, about: frozenset[str]) -> float:
    """The same for a condition that is the heading: “If you lose the key”, and below it what to
    do."""
    asked = _case_asked(question)
    match = _CONDITION.fullmatch(unit.heading.strip()) if unit.opens else None
    if asked is None or match is None or is_question(unit.text):
        return 0.0
    same = _is_same(_plain(asked["cond"]), _plain(match["cond"]), about)
    return FIT if same and len(unit.terms) >= LEAST_TOLD else 0.0


def _plain(condition: str) -> str:
    """A condition without whom it is said of: “I lose”, “you lose”."""
    return _PERSON.sub("", condition)


def _tells_to_act(rest: str) -> bool:
    return _TELLS_TO.search(rest) is not None


def _tells_what_happens(rest: str) -> bool:
    """Whether something is said to happen, and nobody only told to act."""
    told = len(term_texts(rest)) >= LEAST_TOLD
    ordered = _TELLS_TO.match(rest.lstrip(" ,")) is not None
    return told and (not ordered or _OTHERWISE.search(rest) is not None)


def _is_same(asked: str, told: str, about: frozenset[str]) -> bool:
    if bool(NEGATION.search(asked)) != bool(NEGATION.search(told)):
        return False
    if not _changed(told) <= _changed(asked):
        return False
    wanted, held = frozenset(term_texts(asked)), frozenset(term_texts(told))
    core = frozenset(term_texts(_TAIL.split(asked, maxsplit=1)[0]))
    further = held - wanted
    if not core or not core <= held or len(further) > MOST_FURTHER:
        return False
    if wanted <= held:
        return True
    of_another = bool(further & frozenset(term_texts(" ".join(_TAIL.split(told)[1:]))))
    return wanted <= held | about and not of_another


def _changed(condition: str) -> frozenset[str]:
    return frozenset(match.group().casefold().strip() for match in _CHANGES.finditer(condition))


def of_another_condition(question: str, text: str) -> bool:
    """Whether a text has conditions, all in words of their own, none of which has a word of the
    one that is asked about, and says little of it besides."""
    to_act = _ASKS.match(question.strip()) is not None
    if not (to_act or IF_ASKED.search(question)):
        return False
    asked = _ASKED_OF.search(question)
    wanted = frozenset(term_texts(asked["case"])) if asked else frozenset[str]()
    said = [frozenset(term_texts(match["case"])) for match in _SAID_UNDER.finditer(text)]
    if not wanted or not said or not all(said):  # “if so” and “when on” may be any case
        return False
    if any(_share(wanted, each) for each in said):
        return False
    if to_act and len(wanted) == 1:
        return True  # a single word may stand anywhere
    besides = frozenset(term_texts(_SAID_UNDER.sub(" ", text)))
    return sum(_share(frozenset([each]), besides) for each in wanted) < HALF * len(wanted)


def with_heading_case(unit: Unit) -> str:
    """A sentence behind its heading, where that is a condition: it is told in that case."""
    is_case = _CONDITION.fullmatch(unit.heading.strip()) is not None
    return f"{unit.heading.strip()}: {unit.text}" if is_case else unit.text


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets have a stem in common, or one of which the other begins with ("pay",
    "payment") or is another form ("lose", "lost")."""
    return bool(held_in_other_forms(one, other)) or any(
        min(len(left), len(right)) >= LEAST_STEM
        and (left.startswith(right) or right.startswith(left))
        for left in one
        for right in other
    )
