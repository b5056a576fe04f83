"""A language model's SELECT over tables: what may run, what it reads, and what is told of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.language_models import openai_compatible
from backend.ports import QueryFailedError
from backend.settings import Secret, Settings, load_settings
from backend.tasks.calculate.language_model import NOT_HELD, build, read_sql
from backend.tasks.calculate.programs.asked_rounding import rounding_asked
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.tasks.calculate.written.allowed_sql import NotAllowedError, allowed
from backend.tasks.calculate.written.query_measures import UnitsDifferError
from backend.tasks.calculate.written.query_results import NO_CELLS, NO_ROW, result_of
from backend.tasks.calculate.written.running_sql import run
from backend.tasks.calculate.written.sql_tables import SqlTable, sql_tables, told
from backend.tasks.calculate.written.traced_sql import Traced, traced
from backend.types import Answer, Calculation, Chunk, Operation, Query, Refusal, Verdict
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import Reply, answer, refusal
from tests.scripted_server.server import ScriptedServer
from tests.unit.small_ledgers import ledger

BALANCE = ledger(
    (("2022", "2022"), ("2021", "2021"), ("Change", "")),
    (
        (("Assets:",), "Cash", ("1,100", "900", "22%")),
        (("Assets:",), "Stock", ("400", "300", "33%")),
        ((), "Total assets", ("1,500", "1,200", "25%")),
    ),
    title="Balance sheet",
)
TABLES = {table.name: table for table in sql_tables([BALANCE])}


def queried(sql: str, tables: dict[str, SqlTable] = TABLES) -> Calculation | Refusal:
    query = traced(allowed(sql, tables), tables)
    return result_of(query, run(query, tuple(tables.values())), tables)


def made(sql: str) -> Calculation:
    found = queried(sql)
    assert isinstance(found, Calculation), found
    return found


def cells(found: Calculation) -> list[tuple[str, str]]:
    return [(operand.label, operand.text) for operand in found.operands]


# --- what it is told -----------------------------------------------------------------------------


def test_the_schema_says_type_unit_scale_period_three_rows_and_values_of_the_question() -> None:
    said = told(TABLES["t1"], "How much stock was there?")
    assert '"c_2022" number: headed 2022, in thousand USD, period 2022' in said
    assert '"group" text: heading above the row' in said
    assert "'Cash' | 'Assets:' | 1100 | 900 | 22" in said
    assert "\"label\" = 'Stock'" in said
    assert "\"label\" = 'Cash'" not in said


def test_columns_of_one_header_have_names_of_their_own() -> None:
    twice = ledger(
        (("Sales", ""), ("Sales", ""), ("Row id", "")), (((), "North", ("1", "2", "3")),)
    )
    (only,) = sql_tables([twice])
    assert [column.name for column in only.columns] == ["label", "sales", "sales_2", "row_id_2"]


# --- what it gives -------------------------------------------------------------------------------


def test_a_looked_up_cell_has_its_unit_and_is_shown() -> None:
    found = made("SELECT c_2022 FROM t1 WHERE label = 'cash'")
    assert (found.figure, found.value, found.scale) == ("1,100 thousand USD", 1100, 1000)
    assert found.operation is Operation.QUERY
    assert cells(found) == [("Cash", "1,100")]
    assert found.formula == "SELECT c_2022 FROM t1 WHERE label = 'cash'"


def test_of_rows_that_were_ordered_only_those_that_are_shown_are_cells() -> None:
    found = made(
        "SELECT label, c_2022 - c_2021 AS d FROM t1 WHERE \"group\" = 'Assets:' "
        "ORDER BY d DESC LIMIT 1"
    )
    assert found.figure == "Cash: 200 thousand USD"
    assert cells(found) == [("Cash", "1,100"), ("Cash", "900")]


def test_a_sum_shows_the_rows_that_it_adds_and_no_others() -> None:
    found = made("SELECT SUM(c_2022) FROM t1 WHERE \"group\" = 'Assets:'")
    assert found.figure == "1,500 thousand USD"
    assert cells(found) == [("Cash", "1,100"), ("Stock", "400")]


def test_a_figure_of_a_query_is_told_as_exactly_as_is_asked_for() -> None:
    found = made("SELECT SUM(c_2022) FROM t1 WHERE \"group\" = 'Assets:'")
    _, asked = rounding_asked("What is the sum of assets, in millions?")
    told_so = rounded_as_asked(found, asked)
    assert isinstance(told_so, Calculation)
    assert told_so.figure == "1.5 million USD"
    assert told_so.sentence == "1.5 million USD (1,500 thousand USD)"
    texts = " ".join(operand.text for operand in found.operands)
    held = Chunk("c", found.operands[0].document_id, "s", 0, texts, 0, 9999, (0,), "table")
    assert check_calculation(told_so, [held]).supported
    assert not check_calculation(replace(told_so, value=Decimal("1.6")), [held]).supported


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 100.0 * (SELECT c_2022 FROM t1 WHERE label = 'Cash')"
        " / (SELECT c_2022 FROM t1 WHERE label = 'Total assets')",
        "SELECT (SELECT c_2022 FROM t1 WHERE label = 'Cash')"
        " / (SELECT c_2022 FROM t1 WHERE label = 'Total assets') * 100",
        "SELECT ROUND(100.0 * a.c_2022 / b.c_2022, 2) FROM t1 a JOIN t1 b ON 1 = 1"
        " WHERE a.label = 'Cash' AND b.label = 'Total assets'",
        "WITH p AS (SELECT c_2022 AS v FROM t1 WHERE label = 'Cash'),"
        " w AS (SELECT c_2022 AS v2 FROM t1 WHERE label = 'Total assets')"
        " SELECT 100.0 * p.v / w.v2 FROM p, w",
    ],
)
def test_a_share_is_in_per_cent_however_it_is_written(sql: str) -> None:
    found = made(sql)
    assert (found.figure, found.unit) == ("73.33 %", "%")  # 1,100 of 1,500
    assert sorted(cells(found)) == [("Cash", "1,100"), ("Total assets", "1,500")]


def test_whole_figures_are_not_divided_as_whole_numbers() -> None:
    found = made("SELECT c_2021 / c_2022 FROM t1 WHERE label = 'Stock'")
    assert found.figure == "0.75"


def test_counted_rows_are_shown_by_their_labels() -> None:
    found = made("SELECT COUNT(*) FROM t1 WHERE c_2022 > 1000")
    assert (found.figure, len(found.operands)) == ("2", 2)
    flagged = made("SELECT SUM(CASE WHEN c_2022 > 1000 THEN 1 ELSE 0 END) FROM t1")
    assert flagged.figure == "2"


def test_two_operations_at_once_are_one_query() -> None:
    found = made(
        'WITH g AS (SELECT "group" AS h, SUM(c_2022) AS s FROM t1 GROUP BY "group")'
        " SELECT MAX(s) FROM g WHERE h IS NOT NULL"
    )
    assert found.figure == "1,500 thousand USD"


def test_figures_per_name_are_a_list() -> None:
    found = made("SELECT label, c_2022 FROM t1 WHERE \"group\" = 'Assets:' ORDER BY c_2022")
    assert found.listed == (("Stock", "400 thousand USD"), ("Cash", "1,100 thousand USD"))
    assert found.figure == "Stock: 400 thousand USD; Cash: 1,100 thousand USD"


def test_names_alone_are_counted_as_they_stand() -> None:
    found = made("SELECT label FROM t1 WHERE c_2022 < 1200 ORDER BY label")
    assert found.figure == "Cash, Stock"


def test_a_scale_that_would_be_lost_or_units_that_differ_are_no_figure() -> None:
    with pytest.raises(UnitsDifferError, match="what scale"):
        queried("SELECT c_2022 / 1000 FROM t1 WHERE label = 'Cash'")
    with pytest.raises(UnitsDifferError, match="different units"):
        queried("SELECT c_2022 + change FROM t1 WHERE label = 'Cash'")


def test_no_row_and_no_cell_are_refused() -> None:
    assert queried("SELECT c_2022 FROM t1 WHERE label = 'Land'") == Refusal(NO_ROW)
    assert queried("SELECT SUM(c_2022) FROM t1 WHERE label = 'Land'") == Refusal(NO_ROW)
    assert queried("SELECT 1") == Refusal(NO_CELLS)


def test_cents_add_up() -> None:
    prices = ledger((("Price", ""),), tuple(((), f"r{n}", ("0.1",)) for n in range(3)))
    tables = {table.name: table for table in sql_tables([prices])}
    found = queried("SELECT SUM(price) FROM t1", tables)
    assert isinstance(found, Calculation)
    assert found.value == Decimal("0.3")


# --- what may not run ----------------------------------------------------------------------------

HOSTILE = [
    "PRAGMA table_info(t1)",
    "SELECT name FROM pragma_table_info('t1')",
    "SELECT name FROM pragma_database_list",
    "ATTACH DATABASE '/tmp/x.db' AS x",
    "SELECT load_extension('/tmp/x.so')",
    "SELECT readfile('/etc/passwd') FROM t1",
    "SELECT writefile('/tmp/x', label) FROM t1",
    "SELECT fts3_tokenizer('simple') FROM t1",
    "SELECT randomblob(1000000000) FROM t1",
    "SELECT zeroblob(1000000000) FROM t1",
    "SELECT printf('%1000000000d', c_2022) FROM t1",
    "SELECT group_concat(label) FROM t1",
    "INSERT INTO t1 VALUES (9, 'x', 'y', 1, 1, 1)",
    "UPDATE t1 SET c_2022 = 1",
    "DELETE FROM t1",
    "DROP TABLE t1",
    "CREATE TABLE x (a)",
    "CREATE TRIGGER x AFTER INSERT ON t1 BEGIN SELECT 1; END",
    "VACUUM INTO '/tmp/x.db'",
    "SELECT c_2022 FROM t1; DROP TABLE t1",
    "SELECT name FROM sqlite_master",
    "SELECT sql FROM main.sqlite_schema",
    "SELECT c_2022 FROM main.t1",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 FROM n) SELECT i FROM n",
    "WITH t1 AS (SELECT 7 AS c_2022) SELECT c_2022 FROM t1",
    "SELECT c_2022 FROM t1 UNION SELECT c_2021 FROM t1",
    "SELECT RANK() OVER (ORDER BY c_2022) FROM t1",
    "SELECT note_cell(0, 0, 42) FROM t1",
    "SELECT * FROM t1",
    'SELECT "no such column" FROM t1',
    "SELECT 4200 + 0 * c_2022 FROM t1",
    "SELECT 4200 AS c_2022 FROM t1",
    "SELECT COALESCE(NULLIF(c_2022, c_2022), 4200) FROM t1",
    "SELECT CASE WHEN c_2022 > 0 THEN 4200 END FROM t1",
    "SELECT label, ROUND(4200) FROM t1",
    "SELECT SUM(c_2022) + SUM(4200) FROM t1",
    "SELECT NULLIF(4200, c_2022) FROM t1",
    "SELECT label, '4200' FROM t1",
    "SELECT label || ' $ 4,200' FROM t1",
    "SELECT c_2022 + '4200' FROM t1",
    "SELECT c_2022 + CAST('4200' AS INTEGER) FROM t1",
    "SELECT label, strftime('%Y', '4200-01-01') FROM t1",
    "VALUES (1)",
    "EXPLAIN SELECT c_2022 FROM t1",
    "SELECT c_2022 FROM t1 /*",
    "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "SELECT c_2022 FROM t1 WHERE " + " OR ".join(["c_2022 = 1"] * 2000),
    "",
]


@pytest.mark.parametrize("sql", HOSTILE, ids=range(len(HOSTILE)))
def test_all_but_one_select_of_known_parts_is_refused(sql: str) -> None:
    with pytest.raises(NotAllowedError):
        allowed(sql, TABLES)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT c_2022 FROM t1 WHERE c_2021 IN (300, 900) AND label LIKE '2%' OR label = '2nd'",
        "SELECT ROUND(c_2022, 2), SUBSTR(label, 2, 3) FROM t1 WHERE c_2022 % 2 = 0",
        "SELECT label, 100.0 * (c_2022 - c_2021) / c_2021 FROM t1 ORDER BY 2 LIMIT 2 OFFSET 2",
        "SELECT label, SUM(c_2022) FROM t1 GROUP BY 1 HAVING COUNT(*) > 2 AND SUM(c_2022) > -(5)",
        "SELECT label FROM t1 WHERE (c_2022, c_2021) IN ((400, 300)) AND CAST(label AS INT) = 2",
        "SELECT label, 'Q2' FROM t1 WHERE c_2022 BETWEEN 400 AND 1.5 * c_2021",
    ],
)
def test_numbers_that_choose_rows_or_count_places_are_no_figures_of_their_own(sql: str) -> None:
    assert allowed(sql, TABLES)


def unchecked(sql: str) -> Traced:
    """A query that got past the first fence."""
    return Traced(sql, allowed("SELECT c_2022 FROM t1", TABLES), (), (), ())


@pytest.mark.parametrize(
    "sql",
    [
        "PRAGMA table_info(t1)",
        "PRAGMA query_only = OFF",
        "ATTACH DATABASE ':memory:' AS x",
        "SELECT load_extension('x')",
        "SELECT randomblob(10)",
        "INSERT INTO t1 (label) VALUES ('x')",
        "DELETE FROM t1",
        "CREATE TABLE x (a)",
        "CREATE TEMP TABLE x (a)",
        "VACUUM",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n",
    ],
)
def test_the_second_fence_alone_holds_too(sql: str) -> None:
    with pytest.raises(QueryFailedError):
        run(unchecked(sql), tuple(TABLES.values()))


def test_a_query_that_would_take_long_is_stopped() -> None:
    many = ledger((("A", ""),), tuple(((), f"r{n}", (str(n),)) for n in range(400)))
    tables = {table.name: table for table in sql_tables([many])}
    crossed = ", ".join(f"t1 AS x{n}" for n in range(6))
    query = traced(
        allowed(
            f"SELECT MAX(x0.a) FROM {crossed} WHERE x1.a < 0 - 1 OR x2.a + x3.a + x4.a + x5.a < 0",
            tables,
        ),
        tables,
    )
    with pytest.raises(QueryFailedError, match="longer than"):
        run(query, tuple(tables.values()), seconds=0.05)


def test_more_rows_than_an_answer_has_are_refused() -> None:
    crossed = "SELECT a.label FROM t1 a, t1 b, t1 c, t1 d, t1 e"  # 3^5 = 243 rows
    query = traced(allowed(crossed, TABLES), TABLES)
    with pytest.raises(QueryFailedError, match="more than 200 rows"):
        run(query, tuple(TABLES.values()))


# --- the task, through the real SDK --------------------------------------------------------------


def sql_reply(sql: str, **changes: object) -> Reply:
    return answer(json.dumps({"sql": sql}), **changes)


def asked(server: ScriptedServer, question: str = "How much cash was there in 2022?"):  # type: ignore[no-untyped-def]
    settings = Settings(
        language_model_url=server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
    )
    task = build(settings, openai_compatible.build(settings))
    return task.calculate(question, [BALANCE], threading.Event())


def test_the_model_is_given_schema_rows_and_question_as_data(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(sql_reply("SELECT c_2022 FROM t1 WHERE label = 'Cash'", usage=(300, 20)))
    found = asked(scripted_server)
    assert isinstance(found.outcome, Calculation)
    assert found.outcome.figure == "1,100 thousand USD"
    assert (found.usage.input_tokens, found.usage.output_tokens) == (300, 20)
    (chat,) = scripted_server.chats
    assert "How much cash was there in 2022?" in chat.text
    assert "'Cash' | 'Assets:' | 1100 | 900 | 22" in chat.text
    assert "hidden" not in chat.text


def test_a_query_that_is_refused_is_asked_for_once_more_with_the_reason(
    scripted_server: ScriptedServer,
) -> None:
    scripted_server.script(
        sql_reply("SELECT cash FROM t1"), sql_reply("SELECT c_2022 FROM t1 WHERE label = 'Cash'")
    )
    found = asked(scripted_server)
    assert isinstance(found.outcome, Calculation)
    first, second = scripted_server.chats
    assert 'There is no column "cash".' not in first.text
    assert 'There is no column "cash".' in second.text


def test_after_a_second_refusal_there_is_no_figure(scripted_server: ScriptedServer) -> None:
    scripted_server.script(sql_reply("DROP TABLE t1"))
    found = asked(scripted_server)
    assert isinstance(found.outcome, Refusal)
    assert "Only one SELECT is allowed." in found.outcome.reason
    assert len(scripted_server.chats) == 2


@pytest.mark.parametrize(
    ("reply", "reason", "chats"),
    [
        (sql_reply(""), NOT_HELD, 1),
        (sql_reply("SELECT c_2022 FROM t1 WHERE label = 'Land'"), NO_ROW, 1),
        (answer("I think it is 1,100."), "no JSON object", 2),
        (refusal(401, "no"), "wrote no query", 1),
    ],
)
def test_what_gives_no_query_is_no_figure(
    scripted_server: ScriptedServer, reply: Reply, reason: str, chats: int
) -> None:
    scripted_server.script(reply)
    found = asked(scripted_server)
    assert isinstance(found.outcome, Refusal)
    assert reason in found.outcome.reason
    assert len(scripted_server.chats) == chats


def test_a_query_is_read_out_of_its_wrapping() -> None:
    assert read_sql('Here: ```json\n{"sql": " SELECT 1 "}\n```') == "SELECT 1"
    assert read_sql('{"sql": 3}') is None
    assert read_sql("SELECT 1") is None


# --- in an answer --------------------------------------------------------------------------------

MILL = b"""Batch,Miller,Flour (kg),Bran (kg)
A-1,Ada,900,100
A-2,Ben,950,110
A-3,Ada,970,125
A-4,Cleo,400,20
"""
QUESTION = "For which miller is the average share of bran in flour highest, over all batches?"
SHARES = (
    "SELECT miller, AVG(100.0 * bran_kg / flour_kg) AS s FROM t1 "
    "GROUP BY miller ORDER BY s DESC LIMIT 1"
)


@pytest.fixture
def workbench(tmp_path: Path, scripted_server: ScriptedServer) -> Iterator[Workbench]:
    settings = load_settings(
        {
            "QUIRE_LANGUAGE_MODEL": "openai_compatible",
            "QUIRE_LANGUAGE_MODEL_URL": scripted_server.openai_url,
            "QUIRE_LANGUAGE_MODEL_NAME": "tiny",
        },
        library=tmp_path,
    )
    opened = open_workbench(settings, start_workers=False)
    mill = opened.library.create_collection("Mill")
    assert opened.library.add_file(mill.id, "mill.csv", MILL) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def answered(workbench: Workbench, question: str) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named("Mill").id), "naive"
    )
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_what_the_rules_cannot_compute_a_query_does_with_its_cells_shown(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(sql_reply(SHARES, usage=(400, 30)))
    found = answered(workbench, QUESTION)
    assert found.calculation is not None
    assert found.calculation.formula == SHARES
    # Ada (100 / 900 + 125 / 970) / 2 = 12.0 %, Ben 110 / 950 = 11.6 %, Cleo 20 / 400 = 5 %
    assert found.short == "Ada: 12 %"
    assert found.verdict is Verdict.LIKELY  # that these are the cells meant is the model's word
    assert {operand.text for operand in found.calculation.operands} >= {"900", "100", "970", "125"}
    assert found.citations
    assert (found.usage.input_tokens, found.usage.output_tokens) == (400, 30)
    step = next(each for each in found.steps if each.name == "calculate")
    assert "query of" in step.summary


def test_what_the_rules_compute_asks_no_model(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(sql_reply("SELECT 1"))
    found = answered(workbench, "What is the total of flour?")
    assert (found.verdict, found.short) == (Verdict.CALCULATED, "3,220 kg")
    assert scripted_server.chats == []


def test_without_a_query_that_runs_the_model_reads_and_both_are_counted(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(
        sql_reply("", usage=(400, 5)), answer("The batches do not say [1].", usage=(200, 10))
    )
    found = answered(workbench, QUESTION)
    assert found.calculation is None
    assert found.text.startswith("The batches do not say")
    assert (found.usage.input_tokens, found.usage.output_tokens) == (600, 15)
    assert NOT_HELD in next(step for step in found.steps if step.name == "calculate").summary
