"""What the local reader is shown of a chain's passages."""

from __future__ import annotations

from backend.pipelines._chain.fact_answer import excerpt
from backend.ports import NotedFact
from backend.types import Chunk

TEXT = "It rained. The Petrel carried the seeds. RH counted.  They came back at noon. All slept."


def chunk(kind: str = "prose") -> Chunk:
    return Chunk("c", "d", "", 0, TEXT, 100, 100 + len(TEXT), (0,), kind, "Notes")  # type: ignore[arg-type]


def test_from_the_first_to_the_last_sentence_that_became_a_fact() -> None:
    facts = [
        NotedFact("Notes: They came back at noon.", ("c",)),
        NotedFact("Notes: The Petrel carried the seeds.", ("c",)),
        NotedFact("Notes: All slept.", ("another",)),
    ]
    seen = excerpt(chunk(), facts)
    assert seen.text == "The Petrel carried the seeds. RH counted.  They came back at noon."
    assert (seen.id, seen.start, seen.end) == ("c", 111, 111 + len(seen.text))


def test_a_passage_without_a_fact_and_a_row_of_a_table_stay_whole() -> None:
    fact = NotedFact("Notes: All slept.", ("c",))
    assert excerpt(chunk(), [NotedFact("Else.", ("c",))]) == chunk()
    assert excerpt(chunk("table_row"), [fact]) == chunk("table_row")
