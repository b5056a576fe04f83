"""The embedder: the packaged model agrees with its original, and clear errors without a model."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.embedders import sentence_transformers as adapter
from backend.embedders._model import PACKAGED, fetch, find_packaged_or_local, identify
from backend.embedders._model_agreement import AGREEMENT
from backend.embedders._onnx_runtime import BATCH_TOKENS, batches_by_length
from backend.embedders._torch_runtime import TorchRuntime
from backend.errors import EmbedderError
from backend.ports import ContextualEmbedder, Embedder, PairEmbedder
from backend.settings import Settings

TEXTS = [
    "Who wrote it?",
    "Net sales rose by 4.2% to $17,846 million.",
    "東京都の人口は？ Ärger — naïve.",
    "The committee met on 3 May. " * 20,
    "The committee met on 3 May. " * 200,
    "",
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def embedder(cache: Path) -> Embedder:
    return adapter.build(replace(Settings(), cache=cache))


def test_agrees_with_sentence_transformers(embedder: Embedder) -> None:
    folder = find_packaged_or_local(PACKAGED)
    assert folder is not None
    original = TorchRuntime(folder, max_sequence=512, dimension=384, threads=1)
    try:
        expected = original.vectors(TEXTS)
        again = original.vectors(TEXTS[:1])
    finally:
        original.close()
    made = embedder.embed(TEXTS)
    assert made.shape == (6, 384)
    assert made.dtype == np.float32
    assert (expected * made).sum(axis=1).min() >= 0.9999
    np.testing.assert_allclose(again[0], expected[0], atol=1e-5)
    assert embedder.dimension == 384
    assert embedder.max_tokens == 510  # 512 positions without [CLS] and [SEP]


def test_states_of_tokens_come_with_the_vectors_that_are_their_mean(embedder: Embedder) -> None:
    assert isinstance(embedder, ContextualEmbedder)
    assert embedder.gives_states
    vectors, states = embedder.embed_with_states(TEXTS)
    np.testing.assert_allclose(vectors, embedder.embed(TEXTS), atol=1e-6)
    words = embedder.token_offsets(TEXTS)
    for text, vector, its_words, state in zip(TEXTS, vectors, words, states, strict=True):
        assert len(state.ids) == min(512, len(its_words) + 2), text  # [CLS] and [SEP]
        assert state.states.shape == (len(state.ids), 384)
        mean = state.states.mean(axis=0)
        np.testing.assert_allclose(mean / np.linalg.norm(mean), vector, atol=1e-5)
    nothing, none = embedder.embed_with_states([])
    assert (nothing.shape, none) == ((0, 384), ())


def test_bulk_vectors_agree_with_single_ones(embedder: Embedder, cache: Path) -> None:
    many = adapter.build(replace(Settings(), cache=cache), bulk=True)
    texts = [f"{text} {number}" for number in range(8) for text in TEXTS]
    expected = np.concatenate([embedder.embed([text]) for text in texts])
    made = many.embed(texts)
    assert (made * expected).sum(axis=1).min() >= AGREEMENT
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1.0, atol=1e-6)
    assert many.identity == embedder.identity


def test_a_few_texts_are_embedded_exactly_even_in_bulk(embedder: Embedder, cache: Path) -> None:
    many = adapter.build(replace(Settings(), cache=cache), bulk=True)
    np.testing.assert_array_equal(many.embed(TEXTS), embedder.embed(TEXTS))


def test_a_runtime_that_does_not_agree_is_not_used(
    embedder: Embedder, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.embedders._openvino_runtime.AGREEMENT", 1.1)
    many = adapter.build(replace(Settings(), cache=cache), bulk=True)
    texts = [f"Station {number} reported calm sea." for number in range(40)]
    np.testing.assert_allclose(many.embed(texts), embedder.embed(texts), atol=1e-6)


def test_what_embeds_many_is_started_once_by_all_who_ask(
    embedder: Embedder, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def slowly(*_: object) -> None:
        started.append("start")
        threading.Event().wait(0.05)

    monkeypatch.setattr(adapter, "fast_runtime", slowly)
    many = adapter.build(replace(Settings(), cache=cache), bulk=True)
    threads = [threading.Thread(target=many.start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert started == ["start"]
    np.testing.assert_array_equal(many.embed(TEXTS), embedder.embed(TEXTS))


def test_torch_stays_out_of_this_process(embedder: Embedder, cache: Path) -> None:
    embedder.embed(["prepare"])
    program = (
        "import sys; from pathlib import Path; from dataclasses import replace;"
        "from backend.settings import Settings;"
        "from backend.embedders.sentence_transformers import build;"
        f"build(replace(Settings(), cache=Path({str(cache)!r}))).embed(['a', 'b']);"
        "print([m for m in ('torch', 'transformers', 'sentence_transformers') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_order_repeats_and_company_do_not_matter(embedder: Embedder) -> None:
    together = embedder.embed([TEXTS[3], TEXTS[0], TEXTS[0], TEXTS[1]])
    alone = [embedder.embed([text])[0] for text in (TEXTS[3], TEXTS[0], TEXTS[0], TEXTS[1])]
    np.testing.assert_allclose(together, alone, atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
    assert embedder.embed([]).shape == (0, 384)


def test_a_remembered_question_cannot_be_changed_by_its_caller(embedder: Embedder) -> None:
    first = embedder.embed(["remember me"])
    kept = first.copy()
    first[:] = 0.0
    np.testing.assert_array_equal(embedder.embed(["remember me"]), kept)


def test_several_threads(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS[:4])
    found: list[bool] = []

    def work() -> None:
        found.append(bool(np.allclose(embedder.embed(TEXTS[:4]), expected, atol=1e-5)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_offsets_are_code_points_without_special_tokens(embedder: Embedder) -> None:
    text = "Naïve \U0001f600 façade\ud800 ok"
    (offsets,) = embedder.token_offsets([text])
    pieces = [text[start:end] for start, end in offsets.tolist()]
    assert pieces[0] == "Naïve"
    assert "\U0001f600" in pieces
    assert pieces[-1] == "ok"
    assert embedder.token_offsets(["", " "])[0].shape == (0, 2)


def test_text_over_the_limit_is_cut(embedder: Embedder) -> None:
    whole, cut = "word " * 510, "word " * 900
    np.testing.assert_allclose(
        embedder.embed([whole, "x"])[0], embedder.embed([cut, "x"])[0], atol=1e-5
    )


def test_preparation_reports_and_happens_once(embedder: Embedder, cache: Path) -> None:
    embedder.embed(["prepare"])
    heard: list[str] = []
    again = adapter.build(
        replace(Settings(), cache=cache), progress=lambda stage, _done, _total: heard.append(stage)
    )
    assert again.dimension == 384
    assert heard == []
    assert again.identity == embedder.identity
    assert again.identity.startswith(f"{PACKAGED}@")


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="holds no sentence-transformers model"):
        adapter.build(replace(Settings(), cache=tmp_path), str(tmp_path))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="There is no folder “missing”"):
        adapter.build(replace(Settings(), cache=tmp_path), str(tmp_path / "missing"))


def test_a_broken_model_is_named(tmp_path: Path) -> None:
    model = tmp_path / "broken"
    model.mkdir()
    (model / "config.json").write_text("{}")
    (model / "model.safetensors").write_bytes(b"not weights")
    broken = adapter.build(replace(Settings(), cache=tmp_path / "cache"), str(model))
    with pytest.raises(EmbedderError, match="“broken” could not be loaded"):
        broken.embed(["text"])


def test_a_model_that_cannot_be_downloaded() -> None:
    def download(repository: str, ignore: list[str]) -> str:
        assert repository == "sentence-transformers/some-model"
        raise OSError("no network")

    with pytest.raises(EmbedderError, match="could not be downloaded"):
        fetch("some-model", download)


def test_identity_follows_the_weights(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    (model / "model.safetensors").write_bytes(b"one")
    first = identify("model", model, tmp_path / "cache")
    assert identify("model", model, tmp_path / "cache") == first
    (model / "model.safetensors").write_bytes(b"other")
    assert identify("model", model, tmp_path / "cache").identity != first.identity


def test_batches_hold_like_lengths_within_their_budget() -> None:
    assert batches_by_length([10, 300, 12, 100, 120]) == [[1], [4, 3], [2, 0]]
    assert BATCH_TOKENS == 256
    assert batches_by_length([]) == []


def test_two_texts_are_read_as_one_each_in_the_light_of_the_other(embedder: Embedder) -> None:
    assert isinstance(embedder, PairEmbedder)
    assert embedder.reads_pairs
    alone, again, other = (
        embedder.pair_states(question, ["Ada Finch built the dam."])[0]
        for question in ("Who built the dam?", "Who built the dam?", "What is the weather?")
    )
    (together, _) = embedder.pair_states(
        "Who built the dam?", ["Ada Finch built the dam.", "A much longer sentence beside it."]
    )
    np.testing.assert_array_equal(alone.states, again.states)
    np.testing.assert_allclose(alone.states, together.states, atol=1e-4)
    assert alone.ids[-7:].tolist() == other.ids[-7:].tolist()
    assert abs(alone.states[-7:] - other.states[-7:]).max() > 0.1
    assert embedder.pair_states("Who?", []) == ()
