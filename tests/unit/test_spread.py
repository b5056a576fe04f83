"""At most two passages of one page, and three rows of one table, among those shown."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from backend.pipelines._spread import MOST, MOST_ROWS, held_back_step, rows_for, spread

PLACES_AND_TABLES = st.lists(
    st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.sampled_from(["", "", "x", "y"])),
    max_size=30,
)


def in_prose(ranked: str, places: Sequence[Hashable], shown: int) -> str:
    return "".join(spread(ranked, places, [""] * len(ranked), shown))


def test_the_third_passage_of_a_page_waits() -> None:
    assert in_prose("abcdef", [1, 1, 1, 2, 1, 3], 3) == "abdcef"


def test_those_held_back_come_before_what_ranked_lower() -> None:
    assert in_prose("abcdef", [1, 1, 1, 2, 3, 3], 4) == "abdecf"


def test_where_nothing_else_is_there_one_page_fills_the_places() -> None:
    assert in_prose("abcd", [1, 1, 1, 1], 3) == "abcd"


def test_passages_without_a_place_are_never_held_back() -> None:
    assert in_prose("abcd", [None, None, None, 1], 4) == "abcd"


def test_the_fourth_row_of_a_table_waits_where_there_are_no_pages() -> None:
    tables = ["t", "t", "t", "t", "", "t", "u"]
    assert "".join(spread("abcdefg", [None] * 7, tables, 5)) == "abcegdf"


def test_rows_of_a_table_over_several_pages_are_those_of_one_table() -> None:
    assert "".join(spread("abcde", [1, 2, 3, 4, 5], ["t", "t", "t", "t", "u"], 4)) == "abced"


def test_where_only_one_table_is_there_its_rows_fill_the_places() -> None:
    assert "".join(spread("abcd", [None] * 4, ["t"] * 4, 4)) == "abcd"


def test_a_row_held_back_for_its_page_does_not_count_for_its_table() -> None:
    tables = ["", "", "t", "t", "t", "t"]
    assert "".join(spread("abcdef", [1, 1, 1, 2, 3, 4], tables, 5)) == "abdefc"


@given(PLACES_AND_TABLES, st.integers(1, 10))
def test_nothing_is_lost_and_the_caps_hold(items: list[tuple[int | None, str]], shown: int) -> None:
    ranked = list(range(len(items)))
    places, tables = [each for each, _ in items], [each for _, each in items]
    found = spread(ranked, places, tables, shown)
    assert sorted(found) == ranked
    taken = []  # what may be shown beside those before it
    for number, (place, table) in enumerate(items):
        beside = [items[each] for each in taken]
        full = place is not None and sum(p == place for p, _ in beside) >= MOST
        many = bool(table) and sum(t == table for _, t in beside) >= MOST_ROWS
        if not full and not many:
            taken.append(number)
    if len(taken) >= shown:
        first = [items[hit] for hit in found[:shown]]
        assert all(p is None or [q for q, _ in first].count(p) <= MOST for p, _ in first)
        assert all(not t or [u for _, u in first].count(t) <= MOST_ROWS for _, t in first)
    else:
        assert found[: len(taken)] == taken
    rest = found[min(shown, len(taken)) :]
    assert rest == sorted(rest), "what is not shown keeps its order"


def test_rows_wait_behind_sentences_where_a_reason_is_asked_for() -> None:
    assert rows_for("What did the dredger cost?") == MOST_ROWS
    rows = rows_for("Why did the dredger cost more?")
    tables = ["t", "t", "", "u", ""]
    assert "".join(spread("abcde", [None] * 5, tables, 3, rows)) == "ceabd"
    assert "".join(spread("ab", [None] * 2, ["t", "t"], 2, rows)) == "ab", "nothing else is there"


def test_the_trace_says_how_many_made_way() -> None:
    assert held_back_step(["a", "b"], ["b", "a"]) is None
    step = held_back_step(["a", "b", "c"], ["a", "d", "e"])
    assert step is not None
    assert step.summary.startswith("2 passages")
