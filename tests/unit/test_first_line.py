"""The first line answers by itself, in the document's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from backend.question_kinds import AnswerKind
from backend.readers.layout.large_rows import about_column
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.first_line import LONGEST, decided, first_line
from backend.tasks.answer.extractive.forms import (
    DATE,
    announces_text,
    counts_money_alone,
    counts_nothing,
    leads_elsewhere,
    never_answers,
    tells_of_a_column,
)
from backend.tasks.answer.extractive.phrases import Phrase, PhraseType, phrases_of
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.rows import (
    NEARLY_ALL,
    asked_cells,
    direct_from,
    is_unfit_row,
    row_fit,
    row_line,
    row_of,
)
from backend.tasks.answer.extractive.rule_scores import without_debris
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.tasks.answer.extractive.verdicts import Thresholds, verdict_of, weaker
from backend.types import CellKind, LargeColumn, Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

NOTHING_KNOWN = Background({}, 1000)
EXAMPLE = "If ebb and flood are still vague, here’s a simple example of both."
TITLE = "Minutes of the sailing club, 3 May 2024, in the boathouse"


def unit(text: str) -> Unit:
    (only,) = cut_hits([hit(text)])
    return only


def line(question: str, text: str, phrase: str = "") -> str:
    asked = read_question(question, NOTHING_KNOWN)
    given = unit(text)
    at = text.find(phrase)
    sure = Phrase(phrase, 0, at, at + len(phrase), PhraseType.NAME) if phrase else None
    return first_line(asked, given, sure, frozenset())


def test_what_is_taken_from_what_a_sentence_says_is_told_with_it() -> None:
    text = "A pass holds for two years, except for the slipway, where it holds for one season."
    assert line("How long does a pass hold?", text) == "two years"
    assert line("How long does a slipway pass hold?", text) == text
    names = "All keys are with Ada Finch apart from that of the crane, which Tom Reed has."
    assert line("Who has the key of the crane?", names, "Ada Finch") == names


def test_a_person_is_named_and_a_number_stands_with_what_it_is_of() -> None:
    text = "The dam was designed by Orla Quist in 1931."
    assert line("Who designed the dam?", text, "Orla Quist") == "Orla Quist"
    text = "Wool exports rose 18.3% to $10.2 billion."
    assert line("How much did wool exports rise?", text, "18.3%") == text


def test_a_name_that_heads_the_passage_is_not_what_it_is_like() -> None:
    text = "Orla Quist (born 1931) is a Cornish engineer."
    given = unit(text)
    sure = Phrase("Orla Quist", 0, 0, 10, PhraseType.NAME)
    asked = read_question("What nationality is the engineer of the dam?", NOTHING_KNOWN)
    assert first_line(asked, given, sure, frozenset({"orla", "quist"})) == text
    assert first_line(asked, given, sure, frozenset()) == "Orla Quist"
    grade = Phrase("A", 0, 0, 1, PhraseType.NAME)
    asked = read_question("What grade is the oak?", NOTHING_KNOWN)
    assert first_line(asked, unit("A is its grade of timber."), grade, frozenset()) == "A"


def test_when_is_answered_with_the_whole_date_and_which_year_with_the_year() -> None:
    told = "Next meeting: 14 May 2025, 19:00, village hall."
    assert line("When is the next meeting?", told, "2025") == "14 May 2025"
    assert line("In which year is the next meeting?", told, "2025") == "2025"
    assert line("When was the mill built?", "The mill was built in 1931.", "1931") == "1931"


def test_a_condition_alone_is_no_first_line() -> None:
    text = (
        "-q If the -q option is present, then marks are read from the first plain word behind it, "
        "where there are further words, the first of them is taken for the name of the boat and "
        "all others are given to her crew one after the other"
    )
    told = line("What does the -q option do?", text)
    assert told.startswith("-q If the -q option is present, then marks are read from the first")
    assert told.endswith(" …")


def test_of_a_long_sentence_the_clause_that_answers_is_shown() -> None:
    text = (
        "The committee met in the old customs house on the northern quay for three days in autumn "
        "and heard every side; the ferry was withdrawn because its hull had rusted through; all "
        "other vessels of the fleet were kept for the winter timetable and for excursions."
    )
    shown = line("Why was the ferry withdrawn?", text)
    assert "because its hull had rusted through" in shown
    assert len(shown) <= LONGEST + 4
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_of_a_long_sentence_the_clause_with_the_amount_is_shown() -> None:
    text = (
        "The mooring fees of the northern harbour were talked about by the committee in the old "
        "customs house for all of autumn; after much writing to and fro the members set them at "
        "410 euros a year for boats of oak; all other vessels of the fleet were kept for the "
        "winter timetable and for excursions to the islands."
    )
    assert line("How much are the mooring fees?", text) == (
        "… after much writing to and fro the members set them at 410 euros a year for boats of "
        "oak …"
    )
    who = line("Who talked about the mooring fees?", text)
    assert who.startswith("The mooring fees of the northern harbour were talked about")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was wool in 2023?", "Wool — 2023: 17"),
        ("What was wool in Q2?", "Wool — Q2 2022: 12"),
        ("How much was wool in fiscal 2023?", "Wool — 2023: 17"),
    ],
)
def test_of_a_row_the_asked_column_is_shown(question: str, expected: str) -> None:
    row = "Exports by kind: Wool — 2021: 11; Q2 2022: 12; 2023: 17; Share: 4%; Rank: 3"
    assert line(question, row) == expected


def test_of_several_columns_the_one_that_shares_most_of_the_question_is_shown() -> None:
    row = (
        "Boats ($ in thousands): Harbour — Boats at the beginning of the quarter: 9; "
        "Boats sold: 2; Boats at the end of the quarter: 7"
    )
    shown = line("How many boats were sold by the harbour?", row)
    assert shown == "Harbour — Boats sold: 2", "and a number of boats is not in thousands"


def test_what_is_said_of_another_thing_is_no_yes() -> None:
    asked = read_question("Is the elm the cause?", NOTHING_KNOWN)
    said = "The cause is the pipe beneath the yard; the elm is too far away to matter."
    assert not decided(asked, unit(said), frozenset())
    assert decided(asked, unit("The elm is the cause; the pipe is sound."), frozenset()) == "Yes"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The keeper calibrated the tide gauge on Monday.", "Yes"),
        ("The keeper has not calibrated the tide gauge.", "No"),
        ("The keeper may calibrate the tide gauge.", ""),
        ("The keeper calibrated the rain gauge.", ""),
        ("If asked, the keeper calibrated the tide gauge.", ""),
        ("The keeper calibrated the tide gauge and found no fault.", ""),
        ("The keeper found no fault, and calibrated the tide gauge.", ""),
        ("The bell rang, and the keeper did not calibrate the tide gauge.", "No"),
        ("The keeper saw the tide gauge; the rain gauge was calibrated.", ""),
        ("The keeper saw the tide gauge while another calibrated it.", ""),
        ("The bell rang; the keeper calibrated the tide gauge.", "Yes"),
    ],
)
def test_yes_and_no_need_a_sentence_that_decides(sentence: str, expected: str) -> None:
    asked = read_question("Did the keeper calibrate the tide gauge?", NOTHING_KNOWN)
    assert decided(asked, unit(sentence), frozenset()) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Please refer to the Glossary for definitions.",
        "1 Please refer to the Glossary.",
        "March 9, 2023",
        "Tidal mills of the coast · Orla Quist · 17 November 2031",
        "See accompanying notes to the statements.",
        "Dear friends of the mill,",
        "12 May 2025 Dear friends of the mill,",
        "* sluice: Gates. (line 70)",
        "* Gates:: How to raise them.",
        "File: mill.info, Node: Gates, Next: Wheel, Up: Top",
        "May 12, 2025 Dear friends of the mill,",
    ],
)
def test_boilerplate_is_never_an_answer(text: str) -> None:
    assert never_answers(unit(text), frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "The mill opened on March 9, 2023.",
        "Wool — 2023: 17",
        "Keeper: Orla Quist",
        "* sluice: lets the water into the mill (line it with clay).",
    ],
)
def test_what_says_something_may_be_an_answer(text: str) -> None:
    assert not never_answers(unit(text), frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "See the section called “Cuttings” for details.",
        "See also the chapter on grafting.",
        "For more information about cuttings, see Chapter 3.",
        "To prune an old tree see the previous section.",
        "Please refer to the manual of your kiln.",
        "(See “Cuttings”.)",
        "Siehe Kapitel 4.",
        "Voir aussi le chapitre 2.",
    ],
)
def test_a_sentence_that_only_names_a_section_leads_elsewhere(text: str) -> None:
    assert leads_elsewhere(text)


@pytest.mark.parametrize(
    "text",
    [
        "See the warden for a key.",
        "The section called “Cuttings” tells how roots form.",
        "Cut below a bud; see the section on tools.",
        "See the section on cuttings, and remember that willow roots within a week if it stands in "
        "clean water at twenty degrees.",
    ],
)
def test_a_sentence_that_says_something_leads_nowhere(text: str) -> None:
    assert not leads_elsewhere(text)


@pytest.mark.parametrize(
    ("text", "announces"),
    [
        ("Now we shall describe the grafts of old trees.", True),
        ("In this chapter we look at cuttings.", True),
        ("This section describes the tools.", True),
        ("We explain the rules to every visitor: no ladders after dark.", False),
        ("The warden will describe the grafts on Sunday.", False),
        ("This section of the hedge is cut in May.", False),
        ("We discuss the grafts on the first Monday of March.", False),
        ("Here we explain the rules at 10 o'clock.", False),
        ("I explain the ladders to every visitor.", False),
    ],
)
def test_what_the_text_goes_on_with_is_only_announced(text: str, announces: bool) -> None:
    assert announces_text(text) is announces


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How do I take cuttings of willow?", "Cut a shoot below a bud in winter."),
        ("Where are cuttings of willow described?", "See the section called “Cuttings of willow”."),
    ],
)
def test_only_who_asks_where_is_led_elsewhere(question: str, first: str) -> None:
    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.full((len(texts), 4), 0.5, dtype=np.float32)

    text = "See the section called “Cuttings of willow”. Cut a shoot below a bud in winter."
    reading = read(question, [hit(text)], embed, NOTHING_KNOWN)
    led = [0.5 if leads_elsewhere(unit.text) else 0.4 for unit in reading.candidates]
    scores = without_debris(reading, np.array(led), {})
    assert reading.candidates[int(np.argmax(scores))].text.strip() == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Can the loom weave silk?", "The loom weaves silk and wool alike."),
        ("What is the letter about?", "Subject: A question on silk and the loom"),
    ],
)
def test_a_subject_line_answers_what_something_is_about_alone(question: str, first: str) -> None:
    text = "Subject: A question on silk and the loom\n\nThe loom weaves silk and wool alike."

    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.eye(len(texts), 8, dtype=np.float32)

    reading = read(question, [hit(text)], embed, NOTHING_KNOWN)
    subject = [0.5 if "Subject" in unit.text else 0.4 for unit in reading.candidates]
    scores = without_debris(reading, np.array(subject), {})
    assert reading.candidates[int(np.argmax(scores))].text.strip() == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("When is the next regatta?", "The regatta will be held in June."),
        ("When are the minutes of the sailing club from?", TITLE),
    ],
)
def test_a_title_with_a_date_answers_only_who_asks_in_its_words(question: str, first: str) -> None:
    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.eye(len(texts), 8, dtype=np.float32)

    reading = read(
        question, [hit(f"{TITLE}\n\nThe regatta will be held in June.")], embed, NOTHING_KNOWN
    )
    titled = [0.5 if unit.text == TITLE else 0.4 for unit in reading.candidates]
    scores = without_debris(reading, np.array(titled), {})
    assert reading.candidates[int(np.argmax(scores))].text == first


def test_a_line_does_not_end_with_what_announces_examples() -> None:
    text = "Of two rules that match as much the one that is listed first wins, e.g.,"
    assert line("Which rule wins?", text) == (
        "Of two rules that match as much the one that is listed first wins"
    )


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How do ebb and flood differ?", "The ebb runs out and the flood runs in."),
        ("Is there an example of ebb and flood?", EXAMPLE),
    ],
)
def test_what_announces_an_example_answers_only_who_asks_for_one(question: str, first: str) -> None:
    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.eye(len(texts), 8, dtype=np.float32)

    text = f"{EXAMPLE} The ebb runs out and the flood runs in."
    reading = read(question, [hit(text)], embed, NOTHING_KNOWN)
    announcing = [0.5 if unit.text == EXAMPLE else 0.4 for unit in reading.candidates]
    scores = without_debris(reading, np.array(announcing), {})
    assert reading.candidates[int(np.argmax(scores))].text == first


def test_a_comment_in_a_listing_is_never_an_answer() -> None:
    assert never_answers(unit("// An example of the tide class."), frozenset())
    assert not never_answers(unit("The path begins with // and ends there."), frozenset())


def test_a_title_is_never_an_answer() -> None:
    assert never_answers(unit("Tidal mills. "), frozenset({"tidal mills"}))


LIMITS = Thresholds(direct=0.8, likely=0.4, found=0.3)


@pytest.mark.parametrize(
    ("first", "found", "missing", "expected"),
    [
        (0.9, 0.9, False, Verdict.DIRECT),
        (0.8, 0.3, False, Verdict.DIRECT),
        (0.5, 0.9, False, Verdict.LIKELY),
        (0.2, 0.9, False, Verdict.CLOSEST),
        (0.9, 0.9, True, Verdict.CLOSEST),
        (0.2, 0.1, False, Verdict.NOT_FOUND),
        (0.9, 0.1, True, Verdict.NOT_FOUND),
    ],
)
def test_the_verdict_needs_both_probabilities_and_the_names(
    first: float, found: float, missing: bool, expected: Verdict
) -> None:
    assert verdict_of(first, found, missing, LIMITS) is expected


def test_the_weaker_of_two_verdicts() -> None:
    assert weaker(Verdict.DIRECT, Verdict.LIKELY) is Verdict.LIKELY
    assert weaker(Verdict.NOT_FOUND, Verdict.CLOSEST) is Verdict.NOT_FOUND


@pytest.mark.parametrize(
    ("question", "row", "fits"),
    [
        ("What was wool in 2023?", "Exports: Wool — 2022: 11; 2023: 17", True),
        ("What was wool in 2024?", "Exports: Wool — 2022: 11; 2023: 17", False),
        ("What was timber in 2023?", "Exports: Wool — 2022: 11; 2023: 17", False),
        ("Why did wool fall in 2023?", "Exports: Wool — 2022: 11; 2023: 17", False),
        ("What was wool in 2023?", "Wool fell in 2023.", False),
        ("What was Holm's lamp oil in 2023?", "Holm — 2022 boats: 11; 2023 boats: 17", False),
        ("What was wool in 2023?", "Exports: Other wool — 2022: 11; 2023: 17", False),
        ("What was other wool in 2023?", "Exports: Other wool — 2022: 11; 2023: 17", True),
        # a year that ends in January may be called after either
        ("What was wool in fiscal 2023?", "Wool — Year to January 29, 2023: 11; 2022: 9", False),
        ("What was wool in fiscal 2023?", "Wool — Year to June 30, 2023: 11; 2022: 9", True),
        # which months the second quarter of a fiscal year are is not said here
        (
            "What was wool in the second quarter of fiscal 2023?",
            "Wool — Three Months Ended June 30, 2023: 11; Year to June 30, 2023: 40",
            False,
        ),
        (
            "What was wool in the second quarter of 2023?",
            "Wool — Three Months Ended June 30, 2023: 11; Year to June 30, 2023: 40",
            True,
        ),
        (
            "What was wool in the second quarter of fiscal 2023?",
            "Wool — Second quarter 2023: 11; First quarter 2023: 9",
            True,
        ),
        ("How much is the wool of Elm?", "Elm — Shed: upper; Wool: 11", True),
        (
            "How much is the wool of Elm?",
            "Elm — Shed: upper; Wool: 11 (one cell over 2 rows)",
            False,
        ),
        ("How much wool was shorn in May?", "May — Wool shorn: 11; Sold: 9", True),
        ("How much wool was shorn from March to May?", "May — Wool shorn: 11; Sold: 9", False),
        ("How much wool was shorn between May and July?", "May — Wool shorn: 11; Sold: 9", False),
        ("How much wool was shorn in May, the second quarter?", "May — Wool shorn: 11", False),
        (
            "How much dearer is a cabin in summer?",
            "Berths: Cabin — Winter: 40; Summer: 55",
            False,  # 55 is a price, and no difference
        ),
        ("How much is a cabin in summer?", "Berths: Cabin — Winter: 40; Summer: 55", True),
    ],
)
def test_a_row_fits_by_its_label_and_its_column(question: str, row: str, fits: bool) -> None:
    assert (row_fit(read_question(question, NOTHING_KNOWN), row) > 0) is fits


YEAR_AND_QUARTER = (
    "Wool — Three months ended June 2023: 11; Twelve months ended June 2023: 47; Q4 2022: 9"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was wool in the fourth quarter of 2023?", "Three months ended June 2023: 11"),
        ("How much was wool in the fourth quarter of fiscal year 2023?", "Three months ended"),
        ("How much was wool in the twelve months ended June 2023?", "Twelve months ended June"),
        ("How much was wool in fiscal year 2023?", "Twelve months ended June 2023: 47"),
    ],
)
def test_a_year_is_not_its_last_quarter(question: str, told: str) -> None:
    assert row_line(read_question(question, NOTHING_KNOWN), YEAR_AND_QUARTER, 200).startswith(
        f"Wool — {told}"
    )


def test_a_row_of_years_alone_has_no_quarter() -> None:
    asked = read_question("How much was wool in the fourth quarter of 2023?", NOTHING_KNOWN)
    assert is_unfit_row(asked, "Wool — Twelve months ended June 2022: 40; Year ended June 2023: 47")


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("Whoever passes may enrol in Larch Rowing 310.", True),
        ("It was rowed at Larch Rowing 310, and 12 boats came.", False),
        ("Whoever came to Larch Rowing 310 times was tired.", False),
        ("Fees at Larch Rowing 31,000 in all.", False),
        ("The boats are told of in chapter 4, pages 17 and 18.", True),
        ("The boats are told of (see Section 2.1).", True),
        ("There are 17 boats (see page 4).", False),
        ("Tar the boats — Who: Ada Finch; Due: 8 August", True),
        ("The boats sail on May 3rd, 2031 at 10:30.", True),
        ("On 8 August 17 boats sailed.", False),
        ("In 1931 the boats were new.", False),  # it may be how many
        ("Two boats lie in the harbour.", False),
    ],
)
def test_numbers_of_pages_count_nothing(text: str, nothing: bool) -> None:
    assert counts_nothing(AnswerKind.COUNT, text) is nothing
    assert not counts_nothing(AnswerKind.DATE, text)


@pytest.mark.parametrize(
    ("question", "text", "money_alone"),
    [
        ("How many berths are there?", "A key for strangers costs a fine of £25.", True),
        ("How many berths are there?", "Each is let for 1,200 euros a year.", True),
        ("How many berths are there?", "40 berths are let for 1,200 euros each.", False),
        ("How many berths are there?", "Of the forty berths each costs $3 million.", False),
        ("How many euros does it cost?", "It costs 1,200 euros.", False),
        ("How many berths are there?", "Nobody counted them.", False),
    ],
)
def test_an_amount_of_money_counts_nothing_else(
    question: str, text: str, money_alone: bool
) -> None:
    assert counts_money_alone(AnswerKind.COUNT, question, text) is money_alone
    assert not counts_money_alone(AnswerKind.AMOUNT, question, text)


@pytest.mark.parametrize(
    ("question", "text", "unfit"),
    [
        ("How much was timber in 2023?", "Exports: Wool — 2022: 11; 2023: 17", True),
        ("How much was wool in 2023?", "Exports: Wool — 2022: 11; 2023: 17", False),
        ("How much was timber in 2023?", "Timber was 17 tonnes in 2023.", False),
        ("Why did timber fall in 2023?", "Exports: Wool — 2022: 11; 2023: 17", False),
    ],
)
def test_a_row_of_something_else_never_answers_for_a_figure(
    question: str, text: str, unfit: bool
) -> None:
    assert is_unfit_row(read_question(question, NOTHING_KNOWN), text) is unfit


def test_a_question_in_the_evidence_is_not_part_of_the_line() -> None:
    text = "What is the pump made of? It is made of bronze and steel."
    assert line("What is the pump made of?", text) == "It is made of bronze and steel."
    text = "Does the pump run dry? Yes, the pump may run dry for a minute."
    assert line("Does the pump run dry?", text) == "Yes, the pump may run dry for a minute."


def test_the_hyphen_of_an_option_stays() -> None:
    assert line("What does -q do?", "-q Writes no progress.") == "-q Writes no progress."
    assert line("What is safe?", "- Ropes are safe.") == "Ropes are safe."


def test_a_row_whose_title_says_all_that_is_asked_answers_with_every_column() -> None:
    text = "Shoots before and after the storm: Gull Reach — August: 233; November: 137"
    asked = read_question(
        "How many shoots had Gull Reach before and after the storm?", NOTHING_KNOWN
    )
    assert row_fit(asked, text) >= 0.9
    other = read_question("How many boats had Gull Reach before the winter?", NOTHING_KNOWN)
    assert row_fit(other, text) == 0.0


def test_who_has_a_role_is_told_by_the_name_before_it() -> None:
    text = "Present: Ada Holm (chair), Orla Quist (treasurer) and 23 members (two of them late)."
    for asked, line in (
        ("Who is the treasurer?", "Orla Quist (treasurer)"),
        ("Who is the chair of the meeting?", "Ada Holm (chair)"),
        ("Who is the secretary?", text),
        ("How is the treasurer chosen?", text),
    ):
        question = read_question(asked, NOTHING_KNOWN)
        assert first_line(question, unit(text), None, frozenset()) == line


def test_a_bill_answers_for_the_firm_that_its_document_names() -> None:
    row = "Bill: Sum due (EUR) — Amount: 90"
    asked = read_question("What is the total sum due on the bill of Kranich?", NOTHING_KNOWN)
    known = frozenset(["kranich"])
    assert row_fit(asked, row, known) > row_fit(asked, row)
    yearly = "Bill: Sum due — 2023: 90; 2022: 80"
    dated = read_question(
        "What is the total sum due on the bill of Kranich in 2023?", NOTHING_KNOWN
    )
    assert row_fit(dated, yearly, known) == row_fit(dated, yearly), "its columns must say which"


def test_details_behind_a_comma_are_not_asked_for_and_one_costs_its_price() -> None:
    row = "Bill: Ash plank, 3 m — Quantity: 4; Unit price: 12.50; Amount: 50.00"
    asked = read_question("How much does an ash plank cost on the bill?", NOTHING_KNOWN)
    assert row_fit(asked, row) > 0
    assert row_line(asked, row, 200) == "Ash plank, 3 m — Unit price: 12.50"
    other = read_question("How much does an oak plank cost on the bill?", NOTHING_KNOWN)
    assert row_fit(other, row) == 0


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("When does the museum open?", "4 May 2025"),
        ("When does the museum close in 2025?", "28 September 2025"),
        ("When does the exhibition end?", "28 September 2025"),  # nothing tells: the one taken
    ],
)
def test_of_several_dates_that_of_the_asked_verb_is_told(question: str, line: str) -> None:
    text = "The museum opens on 4 May 2025 and closes on 28 September 2025."
    start = text.index("28")
    taken = Phrase(text[start:-1], 0, start, len(text) - 1, PhraseType.DATE)
    assert (
        first_line(read_question(question, NOTHING_KNOWN), unit(text), taken, frozenset()) == line
    )


def test_a_question_mark_that_is_typed_ends_no_question_before_the_answer() -> None:
    text = "Type -h ? to list the topics of the help."
    question = read_question("How do I list the topics?", NOTHING_KNOWN)
    assert first_line(question, unit(text), None, frozenset()) == text


def test_a_name_is_no_floor() -> None:
    text = "The new office is on the fourth floor of Kestrel House."
    start = text.index("Kestrel")
    taken = Phrase("Kestrel House", 0, start, start + 13, PhraseType.NAME)
    on_which = read_question("On which floor is the new office?", NOTHING_KNOWN)
    assert first_line(on_which, unit(text), taken, frozenset()) == text
    where = read_question("Where is the new office?", NOTHING_KNOWN)
    assert first_line(where, unit(text), taken, frozenset()) == "Kestrel House"
    text = "The office is in the town of Ely."
    ely = Phrase("Ely", 0, text.index("Ely"), len(text) - 1, PhraseType.NAME)
    town = read_question("In which town is the office?", NOTHING_KNOWN)
    assert first_line(town, unit(text), ely, frozenset()) == "Ely"


def test_a_statement_before_a_question_is_no_question() -> None:
    text = "The move will cost 31,000 euros. Questions? Write to Ada Finch in the mail room."
    question = read_question("How much will the move cost?", NOTHING_KNOWN)
    whole = replace(unit("The move will cost 31,000 euros."), text=text)
    assert first_line(question, whole, None, frozenset()) == text


def test_what_is_excluded_is_not_covered() -> None:
    read = read_question("Is hail covered?", NOTHING_KNOWN)
    assert decided(read, unit("Hail is covered, as is storm."), frozenset()) == "Yes"
    excluded = read_question("Is hail included in the cover?", NOTHING_KNOWN)
    told = unit("Hail is excluded from the cover.")
    assert decided(excluded, told, frozenset(["includ"])) == "No"
    doubly = unit("Hail is not excluded from the cover.")
    assert decided(excluded, doubly, frozenset(["includ"])) == "", "two denials are left open"
    same = read_question("Is hail excluded from the cover?", NOTHING_KNOWN)
    assert decided(same, told, frozenset()) == "Yes"


def test_nothing_under_a_heading_that_denies_is_a_yes() -> None:
    read = read_question("Is hail covered?", NOTHING_KNOWN)
    told = replace(unit("Hail and storm of any kind, covered or uncovered."), heading="Not covered")
    assert decided(read, told, frozenset()) == ""


SHARES = "Assessment: Final exam — Share: 35 %; Due: 18 December"


@pytest.mark.parametrize(
    ("question", "fit", "shown"),
    [
        ("When is the final exam due?", 1.0, "Final exam — Due: 18 December"),
        ("When is the final exam?", 0.5, "Final exam — Due: 18 December"),
        ("How much does the final exam count?", 0.5, "Final exam — Share: 35 %"),
        ("How much does the final exam cost?", 0.0, ""),
        ("When is the field report due?", 0.0, ""),
        ("What is the share of the final exam and the test together?", 0.0, ""),
    ],
)
def test_of_a_row_the_one_cell_of_the_kind_answers(question: str, fit: float, shown: str) -> None:
    asked = read_question(question, NOTHING_KNOWN)
    assert row_fit(asked, SHARES) == pytest.approx(fit)
    if shown:
        assert row_line(asked, SHARES, 200) == shown


def test_of_two_dates_in_a_row_none_is_taken_without_its_column() -> None:
    row = "Terms: Spring term — From: 3 May; To: 18 July"
    assert row_fit(read_question("When is the spring term?", NOTHING_KNOWN), row) == 0.0


@pytest.mark.parametrize(
    ("question", "row", "fits"),
    [
        ("When was the Heron yard founded?", "Heron yard — Town: Wend; Slip (m): 1900", False),
        ("When did the Heron yard order oak?", "Heron yard — Order (GBP): 2000; Wood: Oak", False),
        ("When did the Heron yard order oak?", "Heron yard — Order: 2000; Wood: Oak", False),
        ("When was the Heron yard sold?", "Heron yard — Sold: 2000 EUR; Town: Wend", False),
        ("When was the Heron yard sold?", "Heron yard — Sold: £2000; Town: Wend", False),
        ("When was the Heron yard built?", "Heron yard — Built (m²): 1900; Town: Wend", False),
        ("When does the Heron yard load?", "Heron yard — Load: 2000 kg; Town: Wend", False),
        ("When is the boat hire?", "Boat hire — Price: 12.50; Town: Wend", False),  # no hour
        ("When was the Heron yard founded?", "Heron yard — Founded: 1987; Berths: 2000", True),
        ("When was the Heron yard founded?", "Heron yard — Founded (year): 1987; Town: Wend", True),
        ("When does the Heron yard open?", "Heron yard — Opens: 9.30; Town: Wend", True),
        ("When does the Heron yard load?", "Heron yard — Load: 3 pm; Town: Wend", True),
        ("When was the Heron yard founded?", "Heron yard — Sold: 3 May 1987; Town: Wend", False),
        ("When was the Heron yard renovated?", "Heron yard — Renovated: 1987; Town: Wend", True),
        ("When was the Heron yard sold?", "Heron yard — Year: 1987; Town: Wend", True),
        ("When was the Heron yard sold?", "Sold yards: Heron yard — Deal: 3 May 1987; n: 2", True),
    ],
)
def test_a_number_in_a_row_is_a_date_only_under_a_header_of_dates(
    question: str, row: str, fits: bool
) -> None:
    assert (row_fit(read_question(question, NOTHING_KNOWN), row) > 0) is fits


VOTES = "Votes on the slip: Berth fee of 40 — For: 310; Against: 42; Abstained: 5"
BASINS = "Basins: Old basin — Below the sill: 2; Below: 1"
SLIPS = "Tides: Old slip — Before: 4; After: 6; Depth below the sill: 2"


@pytest.mark.parametrize(
    ("question", "row", "cells"),
    [
        ("How many votes were cast against the berth fee of 40?", VOTES, ("Against: 42",)),
        ("How many abstained from the berth fee of 40?", VOTES, ("Abstained: 5",)),
        ("How many votes were cast on the berth fee of 40?", VOTES, ()),
        ("How high was the tide before the storm?", SLIPS, ("Before: 4",)),
        ("How high was the tide after the storm?", SLIPS, ("After: 6",)),
        ("How high was the tide afterwards?", SLIPS, ()),
        ("How high was it before, and how high after?", SLIPS, ()),
        ("What is the depth below the sill?", SLIPS, ("Depth below the sill: 2",)),
        ("How deep is it below the sill?", BASINS, ("Below the sill: 2",)),
    ],
)
def test_a_column_may_be_called_by_a_word_of_place_alone(
    question: str, row: str, cells: tuple[str, ...]
) -> None:
    parts = row_of(row)
    assert parts is not None
    assert asked_cells(read_question(question, NOTHING_KNOWN), parts) == cells


def test_the_votes_against_something_are_told() -> None:
    question = read_question("How many votes were cast against the berth fee of 40?", NOTHING_KNOWN)
    assert row_line(question, VOTES, LONGEST) == "Berth fee of 40 — Against: 42"


def test_a_row_of_a_list_answers_directly_only_if_hardly_a_word_is_missing() -> None:
    assert direct_from("Exports: Wool — 2021: 11; 2022: 12") == NEARLY_ALL
    assert direct_from(SHARES) > NEARLY_ALL


@pytest.mark.parametrize(
    ("kind", "different", "frequent", "least", "largest"),
    [
        (CellKind.TEXT, None, (), "", ""),
        (CellKind.TEXT, 2, (("A 1", 5), ("B", 4)), "", ""),
        (CellKind.NUMBER, None, (), "3", "1200"),
        (CellKind.DATE, None, (), "2024-01-02", "2024-03-04"),
    ],
)
def test_what_a_column_of_a_large_table_holds_is_told_apart(
    kind: CellKind,
    different: int | None,
    frequent: tuple[tuple[str, int], ...],
    least: str,
    largest: str,
) -> None:
    column = LargeColumn("Berth", kind, "", Decimal(1), 0, 9, different, frequent, least, largest)
    assert tells_of_a_column(about_column(column))
    assert not tells_of_a_column("The berth: from 3 to 9 boats lie there (in two rows).")


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("The fair is on the 15th of March.", ["15th of March"]),
        ("It opens 3rd May, or May 4.", ["3rd May", "May 4"]),
        ("The third of them may go.", []),
    ],
)
def test_a_day_may_be_told_by_its_order(text: str, dates: list[str]) -> None:
    assert [match[0] for match in DATE.finditer(text)] == dates


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Ada Finch An account of tides.", ["Ada Finch"]),
        ("By Ada Finch The tide of May.", ["Ada Finch"]),
        ("It is Vitamin A that counts.", ["Vitamin A"]),
        ("They chose Tran Van So yesterday.", ["Tran Van So"]),
        ("It was Ngo Thi An who came.", ["Ngo Thi An"]),
        ("It was shown by Ada Finch OF Quay Ltd today.", ["Ada Finch OF Quay Ltd"]),
    ],
)
def test_a_name_ends_where_the_next_line_begins(text: str, names: list[str]) -> None:
    (unit,) = cut_hits([hit(text)])
    found = {phrase.text for phrase in phrases_of(unit, 0) if phrase.type is PhraseType.NAME}
    assert {each for each in found if each.split()[0] == names[0].split()[0]} >= set(names)
    assert not any(each.endswith(("Finch An", "Finch The")) for each in found)


def test_each_of_several_years_has_its_cell_however_rare_its_figures_are() -> None:
    row = "Dues — May 27, 2021: $24; May 28, 2020: $20; May 29, 2019: $14"
    asked = read_question(
        "What were dues in 2021 and 2019, respectively?", Background({"2019": 900, "2021": 1}, 1000)
    )
    assert row_line(asked, row, 200) == "Dues — May 27, 2021: $24; May 29, 2019: $14"


def test_the_line_is_the_part_that_answers() -> None:
    text = "The harbour fund consists of dues and fines."
    assert line("What does the harbour fund consist of?", text) == "dues and fines."
    long = f"The harbour fund consists of {'dues, ' * 60}and fines."
    told = line("What does the harbour fund consist of?", long)
    assert told.startswith("dues, dues")
    assert told.endswith(" …")
    assert len(told) <= LONGEST + 2


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Sheets The sheets are made fast.", "The sheets are made fast."),
        ("Jib sheet If the jib sheet slips, take a turn.", "If the jib sheet slips, take a turn."),
        ("Ropes The sheets are made fast.", "Ropes The sheets are made fast."),
        ("Ada Finch The Elder made fast the sheets.", "Ada Finch The Elder made fast the sheets."),
    ],
)
def test_a_title_in_the_line_of_its_text_is_no_part_of_the_first_line(said: str, line: str) -> None:
    reading = reading_of("What is to be done about them?", hit(said))
    assert first_line(reading.question, reading.units[0], None, frozenset()) == line


def test_of_a_clause_that_is_too_long_its_beginning_is_told_and_not_only_what_hangs_on_it() -> None:
    text = (
        "The income of the ropewalk from hemp that was sold to the three yards on the far side of "
        "the estuary has been a steady part of its takings for the past nine quarters and came to "
        "a seventh of all receipts in the year before last, more than it was before the fire."
    )
    told = line("Are the takings of the ropewalk steady?", text)
    assert told.startswith("The income of the ropewalk from hemp")
    assert told.endswith(" …")
    assert len(told) <= LONGEST + 2


QUARTERS = (
    "Statements of income: Operating profit — Three months ended September 30, 2031: 41; Three "
    "months ended June 30, 2031: 38; Nine months ended September 30, 2031: 119"
)


def test_how_many_others_there_are_is_not_the_blank_figure_of_a_row() -> None:
    asked = read_question("What is the prize of the Wrens?", NOTHING_KNOWN)
    assert not row_fit(asked, "Prizes of the kiln cup: Wrens — Members: 3")
    assert row_fit(asked, "Prizes of the kiln cup: Wrens — Amount: 3")
    assert row_fit(asked, "Kiln cup: Wrens — Prize: 3")


def test_how_far_two_figures_are_apart_is_neither_of_them() -> None:
    asked = read_question("How far over budget is the tannery?", NOTHING_KNOWN)
    assert not row_fit(asked, "Tannery — Spent: 30; Budget: 33")
    assert row_fit(asked, "Tannery — Spent: 36; Budget: 33; Over budget: 3")
    plain = read_question("What is the budget of the tannery?", NOTHING_KNOWN)
    assert row_fit(plain, "Tannery — Spent: 30; Budget: 33")


@pytest.mark.parametrize(
    ("quarter", "told"),
    [
        ("third", "Operating profit — Three months ended September 30, 2031: 41"),
        ("second", "Operating profit — Three months ended June 30, 2031: 38"),
        ("fourth", ""),
    ],
)
def test_the_months_of_another_quarter_do_not_answer(quarter: str, told: str) -> None:
    question = f"What was the operating profit in the {quarter} quarter of 2031?"
    asked = read_question(question, NOTHING_KNOWN)
    assert bool(row_fit(asked, QUARTERS)) is bool(told)
    assert not told or row_line(asked, QUARTERS, LONGEST) == told


def test_one_column_is_not_what_comes_to_each_of_another() -> None:
    asked = read_question("What was the toll per barge at the Upper sluice?", NOTHING_KNOWN)
    assert not row_fit(asked, "Sluices: Upper sluice — Barges: 28; Toll: 96")
    assert row_fit(asked, "Sluices: Upper sluice — Barges: 28; Toll per barge: 3")
    assert row_fit(asked, "Toll per barge: Upper sluice — Barges: 28; Toll: 3")
    plain = read_question("What was the toll per year at the Upper sluice?", NOTHING_KNOWN)
    assert row_fit(plain, "Sluices: Upper sluice — Barges: 28; Toll: 96")


def test_the_cells_of_a_row_tell_who_and_by_when() -> None:
    row = "Next steps: Order the rope — Who: Ada Finch; Due: 8 August"
    both = read_question("Who orders the rope, and by when?", NOTHING_KNOWN)
    assert row_line(both, row, LONGEST) == "Order the rope — Who: Ada Finch; Due: 8 August"


def test_the_day_of_the_former_one_is_told_in_its_sentence() -> None:
    text = "These rules hold from 3 May 2031 and replace those of 2019."
    assert line("When were the old rules made?", text, "3 May 2031") == text
    assert line("When were the rules made?", text, "3 May 2031") == "3 May 2031"
    old = "The old rules held from 3 May 2019 until 2 May 2031."
    assert line("When were the old rules made?", old, "3 May 2019") == "3 May 2019"


def test_what_was_paid_stands_in_the_first_line_and_no_other_number() -> None:
    text = (
        "In May 2031 the yard settled the dispute over the 40 moorings in the northern basin that "
        "had been let twice to the same guests and agreed to put up new signs along the whole quay,"
        " which cost EUR 200 that was paid in June."
    )
    asked = read_question("How much did the yard pay to settle the dispute?", NOTHING_KNOWN)
    assert "EUR 200" in first_line(asked, unit(text), None, frozenset())
