"""What a collection holds, at a glance, and questions that it was seen to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from backend.types.verdicts import Verdict

QuestionKind = Literal[
    "number", "reason", "who", "what", "when", "part", "topic", "joined", "written",
    "total", "largest", "entry", "count",
]  # fmt: skip
"""What a suggested question asks for; `written` is one that a language model wrote, the last four
are over the rows of a list."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document with their place: `[start, end)` in its text, `page` from 0 (-1 in files
    without pages)."""

    text: str
    document_id: str
    title: str
    chunk_id: str
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CheckedQuestion:
    """A question that was made from the documents and answered from them.

    `short` is the first line of the answer that it got, `verdict` how sure that is: direct,
    likely or calculated. `source` is what the question was made from, which the answer cites; a
    question that joins two passages has the other one in `also`.
    """

    text: str
    kind: QuestionKind
    short: str
    verdict: Verdict
    source: Quotation
    also: tuple[Quotation, ...] = ()


@dataclass(frozen=True, slots=True)
class BriefDocument:
    """A document: what it is called, of when it is (ISO date, quarter or year; empty if nothing
    says so), and the sentence that says most of it, if one does. Of a list whose rows are of
    several years, `period` is the first of them and `until` the last; otherwise that is empty."""

    document_id: str
    title: str
    pages: int
    period: str
    about: Quotation | None
    until: str = ""


@dataclass(frozen=True, slots=True)
class BriefTheme:
    """Something that the documents are about: a heading or a theme, the number of documents that
    speak of it, and a sentence on it."""

    title: str
    documents: int
    quotation: Quotation


@dataclass(frozen=True, slots=True)
class BriefName:
    """A name that the documents mention, in how many passages of how many documents, and where it
    is mentioned first. Of an abbreviation nobody can see whether it is a body or a term."""

    name: str
    documents: int
    passages: int
    first: Quotation
    abbreviation: bool = False


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a collection holds. `stale` says that its documents have changed since."""

    documents: tuple[BriefDocument, ...] = ()
    themes: tuple[BriefTheme, ...] = ()
    names: tuple[BriefName, ...] = ()
    questions: tuple[CheckedQuestion, ...] = ()
    documents_in_all: int = 0
    stale: bool = False
