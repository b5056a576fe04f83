"""What a question asks the price of: “How much does electricity at the berth cost?”"""

from __future__ import annotations

import re

_COSTS_WHAT = re.compile(
    r"(?i)^(?:and )?(?:how much (?:does|do|did|will|would|is|are|was|were)"
    r"|what (?:does|do|did|will|would)) "
    r"(?:(?:the|an?|my|our|your|its|their|this|that|these|those|each|every) )?"
    r"(?!(?:the|an?|my|our|your|its|their|this|that|these|those|each|every|it|one|i|you|we|they|he"
    r"|she|there|anyone|somebody|everybody|people|spent|left|due|owed|paid|kept|lost|too|more|less"
    r"|of|in|at|for|per|on)\b)"
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2}?)"
    r"(?= (?:costs?|charged?|(?:in|at|for|per|on|with|to|of|by|from|near|during|behind|under)\b"
    r"[^?]*\bcosts?)\b)"
)
"""What something costs, with an article or without: “How much does electricity at the berth cost?”
"""
_DEED = re.compile(
    r"(?i)^(?:and )?(?:how much|what) (?:does|is|will|would) it (?:cost )?(?:(?:me|us|you) )?to "
    r"(?!(?:get|have|use|do|make|be|go|take|bring|put)\b)(?P<verb>[a-z]+) "
)
_PRICE_IS = re.compile(
    r"(?i)^(?:and )?how much (?:is|are|was|were) "
    r"(?:(?:the|an?|my|our|your|its|their|this|that|each|every) )?"
    r"(?P<thing>[^\W\d][\w’'-]*)(?=\W*$| (?:in|at|per|with|on|by|from|near|during) )"
)
_NO_THING = re.compile(r"(?i)(?:\w+ed|it|that|this|one|there|spent|left|due|kept|lost|paid|worth)$")


def thing_asked(question: str) -> str:
    """The thing whose price is asked for, as it stands in the question; empty for others."""
    match = _COSTS_WHAT.match(question) or _PRICE_IS.match(question)
    return "" if match is None or _NO_THING.match(match["thing"]) else match["thing"]


def deed_asked(question: str) -> str:
    """What is to be done where it is asked what that costs (“How much is it to launch a boat?”), by
    its verb; empty for others."""
    match = _DEED.match(question)
    return "" if match is None else match["verb"]
