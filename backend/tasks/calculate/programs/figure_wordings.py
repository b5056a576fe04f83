"""Other wordings of a question for a figure: "How much did they spend on freight in 2022?" wants
the row "Freight", as "What was freight in 2022?" does. A row is called by a thing, not by what was
done with it."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.glossaries import SOMEBODY as _WHO
from backend.glossaries import UNDONE as _UNDONE
from backend.glossaries import Wording, better_when, line_items, wordings
from backend.tasks.calculate.programs.abbreviations import written_out
from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.period_wordings import with_plain_periods
from backend.tasks.calculate.programs.series import words_of

_SPENT = re.compile(
    rf"(?i)^(?:how much(?: money| cash)?|what) (?:did|does|has|have|had|was|were) {_WHO}\s*\b"
    r"(?:(?:spend|spent|lay out|laid out|expend(?:ed)?) (?:on|for)|invest(?:ed)? (?:on|for|in)"
    r"|(?:pay|paid) (?:out )?for) (?P<what>.+)$"
)
_REPORTED = (
    r"(?:have|had|make|made|generate[ds]?|report(?:ed)?|earn(?:ed)?|record(?:ed)?|post(?:ed)?"
    r"|achieved?|book(?:ed)?|recogni[sz]ed?|reali[sz]ed?|show(?:ed)?|hold|held|carry|carried|owed?"
    r"|(?:bring|brought|take|took|taken) in|produced?|incur(?:red)?)\b"
)
_MEASURE = (
    r"(?!(?:of|more|less|money|else)\b|(?:share|part|kinds?|sorts?|types?)"
    r" (?:of|did|does|has|have|had)\b)[^\W\d][^,;?]*?"
)
_HAD = re.compile(
    rf"(?i)^(?:how (?:much|many)|what) (?P<what>{_MEASURE}) "
    rf"(?:did|does|has|have|had) {_WHO}\s*\b{_REPORTED}"
    r"(?P<when>(?: (?!from\b|of\b|by\b|with\b|through\b).*)?)$"
)
_HAD_FROM = re.compile(
    r"(?i)^(?:how much|what) (?P<what>(?:net |total )?(?:revenues?|sales|turnover|income|profit)) "
    rf"(?:did|does|has|have|had) {_WHO}\s*\b(?:{_REPORTED}|get|got)\s*"
    r"(?:from|with|through|out of|in|on) (?P<of>[^,;?]+?)"
    r"(?P<when> (?:in|for|during) (?:the )?(?:[\w-]+ ){0,6}(?:fiscal |FY ?)?(?:19|20)?\d\d.*)$"
)
"""“How much revenue did they make with mooring fees in 2031?” is of the row of mooring fees."""
_PER_SHARE = re.compile(
    r"(?i)^(?:how much|what) (?P<what>(?:[a-z]+ ){0,2}dividends? per (?:[a-z]+ )?share) "
    rf"(?:did|does|has|have|had) {_WHO}\s*\b(?:pay|paid|declared?|distributed?)\b"
    r"(?P<when>(?: (?!to\b|on\b).*)?)$"
)
_WHERE_IT_STANDS = re.compile(
    r"(?i) (?:on|in) (?:its|the|their|our|his|her) (?:balance sheets?|books|accounts)\b"
    r"| (?:on hand|in the bank|in the till)\b"
)
"""What says only that it is a figure of a statement."""
_EARNED = re.compile(
    r"(?i)\b(?:make|made|generate[ds]?|earn(?:ed)?|(?:bring|brought|take|took|taken) in)\b"
)
_PAYABLE = (
    r"(?P<what>(?:cash )?dividends?|interest|(?:income )?tax(?:es)?|rent|royalties|salaries|wages"
    r"|fees)\b"
)
_PAID = tuple(
    re.compile(rf"(?i)^how much {form}(?P<rest>(?: (?!for\b|to\b|on\b).*)?)$")
    for form in (
        rf"(?:money |cash )?(?:did|does|has|have|had) {_WHO}\s*\b(?:pay|paid|return)(?: out)?"
        rf" (?:in|as) {_PAYABLE}",
        rf"{_PAYABLE} (?:did|does|has|have|had) {_WHO}\s*\b(?:pay|paid)(?: out)?(?: in cash)?\b",
    )
)
_IN_CASH = re.compile(r"(?i)^(?:(?P<taxes>(?:income )?tax(?:es)?)|interest)$")
"""What statements of cash flows tell below them as "Cash paid for …"."""
_CAME_TO = re.compile(
    rf"(?i)^(?:how much|what) (?:did|does|do) (?P<what>{_UNDONE}[^,;?]+?) "
    r"(?:come to|amount to|add up to|total|stand at)(?P<when>(?: [^,;]*)?)$"
)
_HOW_LARGE = re.compile(r"(?i)^how (?:high|large|big|great|low|small) (?P<was>is|are|was|were) ")
_TELL = re.compile(
    r"(?i)^(?:please[, ]+)?(?:can|could|would|will) you (?:please )?(?:tell|give|show) me "
    r"|^(?:please[, ]+)?(?:tell|give|show) me |^(?:please[, ]+)?(?:state|report) "
)
_NO_ROW = re.compile(
    r"(?i)^(?:about|more|how(?! (?:much|many)\b)|why|who|whom|whose|when|where|which|whether|if|all"
    r"|everything|something|anything|an?)\b"
)
"""What is to be told then is no figure of a row."""
_ASKED = re.compile(r"(?i)^(?:what (?:is|was|are|were)|how (?:much|many)) ")
_ASKS = re.compile(
    r"(?i)(?:.*\b(?:what|which|who|whom|whose|when|where|why|how)\b|(?:is|are|was|were|did|does|do"
    r"|has|have|had|can|could|should|will|would|may|might|must|list|name|compare|explain|describe"
    r"|summari[sz]e|calculate|compute|find)\b)"
)
_PERIOD = re.compile(r"\b(?:19|20)\d\d\b")
_TWO_TIMES = re.compile(
    r"(?i)\b(?P<how>in|for|at the end of) (?P<one>(?:fiscal |FY ?)?(?:19|20)\d\d),? and "
    r"(?P=how) (?=(?:fiscal |FY ?)?(?:19|20)\d\d\b)"
)
_AGAINST = re.compile(
    r"(?i)\b(?P<one>(?:fiscal |FY ?)?(?:19|20)\d\d),? (?:compared (?:to|with)|against|versus|vs\.?)"
    r" (?:in )?(?P<two>(?:fiscal |FY ?)?(?:19|20)\d\d)\b"
)
_EARNED_MORE = re.compile(
    rf"(?i)^(?:did|does|has|have) {_WHO}\s*\b(?P<verb>earn|make|lose|sell|take in|owe)(?:ed)? "
    r"(?P<way>more|less) (?P<rest>(?:in|for|during|at|by) .*(?:19|20)\d\d.* than .*(?:19|20)\d\d)$"
)
_HOW_MUCH_MORE = re.compile(
    rf"(?i)^(?:by )?how much (?P<way>more|less) (?:money |cash )?(?:did|has|have|had) {_WHO}\s*"
    r"\b(?:(?:spend|spent|laid out|lay out) (?:on|for)|invest(?:ed)? in|pay for|paid for)"
    r" (?P<what>(?:(?!\bthan\b)[^?]){1,120}?"
    r" (?:in|for|during) (?:(?!\bthan\b)[^?]){0,40}(?:19|20)?\d\d"
    r" than (?:in|for|during) [^?]{0,40}(?:19|20)?\d\d)$"
)
_OF_THE_BUSINESS = re.compile(
    r"(?i)\bthe (?!(?:acquired|other|parent|rival|target|former|new|old|sister|competing|sold)\b)"
    r"(?:[a-z]+ )?(?:business|firm|enterprise|retailer|merchant|airline|carmaker|drugmaker|brewer"
    r"|chain|corporation|organi[sz]ation)['’]s (?=[a-z])"
)
"""Whose figures the accounts hold, called by its trade."""
_PART_OF_IT = re.compile(
    r"(?P<name>\b[A-Z][\w&’'-]+) (?:segment|division|business unit)"
    r"(?=['’]s\b|,? (?:in|for|during|at)\b|\W*$)"
)
"""What a row is called by its name alone: “the Harbour Services segment”."""
_IN_A_PAPER = re.compile(
    r"(?i)^(?:in|according to|as per|from) (?:the |our |this )?"
    r"(?:(?:annual|quarterly|interim|half-yearly|latest|last|tax|price|staff|employee|trade|year-end"
    r"|consolidated|financial|(?:19|20)\d\d) ){0,3}"
    r"(?:report|accounts|statements?|release|filing|lease|contract|agreement|guide|handbook|manual"
    r"|list|minutes|schedule|paper|10-[kq]|8-k),? (?=by how|how|what|which|of)"
)
_OF_A_TOTAL = re.compile(
    r"(?i)^(?P<share>what (?:share|proportion|percentage|per ?cent) of (?:the |its |their )?)total "
    r"(?P<what>[^\W\d_]+ (?:came|comes|was|were|is|are|stems?|went)\b)"
)
_LINES = {
    **dict.fromkeys(("earn", "make"), "net income"),
    **dict.fromkeys(("sell", "take in"), "revenue"),
    "lose": "net loss",
    "owe": "total debt",
}
_SAID_OF_MANY = words_of("net total year tax taxes")
_WAYS = {"more": "higher", "less": "lower"}
_FELL = re.compile(r"(?i)\b(?:drop|decline|shrink|go down|come down|slip|sink|plunge|tumble)\b")
_ROSE = re.compile(r"(?i)\b(?:climb|go up|jump|surge|expand|improve)\b")
_MOVED = re.compile(r"(?i)^(?:by )?how much (?:did|has|have|had) ")
_NOBODY = re.compile(r"(?i)^(?:the (?:company|group|firm|business)|it|they|we|you|i|one)$")
_WHEN = re.compile(
    r"(?i) (?:in|for|during|at|as of|over|by)(?: the)?"
    r"(?: (?:end|year|years|fiscal|first|second|third|fourth|quarter|half|three|six|nine|months"
    r"|ended|of|FY|Q[1-4]))* ?(?:FY ?)?(?:19|20)\d\d.*$"
)
_COUNTS = re.compile(
    r"(?i)^how many (?!(?:[\w-]+ ){0,2}(?:dollars|euros|pounds|francs|cents|pence|yen|times"
    r"|per ?cent|percentage|millions?|billions?|thousands?)\b)"
)
_EXPENSE = "expense"
_WHOSE = "{who}"
_PAYING = re.compile(r"(?i)\b(?:spen[dt]|pa(?:y|id)|invest(?:ed)?)\b")
_SAYS_COST = re.compile(r"(?i)\b(?:expenses?|expenditures?|costs?|spending|purchases?)\b")


def plain_wordings(question: str) -> tuple[str, ...]:
    """Other wordings of a question for a figure, the likeliest first; none where it has no form
    that is put otherwise.

    Who spent or had something stays in the question, as what it is of, unless it is the company
    itself: a row or heading must then be called so.
    """
    text = bare_question(question)
    plain = _WHERE_IT_STANDS.sub("", with_plain_periods(as_question(text)))
    plain = _TWO_TIMES.sub(r"\g<how> \g<one> and ", plain)
    plain = _AGAINST.sub(r"\g<one> and \g<two>", plain)
    if large := _HOW_LARGE.match(plain):
        plain = f"What {large['was']} {plain[large.end() :]}"
    if _MOVED.match(plain):
        plain = _ROSE.sub("rise", _FELL.sub("fall", plain))
    if more := _EARNED_MORE.match(plain):
        line = f"{_LINES[more['verb'].casefold()]}{_of(more['who'])}"
        plain = f"Was the {line} {_WAYS[more['way'].casefold()]} {more['rest']}"
    plain = _OF_THE_BUSINESS.sub("", _IN_A_PAPER.sub("", plain))
    plain = _PART_OF_IT.sub(r"\g<name>", plain)
    plain = _OF_A_TOTAL.sub(r"\g<share>\g<what>", plain)
    if more := _HOW_MUCH_MORE.match(plain):
        plain = f"How much {_WAYS[more['way'].casefold()]} was {more['what']}{_of(more['who'])}"
    found = (*_of_the_field(plain), *_of_a_doing(plain)) or ((plain,) if plain != text else ())
    return tuple(f"{each}?" for each in found)


def as_question(text: str) -> str:
    """What is only named with its year, or what somebody wants to be told, as a question for it:
    "Ferry fares 2030" is "What was Ferry fares 2030"; every other text as it is."""
    if match := _TELL.match(text):
        rest = text[match.end() :]
        if _NO_ROW.match(rest):
            return text
        return rest if _ASKED.match(rest) else f"What was {rest}"
    return f"What was {text}" if _PERIOD.search(text) and not _ASKS.match(text) else text


def counts_things(question: str) -> bool:
    """Whether "how many" is asked of things, which no sum of money tells."""
    return _COUNTS.match(question.strip()) is not None


def is_of_earning(question: str) -> bool:
    """Whether a question is for what somebody earned or took in."""
    text = bare_question(question)
    if said := _everyday(text):
        line = said[0].says[0]
        return better_when(line) is not None or line.endswith("revenue")
    had = _HAD.match(text)
    return had is not None and _EARNED.search(had.group()[had.end("what") :]) is not None


def is_of_more(question: str) -> bool:
    """Whether a question is whether more was earned or sold in one year than in another."""
    return _EARNED_MORE.match(bare_question(question)) is not None


def is_of_spending(question: str) -> bool:
    """Whether a question is for what was spent on something, which is money."""
    return _SPENT.match(" ".join(question.split())) is not None


def is_of_paying(question: str) -> bool:
    """Whether a question is for what was spent on something, or paid as dividends or taxes."""
    text = bare_question(question)
    if is_of_spending(text) or _paid(text) is not None:
        return True
    return _PAYING.search(text) is not None and _everyday(text) is not None


def lacks_what_money_is_of(question: str, said: str, over: str = "") -> bool:
    """Whether a text, or what stands over it, has no word of what money was spent on, and the text
    none of what it came from or of the line that a question asks for without its name."""
    text = bare_question(question)
    if spent := _SPENT.match(text):
        meant, said = _apart(spent["what"])[0], f"{over} {said}"
    elif (everyday := _everyday(text)) is not None:
        wording, found = everyday
        labels = (label for each in wording.says for label in line_items().get(each, (each,)))
        meant = " ".join((*labels, found.groupdict().get("what") or ""))
    elif more := _EARNED_MORE.match(text):
        meant = " ".join(line_items()[_LINES[more["verb"].casefold()]])
    else:
        return False
    wanted = words_of(written_out(meant, ())) - _SAID_OF_MANY
    return not wanted & frozenset(term_texts(written_out(said, ())))


def _of_the_field(text: str) -> tuple[str, ...]:
    """A question for a line that is not named, as one for that line."""
    if (said := _everyday(text)) is None:
        return ()
    wording, found = said
    parts = found.groupdict(default="")
    who = _of(parts.get("who", ""))
    return tuple(
        f"What was {each.format(**parts)}{found['when']}{'' if _WHOSE in each else who}"
        for each in wording.says
        if who or _WHOSE not in each
    )


def _everyday(text: str) -> tuple[Wording, re.Match[str]] | None:
    """The wording of a field that a question has, with its parts."""
    found = ((wording, wording.asks.match(text)) for wording in wordings())
    return next(((each, match) for each, match in found if match is not None), None)


def _of_a_doing(text: str) -> tuple[str, ...]:
    """A question for what was spent, had or reached, as one for the row; nothing for others."""
    if spent := _SPENT.match(text):
        of = _of(spent["who"])
        plain = f"What was {spent['what']}{of}"
        thing, when = _apart(spent["what"])
        named = f"What was {thing} {_EXPENSE}{when}{of}"
        return (plain,) if _SAYS_COST.search(thing) else (plain, named)
    if paid := _paid(text):
        behind = f"{paid['rest']}{_of(paid['who'])}"
        plain = f"What was {paid['what']} paid{behind}"
        in_cash = _IN_CASH.match(paid["what"])
        if in_cash is None:
            return (plain,)
        thing = "income taxes" if in_cash["taxes"] else paid["what"]
        taxes = (f"What was {thing} paid{behind}",) if thing != paid["what"] else ()
        return (plain, *taxes, f"What was cash paid for {thing}{behind}")
    if per_share := _PER_SHARE.match(text):
        return (f"What was {per_share['what']}{per_share['when']}{_of(per_share['who'])}",)
    if had := _HAD_FROM.match(text):
        what, of = had["what"], re.sub(r"(?i)^(?:its|their|our|the) ", "", had["of"])
        return (f"What was {of} {what}{had['when']}{_of(had['who'])}",)
    if had := _HAD.match(text):
        return (f"What was {had['what']}{had['when']}{_of(had['who'])}",)
    if came := _CAME_TO.match(text):
        return (f"What was {came['what']}{came['when']}",)
    return ()


def _paid(text: str) -> re.Match[str] | None:
    return next(filter(None, (each.match(text) for each in _PAID)), None)


def _apart(what: str) -> tuple[str, str]:
    """A thing, and the time that is said behind it."""
    when = _WHEN.search(what)
    return (what[: when.start()], when.group()) if when else (what, "")


def _of(who: str) -> str:
    who = who.strip()
    return "" if not who or _NOBODY.match(who) else f" of {who}"
