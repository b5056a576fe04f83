"""Which folder a model's name stands for, and what identifies its content."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from backend.errors import EmbedderError
from backend.serialisation import from_json
from backend.word_pieces import packaged_model

PACKAGED = "all-MiniLM-L6-v2"
_VECTOR_FILES = ("*.safetensors", "*.bin", "*.json", "*.txt", "*.model")
"""Weights, architecture and vocabulary: whatever changes the vectors."""
_OTHER_RUNTIMES = ("onnx/*", "openvino/*", "*.h5", "*.ot", "*.msgpack", "*.onnx", "*.md")

Download = Callable[[str, list[str]], str]
"""Called as download(repository, patterns to ignore); returns the folder on this machine."""


@dataclass(frozen=True, slots=True)
class Model:
    """A sentence-transformers model on this machine.

    `identity` is its name (or folder, as given), an @ and the first 48 bits of the SHA-256 of its
    files; `label` is how to call it in a sentence.
    """

    label: str
    folder: Path
    identity: str


def find_packaged_or_local(name: str) -> Path | None:
    """Folder of the packaged model or of a folder given by path; None for anything else.

    Raises:
        EmbedderError: if the packaged model is not installed, or the folder holds no model.
    """
    if name in {PACKAGED, f"sentence-transformers/{PACKAGED}"}:
        packaged = packaged_model()
        if packaged is not None and _is_model(packaged):
            return packaged
        raise EmbedderError(
            f"The packaged embedding model {PACKAGED} is not installed.",
            "Install the requirements again, or name another model in the settings.",
        )
    folder = Path(name).expanduser()
    if folder.is_dir():
        if not _is_model(folder):
            raise EmbedderError(
                f"The folder “{folder.name}” holds no sentence-transformers model.",
                "Expected were modules.json or config.json with the weights beside it.",
            )
        return folder.resolve()
    if folder.is_absolute() or name.startswith((".", "~")):
        raise EmbedderError(
            f"There is no folder “{folder.name}” to load the embedding model from.",
            "Correct the embedder in the settings.",
        )
    return None


def fetch(name: str, download: Download) -> Path:
    """Folder of a model from the Hugging Face hub or from its cache on this machine.

    Args:
        name: as the hub calls it; without an owner it is one of sentence-transformers' own.
        download: gets a repository, skipping files by pattern.

    Raises:
        EmbedderError: if the model does not exist or cannot be reached.
    """
    repository = name if "/" in name else f"sentence-transformers/{name}"
    try:
        folder = Path(download(repository, [*_OTHER_RUNTIMES, "*.bin"]))
        if not any(folder.rglob("*.safetensors")):
            folder = Path(download(repository, list(_OTHER_RUNTIMES)))
    except (OSError, ValueError, RuntimeError) as error:
        raise EmbedderError(
            f"The embedding model “{name}” is not on this machine and could not be downloaded.",
            "Check the name and the connection, or name a folder that holds the model.",
        ) from error
    if not _is_model(folder):
        raise EmbedderError(
            f"“{name}” is not a sentence-transformers model.", "Name another one in the settings."
        )
    return folder


def identify(name: str, folder: Path, cache: Path) -> Model:
    """The model with its identity. Hashes of large files are kept in `cache`, by size and time."""
    digest = hashlib.sha256()
    known = _KnownHashes(cache / "embedders" / "hashes.json")
    for path in _vector_files(folder):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{known.sha256(path)}\n".encode())
    known.save()
    label = folder.name if Path(name).expanduser().is_dir() else name
    return Model(label, folder, f"{name}@{digest.hexdigest()[:12]}")


def _is_model(folder: Path) -> bool:
    has_description = any((folder / each).is_file() for each in ("modules.json", "config.json"))
    return has_description and any(
        any(folder.rglob(pattern)) for pattern in ("*.safetensors", "*.bin", "*.json")
    )


def _vector_files(folder: Path) -> list[Path]:
    files = {path for pattern in _VECTOR_FILES for path in folder.rglob(pattern)}
    skipped = {"onnx", "openvino"}
    return sorted(
        path
        for path in files
        if path.is_file() and not skipped & set(path.relative_to(folder).parts[:-1])
    )


class _KnownHashes:
    """Hashes of files by path, size and time of change, so that 90 MB are read once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = False
        self._hashes: dict[str, str] = {}
        with suppress(OSError, ValueError):
            self._hashes = from_json(dict[str, str], path.read_text("utf-8"))

    def sha256(self, path: Path) -> str:
        resolved = path.resolve()
        state = resolved.stat()
        key = f"{resolved}|{state.st_size}|{state.st_mtime_ns}"
        if key not in self._hashes:
            with resolved.open("rb") as file:
                self._hashes[key] = hashlib.file_digest(file, "sha256").hexdigest()
            self._changed = True
        return self._hashes[key]

    def save(self) -> None:
        if not self._changed:
            return
        with suppress(OSError):  # only speed is lost
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_name(f"{self._path.name}.{os.getpid()}")
            temporary.write_text(json.dumps(self._hashes), "utf-8")
            temporary.replace(self._path)
