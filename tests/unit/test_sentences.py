"""Sentence boundaries: what ends a sentence and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. Smith met Mrs. Jones. They left.", ["Dr. Smith met Mrs. Jones.", "They left."]),
        ("It rose by 3.5% to 2.1. Then fell.", ["It rose by 3.5% to 2.1.", "Then fell."]),
        ("J. K. Rowling wrote it. It sold.", ["J. K. Rowling wrote it.", "It sold."]),
        ("Acme Inc. reported a loss.", ["Acme Inc. reported a loss."]),
        ("He works at Acme Inc. The firm grew.", ["He works at Acme Inc.", "The firm grew."]),
        ("The U.S. Senate met. We saw.", ["The U.S. Senate met.", "We saw."]),
        ("See Fig. 3 and e.g. Table 2. Done.", ["See Fig. 3 and e.g. Table 2.", "Done."]),
        (
            "Ferry to Gull, dep. 10:35, arr. Tern Quay 11:20. Taxi.",
            ["Ferry to Gull, dep. 10:35, arr. Tern Quay 11:20.", "Taxi."],
        ),
        ("Ring tel. 01632 960118. Ask for ext. 4.", ["Ring tel. 01632 960118.", "Ask for ext. 4."]),
        ("Look at the dep. The rest is fine.", ["Look at the dep.", "The rest is fine."]),
        ("“Stop!” he said. She left.", ["“Stop!” he said.", "She left."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        (
            "A line that\nwraps here. And more\ntext.",
            ["A line that\nwraps here.", "And more\ntext."],
        ),
        ("A heading\n\nIts text.", ["A heading", "Its text."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("Items:\n• first thing\n• second thing", ["Items:", "• first thing", "• second thing"]),
        ("1. Revenue grew. 2. Costs fell.", ["1. Revenue grew.", "2. Costs fell."]),
        ("今日は晴れ。明日は雨！終わり", ["今日は晴れ。", "明日は雨！", "終わり"]),
        ("「行く。」と言った。次。", ["「行く。」", "と言った。", "次。"]),
        ("هل هذا سؤال؟ نعم.", ["هل هذا سؤال؟", "نعم."]),
        ("यह वाक्य है। दूसरा वाक्य।", ["यह वाक्य है।", "दूसरा वाक्य।"]),
        (
            "Net revenue 17,846 15,301\nCost of sales 9,010 8,222\n",
            ["Net revenue 17,846 15,301", "Cost of sales 9,010 8,222"],
        ),
        ("It was founded in 2019\nby two friends.", ["It was founded in 2019\nby two friends."]),
        (
            "Sales were up in 2022 and\n2023. Costs too.",
            ["Sales were up in 2022 and\n2023.", "Costs too."],
        ),
        ("Der Vertrag beginnt am 1. März 2021.", ["Der Vertrag beginnt am 1. März 2021."]),
        ("Er kommt am 27. September. Es eilt.", ["Er kommt am 27. September.", "Es eilt."]),
        ("Vom 3. April bis 5. August.", ["Vom 3. April bis 5. August."]),
        ("Das Haus im 2. Stock ist leer.", ["Das Haus im 2. Stock ist leer."]),
        ("Der Zug fuhr am 27. Wir blieben.", ["Der Zug fuhr am 27.", "Wir blieben."]),
        ("Sie wohnt in der 12. Es ist laut.", ["Sie wohnt in der 12.", "Es ist laut."]),
        ("Er bekam die Note 1. Mai war warm.", ["Er bekam die Note 1.", "Mai war warm."]),
        (
            "Die Miete beträgt 5. Der Mieter zahlt 3. März ist frei.",
            ["Die Miete beträgt 5.", "Der Mieter zahlt 3.", "März ist frei."],
        ),
        (
            "Er war der 3. Heute ist er der 2. Morgen nicht.",
            ["Er war der 3.", "Heute ist er der 2.", "Morgen nicht."],
        ),
        ("Abgabe: 3. März", ["Abgabe: 3. März"]),
        ("Kurs: 3. März 9.30 Uhr. Kommt!", ["Kurs: 3. März 9.30 Uhr.", "Kommt!"]),
        ("Frist: 3. März bis 5. Mai. Ende.", ["Frist: 3. März bis 5. Mai.", "Ende."]),
        ("Stand: 3. März 2021 gilt.", ["Stand: 3. März 2021 gilt."]),
        ("They won by 12. August was dry.", ["They won by 12.", "August was dry."]),
        ("I am 27. Now I work.", ["I am 27.", "Now I work."]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_boundaries(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(
    st.text(alphabet=st.sampled_from('aB1 .!?\n。\t•"”(é\u00a0\U0001f600-'), max_size=200)
    | st.text()
)
def test_spans_are_ordered_trimmed_and_hold_every_visible_character(text: str) -> None:
    spans = sentence_spans(text)
    position = 0
    for start, end in spans:
        assert position <= start < end
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()


def test_a_row_whose_last_cell_stands_apart_is_one_unit() -> None:
    text = "Mei-Lin Sato Leads the nursery  2020\nTomas Okafor Skipper  2016\nRuth Adeyemi  2021"
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Mei-Lin Sato Leads the nursery  2020",
        "Tomas Okafor Skipper  2016",
        "Ruth Adeyemi  2021",
    ]
