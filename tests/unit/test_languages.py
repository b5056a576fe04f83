"""The language of a document is known by its commonest words, and said where it matters."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.languages import LANGUAGE, language_of
from backend.pipelines._languages import knows_english_alone
from backend.settings import load_settings
from backend.types import Answer, Query
from backend.workbench import Workbench, open_workbench

TEXTS = {
    "en": "The keeper of the light writes the log of the station every evening before he trims the "
    "lamp, and in the morning he counts the ships that have come into the harbour.",
    "de": "Der Wärter des Leuchtturms schreibt jeden Abend das Buch der Station, bevor er die "
    "Lampe putzt, und am Morgen zählt er die Schiffe, die in den Hafen gekommen sind.",
    "fr": "Le gardien du phare écrit chaque soir le journal de la station avant de nettoyer la "
    "lampe, et le matin il compte les navires qui sont entrés dans le port.",
    "es": "El guarda del faro escribe cada noche el diario de la estación antes de limpiar la "
    "lámpara, y por la mañana cuenta los barcos que han entrado en el puerto.",
    "it": "Il custode del faro scrive ogni sera il diario della stazione prima di pulire la "
    "lampada, e la mattina conta le navi che sono entrate nel porto con la marea.",
    "pt": "O guarda do farol escreve todas as noites o diário da estação antes de limpar a "
    "lâmpada, e de manhã conta os navios que não entraram no porto com a maré.",
    "nl": "De wachter van de vuurtoren schrijft elke avond het logboek van het station voordat hij "
    "de lamp poetst, en in de ochtend telt hij de schepen die in de haven zijn.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_languages_are_told_apart(language: str) -> None:
    assert language_of(TEXTS[language]) == language
    assert language_of(TEXTS[language].upper()) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The keeper of the light",
        "Strażnik latarni pisze co wieczór dziennik stacji, zanim wyczyści lampę. " * 5,
        "漁師は夜明けに港を出た。" * 20,
        "17,846 16,200 15,056 (392) 2022 2021 " * 40,
        "int i = 0; while (i < n) sum += v[i++]; return sum; " * 20,
        "salt rope mast keel sail hull deck oar net tide " * 10,
        " ".join([TEXTS["en"], TEXTS["de"]] * 3),
    ],
)
def test_of_short_mixed_and_other_texts_nothing_is_said(text: str) -> None:
    assert language_of(text) == ""


def test_a_long_text_is_looked_at_in_three_places() -> None:
    foreword = TEXTS["en"] * 10
    assert language_of(foreword + TEXTS["de"] * 2_000) == "de"


@pytest.mark.parametrize(
    ("identity", "alone"),
    [
        ("sentence-transformers/all-MiniLM-L6-v2@0a1b2c", True),
        ("BAAI/bge-small-en-v1.5@0a1b2c", True),
        ("intfloat/e5-base-v2@0a1b2c", True),
        ("intfloat/multilingual-e5-base@0a1b2c", False),
        ("paraphrase-multilingual-MiniLM-L12-v2@0a1b2c", False),
        ("/models/mine@0a1b2c", False),
    ],
)
def test_an_embedder_of_english_alone_is_known_by_its_name(identity: str, alone: bool) -> None:
    assert knows_english_alone(identity) is alone


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    yield opened
    opened.close()


def asked(workbench: Workbench, text: str, question: str) -> Answer:
    """The answer of a collection of one text."""
    collection = workbench.library.create_collection("Logs")
    workbench.library.add_file(collection.id, "log.txt", text.encode())
    workbench.queue.work_until_idle(threading.Event())
    asking = workbench.questions.ask(Query(question, collection.id), "naive")
    while not asking.done:
        threading.Event().wait(0.01)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_an_answer_says_that_the_embedder_does_not_know_the_language(workbench: Workbench) -> None:
    answer = asked(workbench, TEXTS["de"], "Wer schreibt das Buch der Station?")
    assert any("in German; the embedding model knows English alone" in n for n in answer.notices)
    (document,) = workbench.library.documents(answer.collection_id)
    assert document.metadata[LANGUAGE] == "de"


def test_an_answer_from_english_passages_says_nothing_of_it(workbench: Workbench) -> None:
    answer = asked(workbench, TEXTS["en"], "Who writes the log of the station?")
    assert not any("embedding model" in notice for notice in answer.notices)
