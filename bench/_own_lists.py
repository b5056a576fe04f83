"""Lists as small firms, clubs, households, schools and labs keep them, and what people ask of them.

`bench/own_lists` holds 34 sets of twelve lists each, CSV and XLSX files, with fifteen questions
over each list, and thirteen of ten lists with twelve questions over each, untidier ones: days typed
in several forms in one column, rows above the header, empty rows between others, two sheets, rotas.
They were written for this purpose, the questions in everyday words and the answers worked out by
hand. About one question in seven has no answer in its list. The sets `g`, `h`, `u` and `v`, and
`ao`, `ap` and `au` of the untidy ones, are only ever measured. Four were read, and chose how lists
with gaps are read and what is offered. The others train, each left out in turn where something is
chosen over them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.pipelines._composed_lists import MOST_TABLES
from backend.pipelines._table_documents import TableDocuments
from backend.types import Collection
from backend.types.tables import StoredTable
from backend.workbench import Workbench
from bench.libraries import library_of

FOLDER = Path(__file__).parent / "own_lists"
TESTS = ("g", "h", "u", "v")
UNTIDY_TESTS = ("ao", "ap")
GAPS_TESTS = ("au",)
"""Untidy lists with empty rows between others."""
READ = ("aq", "ar", "as", "at")
"""Sets that taught nothing: every answer over them was read."""
TAUGHT = (
    *"abcdefijklmnopqrstwxyz",
    *("aa", "ab", "ac", "ad", "ae", "af", "ag", "ah"),
    *("ai", "aj", "ak", "al", "am", "an"),
)
QUESTIONS = "questions.jsonl"


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """A question, its list and its answer in a few words; empty where the list has none."""

    document: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class NamedList:
    """The tables of a list, one for each sheet, and what its document is called."""

    document: str
    title: str
    tables: tuple[StoredTable, ...]


def questions_of(name: str) -> tuple[ListQuestion, ...]:
    """The questions of a set in the order of its file."""
    rows = map(json.loads, (FOLDER / name / QUESTIONS).read_text("utf-8").splitlines())
    return tuple(
        ListQuestion(row["document"], row["question"], row["answer"] if row["answerable"] else "")
        for row in rows
    )


def open_set(name: str) -> tuple[Workbench, Collection]:
    """A workbench whose only collection holds the lists of a set."""
    return library_of(f"own-lists-{name}", name, {file.name: file for file in _files(name)})


def lists_of(name: str) -> dict[str, NamedList]:
    """The lists of a set, by the names of their files."""
    workbench, collection = open_set(name)
    try:
        documents = TableDocuments(workbench.parts, collection.id)
        return {
            document.name: NamedList(document.name, document.title, tuple(tables[:MOST_TABLES]))
            for document in workbench.library.documents(collection.id)
            if (tables := documents.tables(document.id))
        }
    finally:
        workbench.close()


def others(lists: Sequence[str], own: str, many: int) -> list[str]:
    """Some other lists, those that follow in the order of their names."""
    at = sorted(lists).index(own)
    around = sorted(lists)[at + 1 :] + sorted(lists)[:at]
    return around[:many]


def _files(name: str) -> Iterator[Path]:
    yield from sorted(file for file in (FOLDER / name).iterdir() if file.name != QUESTIONS)
