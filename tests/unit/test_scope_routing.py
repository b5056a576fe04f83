"""Which documents a question means, and how the screen says it."""

from __future__ import annotations

from datetime import date

import pytest

from backend.glossaries import load
from backend.scope.named_documents import abbreviates, one_edit_apart
from backend.scope.periods import Period, times_in, without_times
from backend.scope.profiles import Conventions, Profile, profile_of
from backend.scope.routing import Directory, describe, prior


@pytest.mark.parametrize(
    ("text", "periods", "days"),
    [
        ("sales in FY2023", [Period(2023)], []),
        ("sales in FY22 and FY 2023", [Period(2022), Period(2023)], []),
        ("Q2 of FY2024", [Period(2024, 2)], []),
        ("Q22023", [Period(2023, 2)], []),
        ("Q2'23 against FY2022", [Period(2022), Period(2023, 2)], []),
        ("the second quarter of fiscal 2021", [Period(2021, 2)], []),
        ("NORTHWIND_2023Q4_EARNINGS", [Period(2023, 4)], []),
        ("held on May 3, 2023", [], [date(2023, 5, 3)]),
        ("filed 1st July 2022", [], [date(2022, 7, 1)]),
        ("minutes_2024-03-12", [], [date(2024, 3, 12)]),
        ("Minutes_12.03.2024_final", [], [date(2024, 3, 12)]),
        ("as of 12/31/2023 and 31/12/2022", [], [date(2022, 12, 31), date(2023, 12, 31)]),
        ("on 3/4/2023", [Period(2023)], []),
        ("am 12. März 2024", [], [date(2024, 3, 12)]),
        ("12 March 1850", [], []),
        ("sold 12,2022 units for $2000 at 1999.5", [], []),
        ("on 2023-13-45", [Period(2023)], []),
        ("no time at all", [], []),
    ],
)
def test_days_quarters_and_years_are_found(
    text: str, periods: list[Period], days: list[date]
) -> None:
    found = times_in(text)
    assert list(found.periods) == periods
    assert list(found.days) == days


def test_the_year_of_a_quarter_or_day_counts_as_its_year() -> None:
    assert times_in("Q1 2021, and 3 May 2019").years == {2021, 2019}
    assert times_in("In 2018, 1,930 euros; 2019,5 and 2,020").years == {2018}


def test_times_are_blanked_in_place() -> None:
    assert without_times("sales of Q2 2023 fell") == "sales of         fell"


def test_a_file_name_is_name_time_and_kind() -> None:
    profile = profile_of("d", "NORTHWIND_2023Q2_10Q.pdf", "", "", 40)
    assert profile.names == (("northwind",),)
    assert profile.times.periods == (Period(2023, 2),)
    assert profile.kinds == {"10q"}
    assert profile.label == "NORTHWIND Q2 2023 10Q"


def test_camel_case_is_split_and_kinds_are_no_names() -> None:
    profile = profile_of("d", "StationNotebook-2024-03-12-minutes.md", "", "", 1)
    assert profile.names[0] == ("station", "notebook")
    assert profile.kinds == {"minutes"}
    assert profile.times.days == (date(2024, 3, 12),)


def test_the_first_page_tells_where_a_joined_name_has_its_blanks() -> None:
    first = "FORM 10-K\nGRAND HARBOUR INC.\nWelcome to Grand Harbour"
    profile = profile_of("d", "GRANDHARBOUR_2020.pdf", "", first, 90)
    assert ("grand", "harbour") in profile.names
    assert profile.kinds == {"10k"}
    assert profile.label == "Grand Harbour 2020"


def test_without_a_date_in_the_file_name_the_year_comes_from_the_first_page() -> None:
    first = "Annual accounts for the year ended December 31, 2019"
    assert profile_of("d", "northwind.pdf", "", first, 9).times.periods == (Period(2019),)


def test_a_glossary_says_below_which_words_the_name_stands() -> None:
    first = "Northwind Traders Company\n(Exact name of registrant as specified in its charter)"
    conventions = Conventions(after_name=("exact name of registrant",))
    profile = profile_of("d", "scan0001.pdf", "", first, 9, conventions)
    assert ("northwind", "traders") in profile.names


def filing(name: str) -> Profile:
    return profile_of(name, f"{name}.pdf", "", "", 20)


FILINGS = [
    filing("NORTHWIND_2022_10K"),
    filing("NORTHWIND_2023_10K"),
    filing("NORTHWIND_2023Q2_10Q"),
    filing("NORTHWIND_2022_8K_dated-2022-07-01"),
    filing("Grand_Harbour_2023_10K"),
    filing("TIDEWATER_2023_10K"),
    filing("PLOVER_2023_10K"),
    filing("HERON_2023_10K"),
]


def meant(question: str, **given: tuple[str, ...]) -> tuple[str, ...]:
    return Directory(FILINGS).scope_of(question, **given).documents


def test_a_name_and_a_year_lead_to_one_document_first() -> None:
    scope = Directory(FILINGS).scope_of("What was Northwind's margin in FY2023?")
    assert scope.documents[0] == "NORTHWIND_2023_10K"
    assert set(scope.documents) == {each.id for each in FILINGS if "NORTH" in each.id}
    assert scope.certain
    assert scope.said == {"northwind"}


def test_quarter_day_and_kind_order_the_documents_of_a_name() -> None:
    assert meant("How did Northwind do in Q2 2023?")[0] == "NORTHWIND_2023Q2_10Q"
    assert meant("What did Northwind announce on July 1, 2022?")[0].endswith("2022-07-01")
    assert meant("What is in Northwind's 8-K?")[0].endswith("2022-07-01")
    assert meant("Does the 10-Q of Northwind say so?")[0] == "NORTHWIND_2023Q2_10Q"


@pytest.mark.parametrize("name", ["Grand Harbour", "GrandHarbour", "the grand harbour", "GrHa"])
def test_names_are_found_however_they_are_written(name: str) -> None:
    assert meant(f"When did {name} open?") == ("Grand_Harbour_2023_10K",)


def test_a_misspelled_or_shortened_name_is_a_prior_and_not_a_filter() -> None:
    directory = Directory(FILINGS)
    for question in ("Is Tidewatr growing?", "Did Tidew grow?"):
        scope = directory.scope_of(question)
        assert scope.documents == ("TIDEWATER_2023_10K",)
        assert not scope.certain
        assert describe(scope) == "Searched everywhere, TIDEWATER 2023 10K first"


def test_two_names_are_both_searched() -> None:
    found = meant("Which is larger, Tidewater or Grand Harbour?")
    assert set(found) == {"TIDEWATER_2023_10K", "Grand_Harbour_2023_10K"}


@pytest.mark.parametrize(
    "question",
    [
        "Whose margin grew compared with Tidewater?",
        "Unlike Tidewater, who paid a dividend?",
        "Who sells boats other than Tidewater?",
    ],
)
def test_a_document_that_is_only_compared_with_stands_first_and_crowds_nobody_out(
    question: str,
) -> None:
    scope = Directory(FILINGS).scope_of(question)
    assert scope.priors == {"TIDEWATER_2023_10K": 1.0}
    assert not scope.certain
    assert not scope.said
    assert describe(scope) == "Searched everywhere, TIDEWATER 2023 10K first"


def test_years_order_the_other_documents_where_one_is_only_compared_with() -> None:
    priors = Directory(FILINGS).scope_of("Who grew in 2023 compared with Tidewater?").priors
    # of the year asked for: 1; named in passing: 1 more; of the year before: −.5
    assert priors["TIDEWATER_2023_10K"] == 2.0
    assert priors["Grand_Harbour_2023_10K"] == 1.0
    assert priors["NORTHWIND_2022_10K"] == -0.5


def test_what_is_compared_and_what_it_is_compared_with_are_both_searched() -> None:
    scope = Directory(FILINGS).scope_of("How did Grand Harbour do compared with Tidewater?")
    assert set(scope.documents) == {"TIDEWATER_2023_10K", "Grand_Harbour_2023_10K"}
    assert not scope.certain, "what is asked may stand in a third that is named by neither name"
    assert describe(scope) == (
        "Searched everywhere, Grand Harbour 2023 10K, TIDEWATER 2023 10K first"
    )


def test_a_second_name_counts_where_it_is_less_sure_than_the_first() -> None:
    scope = Directory(FILINGS).scope_of("Does Plover own what Tidewatr built?")
    # 3 for a certain name, .85 of it for one with a letter missing
    assert scope.priors == {"PLOVER_2023_10K": 3.0, "TIDEWATER_2023_10K": 2.55}
    assert not scope.certain
    assert scope.said == {"plover", "tidewatr"}


def test_several_documents_of_one_name_stay_a_filter() -> None:
    scope = Directory(FILINGS).scope_of("How did Northwind's margin develop?")
    assert len(scope.documents) == 4
    assert scope.certain


def test_a_name_that_most_documents_share_puts_them_first_and_excludes_none() -> None:
    manuals = [
        profile_of(name, f"{name}.pdf", "", "", 9)
        for name in ("Kittiwake_pump_manual", "Kittiwake_valve_manual", "Kittiwake", "Ledger")
    ]
    named = Directory(manuals).scope_of("How is the pump of the Kittiwake primed?")
    assert named.certain, "one document bears the name as a whole"
    shared = Directory(
        [
            *(profile_of(f"k{year}", f"Kittiwake_{year}.pdf", "", "", 9) for year in (2021, 2022)),
            profile_of("k", "Kittiwake.pdf", "", "", 9),
            *(profile_of(name, f"{name}.pdf", "", "", 9) for name in ("Ledger", "Rota")),
        ]
    )
    scope = shared.scope_of("How was the pump of the Kittiwake primed in 2022?")
    # 1 for the name; the year asked for is 1 more, another one .5 less
    assert scope.priors == {"k": 1.0, "k2021": 0.5, "k2022": 2.0}
    assert not scope.certain
    assert not scope.said, "the name is no part of what chose the documents"
    assert shared.scope_of("What stands in the Ledger?").certain


def test_a_title_is_a_name_with_its_kind_and_without_its_subtitle() -> None:
    directory = Directory(
        [
            profile_of("a", "scan0001.pdf", "Mooring handbook: chains, ropes and buoys", "", 9),
            profile_of("b", "scan0002.pdf", "Annual report", "", 9),
            *FILINGS,
        ]
    )
    for question in ("What does the mooring handbook say?", "What does the Mooring Handbook say?"):
        assert directory.scope_of(question).documents == ("a",)
    assert directory.scope_of("What does the Mooring Handbook say?").certain
    assert not directory.scope_of("What does the Annual Report say?").certain, "that is a kind"


def test_a_question_that_names_no_document_and_no_time_has_no_scope() -> None:
    scope = Directory(FILINGS).scope_of("Who wrote the preface?")
    assert not scope
    assert describe(scope) == ""


def test_a_first_word_is_not_taken_for_a_name_with_certainty() -> None:
    directory = Directory([profile_of("w", "Water.pdf", "", "", 9), *FILINGS])
    assert not directory.scope_of("Water boils at which temperature?").certain


def test_a_year_alone_orders_documents_and_excludes_none() -> None:
    scope = Directory(FILINGS).scope_of("How high was the margin in 2022?")
    assert not scope.certain
    assert len(scope.documents) == len(FILINGS)
    assert scope.documents[0] == "NORTHWIND_2022_10K"
    assert describe(scope) == "Searched everywhere, documents of 2022 first"


def test_what_a_person_chose_stays_chosen() -> None:
    scope = Directory(FILINGS).scope_of(
        "What was Northwind's margin?", chosen=("TIDEWATER_2023_10K",)
    )
    assert scope.documents == ("TIDEWATER_2023_10K",)
    assert scope.certain


def test_this_document_is_the_one_that_the_conversation_cited() -> None:
    scope = Directory(FILINGS).scope_of(
        "What is on page 9 of this report?", recent=("Grand_Harbour_2023_10K",)
    )
    assert scope.documents == ("Grand_Harbour_2023_10K",)
    assert scope.pages == (8,)
    assert describe(scope) == "Searched in Grand Harbour 2023 10K, at page 9"


def test_the_order_of_the_documents_does_not_matter() -> None:
    question = "What did Northwind announce in 2022?"
    assert Directory(FILINGS).scope_of(question) == Directory(FILINGS[::-1]).scope_of(question)


def test_the_prior_adds_up() -> None:
    quarter = filing("NORTHWIND_2023Q2_10Q")
    # same quarter 1 + same kind 1
    assert prior(quarter, times_in("Q2 2023"), {"10q"}) == 2.0
    # another year −.5, another kind −.5
    assert prior(quarter, times_in("2019"), {"10k"}) == -1.0
    # a quarter of the year that is asked for
    assert prior(quarter, times_in("FY2023"), ()) == 0.5
    # a document of one day, for a question about its year: 1 − .3
    assert prior(FILINGS[3], times_in("2022"), ()) == pytest.approx(0.7)
    # three days after the day that is asked for 1.5, in its year 1
    day = filing("X_2022_8K_dated-2022-07-04")
    assert prior(day, times_in("July 1, 2022"), ()) == 2.5


def test_abbreviations_begin_every_word() -> None:
    assert abbreviates("norex", ("northern", "express"))
    assert not abbreviates("norex", ("northern", "express", "company"))
    assert not abbreviates("fnf", ("frost", "fern"))
    assert not abbreviates("ax", ("american",))


def test_a_glossary_says_what_short_names_have_for_an_and() -> None:
    field = Conventions(joining="n")
    printed = "Annual report of Frost & Fern"
    joined = profile_of("1", "FROSTFERN_2023_10K.pdf", "", printed, 9, field)
    assert joined.names == (("frostfern",), ("frost", "fern"), ("frost", "n", "fern"))
    unjoined = "Annual report of Frost Fern"
    plain = profile_of("2", "FROSTFERN_2023_10K.pdf", "", unjoined, 9, field)
    assert plain.names == (("frostfern",), ("frost", "fern"))
    elsewhere = profile_of("4", "FROSTFERN_2023_10K.pdf", "", printed, 9)
    assert elsewhere.names == (("frostfern",), ("frost", "fern"))
    other = profile_of("3", "NORVANE_2023_10K.pdf", "", "", 9)
    for profile, found in ((joined, ("1",)), (plain, ()), (elsewhere, ())):
        scope = Directory([profile, other]).scope_of("What did FnF sell?")
        assert scope.documents == found
    assert load("finance").joining == "n"


def test_a_glossary_says_which_words_of_a_file_name_say_nothing() -> None:
    name = "NORVANE_2022_8K_dated-2022-07-04.pdf"
    told = profile_of("1", name, "", "", 9, Conventions(unspoken=frozenset(["dated"])))
    assert told.kinds == {"8k"}
    assert told.label == "NORVANE 2022-07-04 8K"
    assert "dated" in profile_of("1", name, "", "", 9).kinds
    assert "dated" in load("finance").unspoken


@pytest.mark.parametrize(
    ("first_page", "names"),
    [
        ("Salt Marsh plc (NYSE: SLT)", (("slt",),)),
        ("Shares: Nasdaq Global Select Market: SLTM", (("sltm",),)),
        ("Ordinary shares, Euronext: SLT", (("slt",),)),
        ("Common stock, EUR 1 SLT The New York Stock Exchange", (("slt",),)),
        # of several papers the first one is the company's own
        ("(LSE: SLT) and (NASDAQ: SLTB)", (("slt",),)),
        ("Common stock SLT NYSE\n5% notes SLB NYSE", (("slt",),)),
        # none
        ("It is listed on the New York Stock Exchange.", ()),
        ("(nyse: slt)", ()),
        ("The LSE: IT is in London.", ()),
        ("(NYSE: S)", ()),
        ("(NYSE: SALTMA)", ()),
    ],
)
def test_a_glossary_says_under_which_letters_somebody_is_listed(
    first_page: str, names: tuple[tuple[str, ...], ...]
) -> None:
    field = Conventions(symbols=load("finance").symbols)
    assert profile_of("d", "x7.pdf", "", first_page, 9, field).names == names
    assert profile_of("d", "x7.pdf", "", first_page, 9).names == ()


TWO_LETTERS = [
    profile_of("salt", "Salt & Marsh.pdf", "", "", 9),
    profile_of("gull", "Gull Gems.pdf", "", "", 9),
    profile_of(
        "listed", "x7.pdf", "", "(NYSE: TX)", 9, Conventions(symbols=load("finance").symbols)
    ),
    profile_of("plover", "Plover.pdf", "", "", 9),
]


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("What did S&M earn in May?", ("salt",)),
        ("What did SM’s pilots earn?", ()),  # as may be HR's or the UK's
        ("What did GG earn?", ()),
        ("What did TX earn?", ("listed",)),
        ("What did gg earn?", ()),
        ("What did Tx earn?", ()),
        ("Is it plan T or X?", ()),
        ("What did MS earn?", ()),
        ("IT costs of the year?", ()),
    ],
)
def test_a_name_of_two_letters_is_one_in_capitals(
    question: str, documents: tuple[str, ...]
) -> None:
    assert Directory(TWO_LETTERS).scope_of(question).documents == documents


def test_one_edit() -> None:
    assert one_edit_apart("pepsico", "pepsiko")
    assert one_edit_apart("pepsico", "pepsio")
    assert not one_edit_apart("pepsico", "pepsico")
    assert not one_edit_apart("pepsico", "epsiko")
