"""Sentences that tell somebody to do something: “Lift the mast into its shoe.”, “When it stands,
fasten the stay.”, “You then coil the line.”
"""

from __future__ import annotations

import re

from backend.analysis import STOP_WORDS
from backend.discourse.verbs import BASES, THIRD

_MORE_DEEDS = (
    "bake bend blow boil book brush chop click climb clip coil copy dip download drag drain drop "
    "email fasten fold fry furl grease hand hang heat hoist hook insert knead label lift lock log "
    "loosen lower mix moor mow oil paste peel phone pick plant plug pour press prune pull rake "
    "reboot reef rename reply reset restart ring rinse roast row rub saddle sand scrape screw "
    "scroll select slice slide soak sow spray sprinkle squeeze steer step stir switch tap throw "
    "tie tighten twist type unfold unlock unpack unplug unscrew untie upload wait wash water "
    "weigh wipe wrap"
)
"""Words of craft and household; “dry” and the like are verbs only before “the”."""
_DEEDS = BASES | frozenset(_MORE_DEEDS.split())
_OTHER_WORDS = (
    "across along although among around behind beside besides beyond despite even except half "
    "inside instead like meanwhile near nothing often once outside past perhaps quite rather "
    "since sometimes still then though throughout today tomorrow tonight toward towards twice "
    "unless unlike upon within yesterday yet one two three four several per via minus plus given"
)
_NO_DEEDS = STOP_WORDS | frozenset(_OTHER_WORDS.split())
"""What may stand before “the” and is no verb."""
_ASIDE = (
    r"(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|now|after (?:that|this)|afterwards"
    r"|finally|last(?:ly)?|and|but|so|also|please|just|simply|always|never|do not|don['’]t|[a-z]+ly"
    r"|(?:if|when|before|after|once|as soon as|while|for|to|with|in|on|at|until|where) "
    r"[^,.;:]{2,90},)"
)
_OPENING = re.compile(
    rf"(?i)(?:\W|\d{{1,2}}[.)]\s)*(?:{_ASIDE},? )*"
    r"(?P<you>(?:you (?:(?:then|first|now|just|simply|must|should|have to|need to|can) )*"
    r"|we (?:(?:then|first|now|must|should|have to|need to) )+))?"
    r"(?P<verb>[a-z]+)(?!:)(?: (?P<next>[a-z\d’'-]+))?(?P<rest>[^.;:!?]*)"
)
_OF_A_NOUN = THIRD | {"of"}
"""What stands behind a noun: “Rent rises”, “Report of the pilot”."""
_OBJECT = re.compile(r"(?i)(?:the|an?|it|them|your|this|these|those|every)$")
_SAYS = re.compile(
    r"(?i)(?:(?!(?:the|an?|it|them|that|which|who|when|if|until|and|or|in|on|at|to|of|with|for|by"
    r"|from|into|so|as|what|where|before|after|once)\b)[\w’'-]+ ){0,3}"
    r"(?:is|are|was|were|be|has|have|had|will|would|shall|must|may|might|can|could|should"
    r"|rose|fell|grew|began|came|went|took|gave|ran|became|broke|sank|shrank|flew)\b"
)
"""What makes the word before it the beginning of a subject: “Press releases are sent out.”, “Pay
rose in May.”"""


def is_order(text: str) -> bool:
    """Whether a sentence opens with what somebody is to do, perhaps behind when or how."""
    said = _OPENING.match(text)
    if said is None:
        return False
    verb, following = said["verb"].casefold(), (said["next"] or "").casefold()
    if verb in _NO_DEEDS or following in _OF_A_NOUN or _SAYS.match(f"{following}{said['rest']}"):
        return False
    if verb in _DEEDS:
        return True
    return not (said["you"] or verb.endswith("ing")) and _OBJECT.match(following) is not None
