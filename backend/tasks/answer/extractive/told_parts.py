"""The part of a sentence that answers by itself, where the rest only says the question again.

“Working capital consists of stocks less debts.” tells what working capital consists of by its last
words, and “Costs were $12 million and $9 million in 2021 and 2020, respectively” what they were in
2020 by the second of its amounts. The whole sentence is told where it has another amount or day
that could be meant, denies something or says the question in other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from backend.analysis import Term, stem, term_texts, terms
from backend.calendar_words import MONTH_IN_PROSE
from backend.question_kinds import AS_HEAD, AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.phrases import DATES, YEARS
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.required import years_named

HELD = 0.8
"""Share of the question's weight that a sentence holds which says the question again."""
MOST_BESIDE = 3
"""Words of its own that such a sentence has at most before the part that answers."""
_PARTS = re.compile(r"(?i);\s|,?\s(?:and|but|while|whereas)\s")
"""Between parts that tell a deed each."""
AROUND = 25
"""Characters before an amount among which a word of change makes it a step or a level."""

_MONEY = (
    r"(?:(?:US|U\.S\. ?|C|A|HK|NT)?[$€£¥]|\b(?:USD|EUR|GBP|CHF|RMB) ?)\s?\d+(?:,\d{3})*(?:\.\d+)?"
    r"(?:\s(?:thousand|million|billion|trillion)\b)?"
)
_SHARE = r"(?<![\w.,])\d+(?:\.\d+)?\s?(?:%|per ?cent\b)"
_SPAN = (
    r"(?<![\w.,])(?:\d{1,3}(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    r"several|a few)[\s-](?:second|minute|hour|day|week|month|year)s?\b"
)
_ABOUT = (
    r"(?:\b(?:up to|approximately|about|around|roughly|nearly|almost|over|more than|less than"
    r"|at least|at most|under|below|above|some)\s+)?"
)
"""What an amount is not told without."""
_ONE = {"money": _MONEY, "share": _SHARE, "span": _SPAN}
_FORMS = {name: re.compile(f"(?i){_ABOUT}(?:{form})") for name, form in _ONE.items()}
_ASKS_AMOUNT = re.compile(
    r"(?i)^(?:as (?:of|at) [^,]+, )?"
    r"(?:how much|by how much|what (?:is|was|are|were)|what percentage|over|for|in|within"
    r"|how long)\b"
)
_ASKS_MONEY = re.compile(
    r"(?i)^how much\b"
    r"|^(?!how).*\b(?:amounts?|costs?|expenses?|charges?|loss(?:es)?|gains?|benefits?|debts?|"
    r"revenues?|sales|income|profits?|dividends?|liabilit(?:y|ies)|reserves?|provisions?|payments?|"
    r"credits?|depreciation|amorti[sz]ation|fees?|tax(?:es)?|value|price|receivables?|guarantees?|"
    rf"deposits?)(?:{AS_HEAD}|\s+[a-z]+(?:ed|ing)\b)"
)
"""A sum of money that is asked for, by its head: “the credit desk” is none."""
_ASKS_SHARE = re.compile(
    r"(?i)\bper ?cent(?:age)?\b|^what (?:is|was|are|were) (?:the )?(?:\S+ ){0,2}?"
    r"(?:rate|proportion|share)\b"
)
_ASKS_SPAN = re.compile(
    r"(?i)^(?:over|for|in|within) (?:what|which|how many|how long)\b|^how long\b"
    r"|^what (?:is|was|are|were) .*\b(?:period|duration|term|life)\b"
)
_UP = r"increas\w*|grow\w*|grew|ris(?:e|es|en|ing)|rose|improv\w*"
_DOWN = r"decreas\w*|declin\w*|reduc\w*|fall\w*|fell|drop\w*"
_CHANGE = re.compile(
    rf"(?i)\b(?:{_UP}|{_DOWN}|chang\w+|higher|lower|more|less|differ\w*|average)\b"
)
"""Words beside which an amount may be a level or a step."""
_TOTAL = re.compile(r"(?i)\b(?:total|sum|together|altogether|combined|both)\b")
_ASKS_STEP = re.compile(
    rf"(?i)^(?:by )?how much (?:did|has|have|was|were)\b.*?\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b"
    r"|^what (?:is|was) the (?:\S+ ){0,8}?(?:(?P<rise>increase|growth|rise|improvement)"
    r"|(?P<fall>decrease|decline|reduction|fall|drop))(?: (?:in|of|from|by|for)\b|\W*$)"
)
_STEPS = re.compile(
    rf"(?i)\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s+(?:by\s+)?"
    rf"(?P<amount>{_ABOUT}(?:{_MONEY}|{_SHARE}))"
)
_RANGE = re.compile(r"(?i)(?:\b(?:and|to|or|from)|[–-])\s*$")
"""What stands before the end of a range, or the second of two amounts."""
_RUN = r"{0}(?:, {0})*,? and {0}"
_YEAR = r"(?:(?:(?:fiscal|financial)(?: years?)?|years?|[A-Z][a-z]+ \d{1,2},) )?(?:19|20)\d\d"
_MONEYS = re.compile(_RUN.format(f"(?:{_MONEY})"))
_SHARES = re.compile(_RUN.format(f"(?:{_SHARE})"))
_YEARS_IN_A_ROW = re.compile(_RUN.format(f"(?:{_YEAR})"))
_A_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_RESPECTIVELY = re.compile(r"(?i)\brespectively\b")
_BEFORE_IT = re.compile(
    rf"(?P<now>{_MONEY}|{_SHARE})\s*\((?P<year>(?:19|20)\d\d): (?P<then>{_MONEY}|{_SHARE})\)"
)
"""“£3 million (2018: £2 million)”."""
_WHEN = re.compile(
    r"(?i)^(?:when (?:did|was|were|has|had)|(?:in|on) (?:which|what) (?:year|date|day|month))\b"
)
_UNSURE_DAY = re.compile(
    r"(?i)\b(?:before|after|until|till|since|through|by|prior to|expected|following|between|from"
    r"|to)(?: the)?(?: end of| beginning of)?\s*$"
)
_ASKS_PART = re.compile(
    r"(?i)^(?P<how>what|how|where) (?:(?P<does>do|does|did)|is|are|was|were|can)\b"
)
_ASKS_MORE = re.compile(r"(?i)\band (?:why|how|where|when|who|whom|what|which)\b")
_MONTH_BEFORE = re.compile(rf"(?i)\b(?:{MONTH_IN_PROSE}),?\s*$")
_ENDS = re.compile(r"(?i)\b(?P<word>to|of|by|as|in|for|from|on|with|under|into)\s*\?*\s*$")
_OTHERS_AMOUNT = re.compile(
    r"(?i)(?:, | and | but )(?:[^\W\d_][\w’'-]* ){1,4}?"
    r"(?:(?:for|at|in|by|to|with|from|only|about) )?"
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\W*$"
)
"""At the end of a sentence: the amount of something else, without its unit."""
_OUT_OF = re.compile(
    r"(?i)\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|half|most|none|all|some|many|few"
    r"|part|each|only|third|quarter) (?:out )?of (?:(?:the|its|our|their|about) )*$"
)
_FIGURES = frozenset((AnswerKind.COUNT, AnswerKind.AMOUNT))
_SAYS = frozenset(
    (
        *("is", "are", "was", "were", "be", "been", "represent", "represents", "represented"),
        *("mean", "means", "include", "includes", "included", "comprise", "comprises", "comprised"),
        *("consist", "consists", "consisted", "refer", "refers"),
        *("primarily", "mainly", "principally", "generally"),
    )
)
_AFTER = {"consist": "of", "consists": "of", "consisted": "of", "refer": "to", "refers": "to"}
_BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
_DEFINE = _SAYS - _BE
_A_THING = re.compile(r"(?i)(?:an?|the|one|any|those)\b")
_GOES_ON = re.compile(r"(?i)(?:[,;:(–—]|(?:and|or|but|which|who|that|when|if|while|whereas)\b)")
_PREPOSITION = re.compile(
    r"(?i)(?:to|of|by|as|in|for|from|on|with|under|into|at|during|since|after|before|until|through|"
    r"due|because|within|below|above|over|between|based|not)\b"
)
_MANNER = re.compile(
    r"(?i)(?:by|with|through|using|based|under|on|in|as|from|according|to|into|at|via|"
    r"\w+ly)\b"
)
_HOW_I_DO = re.compile(r"(?i)^how (?:do|can|could|should|must|would) (?:i|we|you|one)\b")
_BY_WHAT = re.compile(r"(?i)(?:by|with|through|using|via)\b")
"""What one does it by: “set the lamp to off” is no way “to off”."""
_PLACE = re.compile(
    r"(?i)(?:in|at|on|within|under|below|above|near|beside|behind|inside|outside|next|between|to)\b"
)
_STATEMENT = re.compile(r";\s")

_Rule = Callable[[Question, str], str]
"""Which words of a sentence answer a question; empty where the rule cannot tell."""


def told_part(question: Question, sentence: str) -> str:
    """The words of a sentence that answer; empty where they cannot be told apart from the rest.

    Args:
        question: what is asked.
        sentence: one that answers it, whole.
    """
    return _told(question, sentence)[1]


def states_it(question: Question, sentence: str) -> bool:
    """Whether a sentence states in the question's own words what something consists of, means or
    is, or by how much it rose or fell: such a one answers, however seldom its words are.

    Args:
        question: what is asked.
        sentence: a whole one.
    """
    rule, told = _told(question, sentence)
    if rule is not _rest:
        return rule is _step
    before = sentence[: sentence.rfind(told)].split()
    defines = any(word.casefold() in _DEFINE for word in before[-2:])
    return defines or bool(_A_THING.match(told))


def _told(question: Question, sentence: str) -> tuple[_Rule | None, str]:
    """The first rule that tells words of a sentence apart, with these words; None and nothing where
    none does."""
    whole = sentence.rstrip().rstrip("\"'”’)").endswith((".", "!"))
    if whole and not _ASKS_MORE.search(question.text):
        for rule in _RULES:
            if told := rule(question, sentence):
                return rule, told
    return None, ""


# --- amounts and days ----------------------------------------------------------------------------


def _of_its_year(question: Question, sentence: str) -> str:
    """The amounts of the years that are asked for: where as many amounts as years are told
    "respectively", of several "2021: $4; 2020: $3"; or where the year before has its amount in
    brackets."""
    years = _A_YEAR.findall(question.text)
    if not years or (_TOTAL.search(question.text) and len(set(years)) > 1):
        return ""
    if _CHANGE.search(question.text) or not _says_again(question, sentence):
        return ""
    of = _in_a_row(sentence) if _RESPECTIVELY.search(sentence) else _with_year_before(sentence)
    if not of or not of.keys() >= set(years):
        return ""
    asked = list(dict.fromkeys(years))
    if len(asked) == 1:
        return of[asked[0]]
    return "; ".join(f"{year}: {of[year]}" for year in asked)


def _in_a_row(sentence: str) -> dict[str, str]:
    """The amount of each year, where a sentence has one row of amounts and one of years."""
    amounts = [
        (form, match.group())
        for form, row in ((_MONEY, _MONEYS), (_SHARE, _SHARES))
        for match in row.finditer(sentence)
    ]
    years = [match.group() for match in _YEARS_IN_A_ROW.finditer(sentence)]
    if len(amounts) != 1 or len(years) != 1:
        return {}
    form, row = amounts[0]
    told, named = re.findall(form, row), _A_YEAR.findall(years[0])
    if len(told) != len(named) or len(set(named)) != len(named):
        return {}
    return dict(zip(named, told, strict=True))


def _with_year_before(sentence: str) -> dict[str, str]:
    """The amounts of a year and the one before, told in brackets behind it."""
    pairs = list(_BEFORE_IT.finditer(sentence))
    if len(pairs) != 1:
        return {}
    pair = pairs[0]
    others = set(_A_YEAR.findall(sentence)) - {pair["year"]}
    following = str(int(pair["year"]) + 1)
    of = {pair["year"]: pair["then"]}
    # a year alone may be of something else, as when debts fall due
    return {**of, following: pair["now"]} if not others or following in others else of


def _step(question: Question, sentence: str) -> str:
    """By how much something rose or fell, where the sentence says so right behind its verb."""
    asked = _ASKS_STEP.match(question.text.strip())
    step = _STEPS.search(sentence)
    if asked is None or step is None or NEGATION.search(sentence):
        return ""
    rises = bool(asked["up"] or asked["rise"])
    verb = stem(next(word for word in asked.groups() if word).casefold())
    if rises != bool(step["up"]) or not _says_again(question, sentence[: step.end()], verb):
        return ""
    years, said = _A_YEAR.findall(question.text), _A_YEAR.findall(sentence)
    if years and max(years) not in said:
        return ""
    is_share = re.search(_SHARE, step["amount"]) is not None
    if is_share != bool(_ASKS_SHARE.search(question.text)):
        return ""
    return step["amount"].strip()


def _only_amount(question: Question, sentence: str) -> str:
    """The amount of the sentence that is asked for, where it has no other."""
    asks = question.text.strip()
    if not _ASKS_AMOUNT.match(asks) or _CHANGE.search(asks) or NEGATION.search(sentence):
        return ""
    if _TOTAL.search(asks) and not _TOTAL.search(sentence):
        return ""
    if _ASKS_SPAN.match(asks):
        form = "span"
    elif _ASKS_SHARE.search(asks):
        form = "share"
    elif _ASKS_MONEY.search(asks):
        form = "money"
    else:
        return ""
    found = list(_FORMS[form].finditer(sentence))
    if len(found) != 1 or not _says_again(question, sentence):
        return ""
    if question.kind is AnswerKind.DEFINITION or _is_of_another_year(asks, sentence):
        return ""
    amount = found[0]
    if _OTHERS_AMOUNT.search(sentence, amount.end()):
        return ""  # “Skiffs for two years, gigs for five.”
    before = sentence[max(0, amount.start() - AROUND) : amount.start()]
    if _RANGE.search(before):
        return ""
    changes = _CHANGE.search(before) or _CHANGE.match(sentence[amount.end() :].strip())
    return "" if changes else amount.group().strip()


def _only_count(question: Question, sentence: str) -> str:
    """The number right before what is counted, with it, where no other stands before it."""
    if question.kind is not AnswerKind.COUNT or not question.focus or NEGATION.search(sentence):
        return ""
    if _CHANGE.search(question.text) or _TOTAL.search(question.text):
        return ""
    numbers = re.finditer(
        r"(?i)(?<![\w.,$€£-])(?P<number>\d+(?:,\d{3})*|two|three|four|five|six|seven|eight|nine|ten|"
        r"eleven|twelve) (?P<what>[^\W\d_]+)(?P<more> [^\W\d_]+)?",
        sentence,
    )
    counted = [number for number in numbers if stem(number["what"].lower()) == question.focus[0]]
    if any(_OUT_OF.search(sentence[: number.start()]) for number in counted):
        return ""  # of “9 of 12 oars” twelve is all there are
    if any(_OTHERS_AMOUNT.search(sentence, number.end("what")) for number in counted):
        return ""  # “A gig has six oars, a skiff two.”
    if any(_is_of_other_deed(question, sentence, number.start()) for number in counted):
        return ""  # “It was allowed four times and refused once.”
    found = [
        number.group()
        if _ends_focus(question, number["more"])
        else number.group().removesuffix(number["more"] or "")
        for number in counted
    ]
    if len(found) != 1 or _is_of_another_year(question.text, sentence):
        return ""
    return found[0] if _says_again(question, sentence) else ""


def _is_of_other_deed(question: Question, sentence: str, at: int) -> bool:
    """Whether the last word of a question that a sentence has stands in another part of it than a
    number, and in that one alone."""
    cuts = [0, *(match.start() for match in _PARTS.finditer(sentence)), len(sentence)]
    parts = [(sentence[left:right], left <= at < right) for left, right in pairwise(cuts)]
    for term in reversed(list(terms(question.text))):
        holding = [own for text, own in parts if term.text in term_texts(text)]
        if holding and term.text not in question.focus:
            return holding == [False]
    return False


def _ends_focus(question: Question, more: str | None) -> bool:
    """Whether a word ends the name of what is counted: “12 boat owners”."""
    if more is None or not more.endswith("s"):
        return False  # a verb may stand there: “12 boats came”
    return bool(question.focus[1:]) and question.focus[1:] == tuple(term_texts(more))


def _is_of_another_year(asks: str, sentence: str) -> bool:
    """Whether a sentence names years and none of those that are asked for."""
    years, said = set(_A_YEAR.findall(asks)), set(_A_YEAR.findall(sentence))
    return bool(years and said and not years & said)


def _only_day(question: Question, sentence: str) -> str:
    """The day or year of the sentence, where when something was is asked and it has no other."""
    if not _WHEN.match(question.text.strip()) or NEGATION.search(sentence):
        return ""
    days = [match for match in DATES.finditer(sentence) if _A_YEAR.search(match.group())]
    years = [
        match
        for match in YEARS.finditer(sentence)
        if not any(day.start() <= match.start() < day.end() for day in days)
    ]
    found = [*days, *years]
    before = sentence[: found[0].start()] if found else ""
    if len(found) != 1 or _UNSURE_DAY.search(before) or _MONTH_BEFORE.search(before):
        return ""
    named = years_named(question.text)
    return "" if named or not _says_again(question, sentence) else found[0].group()


def _says_again(question: Question, sentence: str, but: str = "") -> bool:
    """Whether a sentence holds nearly all words of the question but its years, “long”, and one that
    it may say otherwise."""
    held = frozenset(term.text for term in terms(sentence))
    weights = {
        term: weight
        for term, weight in question.weights.items()
        if not term.isdigit() and term not in {"long", but}
    }
    own = sum(weight for term, weight in weights.items() if term in held)
    return bool(weights) and own >= HELD * sum(weights.values())


# --- what stands behind the question's words -----------------------------------------------------


def _rest(question: Question, sentence: str) -> str:
    """What follows the words of the question in a sentence that begins with them."""
    asks = question.text.strip()
    asked = _ASKS_PART.match(asks)
    if asked is None or (question.kind in _FIGURES and any(map(str.isdigit, sentence))):
        return ""  # what the fees are may be asked of their sum
    end = _ENDS.search(asks)
    said = list(terms(sentence, keep_stop_words=True))
    words = [sentence[each.start : each.end].casefold() for each in said]
    at = _behind(question, said, words, end["word"].casefold() if end is not None else "")
    if at is None or (asked["does"] and at > 1 and words[at - 2] in _BE):
        return ""  # what is done to it is none of what it does
    opening = sentence[: said[at - 1].end]
    beside = [term for term in terms(opening) if term.text not in question.weights]
    if len(beside) > MOST_BESIDE or ":" in opening or _STATEMENT.search(opening):
        return ""
    verb = stem(_ENDS.sub("", asks).strip(" ?").rpartition(" ")[2].casefold())
    of_verb = _ends_with_verb(verb, said[:at], words[:at], does=bool(asked["does"]))
    after = next((place for place in range(at, len(said)) if words[place] not in _BE), at)
    if verb not in question.weights and after < len(said) and said[after].text == verb:
        at, of_verb = after + 1, True  # a verb of little weight: “is listed”
    if end is not None and at < len(said) and words[at] == end["word"].casefold():
        at += 1
    behind = at
    while at < len(said) and words[at] in _SAYS:
        joint = _AFTER.get(words[at])
        at += 1 + (joint is not None and words[at + 1 : at + 2] == [joint])
    if at == behind and not of_verb:
        return ""  # “rope” of “What is rope?” may open “Rope walks are long.”
    rest = sentence[said[at - 1].end :].strip()
    how = _BY_WHAT if _HOW_I_DO.match(asks) else _MANNER
    form = {"how": how, "where": _PLACE}.get(asked["how"].casefold())
    if not rest or _GOES_ON.match(rest) or not any(map(str.isalnum, rest)):
        return ""
    if (form is None and _PREPOSITION.match(rest)) or (form is not None and not form.match(rest)):
        return ""
    return _STATEMENT.split(rest)[0].strip()


def _ends_with_verb(verb: str, said: Sequence[Term], words: Sequence[str], *, does: bool) -> bool:
    """Whether the words of the question end with its verb: with its last word where it asks what
    something does, else with a participle that a form of “be” stands before."""
    if does:
        return said[-1].text == verb
    return words[-1].endswith(("ed", "en", "ne", "ld")) and not _BE.isdisjoint(words)


def _behind(question: Question, said: Sequence[Term], words: Sequence[str], end: str) -> int | None:
    """The place behind the question's words where these open a sentence; None where it does not say
    them, or where one of them comes again and what follows is no plain statement of it.

    Args:
        end: the preposition that the question ends with, else empty.
    """
    places = [at for at, term in enumerate(said) if term.text in question.weights]
    held = frozenset(said[at].text for at in places)
    if not places or question.share_of(held) < HELD:
        return None
    first = next(at for at in places if held <= frozenset(term.text for term in said[: at + 1]))
    states = words[first] in _SAYS or words[first + 1 : first + 2] == [end]
    states = states or not _SAYS.isdisjoint(words[first + 1 : first + 2])
    return first + 1 if states or first == places[-1] else None


_RULES: tuple[_Rule, ...] = (_of_its_year, _step, _only_amount, _only_count, _only_day, _rest)
