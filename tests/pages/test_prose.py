"""An answer's text becomes paragraphs of words and citation chips."""

from __future__ import annotations

from backend.types import Sentence
from components.prose import AnswerParagraph, Run, compose, with_lead


def test_chips_follow_their_words() -> None:
    assert compose("Grew 8 percent [1], or more. [2][3]", (), [1, 2, 3]) == [
        AnswerParagraph(
            (
                Run("Grew 8 percent", rests_on=(1,)),
                Run(chip=1),
                Run(", or more.", rests_on=(2, 3)),
                Run(chip=2),
                Run(chip=3),
            )
        )
    ]


def test_lists_of_numbers_and_unknown_numbers() -> None:
    (paragraph,) = compose("In [2023] it grew [1, 2].", (), [1, 2])
    assert paragraph.runs == (
        Run("In [2023] it grew", rests_on=(1, 2)),
        Run(chip=1),
        Run(chip=2),
        Run("."),
    )


def test_a_citation_without_a_marker_stands_at_its_sentence() -> None:
    text = "It grew. It fell."
    sentences = (Sentence("It grew.", 0, 8, (1,), True), Sentence("It fell.", 9, 17, (2,), True))
    (paragraph,) = compose(text, sentences, [1, 2])
    assert paragraph.runs == (
        Run("It grew.", rests_on=(1,)),
        Run(chip=1),
        Run(" It fell.", rests_on=(2,)),
        Run(chip=2),
    )


def test_a_marker_after_the_point_belongs_to_the_sentence_before() -> None:
    text = "It grew. [1] It fell. [2]"
    sentences = (Sentence("It grew.", 0, 8, (1,), True), Sentence("It fell.", 13, 21, (2,), False))
    (paragraph,) = compose(text, sentences, [1, 2])
    assert [(run.text, run.chip, bool(run.problem)) for run in paragraph.runs] == [
        ("It grew.", 0, False),
        ("", 1, False),
        (" It fell.", 0, True),
        ("", 2, False),
    ]


def test_items_headings_and_bold() -> None:
    paragraphs = compose("# Head\n\n- **One** two\n2. Three\n", (), [])
    assert paragraphs == [
        AnswerParagraph((Run("Head"),)),
        AnswerParagraph((Run("One", bold=True), Run(" two")), mark="•"),
        AnswerParagraph((Run("Three"),), mark="2."),
    ]


def test_markup_stays_text() -> None:
    (paragraph,) = compose("<img src=x onerror=alert(1)> $5", (), [])
    assert paragraph.runs == (Run("<img src=x onerror=alert(1)> $5"),)


def test_the_line_that_answers_is_bold_where_the_text_begins_with_it() -> None:
    drawn = with_lead(compose("Wool rose. It rained. [1]", (), [1]), "Wool rose.")
    first, rest = drawn[0].runs[:2]
    assert (first.text, first.bold) == ("Wool rose.", True)
    assert rest.text.startswith(" It rained")
    assert not rest.bold
    untouched = compose("Wool rose.", (), [])
    assert with_lead(untouched, "Rain") == untouched
    assert with_lead(untouched, "") == untouched
    assert with_lead([], "Rain") == []
