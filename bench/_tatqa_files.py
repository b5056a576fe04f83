"""A library in which each context of TAT-QA dev is a file: its paragraphs, then its table.

A file is HTML without any mark of its own: its title is a number, and which rows of the table are
its header is left to the reader, as the set leaves it open.
"""

from __future__ import annotations

import gzip
import html
import json
from pathlib import Path
from typing import Any

from backend.settings import load_settings
from backend.types import Collection
from backend.workbench import Workbench
from bench.libraries import library_of

SET = "tatqa_dev"
LIBRARY = "tatqa-contexts"


def contexts_file() -> Path:
    """Where the set's contexts are."""
    return load_settings().benchmarks / SET / "contexts.jsonl.gz"


def file_name(number: int) -> str:
    """The file of a context by its place in the set, from 0."""
    return f"context-{number:03}.html"


def open_contexts() -> tuple[Workbench, Collection]:
    """A workbench whose collection holds every context, read, cut and embedded as usual.

    Raises:
        NotFoundError: if a file could not be read.
    """
    with gzip.open(contexts_file(), "rt", encoding="utf-8") as lines:
        contexts = [json.loads(line) for line in lines]
    files = {
        file_name(number): page_of(f"Context {number}", context).encode()
        for number, context in enumerate(contexts)
    }
    return library_of(LIBRARY, SET, files)


def page_of(title: str, context: dict[str, Any]) -> str:
    """A context as an HTML page."""
    paragraphs = sorted(context["paragraphs"], key=lambda each: each["order"])
    text = "\n".join(f"<p>{html.escape(paragraph['text'])}</p>" for paragraph in paragraphs)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>"
        for row in context["table"]["table"]
    )
    return (
        f"<!doctype html><html><head><title>{html.escape(title)}</title></head><body>\n"
        f"{text}\n<table>\n{rows}\n</table>\n</body></html>\n"
    )
