"""Files that take long do not hold up the others."""

from __future__ import annotations

import threading
from collections.abc import Callable

from backend.ingestion.relief import Relief

PATIENCE = 30.0
"""How long a test waits for what must happen at once."""


def at_work(relief: Relief, job: Callable[[], object]) -> threading.Thread:
    """A thread that is present and does one job."""

    def run() -> None:
        with relief.present(), relief.busy():
            job()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def test_a_helper_comes_when_all_threads_are_held_up() -> None:
    helped = threading.Event()
    relief = Relief(helped.set, long_seconds=0.01)
    threads = [at_work(relief, lambda: helped.wait(PATIENCE)) for _ in range(2)]
    assert helped.wait(PATIENCE)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_no_helper_comes_while_one_thread_is_free() -> None:
    helped, release = threading.Event(), threading.Event()
    relief = Relief(helped.set, long_seconds=0.01)
    with relief.present():  # this thread does nothing
        busy = at_work(relief, lambda: release.wait(0.3))
        busy.join(PATIENCE)
    assert not helped.is_set()


def test_short_jobs_need_no_helper() -> None:
    helped = threading.Event()
    relief = Relief(helped.set, long_seconds=PATIENCE)
    for _ in range(20):
        at_work(relief, lambda: None).join(PATIENCE)
    assert not helped.is_set()


def test_a_long_job_that_has_ended_no_longer_counts() -> None:
    helped = threading.Event()
    relief = Relief(helped.set, long_seconds=0.01)
    with relief.present():
        at_work(relief, lambda: threading.Event().wait(0.2)).join(PATIENCE)
        assert not helped.is_set()
        with relief.busy():  # the only thread that is left, and it takes long
            assert helped.wait(PATIENCE)


def test_the_helper_looks_again_while_the_files_still_take_long() -> None:
    rounds = threading.Semaphore(0)
    relief = Relief(rounds.release, long_seconds=0.01)
    with relief.present(), relief.busy():
        assert rounds.acquire(timeout=PATIENCE)
        assert rounds.acquire(timeout=PATIENCE)


def test_there_is_one_helper_and_the_last_to_leave_waits_for_it() -> None:
    counted = threading.Lock()
    at_once: list[int] = []
    most: list[int] = []
    started, release = threading.Event(), threading.Event()

    def help_out() -> None:
        with counted:
            at_once.append(1)
            most.append(len(at_once))
        started.set()
        release.wait(PATIENCE)
        with counted:
            at_once.pop()

    relief = Relief(help_out, long_seconds=0.01)
    threads = [at_work(relief, lambda: started.wait(PATIENCE)) for _ in range(3)]
    assert started.wait(PATIENCE)
    release.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert at_once == []
    assert set(most) == {1}
