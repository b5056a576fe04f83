"""Verbs of English whose past is another word: “left” of “leave”, which stemming does not join."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set

from backend.analysis import stem

_FORMS = """
arise arose arisen|bear bore borne|become became|begin began begun|bend bent|bind bound|bite bit
bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed|feel felt|fight fought|find found|flee fled|fling flung|fly flew flown|forbid forbade
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given
go went gone|grind ground|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|lie lay
light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken|overcome overcame
pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought
sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|sow sown|speak spoke spoken|spell spelt
spend spent|spin spun|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung
strike struck|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood
undertake undertook undertaken|wake woke woken|wear wore worn|weave wove woven|win won|wind wound
withdraw withdrew withdrawn|write wrote written
"""


def _families() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for verb in _FORMS.replace("\n", "|").split("|"):
        stems = {stem(form) for form in verb.split()}
        for each in stems:
            found[each] |= stems - {each}
    return {each: frozenset(others) for each, others in found.items()}


OTHER_FORMS = _families()
"""By the stem of each form those of the others."""
_OTHER_WORDS = frozenset(
    map(
        stem,
        (
            "found",
            "left",
            "saw",
            "ground",
            "rose",
            "wound",
            "spoke",
            "bore",
            "lay",
            "mean",
            "light",
        ),
    )
)
"""Forms that are other words as well: who founded a club did not find it."""


def held_in_other_forms(asked: Iterable[str], held: Set[str]) -> frozenset[str]:
    """The stems of verbs that are asked for and that a text has in another form alone: “held” for
    “hold”. Forms that may be other words are left out."""
    return frozenset(
        each
        for each in asked
        if each not in held
        and each not in _OTHER_WORDS
        and not (OTHER_FORMS.get(each, frozenset()) - _OTHER_WORDS).isdisjoint(held)
    )
