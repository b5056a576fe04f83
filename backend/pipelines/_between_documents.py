"""What several documents of a collection say together to a question for a figure.

Each document is asked by itself. Where two give different figures, or one is not clear, none is
told, unless the tables of one never speak of what the other's cells are of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._table_matter import foreign_words, is_of
from backend.pipelines._telling_figures import Worked
from backend.tasks.calculate.programs.agreement import NOT_NAMED, is_same
from backend.tasks.calculate.programs.rewording import MOST_READINGS, places_of
from backend.types import Interpretation, Refusal


def agreed_between(
    question: str,
    made: Mapping[str, Worked | Refusal],
    sources: TableDocuments,
    besides: Sequence[Interpretation] = (),
    *,
    is_for_reading: bool,
) -> Worked | Refusal | None:
    """What all documents say together; None where none gives a figure and prose answers such a
    question as often.

    Args:
        question: without the documents that it names by "according to".
        made: what each document says, by its id.
        sources: the documents' tables and names.
        besides: rows of further documents that fit as well, though no figure was told of them.
        is_for_reading: whether prose answers such a question as often as a cell.
    """

    @cache
    def unsaid(document_id: str) -> frozenset[str]:
        # all cells of a document are read for it: once, and only where documents are at odds
        return foreign_words(question, sources.tables(document_id), sources.name(document_id))

    of_the_matter = _of_the_matter(made, sources, unsaid)
    outcome = _of_one_mind(of_the_matter, sources, besides, is_for_reading)
    if isinstance(outcome, Refusal) and outcome.is_open:
        return replace(outcome, unsaid=frozenset.intersection(*map(unsaid, made)))
    return outcome


def _of_one_mind(
    made: Mapping[str, Worked | Refusal],
    sources: TableDocuments,
    besides: Sequence[Interpretation],
    is_for_reading: bool,
) -> Worked | Refusal | None:
    """What all of them say, each rival weighed alike."""
    found = [each for each in made.values() if isinstance(each, Worked)]
    refused = [each for each in made.values() if isinstance(each, Refusal)]
    offers = any(each.is_open or each.readings or each.lacks for each in refused)
    if not found and is_for_reading and not offers:
        return None
    if not found:
        return _nearest(refused)
    unclear = next((each for each in refused if each.is_open), None)
    if unclear is not None:
        return replace(unclear, readings=(*unclear.readings, *_of_documents(found, sources)))
    if not all(is_same(found[0].calculation, each.calculation) for each in found):
        return Refusal(
            f"{'Two' if len(found) == 2 else 'Several'} documents give different figures.",
            tuple(each.calculation.sentence for each in found[:MOST_READINGS]),
            is_open=True,
            readings=(*_of_documents(found, sources), *besides),
        )
    if besides:
        readings = (*_of_documents(found, sources), *besides)
        names = list(dict.fromkeys(reading.label for reading in readings if reading.label))
        return Refusal(
            f"Several documents have such a row ({', '.join(names[:MOST_READINGS])}), and it "
            "is open which of them is meant.",
            tuple(each.calculation.sentence for each in found[:MOST_READINGS]),
            is_open=True,
            readings=readings,
        )
    return found[0]


def _of_the_matter(
    made: Mapping[str, Worked | Refusal],
    sources: TableDocuments,
    unsaid: Callable[[str], frozenset[str]],
) -> Mapping[str, Worked | Refusal]:
    """The documents' outcomes without those of documents whose tables never speak of what the cells
    of another one are of: a report's "cost" is no rival to a price list's "stair climber".

    Args:
        unsaid: by document the stems of the question that neither its tables say nor its name.
    """
    found = {at: each.calculation for at, each in made.items() if isinstance(each, Worked)}
    rivals = [at for at, each in made.items() if isinstance(each, Worked) or each.is_open]
    if not found or len(rivals) == 1:
        return made
    off = {
        at
        for at in rivals
        if (words := unsaid(at))
        and any(
            is_of(each, words, sources.tables(other))
            for other, each in found.items()
            if other != at
        )
    }
    return {at: each for at, each in made.items() if at not in off} if off != set(rivals) else made


def _nearest(refused: Sequence[Refusal]) -> Refusal | None:
    """What tells most of why nothing was computed, with the readings of the first that has some."""
    told = next((refusal for refusal in refused if refusal.is_open and refusal.lacks), None)
    told = told or next((refusal for refusal in refused if refusal.reason != NOT_NAMED), None)
    told = told or next(iter(refused), None)
    lacking = [refusal for refusal in refused if refusal.lacks]
    if told is not None and not told.is_open and lacking:
        told = min(lacking, key=lambda refusal: len(refusal.lacks))
    readings = next((refusal.readings for refusal in refused if refusal.readings), ())
    return replace(told, readings=told.readings or readings) if told is not None else None


def _of_documents(found: Sequence[Worked], sources: TableDocuments) -> tuple[Interpretation, ...]:
    """One reading for each document that gives a figure, by the name of its file; none for files of
    one name."""
    names = [sources.name(each.calculation.operands[0].document_id) for each in found]
    return tuple(
        Interpretation(
            name, ((("", f", according to {name}"),),), places_of(each.calculation.operands)
        )
        for name, each in zip(names, found, strict=True)
        if name and names.count(name) == 1
    )
