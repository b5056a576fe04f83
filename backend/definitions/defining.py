"""The terms that a sentence defines, by its form; how surely follows from the form alone.

Rules, not a model: lexico-syntactic patterns of definitions (Hearst 1992, "Automatic Acquisition of
Hyponyms from Large Text Corpora"; Westerhout 2009, "Definition Extraction using Linguistic and
Structural Features") with lists of what such patterns take for terms and are none. English first;
of German, French and Spanish the plain forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from backend.analysis import STOP_WORDS
from backend.definitions.no_terms import (
    LINKING,
    NEVER_ALONE,
    NEVER_CALLED,
    NEVER_FIRST,
    NEVER_INSIDE,
    NEVER_LAST,
)
from backend.passage_view.names import abbreviations
from backend.types import DefinitionForm

MOST_WORDS = 6
"""Words of a term, at most."""
LONGEST = 60
"""Characters of a term, at most."""
LEAST_SAID = 3
"""Words that a definition says of its term, at least."""
LEAST_KIND = 2
"""Words of the kind that something is called, at least: “Petrel is a chart plotter.”"""
LOOKED_AT = 600
"""Characters of a sentence that are looked at: definitions begin with what they define."""


class Defined(NamedTuple):
    """A term and how a sentence defines it, in [0, 1] by its form alone."""

    term: str
    form: DefinitionForm
    strength: float


MEANS = 0.9
QUOTED = 0.85
IS_A = 0.75
IS_THE = 0.5
ARE = 0.5
IS_ONE_OF = 0.6
CALLED = 0.6
APPOSITION = 0.4
SHORT_FORM = 0.5
RELATIVE = 0.5
LISTED = 0.8
PAST = 0.2
"""Less for what something was."""
OTHER_NAME = 0.05
"""Less for the second name of a term: “Statutory Sick Pay (SSP) is a …”."""
NAMED = 0.1
"""More for a term that is written as a name or stands in quotes."""
PLAIN_AFTER_THE = 0.25
"""Less for “The harbour is a …”, which more often describes than defines."""

_OPEN, _CLOSE = "[\"“„«‘'`*]{1,2}", "[\"”“»’'`*]{1,2}"
_MARK = (
    r"(?:[•▪◦‣·*–—●■□○◆►➢✓#-]+\s+|[¹²³⁴-⁹]+\s?|\(?(?:\d{1,2}|[a-z])[.)]\s+|"
    r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+)?"
)
_LEAD = (
    r"(?:(?:in|for) (?:the )?[^,;:.?!]{2,40}, |(?:basically|essentially|formally|informally|"
    r"briefly|in short|in other words|technically|put simply|by definition|note that),? )?"
)
_ARTICLE = r"(?:(?P<article>the|an?|each|every)\s+)?"
_QUOTED = rf"{_OPEN}(?P<quoted>[^\"“”„«»`*]{{1,{LONGEST}}}?){_CLOSE}"
_TERM = rf"(?:{_QUOTED}|(?P<plain>[^,;:!?()\"“”]{{1,{LONGEST}}}?))"
_ASIDE = r"(?:\s*\((?P<aside>[^()]{1,60})\)|,\s[^,;:]{2,60},|\s[–—-]\s[^–—]{2,60}\s[–—-])?"
_ADVERB = (
    r"(?:(?:basically|essentially|simply|just|usually|typically|generally|actually|really|also|"
    r"normally|often|then|therefore|thus|itself|in fact|currently|primarily|mainly)\s+)?"
)
_IS = re.compile(
    rf"(?is)^{_MARK}{_LEAD}{_ARTICLE}{_TERM}{_ASIDE}\s+(?P<verb>is|are|was|were)\s+{_ADVERB}"
    r"(?P<how>an?|the|one\s+of\s+(?:the|several|many)|any|another\s+(?:name|word|term)\s+for|short\s+for|"
    r"(?:what|where|when)\s+(?:we|is|are|you)|the\s+(?:name|term))\s+(?P<what>\S.*)"
)
_ARE = re.compile(
    rf"(?is)^{_MARK}{_LEAD}{_TERM}{_ASIDE}\s+are\s+{_ADVERB}"
    r"(?P<what>(?:[a-z][\w-]*\s+){0,3}[a-z][\w-]*s\s+(?:that|which|who|whose|used|of|for|with|"
    r"where|made|consisting|containing|between|in\s+which|designed|intended|by\s+which)\s+\S.*)"
)
_OF_IT = r"(?:(?<=[\"”])\s+(?:[a-z]+\s+)?(?:of|in|to)\s+(?:the|this|an?|such)\s+[\w-]+)?"
"""“A "Modified Version" of the Document means …”."""
_MEANS = re.compile(
    rf"(?is)^{_MARK}{_LEAD}(?P<said>(?:the )?(?:term|word|abbreviation|acronym|expression|phrase|"
    rf"name|symbol)s?\s+)?{_ARTICLE}{_TERM}{_ASIDE}{_OF_IT}\s+"
    r"(?:shall\s+|will\s+|simply\s+|just\s+|here\s+)?"
    r"(?P<verb>means?|refers?\s+to|denotes?|stands?\s+for|signif(?:y|ies)|designates?|"
    r"(?:is|are)\s+(?:defined|understood)\s+(?:as|to\s+(?:be|mean))|(?:is|are)\s+used\s+to\s+mean|"
    r"(?:has|have|shall\s+have)\s+the\s+meanings?|(?:is|are)\s+(?:an?\s+)?(?:abbreviation|acronym|"
    r"synonym)s?\s+(?:for|of))\s*[:,]?\s+(?P<what>\S.*)"
)
_OTHER_LANGUAGES = re.compile(
    rf"(?is)^{_MARK}(?:(?P<article>der|die|das|eine?|le|la|les|une?|l['’]|el|los|las|una?)\s*)?"
    rf"{_TERM}{_ASIDE}\s+(?:(?P<means>bedeutet|bezeichnet|steht\s+für|désigne|signifie|significa|"
    r"designa|se\s+refiere\s+a|se\s+define\s+como)|"
    r"(?:ist\s+(?:eine?|der|die|das)|est\s+(?:une?|le|la|l['’])|es\s+(?:una?|el|la)))"
    r"\s+(?P<what>\S.*)"
)
_HOW = (
    r"also|often|usually|sometimes|commonly|generally|collectively|hereinafter|formally|best|better|"
    r"widely"
)
_CALLED = re.compile(
    rf"(?is)(?:\b(?:is|are|was|were|be|being|been|what\s+(?:we|I))\s+|,\s+|\()(?:(?:{_HOW})\s+)?"
    r"(?:called|known\s+as|referred\s+to\s+as|termed|(?<=we\s)call|(?<=I\s)call)\s+(?:(?:the|an?)\s+)?"
    rf"(?:{_QUOTED}"
    r"|(?P<plain>[^\W\d][\w'’-]*(?:\s+[^\W\d][\w'’-]*){0,3}?)(?=\s*(?:[.,;:()]|(?:since|because|which|as|while|if|when)\b)))"
)
_QUOTED_NAME = re.compile(
    r"(?is)(?<=\s)\((?P<article>(?:the|an?|each|each,\s+an?|collectively|together|hereinafter|"
    r"hereafter|referred\s+to\s+(?:herein\s+)?as|(?:herein\s+)?called|in\s+short|for\s+short|also|or|and|"
    r"this|such|individually)[,:]?\s+){0,4}"
    r"[\"“„«](?P<first>[^\"“”„«»(),%]{2,60})[\"”“»]"
    r"(?:,?\s+(?:or|and)\s+(?:(?:the|an?)\s+)?[\"“„«](?P<second>[^\"“”„«»()]{2,60})[\"”“»])?\s*\)"
)
_APPOSITION = re.compile(
    rf"(?s)^{_MARK}(?P<plain>[A-Z][\w.'’+-]*(?:\s+[A-Z][\w.'’+-]*){{0,4}}),\s+(?:an?|the)\s+"
    r"(?P<what>[a-z][^,;:]{10,120}),"
)
_RELATIVE = re.compile(
    r"(?P<plain>[A-Z][\w'’+-]*(?: [A-Z][\w'’+-]*){0,5}),? which (?:is|are) (?:an?|one of the) "
    r"(?P<what>\S.{10,})"
)
_IN_BRACKETS = re.compile(r"\(([A-Z]{2,7})s?\)")
_WORD = re.compile(r"[^\W\d_]+")
_LISTED = re.compile(
    rf"(?s)^{_MARK}(?:{_QUOTED}"
    rf"|(?P<plain>[^\W\d_][^,;:.!?()\"“”]{{0,{LONGEST}}}?))(?:\s*\((?P<aside>[^()]{{1,60}})\))?"
    r"(?:\s*:\s+|\s+[–—-]\s+|\t+)(?P<what>\S.*)"
)
_ABOUT = re.compile(
    r"(?i)^(?:what (?:is|are)|was (?:ist|sind)|qu['’]est-ce qu['’e]|¿?qu[eé] (?:es|son))\b"
)

_MERE = re.compile(
    r"(?is)^(?:(?:very|really|quite|rather|pretty|fairly|more|less|much|so|too)\s+)?(?:good|bad|great|"
    r"nice|better|best|worse|worst|lot|bit|little|few|must|problem|mistake|shame|pity|matter|"
    r"question|result|consequence|reason|same|only|case|default|first|second|third|last|next|fact|"
    r"most|least|main|key|wrong|useful|common|important|popular|typical|further|big|huge|"
    r"excellent|convenient|simple\s+matter|safe|reasonable|natural|possible|number\s+of|"
    r"couple|pain|nuisance|disaster|success|failure|candidate|winner|culprit|exception|different|"
    r"major|minor|serious|significant|recent|new|current|sort\s+of\s+thing|work\s+in\s+progress|"
    r"mess|pleasure|annoyance|constant|primary\s+factor|challenge|exact|opposite|following|above|below|"
    r"factor|priority|requirement|prerequisite|necessity|valid|legal|illegal|no|"
    r"nontrivial|(?:right|day|week|month|year|hour|minute)s?(?!\s+(?:to|of)\b))\b"
)
"""What judges, counts or refers, and tells no kind: “X is a good idea”, “X is the same as”."""
_ARTICLES = re.compile(r"(?i)^(?:the|an?) (?=\S)")
_DONE = re.compile(
    r"(?i)^(?:\w+ly\s+)?\w+(?:ed|en|ght|de|ne)\s+"
    r"(?:in|on|by|from|to|with|for|as|at|of|into|when|using|over|under)\b"
)
"""“Reports are written by clerks that …” tells what is done."""
_THAT = re.compile(r"(?i)that\b")
_PLURAL = re.compile(r"(?i)s\W*$|\band\b")
_ADVERBIAL = re.compile(r"(?i)^(?!famil|assembl|suppl|repl|monopol|anomal|fl|ital|jul|pol)\w+ly$")
_GERUND = re.compile(r"[A-Z]?[a-z]+ing (?:[a-z]+ )*[a-z]+s$")
_FOOTNOTE = re.compile(r"^\d{1,2}(?=[^\W\d])")
_SHORT = re.compile(
    rf"^(?:or |also |abbreviated |short )?(?:the )?(?:{_OPEN})?([^\s,;()\"“”]+?)(?:{_CLOSE})?$"
)
_NAME_LIKE = re.compile(r"[^\W\d_]*[A-ZÀ-Þ][^\s]*[A-ZÀ-Þ\d][^\s]*|\S*[_+#]\S*")
_SYMBOLS = re.compile(r"[<>{}|\\=\[\]^~@$%/]")
_SHOUTED = re.compile(r"^[^a-z]{25,}$")


def terms_of(sentence: str, *, listed: bool = False) -> list[Defined]:
    """The terms that a sentence defines, each once by its surest form.

    Args:
        listed: the sentence stands in a list of terms (a glossary), where “X: …” defines X.
    """
    text = " ".join(sentence[:LOOKED_AT].split())
    if text.endswith("?") or _ABOUT.match(text):
        return []
    best: dict[str, Defined] = {}
    for found in _all(text, listed=listed):
        key = found.term.casefold()
        if key not in best or best[key].strength < found.strength:
            best[key] = found
    return list(best.values())


def _all(text: str, *, listed: bool) -> Iterator[Defined]:
    yield from _meaning(text)
    yield from _being(text)
    yield from _elsewhere(text)
    for match in _QUOTED_NAME.finditer(text):
        for name in (match["first"], match["second"]):
            # `read_csv ("harbour")` is a call
            said = match["article"] or _ARTICLES.match(name or "") or (name or "")[:1].isupper()
            if name and said and _could_be_term(name, quoted=True):
                yield Defined(_clean(name), "quoted", QUOTED)
    for match in _CALLED.finditer(text):
        yield from _called(text, match)
    beside = _APPOSITION.match(text)
    if beside is not None and _is_name(beside["plain"]) and not _MERE.match(beside["what"]):
        yield Defined(_clean(beside["plain"]), "apposition", APPOSITION)
    for match in _RELATIVE.finditer(text):
        if _is_name(match["plain"]) and not _MERE.match(match["what"]):
            yield Defined(_clean(match["plain"]), "is a", RELATIVE)
    for short in _short_forms(text):
        yield Defined(short, "short form", SHORT_FORM)
    if listed:
        entry = _LISTED.match(text)
        if entry is not None and _says_enough(entry["what"]):
            yield from _with_aside(entry, "listed", LISTED)


def _short_forms(text: str) -> Iterator[str]:
    """Short forms behind what they stand for: names, and plain words whose first letters they
    are."""
    for long, short in abbreviations(text):
        if len(long) <= LONGEST:
            yield short
    for match in _IN_BRACKETS.finditer(text):
        letters = match[1].casefold()
        words = _WORD.findall(text[max(0, match.start() - 120) : match.start()])[-len(letters) :]
        if "".join(word[0] for word in words).casefold() == letters:
            yield match[1]


def _meaning(text: str) -> Iterator[Defined]:
    match = _MEANS.match(text)
    if match is None or not _says_enough(match["what"]):
        return
    quoted = match["quoted"] is not None
    verb = match["verb"].lower()
    named = quoted or match["said"] is not None or _is_name(match["plain"])
    if not named and verb.startswith("mean") and _THAT.match(match["what"]):
        return  # a consequence: “this setting means that …”
    if not named and verb.startswith(("designate", "refer")):
        return
    if not quoted and verb == "mean" and not _PLURAL.search(match["plain"]):
        return  # a noun: “the conditional mean and its variance”
    if match["article"] and match["article"].lower() == "the" and not named:
        return
    yield from _with_aside(match, "means", MEANS if named else MEANS - 0.2)


def _being(text: str) -> Iterator[Defined]:
    match = _IS.match(text)
    how = " ".join(match["how"].lower().split()) if match is not None else ""
    least = LEAST_KIND if how in {"a", "an"} else LEAST_SAID
    if match is not None and len(match["what"].split()) >= least:
        if how in {"a", "an", "any"}:
            strength = IS_A
        elif how.startswith(("another", "short", "the ")):
            strength = MEANS
        elif how.startswith("one"):
            strength = IS_ONE_OF
        elif how == "the":
            strength = IS_THE
        else:
            strength = CALLED
        if how in {"a", "an", "any", "the"} and _MERE.match(match["what"]):
            return
        verb = match["verb"].lower()
        if verb in {"was", "were"}:
            strength -= PAST
        if verb == "is" and match["plain"] and _GERUND.match(match["plain"]):
            return  # a doing: “Querying data bases is a …”
        if verb == "are" and how == "the" and not _is_name(match["plain"]):
            return
        yield from _with_aside(match, "is a", strength)
        return
    match = _ARE.match(text)
    if match is not None and not (_MERE.match(match["what"]) or _DONE.match(match["what"])):
        yield from _with_aside(match, "is a", ARE)


def _elsewhere(text: str) -> Iterator[Defined]:
    """In German, French and Spanish."""
    match = _OTHER_LANGUAGES.match(text)
    if match is None or not _says_enough(match["what"]):
        return
    if match["means"]:
        yield from _with_aside(match, "means", MEANS - 0.1)
    else:
        yield from _with_aside(match, "is a", IS_A - 0.05)


def _called(text: str, match: re.Match[str]) -> Iterator[Defined]:
    quoted, plain = match["quoted"], match["plain"]
    name = quoted or plain or ""
    first = name.split()[0].lower() if name.split() else ""
    if first in NEVER_CALLED or not _could_be_term(name, quoted=quoted is not None):
        return
    before = text[: match.start()].split()
    after = text[match.end() :].split()
    if (before and before[-1].lower() == "to") or (after and after[0].lower() == "by"):
        return
    pronoun = len(before) == 1 and before[0].lower() in {"it", "this", "that", "they", "these"}
    if not pronoun and len(before) + len(after) < LEAST_SAID:
        return
    yield Defined(_clean(name), "called", CALLED - (0.2 if pronoun else 0.0))


def _with_aside(match: re.Match[str], form: DefinitionForm, strength: float) -> Iterator[Defined]:
    """The term of a match, and the short or other name that stands in brackets behind it."""
    quoted = match["quoted"] is not None
    name = match["quoted"] or match["plain"]
    article = (match.groupdict().get("article") or "").lower()
    named = quoted or _is_name(name)
    if not _could_be_term(name, quoted=quoted):
        return
    if article == "the" and not named:
        strength -= PLAIN_AFTER_THE
    elif named:
        strength += NAMED
    strength = min(1.0, strength)
    yield Defined(_clean(name), form, strength)
    aside = match.groupdict().get("aside") or ""
    short = _SHORT.match(aside)
    if short is not None and len(short[1]) > 1 and _is_name(short[1]):
        yield Defined(_clean(short[1]), form, strength - OTHER_NAME)


def _could_be_term(name: str, *, quoted: bool) -> bool:
    """Whether words can be a term: a noun phrase of a few words and no clause or remark."""
    words = name.split()
    if not words or len(words) > MOST_WORDS or len(name) > LONGEST or _SHOUTED.match(name):
        return False
    lowered = [_FOOTNOTE.sub("", word.strip("\"'“”‘’«»*`")).lower() for word in words]
    if not any(letter.isalpha() for letter in name):
        return False
    if quoted:
        return not set(lowered) <= STOP_WORDS
    never = NEVER_LAST if len(words) > 1 else NEVER_LAST | NEVER_ALONE
    if lowered[0] in NEVER_FIRST or lowered[-1] in never or lowered[-1] in LINKING:
        return False
    if set(lowered) & NEVER_INSIDE or _SYMBOLS.search(name) or set(lowered) <= STOP_WORDS:
        return False
    if lowered[0].endswith("ing") and len(words) > 1 and not words[0][:1].isupper():
        return False
    if len(words) > 1 and lowered[0].endswith("ing") and set(lowered) & {"the", "a", "an"}:
        return False
    if _ADVERBIAL.match(lowered[-1]) or (len(words) > 1 and _ADVERBIAL.match(lowered[0])):
        return False
    linked = any(word in LINKING for word in lowered)
    content = [word for word in words if word.lower() not in LINKING]
    return not linked or (all(word[:1].isupper() for word in content) and len(content) > 1)


def _is_name(name: str | None) -> bool:
    """Whether a term is written as a name: all its words begin with capitals and there are several
    of them, or one holds a capital, a figure or a sign within."""
    words = [word for word in (name or "").split() if word.lower() not in LINKING]
    if not words:
        return False
    several = len(words) > 1 and all(word[:1].isupper() for word in words)
    return several or any(_NAME_LIKE.fullmatch(word) for word in words)


def _says_enough(what: str) -> bool:
    return len(what.split()) >= LEAST_SAID


def _clean(name: str) -> str:
    """Without marks, articles, and without a heading that the sentence repeats."""
    words = _ARTICLES.sub("", name.strip(" \"'“”‘’«»„`*.,;:")).split()
    half = len(words) // 2
    return " ".join(words[:half] if words[:half] == words[half:] else words)
