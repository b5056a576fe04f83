"""Prepares a model once: exported, checked, and kept in the cache under its identity."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from backend.embedders._adapter import Adapter, adapter_of
from backend.embedders._model import Model
from backend.errors import EmbedderError
from backend.ports import Progress

FORMAT = 2
"""Grows when an export of an older program must not be used any more."""
PAIRS = "pairs.onnx"
STEPS = 3
_PATIENCE_SECONDS = 1_800.0
_ROOT = Path(__file__).resolve().parents[2]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A model that is ready to run.

    `max_sequence` counts all tokens of an input, `max_tokens` what is left for the text itself.
    `runtime` is `onnx`, or `torch` for a model whose export failed. `reads_pairs` says that there
    is a second network, the model as its adapter changes it.
    """

    folder: Path
    runtime: str
    dimension: int
    max_tokens: int
    max_sequence: int
    prompt: str
    reads_pairs: bool = False


def prepare(model: Model, cache: Path, threads: int, progress: Progress) -> Prepared:
    """The prepared model, made now if it is not in the cache.

    One process exports while others wait. The result appears under its name by a rename, so that
    a half-written export is never used.

    Args:
        progress: called with ("loading" | "exporting" | "comparing" | "ready", steps done, 3).

    Raises:
        EmbedderError: if the model cannot be loaded, or the cache cannot be written.
    """
    root = cache / "embedders"
    adapter = adapter_of(model.identity)
    name = re.sub(r"[^A-Za-z0-9._@-]+", "-", model.identity)[-100:]
    folder = root / f"{name}-{FORMAT}{f'-{adapter.digest}' if adapter else ''}"
    found = _load(folder)
    if found is not None:
        return found
    try:
        root.mkdir(parents=True, exist_ok=True)
        with FileLock(root / f"{folder.name}.lock", timeout=_PATIENCE_SECONDS):
            found = _load(folder)
            if found is None:
                _make(model, adapter, root, folder, threads, progress)
                found = _load(folder)
    except Timeout as error:
        raise EmbedderError(
            "Another process has been preparing the embedding model for half an hour.",
            "End it and start again.",
        ) from error
    except OSError as error:
        raise EmbedderError(
            f"The embedding model could not be prepared: {error.strerror or error}.",
            "See that the cache folder is writable and has a gigabyte free, and try again.",
        ) from error
    if found is None:
        raise EmbedderError(
            "The prepared embedding model disappeared from the cache folder.", "Try again."
        )
    progress("ready", STEPS, STEPS)
    return found


def _load(folder: Path) -> Prepared | None:
    try:
        description = json.loads((folder / "embedder.json").read_text("utf-8"))
        prepared = Prepared(
            folder=folder,
            runtime=str(description["runtime"]),
            dimension=int(description["dimension"]),
            max_tokens=int(description["max_tokens"]),
            max_sequence=int(description["max_sequence"]),
            prompt=str(description["prompt"]),
            reads_pairs=(folder / PAIRS).is_file(),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    needed = ["tokenizer.json"] + ["model.onnx"] * (prepared.runtime == "onnx")
    return prepared if all((folder / name).is_file() for name in needed) else None


def _make(
    model: Model,
    adapter: Adapter | None,
    root: Path,
    folder: Path,
    threads: int,
    progress: Progress,
) -> None:
    with tempfile.TemporaryDirectory(
        dir=root, prefix="new-", ignore_cleanup_errors=True
    ) as temporary:
        target = Path(temporary) / "export"
        target.mkdir()
        description = _run(
            {
                "folder": str(model.folder),
                "target": str(target),
                "threads": threads,
                "adapter": str(adapter.file) if adapter else "",
            },
            progress,
        )
        if "failure" in description:
            raise EmbedderError(
                f"The embedding model “{model.label}” could not be loaded: "
                f"{description['failure']}.",
                "Choose another model in the settings.",
            )
        if not (target / "tokenizer.json").is_file():
            raise EmbedderError(
                f"The embedding model “{model.label}” has no tokenizer.json, which chunks are "
                "measured with.",
                "Choose a model with a fast tokenizer.",
            )
        if description["runtime"] == "torch":
            logger.warning(
                "%s runs on torch in a process of its own: %s",
                model.identity,
                description["problem"],
            )
            (target / "model.onnx").unlink(missing_ok=True)
        (target / "embedder.json").write_text(json.dumps(description, indent=1), "utf-8")
        if folder.exists():  # left over from damage, since `_load` did not accept it
            shutil.rmtree(folder)
        target.replace(folder)


def _run(task: dict[str, object], progress: Progress) -> dict[str, object]:
    """The last line that the child answers; lines before it are progress."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONIOENCODING": "utf-8"}
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            [sys.executable, "-P", "-m", "backend.embedders._model_export"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ) as child,
    ):
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps(task).encode())
            child.stdin.close()
            for line in child.stdout:
                message: dict[str, object] = json.loads(line)
                if "stage" not in message:
                    return message
                progress(str(message["stage"]), int(str(message["done"])), STEPS)
        except BaseException:  # a cancelled preparation must not leave its child behind
            child.kill()
            raise
        child.wait()
        complaints.seek(0)
        logger.error("the export ended early: %s", complaints.read().decode("utf-8", "replace"))
    return {"failure": "the process that loads it ended early"}
