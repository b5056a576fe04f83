"""Documents that a question names in passing, by their parties, kinds and days."""

from __future__ import annotations

import pytest

from backend.scope.borne_names import BorneNames
from backend.scope.first_page import Day, FirstPage, Party
from backend.scope.profiles import Profile, profile_of
from backend.scope.routing import NAMED, NAMED_IN_PASSING, Directory, describe


def page(*parties: str, kind: str = "", day: tuple[int, int, int] | None = None) -> FirstPage:
    """A first page that surely names parties; "~" before a name makes it unsure."""
    return FirstPage(
        tuple(
            Party(tuple(each.removeprefix("~").split()), 0.6 if each[0] == "~" else 1.0)
            for each in parties
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
def test_a_document_is_certain_by_its_names_with_its_kind_or_day(
    question: str, document: str
) -> None:
    borne = NAMES.meant_by(question)
    assert borne.certain == document
    assert borne.meant == {document}


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
        # the year is missing, or it is another document's day
        ("How long does the lease of 2 May run?", {"lease 4", "lease 9"}),
        ("What does the letter of 3 March say?", {"letter 3"}),
        # it calls itself a lease
        ("How long does the contract of 2 May 2029 run?", {"lease 4"}),
        # unsure that the place is the document's
        ("What was found in the survey of 9 Mill Lane?", {"survey"}),
    ],
)
def test_a_document_that_is_not_certain_is_not_filtered_by(question: str, meant: set[str]) -> None:
    borne = NAMES.meant_by(question)
    assert borne.certain == ""
    assert borne.meant == meant


def test_a_name_within_a_longer_one_is_none() -> None:
    names = BorneNames(
        {"a": page("quay estates", kind="lease"), "b": page("north quay estates", kind="lease")}
    )
    assert names.meant_by("the lease of North Quay Estates").certain == "b"
    assert names.meant_by("the lease of Quay Estates").certain == "a"


def test_a_name_that_others_begin_with_is_not_certain() -> None:
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
    assert borne.certain == ""
    assert borne.weights == {"a": 1.0, "b": 0.8}


@pytest.mark.parametrize("bearing", [2, 3, 4])
def test_a_name_that_half_of_the_documents_share_filters_nothing(bearing: int) -> None:
    pages = {str(n): page("elm trust", kind="report") for n in range(bearing)}
    pages |= {"x": page("elm trust", kind="letter"), "y": page(), "z": page()}
    borne = BorneNames(pages).meant_by("What does the letter of Elm Trust say?")
    assert (borne.certain, borne.meant) == ("", {"x"})
    assert borne.weights == {"x": 1.0}
    assert BorneNames(pages).meant_by("What does Elm Trust do?").weights == {}


def test_exactly_half_of_the_documents_share_a_name_and_one_less_do_not() -> None:
    pages = {"a": page("elm trust", kind="letter"), "b": page("elm trust", kind="report")}
    question = "What does the letter of Elm Trust say?"
    half = {**pages, "c": page(), "d": page()}
    assert BorneNames(half).meant_by(question).certain == ""
    assert BorneNames({**half, "e": page()}).meant_by(question).certain == "a"


def test_half_an_address_is_another_place() -> None:
    assert NAMES.meant_by("What does the lease of 4 Mill Road say?").weights == {}
    assert NAMES.meant_by("What does the lease of 14 Mill Lane say?").weights == {}


def test_two_names_are_enough_where_the_kind_of_a_document_is_not_known() -> None:
    names = BorneNames({"a": page("tern dairy", "orla venn"), "b": page(kind="lease"), "c": page()})
    both = names.meant_by("When does the contract between Tern Dairy and Orla Venn end?")
    assert (both.certain, both.meant) == ("a", {"a"})
    one = names.meant_by("When does the contract of Orla Venn end?")
    assert (one.certain, one.meant) == ("", set())


def test_one_common_word_is_taken_for_a_name_by_its_capital_alone() -> None:
    names = BorneNames(
        {"a": page("shore", kind="letter"), "b": page("orla venn", kind="letter"), "c": page()}
    )
    assert names.meant_by("What lies on the shore, says the letter?").weights == {}
    assert names.meant_by("Shore leave: what does the letter say?").weights == {}
    said = names.meant_by("What does the letter to Shore say?")
    assert (said.certain, said.weights) == ("", {"a": 0.8})
    assert names.meant_by("What does the letter to Shore Ltd say?").certain == "a"


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


def test_short_documents_are_filtered_by_parties_and_not_by_file_names() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "What does the agreement between Harbour Grill Ltd and North Quay plc say of ice?"
    scope = directory.scope_of(question)
    assert (scope.certain, scope.documents) == (True, ("one.txt",))
    assert scope.said == {"harbour", "grill", "north", "quay"}
    assert describe(scope) == "Searched in one"
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


def test_a_document_that_is_only_compared_with_is_not_certain() -> None:
    directory = Directory([], short=SHORT)
    question = "What is bought, compared with the agreement between Harbour Grill and North Quay?"
    scope = directory.scope_of(question)
    assert not scope.certain
    assert scope.priors["one.txt"] == NAMED_IN_PASSING


def test_a_file_that_is_called_as_a_party_does_not_hide_its_contract() -> None:
    called = contract("Harbour Grill.pdf", "", 12)
    directory = Directory([called, *LOG], short=SHORT)
    scope = directory.scope_of("When does the agreement between Harbour Grill and Tern Dairy end?")
    assert not scope.certain or scope.documents == ("two.txt",)
    assert scope.documents[0] == "two.txt"
    assert directory.scope_of("When was Harbour Grill founded?").documents[0] == "Harbour Grill.pdf"


def test_of_files_of_one_name_those_that_say_it_on_the_first_page_are_no_likelier() -> None:
    said = "Tidewater Ltd\n\nAnnual report\n"
    files = [contract("Tidewater_2022.pdf", "", 9), contract("Tidewater_2023.pdf", said, 9)]
    directory = Directory([*files, *LOG])
    scope = directory.scope_of("What did Tidewater sell?")
    assert (scope.certain, scope.priors) == (True, {each.id: 0.0 for each in files})
    uncertain = directory.scope_of("What did Tidewatr sell?")
    assert len(set(uncertain.priors.values())) == 1


def test_what_a_person_has_chosen_stays() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "When does the agreement between Harbour Grill and Tern Dairy end?"
    assert directory.scope_of(question, chosen=("Norvane.pdf",)).documents == ("Norvane.pdf",)
    assert directory.scope_of(question, chosen=("two.txt",)).documents == ("two.txt",)
    assert directory.scope_of(question, chosen=("one.txt",)).documents == ("one.txt",)
    assert not directory.scope_of(question, chosen=("one.txt",)).certain


def test_a_contract_that_is_named_is_meant_rather_than_the_last_one() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "When does this agreement between Harbour Grill and Tern Dairy end?"
    scope = directory.scope_of(question, recent=("Norvane.pdf",))
    assert (scope.certain, scope.documents) == (True, ("two.txt",))


def test_pages_of_a_named_contract_are_asked_for() -> None:
    directory = Directory(LOG, short=SHORT)
    question = "What stands on page 2 of the agreement between Harbour Grill and Tern Dairy?"
    assert directory.scope_of(question).pages == (1,)
