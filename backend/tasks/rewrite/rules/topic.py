"""What a question is about: its words without the frame that makes it a question (English)."""

from __future__ import annotations

import re

AUXILIARIES = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will|may|might|must|'s|’s)"
)
_COURTESY = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|but|also|then|please|thanks)[,\s]+)*"
    r"(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:(?:tell|show|give) me (?:about |what |how |more about )?"
    r"|(?:explain|describe|list|summari[sz]e|outline|compare|find|name|define|state) "
    r"(?:me )?(?:how |what |why )?)?",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^(?:(?:in|at|on|for|by|from|to|with|under|since) )?"
    rf"(?:(?:what|which|who|whom|whose|when|where|why|how)\b"
    rf"(?: (?:much|many|long|often|far|big|large|high))?\s*)?(?:{AUXILIARIES}(?:n['’]t)?\b\s*)?",
    re.IGNORECASE,
)
_ASKING = re.compile(r"^(?:and |but |so )?what ", re.IGNORECASE)
_CASE = re.compile(
    r"^(?:happens|happened|will happen|would happen|should (?:i|we|you) do|do (?:i|we|you) do) "
    r"(?:if|when) ",
    re.IGNORECASE,
)
"""What a question for a case begins with, behind its question word."""
_INNER = re.compile(r"\s(?:do|does|did)\s", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:work|works|mean|means|happen|happens|look like|take place|go|done|called)$",
    re.IGNORECASE,
)


def topic(question: str) -> str:
    """What a question is about: "How does the claim process work?" gives "the claim process".

    The question itself, without its mark, where nothing else is left.
    """
    stem = question.strip().rstrip("?!. ")
    found = _case(question) or _FRAME.sub("", _COURTESY.sub("", stem))
    return _TAIL.sub("", _INNER.sub(" ", found)).strip() or stem


def _case(question: str) -> str:
    """What "What happens if the lease ends?" supposes: "the lease ends"; empty for others."""
    asked = _ASKING.sub("", _COURTESY.sub("", stem(question)))
    return _CASE.sub("", asked) if _CASE.match(asked) else ""


_OF_CASE = re.compile(
    r"^(?P<article>the|an?|our|my|your|their) (?P<noun>[^\W\d_]+)"
    r"(?= (?:is|was|has|cannot|can|will|does|did|[^\W\d_]+(?<!s)s|[^\W\d_]+ed)\b)",
    re.IGNORECASE,
)
"""The subject of a case, one thing alone: what stands before its verb."""
_NOUN_PHRASE = re.compile(
    r"^(?:the|an?|our|my|their|this|that|its|his|her)\s+(?:[^\s,;:?]+\s+){0,4}?[^\s,;:?]+"
    r"(?:\s+(?:of|in|for|on|at|between|under|with)\s+(?:(?:the|an?|our|my|this|that)\s+)?"
    r"(?:[^\s,;:?]+\s+){0,2}?[^\s,;:?]+)*$",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(
    r"\s+(?:\w+ed|kept|held|made|paid|sold|built|taken|given|written|set|found|known|sent|bought|"
    r"left|run|shown|drawn|lost|won|told|stored|put|chosen|spent|grown|meant|brought|begun)"
    r"(?:\s+.*)?$",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\s+(?:about|for|like|do|does|say|says|cover|contain|of|in|on)$", re.IGNORECASE
)
_LONGEST_NOUN_PHRASE = 9


def noun_phrase(question: str) -> str:
    """The thing that a question is about, where it can take a pronoun's place: "What is the notice
    period in the lease?" gives "the notice period in the lease"; empty where that is not sure."""
    if case := _case(question):
        subject = _OF_CASE.match(case)
        if subject is None:
            return ""
        article = "the" if subject["article"].casefold() in ("a", "an") else subject["article"]
        return f"{article} {subject['noun']}"
    found = _DANGLING.sub("", _PARTICIPLE.sub("", topic(question)))
    words = found.split()
    if not 2 <= len(words) <= _LONGEST_NOUN_PHRASE or not _NOUN_PHRASE.match(found):
        return ""
    return found


def regarding(question: str, previous: str) -> str:
    """The question with the topic of the previous one added."""
    return f"{question.strip().rstrip('?!. ')}, regarding {topic(previous)}?"


def stem(question: str) -> str:
    """The question without its mark."""
    return question.strip().rstrip("?!. ")
