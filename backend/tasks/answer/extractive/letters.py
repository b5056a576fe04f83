"""Who signed a letter, to whom it is written and of which day it is: the name below its closing
words, the one that it greets, and the day above that. In English, German, French and Spanish.

All are told by where they stand and by nothing else, so that no ranking finds them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD
from backend.tasks.answer.extractive.units import Unit

LONGEST_NAME = 60
"""Characters of a line that is a name."""
FEWEST_BESIDE_ROLE = 3
"""Full words of a name of which the last one may begin what its bearer is."""


class LetterSide(StrEnum):
    """What a letter tells by where it stands: either side of it, and its day."""

    SENDER = "sender"
    RECEIVER = "receiver"
    DAY = "day"


_LETTER = (
    r"(?:letters?|e-?mails?|mail|messages?|notes?|notice|memo|reply|answer|offer|quotation|reminder|"
    r"complaint|invitation|confirmation)"
)
_WHAT = rf"(?:(?:the|this|that|our|my|your) )?(?:[\w-]+ ){{0,2}}?{_LETTER}"
_ABOUT = r"(?P<about> (?:from|to|of|by|about|on|regarding|concerning|dated|for) .+?)?"
_PLAIN = r"(?:(?:the|this|that|our|my|your) )?(?:[\w-]+ ){0,2}?(?:letter|e-?mail|memo)"
_BRIEF = (
    r"(?:(?:de[nrms]|das|die|diese[nrms]?|[ie]hre?[nm]?) )?"
    r"(?:brief|schreiben|e-?mail|mail|nachricht|mitteilung|angebot|mahnung|einladung)"
)
_LETTRE = (
    r"(?:(?:la|le|cette|ce|l['’]) ?)?(?:lettre|courriel|e-?mail|courrier|mail|message|avis|offre)"
)
_CARTA = r"(?:(?:la|el|esta|este) )?(?:carta|correo|mensaje|nota|aviso|oferta|e-?mail)"
_ASKS = tuple(
    (party, re.compile(rf"(?i)^[¿¡]?(?:and )?{pattern}\W*$"))
    for party, pattern in (
        (
            LetterSide.SENDER,
            rf"who (?:wrote|sent|signed|writes|sends|signs|has (?:written|sent|signed))"
            rf" {_WHAT}{_ABOUT}",
        ),
        (
            LetterSide.SENDER,
            rf"(?:by|from) whom (?:is|was) {_WHAT}(?: written| sent| signed)?{_ABOUT}",
        ),
        (
            LetterSide.SENDER,
            rf"whom? (?:is|was) {_WHAT}{_ABOUT} (?:from|by|written by|sent by|signed by)",
        ),
        (
            LetterSide.SENDER,
            rf"who (?:is|was) the (?:sender|author|writer|signatory) of {_WHAT}{_ABOUT}",
        ),
        (
            LetterSide.SENDER,
            rf"wer (?:hat|schrieb|unterschrieb|schickte) {_BRIEF}(?P<about> .+?)??"
            r"(?: (?:geschrieben|geschickt|gesendet|verfasst|unterschrieben|unterzeichnet))?",
        ),
        (
            LetterSide.SENDER,
            rf"von wem (?:ist|stammt|kommt|wurde) {_BRIEF}"
            r"(?: (?:geschrieben|geschickt|gesendet|verfasst|unterschrieben|unterzeichnet))?",
        ),
        (LetterSide.DAY, rf"when (?:was|is) {_PLAIN}{_ABOUT} (?:written|dated)"),
        (LetterSide.DAY, rf"what is the date (?:of|on) {_PLAIN}{_ABOUT}"),
        (LetterSide.DAY, rf"(?:what|which) date (?:does|did) {_PLAIN}{_ABOUT} (?:bear|have|carry)"),
        (LetterSide.SENDER, rf"qui a (?:écrit|signé|envoyé|rédigé) {_LETTRE}"),
        (LetterSide.SENDER, rf"de qui (?:est|vient|provient) {_LETTRE}"),
        (LetterSide.SENDER, rf"qui[eé]n (?:escribi[oó]|firm[oó]|envi[oó]|mand[oó]) {_CARTA}"),
        (LetterSide.SENDER, rf"de qui[eé]n (?:es|viene) {_CARTA}"),
        (
            LetterSide.RECEIVER,
            rf"whom? (?:is|was) {_WHAT}{_ABOUT}(?: (?:addressed|written|sent))? (?:to|for)",
        ),
        (
            LetterSide.RECEIVER,
            rf"to whom (?:is|was) {_WHAT}(?: (?:addressed|written|sent))?{_ABOUT}"
            r"(?: (?:addressed|written|sent))?",
        ),
        (
            LetterSide.RECEIVER,
            rf"who (?:is|was) the (?:recipient|addressee|receiver) of {_WHAT}{_ABOUT}",
        ),
        (LetterSide.RECEIVER, rf"who (?:received|got|receives|gets) {_WHAT}{_ABOUT}"),
        (
            LetterSide.RECEIVER,
            rf"an wen (?:ist|geht|richtet sich|wurde) {_BRIEF}"
            r"(?: (?:gerichtet|adressiert|geschrieben|geschickt|gesendet))?",
        ),
        (LetterSide.RECEIVER, rf"à qui (?:est|a été) (?:adressée?|envoyée?|écrite?) {_LETTRE}"),
        (
            LetterSide.RECEIVER,
            rf"à qui (?:s['’]adresse|est) {_LETTRE}(?: (?:est-elle )?adressée?)?",
        ),
        (
            LetterSide.RECEIVER,
            rf"a qui[eé]n (?:va|est[aá]|se) (?:dirigid[oa]|dirige|destinad[oa]) {_CARTA}",
        ),
    )
)
_CLOSING = (
    r"(?:(?:(?:yours|sincerely|faithfully|truly)[ ,]*){1,2}(?:ever)?|yours ever"
    r"|(?:with )?(?:(?:kind|best|warm|kindest|warmest)(?: and \w+)? )?(?:regards|wishes)|cheers"
    r"|mit (?:freundlichen|besten|herzlichen|vielen|lieben) gr(?:ü|ue)(?:ß|ss)en"
    r"|(?:freundliche|viele|beste|herzliche|liebe) gr(?:ü|ue)(?:ß|ss)e(?: aus \w+)?"
    r"|hochachtungsvoll|mit freundlichem gru(?:ß|ss)"
    r"|(?:bien )?cordialement|sincères salutations|(?:bien à|sincèrement à) vous"
    r"|(?:veuillez|je vous prie|nous vous prions)\b[^.\n]{0,90}?"
    r"(?:salutations|sentiments|considération)(?: \w+){0,2}\.?"
    r"|(?:muy )?atentamente|(?:un )?(?:cordial(?:es)?|atentos?) saludos?"
    r"|saludos(?: cordiales)?|(?:le|les) saluda atentamente"
    r"|(?:best|all the best|warmly|cordially|respectfully|gratefully|(?:many |with )?thanks"
    r"(?: again| in advance)?|take care|love)(?=,[ \t]*\n))"
)
_CLOSES = re.compile(rf"(?i)(?:^|[.!]\s*|\n[^\S\n]*){_CLOSING}[ \t]*[,.]?\s+(?=\S)")
_CLOSED = re.compile(rf"(?i)(?:^|[.!]\s*|\n[^\S\n]*){_CLOSING}[ \t]*[,.]?\s*$")
_SIGNED_BEFORE = re.compile(
    r"(?i)^\W*(?:/s/|signed(?: by)?:?|sgd\.?|p\.?p\.?|i\. ?[av]\.?|gez\.?|signé ?:?|fdo\.? ?:?"
    r"|(?:ihre?|eure?|deine?|your)(?=\s))\s*"
)
_ROLE = re.compile(r"[ \t]*[,(]?[ \t]*\n?[ \t]*(?P<role>[^\W\d_][^\d\n@:]{2,60}?)[ \t]*(?:\n|$)")
_FOR_OTHERS = re.compile(r"(?i)(?:(?:for|on behalf of|im namen|pour|en nombre de)\b|[_.\[])")
"""A line for whom somebody signs, or where the signature stands."""
_MONTHS = rf"(?:{MONTH_NAME}|{MONTH_NAME_ABROAD})"
_DATE_LINE = re.compile(
    r"(?i)(?:date:? |[^\W\d][\w .'-]{1,30}, )?(?:the )?"
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?\.? (?:of |de )?{_MONTHS}\.?,? (?:de )?\d{{4}}"
    rf"|{_MONTHS}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})\.?"
)
"""“Elm, 3 May 2031”."""
ABOVE_GREETING = 400
"""Characters between the day of a letter and whom it greets, at most."""
_TITLE = r"(?:Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Herr|Frau|Mme|Mlle|M|Sra?|Srta|Sir|Rev|Don|Doña)\.? "
_PART = r"(?:[^\W\d_a-zß-ÿ]\.|[^\W\d_a-zß-ÿ][\w'’-]+)"
_FULL = re.compile(r"[^\W\d_a-zß-ÿ][\w'’-]+$")
_TITLED = re.compile(_TITLE)
_NAME = re.compile(
    rf"(?:{_TITLE})*{_PART}"
    rf"(?:(?: (?:de|del|de la|la|du|von|van|der|den|y|&|and|und|et))? {_PART}){{0,4}}"
)
_GREETS = re.compile(
    r"(?:^|\s)(?P<greets>Dear|Sehr geehrte[rn]?|Liebe[rn]?|Guten Tag|Ch(?:ère?|er)s?|"
    r"Madame|Monsieur|Estimad[oa]s?|Querid[oa]s?|Distinguid[oa]s?) ?"
    r"(?P<who>[^,:!\n]{0,60}?)\s*[,:!]?\s*$"
)
_GROUP = re.compile(r"(?!zu[mr]\b)[^\W\d_][\w'’-]+(?: [\w'’-]+){0,6}")
"""“Dear residents of the mill”."""
_NOBODY = re.compile(
    r"(?i)\b(?:sir|madam|sirs|damen und herren|madame, monsieur|se[nñ]or(?:es)?(?: o se[nñ]ora)?"
    r"|whom)\b\W*(?:$|or\b|/)"
)


@lru_cache(64)  # asked of every sentence
def party_asked(question: str) -> tuple[LetterSide, str] | None:
    """The side of a letter that a question asks for, and what it says of the letter besides
    (“ from Gull Ferries”); None for any other question."""
    text = question.strip()
    for party, pattern in _ASKS:
        match = pattern.match(text)
        if match is not None:
            return party, (match.groupdict().get("about") or "")
    return None


def signature(text: str, before: str = "") -> str:
    """The name below the closing words of a letter, as it is written; empty where there is none.

    Args:
        text: a stretch of a document with its lines.
        before: what stands before it, which may end with the closing words.
    """
    closed = _CLOSES.search(text)
    if closed is not None:
        rest = text[closed.end() :]
    elif _CLOSED.search(before[-160:]):
        rest = text
    else:
        return ""
    lines = [_SIGNED_BEFORE.sub("", line).strip(" ,\t") for line in rest.splitlines()]
    lines = [line for line in lines[:4] if line]
    others = [line for line in lines if not _FOR_OTHERS.match(line)]
    for line in others:
        name = _NAME.match(line)
        if name is None or len(name.group()) > LONGEST_NAME:
            return ""
        behind = line[name.end() :]
        if behind[:1] not in {"", ",", "("} and not behind.startswith(" "):
            return ""
        bare = " " not in name.group()
        if bare and (re.match(r" \w", behind) or len(others) < len(lines)):
            return ""  # “Please keep this notice”, and what a person is behind whom it is for
        return _without_role(name.group(), behind)
    return ""


def signed_role(text: str, before: str = "") -> str:
    """What the one who signed a letter is: behind the name, or on the line below it; empty where
    nothing says so.

    Args:
        text: a stretch of a document with its lines.
        before: as for `signature`.
    """
    name = signature(text, before)
    at = text.find(name) if name else -1
    if at < 0:
        return ""
    said = _ROLE.match(text, at + len(name))
    return said["role"].strip(" ,.)") if said is not None else ""


def greeted(text: str) -> str:
    """The name that the salutation of a letter greets, as it is written; empty where it greets
    nobody by name."""
    own = (line.strip() for line in text.splitlines())
    lines = [each for each in own if _GREETS.match(each) and each.endswith((",", ":", "!"))]
    match = _GREETS.search(" ".join((lines[0] if lines else text).split()))
    if match is None or _NOBODY.search(f"{match['who']} "):
        return ""
    who = match["who"].strip()
    titled = match["greets"] in {"Madame", "Monsieur"}
    if not (_NAME.fullmatch(who) or (not titled and _GROUP.fullmatch(who))):
        return ""
    return f"{match['greets']} {who}" if titled else who


def letter_head(text: str) -> str:
    """What stands above the greeting of a letter and is of the one who writes it: all but the last
    block, which is to whom it is written. Where there is one block alone it is the writer's only if
    it opens in capitals, or has an address of mail or the web: others may be the receiver's.

    Args:
        text: the beginning of a document, with its lines.
    """
    lines = text.splitlines()
    greets = next((at for at, line in enumerate(lines) if _GREETS.match(line.strip())), None)
    if greets is None:
        return ""
    blocks = [
        each.strip()
        for each in re.split(r"\n[^\S\n]*\n", "\n".join(lines[:greets]))
        if each.strip() and not _is_date_or_subject(each.strip())
    ]
    if len(blocks) > 1:
        return "\n".join(blocks[:-1])
    alone = blocks[0] if blocks else ""
    own = alone.split("\n")[0].isupper() or re.search(r"@|www\.", alone) is not None
    return alone if own else ""


def _is_date_or_subject(block: str) -> bool:
    """Whether a block above the greeting is one line with a date or with what the letter is about:
    “Our reference: 12”."""
    return "\n" not in block and (_DATE_LINE.fullmatch(block) is not None or ": " in block)


def day_of(text: str, before: str, after: str) -> str:
    """The day in the head of a letter, as it is written: on a line of its own above whom the letter
    greets; empty for other text.

    Args:
        text: a stretch of a document with its lines.
        before: what stands before it.
        after: what stands after it.
    """
    own = [each.strip() for each in text.splitlines()]
    for at, line in enumerate(own):
        match = _DATE_LINE.fullmatch(line)
        if match is not None:
            above = [*before.splitlines(), *own[:at]]
            below = [*own[at + 1 :], *after[:ABOVE_GREETING].splitlines()]
            return match["day"] if _greets_in(below) and not _greets_in(above) else ""
    return ""


def _greets_in(lines: Sequence[str]) -> bool:
    return any(_GREETS.match(line.strip()) for line in lines)


def party_in(question: str, unit: Unit, text: str, start: int) -> str:
    """The side of a letter that a question asks for, or its day, as a sentence tells it by where it
    stands; empty for others.

    Args:
        question: what is asked.
        unit: the sentence.
        text: its passage, with its lines.
        start: where the passage begins in its document.
    """
    asked = party_asked(question)
    if asked is None:
        return ""
    own = text[unit.start - start : unit.end - start]
    if asked[0] is LetterSide.SENDER:
        return signature(own, text[: unit.start - start])
    if asked[0] is LetterSide.DAY:
        return day_of(own, text[: unit.start - start], text[unit.end - start :])
    return greeted(own)


def _without_role(name: str, behind: str) -> str:
    """A name without the first word of what its bearer is, where both were run together: “Ada Finch
    Office manager”."""
    words = name.split()
    runs_on = re.match(r" [^\W\d_A-Z]", behind) is not None
    full = [word for word in words if _FULL.match(word) and not _TITLED.match(f"{word} ")]
    if runs_on and len(full) >= FEWEST_BESIDE_ROLE:
        return " ".join(words[:-1])
    return name.rstrip(".")
