"""Calculations whose SELECT a language model writes (text to SQL over the tables that were found).

The model chooses rows, columns and operation; a database computes, and every cell that it read is
shown. A query that is not allowed or cannot run is asked for once more, with the reason.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence

from backend.errors import LanguageModelError
from backend.ports import (
    Calculator,
    Completion,
    Figured,
    LanguageModel,
    LargeSource,
    Message,
    QueryFailedError,
    StopSignal,
)
from backend.prompts import instruction, load, request
from backend.prompts.replies import json_object
from backend.settings import Settings
from backend.tasks.calculate.large.merged_in_large import merged_in_large
from backend.tasks.calculate.large.written_over_large import large_result, large_sql_table
from backend.tasks.calculate.written.allowed_sql import NotAllowedError, allowed
from backend.tasks.calculate.written.merged_columns import merged_in_query
from backend.tasks.calculate.written.query_measures import UnitsDifferError
from backend.tasks.calculate.written.query_results import result_of
from backend.tasks.calculate.written.running_sql import run
from backend.tasks.calculate.written.sql_tables import SqlTable, sql_tables, told
from backend.tasks.calculate.written.traced_sql import traced
from backend.tokens import estimate_tokens
from backend.types import Calculation, Refusal, StoredTable, Usage

logger = logging.getLogger(__name__)

PROMPT = "calculate"
MAX_TOKENS = 500
MOST_TABLES = 4
FRAME_TOKENS = 64
"""Set aside for what chat templates put round the messages."""
TRIES = 2
NOT_HELD = "The language model finds nothing in the tables that answers."
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sql"],
    "properties": {"sql": {"type": "string"}},
}


class WrittenQueries:
    """Lets a language model write one SELECT, and runs it."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._settings = settings
        self._model = language_model
        self.name = language_model.name

    def calculate(
        self,
        question: str,
        tables: Sequence[StoredTable],
        stop: StopSignal,
        large: LargeSource | None = None,
    ) -> Figured:
        """See `backend.ports.Calculator`. The first tables are given, as many as there is room for,
        four at most."""
        try:
            offered = (
                sql_tables(tables[:MOST_TABLES])
                if large is None
                else (large_sql_table(large, question),)
            )
        except QueryFailedError as error:
            return Figured(Refusal(str(error)), self.name)
        given, schema = self._room(question, offered)
        if not given:
            return Figured(Refusal("The tables are too large for the language model."), self.name)
        boundary = secrets.token_hex(8)
        messages = [
            instruction(PROMPT, boundary=boundary),
            request(PROMPT, tables=schema, question=question, boundary=boundary),
        ]
        usage = Usage()
        by = self.name
        outcome: Calculation | Refusal = Refusal(NOT_HELD)
        for _ in range(TRIES):
            if stop.is_set():
                break
            try:
                completion = self._completed(messages, stop)
            except LanguageModelError as error:
                logger.warning("no query was written: %s", error)
                outcome = Refusal(f"{by} wrote no query: {error.what}")
                break
            by = completion.model
            usage = usage.plus(completion.usage)
            sql = read_sql(completion.text)
            if sql == "":
                outcome = Refusal(NOT_HELD)
                break
            outcome, again = _computed(sql, given, large)
            messages = [*messages, Message("assistant", completion.text)]
            if not again:
                break
            messages.append(Message("user", f"{again} Write the JSON object once more."))
        sent = tuple((message.role, message.content) for message in messages)
        return Figured(outcome, by, usage, sent)

    def _completed(self, messages: Sequence[Message], stop: StopSignal) -> Completion:
        return next(
            piece
            for piece in self._model.stream(
                messages, max_tokens=MAX_TOKENS, stop=stop, schema=SCHEMA
            )
            if isinstance(piece, Completion)
        )

    def _room(self, question: str, tables: Sequence[SqlTable]) -> tuple[dict[str, SqlTable], str]:
        """The tables that fit, by their names, and what is told of them."""
        limit = self._settings.language_model_context - TRIES * MAX_TOKENS - FRAME_TOKENS
        limit -= estimate_tokens(load(PROMPT)) + estimate_tokens(question)
        given: dict[str, SqlTable] = {}
        said: list[str] = []
        for table in tables:
            text = told(table, question)
            limit -= estimate_tokens(text)
            if limit < 0:
                break
            given[table.name] = table
            said.append(text)
        return given, "\n\n".join(said)


def _computed(
    sql: str | None, tables: Mapping[str, SqlTable], large: LargeSource | None
) -> tuple[Calculation | Refusal, str]:
    """What a query gives, and what is said to the model where it should write another."""
    if sql is None:
        why = 'The reply is no JSON object of the form {"sql": "…"}.'
    else:
        try:
            written = allowed(sql, tables)
            if large is not None:
                given = next(iter(tables.values()))
                merged = merged_in_large(written, given, large)
                return merged or large_result(written, given, large), ""
            if (shared := merged_in_query(written, tables)) is not None:
                return shared, ""
            query = traced(written, tables)
            return result_of(query, run(query, tuple(tables.values())), tables), ""
        except (NotAllowedError, QueryFailedError, UnitsDifferError) as error:
            why = str(error)
    return Refusal(f"The language model's query was refused. {why}"), why


def read_sql(text: str) -> str | None:
    """The query in a reply, without spaces around it; None if it cannot be understood."""
    found = json_object(text)
    sql = found.get("sql") if found is not None else None
    return sql.strip() if isinstance(sql, str) else None


def build(settings: Settings, language_model: LanguageModel) -> Calculator:
    """The task over a language model."""
    return WrittenQueries(settings, language_model)
