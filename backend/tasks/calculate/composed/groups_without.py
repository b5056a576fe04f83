"""Names of a list none of whose rows is of something: "Which pubs never had any stout?".

The rows that are not of it are another thing: a pub that had ale and stout has rows of both.
"""

from __future__ import annotations

import re
from decimal import Decimal

from backend.tasks.calculate.composed.header_kinds import state_stems
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.mentions import SaidWord, ValueMention, content_places
from backend.tasks.calculate.composed.question_cues import is_courtesy
from backend.tasks.calculate.composed.row_conditions import NO, YES
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    PEOPLE,
    WORD,
    heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.short_names import names_people
from backend.tasks.calculate.programs.short_things import forms_in_full
from backend.tasks.calculate.programs.who_did import column_of_people
from backend.types.calculations import Calculation, Operation, Refusal

MOST_BETWEEN = 5
"""Words between what denies and what it denies: "never had any of the ..."."""
FEWEST_KINDS = 3
"""Of fewer values each row is one or the other: present or absent, passed or failed."""
FEWEST_NAMES = 3
"""Of fewer, each is known without a list."""
_DENIES = re.compile(r"(?i)not|never|no|without|none|\w+n['’]?t")
_ASKED = re.compile(
    r"(?i)^\W*(?:and |so |but )?"
    r"(?:who\b|(?:which|what)(?: of)?(?: (?:the|our|my))? (?P<noun>[^\W\d_]+))"
)
_OF_ALL_ROWS = re.compile(r"(?i)\b(?:at all|so far|ever|(?:on|in) (?:the|this) list)\b")
"""What leaves out no row."""
_THIS_YEAR = re.compile(r"(?i)\b(?:(?:so far )?this year)\b")
_OTHERWISE = re.compile(
    r"(?i)\b(?:yet|still|only|but|except|than|and|nor|or|just|much|many|more|less|enough|always|often"
    r"|again|all|every|each|both|another|other|as|their|its|back|out|due"
    r"|now|today|tonight|yesterday|currently|(?:this|last|next) (?!year\b)\w+|last year|next year"
    r"|can(?:not)?|could|may|might|must|shall|should|would|will|wo|ca)\b"
    r"|\b(?:ca|wo|should|could|would|must)n['’]?t\b"
)
"""What asks for a state of the rows, for what is allowed, for some time, or for something
besides."""
_NONE_OF_IT = frozenset(["any", "no", "never", "none"])
_WHO = frozenset(["who", "name"])
_VERBS = re.compile(r"(?i)(?:has|have|had|did|does|do|was|were|is|are|never)(?:n['’]?t?)?")


def denies_something(question: str) -> bool:
    """Whether a question may ask for names without something: it denies, and asks who or which."""
    words = re.findall(r"[\w'’]+", question)
    return _ASKED.match(question) is not None and any(map(_DENIES.fullmatch, words))


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
    if mentions.is_of_one_year:
        plain = _THIS_YEAR.sub(" ", plain)
    asked = _ASKED.match(plain)
    if asked is None or _OTHERWISE.search(plain) or _THIS_YEAR.search(plain):
        return None
    if mentions.day_sets[0]:
        return None  # whether the list has all rows of some days is not known
    noun = asked["noun"] or ""
    noun = "" if _VERBS.fullmatch(noun) else noun
    column = _column_of(noun, mentions)
    denied = _denied(mentions)
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


def _denied(mentions: Meanings) -> ValueMention | None:
    """The value that stands right behind what denies it, or right before it ("did Ann never take");
    None where another column has it as well, other texts have its words, or it is a state: who has
    not paid has a row that is not paid."""
    found = [value for value in mentions.values if _is_denied(value, mentions)]
    said = content_places(mentions.words)
    named = [value for value in found if mentions.named_places(value.column) & said]
    held = named or found
    if len(held) != 1 or held[0].is_several or _is_state(held[0], mentions):
        return None
    (denied,) = held
    stems = [stemmed(WORD.findall(text)) for text in denied.texts]
    others = {value_of(mentions.table.rows[at], denied.column) for at in mentions.entries}
    others -= set(denied.texts)
    if any(own <= stemmed(WORD.findall(text)) for own in stems for text in others):
        return None  # a room with a projector and a screen has a projector
    return denied


def _is_denied(value: ValueMention, mentions: Meanings) -> bool:
    """Whether a value is denied: by a word before it, right behind which "any" or "no" stands where
    the list says of each row whether it is so, or by the one behind it."""
    words = mentions.words
    before = words[max(0, value.first - MOST_BETWEEN) : value.first]
    denying = [at for at, word in enumerate(before) if _DENIES.fullmatch(word.text)]
    between = before[denying[-1] + 1 :] if denying else ()
    is_behind = bool(denying) and all(map(_says_little, between))
    behind = [word.text.casefold() for word in words[value.last : value.last + 1]]
    if not is_behind and not any(map(_DENIES.fullmatch, behind)):
        return False
    said = {before[denying[-1]].text.casefold()} if is_behind else set(behind)
    said |= {word.text.casefold() for word in between}
    return not _has_answers(mentions) or bool(said & _NONE_OF_IT)


def _has_answers(mentions: Meanings) -> bool:
    """Whether a column of the list says yes or no of each row."""
    texts = (
        {value_of(mentions.table.rows[at], column).casefold() for at in mentions.entries}
        for column in range(mentions.own)
    )
    return any(said - {""} and said - {""} <= YES | NO for said in texts)


def _is_state(value: ValueMention, mentions: Meanings) -> bool:
    """Whether a column says how far each row is, or has two values of which each row is one."""
    if mentions.header_stems(value.column) & state_stems():
        return True
    texts = {value_of(mentions.table.rows[at], value.column) for at in mentions.entries}
    return len(texts - {""}) < FEWEST_KINDS


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
        people = column_of_people(mentions.table)
        others = [at for at in mentions.text_columns if at != people]
        if people is not None and heading(people, mentions.table).casefold() in _WHO:
            return people
        if any(names_people(heading(at, mentions.table)) for at in others):
            return None  # the clients, or those who see them
        return people
    is_of_rows = stems <= words_for_rows(mentions.headers) and LABEL not in mentions.headers.dates
    return LABEL if is_of_rows else None


def _told(program: Program, mentions: Meanings) -> Calculation | Refusal:
    """The names, each by the first cell that has it in full."""
    table, (denied,) = mentions.table, program.values
    column = program.answer
    assert column is not None
    texts = {at: value_of(table.rows[at], column) for at in mentions.entries}
    full = forms_in_full(heading(column, table), texts.values())
    held: set[str] = set()
    first: dict[str, int] = {}
    for at, text in texts.items():
        if not text:
            continue
        name = full.get(text, text)
        key = name.casefold()
        if key not in first or (text == name and texts[first[key]] != name):
            first[key] = at  # the cell with the name in full
        own = value_of(table.rows[at], denied.column)
        if not own:
            return Refusal("What stands in an empty cell is not known.")
        if own in denied.texts:
            held.add(key)
    left = [(key, at) for key, at in first.items() if key not in held]
    if not left or len(first) < FEWEST_NAMES:
        return Refusal("Each of them has one, or the list has too few names.")
    names = [texts[at] for _, at in left]
    head = heading(column, table)
    of = f"{heading(denied.column, table)} is {' or '.join(denied.texts)}"
    over = f"{head} of {len(mentions.entries)} rows"
    formula = f"{over} without those where {of}: {len(first)} − {len(held)} = {len(left)}"
    cells = tuple(cell for _, at in left for cell in operands(table, [at], column))
    answer = said_list(names)
    listed = tuple((name, "") for name in names)
    return made(Operation.LIST, answer, Decimal(len(left)), formula, cells, over, listed=listed)
