"""A question for a figure may be put in other words, and several years may be asked at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.pipelines._figure_questions import is_computable
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.figure_wordings import is_of_spending, plain_wordings
from backend.tasks.calculate.programs.ratio_parts import is_only_a_part, lacks_share
from backend.tasks.calculate.programs.several_years import several_years
from backend.tasks.calculate.programs.trusted_tables import is_of_a_part
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

YEARS = ("2031", "2030", "2029")
Rows = Sequence[tuple[str, Sequence[str]]]
STATEMENT: Rows = (
    ("Ferry fares", ("700", "640", "610")),
    ("Total revenues", ("910", "850", "800")),
    ("Slipway upkeep expense, net", ("(120)", "(95)", "(90)")),
    ("Net income", ("230", "180", "150")),
    ("Dividends paid", ("(33)", "(31)", "(30)")),
)


def cell(text: str, kind: CellKind) -> Cell:
    value = Decimal(text.replace(",", "").replace("(", "-").strip(")"))
    return Cell(text, kind, value, 10, 10 + len(text), 0, None)


def table(
    name: str, title: str, rows: Rows, unit: str = "EUR", group: tuple[str, ...] = ()
) -> StoredTable:
    kind = CellKind.CURRENCY if unit else CellKind.NUMBER
    return StoredTable(
        id=name,
        document_id="d",
        pages=(0,),
        box=None,
        section=(),
        title=title,
        lead_in="",
        columns=tuple(Column(year, (year,), kind, unit, Decimal(1000), year) for year in YEARS),
        rows=tuple(
            StoredRow(label, group, tuple(cell(text, kind) for text in texts), False, None)
            for label, texts in rows
        ),
    )


STATEMENTS = [table("s", "Consolidated Statements of Income", STATEMENT)]


def figure(question: str, tables: Sequence[StoredTable] = STATEMENTS) -> str:
    made = calculate(question, tables)
    assert isinstance(made, Calculation), made
    return made.answer


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("How much did we spend on rope in 2030?", "What was rope in 2030?"),
        ("How much revenue did it make in 2030?", "What was revenue in 2030?"),
        (
            "How much revenue did the island line bring in during 2030?",
            "What was revenue during 2030 of the island line?",
        ),
        ("What did it spend on rope in 2030?", "What was rope in 2030?"),
        ("How much did it pay for rope in 2030?", "What was rope in 2030?"),
        ("How high was the revenue in 2030?", "What was the revenue in 2030?"),
        ("What did fares come to in 2030?", "What was fares in 2030?"),
        ("Please tell me the fares of 2030.", "What was the fares of 2030?"),
        ("Fares in 2030", "What was Fares in 2030?"),
        ("How much did fares drop in 2030?", "How much did fares fall in 2030?"),
        ("What were fares in 2030 and in 2031?", "What were fares in 2030 and 2031?"),
        ("How much did it pay in dividends in 2030?", "What was dividends paid in 2030?"),
        ("What profit did it report in 2030?", "What was profit in 2030?"),
        # what it came from
        ("How much revenue did it make with fares in 2030?", "What was fares revenue in 2030?"),
        ("What sales did they get from their fares in 2030?", "What was fares sales in 2030?"),
        (
            "How much income did the island line earn from fares in fiscal 2030?",
            "What was fares income in fiscal 2030 of the island line?",
        ),
        (
            "How much net sales did we make in Norland in 2030?",
            "What was Norland net sales in 2030?",
        ),
        (
            "How much revenue did it make out of fares in the first quarter of 2030?",
            "What was fares revenue in the first quarter of 2030?",
        ),
        # of one share
        ("What dividend per share did it pay in 2030?", "What was dividend per share in 2030?"),
        (
            "How much cash dividends per common share did the yard declare in 2030?",
            "What was cash dividends per common share in 2030 of the yard?",
        ),
        # more than in another year
        (
            "How much more did we spend on rope in 2031 than in 2030?",
            "How much higher was rope in 2031 than in 2030?",
        ),
        (
            "By how much less did the island line pay for rope in 2031 than in 2030?",
            "How much lower was rope in 2031 than in 2030 of the island line?",
        ),
        (
            "How much more money did it invest in ropes during 2031 than during 2030?",
            "How much higher was ropes during 2031 than during 2030?",
        ),
        # a share of the total
        (
            "What share of total revenue came from fares in 2030?",
            "What share of revenue came from fares in 2030?",
        ),
        (
            "What proportion of its total assets was cash in 2030?",
            "What proportion of its assets was cash in 2030?",
        ),
        # where a figure stands
        ("What was debt on its balance sheet in 2030?", "What was debt in 2030?"),
        ("How much rent did they owe on their books in 2030?", "What was rent in 2030?"),
        # periods
        (
            "How much revenue did it make in the last quarter of 2030?",
            "What was revenue in the fourth quarter of 2030?",
        ),
        ("What was the rent at year-end 2030?", "What was the rent at the end of 2030?"),
    ],
)
def test_other_wordings_are_put_plainly(question: str, plain: str) -> None:
    assert plain_wordings(question)[0] == plain
    assert is_computable(question)


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue in 2030?",
        "Why did fares drop in 2030?",
        "Who spent most on rope in 2030?",
        "How much did we not spend on rope in 2030?",
        "How much more did we spend on rope than on paint in 2030?",
        "How much of the revenue did it make from fares in 2030?",
        "How much revenue did it lose in 2030?",
        "Is the fare of 2030 known?",
        "Explain the fares in 2030",
        "Tell me about the fares in 2030",
        "Tell me why fares fell in 2030",
        "How much revenue did it make from fares?",
        "How much more did we spend on rope in 2031 than on paint in 2031?",
        "What dividend per share did it pay to the founders in 2030?",
        "What dividend per share did it pay on the old shares in 2030?",
        "What share of total operating expenses were wages in 2030?",
        "What share of the total came from fares in 2030?",
        "What kind of profit did it report in 2030?",
        "What share did it have in 2030?",
        "What else did it report in 2030?",
        "What rent did it book with the island line in 2030?",
    ],
)
def test_what_says_something_else_stays_as_it_is(question: str) -> None:
    assert plain_wordings(question) == ()


def test_what_was_spent_is_the_row_of_the_statement() -> None:
    assert figure("How much did they spend on slipway upkeep in 2030?") == "−95"
    assert figure("How much did they pay in dividends in 2031?") == "−33"
    assert figure("How much revenue did the company report in 2029?") == "800"


def test_cash_is_the_line_of_the_balance_sheet_wherever_people_say_it_is() -> None:
    rows = [
        ("Cash and cash equivalents", ("90", "80", "70")),
        ("Total assets", ("400", "380", "350")),
    ]
    sheet = [table("b", "Consolidated Balance Sheets", rows)]
    for place in ("on its balance sheet", "on their books", "on hand", "in the bank"):
        assert figure(f"How much cash did it have {place} in 2030?", sheet) == "80"
    assert not isinstance(calculate("How much cash was on board in 2030?", sheet), Calculation)


def test_what_came_from_something_is_the_row_of_it() -> None:
    parts = [
        table(
            "p", "Revenue by source", [("Ferry fares", ("7", "6", "5")), ("Rent", ("3", "2", "1"))]
        )
    ]
    assert figure("How much revenue did it make with ferry fares in 2030?", parts) == "6"
    assert figure("What sales did they get from rent in 2031?", parts) == "3"
    made = calculate("How much profit did it make with ferry fares in 2030?", parts)
    assert not isinstance(made, Calculation)
    made = calculate("How much revenue did it make with cargo in 2030?", parts)
    assert not isinstance(made, Calculation)


def test_how_much_more_was_spent_is_the_difference_of_two_years() -> None:
    costs = [table("c", "Costs of the yard", [("Rope", ("14", "11", "10"))])]
    assert figure("How much more did they spend on rope in 2031 than in 2030?", costs) == "3"
    for question in (
        "How much more did they spend on paint in 2031 than in 2030?",
        "How much more did they spend on rope in 2031 than in 2028?",
    ):
        assert not isinstance(calculate(question, costs), Calculation)


def test_a_share_of_the_total_is_of_the_row_that_is_called_so() -> None:
    made = calculate("What share of total revenues came from ferry fares in 2031?", STATEMENTS)
    assert isinstance(made, Calculation), made
    assert made.formula == "700 ÷ 910 = 76.92 %"


def test_a_dividend_of_one_share_is_the_row_of_one_share() -> None:
    rows = [
        ("Dividends declared per common share", ("0.30", "0.25", "0.20")),
        ("Berths", ("9", "8", "7")),
    ]
    of_one = [table("d", "Dividends of our shares", rows, unit="")]
    assert figure("What dividend per share did it pay in 2030?", of_one) == "0.25"
    made = calculate("What dividends did it pay in 2030?", of_one)
    assert not isinstance(made, Calculation)


def test_what_was_spent_is_money() -> None:
    crews = [table("c", "Crews", [("Rope", ("12", "11", "10"))], unit="")]
    question = "How much did they spend on rope in 2030?"
    assert is_of_spending(question)
    assert not isinstance(calculate(question, crews), Calculation)
    bare = [table("b", "Statements of operations", [("Rope", ("12", "11", "10"))], unit="")]
    assert figure(question, bare) == "11"
    priced = [table("c", "Costs of the yard", [("Rope", ("12", "11", "10"))])]
    assert figure(question, priced) == "11"


def test_what_was_paid_for_shares_is_money_among_cash_flows() -> None:
    rows = [("Repurchase of common shares", ("(80)", "(70)", "(60)"))]
    question = "How much did they spend on share repurchases in 2030?"
    flows = table("f", "Consolidated Statements of Cash Flows", rows)
    assert figure(question, [flows]) == "−70"
    assert not isinstance(calculate(question, [table("c", "Shares", rows)]), Calculation)
    counted = "How many common shares were repurchased in 2030?"
    assert not isinstance(calculate(counted, [flows]), Calculation)


def test_a_line_may_say_that_it_could_be_a_loss() -> None:
    rows = [("Operating income (loss)", ("9", "(8)", "7")), ("Rents (a)", ("4", "5", "6"))]
    statement = [table("o", "Statements of operations", rows)]
    assert figure("What was the operating income in 2031?", statement) == "9"
    assert figure("What were rents in 2030?", statement) == "5"


@pytest.mark.parametrize("heading", ["Adjusted results", "Adjusted earnings before provision"])
def test_of_two_lines_of_one_name_the_one_under_no_heading_is_meant(heading: str) -> None:
    title = "Statement of earnings"
    plain = table("t", title, [("Net earnings", ("40", "30", "20"))])
    adjusted = StoredRow("Net earnings", (heading,), plain.rows[0].cells, False, None)
    cells = table("u", title, [("", ("90", "80", "70"))]).rows[0].cells
    both = replace(plain, rows=(replace(adjusted, cells=cells), *plain.rows))
    assert figure("What were net earnings in 2030?", [both]) == "30"


def test_sales_of_a_statement_are_those_to_customers() -> None:
    rows = [("Sales to customers", ("90", "80", "70")), ("Cost of boats", ("40", "30", "20"))]
    signed = table("s", "Statement of earnings (in thousands)", rows)
    assert figure("What were sales in 2030?", [signed]) == "80"
    members = [("Sales to members", ("9", "8", "7"))]
    assert isinstance(calculate("What were sales in 2030?", [table("m", "Fees", members)]), Refusal)


def test_a_share_of_sales_is_no_sales() -> None:
    rows = [("Boat sales", ("90", "80", "70")), ("% to sales", ("9", "8", "7"))]
    assert isinstance(calculate("What were sales in 2030?", [table("p", "Boats", rows)]), Refusal)
    assert figure("What was the % to sales in 2030?", [table("p", "Boats", rows)]) == "8"


def test_a_short_form_in_the_name_of_another_row_is_written_out() -> None:
    rows = [
        ("Research and development expenses", ("40", "30", "20")),
        ("R&D credit", ("3", "2", "1")),
    ]
    statement = [table("t", "Statements of income", rows)]
    assert figure("How much did they spend on R&D in 2030?", statement) == "30"
    assert figure("What was the R&D credit in 2030?", statement) == "2"


def test_what_there_is_on_a_day_was_not_spent() -> None:
    rows = [("Slipways", ("400", "380", "350"))]
    question = "How much did they spend on slipways in 2030?"
    sheet = table("b", "Consolidated Balance Sheets", rows)
    assert figure("What were slipways in 2030?", [sheet]) == "380"
    assert not isinstance(calculate(question, [sheet]), Calculation)
    dated = table("n", "Slipways by harbour", rows)
    days = tuple(replace(column, period=f"{column.period}-12-31") for column in dated.columns)
    assert not isinstance(calculate(question, [replace(dated, columns=days)]), Calculation)


def test_what_is_below_changes_among_cash_flows_is_a_change() -> None:
    flows = table(
        "f",
        "Consolidated Statements of Cash Flows",
        [("Ropes and sails", ("(5)", "(4)", "3"))],
        group=("Changes in assets and liabilities",),
    )
    sheet = table("b", "Consolidated Balance Sheets", [("Ropes and sails", ("90", "85", "81"))])
    assert figure("What were ropes and sails in 2030?", [flows, sheet]) == "85"


def test_a_consolidated_statement_is_of_the_whole_whatever_section_it_stands_in() -> None:
    rows = [("Net income", ("230", "180", "150"))]
    whole = table("w", "Consolidated Statements of Income", rows)
    whole = replace(whole, section=("Review of the Islands Segment",))
    assert figure("What was net income in 2030?", [whole]) == "180"
    part = replace(whole, title="Statements of income")
    assert is_of_a_part(part, "What was net income in 2030?")
    assert not is_of_a_part(whole, "What was net income in 2030?")


def test_who_had_it_must_be_said_by_the_table() -> None:
    question = "How much revenue did the cargo line report in 2029?"
    assert not isinstance(calculate(question, STATEMENTS), Calculation)


def test_a_line_of_the_statement_goes_before_a_row_called_so_elsewhere() -> None:
    notes = table("n", "Share awards by department", [("Slipway upkeep", ("7", "6", "5"))])
    parted = table(
        "g",
        "Consolidated Statements of Income",
        [("Slipway upkeep", ("120", "95", "90")), ("Wages", ("50", "48", "47"))],
        group=("Costs and expenses",),
    )
    question = "What was slipway upkeep in 2030?"
    assert figure(question, [notes, *STATEMENTS]) == "−95"
    assert figure(question, [notes, parted]) == "95"


def test_the_total_of_a_statement_is_called_without_the_word() -> None:
    lines = table("l", "Results of the island line", [("Revenues", ("300", "290", "280"))])
    assert figure("What were revenues in 2030?", [lines, *STATEMENTS]) == "850"


def test_of_parts_and_their_total_the_total_is_called_by_the_word_alone() -> None:
    rows = [
        ("Firm backlog", ("50", "40", "30")),
        ("Open backlog", ("20", "10", "5")),
        ("Total backlog", ("70", "50", "35")),
    ]
    orders = [table("b", "Orders of the yard", rows)]
    assert figure("What was the backlog in 2030?", orders) == "50"
    assert figure("How much did the backlog grow in 2031?", orders) == "20"
    assert figure("What was the open backlog in 2030?", orders) == "10"
    others = [("Other dues", ("5", "4", "3")), ("Total other dues", ("9", "8", "7"))]
    assert figure("What were other dues in 2030?", [table("o", "Dues of the yard", others)]) == "4"


def test_cash_of_activities_is_called_with_or_without_how_it_came() -> None:
    rows = [("Net cash provided by (used in) operating activities", ("9", "(8)", "7"))]
    flows = [table("f", "Statements of cash flows", rows)]
    assert figure("What was the net cash from operating activities in 2031?", flows) == "9"
    assert figure("What was the operating cash flow in 2029?", flows) == "7"


def test_an_expense_of_that_name_is_no_income() -> None:
    statement = table("o", "Consolidated Statements of Income", [("Dock income", ("9", "8", "7"))])
    flows = table(
        "f",
        "Consolidated Statements of Cash Flows",
        [("Dock expense, net", ("4", "3", "2")), ("Other dock expense", ("1", "1", "2"))],
        group=("Adjustments to reconcile net income",),
    )
    assert figure("What was dock income in 2030?", [flows, statement]) == "8"


def test_what_came_in_is_no_expense() -> None:
    rows = [("Interest expense", ("9", "8", "7")), ("Wages", ("5", "5", "5"))]
    alone = [table("o", "Statements of income", rows)]
    assert figure("What was interest in 2030?", alone) == "8"
    assert not isinstance(calculate("How much interest did they earn in 2030?", alone), Calculation)
    both = [table("o", "Statements of income", [*rows, ("Interest income", ("3", "2", "1"))])]
    assert not isinstance(calculate("What was interest in 2030?", both), Calculation)
    assert figure("What was interest expense in 2030?", both) == "8"
    assert figure("How much interest income did they earn in 2030?", both) == "2"


def test_selected_data_of_a_part_are_no_statement() -> None:
    part = table("p", "Selected income statement data", [("Net income", ("90", "80", "70"))])
    assert figure("What was net income in 2030?", [part, *STATEMENTS]) == "180"
    other = table("q", "Statements of income", [("Net income", ("90", "80", "70"))])
    made = calculate("What was net income in 2030?", [other, *STATEMENTS])
    assert isinstance(made, Refusal)


@pytest.mark.parametrize(
    "question",
    [
        "What was net income in 2030 and 2031?",
        "What was net income in 2030 and in 2031?",
        "What was net income in 2030, and 2031?",
    ],
)
def test_figures_of_several_years_stand_beside_each_other(question: str) -> None:
    made = calculate(question, STATEMENTS)
    assert isinstance(made, Calculation)
    assert made.operation is Operation.VALUES
    assert made.answer == "2030: 180 thousand EUR; 2031: 230 thousand EUR"
    assert [operand.column for operand in made.operands] == [1, 0]


def test_they_keep_the_order_of_the_question() -> None:
    made = calculate("What were total revenues in 2029, 2031 and 2030?", STATEMENTS)
    assert isinstance(made, Calculation)
    assert made.listed == (("2029", "800"), ("2031", "910"), ("2030", "850"))


@pytest.mark.parametrize(
    "question",
    [
        "What was the average net income in 2030 and 2031?",
        "What was the change in net income between 2030 and 2031?",
        "What was net income in 2031, the year after 2030?",
        "Why was net income low in 2030 and 2031?",
    ],
)
def test_what_is_worked_out_over_years_is_none_of_them(question: str) -> None:
    def ask(_: str) -> Calculation | Refusal | None:
        raise AssertionError("a year was asked about alone")

    assert several_years(question, ask) is None


def test_where_one_year_is_missing_nothing_is_told() -> None:
    made = calculate("What was net income in 2030 and 2035?", STATEMENTS)
    assert not isinstance(made, Calculation)


def test_a_figure_for_one_share_is_not_the_whole() -> None:
    title = "Consolidated Statements of Cash Flows (in thousands, except per share amounts)"
    flows = table("f", title, [("Dividends paid", ("(33)", "(31)", "(30)"))])
    question = "How much did they pay in dividends per share in 2030?"
    assert not isinstance(calculate(question, [flows]), Calculation)
    question = "What was the net income per share in 2030?"
    assert lacks_share(question, f"{title} Net income")
    assert not lacks_share(question, f"{title} Net income per common share")
    assert not lacks_share(question, "Diluted EPS")
    assert not lacks_share("What was the net income in 2030?", "Net income")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much did comparable fares increase in 2030?", "4.5"),
        ("What was the change in comparable fares in 2030?", "4.5"),
        ("How much did the share of islanders increase in 2030?", "3"),  # 40 − 37
    ],
)
def test_a_row_of_changes_is_told_as_it_stands(question: str, told: str) -> None:
    rows = [("Comparable fares", ("6", "4.5", "2")), ("Islanders", ("41", "40", "37"))]
    shares = table("p", "Share of fares", rows, unit="%")
    columns = tuple(replace(column, scale=Decimal(1)) for column in shares.columns)
    made = calculate(question, [replace(shares, columns=columns)])
    assert isinstance(made, Calculation), made
    assert made.answer == told


def test_an_amount_is_no_rate_of_it() -> None:
    question = "What was the operating income rate in 2030?"
    assert is_only_a_part(question, "Operating income — 2030: 1,795", is_row=True)
    assert not is_only_a_part(question, "Operating income rate — 2030: 4.1%", is_row=True)
    assert not is_only_a_part(
        "What is the daily rate of a boat?", "Boat — per day: 40", is_row=True
    )
