"""What a library says of a sentence that somebody else wrote."""

from __future__ import annotations

from dataclasses import dataclass

from backend.types.evidence import Hit


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """One passage held against a sentence.

    `[start, end)` is the span of the document that is most alike; `problem` says in words what
    the passage lacks or says otherwise, and is empty where it bears the sentence out.
    """

    hit: Hit
    page: int
    start: int
    end: int
    supported: bool
    problem: str


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """A sentence held against the passages that come nearest to it.

    `supported` is None for a sentence that claims nothing (a question, a greeting). It is True
    only if one passage alone bears the whole sentence out. Findings that bear it out come first,
    then the order of the search.
    """

    sentence: str
    supported: bool | None
    problem: str
    findings: tuple[ClaimFinding, ...]
