"""Two parts of a business are added up where both are told by one measure."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.types.calculations import Calculation, Operation
from tests.unit.markdown_tables import tables_in

REPORT = tables_in(
    "# Report\n\nSupplemental data – net revenues (in thousands of EUR)\n\n"
    "| Segment | 2031 | 2030 |\n| --- | ---: | ---: |\n"
    "| Harbour Services | 800 | 700 |\n| Inland Freight | 300 | 290 |\n| Towing | 40 | 35 |\n\n"
    "Adjusted result by segment (in thousands of EUR)\n\n"
    "| Segment | 2031 | 2030 |\n| --- | ---: | ---: |\n"
    "| Harbour Services | 90 | 80 |\n| Inland Freight | 25 | 24 |\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "What were the net revenues of Harbour Services and Inland Freight together in 2031?",
        "What were the net revenues of Harbour Services and Inland Freight in 2031 combined?",
        "What was the total net revenue of Harbour Services and Inland Freight in 2031?",
        "What was the sum of the net revenues of Harbour Services and Inland Freight in 2031?",
        "What did Harbour Services and Inland Freight bring in together in net revenue in 2031?",
    ],
)
def test_both_are_added_up(question: str) -> None:
    made = calculate(question, REPORT)
    assert isinstance(made, Calculation), made
    assert made.operation is Operation.SUM
    assert made.formula == "800 + 300 = 1,100 thousand EUR"


@pytest.mark.parametrize(
    "question",
    [
        "What were the net revenues of Harbour Services and Inland Freight in 2031?",  # each
        "What were the net revenues of Harbour Services and Gull Buses together in 2031?",
        "What were the net revenues of Harbour Services and Inland Freight together in 2029?",
        "What were the net revenues of Towing and Towing together in 2031?",
    ],
)
def test_nothing_is_added_up_that_is_not_told(question: str) -> None:
    made = calculate(question, REPORT)
    assert not isinstance(made, Calculation) or made.operation is not Operation.SUM
