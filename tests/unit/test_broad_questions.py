"""Broad questions: which they are, and what is told of documents, collections and aspects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.pipelines._broad.aspects import words_of
from backend.pipelines._broad.outline import shown_heading
from backend.pipelines._broad.overview import is_called
from backend.pipelines._broad.telling import is_tellable, ranked, sentences_of
from backend.pipelines._broad.wording import breadth_of, generic_kind, is_broad, points_at_one
from backend.pipelines._broad.wording_abroad import bare_name
from backend.types import Answer, Chunk, Query, Verdict
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

GUIDE = """# Lighthouse keeper's guide

This guide describes how the keepers of Skerry Point look after the lamp and the fog horn.

## The lamp

The lamp burns from sunset to sunrise and is cleaned on every second day of the week.
Contents ............ 7

## The fog horn

The fog horn sounds twice in each minute as soon as the harbour wall cannot be seen.

## Dangers

The greatest danger is ice on the gallery, which has thrown two keepers in twelve years.
A second danger to the keepers is carbon monoxide from the stove in the watch room.
"""
LETTER = """Letter to the pilot

We ask the pilot to report any broken buoy in the western channel by the end of March.
The western channel will be dredged in April, so that ships of nine metres can pass.
"""


@pytest.mark.parametrize(
    "question",
    [
        "What is this collection about?",
        "what are these documents about",
        "What do the reports discuss?",
        "What are the main themes?",
        "Which are the main topics?",
        "What topics come up across all my files?",
        "Summarise these documents.",
        "Please summarize the whole collection",
        "Give me an overview of the library.",
    ],
)
def test_questions_on_the_whole_are_broad(question: str) -> None:
    assert is_broad(question)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "What is the report of Storm Odette about?",
        "What is the theme of the novel?",
        "Who wrote the annual report?",
        "What did the harbour board decide about the moorings?",
        "Summarise the damage at the northern site.",
        "What are the main causes of the loss?",
        "What is " + "very " * 30 + "this collection about?",
    ],
)
def test_questions_for_something_are_not(question: str) -> None:
    assert not is_broad(question)


@pytest.mark.parametrize(
    ("question", "kind", "name", "aspect"),
    [
        ("What is the annual report about?", "document", "the annual report", ""),
        ("Summarise the survey protocol.", "document", "the survey protocol", ""),
        ("Give me a short summary of the lease", "document", "the lease", ""),
        ("What does the manual cover?", "document", "the manual", ""),
        ("What are the main topics of the lease?", "document", "the lease", ""),
        ("What are the main risks?", "aspect", "", "risks"),
        ("What are the key findings of the report?", "aspect", "", "findings"),
        ("List the recommendations in these documents", "aspect", "", "recommendations"),
        ("What are the main risks of Northwind?", "aspect", "Northwind", "risks"),
    ],
)
def test_what_a_broad_question_is_about(question: str, kind: str, name: str, aspect: str) -> None:
    found = breadth_of(question)
    assert found is not None
    assert (found.kind, found.name, found.aspect) == (kind, name, aspect)


@pytest.mark.parametrize(
    ("question", "kind", "name", "language"),
    [
        ("Worum geht es in dieser Sammlung?", "collection", "", "german"),
        ("Fasse bitte alle Dokumente kurz zusammen", "collection", "", "german"),
        ("Was sind die wichtigsten Themen?", "collection", "", "german"),
        ("Worum geht es in diesem Dokument?", "document", "diesem Dokument", "german"),
        ("Fasse die Hafenordnung zusammen", "document", "die Hafenordnung", "german"),
        ("Gib mir einen Überblick über das Handbuch", "document", "das Handbuch", "german"),
        ("De quoi parlent ces documents ?", "collection", "", "french"),
        ("Quels sont les thèmes de la collection ?", "collection", "", "french"),
        ("De quoi parle ce document ?", "document", "ce document", "french"),
        ("Résume le règlement du port", "document", "le règlement du port", "french"),
        ("Fais un résumé du règlement", "document", "du règlement", "french"),
        ("¿De qué trata esta colección?", "collection", "", "spanish"),
        ("¿Cuáles son los temas principales?", "collection", "", "spanish"),
        ("¿De qué trata el reglamento?", "document", "el reglamento", "spanish"),
        ("Resume el reglamento del puerto", "document", "el reglamento del puerto", "spanish"),
    ],
)
def test_what_a_broad_question_in_another_language_is_about(
    question: str, kind: str, name: str, language: str
) -> None:
    found = breadth_of(question)
    assert found is not None
    assert (found.kind, found.name, found.language) == (kind, name, language)


@pytest.mark.parametrize(
    "question",
    ["Wann geht es in den Hafen?", "Resume the report", "Que coûte le résumé ?", "¿Qué dice?"],
)
def test_what_only_sounds_broad_in_another_language_is_not(question: str) -> None:
    assert breadth_of(question) is None


@pytest.mark.parametrize(
    ("name", "language", "kind", "points"),
    [
        ("diesem Dokument", "german", "dokument", True),
        ("den Bericht", "german", "bericht", False),
        ("ce rapport", "french", "rapport", True),
        ("el informe", "spanish", "informe", False),
        ("den Bericht über die Boje", "german", None, False),
    ],
)
def test_a_document_is_pointed_at_in_another_language(
    name: str, language: str, kind: str | None, points: bool
) -> None:
    assert generic_kind(name, language) == kind
    assert points_at_one(name, language) is points
    bare = bare_name(name, language).split()[0].casefold()
    assert bare in {"dokument", "bericht", "rapport", "informe"}


def test_a_german_sentence_full_of_nouns_is_told() -> None:
    assert is_tellable("Die Gebühr für Licht und Wasser am Kai beträgt 140 Euro im Monat.")
    assert not is_tellable("Die Gebühr Für Licht Und Wasser Am Kai Steigt Im Neuen Jahr.")


@pytest.mark.parametrize(
    "question",
    ["How large is the risk of fire?", "Who named the risks?", "What is the risk?", "Why so?"],
)
def test_what_is_asked_in_particular_is_no_broad_question(question: str) -> None:
    assert breadth_of(question) is None


@pytest.mark.parametrize(
    "text",
    [
        "1.4 Contents of the annex .......... 12",
        "Is the lamp cleaned on every second day of the week?",
        "Copyright 2021 by the keepers of the lamp and of the horn.",
        "Net sales 12 14 18 and other income 3 4 5.",
        "The Lamp And The Horn Of Skerry Point.",
        "lamp burns from sunset to sunrise in every week of the year.",
        "Please refer to the annex for the days on which it is cleaned.",
    ],
)
def test_what_is_no_sentence_of_prose_is_not_told(text: str) -> None:
    assert not is_tellable(text)


def test_the_sentence_that_says_what_a_document_is_for_comes_first() -> None:
    text = (
        "The lamp was lit in 1880 by the first keeper of the point. It was a cold night then. "
        "This guide explains how the lamp and the horn are looked after by the keepers."
    )
    chunk = Chunk("c", "d", "s", 0, text, 0, len(text), (0,), "prose")
    assert ranked(sentences_of([chunk]), purpose=True)[0].text.startswith("This guide explains")
    assert sentences_of([chunk])[0].text.startswith("The lamp was lit")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("4.2 Keeping seeds", "Keeping seeds"),
        ("Lesson 3: swarming", "Swarming"),
        ("Item 1A. Risk Factors.", "Risk Factors"),
        ("WHAT WE DO", "What we do"),
        ("18 November 2024", ""),
        ("2024 in review", "2024 in review"),
    ],
)
def test_headings_are_shown_without_their_numbers(title: str, shown: str) -> None:
    assert shown_heading(title) == shown


def test_an_aspect_is_also_told_in_other_words() -> None:
    assert {"danger", "risk", "hazard"} <= words_of("main risks")
    assert "should" in words_of("recommendations")


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    made = opened(tmp_path / "library")
    collection = made.library.create_collection("Point", replace(SETTINGS, chunk_tokens=90)).id
    for name, text in (("Keepers guide.md", GUIDE), ("Letter to the pilot.txt", LETTER)):
        made.library.add_file(collection, name, text.encode())
    finish(made)
    yield made
    made.close()


def told(workbench: Workbench, question: str, pipeline: str = "naive") -> Answer:
    collection = workbench.library.collection_named("Point").id
    asking = workbench.questions.ask(Query(question, collection), pipeline)
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


@pytest.mark.parametrize(
    "pipeline", ["naive", "chain_of_thought", "community_graph", "fused_hybrid"]
)
def test_every_pipeline_tells_what_a_collection_is_about(
    workbench: Workbench, pipeline: str
) -> None:
    answer = told(workbench, "What is this collection about?", pipeline)
    assert answer.found
    assert answer.text.startswith("2 documents: ")
    assert "**Lighthouse keeper's guide**" in answer.text
    assert "This guide describes how the keepers of Skerry Point" in answer.text
    assert "We ask the pilot to report any broken buoy" in answer.text
    assert "In it: The lamp; The fog horn; Dangers." in answer.text
    assert all(sentence.supported and sentence.citations for sentence in answer.sentences)


def test_a_document_is_told_by_its_headings(workbench: Workbench) -> None:
    answer = told(workbench, "What is the keeper's guide about?")
    assert answer.text.startswith("This guide describes how the keepers")
    for heading in ("The lamp", "The fog horn", "Dangers"):
        assert f"**{heading}**" in answer.text
    assert "buoy" not in answer.text
    assert "....." not in answer.text
    assert len({citation.document_id for citation in answer.citations}) == 1


def test_the_main_risks_are_sentences_on_them(workbench: Workbench) -> None:
    answer = told(workbench, "What are the main dangers?")
    assert "ice on the gallery" in answer.text
    assert "carbon monoxide" in answer.text
    assert "fog horn sounds" not in answer.text


def test_a_name_that_no_document_has_makes_it_no_broad_question(workbench: Workbench) -> None:
    answer = told(workbench, "Summarise the damage at the northern site.")
    assert "overview" not in [step.name for step in answer.steps]


HARBOUR = """Hafenordnung

Liegeplätze
Die Boote liegen am westlichen Kai und werden jeden Abend vom Hafenmeister gezählt.

Gebühren
Ein Liegeplatz kostet im Sommer zwölf Euro für jede Nacht und im Winter die Hälfte.
"""


def test_a_document_is_summed_up_in_its_language(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Point")
    workbench.library.add_file(collection.id, "ordnung.md", HARBOUR.encode())
    finish(workbench)
    answer = told(workbench, "Fasse die Hafenordnung zusammen")
    assert answer.verdict is Verdict.LIKELY
    documents = workbench.parts.records.documents(collection.id)
    meant = {document.id for document in documents if document.name == "ordnung.md"}
    assert {citation.document_id for citation in answer.citations} == meant
    whole = told(workbench, "Worum geht es in dieser Sammlung?")
    assert whole.text.startswith("3 Dokumente: ")
    assert " und “" in whole.text


PLAN = """# Plan for the regatta

## 1. Course

The boats sail from the quay to the mill and back again before noon.

## 2. Hazards and risks

Heavy rain would turn the whole meadow by the river to deep mud.

The pontoon at the old mill tears loose when the current is strong.

Too few helpers have put their names down for the evening so far.

## 3. Next steps

Ada Finch asks the council for the bridge before the first of April.
"""


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        (
            "What are the main risks?",
            ["Heavy rain would turn", "The pontoon at the old mill", "Too few helpers have put"],
        ),
        ("What are the next steps?", ["Ada Finch asks the council"]),
    ],
)
def test_a_section_that_is_called_by_the_aspect_is_told_whatever_its_words(
    workbench: Workbench, question: str, sentences: list[str]
) -> None:
    collection = workbench.library.collection_named("Point").id
    workbench.library.add_file(collection, "Plan.md", PLAN.encode())
    finish(workbench)
    answer = told(workbench, question)
    assert [sentence for sentence in sentences if sentence in answer.text] == sentences


@pytest.mark.parametrize(
    ("title", "aspect", "called"),
    [
        ("4. Risks", "risks", True),
        ("Hazards and risks", "risks", True),
        ("Supply risks", "supply risks", True),
        ("Risks", "supply risks", False),
        ("Minutes of the committee for rain risks", "risks", False),
        ("Course", "risks", False),
        ("", "risks", False),
    ],
)
def test_a_section_is_called_by_an_aspect_in_few_words(
    title: str, aspect: str, called: bool
) -> None:
    assert is_called(title, aspect) is called
