"""Whether two words of German, French or Spanish are forms of one, by Snowball's stems.

The index keeps its own terms; these are made when a question is answered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.analysis import foreign_stem

SAME_START = 5
LONGEST_ENDING = 3
"""Words that share so many first letters, and differ in no more at the end of the longer one and in
one letter at the end of the shorter, are forms of one."""
LEAST_PART = 4
"""Letters of a part of a German compound, at least."""

_PARTICIPLE = re.compile(
    r"^(?P<prefix>(?:ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zurück)?)ge"
    r"(?P<rest>\w{2,}(?:t|en))$"
)
"""German participles, with what stands before their *ge* ("gehalten", "ausgezahlt")."""
_THING = re.compile(r"^(?!Ge|Be|Ver|Er|Ent|An|Aus|Vor)[A-ZÄÖÜ]\w+(?<!end)(?<!ch)en?$")
_PERSON = re.compile(r"^[A-ZÄÖÜ]\w+er(?:s|n|in|innen)?$")
"""German nouns that Snowball gives one stem, though no noun in -e has a form in -er but those that
were adjectives ("Miete" and "Mieter", but "Verwandte" and "Verwandter")."""


@dataclass(frozen=True, slots=True)
class WordForm:
    """A word by what it is compared with others by: its stem, and that without the *ge* of a
    German participle, which is compared whole and is no part of a compound."""

    stem: str
    bare: str
    thing: bool = False
    person: bool = False


def word_form(word: str, language: str) -> WordForm:
    """What a word is compared by. German nouns have a capital and no *ge* to be taken off.

    Args:
        word: as it is written.
        language: as Snowball names it.
    """
    stem = foreign_stem(word, language)
    if language != "german":
        return WordForm(stem, stem)
    participle = _PARTICIPLE.match(word)
    bare = stem
    if participle:
        bare = foreign_stem(f"{participle['prefix']}{participle['rest']}", language)
    return WordForm(stem, bare, bool(_THING.match(word)), bool(_PERSON.match(word)))


def same_form(one: WordForm, other: WordForm, language: str) -> bool:
    """Whether two words are forms of one, as `same_word`; in German also a participle and another
    form of its verb, and not a person and the thing it is called after."""
    if (one.thing and other.person) or (one.person and other.thing):
        return False
    return same_word(one.stem, other.stem, language) or (
        (one.bare, other.bare) != (one.stem, other.stem) and same_start(one.bare, other.bare)
    )


def same_word(one: str, other: str, language: str) -> bool:
    """Whether two stems, as `analysis.foreign_stem` gives them, are of one word, or in German one
    is a part of the other."""
    if same_start(one, other):
        return True
    shorter, longer = sorted((one, other), key=len)
    if language != "german" or len(shorter) < LEAST_PART or len(longer) < len(shorter) + LEAST_PART:
        return False
    return longer.endswith(shorter) or (len(shorter) > LEAST_PART and longer.startswith(shorter))


def same_start(one: str, other: str) -> bool:
    """Whether two stems are the same but for an ending, of which Snowball leaves some."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    shared = 0
    for left, right in zip(shorter, longer, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= max(SAME_START, len(shorter) - 1, len(longer) - LONGEST_ENDING)
