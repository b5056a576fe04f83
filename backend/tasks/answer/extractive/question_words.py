"""Words that ask and do not describe: they carry no weight and are never missing from a passage.

Function words are those of English, German, French and Spanish, by which the language of a question
is told as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import fold, stem, term_texts
from backend.calendar_words import WEEKDAYS
from backend.languages import language_of as language_of_text

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
MAY_OR_MUST = frozenset(term_texts("may must", keep_stop_words=True))
"""Stems of words that say that something is allowed or needed, and that stop words leave in."""
WEEKDAY_STEMS = frozenset(term_texts(" ".join((*WEEKDAYS, "weekday", "weekend"))))

_BY_LANGUAGE = {
    "german": (
        "der die das des dem den ein eine einer eines einem einen und oder nicht ist sind war "
        "waren wird werden wurde wurden hat haben hatte hatten kann konnen konnte muss mussen "
        "soll sollen im in an am auf aus bei mit nach von vom vor zu zum zur uber unter fur durch "
        "gegen ohne um als wie was wer wem wen wessen wann wo wohin woher warum wieso weshalb "
        "welche welcher welches welchem welchen wieviel wieviele viel viele es er sie ihr sein "
        "seine dieser diese dieses diesem diesen dass wenn auch noch nur sich man gibt geben ich "
        "du wir mir mich uns mein meine meinen meinem meiner unser unsere unserem unseren darf "
        "durfen durfte mochte mochten worden geworden bin bist seid habe habt ob bis ab seit "
        "bitte ihre ihren ihrem ihrer ins beim worum womit wofur wovon woran geht heisst "
        "passiert geschieht uhr hoch lang lange betrag betragt hohe anzahl zahl datum kostet kosten"
    ),
    "french": (
        "le la les l un une des du de d et ou ne pas est sont etait etaient sera a ont avait avoir "
        "etre fait faire peut doit dans en au aux sur sous par pour avec sans entre chez comme que "
        "qui quoi quel quelle quels quelles quand ou comment pourquoi combien qu c ce cet cette "
        "ces il elle ils elles on se son sa ses leur leurs y t s n j plus je tu nous vous me te "
        "moi mon ma mes notre nos votre vos si depuis jusque jusqu quelqu lequel laquelle lesquels "
        "doivent peuvent peux puis dois sommes suis ai as avons avez aura auront lieu faut "
        "montant nombre date eleve passe heure"
    ),
    "spanish": (
        "el la los las un una unos unas y o no es son era eran fue fueron ser estar esta estan ha "
        "han habia hay tiene tienen puede debe en al del de a ante con sin por para sobre entre "
        "desde hasta como que quien quienes cual cuales cuando donde adonde cuanto cuanta cuantos "
        "cuantas se su sus lo le les este esta estos estas ese esa yo me mi mis tu tus nos nuestro "
        "nuestra nuestros nuestras si ya qu cuyo cuya deben pueden puedo tengo he hemos sera seran "
        "estan estaba hace hacer dice "
        "importe numero fecha hora asciende pasa ocurre"
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
_ALSO_ENGLISH = frozenset(
    [
        *("date", "plus", "me", "son", "no", "lieu", "comment", "he", "era", "con", "hay", "sin"),
        *("sera", "ai", "t", "s", "n", "j", "y"),
    ]
)
"""Function words of another language that tell it from English in no way."""
_WITH_OTHERS = _ENGLISH | frozenset(["die", "man", "den", "hat", "war", "am", "bin"])
"""Those that English writes too, and that count beside one of the language alone."""
_SHARED_BY_ALL = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 2
_NAMES = {"en": "english", "de": "german", "fr": "french", "es": "spanish"}
LOOKED_AT = 5
"""Passages whose language stands in for that of a question which does not show its own."""
_ASKED_IN = {
    "german": re.compile(
        r"(?i)^(?:(?:wann|warum|wieso|weshalb|worum|wovon|wem|wen|wessen|wohin|woher|wieviele?"
        r"|welche[rnsm]?|fasse?|beschreibe?|nenne?|erklaere?|erkläre?|gib|zeige?)"
        r"|(?:wie|wer|wo) (?:ist|sind|war|hoch|viele?|lange?|oft|hei(?:ß|ss)t|gro(?:ß|ss)|komm\w*"
        r"|find\w*|beginn\w*|zahl\w*)|was (?:ist|sind|kostet|kosten|bedeutet|hei(?:ß|ss)t))\b"
    ),
    "french": re.compile(
        r"(?i)^(?:quel(?:le)?s?|quand|pourquoi|combien|comment(?! on\b)|où|qui|résume[rz]?"
        r"|décri[ts]|explique|de quoi|qu['’]est|est-ce)(?![\w])"
    ),
    "spanish": re.compile(
        r"(?i)^(?:[¿¡]|cuál(?:es)?\b|cuándo|cuánt[oa]s?|quién(?:es)?|dónde|cómo|qué|por qué"
        r"|resume (?:el|la|los|las|lo|una?|este|esta)\b|resumir"
        r"|describe (?:el|la|los|las)\b|explica\b)"
    ),
}
"""How questions and requests begin that are of one language, whatever follows."""


def language_asked(question: str, passages: Sequence[str]) -> str:
    """The language of a question, as `language_of` names it: its own if it shows one, else that of
    the passages that were found for it, best first; empty if neither is plain."""
    own = language_of(question)
    return own or language_of_passages(passages)


def language_of_passages(passages: Sequence[str]) -> str:
    """The language of the first passages together, else of the very first; as `language_of` names
    it, `other` for one that is none of the four, empty if none is plain."""
    if not passages:
        return ""
    together = " ".join(passages[:LOOKED_AT])
    found = language_of_text(together) or language_of_text(passages[0])
    return _NAMES.get(found, "other") if found else language_of(together)


def language_of(text: str) -> str:
    """`english`, `german`, `french` or `spanish` by its function words, else by how it begins;
    empty if neither is plain."""
    words = [fold(word) for word in _SHARED_BY_ALL.findall(text)]
    counts = {
        language: _of_the_language(words, own) for language, own in _FUNCTION_WORDS.items()
    } | {"english": sum(word in _ENGLISH for word in words)}
    best = max(counts, key=lambda language: counts[language])
    second = max(count for language, count in counts.items() if language != best)
    if counts[best] >= _LEAST_WORDS and counts[best] > second:
        return best
    begun = [each for each, pattern in _ASKED_IN.items() if pattern.match(text.strip())]
    english = counts["english"]
    plain = len(begun) == 1 and (counts[begun[0]] > english or not english)
    return begun[0] if plain else ""


def _of_the_language(words: Sequence[str], own: frozenset[str]) -> int:
    """How many function words of another language than English a text has; none without one that
    English does not have."""
    found = [word for word in words if word in own and word not in _ALSO_ENGLISH]
    return len(found) if any(word not in _WITH_OTHERS for word in found) else 0


def function_stems(language: str) -> frozenset[str]:
    """Stems of the function words of a language other than English; none of an unknown one."""
    return _STEMS.get(language, frozenset())


def is_function_word(word: str) -> bool:
    """Whether a word is a function word of German, French or Spanish."""
    return any(stem(word.lower()) in stems for stems in _STEMS.values())


_STEMS = {
    language: frozenset(stem(word) for word in words) for language, words in _FUNCTION_WORDS.items()
}

_INSTRUCTION = re.compile(
    r"(?i)(?:^|(?<=[.?!;])\s+)(?:please\s+)?(?:round|answer|state|express|provide|use|assume|"
    r"respond|give|write|show|keep|base)\b[^.?!]*\b(?:answers?|decimals?|places?|usd|millions?|"
    r"thousands?|words?|sentences?|format|percentages?|digits?|response)\b[^.?!]*[.?!]?"
)
_IN_A_UNIT = re.compile(
    r"(?i)(?P<asked>^\W*(?:how (?:much|many|long|far|heavy|big|old|high)|by how much|what)\b.*?)"
    r",? in (?:whole )?(?:pounds|euros?|dollars|francs|pence|cents|gbp|eur|usd|chf|kilos?|kg"
    r"|grams|tonnes|litres|metres|kilometres|miles|minutes|hours|percent)(?=\W*$)"
)
"""In what a figure is to be told, at the end of a question: no passage need say so."""
_PER_CENT = re.compile(r"(?i)\bper cent\b")


def without_instructions(question: str) -> str:
    """The question without sentences that say how to answer ("Round your answer to …") and the unit
    that it ends with ("in euros"), and with "per cent" as one word.

    What would leave nothing is kept.
    """
    question = _PER_CENT.sub("percent", question)
    shortened = _IN_A_UNIT.sub(r"\g<asked>", _INSTRUCTION.sub(" ", question)).strip()
    return shortened if len(shortened.split()) >= 2 else question
