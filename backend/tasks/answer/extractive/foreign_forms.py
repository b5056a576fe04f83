"""What German, French and Spanish texts hold that answers: figures, money, times, dates, reasons.

The patterns of `forms` are for any text, so they name no word that is another one in English
("elf", "once", "sept"). Here the language is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from backend.calendar_words import MONTH_ABBREVIATIONS_ABROAD, MONTHS_ABROAD
from backend.question_kinds import AnswerKind

GERMAN, FRENCH, SPANISH = "german", "french", "spanish"
CODES = {GERMAN: "de", FRENCH: "fr", SPANISH: "es"}

_SPELLED = {
    GERMAN: r"zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zehn|\w+zig|\w*hundert|"
    r"\w*tausend|million(?:en)?|milliarden?|dutzend|halbe[nrsm]?|doppelte[nrsm]?|"
    r"(?:ein|zwei|drei)mal|\w+einhalb|anderthalb",
    FRENCH: r"deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|"
    r"seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille|millions?|demie?|douzaine",
    SPANISH: r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|"
    r"dieci\w+|veint\w+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|"
    r"\w+cient[oa]s|mil|mill[oó]n(?:es)?|medi[oa]|docena",
}
_SPAN = {
    GERMAN: r"sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?s?|quartale?|jahre?n?s?",
    FRENCH: r"secondes?|minutes?|heures?|jours?|semaines?|mois|trimestres?|ans?|années?",
    SPANISH: r"segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|trimestres?|años?",
}
_ENDLESS = {
    GERMAN: r"unbefristet\w*|unbestimmte zeit|dauerhaft|jederzeit",
    FRENCH: r"indéterminée?s?|illimitée?s?",
    SPANISH: r"indefinid[oa]s?|ilimitad[oa]s?",
}
_FREE = {
    GERMAN: r"kostenlos\w*|kostenfrei\w*|umsonst|gratis|nichts|unentgeltlich\w*|keine kosten",
    FRENCH: r"gratuit\w*|gratis|rien",
    SPANISH: r"gratis|gratuit\w*|nada|sin (?:coste|cargo)",
}
_COINS = (
    r"€|eur\b|euros?\b|cents?\b|centimes?\b|c[eé]ntimos?\b|franken\b|francs?\b|chf\b|dollars?\b"
)
_DAYS = {
    GERMAN: r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|werktag|"
    r"feiertag)(?:e?n?s)?|täglich|mittags?|mitternacht|monatsende|jahresende",
    FRENCH: r"lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|midi|minuit|"
    r"tous les jours|chaque jour|chaque mois",
    SPANISH: r"lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|mediodía|medianoche|"
    r"todos los días|cada mes|día hábil",
}
_HOUR = {
    GERMAN: r"\d{1,2}(?:[.:]\d\d)? ?uhr",
    FRENCH: r"\d{1,2} ?h(?:eures?)?(?: ?\d\d)?",
    SPANISH: r"las \d{1,2}(?:[.:]\d\d)?|\d{1,2}(?:[.:]\d\d)? ?(?:horas|h)",
}
_REASON = {
    GERMAN: r"weil|denn|da|daher|deshalb|deswegen|darum|damit|sodass|wegen|aufgrund|grund|gründe|"
    r"um\b.{1,60}\bzu\b",
    FRENCH: r"parce qu|car|puisqu|afin d|afin qu|pour que|c['’]est pourquoi|en raison d|grâce à|"
    r"à cause d|raisons?|donc",
    SPANISH: r"porque|ya que|puesto que|debido a|para que|por eso|a causa de|gracias a|razón|"
    r"razones|motivos?",
}
_REFERENCE = re.compile(
    r"(?i)(?:§+|\b(?:art(?:ikel|icle|ículo)?\b\.?|abs(?:atz)?\b\.?|nr\.|n[o°º]\.?|seite|page|"
    r"página|kapitel|chapitre|capítulo|abschnitt|section|sección|anlage|annexe|anexo))\s*\d+"
    r"|^\W*\d{1,2}[.)]\s"
)
"""Numbers that only say where something stands."""
_DURATION_ASKED = re.compile(
    r"(?i)^(?:wie lange?\b(?! ist)|(?:pendant |en )?combien de temps|quelle est la durée|"
    r"(?:durante )?cu[aá]nto (?:tiempo|dura|tarda)|cu[aá]l es la duraci[oó]n)"
)
_MONEY_ASKED = re.compile(
    r"(?i)\b(?:kostet|kosten|preis|miete|kaution|gehalt|lohn|gebühr(?:en)?|beitrag|honorar|betrag|"
    r"provision|rechnung|zahlt|bezahlt|teuer|geld|co[uû]te(?:nt|ra)?|prix|loyer|montant|salaire|"
    r"tarif|charges|argent|paie|cuestan?|costar?á?|precio|alquiler|importe|salario|sueldo|tarifa|"
    r"fianza|paga|dinero)\b|\b\w{1,40}(?:miete|preis|gebühr|beitrag|kosten|lohn|gehalt)\b"
)
_HEIGHT_ASKED = re.compile(r"(?i)^wie (?:hoch|groß|gross)\b")
_WHO_IS = re.compile(
    r"(?i)^(?:wer (?:ist|war|sind)|qui (?:est|était|sont)|qui[eé]n(?:es)? (?:es|era|"
    r"fue|son))\b"
)
_NAME = re.compile(
    r"\b(?!(?:D(?:er|ie|as|em|en|es)|Eine?[rmn]?|I[mn]|A[mn]|Les?|La|Une?|Des?|El|L[ao]s|Una|En)\b)"
    r"[A-ZÀ-Þ][\w’'-]+ (?:(?:de|del|la|von|van|du) ){0,2}[A-ZÀ-Þ][\w’'-]+"
)


_OF_A_THING = re.compile(
    r"(?i)^(?:(?:à|de|pour) )?(?:quel(?:le)?s? (?:est|était|sera|sont) |combien d(?:e |['’]))"
    r"|^cu[aá]l(?:es)? (?:es|era|fue|ser[aá]|son) |^(?:a|de|en|con)? ?cu[aá]nt[oa]s "
    r"|^wie (?:hoch|lang|groß|gross|weit|alt|tief|schwer|breit|teuer) (?:ist|sind|war|waren) "
    r"|^wie\s?viele "
)


def names_what_is_measured(question: str) -> bool:
    """Whether the first noun of a question is what a figure is asked of: “Quelle est la puissance
    de la bouilloire ?”"""
    return _OF_A_THING.search(question.lstrip("¿¡ ")) is not None


@dataclass(frozen=True, slots=True)
class ForeignForms:
    """The patterns of one language."""

    number: re.Pattern[str]
    money: re.Pattern[str]
    span: re.Pattern[str]
    date: re.Pattern[str]
    when: re.Pattern[str]
    reason: re.Pattern[str]


def _built(language: str) -> ForeignForms:
    number = rf"(?:\d[\d.,  ]{{0,24}}\d|\d|\b(?:{_SPELLED[language]})\b)"
    span = rf"(?:{number}|\beine?[rnms]?|\bune?|\buna?)[\s-](?:\w+[\s-])?(?:{_SPAN[language]})\b"
    months = "|".join(sorted(MONTHS_ABROAD[CODES[language]].split(), key=len, reverse=True))
    short = "|".join(MONTH_ABBREVIATIONS_ABROAD[CODES[language]].split())
    month = rf"(?:(?:{months})\b|(?:{short})\b\.?)"
    link = r"(?:de |del )?" if language == SPANISH else r"(?:d['’])?"
    date = (
        rf"\b\d{{1,2}}(?:\.|er|º|°)? ?{link}{month}(?:,? {link}\d{{4}}\b)?"
        rf"|\b(?:{months}) {link}\d{{4}}\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b"
    )
    year = r"\b(?:1\d|20)\d\d\b(?! ?(?:€|euro|eur\b))"
    day = rf"\b(?:{_DAYS[language]})\b|\b{_HOUR[language]}\b|\b\d{{1,2}}:\d\d\b"
    month_alone = rf"\b(?:im|en|au mois de|ab|bis|seit|depuis|desde|hasta) (?:{months})\b"
    return ForeignForms(
        re.compile(number, re.IGNORECASE),
        re.compile(rf"{number} ?(?:{_COINS})|€ ?\d|\b(?:{_FREE[language]})\b|\d ?%", re.IGNORECASE),
        re.compile(rf"{span}|\b(?:{_ENDLESS[language]})\b", re.IGNORECASE),
        re.compile(date, re.IGNORECASE),
        re.compile(rf"{date}|{year}|{day}|{month_alone}|{span}", re.IGNORECASE),
        re.compile(rf"\b(?:{_REASON[language]})", re.IGNORECASE),
    )


_FORMS = {language: _built(language) for language in CODES}


def holds_form(language: str, kind: AnswerKind, question: str, text: str) -> bool | None:
    """Whether a text holds something of the form that a question asks for; None where the form of
    the answer is open.

    Args:
        language: of question and text, one of `CODES`.
        kind: of the question.
        question: its wording, which tells money from spans of time and other figures.
        text: a sentence or row.
    """
    forms = _FORMS[language]
    asked = question.lstrip("¿¡ ")
    if kind is AnswerKind.DATE:
        return bool(forms.when.search(text))
    if kind is AnswerKind.REASON:
        return bool(forms.reason.search(text))
    if kind is AnswerKind.PERSON and _WHO_IS.search(asked):
        return bool(_NAME.search(text))
    if kind is AnswerKind.COUNT:
        return tells_number(language, text)
    if kind is AnswerKind.AMOUNT:
        measure = _measure_asked(asked)
        if measure is _Measure.SPAN:
            return bool(forms.span.search(text))
        if measure is _Measure.MONEY:
            return bool(forms.money.search(text))
        if measure is _Measure.HEIGHT:
            text = forms.span.sub(" ", text)
        return tells_number(language, text)
    return None


class _Measure(StrEnum):
    """What an amount is asked of."""

    SPAN = "span"
    MONEY = "money"
    HEIGHT = "height"
    OTHER = "other"


@lru_cache(maxsize=64)  # each sentence is held against one question
def _measure_asked(question: str) -> _Measure:
    if _DURATION_ASKED.search(question):
        return _Measure.SPAN
    if _MONEY_ASKED.search(question):
        return _Measure.MONEY
    return _Measure.HEIGHT if _HEIGHT_ASKED.search(question) else _Measure.OTHER


def tells_number(language: str, text: str) -> bool:
    """Whether a text has a number that is no part of a date, an hour or a reference."""
    forms = _FORMS[language]
    bare = forms.date.sub(" ", _REFERENCE.sub(" ", text))
    bare = re.sub(_HOUR[language], " ", bare, flags=re.IGNORECASE)
    return bool(forms.number.search(bare))


def whole_date_of(language: str, text: str, part: str) -> str:
    """The date of a text, as it is written there, that a part of it such as its year belongs to;
    else that part."""
    for match in _FORMS[language].date.finditer(text):
        if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", match.group()):
            return match.group().strip()
    return part
