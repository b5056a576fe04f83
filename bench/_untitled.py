"""Question sets whose passages have no titles, as most PDFs and notes."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

from backend.settings import load_settings
from bench._question_sets import QuestionSet

UNTITLED = " without titles"


def without_titles(question_set: QuestionSet) -> QuestionSet:
    """The same set over a copy of its corpus whose records have no titles, in the cache folder."""
    path = load_settings().cache / "bench" / "untitled" / f"{question_set.name}.jsonl.gz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            gzip.open(question_set.corpus, "rt", encoding="utf-8") as titled,
            gzip.open(path, "wt", encoding="utf-8") as untitled,
        ):
            for line in titled:
                untitled.write(json.dumps({**json.loads(line), "title": ""}) + "\n")
    return replace(question_set, name=f"{question_set.name}{UNTITLED}", corpus=path)
