"""Lines that say what they tell: “Managing agent: Corwin Stokes”, as forms, letters, minutes and
the particulars of a contract have them; and the label that a question asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from backend.definitions.asked_names import whole_question

MOST_LABEL_WORDS = 5
MOST_ASKED_WORDS = 6
_QUESTIONS = 64
"""Questions whose label is kept: it is asked for with each passage."""

_LINE = re.compile(
    r"(?m)^[ \t]*(?:[-*•–][ \t]+)?(?:\*\*|__)?(?P<label>[^\W\d_][^:|\n*_]{1,48}?)(?:\*\*|__)?"
    r"[ \t]*:(?:\*\*|__)?[ \t]+(?=\S)[^\n]+$"
)
_NO_LABEL = re.compile(
    r"(?i)\b(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|should|must|may|shall"
    r"|that|which|who|if|when|notes?|example|figure|table|warning|hint|tip|caution|important"
    r"|https?|ftp)\b|^(?:see|use|run|type)\b"
)
"""Words before a colon that label no value: a clause, a remark, a command."""
_ARTICLE = r"(?:(?:the|an?|its|their|our|your|my|his|her) )?"
_HERE = (
    r"(?: (?:here|then|now|please|of (?:the|this|that) (?:contract|agreement|lease|licen[cs]e"
    r"|policy|report|letter|meeting|minutes|document|paper|form|invoice|order|plan|project|loan))\b)*"
)
_LABEL = r"(?P<label>[^\W\d_][^?,;:]{1,60}?)"
_ASKED = tuple(
    whole_question(form, _HERE)
    for form in (
        rf"what (?:is|was) the name of {_ARTICLE}{_LABEL}",
        rf"(?:who|what|which|when|where)(?: (?:is|are|was|were)|['’]s|s) {_ARTICLE}{_LABEL}",
        rf"how (?:much|long|high|large|big) (?:is|are|was|were) {_ARTICLE}{_LABEL}",
    )
)
_BARE = re.compile(rf"^{_LABEL}\s*\?$")
"""“Notice period?”, as people type in a hurry."""
_ASKS = re.compile(
    r"(?i)^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could"
    r"|may|must|will|would|should|has|have|had|and|or|not)\b"
)


def labelled_lines(text: str) -> Iterator[tuple[str, int, int]]:
    """The label of each line of the form “Label: value”, and the line's half-open span."""
    for match in _LINE.finditer(text):
        label = " ".join(match["label"].split())
        if len(label.split()) <= MOST_LABEL_WORDS and not _NO_LABEL.search(label):
            yield label, match.start("label"), match.end()


@lru_cache(_QUESTIONS)
def asked_label(question: str) -> str:
    """The label of the value that a question asks for ("Who is the managing agent?", "Interest
    rate?"); empty for a question that is put otherwise."""
    text = " ".join(question.split())
    forms = _ASKED if _ASKS.match(text) else (_BARE,)
    for form in forms:
        match = form.match(text)
        if match is not None and len(match["label"].split()) <= MOST_ASKED_WORDS:
            return match["label"].strip()
    return ""
