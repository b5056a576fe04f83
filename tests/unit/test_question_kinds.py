"""What a question expects is read from its wording."""

from __future__ import annotations

import pytest

from backend.question_kinds import (
    AnswerKind,
    answer_kind,
    asks_of_it,
    question_parts,
    with_its_subject,
)
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.question_words import (
    language_asked,
    language_of,
    without_instructions,
)

NOTHING_KNOWN = Background({}, 1000)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is a deposit?", AnswerKind.DEFINITION),
        ("What is the deposit?", AnswerKind.AMOUNT),
        ("What is a fair rent?", AnswerKind.AMOUNT),
        ("How many otters live in the delta?", AnswerKind.COUNT),
        ("What is the number of ferries?", AnswerKind.COUNT),
        ("How much did the dam cost?", AnswerKind.AMOUNT),
        ("What was the ferry sold for?", AnswerKind.AMOUNT),
        ("What did the old mill sell for?", AnswerKind.AMOUNT),
        ("What did they pay for the mast?", AnswerKind.AMOUNT),
        ("What does the yard charge for a berth?", AnswerKind.AMOUNT),
        ("What must the tenants pay for?", AnswerKind.OTHER),
        ("What did the court charge him with?", AnswerKind.OTHER),
        ("What was the operating margin in 2019?", AnswerKind.AMOUNT),
        ("By what percentage did exports grow?", AnswerKind.AMOUNT),
        ("When was the lighthouse lit?", AnswerKind.DATE),
        ("In what year did the mill burn down?", AnswerKind.DATE),
        ("Who keeps the lighthouse?", AnswerKind.PERSON),
        ("Where do the terns nest?", AnswerKind.PLACE),
        ("Which country sent the ship?", AnswerKind.PLACE),
        ("Why did the harvest fail?", AnswerKind.REASON),
        ("What drove the fall in exports?", AnswerKind.REASON),
        ("How do I reset the pump?", AnswerKind.MANNER),
        ("How do I find the boat whose mast is broken?", AnswerKind.MANNER),
        ("How can a member move to a berth where the water is deep?", AnswerKind.MANNER),
        ("Do you know whose boat it is?", AnswerKind.YES_NO),
        ("Was the pump reset in time?", AnswerKind.YES_NO),
        ("What is a sluice?", AnswerKind.DEFINITION),
        ("What does “ebb gate” mean?", AnswerKind.DEFINITION),
        ("What are the duties of the keeper?", AnswerKind.LIST),
        ("Which vessels may enter?", AnswerKind.LIST),
        ("Which opened first, the mill or the dam?", AnswerKind.CHOICE),
        ("Warum ist die Ernte ausgefallen?", AnswerKind.REASON),
        ("Wie viele Otter leben im Delta?", AnswerKind.COUNT),
        ("Quand le phare a-t-il été allumé ?", AnswerKind.DATE),
        ("¿Quién cuida el faro?", AnswerKind.PERSON),
        ("Wie hoch ist der Deich?", AnswerKind.AMOUNT),
        ("Wie viel kostet die Fähre?", AnswerKind.AMOUNT),
        ("Was kostet die Fähre?", AnswerKind.AMOUNT),
        ("Um wie viel Uhr fährt die Fähre?", AnswerKind.DATE),
        ("In welchem Jahr brannte die Mühle?", AnswerKind.DATE),
        ("Was kostete der neue Mast?", AnswerKind.AMOUNT),
        ("Was schreibt der Wärter?", AnswerKind.OTHER),
        ("Was kept in the shed the whole year?", AnswerKind.YES_NO),
        ("Was ist eine Schleuse?", AnswerKind.DEFINITION),
        ("Was passiert bei Ebbe?", AnswerKind.OTHER),
        ("Wie heißt der Wärter?", AnswerKind.OTHER),
        ("Wie öffnet man die Schleuse?", AnswerKind.MANNER),
        ("Wo brüten die Seeschwalben?", AnswerKind.PLACE),
        ("Von wem wurde der Damm bezahlt?", AnswerKind.PERSON),
        ("Combien coûte le bac ?", AnswerKind.AMOUNT),
        ("Combien de temps dure la traversée ?", AnswerKind.AMOUNT),
        ("Combien de loutres vivent ici ?", AnswerKind.COUNT),
        ("Quel est le prix du bac ?", AnswerKind.AMOUNT),
        ("À quelle heure part le bac ?", AnswerKind.DATE),
        ("Où nichent les sternes ?", AnswerKind.PLACE),
        ("Qui garde le phare ?", AnswerKind.PERSON),
        ("Pourquoi la récolte a-t-elle échoué ?", AnswerKind.REASON),
        ("Comment ouvrir l'écluse ?", AnswerKind.MANNER),
        ("¿Cuánto cuesta el transbordador?", AnswerKind.AMOUNT),
        ("¿Cuántas nutrias hay?", AnswerKind.COUNT),
        ("¿Cuál es el precio del billete?", AnswerKind.AMOUNT),
        ("¿A qué hora sale el transbordador?", AnswerKind.DATE),
        ("¿Dónde anidan los charranes?", AnswerKind.PLACE),
        ("¿Por qué falló la cosecha?", AnswerKind.REASON),
        ("¿Cómo se abre la esclusa?", AnswerKind.MANNER),
        ("Was the man hurt?", AnswerKind.YES_NO),
        ("Was a man injured?", AnswerKind.YES_NO),
        ("Was Burning Man cancelled?", AnswerKind.YES_NO),
        ("Was the den cleaned?", AnswerKind.YES_NO),
        ("Was braucht man im Hafen?", AnswerKind.OTHER),
        ("Was gehört dem Hafen?", AnswerKind.OTHER),
        ("Comment on why the ferry was late", AnswerKind.REASON),
        ("Comment on how many were sold", AnswerKind.COUNT),
        ("Comment on revenue growth", AnswerKind.OTHER),
        ("Comment on paie le loyer ?", AnswerKind.MANNER),
        ("Wo 2019: when was it filed?", AnswerKind.DATE),
        ("Que signifie « the state of the art » ?", AnswerKind.DEFINITION),
    ],
)
def test_the_kind_follows_from_the_wording(question: str, kind: AnswerKind) -> None:
    assert answer_kind(question) is kind


def test_two_questions_at_once_are_two() -> None:
    assert question_parts("When was the dam built, and who paid for it?") == (
        "When was the dam built?",
        "who paid for it?",
    )
    first, second = question_parts("Where are the nets kept, and why?")
    assert first == "Where are the nets kept?"
    assert second == "why (Where are the nets kept)?"
    for one in ("Who paid for the dam and the mill?", "What was built and tested in 1931?", "Why?"):
        assert question_parts(one) == (one,)


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("Summarise what was said about the nets.", "what was said about the nets."),
        ("Can you briefly tell me when the dam was built?", "when the dam was built?"),
        ("Please sum up for me who pays for the nets", "who pays for the nets"),
        ("Explain what a dam is.", "Explain what a dam is."),
        ("Summarise the report.", "Summarise the report."),
    ],
)
def test_what_only_asks_to_be_told_is_left_out(asked: str, part: str) -> None:
    assert question_parts(asked) == (part,)


def test_what_was_done_about_something_is_no_definition() -> None:
    assert answer_kind("What was decided about nets?") is AnswerKind.OTHER
    assert answer_kind("What is needed for fishing?") is AnswerKind.OTHER
    assert answer_kind("What is a salted herring?") is AnswerKind.DEFINITION
    assert answer_kind("What is a bed of reeds?") is AnswerKind.DEFINITION


def test_the_kind_of_a_second_question_is_its_own() -> None:
    assert answer_kind("who holds it (How large is the deposit)?") is AnswerKind.PERSON
    assert answer_kind("where (When does the fair begin)?") is AnswerKind.PLACE
    assert answer_kind("How large is the deposit (in pounds)?") is AnswerKind.AMOUNT


@pytest.mark.parametrize(
    ("sentence", "gives"),
    [
        ("Kerr was chosen, since they can begin within a week.", True),
        ("Brine keeps the seeds from sprouting.", True),
        ("The cover prevents frost.", True),
        ("Since the autumn all seeds have been in brine.", False),
        ("It has been closed since 12 May.", False),
        ("It has been in use since then.", False),
    ],
)
def test_since_a_time_gives_no_reason(sentence: str, gives: bool) -> None:
    assert holds_kind(AnswerKind.REASON, sentence) is gives


def test_instructions_and_asking_words_carry_no_weight() -> None:
    asked = "By what percentage did exports grow? Round your answer to two decimal places."
    assert without_instructions(asked) == "By what percentage did exports grow?"
    assert read_question(asked, NOTHING_KNOWN).terms == ("export", "grow")
    assert without_instructions("Answer in one word.") == "Answer in one word."


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("What did we sell to the mill, in pounds?", "What did we sell to the mill?"),
        ("How much oil is left in litres?", "How much oil is left?"),
        ("May I pay in euros?", "May I pay in euros?"),  # the very thing that is asked
        ("How many boats are in France?", "How many boats are in France?"),
    ],
)
def test_the_unit_that_a_figure_is_to_be_told_in_is_no_word_to_find(
    question: str, plain: str
) -> None:
    assert without_instructions(question) == plain


def test_periods_are_compared_by_meaning() -> None:
    for worded in ("FY2023", "fiscal 2023", "2023", "FY23", "fiscal year 2023"):
        question = read_question(f"What were exports in {worded}?", NOTHING_KNOWN)
        assert question.times.years == {2023}, worded
        assert question.terms == ("export", "2023"), worded


def test_function_words_of_other_languages_carry_no_weight() -> None:
    assert language_of("Warum hat die Brücke keine Lampen?") == "german"
    assert language_of("Pourquoi le pont n'a pas de lampes ?") == "french"
    assert language_of("¿Por qué el puente no tiene lámparas?") == "spanish"
    assert language_of("Why does the bridge have no lamps?") == "english"
    assert language_of("Saltpan") == ""


def test_a_short_request_shows_its_language_by_how_it_begins() -> None:
    assert language_of("Fasse den Bericht zusammen") == "german"
    assert language_of("Worum geht es in diesem Dokument?") == "german"
    assert language_of("Résume le rapport") == "french"
    assert language_of("¿Cuánto cuesta?") == "spanish"
    assert language_of("Resume the last chapter") == ""
    assert language_of("Where is the den?") == "english"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Date on invoice 12?", ""),
        ("Amount on date", ""),
        ("Comment on revenue growth", ""),
        ("Resume gap", ""),
        ("May I bring a date who isn't on the card?", "english"),
        ("Which switch gives me a dry run?", "english"),
        ("Was the man hurt?", "english"),
        ("Resume el informe", "spanish"),
        ("Comment ouvrir l'écluse ?", "french"),
        ("Kaution in der Miete an Tag", "german"),
        ("Où va-t-on à Paris ?", "french"),
        ("Die Miete", ""),
    ],
)
def test_a_language_is_told_by_a_word_that_english_lacks(text: str, language: str) -> None:
    assert language_of(text) == language


def test_the_passages_tell_the_language_that_a_question_does_not_show() -> None:
    passages = [
        "Die Fähre fährt von April bis Oktober und ist im Winter nicht in Betrieb. Der Preis für "
        "eine Fahrt wird an Bord bezahlt."
    ]
    assert language_asked("Fähre Preis", passages) == "german"
    assert language_asked("Fähre Preis", []) == ""
    assert language_asked("What does the ferry cost?", passages) == "english"
    english = "The ferry sails from April to October, and it is not in service in winter at all, "
    english += "as the harbour is closed then."
    assert language_asked("Fähre Preis", [english, *passages]) == "english"
    assert language_asked("Fähre", ["Fähre 12 Euro"]) == ""
    assert read_question("Warum hat die Brücke Lampen?", NOTHING_KNOWN).terms == (
        "bruck",
        "lampen",
    )


@pytest.mark.parametrize(
    ("part", "of_it"),
    [
        ("what will it cost?", True),
        ("when does it start?", True),
        ("how much is it?", True),
        ("what does the roof cost?", False),
        ("when was that roof of the mill mended last?", False),
    ],
)
def test_a_second_question_may_be_of_what_the_first_is_about(part: str, of_it: bool) -> None:
    assert asks_of_it(part) is of_it


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("How much was the pledge and when is it repaid?", "when is the pledge repaid?"),
        ("When was the old dam built and how much did it cost?", "how much did the old dam cost?"),
        (
            "How much does the yearly pass cost and how long is it valid?",
            "how long is the yearly pass valid?",
        ),
        ("When do the races start and how much do they cost?", "how much do the races cost?"),
        ("What is the fee for guests and when is it due?", "when is the fee for guests due?"),
        ("Who owns the mill and when was it sold?", "when was the mill sold?"),
        ("When was the dam built, and who paid for it?", "who paid for it?"),
        (
            "Where is the quay and how long does it take to get there?",
            "how long does it take to get there?",
        ),
        ("Who is the owner of the mill and when did it burn down?", "when did it burn down?"),
        ("Who steers the gig and what is he paid?", "what is he paid?"),
        ("When is Ada Finch here and what is it for?", "what is it for?"),
    ],
)
def test_the_second_is_asked_of_what_the_first_is_of(question: str, second: str) -> None:
    assert with_its_subject(*question_parts(question)) == second


def test_what_somebody_is_paid_or_something_costs_is_an_amount() -> None:
    assert answer_kind("What does a day on the old gig cost?") is AnswerKind.AMOUNT
    assert answer_kind("What is the stroke paid?") is AnswerKind.AMOUNT


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Who keeps the lock, and since when?",
            ("Who keeps the lock?", "since when (Who keeps the lock)?"),
        ),
        ("What was sold and to whom?", ("What was sold?", "to whom (What was sold)?")),
        (
            "How many were hired and for how long?",
            ("How many were hired?", "for how long (How many were hired)?"),
        ),
        # who does what by when is one question for tasks
        ("Who does what and by when?", ("Who does what and by when?",)),
    ],
)
def test_a_second_part_may_begin_with_a_preposition(question: str, parts: tuple[str, ...]) -> None:
    assert question_parts(question) == parts


@pytest.mark.parametrize("question", ["Am I allowed to sail alone?", "Am I insured for the oars?"])
def test_what_one_asks_of_oneself_is_a_question_for_yes_or_no(question: str) -> None:
    assert answer_kind(question) is AnswerKind.YES_NO
