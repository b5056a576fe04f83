"""What a sentence or a table's cell says of somebody or something."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from backend.types.briefings import Quotation
from backend.types.layout import Box
from backend.types.tables import CellKind

_BESIDE_FIGURES = re.compile(r"[^\d\s.,'()+−–-]")
"""A sign or word that stands with a number, and is its unit."""


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


@dataclass(frozen=True, slots=True)
class CellFact:
    """A fact that a cell of a table states.

    `title` is the table's, `groups` stand above its row, `label` is the row's label, `relation`
    the column's header. `printed` is the cell's text of a `kind`, `unit` an ISO 4217
    code, "%" or a word (empty where none is known), `scale` "in thousands" and the like. `value` is
    what it comes to, scale included; None for texts and dates. `row` and `column` are its place in
    the table, `page` the page, `[start, end)` the span in the document's text, and `box` where it
    stands on the page (None in files without pages).
    """

    title: str
    groups: tuple[str, ...]
    label: str
    relation: str
    printed: str
    kind: CellKind
    unit: str
    scale: str
    value: Decimal | None
    row: int
    column: int
    page: int
    start: int
    end: int
    box: Box | None

    @property
    def subject(self) -> str:
        """What it is told of: title, groups and label."""
        return ": ".join(filter(None, (self.title, self.row_name)))

    @property
    def row_name(self) -> str:
        """Groups and label of the row; empty where it has neither."""
        return ": ".join(filter(None, (*self.groups, self.label)))

    @property
    def object(self) -> str:
        """The cell with its unit and scale, as far as it does not say them itself."""
        unit = "" if _BESIDE_FIGURES.search(self.printed) else self.unit
        measure = ", ".join(part for part in (unit, self.scale) if part)
        return f"{self.printed} ({measure})" if measure else self.printed

    @property
    def text(self) -> str:
        """The fact in a line."""
        return " ".join(filter(None, (self.subject, self.relation, self.object)))


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with the words that state it, in a sentence or, if `of_cell`, in a table's cell.

    `under` is the title of the cell's table, `box` where the cell stands on its page.
    """

    subject: str
    relation: str
    object: str
    said: Quotation
    of_cell: bool = False
    under: str = ""
    box: Box | None = None

    @property
    def text(self) -> str:
        """The fact in a line."""
        return " ".join(filter(None, (self.subject, self.relation, self.object)))


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """Some facts of sentences and of cells, and how many there are of each.

    `being_read` says that sentences are still being read, so that there may be more.
    """

    sentences: tuple[StatedFact, ...] = ()
    cells: tuple[StatedFact, ...] = ()
    sentences_in_all: int = 0
    cells_in_all: int = 0
    being_read: bool = False
