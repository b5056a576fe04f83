"""Times and kinds of documents: each pair once, however documents come and go."""

from __future__ import annotations

from backend.scope.document_times import DocumentTimes, TimeAndKinds
from backend.scope.periods import NO_TIMES, Period, Times
from backend.scope.profiles import Profile

LAST_YEAR = Times((), (Period(2031),))
MINUTES, LEASE = frozenset(["minutes"]), frozenset(["lease"])


def profile(identity: str, times: Times, kinds: frozenset[str]) -> Profile:
    return Profile(identity, identity, (), times, kinds)


OLD = {
    each.id: each
    for each in (
        *(profile("b", NO_TIMES, MINUTES), profile("d", LAST_YEAR, LEASE)),
        profile("f", NO_TIMES, MINUTES),
    )
}


def of_each(times: DocumentTimes) -> dict[str, TimeAndKinds]:
    return {
        each: times.pairs[pair]
        for each, pair in zip(times.ids, times.pair_of.tolist(), strict=True)
    }


def test_each_pair_of_documents_stands_once() -> None:
    times = DocumentTimes().changed({}, OLD, tuple(OLD))
    assert times.pairs == ((NO_TIMES, MINUTES), (LAST_YEAR, LEASE))
    assert times.pair_of.tolist() == [0, 1, 0]
    assert times.kinds == {"minutes", "lease"}


def test_a_pair_goes_with_its_last_document_and_the_documents_stay_in_their_order() -> None:
    before = DocumentTimes().changed({}, OLD, tuple(OLD))
    came = {
        "a": profile("a", LAST_YEAR, MINUTES),
        "e": profile("e", NO_TIMES, MINUTES),
        "g": profile("g", LAST_YEAR, MINUTES),
    }
    times = before.changed({"d": OLD["d"]}, came, ("a", "b", "e", "f", "g"))
    plain, dated = (NO_TIMES, MINUTES), (LAST_YEAR, MINUTES)
    assert of_each(times) == {"a": dated, "b": plain, "e": plain, "f": plain, "g": dated}
    assert len(times.pairs) == 2
    assert times.kinds == {"minutes"}
    assert of_each(before)["d"] == (LAST_YEAR, LEASE)


def test_a_document_that_changed_has_its_new_pair() -> None:
    before = DocumentTimes().changed({}, OLD, tuple(OLD))
    other = {"b": profile("b", LAST_YEAR, LEASE)}
    times = before.changed({"b": OLD["b"]}, other, tuple(OLD))
    assert times.pair_of.tolist() == [1, 1, 0]


def test_nothing_is_left_of_no_documents() -> None:
    before = DocumentTimes().changed({}, OLD, tuple(OLD))
    times = before.changed(OLD, {}, ())
    assert (times.ids, times.pairs, times.pair_of.tolist()) == ((), (), [])
    assert not times.kinds
