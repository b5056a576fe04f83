"""A collection learns how sure its answers must be, only if that is better, and says so."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from backend.answer_tasks import AnswerTasks
from backend.bootstrap import LoadedEmbedders
from backend.command_line.parser import main
from backend.command_line.tuning import bounds_described
from backend.errors import QuestionError
from backend.evaluation.run_state import changes, state_of
from backend.ports import Embedder, Records
from backend.serialisation import to_json
from backend.services.tuning import TuningService
from backend.settings import load_settings
from backend.tasks.answer.extractive.kept_bounds import (
    LearnedBounds,
    keep_bounds,
    reader_identity,
    switch_bounds,
)
from backend.training import bounds_job, bounds_training
from backend.training import judged_questions as counting
from backend.training.bounds_fitting import JudgedAnswer
from backend.training.judged_questions import (
    JudgedQuestion,
    JudgedQuestions,
    JudgedSpan,
    judged_questions,
)
from backend.types import (
    Answer,
    BoundChange,
    BoundsReport,
    Collection,
    JobState,
    JobView,
    Options,
    Query,
    ReaderBounds,
    Step,
    Verdict,
    VerdictCount,
)
from backend.workbench import Workbench, open_workbench
from tests.valleys import WordEmbedder

BOATS = (
    "Heron",
    "Gull",
    "Tern",
    "Petrel",
    "Curlew",
    "Avocet",
    "Dunlin",
    "Plover",
    "Wigeon",
    "Pintail",
    "Garganey",
    "Shoveler",
    "Gadwall",
    "Teal",
    "Pochard",
    "Scaup",
    "Goldeneye",
    "Smew",
    "Merganser",
    "Grebe",
    "Fulmar",
    "Gannet",
    "Shag",
    "Bittern",
    "Egret",
    "Spoonbill",
    "Osprey",
    "Merlin",
    "Hobby",
    "Kestrel",
    "Harrier",
    "Buzzard",
    "Lapwing",
    "Knot",
    "Ruff",
    "Snipe",
    "Godwit",
    "Whimbrel",
    "Skua",
    "Puffin",
    "Razorbill",
    "Guillemot",
    "Kittiwake",
    "Sandpiper",
)


def question(boat: str) -> str:
    return f"When was the {boat} launched at Elm Quay?"


def launched(number: int) -> str:
    return f"The {BOATS[number]} was launched on {1 + number % 28} May {1900 + number} at Elm Quay."


def painted(number: int) -> str:
    return f"She was painted in June {1950 + number}."


@pytest.fixture(scope="module")
def patched() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        harbour = cast(Embedder, WordEmbedder())
        patch.setattr(LoadedEmbedders, "named", lambda self, model: harbour)
        yield


@pytest.fixture
def opened(tmp_path: Path, patched: None) -> Iterator[tuple[Workbench, Collection]]:
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    collection = workbench.library.create_collection("Harbour")
    boats = (
        {"doc_id": boat, "title": boat, "text": f"{launched(n)} {painted(n)}"}
        for n, boat in enumerate(BOATS)
    )
    path = tmp_path / "boats.jsonl"
    path.write_text("\n".join(map(json.dumps, boats)), "utf-8")
    workbench.library.import_corpus(collection.id, path, lambda _stage, _done, _total: None)
    yield workbench, collection
    workbench.close()


def ask(
    workbench: Workbench, collection: Collection, boat: str, pipeline: str = "fused_hybrid"
) -> Answer:
    query = Query(question(boat), collection.id, 5, options=Options())
    running = workbench.questions.ask(query, pipeline)
    running.wait()
    assert running.answer is not None
    return running.answer


def quote_file(quotes: Sequence[str], of: Sequence[str] = BOATS) -> bytes:
    """A set with a question of each boat, and a quote of a document that answers it."""
    lines = (
        {"question": question(boat), "relevant": [{"document": other, "contains": quote}]}
        for boat, other, quote in zip(BOATS, of, quotes, strict=False)
    )
    return "\n".join(map(json.dumps, lines)).encode()


def learned(workbench: Workbench, collection: Collection) -> JobView:
    workbench.tuning.learn_reader_bounds(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "learn_bounds")
    assert view is not None
    return view


def told(answer: Answer) -> Step:
    return next(step for step in answer.steps if step.name == "answer")


def test_more_is_called_direct_where_it_is_right_and_one_click_goes_back(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    before = state_of(workbench.parts.records, collection.id, "x")
    assert ask(workbench, collection, "Teal").verdict is Verdict.LIKELY
    workbench.question_sets.add_set_file(
        collection.id, "launched.jsonl", quote_file([launched(n) for n in range(len(BOATS))])
    )
    there = workbench.tuning.reader_bounds(collection.id)
    assert (there.questions, there.from_marks, there.from_sets) == (44, 0, 44)
    assert (there.bounds, there.report) == (None, None)
    assert learned(workbench, collection).job.state is JobState.DONE

    found = workbench.tuning.reader_bounds(collection.id)
    assert found.report is not None
    direct = found.report.direct
    assert direct.own, direct.reason
    assert (found.report.answers, found.report.unjudged) == (44, 0)
    assert (direct.before.given, direct.after.given) == (0, direct.after.right)
    assert direct.after.right >= 40
    assert found.bounds is not None
    assert found.bounds.direct == direct.bound < direct.shipped
    for pipeline in ("naive", "fused_hybrid", "community_graph", "chain_of_thought", "automatic"):
        answer = ask(workbench, collection, "Teal", pipeline)
        assert answer.verdict is Verdict.DIRECT, pipeline
        step = told(answer)
        assert "bounds of this collection" in step.summary, pipeline
        words = f"direct from {direct.bound:.2f} on, likely from {found.bounds.likely:.2f} on"
        assert step.detail == {"bounds of this collection": words}
        assert answer.settings["bounds"] == words
    now = state_of(workbench.parts.records, collection.id, "x")
    assert changes(before, now) == (
        "How sure an answer must be to be called direct or likely is another bound.",
    )

    workbench.tuning.use_reader_bounds(collection.id, on=False)
    answer = ask(workbench, collection, "Teal")
    assert answer.verdict is Verdict.LIKELY
    assert (told(answer).summary, told(answer).detail) == ("Written by the local reader", {})
    assert "bounds" not in answer.settings
    off = workbench.tuning.reader_bounds(collection.id)
    assert (off.bounds, off.learned) == (None, True)
    workbench.tuning.use_reader_bounds(collection.id, on=True)
    assert ask(workbench, collection, "Teal").verdict is Verdict.DIRECT

    # settings that were read before anything was learned do not switch it
    workbench.library.change_collection_settings(
        collection.id, replace(collection.settings, chunk_tokens=300)
    )
    assert workbench.tuning.reader_bounds(collection.id).bounds is not None
    # with the bounds on it can be learned again
    assert learned(workbench, collection).job.state is JobState.DONE
    again = workbench.tuning.reader_bounds(collection.id)
    assert again.report is not None
    assert replace(again.report, at=0.0) == replace(found.report, at=0.0)


def test_where_quotes_are_wrong_nothing_is_called_surer(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    others = [*BOATS[1:], BOATS[0]]
    quotes = [launched(BOATS.index(boat)) for boat in others]
    workbench.tuning.add_question_set(collection.id, "others.jsonl", quote_file(quotes, others))
    assert learned(workbench, collection).job.state is JobState.DONE
    found = workbench.tuning.reader_bounds(collection.id)
    assert found.report is not None
    assert not found.report.direct.own
    assert found.report.likely.before.right == 0
    assert ask(workbench, collection, "Teal").verdict is not Verdict.DIRECT
    if found.bounds is None:
        with pytest.raises(QuestionError, match="no bounds that were better"):
            workbench.tuning.use_reader_bounds(collection.id, on=True)


def test_too_few_judged_questions_or_answers_are_said(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    with pytest.raises(QuestionError, match="There are 0 questions"):
        workbench.tuning.learn_reader_bounds(collection.id)
    quotes = [launched(n) for n in range(39)]
    workbench.question_sets.add_set_file(collection.id, "few.jsonl", quote_file(quotes))
    with pytest.raises(QuestionError, match="There are 39 questions"):
        workbench.tuning.learn_reader_bounds(collection.id)
    # the fortieth was marked, but not where the answer stands
    answer = ask(workbench, collection, BOATS[40])
    elsewhere = next(hit for hit in answer.hits if hit.chunk.title != BOATS[40])
    workbench.questions.mark(answer.id, 1, elsewhere.chunk.id)
    view = learned(workbench, collection)
    assert view.job.state is JobState.FAILED
    assert "Of 39 answers it is known" in view.job.reason
    assert workbench.tuning.reader_bounds(collection.id).report is None


def test_bounds_of_another_reader_are_not_used(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    reader = reader_identity(workbench.parts.embedders.of(collection.id))
    bounds = ReaderBounds(0.3, 0.2)
    for identity, used in ((reader, True), (f"0 {reader}", False)):
        keep_bounds(records, collection.id, LearnedBounds(bounds, identity))
        assert switch_bounds(records, collection.id, on=True)
        assert (ask(workbench, collection, "Teal").verdict is Verdict.DIRECT) is used
        state = workbench.tuning.reader_bounds(collection.id)
        assert (state.bounds is not None, state.learned, state.outdated) == (used, used, not used)


def test_the_setting_says_which_bounds_are_on(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    reader = reader_identity(workbench.parts.embedders.of(collection.id))
    keep_bounds(records, collection.id, LearnedBounds(ReaderBounds(0.3, 0.2), reader))
    assert switch_bounds(records, collection.id, on=True)
    # others are kept in their place, and the second write that switches them on did not come
    keep_bounds(records, collection.id, LearnedBounds(ReaderBounds(0.29, 0.2), reader))
    assert ask(workbench, collection, "Teal").verdict is Verdict.LIKELY
    state = workbench.tuning.reader_bounds(collection.id)
    assert (state.bounds, state.learned, state.outdated) == (None, True, False)
    workbench.tuning.use_reader_bounds(collection.id, on=True)
    assert ask(workbench, collection, "Teal").verdict is Verdict.DIRECT


def change(own: bool) -> BoundsReport:
    none = VerdictCount(0, 0, 0, None)
    one = BoundChange(Verdict.DIRECT, none, none, 0.75, 0.3, own, "")
    return BoundsReport(40, 0, 0, one, replace(one, verdict=Verdict.LIKELY, own=False), 0.0)


def test_bounds_that_were_switched_meanwhile_are_kept_and_left_off(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    reader = reader_identity(workbench.parts.embedders.of(collection.id))
    keep_bounds(records, collection.id, LearnedBounds(ReaderBounds(0.4, 0.2), reader))
    bounds = ReaderBounds(0.3, 0.2)
    for before, meanwhile in ((True, False), (False, True)):
        switch_bounds(records, collection.id, on=before)
        start = bounds_job.started(records, collection.id, reader)
        switch_bounds(records, collection.id, on=meanwhile)
        bounds_job.keep_learned(records, collection.id, change(True), bounds, start, reader)
        state = workbench.tuning.reader_bounds(collection.id)
        assert (state.bounds, state.learned) == (None, True)
        assert state.report == change(True)
        assert not records.collection(collection.id).settings.reader_bounds
    start = bounds_job.started(records, collection.id, reader)
    bounds_job.keep_learned(records, collection.id, change(True), bounds, start, reader)
    assert workbench.tuning.reader_bounds(collection.id).bounds == bounds
    with pytest.raises(QuestionError, match="got another embedder"):
        bounds_job.keep_learned(records, collection.id, change(False), bounds, start, "another")
    assert workbench.tuning.reader_bounds(collection.id).bounds == bounds
    bounds_job.keep_learned(records, collection.id, change(False), bounds, start, reader)
    state = workbench.tuning.reader_bounds(collection.id)
    assert (state.bounds, state.learned) == (None, False)


def test_what_happens_while_it_learns_changes_nothing_of_what_is_learned(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    quotes = quote_file([launched(n) for n in range(len(BOATS))])
    workbench.question_sets.add_set_file(collection.id, "launched.jsonl", quotes)
    reader = reader_identity(workbench.parts.embedders.of(collection.id))
    keep_bounds(records, collection.id, LearnedBounds(ReaderBounds(0.99, 0.98), reader))
    learn = bounds_training.judged_answer
    seen: list[bool] = []

    def switching(*given: Any) -> JudgedAnswer:
        seen.append(switch_bounds(records, collection.id, on=len(seen) % 2 == 0))
        return learn(*given)

    monkeypatch.setattr(bounds_training, "judged_answer", switching)
    assert learned(workbench, collection).job.state is JobState.DONE
    found = workbench.tuning.reader_bounds(collection.id)
    assert len(seen) == found.report.answers == 44 if found.report else False
    assert True in seen

    identities = iter((reader, f"0 {reader}"))
    monkeypatch.setattr(AnswerTasks, "reader_identity", lambda _tasks, _id: next(identities))
    monkeypatch.setattr(TuningService, "reader_bounds", lambda _service, _id: found)
    view = learned(workbench, collection)
    assert view.job.state is JobState.FAILED
    assert "got another embedder" in view.job.reason


def test_marks_and_sets_say_where_answers_stand(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    answers = {boat: ask(workbench, collection, boat) for boat in BOATS[:5]}
    own = {boat: answer.hits[0].chunk for boat, answer in answers.items()}
    heron, gull, tern, petrel, curlew = BOATS[:5]
    workbench.questions.mark(answers[heron].id, 1, own[heron].id)
    workbench.questions.mark(answers[gull].id, -1, own[gull].id)
    workbench.questions.mark(answers[tern].id, 1)
    workbench.questions.mark(answers[petrel].id, -1)
    rows = [
        {"question": question(curlew), "relevant": [{"document": curlew, "contains": painted(4)}]},
        {"question": "Who owns the quay?", "kind": "unanswerable"},
        {
            "question": "Who sank the Gull?",
            "kind": "unanswerable",
            "relevant": [{"document": gull, "contains": painted(1)}],
        },
        {"question": "What is told of the Gull?", "relevant": [gull]},
        {"question": "What was lost?", "relevant": [{"document": gull, "contains": "no such"}]},
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    workbench.question_sets.add_set_file(collection.id, "own.jsonl", content)
    made = quote_file([launched(n) for n in range(8)])
    workbench.question_sets.add_set_file(collection.id, "made.jsonl", made)
    found = judged_questions(records, collection.id, lambda name: name == "made")
    assert (found.from_marks, found.from_sets) == (4, 1)
    by_text = {each.text: each for each in found.questions}

    def quote(boat: str, start: int, end: int) -> list[JudgedSpan]:
        return [JudgedSpan(own[boat].document_id, start, end)]

    assert by_text[question(heron)].is_right(quote(heron, 0, 40)) is True
    assert by_text[question(heron)].is_right(quote(gull, 0, 40)) is None
    assert by_text[question(gull)].is_right(quote(gull, 0, 40)) is False
    assert by_text[question(tern)].is_right(quote(tern, 0, 40)) is True
    assert by_text[question(tern)].is_right(quote(tern, 51, 80)) is None, "the first quote counts"
    assert by_text[question(petrel)].is_right(quote(petrel, 0, 40)) is False
    assert question(curlew) not in by_text, "Quire made it too, and kept it because it is answered"
    assert by_text["Who owns the quay?"].is_right(quote(tern, 0, 40)) is False
    assert set(by_text) == {*map(question, BOATS[:4]), "Who owns the quay?"}


def test_a_helpful_passage_proves_right_what_was_quoted_from_it(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    first = ask(workbench, collection, BOATS[0])
    one = replace(first, id="one", citations=first.citations[:1])
    records.save_answer("one", "", collection.id, "", to_json(one), "")
    other = next(hit for hit in one.hits if hit.chunk.title != BOATS[0]).chunk
    elsewhere = [JudgedSpan(other.document_id, other.start, other.end)]
    quote, passage = one.citations[0], one.hits[0].chunk
    assert (quote.chunk_id, quote.start, quote.end) == (passage.id, 0, 49)
    assert passage.end == 79

    def judged() -> JudgedQuestion:
        (found,) = judged_questions(records, collection.id, lambda _name: False).questions
        return found

    workbench.questions.mark("one", 1, other.id)
    assert judged() == JudgedQuestion(question(BOATS[0]), (), (), complete=False)
    workbench.questions.mark("one", -1, other.id)
    assert judged().is_right(elsewhere) is False
    workbench.questions.mark("one", 1, passage.id)
    assert judged().is_right([JudgedSpan(passage.document_id, 0, 49)]) is True
    assert judged().is_right([JudgedSpan(passage.document_id, 50, 79)]) is None, "not quoted"
    workbench.questions.mark("one", -1, passage.id)
    assert judged().is_right([JudgedSpan(passage.document_id, 50, 79)]) is False


def test_marks_that_cannot_be_used_are_not_offered(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    heron, gull, tern, petrel = (ask(workbench, collection, boat) for boat in BOATS[:4])
    written = replace(heron, id="written", answered_by="a language model")
    records.save_answer("written", "", collection.id, "", to_json(written), "")
    workbench.questions.mark("written", 1)
    workbench.questions.mark(gull.id, 1)
    workbench.questions.mark(tern.id, -1, tern.citations[0].chunk_id)
    # its answer is gone: whether it was a follow-up, nobody knows
    workbench.questions.mark(petrel.id, -1, petrel.citations[0].chunk_id)
    records.save_answer(petrel.id, "", collection.id, "", "{}", "")
    rows = [
        {"question": "What was lost?", "relevant": [{"document": BOATS[1], "contains": "no such"}]}
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    workbench.question_sets.add_set_file(collection.id, "own.jsonl", content)
    there = workbench.tuning.reader_bounds(collection.id)
    assert (there.questions, there.from_marks, there.from_sets) == (2, 2, 0)
    for answer in (gull, tern):
        workbench.library.delete_documents([answer.citations[0].document_id])
    assert workbench.tuning.reader_bounds(collection.id).questions == 0


def test_judged_questions_are_counted_anew_only_where_something_has_changed(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    counted: list[str] = []
    count = counting.judged_questions

    def noted(records: Records, collection_id: str, made: Callable[[str], bool]) -> JudgedQuestions:
        counted.append(collection_id)
        return count(records, collection_id, made)

    monkeypatch.setattr(counting, "judged_questions", noted)

    def judged() -> tuple[int, int, int]:
        there = workbench.tuning.reader_bounds(collection.id)
        again = workbench.tuning.reader_bounds(collection.id)
        assert again == there
        return there.questions, there.from_marks, there.from_sets

    heron, gull = (ask(workbench, collection, boat) for boat in BOATS[:2])
    assert judged() == (0, 0, 0)
    workbench.questions.mark(heron.id, 1)
    assert judged() == (1, 1, 0)
    workbench.questions.mark(gull.id, 1)
    assert judged() == (2, 2, 0)
    content = json.dumps({"question": "Who owns the quay?", "kind": "unanswerable"}).encode()
    workbench.question_sets.add_set_file(collection.id, "own.jsonl", content)
    assert judged() == (3, 2, 1)
    workbench.questions.delete_conversation(heron.conversation_id)
    assert judged() == (2, 1, 1)
    workbench.library.delete_documents([gull.citations[0].document_id])
    assert judged() == (1, 0, 1)
    assert len(counted) == 6


def test_a_mark_is_of_the_question_as_it_was_read(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    first = ask(workbench, collection, BOATS[0])
    follow_up, again, computed = (
        replace(first, id=name, settings={**first.settings, **settings}, answered_by=by)
        for name, settings, by in (
            ("b", {"read_as": "When was the Heron painted?"}, first.answered_by),
            ("c", {"restates": first.question}, first.answered_by),
            ("d", {"read_as": "Who launched it?"}, "a language model"),
        )
    )
    for each in (follow_up, again, computed):
        records.save_answer(each.id, "", collection.id, "", to_json(each), "")
        workbench.questions.mark(each.id, 1)
    found = judged_questions(records, collection.id, lambda _name: False)
    assert [each.text for each in found.questions] == ["When was the Heron painted?"]
    records.save_answer("b", "", collection.id, "", '{"id": "b"}', "")
    assert judged_questions(records, collection.id, lambda _name: False).questions == ()


def test_a_quote_is_right_by_half_of_the_shorter_and_unknown_if_judged_both_ways() -> None:
    helpful, not_helpful = JudgedSpan("d", 100, 140), JudgedSpan("d", 120, 400)
    judged = JudgedQuestion("?", (helpful,), (not_helpful,), complete=False)
    assert judged.is_right([JudgedSpan("d", 80, 120)]) is True  # 20 of 40
    assert judged.is_right([JudgedSpan("d", 80, 119)]) is None  # 19 of 39
    assert judged.is_right([JudgedSpan("e", 100, 140)]) is None
    assert judged.is_right([JudgedSpan("d", 200, 240)]) is False
    assert judged.is_right([JudgedSpan("d", 110, 150)]) is None  # 30 of 40 in each
    assert judged.is_right([JudgedSpan("d", 90, 100)]) is None
    assert replace(judged, complete=True).is_right([JudgedSpan("d", 0, 40)]) is False


def test_a_report_says_never_where_nothing_reaches_a_bound() -> None:
    report = change(True)
    never = replace(report, direct=replace(report.direct, bound=1.01))
    said = bounds_described(never)
    assert (
        "Direct answer: 0 of 0 right, 0 given -> 0 of 0 right, 0 given; bound 0.75 -> never."
        in (said)
    )
    assert "bound 0.75 -> 0.30, not used." in said


def test_the_command_line_learns_and_goes_back(
    opened: tuple[Workbench, Collection], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbench, _collection = opened
    workbench.close()
    path = tmp_path / "launched.jsonl"
    path.write_bytes(quote_file([launched(n) for n in range(len(BOATS))]))
    library = ["--library", str(tmp_path / "library")]
    tune = [*library, "tune", "--collection", "Harbour", "--bounds"]
    assert main([*tune, "--questions", str(path)]) == 0
    said = capsys.readouterr().out
    assert "44 questions; this takes about 46 seconds." in said
    assert "44 answers known to be right or wrong, 0 that nobody judged" in said
    assert "0 that quote the same place as another and count with it" in said
    assert "Direct answer: 0 of 0 right, 0 given -> " in said
    assert main([*tune, "--undo"]) == 0
    assert "Verdicts keep to the bounds of Quire again." in capsys.readouterr().out
