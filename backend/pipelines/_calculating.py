"""Questions for a number are computed from tables before anything is read.

The task `calculate` is given the tables of documents among the evidence, document by document, and
only of those that the names of the question fit. Whatever is not sure is left to reading.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from dataclasses import replace

from backend.analysis import term_texts
from backend.pipelines._according import According, according, names_a_place
from backend.pipelines._alike_documents import AlikeDocuments, is_alike
from backend.pipelines._beside_budgets import beside_budgets, sets_nothing_against
from backend.pipelines._between_documents import agreed_between
from backend.pipelines._between_sides import OfDocument, between_sides
from backend.pipelines._choices import choices_of
from backend.pipelines._cited_cells import cited, cited_card
from backend.pipelines._document_names import without_names
from backend.pipelines._figure_questions import (
    asks_for_the_most,
    asks_tables,
    is_computable,
    is_for_reading,
    is_of_the_field,
    needs_care,
    not_worked_out,
)
from backend.pipelines._joined_documents import joined_figure
from backend.pipelines._lists_in_evidence import ListsInEvidence
from backend.pipelines._offered_readings import with_readings
from backend.pipelines._table_documents import TableDocuments, is_of_table
from backend.pipelines._telling_figures import (
    CarefulAnswerer,
    FigureAnswerer,
    Worked,
    computed_step,
    refused_step,
)
from backend.pipelines._words_against_lists import (
    AgainstListAnswerer,
    WordAgainstList,
    word_against_list,
)
from backend.pipelines._written_figures import FurtherAnswerer, asks_of_figures, figured
from backend.ports import Answerer, LargeSource, Parts, Retrieval, StopSignal
from backend.scope.wording import without_asides
from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.tasks.calculate.large.large_columns import calculate_large
from backend.tasks.calculate.programs.agreement import NOT_NAMED, TABLES_DIFFER, is_same
from backend.tasks.calculate.programs.asked_rounding import rounding_asked
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_lookup import MANY_ROWS_FIT
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_units import names_of_unit, unit_named
from backend.tasks.calculate.programs.compound_headers import counts_something_else
from backend.tasks.calculate.programs.figure_wordings import as_question
from backend.tasks.calculate.programs.fiscal_calendar import (
    FiscalCalendar,
    asks_fiscal,
)
from backend.tasks.calculate.programs.fiscal_periods import DECEMBER
from backend.tasks.calculate.programs.home_country import with_places_as_told
from backend.tasks.calculate.programs.label_lists import label_list
from backend.tasks.calculate.programs.marked_columns import marked_columns, may_ask_marks
from backend.tasks.calculate.programs.names_of_codes import with_names
from backend.tasks.calculate.programs.periods_for_things import names_only_a_period
from backend.tasks.calculate.programs.printed_lists import printed_cell
from backend.tasks.calculate.programs.requested_cells import SEVERAL_COLUMNS, TWO_ROWS
from backend.tasks.calculate.programs.requests import (
    quarters_in,
    with_plain_quarters,
    years_in,
)
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.tasks.calculate.programs.rows_that_moved import asks_what_moved, rows_that_moved
from backend.tasks.calculate.programs.table_tasks import asks_tasks, table_tasks
from backend.tasks.calculate.programs.trusted_tables import is_statement
from backend.tasks.calculate.programs.years_of_titles import with_years_of_titles
from backend.types import (
    Calculation,
    Choice,
    Filters,
    Hit,
    Interpretation,
    Operation,
    Query,
    Refusal,
    Step,
    StoredTable,
    meant_in,
)

_FIT_ALIKE = (SEVERAL_COLUMNS, TWO_ROWS, TABLES_DIFFER)
"""Reasons that leave open which row, column or table is meant where only some words of a question
count: where every word counts, it may be clear."""
_DEED = re.compile(
    r"(?i)^\W*how (?:much|many) [^?]+? (?:did|have|has) (?:we|i|they|you|he|she|it|[^\W\d_]+) "
    r"(?!(?:have|has|had|got|be|been|in|on|at|of|for|to|with|from|by|left|there)\b)[^\W\d_]+"
)
"""What somebody did adds up, and what somebody has need not: readings of a tank do not."""
_OVER_WHOLE_TABLES = {
    asks_tasks: table_tasks,
    asks_what_moved: rows_that_moved,
    may_ask_marks: marked_columns,
}
"""What is told of one table as a whole, by whether a question may ask for it."""
NO_FORM = Refusal("The question has no form that tables answer.")


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

    plain, meant = meant_in(asked.text)
    asked = replace(asked, text=plain)
    documents = TableDocuments(parts, asked.collection_id)
    alike = AlikeDocuments(parts, asked, documents)

    def ask(question: str) -> Calculation | Refusal | None:
        made = worked_out(question, documents, alike, retrieval.hits)
        return made.calculation if isinstance(made, Worked) else made

    def told(
        worked: Worked, besides: tuple[Choice, ...] = ()
    ) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
        made = worked.calculation
        word = None if meant else word_against_list(plain, made, retrieval.hits)
        if word is not None:
            return _said_otherwise(parts, retrieval, word, time.perf_counter() - started)
        tables = documents.tables(made.operands[0].document_id) if made.operands else []
        short = with_names(asked.text, made.figure, made, tables)
        seconds = time.perf_counter() - started
        return _told(parts, retrieval, FigureAnswerer(worked, short, seconds, besides))

    lists = ListsInEvidence(
        plain,
        documents,
        retrieval.hits,
        parts.embedders.of(asked.collection_id),
        is_of_all=asked.filters == Filters() and not names_a_place(plain),
    )
    chosen = lists.chosen(meant) if meant else lists.by_rule()
    if chosen is not None:
        return told(chosen, () if meant else lists.besides(chosen))
    worked = worked_out(asked.text, documents, alike, retrieval.hits)
    if isinstance(worked, Worked) and sets_nothing_against(
        plain, worked.calculation, documents.tables(worked.passages[0].document_id)
    ):
        worked = None
    if isinstance(worked, Worked):
        return told(worked)
    is_open = worked is not None and bool(worked.is_open or worked.readings)
    choices = choices_of(asked.text, worked, ask) if worked is not None and is_open else ()
    # what is open to the forms may not be to a program that accounts for every word
    composed = lists.probable(accounts_for_all=is_open)
    if composed is not None and (not choices or _adds_up_rows(plain, worked, composed)):
        return told(composed, lists.besides(composed))
    offered = () if choices else lists.offered()

    def read(parts: Parts) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
        parts = beside_budgets(parts, plain)
        if not offered:
            return parts, retrieval, steps
        return with_readings(parts, offered, lists.rows_taken_together), retrieval, steps

    if worked is not None and not is_open:
        choices = choices_of(asked.text, worked, ask)
    # what a list can tell instead is offered only where nobody can tell what was asked
    is_offered = worked is not None and bool(choices) and not worked.lacks
    if worked is None or not (worked.is_open or is_offered):
        by_model = _written(parts, asked, documents, retrieval, worked, stop)
        if isinstance(by_model, Worked):
            return told(by_model)
        parts, steps = by_model
    if worked is None:
        worked = not_worked_out(asked.text, retrieval.hits)
    if worked is None:
        return read(parts)
    steps = (*steps, refused_step(worked, choices, time.perf_counter() - started))
    may_be_read = not (worked.is_open or choices or worked.lacks)
    if may_be_read and not needs_care(asked.text):
        return read(parts)
    beneath = parts.answerer

    def careful(query: Query) -> Answerer:
        return CarefulAnswerer(beneath(query), worked, choices)

    return read(replace(parts, answerer=careful))


def _said_otherwise(
    parts: Parts, retrieval: Retrieval, word: WordAgainstList, seconds: float
) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
    """A sentence by which what a list has is changed, in place of what it has."""

    def answerer(query: Query) -> Answerer:
        return AgainstListAnswerer(parts.answerer(query), word)

    step = refused_step(Refusal("A later text says otherwise than the list."), (), seconds)
    return replace(parts, answerer=answerer), retrieval, (step,)


def _adds_up_rows(question: str, refused: Refusal | None, composed: Worked) -> bool:
    """Whether it is surely asked what the rows come to together of which the forms leave open which
    one is meant: "how many litres did we use in April" of five rows."""
    is_of_rows = refused is not None and refused.reason == MANY_ROWS_FIT
    adds_up = composed.calculation.operation in (Operation.SUM, Operation.COUNT)
    return is_of_rows and adds_up and not composed.is_likely and bool(_DEED.match(question))


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
        cite = cited_card if outcome.of_rows else cited
        outcome = cite(outcome, retrieval.hits, parts.records)
    if isinstance(outcome, Worked):
        return replace(outcome, written=spent)

    def answerer(query: Query) -> Answerer:
        return FurtherAnswerer(parts.answerer(query), spent)

    step = refused_step(outcome, (), time.perf_counter() - started)
    return replace(parts, answerer=answerer), (step,)


def _told(
    parts: Parts, retrieval: Retrieval, told: FigureAnswerer
) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
    worked = told.worked
    found = {hit.chunk.id for hit in retrieval.hits}
    more = tuple(Hit(passage, 0.0, ()) for passage in worked.passages if passage.id not in found)
    known = replace(retrieval, hits=(*retrieval.hits, *more))

    def answerer(query: Query) -> Answerer:
        return told

    return replace(parts, answerer=answerer), known, (computed_step(worked, told.seconds),)


def worked_out(
    question: str, sources: TableDocuments, alike: AlikeDocuments, hits: Sequence[Hit]
) -> Worked | Refusal | None:
    """The figure that the question asks for from the documents of the hits, as exactly as it asks;
    None where it asks for none."""
    plain, rounding = rounding_asked(question)
    plain = as_question(with_plain_quarters(without_asides(plain)))
    worked = _worked_exactly(plain, sources, alike, hits)
    if not isinstance(worked, Worked):
        return worked
    if _counts_something_else(plain, worked.calculation):
        return Refusal("The figures are not how many there are of what is asked about.")
    made = rounded_as_asked(worked.calculation, rounding)
    return made if isinstance(made, Refusal) else replace(worked, calculation=made)


def _counts_something_else(question: str, made: Calculation) -> bool:
    """Whether all figures of a sum stand in a column that has what is counted only before its own
    noun."""
    units = names_of_unit(unit_named(made.unit))
    heads = {operand.header for operand in made.operands}
    return made.operation is Operation.SUM and all(
        counts_something_else(question, head, units) for head in heads
    )


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
        hits = (*hits, *alike.named(question, {hit.chunk.document_id for hit in hits}))
    of_tables = [
        hit for hit in hits if is_of_table(hit.chunk) or sources.is_large(hit.chunk.document_id)
    ]
    is_dated = bool(years_in(question) or quarters_in(question)) and is_computable(question)
    is_named = is_of_the_field(question)
    of_any_row = asks_for_the_most(question)
    likely = of_tables or (hits if is_dated or is_named or of_any_row else [])
    documents = list(dict.fromkeys(each.chunk.document_id for each in likely))
    said = According(question)
    if names_a_place(question):
        # a document that is named is asked though only its text was found
        among = list(dict.fromkeys(hit.chunk.document_id for hit in hits))
        said = according(question, {each: sources.name(each) for each in among})
        question = said.question
        documents = [each for each in among if each in (said.document_ids or documents)]
    made = {
        document: _of_its_tables(
            question, document, said.pages, _of(document, hits), sources, alike
        )
        for document in documents
    }
    made |= _over_whole_tables(question, made, said, hits, sources)
    if not asks_tables(question) and not any(map(_is_telling, made.values())):
        return None
    besides: list[Interpretation] = []
    if not (said.document_ids or said.pages):
        made, besides = _with_rivals(question, made, hits, sources, alike)
    for_reading = is_for_reading(question)
    agreed = agreed_between(question, made, sources, besides, is_for_reading=for_reading)
    if isinstance(agreed, Worked) or (agreed is not None and agreed.is_open):
        return agreed
    titles = {document: _of(document, hits)[0].chunk.title for document in documents}
    figure = joined_figure(question, titles, sources)
    joined = cited(figure, hits, sources.records) if figure is not None else None
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
        tables = [table for table in tables if pages.intersection(table.pages)]
    return _of_document(question, tables, hits, sources, alike)


def _over_whole_tables(
    question: str,
    asked: Collection[str],
    said: According,
    hits: Sequence[Hit],
    sources: TableDocuments,
) -> dict[str, Worked]:
    """What the tables say as wholes of documents of which only text was found: a question for the
    tasks of somebody is near to no row."""
    if said.document_ids or said.pages or not any(asks(question) for asks in _OVER_WHOLE_TABLES):
        return {}  # no table is read for other questions
    found = dict.fromkeys(hit.chunk.document_id for hit in hits)
    rest = [each for each in found if each not in asked and sources.large(each) is None]
    listed = {
        each: _listed(question, sources.tables(each), _of(each, hits), sources) for each in rest
    }
    return {each: worked for each, worked in listed.items() if worked is not None}


def _listed(
    question: str, tables: Sequence[StoredTable], hits: Sequence[Hit], sources: TableDocuments
) -> Worked | None:
    """What the rows or columns of one table say together, where the question asks for that."""
    for over_whole in _OVER_WHOLE_TABLES.values():
        if (made := over_whole(question, tables, hits[0].chunk.title)) is not None:
            worked = cited(made, hits, sources.records)
            return worked if isinstance(worked, Worked) else None
    return None


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
    return made | rivals, [row for row in rows if row is not None]


def _of(document_id: str, hits: Sequence[Hit]) -> list[Hit]:
    return [hit for hit in hits if hit.chunk.document_id == document_id]


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


def _of_document(
    question: str,
    tables: Sequence[StoredTable],
    hits: Sequence[Hit],
    sources: TableDocuments,
    alike: AlikeDocuments,
) -> Worked | Refusal:
    """What a document says by the forms of questions that are known; where none of them fits, by
    what every word of the question stands for."""
    title = hits[0].chunk.title
    if (listed := _listed(question, tables, hits, sources)) is not None:
        return listed
    outcome: Worked | Refusal = NO_FORM
    if asks_tables(question):
        outcome = _by_forms(question, tables, hits, sources, alike)
    if isinstance(outcome, Refusal) and outcome.is_open and outcome.reason not in _FIT_ALIKE:
        return outcome
    if isinstance(outcome, Worked) and outcome.calculation.over:
        return outcome
    made = bound_figure(question, tables, title)
    if isinstance(outcome, Worked):
        # a form takes some words for what it knows ("exceed its planned costs in 2031"), and every
        # word tells which cells are meant
        if not isinstance(made, Calculation):
            return outcome
        told = replace(outcome.calculation, unit=made.unit)  # one may state it, and the other not
        return outcome if is_same(told, made) else cited(made, hits, sources.records)
    if isinstance(made, Calculation):
        return cited(made, hits, sources.records)
    if made is None or not outcome.is_open:
        return outcome if made is None else made
    return replace(outcome, readings=made.readings + outcome.readings)


def _by_forms(
    question: str,
    tables: Sequence[StoredTable],
    hits: Sequence[Hit],
    sources: TableDocuments,
    alike: AlikeDocuments,
) -> Worked | Refusal:
    records = sources.records
    tables = with_years_of_titles(tables)
    is_list = not any(map(is_statement, tables))
    over = _over_columns(question, tables, hits[0].chunk.title, is_list=is_list)
    if isinstance(over, Calculation) and not _is_of_all(over):
        return cited(over, hits, records)
    named = without_names(with_places_as_told(question, tables), tables, hits, alike)
    bare = named.question
    if (labels := label_list(bare, tables)) is not None:
        return cited(labels, hits, records)
    printed = printed_cell(question, tables, hits[0].chunk.title)
    if isinstance(over, Refusal) and ((over.is_open and is_list) or not is_computable(question)):
        return cited(printed, hits, records) if printed is not None else over
    calendar = _calendar_for(bare, hits[0].chunk.document_id, sources)
    made = calculate(bare, tables, beside=tables, calendar=calendar)
    if isinstance(over, Calculation) and not isinstance(made, Calculation):
        return cited(over, hits, records)
    if printed is not None and not isinstance(made, Calculation):
        return cited(printed, hits, records)
    if made is None:
        return Refusal("Without its names the question asks for no figure.")
    if isinstance(made, Refusal):
        # what one of many tables of accounts leaves open is no more than its own matter
        if isinstance(over, Refusal) and over.is_open and (is_list or over.readings):
            return over
        if isinstance(over, Refusal) and made.reason == NOT_NAMED and over.lacks:
            return over
        if isinstance(over, Refusal) and not made.readings:
            return replace(made, readings=over.readings)
        return made
    held = frozenset(
        term_texts(" ".join(f"{operand.label} {operand.header}" for operand in made.operands))
    )
    for name in named.unknown:
        if not held.issuperset(term_texts(name)):
            return Refusal(f"The document of the table does not name {name}.")
    return cited(made, hits, records)


def _of_large(
    question: str, large: LargeSource | Refusal, hits: Sequence[Hit], sources: TableDocuments
) -> Worked | Refusal:
    """The figure over all rows of a large table."""
    if isinstance(large, Refusal):
        return large
    if not asks_tables(question):
        return NO_FORM
    made = calculate_large(question, large)
    if made is None:
        return Refusal("The question asks for nothing that is worked out over all rows of a table.")
    return made if isinstance(made, Refusal) else cited_card(made, hits, sources.records)


def _over_columns(
    question: str, tables: Sequence[StoredTable], title: str, *, is_list: bool
) -> Calculation | Refusal | None:
    """What the columns of tables say; among the tables of accounts no sum of one row, where that is
    a line, of which others of its name may be meant, and no period where a thing is asked for."""
    over = calculate_columns(question, tables, title)
    of_one_row = (
        isinstance(over, Calculation)
        and over.operation is Operation.SUM
        and len(over.operands) == 1
    )
    if of_one_row and not is_list:
        return None
    return None if not is_list and names_only_a_period(question, over) else over


def _is_telling(outcome: Worked | Refusal) -> bool:
    return isinstance(outcome, Worked) or outcome.is_open


def _is_of_all(over: Calculation) -> bool:
    """Whether a sum or mean is of all rows: a row that the question names goes before it."""
    return over.operation in (Operation.SUM, Operation.MEAN) and " where " not in over.over
