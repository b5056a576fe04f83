"""The forms of English in which people ask for whole columns, as regular expressions.

Groups: `entity` are the words for the rows, `measure` those for the column of figures.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.comparison_words import one_of, superlatives, verbs

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT_WORD = rf"(?P<most>\d{{1,2}}|{'|'.join(NUMBERS)})"
_RANK = (
    r"(?:(?P<high>most|highest|largest|greatest|biggest|maximum)"
    r"|(?P<low>fewest|lowest|smallest|least|minimum))"
)
_ASKING = r"(?:which|what(?: are)?|name|list|show(?: me)?|give(?: me)?)"
_IS = r"(?:is|are|was|were)"
_TOLD = rf"(?:(?:what|which) {_IS} |show(?: me)? |give(?: me)? |list )?"
_HAVING = (
    r"(?:have|has|had|with|by|shows?|showed|placed|made|took|holds?|held|contains?|houses?|keeps?"
    r"|gets?|got|received?|receives)"
)
TOP = (
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?{_COUNT_WORD} (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} "
        r"(?P<measure>.+)$"
    ),
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?top {_COUNT_WORD} (?P<entity>.+?) (?P<by>by) "
        r"(?P<measure>.+)$"
    ),
    re.compile(
        rf"(?i)^(?:in )?(?:which|what) (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} (?P<measure>.+)$"
    ),
    re.compile(rf"(?i)^(?P<entity>who) {_HAVING} (?:the )?{_RANK} (?P<measure>.+)$"),
)
DONE = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?P<verb>\w+ed|bought|sold|ate|drank|drove|flew|gave|held"
    r"|kept|lent|ran|rode|sent|spoke|swam|taught|threw|took|wrote) (?:the )?"
    r"(?:(?P<high>most)|(?P<low>least))(?P<often> often| frequently)?(?P<rest> (?:in|on|at) .+)?$"
)
SPENT = re.compile(
    r"(?i)^(?:(?:in|on|at|for|to|with) )?(?:which|what) (?P<entity>.+?) "
    r"(?:(?:did|do) (?:we|they|you|i) )?"
    r"(?:spent|spend|paid|pay|charged|charge|earned|earn|made|make|brought in|bring in|generated"
    r"|took|take) "
    r"(?:the )?(?:(?P<high>most)|(?P<low>least))(?: money| revenue| sales| turnover)?"
    r"(?: (?:on|in|at|for|to|with)$|(?P<rest> (?:on|in|at|for|to|with) .+)$|$)"
)
DEAREST = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?:is|was|are|were) (?:the )?"
    r"(?:(?P<high>most expensive|costliest|dearest)|(?P<low>cheapest|least expensive))$"
)
HIGHEST = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?:is|was|are|were) (?:the )?"
    r"(?:(?P<high>highest|largest|biggest|greatest)|(?P<low>lowest|smallest))$"
)
"""Of what rows come to: "Which invoice is the highest?"."""
LARGEST = re.compile(
    r"(?i)^(?:which|what) (?:is|was|are|were) (?:the|our|my) "
    r"(?:(?P<high>highest|largest|biggest|greatest)|(?P<low>lowest|smallest)) "
    r"(?P<entity>[^\W\d_]+)(?P<rest> (?:in|for|from|of|to|at|by|with) .+)?$"
)
"""The same the other way round: "What was the largest invoice in May?"."""
WHO_SPENT = re.compile(
    r"(?i)^who (?P<verb>spent|paid|bought|ordered|sold|booked) (?:the )?"
    r"(?:(?P<high>most)|(?P<low>least))(?: money)?$"
)
"""Of a column such as "Paid by"."""
DECIDED = re.compile(r"(?i)^(?:has|have|had|is|are|was|were|did|does|do) (?P<entity>\S+ .+)$")
"""What one cell that holds yes or no decides."""
PLACED = re.compile(
    r"(?i)^where (?:is|are|was|were|does|do|did) (?:the )?(?P<entity>.+?)"
    r"(?: live| lives| lie| stand| sit| work| located| kept| stored| based)?$"
)
SHARE = re.compile(
    r"(?i)^(?:what|which) (?:share|percentage|proportion|per ?cent) of (?:all )?(?:the |our )?"
    r"(?P<entity>.+)$"
)
_HAPPENED = r"(?P<verb>[a-z]+(?:ed|ld|ught|ent|id|de|wn|ken|ven))"
FLOWED = re.compile(
    rf"(?i)^how (?:many|much) (?P<measure>.+?) (?:was|were|has been|have been) {_HAPPENED}\b"
    r"(?P<rest>.*)$"
)
"""What was sold, ordered or delivered: such figures add up, unlike what rows have."""
HOW_MANY = re.compile(r"(?i)^how many\b")
CARRIED = re.compile(r"(?i)^how (?:many|much)(?P<measure> .+?)? did (?P<rest>.+)$")
"""The same with a verb somewhere in the rest: "How much did the ferry carry in May?"."""
VERB = re.compile(r"^[a-z]{2,}(?:ss|[a-rt-z])$")
"""The plain form of a verb, which a noun of many is not."""
LIGHT = frozenset(["make", "take", "do", "have", "get", "give"])
"""Verbs that say no more of a thing than that it was done."""
ARTICLES = frozenset(["the", "a", "an", "all", "our", "my", "their", "his", "her", "its"])
AFTER_VERB = frozenset(
    [
        *("in", "on", "at", "to", "from", "for", "with", "by", "during", "over", "under"),
        *("above", "below", "between", "where", "within"),
    ]
)
_SUMMED = r"(?:in total|in all|altogether|overall|all together)"
IN_TOTAL = re.compile(rf"(?i)^{_SUMMED}\b|\b{_SUMMED}$")
LASTS = re.compile(r"(?i)^(?:run|ran|last|lasted|take|took|taken|score|scored)$")
"""Verbs that say no more than that a thing has so many: no table is called after them."""
PART = re.compile(
    r"(?i)^(?:what|which) (?:share|percentage|proportion|per ?cent) of (?:all )?(?:the |our )?"
    r"(?:total |whole |entire |overall )?"
    r"(?P<measure>.+?) (?:is|was|are|were|came|comes|come|went|goes|has been|have been)\b"
    rf"(?: {_HAPPENED}\b)?(?P<rest>.*)$"
)
OF_MONEY = re.compile(
    r"(?i)^(?:expenses?|expenditures?|costs?|spending|sales|revenues?|income|turnover)\b"
)
"""A share of these is one of their amount, and not of how many rows there are."""
IN_TIME = re.compile(
    r"(?i)^(?:which|what|(?P<who>who)) (?P<entity>.+?) (?:the )?"
    r"(?:(?P<low>first|earliest)|(?P<high>last|latest|most recently))$"
)
GROWTH = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?:grew|rose|increased) (?:the )?"
    r"(?:(?P<high>fastest)|(?P<low>slowest))\b(?P<measure>.*)$"
)
COSTING = re.compile(
    rf"(?i)^(?:how much|what) (?:do|does|did|has|have|will) (?P<all>all (?:of )?)?"
    rf"(?:the |our |these |those )?(?P<entity>.+?) (?P<verb>{one_of(verbs())})"
    r"(?P<together> together| in total| in all| in sum)?$"
)
"""What things come to together: "How much did all the chairs cost?"."""
TIMES = re.compile(
    r"(?i)^how (?:often|many times) (?:(?P<be>was|were|is|are|has|have)|did|does|do) (?P<rest>.+)$"
)
ENDS_OF_TIME = (
    re.compile(
        r"(?i)^when (?:did|do|does|was|were|has|have) (?P<who>.+?) "
        r"(?:(?P<low>first)|last|most recently) (?P<verb>[a-z]+)(?P<rest> .+)?$"
    ),
    re.compile(
        r"(?i)^(?:when|on (?:which|what) (?:day|date)) (?:was|is) (?:the |our )"
        r"(?:(?P<low>first|earliest)|last|latest|most recent) (?P<rest>.+)$"
    ),
)
"""On which day something was done last: "When did we last pay the mill?"."""
COUNT = re.compile(
    rf"(?i)^(?:how many|{_TOLD}(?:the )?number of|count(?: of)?(?: the)?) "
    r"(?P<different>(?:different|distinct|unique) )?(?P<entity>.+)$"
)
LIST = re.compile(r"(?i)^(?:list|name|show(?: me)?|which|what are) (?P<entity>.+)$")
ADDED = re.compile(
    rf"(?i)^{_TOLD}(?:the )?(?:(?P<sum>total|sum)|(?P<mean>average|mean))(?: of)? (?P<measure>.+)$"
)
EXTREME = re.compile(
    rf"(?i)^{_TOLD}(?:the )?(?:(?P<high>highest|largest|maximum)|(?P<low>lowest|smallest|minimum)) "
    r"(?P<measure>.+)$"
)
AGGREGATE = re.compile(
    r"(?i)^(?:(?P<mean>average|mean)(?: in)?|(?P<sum>total|sum of|overall)|(?P<count>number of)"
    r"|(?P<single>single)) (?P<of>.+)$"
)
_SUPERLATIVE = one_of(superlatives())
_VERB = one_of(verbs())
COMPARED = (
    re.compile(
        rf"(?i)^(?:(?:which|what|(?P<who>who)) {_IS} |{_ASKING} )?(?:the )?(?:{_COUNT_WORD} )?"
        rf"(?P<word>{_SUPERLATIVE}) (?P<entity>.+)$"
    ),
    re.compile(rf"(?i)^(?:which|what) (?P<entity>.+?) {_IS} (?:the )?(?P<word>{_SUPERLATIVE})$"),
    re.compile(
        rf"(?i)^(?:which|what|(?P<who>who))(?P<entity>| .+?) (?P<word>{_VERB}) (?:the )?"
        r"(?:(?P<high>most)|(?P<low>least))$"
    ),
)
LOOKED_UP = (
    re.compile(rf"(?i)^(?:(?:what|which) {_IS}|tell me) (?:the )?(?P<entity>.+)$"),
    re.compile(rf"(?i)^(?P<who>who) {_IS} (?:the )?(?P<entity>.+)$"),
    re.compile(rf"(?i)^(?P<when>when) (?:{_IS}|did|does) (?P<entity>.+)$"),
    re.compile(
        rf"(?i)^(?:how much|what) (?:do|does|did) (?:the |an? )?(?P<entity>.+?) (?P<verb>{_VERB})$"
    ),
    re.compile(
        r"(?i)^(?P<many>how (?:much|many)) "
        r"(?P<entity>.+ (?:do|does|did|has|have|had|is|are|was) .+)$"
    ),
)
DONE_FIRST = re.compile(r"(?i)^\w+ed\b")
"""What "was ordered" is no order."""
PHRASE = re.compile(r"(?i)^(?:the )?[\w ]+ (?:of|for) [^?]+$")
"""A question in a few words: "Salary of Boris Bell"."""
WHO = re.compile(r"(?i)^who (?P<entity>.+)$")
PER = re.compile(
    r"(?i)\s+(?P<how>per|(?:grouped |broken down )?by|(?:for|in|of|at|from|by) (?:each|every)|each)"
    r"\s+(?P<group>[\w'’-]+(?: [\w'’-]+){0,2}?)"
    r"(?=$|\s+(?:in|on|of|for|with|where|from|at|that|which|whose|is|are|was|were|there)\b|\s{2,}|,)"
)
PERIODS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annual": "year",
}
_PERIODIC = "|".join(PERIODS)
PERIODIC = re.compile(
    rf"(?i)^{_TOLD}(?:the |our )?(?:(?:average|mean) (?P<one>{_PERIODIC})|(?P<two>{_PERIODIC}) "
    r"(?:average|mean)(?: of)?(?: the)?) (?P<measure>.+)$"
)
NUMBER_OF = re.compile(r"(?i)^(?:the )?(?:(?P<number>number of)|total(?: of)?) (?P<what>.+)$")
"""What an average is of that is of sums: "the average number of orders per month"."""
ENDING = re.compile(r"(?i)\s+(?:are there|is there|do we have|were there|there are)$")
_QUARTERS = tuple(
    (re.compile(rf"(?i)\b(?:the )?(?:{word}) quarter(?: of)? ((?:19|20)\d\d)\b"), rf"Q{at} \1")
    for at, word in enumerate(("first|1st", "second|2nd", "third|3rd", "fourth|4th"), start=1)
)
_ALTOGETHER = r"(?: in total| altogether| overall| all in all| together)?"
_PERIOD_WORDS = "days|weeks|months|quarters|years|seasons"
_EXTREME_WORD = "highest|lowest|largest|smallest|greatest|biggest"
_HALF = r"(?i)\b(?:in|during|for|of) (?:the )?(?:{half} half(?: of)?|H{at}) ((?:19|20)\d\d)\b"
_HALVES = (
    (re.compile(_HALF.format(half="first", at=1)), r"between January \1 and June \1"),
    (re.compile(_HALF.format(half="second", at=2)), r"between July \1 and December \1"),
)
PLAIN = (
    (
        re.compile(
            r"^([Ww]hat|[Ww]hen|[Ww]here) (is|was|are|were) "
            r"([A-Z][\w.&-]*(?: [A-Z][\w.&-]*){0,3})['’]s? (.+)$"
        ),
        r"\1 \2 the \4 of \3",
    ),
    (
        re.compile(
            r"(?i)^(?:in|on|at) (?:which|what) ([^\W\d_]+) (?:is|was|are|were) (?:the )?(.+?) "
            rf"(?:the )?({_EXTREME_WORD})$"
        ),
        r"which \1 has the \3 \2",
    ),
    (
        re.compile(
            rf"(?i)^(?:in|on) (?:which|what) ({_PERIOD_WORDS}) (?:is|was|are|were) (?:the )?(.+)$"
        ),
        r"which \1 have \2",
    ),
    (re.compile(r"(?i)^how much (is|was|are|were) (the .+ (?:of|for) .+)$"), r"what \1 \2"),
    (
        re.compile(r"(?i)^(what|how much) (does|did|is|was) (?:one|a single) (.+)$"),
        r"\1 \2 a \3",
    ),
    (
        re.compile(
            r"(?i)^((?:which|what|how many) .+?) (?:belong(?:s|ed)? to|(?:is|are|were) part of)"
            r" (?:the )?(.+)$"
        ),
        r"\1 are in \2",
    ),
    (
        re.compile(
            r"(?i)^what (?:do|does|did|has|have) (?:the )?(.+?) "
            r"(?:get|got|scored?|achieved?|received?|reach|reached) (?:in|for|on) (.+)$"
        ),
        r"what is the \2 of \1",
    ),
    (
        re.compile(r"(?i)^(which|what) (.+?) (has|had|have) the (?:higher|larger|greater|bigger) "),
        r"\1 \2 \3 the highest ",
    ),
    (
        re.compile(r"(?i)^(which|what) (.+?) (has|had|have) the (?:lower|smaller) "),
        r"\1 \2 \3 the lowest ",
    ),
    (  # "place" is a verb here; elsewhere it may be a column
        re.compile(
            r"(?i)^how many (.+?) (?:did|does|do) (?!.*\btakes? place\b)(.+?) place"
            r"(?=$| (?:in|on|before|after|since|between|from|during|with|over)\b)(.*)$"
        ),
        r"how many \1 of \2 were placed\3",
    ),
    (
        re.compile(
            r"(?i)^how much (?:money )?(?:did|has|have) (.+?) (?:spend|spent|pay|paid|earn|earned)"
            r"\b(.*?) on average$"
        ),
        r"what is the average money of \1\2",
    ),
    (
        re.compile(
            r"(?i)^how much (?:money )?(?:was|were|has been|have been) (?:spent|paid)\b(?: out)?"
            rf"(.*?){_ALTOGETHER}$"
        ),
        r"what is the total money\1",
    ),
    (
        re.compile(
            r"(?i)^how much (?:money )?(?:do|does|did|have|has) (?:we|i|you|they|it) "
            r"(?:spend|spent|pay|paid|earn|earned|invoice|invoiced|bill|billed|charge|charged)\b"
            rf"(.*?){_ALTOGETHER}$"
        ),
        r"what is the total money\1",
    ),
    (
        re.compile(
            r"(?i)^how much ((?!money\b)[^\W\d_]+(?: [^\W\d_]+)?) "
            r"(?:do|did|have) (?:we|i|you|they) "
            r"(?:spend|spent|pay|paid|earn|earned|invoice|invoiced|bill|billed|charge|charged)\b"
            rf"(.*?){_ALTOGETHER}$"
        ),
        r"what is the total \1\2",
    ),
    (
        re.compile(
            r"(?i)^how many ([^\W\d_]+) (?:do|did|have) (?:we|i|you|they) "
            rf"(?:spend|spent|work|worked|need|needed|put in)\b(.*?){_ALTOGETHER}$"
        ),
        r"what is the total \1\2",
    ),
    (
        re.compile(
            r"(?i)^how much (?:money )?(?:does|did|has) (.+?) (?:spend|spent|pay|paid)\b"
            rf"(.*?){_ALTOGETHER}$"
        ),
        r"what is the total money \1\2",
    ),
    (
        re.compile(
            r"(?i)^how much (?:money )?(?:does|did|has) (.+?) (?:earn|earned) (from|with) (.+)$"
        ),
        r"what is the total money \1 \2 \3",
    ),
    (
        re.compile(
            r"(?i)^how much (?:do|does|did) (?:all )?(?:the |our )?(.+?) "
            rf"(?:come|came|add up|amount|sum up)(?: up)? to{_ALTOGETHER}$"
        ),
        r"what is the total of the \1",
    ),
    (re.compile(r"(?i)^in (?:which|what) year (?=(?:is|was|were|did|does) )"), "when "),
    (
        re.compile(
            r"(?i)^in (?:which|what) (?!year|month|quarter|period|season|week)(\w+) "
            r"(?:is|are|was|were|do|does|did) (?:the )?(.+?)"
            r"(?: (?:stand|lie|sit|hang|belong|located|kept|stored|found|held))?$"
        ),
        r"what is the \1 of the \2",
    ),
    (
        re.compile(
            r"(?i)^how many (?:kilos?|kilogram(?:me)?s?|gram(?:me)?s?|kg|g|pounds?|lbs?|ounces?"
            r"|tons?|tonnes?) (do|does|did) (.+?) weighs?$"
        ),
        r"how much \1 \2 weigh",
    ),
    (  # "who has borrowed the most books"
        re.compile(
            r"(?i)^who (?:has|have|had) ((?!the )[^\W\d_]+) (?=the (?:most|least|fewest)\b)"
        ),
        r"who \1 ",
    ),
    (
        re.compile(
            r"(?i)^(what|which) (share|part|percentage|proportion|per ?cent) of (?:the )?"
            r"(?:total|whole|overall)(?: (?:spending|expenses|costs|amount|sum|money))? "
            r"(?=(?:was|were|is|are) (?:spent|paid)\b)"
        ),
        r"\1 \2 of the money ",
    ),
    (re.compile(r"(?i)\bwhat['’]s\b"), "what is"),
    (re.compile(r"(?i)\bwho['’]s\b"), "who is"),
    (re.compile(r"(?i)\s+(?:still|currently|already|altogether)\b"), ""),
    (re.compile(r"(?i)\bthe (\w+) ones\b"), r"\1"),
    (re.compile(r" us$"), ""),  # in small letters: "recommend us" is no country
    *_QUARTERS,
    *_HALVES,
    (re.compile(r"(?i)\b(is|are|was|were|do|does|did|has|have)n['’]t\b"), r"\1 not"),
)
_BEST_SOLD = re.compile(
    rf"(?i)^(?:(?:what|which|name|list|show(?: me)?)(?: {_IS})? )?(?:the |our )?"
    rf"(?:top )?(?:{_COUNT_WORD} )?(?P<how>best|top|worst|most|least)[- ](?:selling|sold) "
    r"(?P<what>[^\W\d]+(?: [^\W\d]+)?)(?P<rest>(?: (?:in|on|at|from|during|of|between|for) .+)?)$"
)


def with_best_sold(text: str) -> str:
    """A text such as "The three best-selling loaves" as "Which three loaves sold best"."""
    match = _BEST_SOLD.match(text)
    if match is None:
        return text
    many = f"{match['most']} " if match["most"] else ""
    end = "worst" if match["how"].casefold() in ("worst", "least") else "best"
    return f"which {many}{match['what']} sold {end}{match['rest']}"
