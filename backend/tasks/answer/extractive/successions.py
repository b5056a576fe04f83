"""Who enters an office and who leaves it: “Who becomes treasurer?” is told by the sentence in which
somebody is appointed, and never by one in which somebody steps down.

Both stand beside each other wherever a change is announced, and share all their words but the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME, WEEKDAY
from backend.tasks.answer.extractive.agents import NAME
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.offices import LESS


class OfficeChange(StrEnum):
    """What somebody does with an office."""

    ENTERS = "enters"
    LEAVES = "leaves"


@dataclass(frozen=True, slots=True)
class Succession:
    """What is asked of a change, or told of it.

    `who` is the name that a sentence tells, empty in a question. `office` is the words of the
    office, or empty where one is only named by who had it before: `before`.
    """

    change: OfficeChange
    who: str
    office: str
    before: str = ""


_BE = r"(?:is|are|was|were|be|been|being|am)"
_AUX = (
    r"(?:will|shall|would|has|have|had|to|is|was|were|are)"
    r"(?: (?:be|been|being|also|now|then|[a-z]+ly))*"
)
_CHOSEN = r"(?:appointed|named|elected|chosen|promoted|selected|hired|made)"
_TO = r"(?:to be|to become|to serve|to the (?:post|role|office|position) of|as|to)"
_AS = rf"(?:{_TO} ?)?"
_POST = r"(?:(?:the|its|our|their|his|her|an?) )?(?:(?:post|role|office|position) of )?"
_ENTERS = (
    r"(?:become|becomes|became|becoming|takes? over (?:from [^,;.]{2,40} )?as|took over "
    r"(?:from [^,;.]{2,40} )?as|taking over as|assumes?|assumed|joins?(?: [^,;.]{2,40})? as|"
    r"joined(?: (?!by\b)[^,;.]{2,40})? as|steps? up as|stepped up as|starts? as|started as|"
    r"takes? office as|took office as|succeeds? [^,;.]{2,40}? as|"
    r"succeeded (?!by\b)[^,;.]{2,40}? as|replaces? [^,;.]{2,40}? as|"
    r"replaced (?!by\b)[^,;.]{2,40}? as)"
)
_HANDED_ON = r"(?:succeeded|replaced)"
_LEAVES = (
    r"(?:steps?|stepped|stepping|stands?|stood|standing) down|(?:retires?|retired|retiring|resigns?"
    r"|resigned|resigning|departs?|departed|departing|leaves?|left|leaving)"
)
_FROM = r" (?:as|from|his|her|their|the (?:post|role|office|position) of|after [^,;.]{2,40} as)"
_APPOSITION = (
    r"(?:, (?:(?!\b(?:sa(?:id|ys)|announc\w+|that|will|has|have|had|is|was|were|are|issued|told|"
    r"reported|who)\b)[^;:]){1,160}?,|,)?"
)
_AT = r"(?<!\w)(?<!\w[.'’-])"
"""Where a word begins: a name begins at none of its own letters, which long keys have many of."""
_WHO = rf"{_AT}(?P<who>{NAME})"
_OFFICE = r"(?P<office>[^.;:()]+)"
_TOLD = tuple(
    (change, re.compile(pattern))
    for change, pattern in (
        (
            OfficeChange.ENTERS,
            rf"{_WHO}{_APPOSITION} (?:{_AUX} )*{_CHOSEN} {_AS}{_POST}{_OFFICE}",
        ),
        (OfficeChange.ENTERS, rf"{_WHO}{_APPOSITION} (?:{_AUX} )*{_ENTERS} {_POST}{_OFFICE}"),
        (
            OfficeChange.ENTERS,
            rf"{_WHO}{_APPOSITION} (?:will|shall|is to) (?:be|serve as|act as) {_POST}{_OFFICE}",
        ),
        (
            OfficeChange.ENTERS,
            rf"(?<!been )(?<!be )(?<!was )(?<!were )(?<!is )(?<!are ){_CHOSEN} {_WHO}"
            rf"(?:, [^,;]{{2,60}},)? {_AS}{_POST}{_OFFICE}",
        ),
        (
            OfficeChange.ENTERS,
            rf"\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir) (?:new|next|incoming) "
            rf"(?P<office>(?:[\w’'-]+ ){{0,5}}?[\w’'-]+)(?: {_BE}| will be|,) {_WHO}",
        ),
        (
            OfficeChange.ENTERS,
            rf"{_WHO}, (?:(?:the|our|its|their) )?(?:new|next|incoming) {_OFFICE}",
        ),
        (
            OfficeChange.LEAVES,
            rf"{_WHO}{_APPOSITION} (?:{_AUX} )*(?:{_LEAVES}){_FROM} {_POST}{_OFFICE}",
        ),
        (
            OfficeChange.LEAVES,
            rf"{_WHO}{_APPOSITION} (?:{_AUX} )+{_HANDED_ON} (?:by [^,;.]{{2,40}}? )?as "
            rf"{_POST}{_OFFICE}",
        ),
        (
            OfficeChange.ENTERS,
            rf"\b{_HANDED_ON} as {_POST}(?P<office>[^.;:(),]{{2,80}}?) by {_WHO}",
        ),
        (OfficeChange.ENTERS, rf"\b{_HANDED_ON} by {_WHO} as {_POST}{_OFFICE}"),
        (
            OfficeChange.LEAVES,
            rf"\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir) (?:outgoing|departing|retiring) "
            rf"(?P<office>(?:[\w’'-]+ ){{0,5}}?[\w’'-]+)(?: {_BE}|,) {_WHO}",
        ),
    )
)
_AFTER = (
    re.compile(
        rf"{_WHO}{_APPOSITION} (?:{_AUX} )*(?:succeed(?:s|ed)?|replace[sd]?|takes? over from|"
        rf"took over from) (?!by\b)(?P<before>[^,;.]{{2,60}})"
    ),
    re.compile(rf"{_AT}(?P<before>{NAME}){_APPOSITION} (?:{_AUX} )+{_HANDED_ON} by {_WHO}"),
)
"""Somebody after somebody, whatever the office."""
_ASKS = tuple(
    (change, re.compile(rf"(?i)^(?:and )?who {verb} {_POST}(?P<office>\S.*?)\W*$"))
    for change, verb in (
        (
            OfficeChange.ENTERS,
            r"(?:(?:will|shall|is going to|is to|has) )?(?:becom(?:e|es|ing)|became|takes? over as|"
            r"took over as|steps? up as|assumes?|assumed)",
        ),
        (
            OfficeChange.ENTERS,
            rf"(?:will be|has been|is to be|{_BE}) (?:being )?{_CHOSEN}(?: {_TO})?",
        ),
        (OfficeChange.ENTERS, rf"(?:will be|{_BE}) (?:the|our|its|their) (?:next|new|incoming)"),
        (
            OfficeChange.LEAVES,
            rf"(?:(?:will|shall|is|has|is going to|is to) )?(?:{_LEAVES})"
            r"(?: as| from| the (?:post|role|office|position) of)",
        ),
        (OfficeChange.LEAVES, rf"(?:will be|has been|is to be|{_BE}) (?:replaced|succeeded) as"),
        (OfficeChange.LEAVES, rf"{_BE} (?:the|our|its|their) (?:outgoing|departing|retiring)"),
    )
)
_ASKS_AFTER = re.compile(
    r"(?i)^(?:and )?who (?:(?:will|shall|is going to|is to|has) )?(?:succeeds?|succeeded|replaces?|"
    r"replaced|takes? over from|took over from) (?P<before>\S.*?)(?: as (?P<office>.+?))?\W*$"
)
_NO_OFFICE = re.compile(
    r"(?i)(?:in|at|on|by|for|after|before|during|since|under|with|without|last|this|from|when|"
    r"today|yesterday|first|there|here|instead)\b"
)
"""How what stands where an office would begins when none is named: “Who was elected in May?”."""
_PART = re.compile(r",\s+|(?<!\s)\s+(?:and|&)\s+")
_ANOTHER = re.compile(
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Sir|Dame)\.? )?[^\W\d_a-z][\w.'’-]*"
    r"(?: [^\W\d_a-z][\w.'’-]*)+ (?!(?:of|for|and|to|the)\b)[^\W\d_A-Z]"
)
"""How a part opens that tells of somebody else: “… chair and Omar Rell treasurer”."""
MOST_BEFORE = 1
"""Words with capitals before an office behind others, at most; more may be another's name."""
_CHAIR = re.compile(r"(?i)\bchair(?:man|woman|person|men|women|lady)\b")
_ENDS = re.compile(
    r"(?i)(?:,|(?<![\s,]))\s+(?:at|for|in|to|from|effective|on|since|until|when|after|before|following|by|while|"
    r"who|which|with|under|during|because|starting|beginning|next|this|today|tomorrow|then|whose|"
    r"where|or|but|immediately|as|if|unless|provided)\b"
)
"""What cannot stand in the words of an office, but behind them."""
_OF = re.compile(r"(?i)(?<!\s)\s+of\s+")
_ITSELF = frozenset(
    term_texts(
        "company group board corporation firm association society club bank school council "
        "business organisation organization trust charity team"
    )
)
"""How a document calls what it is about."""
_TITLED = re.compile(r"(?<= )(?:Dr|Prof|Mr|Mrs|Ms|Miss|Mx|Sir|Dame|Rev)\.? ")
_DAY_FIRST = re.compile(rf"(?i)(?:{MONTH_NAME}|{WEEKDAY})s? ")
_NO_NAME = re.compile(
    r"(?i)(?:the|this|that|these|those|he|she|it|they|we|you|i|our|its|their|his|her|a|an|there|"
    r"who|as|on|in|at|from|for|by|with|after|before|when|if)\b"
)
_BEHIND = re.compile(
    r"(?i)\b(?:in|at|of|from|by|for|on|to|with|under|since|until|near|the|our|its|their)\s+$"
    r"|['’]s\s+$"
)
"""A name behind a preposition is not the subject of what follows, and “the Lead Director” none."""
_DENIED = re.compile(r"(?i)\b(?:not|never|no longer|declined|refused)\b|n[’']t\b")
_SUPPOSED = re.compile(
    r"(?i)\b(?:(?:if|unless|whether|should)\s+(?:[^,;]{0,40}\s)?|(?:n?either|n?or)\s+)$"
)
"""Before a name of whom nothing is told: “if Ada Finch becomes chair”, “Omar Rell or Ada Finch”."""
_HANDS_ON = {
    OfficeChange.ENTERS: re.compile(
        r"\b(?:becom\w+|became|succeed\w*|success(?:or|ion)|(?:replaced|succeeded) by|replacing|"
        r"(?:his|her|their) (?:place|shoes)|hand\w* over|(?:go|goes|went|pass\w*) to|"
        r"takes? over|took over|taking over|(?:picked|chose|appointed|elected) [A-Z])"
    ),
    OfficeChange.LEAVES: re.compile(
        r"\b(?:succeed\w*|successor|replac\w+|(?:his|her|their) (?:place|shoes)|hand\w* over|"
        r"(?:makes?|made|making) way|(?:takes?|took|taking) over from)\b"
    ),
}
"""How a sentence of the other change may tell of the one that is asked for."""


_UNNAMED = {
    OfficeChange.ENTERS: re.compile(rf"(?i)\b(?:{_CHOSEN} (?:to be|to|as)|{_ENTERS})\b"),
    OfficeChange.LEAVES: re.compile(rf"(?i)\b(?:{_LEAVES}){_FROM}\b"),
}
"""A change, whoever it is said of."""


@lru_cache(64)
def change_asked(question: str) -> Succession | None:
    """What a question asks of an office that changes hands; None for any other question."""
    text = _chair(question.strip())
    after = _ASKS_AFTER.match(text)
    if after is not None and after["before"][:1].isupper():
        return Succession(OfficeChange.ENTERS, "", after["office"] or "", after["before"])
    for change, pattern in _ASKS:
        match = pattern.match(text)
        if match is not None:
            no_office = _NO_OFFICE.match(match["office"])
            return None if no_office else Succession(change, "", match["office"])
    return None


def changes_told(text: str) -> Iterator[Succession]:
    """The changes of an office that a sentence tells with a name, in no order. A line in capitals
    tells none: of its words none is more of a name than another."""
    if not any(map(str.islower, text)):
        return
    text = _chair(text)
    for change, pattern in _TOLD:
        for match in _matches(pattern, text):
            yield Succession(change, _name_in(match["who"]), match["office"])
    for pattern in _AFTER:
        for match in _matches(pattern, text):
            yield Succession(OfficeChange.ENTERS, _name_in(match["who"]), "", match["before"])


def told_change(question: str, text: str) -> Succession | None:
    """The change that a sentence tells and a question asks for; None where there is none."""
    asked = change_asked(question)
    if asked is None:
        return None
    return next(
        (succession for succession in changes_told(text) if _is_asked(asked, succession)), None
    )


def tells_other_change(question: str, text: str) -> bool:
    """Whether a question asks who enters or leaves an office, and a sentence only tells who leaves
    or enters it, or of another office."""
    asked = change_asked(question)
    if asked is None or told_change(question, text) is not None:
        return False
    told = list(changes_told(text))
    if told:
        return not any(_may_be_asked(asked, each, text) for each in told)
    if _HANDS_ON[asked.change].search(text):
        return False
    enters, leaves = (_UNNAMED[each].search(text) is not None for each in OfficeChange)
    return leaves and not enters if asked.change is OfficeChange.ENTERS else enters and not leaves


def succession_fit(question: str, text: str, about: frozenset[str]) -> float:
    """How surely a sentence names who enters or leaves the office that is asked for: 0, or `FIT`.

    Args:
        question: what is asked.
        text: the sentence.
        about: stems of its passage and of what that stands under, which may say of what the office
            is (“treasurer of the rowing club”). A year must stand in the sentence.
    """
    asked = change_asked(question)
    if asked is None or told_change(question, text) is None:
        return 0.0
    wanted = frozenset(term_texts(f"{asked.office} {asked.before}"))
    own = frozenset(term_texts(_chair(text)))
    figures = frozenset(each for each in wanted if each.isdigit())
    return FIT if wanted <= own | about and figures <= own else 0.0


def _is_asked(asked: Succession, told: Succession) -> bool:
    if asked.change is not told.change:
        return False
    before = term_texts(asked.before)
    if before and before[-1] in term_texts(told.who):
        return False
    if told.before:
        return bool(before) and before[-1] in term_texts(told.before)
    parts = _own_parts(told.office, asked.office)
    wanted = [each for each in _PART.split(asked.office) if each]
    return bool(wanted) and all(any(_is_office(each, part) for part in parts) for each in wanted)


def _may_be_asked(asked: Succession, told: Succession, text: str) -> bool:
    """Whether a sentence that tells a change may tell the one that is asked for, in other words:
    of who had the office before, from the one to the other, or of somebody else behind it."""
    if asked.before:
        others = frozenset(term_texts(text)) - frozenset(term_texts(told.who))
        return term_texts(asked.before)[-1] in others
    if told.change is not asked.change:
        return _HANDS_ON[asked.change].search(text) is not None
    wanted = frozenset(term_texts(_until(asked.office)))
    return any(
        wanted <= frozenset(term_texts(each)) and _opens_with_another(each, asked.office)
        for each in _PART.split(told.office)[1:]
    )


def _own_parts(office: str, asked: str) -> list[str]:
    """The offices of one person: another's name ends them (“chair and Omar Rell treasurer”)."""
    first, *others = _PART.split(_until(office))
    own = takewhile(lambda each: not _opens_with_another(each, asked), others)
    return [first, *own]


def _opens_with_another(part: str, office: str) -> bool:
    words = _OF.split(part)[0].split()
    before = words[: max(0, len(words) - len(office.split()))]
    is_full = sum(word[:1].isupper() for word in before) > MOST_BEFORE
    return is_full or _ANOTHER.match(part) is not None


def _chair(office: str) -> str:
    return _CHAIR.sub("chair", office)


def _until(office: str) -> str:
    """The words of an office, without when, where and how it is taken."""
    end = _ENDS.search(office)
    return office[: end.start()] if end else office


def _is_office(asked: str, told: str) -> bool:
    """Whether one of the offices that somebody takes is the one that is asked for: it ends with
    the same word, holds all others, is no deputy's, and is of nothing else."""
    head, *of = _OF.split(_until(asked), maxsplit=1)
    own, *whose = _OF.split(told, maxsplit=1)
    wanted, held = term_texts(head), term_texts(own)
    if _is_short(head, own) or _is_short(own, head):
        return True
    if not wanted or not held or wanted[-1] != held[-1] or not set(wanted) <= set(held):
        return False
    less = LESS.intersection(re.split(r"[\s-]+", own.casefold()))
    if not less <= set(re.split(r"[\s-]+", asked.casefold())):
        return False
    others = frozenset(term_texts(" ".join(whose))) - _ITSELF
    return not of or others <= frozenset(term_texts(asked))


def _is_short(short: str, full: str) -> bool:
    """Whether one is made of the other's initials: “CEO”."""
    initials = "".join(each[0] for each in full.split())
    return len(initials) > 1 and short.casefold() == initials.casefold()


def _name_in(words: str) -> str:
    """The name at the end of words with capitals: a month or a day before it, or what stands before
    a title, is none of it (“on 2 June Mr Omar Rell”)."""
    titled = _TITLED.search(words)
    name = words[titled.start() :] if titled is not None else words
    while (first := _DAY_FIRST.match(name)) is not None:
        name = name[first.end() :]
    return name.rstrip(".")


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches whose name may be who the sentence says it of, and which deny nothing. One word
    with a capital may be any: “the Executive”."""
    at, behind = 0, -1
    while (match := pattern.search(text, at)) is not None:
        start = match.start("who")
        said = f"{text[match.start() : start]} {text[match.end('who') : match.end()]}"
        opens = start == match.start()
        bare = " " not in _name_in(match["who"])
        if start == behind and " and " in match["who"]:
            at = start + match["who"].find(" and ") + len(" and ")
        elif opens and _NO_NAME.match(match["who"]):
            at = start + match["who"].find(" ") + 1 if " " in match["who"] else match.end("who")
        elif opens and _BEHIND.search(text[:start]) and _DAY_FIRST.match(match["who"]) is None:
            at = match.end("who")
        else:
            at = behind = _end_of(match)
            supposed = _SUPPOSED.search(text[max(0, match.start() - 60) : match.start()])
            if not bare and not supposed and not _DENIED.search(said):
                yield match


def _end_of(found: re.Match[str]) -> int:
    """Where the next change may be told: behind the office may stand somebody else with his."""
    office = found.start("office") if "office" in found.re.groupindex else -1
    return office if office >= found.end("who") else found.end()
