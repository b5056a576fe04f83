"""From files to cited answers through the one service that screens and command line use."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.errors import NameTakenError, NotFoundError, QuestionError
from backend.precedence import QuestionsFirst
from backend.settings import Settings, load_settings
from backend.types import CollectionSettings, Filters, JobState, Query, Verdict
from backend.workbench import RunningQuestion, Workbench, open_workbench

BRIDGE = """The Harrow Bridge

The Harrow Bridge was opened in 1931 by the engineer Ada Lorne.
It spans the river Teme with three steel arches.

Repairs

In 2009 the deck was renewed at a cost of 4,200,000 pounds."""
MILL = """The Old Mill

The mill at Teme Ford ground barley until 1954. Today it holds a museum of weaving."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({}, library=tmp_path / "library")


@pytest.fixture
def workbench(settings: Settings) -> Iterator[Workbench]:
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def add(workbench: Workbench, collection_id: str, name: str, text: str, **options: object) -> str:
    job = workbench.library.add_file(collection_id, name, text.encode(), **options)  # type: ignore[arg-type]
    assert job is not None
    workbench.queue.work_until_idle(threading.Event())
    ended = next(view.job for view in workbench.queue.jobs() if view.job.id == job.id)
    assert ended.state is JobState.DONE, ended.reason
    return ended.document_id


def ask(
    workbench: Workbench, question: str, collection_id: str, conversation: str = ""
) -> RunningQuestion:
    asking = workbench.questions.ask(Query(question, collection_id), "naive", conversation)
    assert asking.wait(60)
    return asking


def test_a_question_is_answered_with_a_citation_of_the_sentence_that_says_so(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Places")
    bridge = add(workbench, collection.id, "bridge.txt", BRIDGE)
    add(workbench, collection.id, "mill.txt", MILL)
    asking = ask(workbench, "Who opened the Harrow Bridge?", collection.id)
    answer = asking.answer
    assert answer is not None, asking.error
    assert answer.found
    assert answer.answered_by == "local reader"
    assert "Ada Lorne" in answer.text
    cited = [citation for citation in answer.citations if citation.document_id == bridge]
    assert any(
        "Ada Lorne"
        in workbench.library.document_text(citation.document_id, citation.start, citation.end)
        for citation in cited
    )
    assert all(sentence.supported is not False for sentence in answer.sentences)
    assert {signal.retriever for signal in answer.hits[0].signals} == {"dense", "lexical"}
    assert asking.text == answer.text


def test_what_the_documents_do_not_hold_is_not_answered(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "mill.txt", MILL)
    answer = ask(workbench, "What is the boiling point of tungsten?", collection.id).answer
    assert answer is not None
    assert not answer.found
    assert "did not find" in answer.text


def test_a_conversation_is_kept_and_its_follow_up_understood(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    first = ask(workbench, "Who opened the Harrow Bridge?", collection.id)
    ask(workbench, "And when was its deck renewed?", collection.id, first.conversation_id)
    kept = workbench.questions.conversation(first.conversation_id)
    assert [answer.question for answer in kept] == [
        "Who opened the Harrow Bridge?",
        "And when was its deck renewed?",
    ]
    assert [
        conversation.id for conversation in workbench.questions.conversations(collection.id)
    ] == [first.conversation_id]
    workbench.questions.delete_conversation(first.conversation_id)
    assert workbench.questions.conversation(first.conversation_id) == ()


def test_a_question_can_be_joined_while_it_is_answered_and_not_after(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    written, kept = threading.Event(), threading.Event()

    def hold() -> None:
        written.set()
        assert kept.wait(60)

    query = Query("Who opened the Harrow Bridge?", collection.id)
    running = workbench.questions.ask(query, "naive", before_keeping=hold)
    assert written.wait(60)
    assert workbench.questions.running_question(running.conversation_id) is running
    assert workbench.questions.running_question("another") is None
    assert workbench.questions.conversation(running.conversation_id) == ()
    kept.set()
    assert running.wait(60)
    assert len(workbench.questions.conversation(running.conversation_id)) == 1
    assert workbench.questions.running_question(running.conversation_id) is None


def test_a_filter_keeps_the_evidence_inside_its_documents(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    mill = add(workbench, collection.id, "mill.txt", MILL)
    query = Query(
        "Who opened the Harrow Bridge?", collection.id, filters=Filters(document_ids=(mill,))
    )
    hits = workbench.questions.search(query, "naive").hits
    assert {hit.chunk.document_id for hit in hits} == {mill}


def test_same_bytes_are_skipped_replaced_or_kept_beside(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    first = add(workbench, collection.id, "mill.txt", MILL)
    check = workbench.library.inspect_upload(collection.id, "again.txt", MILL.encode())
    assert check.verdict == "same_bytes"
    assert [document.id for document in check.existing] == [first]
    assert workbench.library.add_file(collection.id, "again.txt", MILL.encode()) is None
    assert add(workbench, collection.id, "mill.txt", MILL, on_duplicate="replace") == first
    kept = add(workbench, collection.id, "mill.txt", MILL, on_duplicate="keep_both")
    assert {document.id for document in workbench.library.documents(collection.id)} == {first, kept}


def test_the_same_bytes_are_not_queued_twice_while_they_wait(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    other = workbench.library.create_collection("Mills")
    first = workbench.library.add_file(collection.id, "mill.txt", MILL.encode())
    assert first is not None
    assert first.state is JobState.QUEUED
    assert workbench.library.add_file(collection.id, "again.txt", MILL.encode()) is None
    assert workbench.library.add_file(other.id, "mill.txt", MILL.encode()) is not None
    copies = [
        workbench.library.add_file(
            collection.id, "mill.txt", MILL.encode(), on_duplicate="keep_both"
        )
        for _ in range(2)
    ]
    assert [job.key for job in copies if job] == ["copy 2", "copy 3"]
    assert [job.name for job in workbench.parts.records.jobs(collection.id)] == ["mill.txt"] * 3


def test_a_file_that_was_given_up_may_be_added_again(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    first = workbench.library.add_file(collection.id, "mill.txt", MILL.encode())
    assert first is not None
    workbench.queue.cancel_job(first.id)
    assert workbench.library.add_file(collection.id, "mill.txt", MILL.encode()) is not None


def test_a_new_version_takes_the_place_of_the_old_one(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    first = add(workbench, collection.id, "mill.txt", MILL)
    newer = MILL.replace("weaving", "baking")
    assert workbench.library.inspect_upload(collection.id, "mill.txt", newer.encode()).verdict == (
        "new_version"
    )
    second = add(workbench, collection.id, "mill.txt", newer)
    assert second != first
    (document,) = workbench.library.documents(collection.id)
    assert (document.id, document.version) == (second, 2)
    texts = [
        hit.chunk.text
        for hit in workbench.questions.search(Query("museum", collection.id), "naive").hits
    ]
    assert any("baking" in text for text in texts)
    assert not any("weaving" in text for text in texts)


def test_deleting_leaves_a_receipt_and_nothing_else(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Places")
    document_id = add(workbench, collection.id, "mill.txt", MILL)
    chunks = len(workbench.library.document_chunks(document_id))
    for view in workbench.queue.jobs():
        workbench.queue.dismiss_job(view.job.id)
    receipt = workbench.library.delete_documents([document_id])
    assert (receipt.documents, receipt.chunks, receipt.vectors) == (1, chunks, chunks)
    assert workbench.library.documents(collection.id) == ()
    assert workbench.maintenance.check() == ()
    left = {path.name for path in (settings.library / "files").rglob("*") if path.is_file()}
    assert left <= {".lock"}, "the lock of the folder is empty and belongs to no document"
    with pytest.raises(QuestionError):
        workbench.questions.ask(Query("museum", collection.id), "naive")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.txt", b"", "empty"),
        ("image.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "unsupported"),
        ("broken.pdf", b"%PDF-1.7 and then nothing", "broken"),
        ("blank.txt", b"   \n\n  ", "empty"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    workbench: Workbench, name: str, content: bytes, code: str
) -> None:
    collection = workbench.library.create_collection("Places")
    workbench.library.add_file(collection.id, name, content)
    workbench.queue.work_until_idle(threading.Event())
    (view,) = workbench.queue.jobs(collection.id)
    assert view.job.state is JobState.FAILED
    assert view.job.code == code
    assert view.job.reason
    assert workbench.library.documents(collection.id) == ()


def test_questions_that_cannot_be_asked_say_why(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    with pytest.raises(QuestionError, match="no documents"):
        workbench.questions.ask(Query("museum", collection.id), "naive")
    add(workbench, collection.id, "mill.txt", MILL)
    with pytest.raises(QuestionError, match="empty"):
        workbench.questions.ask(Query(" \n\0 ", collection.id), "naive")
    with pytest.raises(QuestionError, match="100,000"):
        workbench.questions.ask(Query("x" * 100_000, collection.id), "naive")


@pytest.mark.parametrize(
    "question", ["؟ ما هو الجسر", "桥在哪里", '()[]{}\\^~*?:"', "🙂", "a" * 4000]
)
def test_odd_questions_are_answered_honestly(workbench: Workbench, question: str) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    asking = ask(workbench, question, collection.id)
    assert asking.error is None
    assert asking.answer is not None


def test_collections_are_named_once_and_found_in_any_letter_case(workbench: Workbench) -> None:
    made = workbench.library.create_collection("Places")
    assert workbench.library.collection_named("pLACES") == made
    with pytest.raises(NameTakenError):
        workbench.library.create_collection(" places ")
    with pytest.raises(NotFoundError, match="Places"):
        workbench.library.collection_named("elsewhere")


def test_marks_and_bundles_belong_to_an_answer(workbench: Workbench) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    answer = ask(workbench, "Who opened the Harrow Bridge?", collection.id).answer
    assert answer is not None
    chunk_id = answer.hits[0].chunk.id
    workbench.questions.mark(answer.id, 1)
    workbench.questions.mark(answer.id, -1, chunk_id)
    assert workbench.questions.marks(answer.id) == {"": 1, chunk_id: -1}
    workbench.questions.mark(answer.id, 0, chunk_id)
    assert workbench.questions.marks(answer.id) == {"": 1}
    bundle = json.loads(workbench.evidence.bundle(answer.id, "json"))
    assert bundle["question"] == answer.question
    assert bundle["evidence"][0]["document"] == "bridge.txt"
    exported = workbench.evidence.bundle(answer.id, "markdown")
    assert "Ada Lorne" in exported
    assert f"**{answer.verdict.words}.**" in exported


def test_settings_of_a_collection_decide_how_its_files_are_cut(workbench: Workbench) -> None:
    long = "\n\n".join(f"Paragraph {n} tells of the river and its mills." for n in range(200))
    small = workbench.library.create_collection("Small", CollectionSettings(chunk_tokens=64))
    large = workbench.library.create_collection("Large", CollectionSettings(chunk_tokens=256))
    counts = {
        each.name: len(
            workbench.library.document_chunks(add(workbench, each.id, "river.txt", long))
        )
        for each in (small, large)
    }
    assert counts["Small"] > 2 * counts["Large"]


def test_the_sample_library_answers_its_own_questions(workbench: Workbench) -> None:
    collection = workbench.library.load_sample()
    workbench.queue.work_until_idle(threading.Event())
    assert {view.job.state for view in workbench.queue.jobs(collection.id)} == {JobState.DONE}
    question = workbench.briefing.suggested_questions(collection.id)[0]
    answer = ask(workbench, question, collection.id).answer
    assert answer is not None
    assert answer.verdict is not Verdict.NOT_FOUND
    assert "Saltpan Cove" in answer.text


def test_nothing_still_loads_in_the_background_once_it_is_closed(settings: Settings) -> None:
    # a program that ends while a thread is inside a native library is aborted
    before = set(threading.enumerate())

    open_workbench(settings, start_workers=True).close()

    assert set(threading.enumerate()) <= before


def test_a_rehearsed_question_leaves_nothing_behind(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    before = set(threading.enumerate())

    with_a_screen = open_workbench(settings, start_workers=True)
    with_a_screen.rehearse(collection.id)
    with_a_screen.close()

    assert set(threading.enumerate()) <= before
    assert workbench.questions.conversations(collection.id) == ()
    assert ask(workbench, "Who opened the Harrow Bridge?", collection.id).answer is not None


def test_a_question_is_rehearsed_once_and_again_when_documents_have_come(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    monkeypatch.setattr(workbench, "_start_workers", True)
    monkeypatch.setattr(workbench._worker, "ensure", lambda: None)
    practised: list[str] = []
    monkeypatch.setattr(
        workbench.questions, "practise", lambda query, *_: practised.append(query.text)
    )

    def rehearse() -> int:
        workbench.rehearse(collection.id)
        if workbench._rehearsal is not None:
            workbench._rehearsal.join()
        return len(practised)

    assert rehearse() == 0, "there is nothing to ask"
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    assert rehearse() == 1
    assert rehearse() == 1
    workbench.library.add_file(collection.id, "further.txt", b"The ferry leaves at noon.")
    assert rehearse() == 1, "it is still being read"
    workbench.queue.work_until_idle(threading.Event())
    assert rehearse() == 2
    assert set(practised) == {"Places"}


def test_the_map_is_read_ahead_after_whoever_asks_and_not_once_it_is_being_closed(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    done: list[str] = []
    monkeypatch.setattr(workbench.questions, "practise", lambda *_: done.append("practised"))
    monkeypatch.setattr(QuestionsFirst, "let_pass", lambda *_: done.append("let pass"))
    monkeypatch.setattr(workbench.graph, "collection_graph", lambda *_: done.append("read"))
    workbench._rehearse(collection.id)
    assert done == ["practised", "let pass", "read"]
    workbench._closing.set()
    workbench._rehearse(collection.id)
    assert done.count("read") == 1


def test_practising_keeps_nothing_and_waits_for_whoever_asks(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    waits: list[bool] = []
    monkeypatch.setattr(QuestionsFirst, "let_pass", lambda *_: waits.append(True))
    query = Query("Who opened the Harrow Bridge?", collection.id)
    workbench.questions.practise(query, "naive", threading.Event())
    assert len(waits) > 1, "before the evidence and before the writing"
    assert workbench.questions.conversations(collection.id) == ()
    stopped = threading.Event()
    stopped.set()
    waits.clear()
    workbench.questions.practise(query, "naive", stopped)
    assert len(waits) == 2, "it ends at the next event"


def test_a_person_who_asks_is_seen_by_the_work_of_other_processes(
    workbench: Workbench, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = workbench.library.create_collection("Places")
    add(workbench, collection.id, "bridge.txt", BRIDGE)
    other = QuestionsFirst(settings.library)
    seen: list[bool] = []
    save = workbench.parts.records.save_answer

    def save_answer(*values: Any) -> None:
        seen.append(other.is_at_work())
        save(*values)

    monkeypatch.setattr(workbench.parts.records, "save_answer", save_answer)
    ask(workbench, "Who opened the Harrow Bridge?", collection.id)
    assert seen == [True]
