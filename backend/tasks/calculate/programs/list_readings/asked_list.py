"""What a reading is given: the question, the list, and how to ask the list another question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

Outcome = Calculation | Refusal


@dataclass(frozen=True, slots=True)
class AskedList:
    """A question over a list, or over a part of its rows (`is_part`). `about` is the title of its
    document; `ask_of` gives what another question over this or another list comes to."""

    question: str
    table: StoredTable
    about: str
    is_part: bool
    ask_of: Callable[[str, StoredTable], Outcome | None]

    def ask(self, question: str) -> Outcome | None:
        """What another question over the same list gives."""
        return self.ask_of(question, self.table)


ListReading = Callable[[AskedList], list[Outcome]]
"""The answers by one reading; nothing where the question is not to be read so."""
