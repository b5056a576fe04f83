"""Names of a list none of whose rows is of something: "Which pubs never had any stout?".

The rows that are not of it are another thing: a pub that had ale and stout has rows of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from backend.tasks.calculate.composed.list_programs import ListStep, Program
from backend.tasks.calculate.composed.mentions import SaidWord, ValueMention
from backend.tasks.calculate.composed.program_features import state_stems
from backend.tasks.calculate.composed.question_cues import is_courtesy
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    PEOPLE,
    heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.short_names import names_in_full, names_people
from backend.tasks.calculate.programs.who_did import column_of_people
from backend.types.calculations import Calculation, Operation, Refusal

MOST_BETWEEN = 5
"""Words between what denies and what it denies: "never had any of the ..."."""
FEWEST_NAMES = 3
"""Of fewer, each is known without a list."""
_DENIES = re.compile(r"(?i)not|never|no|without|none|\w+n['’]?t")
_ASKED = re.compile(
    r"(?i)^\W*(?:and |so |but )?"
    r"(?:who\b|(?:which|what)(?: of)?(?: (?:the|our|my))? (?P<noun>[^\W\d_]+))"
)
_OF_ALL_ROWS = re.compile(
    r"(?i)\b(?:at all|so far|ever|this (?:year|season|term|quarter|month)"
    r"|(?:on|in) (?:the|this) list)\b"
)
"""What leaves out no row."""
_OTHERWISE = re.compile(r"(?i)\b(?:yet|still|only|but|except|than|and|nor|or)\b")
"""What asks for a state of the rows, or for something besides."""
_VERBS = re.compile(r"(?i)(?:has|have|had|did|does|do|was|were|is|are|never)(?:n['’]?t?)?")


def names_without(
    question: str, mentions: Meanings
) -> tuple[Program, Calculation | Refusal] | None:
    """The program that tells the names none of whose rows has a value, with what it comes to; None
    where the question denies no value, does not say what names are wanted, or has words of
    something else."""
    program = _program_of(question, mentions)
    return None if program is None else (program, _told(program, mentions))


def _program_of(question: str, mentions: Meanings) -> Program | None:
    plain = _OF_ALL_ROWS.sub(" ", question)
    asked = _ASKED.match(plain)
    if asked is None or _OTHERWISE.search(plain) or mentions.day_sets[0]:
        return None  # whether the list has all rows of some days is not known
    noun = asked["noun"] or ""
    noun = "" if _VERBS.fullmatch(noun) else noun
    column = _column_of(noun, mentions)
    denied = next(_denied(mentions), None)
    if column is None or denied is None or column == denied.column:
        return None
    said = {*range(denied.first, denied.last), *mentions.named_places(column)}
    said |= mentions.named_places(denied.column)
    named = stemmed([noun, *PEOPLE]) | words_for_rows(mentions.headers)
    kept = {word.casefold() for word in re.findall(r"\w+", plain)}
    left = (
        word
        for at, word in enumerate(mentions.words)
        if word.is_content and at not in said and word.text.casefold() in kept
    )
    if any(not _says_little(word) and not word.stems <= named for word in left):
        return None
    return Program(ListStep.NEVER, None, column, (denied,))


def _denied(mentions: Meanings) -> Iterator[ValueMention]:
    """The values that stand right behind what denies them, or right before it ("did Ann never
    take"). A state is one of rows: who has not paid has a row that is not paid."""
    words = mentions.words
    for value in mentions.values:
        if mentions.header_stems(value.column) & state_stems() or value.is_several:
            continue
        before = words[max(0, value.first - MOST_BETWEEN) : value.first]
        denying = [at for at, word in enumerate(before) if _DENIES.fullmatch(word.text)]
        between = before[denying[-1] + 1 :] if denying else ()
        is_behind = bool(denying) and all(map(_says_little, between))
        behind = words[value.last : value.last + 1]
        if is_behind or any(_DENIES.fullmatch(word.text) for word in behind):
            yield value


def _says_little(word: SaidWord) -> bool:
    is_little = not word.is_content or is_courtesy(word.text)
    return is_little or _DENIES.fullmatch(word.text) is not None


def _column_of(noun: str, mentions: Meanings) -> int | None:
    """The column of the names that are wanted: the one that the noun names, that of people, or the
    labels where it is the word for the rows."""
    stems = stemmed([noun]) if noun else frozenset[str]()
    named = [at for at in mentions.text_columns if stems & mentions.header_stems(at)]
    if len(named) == 1:
        return named[0]
    if not stems or stems <= stemmed(PEOPLE):
        return column_of_people(mentions.table)
    is_of_rows = stems <= words_for_rows(mentions.headers) and LABEL not in mentions.headers.dates
    return LABEL if is_of_rows else None


def _told(program: Program, mentions: Meanings) -> Calculation | Refusal:
    """The names, each by the first cell that has it."""
    table, (denied,) = mentions.table, program.values
    column = program.answer
    assert column is not None
    texts = {at: value_of(table.rows[at], column) for at in mentions.entries}
    full = names_in_full(texts.values()) if names_people(heading(column, table)) else {}
    held: set[str] = set()
    first: dict[str, int] = {}
    for at, text in texts.items():
        if not text:
            continue
        name = full.get(text, text)
        key = name.casefold()
        if key not in first:
            first[key] = at
        own = value_of(table.rows[at], denied.column)
        if not own:
            return Refusal("What stands in an empty cell is not known.")
        if own in denied.texts:
            held.add(key)
    left = [(key, at) for key, at in first.items() if key not in held]
    if not left or len(first) < FEWEST_NAMES:
        return Refusal("Each of them has one, or the list has too few names.")
    names = [full.get(texts[at], texts[at]) for _, at in left]
    head = heading(column, table)
    of = f"{heading(denied.column, table)} is {' or '.join(denied.texts)}"
    over = f"{head} of {len(mentions.entries)} rows"
    formula = f"{over} without those where {of}: {len(first)} − {len(held)} = {len(left)}"
    cells = tuple(cell for _, at in left for cell in operands(table, [at], column))
    answer = said_list(names)
    listed = tuple((name, "") for name in names)
    return made(Operation.LIST, answer, Decimal(len(left)), formula, cells, over, listed=listed)
