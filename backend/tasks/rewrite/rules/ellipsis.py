"""Questions that leave out what the previous one said: "and in 2022?", "what about X?", "why?"."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.rewrite.rules.named_spans import TIME, NamedSpan, names, times
from backend.tasks.rewrite.rules.topic import AUXILIARIES, regarding, stem

_CONTINUES = re.compile(r"^(?:(?:and|but|or|also|then|so|ok(?:ay)?|plus)\b[,\s]+)+", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:(?:what|how)\s+about|(?:the\s+)?same(?:\s+question)?(?:\s+(?:for|about|with))?)\s+",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(in|for|at|on|during|by|of|from|since|after|before|with|without|under|over|until|to)\s+",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:why(?: not)?|how(?: so| come| much| many| often| long)?|when|where|who|whom|whose|which"
    r"(?: ones?)?|what|since when|until when|by whom|by how much|from whom|to whom|with whom"
    r"|for whom|what else|who else|where else|anything else|any others?|what others?|such as"
    r"|for example|for instance|any examples?|really|are you sure|in what way|in which way"
    r"|(?:please )?(?:tell me more|more(?: details?)?|go on|continue|elaborate)"
    r"|(?:please )?explain(?: further)?"
    r"|(?:can|could) you (?:please )?(?:elaborate|explain|go on|say more)"
    r"|(?:can|could) you (?:please )?give (?:me )?(?:an example|(?:more )?details)"
    r"|give (?:me )?(?:an example|more details?|details)"
    r"|(?:the )?(?:first|second|third|fourth|last|next|previous|other)(?: ones?)?)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    rf"\b{AUXILIARIES}(?:n['’]t)?\b|^(?:please\s+)?(?:explain|describe|list|summari[sz]e|compare"
    r"|show|tell|give|find|define|name|outline|state|identify|calculate|compute)\b",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"^(?:what|which|who|whose|how (?:much|many|long|often|far))\b", re.IGNORECASE
)
_ASKS_WHY = re.compile(rf"^{AUXILIARIES}\s", re.IGNORECASE)
_NO_VERB = (
    r"(?:else|exactly|precisely|specifically|in|for|at|on|during|by|of|from|since|after|before|with"
    r"|without|under|over|until|to|among|about|than|like|and|or|but|not|all|both)"
)
_WHOLE = re.compile(
    rf"^who (?!{_NO_VERB}\b)\w+ \w"
    r"|^(?:what|which|whose|how (?:much|many))\b(?: \w+)*?"
    rf" (?!{_NO_VERB}\b)\w+ (?:the|an?|this|these|our|my|each|every|most)\b",
    re.IGNORECASE,
)
"""A question with a verb and its object: behind "who" stands a verb, and before an article no noun
("Who leads the station", "Which boat carried the seeds"; not "which of the boats")."""
_NUMBERED = re.compile(
    r"^(?:(?:in|for|at|on|of|from|with)\s+)?(?:the\s+)?"
    r"(?P<what>(?!and\b|or\b|than\b)[^\W\d_]+)\s+(?P<number>\d{1,4})$",
    re.IGNORECASE,
)
"""One of several things that are counted through: "in week 20"."""
_FIRST_OF = re.compile(
    r"^(?:the )?(?:most \w+|least \w+|best|worst|(?!latest\b)\w{3,}est) (?!ones?\b)(?P<what>\w.*)$",
    re.IGNORECASE,
)
"""What asks which of some things is the most: by itself a whole question."""
_A_THING = re.compile(r"^the (?P<what>[a-z][a-z-]*)$")
_THING_OF_IT = re.compile(
    r"\b(?:do|does|did|has|have|is|are|was|were) the (?P<what>[a-z][a-z-]*)"
    r"(?= (?!of\b|from\b|on\b)[a-z]+\b|$)"
)
_OF_ALL = re.compile(r"\b(?:altogether|in total|in all|overall)$", re.IGNORECASE)
_LONGEST_FRAGMENT = 8
_LONGEST_BARE_FRAGMENT = 5
_MOST_OTHER_WORDS = 3


def complete_fragment(question: str, previous: str) -> str:
    """The whole question that a fragment stands for; empty if the question is no fragment."""
    said = stem(question)
    rest = _CONTINUES.sub("", said)
    continues = rest != said
    about = _ABOUT.sub("", rest)
    named_about = about != rest
    if _BARE.match(about):
        if about.lower() in ("why", "why not") and _ASKS_WHY.match(previous):
            return f"{about.capitalize()} {previous[0].lower()}{stem(previous)[1:]}?"
        return regarding(rest[:1].upper() + rest[1:], previous)
    words = len(about.split())
    is_clause = bool(_CLAUSE.search(about))
    if named_about or (continues and not is_clause and words <= _LONGEST_FRAGMENT):
        return _replaced(about, previous)
    if continues and is_clause:
        return _continued_clause(rest, previous)
    if _POINTS_BACK.search(rest):
        return ""
    if is_clause or words > _LONGEST_BARE_FRAGMENT or _WHOLE.match(rest):
        return ""
    if (first := _FIRST_OF.match(rest)) and not set(term_texts(first["what"])) & set(
        term_texts(previous)
    ):
        return ""  # "longest repair?" behind a question that says nothing of repairs
    if _OF_ALL.search(rest):
        asked_of = _QUESTION_WORD.sub("", _OF_ALL.sub("", rest))
        if set(term_texts(asked_of)) - set(term_texts(previous)):
            return ""  # "how much for the joiner altogether" is not of the day asked for before
    if _QUESTION_WORD.match(rest):
        return regarding(rest, previous)
    asks = question.rstrip().endswith("?")
    return _replaced(_without_capital(rest), previous) if asks or _PREPOSITION.match(rest) else ""


def other_time(question: str, previous: str) -> str:
    """In any language: the previous question with its one year or date replaced by the fragment's.

    Empty if the question is more than a word or two round a time.
    """
    new, old = times(question), times(previous)
    rest = TIME.sub(" ", question).split()
    if len(new) != 1 or len(old) != 1 or len(rest) > _MOST_OTHER_WORDS:
        return ""
    return previous[: old[0].start] + new[0].text + previous[old[0].end :]


def _without_capital(fragment: str) -> str:
    """A bare "Net income" begins with a capital only because it begins the question."""
    words = fragment.split()
    plain = len(words) > 1 and words[0][1:].islower() and words[1].islower()
    return fragment[0].lower() + fragment[1:] if plain else fragment


def _replaced(fragment: str, previous: str) -> str:
    """The previous question with the fragment in the place of its counterpart."""
    for other in (_other_number, _other_thing):
        if (of_next := other(fragment, previous)) is not None:
            return of_next
    # The fragment stood inside a sentence; "x" keeps its first word from counting as an opener.
    shift = 2
    fragment_times = times(fragment)
    fragment_names = [
        NamedSpan(name.text, name.start - shift, name.end - shift)
        for name in names(f"x {fragment}", previous)
    ]
    known = set(term_texts(previous))
    if set(_other_words(fragment, [*fragment_times, *fragment_names])) - known:
        return _new_topic(fragment, previous)
    result = stem(previous)
    added = ""
    if fragment_names:
        wanted = _text(fragment, fragment_names)
        counterpart = _counterpart(fragment, result)
        if counterpart is not None:
            result = result[: counterpart.start] + wanted + result[counterpart.end :]
        else:
            added += " " + _with_preposition(fragment, fragment_names, "for")
    if fragment_times:
        wanted = _text(fragment, fragment_times)
        old = times(result)
        if len(old) == 1:
            result = result[: old[0].start] + wanted + result[old[0].end :]
        elif old:
            return regarding(f"What about {wanted}", previous)
        else:
            added += " " + _with_preposition(fragment, fragment_times, "in")
    if not fragment_names and not fragment_times:
        return regarding(fragment, previous)
    return f"{result}{added}?"


def _other_number(fragment: str, previous: str) -> str | None:
    """The previous question of another week, room or lane, where it names one by its number."""
    match = _NUMBERED.match(fragment)
    if match is None:
        return None
    told = re.compile(rf"\b{re.escape(match['what'])}\s+\d{{1,4}}\b", re.IGNORECASE)
    if times(fragment) or len(told.findall(previous)) != 1:
        return None
    return told.sub(f"{match['what']} {match['number']}", stem(previous)) + "?"


def _other_thing(fragment: str, previous: str) -> str | None:
    """The previous question of another thing ("the sails" for "the oars"), where it speaks of one
    alone, right behind its verb."""
    match = _A_THING.match(fragment)
    said = stem(previous)
    told = list(_THING_OF_IT.finditer(said))
    if match is None or len(told) != 1 or len(re.findall(r"(?i)\bthe\b", said)) != 1:
        return None
    if times(fragment) or times(said) or names(said):
        return None
    return f"{said[: told[0].start('what')]}{match['what']}{said[told[0].end('what') :]}?"


def _new_topic(fragment: str, previous: str) -> str:
    """Another matter of the same names and times: "what about net income?"."""
    if _PREPOSITION.match(fragment):
        return f"{stem(previous)} {fragment}?"
    known_names = names(f"x {fragment}", previous)
    carried = [] if known_names else list(dict.fromkeys(n.text for n in names(previous, fragment)))
    carried_times = [] if times(fragment) else list(dict.fromkeys(t.text for t in times(previous)))
    if not carried and not carried_times:
        return regarding(f"What about {fragment}", previous)
    asks = _QUESTION_WORD.match(fragment)
    result = fragment[:1].upper() + fragment[1:] if asks else f"What about {fragment}"
    if carried:
        result += f" for {' and '.join(carried)}"
    if carried_times:
        result += f" in {' and '.join(carried_times)}"
    return f"{result}?"


def _continued_clause(clause: str, previous: str) -> str:
    """ "And what was net income?": a whole question that still counts on the names before it."""
    if names(clause, previous) or _POINTS_BACK.search(clause):
        return ""
    carried = list(dict.fromkeys(name.text for name in names(previous, clause)))
    if not carried:
        return ""
    clause = f"{clause[:1].upper()}{clause[1:]} for {' and '.join(carried)}"
    before = times(previous)
    return f"{clause}?" if times(clause) or len(before) != 1 else f"{clause} in {before[0].text}?"


_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there)\b",
    re.IGNORECASE,
)


def _other_words(fragment: str, mentions: list[NamedSpan]) -> list[str]:
    for named_span in sorted(mentions, key=lambda mention: -mention.start):
        fragment = f"{fragment[: named_span.start]} {fragment[named_span.end :]}"
    return term_texts(re.sub(r"['’]s\b", " ", fragment))


def _counterpart(fragment: str, previous: str) -> NamedSpan | None:
    """The name of the previous question that stands where the fragment's name belongs.

    That is one after the same preposition, else (for a fragment without one) the first name.
    """
    old = names(previous)
    preposition = _PREPOSITION.match(fragment)
    if preposition is None:
        return old[0] if old else None
    pattern = re.compile(rf"\b{preposition.group(1)}\s+(?:the\s+)?$", re.IGNORECASE)
    same = [named_span for named_span in old if pattern.search(previous[: named_span.start])]
    if same:
        return same[-1]
    return old[0] if old and preposition.group(1).lower() in ("for", "of", "with", "by") else None


def _text(fragment: str, mentions: list[NamedSpan]) -> str:
    return fragment[mentions[0].start : mentions[-1].end]


def _with_preposition(fragment: str, mentions: list[NamedSpan], default: str) -> str:
    match = _PREPOSITION.match(fragment)
    return f"{match.group(1).lower() if match else default} {_text(fragment, mentions)}"
