"""A letter is from whom it is signed by and to whom it greets; nothing else in it says so."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.letter_parties import (
    is_of_no_letter_meant,
    is_of_no_receiver,
    is_of_no_sender,
    letter_party,
    parties_told,
)
from backend.tasks.answer.extractive.letters import (
    LetterSide,
    day_of,
    greeted,
    party_asked,
    signature,
)
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of

ENGLISH = (
    "Gull Ferries Ltd\n4 Quay Street\n\n5 May 2031\n\nDear Ms Brandt,\n\nWe have moved your berth. "
    "Ada Finch of our office will show you the new one.\n\nYours sincerely,\nOmar Rell\n"
    "Harbour manager\n"
)
GERMAN = (
    "Stadthafen Norddeich\n\nSehr geehrte Frau Brandt,\n\nwir haben Ihren Liegeplatz verlegt. Frau "
    "Finch zeigt Ihnen den neuen. Bitte bringen Sie diesen Brief mit.\n\n"
    "Mit freundlichen Grüßen\n\nOmar Rell\nHafenmeister"
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Who signed the letter?", (LetterSide.SENDER, "")),
        ("Who wrote this short letter?", (LetterSide.SENDER, "")),
        ("Who sent the letter about the berth?", (LetterSide.SENDER, " about the berth")),
        ("Who is the letter from?", (LetterSide.SENDER, "")),
        ("Who is the letter to Ida Brandt from?", (LetterSide.SENDER, " to Ida Brandt")),
        ("Who is the letter from Gull Ferries to?", (LetterSide.RECEIVER, " from Gull Ferries")),
        ("By whom was the notice signed?", (LetterSide.SENDER, "")),
        ("Who is the letter to?", (LetterSide.RECEIVER, "")),
        (
            "To whom is the letter from Gull addressed?",
            (LetterSide.RECEIVER, " from Gull"),
        ),
        ("Wer hat den Brief unterschrieben?", (LetterSide.SENDER, "")),
        ("An wen ist das Schreiben gerichtet?", (LetterSide.RECEIVER, "")),
        ("Qui a signé la lettre ?", (LetterSide.SENDER, "")),
        ("À qui est adressée cette lettre ?", (LetterSide.RECEIVER, "")),
        ("¿Quién firmó la carta?", (LetterSide.SENDER, "")),
        ("¿A quién va dirigida la carta?", (LetterSide.RECEIVER, "")),
        ("When was the letter written?", (LetterSide.DAY, "")),
        ("When was the letter to Gull Ferries written?", (LetterSide.DAY, " to Gull Ferries")),
        ("What is the date of our last letter?", (LetterSide.DAY, "")),
        ("Which date does the letter bear?", (LetterSide.DAY, "")),
        ("When was the letter answered?", None),
        ("When was the offer written?", None),
        ("Who signed the lease?", None),
        ("Who wrote Keelhaul?", None),
        ("Who may send a letter?", None),
    ],
)
def test_a_question_asks_for_a_side_of_a_letter(
    question: str, asked: tuple[LetterSide, str] | None
) -> None:
    assert party_asked(question) == asked


@pytest.mark.parametrize(
    ("text", "before", "name"),
    [
        ("Yours sincerely,\nAda Finch\nOffice Manager", "", "Ada Finch"),
        ("Yours sincerely, Ada Finch Office manager", "", "Ada Finch"),
        ("Best,\nAda Finch", "", "Ada Finch"),
        ("Many thanks,\n\nAda Finch", "", "Ada Finch"),
        ("Best, Ada Finch", "", ""),  # may be a name or a rank
        ("Best\nAda Finch", "", ""),
        ("Ada B. Finch, chair", "Thank you.\n\nKind regards,\n\n", "Ada B. Finch"),
        ("Sincerely,\n/s/ Ada Finch", "", "Ada Finch"),
        ("Yours faithfully\n\nGull Ferries Ltd", "", "Gull Ferries Ltd"),
        ("Omar Rell\nHafenmeister", "Danke.\n\nMit freundlichen Grüßen\n\n", "Omar Rell"),
        ("Cordialement,\nInès du Pont", "", "Inès du Pont"),
        ("Atentamente,\nInés de la Torre\nSecretaria", "", "Inés de la Torre"),
        ("Yours sincerely, Ada B. Finch chair", "", "Ada B. Finch"),
        ("Yours sincerely, Mr Omar Rell chair", "", "Mr Omar Rell"),
        ("Atentamente, Inés de la Torre secretaria", "", "Inés de la Torre"),
        ("Mit freundlichem Gruß\nIhre Ada Finch", "", "Ada Finch"),
        ("Regards,\nPlease keep this notice.", "", ""),
        ("Regards,\nOn 3 May Omar Rell wrote:", "", ""),
        ("Cordialement,\nLa mairie", "", ""),
        ("Yours sincerely,\non behalf of the committee\nJo Reed\nClerk", "", "Jo Reed"),
        ("Yours sincerely,\nfor Gull Ferries Ltd\nDirector", "", ""),
        ("Yours sincerely,\n[signature]\nAda Finch", "", "Ada Finch"),
        ("Best wishes,\nthe team", "", ""),
        ("She sends her kind regards to Ada Finch.", "", ""),
        ("Ada Finch\nOffice Manager", "Please call", ""),
    ],
)
def test_the_name_below_the_closing_words(text: str, before: str, name: str) -> None:
    assert signature(text, before) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dear Ms Brandt,", "Ms Brandt"),
        ("5 May 2031 Dear Ida and Omar,", "Ida and Omar"),
        ("Sehr geehrte Frau Brandt,", "Frau Brandt"),
        ("Chère Madame Petit,", "Madame Petit"),
        ("Estimada Sra. Torre:", "Sra. Torre"),
        ("Cher Paul,", "Paul"),
        ("Dear members of the Elm Choir,", "members of the Elm Choir"),
        ("Dear Members of the Choir,", "Members of the Choir"),
        ("Dear Omar,\n\nThe fees go up in June.", "Omar"),
        ("She has met\nMadame Petit\nin Elm.", ""),
        ("Liebe zum Meer", ""),
        ("Dear Sir or Madam,", ""),
        ("Sehr geehrte Damen und Herren,", ""),
        ("Madame, Monsieur,", ""),
        ("Dear neighbours,", "neighbours"),
        ("Dear all,", "all"),
        ("The dear boat was sold,", ""),
    ],
)
def test_the_name_that_is_greeted(text: str, name: str) -> None:
    assert greeted(text) == name


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who signed the letter?", {"Omar Rell"}),
        ("Who signed the letter from Gull Ferries?", {"Omar Rell"}),
        ("Who signed the letter from Tern Lines?", set()),
        ("Who sent the letter to Omar Rell?", set()),
        ("Who is the letter to?", {"Ms Brandt"}),
        ("Who received the letter from Ms Brandt?", set()),
        ("Who moved the berth?", set()),
    ],
)
def test_the_letter_is_the_one_that_is_meant(question: str, names: set[str]) -> None:
    assert parties_told(reading_of(question, hit(ENGLISH))) == names


@pytest.mark.parametrize(
    ("question", "letter", "line"),
    [
        ("Who signed the letter?", ENGLISH, "Omar Rell"),
        ("Who is the letter to?", ENGLISH, "Ms Brandt"),
        ("Wer hat den Brief unterschrieben?", GERMAN, "Omar Rell"),
        ("An wen ist der Brief gerichtet?", GERMAN, "Frau Brandt"),
    ],
)
def test_the_answer_is_the_name_with_its_place(question: str, letter: str, line: str) -> None:
    _, draft = ask(question, [hit(letter)])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == line
    if letter == GERMAN:
        assert len(draft.spans) == 1


def test_two_letters_that_nothing_tells_apart_give_no_answer() -> None:
    other = ENGLISH.replace("Omar Rell", "Ada Finch").replace("Gull", "Tern")
    question = "Who signed the letter?"
    _, draft = ask(question, [hit(ENGLISH), hit(other, document="b")])
    assert draft.verdict is Verdict.CLOSEST


def test_a_first_name_alone_is_no_other_person() -> None:
    short = ENGLISH.replace("Omar Rell\nHarbour manager", "Omar")
    both = [hit(ENGLISH), hit(short, document="b")]
    assert ask("Who signed the letter?", both)[1].verdict in {Verdict.DIRECT, Verdict.LIKELY}


def test_a_notice_is_the_letter_that_is_called_so() -> None:
    notice = f"NOTICE TO ALL\n\n{ENGLISH}".replace("Omar Rell", "Ada Finch")
    question = "Who signed the notice?"
    both = [hit(ENGLISH), hit(notice, document="b")]
    assert ask(question, both)[1].short == "Ada Finch"
    assert ask(question, both[:1])[1].short == "Omar Rell"


def test_whom_a_letter_only_names_is_not_to_whom_it_is_written() -> None:
    plain = hit("On 2 June Mr Omar Rell was elected chair by all members of the club in the loft.")
    reading = reading_of("Who is the letter to?", plain)
    assert is_of_no_receiver(reading, reading.candidates[0])
    assert is_of_no_letter_meant(reading, reading.candidates[0])
    assert ask("Who is the letter to?", [plain])[1].short == ""
    for text in ("The letter was sent to Ada Finch, the chair.", "To: Ada Finch, the old mill"):
        reading = reading_of("Who is the letter to?", hit(text))
        assert not is_of_no_receiver(reading, reading.candidates[0])
    assert not is_of_no_receiver(reading_of("Who is chair?", plain), reading.candidates[0])


def test_whom_a_letter_only_names_did_not_write_it() -> None:
    plain = hit(
        "The owner, Mrs Ada Finch, is glad that the boat in the loft will be mended by May."
    )
    reading = reading_of("Who wrote the letter about the boat?", plain)
    assert is_of_no_sender(reading, reading.candidates[0])
    assert ask("Who wrote the letter about the boat?", [plain])[1].short == ""
    for text in ("The letter was written by Ada Finch, the chair.", "From: Ada Finch, the mill"):
        reading = reading_of("Who wrote the letter about the boat?", hit(text))
        assert not is_of_no_sender(reading, reading.candidates[0])
    assert not is_of_no_sender(reading_of("Who owns the boat?", plain), reading.candidates[0])


def test_a_salutation_stays_no_answer_to_other_questions() -> None:
    reading = reading_of("Who is Ms Brandt?", hit(ENGLISH))
    assert not any(letter_party(reading, unit) for unit in reading.units)


def test_many_empty_lines_are_no_signature() -> None:
    assert signature("\n" * 5000) == signature("x", "\n" * 5000) == ""


HEAD = (
    "Gull Ferries\n4 Pier Road, Elm\n\n3 May 2031\n\n"
    "Dear Ms Brandt,\n\nThe ferry of 9 May is late.\n\n"
)


@pytest.mark.parametrize(
    ("text", "before", "after", "day"),
    [
        ("3 May 2031", "Gull Ferries", "\n\nDear Ms Brandt,", "3 May 2031"),
        ("Gull Ferries\nElm, 3rd May 2031", "", "\nDear all,", "3rd May 2031"),
        ("Date: May 3, 2031", "", "\nDear Ms Brandt,", "May 3, 2031"),
        ("Elm, den 3. Mai 2031", "", "\nSehr geehrte Frau Brandt,", ""),
        ("Elm, 3. Mai 2031", "", "\nSehr geehrte Frau Brandt,", "3. Mai 2031"),
        ("The ferry sails on 3 May 2031", "", "\nDear Ms Brandt,", ""),
        ("3 May 2031", "", "\nMinutes of the board", ""),
        ("3 May 2031", "Dear Ms Brandt,\n", "\nDear Omar,", ""),
    ],
)
def test_the_day_stands_above_whom_a_letter_greets(
    text: str, before: str, after: str, day: str
) -> None:
    assert day_of(text, before, after) == day


def test_when_a_letter_was_written_is_told_by_its_head() -> None:
    _, draft = ask("When was the letter written?", [hit(HEAD)])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == "3 May 2031"
    other = HEAD.replace("3 May", "8 June").replace("ferry", "boat")
    _, draft = ask("When was the letter written?", [hit(HEAD), hit(other, document="b")])
    assert draft.verdict is Verdict.CLOSEST
