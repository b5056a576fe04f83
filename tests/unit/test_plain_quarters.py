"""Quarters and short forms as analysts write them, and names that are none."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.pipelines._document_names import names_said, without
from backend.tasks.calculate.programs.abbreviations import written_out
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.requests import in_per_cent, with_plain_quarters
from backend.types import Calculation, Operation, Refusal
from tests.unit.small_ledgers import ledger


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("sales in Q22023", "sales in Q2 2023"),
        ("sales in FY2023Q1", "sales in Q1 2023"),
        ("sales in 2Q23", "sales in Q2 2023"),
        ("sales in Q3'2024", "sales in Q3 2024"),
        ("sales in Q3 FY2024", "sales in Q3 2024"),
        ("sales in Q3 2024", "sales in Q3 2024"),
        ("sales of model Q2", "sales of model Q2"),
        ("part AQ22023", "part AQ22023"),
    ],
)
def test_quarters_are_set_apart(written: str, plain: str) -> None:
    assert with_plain_quarters(written) == plain


def test_short_forms_are_written_out_unless_a_row_bears_them() -> None:
    years = (("2024", "2024"),)
    sheet = ledger(years, (((), "Property, plant and equipment", ("5",)),))
    own = ledger(years, (((), "PP&E", ("5",)),))
    assert written_out("Did PP&E grow?", [sheet]) == "Did property, plant and equipment grow?"
    assert written_out("Did PP&E grow?", [own]) == "Did PP&E grow?"
    assert written_out("What was adjusted non-GAAP profit?", []) == "What was adjusted profit?"
    said = ledger(years, (((), "Adjusted profit (non-GAAP)", ("5",)),))
    assert "non-GAAP" in written_out("What was adjusted profit (non-GAAP)?", [said])
    assert written_out("What was non-GAAP profit?", []) == "What was non-GAAP profit?"
    assert written_out("Where is Ppeville?", [sheet]) == "Where is Ppeville?"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (
            "What was the growth in sales from 2023 to 2024 (in per cent)?",
            "What was the percentage growth in sales from 2023 to 2024?",
        ),
        (
            "What was the year-on-year change in sales in 2024, in percentage terms?",
            "What was the percentage change in sales in 2024?",
        ),
        (
            "What was the change in sales in per cent from 2023 to 2024?",
            "What was the percentage change in sales from 2023 to 2024?",
        ),
        (
            "What was the growth in the margin in percentage points from 2023 to 2024?",
            "What was the growth in the margin in percentage points from 2023 to 2024?",
        ),
        ("What was the margin in per cent?", "What was the margin in per cent?"),
        (
            "What was the change in goodwill as a percentage of goodwill in 2023?",
            "What was the change in goodwill as a percentage of goodwill in 2023?",
        ),
        (
            "What was the percentage change in sales, in per cent?",
            "What was the percentage change in sales, in per cent?",
        ),
    ],
)
def test_in_per_cent_may_stand_behind(question: str, plain: str) -> None:
    assert in_per_cent(question) == plain


def test_a_change_of_shares_in_per_cent_is_open() -> None:
    shares = ledger((("2024", "2024"), ("2023", "2023")), (((), "Market share", ("12%", "10%")),))
    columns = tuple(replace(column, unit="%", scale=Decimal(1)) for column in shares.columns)
    shares = replace(shares, columns=columns)
    behind = calculate("What was the change in market share in 2024 in per cent?", [shares])
    assert isinstance(behind, Refusal)
    assert behind.is_open
    points = calculate(
        "What was the growth in market share in 2024 in percentage points?", [shares]
    )
    assert not isinstance(points, Calculation) or points.operation is not Operation.CHANGE


def test_measures_with_capitals_are_no_names() -> None:
    question = "Which region had the Highest Sales of Tern Ferries's Balance in Free Cash Flow?"
    names = ("Highest Sales", "Tern Ferries's Balance", "Free", "PP&E", "Kestrel")
    assert names_said(question, names) == ["Tern Ferries", "Kestrel"]
    assert without("Tern Ferries's Balance Sheet", ["Tern Ferries"]) == "Balance Sheet"
    assert without("What did Tern Norway sell?", ["Tern"]) == "What did Tern Norway sell?"
