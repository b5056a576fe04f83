"""Searches asked together bring what each would bring alone. An adapter's test class inherits this.

It offers `records` and `index`, as for `index_contract`.
"""

from __future__ import annotations

import numpy as np
import pytest

from backend.ports import Index, Records, Search, Searched, TextSearch, VectorSearch
from backend.types import Collection, CollectionSettings, Filters
from tests.contracts.index_contract import ANY
from tests.factories import make_bundle, unit_vector
from tests.searches import score_text, score_vector, search_text, search_vector

QUESTION = "which pilot took the ship of 3 barrels?"
VECTOR = unit_vector(QUESTION)


def alone(index: Index, collection_id: str, search: Search) -> Searched:
    """What one search finds when nothing else is asked."""
    if isinstance(search, TextSearch):
        found = search_text(
            index, collection_id, search.text, search.k, search.filters, search.space
        )
    else:
        found = search_vector(
            index, collection_id, search.vector, search.k, search.filters, search.space
        )
    return Searched.alone(found)


def scores(index: Index, collection_id: str, search: Search, ids: list[str]) -> dict[str, float]:
    """What one search gives to entries when nothing else is asked."""
    if isinstance(search, TextSearch):
        return score_text(index, collection_id, search.text, ids, search.space)
    return score_vector(index, collection_id, search.vector, ids, search.space)


class JointSearchContract:
    """Inherit, and define the fixtures `records` and `index`."""

    @pytest.fixture
    def collection(self, records: Records) -> Collection:
        """Forty documents of three passages; the words of a passage say nothing of its vector."""
        made = records.create_collection("Harbour", CollectionSettings())
        records.publish(
            [
                make_bundle(
                    made.id,
                    f"Log {number}",
                    [
                        f"The ship of {number} barrels.",
                        "No word in common.",
                        "pilot " * (number % 4 + 1),
                    ],
                    key=str(number),
                    media_type=("application/pdf", "text/plain")[number % 2],
                )
                for number in range(40)
            ]
        )
        return made

    @pytest.mark.parametrize("filters", [ANY, Filters(media_types=("text/plain",))])
    def test_words_and_meaning_find_what_each_finds_alone(
        self, index: Index, collection: Collection, filters: Filters
    ) -> None:
        index.catch_up()
        searches: list[Search] = [
            TextSearch(QUESTION, 7, filters),
            VectorSearch(VECTOR, 5, filters),
            TextSearch("barrels", 3, ANY),
            TextSearch("pilot", 4, filters, "community"),
            VectorSearch(VECTOR, 4, filters, "community"),
        ]
        expected = [alone(index, collection.id, each) for each in searches]
        assert index.search_together(collection.id, searches, judged=False) == expected
        for found, search in zip(expected, searches, strict=True):
            assert len(found.best) == search.k

    def test_each_judges_what_the_others_found_in_its_space(
        self, index: Index, collection: Collection
    ) -> None:
        index.catch_up()
        searches: list[Search] = [
            TextSearch(QUESTION, 7, ANY),
            VectorSearch(VECTOR, 9, ANY),
            TextSearch(QUESTION, 5, ANY, "community"),
            VectorSearch(VECTOR, 6, ANY, "community"),
        ]
        found = index.search_together(collection.id, searches)
        for space in ("chunk", "community"):
            pairs = [
                (search, each)
                for search, each in zip(searches, found, strict=True)
                if search.space == space
            ]
            everything = sorted({scored.chunk_id for _, each in pairs for scored in each.best})
            assert len(everything) > max(len(each.best) for _, each in pairs)
            for search, each in pairs:
                assert each.best == alone(index, collection.id, search).best
                assert each.judged == frozenset(everything)
                assert each.scores == scores(index, collection.id, search, everything)
        # what words have nothing to say of has no score by words
        assert len(found[0].scores) < len(found[0].judged)

    def test_given_entries_are_scored_together(self, index: Index, collection: Collection) -> None:
        index.catch_up()
        everything = [*sorted(index.ids(collection.id)), "unknown"]
        searches: list[Search] = [TextSearch(QUESTION, 0, ANY), VectorSearch(VECTOR, 0, ANY)]
        assert index.score_together(collection.id, searches, everything) == [
            scores(index, collection.id, search, everything) for search in searches
        ]
        assert index.score_together(collection.id, searches, []) == [{}, {}]

    def test_ties_beyond_the_end_rank_by_id(
        self, records: Records, index: Index, collection: Collection
    ) -> None:
        bundles = [make_bundle(collection.id, "A", ("whale",), key=f"w{n}") for n in range(150)]
        records.publish(bundles)
        index.catch_up()
        expected = sorted(bundle.chunks[0].id for bundle in bundles)
        words, meaning = index.search_together(
            collection.id, [TextSearch("whale", 7, ANY), VectorSearch(VECTOR, 9, ANY)]
        )
        assert [each.chunk_id for each in words.best] == expected[:7]
        assert meaning.scores.keys() == words.judged

    def test_a_search_without_content_finds_nothing_and_spoils_nothing(
        self, index: Index, collection: Collection
    ) -> None:
        index.catch_up()
        nothing = np.zeros(VECTOR.size, np.float32)
        found = index.search_together(
            collection.id,
            [
                TextSearch("the of ?!", 5, ANY),
                VectorSearch(VECTOR, 5, ANY),
                VectorSearch(nothing, 5, ANY),
                TextSearch(QUESTION, 0, ANY),
            ],
        )
        assert [len(each.best) for each in found] == [0, 5, 0, 0]
        assert found[0].scores == found[2].scores == {}
        # a search that shall find nothing may still judge
        assert found[3].scores.keys() <= found[1].judged
        assert index.search_together(collection.id, []) == []
        assert index.search_together("unknown", [TextSearch("ship", 5, ANY)]) == [
            Searched.alone([])
        ]

    def test_a_long_question_is_answered(self, index: Index, collection: Collection) -> None:
        index.catch_up()
        text = " ".join(f"word{number}" for number in range(5_000)) + " pilot"
        words, meaning = index.search_together(
            collection.id, [TextSearch(text, 5, ANY), VectorSearch(VECTOR, 5, ANY)]
        )
        assert len(meaning.best) == 5
        assert words.judged >= meaning.judged
