"""Background work waits while a question is at work, in this process or in another."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from backend import precedence
from backend.precedence import LONGEST_WAIT, QuestionsFirst

ASKING = """
import sys
from pathlib import Path
from backend.precedence import QuestionsFirst
with QuestionsFirst(Path(sys.argv[1])).question():
    print("asking", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LOOK_EVERY", 0.001)


def test_nobody_waits_where_nobody_asks(tmp_path: Path) -> None:
    first = QuestionsFirst(tmp_path)
    assert not first.is_at_work()
    assert first.let_pass() < LONGEST_WAIT
    assert not list(tmp_path.iterdir()), "looking leaves nothing behind"


def test_work_waits_until_the_last_of_several_questions_has_ended(tmp_path: Path) -> None:
    asked, waiting = QuestionsFirst(tmp_path), QuestionsFirst(tmp_path)
    with asked.question():
        with asked.question():
            assert waiting.is_at_work()
        assert waiting.is_at_work()
        assert asked.is_at_work(), "also in the process itself"
    assert not waiting.is_at_work()
    assert not asked.is_at_work()


def test_a_question_of_another_process_goes_first_and_its_end_is_seen(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ASKING, str(tmp_path)]
    root = Path(precedence.__file__).parents[1]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=root) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "asking\n"
        waiting = QuestionsFirst(tmp_path)
        assert waiting.is_at_work()
        passed = threading.Event()

        def work() -> None:
            waiting.let_pass()
            passed.set()

        thread = threading.Thread(target=work)
        thread.start()
        assert not passed.is_set()
        other.kill()  # the system lets go of what it held
        other.wait()
        thread.join(LONGEST_WAIT)
        assert passed.is_set()
    assert not waiting.is_at_work()


def test_work_does_not_stand_still_for_ever_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    seconds = itertools.count(0.0, LONGEST_WAIT / 2)
    waiting = QuestionsFirst(tmp_path, lambda: next(seconds))
    with QuestionsFirst(tmp_path).question():
        assert waiting.let_pass() >= LONGEST_WAIT
        assert waiting.let_pass(lambda: True) < LONGEST_WAIT


def test_a_file_that_nobody_holds_for_a_day_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with QuestionsFirst(tmp_path).question():
        pass
    folder = tmp_path / precedence.FOLDER
    stale = folder / "1-gone.lock"
    stale.touch()
    monkeypatch.setattr(precedence, "_FORGOTTEN", -1.0)
    assert not QuestionsFirst(tmp_path).is_at_work()
    assert not stale.exists()
