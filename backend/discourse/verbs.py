"""Which English words can be the verb of a sentence that tells something of its subject."""

from __future__ import annotations

_MODALS_WORDS = "will would shall should must may might can could cannot "
MODALS = frozenset(_MODALS_WORDS.split())
_BEING_WORDS = "is are was were be been being "
BEING = frozenset(_BEING_WORDS.split())
_HAVING_WORDS = "has have had "
HAVING = frozenset(_HAVING_WORDS.split())
_DOING_WORDS = "does do did "
DOING = frozenset(_DOING_WORDS.split())
AUXILIARIES = MODALS | BEING | HAVING | DOING

_BASES = (
    "accept accompany achieve acquire act add adjust adopt advise agree aim allow amount announce "
    "answer appear apply appoint approve argue arrive ask assess assign assume attach attack "
    "attend award base become begin believe belong break bring build burn buy calculate call "
    "carry cause celebrate change charge check choose claim close collect combine come command "
    "compare compete complete compose comprise compute conduct confirm connect consider consist "
    "construct contain continue contribute control convert cost count cover create cross cut deal "
    "decide declare decline define deliver demand depend derive describe design destroy determine "
    "develop die differ direct discover discuss display divide donate draw drive earn edit elect "
    "employ enable encourage end enjoy ensure enter establish estimate examine exceed exist expand "
    "expect explain express extend fail fall feature feed fight fill finance find finish fit fix "
    "flow focus follow force form found fund gain gather generate get give go govern graduate "
    "grant grow handle happen head help hire hold host identify ignore implement improve include "
    "increase indicate influence inform inhabit inspect install intend introduce invent invest "
    "involve issue join jump keep kill know lack last launch lay lead learn leave let lie limit "
    "link list live load locate lose love maintain make manage mark marry match mean measure meet "
    "merge move name need note obtain occupy occur offer open operate oppose order organise "
    "organize own paint participate pass pay perform permit place plan play point possess prefer "
    "prepare present prevent print process produce prohibit promise promote propose protect prove "
    "provide publish purchase push put qualify raise reach read receive recommend record recover "
    "reduce refer reflect refuse reject relate release remain remember remove renew rent replace "
    "report represent require resign rest result retain retire return reveal rise rule run sail "
    "save say score search see seem select sell send separate serve set settle share show sign "
    "sing sink sit sleep sound speak specify spend split spread stand star start state stay stop "
    "store stretch study submit succeed suffer suggest supply support surround survive swim take "
    "teach tell tend terminate test think tow train transfer transform travel treat try turn "
    "undergo understand undertake unite use vary view visit vote walk want warn warrant win wish "
    "withdraw work write yield"
)
_IRREGULAR = (
    "became began broke brought built bought chose came cut dealt drew drove fell fed fought found "
    "got gave went grew held kept knew laid led learnt left let lay lost made meant met overcame "
    "paid put ran rose said sang sank sat saw sent set shone showed sold slept spoke spent spread "
    "stood swam taught took told thought understood undertook underwent went withdrew won wore "
    "wrote"
)


def _third(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{base}es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"


def _past(base: str) -> tuple[str, ...]:
    if base.endswith("e"):
        return (f"{base}d",)
    if base.endswith("y") and base[-2] not in "aeiou":
        return (f"{base[:-1]}ied",)
    return f"{base}ed", f"{base}{base[-1]}ed"


BASES = frozenset(_BASES.split())
THIRD = frozenset(_third(base) for base in BASES)
PAST = frozenset(form for base in BASES for form in _past(base)) | frozenset(_IRREGULAR.split())
_ONLY_VERBS_WORDS = (
    "contains includes includes provides requires consists belongs describes became began wrote "
    "said told met took gave went became included contained provided required published founded "
    "received produced remained served joined married died lives allows becomes remains "
    "receives specifies owns understands knows believes makes takes gives goes comes keeps "
    "holds sends brings writes says tells sells buys pays "
)
ONLY_VERBS = frozenset(_ONLY_VERBS_WORDS.split())
"""Forms that are hardly ever a noun: they need no further sign."""
