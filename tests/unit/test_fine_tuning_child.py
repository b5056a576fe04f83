"""All weights of a real, small model learn in a process of their own, and what comes out runs
without torch."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from backend.embedders.sentence_transformers import build_network, fine_tune
from backend.errors import CancelledError, EmbedderError
from backend.ports import Triplet
from backend.question_vectors.kept_network import identity_of
from backend.settings import Settings
from backend.word_pieces import packaged_model

WIDTH, INNER, BATCHES = 24, 48, 100
LARGE = {1536: INNER, 384: WIDTH}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged model with the first of its layers and numbers alone."""
    packaged = packaged_model()
    assert packaged is not None
    folder = tmp_path_factory.mktemp("small") / "model"
    shutil.copytree(packaged, folder, ignore=shutil.ignore_patterns("*.safetensors", "*.txt"))
    given = json.loads((folder / "config.json").read_text("utf-8"))
    given |= {"hidden_size": WIDTH, "intermediate_size": INNER, "num_hidden_layers": 1}
    (folder / "config.json").write_text(json.dumps({**given, "num_attention_heads": 2}), "utf-8")
    pooling = folder / "1_Pooling" / "config.json"
    told = json.loads(pooling.read_text("utf-8")) | {"word_embedding_dimension": WIDTH}
    pooling.write_text(json.dumps(told), "utf-8")
    with safe_open(packaged / "model.safetensors", "numpy") as weights:
        kept = {
            name: weights.get_tensor(name)
            for name in weights.keys()  # noqa: SIM118 - no mapping
            if ".layer." not in name or ".layer.0." in name
        }
    cut = {
        name: np.ascontiguousarray(
            array[tuple(slice(LARGE.get(size, size)) for size in array.shape)]
        )
        for name, array in kept.items()
    }
    save_file(cut, folder / "model.safetensors", {"format": "pt"})
    return folder


def triplets() -> list[list[Triplet]]:
    """The same eight boats in every batch: their questions are answered in other words."""
    boats = ["tern", "gull", "heron", "swift", "wren", "rook", "kite", "crane"]
    batch = [
        Triplet(f"who mends the {boat}", f"{boat}: carpenter", f"{boat} {other}: harbour dues")
        for boat, other in zip(boats, boats[1:] + boats[:1], strict=True)
    ]
    return [batch] * BATCHES


def test_a_model_learns_tells_how_far_it_is_and_runs_without_torch(
    small: Path, tmp_path: Path
) -> None:
    settings = replace(Settings(), cache=tmp_path, embedding_threads=1)
    heard: set[tuple[str, int, int]] = set()
    network = fine_tune(settings, str(small), triplets(), 32, lambda *told: heard.add(told) or None)
    assert {stage for stage, _, _ in heard} == {"loading", "learning"}
    assert {of for _, _, of in heard} == {BATCHES}
    assert (network.dimension, network.max_sequence, network.base) == (WIDTH, 512, "model")
    own = build_network(settings, network, identity_of(network))
    assert own.identity.startswith("fine-tuned model@")
    assert own.max_tokens == 510
    asked, right, wrong = (
        own.embed([getattr(each, name) for each in triplets()[0]])
        for name in ("question", "right", "wrong")
    )
    assert ((asked * right).sum(axis=1) > (asked * wrong).sum(axis=1)).all(), "it has learned"
    probe = (
        "import sys, pickle; from backend.embedders import sentence_transformers as a;"
        "from backend.settings import Settings; s, n = pickle.load(sys.stdin.buffer);"
        "v = a.build_network(s, n, 'x', bulk=True).embed(['who mends the tern'] + ['b'] * 9);"
        "assert 'torch' not in sys.modules; sys.stdout.buffer.write(v[0].tobytes())"
    )
    found = subprocess.run(
        [sys.executable, "-c", probe],
        input=pickle.dumps((settings, network)),
        capture_output=True,
        check=True,
    )
    there = np.frombuffer(found.stdout, np.float32)
    assert there @ own.embed(["who mends the tern"])[0] > 0.9999
    assert not [path for path in tmp_path.rglob("*") if path.stat().st_size > 10_000], "no file"


def test_a_stop_ends_it_and_a_model_that_cannot_be_loaded_says_why(
    small: Path, tmp_path: Path
) -> None:
    settings = replace(Settings(), cache=tmp_path, embedding_threads=1)

    def stop(stage: str, done: int, total: int) -> None:
        raise CancelledError("stopped")

    with pytest.raises(CancelledError):
        fine_tune(settings, str(small), triplets(), 32, stop)
    broken = tmp_path / "broken"
    shutil.copytree(small, broken)
    (broken / "config.json").write_text("{", "utf-8")
    with pytest.raises(EmbedderError, match="“broken” cannot be fine-tuned"):
        fine_tune(settings, str(broken), triplets(), 32, _unheard)


def _unheard(_stage: str, _done: int, _total: int) -> None:
    """Nobody listens."""
