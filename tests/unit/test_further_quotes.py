"""After an answer only what adds to it is quoted."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.further import adds, other_hops
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import WordEmbedder, ask, hit

LEASE = hit(
    "Notice can be given from 15 November 2024 at the earliest. The flat is handed over clean.",
    document="lease",
    title="Lease",
)
FAIR = hit("The fair takes place on Saturday, 5 July 2025.", document="minutes", title="Minutes")
ASKED = "When can notice be given at the earliest?"


def reading_of(question: str, *hits: Hit) -> ReadEvidence:
    return read(question, hits, WordEmbedder().embed, Background({}, 1))


def test_a_date_of_another_document_adds_nothing() -> None:
    reading = reading_of(ASKED, LEASE, FAIR)
    notice, flat, fair = reading.candidates
    assert adds(reading, notice, flat), "the same document"
    assert not adds(reading, notice, fair)


@pytest.mark.parametrize(
    "further",
    [
        hit("Notice was never given at the earliest day.", document="other", title="Letters"),
        hit("It takes a signature.", document="guide", title="Notice"),
        hit("Whoever signed the Lease keeps a key.", document="keys", title="Keys"),
        hit("The key is handed over too.", document="annex", title="Lease"),
    ],
    ids=["speaks of what was asked", "is named by the answer", "names its document", "its title"],
)
def test_what_speaks_of_it_or_is_linked_with_it_adds_something(further: Hit) -> None:
    reading = reading_of(ASKED, LEASE, further)
    assert adds(reading, reading.candidates[0], reading.candidates[-1])


def test_what_adds_nothing_is_not_quoted_behind_an_answer() -> None:
    _, draft = ask(ASKED, [LEASE, FAIR])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert "15 November 2024" in draft.text
    assert "fair" not in draft.text


def test_what_leads_from_the_name_in_the_question_to_the_answer_is_quoted_with_it() -> None:
    film = hit("Tern Street is a film that Ada Finch directed.", document="a", title="Tern Street")
    person = hit("Ada Finch is a Cornish director.", document="b", title="Ada Finch")
    other = hit("Gull Street was directed by Omar Rell.", document="c", title="Gull Street")
    reading = reading_of("Where does the director of Tern Street come from?", film, person, other)
    leading, answer, aside = reading.candidates
    assert other_hops(reading, answer) == [0]
    assert other_hops(reading, leading) == [], "it names the film itself"
    assert other_hops(reading, aside) == [], "nothing leads there"
