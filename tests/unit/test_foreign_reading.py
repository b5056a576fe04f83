"""German, French and Spanish questions: forms, stems, and what the reader makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.analysis import foreign_stem
from backend.question_kinds import AnswerKind, answer_kind
from backend.settings import Settings
from backend.tasks.answer.extractive.foreign_forms import (
    CODES,
    holds_form,
    tells_number,
    whole_date_of,
)
from backend.tasks.answer.extractive.foreign_reading import (
    as_sure_as_it_holds,
    foreign_language,
    in_its_language,
    names_in_german,
    not_told,
    of_the_form,
)
from backend.tasks.answer.extractive.foreign_stems import same_word
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
        ("french", "fermée", "fermer", True),
        ("french", "port", "porte-clés", False),
        ("spanish", "vecinos", "vecino", True),
        ("spanish", "contrato", "control", False),
    ],
)
def test_forms_of_one_word(language: str, one: str, other: str, same: bool) -> None:
    stems = foreign_stem(one, language), foreign_stem(other, language)
    assert same_word(*stems, language) is same
    assert same_word(*reversed(stems), language) is same


@given(st.sampled_from(sorted(CODES)), st.text(max_size=30), st.text(max_size=30))
def test_words_are_compared_either_way(language: str, one: str, other: str) -> None:
    assert same_word(one, other, language) == same_word(other, one, language)
    assert same_word(one, one, language)
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
    held = next(each for each in reading.units if "Vertrag über" in each.text)
    assert set(reading.question.terms) == {"vertrag", "gelten", "liegeplatz"}
    assert {"vertrag", "liegeplatz"} <= held.term_set


def test_sentences_without_the_form_are_no_candidates() -> None:
    reader = build(Settings(), WordEmbedder())
    assert isinstance(reader, LocalReader)
    reading = reader.read("Wie hoch ist die Liegegebühr?", [KAI])
    assert [each.text for each in reading.candidates] == [
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


def test_names_in_german_stand_behind_a_preposition() -> None:
    assert names_in_german("Wie hoch ist die Miete in Bad Lindau?") == ("Bad Lindau",)
    assert names_in_german("Wie hoch ist die Miete in der Stadt?") == ()


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
    (unit,) = (each for each in reading.candidates if "1. März" in each.text)
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
    assert all(not each.text.endswith("?") for each in reading.candidates)
