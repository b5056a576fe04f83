"""A collection learns where its questions are searched from, only if that is better, and forgets it
with a document that taught it."""

from __future__ import annotations

import json
import math
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.bootstrap import LoadedEmbedders
from backend.command_line.parser import main
from backend.errors import CancelledError, QuestionError
from backend.evaluation.run_state import changes, state_of
from backend.ports import Embedder, Progress, Vectors
from backend.question_vectors.kept_adapter import NAME, keep_adapter, switch_off, switch_on
from backend.question_vectors.query_adapter import QueryAdapter, packed, unpacked
from backend.settings import load_settings
from backend.training import adapter_training
from backend.training.adapter_fitting import RANK, AdapterExamples, fit, loss_of
from backend.training.known import Lesson
from backend.types import AdapterState, Collection, JobState, Options, Query
from backend.workbench import Workbench, open_workbench

BOATS, DIMENSION = 44, 24


class Harbour:
    """Vectors in which a question stands a little nearer to the wrong one of two sheets.

    Each boat has a place; its oak sheet lies off to one side of it, its elm sheet to the other,
    and questions, which the oak sheet answers, a little on the side of the elm one.
    """

    identity, dimension, max_tokens = "harbour@1", DIMENSION, 256

    def token_offsets(self, texts: Sequence[str]) -> list[np.ndarray]:
        return [
            np.array([m.span() for m in re.finditer(r"\w+", text)], np.int32).reshape(-1, 2)
            for text in texts
        ]

    def embed(self, texts: Sequence[str]) -> Vectors:
        found = [self._vector(text) for text in texts]
        return np.array(found, np.float32).reshape(-1, DIMENSION)

    def _vector(self, text: str) -> Vectors:
        boat = next(iter(re.findall(r"keel (\d+)", text)), "")
        chance = np.random.default_rng(int(boat or 0) + 1)
        place = chance.standard_normal(DIMENSION)
        place[0] = 0.0
        place /= np.linalg.norm(place)
        place[1] += 1.0
        place[0] = 0.3 if "oak" in text else -0.3 if "elm" in text else -0.003
        found: Vectors = (place / np.linalg.norm(place)).astype(np.float32)
        return found


def question(number: int) -> str:
    return f"Which sheet is of keel {number}?"


def question_set(boats: Sequence[int], wood: str = "oak") -> bytes:
    lines = ({"question": question(n), "relevant": [f"{wood} {n}"]} for n in boats)
    return "\n".join(map(json.dumps, lines)).encode()


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        harbour = cast(Embedder, Harbour())
        patch.setattr(LoadedEmbedders, "named", lambda self, model: harbour)
        yield patch


@contextmanager
def harbour_workbench(folder: Path, boats: int) -> Iterator[tuple[Workbench, Collection]]:
    """A library of sheets, two of each boat's keel, with a set of questions; closed at the end."""
    workbench = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    collection = workbench.library.create_collection("Harbour")
    sheets = (
        {"doc_id": f"{wood} {number}", "title": "", "text": f"Sheet of keel {number}: {wood}."}
        for number in range(boats)
        for wood in ("oak", "elm")
    )
    path = folder / "sheets.jsonl"
    path.write_text("\n".join(map(json.dumps, sheets)), "utf-8")
    workbench.library.import_corpus(collection.id, path, lambda _stage, _done, _total: None)
    workbench.tuning.add_question_set(collection.id, "boats.jsonl", question_set(range(boats)))
    yield workbench, collection
    workbench.close()


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, patched: pytest.MonkeyPatch
) -> Iterator[tuple[Workbench, Collection]]:
    with harbour_workbench(tmp_path_factory.mktemp("adapter"), BOATS) as made:
        yield made


def learned(workbench: Workbench, collection: Collection) -> AdapterState:
    workbench.tuning.learn_query_adapter(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "learn_adapter")
    assert view is not None
    assert view.job.state is JobState.DONE, view.job.reason
    return workbench.tuning.query_adapter(collection.id)


def first(workbench: Workbench, collection: Collection, number: int, **options: str) -> str:
    given = workbench.questions.options_of("naive", options)
    query = Query(question(number), collection.id, 2, options=given)
    return workbench.questions.search(query, "naive").hits[0].chunk.text


def steps(workbench: Workbench, collection: Collection, pipeline: str) -> list[str]:
    query = Query(question(3), collection.id, 2, options=Options())
    return [step.name for step in workbench.questions.search(query, pipeline).steps]


# --- by hand -------------------------------------------------------------------------------------


def test_a_question_is_moved_and_stays_of_length_one() -> None:
    along = np.array([[1], [0]], np.float32)
    adapter = QueryAdapter("m", np.array([[0], [1]], np.float32), along, 3)
    moved = adapter.moved(np.array([[1, 0], [0, 1]], np.float32))
    assert moved[0] == pytest.approx([math.sqrt(0.5)] * 2)
    assert moved[1] == pytest.approx([0, 1])
    back = QueryAdapter("m", -along, along, 3)
    assert back.moved(np.array([[1, 0]], np.float32))[0] == pytest.approx([1, 0])
    again = unpacked(packed(adapter))
    assert (again.embedding, again.questions) == ("m", 3)
    assert (again.up == adapter.up).all()
    assert (again.down == adapter.down).all()


def pairs(excluded: Sequence[Sequence[int]] = ((0,), (1,)), negatives: int = 0) -> AdapterExamples:
    half = math.sqrt(0.5)
    wrong = np.arange(2, 2 + negatives)
    return AdapterExamples(
        np.array([[half, half], [half, half]], np.float32),
        np.array([[1, 0], [0, 1], [half, half]], np.float32),
        [np.array([0]), np.array([1])],
        [wrong, wrong],
        [np.array(each) for each in excluded],
    )


def losing(given: AdapterExamples) -> float:
    nothing = np.zeros((2, RANK), np.float32)
    chosen = np.array([0, 1])
    return loss_of(given, chosen, np.array([0, 1]), nothing, nothing)[0]


def test_the_loss_is_the_share_of_the_relevant_passage() -> None:
    # Two passages equally near: each has half. With a third that lies on the question, exp(20) of
    # it against exp(20·√½) of each.
    assert losing(pairs()) == pytest.approx(math.log(2))
    near, on = math.exp(20 * math.sqrt(0.5)), math.exp(20)
    assert losing(pairs(negatives=1)) == pytest.approx(-math.log(near / (2 * near + on)), rel=1e-4)


def test_what_is_relevant_to_a_question_is_never_its_negative() -> None:
    assert losing(pairs(((0, 1), (1,)))) == pytest.approx(math.log(2) / 2)
    assert losing(pairs(((0, 1), (0, 1)))) == pytest.approx(0.0)


@given(st.integers(0, 1000))
def test_gradients_are_those_of_the_loss(seed: int) -> None:
    chance = np.random.default_rng(seed)
    drawn = chance.standard_normal((10, 5))
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    given = AdapterExamples(
        drawn[:3],
        drawn[3:],
        [np.array([n]) for n in range(3)],
        [np.array([3, 4]), np.array([5]), np.array([6])],
        [np.array([0, 1]), np.array([1]), np.array([2])],
    )
    up, down = 0.3 * chance.standard_normal((5, 2)), 0.3 * chance.standard_normal((5, 2))
    chosen, target = np.arange(3), np.arange(3)
    _, by_up, by_down = loss_of(given, chosen, target, up, down)
    for array, slope in ((up, by_up), (down, by_down)):
        place = int(chance.integers(5)), int(chance.integers(2))
        before = array[place]
        array[place] = before + 1e-5
        above = loss_of(given, chosen, target, up, down)[0]
        array[place] = before - 1e-5
        below = loss_of(given, chosen, target, up, down)[0]
        array[place] = before
        assert slope[place] == pytest.approx((above - below) / 2e-5, abs=1e-4)


def test_fitting_lowers_the_loss_repeats_itself_and_can_be_stopped() -> None:
    up, down, losses = fit(pairs(), epochs=60, step=1e-2)
    again = fit(pairs(), epochs=60, step=1e-2)
    assert (up == again[0]).all()
    assert (down == again[1]).all()
    assert len(losses) == 60
    some = pairs()
    none = np.zeros(0, np.int64)
    nothing = AdapterExamples(
        some.questions, some.passages, [none, none], [none, none], [none, none]
    )
    assert not fit(nothing)[0].any()

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        fit(pairs(), stop)


# --- as people meet it ---------------------------------------------------------------------------


def test_where_nothing_was_learned_nothing_is_moved_or_read(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    read: list[str] = []
    load = records.load_derived
    monkeypatch.setattr(
        records, "load_derived", lambda key, name: read.append(name) or load(key, name)
    )
    assert "elm" in first(workbench, collection, 3)
    assert NAME not in read
    assert "query adapter" not in steps(workbench, collection, "naive")


def test_it_is_used_if_it_is_better_on_other_documents_and_the_trace_says_so(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    before = state_of(workbench.parts.records, collection.id, "x")
    found = learned(workbench, collection)
    assert found.report is not None
    assert found.report.kept, found.report.reason
    assert found.report.difference.low > 0
    assert found.report.reason.startswith("Better: +")
    assert found.on
    assert found.learned
    right = sum("oak" in first(workbench, collection, number) for number in range(BOATS))
    assert right > BOATS / 2
    for pipeline in ("naive", "fused_hybrid", "community_graph", "weighted_scores"):
        assert "query adapter" in steps(workbench, collection, pipeline), pipeline
    now = state_of(workbench.parts.records, collection.id, "x")
    assert changes(before, now) == ("Questions are searched from another place, or were then.",)

    workbench.tuning.use_query_adapter(collection.id, on=False)
    assert "elm" in first(workbench, collection, 3)
    assert "query adapter" not in steps(workbench, collection, "fused_hybrid")
    assert not workbench.tuning.query_adapter(collection.id).on
    workbench.tuning.use_query_adapter(collection.id, on=True)
    assert "oak" in first(workbench, collection, 3)


def test_settings_that_were_read_before_do_not_switch_it(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    workbench.tuning.use_query_adapter(collection.id, on=True)
    changed = replace(collection.settings, chunk_tokens=300)  # read before anything was learned
    assert not changed.query_adapter
    workbench.library.change_collection_settings(collection.id, changed)
    assert workbench.tuning.query_adapter(collection.id).on


def test_parts_of_passages_are_compared_with_the_moved_question_as_well(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    texts = {}
    for on in (True, False, True):
        workbench.tuning.use_query_adapter(collection.id, on=on)
        query = Query(
            question(3),
            collection.id,
            2,
            options=workbench.questions.options_of("naive", {"alpha": "1"}),
        )
        texts[on] = workbench.questions.search(query, "naive").hits[0].chunk.text
    assert "oak" in texts[True]
    assert "elm" in texts[False]


def test_vectors_of_another_model_are_not_moved(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    kept = records.load_derived(collection.id, NAME)
    assert kept is not None
    other = unpacked(kept[0])
    foreign = QueryAdapter("another@2", other.up, other.down, other.questions)
    try:
        keep_adapter(records, collection.id, foreign, kept[1], ())
        assert "elm" in first(workbench, collection, 3)
        assert not switch_on(records, collection.id)
        assert workbench.tuning.query_adapter(collection.id).gone
    finally:
        holds = {document.id for document in workbench.library.documents(collection.id)}
        keep_adapter(records, collection.id, other, records.sequence(), holds)


def test_it_goes_with_a_document_that_taught_it(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    assert learned(workbench, collection).on
    gone = next(e for e in workbench.library.documents(collection.id) if e.key == "oak 43")
    workbench.library.delete_documents([gone.id])
    found = workbench.tuning.query_adapter(collection.id)
    assert (found.on, found.learned, found.gone) == (False, False, True)
    assert workbench.parts.records.load_derived(collection.id, NAME) is not None
    assert "elm" in first(workbench, collection, 3)
    assert "query adapter" not in steps(workbench, collection, "naive")
    with pytest.raises(QuestionError, match="no query adapter"):
        workbench.tuning.use_query_adapter(collection.id, on=True)
    assert not workbench.maintenance.check()


def test_one_that_went_while_it_was_learned_leaves_nothing(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    sequence = records.sequence()
    gone = next(e for e in workbench.library.documents(collection.id) if e.key == "elm 43")
    workbench.library.delete_documents([gone.id])
    nothing = np.zeros((DIMENSION, RANK), np.float32)
    adapter = QueryAdapter("harbour@1", nothing, nothing, 40)
    keep_adapter(records, collection.id, adapter, sequence, [gone.id])
    assert not switch_on(records, collection.id)
    switch_off(records, collection.id)


def test_what_is_no_better_is_not_used(opened: tuple[Workbench, Collection]) -> None:
    # The oak sheet answers one half of the questions, the elm sheet the other: nothing to learn.
    workbench, collection = opened
    halves = question_set(range(0, 40, 2)) + b"\n" + question_set(range(1, 40, 2), "elm")
    workbench.tuning.add_question_set(collection.id, "halves.jsonl", halves)
    found = learned(workbench, collection)
    assert found.report is not None
    assert not found.report.kept
    assert not found.on
    assert "Questions stay where they are." in found.report.reason
    with pytest.raises(QuestionError, match="better than none"):
        workbench.tuning.use_query_adapter(collection.id, on=True)


def test_too_little_says_what_is_missing(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    workbench.tuning.add_question_set(collection.id, "few.jsonl", question_set(range(4)))
    with pytest.raises(QuestionError, match="There are 4 questions"):
        workbench.tuning.learn_query_adapter(collection.id)
    same = [
        {"question": f"Which sheet, asked the {n}th time?", "relevant": ["oak 1"]}
        for n in range(20)
    ]
    workbench.tuning.add_question_set(
        collection.id, "same.jsonl", "\n".join(map(json.dumps, same)).encode()
    )
    workbench.tuning.learn_query_adapter(collection.id)
    with pytest.raises(QuestionError, match="already"):
        workbench.tuning.learn_query_adapter(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "learn_adapter")
    assert view is not None
    assert view.job.state is JobState.FAILED
    assert "about the same documents" in view.job.reason


def test_kept_question_sets_teach_as_well_and_the_command_learns(
    opened: tuple[Workbench, Collection], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbench, collection = opened
    workbench.tuning.remove_question_set(collection.id)
    assert workbench.tuning.query_adapter(collection.id).questions == 0
    workbench.question_sets.add_set_file(collection.id, "boats.jsonl", question_set(range(40)))
    assert workbench.tuning.query_adapter(collection.id).questions == 40
    library = str(workbench.parts.settings.library)
    arguments = ["--library", library, "tune", "--collection", "Harbour", "--embedder"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "40 questions; this takes about" in shown
    assert "Better: +" in shown
    assert "retriever" not in shown
    assert workbench.tuning.query_adapter(collection.id).on
    assert main([*arguments, "--undo"]) == 0
    assert "as they are again" in capsys.readouterr().out
    assert not workbench.tuning.query_adapter(collection.id).on


def test_a_fold_learns_from_nothing_about_the_documents_that_judge_it(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    ids = {document.key: document.id for document in workbench.library.documents(collection.id)}
    lessons = [
        Lesson(question(n), frozenset(), frozenset([ids[f"oak {n}"], ids[f"oak {(n + 1) % 40}"]]))
        for n in range(40)
    ]
    taken: list[tuple[frozenset[str], AdapterExamples, int]] = []
    fitted = adapter_training.GatheredLessons.fitted

    def noted(
        self: adapter_training.GatheredLessons,
        numbers: Sequence[int],
        progress: Progress,
        part: int,
    ) -> QueryAdapter:
        pairs: list[AdapterExamples] = []
        fit = adapter_training.fit
        with monkeypatch.context() as patch:
            patch.setattr(
                adapter_training, "fit", lambda some, told: pairs.append(some) or fit(some, told)
            )
            found = fitted(self, numbers, progress, part)
        used = {row for rows in (*pairs[0].relevant, *pairs[0].negatives) for row in rows.tolist()}
        documents = frozenset(self._document_of[self._ids[row]] for row in used)
        judged = [each for each in self.asked if adapter_training.fold_of(each) == part]
        unseen = frozenset[str]().union(*(e.documents for e in judged))
        taken.append((unseen, pairs[0], len(judged)))
        assert documents <= self.taught_by(numbers)
        assert not documents & unseen
        return found

    monkeypatch.setattr(adapter_training.GatheredLessons, "fitted", noted)
    adapter_training.train_adapter(workbench.parts, collection.id, lessons, lambda *_: None)
    held, whole = taken[:-1], taken[-1]
    assert len(held) == adapter_training.FOLDS
    assert all(unseen for unseen, _, _ in held)
    # what shares a document with the fold is left out besides the fold itself
    assert any(len(pairs.questions) + judged < 40 for _, pairs, judged in held)
    assert whole[0] == frozenset()
    assert len(whole[1].questions) == 40
    assert all(len(rows) for rows in whole[1].negatives)
