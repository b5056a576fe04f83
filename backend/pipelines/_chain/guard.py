"""The guard against drift: which next queries are not worth running.

A query too close to an earlier one brings the same again; one too far from the question brings
what nobody asked. Closeness of words is the Jaccard coefficient of their stems (Jaccard 1912);
distance from the question is the cosine of the embeddings, asked only of queries that share no
word with the question or with a name in a fact, and measured to the question and to the facts, so
that a bridge may lead away from the question's words but not from what was found for them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.analysis import term_texts
from backend.passage_view.names import names_in
from backend.ports import Embedder, NotedFact, Subquery

TOO_CLOSE = 0.8
TOO_FAR = 0.25
LONGEST = 400
FACTS = 8
"""The latest facts are enough to say what the chain is about."""


def worth_asking(
    proposed: Sequence[Subquery],
    asked: Sequence[str],
    question: str,
    facts: Sequence[NotedFact],
    embedder: Embedder,
) -> tuple[list[Subquery], list[str]]:
    """The queries to run, and in words why each of the others is not run."""
    taken = [frozenset(term_texts(text)) for text in asked]
    wanted = frozenset(term_texts(question)) | _named(facts)
    run: list[Subquery] = []
    refused: list[str] = []
    for query in proposed:
        words = frozenset(term_texts(query.text))
        if not words or len(query.text) > LONGEST:
            refused.append("a query that says nothing was not run")
        elif any(jaccard(words, each) >= TOO_CLOSE for each in taken):
            refused.append(f"“{_short(query.text)}” was asked already")
        elif not words & wanted and _distance(query.text, question, facts, embedder) < TOO_FAR:
            refused.append(f"“{_short(query.text)}” leads away from the question")
        else:
            run.append(query)
            taken.append(words)
    return run, refused


def _named(facts: Sequence[NotedFact]) -> frozenset[str]:
    """The terms of the names that facts bring up: a bridge may lead anywhere."""
    return frozenset(
        term for fact in facts for name in names_in(fact.text) for term in term_texts(name.key)
    )


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """|A ∩ B| / |A ∪ B|, 0 for two empty sets."""
    union = len(first | second)
    return len(first & second) / union if union else 0.0


def _distance(text: str, question: str, facts: Sequence[NotedFact], embedder: Embedder) -> float:
    """Highest cosine of the query with the question or a fact."""
    vectors = embedder.embed([text, question, *(fact.text for fact in facts[-FACTS:])])
    return float(np.max(vectors[1:] @ vectors[0]))


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
