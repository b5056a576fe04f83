"""What a question shares with a collection: its terms with their weights, and the names in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from backend import sparse
from backend.analysis import STOP_WORDS, fold, stem, term_texts
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.names import LONGEST_NAME, name_key

REMEMBERED = 16
"""Questions whose terms and names are remembered, since every retriever asks for them."""
QUESTIONS_ADDED_UP = 4
"""Questions of which numbers of all passages are remembered: BM25, and how surely each is named."""
NESTED_IN_QUESTION = 0.4
LOWER_CASE = 0.5
LOWER_CASE_WORD = 0.3
"""A single uncapitalised word in a question that has capitals is hardly ever meant as a name."""


@dataclass(frozen=True, slots=True)
class QuestionName:
    """A name in the question that the collection knows: key, how surely it is one, length."""

    key: int
    sureness: float
    words: int
    nested: bool


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """The question's distinct terms: their columns in the view (−1 if unknown) and idf weights."""

    texts: tuple[str, ...]
    columns: Numbers
    weights: Array

    @property
    def known(self) -> Numbers:
        """Columns of the terms that the collection holds."""
        return self.columns[self.columns >= 0]

    @property
    def total(self) -> float:
        """Sum of all weights, unknown terms included."""
        return float(self.weights.sum()) + 1e-9


@lru_cache(maxsize=REMEMBERED)
def asked_terms(view: CollectionView, text: str) -> QuestionTerms:
    """The distinct index terms of a question; a term that no passage holds weighs log(N + 1)."""
    texts = tuple(dict.fromkeys(term_texts(text)))
    columns = np.array([_column(view, term) for term in texts], np.int64)
    weights = np.full(columns.size, np.log(view.size + 1.0), np.float32)
    known = columns >= 0
    weights[known] = view.term_weight[columns[known]]
    return QuestionTerms(texts, columns, weights)


def bm25(view: CollectionView, weights: Mapping[str, float]) -> Array:
    """(N,) BM25 of weighted terms. Terms are added in alphabetical order, so sums are exact."""
    terms = [term for term in sorted(weights) if _column(view, term) >= 0]
    if not terms:
        return np.zeros(view.size, np.float32)
    asked = np.array([weights[term] for term in terms], np.float32)
    parts = view.bm25_apart(np.array([view.terms[term] for term in terms], np.int64))
    values = np.concatenate(
        [part.values * np.repeat(asked, np.diff(part.starts)) for part in parts]
    )
    rows = np.concatenate([part.columns for part in parts])
    # all terms as one column of a matrix: its values are added up in one go
    column = sparse.csc_matrix(
        (values, rows, np.array([0, values.size], rows.dtype)), shape=(view.size, 1)
    )
    found: Array = column @ np.ones(1, np.float32)
    return found


@lru_cache(maxsize=QUESTIONS_ADDED_UP)
def asked_bm25(view: CollectionView, text: str) -> Array:
    """(N,), read-only: BM25 of a question's distinct terms."""
    found = bm25(view, dict.fromkeys(asked_terms(view, text).texts, 1.0))
    found.flags.writeable = False
    return found


@lru_cache(maxsize=REMEMBERED)
def names_asked(view: CollectionView, text: str) -> tuple[QuestionName, ...]:
    """Names of the collection in a question, the longest at each place, lower case allowed."""
    words = [(word, name_key(word)) for word in text.split()]
    tokens = [(part, word) for word, key in words for part in key.split()]
    capitals = sum(word[:1].isupper() for word, _ in words) > 1
    question_names: list[QuestionName] = []
    reached = 0
    for start in range(len(tokens)):
        for length in range(min(LONGEST_NAME, len(tokens) - start), 0, -1):
            parts = [part for part, _ in tokens[start : start + length]]
            number = view.keys.get(" ".join(parts), -1)
            if number < 0 or all(part in STOP_WORDS for part in parts):
                continue
            if not _means_something(view, number):
                continue
            surface = tokens[start][1].lstrip("\"'“‘(")
            sure = 1.0 if surface[:1].isupper() or surface[:1].isdigit() else LOWER_CASE
            if length == 1 and capitals and sure < 1.0:
                sure = LOWER_CASE_WORD
            nested = start + length <= reached
            sure *= NESTED_IN_QUESTION if nested else 1.0
            sure *= _rarity(view, parts) * min(1.0, 0.55 + 0.15 * length)
            question_names.append(QuestionName(number, sure, length, nested))
            reached = max(reached, start + length)
            break
    return tuple(question_names)


@lru_cache(maxsize=QUESTIONS_ADDED_UP)
def name_match(view: CollectionView, text: str) -> tuple[Array, Array]:
    """(N,) and (N,), read-only: how surely the question names a passage, by title and by text.

    The first undoes the division among passages that share a title: each of them is named.
    """
    by_title = np.zeros(view.size, np.float32)
    by_text = np.zeros(view.size, np.float32)
    for name in names_asked(view, text):
        titles = rows_of(view.titles, np.array([name.key]))
        rows, shared = titles.columns, np.sqrt(max(1, len(titles.columns)))
        by_title[rows] = np.maximum(by_title[rows], name.sureness * titles.values * shared)
        about = rows_of(view.aboutness, np.array([name.key]))
        rows = about.columns
        by_text[rows] = np.maximum(by_text[rows], name.sureness * about.values)
    by_title.flags.writeable = by_text.flags.writeable = False
    return by_title, by_text


def _column(view: CollectionView, term: str) -> int:
    column = view.terms.get(term, -1)
    return column if column < view.term_weight.size else -1


def _means_something(view: CollectionView, key: int) -> bool:
    return bool(view.name_counts.titles[key] or view.name_counts.about[key])


def _rarity(view: CollectionView, parts: list[str]) -> float:
    """Mean over the words of log((N + 1) / df) / log(N + 1), at most 1."""
    logarithm = np.log(view.size + 1.0)
    shares = []
    for part in parts:
        column = _column(view, stem(fold(part)))
        if column < 0:
            shares.append(1.0)
            continue
        holders = int(view.term_passages[column])
        shares.append(min(1.0, float(np.log((view.size + 1.0) / max(1, holders)) / logarithm)))
    return float(np.mean(shares))
