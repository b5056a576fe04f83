"""The bounds of a collection's verdicts, worked out by hand, and what must hold of any."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evaluation.intervals import share_interval
from backend.inference.risk_control import NEVER, least_bound
from backend.training.bounds_fitting import (
    NONE_KEEPS,
    JudgedAnswer,
    Told,
    held_out,
    higher_is_better,
    is_broken,
    learn_bounds,
    least_direct,
    least_likely,
    lower_is_better,
)
from backend.types import ReaderBounds, Verdict, VerdictCount

SHIPPED, LOWEST = ReaderBounds(0.75, 0.5), ReaderBounds(0.5, 0.4)


def bound(probabilities: list[float], right: list[int], promise: float) -> float:
    weight = np.ones(len(right))
    return least_bound(np.array(probabilities), np.array(right, np.int8), weight, promise)


def test_nine_right_answers_are_the_fewest_of_which_nine_in_ten_are_promised() -> None:
    falling = [0.99 - 0.01 * n for n in range(9)]
    assert bound(falling[:8], [1] * 8, 0.9) == NEVER  # (0 + 1) of (8 + 1)
    assert bound(falling, [1] * 9, 0.9) == falling[8]  # (0 + 1) of (9 + 1)


def test_the_least_probability_is_taken_that_keeps_the_promise() -> None:
    # errors with one more: 1/2, 1/3, 2/4, 2/5, 2/6, 3/7, 4/8
    falling, right = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3], [1, 1, 0, 1, 1, 0, 0]
    assert bound(falling, right, 0.6) == 0.5
    assert bound(falling, right, 0.5) == 0.3
    assert bound(falling, right, 0.7) == NEVER


def test_answers_that_are_equally_sure_are_told_together() -> None:
    # after the first two alone 1/3 would be wrong, with the third, which is as sure, 2/4
    assert bound([0.9, 0.8, 0.8], [1, 1, 0], 0.6) == NEVER
    assert bound([0.9, 0.8, 0.8], [1, 1, 1], 0.6) == 0.8


def test_a_weight_counts_as_so_many() -> None:
    weight = np.array([9.0, 1.0])
    assert least_bound(np.array([0.9, 0.2]), np.array([1, 0]), weight, 0.9) == 0.9


rows = st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=40)


@given(rows, st.sampled_from([0.6, 0.9]), st.data())
def test_more_right_answers_never_raise_a_bound(
    found: list[tuple[int, bool]], promise: float, data: st.DataObject
) -> None:
    before = bound([p / 20 for p, _ in found], [int(r) for _, r in found], promise)
    at = data.draw(st.integers(0, len(found) - 1))
    turned = [(p, r or n == at) for n, (p, r) in enumerate(found)]
    assert bound([p / 20 for p, _ in turned], [int(r) for _, r in turned], promise) <= before
    added = [*found, (data.draw(st.integers(0, 20)), True)]
    assert bound([p / 20 for p, _ in added], [int(r) for _, r in added], promise) <= before


@given(rows, st.sampled_from([0.6, 0.9]))
def test_above_a_bound_the_promise_is_kept_with_an_error_to_spare(
    found: list[tuple[int, bool]], promise: float
) -> None:
    least = bound([p / 20 for p, _ in found], [int(r) for _, r in found], promise)
    told = [right for p, right in found if p / 20 >= least]
    if told:
        assert (told.count(False) + 1) / (len(told) + 1) <= 1 - promise + 1e-9


def judged(
    number: int,
    first: float,
    right: bool | None,
    surest: Verdict = Verdict.DIRECT,
    likely: Verdict = Verdict.LIKELY,
) -> JudgedAnswer:
    return JudgedAnswer(
        f"Which sheet is of keel {number}?",
        first,
        (surest, right),
        (likely, right),
        (Verdict.CLOSEST, right),
    )


def test_unjudged_answers_are_wrong_to_the_cautious_and_left_out_otherwise() -> None:
    answers = [judged(n, 0.99 - 0.01 * n, True) for n in range(9)]
    answers += [judged(9, 0.5, None), judged(10, 0.4, True)]
    assert least_direct(answers, cautious=False) == 0.4
    assert least_direct(answers, cautious=True) == answers[8].first
    # of what is not direct: one right, and one that nobody judged
    assert least_likely(answers, 0.905, cautious=True) == NEVER
    more = [*answers, *(judged(11 + n, 0.39 - 0.01 * n, True) for n in range(4))]
    assert least_likely(more[:-1], 0.905, cautious=True) == NEVER  # (1 + 1) of (5 + 1)
    assert least_likely(more, 0.905, cautious=True) == more[-1].first  # (1 + 1) of (6 + 1)


def test_what_no_bound_makes_direct_has_no_say_in_that_bound() -> None:
    answers = [judged(n, 0.9, True) for n in range(9)]
    held = [judged(20 + n, 0.95, False, surest=Verdict.LIKELY) for n in range(9)]
    assert least_direct([*answers, *held], cautious=True) == 0.9


def test_a_promise_is_broken_only_beyond_chance() -> None:
    def count(right: int, known: int) -> VerdictCount:
        return VerdictCount(known, known, right, None)

    assert not is_broken(count(0, 0), 0.9)
    # of ten that are right nine times in ten, seven or fewer are right 7.0 times in a hundred,
    # eight or fewer 26.4 times
    assert is_broken(count(7, 10), 0.9)
    assert not is_broken(count(8, 10), 0.9)


def of_direct(right: int, wrong: int, unjudged: int = 0, of: int = 30) -> list[Told]:
    """So many direct answers, and others that are likely and right."""
    told: list[Told] = [(Verdict.DIRECT, True)] * right + [(Verdict.DIRECT, False)] * wrong
    told += [(Verdict.DIRECT, None)] * unjudged
    return told + [(Verdict.LIKELY, True)] * (of - len(told))


@pytest.mark.parametrize(
    ("right", "wrong", "unjudged", "better"),
    [
        (19, 1, 0, True),  # 19 of 20 + 1 are more than nine in ten
        (18, 2, 0, False),  # 18 of 20 are nine in ten, and spare no error
        (20, 1, 2, False),  # those that nobody judged are wrong
        (12, 0, 0, False),  # two more may be chance
    ],
)
def test_a_lower_bound_is_better_with_an_error_to_spare_and_more_right_answers(
    right: int, wrong: int, unjudged: int, better: bool
) -> None:
    new = of_direct(right, wrong, unjudged)
    found = lower_is_better(Verdict.DIRECT, 0.9, -0.1, of_direct(10, 0), new)
    assert found is not None
    assert found[0] is better
    assert lower_is_better(Verdict.DIRECT, 0.9, 0.0, of_direct(10, 0), new) is None


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [
        ((7, 3), (4, 1), True),
        ((7, 3), (0, 0), True),  # what is never told breaks no promise
        ((8, 2), (8, 0), False),  # eight of ten may be chance
        ((7, 3), (3, 2), False),  # broken as well: three or fewer of five 8.1 times in a hundred
        ((7, 3), (2, 1), False),  # no better than before, though too few to be broken
    ],
)
def test_a_higher_bound_is_better_where_it_alone_keeps_the_promise(
    before: tuple[int, int], after: tuple[int, int], better: bool
) -> None:
    found = higher_is_better(Verdict.DIRECT, 0.9, 0.1, of_direct(*before), of_direct(*after))
    assert found is not None
    assert found[0] is better
    unjudged = of_direct(*before, 9)
    again = higher_is_better(Verdict.DIRECT, 0.9, 0.1, unjudged, of_direct(*after))
    assert again == found, "those that nobody judged are left out"
    assert higher_is_better(Verdict.DIRECT, 0.9, 0.0, unjudged, of_direct(*after)) is None


def test_a_likely_bound_has_a_lowest_value_too() -> None:
    answers = [judged(n, 0.2 + n / 200, True, surest=Verdict.LIKELY) for n in range(60)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert report.likely.own
    assert bounds == ReaderBounds(SHIPPED.direct, LOWEST.likely)


def test_a_broken_promise_raises_the_bound() -> None:
    # from .9 on all are right, between the shipped bound and that none is
    answers = [judged(n, 0.9 + n / 1000, True) for n in range(40)]
    answers += [judged(50 + n, 0.76 + n / 1000, False) for n in range(12)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 3)
    assert report.direct.own
    assert report.direct.before == VerdictCount(52, 52, 40, report.direct.before.share)
    assert 40 <= report.direct.after.given < 46
    # forty right ones allow three wrong ones: (3 + 1) of (43 + 1)
    assert bounds.direct == report.direct.bound == pytest.approx(0.769)
    assert (report.answers, report.unjudged, report.elsewhere) == (52, 0, 3)
    # what is left is likely with the shipped bound, and all of it is wrong
    assert (report.likely.before.given, report.likely.after.given) == (0, 0)
    assert report.likely.own
    assert report.likely.bound == NEVER
    assert bounds.likely < bounds.direct
    assert report.likely.reason == NONE_KEEPS


def test_before_is_counted_with_both_shipped_bounds() -> None:
    # forty are likely with the shipped bounds, and direct with the learned one of direct answers
    answers = [judged(n, 0.6 + n / 1000, True) for n in range(40)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert report.direct.own
    assert (report.likely.before.given, report.likely.before.right) == (40, 40)
    assert report.direct.after.given >= 35
    assert not report.likely.own
    assert bounds.likely == SHIPPED.likely


def test_a_verdict_that_is_given_never_more_keeps_no_promise() -> None:
    # 24 of 40 are right, however sure they are
    answers = [judged(n, 0.8 + n / 1000, n % 5 not in (0, 3)) for n in range(40)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert (report.direct.before.given, report.direct.before.right) == (40, 24)
    assert (report.direct.after.given, bounds.direct) == (0, NEVER)
    assert report.direct.own
    assert report.direct.reason == NONE_KEEPS


def test_more_right_answers_lower_the_bound_to_the_lowest_at_most() -> None:
    answers = [judged(n, 0.45 + n / 1000, True) for n in range(60)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert report.direct.own
    assert (report.direct.before.given, report.direct.before.share) == (0, None)
    assert bounds.direct == LOWEST.direct
    after = report.direct.after
    assert (after.given, after.known, after.right) == (10, 10, 10)
    assert after.share is not None
    assert after.share.low == pytest.approx(10 / (10 + 1.959964**2))
    # with .5 and .75 those from .5 to .509 were likely; what is left was not
    assert report.likely.own
    assert (report.likely.before.given, report.likely.before.right) == (10, 10)
    assert report.likely.after.right == 49  # but the least sure one, when it was held out
    assert bounds.likely == 0.45
    assert bounds.likely < bounds.direct


def test_what_nobody_judged_speaks_against_a_lower_bound() -> None:
    answers = [judged(n, 0.6 + n / 1000, True) for n in range(40)]
    _, sure = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert sure.direct.own
    unjudged = [judged(50 + n, 0.6 + n / 1000, None) for n in range(40)]
    bounds, report = learn_bounds([*answers, *unjudged], SHIPPED, LOWEST, 0)
    assert not report.direct.own
    assert bounds == SHIPPED
    assert (report.answers, report.unjudged) == (40, 40)


def test_where_the_promise_is_kept_and_nothing_is_gained_the_shipped_bounds_stay() -> None:
    answers = [judged(n, 0.76 + n / 1000, n % 12 != 0) for n in range(36)]
    answers += [judged(50 + n, 0.6 + n / 1000, n % 3 != 0) for n in range(30)]
    bounds, report = learn_bounds(answers, SHIPPED, LOWEST, 0)
    assert not report.own
    assert bounds == SHIPPED
    assert report.direct.reason


def test_no_answer_is_judged_by_bounds_that_saw_it() -> None:
    answers = [judged(n, 0.5 + n / 100, True) for n in range(23)]
    seen: list[set[str]] = []

    def learned(some: object) -> ReaderBounds:
        seen.append({each.question for each in some})  # type: ignore[attr-defined]
        return ReaderBounds(0.0, 0.0)

    told = held_out(answers, learned)
    assert told == [(Verdict.DIRECT, True)] * 23
    left = [{answer.question for answer in answers} - some for some in seen]
    assert sorted(map(len, left)) == [4, 4, 5, 5, 5]
    assert set().union(*left) == {answer.question for answer in answers}


def test_a_share_has_an_interval_by_hand() -> None:
    # Wilson's for 8 of 11: (8/11 + z²/22) / (1 + z²/11) ± …
    found = share_interval(8, 11)
    assert found.low == pytest.approx(0.4344, abs=1e-3)
    assert found.high == pytest.approx(0.9025, abs=1e-3)
    assert share_interval(0, 4).low == 0.0
    assert share_interval(4, 4).high == pytest.approx(1.0)
    with pytest.raises(ValueError, match="at least one value"):
        share_interval(0, 0)
