"""Broad questions in German, French and Spanish: “Worum geht es in diesem Dokument?”"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.analysis import stem
from backend.tasks.answer.extractive.foreign_forms import FRENCH, GERMAN, SPANISH
from backend.tasks.answer.extractive.question_words import function_stems


@dataclass(frozen=True, slots=True)
class BroadAbroad:
    """What is asked about broadly, as it is called with its article (empty for the whole
    collection), and the language of the question."""

    name: str
    language: str


_WHOLE = {
    GERMAN: r"(?:sammlung|bibliothek|(?:all\w* )?(?:dokumenten?|dateien|unterlagen|texten?|akten)|"
    r"alles|allem|hier)",
    FRENCH: r"(?:collection|bibliothèque|documents|fichiers|textes|dossiers|tout|tous|ici|"
    r"ensemble)",
    SPANISH: r"(?:colección|biblioteca|documentos|archivos|textos|ficheros|todo|aquí|conjunto)",
}
_DETERMINERS = {
    GERMAN: r"(?:der|die|das|den|dem|des|diese[rsmn]?|jene[rsmn]?|meine?[rsmn]?|unsere?[rsmn]?|"
    r"ihre?[rsmn]?|eine?[rsmn]?|alle[rsmn]?|gesamte[rsmn]?|ganze[rsmn]?)",
    FRENCH: r"(?:le|la|les|l['’]|ce|cet|cette|ces|mon|ma|mes|notre|nos|votre|vos|un|une|tout|toute|"
    r"tous|toutes|du|des|au|aux|de|d['’])",
    SPANISH: r"(?:el|la|los|las|este|esta|estos|estas|ese|esa|esos|esas|mi|mis|nuestro|nuestra|"
    r"nuestros|nuestras|un|una|todo|toda|todos|todas|del|al|de|lo)",
}
_POINTS = {
    GERMAN: r"diese[rsmn]?|dies|hier",
    FRENCH: r"ce|cet|cette|ici|ça|cela|ceci",
    SPANISH: r"este|esta|esto|ese|esa|eso|aquí",
}
_KINDS = {
    GERMAN: r"dokuments?|datei|texte?s?|berichte?s?|briefe?s?|vertrage?s?|schreibens?|handbuche?s?|"
    r"anleitung|buche?s?|artikels?|protokolls?|merkblatte?s?|pdf|papiers?",
    FRENCH: r"document|fichier|texte|rapport|lettre|contrat|courrier|manuel|notice|livre|article|"
    r"compte rendu|pdf|dépliant",
    SPANISH: r"documento|archivo|fichero|texto|informe|carta|contrato|manual|libro|artículo|acta|"
    r"folleto|pdf|escrito",
}
_POLITE = r"^\W*(?:bitte |s['’]il (?:te|vous) plaît,? |por favor,? )?"
_NAME = r"(?P<name>.+?)"
_ABOUT = {
    GERMAN: (
        rf"{_POLITE}worum (?:geht es|geht[’']s|dreht es sich)(?: (?:in|bei) {_NAME}| hier)?",
        rf"{_POLITE}wovon (?:handelt|handeln|spricht|sprechen) {_NAME}",
        rf"{_POLITE}was steht in {_NAME}",
        rf"{_POLITE}was (?:behandelt|behandeln|enthält|enthalten|beschreibt|beschreiben) {_NAME}",
        rf"{_POLITE}was ist (?:das thema|der inhalt|der gegenstand|der zweck) (?:von )?{_NAME}",
        rf"{_POLITE}fass(?:e|en sie|t)? (?:bitte |mir |uns |kurz )*{_NAME}(?: bitte| kurz)*"
        r" zusammen(?:fassen)?",
        rf"{_POLITE}(?:gib|geben sie|schreib|schreibe|schreiben sie|mach|mache)"
        r" (?:mir |uns |bitte )*eine?n? (?:kurze?n? )?(?:zusammenfassung|überblick|übersicht)"
        rf" (?:von |über |zu )?{_NAME}",
        rf"{_POLITE}(?:kurze )?zusammenfassung (?:von |zu )?{_NAME}",
        rf"{_POLITE}beschreibe? {_NAME}",
        rf"{_POLITE}(?:was|welche) sind die (?:\w+ )?(?:haupt)?themen(?: (?:in|von) {_NAME}| "
        r"(?P<of>(?:der|dieser|des|dieses) .+?))?",
    ),
    FRENCH: (
        rf"{_POLITE}de quoi (?:parle|parlent|traite|traitent)(?:[- ]t[- ](?:il|elle|on))? {_NAME}",
        rf"{_POLITE}de quoi (?:s['’]agit[- ]il|est[- ]il question|ça parle)(?: dans {_NAME})?",
        rf"{_POLITE}que (?:contient|contiennent|dit|disent|décrit) {_NAME}",
        rf"{_POLITE}quel est (?:le (?:sujet|contenu|thème|but)|l['’]objet) (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}(?:résume[rz]?(?:[- ]moi)?|resume[rz]?(?= (?:les?|ce|cet|cette|tous|l['’])\b))"
        rf" {_NAME}",
        rf"{_POLITE}(?:fais|faites|donne|donnez|écris|écrivez)(?:[- ](?:moi|nous))? une? "
        rf"(?:bref |brève |court |courte |petit )?(?:résumé|synthèse|aperçu) (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}(?:bref )?résumé (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}quels sont les (?:principaux |grands )?(?:thèmes|sujets)(?: principaux)?"
        rf"(?: (?:abordés |traités )?(?:dans |(?=d)(?:de )?){_NAME})?",
    ),
    SPANISH: (
        rf"{_POLITE}(?:de|sobre) qu[eé] (?:trata|tratan|habla|hablan|va|van|es|son) {_NAME}",
        rf"{_POLITE}qu[eé] (?:contiene|contienen|dice|dicen|describe|describen) {_NAME}",
        rf"{_POLITE}cu[aá]l es el (?:tema|contenido|asunto|objeto|prop[oó]sito)"
        rf" (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}(?:resume|resuma|resumir|res[uú]me(?:me|nos)|resumid)"
        rf" (?=(?:{_DETERMINERS[SPANISH]})\b){_NAME}",
        rf"{_POLITE}(?:haz|hazme|haga|dame|deme|danos|escribe|escriba) una? "
        rf"(?:breve |corto |pequeño )?(?:resumen|s[ií]ntesis)(?: breve)? (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}(?:breve )?resumen (?=d)(?:de )?{_NAME}",
        rf"{_POLITE}cu[aá]les son los (?:principales |grandes )?temas(?: principales)?"
        rf"(?: (?:en |(?=d)(?:de )?){_NAME})?",
    ),
}
_PATTERNS = tuple(
    (language, re.compile(rf"{pattern}\W*$", re.IGNORECASE))
    for language, patterns in _ABOUT.items()
    for pattern in patterns
)
_WHOLE_NAMED = {
    language: re.compile(
        rf"(?i)^(?:(?:{_DETERMINERS[language]})\s*)*{whole}"
        rf"(?: (?:(?:{_DETERMINERS[language]})\s*)*{whole})?$"
    )
    for language, whole in _WHOLE.items()
}
_GENERIC = {
    language: re.compile(rf"(?i)^(?:(?:{_DETERMINERS[language]})\s*)+(?P<kind>{kinds})$")
    for language, kinds in _KINDS.items()
}
_POINTING = {
    language: re.compile(rf"(?i)^(?:d['’]|de |in )?(?:{words})\b")
    for language, words in _POINTS.items()
}
_BARE = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def broad_abroad(text: str) -> BroadAbroad | None:
    """What a broad question in one of the languages is about; None for any other question.

    Args:
        text: the question without the marks at its end.
    """
    asked = text.lstrip("¿¡ ")
    for language, pattern in _PATTERNS:
        match = pattern.match(asked)
        if match is None:
            continue
        groups = match.groupdict()
        name = (groups.get("name") or groups.get("of") or "").strip(" .?!\"“”«»'")
        if not name or _WHOLE_NAMED[language].match(name):
            return BroadAbroad("", language)
        return BroadAbroad(name, language)
    return None


def generic_kind_abroad(name: str, language: str) -> str | None:
    """ "bericht" for "den Bericht"; None where a document is called by its name."""
    pattern = _GENERIC.get(language)
    match = pattern.match(name.strip()) if pattern else None
    return match["kind"].lower() if match else None


def points_at_one_abroad(name: str, language: str) -> bool:
    """Whether a name only points: "diesem", "ce document"."""
    pattern = _POINTING.get(language)
    return pattern is not None and pattern.match(name.strip()) is not None


def bare_name(name: str, language: str) -> str:
    """A document's name without the function words of its language."""
    idle = function_stems(language)
    words = [match.group() for match in _BARE.finditer(name)]
    return " ".join(word for word in words if stem(word.lower()) not in idle)
