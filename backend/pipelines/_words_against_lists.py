"""What a text says otherwise than a list: a letter that raises a budget, or minutes by which
another one takes the duty, are later than what was put in before.

A list tells what stood in it when it was written. Where a passage of another document speaks of the
very rows, and of a change, the passage is told, and what the list comes to stands below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.pipelines._redrafting import RedraftingAnswerer
from backend.ports import Answerer
from backend.sentences import sentence_spans
from backend.tasks.answer.extractive.paragraph_ends import collapse
from backend.tasks.calculate.programs.column_words import FUNCTION, WORD
from backend.types import (
    LOCAL_READER,
    Calculation,
    Draft,
    Hit,
    Operation,
    Verdict,
)

MOST_READ = 12
"""Passages that are looked at, the first that were found."""
LEAST_NAMED = 2
"""Words of the rows that a question has, at least: "Tablets" alone names too many things."""
LEAST_SAID = 0.66
"""Share of those words that stand in the sentence itself; the others do in its passage."""
FURTHER = 2
"""Sentences behind one that may say that what it tells is a change."""
_IN_PLACE = re.compile(
    r"(?i)\b(?:is|are|will be|has|have) (?:[^.]|\.(?=\d)){1,80}\b"
    r"(?:instead of|in place of|and not|, not) (?P<old>(?:[^.,;]|[.,](?=\d)){1,40})"
)
_RECORD = r"(?:figures?|list|rota|sheet|table|numbers?|entr(?:y|ies)|wall|report|labels?|results?)"
_STRUCK = re.compile(
    r"(?i)\b(?:strike out|struck out|cross(?:ed)? out|altered|amended|corrected|ignore|scrap)\b"
    rf"[^.]{{0,40}}\b{_RECORD}\b"
    rf"|\b{_RECORD}\b[^.]{{0,60}}\b(?:altered|amended|corrected|swapped|wrong|struck out)\b"
    r"|\breplace the (?:list|figures?|table|rota|sheet|numbers?)\b"
)
"""Words by which somebody says that what stands somewhere is changed."""
_OPEN = re.compile(
    r"(?i)\?|\b(?:could|would|might|(?-i:may)|asks? (?:for|whether|if)|asked|propos\w+|wants?"
    r"|wish\w*|suggest\w*|consider\w*|discuss\w*|refus\w*|declin\w*|unchanged|no change|if|unless"
    r"|stays?|remains?|as before|not (?:been )?(?:raised|increased|changed|moved|altered|amended)"
    r"|motion|lost|reject\w*|subject to|vote[ds]?|in (?:19|20)\d\d|since (?:19|20)\d\d)\b"
)
"""A change that is only asked for, or refused."""
_VALUE = re.compile(r"\d|(?i:\b(?:no|none|nothing)\b)")
_NAME = re.compile(r"\b[A-Z][a-z]+")
MOST_TIMES = 10
"""How many times as large or as small a figure in the place of another one is, at most."""
_NONE = re.compile(r"(?i)\b(?:no|none|nothing)\b")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_TOLD_OF_A_ROW = frozenset(
    [Operation.LOOKUP, Operation.SUM, Operation.LIST, Operation.FIRST, Operation.LAST]
)


@dataclass(frozen=True, slots=True)
class WordAgainstList:
    """A sentence that tells a change of what a list comes to: the number of its passage among the
    hits, from 1, and its place in the document."""

    made: Calculation
    hit: int
    text: str
    start: int
    end: int


class AgainstListAnswerer(RedraftingAnswerer):
    """Tells a sentence by which what a list has is changed, with what it has in a notice, in place
    of what the local reader quotes; a language model weighs what it was shown."""

    def __init__(self, inner: Answerer, word: WordAgainstList) -> None:
        super().__init__(inner)
        self._word = word

    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """The sentence, likely."""
        if draft.answered_by != LOCAL_READER:
            return draft
        word = self._word
        text = f"{word.text} [{word.hit}]"
        title = hits[word.hit - 1].chunk.title
        notice = f"The list itself comes to {word.made.sentence}; “{title}” tells of a change."
        return replace(
            draft,
            text=text,
            short=word.text,
            found=True,
            sentences=((0, len(text), (word.hit,)),),
            spans=((word.hit, word.start, word.end),),
            notices=(*draft.notices, notice),
            verdict=Verdict.LIKELY,
            choices=(),
        )


def word_against_list(
    question: str, made: Calculation, hits: Sequence[Hit]
) -> WordAgainstList | None:
    """The sentence of another document that tells a change of what a calculation is of, the one
    that says most of its words; None where there is none.

    Args:
        question: as it was asked.
        made: what the list comes to.
        hits: the passages that were found, the best first.
    """
    rows = {(operand.table_id, operand.row) for operand in made.operands}
    if made.operation not in _TOLD_OF_A_ROW or len(rows) != 1:
        return None  # a sentence is of one thing, and no sum of several
    named = _named(question, made)
    if len(named) < LEAST_NAMED:
        return None
    own = {operand.document_id for operand in made.operands}
    found = [
        WordAgainstList(made, number, collapse(text[start:end]), hit.chunk.start + start, last)
        for number, hit in enumerate(hits[:MOST_READ], start=1)
        if hit.chunk.document_id not in own and hit.chunk.kind == "prose"
        for text in [hit.chunk.text]
        for (start, end), behind in _sentences(text)
        for last in [hit.chunk.start + end]
        if _says_otherwise(text[start:end], behind, named, hit, made)
    ]
    said = [len(named.intersection(term_texts(word.text))) for word in found]
    return found[said.index(max(said))] if found else None


def _named(question: str, made: Calculation) -> frozenset[str]:
    """The words of a question that name the rows and columns of a calculation."""
    first = made.operands[0]
    said = made.over.partition(" where ")[2] or first.label
    rows = frozenset(term_texts(f"{said} {first.header}"))
    words = (word for word in WORD.findall(question) if word.casefold() not in FUNCTION)
    return rows.intersection(term_texts(" ".join(words)))


def _sentences(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """The place of each sentence of a passage, with the few behind it."""
    spans = list(sentence_spans(text))
    for at, (start, end) in enumerate(spans):
        last = spans[min(at + FURTHER, len(spans) - 1)][1]
        yield (start, end), text[end:last]


def _says_otherwise(
    sentence: str, behind: str, named: frozenset[str], hit: Hit, made: Calculation
) -> bool:
    said = named.intersection(term_texts(sentence))
    if len(said) < LEAST_NAMED or len(said) < LEAST_SAID * len(named):
        return False
    measured = named.intersection(term_texts(made.operands[0].header))
    if not measured.issubset(term_texts(sentence)):
        return False  # it tells another thing of the same rows
    if _OPEN.search(sentence) or not _VALUE.search(sentence):
        return False
    around = " ".join((hit.chunk.title, *hit.chunk.path, hit.chunk.text))
    if not named.issubset(term_texts(around)):
        return False
    told = _IN_PLACE.search(sentence)
    if told is not None and _is_of_cell(told["old"], made):
        return True
    is_struck = _STRUCK.search(f"{sentence} {behind}") is not None
    return is_struck and _is_of_its_sort(sentence, made) and not _only_confirms(sentence, made)


def _is_of_cell(text: str, made: Calculation) -> bool:
    """Whether a text begins with what a list has: what another value takes the place of."""
    old = made.operands[0].text.casefold().strip()
    numbers = _figures(made.answer)
    is_figure = bool(numbers) and numbers <= _figures(text)
    is_name = re.match(rf"\s*{re.escape(old)}(?!\w)", text.casefold()) is not None
    return is_figure or (not numbers and is_name)


def _is_of_its_sort(sentence: str, made: Calculation) -> bool:
    """Whether a sentence has a value of the sort that the list has: a figure of its size, or that
    there is none; or a name where the list has words."""
    told = [float(number.replace(",", "")) for number in _NUMBER.findall(made.answer)]
    if not told:
        return _NAME.search(sentence[1:]) is not None
    said = [float(number.replace(",", "")) for number in _NUMBER.findall(sentence)]
    size = abs(told[0]) or 1.0
    is_near = any(size / MOST_TIMES <= abs(figure) <= size * MOST_TIMES for figure in said)
    return is_near or _NONE.search(sentence) is not None


def _only_confirms(sentence: str, made: Calculation) -> bool:
    """Whether the only figure of a sentence is that which the list comes to, and it denies none."""
    if _NONE.search(sentence):
        return False
    return _figures(sentence) == _figures(made.answer)


def _figures(text: str) -> frozenset[str]:
    """The figures of a text, without the commas between thousands."""
    return frozenset(figure.replace(",", "") for figure in _NUMBER.findall(text))
