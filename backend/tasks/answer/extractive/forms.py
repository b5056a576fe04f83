"""The form of a sentence: does it give a reason, a definition, a step, a date, an amount?

Also what is never an answer whatever its words: titles, contents, running lines, boilerplate.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD, WEEKDAY
from backend.question_kinds import AS_HEAD, AnswerKind, answer_kind
from backend.tasks.answer.extractive.label_lines import is_label_line
from backend.tasks.answer.extractive.units import TABLE_RULE, Unit

_MONTH = rf"(?:{MONTH_NAME})"
_SPELLED = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"hundred|thousand|million|billion|dozen|half|twice|once)"
)
_SPELLED_ABROAD = (
    r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|vierzig|fünfzig|"
    r"deux|trois|quatre|cinq|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|"
    r"cuatro|cinco|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cuarenta|cincuenta)"
)
"""In German, French and Spanish, where it is no English word ("six", "once")."""
DATE = re.compile(
    rf"\b(?:1\d{{3}}|20\d{{2}})\b|\b\d{{1,2}}(?:st|nd|rd|th) century\b|\b{_MONTH}\.? \d{{1,2}}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\b"
    rf"|\b\d{{1,2}}(?:\.|er|º)? (?:de )?(?i:{MONTH_NAME_ABROAD})\b"
)
DAY_OR_HOUR = re.compile(
    r"(?i)\b\d{1,2}[.:][0-5]\d(?: ?[ap]\.?m\b)?(?![\d%]|[.,]\d)"
    r"|\b\d{1,2} ?(?:[ap]\.?m\b|o['’]clock)"
    r"|\b(?:noon|midnight)\b"
    rf"|\b(?:{WEEKDAY})s?\b"
    rf"|\b(?:within|after|for up to|at least|before|in) (?:the (?:first|last|next) )?"
    rf"(?:\d+|{_SPELLED}) (?:working |calendar |business )?(?:minute|hour|day|week|month|year)s?\b"
    rf"|\b(?:\d+|{_SPELLED}) (?:working |calendar |business )?(?:minute|hour|day|week|month|year)s?"
    r"(?:['’])? (?:before|after|from|of|notice|in advance)\b"
)
"""What also tells when: an hour, a day of the week, a span before or after something."""
SO_SOON = re.compile(
    r"(?i)\b(?:within|after|in) (?:the (?:first|next) )?(?:\d+|[a-z-]+) "
    r"(?:working |business |calendar )?(?:minute|hour|day|week|fortnight|month|year)s?\b"
)
"""When something is, told by how long it takes in whatever number: “within fourteen days”. The
ranking has learned from the narrower form."""
NUMBER = re.compile(rf"(?<![\w.])\d|\b(?:{_SPELLED}|{_SPELLED_ABROAD})\b", re.IGNORECASE)
AMOUNT = re.compile(
    rf"(?i)[$£€¥]\s?\d|\d\s?%|\d\s?°|\b(?:\d[\d,.]*|{_SPELLED})[\s-]"
    r"(?:per ?cent|percent|percentage|basis points|thousand|million|billion|trillion|dollars?|"
    r"euros?|pounds?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|met(?:er|re)s?|km|"
    r"kilomet(?:er|re)s?|cm|mm|m|miles?|feet|foot|ft|inch(?:es)?|degrees?|kg|g|grams?|tons?|"
    r"tonnes?|acres?|hectares?|lit(?:er|re)s?|bytes?|[kmg]b|bits?|times)\b"
)
NAME = re.compile(r"(?<=\s)[^\W\d_a-z][\w’'-]+|^[^\W\d_a-z][\w’'-]+\s+[^\W\d_a-z][\w’'-]+")
_TEMPORAL = (
    rf"(?:then|last|(?:the )?(?:early |late |mid-?)?(?:spring|summer|autumn|fall|winter|year|end|"
    rf"start|beginning|\d+|{_MONTH}))\b"
)
"""What follows “since” where it tells a time and gives no reason."""
_CHIEFLY = r"(?:(?:primarily|mainly|largely|mostly|principally|chiefly|partly|in part|entirely) )?"
REASON = re.compile(
    rf"(?i)\b(?:because|since(?! {_TEMPORAL})|due {_CHIEFLY}to|therefore|as a result|so that|"
    r"so as to|in order to|caused?|reasons?|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|"
    r"keeps? (?:[\w-]+ ){1,4}from|otherwise|owing to|thus|led to|leads to|"
    rf"driven {_CHIEFLY}by|reflect(?:s|ed|ing)|attributable {_CHIEFLY}to|thanks to|"
    r"resulting from|explain(?:s|ed)?|which is why|weil|denn|daher|deshalb|damit|parce qu|"
    r"car|afin|porque|debido a)\b"
)
MANNER = re.compile(r"(?i)\b(?:by|through|using|via|with|method|process|steps?|works?)\b")
STEP = re.compile(
    r"(?i)^(?:\W*\d{0,2}[.)]?\s*)(?:to [a-z]+ |(?:first|then|next|finally|now),? )?"
    r"(?:use|run|type|press|click|select|choose|open|set|enter|add|remove|call|put|turn|make|"
    r"specify|create|install|write|go to|see that|place|switch|keep|hold|give|take|you (?:can|may|"
    r"must|should|need))\b"
)
PLACE = re.compile(r"\b(?:in|at|near|from|of|to|on) (?:the )?[A-Z]")
DEFINES = re.compile(
    r"(?i)^.{1,90}?(?:\b(?:is|are|was|were)(?: \w+)? (?:an?|the|any|one|those|used|when|that)\b|"
    r"\bmeans?\b|\brefers? to\b|\bdenotes?\b|\bis called\b|\bstands for\b|\s[-–—:]\s|\bist eine?\b|"
    r"\best une?\b|\bes una?\b)"
)
ENUMERATES = re.compile(
    r"(?:[^,;]{2,60}[,;]\s){2,}|(?:\w+, \w[^,]{0,40},? (?:and|or|und|et|y) )|;\s.*;\s|•"
)
NEGATION = re.compile(
    r"(?i)\b(?:not|no|never|none|neither|nor|cannot|without|nobody|nothing|kein\w*|nicht|ne|pas|"
    r"sin|nunca)\b|n[’']t\b"
)
_OPPOSITE = re.compile(
    r"(?i)\b(?:excluded?|excludes|excluding|exempt(?:ed)?|forbidden|prohibited|banned|refused|"
    r"rejected|declined|cancelled|closed|impossible|void|unavailable|disallowed|ineligible|"
    r"outside the scope)\b"
)
NO_LONGER = re.compile(r"(?i)\b(?:no longer|not any ?more|(?:may|must) (?:not|never|no))\b")
IF_ASKED = re.compile(r"(?i)\bwhat (?:happens|will happen|would happen)\b.*\b(?:if|when|in case)\b")
CONDITION = re.compile(
    r"(?i)\b(?:if|when|where|unless|in case|in the event|once|should|as soon as|whenever|falls|"
    r"wenn|falls|sofern|si|cuando)\b"
)
_WHEN_DID = re.compile(
    r"(?i)^(?:and |but )?(?:when (?:was|were|did|had)\b"
    r"|(?:in|on|at|by)? ?(?:which|what) (?:day|date|month|year) (?:was|were|did|had)\b)"
)
_VERSIONS = re.compile(
    r"(?i)\b(?:version|release|v\.?)s? ?\d+(?:\.\d+)+"
    r"(?:,? (?:since|to|and|or|until|through|from) (?:version |release |v)?\d+(?:\.\d+)+)*"
)
_SOME_VERSION = "v0.0"
_TIME_WORDS = re.compile(
    r"(?i)\b\d{3}0s\b|\b\d+ (?:bc|ad|bce|ce)\b|\bago\b"
    r"|\b(?:last|previous|next|following|same|that) "
    r"(?:day|night|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|century)\b"
    r"|\b(?:yesterday|today|spring|summer|autumn|winter|easter|christmas|q[1-4]|reign of)\b"
    r"|\bat the age of\b|\bon the (?:first|second|third|last) of\b|\b(?:after|before|during|since|"
    r"until|when|while) (?!(?:version |release )?v?\d+\.\d)"
)
DOES = re.compile(r"(?i)^who(?:se|m)? (?!(?:is|was|are|were|has|have|had)\b|['’])[a-z]+")
"""“Who wrote …”: that somebody does something is said with a verb."""
PRONOUN = re.compile(
    r"(?i)^(?:(?-i:[A-Z][A-Z.’' -]{1,40}): )?"
    r"(?:he|she|it|they|his|her|its|their|this|these|that|those)\b"
)
"""At the beginning of a sentence, or behind who says it in a transcript (“MR FROST: It was.”)."""
LEADS_IN = re.compile(r":\s*$")
_SEVERAL = re.compile(
    r"(?i)(?:[^.:;?!]{0,80}[,;] )?"
    r"(?:there (?:are|were|is)|here are|you (?:have|need|can choose from)"
    r"|(?:it|they|this|that|we) (?:has|have|needs?|offers?|knows?|consists? of))"
    r" (?:(?:only|about|basically|essentially|mainly|the|these|at least|exactly) )?"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|several|a few|many|various|different|\d{1,2}"
    r"|a number of|the following|these) (?:[\w-]+ ){0,3}[a-z-]+s\b(?! and\b)"
    r"(?:(?!,| of (?:which|whom)\b| such as\b)[^:.!?])*[.!]$"
)

_OWNS = re.compile(r"(?i)(?:[^.:;?!]{0,80}[,;] )?(?:you|it|they|this|that|we) (?:need|have|has)")

_CHECKS: dict[AnswerKind, tuple[re.Pattern[str], ...]] = {
    AnswerKind.DATE: (DATE, DAY_OR_HOUR),
    AnswerKind.COUNT: (NUMBER,),
    AnswerKind.AMOUNT: (AMOUNT, NUMBER),
    AnswerKind.PERSON: (NAME,),
    AnswerKind.PLACE: (PLACE,),
    AnswerKind.REASON: (REASON,),
    AnswerKind.MANNER: (STEP, MANNER),
    AnswerKind.DEFINITION: (DEFINES,),
    AnswerKind.LIST: (ENUMERATES,),
}

_NEVER = re.compile(
    r"(?i)^\W*\d{0,2}\W*(?:please (?:refer|see)|refer to (?:the )?(?:glossary|notes?|note|page)|"
    r"see accompanying notes|table of contents|contents$|list of (?:figures|tables)|"
    r"page \d+(?: of \d+)?\W*$|all rights reserved|(?:©|copyright)\b|continued on|"
    r"the accompanying notes)"
    r"|^\* [^:]{1,80}:(?::| [^:]{1,80}\. \(line \d+\))"
    r"|^File: \S+, Node: "
    r"|(?:\.{4,}|(?:\. ){4,}|…{2,})\W*(?:[a-z][-–.]?)?[\divxlc]{0,6}(?:[-–, ]+\d{1,4})*\W*$"
)
_DATELINE = re.compile(
    rf"(?i)^\W*(?:(?:{WEEKDAY}),? )?(?:\d{{1,2}}\W)?{_MONTH}\.?"
    rf"(?: \d{{1,2}}(?:st|nd|rd|th)?,?)? \d{{4}}\W*$"
)
_SUBJECT_LINE = re.compile(r"(?i)^\W*(?:subject|re|betreff|objet|asunto):\s")
_GREETS = re.compile(r"\b(?:Dear|Hello|Hi|Liebe[rn]?|Sehr geehrte[rn]?|Chère?s?|Estimad[oa]s?)\b")
"""A letter whose lines were run together goes on behind its subject."""
_ASKS_FOR_SUBJECT = re.compile(
    r"(?i)\b(?:about|subject|topic|matter|regarding|concern\w*|titles?|betreff|thema|objet|sujet|"
    r"asunto|tema)\b"
)
_SALUTATION = re.compile(
    rf"(?i)^(?:(?:\d{{1,2}}\W{{1,2}})?{_MONTH}\.? (?:\d{{1,2}},? )?\d{{4}}\W{{1,2}})?"
    r"(?:dear|hello|hi|sehr geehrte[rn]?|liebe[rn]?|chère?s?|madame|monsieur|estimad[oa]s?)\b"
    r"(?: \S+){0,7},$"
)
_ELSEWHERE = re.compile(
    r"(?i)^\W*(?:(?:for|to) [^.!?]{1,60}?,? )?(?:please )?"
    r"(?:see|refer to|consult|siehe|vgl\.?|voir|véase) (?:also |auch |aussi |también )?"
    r"(?:the |our |its |that |this |chapter |die |den |das |le |la |les |el )?"
    r"(?:(?:following |next |previous |nächste[nrs]? )?"
    r"(?:sections?|chapters?|appendix|appendices|pages?|parts?|figures?|tables?|manuals?|"
    r"abschnitte?|kapitel|anhang|seiten?|chapitres?|annexe|secci[oó]n|cap[ií]tulo)\b|[“\"‘«„])"
)
MOST_WORDS_ELSEWHERE = 20
_REFERENCE = re.compile(
    r"(?i)\b(?:pages?|pp?\.|chapters?|sections?|tables?|figures?|appendix|notes?|items?|steps?|"
    r"lines?|versions?|volumes?|parts?|exhibits?)\s+\d[\d.]*(?:(?:\s*[-–,]\s*|\s+and\s+)\d[\d.]*)*"
)
_DAY_OR_HOUR = re.compile(
    rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{MONTH_NAME}|{MONTH_NAME_ABROAD})\b"
    r"(?: \d{4})?"
    rf"|\b(?:{MONTH_NAME}) \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?"
    r"|\b\d{1,2}[:.]\d\d(?= ?(?:[ap]\.?m\b|o'clock|Uhr|h\b)|\b)"
)
_CALLED = re.compile(
    rf"(?<=[a-z,] )(?!(?:{MONTH_NAME})\b)[A-Z][a-z]+ (?!(?:{MONTH_NAME})\b)[A-Z][a-z]+ \d{{1,4}}\b"
    r"(?![,.]\d|%| ?[$£€])"
    r"(?=\W*$|[.,;:)]| (?:is|was|are|were|has|have|will|and|or|in|on|at|for|by)\b)"
)
"""A number that ends a name of several words: “enrol in Soil Science 310”."""
_COINS = (
    r"(?:(?:us )?dollars?|euros?|pounds?|cents?|pence|francs?|crowns?|yen|rupees?|usd|eur|gbp|chf)"
)
_OF_MONEY = re.compile(rf"(?i)\b{_COINS}\b|[$£€¥]")
_PAID = re.compile(
    r"(?i)(?:[$£€¥]|\b(?:usd|eur|gbp|chf)\b)\s?\d[\d.,]*(?:\s?(?:thousand|million|billion|m|bn|k)\b)?"
    rf"|\d[\d.,]*\s?(?:hundred |thousand |million |billion )?(?:[$£€¥]|{_COINS}\b)"
)
_OF_COLUMN = re.compile(
    r"\bholds (?:figures|days) from \S+.* to \S|\bholds (?:more than )?[\d,]+ different texts?\b"
    r"|: .+ \([\d,]+ rows?\)"
)
_SUMS = "price|cost|salary|rents?|fees?|deposit|wages?|premium|fares?|fines?"
_SUM_ASKED = re.compile(rf"(?i)\b(?:{_SUMS})\b{AS_HEAD}")
_FIGURE_ASKED = re.compile(
    rf"(?i)\bhow much\b|\b(?:{_SUMS}|percent|percentage|proportion|share|amount|discounts?|"
    rf"dividend|revenues?|sales|profit|earnings|rates?|tolls?|allowances?)\b{AS_HEAD}"
    r"|^what .+ (?:sold|sell|auctioned|retail|leased) for\W*$"
)
_UNCOUNTED = re.compile(
    r"(?i)\b(?:no|none|nothing|nobody|free|never|without|all|every|each|both|entire|whole|full|"
    r"fully|any|unlimited|once|double|triple|quarter|third|single|several|few|many|most|"
    r"kein\w*|nicht|alle|aucun\w*|pas|tous|ning\w+|todos)\b"
)
_VERB = re.compile(
    r"(?i)\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|"
    r"may|might|must|ist|sind|war|hat|est|sont|es|son|fue)\b|\b[a-z]{3,}(?:ed|es|ize|ise)\b"
)
_END = re.compile(r"[.!?…:;。！？]['\"”’»)\]]*$")
HEADING_WORDS = 14
_COMMENT = re.compile(r"(?://\s+|/\*\s*)\S")
"""A comment in a listing says what its lines do, not what is asked."""
_NAMED_DAY = re.compile(rf"(?i)\b(?:{MONTH_NAME})\b.*\b(?:1\d|20)\d\d\b")
_ANNOUNCES_EXAMPLE = re.compile(
    r"(?i)(?:\b(?:here(?:['’]s| is| are)|(?:the )?following (?:is|are)|below (?:is|are)|consider|"
    r"see) (?:an?|some|another|the following|two|a few) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bfollowing (?:[\w-]+ ){0,2}examples? (?:shows?|illustrates?|demonstrates?)\b)[^.:]*[.:]?$"
)
"""At the end: what stands behind it may be the example itself."""
_GOOD_FOR = re.compile(
    r"(?i)(?:this|that|it)(?: [\w-]+)? (?:is|can be|may be|might be)"
    r"(?: \w+ly| very| most| often| also)? (?:useful|helpful|handy|convenient)"
    r" (?:for|if|when|where)\b"
)
_OF_USE = re.compile(r"(?i)\b(?:use|uses|useful|help|helps|helpful|handy|good for)\b")
_ASKS_FOR_EXAMPLE = re.compile(r"(?i)\b(?:examples?|instances?|beispiele?|exemples?|ejemplos?)\b")
TITLE_WORDS = 20
_SAYS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|may|"
    r"might|must|[a-z]{2,}ed)\b"
)
"""A verb, of which plural nouns have none: “Minutes” ends as “passes” does."""
_ASKS_FOR_QUESTIONS = re.compile(r"(?i)\b(?:ask|asks|asked|asking|questions?|enquir(?:e|y|ies))\b")
_QUESTION_END = re.compile(
    r"[?？؟][\"'”’»)\]]*(?:\s*\([^().]{3,120}\))?(?:[^\w?？؟]*\d{0,4}[^\w?？؟]*)?$"
)
"""A number behind it is a page of the contents, and brackets put the question in other words."""
_ASKS_TO_BE_TOLD = re.compile(
    r"(?i)^(?:[^.!?]{0,40}[,;:] |(?:and|but|so) )?(?:please,? |kindly |do )?"
    r"(?:(?:tell|let|remind|inform|advise|show) (?:me|us)(?: know)?(?: again)?"
    r"|(?:i|we)(?: would|['’]d) (?:like|love) to (?:know|hear|learn|understand)"
    r"|(?:i|we) (?:(?:only |just |still )?(?:wonder|want to know|need to know"
    r"|(?:do not|don['’]t) know|have no idea|(?:am|are) wondering)))"
    r"(?: please)?,? (?P<what>(?:why|when|where|who|whom|whose|what|which|how)\b"
    r"(?:(?!\b(?:and|until|before|but|so|then|by \d)\b)[^?,;:])*)$"
)
"""“Please tell me why …”, which the same words in a question would ask for."""
_ASKED_WHETHER = re.compile(
    r"(?i)\b(?:asks?|asked|asking|wonders?|wondered|enquired?|inquired?|wanted to know|questioned)"
    r"\b[^.]{0,40}?\b(?:whether|if|why|how|when|where|who|what)\b"
)
_LOG = re.compile(r"[#=*]{8,}|(?:^|\s)(?P<who>[\w.-]+: ).+?\s(?P=who).+?\s(?P=who)")
"""What a program prints: a bar, or lines that begin with its name."""
_FIGURE = re.compile(r"(?<![\w.,])[$£€(]?\d[\d.,]*%?\)?(?!\w)")
_FIGURES_FIRST = re.compile(r"(?:[$£€(]?\d[\d.,]*%?\)?\s+){3}")
"""Cells that a sentence behind them took along."""
_FIGURES_LAST = re.compile(r"(?:\s[$£€(]?\d(?:[\d.,]*\d)?%?\)?){4}$")
"""A row behind the names of the columns. Versions and lists in sentences have commas between."""
FLATTENED_FIGURES = 4
FLATTENED_SHARE = 1 / 3
_DECLARATION = re.compile(
    r"(?:(?:typedef|extern|static|const|unsigned|signed|struct|enum|union|int|void|char|long|short"
    r"|float|double|bool|size_t)\s+)+[\w*]*\s*[\w*]*\s*(?:[{(;=]|$)"
)
_OF_CODE = re.compile(
    r"(?i)\b(?:syntax|signatures?|prototypes?|declar\w+|defin\w+|fields?|members?|arguments?"
    r"|parameters?|types?|struct\w*|code|called?)\b"
)
_HOW_LARGE = re.compile(r"(?i)\bhow (?:tall|high|deep|wide|thick|heavy)\b")
_ANY_FIGURE = re.compile(
    r"(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|waist|knee|ankle)\b"
    r"(?!-)"
)
_HOW_OLD = re.compile(r"(?i)^(?:and )?how old (?:is|are|was|were)\b")
_FROM_WHICH_AGE = re.compile(r"(?i)^(?:and )?how old (?:must|do|does|should|can|may|need)\b")
_AGE_LIMIT = re.compile(
    r"(?i)\b(?:ages?|aged|years?|older|younger|over|under|from|least)\b"
    r"|\b(?:be|is|are|turn(?:s|ed)?|reach(?:es|ed)?) (?:at )?\d{1,2}"
    r"(?= (?:to|or|before|when|in)\b|[.,;]|$)"
)
"""“One must be 13 to row”: what is not said of other things, as of “12 oars”."""
_AGE = re.compile(
    r"(?i)\b(?:years?|months?|weeks?|days?)[ -]old\b|\baged?\b|\bborn\b|\bbirth|\bcentur(?:y|ies)\b"
    r"|\b(?:founded|established|built|opened|created|introduced|dates?|dated|since|from|in|of)\b"
    r"[^.;]*\b1\d{3}\b|\b(?:founded|established|built|opened|dates? (?:back|from)|since)\b"
)


def holds_kind(kind: AnswerKind, text: str) -> bool:
    """Whether a text holds something of the kind that the question asks for."""
    patterns = _CHECKS.get(kind)
    return patterns is None or any(pattern.search(text) for pattern in patterns)


def asks_for_past_date(question: str) -> bool:
    """Whether a question wants to know when something happened, and not under which condition
    something happens."""
    return _WHEN_DID.search(question) is not None


def tells_past_date(text: str) -> bool:
    """Whether a text says when something happened: by a date, or by a decade, a season, a span
    before now, or what came before or after. A version (“2.24 since 2.22”) is no hour."""
    plain = _VERSIONS.sub(_SOME_VERSION, text)
    return holds_kind(AnswerKind.DATE, plain) or _TIME_WORDS.search(plain) is not None


def kind_is_known(kind: AnswerKind) -> bool:
    """Whether `holds_kind` can tell anything for this kind."""
    return kind in _CHECKS


def never_answers(unit: Unit, titles: frozenset[str]) -> bool:
    """Whether a unit is a title, a line of contents, a dateline, a salutation, a running line or
    boilerplate, or a question that is not quoted with its answer.

    Args:
        unit: the candidate.
        titles: folded titles and headings of its passage.
    """
    text = unit.text
    if _NEVER.search(text) or _DATELINE.match(text) or _SALUTATION.match(text):
        return True
    if text.casefold().strip(" .") in titles:
        return True
    if _LOG.search(text) or _COMMENT.match(text):
        return True
    if is_question(text) or TABLE_RULE.search(text):
        return True  # a question that nothing answers, or the bare marks of a table
    if text.count(" · ") >= 2 and not _END.search(text):
        return True  # the parts of a title page run together
    words = text.split()
    return (
        unit.siblings > 1
        and len(words) <= HEADING_WORDS
        and not _END.search(text)
        and ": " not in text
        and not _VERB.search(text)
        and not AMOUNT.search(text)
        and not any(mark in text for mark in "\t|=—–")
        and (words[0][:1].isupper() or words[0][:1].isdigit())
        and unit.position == 0
    )


def has_verb(text: str) -> bool:
    """Whether a text holds a word that is, by its form, a verb and no plural noun."""
    return _SAYS.search(text) is not None


def is_question(text: str) -> bool:
    """Whether a text ends with a question, so that what answers it stands elsewhere."""
    return bool(_QUESTION_END.search(text))


def only_says_subject(question: str, text: str) -> bool:
    """Whether a unit is the subject line of a letter or a mail, which asks rather than answers,
    unless the question is about the subject itself."""
    return (
        bool(_SUBJECT_LINE.match(text))
        and len(text.split()) <= TITLE_WORDS
        and not _GREETS.search(text)
        and not _ASKS_FOR_SUBJECT.search(question)
    )


def announces_several(text: str) -> bool:
    """Whether a sentence says that there are several things, and not which: “There are two ways to
    fold it.”"""
    return _SEVERAL.match(text) is not None


def only_counts_them(text: str) -> bool:
    """Whether a sentence says that there are several things and names none, and does not say of
    somebody what he has or needs: “You have 14 days to cancel.” says all."""
    return announces_several(text) and _OWNS.match(text) is None


def announces_example(question: str, text: str) -> bool:
    """Whether a sentence only announces an example, for which the question does not ask: “Here’s a
    simple example of both.”"""
    return bool(_ANNOUNCES_EXAMPLE.search(text)) and not _ASKS_FOR_EXAMPLE.search(question)


def is_dated_title(unit: Unit) -> bool:
    """Whether a document opens with this unit as with a title that says of when it is (“Minutes of
    the board, 3 May 2024, in the hall”). It answers only who asks in its words."""
    return (
        unit.start == 0
        and unit.siblings > 1
        and unit.text[:1].isupper()
        and _NAMED_DAY.search(unit.text) is not None
        and _END.search(unit.text) is None
        and _SAYS.search(unit.text) is None
        and ": " not in unit.text
        and len(unit.text.split()) <= TITLE_WORDS
    )


def asks_for_questions(text: str) -> bool:
    """Whether a question wants to know what somebody asks or asked."""
    return bool(_ASKS_FOR_QUESTIONS.search(text))


def tells_what_was_asked(text: str) -> bool:
    """Whether a sentence reports a question: “She asked whether the discount would stay.”"""
    return bool(_ASKED_WHETHER.search(text))


def asks_likewise(kind: AnswerKind, text: str) -> bool:
    """Whether a sentence asks, without a question mark, for what a question of this kind asks for:
    “Please tell me why nobody was called.”"""
    asked = _ASKS_TO_BE_TOLD.search(text)
    return asked is not None and answer_kind(asked["what"]) is kind


_GOES_ON_WITH = (
    r"(?:describes?|discuss(?:es)?|explains?|turns? to|looks? (?:at|into)|go(?:es)? through"
    r"|go(?:es)? over|introduces?|presents?)\b[^.:\d]*\.?$"
)
_ANNOUNCES_TEXT = re.compile(
    r"(?i)\W*(?:(?:now|next|here|below"
    r"|in (?:this|the (?:next|following)) (?:section|chapter|part)),? "
    r"(?:we|i)(?: (?:shall|will)|['’]ll| are going to)?(?: (?:now|next|first|then|briefly))?"
    r"|(?:this|the (?:next|following)) (?:section|chapter)) " + _GOES_ON_WITH
)


def leads_elsewhere(text: str) -> bool:
    """Whether a sentence only names the section, page or manual where something is said: “See the
    section called “Cuttings” for details.” A longer one says something besides."""
    return bool(_ELSEWHERE.match(text)) and len(text.split()) <= MOST_WORDS_ELSEWHERE


def announces_text(text: str) -> bool:
    """Whether a sentence only says of what the text goes on: “Now we shall describe the gears.”"""
    return _ANNOUNCES_TEXT.match(text) is not None


def says_the_opposite(question: str, text: str) -> bool:
    """Whether a sentence denies what is asked with a word of its own (“is excluded”, “are closed”)
    that the question does not have."""
    said = _OPPOSITE.search(text)
    return said is not None and _OPPOSITE.search(question) is None


def counts_nothing(kind: AnswerKind, text: str) -> bool:
    """Whether "how many" is asked and the only numbers are those of pages, chapters, days of a
    month and the like, or end a name, which count nothing."""
    plain = _DAY_OR_HOUR.sub(" ", _REFERENCE.sub(" ", _CALLED.sub(" ", text)))
    return kind is AnswerKind.COUNT and not NUMBER.search(plain)


def counts_money_alone(kind: AnswerKind, question: str, text: str) -> bool:
    """Whether "how many" of anything but money is asked, and the only numbers are amounts of
    money ("a fine of £25"), which count nothing else."""
    if kind is not AnswerKind.COUNT or _OF_MONEY.search(question) or not _PAID.search(text):
        return False
    return not NUMBER.search(_PAID.sub(" ", _REFERENCE.sub(" ", text)))


def asks_for_figure(kind: AnswerKind, question: str) -> bool:
    """Whether "how many", "how much" or a question for a price, a rent or the like is asked, which
    only a figure or a word for all or nothing answers."""
    return kind is AnswerKind.COUNT or (
        kind is AnswerKind.AMOUNT and _FIGURE_ASKED.search(question) is not None
    )


def lacks_figure(kind: AnswerKind, question: str, text: str) -> bool:
    """Whether a figure is asked for and a text tells none; where a price, a rent or the like is,
    days and hours are none."""
    if not asks_for_figure(kind, question):
        return False
    is_sum = kind is AnswerKind.AMOUNT and _SUM_ASKED.search(question) is not None
    return not tells_figure(_DAY_OR_HOUR.sub(" ", text) if is_sum else text)


def tells_figure(text: str) -> bool:
    """Whether a text says how much or how many: a figure, or a word for all, nothing or part."""
    return bool(NUMBER.search(text) or _UNCOUNTED.search(text))


def is_good_for_it(kind: AnswerKind, question: str, text: str) -> bool:
    """Whether "how to" is asked and a text only says what something that it does not name is good
    for: “This is handy for boats that lie in mud.” for “How do I moor in mud?”."""
    return (
        kind is AnswerKind.MANNER
        and _GOOD_FOR.match(text) is not None
        and _OF_USE.search(question) is None
        and ": " not in text
    )


def tells_of_a_column(text: str) -> bool:
    """Whether a text says what a column of a large table holds, as the card of such a table does:
    that is about all of its rows and answers no question about some of them."""
    return _OF_COLUMN.search(text) is not None


def is_declaration(question: str, text: str) -> bool:
    """Whether a text only declares something in a programming language, and the question does not
    ask for what is declared."""
    return _DECLARATION.match(text) is not None and not _OF_CODE.search(question)


def is_of_no_age(question: str, text: str) -> bool:
    """Whether "how old" is asked and a text tells neither an age nor when something began."""
    if _FROM_WHICH_AGE.search(question):
        return not _AGE_LIMIT.search(text)
    return _HOW_OLD.search(question) is not None and not _AGE.search(text)


def is_of_no_size(question: str, text: str) -> bool:
    """Whether "how tall", "how deep" or the like is asked and a text has no figure at all."""
    return _HOW_LARGE.search(question) is not None and not _ANY_FIGURE.search(text)


def says_nothing(unit: Unit) -> bool:
    """Whether a unit is words in a row without a verb or a full stop."""
    return not _END.search(unit.text) and not _VERB.search(unit.text) and ": " not in unit.text


_HEADERS_RUN_ON = re.compile(r"\b([^\W\d_]{3,})(?: \1){2,}\b")
"""“… quarter quarter quarter …”: the headers of columns, line by line."""


def is_flattened_table(unit: Unit) -> bool:
    """Whether a unit is mostly figures in a row and no sentence: which of them is meant, its lost
    lines and columns said."""
    if is_label_line(unit.text):
        return False  # its label says what the figures are
    if _FIGURES_FIRST.match(unit.text) or _HEADERS_RUN_ON.search(unit.text):
        return True
    if _FIGURES_LAST.search(unit.text):
        return True
    figures = len(_FIGURE.findall(unit.text))
    mostly = figures >= FLATTENED_SHARE * len(unit.text.split())
    return mostly and figures >= FLATTENED_FIGURES and not _END.search(unit.text)
