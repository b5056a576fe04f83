"""Whether a worker would make the same of a document as this machine."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from backend.cluster.messages import ProcessDescription
from backend.ports import Embedder

SAME, ALIKE = "same", "alike"
"""Vectors that are equal to the last bit, or within LEAST_COSINE."""
KINDS = (SAME, ALIKE)
LEAST_COSINE = 0.9999

LIBRARIES = (
    *("distributed", "numpy", "onnxruntime", "openvino", "tokenizers", "PyStemmer"),
    *("pypdfium2", "pypdf", "pdfplumber", "pdfminer.six", "charset-normalizer"),
)
_STARTED = time.time()
_ROOT = Path(__file__).resolve().parents[1]
_SOURCES = ("chunkers", "cluster", "embedders", "graph", "ingestion", "readers")
_TASKS = ("tasks/extract", "tasks/summarise")

# of several lengths, so that every width of a batch is tried; many enough for the runtime that is
# meant for many texts, and few alone for the other
_TEXTS = (
    "?",
    "One short question?",
    "Net sales rose 4.2% to $17,846 million in fiscal 2022 (2021: $17,126 million).",
    "Ärger über Straßenbau; naïve façade — “quoted” 東京都は日本の首都です。",
    "The committee met on 3 May. " * 6,
    "The harbour froze in March, and ships waited for the pilot. " * 12,
    " ".join(f"word{number % 97} of a longer paragraph" for number in range(40)),
    "Salt, timber and rope were counted and weighed at the quay. " * 25,
    "a " * 300,
    "A text beyond the limit of the model, cut by both at the same place. " * 60,
)
_FEW = 4


def description(embedder: Embedder) -> ProcessDescription:
    """What this process is made of.

    Raises:
        EmbedderError: if the model cannot be run here.
    """
    vectors = np.concatenate([embedder.embed(_TEXTS), embedder.embed(_TEXTS[:_FEW])])
    return ProcessDescription(
        python=".".join(platform.python_version_tuple()[:2]),
        program=_program(),
        libraries={name: _version(name) for name in LIBRARIES},
        identity=embedder.identity,
        vectors=np.asarray(vectors, np.float32),
    )


def disagreement(own: ProcessDescription, theirs: ProcessDescription, vectors: str) -> str:
    """Why a worker's results would differ from those of this machine; empty if they would not.

    Args:
        vectors: SAME or ALIKE, how near its vectors must be.

    Returns:
        The rest of a sentence that begins with the worker's name.
    """
    if theirs.python != own.python:
        return f"runs Python {theirs.python} and not {own.python}"
    if theirs.program != own.program:
        return "runs another version of Quire"
    for name, wanted in own.libraries.items():
        found = theirs.libraries.get(name, "")
        if found != wanted:
            has = f"has {name} {found}" if found else f"lacks {name}"
            return f"{has}, and {wanted or 'none'} is installed here"
    if theirs.identity != own.identity:
        return f"has the embedding model {theirs.identity} and not {own.identity}"
    if theirs.vectors.shape != own.vectors.shape:
        return "makes vectors of another length"
    if theirs.vectors.tobytes() == own.vectors.tobytes():
        return ""
    cosine = float((theirs.vectors * own.vectors).sum(axis=1).min())
    if vectors == ALIKE and cosine >= LEAST_COSINE:
        return ""
    return (
        "has another kind of processor: its vectors differ from those made here "
        f"(least cosine {cosine:.6f})"
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
    return found.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
