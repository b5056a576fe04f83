"""Whether a worker would make the same of a document as this machine."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from backend.errors import ClusterError
from backend.ports import Embedder, Vectors

SAME, ALIKE = "same", "alike"
"""Vectors that are equal to the last bit, or within LEAST_COSINE."""
KINDS = (SAME, ALIKE)
LEAST_COSINE = 0.9999

LIBRARIES = (
    *("distributed", "numpy", "onnxruntime", "openvino", "tokenizers", "PyStemmer"),
    *("pypdfium2", "pypdf", "pdfplumber", "pdfminer.six", "charset-normalizer"),
)
_NONE = "not installed"
_OTHER_PROCESSOR = "has another kind of processor"
_STARTED = time.time()
_ROOT = Path(__file__).resolve().parents[1]
_SOURCES = (
    *("chunkers", "cluster", "embedders", "evidence", "graph", "ingestion", "ports", "readers"),
    *("tables", "types"),
)
_TASKS = ("tasks/extract", "tasks/summarise")

# of several lengths up to one beyond the model's limit, so that every width of a batch is tried;
# many enough for the runtime that is meant for many texts, and few alone for the other
_TEXTS = (
    "?",
    "Net sales rose 4.2% to $17,846 million in fiscal 2022 (2021: $17,126 million).",
    "Ärger über Straßenbau; naïve façade — “quoted” 東京都は日本の首都です。",
    *(
        " ".join(f"word{number % 97} of the harbour, weighed." for number in range(repeats))
        for repeats in (1, 3, 6, 12, 20, 30, 100)
    ),
)
_FEW = 4


@dataclass(frozen=True, slots=True, eq=False)
class ProcessDescription:
    """What a process is made of, as far as its results depend on it.

    `parts` are the versions of Python, of Quire's own sources, of the libraries that read and embed
    and of the model, by name; `vectors` what the model makes of fixed texts, float32 of shape
    (texts, dimension).
    """

    parts: Mapping[str, str]
    vectors: Vectors


def description(embedder: Embedder) -> ProcessDescription:
    """What this process is made of.

    Raises:
        EmbedderError: if the model cannot be run here.
    """
    parts = {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "Quire": _program(),
        **{name: _version(name) for name in LIBRARIES},
        "the embedding model": embedder.identity,
    }
    vectors = np.concatenate([embedder.embed(_TEXTS), embedder.embed(_TEXTS[:_FEW])])
    return ProcessDescription(parts, np.asarray(vectors, np.float32))


def disagreement(own: ProcessDescription, theirs: ProcessDescription, vectors: str) -> str:
    """Why a worker's results would differ from those of this machine; empty if they would not.

    Args:
        vectors: SAME or ALIKE, how near its vectors must be.

    Returns:
        The rest of a sentence that begins with the worker's name.
    """
    for name, wanted in own.parts.items():
        found = theirs.parts.get(name, _NONE)
        if found != wanted:
            return f"has {name} {found}, and here it is {wanted}"
    if theirs.vectors.shape != own.vectors.shape:
        return "makes vectors of another length"
    if theirs.vectors.tobytes() == own.vectors.tobytes():
        return ""
    cosine = float((theirs.vectors * own.vectors).sum(axis=1).min())
    if vectors == ALIKE and cosine >= LEAST_COSINE:
        return ""
    return (
        f"{_OTHER_PROCESSOR}: its vectors differ from those made here (least cosine {cosine:.6f})"
    )


def nobody_agrees(whys: Mapping[str, str]) -> ClusterError:
    """The error for having no other workers than these, whose addresses stand with what differs."""
    address, why = next(iter(whys.items()))
    return ClusterError(
        "No Dask worker would make the same of a document as this machine: "
        f"the one at {address} {why}.",
        "Use workers whose processors are of the kind of this machine's, or set dask_vectors to "
        "“alike” if vectors may differ in their last digits."
        if why.startswith(_OTHER_PROCESSOR)
        else "Install the same version of Quire with the same requirements on every machine, and "
        "start the workers anew after each update.",
    )


@cache
def _program() -> str:
    """SHA-256 over the sources that a prepared document depends on.

    A process whose sources were changed after it loaded them is like no other.
    """
    found = hashlib.sha256()
    files = [*_ROOT.glob("*.py")]
    for folder in (*_SOURCES, *_TASKS):
        files += [path for path in (_ROOT / folder).rglob("*") if path.is_file()]
    for path in sorted(files):
        if "__pycache__" in path.parts:
            continue
        if path.stat().st_mtime > _STARTED:
            return f"changed since it was started: {platform.node()}, process {os.getpid()}"
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.relative_to(_ROOT).as_posix()}:{len(content)}:".encode())
        found.update(content)
    return found.hexdigest()[:16]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return _NONE
