"""A collection fine-tunes its embedder: kept only if better on documents it has not seen, undone
with a click, gone with a document that taught it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.bootstrap import LoadedEmbedders
from backend.command_line.parser import main
from backend.embedders import sentence_transformers as runtime
from backend.errors import EmbedderError, QuestionError
from backend.ingestion import worker
from backend.ports import Embedder, EmbeddingNetwork, Progress, Triplet, Vectors
from backend.question_vectors.kept_network import (
    NAME,
    is_fine_tuned,
    kept_network,
    learned_network,
)
from backend.remembered import Remembered
from backend.settings import Settings
from backend.training.embedder_training import (
    LEAST,
    TrainingPair,
    batches_without_duplicates,
    held_out,
    pairs_of,
)
from backend.types import Collection, FineTuningState, JobState
from backend.workbench import Workbench
from tests.unit.test_query_adapter import (
    DIMENSION,
    Harbour,
    first,
    harbour_workbench,
    question,
    question_set,
)

BOATS = 72


class Relearned(Harbour):
    """Harbour after learning: questions stand on the side of the oak sheet, as far as `network`
    says."""

    def __init__(self, network: EmbeddingNetwork, identity: str) -> None:
        self.identity = identity
        self._shift = float(network.prompt)

    def embed(self, texts: Sequence[str]) -> Vectors:
        found = super().embed(texts)
        asked = np.array([text.endswith("?") for text in texts])
        found[asked, 0] += self._shift
        moved: Vectors = found / np.linalg.norm(found, axis=1, keepdims=True)
        return moved


def _nothing() -> None:
    """Nothing happens meanwhile."""


class Scripted:
    """Fine-tuning as a test wants it: how far questions move, and what is done meanwhile."""

    def __init__(self) -> None:
        self.shift = 0.2
        self.batches: Sequence[Sequence[Triplet]] = ()
        self.meanwhile: Callable[[], object] = _nothing

    def learn(
        self,
        settings: Settings,
        name: str,
        batches: Sequence[Sequence[Triplet]],
        longest: int,
        progress: Progress,
    ) -> EmbeddingNetwork:
        self.batches = batches
        self.meanwhile()
        progress("learning", 1, len(batches))
        made = np.random.default_rng(int(100 * self.shift)).bytes(50_000)
        return EmbeddingNetwork("harbour", DIMENSION, 64, 62, str(self.shift), "{}", made)


@pytest.fixture(scope="module")
def scripted() -> Iterator[Scripted]:
    found = Scripted()
    with pytest.MonkeyPatch.context() as patch:
        harbour = cast(Embedder, Harbour())
        patch.setattr(LoadedEmbedders, "named", lambda self, model: harbour)
        patch.setattr(runtime, "fine_tune", found.learn)
        patch.setattr(
            runtime, "build_network", lambda _, network, name, bulk=False: Relearned(network, name)
        )
        yield found


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, scripted: Scripted
) -> Iterator[tuple[Workbench, Collection]]:
    with harbour_workbench(tmp_path_factory.mktemp("fine"), BOATS) as made:
        yield made


def learned(workbench: Workbench, collection: Collection) -> FineTuningState:
    workbench.tuning.fine_tune_embedder(collection.id)
    return worked(workbench, collection)


def worked(workbench: Workbench, collection: Collection) -> FineTuningState:
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "fine_tune")
    assert view is not None
    assert view.job.state is JobState.DONE, view.job.reason
    return workbench.tuning.fine_tuning(collection.id)


def embedding(workbench: Workbench, collection: Collection) -> str:
    return workbench.parts.records.collection(collection.id).embedding


def taught(workbench: Workbench, collection: Collection) -> tuple[str, ...]:
    known = learned_network(workbench.parts.records, collection.id)
    assert known is not None
    return known.documents


# --- by hand -------------------------------------------------------------------------------------


def test_a_third_is_held_out_and_questions_about_one_document_stay_together() -> None:
    documents = [frozenset({f"d{number // 2}"}) for number in range(60)]
    held = held_out(documents)
    assert 20 <= len(held) <= 22
    assert all((number ^ 1) in held for number in held)
    assert held_out([frozenset({"one"})] * 9) == list(range(9))


def test_how_many_pairs_are_learned() -> None:
    assert pairs_of(60) == 40 * 5  # a third judges; few questions are seen five times
    assert pairs_of(300) == 200 * 2
    assert pairs_of(3000) == 2000


@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.sets(st.integers(0, 5))), max_size=30
    ),
    st.integers(2, 6),
)
def test_no_batch_holds_an_answer_as_a_negative(
    drawn: list[tuple[int, int, set[int]]], size: int
) -> None:
    pairs = [
        TrainingPair(n, str(right), str(wrong), frozenset(map(str, {right, *more} - {wrong})))
        for n, (right, wrong, more) in enumerate(drawn)
        if right != wrong
    ]
    batches = list(batches_without_duplicates(pairs, size))
    for batch in batches:
        assert 2 <= len(batch) <= size
        for one in batch:
            others = {p for each in batch if each is not one for p in (each.right, each.wrong)}
            assert not one.excluded & others
    numbers = [each.number for batch in batches for each in batch]
    assert len(numbers) == len(set(numbers))


def test_nothing_that_agrees_is_left_out_of_a_batch() -> None:
    pairs = [TrainingPair(n, f"r{n}", f"w{n}", frozenset({f"r{n}"})) for n in range(6)]
    assert [len(batch) for batch in batches_without_duplicates(pairs, 4)] == [4, 2]


# --- as people meet it ---------------------------------------------------------------------------


def test_too_few_questions_say_how_many_are_wanted(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    workbench.tuning.add_question_set(collection.id, "few.jsonl", question_set(range(30)))
    state = workbench.tuning.fine_tuning(collection.id)
    assert (state.questions, state.least, state.seconds) == (30, LEAST, 0.0)
    with pytest.raises(QuestionError, match=f"There are 30 questions .* at least {LEAST}"):
        workbench.tuning.fine_tune_embedder(collection.id)
    workbench.tuning.add_question_set(collection.id, "boats.jsonl", question_set(range(BOATS)))
    assert (workbench.tuning.fine_tuning(collection.id, wait=True).seconds or 0.0) > 0


def test_a_better_model_embeds_everything_and_one_click_goes_back_and_forth(
    opened: tuple[Workbench, Collection], scripted: Scripted
) -> None:
    workbench, collection = opened
    assert "elm" in first(workbench, collection, 3)
    state = learned(workbench, collection)
    assert state.report is not None
    assert state.report.kept, state.report.reason
    assert state.report.questions == BOATS // 3
    known = learned_network(workbench.parts.records, collection.id)
    assert known is not None
    assert known.questions == len(known.documents) == 2 * BOATS // 3
    assert f"over {BOATS // 3} questions about documents" in state.report.reason
    assert (state.on, state.learned, state.gone, state.moving) == (True, True, False, False)
    assert is_fine_tuned(embedding(workbench, collection))
    assert "oak" in first(workbench, collection, 3)
    told = [each for batch in scripted.batches for each in batch]
    assert told
    assert all("oak" in each.right and each.right != each.wrong for each in told)
    assert workbench.maintenance.check() == ()

    # settings that were read before do not switch it
    changed = replace(collection.settings, chunk_tokens=300)
    workbench.library.change_collection_settings(collection.id, changed)
    assert workbench.tuning.fine_tuning(collection.id).on

    workbench.tuning.use_fine_tuned(collection.id, on=False)
    assert workbench.tuning.fine_tuning(collection.id).moving
    assert is_fine_tuned(embedding(workbench, collection)), "questions go on meanwhile"
    assert "oak" in first(workbench, collection, 3)
    state = worked(workbench, collection)
    assert (state.on, state.learned) == (False, True)
    assert embedding(workbench, collection) == Harbour.identity
    assert "elm" in first(workbench, collection, 3)

    workbench.tuning.use_fine_tuned(collection.id, on=True)
    worked(workbench, collection)
    assert "oak" in first(workbench, collection, 3)


def test_damaged_weights_are_not_used_and_passages_get_the_model_before(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records, parts = workbench.parts.records, workbench.parts
    name = f"{NAME}/{embedding(workbench, collection)} 0"
    found = records.load_derived(collection.id, name)
    assert found is not None
    fresh = LoadedEmbedders(parts.settings, records)
    assert is_fine_tuned(fresh.wanted(collection.id).identity)
    try:
        records.save_derived(collection.id, name, found[0][:-1], records.sequence())
        fresh = LoadedEmbedders(parts.settings, records)
        assert fresh.wanted(collection.id).identity == Harbour.identity
        with pytest.raises(EmbedderError, match="not there any more or has changed"):
            fresh.of(collection.id)
    finally:
        records.save_derived(collection.id, name, found[0], records.sequence())


def test_no_question_about_a_document_that_judges_teaches(
    opened: tuple[Workbench, Collection], scripted: Scripted
) -> None:
    workbench, collection = opened
    ids = {document.id: document.key for document in workbench.library.documents(collection.id)}
    teachers = {ids[each] for each in taught(workbench, collection)}
    asked = {each.question for batch in scripted.batches for each in batch}
    told = [p for batch in scripted.batches for each in batch for p in (each.right, each.wrong)]
    judging = [n for n in range(BOATS) if f"oak {n}" not in teachers]
    assert len(judging) == BOATS // 3
    assert not {question(n) for n in judging} & asked
    assert not any(f"keel {n}:" in text for n in judging for text in told)


def test_it_begins_anew_when_its_worker_ended_and_a_cancelled_one_leaves_nothing(
    opened: tuple[Workbench, Collection], scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    before = learned_network(records, collection.id)
    stop = threading.Event()
    scripted.meanwhile = stop.set
    job = workbench.tuning.fine_tune_embedder(collection.id)
    with pytest.raises(QuestionError, match="already"):
        workbench.tuning.fine_tune_embedder(collection.id)
    workbench.queue.work_until_idle(stop)
    assert records.job(job.id).state is JobState.RUNNING, "left for the next worker"
    scripted.meanwhile = _nothing
    monkeypatch.setattr(worker, "STALE_AFTER", -1.0)  # its heart beats no more
    worked(workbench, collection)
    assert records.job(job.id).attempts == 2
    after = learned_network(records, collection.id)
    assert after is not None
    assert before in (None, after), "the same comes of the same"

    job = workbench.tuning.fine_tune_embedder(collection.id)
    scripted.meanwhile = lambda: workbench.queue.cancel_job(job.id)
    workbench.queue.work_until_idle(threading.Event())
    scripted.meanwhile = _nothing
    assert records.job(job.id).state is JobState.CANCELLED
    assert learned_network(records, collection.id) == after


def test_what_is_no_better_leaves_nothing_but_its_report(
    opened: tuple[Workbench, Collection], scripted: Scripted
) -> None:
    workbench, collection = opened
    before = learned_network(workbench.parts.records, collection.id)
    scripted.shift = 0.0
    state = learned(workbench, collection)
    scripted.shift = 0.2
    assert state.report is not None
    assert not state.report.kept
    assert "nothing is kept of what was learned" in state.report.reason
    assert learned_network(workbench.parts.records, collection.id) == before


def test_it_goes_with_a_document_that_taught_it(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    known = learned_network(records, collection.id)
    assert known is not None
    workbench.library.delete_documents([known.documents[0]])
    state = workbench.tuning.fine_tuning(collection.id)
    assert (state.on, state.learned, state.gone, state.moving) == (False, False, True, True)
    assert "oak" in first(workbench, collection, 3), "questions go on until passages have followed"
    worked(workbench, collection)
    assert embedding(workbench, collection) == Harbour.identity
    assert kept_network(records, collection.id, known.identity) is None
    with pytest.raises(QuestionError, match="no fine-tuned embedder"):
        workbench.tuning.use_fine_tuned(collection.id, on=True)
    assert workbench.maintenance.check() == ()


def test_one_whose_teacher_went_while_it_learned_is_not_kept(
    opened: tuple[Workbench, Collection], scripted: Scripted
) -> None:
    workbench, collection = opened

    keys = {document.key: document.id for document in workbench.library.documents(collection.id)}

    def lose_one() -> None:
        scripted.meanwhile = _nothing
        said = "".join(each.right for batch in scripted.batches for each in batch)
        boat = next(n for n in range(BOATS) if f"oak {n}" in keys and f"keel {n}: oak" in said)
        workbench.library.delete_documents([keys[f"oak {boat}"]])

    scripted.meanwhile = lose_one
    state = learned(workbench, collection)
    assert not state.learned
    assert not state.on
    assert embedding(workbench, collection) == Harbour.identity


def test_all_about_one_document_cannot_be_held_out(opened: tuple[Workbench, Collection]) -> None:
    workbench, collection = opened
    same = [
        {"question": f"Which sheet, asked the {n}th time?", "relevant": ["oak 1"]}
        for n in range(LEAST)
    ]
    content = "\n".join(map(json.dumps, same)).encode()
    workbench.tuning.add_question_set(collection.id, "same.jsonl", content)
    workbench.tuning.fine_tune_embedder(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "fine_tune")
    assert view is not None
    assert view.job.state is JobState.FAILED
    assert "about the same documents" in view.job.reason


def test_the_command_tells_the_price_learns_and_goes_back(
    opened: tuple[Workbench, Collection], capsys: pytest.CaptureFixture[str]
) -> None:
    workbench, collection = opened
    keys = {document.key for document in workbench.library.documents(collection.id)}
    boats = [n for n in range(BOATS) if f"oak {n}" in keys]
    workbench.tuning.add_question_set(collection.id, "boats.jsonl", question_set(boats))
    library = str(workbench.parts.settings.library)
    arguments = ["--library", library, "tune", "--collection", "Harbour", "--embedder", "full"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "this takes about 1 minute." in shown
    assert "Better: +" in shown
    assert is_fine_tuned(embedding(workbench, collection))
    assert main([*arguments, "--undo"]) == 0
    assert "by the model before again" in capsys.readouterr().out
    assert embedding(workbench, collection) == Harbour.identity


def test_another_model_in_the_settings_takes_its_place(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    workbench.tuning.use_fine_tuned(collection.id, on=True)
    worked(workbench, collection)
    settings = workbench.parts.records.collection(collection.id).settings
    assert settings.fine_tuned
    other = replace(settings, embedder="another")
    assert not workbench.library.change_collection_settings(
        collection.id, other
    ).settings.fine_tuned
    worked(workbench, collection)
    assert embedding(workbench, collection) == Harbour.identity


def test_a_file_that_comes_when_the_weights_are_lost_brings_the_model_before_back(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    workbench.tuning.use_fine_tuned(collection.id, on=True)
    worked(workbench, collection)
    records = workbench.parts.records
    name = f"{NAME}/{embedding(workbench, collection)} 0"
    records.save_derived(collection.id, name, b"", records.sequence())
    for embedders in (workbench.parts.embedders, workbench.ingestion.embedders):
        assert isinstance(embedders, LoadedEmbedders)
        monkeypatch.setattr(embedders, "_own", Remembered(2))
    job = workbench.library.add_file(collection.id, "late.txt", b"Sheet of keel 99: teak.")
    assert job is not None
    workbench.queue.work_until_idle(threading.Event())
    assert records.job(job.id).state is JobState.DONE, records.job(job.id).reason
    assert embedding(workbench, collection) == Harbour.identity
