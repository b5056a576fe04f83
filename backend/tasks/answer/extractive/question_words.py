"""Words that ask and do not describe: they carry no weight and are never missing from a passage."""

from __future__ import annotations

import re

from backend.analysis import fold, stem, term_texts
from backend.calendar_words import WEEKDAYS

ASKING = frozenset(
    stem(word)
    for word in (
        *("name", "call", "called", "many", "much", "please", "tell", "list", "give", "given"),
        *("know", "says", "said", "according", "mention", "mentioned", "describe", "explain"),
        *("percent", "percentage", "amount", "number", "round", "answer", "decimal", "decimals"),
        *("fy", "fiscal", "quarter", "year", "years", "drive", "drove", "driven", "happen"),
        *("happened", "kind", "kinds", "type", "types", "sort", "much", "compared", "versus"),
        *("main", "reason", "reasons", "cause", "caused", "document", "passage", "question"),
    )
)
"""Stems of English asking words, besides the stop words."""
WEEKDAY_STEMS = frozenset(term_texts(" ".join((*WEEKDAYS, "weekday", "weekend"))))

_BY_LANGUAGE = {
    "german": (
        "der die das des dem den ein eine einer eines einem einen und oder nicht ist sind war "
        "waren wird werden wurde wurden hat haben hatte hatten kann konnen konnte muss mussen "
        "soll sollen im in an am auf aus bei mit nach von vom vor zu zum zur uber unter fur durch "
        "gegen ohne um als wie was wer wem wen wessen wann wo wohin woher warum wieso weshalb "
        "welche welcher welches welchem welchen wieviel wieviele viel viele es er sie ihr sein "
        "seine dieser diese dieses dass wenn auch noch nur sich man gibt geben"
    ),
    "french": (
        "le la les l un une des du de d et ou ne pas est sont etait etaient sera a ont avait avoir "
        "etre fait faire peut doit dans en au aux sur sous par pour avec sans entre chez comme que "
        "qui quoi quel quelle quels quelles quand ou comment pourquoi combien qu c ce cet cette "
        "ces il elle ils elles on se son sa ses leur leurs y t s n j plus"
    ),
    "spanish": (
        "el la los las un una unos unas y o no es son era eran fue fueron ser estar esta estan ha "
        "han habia hay tiene tienen puede debe en al del de a ante con sin por para sobre entre "
        "desde hasta como que quien quienes cual cuales cuando donde adonde cuanto cuanta cuantos "
        "cuantas se su sus lo le les este esta estos estas ese esa"
    ),
}
_FUNCTION_WORDS = {
    language: frozenset(fold(word) for word in words.split())
    for language, words in _BY_LANGUAGE.items()
}
_ENGLISH = frozenset(
    [
        *("the", "a", "an", "of", "to", "and", "is", "was", "are", "were", "in", "on", "for"),
        *("with", "what", "who", "when", "where", "which", "why", "how", "does", "did", "do"),
        *("it", "its", "that", "this", "by", "from", "as", "at", "be", "has", "have", "had"),
        *("or", "not"),
    ]
)
_SHARED_BY_ALL = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 2


def language_of(text: str) -> str:
    """`english`, `german`, `french` or `spanish` by its function words; empty if none is plain."""
    words = [fold(word) for word in _SHARED_BY_ALL.findall(text)]
    counts = {
        language: sum(word in own for word in words)
        for language, own in (("english", _ENGLISH), *_FUNCTION_WORDS.items())
    }
    best = max(counts, key=lambda language: counts[language])
    second = max(count for language, count in counts.items() if language != best)
    return best if counts[best] >= _LEAST_WORDS and counts[best] > second else ""


def function_stems(language: str) -> frozenset[str]:
    """Stems of the function words of a language other than English; none of an unknown one."""
    return _STEMS.get(language, frozenset())


_STEMS = {
    language: frozenset(stem(word) for word in words) for language, words in _FUNCTION_WORDS.items()
}

_INSTRUCTION = re.compile(
    r"(?i)(?:^|(?<=[.?!;])\s+)(?:please\s+)?(?:round|answer|state|express|provide|use|assume|"
    r"respond|give|write|show|keep|base)\b[^.?!]*\b(?:answers?|decimals?|places?|usd|millions?|"
    r"thousands?|words?|sentences?|format|percentages?|digits?|response)\b[^.?!]*[.?!]?"
)
_PER_CENT = re.compile(r"(?i)\bper cent\b")


def without_instructions(question: str) -> str:
    """The question without sentences that say how to answer ("Round your answer to …"), and with
    "per cent" as one word.

    What would leave nothing is kept.
    """
    question = _PER_CENT.sub("percent", question)
    shortened = _INSTRUCTION.sub(" ", question).strip()
    return shortened if len(shortened.split()) >= 2 else question
