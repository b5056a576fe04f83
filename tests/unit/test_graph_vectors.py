"""Vectors of passages by what they share, and the order that they give together with the text."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.command_line.parser import main
from backend.errors import QuestionError
from backend.graph.learned_vectors import (
    LearnedVectors,
    graph_of,
    learn_vectors,
    learned_vectors,
    placed,
)
from backend.graph.translations import MOVEMENTS, Triples, learn
from backend.passage_view import name_factors
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.document_part import Mention, Vocabulary, part_of
from backend.passage_view.kept_factors import NAME, refresh_factors, stored_factors
from backend.passage_view.name_factors import (
    NameFactors,
    base_of,
    base_rows,
    content_key,
    factors_of,
    folded,
    incidence,
    packed,
    sealed,
)
from backend.passage_view.names import names_in
from backend.passage_view.views import Views
from backend.pipelines.text_and_graph import TextAndGraphOptions, TextAndGraphPipeline
from backend.ports import Records, Retrieval
from backend.retrievers import graph_embedding
from backend.retrievers.graph_embedding import joint_cosines
from backend.settings import load_settings
from backend.types import Chunk, Collection, CollectionSettings, Query
from backend.view_files import view_files_in
from backend.workbench import Workbench, open_workbench
from tests.factories import make_bundle
from tests.parts_alone import names_of

TEXTS = (
    "The pilot Ada Brun met Nils Holm at Ribe.",
    "At Ribe the pilot Ada Brun waited.",
    "Nils Holm and Ada Brun left.",
    "The keeper Olav Dahl lived on Mandø.",
    "On Mandø the keeper Olav Dahl wrote to Else Kjær.",
    "To Else Kjær nobody wrote but Olav Dahl.",
)


def view_of(documents: Sequence[Sequence[str]], keys: Sequence[str] = ()) -> CollectionView:
    """A view over documents of some passages, read in the order in which they are given."""
    vocabulary = Vocabulary()
    named = keys or [str(number) for number in range(len(documents))]
    bundles = [
        make_bundle("c", f"Paper {key}", texts, key=key, path=())
        for key, texts in zip(named, documents, strict=True)
    ]
    parts = [
        part_of(bundle.document, bundle.chunks, _mentions(bundle.chunks), vocabulary)
        for bundle in bundles
    ]
    return names_of(parts, vocabulary)


def of_texts(library: Path) -> tuple[Workbench, Collection]:
    """A workbench with a file of each text."""
    workbench = open_workbench(load_settings({}, library=library), start_workers=False)
    collection = workbench.library.create_collection("Harbour")
    for number, text in enumerate(TEXTS):
        workbench.library.add_file(collection.id, f"{number}.txt", text.encode())
    workbench.queue.work_until_idle(threading.Event())
    return workbench, collection


def _mentions(chunks: Sequence[Chunk]) -> list[Mention]:
    counted = (
        (chunk.id, Counter(name.key for name in names_in(chunk.text)).items()) for chunk in chunks
    )
    return [Mention("thing", key, one, times) for one, found in counted for key, times in found]


def made(view: CollectionView) -> NameFactors:
    return factors_of(base_of(view, incidence(view)))


def test_passages_that_share_names_are_near_and_others_are_not() -> None:
    view = view_of([[text] for text in TEXTS])
    vectors = folded(made(view), incidence(view))
    ada = [row for row in range(6) if row in _rows_with(view, "ada brun")]
    olav = [row for row in range(6) if row in _rows_with(view, "olav dahl")]
    near = vectors @ vectors.T
    assert near[np.ix_(ada, ada)].min() > near[np.ix_(ada, olav)].max() + 0.05
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(6), abs=1e-5)


def _rows_with(view: CollectionView, name: str) -> set[int]:
    held = incidence(view)
    return set(held.matrix[:, [held.column(name)]].nonzero()[0].tolist())


def test_the_vectors_are_those_of_the_mutual_information() -> None:
    """Against the formula over a dense matrix and numpy's own decomposition."""
    view = view_of([[text] for text in TEXTS])
    base = base_of(view, incidence(view))
    counts = base.matrix.toarray().astype(float)
    assert counts.sum(0).min() == 2  # a name of one passage says nothing of two
    whole = counts.sum()
    expected = np.outer(counts.sum(1), counts.sum(0)) / whole
    positive = np.where(counts > 0, np.log(np.maximum(counts, 1) / expected), 0.0).clip(0)
    left, values, _ = np.linalg.svd(positive, full_matrices=False)
    wanted = left * np.sqrt(values)
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    found = folded(factors_of(base), incidence(view))
    assert found @ found.T == pytest.approx(wanted @ wanted.T, abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_order_in_which_documents_come_decides_nothing(data: st.DataObject) -> None:
    names = ("Ada Brun", "Nils Holm", "Olav Dahl", "Else Kjær", "Ribe Harbour", "Mandø Light")
    passage = st.lists(st.sampled_from(names), min_size=0, max_size=3).map(
        lambda some: f"It was {' and then '.join(some) or 'quiet'} there."
    )
    documents = data.draw(st.lists(st.lists(passage, min_size=1, max_size=3), max_size=6))
    keys = [str(number) for number in range(len(documents))]
    order = data.draw(st.permutations(range(len(documents))))
    one = view_of(documents, keys)
    # words of documents that have gone are still in a vocabulary that was used before
    other = view_of([documents[each] for each in order], [keys[each] for each in order])
    assert packed(made(one)) == packed(made(other))
    assert np.array_equal(folded(made(one), incidence(one)), folded(made(other), incidence(other)))


def test_what_came_and_went_leaves_the_factors_of_a_fresh_library(tmp_path: Path) -> None:
    with_history = open_workbench(load_settings({}, library=tmp_path / "a"), start_workers=False)
    records = with_history.parts.records
    collection = records.create_collection("c", CollectionSettings()).id
    bundles = [
        make_bundle(collection, f"T{n}", [text], key=str(n), entities=("Ada Brun", "Olav Dahl"))
        for n, text in enumerate(TEXTS)
    ]
    try:
        assert not refresh_factors(records, collection)  # who never asked pays nothing
        records.publish(bundles[:3])
        view = Views(records).of(collection, wait=True)
        records.save_derived(collection, NAME, packed(made(view)), records.sequence())
        for change in (
            lambda: records.publish(bundles[3:]),
            lambda: records.delete_documents([bundles[1].document.id]),
            lambda: records.publish([bundles[1]]),
            lambda: records.delete_documents([bundles[0].document.id]),
        ):
            change()
            assert refresh_factors(records, collection)
            stored = stored_factors(records, collection)
            assert stored is not None
            assert packed(stored) == packed(made(Views(records).of(collection, wait=True)))
    finally:
        with_history.close()


def test_factors_are_refreshed_from_the_view_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.joined_views.STORED_FROM", 1)
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    try:
        records = workbench.parts.records
        files = view_files_in(tmp_path, records)
        collection = records.create_collection("c", CollectionSettings()).id
        bundles = [
            make_bundle(collection, f"T{n}", [text], key=str(n), entities=("Ada Brun",))
            for n, text in enumerate(TEXTS)
        ]
        records.publish(bundles[:3])
        view = Views(records).of(collection, wait=True)
        records.save_derived(collection, NAME, packed(made(view)), records.sequence())
        records.publish(bundles[3:])
        Views(records, files).keep(collection)
        fresh = packed(made(Views(records).of(collection, wait=True)))
        for name in ("view_from", "view_since"):
            monkeypatch.setattr(
                f"backend.passage_view.views.{name}",
                lambda *_: pytest.fail("a view was joined again"),
            )
        assert refresh_factors(records, collection, files)
        stored = stored_factors(records, collection)
        assert stored is not None
        assert packed(stored) == fresh
    finally:
        workbench.close()


def test_of_many_documents_a_sample_makes_the_factors_and_the_others_are_folded_in() -> None:
    documents = [f"document {number}" for number in range(400)]
    document_of = np.repeat(np.arange(400), 3)
    rows = base_rows(documents, document_of, 500)
    assert 250 < len(rows) <= 500
    assert {int(each) for each in np.bincount(document_of[rows])} <= {0, 3}
    sampled = {documents[each] for each in document_of[rows]}
    outside = next(document for document in documents if document not in sampled)
    without = [document for document in documents if document != outside]
    again = base_rows(without, np.repeat(np.arange(399), 3), 500)
    assert {without[each] for each in np.repeat(np.arange(399), 3)[again]} == sampled
    assert list(base_rows(documents[:3], document_of[:9], 500)) == list(range(9))
    # a single document is its own sample, however large
    assert len(base_rows(["one"], np.zeros(900, np.int64), 500)) == 900


def test_a_passage_outside_of_the_base_stands_where_the_same_names_put_it() -> None:
    view = view_of([[text] for text in TEXTS])
    held = incidence(view)
    factors = factors_of(base_of(view, held))
    grown = view_of([*([text] for text in TEXTS), ["Again Ada Brun met Nils Holm at Ribe."]])
    vectors = folded(factors, incidence(grown))
    twin = grown.row_of[next(each for each in grown.ids if each not in view.ids)]
    first = grown.row_of[
        view.ids[next(iter(_rows_with(view, "ribe") & _rows_with(view, "nils holm")))]
    ]
    assert vectors[twin] @ vectors[first] == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(
    "documents",
    [
        [],
        [["Ada Brun."]],
        [["nothing has a name here.", "nor here."]],
        [["Ada Brun met Ada Brun."] * 3],
    ],
)
def test_little_to_go_by_makes_vectors_of_no_length(documents: list[list[str]]) -> None:
    view = view_of(documents)
    vectors = folded(made(view), incidence(view))
    assert vectors.shape[0] == view.size
    assert np.isfinite(vectors).all()


def test_ten_thousand_names_in_one_document() -> None:
    names = [f"Name{number:05d} Surname{number:05d}" for number in range(10_000)]
    texts = [" met ".join(names[start : start + 400]) for start in range(0, 10_000, 200)]
    view = view_of([texts, ["Name00001 Surname00001 came."]])
    vectors = folded(made(view), incidence(view))
    assert vectors.shape == (view.size, made(view).dimensions)
    assert made(view).dimensions <= name_factors.DIMENSIONS


def test_a_graph_in_two_hundred_parts() -> None:
    view = view_of([[f"Keeper Olav{n:03d} Dahl{n:03d} sat.", f"Olav{n:03d} Dahl{n:03d} wrote."]
                    for n in range(200)])  # fmt: skip
    vectors = folded(made(view), incidence(view))
    assert np.isfinite(vectors).all()
    graph = graph_of(view, (), ())
    learned = learn_vectors(graph, "transe")
    assert np.isfinite(learned.vectors).all()


# --- learned vectors ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(MOVEMENTS))
def test_gradients_are_those_of_finite_differences(kind: str) -> None:
    movement = MOVEMENTS[kind]
    chance = np.random.default_rng(3)
    head, relation, outer = chance.standard_normal((3, 2, 8)).astype(np.float32)
    by_head, by_relation = movement.gradients(head, relation, outer)

    def value(h: np.ndarray, r: np.ndarray) -> float:
        return float((movement.moved(h, r).astype(float) * outer).sum())

    step = 1e-2
    for place in np.ndindex(2, 8):
        change = np.zeros((2, 8), np.float32)
        change[place] = step
        slope = (value(head + change, relation) - value(head - change, relation)) / (2 * step)
        assert by_head[place] == pytest.approx(slope, abs=2e-3)
        slope = (value(head, relation + change) - value(head, relation - change)) / (2 * step)
        assert by_relation[place] == pytest.approx(slope, abs=2e-3)


@pytest.mark.parametrize("kind", sorted(MOVEMENTS))
def test_a_relation_can_be_gone_back(kind: str) -> None:
    chance = np.random.default_rng(4)
    heads, relations = chance.standard_normal((2, 3, 200)).astype(np.float32)
    movement = MOVEMENTS[kind]
    relations = movement.settled(relations)
    there = movement.moved(heads, relations)
    assert movement.moved_back(there, relations) == pytest.approx(heads, abs=1e-4)


@pytest.mark.parametrize("kind", sorted(MOVEMENTS))
def test_true_triples_come_nearer_than_others(kind: str) -> None:
    rows = np.array([(n, 0, 20 + n % 5) for n in range(20)], np.int64)
    found = learn(Triples(rows, 25, 1), kind, epochs=60)
    moved = MOVEMENTS[kind].moved(found.nodes[:20], np.repeat(found.relations, 20, 0))
    apart = np.linalg.norm(moved[:, None] - found.nodes[None, 20:], axis=2)
    assert (apart.argmin(axis=1) == np.arange(20) % 5).all()
    assert found.losses[-1] < found.losses[0] / 2
    assert np.linalg.norm(found.nodes, axis=1) == pytest.approx(np.ones(25), abs=1e-4)


def test_learned_vectors_pass_over_what_went_and_place_what_is_new_by_its_names() -> None:
    before = view_of([[text] for text in TEXTS])
    learned = learn_vectors(graph_of(before, (), ()), "transe")
    after = view_of([[text] for text in (*TEXTS[1:], "Ada Brun came to Ribe.", "it rained.")],
                    ["1", "2", "3", "4", "5", "6", "7"])  # fmt: skip
    vectors, newer = placed(learned, after, incidence(after))
    assert newer == 2
    lengths = sorted(np.round(np.linalg.norm(vectors, axis=1), 3).tolist())
    assert lengths == [0.0, *[1.0] * 6]  # the rain has no name


@pytest.mark.parametrize("kind", sorted(MOVEMENTS))
def test_a_new_passage_stands_where_its_names_moved_back_put_it(kind: str) -> None:
    view = view_of([["Ada Brun met Nils Holm."], ["It rained."]])
    held = incidence(view)
    chance = np.random.default_rng(6)
    ends = chance.standard_normal((2, 200)).astype(np.float32)
    relations = MOVEMENTS[kind].settled(chance.standard_normal((2, 200)).astype(np.float32))
    nothing = np.zeros((0, 200), np.float32)
    columns = tuple(map(sealed, ("name ada brun", "name nils holm")))
    learned = LearnedVectors(kind, (), nothing, columns, ends, relations, ())
    back = MOVEMENTS[kind].moved_back(ends, relations[[0, 0]]).mean(axis=0)
    vectors, newer = placed(learned, view, held)
    assert newer == 2
    row = next(iter(_rows_with(view, "ada brun")))
    assert vectors[row] == pytest.approx(back / np.linalg.norm(back), abs=1e-5)
    assert not vectors[1 - row].any()


def test_a_corruption_that_is_true_teaches_nothing() -> None:
    # everybody is joined to everything, so whichever end is swapped the triple is true
    rows = np.array([(h, 0, 5 + t) for h in range(5) for t in range(5)], np.int64)
    found = learn(Triples(rows, 10, 1), "transe")
    assert set(found.losses) == {0.0}


def test_cosines_are_those_of_the_vectors_put_one_behind_the_other() -> None:
    chance = np.random.default_rng(5)
    texts = chance.standard_normal((4, 6))
    texts /= np.linalg.norm(texts, axis=1, keepdims=True)
    graphs = chance.standard_normal((4, 3)).astype(np.float32)
    graphs[3] = 0.0
    both = np.hstack([2.5 * texts, graphs])
    unit = both / np.linalg.norm(both, axis=1, keepdims=True)
    found = joint_cosines(texts[1:] @ texts[0], graphs[0], graphs[1:], 2.5)
    assert found == pytest.approx(unit[1:] @ unit[0], abs=1e-6)


# --- the pipeline ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    workbench, collection = of_texts(tmp_path_factory.mktemp("graph-vectors"))
    yield workbench, collection
    workbench.close()


def asked(
    opened: tuple[Workbench, Collection], text: str, **options: object
) -> tuple[Retrieval, list[str]]:
    workbench, collection = opened
    given = TextAndGraphOptions.read({name: str(value) for name, value in options.items()})
    found = workbench.questions.search(
        Query(text, collection.id, 6, options=given), "text_and_graph"
    )
    return found, [hit.chunk.text for hit in found.hits]


def test_names_of_the_question_draw_what_shares_names_with_their_passages(
    opened: tuple[Workbench, Collection],
) -> None:
    found, texts = asked(opened, "Who waited for Ada Brun?", alpha=0)
    assert set(texts[:3]) == set(TEXTS[:3])
    assert "ada brun" in found.steps[0].summary
    # the graph beside the answer joins the passages by what they share
    assert ("name:ada brun", "entity", "ada brun") in found.subgraph.nodes
    assert not found.notices


def test_without_a_name_the_order_by_meaning_stays(opened: tuple[Workbench, Collection]) -> None:
    found, _ = asked(opened, "who was waiting?", alpha=0)
    workbench, collection = opened
    dense = [e.chunk_id for e in TextAndGraphPipeline(workbench.parts)._retriever._dense.propose(
        Query("who was waiting?", collection.id), 6)]  # fmt: skip
    assert [hit.chunk.id for hit in found.hits] == dense
    assert "meaning stays" in found.steps[0].summary


def test_vectors_that_were_never_learned_are_told_and_then_learned(
    opened: tuple[Workbench, Collection], capsys: pytest.CaptureFixture[str]
) -> None:
    workbench, collection = opened
    found, _ = asked(opened, "Who waited for Ada Brun?", vectors="rotate")
    assert "has no rotate vectors" in found.notices[0]
    with pytest.raises(QuestionError, match="not a kind"):
        workbench.tuning.learn_graph_vectors(collection.id, "word2vec")
    job = workbench.tuning.learn_graph_vectors(collection.id, "rotate")
    with pytest.raises(QuestionError, match="already"):
        workbench.tuning.learn_graph_vectors(collection.id, "transe")
    # a document that goes while its graph waits to be learned harms nothing
    gone = next(e for e in workbench.library.documents(collection.id) if e.name == "5.txt")
    workbench.queue.work_until_idle(threading.Event())
    workbench.library.delete_documents([gone.id])
    assert workbench.queue.job(job.id).job.state.value == "done"
    found, texts = asked(opened, "Who waited for Ada Brun?", vectors="rotate", alpha=0)
    assert not found.notices
    assert set(texts[:3]) == set(TEXTS[:3])
    assert len(texts) == 5
    workbench.library.add_file(collection.id, "5.txt", TEXTS[5].encode())
    workbench.queue.work_until_idle(threading.Event())
    assert learned_vectors(workbench.parts.records, collection.id, "rotate") is not None
    library = workbench.parts.settings.library
    code = main(["--library", str(library), "tune", "--collection", "Harbour", "--graph", "quate"])
    assert code == 0
    assert "Learned" in capsys.readouterr().out
    command = ["--library", str(library), "tune", "--collection", "Harbour", "--graph", "rotate"]
    assert main([*command, "--undo"]) == 0
    assert "no rotate vectors" in capsys.readouterr().out
    found, _ = asked(opened, "Who waited for Ada Brun?", vectors="rotate")
    assert "has no rotate vectors" in found.notices[0]
    with pytest.raises(QuestionError, match="not a kind"):
        workbench.tuning.forget_graph_vectors(collection.id, "word2vec")


def test_factors_that_are_not_right_are_found_and_mended(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records = workbench.parts.records
    asked(opened, "Who waited for Ada Brun?")
    stored = stored_factors(records, collection.id)
    assert stored is not None
    assert not workbench.maintenance.check()
    wrong = replace(stored, projection=stored.projection + 1.0)
    records.save_derived(collection.id, NAME, packed(wrong), records.sequence())
    assert [problem.where for problem in workbench.maintenance.check()] == ["graph vectors"]
    assert [problem.where for problem in workbench.maintenance.repair()] == ["graph vectors"]
    assert not workbench.maintenance.check()
    assert stored_factors(records, collection.id) is None


def test_content_keys_tell_contents_apart() -> None:
    one, other = view_of([[text] for text in TEXTS]), view_of([[text] for text in TEXTS[:5]])
    keys = {content_key(base_of(view, incidence(view))) for view in (one, other)}
    assert len(keys) == 2


def test_the_map_puts_every_passage_that_shares_a_name_on_a_plane(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    found = workbench.graph_maps.graph_map(collection.id, "names")
    assert (found.passages, found.placed, len(found.points)) == (6, 6, 6)
    assert 0.0 < found.share <= 1.0
    place = {point.document: np.array([point.x, point.y]) for point in found.points}
    # two shores: whoever met Ada Brun, and whoever wrote with Olav Dahl
    ada = np.mean([place[str(n)] for n in range(3)], axis=0)
    olav = np.mean([place[str(n)] for n in range(3, 6)], axis=0)
    assert np.linalg.norm(place["0"] - ada) < np.linalg.norm(place["0"] - olav)
    assert any("olav dahl" in point.names for point in found.points)
    with pytest.raises(QuestionError, match="not a kind"):
        workbench.graph_maps.graph_map(collection.id, "word2vec")
    nothing = workbench.library.create_collection("Empty")
    assert "share a name" in workbench.graph_maps.graph_map(nothing.id, "names").reason


def test_a_map_that_is_drawn_again_reads_what_was_learned_once(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    read: list[str] = []

    def counted(records: Records, collection_id: str, kind: str) -> LearnedVectors | None:
        read.append(kind)
        return learned_vectors(records, collection_id, kind)

    monkeypatch.setattr(graph_embedding, "learned_vectors", counted)
    maps = [workbench.graph_maps.graph_map(collection.id, "quate") for _ in range(3)]
    assert maps[0] == maps[1] == maps[2]
    assert maps[0].points
    assert read == ["quate"]
