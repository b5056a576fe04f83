"""In which language a text is written, by its commonest words.

Function words make up a third of any prose and hardly occur in other languages (Grefenstette,
"Comparing two language identification schemes", 1995). Seven languages of Europe are told apart; of
other texts nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter

LANGUAGE = "Language"
"""Name of the entry of a document's metadata that holds the code of its language, if known."""
NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
}
"""Languages by their ISO 639-1 code."""

_COMMON = {
    "en": "the of and to in is that it was for on are with as be this by from at which or not have "
    "has were but an they their we you can will all its if when there been would more what who",
    "de": "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es "
    "an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum "
    "war haben nur oder aber vor zur bis mehr durch wenn ich",
    "fr": "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il "
    "sont la avec son aux été cette d l mais comme ou si leur y dont elle ses nous ont être je à",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más o pero "
    "sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era",
    "it": "di e il la che in a per un è del della non le si con da i una sono come dei anche al lo "
    "gli nel alla più ma dal ha ed delle nella questo su se essere o stato suo dalla",
    "pt": "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao "
    "ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso",
    "nl": "de van een het en in is dat op te zijn voor met die niet aan er om ook als dan maar bij "
    "of uit nog naar heeft hij werd wordt door over ze zich kan tot deze was worden haar meer",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_WORD = re.compile(r"[^\W\d_]+")
LEAST_WORDS = 20
LEAST_COMMON = 4
"""Different common words: a single letter may be a variable as well as a word."""
_SAMPLE = 20_000
"""Letters at the beginning, in the middle and at the end that are looked at."""
_LEAST_SHARE = 0.15
_AHEAD = 1.25
"""Times as many common words as in the next best language."""


def language_of(text: str) -> str:
    """The code of a text's language; empty for one that is short, mixed or in another language."""
    if len(text) > 3 * _SAMPLE:
        middle = len(text) // 2
        text = f"{text[:_SAMPLE]} {text[middle : middle + _SAMPLE]} {text[-_SAMPLE:]}"
    counts = Counter(_WORD.findall(text.casefold()))
    total = counts.total()
    if total < LEAST_WORDS:
        return ""
    found = sorted(
        (sum(counts[word] for word in words), language) for language, words in _WORDS.items()
    )
    (second, _), (most, language) = found[-2:]
    enough = sum(word in counts for word in _WORDS[language]) >= LEAST_COMMON
    clear = most >= _LEAST_SHARE * total and most >= _AHEAD * second
    return language if enough and clear else ""
