"""What the documents state of two names, in words short enough to stand on a link between them.

Extraction keeps what stands between two names wherever it holds a verb ("is a fork of", "related to
the"). Here only what reads as a statement is taken: it begins with its verb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from backend.types import Edge, Triple

MOST_WORDS = 5
_FINITE = frozenset(
    [
        *("is", "was", "are", "were", "has", "had", "have", "became", "becomes", "won", "wrote"),
        *("made", "led", "held", "owns", "sold", "bought", "met", "joined", "joins", "contains"),
        *("includes", "will", "serves", "leads", "runs", "built", "succeeded", "founded"),
    ]
)
_DETERMINERS = frozenset(
    ["a", "all", "an", "any", "each", "every", "her", "his", "its", "our", "the", "their", "this"]
)
_LEADING_ON = frozenset(
    ["and", "but", "if", "or", "so", "than", "that", "when", "whether", "which"]
)
"""Words after which something else is told than a relation of the two names."""


def statement(predicate: str) -> str:
    """The words of a relation as they are shown ("is a fork of"), or empty where it is no statement
    that stands by itself. Articles at its end belong to the name that follows."""
    given = predicate.split()
    words = list(given)
    while words and words[-1] in _DETERMINERS:
        words.pop()
    if not words or len(words) > MOST_WORDS or not _LEADING_ON.isdisjoint(words):
        return ""
    if not all(word.replace("-", "").isalpha() and word[-1] != "-" for word in words):
        return ""
    # "appealed the" states something, "related to the" goes on with what came before
    past = words[0].endswith("ed") and not _DETERMINERS.isdisjoint(given[1:2])
    return " ".join(words) if words[0] in _FINITE or past else ""


def stated_edges(triples: Iterable[Triple], names: Collection[str]) -> list[Edge]:
    """A link for each two names of which something is stated, in the words that most passages use;
    the weight is the number of passages that state it.

    Args:
        names: ids of the names that take part.
    """
    said: dict[tuple[str, str], Counter[str]] = {}
    for triple in triples:
        words = statement(triple.predicate)
        if words and triple.subject in names and triple.object in names:
            said.setdefault((triple.subject, triple.object), Counter())[words] += 1
    edges = []
    for (subject, thing), counts in said.items():
        words = min(counts, key=lambda phrase: (-counts[phrase], phrase))
        edges.append(Edge(subject, thing, "RELATES_TO", float(counts[words]), words))
    return edges
