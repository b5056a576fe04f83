"""What a German, French or Spanish sentence says the opposite of: beginning for end, one direction
for another, what is for what is not."""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.foreign_forms import FRENCH, GERMAN, SPANISH

_BEGINS = {
    GERMAN: r"beg(?:inn|ann|onn)|anf[aä]ng|fängt|angefangen|(?:ge)?start|(?:er|ge)?öffn",
    FRENCH: r"commenc|débu|démarr|ouvr|ouvert|entr\w* en vigueur",
    SPANISH: r"empiez|empez|comienz|comenz|inici|abr(?:e|en|ió|ir|irá)\b|abiert|entra en vigor",
}
_ENDS = {
    GERMAN: r"(?:be)?ende[tn]?|geendet|läuft\b[^.?!]{1,80}\bab\W*$|hört\b[^.?!]{1,80}\bauf\W*$|"
    r"abl[aä]uf|abgelaufen|schlie(?:ß|ss)|schlo(?:ss|ß)|geschlossen",
    FRENCH: r"fin\b|fini|termin|achèv|achev|expir|échéance|ferme",
    SPANISH: r"fin\b|finaliz|termin|acab|venc|expir|conclu|cierr|cerr",
}
_FROM = {
    GERMAN: r"ab|seit|vo[nm]|in kraft",
    FRENCH: r"dès|à partir|depuis|du",
    SPANISH: r"desde|a partir|del",
}
_UNTIL = {
    GERMAN: r"bis|spätestens|außer kraft",
    FRENCH: r"jusqu|au plus tard",
    SPANISH: r"hasta|a más tardar",
}
_NOT = {
    GERMAN: r"nicht|kein\w*|nie|niemals|ohne",
    FRENCH: r"ne|n(?=['’])|pas|sans|aucune?|jamais",
    SPANISH: r"no|sin|nunca|jamás|ning[uú]n\w*",
}
_DENIED = {
    GERMAN: r"verboten|untersagt|gesperrt|geschlossen|unzulässig|ausgeschlossen|unmöglich",
    FRENCH: r"interdit\w*|défendu\w*|fermée?s?|impossible|exclu\w*",
    SPANISH: r"prohibid\w*|cerrad\w*|imposible|excluid\w*",
}
_SIDES = r"en|seiten?|ufers?|flügels?|tors?|kais?"
_DIRECTIONS = {
    GERMAN: (
        rf"nördlich\w*|nord(?:ost|west|öst|{_SIDES})?(?:lich\w*)?",
        rf"südlich\w*|süd(?:ost|west|öst|{_SIDES})?(?:lich\w*)?",
        rf"(?:nord|süd)?(?:östlich\w*|ost(?:{_SIDES})?)",
        rf"(?:nord|süd)?(?:westlich\w*|west(?:{_SIDES})?)",
        r"(?-i:linke[nrsm]?|links)",
        r"(?-i:rechte[nrsm]?|rechts)",
        r"(?-i:obere[nrsm]?|oben)",
        r"(?-i:untere[nrsm]?|unten)",
    ),
    FRENCH: (
        r"nord",
        r"sud",
        r"(?<=\b[ld]['’])est|(?-i:(?<=\w )Est)(?!-)|orientale?",
        r"ouest|occidentale?",
        r"gauche",
        r"droite",
        r"supérieure?s?",
        r"inférieure?s?",
    ),
    SPANISH: (
        r"norte",
        r"sur",
        r"(?:del|al|el) este(?=\W*$|[,.;:)?]| (?:del?|y|o|hay|está)\b)|oriental",
        r"oeste|occidental",
        r"izquierd[oa]s?",
        r"derechas?",
        r"superior(?:es)?",
        r"inferior(?:es)?",
    ),
}


def _compiled(patterns: dict[str, str], end: str = "") -> dict[str, re.Pattern[str]]:
    return {
        language: re.compile(rf"(?i)\b(?:{pattern}){end}") for language, pattern in patterns.items()
    }


_BEGINNING, _END = _compiled(_BEGINS), _compiled(_ENDS)
_SINCE, _TILL = _compiled(_FROM, r"\b"), _compiled(_UNTIL)
_NEGATION, _DENIAL = _compiled(_NOT, r"\b"), _compiled(_DENIED, r"\b")
_TILL_WHEN = re.compile(
    r"(?i)^(?:bis (?:wann|zu welche)|jusqu['’]à (?:quand|quel)|hasta (?:cu|qu))"
)
_CLAUSES = re.compile(r"[,;]\s|\b(?:und|et|y)\b")
_SIDE = {
    language: tuple(re.compile(rf"(?i)\b(?:{pattern})\b") for pattern in patterns)
    for language, patterns in _DIRECTIONS.items()
}


def tells_another(language: str, kind: AnswerKind, question: str, text: str) -> bool:
    """Whether a text tells something else than a question asks, though it holds its words: when
    something begins for when it ends, what lies on another side, or what is for what is not.

    Args:
        language: of both, one of `CODES`.
        kind: of the question.
        question: its wording.
        text: a sentence, with what it stands under.
    """
    if _NEGATION[language].search(question) and not (
        _NEGATION[language].search(text) or _DENIAL[language].search(text)
    ):
        return True
    if any(side.search(question) and not side.search(text) for side in _SIDE[language]):
        return True
    if kind is not AnswerKind.DATE:
        return False
    begins, ends = _asked_bounds(language, question)
    if begins == ends:
        return False
    asked, loose = (_BEGINNING, _SINCE) if begins else (_END, _TILL)
    other = _END if begins else _BEGINNING
    return bool(other[language].search(text)) and not _speaks_of(asked, loose, language, text)


def is_date_of_other_bound(language: str, question: str, text: str, date: str) -> bool:
    """Whether a question asks when something begins or when it ends, a text speaks of both, and a
    date does not stand in the clause that speaks of the one alone that is asked for."""
    begins, ends = _asked_bounds(language, question)
    if begins == ends or not _speaks_of(_BEGINNING, _SINCE, language, text):
        return False
    if not _speaks_of(_END, _TILL, language, text):
        return False
    clauses = [each for each in _CLAUSES.split(text) if date in each]
    return not any(
        bool((_BEGINNING if begins else _END)[language].search(clause))
        and not (_END if begins else _BEGINNING)[language].search(clause)
        for clause in clauses
    )


def _speaks_of(
    words: dict[str, re.Pattern[str]], loose: dict[str, re.Pattern[str]], language: str, text: str
) -> bool:
    return bool(words[language].search(text) or loose[language].search(text))


def tells_what_is_set_apart(language: str, kind: AnswerKind, question: str, text: str) -> bool:
    """Whether a question has a word for a bound, a side or a negation, and a text has it too."""
    if kind is AnswerKind.DATE and any(
        words[language].search(question) and words[language].search(text)
        for words in (_BEGINNING, _END)
    ):
        return True
    return any(
        words.search(question) and words.search(text)
        for words in (_NEGATION[language], *_SIDE[language])
    )


def _asked_bounds(language: str, question: str) -> tuple[bool, bool]:
    """Whether the beginning is asked for, and whether the end is."""
    return (
        bool(_BEGINNING[language].search(question)),
        bool(_END[language].search(question) or _TILL_WHEN.search(question.lstrip("¿¡ "))),
    )
