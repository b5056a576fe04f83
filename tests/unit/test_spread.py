"""At most two passages of one page among those shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.pipelines._spread import MOST, held_back_step, spread


def test_the_third_passage_of_a_page_waits() -> None:
    assert spread("abcdef", [1, 1, 1, 2, 1, 3], 3) == list("abdcef")


def test_those_held_back_come_before_what_ranked_lower() -> None:
    assert spread("abcdef", [1, 1, 1, 2, 3, 3], 4) == list("abdecf")


def test_where_nothing_else_is_there_one_page_fills_the_places() -> None:
    assert spread("abcd", [1, 1, 1, 1], 3) == list("abcd")


def test_passages_without_a_place_are_never_held_back() -> None:
    assert spread("abcd", [None, None, None, 1], 4) == list("abcd")


@given(st.lists(st.one_of(st.none(), st.integers(0, 4)), max_size=30), st.integers(1, 10))
def test_nothing_is_lost_and_the_cap_holds(places: list[int | None], shown: int) -> None:
    ranked = list(range(len(places)))
    found = spread(ranked, places, shown)
    assert sorted(found) == ranked
    first = [places[each] for each in found[:shown]]
    available = sum(
        len([p for p in places if p is None]) if place is None else min(MOST, places.count(place))
        for place in set(places)
    )
    if available >= shown:
        assert all(place is None or first.count(place) <= MOST for place in first)
    rest = found[shown:]
    assert rest == sorted(rest), "what is not shown keeps its order"


def test_the_trace_says_how_many_made_way() -> None:
    assert held_back_step(["a", "b"], ["b", "a"]) is None
    step = held_back_step(["a", "b", "c"], ["a", "d", "e"])
    assert step is not None
    assert step.summary.startswith("2 passages")
