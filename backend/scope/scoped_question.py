"""What scoping knows of one question: where it is searched, and what each page says to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from backend.analysis import term_texts
from backend.glossaries import Glossary, Intent
from backend.ports import Parts, Records
from backend.remembered import Remembered
from backend.scope.page_view import Array, Mask, PageView
from backend.scope.routing import NO_SCOPE, Scope
from backend.scope.statements import table_scores
from backend.scope.views import ScopeView, ScopeViews, scope_views_over
from backend.scope.wording import LAST_PAGE, cleaned, means_this_document, without_asides
from backend.types import NO_GLOSSARY, Filters, Query

LABEL_WEIGHT = 0.5
"""Weight of a row label's term beside the question's own terms."""
KEPT_QUESTIONS = 16
"""Each may hold several numbers of every page."""

_PERIOD_WORD = re.compile(r"fy|fy\d+|q[1-4]|fiscal|quarter")


@dataclass(frozen=True)
class ScopedQuestion:
    """A question over the pages of a collection.

    `among` (P,) are the pages that are searched. Scores are (P,), 0 where a retriever has
    nothing to say. They are made when they are asked for: most questions are judged by their
    passages alone.
    """

    view: ScopeView
    scope: Scope
    text: str
    intent: Intent
    among: Mask

    @cached_property
    def prior(self) -> Array:
        """(P,) of the page's document."""
        return self.page_view.weighed(self.scope.priors)

    @cached_property
    def pages(self) -> Array:
        """(P,) 1 for the pages that the question refers to."""
        return _referred(self.page_view, self.scope)

    @cached_property
    def plain(self) -> Array:
        """(P,) BM25 of the cleaned question."""
        return self.page_view.bm25(dict.fromkeys(_terms(self.text), 1.0), self.among)

    @cached_property
    def salient(self) -> Array:
        """(P,) the same with terms weighed by how often they head something or label a row."""
        return self.page_view.bm25(self.page_view.salient(_terms(self.text)), self.among)

    @cached_property
    def expanded(self) -> Array:
        """(P,) the same with the glossary's row labels beside the question's terms."""
        labels = self._label_terms
        if not labels:
            return self.plain
        plain = dict.fromkeys(_terms(self.text), 1.0)
        return self.page_view.bm25({**dict.fromkeys(labels, LABEL_WEIGHT), **plain}, self.among)

    @cached_property
    def labels(self) -> Array:
        """(P,) BM25 of those row labels alone."""
        return self.page_view.bm25(self._label_terms, self.among)

    @cached_property
    def tables(self) -> Array:
        """(P,) how surely the page holds a table of a kind that the question asks for."""
        if self.view.glossary is None:
            return np.zeros(self.page_view.size, np.float32)
        return table_scores(self.page_view, self.intent.tables, self.view.glossary)

    @cached_property
    def _label_terms(self) -> dict[str, float]:
        return dict.fromkeys(
            (term for label in self.intent.labels for term in term_texts(label)), 1.0
        )

    @property
    def page_view(self) -> PageView:
        """The pages that the scores are of."""
        return self.view.pages

    def filters(self, filters: Filters) -> Filters:
        """A question's filters, narrowed to the documents that it surely means."""
        if not (self.scope.priors and self.scope.certain):
            return filters
        meant = self.page_view.documents_at(self.scope.documents)
        if filters.document_ids:
            meant = tuple(document for document in meant if document in filters.document_ids)
        return replace(filters, document_ids=meant or filters.document_ids)

    @property
    def active(self) -> bool:
        """Whether there is something to judge pages by: documents that are meant, or tables."""
        return bool(self.page_view.size) and (bool(self.scope.priors) or self.by_rows)

    @cached_property
    def by_rows(self) -> bool:
        """Whether the collection is one of tables, or the documents that are searched are, so that
        pages are found by their rows: a few reports among manuals must not have the manuals judged
        so, where a passage says more than its page. Never where all documents are short.
        """
        if not self.view.directory.profiles:
            return False
        pages = self.view.pages
        return pages.has_tables or pages.has_tables_among(self.among)


class ScopedQuestions:
    """Asks each question once and keeps the latest. Safe for several threads."""

    def __init__(self, records: Records, views: ScopeViews) -> None:
        self._records = records
        self._views = views
        self._kept: Remembered[tuple[object, ...], ScopedQuestion] = Remembered(KEPT_QUESTIONS)

    def of(self, query: Query) -> ScopedQuestion:
        """What is known of a query.

        Raises:
            SettingsError: if the collection's glossary does not exist (any more).
        """
        glossary = self._glossary(query)
        view = self._views.of(query.collection_id, glossary)
        recent = query.history[-1].document_ids if query.history else ()
        key = (
            query.collection_id,
            view.version,
            glossary,
            query.text,
            query.filters,
            recent,
            query.options.scope is not False,
        )
        return self._kept.of(key, lambda: asked(view, query, recent))

    def _glossary(self, query: Query) -> str | None:
        """The query's option, else what the collection has chosen; None where neither says so."""
        chosen = query.options.glossary
        if not chosen:
            chosen = self._records.collection(query.collection_id).settings.glossary
        return "" if chosen == NO_GLOSSARY else chosen or None


def asked(view: ScopeView, query: Query, recent: tuple[str, ...] = ()) -> ScopedQuestion:
    """Find a question's scope and score the pages in it.

    Args:
        recent: documents that the conversation's last answer cites.
    """
    pages = view.pages
    scope = NO_SCOPE
    if query.options.scope is not False:
        meant = recent if means_this_document(query.text) else ()
        scope = view.directory.scope_of(
            query.text,
            chosen=_places(view, query.filters.document_ids),
            recent=[place for place in _places(view, meant) if place in view.directory.by_id],
        )
    among = _among(pages, scope, query.filters)
    asides = view.glossary.asides if view.glossary is not None else ()
    # Where all is searched, a name still tells which of the other passages speak of it.
    text = cleaned(query.text, scope.said if scope.certain else (), asides=asides)
    return ScopedQuestion(
        view=view,
        scope=scope,
        text=text,
        intent=_intent(view.glossary, query.text),
        among=among,
    )


def _places(view: ScopeView, document_ids: Sequence[str]) -> tuple[str, ...]:
    """The places that documents belong to, and the short documents among them."""
    held = view.pages.places_with(document_ids)
    return tuple(place for place in held if place in view.directory.known)


def _among(pages: PageView, scope: Scope, filters: Filters) -> Mask:
    among = pages.allowed(filters)
    if scope.priors and scope.certain:
        narrowed = among & pages.pages_at(scope.documents)
        among = narrowed if narrowed.any() else among
    return among


def _terms(text: str) -> list[str]:
    """Distinct terms to look for; words that only introduce a period are on every page."""
    found = list(dict.fromkeys(term_texts(text)))
    return [term for term in found if not _PERIOD_WORD.fullmatch(term)] or found


def _intent(glossary: Glossary | None, question: str) -> Intent:
    if glossary is None:
        return Intent()
    return glossary.intent(without_asides(question, glossary.asides))


def _referred(pages: PageView, scope: Scope) -> Array:
    found = np.zeros(pages.size, np.float32)
    if scope.pages and scope.priors:
        best = max(scope.priors.values())
        inside = pages.pages_at(
            [document for document in scope.documents if scope.priors[document] == best]
        )
        for number in scope.pages:
            there = pages.last if number == LAST_PAGE else pages.numbers == number
            found[inside & there] = 1.0
    return found


def scoped_questions_over(parts: Parts) -> ScopedQuestions:
    """One set of questions, shared by all that are built from the same parts."""
    return parts.shared.of(
        ScopedQuestions, lambda: ScopedQuestions(parts.records, scope_views_over(parts))
    )
