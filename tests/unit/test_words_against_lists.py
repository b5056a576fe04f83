"""A text that changes what a list has is told in place of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import pytest

from backend.pipelines._words_against_lists import (
    AgainstListAnswerer,
    WordAgainstList,
    word_against_list,
)
from backend.ports import StopSignal
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import (
    LOCAL_READER,
    Calculation,
    Choice,
    Chunk,
    ChunkKind,
    Draft,
    Hit,
    Operation,
    StoredTable,
    Turn,
    Usage,
    Verdict,
)
from tests.unit.csv_lists import list_of

BEDS = list_of(
    "Garden bed,Budget,Spent,Keeper\nRose bed,100,40,Ida Moor\nHerb bed,60,70,Jon Wick\n"
    "Pond,300,250,Cy Beck\n",
    "beds.csv",
)
ASKED = "What is the budget of the rose bed?"
ALTERED = "In the list the budget of the rose bed was altered to 120."
START = 500


def made_of(question: str, table: StoredTable = BEDS) -> Calculation:
    made = calculate_columns(question, [table], "beds")
    assert isinstance(made, Calculation)
    return made


def hit(
    text: str, document: str = "letter", kind: ChunkKind = "prose", title: str = "Letter of May"
) -> Hit:
    chunk = Chunk("c", document, "s", 0, text, START, START + len(text), (), kind, title)
    return Hit(chunk, 1.0, ())


def word_of(*texts: str, question: str = ASKED) -> WordAgainstList | None:
    return word_against_list(question, made_of(question), [hit(text) for text in texts])


def test_the_sentence_is_told_that_says_so() -> None:
    text = f"The council met in the barn. {ALTERED} All were glad."
    word = word_of("It rained.", text)
    assert word is not None
    assert (word.text, word.hit) == (ALTERED, 2)
    assert text[word.start - START : word.end - START] == ALTERED
    assert word.made.answer == "100"


@pytest.mark.parametrize(
    "text",
    [
        ALTERED,
        "The budget of the rose bed is amended to 120 in the rota.",
        "On 3 May the list was altered: the budget of the rose bed is 120.",  # a month asks nothing
        "From June the budget of the rose bed is 80 instead of 100.",
        "From June the budget of the rose bed will be 80 in place of 100.",
        "The budget of the rose bed is now 120, not 100.",
        "The budget of the rose bed is now 120 instead of 100.",
        "The budget of the rose bed has become 120, and not 100.",
        "The figures of the budget of the rose bed and the herb bed are swapped: 60 and 100.",
        "The budget of the rose bed: 120. The figure of before is struck out.",
        "The budget of the rose bed: 120. It rained. The figure of before is altered.",
        "The budget of the rose bed: 120. The figure on the wall is wrong.",
        "The budget of the rose bed: 120. Please ignore the list.",
        "The budget of the rose bed: 120. It rained. Replace the figures.",
        "The list with the budget of the rose bed was corrected: it is not 100, it is none.",
    ],
)
def test_a_change_is_known_by_its_words(text: str) -> None:
    assert word_of(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The budget of the rose bed is 120.",  # no word of a change
        "The budget of the rose bed is now 120.",  # that may be of before the list
        "The budget of the rose bed was raised to 120.",
        "The budget for the rose bed is wrong and should read 110.",
        "There is no budget for the rose bed: it was cut.",
        "Ida takes over the budget of the rose bed on 3 June.",
        "In the list the budget of the rose bed was altered.",  # no figure
        "The budget of the rose bed: 120. It rained. It snowed. The list was altered.",
        "The budget of the rose bed was altered to 120.",  # no word for a record
        "On 3 May the budget of the rose bed is amended to 120.",
        "The budgets of the rose bed and the herb bed are swapped: 60 and 100.",
        "The budget of the rose bed: 120. The bridge was altered.",
        "The budget of the rose bed is now 120 instead of 90.",  # the list does not have that
        "The budget of the rose bed is now 120, not 110.",
        "The budget of the rose bed is 120 instead of 1,000.",
        "The budget of the rose bed is not 100.",  # nothing is put in its place
        "Ignore the list. The budget of the rose bed: 120.",  # what is said before it
    ],
)
def test_what_says_no_change_is_not_told(text: str) -> None:
    assert word_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "In the list the budget of the rose bed was corrected to 100.",
        "In the list the budget of the rose bed was corrected to 100 EUR.",
        "In the list the budget of the rose bed was corrected to £100.",
    ],
)
def test_what_only_confirms_the_figure_is_not_told(text: str) -> None:
    assert word_of(text) is None
    assert word_of(text.replace("100", "90")) is not None


def test_a_figure_is_confirmed_with_its_unit_and_its_thousands() -> None:
    table = list_of("Garden bed,Budget (EUR)\nRose bed,1200\nPond,300\n", "beds.csv")
    made = made_of(ASKED, table)
    assert made.figure == "1,200 EUR"
    confirmed = "In the list the budget of the rose bed was corrected to 1,200 euros."
    assert word_against_list(ASKED, made, [hit(confirmed)]) is None
    assert word_against_list(ASKED, made, [hit(confirmed.replace("1,200", "1,300"))]) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The budget of the rose bed may be altered to 120 in the list.",
        "The budget of the rose bed could be altered to 120 in the list.",
        "Should the budget of the rose bed be altered to 120 in the list?",
        "The keepers asked for the budget of the rose bed to be altered to 120 in the list.",
        "Ida proposed that the budget of the rose bed be altered to 120 in the list.",
        "The budget of the rose bed is altered to 120 in the list if the rain stops.",
        "The council refused that the budget of the rose bed be altered to 120 in the list.",
        "The budget of the rose bed was not altered to 120 in the list: it stays as before.",
        "The budget of the rose bed remains at 120 and is not changed, and the list is corrected.",
        "The motion that the budget of the rose bed is altered to 120 in the list was put.",
        "That the budget of the rose bed is altered to 120 in the list was lost by 3.",
        "The council voted on 3 May that the budget of the rose bed is altered to 120 in the list.",
        "The budget of the rose bed is altered to 120 in the list, subject to a letter.",
        "The budget of the rose bed has not been raised: it is now 100, not 120.",
        "That the budget of the rose bed is altered to 120 in the list was rejected.",
    ],
)
def test_a_change_that_is_only_thought_of_or_refused_is_none(text: str) -> None:
    assert word_of(text) is None


@pytest.mark.parametrize("year", ["in 2019", "since 2019", "in 1999"])
def test_a_change_of_a_year_that_is_named_may_be_older_than_the_list(year: str) -> None:
    assert word_of(f"In the list the budget of the rose bed was altered to 120 {year}.") is None


@pytest.mark.parametrize(
    "text",
    [
        "In the list the budget of the pond was altered to 120.",
        "In the list the rose bed was altered by 30 metres. The budget is fine.",  # another thing
        "In the list the money of the rose bed was altered to 120. That is its budget.",
        "In the list the budget was altered to 120. The rose bed is in bloom.",
        "In the list the bed was altered by 20.",
        "In the list each budget was altered by 20.",
    ],
)
def test_a_change_of_something_else_is_none(text: str) -> None:
    assert word_of(text) is None


def test_a_word_of_the_row_may_stand_in_the_passage() -> None:
    text = "Of the rose bed: we met. In the list the bed budget was altered to 120."
    word = word_of(text)
    assert word is not None
    assert word.text == "In the list the bed budget was altered to 120."
    assert (
        word_of("We met. In the list the bed budget was altered to 120.") is None
    )  # of which bed is open
    titled = hit("We met. In the list the bed budget was altered to 120.", title="The rose bed")
    assert word_against_list(ASKED, made_of(ASKED), [titled]) is not None


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        (
            "In the list the north rose bed has its budget altered to 120.",
            True,
        ),  # four words of five
        ("In the list the bed has its budget altered to 120.", False),
    ],
)
def test_most_of_the_words_stand_in_the_sentence_itself(sentence: str, is_told: bool) -> None:
    table = list_of("Place,Budget\nOld north rose bed,100\nPond,300\n", "beds.csv")
    question = "What is the budget of the old north rose bed?"
    text = f"Of the old north rose bed: we met. {sentence}"
    assert (
        word_against_list(question, made_of(question, table), [hit(text)]) is not None
    ) is is_told


def test_the_sentence_with_most_of_the_words_is_told() -> None:
    part = "In the list the bed budget was altered to 110 for every rose lover."
    word = word_of("The rose bed. In the list its budget is altered to 110.", f"{ALTERED} {part}")
    assert word is not None
    assert (word.hit, word.text) == (2, ALTERED)
    first = word_of(ALTERED, ALTERED.replace("120", "90"))
    assert first is not None
    assert first.hit == 1  # of two that say as much the one that was found first


DEARER = list_of(
    'Garden bed,Budget,Price,Keeper\nRose bed,"1,200",1.50,Ann\nPond,300,2.00,Cy Beck\n', "beds.csv"
)


@pytest.mark.parametrize(
    ("column", "text", "is_told"),
    [
        ("budget", "The budget of the rose bed is now 1,300 instead of 1,200.", True),
        ("budget", "The budget of the rose bed is now £1,300, not £1,200.", True),
        ("budget", "The budget of the rose bed is now 1,300 instead of 1200 EUR.", True),
        ("budget", "The budget of the rose bed is now 1,300 instead of 1,100.", False),
        ("budget", "The budget of the rose bed is now 1,300 instead of 200.", False),
        ("price", "The price of the rose bed is 1.60 instead of 1.50.", True),
        ("price", "The price of the rose bed is 1.60 instead of 1.40.", False),
        ("keeper", "From 3 June the keeper of the rose bed is Jo Wick instead of Ann.", True),
        ("keeper", "From 3 June the keeper of the rose bed is Jo Wick, not Ann Hale.", True),
        ("keeper", "From 3 June the keeper of the rose bed is Jo Wick instead of Annabel.", False),
        ("keeper", "From 3 June the keeper of the rose bed is Jo Wick instead of Cy Beck.", False),
        ("keeper", "The keeper of the rose bed is there on 3 June instead of 4 June.", False),
    ],
)
def test_something_takes_the_place_of_what_the_list_has(
    column: str, text: str, is_told: bool
) -> None:
    question = f"What is the {column} of the rose bed?"
    made = made_of(question, DEARER)
    assert (word_against_list(question, made, [hit(text)]) is not None) is is_told


@pytest.mark.parametrize(
    "record",
    [
        *("figure", "figures", "list", "rota", "sheet", "table", "number", "entry", "entries"),
        *("report", "label", "results"),
    ],
)
@pytest.mark.parametrize("deed", ["altered", "amended", "corrected"])
def test_a_record_is_altered(record: str, deed: str) -> None:
    text = f"The budget of the rose bed: 120. The {record} of before"
    assert word_of(f"{text} was {deed}.") is not None
    assert word_of(f"{text} was kept.") is None
    assert word_of(f"{text} was kept. Something was {deed}.") is None


@pytest.mark.parametrize("record", ["bridge", "bed", "budget", "plan"])
def test_what_else_is_altered_is_no_record(record: str) -> None:
    assert word_of(f"The budget of the rose bed: 120. The {record} of before was altered.") is None


@pytest.mark.parametrize(
    ("figure", "is_told"),
    [
        ("9", False),
        ("10", True),  # a tenth
        ("120", True),
        ("1,000", True),  # ten times as much
        ("1,001", False),
        ("none", True),
        ("Ida Moor", False),  # a name is no figure
    ],
)
def test_another_figure_is_of_the_size_of_the_one_that_the_list_has(
    figure: str, is_told: bool
) -> None:
    text = f"On the 1st the list was altered: the budget of the rose bed is {figure}."
    assert (word_of(text) is not None) is is_told


@pytest.mark.parametrize(("said", "is_told"), [("is Jo Wick", True), ("is 120", False)])
def test_another_name_stands_where_the_list_has_words(said: str, is_told: bool) -> None:
    text = f"on the 3rd the list was altered: the keeper of the pond {said}."
    word = word_of(text, question="Who is the keeper of the pond?")
    assert (word is not None) is is_told


@pytest.mark.parametrize(
    ("document", "kind"),
    [("d", "prose"), ("letter", "table_row"), ("letter", "table"), ("letter", "table_card")],
)
def test_the_list_itself_and_other_lists_are_no_later_word(document: str, kind: ChunkKind) -> None:
    assert word_against_list(ASKED, made_of(ASKED), [hit(ALTERED)]) is not None
    assert word_against_list(ASKED, made_of(ASKED), [hit(ALTERED, document, kind)]) is None


def test_only_the_first_passages_are_looked_at() -> None:
    assert word_of(*["It rained."] * 11, ALTERED) is not None
    assert word_of(*["It rained."] * 12, ALTERED) is None


def test_who_takes_over_is_told() -> None:
    text = "From 3 June the keeper of the pond is Ann Hale instead of Cy Beck."
    word = word_of(text, question="Who is the keeper of the pond?")
    assert word is not None
    assert word.text == text
    asked = "Who is the keeper of the pond?"
    assert word_of("Ann Hale takes over as keeper of the pond on 3 June.", question=asked) is None
    listed = "Which garden bed has the keeper Cy Beck?"
    struck = "On 3 June the list of garden beds was altered: the keeper, once Cy Beck, is Ann Hale."
    word = word_of(struck, question=listed)
    assert word is not None
    assert word.made.operation is Operation.LIST


def test_of_what_is_counted_no_text_tells_a_change() -> None:
    question = "How many garden beds are there?"
    made = made_of(question)
    assert made.operation is Operation.COUNT
    assert (
        word_against_list(question, made, [hit("In the list the garden beds were altered to 5.")])
        is None
    )


@pytest.mark.parametrize(
    ("question", "operation", "is_told"),
    [
        ("What is the budget of the rose bed?", Operation.LOOKUP, True),
        ("What is the total budget of the rose bed?", Operation.SUM, True),  # of one row alone
        ("What is the total budget of all garden beds?", Operation.SUM, False),
        ("What is the average budget of all garden beds?", Operation.MEAN, False),
        ("Which garden beds have a budget of 100?", Operation.LIST, False),  # no name is changed
        ("Which garden beds have a budget over 80?", Operation.LIST, False),
        ("Which garden bed has the largest budget?", Operation.LARGEST, False),
    ],
)
def test_a_sentence_is_of_what_a_single_row_tells(
    question: str, operation: Operation, is_told: bool
) -> None:
    made = made_of(question)
    assert made.operation is operation
    text = "In the list the garden bed budget of the rose bed, 100 before, was altered to 120."
    assert (word_against_list(question, made, [hit(text)]) is not None) is is_told


def test_one_word_names_too_many_things() -> None:
    question = "How much is it for the pond?"
    made = made_of("What is the budget of the pond?")
    text = "In the list the pond budget was altered to 320."
    assert word_against_list("What is the budget of the pond?", made, [hit(text)]) is not None
    assert word_against_list(question, made, [hit(text)]) is None


class Says:
    def __init__(self, draft: Draft) -> None:
        self.name = draft.answered_by
        self._draft = draft

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        yield self._draft


def redrafted(by: str) -> tuple[Draft, Draft]:
    """What is said of a passage, and what is told in place of it."""
    hits = (hit("It rained."), hit(f"We met. {ALTERED}"))
    word = word_against_list(ASKED, made_of(ASKED), hits)
    assert word is not None
    said = Draft(
        text="It rained. [1]",
        short="",
        found=False,
        sentences=((0, 14, (1,)),),
        spans=(),
        usage=Usage(),
        answered_by=by,
        notices=("One file is damaged.",),
        choices=(Choice("the budget", "What is the budget?", "100"),),
    )
    pieces = AgainstListAnswerer(Says(said), word).answer(ASKED, (), hits, threading.Event())
    (made,) = pieces
    assert isinstance(made, Draft)
    return said, made


def test_the_change_is_told_and_what_the_list_comes_to_stands_below() -> None:
    _, made = redrafted(LOCAL_READER)
    assert made.verdict is Verdict.LIKELY
    assert made.found
    assert made.short == ALTERED
    ((start, end, numbers),) = made.sentences
    assert made.text[start:end] == f"{ALTERED} [2]"
    assert numbers == (2,)
    assert made.spans == ((2, START + 8, START + 8 + len(ALTERED)),)
    assert made.choices == ()
    first, notice = made.notices
    assert first == "One file is damaged."
    assert "comes to 100" in notice
    assert "“Letter of May”" in notice


def test_a_language_model_weighs_what_it_was_shown() -> None:
    said, made = redrafted("a model")
    assert made == said
