"""Parties, kinds and days that a document's first page gives it."""

from __future__ import annotations

import pytest

from backend.scope.first_page import (
    ADDRESS,
    DEFINED,
    HEADING,
    LABELLED,
    LETTERHEAD,
    MOST_PARTIES,
    NOTHING,
    Day,
    agree,
    closer_kind,
    days_said,
    kind_of,
    name_words,
    read_first_page,
)

SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made on the 9th day of March 2031 between Harbour Grill
Ltd ("the Supplier") and North Quay Restaurants plc of 3 Quay Road ("the Buyer").
"""
LETTER = """Frost & Fern LLP
Solicitors

3 March 2031

Mrs Orla Venn
4 Mill Lane
Elm

Dear Mrs Venn,

The boundary of your garden was measured on 1 March 2031.

Yours sincerely,

Ada Finch
"""
REPORT = """SURVEY REPORT
4 Mill Lane, Elm

Prepared for: Heron Works Ltd, 12 Dock Street, Elm
Inspected: 8 July 2031
"""


def surely(text: str) -> dict[str, float]:
    return {" ".join(party.name): party.sureness for party in read_first_page(text).parties}


def test_a_contract_names_its_parties_without_their_legal_forms() -> None:
    assert surely(SUPPLY) == {
        "harbour grill": DEFINED,
        "north quay restaurants": DEFINED,
        "3 quay road": ADDRESS,
    }
    forms = {" ".join(party.name): party.form for party in read_first_page(SUPPLY).parties}
    assert forms == {"harbour grill": True, "north quay restaurants": True, "3 quay road": False}


def test_the_kind_is_said_alone_and_with_the_word_before_it() -> None:
    assert read_first_page(SUPPLY).kinds == {"agreement", "supply agreement"}
    assert read_first_page(LETTER).kinds == {"letter"}
    assert read_first_page(REPORT).kinds == {"survey", "report", "survey report"}


def test_the_day_is_that_which_the_document_gives_itself() -> None:
    assert read_first_page(SUPPLY).days == (Day(2031, 3, 9),)
    assert read_first_page(LETTER).days == (Day(2031, 3, 3),), "the first of March is in the text"
    assert read_first_page(REPORT).days == (Day(2031, 7, 8),)


def test_a_letter_has_a_sender_a_receiver_and_somebody_who_signs() -> None:
    assert surely(LETTER) == {
        "frost fern": LABELLED,
        "orla venn": LABELLED,
        "4 mill lane": ADDRESS,
        "venn": ADDRESS,
        "ada finch": LABELLED,
    }


def test_a_report_is_about_the_place_below_its_kind_and_for_whom_a_label_says() -> None:
    assert surely(REPORT) == {
        "4 mill lane": HEADING,
        "heron works": LABELLED,
        "12 dock street": ADDRESS,
    }


@pytest.mark.parametrize(
    ("text", "name", "sureness"),
    [
        ("Patient: Tamsin Reed\n", "tamsin reed", LABELLED),
        ("Insured:  Mr Dov Kray\n", "dov kray", LABELLED),
        ("From: Ada Finch <ada@elm.example>\n", "ada finch", LABELLED),
        ("For the attention of Ada Finch\n", "ada finch", LABELLED),
        ("PREMISES: 14 Weir Street, Elm\n", "14 weir street", LABELLED),
        ("An agreement by and among Tern Ltd, Plover Ltd and Heron Ltd.", "plover", DEFINED),
        ("LEASE\n\nMade in Elm between Ines Reed and Orla Venn", "orla venn", DEFINED),
        ("LEASE\nPARTIES\n(1) Reed Ltd and\n(2) Ada Finch", "ada finch", DEFINED),
        ("The letting of 9 Mill Lane begins.", "9 mill lane", HEADING),
        ("Elm Food Office\n\nInspection report\n", "elm food office", LETTERHEAD),
        ("This lease is made between Ines Reed of Sluice House and Orla Venn", "ines reed", 1.0),
        ("This lease is made between Tern Dairy Ltd of Upper Elm and Orla Venn", "tern dairy", 1.0),
    ],
)
def test_names_stand_behind_labels_and_words_of_contracts(
    text: str, name: str, sureness: float
) -> None:
    assert surely(text)[name] == sureness


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Open between 9 and 17, from Monday to Friday.",
        "This agreement is made between 9 and 17 March.",
        "this agreement is made between harbour grill ltd and north quay plc.",
        "The ferry runs between Elm and Lunna.",
        'The agreement binds the Buyer ("the Buyer") and the Seller ("the Seller").',
        "Dear Sir or Madam,",
        "Dear Customer,",
        "Delivery between May and June, as agreed in the contract.",
        "The effective range lies between Monday Hill and North Quay.",
        "Report\n\nTides made the water rise between Monday Hill and North Quay.",
        "\x00 \ufffd ((((((",
    ],
)
def test_what_names_nobody_gives_no_party(text: str) -> None:
    assert surely(text) == {}


def test_a_name_ends_with_its_sentence_but_not_at_initials() -> None:
    found = surely("The house rules of 4 Mill Lane and 9 Mill Lane. No dogs. Smoke outside.")
    assert found.keys() == {"4 mill lane", "9 mill lane"}
    found = surely("To: A. J. Finch\nFrom: St. Orla Boats\nOwner: R.D. Venn\n")
    assert found.keys() == {"a j finch", "st orla boats", "r d venn"}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Subject: Lease of 4 Mill Lane\n\nNotes of the week", set()),
        ("Re: Lease of 4 Mill Lane\n\nInvoice", {"invoice"}),
        ("RE Lease of 4 Mill Lane\n", set()),
        ("To: Tern Report Ltd\n", set()),
        ("Your ref: Lease 14\n", set()),
        ("Lease: 4 Mill Lane\n", {"lease"}),
        ("Invoice to: Heron Works\n", {"invoice"}),
        ("Report on moorings\n", {"report"}),
    ],
)
def test_what_a_document_is_about_is_not_its_kind(text: str, kinds: set[str]) -> None:
    assert read_first_page(text).kinds == kinds


def test_no_name_goes_on_behind_a_legal_form() -> None:
    found = surely("This lease is made between Tern Dairy Ltd of Upper Elm and Orla Venn.")
    assert found == {"tern dairy": DEFINED, "orla venn": DEFINED}


def test_one_word_alone_is_less_sure_than_a_name() -> None:
    assert surely("This agreement is made between Tern and Plover Ltd.") == {
        "tern": ADDRESS,
        "plover": DEFINED,
    }


def test_a_page_of_names_gives_a_bounded_number_and_the_surest() -> None:
    page = SUPPLY + "\n".join(f"{number} Mill Lane" for number in range(1, 200))
    found = surely(page)
    assert len(found) == MOST_PARTIES
    assert found["harbour grill"] == DEFINED


def test_days_agree_as_far_as_both_are_told() -> None:
    assert agree(Day(2031, 3, 3), Day(0, 3, 3))
    assert agree(Day(2031, 3, 3), Day(2031, 3, 3))
    assert not agree(Day(2031, 3, 3), Day(2030, 3, 3))
    assert not agree(Day(0, 3, 4), Day(0, 3, 3))


def test_days_are_said_with_and_without_a_year() -> None:
    said = [day for day, _ in days_said("on 3 March, March 4th 2031 and the 5th day of May 2031")]
    assert said == [Day(2031, 3, 4), Day(2031, 5, 5), Day(0, 3, 3)]
    assert list(days_said("40 March, you may come, 3 marchers")) == []


def test_kinds_have_one_spelling_and_the_word_before_them() -> None:
    assert kind_of("license") == "licence"
    assert kind_of("letters") == kind_of("supplier") == ""
    words = name_words("the supply agreement of 2031 and the lease")
    assert [closer_kind(words, place) for place in range(len(words))] == [
        *("", "", "supply agreement", "", "", "", ""),
    ]


def test_nothing_is_read_of_an_empty_page() -> None:
    assert read_first_page("") == NOTHING


def test_figures_with_a_legal_form_name_nobody() -> None:
    assert read_first_page("000 LtD").parties == ()
