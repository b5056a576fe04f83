"""What a collection's marks and question sets mean for its training."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.errors import QuestionError, ReadingError
from backend.settings import load_settings
from backend.training.known import Known, known_of
from backend.training.known_questions import (
    KnownQuestion,
    Reference,
    from_json,
    read_question_set,
    to_json,
)
from backend.types import Mark
from backend.workbench import Workbench, open_workbench
from tests.factories import make_bundle


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    yield opened
    opened.close()


class Harbour:
    """A collection of two documents of two passages each."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench
        self.records = workbench.parts.records
        self.id = workbench.library.create_collection("Harbour").id
        bundles = [
            make_bundle(self.id, "Harbour report"),
            make_bundle(self.id, "Pilots", ("A pilot knows the bar.", "Six pilots serve.")),
        ]
        self.records.publish(bundles)
        self.report = tuple(chunk.id for chunk in bundles[0].chunks)
        self.pilots = bundles[1].document.id
        self.six = bundles[1].chunks[1].id

    def mark(self, answer: str, question: str, chunk: str, value: int) -> None:
        self.records.save_mark(Mark(self.id, answer, question, chunk, value, 0.0))

    def known(self, *questions: KnownQuestion) -> Known:
        return known_of(self.records, self.id, questions)


@pytest.fixture
def harbour(workbench: Workbench) -> Harbour:
    return Harbour(workbench)


def test_the_same_question_asked_twice_is_one_lesson(harbour: Harbour) -> None:
    first, second = harbour.report
    harbour.mark("a1", "When did it freeze?", first, 1)
    harbour.mark("a2", "when did  it freeze", second, 1)
    found = harbour.known()
    assert [lesson.passages for lesson in found.lessons] == [frozenset({first, second})]
    assert found.from_marks == 1


def test_marks_that_contradict_each_other_teach_nothing_and_are_counted(harbour: Harbour) -> None:
    first, second = harbour.report
    harbour.mark("a1", "When did it freeze?", first, 1)
    harbour.mark("a2", "When did it freeze?", first, -1)
    harbour.mark("a2", "When did it freeze?", second, 1)
    found = harbour.known()
    assert found.contradicted == 1
    assert [lesson.passages for lesson in found.lessons] == [frozenset({second})]


def test_only_contradictions_leave_nothing(harbour: Harbour) -> None:
    harbour.mark("a1", "When?", harbour.report[0], 1)
    harbour.mark("a2", "When?", harbour.report[0], -1)
    found = harbour.known()
    assert found.lessons == ()
    assert (found.contradicted, found.only_unhelpful) == (1, 1)


def test_marks_of_whole_answers_and_of_deleted_passages_are_left_out(harbour: Harbour) -> None:
    harbour.mark("a1", "When?", "", 1)
    harbour.mark("a1", "When?", "gone", 1)
    found = harbour.known()
    assert found.lessons == ()
    assert found.gone == 1


def test_a_set_names_documents_passages_and_places_in_documents(harbour: Harbour) -> None:
    found = harbour.known(
        KnownQuestion("Who?", (Reference("pilots"),)),
        KnownQuestion("How many?", (Reference("Pilots", contains="six  PILOTS"),)),
        KnownQuestion("Which page?", (Reference("Pilots", page=1),)),
        KnownQuestion("This passage?", (Reference(harbour.report[0]),)),
        KnownQuestion("Nothing?", (Reference("Atlantis"),)),
    )
    lessons = {lesson.text: lesson for lesson in found.lessons}
    assert lessons["Who?"].documents == {harbour.pilots}
    assert lessons["How many?"].passages == {harbour.six}
    assert lessons["This passage?"].passages == {harbour.report[0]}
    assert lessons["Which page?"].passages
    assert "Nothing?" not in lessons
    assert found.unresolved == ("Atlantis",)
    assert found.from_sets == 4


def test_a_set_is_read_from_json_lines() -> None:
    lines = [
        {"question": "What  grew?", "relevant": ["Report.pdf", "Report.pdf"]},
        {"question": "Who?", "gold": ["d7"]},
        {"question": "Where?", "evidence": [{"document": "A.pdf", "page": 2, "contains": "here"}]},
        {"question": "Unknown?", "relevant": []},
    ]
    content = "\n".join(map(json.dumps, lines)).encode() + b"\n\n"
    found = read_question_set(content, "set.jsonl")
    assert found == (
        KnownQuestion("What grew?", (Reference("Report.pdf"),)),
        KnownQuestion("Who?", (Reference("d7"),)),
        KnownQuestion("Where?", (Reference("A.pdf", "here", 2),)),
    )
    assert from_json(to_json(found)) == found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"question": "A?", "relevant": ["d"]}\nnot json', "Line 2"),
        (b'{"text": "A?"}', "Line 1"),
        (b"[1]", "Line 1"),
        (b'{"question": "  "}', "Line 1"),
        (b"", "no question"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 90_000, "Line 1"),
    ],
)
def test_what_is_not_a_set_is_refused_with_the_line(content: bytes, said: str) -> None:
    with pytest.raises(ReadingError, match=said):
        read_question_set(content, "set.jsonl")


def test_a_broken_set_leaves_the_one_before(workbench: Workbench, harbour: Harbour) -> None:
    line = b'{"question": "Who?", "relevant": ["Pilots"]}'
    assert workbench.tuning.add_question_set(harbour.id, "good.jsonl", line) == 1
    with pytest.raises(ReadingError):
        workbench.tuning.add_question_set(harbour.id, "bad.jsonl", b"?")
    state = workbench.tuning.tuning_state(harbour.id)
    assert (state.set_name, state.questions, state.from_sets) == ("good.jsonl", 1, 1)
    workbench.tuning.remove_question_set(harbour.id)
    assert workbench.tuning.tuning_state(harbour.id).questions == 0


def test_five_marks_are_refused_with_a_reason(workbench: Workbench, harbour: Harbour) -> None:
    for number in range(5):
        harbour.mark(f"a{number}", f"Question {number}?", harbour.report[0], 1)
    with pytest.raises(QuestionError, match=r"There are 5 questions .* at least 20 are needed"):
        workbench.tuning.tune(harbour.id)
    assert workbench.queue.work_on(harbour.id, "tune") is None
