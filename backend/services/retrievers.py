"""The cards of everything that can stand in a hit's signals, for the screens."""

from __future__ import annotations

from backend.fusion.staged.graph_network import CARD as NETWORK
from backend.fusion.staged.requeries import CARD as BRIDGE
from backend.fusion.staged.selection import CARD as COVERAGE
from backend.pipelines._broad.overview import RETRIEVER_CARD as OVERVIEW
from backend.pipelines._chain.merging import CARDS as OF_CHAIN
from backend.pipelines._community.themes import RETRIEVER_CARD as COMMUNITY
from backend.pipelines._fused.chosen_sections import RETRIEVER_CARD as CHOSEN_SECTION
from backend.pipelines._fused.read_together import CARD as READ_TOGETHER
from backend.pipelines._names.cards import CARDS as OF_NAMES
from backend.pipelines._tree.card import RETRIEVER_CARD as SUMMARY
from backend.retrieval.retrievers import cards
from backend.types import RetrieverCard


def retriever_cards() -> tuple[RetrieverCard, ...]:
    """Retrievers, and the stages that speak like one, in the order in which they are shown."""
    stages = (BRIDGE, NETWORK, READ_TOGETHER, COVERAGE, COMMUNITY)
    found = (*cards(), *stages, CHOSEN_SECTION, OVERVIEW, SUMMARY, *OF_NAMES, *OF_CHAIN)
    return tuple(sorted(found, key=lambda card: (card.place, card.name)))
