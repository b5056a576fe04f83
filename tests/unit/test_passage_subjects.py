"""What passages of files are about: headings, introducing paragraphs, and where they are cut."""

from __future__ import annotations

import numpy as np
import pytest

from backend.chunkers._subjects import introduces, parts_by_subject, speaks
from backend.chunkers._units import TokenMap
from backend.passage_view.document_part import Vocabulary, part_of, titled_text
from backend.passage_view.passage_subjects import (
    LATER_PARAGRAPH,
    PLAIN_HEADING,
    heading_keys,
    heading_of,
    introduced,
    paragraphs_of,
    subjects_of,
)
from backend.types import Chunk, Document
from tests.chunking import SmallEmbedder
from tests.parts_alone import names_of

VENN = "Orla Venn (1899 - 1961) was a botanist of the northern isles."
PIER = "Stone Pier is a landing place in the harbour of Tolm."
GOES_ON = "She wrote three books about mosses and taught in Tolm."


def chunk(text: str, path: tuple[str, ...] = (), number: int = 0, section: str = "s") -> Chunk:
    return Chunk(f"c{number}", "d", section, number, text, 0, len(text), (0,), "prose", "volume",
                 path)  # fmt: skip


def stands_for(*chunks: Chunk) -> dict[tuple[str, int], float]:
    document = Document("d", "c", "volume.md", "volume", "text/markdown", "", 1, 1, 3, 1, 0.0)
    vocabulary = Vocabulary()
    part = part_of(document, chunks, (), vocabulary)
    keys = list(vocabulary.keys)
    return {
        (keys[key], position): float(sure)
        for (key, position, _), sure in zip(part.stands_for.tolist(), part.sureness, strict=True)
    }


def test_the_nearest_heading_is_the_subject_without_its_number() -> None:
    assert heading_of(chunk("x", ("Part I", "2.1 Stone Pier"))) == "Stone Pier"
    assert heading_of(chunk("x", ("volume",))) == ""
    assert heading_of(chunk("x", ("17",))) == "", "a page number names nothing"
    assert heading_of(chunk("x")) == ""


def test_a_heading_written_as_a_name_stands_for_its_passages_as_a_title_does() -> None:
    assert heading_keys("Stone Pier") == {"stone pier": 1.0}
    assert heading_keys("What it costs") == {"what it costs": PLAIN_HEADING}


def test_later_passages_of_a_section_are_named_less_surely() -> None:
    path = ("Stone Pier",)
    found = stands_for(chunk(GOES_ON, path, 0), chunk(GOES_ON, path, 1), chunk(GOES_ON, path, 2))
    assert found["stone pier", 0] == 1.0
    assert found["stone pier", 1] == pytest.approx(1 / 1.5)
    assert found["stone pier", 2] == pytest.approx(0.5)


def test_headings_inside_of_a_passage_are_no_paragraphs() -> None:
    text = f"## Stone Pier\n\n{PIER}\n\nStone Pier\n{GOES_ON}"
    assert paragraphs_of(chunk(text, ("Stone Pier",))) == [PIER, GOES_ON]


def test_only_paragraphs_that_say_what_something_is_introduce_it() -> None:
    assert introduced(VENN) == "Orla Venn"
    assert introduced(PIER) == "Stone Pier"
    assert introduced(GOES_ON) == ""
    assert introduced("Orla Venn had a boat.") == ""


def test_every_subject_of_a_passage_stands_for_it() -> None:
    found = dict(subjects_of([VENN, GOES_ON, PIER]))
    assert found["orla venn"] == pytest.approx(0.85)
    assert found["stone pier"] == pytest.approx(LATER_PARAGRAPH * 0.85)
    assert set(found) == {"orla venn", "stone pier"}


def test_a_passage_is_compared_below_its_heading_once() -> None:
    path = ("Stone Pier",)
    assert titled_text(chunk(GOES_ON, path)) == f"volume\nStone Pier\n{GOES_ON}"
    assert titled_text(chunk(f"## Stone Pier\n{PIER}", path)) == f"volume\n## Stone Pier\n{PIER}"


def own_titles(count: int, path: tuple[str, ...] = ()) -> list[int]:
    """How many terms of an own title each of some passages of one document has."""
    document = Document("d", "c", "v.md", "Harbour Notes", "text/plain", "", 1, 1, count, 1, 0.0)
    chunks = [
        Chunk(f"c{n}", "d", "s", n, PIER, 0, 1, (0,), "prose", "Harbour Notes", path)
        for n in range(count)
    ]
    vocabulary = Vocabulary()
    view = names_of([part_of(document, chunks, (), vocabulary)], vocabulary)
    found: list[int] = np.diff(view.own_title_counts.matrix.indptr).tolist()
    return found


def test_the_title_of_a_long_document_is_not_that_of_its_passages() -> None:
    assert own_titles(4) == [2] * 4
    assert own_titles(5) == [0] * 5
    assert own_titles(5, ("North Stone Pier",)) == [3] * 5, "a heading is"


def test_the_chunker_knows_a_paragraph_that_introduces_a_subject() -> None:
    assert introduces(VENN)
    assert introduces(PIER)
    assert not introduces(GOES_ON)
    assert not introduces("This is the end of the story.")
    assert not introduces("it was the best of times, it was a cold day")


def test_text_without_headings_is_cut_where_a_subject_is_introduced() -> None:
    text = f"{VENN}\n\n{GOES_ON}\n\n{PIER}"
    spans = parts_by_subject(text, [(0, len(text))], TokenMap(text, SmallEmbedder()), 40)
    assert [text[start:end].strip() for start, end in spans] == [f"{VENN}\n\n{GOES_ON}", PIER]


def test_nothing_tiny_is_cut_off() -> None:
    text = f"Tolm is a town.\n\n{PIER}"
    spans = parts_by_subject(text, [(0, len(text))], TokenMap(text, SmallEmbedder()), 100)
    assert spans == [(0, len(text))]


def test_a_section_speaks_in_sentences_not_in_labels() -> None:
    assert speaks("Stone Pier\n\nIt is a landing place in the harbour of a town.")
    assert not speaks("Contents\n\nHarbour\nPier\nTower\nIndex of all places and of all people")
