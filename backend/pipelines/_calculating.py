"""Questions for a number are computed from tables before anything is read.

The task `calculate` is given the tables of documents among the evidence, document by document, and
only of those that the names of the question fit. Whatever is not sure is left to reading.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from backend.analysis import fold, term_texts
from backend.glossaries import (
    Composite,
    NamedRatio,
    abbreviations,
    composites,
    named_ratios,
)
from backend.pipelines._according import According, according, names_a_place
from backend.pipelines._alike_documents import AlikeDocuments, is_alike
from backend.pipelines._between_documents import agreed_between
from backend.pipelines._between_sides import OfDocument, between_sides
from backend.pipelines._choices import choices_of
from backend.pipelines._joined_documents import joined_figure
from backend.pipelines._table_documents import TableDocuments, is_of_table
from backend.pipelines._table_matter import names_in, names_whole
from backend.pipelines._telling_figures import (
    MOST_PASSAGES,
    CarefulAnswerer,
    FigureAnswerer,
    Worked,
    computed_step,
    refused_step,
)
from backend.pipelines._written_figures import FurtherAnswerer, asks_of_figures, figured
from backend.ports import Answerer, LargeSource, Parts, Records, Retrieval, StopSignal
from backend.scope.wording import without_asides
from backend.tasks.answer.extractive.required import context_of, holds_name, required
from backend.tasks.calculate.large.large_columns import calculate_large
from backend.tasks.calculate.programs.agreement import NOT_NAMED
from backend.tasks.calculate.programs.answered_words import may_deny
from backend.tasks.calculate.programs.asked_rounding import rounding_asked
from backend.tasks.calculate.programs.before_after import may_ask_change
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_differences import compared_sums
from backend.tasks.calculate.programs.column_doers import may_name_a_doer
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    WantedColumn,
    column_requests_of,
)
from backend.tasks.calculate.programs.column_words import WORD
from backend.tasks.calculate.programs.days_between import may_ask_days
from backend.tasks.calculate.programs.fiscal_calendar import (
    FiscalCalendar,
    asks_fiscal,
)
from backend.tasks.calculate.programs.fiscal_periods import DECEMBER
from backend.tasks.calculate.programs.label_lists import label_list, labels_asked
from backend.tasks.calculate.programs.largest_part import part_asked
from backend.tasks.calculate.programs.measured_questions import may_ask_measures
from backend.tasks.calculate.programs.named_composite import composite_asked
from backend.tasks.calculate.programs.named_ratio import ratio_asked
from backend.tasks.calculate.programs.own_definition import definition_in
from backend.tasks.calculate.programs.ratio_parts import NOT_ALL_ROWS, asks_for_ratio
from backend.tasks.calculate.programs.requests import (
    quarters_in,
    request_of,
    with_plain_quarters,
    years_in,
)
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.tasks.calculate.programs.row_deeds import may_ask_deeds
from backend.tasks.calculate.programs.row_states import may_state
from backend.tasks.calculate.programs.trusted_tables import is_statement
from backend.tasks.calculate.programs.turned_periods import may_ask_months
from backend.tasks.calculate.programs.two_periods import periods_asked
from backend.tasks.calculate.programs.unit_conversions import may_ask_units
from backend.tasks.calculate.programs.wanted_work import (
    asks_cost,
    asks_movement,
    asks_share,
    asks_whole_year,
    compares,
    counts,
    leaves_unsaid,
    wants_work,
)
from backend.tasks.calculate.ranking.fastest_growth import growth_in
from backend.tasks.calculate.ranking.ranked_calculation import wants_a_figure
from backend.types import (
    Calculation,
    Chunk,
    Hit,
    Interpretation,
    Operand,
    Operation,
    Query,
    Refusal,
    Step,
    StoredTable,
)

_RANKED = re.compile(
    r"(?i)(?:highest|lowest|largest|smallest|biggest|greatest|best|worst|most|least|total|adjusted|non)\b(?=\W*\w)"
)
"""What begins with such a word is a measure, whatever its capitals; the word alone is a name."""
_OF_A_THING = re.compile(r"\bof (?:the )?(?P<thing>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+){0,2})$")
_POSSESSIVE = re.compile(r"['’]s?(?= )")


def calculating(
    parts: Parts, asked: Query, retrieval: Retrieval, stop: StopSignal
) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
    """What a question is answered from: the calculation where one is sure, else what was given.

    A passage that holds a cell and was not found is put behind those that were. Where the rules
    compute nothing, a language model that is on may write a query; where it is open what is meant,
    it is not asked, and the readings are offered.
    """
    started = time.perf_counter()
    steps: tuple[Step, ...] = ()

    documents = TableDocuments(parts, asked.collection_id)
    alike = AlikeDocuments(parts, asked, documents)

    def ask(question: str) -> Calculation | Refusal | None:
        made = worked_out(question, documents, alike, retrieval.hits)
        return made.calculation if isinstance(made, Worked) else made

    worked = worked_out(asked.text, documents, alike, retrieval.hits)
    if isinstance(worked, Worked):
        return _told(parts, retrieval, worked, time.perf_counter() - started)
    choices = choices_of(asked.text, worked, ask) if worked is not None else ()
    # what a list can tell instead is offered only where nobody can tell what was asked
    is_offered = worked is not None and bool(choices) and not worked.lacks
    if worked is None or not (worked.is_open or is_offered):
        by_model = _written(parts, asked, documents, retrieval, worked, stop)
        if isinstance(by_model, Worked):
            return _told(parts, retrieval, by_model, time.perf_counter() - started)
        parts, steps = by_model
    if worked is None:
        worked = _not_worked_out(asked.text, retrieval)
    if worked is None:
        return parts, retrieval, steps
    steps = (*steps, refused_step(worked, choices, time.perf_counter() - started))
    is_for_reading = not (worked.is_open or choices or worked.lacks)
    is_work = (
        wants_work(asked.text)
        or compares(asked.text)
        or counts(asked.text)
        or leaves_unsaid(asked.text, "")
        or asks_cost(asked.text)
        or asks_for_ratio(asked.text)
        or asks_movement(asked.text)
        or asks_share(asked.text)
        or asks_whole_year(asked.text)
    )
    if is_for_reading and not is_work:
        return parts, retrieval, steps
    beneath = parts.answerer

    def careful(query: Query) -> Answerer:
        return CarefulAnswerer(beneath(query), worked, choices)

    return replace(parts, answerer=careful), retrieval, steps


def _not_worked_out(question: str, retrieval: Retrieval) -> Refusal | None:
    """What a row may not answer though nothing was to be computed; None where one may."""
    if compares(question):
        return Refusal("Two figures are compared, and no row was found that holds both.")
    if leaves_unsaid(question, "") and any(is_of_table(each.chunk) for each in retrieval.hits):
        return Refusal("The question picks one of several, and no row says which of them it is.")
    if asks_cost(question) and any(is_of_table(each.chunk) for each in retrieval.hits):
        return Refusal("The question asks what something costs, which no column was found for.")
    if asks_for_ratio(question):
        return Refusal(NOT_ALL_ROWS)
    return None


def _written(
    parts: Parts,
    asked: Query,
    documents: TableDocuments,
    retrieval: Retrieval,
    refused: Refusal | None,
    stop: StopSignal,
) -> Worked | tuple[Parts, tuple[Step, ...]]:
    """The figure of a language model's query with its cells; otherwise the parts, which count what
    a query cost that gave none, with the step that says why."""
    started = time.perf_counter()
    calculator = parts.calculator(asked)
    if calculator is None or (refused is None and not asks_of_figures(asked.text)):
        return parts, ()
    # a figure that the model's query rounds itself is rounded twice: 0.4951 would come to 1
    plain, rounding = rounding_asked(asked.text)
    spent = figured(calculator, plain, retrieval.hits, documents, stop)
    if spent is None:
        return parts, ()
    outcome: Worked | Refusal | Calculation = spent.outcome
    if isinstance(outcome, Calculation):
        outcome = rounded_as_asked(outcome, rounding)
    if isinstance(outcome, Calculation):
        cite = _cited_card if outcome.of_rows else _cited
        outcome = cite(outcome, retrieval.hits, parts.records)
    if isinstance(outcome, Worked):
        return replace(outcome, written=spent)

    def answerer(query: Query) -> Answerer:
        return FurtherAnswerer(parts.answerer(query), spent)

    step = refused_step(outcome, (), time.perf_counter() - started)
    return replace(parts, answerer=answerer), (step,)


def _told(
    parts: Parts, retrieval: Retrieval, worked: Worked, seconds: float
) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
    found = {hit.chunk.id for hit in retrieval.hits}
    more = tuple(Hit(each, 0.0, ()) for each in worked.passages if each.id not in found)
    known = replace(retrieval, hits=(*retrieval.hits, *more))

    def answerer(query: Query) -> Answerer:
        return FigureAnswerer(worked, seconds)

    return replace(parts, answerer=answerer), known, (computed_step(worked, seconds),)


def worked_out(
    question: str, sources: TableDocuments, alike: AlikeDocuments, hits: Sequence[Hit]
) -> Worked | Refusal | None:
    """The figure that the question asks for from the documents of the hits, as exactly as it asks;
    None where it asks for none."""
    plain, rounding = rounding_asked(question)
    plain = with_plain_quarters(without_asides(plain))
    worked = _worked_exactly(plain, sources, alike, hits)
    if not isinstance(worked, Worked):
        return worked
    made = rounded_as_asked(worked.calculation, rounding)
    return made if isinstance(made, Refusal) else replace(worked, calculation=made)


def _worked_exactly(
    question: str, sources: TableDocuments, alike: AlikeDocuments, hits: Sequence[Hit]
) -> Worked | Refusal | None:
    """The figure of a question that says nothing of its form.

    Where no hit stands for a table, a figure of a period may still be in one of theirs. Each
    document is asked by itself: where two give different figures, or another one is not clear and
    the question names neither, none is told. Where one gives a figure, so are the documents besides
    that have the same rows.
    """
    if (
        compared := between_sides(question, sources, alike, hits, _alone(sources, alike))
    ) is not None:
        return compared
    if names_a_place(question):
        hits = (*hits, *alike.named(question, {each.chunk.document_id for each in hits}))
    of_tables = [
        each for each in hits if is_of_table(each.chunk) or sources.is_large(each.chunk.document_id)
    ]
    is_dated = bool(years_in(question) or quarters_in(question)) and _is_computable(question)
    is_named = _is_of_the_field(question)
    likely = of_tables or (hits if is_dated or is_named else [])
    documents = list(dict.fromkeys(each.chunk.document_id for each in likely))
    said = According(question)
    if names_a_place(question):
        # a document that is named is asked though only its text was found
        among = list(dict.fromkeys(each.chunk.document_id for each in hits))
        said = according(question, {each: sources.name(each) for each in among})
        question = said.question
        documents = [each for each in among if each in (said.document_ids or documents)]
    if not (_is_computable(question) or _is_of_columns(question) or labels_asked(question)):
        return None
    made = {
        each: _of_its_tables(question, each, said.pages, _of(each, hits), sources, alike)
        for each in documents
    }
    besides: list[Interpretation] = []
    if not (said.document_ids or said.pages):
        made, besides = _with_rivals(question, made, hits, sources, alike)
    is_for_reading = _is_for_reading(question)
    agreed = agreed_between(question, made, sources, besides, is_for_reading=is_for_reading)
    if isinstance(agreed, Worked) or (agreed is not None and agreed.is_open):
        return agreed
    titles = {each: _of(each, hits)[0].chunk.title for each in documents}
    figure = joined_figure(question, titles, sources)
    joined = _cited(figure, hits, sources.records) if figure is not None else None
    return joined if isinstance(joined, Worked) else agreed


def _alone(sources: TableDocuments, alike: AlikeDocuments) -> OfDocument:
    """What a document says to a question, whatever others say."""

    def asked(question: str, document_id: str, hits: Sequence[Hit]) -> Worked | Refusal:
        return _of_its_tables(question, document_id, frozenset(), hits, sources, alike)

    return asked


def _of_its_tables(
    question: str,
    document_id: str,
    pages: frozenset[int],
    hits: Sequence[Hit],
    sources: TableDocuments,
    alike: AlikeDocuments,
) -> Worked | Refusal:
    """What a document says with its tables, those of some pages alone where any are given."""
    if (large := sources.large(document_id)) is not None:
        return _of_large(question, large, hits, sources)
    tables = sources.tables(document_id)
    if pages:
        tables = [each for each in tables if pages.intersection(each.pages)]
    return _of_document(question, tables, hits, sources, alike)


def _with_rivals(
    question: str,
    made: dict[str, Worked | Refusal],
    hits: Sequence[Hit],
    sources: TableDocuments,
    alike: AlikeDocuments,
) -> tuple[dict[str, Worked | Refusal], list[Interpretation]]:
    """What documents say, where one gives a figure with the figures that those besides it work out
    alike, and the rows that fit as well though no figure was told of them."""
    told = next((each.calculation for each in made.values() if isinstance(each, Worked)), None)
    if told is None:
        return made, []
    further = alike.besides(question, told, made)
    outcomes = {
        each: _of_document(question, sources.tables(each), own, sources, alike)
        for each, own in further.items()
    }
    rivals = {
        each: other
        for each, other in outcomes.items()
        if isinstance(other, Worked) and is_alike(question, told, other.calculation)
    }
    rows = [
        alike.same_row(question, told, further.get(each) or _of(each, hits))
        for each, other in (made | outcomes).items()
        if isinstance(other, Refusal)
    ]
    return made | rivals, [each for each in rows if each is not None]


def _of(document_id: str, hits: Sequence[Hit]) -> list[Hit]:
    return [hit for hit in hits if hit.chunk.document_id == document_id]


def _is_computable(question: str) -> bool:
    """Whether a question asks for a figure of rows and periods."""
    return (
        request_of(question) is not None
        or wants_a_figure(question)
        or growth_in(question) is not None
        or ratio_asked(question) is not None
        or composite_asked(question) is not None
        or periods_asked(question) is not None
        or part_asked(question) is not None
        or definition_in(question) is not None
    )


def _is_of_the_field(question: str) -> bool:
    """Whether a question asks for a figure as accounts have them: by a name of the field, between
    two years, or of a part of a whole."""
    forms = (ratio_asked, composite_asked, periods_asked, part_asked, definition_in)
    return any(each(question) is not None for each in forms)


def _is_of_columns(question: str) -> bool:
    """Whether a question has a form that the columns of a list may answer."""
    return bool(
        column_requests_of(question)
        or may_name_a_doer(question)
        or may_deny(question)
        or may_state(question)
        or may_ask_days(question)
        or may_ask_months(question)
        or may_ask_deeds(question)
        or may_ask_change(question)
        or may_ask_measures(question)
        or may_ask_units(question)
        or compared_sums(question) is not None
    )


def _calendar_for(
    question: str, document_id: str, sources: TableDocuments
) -> FiscalCalendar | None:
    """The document's calendar where the question means it: it speaks of fiscal years, or of a
    quarter, and the document's years are those of the calendar."""
    if not asks_fiscal(question) and not quarters_in(question):
        return None
    calendar = sources.calendar(document_id)
    plain = calendar is not None and calendar.last_month == DECEMBER
    return calendar if asks_fiscal(question) or plain else None


def _is_for_reading(question: str) -> bool:
    """Whether a question is one of those that prose answers as often as the cell of a table."""
    return not _is_computable(question) and all(
        each.operation is ColumnOperation.LOOKUP or each.asked is WantedColumn.PERSON
        for each in column_requests_of(question)
    )


def _of_document(
    question: str,
    tables: Sequence[StoredTable],
    hits: Sequence[Hit],
    sources: TableDocuments,
    alike: AlikeDocuments,
) -> Worked | Refusal:
    records = sources.records
    over = calculate_columns(question, tables, hits[0].chunk.title)
    if isinstance(over, Calculation) and not _is_of_all(over):
        return _cited(over, hits, records)
    asked = required(question)
    about = [context_of(hit) for hit in hits]
    inside = names_in(tables)

    def is_called(name: str) -> bool:
        return alike.is_all_name(name, [hits[0].chunk.document_id])

    names = _names_of(
        question,
        asked.names,
        lambda name: is_called(name) and not inside.issuperset(term_texts(name)),
    )
    # a company may be called otherwise in its own passages: by a short form, or "we"
    called = [name for name in names if is_called(name)]
    named = [
        name for name in names if name in called or any(holds_name(each, name) for each in about)
    ]
    titles = frozenset(term_texts(hits[0].chunk.title))
    run_together = frozenset(WORD.findall(fold(hits[0].chunk.title)))
    whole = [
        name
        for name in named
        if name in called
        or titles.issuperset(term_texts(name))
        or "".join(WORD.findall(fold(name))) in run_together
        or not inside.issuperset(term_texts(name))
        or names_whole(name, tables)
    ]
    bare = _without(question, whole)
    bare = _without_title(bare, hits[0].chunk.title, inside)
    if (labels := label_list(bare, tables)) is not None:
        return _cited(labels, hits, records)
    is_list = not any(map(is_statement, tables))
    if isinstance(over, Refusal) and ((over.is_open and is_list) or not _is_computable(question)):
        return over
    calendar = _calendar_for(bare, hits[0].chunk.document_id, sources)
    made = calculate(bare, tables, beside=tables, calendar=calendar)
    if isinstance(over, Calculation) and not isinstance(made, Calculation):
        return _cited(over, hits, records)
    if made is None:
        return Refusal("Without its names the question asks for no figure.")
    if isinstance(made, Refusal):
        if isinstance(over, Refusal) and over.is_open:
            return over
        if isinstance(over, Refusal) and made.reason == NOT_NAMED and over.lacks:
            return over
        if isinstance(over, Refusal) and not made.readings:
            return replace(made, readings=over.readings)
        return made
    held = frozenset(term_texts(" ".join(f"{each.label} {each.header}" for each in made.operands)))
    for name in names:
        if name not in named and not held.issuperset(term_texts(name)):
            return Refusal(f"The document of the table does not name {name}.")
    return _cited(made, hits, records)


def _names_of(
    question: str, names: Sequence[str], is_called: Callable[[str], bool] = lambda _: False
) -> list[str]:
    """The names in a question, each up to its possessive, without what only begins with a capital:
    "Highest Sales", a term or short form of the field, what the question defines itself.

    Args:
        question: what is asked.
        names: what its capitals name.
        is_called: whether the document is called so, however the name begins.
    """
    defined = definition_in(question)
    own = frozenset(term_texts(defined.name)) if defined is not None else frozenset[str]()
    figures: tuple[NamedRatio | Composite, ...] = (*named_ratios(), *composites())
    terms = [found[0].casefold() for each in figures if (found := each.asks.search(question))]
    bare = dict.fromkeys(_POSSESSIVE.split(each)[0] for each in names)
    return [
        each
        for each in bare
        if (is_called(each) or not _RANKED.match(each))
        and each.casefold() not in abbreviations()
        and not any(each.casefold() in term for term in terms)
        and not (own and own.issuperset(term_texts(each)))
    ]


def _of_large(
    question: str, large: LargeSource | Refusal, hits: Sequence[Hit], sources: TableDocuments
) -> Worked | Refusal:
    """The figure over all rows of a large table."""
    if isinstance(large, Refusal):
        return large
    made = calculate_large(question, large)
    if made is None:
        return Refusal("The question asks for nothing that is worked out over all rows of a table.")
    return made if isinstance(made, Refusal) else _cited_card(made, hits, sources.records)


def _cited_card(made: Calculation, hits: Sequence[Hit], records: Records) -> Worked | Refusal:
    """A figure over a large table, of which the passage is cited that says what table it is."""
    first = made.operands[0]

    def holds(chunk: Chunk) -> bool:
        return (
            chunk.document_id == first.document_id
            and chunk.start <= first.start
            and first.end <= chunk.end
        )

    found = next((hit.chunk for hit in hits if holds(hit.chunk)), None)
    if found is None:
        found = next(filter(holds, records.chunks_of(first.document_id)), None)
    return Worked(made, (found,)) if found else Refusal("No passage holds the table's card.")


def _cited(made: Calculation, hits: Sequence[Hit], records: Records) -> Worked | Refusal:
    kept = _passages(made.operands, hits, records)
    return Worked(made, kept) if kept else Refusal("No passage holds the cells.")


def _is_of_all(over: Calculation) -> bool:
    """Whether a sum or mean is of all rows: a row that the question names goes before it."""
    return over.operation in (Operation.SUM, Operation.MEAN) and " where " not in over.over


def _without(question: str, names: Sequence[str]) -> str:
    """The question without names; a longer name that begins with one stays ("MGM China")."""
    text = question
    for name in names:
        own = r"(?:['’]s(?!\w)|['’](?!\w)|(?![\w'’])(?!\s[A-Z]))"
        text = re.sub(rf"\b{re.escape(name)}{own}", "", text)
    return " ".join(text.split())


def _without_title(question: str, title: str, inside: frozenset[str]) -> str:
    """The question without what the document is called or is of, however it is written: "of the
    tern" of "Accounts of the Tern".

    Args:
        inside: stems of what the tables have rows and columns of, which no name is taken from.
    """
    thing = _OF_A_THING.search(title)
    for called in (title, thing["thing"] if thing else ""):
        if called.strip() and inside.isdisjoint(term_texts(called)):
            said = rf"(?i)\s(?:of|for|at|by) (?:the )?{re.escape(called)}(?=[\s,.?]|$)"
            question = re.sub(said, "", question)
    return question


def _passages(
    operands: Sequence[Operand], hits: Sequence[Hit], records: Records
) -> tuple[Chunk, ...]:
    """The passages of the first cells, as many as a calculation cites."""

    @cache
    def stored(document_id: str) -> tuple[Chunk, ...]:
        # a column has thousands of cells: its document is read once, and only if it has to be
        return tuple(records.chunks_of(document_id))

    kept: list[Chunk] = []
    for each in operands:
        if len(kept) == MOST_PASSAGES:
            break
        if any(one.start <= each.start and each.end <= one.end for one in kept):
            continue
        found = _passage(each, hits, stored)
        if found is not None:
            kept.append(found)
    return tuple(kept)


def _passage(
    operand: Operand, hits: Sequence[Hit], stored: Callable[[str], Sequence[Chunk]]
) -> Chunk | None:
    """The passage that holds a cell: the best one found, else the shortest of its document."""

    def holds(chunk: Chunk) -> bool:
        return (
            chunk.kind != "prose"
            and chunk.table_id == operand.table_id
            and chunk.start <= operand.start
            and operand.end <= chunk.end
        )

    found = next((hit.chunk for hit in hits if holds(hit.chunk)), None)
    others = (each for each in stored(operand.document_id) if holds(each))
    return found or min(others, key=lambda each: each.end - each.start, default=None)
