"""Identifiers that the question quotes, as they are written: `max_connections`, `--enable-debug`.

Words are cut at every sign, so that `foo.bar.timeout` finds what says “timeout” of foo and of bar
as well, and prose that repeats the parts may stand above the entry itself. This retriever reads
the candidates' text: a passage counts by the share of the question's identifiers that it holds
whole. It is silent where the question has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from backend.ports import Index, Parts, Records, Retriever, TextSearch, one_search
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "identifier",
    plain="identifier as written",
    clause="whether it holds the question's identifiers just as they are written",
    family="text",
    place=25,
    depth=20,
    bounded=True,
    lowest=0.0,
    prior=5.0,
)

_IDENTIFIER = re.compile(
    r"(?<![\w.-])(?:"
    r"--?[A-Za-z]\w*(?:[-_.]\w+)*"  # --enable-debug, -Wall
    r"|[A-Za-z_]\w*(?:[.:]{1,2}[A-Za-z_]\w+)*_\w*(?:[.:]{1,2}[A-Za-z_]\w+)*"  # max_connections
    r"|[A-Za-z]\w+(?:\.[A-Za-z]\w+)+"  # foo.bar.timeout
    r")(?![\w-])"
)
SEARCHED = 100
"""So many passages with the identifiers' parts are looked through."""


@lru_cache(maxsize=64)
def identifiers_of(question: str) -> tuple[str, ...]:
    """The identifiers in a question, each once."""
    return tuple(dict.fromkeys(_IDENTIFIER.findall(question)))


class IdentifierRetriever:
    """Relevance as the share of the question's identifiers that stand in the passage whole."""

    name = CARD.name

    def __init__(self, records: Records, index: Index) -> None:
        self._records = records
        self._index = index

    def concerns(self, query: Query) -> bool:
        """Whether the question holds an identifier."""
        return bool(identifiers_of(query.text))

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Of the passages with most of the identifiers' parts, those that hold them whole."""
        wanted = identifiers_of(query.text)
        if not wanted:
            return []
        search = TextSearch(" ".join(wanted), SEARCHED, query.filters)
        near = one_search(self._index, query.collection_id, search)
        found = self.score(query, [each.chunk_id for each in near])
        best = sorted(found.items(), key=lambda each: -each[1])[:k]
        return [Scored(chunk_id, score) for chunk_id, score in best]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The share of each passage; absent where it holds none."""
        wanted = identifiers_of(query.text)
        if not wanted:
            return {}
        whole = [
            re.compile(rf"(?<![\w-]){re.escape(identifier)}(?![\w-])") for identifier in wanted
        ]
        found: dict[str, float] = {}
        for chunk_id, chunk in self._records.chunks(chunk_ids).items():
            held = sum(each.search(chunk.text) is not None for each in whole)
            if held:
                found[chunk_id] = held / len(whole)
        return found


def build(parts: Parts) -> Retriever:
    """The retriever over the records and the workbench's index."""
    return IdentifierRetriever(parts.records, parts.index)
