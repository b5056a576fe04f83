"""A first row that is written like the others is data; one of names stays the header."""

from __future__ import annotations

import pytest

from backend.readers.html import read_html
from backend.readers.layout.written_headers import header_rows

KEYS = [
    ["*NAME", "Mark a sail as dry"],
    ["#", "Save the list of the sails"],
    ["-", "Leave the loft"],
    ["+MODE", "Enter the mode of that name"],
]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        (KEYS, 0),
        ([["Key", "What it does"], *KEYS], 1),
        ([["-q", "Be quiet"], ["-v", "Be loud"], ["-n", "12"]], 0),
        ([["* NAME", "Mark a sail as dry"], ["& NAME", "Sew it"], ["@ NAME", "Sell it"]], 0),
        ([["Option", "Meaning"], ["-q", "Be quiet"], ["-v", "Be loud"]], 1),
        ([["#", "Boat", "Port"], ["1", "Tern", "Elm"], ["2", "Gull", "Ely"]], 1),
        ([["mend", "It mends the sail."], ["fold", "It folds the sail."]], 0),
        ([["Word", "It is so."], ["fold", "Dry it"], ["mend", "Sew it"], ["cut", "Cut it"]], 1),
        ([["Boat", "Port"], ["Tern", "Elm"], ["Gull", "Ely"]], 1),
        ([["Boat", "Remarks"], ["Tern", "It has a new mast."], ["Gull", "It leaks a little."]], 1),
        ([["Boat", "Port", "Toll"], ["Tern", "Elm", "none yet"], ["Gull", "Ely", "12"]], 1),
        ([["Boat", "Net", "Gross"], ["Name", "tolls", "tolls"], ["Gull", "9", "12"]], 2),
        ([["Boat", "Toll", "Load"], ["Unit", "EUR", "kg"], ["Gull", "9", "12"]], 2),
        ([["Boat", "Toll", "Load"], ["", "a year", "a week"], ["Gull", "9", "12"]], 2),
        ([["Boat", "Toll", "Load"], ["name", "paid", "lost"], ["Gull", "9", "12"]], 2),
        ([["Boat", "Tolls", "Tolls"], ["Name", "Spring", "Autumn"], ["Gull", "9", "12"]], 2),
        ([["Sail", "Length", "Mass"], ["Unit", "Metres", "Kilos"], ["Jib", "9", "12"]], 2),
        ([["Sail", "Cloth", "Mass"], ["Unit", "Kind", "in kilos"], ["Jib", "Hemp", "12"]], 2),
        ([["Mender", "Town", "Due"], ["Falk", "Elm", "in part"], ["Rask", "Ely", "9 days"]], 1),
        ([["Mender", "Due"], ["Falk", "9 days or 4 days"], ["Rask", "9 days"]], 1),
        ([["Mender", "Due", "Late"], ["Name", "0-9 days", "10-19 days"], ["Rask", "4", "5"]], 2),
        ([["Sail", "Cloth", "Rent"], ["Name", "Kind", "per day"], ["Jib", "Hemp", "12"]], 2),
        ([["Sail", "Cloth", "Toll"], ["Segel", "Tuch", "Zoll"], ["Jib", "Hemp", "12"]], 2),
        ([["Sail", "Cloth", "Toll"], ["Voile", "toile", "droit dû"], ["Jib", "Hemp", "12"]], 2),
        ([["Sail", "Spring", "Autumn"], ["Name", "Plan", "Actual"], ["Jib", "9", "12"]], 2),
        ([["Sail", "Boats", "Tolls"], ["Kind", "Value", "Volume"], ["Jib", "9", "12"]], 2),
        (
            [
                ["Boat", "Port", "Toll"],
                ["Tern", "Elm", "Waived"],
                ["Gull", "Ely", "12"],
                ["Lark", "Elm", "9"],
                ["Mole", "Ash", "8"],
            ],
            1,
        ),
        (
            [
                ["Sail", "Cloth", "Toll"],
                ["Segel", "Tuch", "Zoll"],
                ["Jib", "Hemp", "12"],
                ["Sail", "Cloth", "Toll"],
                ["Segel", "Tuch", "Zoll"],
                ["Fock", "Flax", "9"],
            ],
            2,
        ),
        (
            [
                ["Is it watertight?", "What would you mend first?"],
                ["It is so far.", "The mast needs paint."],
                ["Not at all.", "I would sew the sail."],
            ],
            1,
        ),
        ([["Is it dry yet?", "Look."], ["Is it sewn up?", "Pull."]], 0),
        (
            [
                ["dry", "hang the sail in the loft by its head"],
                ["fold", "lay the sail flat and fold it from the foot"],
                ["mend", "sew a patch of the same cloth over it"],
            ],
            0,
        ),
        (
            [
                ["step", "what is to be done"],
                ["fold", "lay the sail flat and fold it from the foot"],
                ["mend", "sew a patch of the same cloth over it"],
            ],
            1,
        ),
        ([["", "2021", "2022"], ["Landings of all boats.", "4", "5"]], 1),
        ([["Landings", "–", "5"], ["Crates", "4", "–"]], 0),
        ([["$ million", "2021"], ["$5", "4"], ["$6", "5"]], 1),
        ([["+/-", "Boat"], ["+5", "Tern"], ["-3", "Gull"]], 1),
        (
            [
                ["Name", "What was good?", "Do you have any remarks?"],
                ["Ada", "The boats", "It was a fine day out."],
                ["Omar", "The pies", "The queue was too long."],
            ],
            1,
        ),
        (
            [
                ["Name", "What should we do better next year"],
                ["Ada", "Put up more tents for the band"],
                ["Omar", "Open the gate an hour earlier please"],
            ],
            1,
        ),
        (
            [
                ["How do I book a berth?", "Call the keeper of the quay."],
                ["May I bring a dog?", "Yes, on a short lead."],
                ["How do I pay?", "You pay at the gate."],
            ],
            0,
        ),
        (
            [
                ["Boat", "Name and address of the owner of the boat"],
                ["Tern", "Ada Finch, 4 Quay Street, Elm 12345"],
                ["Gull", "Omar Rell, 9 Mill Lane, Ely 12346"],
            ],
            1,
        ),
        (
            [
                ["Term", "Meaning in plain words for all of us"],
                ["mast", "a tall pole that holds the sails up"],
                ["keel", "the lowest beam along the bottom of a boat"],
            ],
            1,
        ),
        ([["#", "Title"], ["#1", "Mast broken"], ["#2", "Sail torn"]], 1),
        ([["*", "Mend the sail"], ["*", "Buy a rope"]], 0),
        ([["One", "row"]], 0),
        ([], 0),
    ],
)
def test_the_header_is_told_by_how_its_cells_are_written(
    rows: list[list[str]], header: int
) -> None:
    assert header_rows(rows) == header


def test_a_table_of_a_page_without_header_cells_keeps_its_first_row() -> None:
    cells = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in KEYS)
    table = read_html(f"<h1>Keys</h1><table>{cells}</table>", "a.html").tables[0]
    assert [row.cells for row in table.rows] == [tuple(row) for row in KEYS]
    assert not any(table.header)
