"""A name that other documents speak of puts its document first and leaves the others to search."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from backend.scope.mentions import Mentions
from backend.scope.pages import PagePart, TermNumbers, part_of
from backend.scope.profiles import Profile, profile_of
from backend.scope.routing import Directory, describe
from backend.types import Chunk
from tests.parts_alone import pages_of

QUIET = "The pilot waits for the tide."
ODETTE = "In Storm Odette the boats broke loose."
LIBRARY: Mapping[str, tuple[str, ...]] = {
    "Storm Odette.txt": (ODETTE,) * 8,
    "Harbour log.txt": (*(QUIET,) * 9, ODETTE),
    "Yearbook.txt": (*(QUIET,) * 10, ODETTE),
    "Wind.txt": ("A storm came in May.", "Odette Finch, the teacher, sang.") * 4,
    "Plover.txt": ("The Plover is a boat of oak.",) * 8,
}
"""Documents and their passages; the log has the storm on one of 10, the yearbook on one of 11."""
KESTREL = "The Kestrel ran dry, which the Kestrel manual forbids."
NOTE = "A note on Storm Odette and on the choir."


def text_of(name: str) -> str:
    return NOTE if name == "note" else "\n".join(LIBRARY[name])


def part(name: str, passages: tuple[str, ...], vocabulary: TermNumbers) -> PagePart:
    text, chunks = "", []
    for number, passage in enumerate(passages):
        start = len(text)
        text += passage + "\n"
        chunks.append(
            Chunk(
                f"{name}-{number}",
                name,
                "",
                number,
                passage,
                start,
                start + len(passage),
                (),
                "prose",
            )
        )
    return part_of(name, text, (), chunks, vocabulary)


def mentions(*, note: bool = False) -> Mentions:
    vocabulary = TermNumbers()
    places = [part(name, passages, vocabulary) for name, passages in LIBRARY.items()]
    short = [part("note", (NOTE,), vocabulary)] if note else []
    return Mentions(pages_of([*places, *short], vocabulary), text_of, ["note"] if note else [])


def directory(**given: bool) -> Directory:
    profiles: list[Profile] = [profile_of(name, name, "", "", 8) for name in LIBRARY]
    return Directory(profiles, mentions=mentions(**given))


STORM = [("storm", "odette")]
LOG, YEARBOOK, WIND, PLOVER, OWN = (
    "Harbour log.txt",
    "Yearbook.txt",
    "Wind.txt",
    "Plover.txt",
    "Storm Odette.txt",
)


def test_a_document_speaks_of_a_name_from_a_tenth_of_its_pages_on() -> None:
    assert mentions().spoken_of(STORM, [OWN])
    assert not mentions().spoken_of(STORM, [OWN, LOG]), "the yearbook has it on one page of eleven"


def test_the_words_of_a_name_stand_side_by_side() -> None:
    assert mentions().spoken_of([("odette",)], [OWN, LOG]), "the wind book has the teacher"
    assert not mentions().spoken_of([("odette", "storm")], [])
    assert not mentions().spoken_of([("pilot", "tide")], [])
    assert mentions().spoken_of([("teacher", "sang")], [])


def test_a_short_document_speaks_of_what_it_mentions() -> None:
    assert mentions(note=True).spoken_of(STORM, [OWN, LOG])
    assert mentions(note=True).spoken_of([("choir",)], []), "a word that no other document has"
    assert not mentions(note=True).spoken_of([("choir",)], ["note"])


def test_the_documents_that_hold_a_name_on_most_pages_are_read_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Words of the name apart, on every page of one book and on half of the pages of two others."""
    monkeypatch.setattr("backend.scope.mentions.MOST_READ", 2)
    apart = "Odette saw the storm rise."
    books = {
        "All": (apart,) * 4,
        "Half A": (apart, QUIET) * 2,
        "Half B": (ODETTE, QUIET) * 2,
        "Own": (ODETTE,) * 4,
        "Choir": ("The choir of Ulm sang.", QUIET) * 2,
    }
    vocabulary, read = TermNumbers(), list[str]()
    places = [part(name, passages, vocabulary) for name, passages in books.items()]

    def text(name: str) -> str:
        read.append(name)
        return "\n".join(books[name])

    found = Mentions(pages_of(places, vocabulary), text)
    assert not found.spoken_of(STORM, ["Own"])
    assert read == ["All", "Half A"], "of equal ones the first by its id"
    read.clear()
    assert found.spoken_of(STORM, ["Own", "All"])
    assert read == ["Half A", "Half B"]
    read.clear()
    assert not found.spoken_of([*STORM, ("choir", "sang")], ["Own"])
    assert read == ["All", "Choir"], "of both names together"


def test_a_short_document_may_have_the_words_of_a_name_on_different_pages() -> None:
    """They stand side by side where one page ends and the next begins."""
    vocabulary = TermNumbers()
    places = [part(OWN, LIBRARY[OWN], vocabulary)]
    note = part("note", ("We saw the storm", "Odette, as it is called."), vocabulary)
    found = Mentions(
        pages_of([*places, note], vocabulary),
        lambda _: "We saw the storm\nOdette, as it is called.",
        ["note"],
    )
    assert found.spoken_of(STORM, [OWN])


def test_each_way_to_write_a_name_counts_and_unknown_words_are_nowhere() -> None:
    assert mentions().spoken_of([("unheard", "of"), ("plover",)], [])
    assert not mentions().spoken_of([("unheard", "of"), ("the",)], [])
    assert not mentions().spoken_of([], [])


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The quay of Frost & Fern.", True),
        ("FROST AND FERN'S quay", True),
        ("Frost\nFern", True),
        ("Frost, snow, Fern", False),
        ("Frost Ferns Frosted Ferny", True),
        ("Frosty Fern; Frost Ferny", False),
    ],
)
def test_a_name_is_found_however_its_words_are_joined(text: str, spoken: bool) -> None:
    vocabulary = TermNumbers()
    terms = part("a", (f"{text} frost fern",), vocabulary)
    found = Mentions(pages_of([terms], vocabulary), lambda _: text)
    assert found.spoken_of([("frost", "fern")], []) == spoken


def test_a_bare_name_that_others_speak_of_puts_its_document_first_and_excludes_none() -> None:
    scope = directory().scope_of("How many boats were lost in Storm Odette?")
    assert scope.priors == {"Storm Odette.txt": 1.0}
    assert not scope.certain
    assert scope.named, "a question about the document as a whole would mean this one"
    assert describe(scope) == "Searched everywhere, Storm Odette first"


def test_a_name_that_no_other_document_speaks_of_stays_a_filter() -> None:
    scope = directory().scope_of("Who built the Plover?")
    assert scope.certain
    assert describe(scope) == "Searched in Plover"


def test_a_short_document_that_speaks_of_a_name_is_not_shut_out() -> None:
    profiles = [profile_of(name, name, "", "", 8) for name in ("Storm Odette.txt", "Plover.txt")]
    vocabulary = TermNumbers()
    places = [part(profile.id, LIBRARY[profile.id], vocabulary) for profile in profiles]
    alone = Mentions(pages_of(places, vocabulary), text_of)
    note = [part("note", (NOTE,), vocabulary)]
    with_note = Mentions(pages_of([*places, *note], vocabulary), text_of, ["note"])
    question = "Who sang after Storm Odette?"
    assert Directory(profiles, mentions=alone).scope_of(question).certain
    assert not Directory(profiles, mentions=with_note).scope_of(question).certain


@pytest.mark.parametrize(
    "question",
    [
        "What does the Storm Odette file say of boats?",
        "According to Storm Odette, what broke loose?",
        "What stands on page 3 of Storm Odette?",
    ],
)
def test_a_name_that_is_said_as_a_documents_stays_a_filter(question: str) -> None:
    assert directory().scope_of(question).certain


@pytest.mark.parametrize(
    ("file", "title", "question"),
    [
        ("Kestrel_manual.txt", "", "How does the Kestrel manual prime it?"),
        ("Kestrel_manual.txt", "", "What does the manual of the Kestrel say?"),
        ("scan1.txt", "Kestrel manual", "How does the Kestrel manual prime it?"),
    ],
)
def test_a_name_beside_its_kind_or_in_full_stays_a_filter(
    file: str, title: str, question: str
) -> None:
    spoken = part("log", (KESTREL,), vocabulary := TermNumbers())
    own = part("k", ("The Kestrel is a pump, see the manual.",) * 8, vocabulary)
    known = Directory(
        [profile_of("k", file, title, "", 8), profile_of("log", "Log.txt", "", "", 8)],
        mentions=Mentions(pages_of([spoken, own], vocabulary), lambda _: KESTREL),
    )
    assert known.scope_of(question).certain
    assert not known.scope_of("How is the Kestrel primed?").certain


def test_two_names_of_which_others_speak_both_weigh_as_one_does() -> None:
    scope = directory().scope_of("How did the Plover fare in Storm Odette?")
    assert scope.priors == {"Plover.txt": 1.0, "Storm Odette.txt": 1.0}
    assert not scope.certain


def test_what_a_person_chose_is_searched_alone_whoever_speaks_of_the_name() -> None:
    scope = directory().scope_of("Who sank in Storm Odette?", chosen=("Storm Odette.txt",))
    assert scope.certain
    assert scope.priors == {"Storm Odette.txt": 0.0}


def test_without_mentions_a_certain_name_is_a_filter() -> None:
    profiles = [profile_of(name, name, "", "", 8) for name in LIBRARY]
    assert Directory(profiles).scope_of("How many boats were lost in Storm Odette?").certain
