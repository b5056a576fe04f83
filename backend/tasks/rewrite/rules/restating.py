"""Follow-ups on the last answer itself: shorter, in simpler words, where does it say that?"""

from __future__ import annotations

import re
from typing import Literal

Restating = Literal["shorter", "simpler", "source"]

_LEAD = (
    r"^\W*(?:(?:and|ok(?:ay)?|so|but|thanks|please|now)[,\s]+)*"
    r"(?:(?:can|could|would|will) you\s+)?(?:please\s+)?"
)
_IT = r"(?:it|this|that|the (?:last |previous )?answer|(?:this|that) answer|the above)"
_TAIL = r"(?:[,\s]+(?:please|for me|again|then))*\W*$"
_MORE = r"(?:(?:a (?:bit|little)|much)\s+)?"
_ONE_LINE = (
    r"in (?:short|brief|one (?:sentence|line)|a (?:single )?(?:sentence|line)|a nutshell"
    r"|fewer words)"
)
_BRIEF = r"(?:shorter|briefer|brief|short|more briefly|more concise(?:ly)?|concise(?:ly)?)"
_SHORTER = re.compile(
    rf"{_LEAD}(?:"
    rf"{_MORE}{_BRIEF}"
    rf"|(?:make|put|keep|say|give|write|answer)\s+(?:me\s+)?(?:{_IT}\s+)?{_MORE}(?:{_BRIEF}|{_ONE_LINE})"
    rf"|shorten\s+{_IT}|(?:one|a single) (?:sentence|line)|{_ONE_LINE}|briefly|tl;?\s?dr"
    r"|(?:just )?(?:the |a )?short(?:er)?(?: |-)(?:answer|version)"
    rf"|(?:sum|summari[sz]e)\s+{_IT}(?:\s+up)?(?:\s+(?:briefly|{_ONE_LINE}))?"
    rf"){_TAIL}",
    re.IGNORECASE,
)
_MANNER = (
    r"(?:(?:in\s+)?(?:more\s+)?(?:simpler|simple|plain(?:er)?|easy|easier|everyday|ordinary|other"
    r"|layman['’]?s?|different|your own|my own)\s+(?:words?|terms?|language|english)"
    r"|more simply|simply|simpler|differently)"
)
_LANGUAGE = r"(?:german|french|spanish|italian|english|dutch|polish|portuguese)"
_SIMPLER = re.compile(
    rf"{_LEAD}(?:"
    r"(?:(?:explain|say|put|express|describe|give|tell me|write|rewrite)"
    rf"(?:\s+{_IT}(?:\s+to me)?)?\s+)?{_MANNER}"
    rf"|(?:simplify|rephrase|reword|paraphrase)(?:\s+{_IT})?(?:\s+{_MANNER})?|eli5"
    rf"|explain(?:\s+{_IT})?\s+(?:like i['’]?m five|to a (?:child|layman|beginner))"
    rf"|translate(?:\s+{_IT})?(?:\s+(?:in)?to\s+\w+)?|(?:say|write|put)\s+{_IT}\s+in\s+{_LANGUAGE}"
    rf"){_TAIL}",
    re.IGNORECASE,
)
_THIS = r"(?:it|this|that|so)"
_SOURCE_WORD = r"(?:sources?|reference|citation|evidence)"
_SOURCE = re.compile(
    rf"{_LEAD}(?:"
    r"where\s+(?:exactly\s+)?(?:does|do|did)\s+"
    r"(?:it|this|that|they|the (?:document|report|text|paper|manual))\s+"
    rf"(?:say|state|mention|stand|come from)(?:\s+{_THIS})?"
    r"|where\s+(?:exactly\s+)?(?:is|are|was)\s+(?:it|this|that)\s+"
    r"(?:stated|written|said|mentioned|documented|from|taken from)"
    rf"|where did you (?:find|get|read|see)\s+{_THIS}"
    rf"|(?:on )?(?:which|what) page(?:\s+(?:is|was|does)\s+{_THIS}(?:\s+(?:on|say {_THIS}))?)?"
    rf"|(?:what(?:['’]s| is| are)\s+)?(?:the |your )?{_SOURCE_WORD}(?:\s+(?:for|of)\s+{_THIS})?"
    rf"|how do you know(?:\s+{_THIS})?|(?:says who|who says so|who says that)"
    rf"|(?:show|give|quote)\s+(?:me\s+)?(?:the |your )?(?:{_SOURCE_WORD}|passage|place|quote|page)"
    rf"){_TAIL}",
    re.IGNORECASE,
)


def restating(question: str) -> Restating | None:
    """What a follow-up wants of the last answer; None for a question of its own."""
    text = " ".join(question.split())
    if _SOURCE.match(text):
        return "source"
    if _SHORTER.match(text):
        return "shorter"
    return "simpler" if _SIMPLER.match(text) else None
