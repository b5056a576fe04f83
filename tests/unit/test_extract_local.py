"""Entities and relations of a document by rules."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.ports import Extraction
from backend.settings import Settings
from backend.tasks.extract.local import build
from backend.types import Chunk, Document, Section


def document(title: str) -> Document:
    return Document("d", "c", "d.txt", title, "text/plain", "0", 1, 1, 1, 1, 0.0)


def chunk(ordinal: int, text: str, kind: str = "prose", section: str = "") -> Chunk:
    return Chunk(f"k{ordinal}", "d", section, ordinal, text, 0, len(text), (0,), kind)  # type: ignore[arg-type]


def extract(title: str, chunks: Sequence[Chunk], sections: Sequence[Section] = ()) -> Extraction:
    return build(Settings()).extract(document(title), sections, chunks)


def by_name(extraction: Extraction) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {entity.name: (entity.kind, entity.aliases) for entity in extraction.entities}


def test_the_title_is_an_entity_with_the_forms_that_the_beginning_gives() -> None:
    found = extract("Demon Dice", [chunk(0, "Demon Dice, also known as Chaos Cubes, is a game.")])
    assert by_name(found)["Demon Dice"] == ("title", ("Chaos Cubes",))


def test_a_short_form_and_its_long_form_are_one_entity() -> None:
    found = extract(
        "Minutes",
        [
            chunk(0, "then the Harbour Safety Board (HSB) met"),
            chunk(1, "later the HSB decided"),
        ],
    )
    entity = next(each for each in found.entities if each.name == "Harbour Safety Board")
    assert entity.aliases == ("HSB",)
    assert {(c, n) for e, c, n in found.mentions if e == entity.id} == {("k0", 2), ("k1", 1)}


def test_labels_of_table_rows_and_headings_are_entities() -> None:
    section = Section("s", "d", "", "2.1 Credit risk", ("2.1 Credit risk",), 1, 0, 0, 9)
    found = extract(
        "Report",
        [chunk(0, "Net revenue — 2022: 17,846", "table_row"), chunk(1, "it fell", section="s")],
        [section],
    )
    names = by_name(found)
    assert names["Net revenue"][0] == "row label"
    assert names["Credit risk"][0] == "heading"


def test_a_relation_keeps_the_words_between_two_names() -> None:
    found = extract("Notes", [chunk(0, "In short Ada Byron was taught by Mary Somerville.")])
    names = {entity.id: entity.name for entity in found.entities}
    assert [(names[t.subject], t.predicate, names[t.object]) for t in found.triples] == [
        ("Ada Byron", "was taught by", "Mary Somerville")
    ]


def test_a_pronoun_stands_for_the_document_s_subject() -> None:
    found = extract("Ada Byron", [chunk(0, "A mathematician. She was born in London.")])
    names = {entity.id: entity.name for entity in found.entities}
    assert [(names[t.subject], t.predicate, names[t.object]) for t in found.triples] == [
        ("Ada Byron", "was born in", "London")
    ]


def test_no_relation_reaches_over_a_sentence_s_end() -> None:
    found = extract("Notes", [chunk(0, "they saw Ada Byron. was near Mary Somerville")])
    assert found.triples == ()


def test_a_document_without_names_has_its_title_alone() -> None:
    found = extract("memo", [chunk(0, "nothing is named here")])
    assert [entity.name for entity in found.entities] == ["memo"]
    assert (found.mentions, found.triples) == ((), ())


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=40),
    st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=120), max_size=4),
    st.permutations([0, 1, 2, 3]),
)
def test_any_text_gives_consistent_ids_and_the_same_result_in_any_order(
    title: str, texts: list[str], order: list[int]
) -> None:
    chunks = [chunk(ordinal, text) for ordinal, text in enumerate(texts)]
    found = extract(title, chunks)
    shuffled = [chunks[position] for position in order if position < len(chunks)]
    assert extract(title, shuffled) == found
    ids = {entity.id for entity in found.entities}
    assert len(ids) == len(found.entities)
    assert {entity for entity, _, _ in found.mentions} <= ids
    assert all(count > 0 for _, _, count in found.mentions)
    assert all(t.subject in ids and t.object in ids for t in found.triples)
