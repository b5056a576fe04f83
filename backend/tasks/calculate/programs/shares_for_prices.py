"""A share told for a price: “How much is the field trip?” is not answered by the part that it is of
the whole, where a column only says that."""

from __future__ import annotations

import re

from backend.types.calculations import Calculation

_HOW_MUCH_IS = re.compile(r"(?i)^(?:and )?how much (?:is|are|was|were|does|do|did|will)\b")
_OF_THE_WHOLE = re.compile(
    r"(?i)\b(?:shares?|percent\w*|per ?cent|proportion|weigh\w*|counts?|worth|part|contribut\w*"
    r"|makes? up|made up|account\w*|%)"
)
_SHARE = re.compile(r"(?i)\b(?:share|proportion|weight|weighting|percentage)\b")


def asks_price_alone(question: str) -> bool:
    """Whether "how much is …" is asked without a word for a part of a whole."""
    asked = _HOW_MUCH_IS.match(question.strip()) is not None
    return asked and _OF_THE_WHOLE.search(question) is None


def names_share(header: str) -> bool:
    """Whether a header says that its figures are parts of a whole."""
    return _SHARE.search(header) is not None


def tells_share_for_price(question: str, made: Calculation) -> bool:
    """Whether "how much is …" has no word for a part of a whole, and the figure is one."""
    is_share = made.unit == "%" and any(names_share(operand.header) for operand in made.operands)
    return is_share and asks_price_alone(question)
