"""What first pages and the names on them promise of any text and any question."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from backend.scope.borne_names import BorneNames
from backend.scope.first_page import MOST_PARTIES, Day, FirstPage, Party, read_first_page
from backend.scope.periods import NO_TIMES
from backend.scope.profiles import Profile
from backend.scope.routing import Directory, describe

WORDS = ("Harbour", "Grill", "North", "Quay", "Ada", "Finch", "4", "Mill", "Lane", "May")
KINDS = ("lease", "agreement", "letter", "report", "notice")
ELSEWHERE = ("Umber", "Vole", "Wick", "Yarrow")
SAID = (
    *WORDS,
    *KINDS,
    "the",
    "of",
    "between",
    "and",
    "Ltd",
    "3 March",
    "2031",
    "?",
    "Mrs",
    "after",
)

TEXTS = st.one_of(
    st.text(max_size=400),
    st.lists(
        st.sampled_from([*SAID, "\n", "(", ")", '"', "To:", "Dear", "Premises:", "1.", ",", "&"]),
        max_size=60,
    ).map(" ".join),
)
questions = st.lists(st.sampled_from(SAID), max_size=12).map(" ".join)


def pages_of(words: tuple[str, ...], *, dated: bool) -> st.SearchStrategy[FirstPage]:
    names = st.lists(st.sampled_from(words), min_size=1, max_size=3, unique=True)
    parties = st.lists(
        st.builds(
            Party,
            names.map(lambda each: tuple(word.lower() for word in each)),
            st.sampled_from([0.6, 0.95, 1.0]),
            st.booleans(),
        ),
        max_size=3,
        unique_by=lambda party: party.name,
    )
    days = st.lists(st.just(Day(2031, 3, 3)), max_size=1) if dated else st.just([])
    kinds = st.frozensets(st.sampled_from(KINDS), max_size=2)
    return st.builds(FirstPage, parties.map(tuple), kinds, days.map(tuple))


libraries = st.lists(pages_of(WORDS, dated=True), max_size=6).map(
    lambda pages: {str(number): page for number, page in enumerate(pages)}
)
unrelated = st.lists(pages_of(ELSEWHERE, dated=False), max_size=4).map(
    lambda pages: {f"further {number}": page for number, page in enumerate(pages)}
)


def profile(name: str, page: FirstPage) -> Profile:
    return Profile(name, name, (), NO_TIMES, frozenset(), 1, page)


@given(TEXTS)
def test_a_first_page_gives_a_few_names_with_letters_whatever_it_holds(text: str) -> None:
    page = read_first_page(text)
    assert len(page.parties) <= MOST_PARTIES
    assert len({each.name for each in page.parties}) == len(page.parties)
    for party in page.parties:
        assert 0 < party.sureness <= 1
        assert any(map(str.isalpha, "".join(party.name)))
        assert " " not in "".join(party.name)
    assert read_first_page(text) == page


@given(TEXTS)
def test_a_page_without_capitals_has_no_party(text: str) -> None:
    assert read_first_page(text.lower()).parties == ()


@given(libraries, questions)
def test_the_documents_meant_are_there_and_bear_what_is_said(
    library: dict[str, FirstPage], question: str
) -> None:
    borne = BorneNames(library).meant_by(question)
    assert borne.weights.keys() <= library.keys()
    assert borne.meant <= borne.weights.keys()
    assert all(0 < weight <= 1 for weight in borne.weights.values())


@given(libraries, unrelated, questions)
def test_documents_that_bear_other_names_take_nothing_from_those_that_are_meant(
    library: dict[str, FirstPage], further: dict[str, FirstPage], question: str
) -> None:
    alone = BorneNames(library).meant_by(question)
    among = BorneNames({**library, **further}).meant_by(question)
    assert alone.weights.items() <= among.weights.items()


@given(libraries, questions, st.sets(st.sampled_from("012345")))
def test_first_pages_leave_no_document_out(
    library: dict[str, FirstPage], question: str, recent: set[str]
) -> None:
    called = {"0": (("harbour", "grill"),), "1": (("mill",),), "2": (("ada", "finch"),)}
    profiles = [
        replace(profile(name, page), names=called.get(name, ())) for name, page in library.items()
    ]
    last = sorted(recent & library.keys())
    with_pages = Directory(profiles).scope_of(question, recent=last)
    without = Directory(profiles, first_pages=False).scope_of(question, recent=last)
    if with_pages.certain:
        assert without.certain
        assert set(without.documents) <= set(with_pages.documents)


@given(libraries, questions, st.randoms())
def test_a_scope_searches_something_whatever_the_order(
    library: dict[str, FirstPage], question: str, order: random.Random
) -> None:
    profiles = [profile(name, page) for name, page in library.items()]
    half = len(profiles) // 2
    scope = Directory(profiles[:half], short=profiles[half:]).scope_of(question)
    assert not scope.certain or scope.priors
    assert set(scope.documents) <= library.keys()
    assert bool(describe(scope)) == bool(scope.priors)
    places, short = profiles[:half], profiles[half:]
    order.shuffle(places)
    order.shuffle(short)
    assert Directory(places, short=short).scope_of(question) == scope


@given(libraries, questions, st.sets(st.sampled_from("012345")))
def test_what_a_person_has_chosen_is_all_that_is_searched(
    library: dict[str, FirstPage], question: str, chosen: set[str]
) -> None:
    profiles = [profile(name, page) for name, page in library.items()]
    kept = sorted(chosen & library.keys())
    scope = Directory(profiles).scope_of(question, chosen=kept)
    if kept and len(profiles) > 1:
        assert set(scope.documents) <= set(kept)
