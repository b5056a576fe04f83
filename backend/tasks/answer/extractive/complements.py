"""What a figure is asked of: “the rent for the parking space” is not the rent of the flat, and the
fee for a berth not what electricity costs.

A thing may be called otherwise (“entry”, “admission”). A thing of one word that stands nowhere is
none of the sentence's only if none of its words is near, by the embedder's vectors of single words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts, terms
from backend.ports import Vectors
from backend.tasks.answer.extractive.forms import asks_for_figure, tells_figure
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit

_COMPLEMENT = re.compile(
    r"(?i)\b(?:for|of) (?:(?:the|an?|my|our|your|its|their|this|that|each|every) )?"
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2})\W*$"
)
"""At the end of a question."""
_SUBJECT = re.compile(
    r"(?i)^(?:and )?how much (?:does|do|did|is|are|was|were|will) "
    r"(?:the|an?|my|our|your|its|their|this|that|each|every) "
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2}?)"
    r"(?= (?:costs?|gets?|be|comes?|weighs?|pays?|paid|charged?|earns?|reimbursed|refunded|in|at"
    r"|for|per|on|during|if|when|with|to|of)\b|\W*$)"
)
LEAST_SAID = 2
"""Words of such a subject: a single one may be called otherwise (“entry” for “admission”)."""
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
_PRICE_IS = re.compile(
    r"(?i)^(?:and )?how much (?:is|are|was|were) "
    r"(?:(?:the|an?|my|our|your|its|their|this|that|each|every) )?"
    r"(?P<thing>[^\W\d][\w’'-]*)(?=\W*$| (?:in|at|per|with|on|by|from|near|during) )"
)
_NO_THING = re.compile(r"(?i)(?:\w+ed|it|that|this|one|there|spent|left|due|kept|lost|paid|worth)$")
NEAR = 0.34
"""Cosine of a thing and the nearest word of a sentence from which on the word may stand for it. Of
43 pairs that were written for it (“entry” and “Tickets are 12 euros”) 39 have more; of 38 others,
that speak of something else (“parking” and a service charge), 29 have less."""
LEAST_LETTERS = 3
_IDLE = frozenset(
    term_texts(
        "cost costs price prices charge charged fee fees pay paid pound pounds euro euros dollar "
        "dollars pence cent cents month year day week night evening hour monthly yearly daily"
    )
)
"""What stands beside every price, whatever it is of."""


def asked_of_what_is_not_there(reading: Reading, unit: Unit) -> bool:
    """Whether a figure is asked of a thing no word of which stands in any passage of the sentence's
    document that was found, nor in its titles; of a thing of one word or without an article, only
    if the sentence has no word that is near to it either."""
    question = reading.question
    if not asks_for_figure(question.kind, question.text):
        return False
    matches = ((1, _COMPLEMENT.search(question.text)), (LEAST_SAID, _SUBJECT.match(question.text)))
    things = [
        frozenset(term_texts(match["thing"])) & question.weights.keys()
        for least, match in matches
        if match is not None and len(term_texts(match["thing"])) >= least
    ]
    if any(thing and _is_nowhere(reading, unit, thing) for thing in things):
        return True
    at = next((i for i, each in enumerate(reading.candidates) if each == unit), None)
    if reading.nearness is None or at is None or not reading.nearness[at] < NEAR:
        return False
    return _is_nowhere(reading, unit, frozenset(term_texts(thing_asked(question.text))))


def thing_asked(question: str) -> str:
    """The thing whose price is asked for, as it stands in the question; empty for others."""
    match = _COSTS_WHAT.match(question) or _PRICE_IS.match(question)
    return "" if match is None or _NO_THING.match(match["thing"]) else match["thing"]


def nearness(
    reading: Reading, embed: Callable[[Sequence[str]], Vectors]
) -> npt.NDArray[np.float64] | None:
    """The cosine of the thing whose price is asked for and the nearest word of each candidate with
    a figure, or of what it stands under, shape (candidates,); 1 for other candidates. None where no
    such thing is asked for, or one of the passages names it: nothing is embedded then.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    thing = thing_asked(reading.question.text)
    stems = frozenset(term_texts(thing)) - _IDLE
    documents = {each.document for each in reading.passages.values()}
    nowhere = any(not _is_named(reading, document, stems) for document in documents)
    if not stems or not nowhere:
        return None
    words = [
        _words(f"{unit.heading} {reading.passages[unit.hit].title} {unit.text}")
        if tells_figure(unit.text)
        else None
        for unit in reading.candidates
    ]
    distinct = list(dict.fromkeys(word for each in words for word in each or ()))
    vectors = embed([thing, *distinct])
    cosine = dict(zip(distinct, map(float, vectors[1:] @ vectors[0]), strict=True))
    return np.array(
        [
            1.0 if each is None else max((cosine[word] for word in each), default=0.0)
            for each in words
        ]
    )


def _words(text: str) -> list[str]:
    """The words of a text that may stand for a thing: no figures, and not what says that something
    has a price."""
    found = ((each.text, text[each.start : each.end]) for each in terms(text))
    return [
        word
        for stem, word in found
        if len(word) >= LEAST_LETTERS and word[0].isalpha() and stem not in _IDLE
    ]


def _is_nowhere(reading: Reading, unit: Unit, thing: frozenset[str]) -> bool:
    """Whether no word of a thing stands in the passages of a sentence's document."""
    return not _is_named(reading, reading.passages[unit.hit].document, thing)


def _is_named(reading: Reading, document: str, thing: frozenset[str]) -> bool:
    """Whether a word of a thing stands in the passages of a document, or in its titles."""
    return any(
        not (thing.isdisjoint(each.terms) and thing.isdisjoint(each.title_terms))
        for each in reading.passages.values()
        if each.document == document
    )
