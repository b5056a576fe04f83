"""Words by which a text speaks of an aspect without naming it: a recommendation says “should”."""

from __future__ import annotations

from backend.analysis import term_texts

_FAMILIES = (
    "risk risks danger threat hazard uncertainty adverse adversely harm vulnerable",
    "challenge challenges difficulty difficult problem obstacle struggle hard",
    "finding findings found find result results showed shows conclude conclusion",
    "conclusion conclusions conclude concluded findings found therefore",
    "recommendation recommendations recommend recommended advise propose suggest measures should",
    "result results outcome showed increased decreased achieved",
    "issue issues problem problems difficulty",
    "threat threats danger risk",
    "uncertainty uncertainties uncertain unknown unclear risk",
    "opportunity opportunities chance potential growth",
    "lesson lessons learned learnt",
    "obligation obligations must shall required obliged duty responsible",
    "duty duties must shall responsible obliged obligation",
    "decision decisions decided decide agreed resolved approved voted",
    "advantage advantages benefit better faster easier",
    "disadvantage disadvantages drawback worse slower",
    "benefit benefits advantage improve",
    "limitation limitations limited limits cannot restriction",
    "goal goals aim objective target plan",
    "objective objectives aim goal purpose target",
    "change changes changed new increased decreased",
    "highlight highlights increased decreased growth record results",
    "feature features supports allows provides capability",
    "plan plans planned intend next will",
    "measure measures action step",
    "requirement requirements required must shall need",
    "danger dangers hazard risk threat unsafe harm",
    "hazard hazards danger risk threat unsafe harm",
    "step steps next planned intend",
    "warning warnings warn caution careful danger",
)


def words_of(aspect: str) -> frozenset[str]:
    """Index forms of the words by which a text may speak of an aspect, its own name among them."""
    named = term_texts(aspect, keep_stop_words=True)
    families = [term_texts(each, keep_stop_words=True) for each in _FAMILIES]
    family = next((each for each in families if named and each[0] == named[-1]), [])
    return frozenset((*named, *family))
