"""The shortest way from what was found to what was missed, over the kinds of links that there are.

As KarGus analyses pathways to the right passage (see docs/seeds.md): where the right passage is not
among the first, breadth-first search goes from these to it over links in the text (NEXT), links by
likeness (SIMILAR_TO, cosine within a document), shared names, and shared keywords, and the kinds of
the edges are told: they say which link a retriever would have to follow.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from backend.passage_view.collection_view import CollectionView
from backend.passage_view.views import views_over
from backend.ports import Parts
from backend.types import Pathway, PathwayStep, StepKind

LIMIT = 6
"""Ways of more edges than this say nothing."""
KEYWORDS = 8
"""A passage's keywords: its terms of the highest count times idf."""
SHARED_KEYWORDS = 2
"""So many must be shared for an edge."""
COMMON = 40
"""Names and keywords that more passages hold join everything with everything and are left out."""
MOST_WORDS = 3


class PassageLinks:
    """The links of a collection's passages, by row of its view.

    Args:
        similar: rows and cosine of the passages that each row is linked with by likeness.
    """

    def __init__(
        self, view: CollectionView, similar: Mapping[int, Sequence[tuple[int, float]]]
    ) -> None:
        self.view = view
        self._similar = similar

    def of(self, row: int) -> Iterator[tuple[StepKind, int, str]]:
        """Kind, row and what carries it of each link from a row; links in the text come first, then
        those by likeness, names and keywords."""
        view = self.view
        for other in (row - 1, row + 1):
            if 0 <= other < view.size and view.document_of[other] == view.document_of[row]:
                yield "next", other, "before it" if other < row else "after it"
        for other, cosine in self._similar.get(row, ()):
            yield "likeness", other, f"cosine {cosine:.2f}"
        yield from self._sharing(row, "names", self._names, self._named, 1)
        yield from self._sharing(row, "keywords", self._keywords, self._holding, SHARED_KEYWORDS)

    def _sharing(
        self,
        row: int,
        kind: StepKind,
        held: Sequence[tuple[int, ...]],
        holders: Mapping[int, Sequence[int]],
        least: int,
    ) -> Iterator[tuple[StepKind, int, str]]:
        shared: Counter[int] = Counter()
        for number in held[row]:
            shared.update(other for other in holders.get(number, ()) if other != row)
        words = self._name_texts if kind == "names" else self._term_texts
        for other, count in sorted(shared.items(), key=lambda each: (-each[1], each[0])):
            if count >= least:
                both = [each for each in held[row] if each in held[other]][:MOST_WORDS]
                yield kind, other, ", ".join(words[each] for each in both)

    @cached_property
    def _names(self) -> list[tuple[int, ...]]:
        rows = self.view.exact_mentions.matrix
        spread = np.bincount(rows.indices, minlength=rows.shape[1])
        return [
            tuple(
                int(index)
                for index in rows.indices[rows.indptr[row] : rows.indptr[row + 1]]
                if spread[index] <= COMMON
            )
            for row in range(self.view.size)
        ]

    @cached_property
    def _keywords(self) -> list[tuple[int, ...]]:
        rows = self.view.counts.matrix
        spread = np.bincount(rows.indices, minlength=rows.shape[1])
        found = []
        for row in range(self.view.size):
            terms = rows.indices[rows.indptr[row] : rows.indptr[row + 1]]
            worth = (
                rows.data[rows.indptr[row] : rows.indptr[row + 1]] * self.view.term_weight[terms]
            )
            best = terms[np.lexsort((terms, -worth))][:KEYWORDS]
            found.append(tuple(int(each) for each in best if 1 < spread[each] <= COMMON))
        return found

    @cached_property
    def _named(self) -> dict[int, list[int]]:
        return _inverted(self._names)

    @cached_property
    def _holding(self) -> dict[int, list[int]]:
        return _inverted(self._keywords)

    @cached_property
    def _name_texts(self) -> Sequence[str]:
        return self.view.key_texts

    @cached_property
    def _term_texts(self) -> dict[int, str]:
        return {number: term for term, number in self.view.terms.items()}


def _inverted(held: Sequence[tuple[int, ...]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for row, numbers in enumerate(held):
        for number in numbers:
            found.setdefault(number, []).append(row)
    return found


def shortest(
    links: PassageLinks, seeds: Sequence[int], wanted: Collection[int], limit: int = LIMIT
) -> list[tuple[StepKind, int, int, str]] | None:
    """The edges (kind, from, to, carried by) of a shortest way from any seed to any wanted row;
    empty if a seed is wanted, None if there is no way within the limit. Of ways of one length that
    of the first seed, and of the first kind of edge, is taken."""
    goal = set(wanted)
    if goal.intersection(seeds):
        return []
    came: dict[int, tuple[StepKind, int, str] | None] = dict.fromkeys(seeds)
    queue = deque((each, 0) for each in came)
    while queue:
        row, depth = queue.popleft()
        if depth == limit:
            continue
        for kind, other, words in links.of(row):
            if other in came:
                continue
            came[other] = (kind, row, words)
            if other in goal:
                return _edges(came, other)
            queue.append((other, depth + 1))
    return None


def _edges(
    came: Mapping[int, tuple[StepKind, int, str] | None], end: int
) -> list[tuple[StepKind, int, int, str]]:
    found = []
    row = end
    while (step := came[row]) is not None:
        kind, before, words = step
        found.append((kind, before, row, words))
        row = before
    return found[::-1]


class Pathways:
    """Finds ways in collections; the links of the last one that was asked for are kept."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._kept: tuple[str, PassageLinks] | None = None

    def between(self, collection_id: str, shown: Sequence[str], wanted: Collection[str]) -> Pathway:
        """The shortest way from passages that are shown, best first, to any that is wanted."""
        links = self._links(collection_id)
        row_of = links.view.row_of
        seeds = [row_of[each] for each in shown if each in row_of]
        edges = shortest(links, seeds, [row_of[each] for each in wanted if each in row_of]) or []
        ids = links.view.ids
        chunks = self._parts.records.chunks([ids[target] for _, _, target, _ in edges])
        steps = tuple(
            PathwayStep(
                kind,
                ids[source],
                ids[target],
                words,
                chunks[ids[target]].title if ids[target] in chunks else "",
            )
            for kind, source, target, words in edges
        )
        first = list(shown).index(steps[0].source) + 1 if steps else 0
        return Pathway(steps, first, LIMIT)

    def _links(self, collection_id: str) -> PassageLinks:
        view = views_over(self._parts).of(collection_id, wait=True)
        kept = self._kept
        if kept is not None and kept[0] == collection_id and kept[1].view is view:
            return kept[1]
        similar: dict[int, list[tuple[int, float]]] = {}
        row_of = view.row_of
        for edge in self._parts.records.edges(collection_id, ["SIMILAR_TO"]):
            ends = row_of.get(edge.source), row_of.get(edge.target)
            if ends[0] is not None and ends[1] is not None:
                similar.setdefault(ends[0], []).append((ends[1], edge.weight))
                similar.setdefault(ends[1], []).append((ends[0], edge.weight))
        for each in similar.values():
            each.sort(key=lambda one: (-one[1], one[0]))
        passage_links = PassageLinks(view, similar)
        self._kept = (collection_id, passage_links)
        return passage_links


def pathways_over(parts: Parts) -> Pathways:
    """The one of these parts."""
    return parts.shared.of(Pathways, lambda: Pathways(parts))
