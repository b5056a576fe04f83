"""Which two things a question wants to know the difference of."""

from __future__ import annotations

import re
from functools import lru_cache

_ASKED = (
    re.compile(
        r"(?i)\bdiff[eé]ren[cz](?:e|es|ia|ias)(?: in (?:the )?[\w’'-]+(?: [\w’'-]+){0,2})?"
        r" (?:between|entre) (.+?) (?:and|et|y) (.+)"
    ),
    re.compile(r"(?i)\bunterschied(?:e|en)? zwischen (.+?) und (.+)"),
    re.compile(
        r"(?i)\bhow (?:do|did|are) (.+?) and (.+?) (?:differ|different)"
        r"(?: from (?:each other|one another))?$"
    ),
    re.compile(r"(?i)\bhow (?:does|do|did|is|are) (.+?) (?:differ|different) from (.+)"),
    re.compile(r"(?i)\b(?:compare|contrast) (.+?) (?:and|with|to) (.+)"),
)
_ARTICLE = re.compile(r"(?i)^(?:the|an?|der|die|das|le|la|les|el|los|las) ")

_WHERE = re.compile(r"(?i)(?<=\S) (?:in|within) (?:the )?\S.*$")
"""Behind the second thing alone it says of what both are: “-q and -Q in Sailmaker”."""

_MARK = r"(?:[A-Za-z]|\d{1,3}[A-Za-z]?|[IVX]{1,4}|[A-Z]{1,3}-?\d{1,3})"
_MARKED = re.compile(
    rf"(?P<head>(?:[^\W\d_][\w’'-]* ){{0,2}}(?P<noun>[^\W\d_]{{3,}})) (?P<mark>{_MARK})"
)
_MARK_ALONE = re.compile(
    rf"(?P<mark>{_MARK})(?: (?:in|of|for|from|under|on|at|as|with|that|which)\b.*)?"
)
_PLURALS = (
    (re.compile(r"(?i)(?<=[^aeiou\W])ies$"), "y"),
    (re.compile(r"(?i)(?<=ss|sh|ch)es$|(?<=x)es$|(?<=\bbus)es$"), ""),
    (re.compile(r"(?i)(?<=[^s\W])s$"), ""),
)
_ONE_ALREADY = re.compile(r"(?i)(?:us|is|as|ns|os)$|^\w{1,3}$")
"""“hepatitis”, “campus”, “lens”, “gas”: mostly no plurals."""
_NO_PLURALS = frozenset(["series", "species"])


@lru_cache(64)
def contrasted(question: str) -> tuple[str, str] | None:
    """The two things whose difference is asked for, in the question's words without an article;
    None for any other question. Of “routes A and B” they are route A and route B."""
    text = question.strip().rstrip(" ?.!")
    found = next(filter(None, (pattern.search(text) for pattern in _ASKED)), None)
    if found is None:
        return None
    one, other = (_ARTICLE.sub("", group) for group in found.groups())
    if apart := _told_by_marks(one, other):
        return apart
    return one, other if _WHERE.search(one) else _WHERE.sub("", other)


def _told_by_marks(one: str, other: str) -> tuple[str, str] | None:
    """The names of two things of one kind that a letter or a number tells apart, where the word for
    the kind is said once; None where they are no such things."""
    marked, mark = _MARKED.fullmatch(one), _MARK_ALONE.fullmatch(other)
    if marked is None or mark is None or marked["mark"].isalpha() is not mark["mark"].isalpha():
        return None
    kind = marked["head"].removesuffix(marked["noun"]) + _one_of(marked["noun"])
    return f"{kind} {marked['mark']}", f"{kind} {mark['mark']}"


def _one_of(things: str) -> str:
    """What one of several things is called: “class” of “classes”; a word that is no plural as it
    is."""
    if things.casefold() in _NO_PLURALS or _ONE_ALREADY.search(things):
        return things
    changed = (ending.sub(one, things) for ending, one in _PLURALS)
    return next((each for each in changed if each != things), things)
