"""Questions over a table are computed from the right cells, exactly, or refused."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.agreement import TOO_WEAK, Attempt, agreed
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.confidence import FEATURES, Weights, confidence, shipped
from backend.tasks.calculate.programs.requests import request_of, years_in
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

EVERY = Weights(0.0, (0.0,) * len(FEATURES), 0.0)
"""Weights that answer however unsure: what is refused then is refused for a reason of its own."""


def cell(text: str, kind: CellKind = CellKind.NUMBER) -> Cell | None:
    if not text:
        return None
    value = Decimal(text.replace(",", "").replace("(", "-").strip(")%"))
    return Cell(text, kind, value, 10, 10 + len(text), 2, None)


def orchard(
    *more: tuple[str, tuple[str, ...]], headers: tuple[str, ...] = ("2024", "2023", "2022")
):
    rows = (
        ("Apple harvest", ("1,150", "760", "420")),
        ("Pear harvest", ("310", "190", "")),
        ("Pruning refunds", ("(40)", "(25)", "(10)")),
        *more,
    )
    return StoredTable(
        id="t",
        document_id="d",
        pages=(2,),
        box=None,
        section=(),
        title="Harvest of the orchard",
        lead_in="",
        columns=tuple(
            Column(name, (name,), CellKind.NUMBER, "kg", Decimal(1000), name[:4])
            for name in headers
        ),
        rows=tuple(
            StoredRow(label, (), tuple(cell(text) for text in texts), False, None)
            for label, texts in rows
        ),
    )


def worked(question: str, *more: tuple[str, tuple[str, ...]]) -> Calculation:
    found = calculate(question, [orchard(*more)], EVERY)
    assert isinstance(found, Calculation), found
    return found


@pytest.mark.parametrize(
    ("question", "operation", "value", "scale", "unit"),
    [
        ("What is the change in apple harvest from 2023 to 2024?", "difference", "390", 1000, "kg"),
        (
            "What is the percentage change in apple harvest from 2022 to 2023?",
            "change_in_per_cent",
            "80.95",
            1,
            "%",
        ),
        ("What is the average apple harvest in 2023 and 2024?", "mean", "955", 1000, "kg"),
    ],
)
def test_a_figure_is_computed_from_the_cells_of_the_row(question, operation, value, scale, unit):
    found = worked(question)
    assert (found.operation, found.value) == (operation, Decimal(value))
    assert (found.scale, found.unit) == (Decimal(scale), unit)
    assert {operand.label for operand in found.operands} == {"Apple harvest"}


def test_the_formula_names_every_operand_and_each_knows_its_cell():
    found = worked("What is the change in apple harvest from 2023 to 2024?")
    assert found.formula == "1,150 − 760 = 390 thousand kg"
    assert [(operand.row, operand.column, operand.period) for operand in found.operands] == [
        (0, 0, "2024"),
        (0, 1, "2023"),
    ]
    assert (found.operands[0].start, found.operands[0].end, found.operands[0].page) == (10, 15, 2)


def test_the_year_of_the_largest_figure_is_named():
    found = worked("In which year was the apple harvest highest?")
    assert found.answer == "2024"
    assert len(found.operands) == 3


@pytest.mark.parametrize(
    "question",
    [
        "What is the change in pear harvest from 2022 to 2023?",
        "What is the change in apple harvest from 2019 to 2023?",
        "What is the change in pruning refunds from 2023 to 2024?",
        "What is the change in plum jam from 2023 to 2024?",
        "What was the apple harvest in the first quarter of 2024?",
    ],
    ids=["no cell", "no such year", "sign is open", "no such row", "no such quarter"],
)
def test_what_the_table_does_not_hold_is_refused(question):
    assert isinstance(calculate(question, [orchard()], EVERY), Refusal)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the change in profit/(loss) from 2023 to 2024?", "(−5) − (−8) = 3 thousand kg"),
        ("What is the change in stock movement from 2023 to 2024?", "4 − (−2) = 6 thousand kg"),
        (
            "What is the percentage change in pruning refunds from 2023 to 2024?",
            "(−40) ÷ (−25) − 1 = 60 %",
        ),
        ("What is the percentage change in profit/(loss) from 2023 to 2024?", ""),
        ("What is the percentage change in stock movement from 2023 to 2024?", ""),
    ],
    ids=["may be a loss", "crosses nought", "size", "loss in per cent", "nought in per cent"],
)
def test_negative_figures_are_compared_only_where_one_reading_is_left(question, said):
    more = (("Profit/(loss)", ("(5)", "(8)", "3")), ("Stock movement", ("4", "(2)", "1")))
    found = calculate(question, [orchard(*more)], EVERY)
    if said:
        assert isinstance(found, Calculation), found
        assert found.formula == said
    else:
        assert isinstance(found, Refusal)


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Operating profit", False),
        ("Net income", False),
        ("Income before income taxes", False),
        ("Net loss", True),
        ("Income tax paid", True),
        ("Other income and expenses", True),
    ],
)
def test_a_loss_that_grew_is_told_as_no_profit_that_grew(label, told):
    table = orchard((label, ("(110)", "(100)", "(90)")))
    question = f"What is the percentage change in {label.lower()} from 2023 to 2024?"
    found = calculate(question, [table], EVERY)
    assert isinstance(found, Calculation) is told, found
    assert not told or found.value == 10


@pytest.mark.parametrize(
    ("headers", "question"),
    [
        (("2023/2024", "2022/2023", "2021/2022"), "from 2022/2023 to 2023/2024"),
        (("2023/24", "2022/23", "2021/22"), "from FY2023 to FY2024"),
        (("2 0 2 4", "2 0 2 3", "2 0 2 2"), "from 2023 to 2024"),
    ],
)
def test_a_year_is_known_however_it_is_written(headers, question):
    table = orchard()
    written = [
        replace(column, name=name, period="")
        for column, name in zip(table.columns, headers, strict=True)
    ]
    made = calculate(
        f"What is the change in apple harvest {question}?",
        [replace(table, columns=tuple(written))],
        EVERY,
    )
    assert isinstance(made, Calculation), made
    assert made.value == 390


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("2018/19", ("2019",)),
        ("2018/2019", ("2019",)),
        ("1999/00", ("2000",)),
        ("2018/12", ("2018",)),
        ("2011/12/31", ("2011",)),
        ("31/12/2011", ("2011",)),
        ("2011/12-31", ("2011",)),
        ("2 0 1 9", ("2019",)),
        ("Note 2 0 1 9", ("2019",)),
        ("2 0 1 9 2 0 1 8", ("2019", "2018")),
        ("4 2 0 1 9", ()),
        ("2 0 1 9 3", ()),
    ],
)
def test_years_are_read_from_what_is_a_year(text, years):
    assert years_in(text) == years


def test_two_rows_that_fit_equally_well_are_refused():
    twice = orchard(("Apple harvest", ("9", "8", "7")))
    found = calculate("What is the change in apple harvest from 2023 to 2024?", [twice], EVERY)
    assert isinstance(found, Refusal)
    assert found.nearest == ("Apple harvest",)


def test_a_quarter_is_no_year():
    quarters = orchard(headers=("2024-Q1", "2023-Q1", "2022-Q1"))
    question = "What is the change in apple harvest from 2023 to 2024?"
    assert isinstance(calculate(question, [quarters], EVERY), Refusal)


def test_a_part_of_a_year_is_not_answered_with_the_year():
    for part in ("the quarter ended June 30, 2024", "the three months to June 2024", "June 2024"):
        found = calculate(f"What was the apple harvest in {part}?", [orchard()], EVERY)
        assert isinstance(found, Refusal) == (part != "June 2024")
    whole = calculate("What was the apple harvest in the 52 weeks of 2024?", [orchard()], EVERY)
    assert isinstance(whole, Calculation)


HALVES = ("2024-12-31/6M", "2023-12-31/6M", "2024-Q4", "2023-Q4")


def halves(*more: tuple[str, tuple[str, ...]], titled: str = "Harvest") -> StoredTable:
    """Six and three months to December of two years, as filings print them side by side."""
    rows = (("Net harvest", ("700", "500", "400", "310")), *more)
    table = orchard(headers=HALVES)
    columns = tuple(
        Column(name, (name,), CellKind.NUMBER, "kg", Decimal(1000), name) for name in HALVES
    )
    return replace(
        table,
        title=titled,
        columns=columns,
        rows=tuple(
            StoredRow(label, (), tuple(cell(text) for text in texts), False, None)
            for label, texts in rows
        ),
    )


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was the net harvest in the six months ended December 31, 2024?", "700"),
        ("What was the net harvest in the three months ended December 31, 2024?", "400"),
        ("By how many per cent did the net harvest grow in the six months to December 2024?", "40"),
        ("By how much did the net harvest grow in the three months ended December 2024?", "90"),
    ],
)
def test_a_shorter_period_is_known_by_its_length_and_what_grew_grew_from_the_year_before(
    question: str, value: str
) -> None:
    found = calculate(question, [halves()], EVERY)
    assert isinstance(found, Calculation), found
    assert found.value == Decimal(value)


def test_a_period_that_ends_in_another_month_is_another_period() -> None:
    asked = "What was the net harvest in the six months ended June 30, 2024?"
    found = calculate(asked, [halves()], EVERY)
    assert isinstance(found, Refusal)
    assert "ends in December" in found.reason
    june = replace(
        halves(),
        columns=tuple(
            replace(column, period=column.period.replace("-12-31", "-06-30"))
            for column in halves().columns
        ),
    )
    other = replace(june, id="june", rows=(replace(june.rows[0], cells=(cell("650"),) * 4),))
    told = calculate(asked, [halves(), other], EVERY)
    assert isinstance(told, Calculation), told
    assert told.value == Decimal(650)


def test_a_row_that_is_there_twice_counts_once_where_figures_or_cells_leave_one() -> None:
    asked = "What was the net harvest in the six months ended December 31, 2024?"
    same, none, other = ("700", "", "", ""), ("", "", "1", "1"), ("9", "9", "", "")
    for texts, value in ((same, "700"), (none, "700"), (other, None)):
        found = calculate(asked, [halves(("Net harvest", texts))], EVERY)
        if value is None:
            assert found == Refusal("Two rows fit equally well.", ("Net harvest",), is_open=True)
        else:
            assert isinstance(found, Calculation), found
            assert found.value == Decimal(value)
    missing = calculate(asked.replace("2024", "2022"), [halves(("Net harvest", none))], EVERY)
    assert isinstance(missing, Refusal)
    assert missing.reason == "The cell does not exist."


def test_of_rows_of_the_same_words_the_one_is_meant_that_is_asked_for_word_for_word() -> None:
    table = halves(("Other harvest, net", ("1", "1", "1", "1")))
    found = calculate("What was the net harvest in the six months of 2024?", [table], EVERY)
    assert isinstance(found, Calculation), found
    assert found.value == Decimal(700)


def test_a_table_of_a_part_that_was_not_asked_about_has_no_say() -> None:
    asked = "What was the net harvest in the six months ended December 31, 2024?"
    part = halves(titled="Pears Segment")
    part = replace(part, id="p", rows=(replace(part.rows[0], cells=(cell("1"),) * 4),))
    found = calculate(asked, [part, halves()], EVERY)
    assert isinstance(found, Calculation), found
    assert found.value == Decimal(700)
    named = calculate(asked.replace("harvest", "harvest of pears"), [part, halves()], EVERY)
    assert isinstance(named, Refusal)


def test_a_raised_number_behind_a_label_is_no_part_of_its_last_word() -> None:
    found = worked("What was the plum harvest in 2024?", ("Plum harvest3", ("8", "7", "6")))
    assert found.value == Decimal(8)


def test_of_columns_that_split_a_whole_the_total_is_meant() -> None:
    names = ("2024 › North", "2024 › South", "2024 › Total")
    table = orchard(headers=names)
    found = calculate("What was the apple harvest in 2024?", [table], EVERY)
    assert isinstance(found, Calculation), found
    assert found.value == Decimal(420)
    south = calculate("What was the apple harvest of the south in 2024?", [table], EVERY)
    assert isinstance(south, Calculation), south
    assert south.value == Decimal(760)


def test_a_year_that_ends_in_january_is_called_after_neither_year():
    table = orchard(headers=("2024-01-28", "2023-01-29", "2022-01-30"))
    days = tuple(replace(column, period=column.name) for column in table.columns)
    table = replace(table, columns=days)
    found = calculate("What was the apple harvest in 2023?", [table], EVERY)
    assert isinstance(found, Refusal)
    assert "whether it is called 2022 or 2023" in found.reason
    named = calculate("What was the apple harvest at January 29, 2023?", [table], EVERY)
    assert isinstance(named, Calculation)
    assert named.answer == "760"


def test_tables_that_fit_alike_must_agree():
    question = "What was the apple harvest in 2024?"
    one = orchard()
    other = replace(one, id="u")
    assert isinstance(calculate(question, [one, other], EVERY), Calculation)
    cells = tuple(replace(each, value=each.value + 9) for each in one.rows[0].cells if each)
    differs = replace(other, rows=(replace(one.rows[0], cells=cells), *one.rows[1:]))
    found = calculate(question, [one, differs], EVERY)
    assert isinstance(found, Refusal)
    assert found.reason == "Several tables give different figures."
    statement = replace(one, title="Consolidated statements of income")
    made = calculate(question, [statement, differs], EVERY)
    assert isinstance(made, Calculation)
    assert made.operands[0].table_id == one.id


def test_a_table_with_a_near_row_does_not_refuse_what_another_says_exactly() -> None:
    exact = worked("What was the apple harvest in 2024?")
    assert exact.exact
    weak = Refusal(TOO_WEAK, ("Apple harvest",))
    sure, alike = Attempt(1.05, False, False, exact), Attempt(1.05, False, False, weak, exact)
    assert agreed([sure, alike]) == agreed([alike, sure]) == exact
    other = replace(alike, guess=replace(exact, value=exact.value + 9))
    assert agreed([sure, other]) == weak
    assert agreed([sure, replace(alike, guess=None)]) == weak
    assert agreed([replace(sure, outcome=replace(exact, exact=False)), alike]) == weak
    assert agreed([alike]) == weak


def test_a_table_with_a_near_row_of_the_same_figure_takes_nothing_from_an_exact_one() -> None:
    question = "What was the north lower orchard walnut harvest in 2024?"
    strict = Weights(0.0, (0.0,) * len(FEATURES), 0.9)  # nothing is sure but what is exact
    row = ("North lower orchard walnut harvest", ("1,150", "760", "420"))
    near = (row[0].replace("walnut", "stored walnut"), ("900", "700", "400"))
    plain, alike = orchard(row), replace(orchard(row, near), id="u")
    found = calculate(question, [plain, alike], strict)
    assert isinstance(found, Calculation), found
    assert (found.value, found.exact) == (Decimal(1150), True)
    by_itself = calculate(question, [alike], strict)
    assert isinstance(by_itself, Calculation), by_itself
    assert not by_itself.exact


def test_a_year_over_the_labels_spoils_a_table():
    crooked = replace(orchard(), label_name="($ million) 2024")
    assert isinstance(calculate("What was the apple harvest in 2023?", [crooked], EVERY), Refusal)


def test_a_looked_up_figure_in_brackets_stays_so():
    found = worked("What were the pruning refunds in 2024?")
    assert (found.value, found.figure) == (Decimal(-40), "(40) thousand kg")


def test_a_question_without_a_number_in_mind_is_left_to_reading():
    assert calculate("Why did the apple harvest grow?", [orchard()]) is None
    assert calculate("Who owns the orchard?", [orchard()]) is None


@pytest.mark.parametrize(
    ("question", "operation", "subjects"),
    [
        (
            "What is the ratio of apples to pears in 2023?",
            Operation.RATIO,
            ("apples", "pears in 2023"),
        ),
        (
            "What were pears as a percentage of the harvest in FY23?",
            Operation.SHARE,
            ("What were pears ", "the harvest in FY23"),
        ),
    ],
)
def test_two_subjects_are_told_apart(question, operation, subjects):
    request = request_of(question)
    assert request is not None
    assert (request.operation, request.subjects, request.years) == (operation, subjects, ("2023",))


def test_a_weak_link_is_refused_with_the_row_that_comes_nearest():
    question = "What is the change in apple juice sold to schools from 2023 to 2024?"
    assert isinstance(calculate(question, [orchard()], EVERY), Calculation)
    assert calculate(question, [orchard()]) == Refusal(
        "No row fits the question well enough.", ("Apple harvest",)
    )


@pytest.mark.parametrize(
    ("bias", "weight", "sure"),
    [(0.0, 0.0, 0.5), (-math.log(3), 0.0, 0.25), (-math.log(3), math.log(9), 0.75)],
)
def test_confidence_is_the_logistic_of_the_weighed_features(bias, weight, sure):
    weights = Weights(bias, (weight, *(0.0,) * (len(FEATURES) - 1)), 0.5)
    assert confidence((1.0,) * len(FEATURES), weights) == pytest.approx(sure)


def test_the_shipped_weights_are_of_the_features():
    assert len(shipped().weights) == len(FEATURES)
    assert 0.5 < shipped().threshold < 1


@pytest.mark.parametrize(
    ("figures", "computed"),
    [
        (("420,000", "760,000"), True),  # rounded to thousands and written in full
        (("420,000", "760,500"), False),  # may be in thousands, as the other table is
        (("420", "760"), False),
    ],
)
def test_a_silent_table_beside_one_in_thousands_counts_only_where_it_writes_noughts(
    figures, computed
):
    accounts = orchard()
    silent = replace(
        accounts,
        id="silent",
        columns=tuple(
            Column(name, (name,), CellKind.NUMBER, "", Decimal(1), name)
            for name in ("2024", "2023")
        ),
        rows=(StoredRow("Blossoms counted", (), tuple(map(cell, figures)), False, None),),
    )
    found = calculate("How many blossoms were counted in 2023 and 2024 together?", [silent], EVERY)
    assert isinstance(found, Calculation)
    asked = "How many blossoms were counted in 2023 and 2024 together?"
    beside = calculate(asked, [silent, accounts], EVERY)
    assert isinstance(beside, Calculation) is computed, beside
    if not computed:
        assert isinstance(beside, Refusal)
        assert "thousands" in beside.reason
