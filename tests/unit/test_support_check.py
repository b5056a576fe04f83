"""The support check: what a cited passage bears out, and what it does not."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from backend.evidence.arithmetic import computed
from backend.evidence.quantities import is_among, quantities
from backend.evidence.support import bare_claim, check_sentence

PASSAGE = (
    "Acme Corp. reported net revenue of $1.2 billion in 2023, up 8% from 2022. Its chief "
    "executive, Jane Roe, joined in May 2019. The company did not pay a dividend in 2023."
)


def check(sentence: str, question: str = "", similarity: float | None = None) -> bool | None:
    return check_sentence(sentence, [PASSAGE], question, similarity).supported


@pytest.mark.parametrize(
    "sentence",
    [
        "Acme Corp. reported net revenue of $1.2 billion in 2023, up 8% from 2022.",
        "Acme reported net revenue of 1,200 million dollars in 2023 [1].",
        "**Acme** reported revenue of about 1.2 billion, up 8 percent.",
        "- Jane Roe joined Acme in May 2019. [1]",
        "The company did not pay a dividend.",
    ],
)
def test_what_the_passage_says_is_supported(sentence: str) -> None:
    assert check(sentence) is True


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("Acme Corp. reported net revenue of $1.3 billion in 2023.", "1.3 billion"),
        ("Acme reported net revenue of $1.2 billion in 2023, up 9%.", "9%"),
        ("Jane Roe joined Acme in May 2018.", "2018"),
        ("The chief executive, John Roe, joined in May 2019.", "John"),
        ("Jane Roe joined in June 2019.", "June"),
    ],
)
def test_altered_numbers_and_names_are_named(sentence: str, missing: str) -> None:
    verdict = check_sentence(sentence, [PASSAGE], "", None)
    assert verdict.supported is False
    assert f"“{missing}”" in verdict.problem or missing in verdict.problem


@pytest.mark.parametrize(
    "dressed",
    [
        "{} ![chart](http://192.0.2.1/p.png)",
        "{} ![](https://evil.example/?q=Acme)",
        "![{}](//evil.example/p.png)",
        "[{}](http://evil.example/a) [1]",
        "{} <img src='http://evil.example/i.png'>",
        "{} See www.evil.example/more.",
        "![](http://evil.example/i.png)",
        "{} [1](https://evil.example/i)",
    ],
)
def test_an_address_that_no_passage_holds_is_never_supported(dressed: str) -> None:
    verdict = check_sentence(dressed.format("Jane Roe joined in May 2019."), [PASSAGE], "", 0.99)
    assert verdict.supported is False
    assert "address" in verdict.problem


def test_an_address_that_stands_in_the_passage_is_supported() -> None:
    passage = "The forms are at https://forms.example/2024/list.html (or www.forms.example)."
    for sentence in (
        "The forms are at https://forms.example/2024/list.html [1].",
        "The forms are at www.forms.example.",
    ):
        assert check_sentence(sentence, [passage], "", None).supported is True
    longer = "The forms are at https://forms.example/2024/list.html?to=evil [1]."
    assert check_sentence(longer, [passage], "", 0.99).supported is False


SPELLED = (
    *("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


@pytest.mark.parametrize(("number", "word"), list(enumerate(SPELLED, start=3)))
def test_a_spelled_number_must_stand_in_the_passage(number: int, word: str) -> None:
    claim = f"The harbour master owns {word} boats."
    for said in (word, str(number)):
        passage = f"The harbour master, who lives on the quay, owns {said} boats there."
        assert check_sentence(claim, [passage], "", None).supported is True
    for said in ("forty", str(number + 1)):
        passage = f"The harbour master, who lives on the quay, owns {said} boats there."
        verdict = check_sentence(claim, [passage], "", None)
        assert verdict.supported is False
        assert word in verdict.problem


@pytest.mark.parametrize("word", ["one", "two"])
def test_one_and_two_are_words_like_others(word: str) -> None:
    """ "One of the boats" counts nothing, so such a word is not asked for as a number."""
    passage = "The harbour master, who lives on the quay, owns boats there."
    claim = f"The harbour master owns {word} boats there."
    assert check_sentence(claim, [passage], "", None).supported is True


def test_a_denial_is_flagged() -> None:
    assert check("The company did pay a dividend in 2023.") is False
    assert check("Jane Roe, chief executive, had not joined in May 2019.") is False


def test_unrelated_words_need_the_embedding_to_be_supported() -> None:
    paraphrase = "Shareholders of the company received nothing."
    assert check(paraphrase) is False
    assert check("The chief of the company began work during 2019.", similarity=0.8) is True
    assert check("The chief of the company began work during 2019.", similarity=0.1) is False


@pytest.mark.parametrize(
    "sentence",
    [
        "Hello!",
        "I did not find this in the documents.",
        "None of the passages that were found mentions “zebra”.",
        "The nearest passages:",
        "The documents do not mention a dividend policy.",
        "Here is what the passages say:",
        "Would you like to know more?",
    ],
)
def test_sentences_that_claim_nothing_are_not_judged(sentence: str) -> None:
    assert check(sentence) is None


def test_a_claim_without_a_citation_is_not_supported() -> None:
    verdict = check_sentence("Acme was founded in 1950.", [], "", None)
    assert verdict.supported is False
    assert verdict.problem == "It cites no passage."


def test_years_and_names_of_the_question_may_be_repeated() -> None:
    passage = "Net revenue was 17,846 million."
    sentence = "In 2021, Globex had net revenue of 17,846 million."
    asked = "What was the net revenue of Globex in 2021?"
    assert check_sentence(sentence, [passage], asked, None).supported is True
    assert check_sentence(sentence, [passage], "", None).supported is False


@pytest.mark.parametrize(
    ("claimed", "evidence"),
    [
        ("17846", "17,846"),
        ("8 percent", "8%"),
        ("$1.2 billion", "1,200 million"),
        ("17.8 billion", "17,846 million"),
        ("$17,846 million", "17,846"),
        ("nine", "9"),
        ("2nd", "second"),
        ("about 17,800", "17,800"),
    ],
)
def test_equal_numbers_meet(claimed: str, evidence: str) -> None:
    assert is_among(quantities(claimed)[0], quantities(evidence))


@pytest.mark.parametrize(
    ("claimed", "evidence"),
    [("17847", "17,846"), ("8%", "9%"), ("1.3 billion", "1.2 billion"), ("18", "1,800")],
)
def test_different_numbers_do_not(claimed: str, evidence: str) -> None:
    assert not is_among(quantities(claimed)[0], quantities(evidence))


def test_scaled_values() -> None:
    assert [quantity.value for quantity in quantities("$1.2 billion, 8 %, 5k and twenty-one")] == [
        Decimal("1200000000.0"),
        Decimal("0.08"),
        Decimal("5000"),
        Decimal("21"),
    ]


LISTED = json.loads((Path(__file__).parents[1] / "support_claims.json").read_text("utf-8"))
SALE = (
    "Northwind sold its Leeds bakery to Orchard Group in May 2021. The York bakery was kept. "
    "Revenue rose 8% in 2021, while profit fell."
)


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("Revenue fell 8% in 2021.", "opposite"),
        ("Northwind sold its Leeds bakery in May 2020.", "not in"),
        ("Orchard Group sold its Leeds bakery to Northwind.", "other way round"),
        ("The Leeds bakery was kept.", "something other than “Leeds”"),
        ("The York bakery was not kept.", "opposite"),
        ("Profit rose in 2021.", "opposite"),
    ],
)
def test_the_same_words_of_something_else_are_flagged(sentence: str, problem: str) -> None:
    verdict = check_sentence(sentence, [SALE], "", 0.8)
    assert verdict.supported is False
    assert problem in verdict.problem


def test_another_year_of_the_same_passage_is_flagged() -> None:
    passage = "The fair of 2018 drew 4,000 visitors. The fair of 2019 was called off for rain."
    assert check_sentence("The fair of 2018 was called off for rain.", [passage], "", 0.8).problem
    assert check_sentence("The fair of 2019 was called off.", [passage], "", 0.8).supported is True


def test_a_right_computation_is_supported_and_a_wrong_one_is_not() -> None:
    passage = "Current assets were 5,802 and total assets 15,785."
    right = "Current assets were 36.8 % (5,802 / 15,785) of total assets."
    wrong = "Current assets were 38.6 % (5,802 / 15,785) of total assets."
    invented = "Current assets were 50.0 % (5,802 / 11,604) of total assets."
    assert check_sentence(right, [passage], "", None).supported is True
    assert "38.6" in check_sentence(wrong, [passage], "", None).problem
    assert "11,604" in check_sentence(invented, [passage], "", None).problem


@pytest.mark.parametrize(
    ("claim", "results"),
    [
        ("It grew 25 % ((50 - 40) / 40).", ["25"]),
        ("12 + 30 = 42 boats", ["42"]),
        ("12 + 30 = 43 boats", []),
        ("3 (6 / 0)", []),
        ("a share of 40 (see page 3)", []),
    ],
)
def test_stated_arithmetic_must_come_out(claim: str, results: list[str]) -> None:
    assert computed(claim) == results


def test_most_listed_errors_are_flagged_and_most_paraphrases_accepted() -> None:
    errors = [(row["passage"], claim) for row in LISTED for _, claim in row["errors"]]
    truths = [(row["passage"], claim) for row in LISTED for claim in row["paraphrases"]]
    assert (len(errors), len(truths)) == (100, 60)
    flagged = sum(check_sentence(c, [p], "", 0.7).supported is False for p, c in errors)
    accepted = sum(check_sentence(c, [p], "", 0.7).supported is not False for p, c in truths)
    assert flagged >= 65
    assert accepted >= 45


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("- Ropes are safe.", "Ropes are safe."),
        ("• Ropes are safe.", "Ropes are safe."),
        ("2. Ropes are safe.", "Ropes are safe."),
        ("1. Ship the oars.\n2. Tie them up. [1]", "1. Ship the oars.\n2. Tie them up."),
        ("-q Writes no progress.", "-q Writes no progress."),
        ("--quiet Writes no progress.", "--quiet Writes no progress."),
    ],
)
def test_the_mark_of_an_item_goes_and_the_name_of_an_option_stays(written: str, bare: str) -> None:
    assert bare_claim(written) == bare
