"""A row that is only a part of the figure that is asked for: inventories are no inventory turnover.

Where a figure that a field has a name for was not worked out, a row that holds one of its two sides
has nearly all words of the question, and is none of it.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.glossaries import line_items, named_figures
from backend.types.calculations import Calculation, Operation

NOT_ALL_ROWS = (
    "The question asks for a figure that is worked out of several rows, not all of which were "
    "found for certain."
)
_ASKS_FIGURE = re.compile(
    r"(?i)^(?:and |please )?(?:what(?:['’]s| is| was| were| are)(?! an? )"
    r"|how (?:high|large|much|big|low)|calculate|compute|determine|give|tell|show|work out|find)\b"
)
_WHY = re.compile(
    r"(?i)\b(?:why|reasons?|causes?|drivers?|mean|meaning|defin\w+|target|purpose|effect|impact)\b"
)
_MADE_OF_TWO = re.compile(
    r"(?i)\b(?:[a-z&-]+ (?P<of>ratio|margin)"
    r"|(?:income|profit|earnings|sales|revenues?|expenses?|growth) (?P<rated>rate)"
    r"|(?:inventory|stock|assets?|receivables?|payables?|capital) (?P<turned>turnover)"
    r"|interest (?P<covered>coverage)|days [a-z ]{2,30}? (?P<out>outstanding)"
    r"|(?P<back>return) on [a-z]+"
    r"|per (?P<each>square (?:met(?:re|er)|foot|kilomet(?:re|er))|hectare|acre|head|capita"
    r"|employee|visitor|booking))\b"
)
"""Figures that two rows make, by the word that says so, whether a glossary knows them or not."""
_SAYS_PER = re.compile(
    r"(?i)\b(?:per (?!month|year|annum|week|day|cent\b)|each\b)|[\w€$£] ?/ ?[^\W\d]"
)
"""A row says itself that its figure is one per something else than a time."""
_ASKS_PER = re.compile(
    r"(?i)\b(?:what|how (?:much|many|high|large))\b.*\bper (?!cent|annum|share|capita|diem|se\b)"
    r"(?!(?:second|minute|hour|day|night|week|month|quarter|year|season)s?\b)[^\W\d_]{3,}"
)
_PER_SHARE = re.compile(r"(?i)\bper (?:[a-z]+ ){0,2}(?:share|unit|ads|adr)s?\b|\bEPS\b")
_EXCEPT = re.compile(
    r"(?i)\b(?:except|excluding|other than)(?: for)?(?: [a-z]+){0,4}?,? (?:and )?per[ -][^);:\n]*"
)
_IS_RATIO = re.compile(r"\d ?(?:%|x\b|per ?cent)")
"""A value that has two sides, whatever its row is called."""
_TOTAL = frozenset(
    term_texts("total sum all overall whole entire consolidated group company worldwide global")
)
_FOOTNOTE = re.compile(r"(?<=[^\W\d])\d[\d,]*\s*$")
"""A raised number that was printed as one with a label's last word."""
_ONLY_ASKS = "what how high low large big much calculate compute determine give tell show find me"
"""Words of a question that ask for a figure and say nothing of it."""


def asks_for_ratio(question: str) -> bool:
    """Whether a question asks for a figure that several rows make and that has a name."""
    if not _ASKS_FIGURE.match(question.strip()) or _WHY.search(question):
        return False
    return bool(_MADE_OF_TWO.search(question)) or any(
        figure.asks.search(question) for figure in named_figures()
    )


def is_share_of_unnamed_row(question: str, made: Calculation) -> bool:
    """Whether a share or ratio is of two rows of which one has no word of the question, and is no
    total and no line item either: what Norland comes to of Sudmark is no share of the revenue."""
    if made.operation not in (Operation.SHARE, Operation.RATIO):
        return False
    asked = frozenset(term_texts(question))
    labels = {operand.label for operand in made.operands}
    if len(labels) < 2:
        return False
    items = {frozenset(term_texts(label)) for meant in line_items().values() for label in meant}
    said = [frozenset(term_texts(_FOOTNOTE.sub("", label))) for label in labels]
    return any(words and not words & (asked | _TOTAL) and words not in items for words in said)


def lacks_per(question: str, told: str) -> bool:
    """Whether a question asks what there is of something per something else than a time, and the
    cells that are told say no such thing: the units are no revenue per unit."""
    return _ASKS_PER.search(question) is not None and _SAYS_PER.search(told) is None


def lacks_share(question: str, told: str) -> bool:
    """Whether a question asks what there is of something for one share, and the cells that are
    told say no such thing. "Except per share amounts" says what most of a table is not."""
    return (
        _PER_SHARE.search(question) is not None and _PER_SHARE.search(_EXCEPT.sub("", told)) is None
    )


def is_only_a_part(question: str, said: str, is_row: bool) -> bool:
    """Whether what is quoted for such a question says nothing of the figure itself.

    Args:
        question: what is asked.
        said: the quote, with what it stands under.
        is_row: whether it is of a table, where the whole name must stand. In a sentence two of its
            words do ("The effective rate was 21 %").
    """
    if not asks_for_ratio(question):
        return False
    named = [figure for figure in named_figures() if figure.asks.search(question)]
    if any(figure.asks.search(said) for figure in named):
        return False
    held = frozenset(term_texts(said))
    if named:
        words = frozenset().union(*(term_texts(figure.name) for figure in named))
        return is_row or len(words & held) < min(2, len(words))
    match = _MADE_OF_TWO.search(question)
    kind = next(filter(None, match.groups())) if match else ""
    if match and match["each"]:
        # a row of income and visitors is not of what each visitor brought
        return is_row and _SAYS_PER.search(said) is None
    is_called_so = _IS_RATIO.search(said) is not None and _asked_words(question, kind) <= held
    return is_row and not held.issuperset(term_texts(kind)) and not is_called_so


def _asked_words(question: str, kind: str) -> frozenset[str]:
    """The stems of the words of a question, without those that only ask and the figure's kind."""
    words = frozenset(term_texts(question)) - frozenset(term_texts(f"{kind} {_ONLY_ASKS}"))
    return frozenset(word for word in words if not word.isdigit())
