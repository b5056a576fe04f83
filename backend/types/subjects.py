"""What a passage is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SubjectSource = Literal["heading", "introduced", "term", "running", "title"]
"""Where it is said what a passage is about: the heading above; a paragraph that begins with what it
is about; a defined term (the “Company”) for it; or the sentences, which go on with it by its name,
“it” or “the company”; the document's title, where nothing else says it."""


@dataclass(frozen=True, slots=True)
class PassageSubject:
    """A person, place or thing that a passage is about.

    `called` is what the passage calls it, where that is another word than its name ("she", "the
    Company"); `introduced` the id of the passage where the name or the term was given, empty where
    a heading or title gives it; `strength` in [0, 1] is how surely the passage is about it.
    """

    name: str
    source: SubjectSource
    called: str
    introduced: str
    strength: float
