"""A question made from a document, before anybody knows whether it is answered well."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from backend.types import QuestionKind, Quotation

_AFTER_HEAD = re.compile(r" (?:of|in|per|from|at|on|to|for|by|that|which|who|with|before|after) ")


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """What a question for a figure asks: the row's label, when it is of, as a person says it, whose
    it is (empty if that goes without saying), and the value with its scale in `unit`."""

    label: str
    when: str
    subject: str
    value: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class CandidateQuestion:
    """A question with what it was made from.

    An answer must cite the passage of `source`; where `stated` is given, a number as it is printed
    or a name, its first line must hold it. `right` is the answer as the document gives it, with its
    unit; empty where the words of the answer are taken. Over a list, `table` is its id, and the
    answer must be computed from its cells: to the figure `worth`, or where that is None, to the
    words `stated`.
    """

    text: str
    kind: QuestionKind
    source: Quotation
    stated: str = ""
    right: str = ""
    figure: AskedFigure | None = None
    worth: Decimal | None = None
    table: str = ""


def lowered(words: str) -> str:
    """Words as they stand inside a sentence: the first letter small, unless they look like a name
    or a short form ("Net sales" becomes "net sales", "Gull Reach" and "EBITDA" stay)."""
    first, _, rest = words.partition(" ")
    following = [each for each in rest.split() if each[:1].isalpha()]
    is_name = bool(following) and following[0][:1].isupper()
    if first.endswith(","):  # "Africa, Middle East and South Asia"
        is_name = following[:1] != [] and following[0][:1].isupper()
        first = first[:-1]
    if is_name or not first[1:].islower():
        return words
    return first[:1].lower() + words[1:]


def is_plural(label: str) -> bool:
    """Whether a thing is spoken of in the plural, by its head noun ("net sales of the group")."""
    head = _AFTER_HEAD.split(label)[0]
    _, joint, after = head.rpartition(" and ")
    words = head.split()
    if joint and (len(after.split()) == 1 or not after.islower()):
        return True  # "research and development expense" is one thing
    if len(words) > 1 and words[-1].endswith(("ed", "wn")):
        words.pop()  # "seeds sown", "hours worked"
    last = words[-1] if words else ""
    return last.endswith("s") and not last.endswith(("ss", "us", "is"))
