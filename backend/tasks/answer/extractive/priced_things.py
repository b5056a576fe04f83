"""What a question asks the price of: “How much does electricity at the berth cost?”"""

from __future__ import annotations

import re

from backend.analysis import term_texts

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
    r"(?P<thing>[^\W\d][\w’'-]*)(?=\W*$| (?:in|at|per|with|on|by|from|near|during|to|into) )"
)
_SUM_FOR = re.compile(
    r"(?i)^(?:and )?(?:how (?:much|high|large) (?:is|are|was|were)|what (?:is|are|was|were)) "
    r"(?:the|our|your|my|its|their) (?P<sum>deposit|fine|toll|fare|rent|premium|surcharge|reward"
    r"|refund|bonus|allowance|grant) (?:for|on|of) (?:(?:the|an?|my|our|your|each|every) )?"
    r"(?P<of>.+?)\W*$"
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


def sum_asked(question: str) -> tuple[str, str]:
    """The sum of its own kind that is asked for (“How much is the fine for a lost oar?”), and what
    it is for; two empty texts for other questions."""
    match = _SUM_FOR.match(question.strip())
    return ("", "") if match is None else (match["sum"], match["of"])


def tells_sum(question: str, text: str) -> bool:
    """Whether a text has the very sum that is asked for, and does not say that it is for something
    else: “A deposit of £9 is taken.”"""
    kind, of = sum_asked(question)
    if not kind or term_texts(kind)[0] not in term_texts(text):
        return False
    other = re.search(
        rf"(?i)\b{kind}s? (?:for|on) (?:(?:the|an?|each|every) )?(?P<of>[a-z]+)", text
    )
    return other is None or not frozenset(term_texts(other["of"])).isdisjoint(term_texts(of))
