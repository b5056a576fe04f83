"""A figure of a month is not told by a document that does not name the month."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.unsaid_months import is_of_month_unsaid
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

STOCK = "Stock of oil: 780 litres, enough for 19 days."


@pytest.mark.parametrize(
    ("question", "text", "is_unsaid"),
    [
        ("How many litres of oil did we burn in April?", STOCK, True),
        ("How much oil was used in April?", STOCK, True),
        ("How much oil was used in April?", f"{STOCK} We burnt 300 litres in Apr.", False),
        ("How much oil was used in April?", f"{STOCK} On 12.04. we burnt 300 litres.", False),
        ("How much oil was used in April?", f"{STOCK} 2031-04-02: 300 litres.", False),
        ("How much oil was used in April?", "04/2031. Oil used: 300 litres.", False),
        ("How much oil was used in April?", "On 4/18/2031 we used 300 litres.", False),
        ("How much oil was used in April?", "Month 4: 300 litres.", False),
        ("How much was the rent in May?", "The rent was £5 a month throughout 2031.", False),
        ("How much rent do I have to pay in May?", "The rent is £5.", False),
        ("How much oil was used in April?", f"{STOCK} In May we burnt 300 litres.", True),
        ("How much oil is there in April?", STOCK, False),  # of what is to come rules may speak
        ("How much oil did we burn?", STOCK, False),
        ("How much oil did we burn in April?", "We burnt 300 litres of oil.", False),
        ("How much did the oil of April come to?", "It cost 70 pounds.", False),
        ("How much oil may we burn?", STOCK, False),
    ],
)
def test_the_month_stands_somewhere_around_the_figure(
    question: str, text: str, is_unsaid: bool
) -> None:
    reading = reading_of(question, hit(text))
    assert is_of_month_unsaid(reading, reading.units[0]) is is_unsaid


def test_the_title_may_name_it_and_another_document_does_not() -> None:
    question = "How much oil did we burn in April?"
    reading = reading_of(question, hit(STOCK, title="Report for April"))
    assert not is_of_month_unsaid(reading, reading.units[0])
    other = hit("In April it rained on us all day.", document="other")
    reading = reading_of(question, hit(STOCK), other)
    assert is_of_month_unsaid(reading, reading.units[0])
