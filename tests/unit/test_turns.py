"""Questions take turns: in order of arrival, evidence of all first, and nobody is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import WorkbenchError
from backend.ports import StopSignal
from backend.running_question import RunningQuestion, in_turns
from backend.turns import LONGEST_AFTER, GoneError, Stage, Ticket, Turns
from backend.types import Event, Query, Retrieved, TextDelta
from components import wording

PATIENCE = 30


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Line:
    """Threads that wait for turns, and the order in which those came."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.came: list[str] = []
        self.tickets: dict[str, Ticket] = {}
        self._threads: list[threading.Thread] = []

    def join(self, name: str, stage: Stage, gone: Callable[[], bool] = lambda: False) -> None:
        """Somebody gets into the line; returns once they stand there."""
        standing = threading.Event()

        def told(ticket: Ticket) -> None:
            self.tickets[name] = ticket
            standing.set()

        def work() -> None:
            try:
                with self.turns.turn(stage, gone=gone, told=told):
                    self.came.append(name)
            except GoneError:
                self.came.append(f"{name} went away")

        thread = threading.Thread(target=work)
        self._threads.append(thread)
        thread.start()
        assert standing.wait(PATIENCE)

    def end(self) -> list[str]:
        """Wait until all are through; the order in which they came."""
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        return self.came


def test_evidence_goes_before_writing_and_each_in_order_of_arrival() -> None:
    turns = Turns(1)
    line = Line(turns)
    with turns.turn(Stage.EVIDENCE):
        line.join("first writes", Stage.WRITING)
        line.join("second", Stage.EVIDENCE)
        line.join("second writes", Stage.WRITING)
        line.join("third", Stage.EVIDENCE)
        places = {name: ticket.waiting() for name, ticket in line.tickets.items()}
    assert {name: place.place for name, place in places.items() if place} == {
        "second": 1,
        "third": 2,
        "first writes": 3,
        "second writes": 4,
    }
    assert line.end() == ["second", "third", "first writes", "second writes"]
    assert all(ticket.waiting() is None for ticket in line.tickets.values())


def test_who_waited_long_to_write_goes_before_any_evidence() -> None:
    clock = Clock()
    turns = Turns(1, clock)
    line = Line(turns)
    with turns.turn(Stage.EVIDENCE):
        line.join("writes", Stage.WRITING)
        clock.now += LONGEST_AFTER + 1
        line.join("evidence", Stage.EVIDENCE)
        line.join("writes later", Stage.WRITING)
    assert line.end() == ["writes", "evidence", "writes later"]


def test_as_many_work_at_once_as_there_are_places_and_one_who_fails_gives_the_place_back() -> None:
    turns = Turns(2)
    line = Line(turns)
    with ExitStack() as held:
        held.enter_context(turns.turn(Stage.EVIDENCE))
        failing = ExitStack()
        failing.enter_context(turns.turn(Stage.WRITING))
        line.join("waits", Stage.EVIDENCE)
        with pytest.raises(ValueError, match="spoilt"), failing:
            raise ValueError("spoilt")
        assert line.end() == ["waits"]


def test_who_goes_away_leaves_the_line_and_holds_up_nobody() -> None:
    turns = Turns(1)
    line = Line(turns)
    leaving = threading.Event()
    with turns.turn(Stage.EVIDENCE):
        line.join("impatient", Stage.EVIDENCE, leaving.is_set)
        line.join("patient", Stage.EVIDENCE)
        leaving.set()
        until = time.monotonic() + PATIENCE
        while not line.came and time.monotonic() < until:
            time.sleep(0.01)
        standing = line.tickets["patient"].waiting()
        assert standing is not None
        assert standing.place == 1
    assert line.end() == ["impatient went away", "patient"]


def test_the_time_that_is_told_follows_from_how_long_turns_took() -> None:
    clock = Clock()
    turns = Turns(1, clock)
    with turns.turn(Stage.EVIDENCE):
        clock.now += 4.0  # the mean of a turn is now 4 s
    line = Line(turns)
    with turns.turn(Stage.EVIDENCE):
        line.join("next", Stage.EVIDENCE)
        line.join("second", Stage.EVIDENCE)
        standing = line.tickets["second"].waiting()
    assert standing is not None
    # half of the turn that is taken, and the whole one of who stands before
    assert (standing.place, standing.seconds) == (2, 2.0 + 4.0)
    line.end()


def test_no_place_is_no_line() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Turns(0)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 4), st.lists(st.sampled_from(Stage), min_size=1, max_size=30))
def test_nobody_is_lost_and_never_do_more_work_than_there_are_places(
    places: int, stages: list[Stage]
) -> None:
    turns = Turns(places)
    lock = threading.Lock()
    working, most, done = 0, 0, 0

    def work(stage: Stage) -> None:
        nonlocal working, most, done
        with turns.turn(stage):
            with lock:
                working += 1
                most = max(most, working)
            with lock:
                working -= 1
                done += 1

    threads = [threading.Thread(target=work, args=(stage,)) for stage in stages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert done == len(stages)
    assert most <= places


# --- a question in its two turns -----------------------------------------------------------------


def _asking() -> RunningQuestion:
    return RunningQuestion(Query("When?", "harbour"), "naive", "")


def test_evidence_of_all_comes_before_the_first_answer() -> None:
    turns = Turns(1)
    noted: list[str] = []
    askings = [_asking() for _ in range(4)]

    def run(number: int) -> None:
        def events(_: Query, stop: StopSignal) -> Iterator[Event]:
            def begin() -> Iterator[Event]:
                noted.append("evidence")
                yield Retrieved(())
                noted.append("answer")
                yield TextDelta(str(number))

            return in_turns(askings[number], turns, begin, stop)

        askings[number].run(events, lambda _: None)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    with turns.turn(Stage.EVIDENCE):
        for thread in threads:
            thread.start()
        until = time.monotonic() + PATIENCE
        while not all(each.waiting for each in askings) and time.monotonic() < until:
            time.sleep(0.01)
    for thread in threads:
        thread.join(PATIENCE)
    assert noted == ["evidence"] * 4 + ["answer"] * 4
    assert sorted(each.text for each in askings) == ["0", "1", "2", "3"]
    assert all(each.waiting is None for each in askings)


def test_a_question_that_is_stopped_in_line_says_so_and_asks_nothing() -> None:
    turns = Turns(1)
    asking = _asking()

    def begin() -> Iterator[Event]:
        raise AssertionError("nobody may be asked")

    with turns.turn(Stage.EVIDENCE):
        asking.stop()
        asking.run(lambda _, stop: in_turns(asking, turns, begin, stop), lambda _: None)
    assert isinstance(asking.error, WorkbenchError)
    assert "before its turn" in asking.error.what


def test_a_question_that_is_stopped_before_its_writing_ends_with_what_there_is() -> None:
    turns = Turns(1)
    asking = _asking()
    stop = threading.Event()

    def begin() -> Iterator[Event]:
        yield Retrieved(())
        yield TextDelta("stopped" if stop.is_set() else "written")

    standing, ended = threading.Event(), threading.Event()

    def hold() -> None:
        with turns.turn(Stage.EVIDENCE, told=lambda _: standing.set()):
            ended.wait(PATIENCE)

    events = in_turns(asking, turns, begin, stop)
    assert isinstance(next(events), Retrieved)
    another = threading.Thread(target=hold)
    another.start()
    assert standing.wait(PATIENCE)
    stop.set()
    assert list(events) == [TextDelta("stopped")]  # though the one place is taken
    ended.set()
    another.join(PATIENCE)


@pytest.mark.parametrize(
    ("place", "seconds", "text"),
    [
        (1, 0.0, "Next in line"),
        (3, 4.2, "Third in line, about 4 s"),
        (3, 0.2, "Third in line, about 1 s"),
        (1234, 130, "Number 1,234 in line, about 2 min"),
    ],
)
def test_the_place_is_told_in_words(place: int, seconds: float, text: str) -> None:
    assert wording.in_line(place, seconds) == text
