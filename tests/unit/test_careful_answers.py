"""What is quoted where nothing was computed: a cell of another thing is not called the answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from backend.pipelines._figure_questions import not_worked_out
from backend.pipelines._telling_figures import CarefulAnswerer
from backend.ports import StopSignal
from backend.types import Chunk, Draft, Hit, Refusal, Turn, Usage, Verdict
from backend.types.answers import LOCAL_READER

ROW = "Boat Month Guests Fuel (l) Erne May 12 40 180 Erne June 14 55 201"


class Reader:
    """Says one sentence of one passage, as the local reader does."""

    name = LOCAL_READER

    def __init__(self, short: str, sentence: str = "") -> None:
        self.short = short
        self.sentence = sentence or short

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        end = len(self.sentence)
        sentences = ((0, end, (1,)),)
        yield Draft(
            self.sentence,
            self.short,
            True,
            sentences,
            (),
            Usage(),
            LOCAL_READER,
            (),
            Verdict.LIKELY,
        )


@pytest.mark.parametrize(
    ("question", "short", "kind", "lacks", "is_told"),
    [
        # the printed head of a table, whatever the passage that holds it
        ("How many guests were there in May?", ROW, "prose", (), False),
        ("How many guests were there in May?", ROW, "table", (), False),
        # the end of a long one
        (
            "How many guests were there in May?",
            f"{'Erne May 12 40 180 ' * 40}Ruff 9 31 77",
            "table",
            (),
            False,
        ),
        (
            "How many guests were there in May?",
            f"{'9 ' * 300}Erne had 12 guests 40",
            "prose",
            (),
            True,
        ),
        ("How many guests came?", "In 2019, 2020 and 2021 it had 12 guests.", "prose", (), True),
        # how many of something else
        ("How many plums did we pick?", "We pick fruit on six trees.", "prose", ("plums",), False),
        ("How many plums did we pick?", "We picked 40 plums.", "prose", ("plums",), True),
        # none of the columns of a whole row
        (
            "What is the colour of skiff 3?",
            "Skiff 3 — Seats: 4; Built: 1988",
            "table_row",
            ("colour",),
            False,
        ),
        ("What seats has skiff 3?", "Skiff 3 — Seats: 4; Built: 1988", "table_row", (), True),
        ("Who keeps skiff 3?", "Skiff 3 — Keeper: Ann", "table_row", ("keeps",), True),
        # what is no money costs nothing
        ("What did the boat's fuel cost?", "Erne — Fuel (l): 55", "table_row", (), False),
        ("What did the boat's fuel cost?", "Erne — by day — Fuel (l): 55", "table_row", (), False),
        ("What did the boat's fuel cost?", "Erne — Fuel (EUR): 55", "table_row", (), True),
        ("What did the boat's fuel cost?", "Erne — Fuel price: 55", "table_row", (), True),
        # a list of prices names no currency in its cells
        ("What does a skiff cost?", "Prices: Skiff — Half day: 48.00", "table_row", (), True),
        ("What does a skiff cost?", "Skiff — Half day: 48.00", "table_row", (), False),
        ("What does a skiff cost?", "Prices: Skiff — Seats: 4", "table_row", (), False),
        # a part of a figure that several rows make
        (
            "What was the inventory turnover in 2022?",
            "Inventories — 2022: 120",
            "table_row",
            (),
            False,
        ),
        (
            "What was the inventory turnover in 2022?",
            "Inventory turnover: 4.2",
            "table_row",
            (),
            True,
        ),
        (
            "What was the inventory turnover in 2022?",
            "Stock was turned over twice.",
            "prose",
            (),
            False,
        ),
        ("What was the gross margin in 2022?", "In thousands of pounds.", "prose", (), False),
        ("What was the effective tax rate?", "The effective rate was 21 %.", "prose", (), True),
        (
            "What is the days inventory outstanding?",
            "Inventories — 2022: 9",
            "table_row",
            (),
            False,
        ),
        ("What is the asset turnover?", "Total assets — 2022: 1,400", "table_row", (), False),
        # a row called as the figure without the word for its kind, with values of two sides
        ("What is the berth fill ratio?", "Berth fill — 2031: 82 %", "table_row", (), True),
        ("What is the berth fill ratio?", "Berth — 2031: 82 %", "table_row", (), False),
        ("What is the berth fill ratio?", "Berth fill — 2031: 82", "table_row", (), False),
        ("What was the turnover in 2022?", "Net sales — 2022: 2,000", "table_row", (), True),
        ("Why did the gross margin fall?", "It fell.", "prose", (), True),
        (
            "What is the reason for the gross margin of 2022?",
            "Freight costs more.",
            "prose",
            (),
            True,
        ),
        ("What is a quick ratio?", "It is cash over debts.", "prose", (), True),
        ("What did the boat's fuel weigh?", "Erne — Fuel (l): 55", "table_row", (), True),
        # what another measure did
        ("Did wages rise or fall in 2031?", "Fuel expenses fell to 12 %.", "prose", (), False),
        ("Did wages rise or fall in 2031?", "Wages fell to 12 %.", "prose", (), True),
        # a share of something else
        (
            "What percent of all guests came in May?",
            "Guests 40 Occupancy rate 24.6% Fuel bought 90",
            "prose",
            (),
            False,
        ),
        ("What percent of all guests came in May?", "In May came 12 % of them.", "prose", (), True),
        ("What percent of all guests came in May?", "Half of them came then.", "prose", (), True),
        # a change for an amount
        (
            "How much was spent on sails in 2031?",
            "Spending on sails rose by $40 million, or 3%, in 2031.",
            "prose",
            (),
            False,
        ),
        (
            "How much was spent on sails in 2031?",
            "Spending on sails rose by $40 million to $90 million in 2031.",
            "prose",
            (),
            True,
        ),
        (
            "How much did spending on sails rise in 2031?",
            "Spending on sails rose by $40 million in 2031.",
            "prose",
            (),
            True,
        ),
        # parts of a year for the year
        (
            "What was the profit in 2031?",
            "Profit — Three months ended June 30, 2031: 4; Three months ended June 30, 2030: 3",
            "table_row",
            (),
            False,
        ),
        (
            "What was the profit in the second quarter of 2031?",
            "Profit — Three months ended June 30, 2031: 4; Three months ended June 30, 2030: 3",
            "table_row",
            (),
            True,
        ),
        (
            "What was the profit in 2031?",
            "Profit — Three months ended June 30, 2031: 4; Year ended June 30, 2031: 19",
            "table_row",
            (),
            True,
        ),
    ],
)
def test_a_quote_that_says_something_else_is_at_most_the_closest(
    question: str, short: str, kind: str, lacks: tuple[str, ...], is_told: bool
) -> None:
    chunk = Chunk("c", "d", "s", 0, short, 0, len(short), (0,), kind)
    answerer = CarefulAnswerer(Reader(short), Refusal("No column fits.", lacks=lacks), ())
    pieces = answerer.answer(question, (), (Hit(chunk, 1.0, ()),), threading.Event())
    draft = next(piece for piece in pieces if isinstance(piece, Draft))
    assert (draft.verdict is Verdict.LIKELY) is is_told
    assert bool(draft.short) is is_told


def test_why_a_ratio_was_not_worked_out_is_told_where_only_the_closest_is_shown() -> None:
    row = "Inventories — 2022: 120"

    class Near(Reader):
        def answer(
            self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
        ) -> Iterator[str | Draft]:
            for event in super().answer(question, history, hits, stop):
                assert isinstance(event, Draft)
                yield replace(event, verdict=Verdict.CLOSEST, found=False)

    chunk = Chunk("c", "d", "s", 0, row, 0, len(row), (0,), "table_row")
    for question, told in (
        ("What was the inventory turnover?", ("No figure is given: it needs the cost of sales.",)),
        ("What were the inventories?", ()),
    ):
        answerer = CarefulAnswerer(Near(row), Refusal("It needs the cost of sales."), ())
        pieces = answerer.answer(question, (), (Hit(chunk, 1.0, ()),), threading.Event())
        assert next(piece for piece in pieces if isinstance(piece, Draft)).notices == told


@pytest.mark.parametrize(
    ("question", "short", "kind", "is_told"),
    [
        ("Did dues rise or fall in 2031?", "$4 million", "prose", True),
        ("Did wages rise or fall in 2031?", "$4 million", "prose", False),
        ("Did dues rise or fall in 2031?", "$4 million", "table_row", False),
        ("How much was spent on dues in 2031?", "Dues fell by $4 million", "prose", False),
    ],
)
def test_a_part_of_a_sentence_is_judged_by_the_sentence(
    question: str, short: str, kind: str, is_told: bool
) -> None:
    text = "Dues fell by $4 million to $30 million in 2031."
    chunk = Chunk("c", "d", "s", 0, text, 0, len(text), (0,), kind)
    answerer = CarefulAnswerer(Reader(short, text), Refusal("No column fits."), ())
    pieces = answerer.answer(question, (), (Hit(chunk, 1.0, ()),), threading.Event())
    draft = next(piece for piece in pieces if isinstance(piece, Draft))
    assert (draft.verdict is Verdict.LIKELY) is is_told


@pytest.mark.parametrize(
    ("question", "kind", "is_careful"),
    [
        ("Who joined before 2030?", "table", True),
        ("Who joined before 2030?", "prose", False),
        ("Who joined the club?", "table", False),
    ],
)
def test_a_bound_on_a_year_is_not_met_by_any_row(
    question: str, kind: str, is_careful: bool
) -> None:
    chunk = Chunk("c", "d", "s", 0, "Falk — Since: 2031", 0, 18, (0,), kind)
    assert (not_worked_out(question, [Hit(chunk, 1.0, ())]) is not None) is is_careful
