"""Which document or page a question is to be answered according to, where it says so in full."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from backend.scope.wording import pages_asked

_SAID = re.compile(r"(?i)\baccording to\b")
_PAGE = re.compile(r"(?i)[\s,]*\baccording to (?P<page>page \d{1,4})(?![\w-]),?")


@dataclass(frozen=True, slots=True)
class According:
    """A question without the document and the page that it names; `pages` counts from 0, and is
    empty where none is named, as is `document_ids`."""

    question: str
    document_ids: frozenset[str] = frozenset()
    pages: frozenset[int] = frozenset()


def names_a_place(question: str) -> bool:
    """Whether a question may name a document or page that it is to be answered according to."""
    return bool(_SAID.search(question))


def according(question: str, names: Mapping[str, str]) -> According:
    """What a question says, and according to what.

    Args:
        question: its text, such as "How many seeds were there, according to mill.csv?".
        names: of the files, by the ids of their documents.
    """
    if page := _PAGE.search(question):
        rest = f"{question[: page.start()]}{question[page.end() :]}"
        return According(" ".join(rest.split()), pages=frozenset(pages_asked(page["page"])))
    for name in sorted(set(names.values()), key=len, reverse=True):
        form = rf"(?i)[\s,]*\baccording to [“\"']?{re.escape(name)}[”\"']?(?![\w-]|\.\w),?"
        if match := re.search(form, question):
            rest = " ".join(f"{question[: match.start()]}{question[match.end() :]}".split())
            ids = frozenset(each for each, named in names.items() if named == name)
            return According(rest, ids)
    return According(question)
