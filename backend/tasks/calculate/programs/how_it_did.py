"""How a business did: "How did the ferries do in 2031?" wants what came in and what was left, both
in one period."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from backend.tasks.calculate.programs.named_figures import titled
from backend.tasks.calculate.programs.telling import values_told
from backend.types.calculations import Calculation, Operation, Refusal

_FORM = re.compile(
    r"(?i)^how (?:well |badly )?(?:did|has|have)\b(?P<who>[^,;?]*?)\b(?:do|done|fare|perform"
    r"|develop)(?:ed)?(?: financially)?(?P<when> (?:in|for|during) [^,;?]*\b(?:19|20)\d\d)$"
)
_KIND = re.compile(
    r"(?i)^(?:it|they|we|(?:the )?(?:company|group|firm))$|^(?:the |its |their |our |['’]s? )+"
    r"| (?:business|segment|division|unit|arm)$"
)
_RESULT = re.compile(
    r"(?i)\b(?:revenues?|sales|income|profit\w*|loss(?:es)?|earn\w+|result\w*|grew|declin\w+)\b"
)
_ALL = "result"
_TAKINGS = ("revenue", "net sales")
_LEFT = ("operating income", "operating profit", "earnings from operations", "operating loss")
_LEFT_TO_ALL = ("net income", "net loss")


@dataclass(frozen=True, slots=True)
class ResultAsked:
    """Whose result is asked for, empty for that of the whole, and when."""

    who: str
    when: str


def result_asked(question: str) -> ResultAsked | None:
    """Whose result a question asks for, and when; None where it asks for none."""
    found = _FORM.match(" ".join(question.split()).rstrip(" ?.!"))
    if found is None:
        return None
    who = found["who"].strip()
    while (bare := _KIND.sub("", who).strip()) != who:
        who = bare
    return ResultAsked(who, found["when"])


def how_it_did(
    question: str, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | None:
    """What came in and what was left, where both are told; None else.

    Args:
        ask: what is said to a question for one figure.
    """
    asked = result_asked(question)
    if asked is None:
        return None
    figures: list[tuple[str, Calculation]] = []
    for names in (_TAKINGS, _LEFT if asked.who else _LEFT_TO_ALL):
        for name in names:
            made = _first_told(asked, name, ask)
            if made is not None:
                figures.append((name, made))
                break
    if len(figures) != len((_TAKINGS, _LEFT)):
        return None
    (_, one), (_, other) = figures
    cells = [each.operands[0] for _, each in figures]
    if (one.unit, one.scale) != (other.unit, other.scale) or cells[0].period != cells[1].period:
        return None
    listed = [(name, each.operands[0].text.strip("$€£ ")) for name, each in figures]
    of = f"{titled(asked.who or _ALL)}, {cells[0].when}"
    return replace(values_told(listed, cells, one.confidence, of), exact=True)


def says_result(said: str) -> bool:
    """Whether a text speaks of what came in or was left."""
    return _RESULT.search(said) is not None


def _first_told(
    asked: ResultAsked, name: str, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | None:
    """The figure of that name, of a part also as one of its segment."""
    for who in dict.fromkeys((f"{asked.who} segment" if asked.who else "", asked.who)):
        made = ask(" ".join(f"What was {who} {name}{asked.when}?".split()))
        if isinstance(made, Calculation) and made.operation is Operation.LOOKUP:
            return made
    return None
