"""Record sets turned into ordinary files, with the text that each question needs.

The folder of the question sets holds `make_files.py`, which writes several records into one file
and says which texts answer each question. Files and records lie in the cache folder.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.errors import NotFoundError, ReadingError
from backend.settings import load_settings
from backend.types import Collection
from backend.workbench import Workbench
from bench._question_sets import QuestionSet
from bench.libraries import LIBRARY, library_of, open_with, read_through

RECORDS = "records"
FORMS = ("headed", "plain", "pdf")
"""Markdown with each record under its title; paragraphs alone; PDF files with headings."""
FOUND = 0.5
"""A text is found when at least this share of its runs of five words is shown."""
RUN = 5
_HEADING = re.compile(r"^## (?P<title>.*)\n\n(?P<text>.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question with the texts that answer it together, and the name of the file of each."""

    qid: str
    text: str
    gold: tuple[str, ...]
    files: tuple[str, ...]


def runs(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of five words of a text, or all its words where it has fewer."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(tuple(words[i : i + RUN]) for i in range(max(1, len(words) - RUN + 1)))


def found_texts(gold: Sequence[str], shown: Sequence[str]) -> list[bool]:
    """Per gold text whether at least half of its runs of five words stand in the shown texts."""
    there: set[tuple[str, ...]] = set()
    for text in shown:
        there |= runs(text)
    return [len(wanted & there) >= FOUND * len(wanted) for wanted in map(runs, gold)]


def file_questions(name: str, form: str) -> tuple[FileQuestion, ...]:
    """The questions of a set over its files, in the set's order."""
    rows = (_folder(name, form) / "questions.jsonl").read_text("utf-8").splitlines()
    found = []
    for row in map(json.loads, rows):
        gold = row["gold"]
        texts, files = [each["text"] for each in gold], [each["file"] for each in gold]
        found.append(FileQuestion(row["qid"], row["question"], tuple(texts), tuple(files)))
    return tuple(found)


def open_form(name: str, form: str) -> tuple[Workbench, Collection]:
    """A workbench whose collection holds the set's records in a form, read as usual.

    Raises:
        NotFoundError: if the set or `make_files.py` is not there, or a file could not be read.
    """
    if form == RECORDS:
        return open_with(QuestionSet(f"{name} {RECORDS}", _records(name), ()))
    files = sorted(path for path in _folder(name, form).iterdir() if path.suffix != ".jsonl")
    label = f"{name} {form}"
    named = {path.name: path for path in files}
    workbench, collection = library_of(f"{LIBRARY}-files", label, named)
    read_through(workbench, collection.id)
    return workbench, collection


def _folder(name: str, form: str) -> Path:
    """The folder with the set's files and questions, which are written once."""
    settings = load_settings()
    folder = settings.cache / "bench" / "files" / f"{name} {form}"
    if (folder / "questions.jsonl").is_file():
        return folder
    script = settings.benchmarks / "make_files.py"
    if not script.is_file() or not (settings.benchmarks / name).is_dir():
        raise NotFoundError(
            f"{settings.benchmarks} does not hold both make_files.py and the set “{name}”.",
            "Set QUIRE_BENCHMARKS to the folder that holds the question sets.",
        )
    command = [sys.executable, str(script), str(settings.benchmarks / name), str(folder)]
    made = subprocess.run([*command, "--form", form], check=False, capture_output=True, text=True)
    if made.returncode:
        raise ReadingError(
            "broken", f"make_files.py could not write {name}.", made.stderr.strip()[-500:]
        )
    return folder


def _records(name: str) -> Path:
    """The records that are in the files, as a corpus of one document each."""
    path = load_settings().cache / "bench" / "files" / f"{name} {RECORDS}.jsonl.gz"
    if not path.exists():
        folder = _folder(name, "headed")
        with gzip.open(path, "wt", encoding="utf-8") as corpus:
            for volume in sorted(folder.glob("*.md")):
                for number, match in enumerate(_HEADING.finditer(volume.read_text("utf-8"))):
                    record = {"doc_id": f"{volume.stem} {number}", **match.groupdict()}
                    corpus.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path
