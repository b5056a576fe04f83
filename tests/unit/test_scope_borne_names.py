"""Documents that a question names in passing, by their parties, kinds and days."""

from __future__ import annotations

import re

import pytest

from backend.scope.borne_names import BorneNames
from backend.scope.first_page import HEADING, Day, FirstPage, Party
from backend.scope.profiles import Profile, profile_of
from backend.scope.routing import NAMED, NAMED_IN_PASSING, Directory, describe


def page(*parties: str, kind: str = "", day: tuple[int, int, int] | None = None) -> FirstPage:
    """A first page that surely names parties; "~" before a name makes it unsure."""
    return FirstPage(
        tuple(
            Party(tuple(party.removeprefix("~").split()), 0.6 if party[0] == "~" else 1.0)
            for party in parties
        ),
        frozenset({kind, kind.rpartition(" ")[2]} - {""}),
        (Day(*day),) if day else (),
    )


PAGES = {
    "lease 4": page("reed estates", "ada finch", "4 mill lane", kind="lease", day=(2029, 5, 2)),
    "lease 9": page("reed estates", "dov kray", "9 mill lane", kind="lease", day=(2030, 5, 2)),
    "supply": page("harbour grill", "north quay restaurants", kind="supply agreement"),
    "joint": page("harbour grill", "tern dairy", "plover", kind="agreement"),
    "letter 3": page("ada finch", "reed estates", "~4 mill lane", kind="letter", day=(2031, 3, 3)),
    "letter 9": page("ada finch", "dov kray", kind="letter", day=(2031, 3, 9)),
    "survey": page("heron works", "~9 mill lane", kind="report", day=(2031, 7, 8)),
    "other": page("orla venn"),
    "plain": page(),
}
NAMES = BorneNames(PAGES)


@pytest.mark.parametrize(
    ("question", "document"),
    [
        (
            "Consider the agreement between Harbour Grill Ltd and North Quay; when does it end?",
            "supply",
        ),
        ("What does the lease of 4 Mill Lane say about pets?", "lease 4"),
        ("What is the rent in the lease between Reed Estates and Dov Kray?", "lease 9"),
        ("In Ada Finch's letter of 3 March, what is owed?", "letter 3"),
        ("What does the letter to Dov Kray propose?", "letter 9"),
        ("What was found in the survey report for Heron Works?", "survey"),
        ("What does the supply agreement with Harbour Grill say of ice?", "supply"),
        ("How long does the lease of 2 May 2029 run?", "lease 4"),
        ("what is said in the agreement of harbour grill with north quay restaurants?", "supply"),
        ("In the letter from Ada Finch to Dov Kray, why is the contract ended?", "letter 9"),
        ("In the contract between Tern Dairy and Harbour Grill, who delivers?", "joint"),
        ("How much notice is due, in the lease of 9 Mill Lane?", "lease 9"),
    ],
)
def test_a_document_is_meant_by_its_names_with_its_kind_or_day(
    question: str, document: str
) -> None:
    assert NAMES.meant_by(question).meant == {document}


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        # several documents fit
        ("What do we read in Ada Finch's letter?", {"letter 3", "letter 9"}),
        ("What does the Harbour Grill agreement say of ice?", {"supply", "joint"}),
        # no document is spoken of
        ("When did Ada Finch come to Elm?", set()),
        ("What did Harbour Grill and North Quay Restaurants agree on?", set()),
        # not the kind that the library holds of these
        ("What is owed by the invoice to Heron Works?", set()),
        # a surname, one word of a name, a name that is not said in full
        ("What does the letter to Kray propose?", {"letter 9"}),
        ("What does the North Quay agreement say of ice?", {"supply"}),
        # what is asked may stand elsewhere
        ("Who moved in after the lease of 4 Mill Lane?", {"lease 4"}),
        ("Which report speaks of the lease of 4 Mill Lane?", {"lease 4"}),
        # two documents
        ("Compare the lease of 4 Mill Lane to that of 9 Mill Lane", {"lease 4", "lease 9"}),
        # the year is missing
        ("How long does the lease of 2 May run?", {"lease 4", "lease 9"}),
        ("What does the letter of 3 March say?", {"letter 3"}),
        # it calls itself a lease
        ("How long does the contract of 2 May 2029 run?", {"lease 4"}),
        # unsure that the place is the document's
        ("What was found in the survey of 9 Mill Lane?", {"survey"}),
    ],
)
def test_several_documents_or_none_are_meant_where_the_question_leaves_it_open(
    question: str, meant: set[str]
) -> None:
    assert NAMES.meant_by(question).meant == meant


@pytest.mark.parametrize(
    ("question", "elsewhere"),
    [
        ("What does the lease of 4 Mill Lane say about pets?", False),
        ("In Ada Finch's letter of 3 March, what is owed?", False),
        ("How long does the lease of 2 May 2029 run?", False),
        ("How does the lease of 4 Mill Lane differ from the house rules?", True),
        ("Is there a deposit in each lease, as in the lease of 4 Mill Lane?", True),
        ("Was the lease of 4 Mill Lane amended?", True),
        ("Who moved in after the lease of 4 Mill Lane?", True),
        ("Which report speaks of the lease of 4 Mill Lane?", True),
        ("What is said of dogs but not in the lease of 4 Mill Lane?", True),
        # others call themselves so, these only by a word like it
        ("What does the contract of Tern Dairy say?", False),
        ("What does the agreement of 4 Mill Lane say?", True),
        ("What does the agreement of 2 May 2029 say?", True),
    ],
)
def test_what_is_asked_may_stand_elsewhere_than_in_the_document_meant(
    question: str, elsewhere: bool
) -> None:
    assert NAMES.meant_by(question).elsewhere is elsewhere


@pytest.mark.parametrize(
    ("question", "weight"),
    [
        ("What does the lease of 4 Mill Lane dated 2 May 2029 say?", 1.0),
        ("What does the lease of 4 Mill Lane say?", 1.0),
        ("What does the lease of 4 Mill Lane dated 7 June 2030 say?", 0.25),
        ("What does the 7 June lease of 4 Mill Lane say?", 0.25),
        # that day is not the lease's
        ("What was due by the lease of 4 Mill Lane on 7 June 2030?", 1.0),
    ],
)
def test_a_day_that_no_day_of_a_document_agrees_with_lowers_it(
    question: str, weight: float
) -> None:
    borne = NAMES.meant_by(question)
    assert borne.weights["lease 4"] == weight
    assert ("lease 4" in borne.meant) is (weight == 1)


def test_a_verb_is_no_kind_of_document() -> None:
    assert NAMES.meant_by("When does Dov Kray lease the boat?").meant == set()
    assert NAMES.meant_by("What does the lease the parties of 9 Mill Lane signed say?").meant == {
        "lease 9"
    }


def test_a_name_within_a_longer_one_is_none() -> None:
    names = BorneNames(
        {"a": page("quay estates", kind="lease"), "b": page("north quay estates", kind="lease")}
    )
    assert names.meant_by("the lease of North Quay Estates").meant == {"b"}
    assert names.meant_by("the lease of Quay Estates").meant == {"a"}


def test_a_name_that_others_begin_with_gives_them_less() -> None:
    names = BorneNames(
        {
            "a": page("harbour grill", kind="lease"),
            "b": page("harbour grill supplies", kind="lease"),
            "c": page(),
            "d": page(),
            "e": page(),
        }
    )
    borne = names.meant_by("In the lease of Harbour Grill, who pays?")
    assert borne.weights == {"a": 1.0, "b": 0.8}


@pytest.mark.parametrize("bearing", [2, 3, 4])
def test_a_name_that_half_of_the_documents_share_tells_only_those_of_a_kind(bearing: int) -> None:
    pages = {str(n): page("elm trust", kind="report") for n in range(bearing)}
    pages |= {"x": page("elm trust", kind="letter"), "y": page(), "z": page()}
    borne = BorneNames(pages).meant_by("What does the letter of Elm Trust say?")
    assert borne.meant == {"x"}
    assert borne.weights == {"x": 1.0}
    assert BorneNames(pages).meant_by("What does Elm Trust do?").weights == {}


def test_exactly_half_of_the_documents_share_a_name_and_one_less_do_not() -> None:
    pages = {"a": page("elm trust", kind="letter"), "b": page("elm trust", kind="report")}
    question = "What does the letter of Elm Trust say?"
    half = {**pages, "c": page(), "d": page()}
    assert BorneNames(half).meant_by(question).weights == {"a": 1.0}
    one_less = BorneNames({**half, "e": page()}).meant_by(question)
    assert one_less.weights == {"a": 1.0, "b": 1.0}


LETTER = BorneNames(
    {"log": page(), "rules": page(kind="policy"), "a": page(kind="letter"), "plan": page()}
)


@pytest.mark.parametrize(
    "question",
    [
        "Who signed the letter?",
        "Does our letter mention the slipway?",
        "What does the letter say about the slipway?",
        "What is owed according to the letter?",
    ],
)
def test_a_known_document_is_put_first_by_its_kind_alone(question: str) -> None:
    borne = LETTER.meant_by(question)
    assert borne.weights == {"a": 0.8}
    assert (borne.meant, borne.elsewhere) == (frozenset(), False)


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote a letter?",
        "Where is the letter box?",
        "Who signed the letter from Gull Ferries?",
        "Who signed the letter of 3 March?",
        "Who signed the letters?",
        "Does the letter differ from the policy?",
        "What happened after the letter?",
        "Who signed the lease?",
        "letter?",
    ],
)
def test_no_document_is_put_first_by_a_kind_that_no_known_document_is_called_by(
    question: str,
) -> None:
    assert LETTER.meant_by(question).weights == {}


def test_a_kind_that_half_of_several_documents_have_puts_none_first() -> None:
    pages = {"a": page(kind="letter"), "b": page(kind="letter"), "c": page(), "d": page()}
    assert BorneNames(pages).meant_by("Who signed the letter?").weights == {}
    more = BorneNames({**pages, "e": page()})
    assert more.meant_by("Who signed the letter?").weights == {"a": 0.8, "b": 0.8}
    alone = BorneNames({"a": page(kind="letter"), "c": page()})
    assert alone.meant_by("Who signed the letter?").weights == {"a": 0.8}


def test_half_an_address_is_another_place() -> None:
    assert NAMES.meant_by("What does the lease of 4 Mill Road say?").weights == {}
    assert NAMES.meant_by("What does the lease of 14 Mill Lane say?").weights == {}


def test_two_names_are_enough_where_the_kind_of_a_document_is_not_known() -> None:
    names = BorneNames({"a": page("tern dairy", "orla venn"), "b": page(kind="lease"), "c": page()})
    both = names.meant_by("When does the contract between Tern Dairy and Orla Venn end?")
    assert both.meant == {"a"}
    one = names.meant_by("When does the contract of Orla Venn end?")
    assert one.meant == set()


def test_one_common_word_is_taken_for_a_name_by_its_capital_alone() -> None:
    names = BorneNames(
        {"a": page("shore", kind="letter"), "b": page("orla venn", kind="letter"), "c": page()}
    )
    assert names.meant_by("What lies on the shore, says the letter?").weights == {}
    assert names.meant_by("Shore leave: what does the letter say?").weights == {}
    said = names.meant_by("What does the letter to Shore say?")
    assert said.weights == {"a": 0.8}
    assert names.meant_by("What does the letter to Shore Ltd say?").weights == {"a": 1.0}


def test_words_that_count_or_do_are_no_documents() -> None:
    assert NAMES.meant_by("How much notice must Heron Works give?").meant == frozenset()
    assert NAMES.meant_by("Who must report to Heron Works?").meant == frozenset()
    assert NAMES.meant_by("Who waits 30 minutes for Heron Works?").meant == frozenset()


def contract(name: str, first_page: str, pages: int = 1) -> Profile:
    return profile_of(name, name, "", first_page, pages)


BETWEEN = 'This {} is made between {} ("the Supplier") and {} ("the Buyer").'
SHORT = [
    contract("one.txt", BETWEEN.format("Agreement", "Harbour Grill Ltd", "North Quay plc")),
    contract("two.txt", BETWEEN.format("Agreement", "Harbour Grill Ltd", "Tern Dairy Ltd")),
    contract("six.txt", "Notes of the week"),
    contract("ten.txt", "Notes of the month"),
    contract("elm.txt", "Notes of the year"),
]
LOG = [contract("Pilot log.pdf", "", 9), contract("Norvane.pdf", "", 20)]


def test_short_documents_come_first_by_parties_and_not_by_file_names() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "What does the agreement between Harbour Grill Ltd and North Quay plc say of ice?"
    scope = directory.scope_of(question)
    # "two" bears Harbour Grill as well, but not both names
    assert not scope.certain
    assert scope.priors == {"one.txt": NAMED, "two.txt": NAMED_IN_PASSING}
    assert scope.said == {"harbour", "grill", "north", "quay"}
    assert describe(scope) == "Searched everywhere, one, two first"
    assert not directory.scope_of("What is written in the file called Ten?")


def test_first_pages_may_be_left_out() -> None:
    directory = Directory(LOG, short=SHORT, first_pages=False)
    assert not directory.scope_of("The agreement between Harbour Grill Ltd and North Quay plc?")


def test_an_uncertain_name_is_a_prior_that_is_larger_where_a_document_is_spoken_of() -> None:
    directory = Directory([], short=SHORT)
    passing = directory.scope_of("What did Harbour Grill buy?")
    assert (passing.certain, passing.priors) == (
        False,
        {"one.txt": NAMED_IN_PASSING, "two.txt": NAMED_IN_PASSING},
    )
    spoken = directory.scope_of("What does the Harbour Grill agreement say?")
    assert (spoken.certain, spoken.priors) == (False, {"one.txt": NAMED, "two.txt": NAMED})
    assert describe(spoken) == "Searched everywhere, one, two first"


def test_a_document_that_is_only_compared_with_is_less_likely() -> None:
    directory = Directory([], short=SHORT)
    question = "What is bought, unlike in the agreement between Harbour Grill and North Quay?"
    scope = directory.scope_of(question)
    assert not scope.certain
    assert scope.priors["one.txt"] == NAMED_IN_PASSING


def test_a_file_that_is_called_as_a_party_does_not_hide_its_contract() -> None:
    called = contract("Harbour Grill.pdf", "", 12)
    directory = Directory([called, *LOG], short=SHORT)
    scope = directory.scope_of("When does the agreement between Harbour Grill and Tern Dairy end?")
    assert not scope.certain
    assert scope.documents[0] == "two.txt"
    assert directory.scope_of("When was Harbour Grill founded?").documents[0] == "Harbour Grill.pdf"


def test_of_files_of_one_name_those_that_say_it_on_the_first_page_are_no_likelier() -> None:
    said = "Tidewater Ltd\n\nAnnual report\n"
    files = [contract("Tidewater_2022.pdf", "", 9), contract("Tidewater_2023.pdf", said, 9)]
    directory = Directory([*files, *LOG])
    scope = directory.scope_of("What did Tidewater sell?")
    assert (scope.certain, scope.priors) == (True, {file.id: 0.0 for file in files})
    uncertain = directory.scope_of("What did Tidewatr sell?")
    assert len(set(uncertain.priors.values())) == 1


def test_what_a_person_has_chosen_stays() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "When does the agreement between Harbour Grill and Tern Dairy end?"
    assert directory.scope_of(question, chosen=("Norvane.pdf",)).documents == ("Norvane.pdf",)
    assert directory.scope_of(question, chosen=("two.txt",)).documents == ("two.txt",)
    assert directory.scope_of(question, chosen=("one.txt",)).documents == ("one.txt",)
    assert not directory.scope_of(question, chosen=("one.txt",)).certain


def test_a_contract_that_is_named_and_the_last_document_are_both_searched() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "When does this agreement between Harbour Grill and Tern Dairy end?"
    scope = directory.scope_of(question, recent=("Norvane.pdf",))
    assert not scope.certain
    assert scope.priors["two.txt"] == scope.priors["Norvane.pdf"] == NAMED
    plain = directory.scope_of("When does this agreement end?", recent=("Norvane.pdf",))
    assert (plain.certain, plain.documents) == (True, ("Norvane.pdf",))


def test_pages_of_a_named_contract_are_asked_for() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "What stands on page 2 of the agreement between Harbour Grill and Tern Dairy?"
    assert directory.scope_of(question).pages == (1,)


HARBOUR = [
    contract("Harbour Handbook.pdf", "Harbour Handbook\n\nRules of all moorings", 30),
    contract("House Rules.pdf", "House Rules\n\nNo dogs on the stairs", 12),
    contract("Harbour Grill.pdf", "A history of the grill", 12),
]
PAPERS = [
    contract(
        "a.txt",
        'Lease\n\n4 Mill Lane\n\nMade on 2 May 2029 between Reed Estates Ltd ("the Landlord") and '
        'Ada Finch ("the Tenant").',
    ),
    contract(
        "b.txt",
        'Lease\n\n9 Mill Lane\n\nMade on 7 June 2030 between Reed Estates Ltd ("the Landlord") and '
        'Dov Kray ("the Tenant").',
    ),
    contract("c.txt", "Ada Finch\n\n3 March 2031\n\nDear Mr Kray,\n\nThe rent is late.\n"),
    contract("d.txt", "Invoice\n\nInvoiced to: Heron Works\n\n9 April 2031\n\nSum 40"),
    contract("e.txt", "Statement\n\nAll that was billed in spring"),
    contract("f.txt", "Addendum\n\nThe rent of the house in the lane is 900 from May on."),
    contract("g.txt", "Supply Agreement\n\nMade between Harbour Grill Ltd and Tern Dairy Ltd."),
    contract("h.txt", "Boats\n\nThe boat is let from June on."),
]


@pytest.mark.parametrize(
    ("question", "right"),
    [
        # comparisons
        ("Compare the lease of 4 Mill Lane with the house rules", "House Rules.pdf a.txt"),
        ("How does the lease of 4 Mill Lane differ from that of 9 Mill Lane?", "a.txt b.txt"),
        ("Is the lease of 4 Mill Lane stricter on dogs, versus the rules?", "House Rules.pdf"),
        ("Does the lease of 4 Mill Lane or the addendum give the rent?", "a.txt f.txt"),
        # a day that no document, or another one, has
        ("What does the lease of 4 Mill Lane dated 7 June 2030 say?", "a.txt b.txt"),
        ("What does the letter of Ada Finch of 5 July 2032 say?", "c.txt f.txt"),
        # a file by its name
        ("According to the Harbour Handbook, who may end the lease of 4 Mill Lane?", "a.txt"),
        (
            "According to the Harbour Handbook, who may end the lease of 4 Mill Lane?",
            "Harbour Handbook.pdf",
        ),
        ("What does the Harbour Grill file say of the lease of 4 Mill Lane?", "Harbour Grill.pdf"),
        ("What do the House Rules say, other than the lease of 9 Mill Lane?", "House Rules.pdf"),
        ("What do the House Rules say, compared with the lease of 9 Mill Lane?", "b.txt"),
        # two days of one kind
        ("What do the leases of 2 May 2029 and of 7 June 2030 cost?", "a.txt b.txt"),
        ("What changed from the lease of 2 May 2029 to the lease of 7 June 2030?", "a.txt b.txt"),
        # a word of the same family
        ("What does the statement of Heron Works add up to?", "e.txt"),
        # letters about, to and from
        ("Which letter is about the lease of 4 Mill Lane?", "c.txt"),
        ("What does the letter to Ada Finch say?", "c.txt f.txt"),
        # several and totals
        ("What is the rent of each lease of Reed Estates?", "a.txt b.txt"),
        ("What is the total of every invoice to Heron Works?", "d.txt e.txt"),
        ("What is the rent in the other lease, not in the lease of 4 Mill Lane?", "b.txt"),
        # what happened to a document
        ("How was the lease of 4 Mill Lane amended?", "f.txt"),
        ("Who answered Ada Finch's letter of 3 March 2031?", "a.txt f.txt"),
        ("When was the invoice to Heron Works paid?", "e.txt"),
        # verbs
        ("When does Dov Kray lease the boat?", "h.txt"),
        ("Does Ada Finch report the loss?", "f.txt"),
        # nothing leads away, and yet
        ("What is the rent in the lease between Reed Estates and Ada Finch?", "a.txt f.txt"),
        ("How long does the lease of 2 May 2029 run?", "a.txt f.txt"),
    ],
)
def test_no_document_is_left_out_for_what_first_pages_say(question: str, right: str) -> None:
    pattern = r"[A-Z]\w+ \w+\.pdf|\w\.txt"
    scope = Directory(HARBOUR, short=PAPERS).scope_of(question)
    for each in re.findall(pattern, right):
        assert not scope.certain or each in scope.documents


def test_a_file_that_is_named_in_full_comes_beside_the_contract_that_is_named() -> None:
    directory = Directory(HARBOUR, short=PAPERS)
    asked = "According to the Harbour Handbook, what does the lease of 4 Mill Lane lack?"
    scope = directory.scope_of(asked)
    assert scope.priors["Harbour Handbook.pdf"] == NAMED
    assert scope.priors["a.txt"] == round(HEADING * NAMED, 4)
    assert not scope.named
    alone = directory.scope_of("According to the Harbour Handbook, who may moor?")
    assert (alone.certain, alone.documents) == (True, ("Harbour Handbook.pdf",))
