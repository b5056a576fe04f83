"""German, French and Spanish questions: forms, stems, and what the reader makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.question_kinds import AnswerKind, answer_kind
from backend.settings import Settings
from backend.tasks.answer.extractive.foreign_contrasts import is_date_of_other_bound, tells_another
from backend.tasks.answer.extractive.foreign_forms import (
    CODES,
    holds_form,
    tells_number,
    whole_date_of,
)
from backend.tasks.answer.extractive.foreign_reading import (
    as_sure_as_it_holds,
    foreign_language,
    german_names_not_told,
    in_its_language,
    names_in_german,
    not_told,
    of_the_form,
)
from backend.tasks.answer.extractive.foreign_stems import same_form, same_word, word_form
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.local import LocalReader, build
from backend.types import Draft, Hit, Verdict
from tests.unit.test_local_reader import WordEmbedder, hit

KAI = hit(
    "Hafenordnung. Die Liegegebühr ist am ersten Werktag jedes Monats fällig. Die monatliche "
    "Liegegebühr beträgt 85 Euro. Der Vertrag über den Liegeplatz beginnt am 1. März 2021 und "
    "endet nach drei Jahren. Der Hafenmeister Ole Brandt zählt die Boote am Abend. Die Boote "
    "werden im Winter an Land gehoben, weil der Hafen zufriert. Zwölf Boote liegen am westlichen "
    "Kai.",
    document="kai",
    title="Hafenordnung",
)
QUAI = hit(
    "Règlement du port. Le droit de quai est payable le premier jour du mois. Le droit de quai "
    "s'élève à 85 euros. Le contrat commence le 1er mars 2021 et dure trois ans. Les bateaux sont "
    "sortis de l'eau en hiver parce que le port gèle. Vingt-deux bateaux sont au quai de l'ouest.",
    document="quai",
    title="Règlement du port",
)
MUELLE = hit(
    "Reglamento del puerto. La tasa de amarre se paga el primer día del mes. La tasa de amarre es "
    "de 85 euros. El contrato empieza el 1 de marzo de 2021 y dura tres años. Los barcos se sacan "
    "del agua en invierno porque el puerto se hiela. Quince barcos están en el muelle del oeste.",
    document="muelle",
    title="Reglamento del puerto",
)
ROPES = hit(
    "The ropes are checked in the spring of each year, and they are replaced by the keeper when "
    "they have worn thin at the ring or at the bollard of the quay.",
    document="ropes",
    title="Ropes",
)


def ask(question: str, hits: Sequence[Hit]) -> Draft:
    *_, draft = build(Settings(), WordEmbedder()).answer(question, (), hits, Event())
    assert isinstance(draft, Draft)
    return draft


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("Wie hoch ist die Gebühr?", "Die Gebühr beträgt 85 Euro.", True),
        ("Wie hoch ist die Gebühr?", "Die Gebühr ist am 3. März 2021 fällig.", False),
        ("Was kostet das Boot?", "Das Boot ist für Kinder kostenlos.", True),
        ("Was kostet das Boot?", "Das Boot ist drei Jahre alt.", False),
        ("Wie lange dauert die Fahrt?", "Die Fahrt dauert zwei Stunden.", True),
        ("Wie lange dauert die Fahrt?", "Die Fahrt kostet 12 Euro.", False),
        ("Wie lange dauert die Fahrt?", "Sie dauert zweieinhalb Stunden.", True),
        ("Wie lange dauert die Fahrt?", "Sie dauert eine Stunde.", True),
        ("Wie lange läuft der Vertrag?", "Er läuft auf unbestimmte Zeit.", True),
        ("Wie hoch ist der Mast?", "Der Mast ist elf Meter hoch.", True),
        ("Wie hoch ist der Mast?", "Der Mast hielt elf Jahre.", False),
        ("Wie viele Boote gibt es?", "Siehe § 12 der Ordnung.", False),
        ("Wie viele Boote gibt es?", "Es sind siebzehn Boote.", True),
        ("Wann fährt das Boot?", "Es fährt um 9.30 Uhr.", True),
        ("Wann fährt das Boot?", "Es fährt im März.", True),
        ("Wann fährt das Boot?", "Es fährt zur Insel.", False),
        ("Warum fährt es nicht?", "Es fährt nicht, weil der See zufriert.", True),
        ("Warum fährt es nicht?", "Es liegt am Kai.", False),
        ("Wer ist der Wärter?", "Der Wärter Ole Brandt wohnt hier.", True),
        ("Wer ist der Wärter?", "Der Wärter wohnt hier.", False),
    ],
)
def test_the_form_that_a_german_question_asks_for(question: str, text: str, holds: bool) -> None:
    assert holds_form("german", answer_kind(question), question, text) is holds


@pytest.mark.parametrize(
    ("language", "question", "text", "holds"),
    [
        ("french", "Combien coûte le bac ?", "Le bac coûte 4 €.", True),
        ("french", "Combien coûte le bac ?", "Le bac part le 3 mai.", False),
        ("french", "Combien de temps dure la traversée ?", "Elle dure dix minutes.", True),
        ("french", "Quand part le bac ?", "Il part le 1er mai.", True),
        ("french", "Quand part le bac ?", "Il part à 18 h 30.", True),
        ("french", "Pourquoi le bac est-il fermé ?", "Il est fermé car le port gèle.", True),
        ("french", "Qui est le gardien ?", "Paul Rivet est le gardien.", True),
        ("french", "Qui est le gardien ?", "Le Gardien dort.", False),
        ("spanish", "¿Cuánto cuesta el viaje?", "El viaje es gratis.", True),
        ("spanish", "¿Cuánto cuesta el viaje?", "El viaje dura tres horas.", False),
        ("spanish", "¿Cuánto dura el viaje?", "Dura tres horas.", True),
        ("spanish", "¿Cuándo sale el barco?", "Sale los lunes.", True),
        ("spanish", "¿Por qué no sale?", "No sale porque hay hielo.", True),
        ("spanish", "¿Cuántos barcos hay?", "Hay barcos en el muelle.", False),
    ],
)
def test_the_form_that_a_french_or_spanish_question_asks_for(
    language: str, question: str, text: str, holds: bool
) -> None:
    assert holds_form(language, answer_kind(question), question, text) is holds


def test_the_form_of_other_questions_is_open() -> None:
    assert holds_form("german", AnswerKind.OTHER, "Was darf man hier?", "Nichts.") is None
    assert holds_form("german", AnswerKind.PERSON, "Wer zahlt?", "Der Mieter zahlt.") is None


@pytest.mark.parametrize(
    ("language", "text", "part", "whole"),
    [
        ("german", "Er beginnt am 1. März 2021 um acht.", "2021", "1. März 2021"),
        ("german", "Er beginnt am 1. März 2021 um acht.", "März 2021", "1. März 2021"),
        ("french", "Il commence le 1er mars 2021.", "2021", "1er mars 2021"),
        ("spanish", "Empieza el 1 de marzo de 2021.", "2021", "1 de marzo de 2021"),
        ("spanish", "Empieza el 1 de marzo de 2021.", "1710", "1710"),
        ("german", "Er beginnt am 01.03.2021.", "2021", "01.03.2021"),
        ("german", "Seit 1999 gibt es ihn.", "1999", "1999"),
    ],
)
def test_a_date_is_told_as_it_is_written(language: str, text: str, part: str, whole: str) -> None:
    assert whole_date_of(language, text, part) == whole


@pytest.mark.parametrize(
    ("language", "one", "other", "same"),
    [
        ("german", "Gebühr", "Gebühren", True),
        ("german", "Vertrag", "Mietvertrag", True),
        ("german", "halten", "gehalten", True),
        ("german", "erhöhen", "erhöht", True),
        ("german", "Kai", "Kaiser", False),
        ("german", "Boot", "Brot", False),
        ("german", "zahlen", "ausgezahlt", False),
        ("german", "auszahlen", "ausgezahlt", True),
        ("german", "gezahlt", "zahlen", False),
        ("german", "Gehalt", "Haushalt", False),
        ("german", "Gehalt", "Aufenthalt", False),
        ("german", "Geschäfte", "Mannschaft", False),
        ("german", "Gerichte", "Nachricht", False),
        ("german", "Gericht", "richtig", False),
        ("german", "Gewicht", "wichtig", False),
        ("german", "Gewalt", "Hausverwaltung", False),
        ("german", "Gesetz", "Setzer", False),
        ("german", "Miete", "Mieter", False),
        ("german", "Mieten", "Mieterin", False),
        ("german", "Miete", "Monatsmiete", True),
        ("german", "Verwandte", "Verwandter", True),
        ("german", "Kind", "Kinder", True),
        ("french", "fermée", "fermer", True),
        ("french", "port", "porte-clés", False),
        ("spanish", "vecinos", "vecino", True),
        ("spanish", "contrato", "control", False),
    ],
)
def test_forms_of_one_word(language: str, one: str, other: str, same: bool) -> None:
    forms = word_form(one, language), word_form(other, language)
    assert same_form(*forms, language) is same
    assert same_form(*reversed(forms), language) is same


@given(st.sampled_from(sorted(CODES)), st.text(max_size=30), st.text(max_size=30))
def test_words_are_compared_either_way(language: str, one: str, other: str) -> None:
    assert same_word(one, other, language) == same_word(other, one, language)
    assert same_word(one, one, language)
    forms = word_form(one, language), word_form(other, language)
    assert same_form(*forms, language) == same_form(*reversed(forms), language)
    assert same_form(forms[0], forms[0], language)
    assert tells_number(language, f"{one} 7 {other}") in {True, False}


def test_a_question_is_read_in_the_language_of_its_passages_alone() -> None:
    assert foreign_language("Was kostet der Liegeplatz?", [KAI]) == "german"
    assert foreign_language("Liegegebühr", [KAI]) == "german"
    assert foreign_language("Was kostet der Liegeplatz?", [ROPES]) == ""
    assert foreign_language("What does it cost?", [KAI]) == ""


def test_words_count_in_any_form_and_function_words_do_not() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Welche Verträge gelten für die Liegeplätze?", [KAI])
    assert reading.question.language == "german"
    held = next(unit for unit in reading.units if "Vertrag über" in unit.text)
    assert set(reading.question.terms) == {"vertrag", "gelten", "liegeplatz"}
    assert {"vertrag", "liegeplatz"} <= held.term_set


def test_sentences_without_the_form_are_no_candidates() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wie hoch ist die Liegegebühr?", [KAI])
    assert [candidate.text for candidate in reading.candidates] == [
        "Die monatliche Liegegebühr beträgt 85 Euro."
    ]
    assert len(reading.vectors) == 1
    open_ = reader.read("Welche Regeln gelten?", [KAI])
    assert len(of_the_form(open_, "german").candidates) == len(open_.candidates)
    assert in_its_language(open_, "german").question == open_.question


@pytest.mark.parametrize(
    ("question", "passage", "line"),
    [
        ("Wie hoch ist die Liegegebühr?", KAI, "Die monatliche Liegegebühr beträgt 85 Euro."),
        ("Quel est le montant du droit de quai ?", QUAI, "Le droit de quai s'élève à 85 euros."),
        ("¿Cuál es la tasa de amarre?", MUELLE, "La tasa de amarre es de 85 euros."),
        ("Wie viele Boote liegen am Kai?", KAI, "Zwölf Boote liegen am westlichen Kai."),
        (
            "Combien de bateaux sont au quai ?",
            QUAI,
            "Vingt-deux bateaux sont au quai de l'ouest.",
        ),
    ],
)
def test_a_question_for_a_figure_is_answered_by_one(question: str, passage: Hit, line: str) -> None:
    draft = ask(question, [passage, ROPES])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == line


@pytest.mark.parametrize(
    ("question", "passage", "date"),
    [
        ("Wann beginnt der Vertrag?", KAI, "1. März 2021"),
        ("Quand commence le contrat ?", QUAI, "1er mars 2021"),
        ("¿Cuándo empieza el contrato?", MUELLE, "1 de marzo de 2021"),
    ],
)
def test_a_date_abroad_is_whole(question: str, passage: Hit, date: str) -> None:
    draft = ask(question, [passage, ROPES])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert date in draft.short


def test_what_the_passages_do_not_speak_of_is_not_answered() -> None:
    draft = ask("Wie hoch ist die Versicherung?", [KAI])
    assert not draft.found
    assert "“Versicherung”" in draft.text
    assert "die" not in draft.text.partition(".")[0].split()
    draft = ask("Wie hoch ist die Liegegebühr in Norddeich?", [KAI])
    assert not draft.found
    assert "“Norddeich”" in draft.text


def test_a_question_of_the_document_is_no_answer() -> None:
    asks = hit("Häufige Fragen. Wie hoch ist die Liegegebühr im Hafen? Das steht im Aushang.")
    draft = ask("Wie hoch ist die Liegegebühr?", [asks])
    assert draft.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    draft = ask("Wer zählt die Boote?", [hit("Wer zählt die Boote?", document="q"), KAI])
    assert "?" not in draft.short


@pytest.mark.parametrize(
    ("behind", "names"),
    [
        ("in Bad Lindau", ("Bad Lindau",)),
        ("in Bremen", ("Bremen",)),
        ("von Bern nach Halle", ("Bern", "Halle")),
        ("in der Stadt", ()),
        ("bei Regen", ()),
        ("an Feiertagen", ()),
        ("in Euro", ()),
        ("in Wochen", ()),
        ("von Kindern", ()),
        ("nach Verspätungen", ()),
        ("nach Kündigung", ()),
        ("aus Sicherheit", ()),
        ("nach Ablauf", ()),
    ],
)
def test_names_in_german_stand_behind_a_preposition(behind: str, names: tuple[str, ...]) -> None:
    assert names_in_german(f"Wie hoch ist die Miete {behind}?") == names


def test_a_name_that_a_passage_has_in_another_form_is_told() -> None:
    asked = "Wie hoch ist der Preis in Holz und von Norddeich?"
    passage = hit("Der Deich ist neu. Die Bänke sind aus einem harten Holze, das teuer ist.")
    assert names_in_german(asked) == ("Holz", "Norddeich")
    assert german_names_not_told(asked, [passage]) == ("Norddeich",)
    assert german_names_not_told(asked, [passage, hit("Das Haus", title="Norddeich")]) == ()
    assert german_names_not_told("Wie hoch ist der Preis?", [passage]) == ()


def test_words_in_another_form_are_not_told_as_missing() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wer zählt die Boote?", [KAI])
    words = ("Bootes", "den", "Hafenmeisters", "Lampe")
    assert not_told(reading, words, "german") == ("Lampe",)


def test_a_part_of_a_date_becomes_the_whole_of_it() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wann beginnt der Vertrag?", [KAI])
    (unit,) = (candidate for candidate in reading.candidates if "1. März" in candidate.text)
    scores = np.ones(len(reading.candidates))
    made = Judgement(Verdict.LIKELY, "2021", (unit,), scores, 0.5, 0.5)
    assert as_sure_as_it_holds(reading, made, "german", False).line == "1. März 2021"
    other = replace(made, line="Er gilt.", units=(replace(unit, text="Er gilt."),))
    assert as_sure_as_it_holds(reading, other, "german", False).verdict is Verdict.CLOSEST


def test_a_question_of_the_document_is_no_candidate_beside_its_answer() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    asks = hit("Wie hoch ist die Liegegebühr von 2020, und ist sie 85 Euro?", document="q")
    reading = reader.read("Wie hoch ist die Liegegebühr?", [asks, KAI])
    assert all(not candidate.text.endswith("?") for candidate in reading.candidates)


SALARY = hit(
    "Der Haushalt beträgt 500 Euro im Monat. Die Mannschaft hat 11 Spieler. Die Nachricht ging an "
    "40 Mitglieder. Das Haus ist alt und es ist gelb.",
    document="salary",
)
LEASE = hit(
    "Das Mietverhältnis beginnt am 1. Mai 2022. Die Kaution beträgt 900 Euro. Die Kündigung kostet "
    "15 €. Das Haus ist alt und es ist gelb.",
    document="lease",
    title="Mietvertrag",
)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("Wie hoch ist das Gehalt im Monat?", SALARY),
        ("Wie viele Geschäfte gibt es?", SALARY),
        ("Wie viele Gerichte gibt es?", SALARY),
        ("Combien de bateaux sont au quai de l'est ?", QUAI),
        ("Wann endet das Mietverhältnis?", LEASE),
        ("Wann läuft das Mietverhältnis ab?", LEASE),
        ("Quand finit le contrat ?", QUAI),
        ("¿Cuándo termina el contrato?", MUELLE),
        ("Was kostet der Mietvertrag?", LEASE),
        ("Was kostet der Mietvertrag im Sommer?", LEASE),
        ("Wie viele Boote liegen nicht am Kai?", KAI),
        ("Wie viele Boote liegen am östlichen Kai?", KAI),
    ],
)
def test_what_is_said_of_something_else_is_no_answer(question: str, passage: Hit) -> None:
    draft = ask(question, [passage])
    assert draft.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert not draft.short


@pytest.mark.parametrize(
    ("question", "passage", "line"),
    [
        ("Wie viele Boote liegen am westlichen Kai?", KAI, "Zwölf Boote liegen am westlichen Kai."),
        (
            "Combien de bateaux sont au quai de l'ouest ?",
            QUAI,
            "Vingt-deux bateaux sont au quai de l'ouest.",
        ),
        ("Wann beginnt das Mietverhältnis?", LEASE, "1. Mai 2022"),
        ("Wie hoch ist die Kaution?", LEASE, "900 Euro"),
        ("Wie hoch ist die Kaution im Mietvertrag?", LEASE, "900 Euro"),
    ],
)
def test_what_is_said_of_it_is_one(question: str, passage: Hit, line: str) -> None:
    draft = ask(question, [passage])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert line in draft.short


@pytest.mark.parametrize(
    ("language", "question", "text", "another"),
    [
        ("german", "Wann endet er?", "Er beginnt am 1. Mai.", True),
        ("german", "Wann endet er?", "Er beginnt am 1. Mai und endet im Juni.", False),
        ("german", "Bis wann gilt er?", "Er beginnt am 1. Mai.", True),
        ("german", "Bis wann gilt er?", "Er beginnt am 1. Mai und gilt bis 3. Juni.", False),
        ("german", "Wann beginnt er?", "Er endet am 3. Juni.", True),
        ("german", "Wann beginnt er?", "Er gilt ab dem 1. Mai und endet am 3. Juni.", False),
        ("german", "Wann ist er?", "Er beginnt am 1. Mai.", False),
        ("french", "Quand commence-t-il ?", "Il se termine le 3 juin.", True),
        ("french", "Quand ferme le port ?", "Le port ouvre à 9 h.", True),
        ("spanish", "¿Cuándo empieza?", "Termina el 3 de junio.", True),
        ("spanish", "¿Hasta cuándo dura?", "Empieza el 3 de junio.", True),
        ("german", "Was darf man nicht?", "Baden ist verboten.", False),
        ("german", "Was darf man nicht?", "Baden ist erlaubt.", True),
        ("german", "Wann ist er geschlossen?", "Er hat montags zu.", False),
        ("french", "Qui ne paie pas ?", "Les enfants paient.", True),
        ("spanish", "¿Quién no paga?", "Los niños pagan.", True),
        ("german", "Was liegt im Norden?", "Im Norden liegt der See.", False),
        ("german", "Was liegt im Norden?", "Norddeich liegt im Süden.", True),
        ("german", "Was steht links?", "Rechts steht die Lampe.", True),
        ("french", "Qui habite à l'est ?", "Le gardien est à l'ouest.", True),
        ("french", "Qui habite à l'est ?", "À l'est habite le gardien.", False),
        ("spanish", "¿Qué hay al este?", "Este muelle está al oeste.", True),
        ("spanish", "¿Qué hay al este?", "Hay un faro al este.", False),
    ],
)
def test_opposites_are_told_apart(language: str, question: str, text: str, another: bool) -> None:
    assert tells_another(language, answer_kind(question), question, text) is another


@pytest.mark.parametrize(
    ("question", "text", "date", "other"),
    [
        ("Wann endet er?", "Er beginnt am 1. Mai und endet im Juni.", "1. Mai", True),
        ("Wann endet er?", "Er beginnt am 1. Mai und endet im Juni.", "Juni", False),
        ("Wann beginnt er?", "Er beginnt am 1. Mai und endet im Juni.", "1. Mai", False),
        ("Wann endet er?", "Er beginnt am 1. Mai, gilt bis Juni.", "1. Mai", True),
        ("Wann endet er?", "Er endet im Juni.", "Juni", False),
        ("Wann ist er?", "Er beginnt am 1. Mai und endet im Juni.", "1. Mai", False),
    ],
)
def test_a_date_beside_that_of_the_other_bound(
    question: str, text: str, date: str, other: bool
) -> None:
    assert is_date_of_other_bound("german", question, text, date) is other


def test_beside_a_beginning_and_an_end_the_clause_is_told() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wann endet der Vertrag?", [KAI])
    (unit,) = (candidate for candidate in reading.candidates if "1. März" in candidate.text)
    made = Judgement(Verdict.LIKELY, "2021", (unit,), np.ones(len(reading.candidates)), 0.5, 0.5)
    assert as_sure_as_it_holds(reading, made, "german", False).line == unit.text


def test_the_sentence_that_tells_the_asked_bound_is_the_candidate() -> None:
    passage = hit(
        "Der Vertrag beginnt am 1. Mai 2022. Der Vertrag für das Haus endet am 2. Juni 2025. Er "
        "ist gut und er ist lang."
    )
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wann endet der Vertrag?", [passage])
    assert all("beginnt" not in candidate.text for candidate in reading.candidates)


def test_long_words_and_rows_of_figures_hold_no_form() -> None:
    assert not holds_form("german", AnswerKind.AMOUNT, f"Was kostet {'a' * 6_000}?", "Morgen.")
    assert tells_number("german", "1 " * 6_000)


def test_a_noun_behind_an_elided_article_is_no_function_word() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Qui est au quai de l'est ?", [QUAI])
    assert set(reading.question.terms) == {"quai", "l'est"}
    assert all("l'est" not in unit.term_set for unit in reading.units)


def test_passages_in_another_language_beside_its_own_do_not_change_how_a_question_is_read() -> None:
    german = hit(
        "Die Miete ist am dritten Werktag fällig. Die Kaution beträgt 1.700 Euro.", document="de"
    )
    english = [
        hit(f"This is the page of the manual that says how the {n} is set and used.", document=n)
        for n in ("mast", "sail", "keel")
    ]
    assert foreign_language("Wie hoch ist die Kaution?", [german, *english]) == "german"
    assert foreign_language("Wie hoch ist die Kaution?", english) == ""
    draft = ask("Wie hoch ist die Kaution?", [german, *english])
    assert draft.short == "Die Kaution beträgt 1.700 Euro."


HOUSE = {
    "de": hit(
        "Der Wirt bezahlt die Lampen im großen Saal. "
        "Die Kosten der Heizung trägt der Pächter. Frau Brandt "
        "verwahrt die Schlüssel aller Räume. Die Miete zahlt der Verein im Mai."
    ),
    "fr": hit(
        "L'hôte paie les lampes de la grande salle. "
        "Le chauffage est à la charge du locataire. Madame Roux garde les "
        "clés de la cave. La taxe est payée par la mairie."
    ),
    "es": hit(
        "El dueño paga las lámparas de la sala grande. "
        "La calefacción corre a cargo del inquilino. Doña Inés guarda "
        "las llaves del sótano. La tasa la paga el club."
    ),
}


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [
        ("de", "Wer bezahlt die Lampen?", "Der Wirt bezahlt die Lampen im großen Saal."),
        ("de", "Wer zahlt die Heizung?", "Die Kosten der Heizung trägt der Pächter."),
        ("de", "Wer verwahrt die Schlüssel?", "Frau Brandt verwahrt die Schlüssel aller Räume."),
        ("de", "Wer bezahlt den Strom?", ""),
        ("de", "Wer bezahlt den Garten?", ""),
        ("fr", "Qui paie les lampes ?", "L'hôte paie les lampes de la grande salle."),
        ("fr", "Qui paie le chauffage ?", "Le chauffage est à la charge du locataire."),
        ("fr", "Qui garde les clés ?", "Madame Roux garde les clés de la cave."),
        ("fr", "Qui paie le jardin ?", ""),
        ("es", "¿Quién paga las lámparas?", "El dueño paga las lámparas de la sala grande."),
        ("es", "¿Quién paga la calefacción?", "La calefacción corre a cargo del inquilino."),
        ("es", "¿Quién guarda las llaves?", "Doña Inés guarda las llaves del sótano."),
        ("es", "¿Quién paga el jardín?", ""),
    ],
)
def test_who_does_something_is_told_by_the_sentence_with_what_is_done(
    language: str, question: str, told: str
) -> None:
    draft = ask(question, [HOUSE[language]])
    assert (draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}) is bool(told)
    assert draft.text.startswith(told)
    assert draft.short.rstrip(" …") in told


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Wer bezahlt den Strom?", Verdict.CLOSEST),
        ("Wer bezahlt die Lampen?", Verdict.LIKELY),
        ("Wer bezahlt das?", Verdict.LIKELY),
    ],
)
def test_the_verb_alone_says_nothing_of_who_does_it_to_something_else(
    question: str, verdict: Verdict
) -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read(question, [HOUSE["de"]])
    unit = next(candidate for candidate in reading.candidates if "Lampen" in candidate.text)
    scores = np.ones(len(reading.candidates))
    made = Judgement(Verdict.LIKELY, unit.text, (unit,), scores, 0.5, 0.5)
    assert as_sure_as_it_holds(reading, made, "german", False).verdict is verdict


def test_who_does_something_is_told_without_the_short_sentence_before() -> None:
    text = "El inquilino paga el gas de la sala. El club asume la electricidad. El bar abre tarde."
    question = "¿Quién paga la electricidad?"
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = in_its_language(reader.read(question, [hit(text)]), "spanish")
    scores = np.array([float("electricidad" in candidate.text) for candidate in reading.candidates])
    made = Judgement(Verdict.CLOSEST, "", (), scores, 0.5, 0.5)
    told = as_sure_as_it_holds(reading, made, "spanish", False)
    assert told.verdict is Verdict.LIKELY
    assert [unit.text for unit in told.units] == ["El club asume la electricidad."]
    assert "gas" not in told.line


def test_a_sentence_that_begins_with_a_pronoun_tells_of_what_it_stands_for() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    works = hit(
        "La cale ferme en juillet pour trois semaines. Les travaux portent sur la toiture. "
        "Ils coûteront 64 000 euros, dont la moitié est payée par la région."
    )
    reading = reader.read("Combien coûtent les travaux ?", [works])
    assert [candidate.text[:13] for candidate in reading.candidates] == ["Ils coûteront"]
    assert {"travaux"} <= reading.candidates[0].term_set
