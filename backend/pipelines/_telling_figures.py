"""How a figure that was computed is told, and how another answer is held back where it is open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.pipelines._redrafting import RedraftingAnswerer, as_closest
from backend.ports import Answerer, Figured, StopSignal
from backend.tables.cell_values import cell_value
from backend.tasks.answer.extractive.contrast import BETWEEN_TWO
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.tasks.calculate.programs.figure_wordings import lacks_what_money_is_of
from backend.tasks.calculate.programs.how_it_did import result_asked, says_result
from backend.tasks.calculate.programs.ratio_parts import asks_for_ratio, is_only_a_part
from backend.tasks.calculate.programs.several_asked import says_only_some
from backend.tasks.calculate.programs.wanted_work import (
    asks_cost,
    asks_share,
    asks_whole_year,
    compares,
    counts,
    is_of_money,
    is_of_part_years,
    lacks_measure,
    leaves_unsaid,
    misses_bound,
    says_share,
    says_what_is_wanted,
    tells_only_a_change,
    wants_work,
)
from backend.types import (
    LOCAL_READER,
    Calculation,
    CellKind,
    Choice,
    Chunk,
    Draft,
    Hit,
    Refusal,
    Step,
    Turn,
    Usage,
    Verdict,
)

_CELLS = "; "
"""Stands between two cells of a quoted row."""
_LABEL = " — "
"""Stands behind the label of a quoted row."""
_VALUE = ": "
"""Stands between the header and the text of a cell in the reader's words."""
MANY_CELLS = 2
"""So many of these and more stand in a row of which no figure was picked."""
_PICKED = re.compile(r"^(?![^;]*;)(?:(?! — )[^;])+ — (?P<said>[^;]+: [^;]+)$")
"""A row's name and one cell of it under its header, in the reader's words."""
_ROW = re.compile(r"(?:\s[-−(]?[$€£¥]?\d[\d.,]*[)%]?){3}$")
"""How the printed text of a table ends where it is quoted: in figures, none of them picked."""
_LONGEST_END = 200
"""Characters at the end of a quote in which three figures stand, if it ends in them."""
_PRICE = re.compile(r": \d{1,3}(?:[ ,.’']?\d{3})*[.,]\d\d$")
_OF_PRICES = re.compile(r"(?i)\b(?:prices?|price list|fees|charges|tariffs?|fares|rates)\b")
"""What a list is called whose amounts are of money."""
_ASKS_NO_CELL = re.compile(
    r"(?i)^\W*(?:and |so |but )?(?:where (?:do|does|can|should|must|is|are)|why"
    r"|how (?:do|does|can|should|must|to))\b"
)
STEP = "calculate"
"""Names the step of the trace."""
MOST_PASSAGES = 8
"""Most passages that a calculation cites; further cells stand in its table alone."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A calculation and the passages that hold its cells, in the order of the formula."""

    calculation: Calculation
    passages: tuple[Chunk, ...]
    written: Figured | None = None
    """What a language model's query was and cost, where one was written."""
    probability: float | None = None
    """That the question means this calculation, where it was chosen among others."""
    is_likely: bool = False
    """Whether it is only likely that it does."""


class CarefulAnswerer(RedraftingAnswerer):
    """Lets another answer where it is open which figure is meant: what it quotes comes nearest, and
    the readings stand below as choices. Where nothing was found, a column that a table lacks is
    told. What has to be worked out is not answered by a row that does not say it."""

    def __init__(self, inner: Answerer, refusal: Refusal, choices: tuple[Choice, ...]) -> None:
        super().__init__(inner)
        self._refusal = refusal
        self._choices = choices

    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """What the other says, at most as the closest passages, with what is open as a notice."""
        is_of_both = contrasted(question) is not None and BETWEEN_TWO in draft.short
        if is_of_both and draft.verdict in ANSWERED:
            return draft  # two rows beside each other tell how two things differ
        # a whole row picks no figure, but it is one row where the question can mean others
        is_whole = not self._choices and is_a_row(draft, hits)
        of_tables = _is_of_tables(draft, hits)
        quote = _first_quote(draft, hits)
        is_beside = _is_of_no_money(question, draft, quote)
        is_beside = is_beside or _is_beside(question, quote, self._refusal.lacks)
        # a sentence of what no table speaks of, or of the time that a table lacks, has no rival
        # among their rows
        lacks = frozenset(term_texts(" ".join(self._refusal.lacks)))
        is_alone = _says_all(self._refusal.unsaid, quote) or _says_all(lacks, quote)
        # a place, a reason or a way that a sentence tells is none of the cells of a list
        is_alone = is_alone or (_is_of_prose(quote) and _ASKS_NO_CELL.match(question) is not None)
        has_rivals = self._refusal.is_open and not is_alone
        is_open = has_rivals or (self._choices and of_tables) or is_beside
        reason = self._refusal.reason
        words = reason if self._refusal.lacks else f"No figure is given: {_lowered(reason)}"
        is_told = draft.verdict in ANSWERED and _is_quoted(draft) and (is_beside or not is_whole)
        is_sure = draft.verdict is Verdict.DIRECT and _is_of_prose(quote)
        is_sure = is_sure and not compares(question)
        is_rival = has_rivals and not (self._choices or is_beside or self._refusal.lacks)
        if is_told and is_sure and is_rival:
            # nothing can be offered instead of a sentence that surely answers
            return replace(draft, verdict=Verdict.LIKELY)
        if not is_open or not is_told:
            tells = bool(self._choices) or (self._refusal.is_open and of_tables)
            tells = tells or (draft.verdict is Verdict.CLOSEST and asks_for_ratio(question))
            said = words if tells or self._refusal.lacks else ""
            notices = (*draft.notices, said) if said and not draft.found else draft.notices
            return replace(draft, choices=self._choices, notices=notices)
        return replace(
            as_closest(draft),
            notices=(*draft.notices, words),
            choices=self._choices,
        )


class FigureAnswerer:
    """Tells a calculation that was made; every cell is cited. `short` is its first line, `choices`
    are what else the question may mean where it is only likely that it means this."""

    def __init__(
        self, worked: Worked, short: str, seconds: float, choices: tuple[Choice, ...] = ()
    ) -> None:
        self.name = worked.written.by if worked.written else LOCAL_READER
        self.worked = worked
        self.seconds = seconds
        self._short = short
        self._choices = choices

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """The sentence with its formula, then the draft."""
        made = self.worked.calculation
        places = {hit.chunk.id: at for at, hit in enumerate(hits, start=1)}
        spans = [
            (places[chunk.id], operand.start, operand.end)
            for operand in made.operands
            for chunk in self.worked.passages
            if chunk.id in places and chunk.start <= operand.start and operand.end <= chunk.end
        ]
        numbers = tuple(number for number, _, _ in spans)
        marks = "".join(f" [{number}]" for number in dict.fromkeys(numbers))
        text = f"{made.sentence}{marks}"
        yield text
        written = self.worked.written
        yield Draft(
            text=text,
            short=self._short,
            found=True,
            sentences=((0, len(text), numbers),),
            spans=tuple(spans),
            usage=replace(written.usage if written else Usage(), seconds=self.seconds),
            answered_by=self.name,
            # that the cells are those which are meant is the word of a model alone
            verdict=Verdict.LIKELY if written or self.worked.is_likely else Verdict.CALCULATED,
            calculation=made,
            choices=self._choices,
            sent=written.sent if written else (),
        )


def computed_step(worked: Worked, seconds: float) -> Step:
    """The trace of a figure that was computed, with its first cells."""
    made = worked.calculation
    cells = {
        f"{at}. {operand.label}, {operand.when}": f"{operand.text} ({operand.spot})"
        for at, operand in enumerate(made.operands[:MOST_PASSAGES], start=1)
    }
    if worked.written is not None:
        said = f"Computed by a query of {worked.written.by}: {made.formula}"
        return Step(STEP, said, seconds, cells)
    operation = made.operation.value.replace("_", " ")
    article = "" if operation.endswith("s") and not operation.endswith("ss") else "a "
    said = f"Computed {article}{operation}: {made.formula}"
    if worked.probability is not None:
        said = f"{said}; the most probable reading of the question, {worked.probability:.0%}"
    return Step(STEP, said, seconds, cells)


@dataclass(frozen=True, slots=True)
class _Quote:
    """The first sentence of a draft that cites something, with the passage that it cites first;
    `short` is the draft's first line."""

    text: str
    chunk: Chunk
    short: str

    @property
    def said(self) -> str:
        """The first line, or where there is none, or it is a part of the sentence, the sentence."""
        part = self.short.removesuffix(" …")
        is_part = self.chunk.kind == "prose" and part in self.text[1:]
        return self.text if is_part or not part else self.short

    @property
    def ends_in_figures(self) -> bool:
        """Whether it is the printed text of a table, of which no figure was picked."""
        return _ROW.search(self.short[-_LONGEST_END:]) is not None


def _first_quote(draft: Draft, hits: Sequence[Hit]) -> _Quote | None:
    """What a draft quotes; None where it cites nothing."""
    for start, end, cited in draft.sentences:
        if cited:
            return _Quote(draft.text[start:end], hits[cited[0] - 1].chunk, draft.short)
    return None


def _is_beside(question: str, quote: _Quote | None, lacks: Sequence[str]) -> bool:
    """Whether what is quoted has the words of a question and does not answer it.

    Args:
        lacks: words of the question that a list has no column for.
    """
    return quote is not None and (
        _is_merely_printed(question, quote)
        or _is_of_others(question, quote, lacks)
        or _picks_nothing(quote, lacks)
        or _is_a_part(question, quote)
        or _is_of_another_matter(question, quote)
        or _is_of_parts_of_a_year(question, quote)
        or _is_of_some(question, quote)
        or (quote.chunk.kind != "prose" and misses_bound(question, quote.said))
    )


def _is_merely_printed(question: str, quote: _Quote) -> bool:
    """Whether a row does not say what has to be worked out; of two figures that are compared it is
    open whether those of one row are meant."""
    short, said = quote.short, quote.said
    if quote.ends_in_figures:
        return counts(question) or wants_work(question) or leaves_unsaid(question, short)
    if quote.chunk.kind == "prose":
        return False
    if counts(question) and (short.count(_CELLS) >= MANY_CELLS or _is_no_number(short)):
        return True
    is_unsaid = (wants_work(question) and not says_what_is_wanted(question, said)) or leaves_unsaid(
        question, said
    )
    return compares(question) or is_unsaid


def _is_a_part(question: str, quote: _Quote) -> bool:
    """Whether what is quoted is a part of the figure that is asked for and not the figure."""
    is_row = quote.chunk.kind != "prose" or quote.ends_in_figures
    said = " ".join((quote.short, quote.text, *quote.chunk.path[-1:]))
    return is_only_a_part(question, said, is_row)


def _is_of_another_matter(question: str, quote: _Quote) -> bool:
    """Whether a quote says another measure than the one whose movement is asked after, nothing of
    a result or of what money was spent on or came from, only how an amount changed, or a figure in
    per cent of something else than the share that is asked for."""
    if lacks_measure(question, quote.said) or tells_only_a_change(question, quote.said):
        return True
    over = " ".join((quote.chunk.title, *quote.chunk.path))
    if lacks_what_money_is_of(question, quote.text, over):
        return True
    if result_asked(question) is not None and not says_result(quote.said):
        return True
    return asks_share(question) and not says_share(question, quote.said)


def _is_of_parts_of_a_year(question: str, quote: _Quote) -> bool:
    """Whether a whole row is quoted whose figures are all of parts of a year, where a year is asked
    about."""
    if quote.chunk.kind != "table_row" or not asks_whole_year(question):
        return False
    return is_of_part_years(quote.short.partition(_LABEL)[2].split(_CELLS))


def _is_of_some(question: str, quote: _Quote) -> bool:
    """Whether a row is quoted for one of several months or names that are asked for together."""
    is_row = quote.chunk.kind != "prose" or quote.ends_in_figures
    return is_row and says_only_some(question, f"{quote.short} {quote.text}")


def _is_of_others(question: str, quote: _Quote, lacks: Sequence[str]) -> bool:
    """Whether a sentence names none of the words that a list lacks for what is counted: how many
    beds there are says nothing of how many tomatoes."""
    if not lacks or not counts(question):
        return False
    said = frozenset(term_texts(quote.text))
    return not any(said.intersection(term_texts(lack)) for lack in lacks)


def _picks_nothing(quote: _Quote, lacks: Sequence[str]) -> bool:
    """Whether a row with all its columns is quoted for what none of them is of: the colour of an
    order is not its category, its supplier or its price."""
    said = quote.short
    is_whole = quote.chunk.kind == "table_row" and quote.chunk.text.endswith(said)
    if not is_whole or _CELLS not in said:
        return False
    asked = frozenset(term_texts(" ".join(lacks)))
    return bool(asked) and not asked.intersection(term_texts(said))


def _is_of_no_money(question: str, draft: Draft, quote: _Quote | None) -> bool:
    """Whether one cell was picked for what something costs, and it is of no money."""
    cell = _PICKED.match(draft.short)
    if cell is None or not asks_cost(question) or is_of_money(cell["said"]):
        return False
    return not (quote is not None and _is_priced(quote.chunk, cell["said"]))


def _is_priced(chunk: Chunk, said: str) -> bool:
    """Whether a cell is an amount with its hundredths in a list that calls itself one of prices:
    “Half day: 95.00” below “Prices 2026”, and not “Seats: 6”."""
    over = " ".join((chunk.title, *chunk.path, chunk.text.partition(_LABEL)[0]))
    return _PRICE.search(said) is not None and _OF_PRICES.search(over) is not None


def _is_no_number(short: str) -> bool:
    """Whether the cell that was picked of a row is words or a day: "how many" asks for neither."""
    _, joint, cell = short.rpartition(_VALUE)
    return bool(joint) and cell_value(cell).kind in (CellKind.TEXT, CellKind.DATE)


def _is_of_tables(draft: Draft, hits: Sequence[Hit]) -> bool:
    """Whether all that is cited stands in tables: a row of the table whose columns are open is no
    more sure than they are."""
    cited = {number for _, _, numbers in draft.sentences for number in numbers}
    return all(hits[number - 1].chunk.kind != "prose" for number in cited)


def _is_of_prose(quote: _Quote | None) -> bool:
    return quote is not None and quote.chunk.kind == "prose" and not quote.ends_in_figures


def _says_all(words: frozenset[str], quote: _Quote | None) -> bool:
    """Whether what is quoted is a sentence of prose that says all these words, of which there is
    one at least."""
    if not words or quote is None or quote.chunk.kind != "prose":
        return False
    return words.issubset(term_texts(quote.text))


def is_a_row(draft: Draft, hits: Sequence[Hit]) -> bool:
    """Whether the first line is a whole row with all its columns, so that no figure was picked."""
    return any(hit.chunk.kind == "table_row" and draft.short == hit.chunk.text for hit in hits)


def _is_quoted(draft: Draft) -> bool:
    """Whether the words are the documents'; a language model weighs what it was shown."""
    return draft.answered_by == LOCAL_READER


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def refused_step(refusal: Refusal, choices: Sequence[Choice], seconds: float) -> Step:
    """The trace of why no figure was computed, what came nearest, and what is offered."""
    detail = {"nearest": "; ".join(refusal.nearest)} if refusal.nearest else {}
    detail |= {f"choice {at}": choice.question for at, choice in enumerate(choices, start=1)}
    return Step(STEP, f"No figure was computed. {refusal.reason}", seconds, detail)
