"""Questions made for question sets: which can be asked, which are told apart, which are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from backend.briefing.candidate_questions import AskedFigure, CandidateQuestion, is_plural, lowered
from backend.briefing.for_sets import set_questions
from backend.briefing.from_text import questions_of
from backend.briefing.joined_questions import NameDescription, compared, definitions, paraphrased
from backend.briefing.plain_figures import (
    figures_told,
    is_plain,
    is_told_elsewhere,
    names_only_time,
    printed,
    spoken_as_figure,
    value_of,
)
from backend.briefing.question_checks import CheckLimits, checked, why_refused
from backend.briefing.sifting import gives_itself_away, told_apart
from backend.pipelines._broad.telling import sentences_of
from backend.ports import Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import (
    UNANSWERABLE,
    Cell,
    CellKind,
    CheckedQuestion,
    Chunk,
    CollectionSettings,
    Column,
    QuestionKind,
    Quotation,
    Scored,
    StoredRow,
    StoredTable,
    Verdict,
)
from tests.factories import make_bundle
from tests.unit.test_briefing import answer

MILLIONS = Column("2031", ("2031",), CellKind.CURRENCY, "EUR", Decimal(1_000_000), "2031")
SHARE = replace(MILLIONS, kind=CellKind.PER_CENT, unit="%", scale=Decimal(1))


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store = sqlite.build(Settings(library=tmp_path / "library"))
    yield store
    store.close()


def cell(text: str, value: str, kind: CellKind = CellKind.CURRENCY) -> Cell:
    return Cell(text, kind, Decimal(value), 0, len(text), 0, None)


def table(document: str, rows: dict[str, Cell], column: Column = MILLIONS) -> StoredTable:
    told = tuple(StoredRow(label, (), (one,), False, None) for label, one in rows.items())
    return StoredTable(document, document, (0,), None, (), "", "", (column,), told)


def figure(label: str, value: int, subject: str = "Norvane", when: str = "in 2031") -> AskedFigure:
    return AskedFigure(label, when, subject, Decimal(value) * 1_000_000, "EUR")


def source(document: str = "d", start: int = 0, end: int = 9, text: str = "words") -> Quotation:
    return Quotation(text, document, "Title", f"{document}-{start}", 0, start, end)


def candidate(
    text: str, kind: QuestionKind = "reason", words: str = "words", right: str = ""
) -> CandidateQuestion:
    return CandidateQuestion(text, kind, source(text=words), right=right)


def kept(text: str, kind: QuestionKind = "number", document: str = "d") -> CheckedQuestion:
    return CheckedQuestion(text, kind, "12 million EUR", Verdict.DIRECT, source(document))


# --- figures ---------------------------------------------------------------------------------


def test_a_figure_is_asked_for_only_if_row_and_time_mean_no_other_one() -> None:
    whole = {"Net sales": cell("412", "412"), "Visitors": cell("31", "31")}
    part = {"Net sales": cell("36", "36"), "Total": cell("99", "99"), "Boats": cell("7", "7")}
    index = figures_told(
        [
            ("Norvane", [table("a", whole), table("a", part)]),
            ("Tarn", [table("b", {"Visitors": cell("58", "58")})]),
        ]
    )
    for label, value, plain in (
        ("Net sales", 412, False),  # of the whole or of a part
        ("Visitors", 31, True),  # Tarn's are somebody else's
        ("Total", 99, False),  # of what?
        ("Boats", 7, False),  # one digit stands everywhere
        ("Fees and related", 55, False),  # half a label
    ):
        assert is_plain(index, figure(label, value), cell(str(value), str(value))) is plain, label
    assert not is_plain(index, figure("Visitors", 31, subject=""), cell("31", "31"))
    shares = [table("a", {"Visitors": cell("12.5 %", "12.5", CellKind.PER_CENT)}, SHARE)]
    both = figures_told([("Norvane", [table("a", whole), *shares])])
    assert is_plain(both, figure("Visitors", 31), cell("31", "31")), "a share is no number"
    assert not is_told_elsewhere(index, figure("Visitors", 31), "a")
    assert is_told_elsewhere(index, figure("Visitors", 31, "Tarn"), "a")


@pytest.mark.parametrize(
    ("path", "only"),
    [
        (("2031",), True),
        (("Three Months Ended", "June 30, 2031"), True),
        (("EUR in millions", "Fiscal 2031"), True),
        (("Growth of sales", "2031"), False),
        (("2031", "As percent of total"), False),
    ],
)
def test_a_header_may_say_nothing_that_the_question_leaves_out(
    path: tuple[str, ...], only: bool
) -> None:
    assert names_only_time(replace(MILLIONS, path=path)) is only


def test_a_figure_is_printed_with_its_scale_and_unit() -> None:
    made = table("a", {"Net sales": cell("(412)", "-412"), "Cash": cell("€ 9", "9")})
    sales, cash = made.rows
    assert printed(made, sales, 0) == "(412) million EUR"
    assert value_of(made, sales, 0) == Decimal(-412_000_000)
    assert printed(made, cash, 0) == "€ 9 million"
    share = table("a", {"Share": cell("12.5 %", "12.5", CellKind.PER_CENT)}, SHARE)
    assert printed(share, share.rows[0], 0) == "12.5 %"


def test_what_people_speak_of_is_told_by_the_text_as_well() -> None:
    prose = "Net sales rose to 412 million. The boats are old. Our fleet of\nboats was sold."
    assert spoken_as_figure("Net sales", prose)
    assert not spoken_as_figure("Boats", prose)


# --- sentences -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        (
            "Sales of boats fell in the second quarter of fiscal 2031, due to the storm.",
            [("Why did sales of boats fall in the second quarter of fiscal 2031?", "the storm")],
        ),
        (
            "Costs increased 4 % compared to a fall in 2030, driven by higher rents for sheds.",
            [("Why did costs increase?", "higher rents for")],
        ),
        ("Sales have grown because of the fair.", []),
        ("Costs have increased because of frost.", [("Why did costs increase?", "of frost")]),
        ("Sales decreased 9 %, reflecting a real decrease of 7 %.", []),
        ("The shed is a low building of oak.", []),
        ("The landing fee is a charge for berths.", [("What is the landing fee?", "")]),
        ("Norvane is a small boatyard.", [("What is Norvane?", "")]),
        ("Perhaps there is a second landing behind the shed.", []),
        ("The regatta was held on May 3, 2031 in the rain.", []),
        ("The summer regatta was held on May 3, 2031.", [
            ("When was the summer regatta held?", "May 3, 2031")
        ]),
        ("An offer was filed in May 2031.", []),
    ],
)  # fmt: skip
def test_a_sentence_is_asked_for_with_its_time_and_never_by_half(
    sentence: str, asked: Sequence[tuple[str, str]]
) -> None:
    small = frozenset(["the", "costs", "sales"])
    assert [question[1:] for question in questions_of(sentence, "", small)] == list(asked)


def test_names_keep_their_capitals_and_one_thing_is_no_two() -> None:
    assert lowered("Net Revenue of the group") == "Net Revenue of the group"
    assert not is_plural("Research and development expense")
    assert is_plural("Rents and repairs")


# --- sifting ---------------------------------------------------------------------------------


def test_questions_that_could_mean_two_things_are_left_out() -> None:
    refused: list[str] = []
    made = [
        candidate("Why did costs rise?"),
        candidate("Why did costs rise in 2031?", words="frost"),
        candidate("Why did rents fall?", words="one"),
        candidate("Why did the rents fall?", words="other"),
        candidate("What is a tern?", "what", "A tern is a bird."),
        candidate("What is the tern?", "what", "A tern  is a bird."),
    ]
    found = told_apart(made, lambda each, reason: refused.append(each.text))
    assert [each.text for each in found] == ["Why did costs rise in 2031?", "What is a tern?"]
    assert len(refused) == 4


def test_a_question_that_words_alone_lead_to_gives_itself_away() -> None:
    chunks = {
        "here": Chunk("here", "d", "s", 0, "x", 0, 20, (0,), "prose"),
        "there": Chunk("there", "d", "s", 1, "x", 20, 40, (0,), "prose"),
    }
    asked = candidate("Why did costs rise?")
    for here, there, away in ((9.0, 4.0, True), (9.0, 5.0, False), (4.0, 9.0, False)):
        found = [Scored("here", here), Scored("there", there)]
        assert gives_itself_away(asked, found, chunks) is away
    alone = [Scored("here", 9.0), Scored("there", 1.0)]
    assert not gives_itself_away(replace(asked, kind="number"), alone, chunks), "a row of many"


# --- checking --------------------------------------------------------------------------------


def test_a_calculated_figure_is_right_if_it_is_the_cells_own() -> None:
    number = CandidateQuestion("What were net sales?", "number", source(), "412", "412 million EUR")
    own = replace(answer("412 million EUR"), verdict=Verdict.CALCULATED)
    other = replace(own, short="36 million EUR")
    assert not why_refused(number, own)
    assert why_refused(number, other) == "another figure"
    assert why_refused(replace(number, kind="what"), own) == "not sure"


def test_the_right_answer_is_what_the_document_says_and_what_was_refused_is_told() -> None:
    words = "A tern is a slender bird of the coast."
    tern = candidate("What is a tern?", "what", words, right=words)
    gull = candidate("What is a gull?", "what", "A gull is a bird.")
    said = {tern.text: answer("A tern is … bird of the coast."), gull.text: answer("It is a bird.")}
    refused: list[str] = []
    (made,) = checked(
        [tern, gull],
        said.__getitem__,
        limits=CheckLimits(quoting=True),
        refused=lambda each, reason: refused.append(f"{each.text} {reason}"),
    )
    assert made.short == words
    assert refused == ["What is a gull? in other words"]


# --- joining ---------------------------------------------------------------------------------


def test_two_documents_are_compared_by_the_same_figure_of_the_same_time() -> None:
    figures = {
        "n": figure("Net sales", 412),
        "t": figure("Net sales", 630, "Tarn"),
        "later": figure("Net sales", 700, "Tarn", "in 2032"),
        "near": figure("Net sales", 413, "Orrin"),
        "own": figure("Net sales", 500),
    }
    found = compared([kept(each, document=each) for each in figures], figures)
    asked = {checked_question.text: checked_question for checked_question in found}
    question = asked["Which had higher net sales in 2031, Norvane or Tarn?"]
    assert question.short == "Tarn"
    assert [question.source.document_id, question.also[0].document_id] == ["n", "t"]
    assert not any("2032" in each or "Norvane or Orrin" in each for each in asked)
    assert not any("Norvane or Norvane" in each for each in asked)


def test_a_name_is_left_out_for_what_another_passage_says_that_it_is(records: Records) -> None:
    bundle = make_bundle(records.create_collection("Boats", CollectionSettings()).id)
    records.publish([bundle])
    text = (
        "The Petrel is a low workboat of oak and the oldest of the fleet. "
        "Tarn is our harbour in the north. Norvane is the largest U.S. boatyard of the coast."
    )
    chunk = Chunk("c", bundle.document.id, "s", 0, text, 0, len(text), (0,), "prose")
    known = list(definitions(records, sentences_of([chunk])))
    assert [(each.name, each.what) for each in known] == [
        ("Petrel", "the low workboat of oak"),
        ("Norvane", "the largest U.S. boatyard of the coast"),
    ]
    asked = [
        kept("Why did the Petrel’s costs rise?", "reason", "b"),
        kept("What were net sales of Norvane in 2031?", "number", "b"),
        kept("What is Norvane?", "what", "b"),
    ]
    (made,) = paraphrased(asked, known)
    assert made.text == "What were net sales of the largest U.S. boatyard of the coast in 2031?"
    assert (made.kind, made.also) == ("joined", (known[1].source,))
    twins = [*known, NameDescription("Orrin", known[1].what, source("e"))]
    assert list(paraphrased(asked, twins)) == [], "it could be either"


def test_a_joined_question_has_two_places_and_no_twin_without_an_answer(records: Records) -> None:
    collection = records.create_collection("Boats", CollectionSettings())
    bundles = [make_bundle(collection.id, title) for title in ("Boats", "Sheds")]
    records.publish(bundles)
    first, second = (bundle.document.id for bundle in bundles)
    text = records.text(first)
    here = source(first, 0, 5, text[:5])
    joined = replace(kept("Which?", "joined"), source=here, also=(source(second, 0, 5, text[:5]),))
    single = replace(kept("What?"), source=here)
    made = set_questions(records, collection.id, [joined, single, replace(single, text="Again?")],
                         frozenset(["Again?"]))  # fmt: skip
    assert [
        (set_question.text, len(set_question.evidence), set_question.kind == UNANSWERABLE)
        for set_question in made
    ] == [
        ("Which?", 2, False),
        ("What?", 1, False),
        ("What?", 1, True),
        ("Again?", 1, False),
    ]


def test_what_ties_a_sentence_to_another_is_no_part_of_a_question() -> None:
    assert not list(questions_of("The Petrel on the other hand was built in 1911.", "", None))
    assert list(questions_of("The old Petrel was built in Delft in 1911.", "", None))
