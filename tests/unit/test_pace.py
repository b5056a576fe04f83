"""How long the queue still takes, worked out by hand.

The constants: 1.5 s a file, 0.07 s and 0.0008 passages a byte; 8 s and 100,000 bytes count besides
what is measured. A file of 100,000 bytes is then 80 passages and 7.1 s of work.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.ingestion.pace import ReadFile, Standing, ready_in
from backend.types import Job, JobState

WORK = 7.1


def job(name: str, state: JobState = JobState.QUEUED, size: int = 100_000) -> Job:
    return Job(
        name, "add", "c", f"{name}.pdf", "", size, "application/pdf", state, "", 0, 0,
        0.0, 100.0, 0.0, 0.0, 1,
    )  # fmt: skip


def embedding(done: int, total: int, since: float) -> Standing:
    running = job("r", JobState.RUNNING)
    return Standing(replace(running, stage="embedding", done=done, total=total), since)


def test_a_file_waits_for_those_before_it() -> None:
    left = ready_in([job("a"), job("b")], (), (), 0.0, workers=1)
    assert left == pytest.approx({"a": WORK, "b": 2 * WORK})


def test_files_that_are_read_side_by_side_share_the_machine() -> None:
    left = ready_in([job("a"), job("b", size=0), job("c", size=0)], (), (), 0.0, workers=2)
    # b, of 1.5 s, takes half of the first 3 s, c half of the next 3 s; a has all of the rest
    assert left == pytest.approx({"b": 3.0, "c": 6.0, "a": WORK + 3.0})


def test_the_pace_is_measured_on_the_files_that_were_read_last() -> None:
    slow = [ReadFile(100_000, 80, 50.0, 50.0 + 2 * WORK)]
    left = ready_in([job("a")], (), slow, 0.0, workers=1)
    assert left == pytest.approx({"a": WORK * (2 * WORK + 8) / (WORK + 8)})


def test_two_files_of_one_span_of_time_were_read_twice_as_fast() -> None:
    both = [ReadFile(100_000, 80, 50.0, 50.0 + 2 * WORK)] * 2
    assert ready_in([job("a")], (), both, 0.0, workers=1) == pytest.approx({"a": WORK})


def test_what_files_hold_is_measured_as_well() -> None:
    full = [ReadFile(100_000, 240, 50.0, 50.0 + 1.5 + 240 * 0.07)]
    # (80 + 240) passages of 200,000 bytes: 160 of 100,000
    left = ready_in([job("a")], (), full, 0.0, workers=1)
    assert left == pytest.approx({"a": 1.5 + 160 * 0.07})


def test_between_two_reports_the_time_falls_with_the_clock_but_not_beyond_the_next_one() -> None:
    # 1,000 passages are 71.5 s; 13 % for reading and cutting and 40 % of 76 % are 43.4 % of it
    done = 71.5 * 0.434
    standing = embedding(400, 1000, since=100.0 + done)

    def left(later: float) -> float:
        return ready_in((), [standing], (), 100.0 + done + later, workers=1)["r"]

    assert left(0.0) == pytest.approx(71.5 * 0.566)
    assert left(5.0) == pytest.approx(71.5 * 0.566 - 5.0)
    # the next report may come at 592: 30.0 s are left then, and 30 % of what lies between is kept
    following = 71.5 * (1 - 0.13 - 0.76 * 0.592)
    assert left(1000.0) == pytest.approx(following + 0.3 * (71.5 * 0.566 - following))


def test_a_file_that_comes_slowly_makes_the_whole_queue_slower() -> None:
    quick = ready_in([job("a")], [embedding(400, 1000, 130.0)], (), 130.0, workers=1)
    slow = ready_in([job("a")], [embedding(400, 1000, 190.0)], (), 190.0, workers=1)
    assert slow["r"] > 2 * quick["r"]
    assert slow["a"] - slow["r"] > 2 * (quick["a"] - quick["r"])
