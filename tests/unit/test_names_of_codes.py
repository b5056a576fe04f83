"""An answer of codes says what they stand for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.programs.names_of_codes import with_names
from backend.types import Calculation, Operation, StoredTable
from tests.unit.csv_lists import list_of
from tests.unit.test_composed_programs import results

FEES = list_of(
    "Code,Done by,Treatment,Fee (EUR)\n"
    "EX1,dentist,Extraction,95\nRC3,dentist,Root canal molar,640\n"
    "SC1,hygienist,Scale and polish,70\nSC2,hygienist,Deep scaling,120\n"
    "WH1,dentist,Whitening,300\n",
    "fees.csv",
)


ASKED = "Which code costs the most?"


def dearest(table: StoredTable) -> Calculation:
    program = next(
        program
        for (step, _), program in results(ASKED, table).items()
        if step is ListStep.TOP and program.answer == -1
    )
    outcome = run(program, table)
    assert isinstance(outcome, Calculation)
    return outcome


def test_a_code_is_told_with_the_name_of_its_row() -> None:
    made = dearest(FEES)
    assert made.figure == "RC3"
    assert with_names(ASKED, made.figure, made, [FEES]) == "RC3 (Root canal molar)"
    assert with_names("Which code is root canal, molar?", "RC3", made, [FEES]) == "RC3"
    assert with_names(ASKED, "EX1, SC2", made, [FEES]) == "EX1 (Extraction), SC2 (Deep scaling)"


@pytest.mark.parametrize(
    "figure", ["640 EUR", "640", "Root canal molar", "XX9", "RC3, and 2 more", ""]
)
def test_what_is_no_code_of_the_list_stays_as_it_is(figure: str) -> None:
    assert with_names(ASKED, figure, dearest(FEES), [FEES]) == figure


def test_codes_stay_alone_where_no_column_tells_rows_apart() -> None:
    kinds = list_of(
        "Code,Done by,Fee (EUR)\nEX1,dentist,95\nRC3,dentist,640\nSC1,hygienist,70\n", "kinds.csv"
    )
    made = dearest(kinds)
    assert with_names(ASKED, made.figure, made, [kinds]) == "RC3"
    assert with_names(ASKED, "RC3", made, []) == "RC3", "its table is gone"


def test_a_number_is_no_code_though_it_labels_a_row() -> None:
    lots = list_of(
        "Lot,Seller,Bids\n12,Ann Lee,14\n14,Cid Moy,12\n16,Eve Roe,18\n18,Ida May,11\n", "lots.csv"
    )
    made = dearest(FEES)
    made = replace(made, operands=tuple(replace(e, table_id=lots.id) for e in made.operands))
    assert with_names("How many bids had lot 12?", "14", made, [lots]) == "14"


def test_a_row_of_totals_has_no_name() -> None:
    content = "Code,Treatment,Fee (EUR)\nEX1,Extraction,95\nRC3,Root canal molar,640\n"
    total = list_of(f"{content}SC1,Scaling,70\nSC2,Deep scaling,120\nTotal,,925\n", "fees.csv")
    assert with_names(ASKED, "RC3", dearest(total), [total]) == "RC3 (Root canal molar)"


def test_a_count_is_no_code() -> None:
    made = replace(dearest(FEES), operation=Operation.COUNT)
    assert with_names(ASKED, "RC3", made, [FEES]) == "RC3"
