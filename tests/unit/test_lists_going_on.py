"""A list of which more follows ends with dots, and goes on with the items of the next passage."""

from __future__ import annotations

import numpy as np

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.complete import LONGEST, complete, complete_one
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from tests.unit.test_complete_quotes import reading_of
from tests.unit.test_local_reader import hit

LEAD = "The tender carries the following items:"
ASKED = "What does the tender carry?"
ONE, TWO, THREE, FOUR = (
    f"• the {each}" for each in ("long line", "two whistles", "dry flares", "spare float")
)


def reading_over(*passages: tuple[str, int, str]) -> ReadEvidence:
    """Passages of documents, each with where it begins."""

    def embed(texts: object) -> np.ndarray:
        rows = np.ones((len(list(texts)), 4), dtype=np.float32)  # type: ignore[call-overload]
        return rows / 2.0

    hits = [hit(text, start=start, document=name) for text, start, name in passages]
    return read(ASKED, hits, embed, Background({}, 1000))


def quoted(reading: ReadEvidence) -> list[tuple[str, int]]:
    return [(each.text, each.hit) for each in complete(reading, reading.units[:1])]


HEAD = f"{LEAD}\n\n{ONE}\n\n{TWO}"


def test_a_list_goes_on_with_the_items_that_the_next_passage_begins_with() -> None:
    behind = f"{THREE}\n\n{FOUR}\n\nNobody dives alone here."
    reading = reading_over((HEAD, 0, "d"), (behind, len(HEAD) + 2, "d"))
    assert quoted(reading) == [(f"{LEAD} {ONE} {TWO} …", 1), (f"{THREE} {FOUR}", 2)]
    lead = reading.units[0]
    line = first_line(reading.question, lead, None, frozenset(), complete_one(reading, lead))
    assert line == f"{LEAD} the long line; the two whistles …"


def test_passages_that_have_sentences_in_common_go_on_with_each_other() -> None:
    behind = f"{TWO}\n\n{THREE}\n\n{FOUR}"
    reading = reading_over((HEAD, 0, "d"), (behind, HEAD.index(TWO), "d"))
    assert quoted(reading) == [(f"{LEAD} {ONE} {TWO} …", 1), (f"{THREE} {FOUR}", 2)]


def test_another_passage_does_not_go_on_with_a_list() -> None:
    whole = [(f"{LEAD} {ONE} {TWO}", 1)]
    for text, start, name in [
        (f"{THREE}\n\n{FOUR}", len(HEAD) + 2, "other"),  # of another document
        (f"{THREE}\n\n{FOUR}", len(HEAD) + 300, "d"),  # further down
        (f"Nobody dives alone here.\n\n{THREE}", len(HEAD) + 2, "d"),  # not at its beginning
        (f"Boats\n\n{THREE}\n\n{FOUR}", len(HEAD) + 2, "d"),  # below another heading
    ]:
        assert quoted(reading_over((HEAD, 0, "d"), (text, start, name))) == whole, text
    assert quoted(reading_over((HEAD, 0, "d"))) == whole


def test_numbers_go_on_where_they_stopped() -> None:
    head = f"{LEAD}\n\n1. the line\n\n2. the whistle"
    for number, goes_on in [(3, True), (1, False)]:
        behind = f"{number}. the flares\n\n{number + 1}. the float\n\nKeep all of it dry."
        reading = reading_over((head, 0, "d"), (behind, len(head) + 2, "d"))
        parts = quoted(reading)
        assert (len(parts) == 2) is goes_on
        if goes_on:
            assert parts[1] == ("3. the flares 4. the float", 2)


def test_a_list_that_is_too_long_ends_with_dots() -> None:
    items = [f"• the {'very ' * 12}long line of rope {at}" for at in range(20)]
    lead = reading_of(f"{LEAD}\n\n" + "\n\n".join(items), ASKED)
    whole = complete_one(lead, lead.units[0])
    assert whole.end - whole.start <= LONGEST
    assert whole.text.endswith("of rope 5 …")
    few = reading_of(f"{LEAD}\n\n" + "\n\n".join(items[:3]) + "\n\nIt is of oak.", ASKED)
    assert complete_one(few, few.units[0]).text.endswith("of rope 2")
