"""What a worker says that it is made of, compared with this machine, in words."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from backend.cluster import worker_agreement
from backend.cluster.opening import open_workers
from backend.cluster.worker_agreement import ProcessDescription, disagreement, nobody_agrees
from backend.errors import SettingsError
from backend.settings import Settings

PARTS = {"Python": "3.11", "Quire": "abc", "numpy": "2.0", "the embedding model": "model@1"}
OWN = ProcessDescription(PARTS, np.eye(4, dtype=np.float32))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"Python": "3.12"}, "has Python 3.12, and here it is 3.11"),
        ({"Quire": "xyz"}, "has Quire xyz, and here it is abc"),
        ({"numpy": "1.9"}, "has numpy 1.9, and here it is 2.0"),
        (
            {"the embedding model": "model@2"},
            "has the embedding model model@2, and here it is model@1",
        ),
    ],
)
def test_a_difference_is_said_in_words(changed: dict[str, str], said: str) -> None:
    assert disagreement(OWN, replace(OWN, parts={**PARTS, **changed}), "same") == said


def test_a_library_that_a_worker_does_not_tell_of_is_a_difference() -> None:
    theirs = replace(OWN, parts={name: PARTS[name] for name in PARTS if name != "numpy"})
    assert disagreement(OWN, theirs, "same") == "has numpy not installed, and here it is 2.0"


def test_vectors_that_differ_in_their_last_bits_are_seen_and_may_be_allowed() -> None:
    near = OWN.vectors.copy()
    near[0, 0] = np.nextafter(np.float32(1), np.float32(0))
    theirs = replace(OWN, vectors=near)
    assert "another kind of processor" in disagreement(OWN, theirs, "same")
    assert disagreement(OWN, theirs, "alike") == ""
    far = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    assert "least cosine 0.000000" in disagreement(OWN, far, "alike")
    short = replace(OWN, vectors=OWN.vectors[:2])
    assert disagreement(OWN, short, "alike") == "makes vectors of another length"


def test_what_to_do_depends_on_what_differs() -> None:
    versions = nobody_agrees({"tcp://a:1": "has numpy 1.9, and here it is 2.0", "tcp://b:1": "…"})
    assert versions.what == (
        "No Dask worker would make the same of a document as this machine: the one at tcp://a:1 "
        "has numpy 1.9, and here it is 2.0."
    )
    assert "Install the same version of Quire" in versions.remedy
    theirs = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    processor = nobody_agrees({"tcp://a:1": disagreement(OWN, theirs, "same")})
    assert "set dask_vectors to “alike”" in processor.remedy


def test_how_near_vectors_must_be_is_a_choice_of_two() -> None:
    parts = SimpleNamespace(settings=Settings(dask_vectors="near"))
    with pytest.raises(SettingsError, match="dask_vectors is “near”"):
        open_workers(parts)  # type: ignore[arg-type]  # nothing else of it is looked at


@pytest.mark.parametrize(
    ("source", "counts"),
    [
        *((f"{folder}/reading.py", True) for folder in ("readers", "tables", "types", "ports")),
        *((each, True) for each in ("evidence/highlight.py", "tasks/extract/local.py", "dates.py")),
        *((f"{folder}/asking.py", False) for folder in ("pipelines", "tasks/answer")),
    ],
)
def test_sources_that_a_document_depends_on_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, counts: bool
) -> None:
    monkeypatch.setattr(worker_agreement, "_ROOT", tmp_path)
    path = tmp_path / source
    path.parent.mkdir(parents=True, exist_ok=True)
    found = []
    for content in ("ONE = 1", "ONE = 2"):
        path.write_text(content)
        os.utime(path, (0, 0))
        found.append(worker_agreement._program.__wrapped__())
    assert (found[0] != found[1]) == counts
