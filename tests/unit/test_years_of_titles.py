"""Sheets that are alike but for the year in their title are asked by year and between years."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.years_of_titles import with_years_of_titles
from backend.types import Box, Calculation, Operation, Refusal, StoredTable
from tests.unit.csv_lists import list_of


def year(title: str, *rows: str, head: str = "Mill,Sacks ground,Fees (EUR)") -> StoredTable:
    table = list_of("\n".join([head, *rows]), "mills.csv")
    return replace(table, title=title, id=title)


SHEETS = [
    year("Mills 2030", "Falk,40,900", "Lund,25,700", "Noll,31,820"),
    year("Mills 2031", "Falk,44,990", "Lund,20,640", "Noll,35,910"),
]


def asked(question: str, tables: list[StoredTable]) -> Calculation | Refusal | None:
    return calculate_columns(question, with_years_of_titles(tables), "Mills")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What were the fees of Lund in 2031?", "640 EUR"),
        ("What were the fees of Lund in 2030?", "700 EUR"),
        ("How many sacks were ground in 2030?", "96"),  # 40 + 25 + 31
        ("How many sacks were ground at Noll in 2031?", "35"),
        ("Which mill had the highest fees in 2031?", "Falk"),
        ("By what percentage did the fees of Falk rise from 2030 to 2031?", "10"),  # 990 ÷ 900
        ("By how many per cent did the fees of Lund change between 2030 and 2031?", "−8.57"),
        ("By how much did the fees of Noll rise from 2030 to 2031?", "90"),
    ],
)
def test_the_year_of_the_title_is_that_of_the_figures(question: str, answer: str) -> None:
    made = asked(question, SHEETS)
    assert isinstance(made, Calculation)
    assert made.answer == answer
    if made.operation is Operation.CHANGE:
        assert [operand.table_id for operand in made.operands] == ["Mills 2031", "Mills 2030"]


@pytest.mark.parametrize(
    ("verb", "mill", "answer"),
    [
        ("fall", "Lund", "−8.57"),  # 640 against 700
        ("fall", "Falk", ""),  # they rose
        ("rise", "Lund", ""),  # they fell
        ("grow", "Noll", "10.98"),  # 910 against 820
    ],
)
def test_a_change_in_per_cent_is_told_only_where_it_went_so(
    verb: str, mill: str, answer: str
) -> None:
    made = asked(f"By what percentage did the fees of {mill} {verb} from 2030 to 2031?", SHEETS)
    assert (made.answer if isinstance(made, Calculation) else "") == answer


def test_a_year_without_a_sheet_is_not_told() -> None:
    assert not isinstance(asked("What were the fees of Lund in 2032?", SHEETS), Calculation)


@pytest.mark.parametrize(
    "tables",
    [
        SHEETS[:1],
        [SHEETS[0], replace(SHEETS[1], title="Barges 2031")],
        [SHEETS[0], replace(SHEETS[0], id="another")],  # two of one year
        [SHEETS[0], year("Mills 2031", "Falk,44", head="Mill,Sacks ground")],
        [
            year("Mills 2030", "Falk,2029-12-01,40", head="Mill,Built,Sacks"),
            year("Mills 2031", "Falk,2029-12-01,44", head="Mill,Built,Sacks"),
        ],
        [replace(sheet, title=sheet.title.replace(" 20", " 2029/20")) for sheet in SHEETS],
        [replace(sheet, box=Box(0, 0, 9, 9)) for sheet in SHEETS],  # of pages
        [
            year("Mills 2030", "Falk,40", head="Mill,Sacks in 2029"),
            year("Mills 2031", "Falk,44", head="Mill,Sacks in 2029"),
        ],
        [  # a total and a blank name are rows of any list
            year("Built 2030", "Falk,40,900", "Lund,25,700", "Total,65,1600"),
            year("Built 2031", "Noll,31,820", "Berg,1,2", "Total,32,822"),
        ],
        [
            year("Built 2030", "Falk,40,900", ",25,700"),
            year("Built 2031", "Noll,31,820", ",1,2"),
        ],
        [year("Built 2030", "Falk,40,900", "Lund,25,700"), year("Built 2031", "Noll,31,820")],
        [year("Closed in 2030", "Falk,40,900"), year("Closed in 2031", "Noll,31,820")],
    ],
)
def test_other_tables_stay_as_they_are(tables: list[StoredTable]) -> None:
    assert with_years_of_titles(tables) == tables


@pytest.mark.parametrize(
    "tables",
    [
        [year("Mill 2030", "Falk,40,900"), year("Mill 2031", "Noll,31,820")],
        [year("2030", "Falk,40,900"), year("2031", "Noll,31,820")],
        [year("Built 2030", "Falk,40,900"), year("Built 2031", "Falk,31,820", "Noll,1,2")],
    ],
)
def test_titles_of_what_the_headers_name_or_of_the_same_rows_have_the_year_of_the_figures(
    tables: list[StoredTable],
) -> None:
    assert [stored_table.columns[0].period for stored_table in with_years_of_titles(tables)] == [
        "2030",
        "2031",
    ]


def test_titles_of_all_words_of_the_headers_have_the_year_of_the_figures() -> None:
    tables = [
        year("Mill, sacks 2030", "Falk,40", head="Mill,Sacks"),
        year("Mill, sacks 2031", "Noll,31", head="Mill,Sacks"),
    ]
    assert [stored_table.columns[0].name for stored_table in with_years_of_titles(tables)] == [
        *("Sacks › 2030", "Sacks › 2031"),
    ]


def test_only_named_figures_are_of_the_year() -> None:
    tables = [
        year("Mills 2030", "Falk,Ann,40,7", head="Mill,Miller,Sacks,"),
        year("Mills 2031", "Falk,Bob,44,8", head="Mill,Miller,Sacks,"),
    ]
    columns = with_years_of_titles(tables)[0].columns
    assert [(column.name, column.period) for column in columns] == [
        *(("Miller", ""), ("Sacks › 2030", "2030"), ("", "")),
    ]


def test_a_change_in_per_cent_of_sums_or_shares_is_not_told() -> None:
    rows = "Town,Mill,Fees (EUR)\nElm,Falk,900\nElm,Lund,700\nEly,Noll,820\n"
    tables = [replace(list_of(rows), title=f"Mills {each}", id=each) for each in ("2030", "2031")]
    made = asked("By what percentage did the fees of Elm rise from 2030 to 2031?", tables)
    assert not isinstance(made, Calculation)


def test_a_change_in_per_cent_from_below_nought_is_not_told() -> None:
    tables = [
        year("Mills 2030", "Falk,40,-50", "Lund,25,7"),
        year("Mills 2031", "Falk,44,30", "Lund,2,9"),
    ]
    made = asked("By what percentage did the fees of Falk rise from 2030 to 2031?", tables)
    assert not isinstance(made, Calculation)
