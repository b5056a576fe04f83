"""Retrievers that search the index ask it once; what is wrong with one harms no other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from backend.errors import EmbedderError, StorageError, UnavailableError
from backend.ports import Search, Searched, TextSearch, VectorSearch
from backend.retrieval.gathering import PassageScores, gather
from backend.retrieval.together import scored_together
from backend.types import Filters, Query, Scored

QUERY = Query("Who is the pilot?", "harbour")
LISTS = {"lexical": ["a", "b"], "dense": ["b", "c"], "page": ["d"]}
VALUE = {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}
SILENT = {("lexical", "c")}
"""By words there is nothing to say of c."""


def values(name: str, ids: Sequence[str]) -> dict[str, float]:
    return {each: VALUE[each] for each in ids if (name, each) not in SILENT}


def ranked(name: str) -> list[Scored]:
    return [Scored(each, VALUE[each]) for each in LISTS[name]]


class Recording:
    """An index that notes what it is asked."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.asked: list[str] = []

    def search_together(
        self, _collection: str, searches: Sequence[Search], *, judged: bool = True
    ) -> list[Searched]:
        self.asked.append(f"search {len(searches)}{' judged' if judged else ''}")
        if self.failure:
            raise self.failure
        names = [named(search) for search in searches]
        everything = sorted({each for name in names for each in LISTS[name]})
        if not judged:
            return [Searched.alone(ranked(name)) for name in names]
        return [
            Searched(ranked(name), values(name, everything), frozenset(everything))
            for name in names
        ]

    def score_together(
        self, _collection: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        self.asked.append(f"score {len(searches)} of {''.join(ids)}")
        return [values(named(search), ids) for search in searches]


def named(search: Search) -> str:
    return "lexical" if isinstance(search, TextSearch) else "dense"


class Alone:
    """A retriever that knows by itself."""

    def __init__(self, name: str, index: Recording) -> None:
        self.name = name
        self.noted = index.asked

    def propose(self, _query: Query, _k: int) -> list[Scored]:
        self.noted.append(f"{self.name} proposes")
        return ranked(self.name)

    def score(self, _query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        self.noted.append(f"{self.name} scores {''.join(chunk_ids)}")
        return values(self.name, chunk_ids)


class OverIndex(Alone):
    """A retriever that searches the index."""

    def __init__(self, name: str, index: Recording, failure: Exception | None = None) -> None:
        super().__init__(name, index)
        self.index = index
        self.failure = failure

    def search(self, _query: Query, k: int) -> Search:
        if self.failure:
            raise self.failure
        if self.name == "lexical":
            return TextSearch(QUERY.text, k, Filters())
        return VectorSearch(np.ones(2, np.float32), k, Filters())


def both(index: Recording) -> list[OverIndex]:
    return [OverIndex("dense", index), OverIndex("lexical", index)]


def proposals(retrievers: Sequence[Alone]) -> tuple[dict[str, tuple[Scored, ...]], dict[str, str]]:
    """The lists of those that answer, and why the others do not."""
    found = gather(QUERY, retrievers, 2, own_depths=True, judging=(), patience=30.0)
    return found.proposed, dict(found.failed)


def test_two_that_search_the_index_propose_and_judge_in_one_request() -> None:
    index = Recording()
    dense, lexical = gather(QUERY, both(index), 2).rankings
    assert index.asked == ["search 2 judged"]
    assert dense.scores == {"a": 4.0, "b": 3.0, "c": 2.0}
    assert lexical.scores == {"a": 4.0, "b": 3.0}  # nothing of c, and not asked again
    assert [each.chunk_id for each in lexical.proposed] == ["a", "b"]


def test_what_another_retriever_found_is_judged_as_well() -> None:
    index = Recording()
    dense, lexical, page = gather(QUERY, [*both(index), Alone("page", index)], 2).rankings
    assert index.asked == [
        "search 2 judged",
        "page proposes",
        "score 2 of d",
        "page scores abc",
    ]
    assert dense.scores["d"] == lexical.scores["d"] == page.scores["d"] == 1.0


def test_of_many_retrievers_those_over_the_index_ask_once() -> None:
    index = Recording()
    found, failed = proposals([*both(index), Alone("page", index)])
    assert index.asked == ["search 2", "page proposes"]
    assert {name: [each.chunk_id for each in found[name]] for name in found} == {
        "dense": ["b", "c"],
        "lexical": ["a", "b"],
        "page": ["d"],
    }
    assert failed == {}


def test_a_retriever_that_cannot_say_what_it_searches_fails_alone() -> None:
    index = Recording()
    broken = OverIndex("dense", index, EmbedderError("The model is gone.", "Choose another."))
    found, failed = proposals([broken, OverIndex("lexical", index)])
    assert list(found) == ["lexical"]
    assert failed == {"dense": "The model is gone."}
    assert index.asked == ["search 1"]


class CannotJudge(Alone):
    """A retriever that proposes, and fails when it is asked about what others found."""

    def score(self, _query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        raise EmbedderError("The model is gone.", "Choose another.")


def test_one_that_fails_to_judge_is_left_out_where_the_question_has_patience() -> None:
    index = Recording()
    asked = [CannotJudge("page", index), *both(index)]
    found = gather(QUERY, asked, 2, patience=30.0)
    assert [ranking.retriever for ranking in found.rankings] == ["dense", "lexical"]
    assert found.failed == {"page": "The model is gone."}
    assert found.rankings[0].scores["d"] == 1.0  # what it proposed was judged by the others
    with pytest.raises(EmbedderError):
        gather(QUERY, asked, 2)


def test_only_those_that_judge_score_what_the_others_proposed() -> None:
    index = Recording()
    asked = [*both(index), Alone("page", index)]
    dense, lexical, page = gather(QUERY, asked, 2, judging=("dense", "lexical")).rankings
    assert dense.scores == {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}
    assert lexical.scores == {"a": 4.0, "b": 3.0, "d": 1.0}
    assert page.scores == {"d": 1.0}
    assert "page scores abc" not in index.asked


def test_a_request_that_one_search_spoils_is_asked_one_by_one() -> None:
    index = Recording(StorageError("The vectors have another length.", "Wait."))
    found, failed = proposals(both(index))
    assert list(found) == ["dense", "lexical"]
    assert failed == {}
    assert index.asked == ["search 2", "dense proposes", "lexical proposes"]


def test_an_index_that_is_away_is_asked_once() -> None:
    index = Recording(UnavailableError("It cannot be reached.", "Start it."))
    found, failed = proposals(both(index))
    assert found == {}
    assert failed == dict.fromkeys(("dense", "lexical"), "It cannot be reached.")
    assert index.asked == ["search 2"]
    with pytest.raises(UnavailableError):
        gather(QUERY, both(index), 2)


def test_who_comes_while_the_request_hangs_asks_for_itself() -> None:
    index = Recording()
    hanging, go_on = threading.Event(), threading.Event()
    ask: Callable[..., list[dict[str, float]]] = index.score_together

    def hang(*arguments: object) -> list[dict[str, float]]:
        hanging.set()
        go_on.wait(30)
        return ask(*arguments)

    index.score_together = hang  # type: ignore[method-assign, assignment]
    together = scored_together(QUERY, both(index), ["a"], {"dense": set(), "lexical": set()})
    late: list[dict[str, float]] = []
    first = threading.Thread(target=lambda: late.append(together.of("dense")))
    first.start()
    assert hanging.wait(30)
    assert together.of("lexical") == {"a": 4.0}
    assert index.asked == ["lexical scores a"]
    go_on.set()
    first.join(30)
    assert late == [{"a": 4.0}]


def test_what_all_were_asked_before_is_not_asked_again() -> None:
    index = Recording()
    known = {"dense": {"a", "b"}, "lexical": {"b"}}
    together = scored_together(QUERY, both(index), ["a", "b", "d"], known)
    assert "page" not in together
    assert together.of("dense") == together.of("lexical") == {"a": 4.0, "d": 1.0}
    assert index.asked == ["score 2 of ad"]


def test_of_a_passage_that_was_told_with_the_proposals_nothing_is_asked_again() -> None:
    index = Recording()
    page = Alone("page", index)
    scores = PassageScores(QUERY, {"page": Searched([], {"a": 9.0}, frozenset("ab"))})
    assert scores.missing("page", ["a", "b", "d"]) == ["d"]
    together = scores.together([page], ["a", "b", "d"])
    assert scores.of(page, ["a", "b", "d"], together) == {"a": 9.0, "d": 1.0}  # b: asked, silent
    assert scores.of(page, ["b", "d"], together) == {"a": 9.0, "d": 1.0}
    assert index.asked == ["page scores d"]
