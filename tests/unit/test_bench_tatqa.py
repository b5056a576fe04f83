"""Tables and answers of TAT-QA's form, invented: what is header, and what counts as right."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.types import LOCAL_READER, Answer, Usage, Verdict
from bench._tatqa import Question, as_table, number_in
from bench._tatqa_asked import answered, figures_together, spans_of_line


def test_a_label_alone_beneath_the_header_heads_the_first_rows() -> None:
    table = as_table(
        "t",
        [
            ["", "2021", "2020"],
            ["Stores:", "", ""],
            ["Oats", "70", "40"],
            ["Hay", "12", "15"],
            ["Tools:", "", ""],
            ["Carts", "9", "8"],
        ],
        [],
    )
    assert [(row.label, row.group) for row in table.rows] == [
        ("Oats", ("Stores",)),
        ("Hay", ("Stores",)),
        ("Carts", ("Tools",)),
    ]
    assert [column.name for column in table.columns] == ["2021", "2020"]


def test_two_labels_alone_beneath_the_header_are_no_header_either() -> None:
    table = as_table(
        "t",
        [
            ["", "Cost", "Worn off"],
            ["30 June 2021", "", ""],
            ["Boats", "", ""],
            ["Cutters", "50", "(9)"],
        ],
        [],
    )
    assert [column.name for column in table.columns] == ["Cost", "Worn off"]
    assert table.rows[0].group[-1] == "Boats"


def test_a_span_of_years_in_a_header_is_no_figure() -> None:
    table = as_table(
        "t",
        [["Owed", "Less than 1 year", "2-5 years"], ["Rent", "7", "20"]],
        [],
    )
    assert [column.name for column in table.columns] == ["Less than 1 year", "2-5 years"]
    assert [row.label for row in table.rows] == ["Rent"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$(9.8)", Decimal("-9.8")),
        ("(12)", Decimal(-12)),
        ("−4", Decimal(-4)),
        ("$1,250", Decimal(1250)),
        ("12%", Decimal("0.12")),
        ("twelve", None),
    ],
)
def test_numbers(text: str, value: Decimal | None) -> None:
    assert number_in(text) == value


def answer(short: str, verdict: Verdict = Verdict.DIRECT) -> Answer:
    return Answer(
        id="a",
        question="q",
        pipeline="fused_hybrid",
        text=short,
        short=short,
        found=verdict not in {Verdict.CLOSEST, Verdict.NOT_FOUND},
        sentences=(),
        citations=(),
        hits=(),
        steps=(),
        usage=Usage(),
        answered_by=LOCAL_READER,
        settings={},
        index_version=1,
        at=0.0,
        verdict=verdict,
    )


def question(gold: str, kind: str = "span", scale: str = "") -> Question:
    return Question("Asked?", (gold,), scale, kind, "text", "")


def test_a_first_line_counts_by_its_words_and_a_cell_by_its_text() -> None:
    made = answered(question("the grey heron"), answer("A grey heron nests here."))
    assert (made.exact, round(made.f1, 3)) == (0.0, round(2 * 2 / (2 + 4), 3))
    cell = answered(question("$1,250", scale="thousand"), answer("Oats — Sales 2021: 1,250"))
    assert (cell.answered, cell.computed, cell.exact) == (True, False, 1.0)


@pytest.mark.parametrize(
    ("line", "spans", "scale"),
    [
        ("Oats — Sales 2021: 1,250", ["1,250"], None),
        ("Oats — 2021: $1,250; 2020: $(90)", ["$1,250", "$(90)"], None),
        ("2021: $4 million; 2020: $3 million", ["$4 million", "$3 million"], None),
        ("Oats (note 2), 2021: 1,250 thousand USD", ["1,250"], "thousand"),
        ("Oats, Sales, 3 June 2021: −9 million", ["−9"], "million"),
        ("Oats, 2021: 4.5 %", ["4.5"], "percent"),
        ("Oats, as sold: 1,250", ["1,250"], None),
        ("In the year, oats were sold: none", ["In the year, oats were sold: none"], None),
        ("Oats are sown; rye is not.", ["Oats are sown; rye is not."], None),
    ],
)
def test_what_a_first_line_answers(line: str, spans: list[str], scale: str | None) -> None:
    assert spans_of_line(line) == (spans, scale)


def test_a_line_that_says_a_scale_is_wrong_in_another() -> None:
    line = answer("Oats, 2021: 1,250 million USD")
    assert answered(question("$1,250", scale="million"), line).exact == 1.0
    assert answered(question("$1,250", scale="thousand"), line).exact == 0.0


@pytest.mark.parametrize("verdict", [Verdict.CLOSEST, Verdict.NOT_FOUND])
def test_what_is_merely_closest_is_no_answer(verdict: Verdict) -> None:
    made = answered(question("the grey heron"), answer("The grey heron.", verdict))
    assert (made.answered, made.f1) == (False, 0.0)


def test_figures_are_given_by_source_and_by_kind() -> None:
    found = [
        answered(question("The grey heron."), answer("The grey heron.")),
        answered(question("12", "count"), answer("Twelve")),
    ]
    made = figures_together(found)
    assert set(made) == {"all", "from text", "span", "count"}
    assert made["all"]["exact_match"]["mean"] == 0.5
    assert made["span"]["f1"]["mean"] == 1.0
    assert (made["all"]["read"], made["all"]["computed"]) == (2, 0)
