"""What kind of answer a question expects, read from its wording: English, German, French and
Spanish. Yes and no are asked for in English alone."""

from __future__ import annotations

import re
from enum import StrEnum


class AnswerKind(StrEnum):
    """The kind of answer that a question expects."""

    DATE = "date"
    COUNT = "count"
    AMOUNT = "amount"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    MANNER = "manner"
    YES_NO = "yes_no"
    CHOICE = "choice"
    LIST = "list"
    DEFINITION = "definition"
    OTHER = "other"


_AUXILIARY = re.compile(
    r"(?i)^(?:am|is|are|was|were|do|does|did|can|could|has|have|had|should|will|would|may|must)\b"
)
_CHOICE = re.compile(
    r"(?i)\b(?:which|who|whose|what|is|was|were|are|did|does|between)\b.*\bor\b.*\w"
)
_COMPARATIVE = re.compile(
    r"(?i)\b(?:first|last|earlier|later|older|younger|oldest|youngest|more|most|less|fewer|fewest|"
    r"before|after|longer|shorter|larger|smaller|higher|lower|bigger|taller|newer|closer|further|"
    r"farther|which|who)\b"
)
AS_HEAD = (
    r"(?=\s*(?:[?.,;:]|$)|\s+(?:of|in|per|on|at|by|to|from|with|without|within|for(?!\s*(?:\?|$))|"
    r"a|an|each|this|last|next|now|today|is|was|are|were|has|have|had|do|does|did|will|would|must|"
    r"can|should|due|paid|charged|under|during|since|after|before|until|when|if|between|and|or|"
    r"that|which|i|we|you|they|he|she)\b)"
)
"""After a noun: it is the head of its phrase. “The deposit for?”, “the discount code” and “the rent
include” ask for no figure."""
_PLURAL = r"(?:[a-z]+(?:[^s\W]s|ies|ses|xes|ches|shes)|people|children|men|women|criteria|data)"
_ABROAD = (
    (
        AnswerKind.COUNT,
        re.compile(
            r"(?i)^(?:(?:um|auf|für|mit|aus|in|zu) )?wie\s?viele?n?r? "
            r"(?!(?:uhr|geld|kostet|kosten|zahlt|muss|betr[aä]gt)\b)"
            r"|^(?:(?:à|de|en|pour|avec|dans|pendant|depuis) )?combien d(?:e |['’])"
            r"(?!(?:temps|argent)\b)"
            r"|^(?:(?:a|de|en|para|con|por|durante) )?cu[aá]nt[oa]s\b"
            r"|^(?:quel est le nombre|cu[aá]l es el n[uú]mero)\b"
            r"|^wie (?:gro(?:ß|ss)|hoch) ist die (?:an)?zahl\b"
        ),
    ),
    (
        AnswerKind.DATE,
        re.compile(
            r"(?i)^(?:(?:ab|bis|seit|von) )?wann\b|^(?:um|ab|bis) (?:wie\s?viel|welche) uhr\b"
            r"|^(?:um|ab|bis) wieviel uhr\b"
            r"|^(?:(?:in|an|am|bis zu|ab|zu) )?welche[mnrs]? (?:jahr|tag|datum|monat|wochentag|"
            r"uhrzeit|zeitpunkt)\b|^was ist das (?:datum|jahr)\b"
            r"|^(?:(?:depuis|jusqu['’]à|d['’]ici|pour) )?quand\b"
            r"|^(?:(?:à|en|de|depuis|jusqu['’]à) )?quel(?:le)? (?:est (?:le |la )?)?"
            r"(?:heure|jour|date|année|mois|an)\b"
            r"|^(?:(?:desde|hasta|para|a partir de) )?cu[aá]ndo\b"
            r"|^(?:(?:a|en|desde|hasta|de) )?qu[eé] (?:hora|d[ií]a|fecha|año|mes)\b"
            r"|^cu[aá]l es la fecha\b"
        ),
    ),
    (
        AnswerKind.AMOUNT,
        re.compile(
            r"(?i)^(?:(?:um|auf|für|mit|zu) )?(?:wie\s?viel|wie (?:hoch|lange?|gro(?:ß|ss)|weit|"
            r"alt|tief|schwer|breit|oft|schnell|teuer|warm|kalt|dick|stark))\b"
            r"|^(?:was|welche[nrs]? (?:preis|betrag)) (?:kosten|kostete?n?t?|betr[aä]gt|betrug)\b"
            r"|^was (?:ist|betr[aä]gt|war) (?:der|die|das) (?:preis|miete|betrag|geb[uü]hr|kaution|"
            r"lohn|gehalt|beitrag|rabatt|zinssatz|h[oö]he)\b"
            r"|^(?:(?:à|de|pour|pendant|en) )?combien\b"
            r"|^(?:quel(?:le)? (?:est|était|sera) (?:le |la |l['’]))(?:montant|prix|loyer|coût|"
            r"tarif|salaire|taux|taille|longueur|hauteur|largeur|poids|puissance|durée|capacité|"
            r"distance|surface|superficie|température|âge|budget|dépôt)\b"
            r"|^(?:(?:a|de|por|en|durante) )?cu[aá]nt[oa]\b"
            r"|^cu[aá]l (?:es|era|fue|ser[aá]) (?:el |la )(?:precio|importe|alquiler|coste|costo|"
            r"tarifa|salario|sueldo|tasa|tama[nñ]o|longitud|altura|anchura|peso|potencia|duraci[oó]n|"
            r"capacidad|distancia|superficie|temperatura|edad|presupuesto|fianza|monto)\b"
        ),
    ),
    (
        AnswerKind.REASON,
        re.compile(
            r"(?i)^(?:warum|wieso|weshalb|weswegen|aus welche[mn] gr[uü]nd(?:en)?|pourquoi|"
            r"pour quelles? raisons?|por qu[eé]|por cu[aá]l raz[oó]n)\b"
        ),
    ),
    (
        AnswerKind.PERSON,
        re.compile(
            r"(?i)^(?:(?:von|bei|mit|für|an|durch|zu|gegen) )?(?:wer|wem|wen|wessen)\b"
            r"|^(?:(?:à|de|par|avec|chez|pour) )?qui\b"
            r"|^(?:(?:a|de|con|para|por) )?qui[eé]n(?:es)?\b"
        ),
    ),
    (
        AnswerKind.PLACE,
        re.compile(
            r"(?i)^(?:wo|wohin|woher)\b|^(?:in|aus|nach) welche[mnrs]? "
            r"(?:stadt|ort|land|stra(?:ß|ss)e|geb[aä]ude|raum)\b|^(?:d['’]|par |jusqu['’])?où\b"
            r"|^(?:dans|en|à|de) quel(?:le)?s? (?:ville|pays|lieu|rue|endroit|b[aâ]timent|salle)\b"
            r"|^(?:(?:a|de|en|por|hasta) )?(?:a?d[oó]nde)\b"
            r"|^(?:en|a|de) qu[eé] (?:ciudad|pa[ií]s|lugar|calle|sitio|edificio|sala)\b"
        ),
    ),
    (
        AnswerKind.OTHER,
        re.compile(r"(?i)^wie hei(?:ß|ss)(?:t|en)\b|^comment s['’]appelle|^c[oó]mo se llaman?\b"),
    ),
    (
        AnswerKind.MANNER,
        re.compile(
            r"(?i)^(?:wie|c[oó]mo"
            r"|comment(?! on\b(?! \S+ (?:le|la|les|l['’]\S+|une?|des|du|sa|ses|ce)\b)))\b"
        ),
    ),
    (
        AnswerKind.DEFINITION,
        re.compile(
            r"(?i)^was (?:ist|sind) (?:eine?|der|die|das) \S+\W*$|^was (?:bedeutet|hei(?:ß|ss)t)\b"
            r"|^qu['’]est[- ]ce que? ?(?:c['’]est|qu['’]|signifie)?|^que signifie\b"
            r"|^qu[eé] (?:significa|quiere decir)\b|^qu[eé] es (?:una? |el |la )?\S+\W*$"
        ),
    ),
    (
        AnswerKind.OTHER,
        re.compile(
            r"(?i)^was (?:passiert|geschieht|macht|muss|soll|darf|kann|ist)\b"
            r"|^was \w+ (?:der|das|dem|eine?[rnms]?|ich|wir|sie)\b"
            r"|^was (?:tut|hat|will|wird|war|sagt|regelt|gilt|braucht|bekommt|zahlt|kostet|findet|"
            r"erwartet|bringt|sieht|steht|kauft|trägt|verlangt|lernt|nimmt|gibt|tun|haben|wollen|"
            r"müssen|sollen|dürfen|können|zeigt|lässt|betrifft) (?:den|die|man)\b"
        ),
    ),
)
"""How questions begin in German, French and Spanish; the first that fits."""
_ENGLISH_ALONE = re.compile(
    r"(?i)\b(?:the|of|and|is|are|were|what|when|where|which|why|how|does|did|it|its|that|this|by|"
    r"from|be|have|had|with|to|for|who|not)\b"
)
"""Function words of English that are none in German, French or Spanish."""
_QUOTED = re.compile(r"«[^»]*»|[“„][^”“]*[”“]|\"[^\"]*\"")
LEAST_ENGLISH = 2
"""Different ones, outside of quotation marks, that make a question English however it begins."""
_PATTERNS = (
    (
        AnswerKind.COUNT,
        re.compile(
            r"(?i)\bhow many\b|\b(?:what|which) (?:is |was )?(?:the )?(?:total )?number of\b"
            r"|\bpopulation\b"
        ),
    ),
    (
        AnswerKind.DEFINITION,  # “What is a deposit?”, but not “What is the deposit?”
        re.compile(r"(?i)^what(?: is|['’]s) an? [a-z-]+\W*$"),
    ),
    (
        AnswerKind.AMOUNT,
        re.compile(
            r"(?i)\bhow (?:much|long|old|far|tall|big|large|high|often|fast|deep|wide|heavy|hot|"
            r"cold|thick|late|early)\b"
            r"|\b(?:what(?! happen)|which|by what) (?:is |was |were |are )?(?:the )?"
            r"(?:\w+ ){0,3}?(?:percent|percentage|proportion|share|amount|price|cost|rate|ratio|"
            r"size|length|height|weight|"
            r"depth|temperature|speed|distance|salary|income|revenues?|sales|profit|margin|"
            r"earnings|expenses?|value|level|limit|average|total)\b(?! (?:of the )?(?:board|name))"
            r"|\bwhat (?!happen)(?:is |was |were |are )?(?:the )?(?:\w+ ){0,3}?(?:rents?|fees?|"
            rf"deposit|wages?|discounts?|premium|budget|dividend|stake|duration)\b{AS_HEAD}"
            r"|^what (?:is|are|was|were) .+ (?:worth|valued at|priced at|paid"
            r"|(?:sold|auctioned|rented out|let|leased) for)\W*$"
            r"|^what (?:do|does|did|will|would) [^?,]{2,60} (?:sell|retail|rent) for\W*$"
            r"|^what (?:do|does|did|must|will|would) [^?,]{2,40}? (?:pay|charge)\b"
            r"(?!.*\b(?:for|with)\W*$)"
            r"|^(?:for|at) how much\b|^(?:and )?what (?:do|does|did|will|would) [^?,]{3,60} cost\b"
        ),
    ),
    (
        AnswerKind.DATE,
        re.compile(
            r"(?i)(?<!\w\s)\bwhen\b"
            r"|\b(?:and|or|since|until|till|from|by|know|say|says|tell me) when\b"
            r"|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century|era|"
            r"season)\b|^(?:at |by |until |from )?(?:what|which) time\b"
        ),
    ),
    (AnswerKind.REASON, re.compile(r"(?i)\bwhy\b")),
    (
        AnswerKind.REASON,
        re.compile(
            r"(?i)^what (?:was |is |were |are )?(?:the )?(?:main |primary |key )?"
            r"(?:reasons?|causes?|drivers?|caused|drove|led to|explains?)\b"
        ),
    ),
    (
        AnswerKind.MANNER,  # “How do I find the boat whose mast is broken?”
        re.compile(
            r"(?i)^(?:and )?how (?:to|do|does|did|can|could|should|must|shall|may)\b"
            r".*\w\s(?:who(?:se|m)?|where)\b"
        ),
    ),
    (AnswerKind.PERSON, re.compile(r"(?i)\bwho(?:se|m)?\b")),
    (
        AnswerKind.PLACE,
        re.compile(
            r"(?i)\bwhere\b|\b(?:what|which) (?:\w+ ){0,2}?(?:city|country|state|county|town|"
            r"village|place|region|continent|province|district|location|island|borough|nation)\b"
        ),
    ),
    (
        AnswerKind.MANNER,
        re.compile(r"(?i)^(?:and )?how\b|\bhow (?:to|do|does|did|can|is|are)\b"),
    ),
    (
        AnswerKind.DEFINITION,
        re.compile(
            r"(?i)^what (?:is|are|was|were) (?:an? |the )?(?!the\b)"
            r"(?!\w+ed (?:about|on|for|by|to|in|at|with|from)\b)(?:[^\s?]+\s?){1,3}\??$"
            r"|\bwhat (?:does|do) .{2,60} (?:mean|stand for)\b|\bmeant by\b|\bdefin(?:e|ition)\b"
        ),
    ),
    (
        AnswerKind.LIST,
        re.compile(
            rf"(?i)^(?:list|name|enumerate)\b|\b(?:what|which) (?:are|were) (?:the |all )"
            rf"(?:[\w-]+ ){{0,4}}?{_PLURAL}\b|\bwhich {_PLURAL}\b"
            rf"|\bwhat (?:kinds?|types?|sorts?|{_PLURAL}) (?:of|are|were|do|does|can|must)\b"
        ),
    ),
)


_BORROWED = re.compile(
    r"(?i)(?<=\w)\s*\((?:how|why|what|who|whom|whose|when|where|which)\b[^()]*\)(?=\s*\?*$)"
)
"""The first of two questions, from which a short second one borrows its words."""


def answer_kind(question: str) -> AnswerKind:
    """The kind of answer that a question expects; `OTHER` if its wording does not tell. What a
    second question borrows from the first has no say."""
    text = _BORROWED.sub("", question.strip()).lstrip("¿¡ ")
    if not _is_english(text):
        abroad = next((kind for kind, pattern in _ABROAD if pattern.search(text)), None)
        if abroad is not None:
            return abroad
    if _CHOICE.search(text) and _COMPARATIVE.search(text) and " or " in text:
        return AnswerKind.CHOICE
    if _AUXILIARY.search(text):
        return AnswerKind.YES_NO
    return next((kind for kind, pattern in _PATTERNS if pattern.search(text)), AnswerKind.OTHER)


def _is_english(text: str) -> bool:
    own = {word.lower() for word in _ENGLISH_ALONE.findall(_QUOTED.sub(" ", text))}
    return len(own) >= LEAST_ENGLISH


_SECOND = re.compile(
    r"(?i)(?:\?\s+(?:and\s+)?|,?\s+and\s+|;\s*)(?=(?:(?:at|for|from|on|since|to|until|with) )?"
    r"(?:how|why|what|who|when|where|which|whom|whose)\b(?! (?:not|else)\b))"
)
_LEADS_IN = re.compile(
    r"(?i)^(?:please )?(?:(?:can|could) you )?(?:please )?(?:briefly )?"
    r"(?:summari[sz]e|outline|recap|sum up|tell me)(?: briefly| for me)?,? "
    r"(?=(?:how|why|what|who|when|where|which|whom|whose)\b)"
)
"""What only asks to be told: “Summarise what was decided”."""
_ASKS = re.compile(r"(?i)\b(?:how|why|what|who|whom|whose|when|where|which)\b")


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that are asked at once, at most two; one that asks once is its only part.

    A second part that has no words of its own but the asking ones ("and why?") borrows the first's.
    What only asks to be told something is left out.
    """
    question = _LEADS_IN.sub("", question)
    match = _SECOND.search(question)
    if not match or not _ASKS.search(question[: match.start()]):
        return (question,)
    first, second = question[: match.start()].strip(" ,;?"), question[match.end() :].strip()
    if len(first.split()) < 3:
        return (question,)
    if len(second.rstrip("? ").split()) < 4:
        second = f"{second.rstrip('? ')} ({first})?"
    return (f"{first}?", second)


_ASKED_OF = re.compile(
    r"(?i)^(?:(?:at|by|for|from|on|in|to|since|until) )?(?:how|what|when|where|why|which)\b"
    r"(?: \w+){0,2}? (?P<aux>is|are|was|were|does|do|did|will|can|must|should|has|have|had|may)"
    r" (?P<article>the|our|my|your|this|these) (?P<rest>[^,;()?]+)"
    r"|^who (?!is|are|was|were|will|can|must|has|have|had|does|did|may)[a-z]+ "
    r"(?P<of>(?:the|our|my|your|this|these)(?: [\w’'-]+){1,3})\W*$"
)
_AFTER_THING = re.compile(
    r"(?i)^(?:of|for|in|on|at|to|by|from|with|without|per|and|or|that|which|who|when|if|during"
    r"|after|before|under|over|due|open|still|now|again|not|be|been|being)$"
)
_PARTICIPLE = re.compile(r"(?i)(?:ed|en|wn|ld|pt|lt|id|nt|ght|ung|ade|ound)$")
_BE = frozenset(["is", "are", "was", "were"])
_IT_DOES = re.compile(
    r"(?i)^(?P<before>(?:\w+ ){1,4}?(?:is|are|was|were|does|do|did|will|can|must|should|has|have"
    r"|had|may)) (?:it|they)\b(?! (?:\w+ ){1,2}(?:to|until|that|if)\b)(?= \w)"
)
"""“How long does it take to …” asks of no thing."""
MOST_OF_THING = 3
"""Words of such a thing behind its article, at most."""


def parts_with_subject(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a question, each of which can be asked by itself."""
    return (*parts[:1], *(with_its_subject(parts[0], part) for part in parts[1:]))


def with_its_subject(first: str, second: str) -> str:
    """The second of two questions with what the first one is of in the place of “it”: “How much was
    the deposit and when is it returned?” asks when the deposit is returned. Unchanged where the
    second has no “it” as its subject, or the thing cannot be told from the rest of the first."""
    of_it, asked = _IT_DOES.match(second.strip()), _ASKED_OF.match(first.strip())
    if of_it is None or asked is None:
        return second
    if asked["of"]:  # “Who owns the mill and when was it sold?”
        return f"{of_it['before']} {asked['of']}{second.strip()[of_it.end() :]}"
    words: list[str] = []
    for word in asked["rest"].split():
        if _AFTER_THING.match(word):
            break
        words.append(word)
    ends = len(words) == len(asked["rest"].split())
    if asked["aux"].lower() not in _BE or (len(words) > 1 and _PARTICIPLE.search(words[-1])):
        # the verb: “does the pass cost”, “was the dam built”
        words = words[:-1] if len(words) > 1 or ends else words
    elif re.match(r"(?i)(?:of|for)\b", " ".join(asked["rest"].split()[len(words) :])):
        words = asked["rest"].split()  # “What is the fee for guests”
    if not 0 < len(words) <= MOST_OF_THING:
        return second
    thing = " ".join((asked["article"], *words))
    return f"{of_it['before']} {thing}{second.strip()[of_it.end() :]}"


_OF_IT = re.compile(
    r"(?i)^(?:(?:at|by|for|from|on|in|to) )?"
    r"(?:how (?:much|many|long|old|far)|what|when|where|who|why)"
    r"(?: (?:time|day|price|year))?(?: (?:will|would|does|do|did|is|are|was|were|has|have|can))?"
    r" (?:(?:I|we|you|one|he|she) [a-z]+ )?(?:it|them|they|this|that)\b(?: [\w-]+){0,3}\W*$"
)


def asks_of_it(part: str) -> bool:
    """Whether the second of two questions only asks of what the first one is about: “and what will
    it cost?”."""
    return _OF_IT.match(part.strip()) is not None
