"""Sentences that say how the very thing is done that “how do I …” asks for: “To fold the sail,
press the lever.”, “The lever is used to fold the sail.”, “The sail can be folded by pressing the
lever.” and “If you want to fold the sail, press the lever.” for “How do I fold the sail?”.
"""

from __future__ import annotations

import re
from collections.abc import Set

from backend.analysis import term_texts, terms
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.required import is_compound

LEAST_ASKED = 2
"""Words of the question that it says again, at least: a verb and what it is done to."""
RARE = 0.8
"""Weight of a word that few texts have, at least."""
BESIDE = 2
"""Words of the purpose that the question has not, at most."""

_HOW = re.compile(
    r"(?i)^how (?:do|can|could|should|must|would) (?:i|we|you|one|people|users?)"
    r" (?P<verb>[a-z-]+)\b"
    r"|^how to (?P<to>[a-z-]+)\b"
)
_PURPOSE = re.compile(
    r"(?i)^(?:\W|\d{1,2}[.)]\s)*(?:in order )?to (?P<verb>[a-z-]+)\b ?(?P<rest>.*)$"
)
_NO_WAY = re.compile(
    r"(?i)\b(?:costs?|pay|fees?|charges?|price|must (?:be|have|live)|(?:have|need) to be|is|are|was"
    r"|were|needs? an?|there|not|only|never)\b"
)
"""What says on which condition or for how much, and not how."""
_ENDS = re.compile(
    r"(?i)[,;:]|\b(?:you|we|one|just|simply|first|please)\b"
    r"|\b(?:use|click|select|press|choose|open|type|enter|run|call|set|go|right-click|double-click"
    r"|pick|turn|pull|push|hold|add|put|write|send|fill|ask|give|take|make|do)\b"
)
"""Where the purpose ends and what is to be done begins."""


_USED_TO = re.compile(
    r"(?i)^(?P<what>[^,;:]{2,80}?) (?:is|are|can be|may be|must be|should be) "
    r"(?:used|needed|provided|necessary|enough) to (?P<verb>[a-z-]+)\b ?(?P<rest>[^.;:]*)"
)
_IS_DONE = re.compile(
    r"(?i)^(?P<what>[^,;:]{2,80}?) (?:is|are|can be|may be|must be) (?:\w+ly )?"
    r"(?P<done>[a-z-]+(?:ed|en|un|ne|ung|elt|ent|own|ut)) (?:by|with|using|through|via)\b"
    r"(?: (?!(?:the )?(?-i:[A-Z]))\S+){2}"
)
"""“The sail can be folded by pressing the lever.”; a name behind “by” is the one who does it."""
_CAN_BE_DONE = re.compile(
    r"(?i)^(?P<what>[^,;:]{2,80}?) (?:can|may) be (?:\w+ly )?"
    r"(?P<done>[a-z-]+(?:ed|en|un|ne|ung|elt|ent|own|ut))"
    r"(?: for (?:\w+ ){1,2}?\w+)? (?:under (?:the |a )?|from (?:the|a|your) )[^\W\d]\w+"
)
"""“Lost keys can be ordered from the porter.”"""
_IF_WANTED = re.compile(
    r"(?i)^if (?:you|one|users?) (?:want|wish|would like|need|like) to (?P<verb>[a-z-]+)\b "
    r"?(?P<rest>.*)$"
)
_NAMED_SO = re.compile(r"(?<=\s)[^\W\d_a-z][\w’'-]+")
_SO_THAT = re.compile(r"(?i),? so (?:that )?(?=(?:it|they|he|she|we|i|you|the|my|our|nobody)\b)")
_DENIED = re.compile(r"(?i)\b(?:not|never|no longer|cannot|only|nobody|rarely|once|was|were)\b")
_STATES = re.compile(
    r"(?i)^(?:the|an?|this|these|most|some|many|all|there|it)\b"
    r"|\b(?:var(?:y|ies)|differs?|depends?)\b"
)
_TO_DO = re.compile(
    r"(?i)\b(?:you|must|should|can|may|need|by|with|through|using|use|via|first|then|steps?|ways?|"
    r"methods?|works?|done|made|press|click|run|type|set|in order to"
    r"|(?:is|are|be) (?:\w+ly )?\w+(?:ed|en))\b|^to |[:>$#|]"
)


def tells_no_way(text: str) -> bool:
    """Whether a sentence only states something of a thing, and nothing that is to be done."""
    return _STATES.search(text) is not None and _TO_DO.search(text) is None


def is_for_another_thing(question: Question, text: str) -> bool:
    """Whether “how do I …” asks to do something, and a sentence says how the same is done to
    something else: “To fold the tent, …” for “How do I fold the sail?”."""
    asked = _HOW.match(question.text.strip()) if question.kind is AnswerKind.MANNER else None
    said = _PURPOSE.match(text)
    if asked is None or said is None:
        return False
    verb = frozenset(_stems(said["verb"]))
    end = _ENDS.search(said["rest"])
    thing = frozenset(term_texts(said["rest"][: end.start() if end else len(said["rest"])])) - verb
    if verb != frozenset(_stems(asked["verb"] or asked["to"])) or not thing:
        return False
    others = question.weights.keys() - verb
    return bool(others) and thing.isdisjoint(others)  # “How do I reef?” is told of any sail


def lacks_rare_thing(
    question: Question, held: Set[str], beside: Set[str], titles: Set[str] = frozenset()
) -> bool:
    """Whether it is asked how something is done, and a sentence, with what it stands under, lacks
    the rarest word of that, which stands elsewhere in its passage: how to limit the draught is not
    told by how the boat is slowed down.

    Args:
        held: stems of the sentence and of what it stands under.
        beside: stems of its passage.
        titles: those of the title, which say of what all of the document is.
    """
    if question.kind is not AnswerKind.MANNER or len(question.terms) < LEAST_ASKED:
        return False
    named = [term for term in question.terms if term not in titles] or question.terms
    rarest = max(named, key=lambda each: question.weights[each])
    if question.weights[rarest] < RARE or rarest in held or rarest not in beside:
        return False
    if any(is_compound(word, frozenset(held)) for word in _words_of(question, rarest)):
        return False  # “pull the ropes” may be of the guide-ropes, written in one word
    # what has a name of its own may be meant without it
    return not any(rarest in term_texts(each) for each in _NAMED_SO.findall(question.text))


def _words_of(question: Question, stem: str) -> list[str]:
    """The words of a question with a stem."""
    found = terms(question.text)
    return [question.text[term.start : term.end] for term in found if term.text == stem]


def says_how(question: Question, text: str) -> bool:
    """Whether a sentence says in the question's own verb, and of all that it is done to, by what it
    is done: “The lever is used to fold the sail.”"""
    asked = _HOW.match(question.text.strip()) if question.kind is AnswerKind.MANNER else None
    if asked is None or _DENIED.search(text) or len(_wanted(question)) < LEAST_ASKED:
        return False
    wanted, verb = _wanted(question), _stems(asked["verb"] or asked["to"])
    if (used := _USED_TO.match(text)) is not None:
        purpose = frozenset(term_texts(f"{used['verb']} {used['rest']}"))
        is_whole = wanted <= purpose and len(purpose - wanted) <= BESIDE
        return _stems(used["verb"]) == verb and is_whole
    if (done := _IS_DONE.match(text) or _CAN_BE_DONE.match(text)) is not None:
        told = frozenset(term_texts(f"{done['what']} {done['done']}"))
        is_whole = wanted <= told and len(told - wanted) <= BESIDE
        return _stems(done["done"]) == verb and is_whole
    wish = _IF_WANTED.match(text)
    end = _ENDS.search(wish["rest"]) if wish is not None else None
    if wish is None or end is None or not wish["rest"][end.start() :].strip(",;: ."):
        return False
    if _NO_WAY.search(wish["rest"], end.start()):
        return False
    purpose = frozenset(term_texts(f"{wish['verb']} {wish['rest'][: end.start()]}"))
    is_whole = wanted <= purpose and len(purpose - wanted) <= BESIDE
    return _stems(wish["verb"]) == verb and is_whole


def _wanted(question: Question) -> Set[str]:
    """The words of the question but for those of what is to come of it (“so that it is dry”)."""
    before = _SO_THAT.split(question.text, maxsplit=1)[0]
    return question.weights.keys() & frozenset(term_texts(before))


def _stems(word: str) -> list[str]:
    return term_texts(word, keep_stop_words=True)


def way_fit(question: Question, text: str) -> float:
    """How surely a sentence says how the very thing is done: 0, or `FIT`."""
    if question.kind is not AnswerKind.MANNER:
        return 0.0
    asked, said = _HOW.match(question.text.strip()), _PURPOSE.match(text)
    if asked is None or said is None:
        return 0.0
    if term_texts(asked["verb"] or asked["to"], keep_stop_words=True) != term_texts(
        said["verb"], keep_stop_words=True
    ):
        return 0.0
    end = _ENDS.search(said["rest"])
    if end is None or not said["rest"][end.start() :].strip(",;: ."):
        return 0.0  # what is to be done is not in the sentence
    if _NO_WAY.search(said["rest"], end.start()):
        return 0.0
    purpose = frozenset(term_texts(f"{said['verb']} {said['rest'][: end.start()]}"))
    wanted = _wanted(question)
    if len(wanted) < LEAST_ASKED or not wanted <= purpose:
        return 0.0
    return FIT if len(purpose - wanted) <= BESIDE else 0.0
