"""How a business did: "How did the ferries do in 2031?" wants what came in and what was left, both
in one period."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.named_figures import titled
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.telling import values_told
from backend.types.calculations import Calculation, Operand, Operation, Refusal

_FORM = re.compile(
    r"(?i)^how (?:well |badly )?(?:did|has|have)\b(?P<who>[^,;?]*?)\b(?:do|done|fared?"
    r"|perform(?:ed)?)(?: financially)?(?: in (?P<where>(?!fiscal|the )[^\d,;?]+?))?"
    r"(?P<when> (?:in|for|during) [^,;?]*\b(?:19|20)\d\d)$"
)
_KIND = re.compile(
    r"(?i)^(?:it|they|we|(?:the )?(?:company|group|firm))$|^(?:the |its |their |our |['’]s? )+"
    r"| (?:business|segment|division|unit|arm)$"
)
_RESULT = re.compile(
    r"(?i)\b(?:revenues?|sales|income|profit\w*|loss(?:es)?|earn\w+|result\w*|grew|declin\w+)\b"
)
_TAKINGS = ("revenue", "net sales")
_LEFT = ("operating income", "operating profit", "operating loss", "gross profit")
_LEFT_TO_ALL = ("net income", "net loss")


def result_asked(question: str) -> tuple[str, str] | None:
    """Whose result a question asks for, empty for that of the whole, and when; None where it asks
    for none."""
    match = _FORM.match(bare_question(question))
    if match is None:
        return None
    who = " ".join(filter(None, (match["who"].strip(), match["where"])))
    while (bare := _KIND.sub("", who).strip()) != who:
        who = bare
    return who, match["when"]


def how_it_did(
    question: str, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | None:
    """What came in and what was left, of a part what came in where no table tells the rest; None
    else.

    Args:
        ask: what is said to a question for one figure.
    """
    asked = result_asked(question)
    if asked is None:
        return None
    who, when = asked
    one = _first_told(who, _TAKINGS, when, ask)
    other = _first_told(who, _LEFT if who else _LEFT_TO_ALL, when, ask)
    if one is None or other is None:
        return one[1] if one is not None and who else None
    named = [(name, each.operands[0]) for name, each in (one, other)]
    if len({(cell.unit, cell.scale, cell.period) for _, cell in named}) > 1:
        return None
    listed = [(_called(name, cell), cell.text.strip("$€£ ")) for name, cell in named]
    of = f"{titled(who or 'result')}, {named[0][1].when}"
    return replace(values_told(listed, [cell for _, cell in named], 1.0, of), exact=True)


def _called(name: str, cell: Operand) -> str:
    """What a figure is called: by its own row, unless that is called after the part."""
    is_named = says_result(cell.label) or words_of(name) & words_of(cell.label)
    return cell.label[:1].lower() + cell.label[1:] if is_named else name


def says_result(said: str) -> bool:
    """Whether a text speaks of what came in or was left."""
    return _RESULT.search(said) is not None


def _first_told(
    who: str, names: Sequence[str], when: str, ask: Callable[[str], Calculation | Refusal | None]
) -> tuple[str, Calculation] | None:
    """The first of some figures that is told, with its name; of a part also as one of its
    segment."""
    for name in names:
        for part in dict.fromkeys((f"{who} segment" if who else "", who)):
            made = ask(" ".join(f"What was {part} {name}{when}?".split()))
            if isinstance(made, Calculation) and made.operation is Operation.LOOKUP:
                return name, made
    return None
