"""The retrievers that pipelines ask, by the cards in their files.

A further file in `backend/retrievers` joins by being there: it is proposed by, asked, shown and
counted as its card says, or as an ordinary retriever if it carries none.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Literal

from backend import registry
from backend.ports import Parts, Retriever
from backend.retrievers._pages import PageScores
from backend.tracing import Recording, span
from backend.types import Query, RetrieverCard

PACKAGE = "backend.retrievers"


def card_of(name: str) -> RetrieverCard:
    """A retriever's card; an ordinary one for a retriever without."""
    if name not in registry.names(PACKAGE):
        return RetrieverCard(name)
    card: RetrieverCard = getattr(registry.load(PACKAGE, name), "CARD", RetrieverCard(name))
    return card


def cards() -> tuple[RetrieverCard, ...]:
    """The cards of all files in the folder, in the order in which retrievers are shown."""
    retriever_cards = (card_of(name) for name in registry.names(PACKAGE))
    return tuple(sorted(retriever_cards, key=lambda card: (card.place, card.name)))


def of_passages() -> tuple[str, ...]:
    """Names of those that are asked for passages."""
    return tuple(card.name for card in cards() if card.asked == "passages")


def of_pages() -> tuple[str, ...]:
    """Names of those that speak where whole pages are judged."""
    return tuple(card.name for card in cards() if card.asked == "pages")


def page_scores(name: str) -> PageScores:
    """How one that speaks of whole pages scores them, as its file does it: (P,) of a question."""
    scores: PageScores = registry.load(PACKAGE, name).page_scores
    return scores


def built(parts: Parts, names: Sequence[str]) -> tuple[Retriever, ...]:
    """The retrievers of these names over the workbench's parts."""
    return tuple(registry.load(PACKAGE, name).build(parts) for name in names)


def retrieval(
    query: Query, retriever: str, asked: Literal["propose", "score"]
) -> AbstractContextManager[Recording]:
    """A span round what one retriever is asked, where spans are made.

    Several may share one request of the index; the first of them then waits for all.
    """
    return span(
        f"retrieval {retriever}",
        {
            "gen_ai.operation.name": "retrieval",
            "gen_ai.data_source.id": query.collection_id,
            "quire.retriever": retriever,
            "quire.retriever.asked": asked,
        },
    )
