"""The sample library: five short documents about an invented marine station.

They are made to show something with every way of asking: facts that link across documents (people,
boats, sites, dates), tables whose rows answer questions, short forms that are explained once, and
one question that the documents do not answer. `questions.json` holds questions with their answers
and where they stand; its pages are counted from 0, as everywhere below the screens.
"""

from __future__ import annotations

import json
from importlib import resources

COLLECTION = "Sample library"
_SUFFIXES = (".pdf", ".md", ".txt")


def files() -> tuple[tuple[str, bytes], ...]:
    """The documents, as (file name, content), by name."""
    folder = resources.files(__name__)
    return tuple(
        (entry.name, entry.read_bytes())
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(_SUFFIXES)
    )


def questions() -> tuple[str, ...]:
    """Questions worth asking of the sample, those that show most first."""
    text = (resources.files(__name__) / "questions.json").read_text("utf-8")
    return tuple(str(entry["question"]) for entry in json.loads(text))
