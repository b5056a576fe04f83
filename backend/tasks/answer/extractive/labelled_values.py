"""A line that is labelled as the question asks: “Managing agent: Ada Finch” for "Who is the
managing agent?"."""

from __future__ import annotations

from backend.definitions.labelled_lines import asked_label, labelled_lines
from backend.definitions.passages import term_key
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit


def tells_labelled_value(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a unit is the value of the label that is asked for, and no other document that was
    read has such a line: then it is not said whose value is meant."""
    wanted = term_key(asked_label(reading.question.text))
    if not wanted or not _is_labelled(unit, wanted):
        return False
    own = reading.passages[unit.hit].document
    return not any(
        reading.passages[other.hit].document != own and _is_labelled(other, wanted)
        for other in reading.candidates
    )


def _is_labelled(unit: Unit, wanted: str) -> bool:
    return any(term_key(label) == wanted for label, _, _ in labelled_lines(unit.text))
