"""What a sentence says of somebody or something."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a passage states: subject, relation, object.

    `subject` is the name where the sentence says "she" or "the company"; `start` and `end` are the
    half-open span of the sentence in the passage's text.
    """

    subject: str
    relation: str
    object: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The fact in a line."""
        return " ".join(filter(None, (self.subject, self.relation, self.object)))
