"""Words that tell that what stands before “is a” or the like is no term; English, and a few German,
French and Spanish ones.
"""

from __future__ import annotations

_NEVER_FIRST = (
    "it its this that these those there here he she they we you i what which who whom whose "
    "where when why how if since because while although though as but and or nor so yet thus "
    "then another one ones some any all both either neither many much most more several few "
    "such his her their our my your no not none nothing everything something anything only "
    "even also however therefore moreover furthermore otherwise instead unless until whether "
    "after before during under over between among by with without from to on at in for of "
    "like unlike given using per once now today sometimes often usually next first second "
    "third last finally note see let please perhaps maybe other others same latter former "
    "above below following previous es das dies dieser diese dieses hier da dort er sie wir "
    "ihr ich man was wer wenn ob und oder aber doch denn c'est ce cela ceci ça il elle ils "
    "elles nous vous qui que où quand si et ou mais esto eso ello ella ellos este esta ese "
    "esa hay quien cuando donde pero y o doing being having everyone everybody someone anyone "
    "nobody thing things main only best worst key "
)
_NEVER_INSIDE = (
    "is are was were be been being has have had do does did can could will would shall should "
    "must may might that which who whom whose where when if because while than then it they "
    "we you i he she there this these those not no its their our your my his her but so what "
    "how why only above below following ist sind wird est sont es son "
)
_LINKING = (
    "of in on for to by with at from and or as into under over between de del des du la le el "
    "von zu der die das und et y "
)
_NEVER_LAST = (
    "reason reasons result results difference differences default defaults problem problems "
    "aim goal goals purpose idea point points answer answers question questions exception "
    "exceptions advantage advantages disadvantage disadvantages drawback drawbacks cause "
    "causes effect effects example examples case cases fact trouble way ways solution "
    "alternative alternatives value values size number rest last latter former most best "
    "worst limitation limitations caveat benefit benefits feature features choice choices "
    "issue issues change changes thing things step steps "
)
_NEVER_ALONE = (
    "case-in-point main name names format syntax output input order part parts option options "
    "reference approach method rule rules one ones word words time line lines text list lists "
    "title work page pages table figure section chapter appendix document manual paper report "
    "article book guide note notes source sources argument arguments above below subject "
    "matter total sum person people man woman company's here everything anybody other others "
    "task trick challenge key consequence objective assumption conclusion role function "
    "meaning definition grund ergebnis unterschied ziel zweck idee frage antwort beispiel "
    "fall tatsache weg raison résultat différence problème but idée réponse exemple cas fait "
    "razón resultado diferencia problema objetivo pregunta respuesta ejemplo caso hecho "
)
_NEVER_CALLED = "by with from when if after before on at in once whenever only "

NEVER_FIRST = frozenset(_NEVER_FIRST.split())
"""No term begins with one of these."""
NEVER_INSIDE = frozenset(_NEVER_INSIDE.split())
"""No term holds one of these: a clause does."""
LINKING = frozenset(_LINKING.split())
"""Between the words of a name they belong to it; in plain words the term is a description."""
NEVER_LAST = frozenset(_NEVER_LAST.split())
"""Heads of phrases that a sentence says something about, and does not define."""
NEVER_ALONE = frozenset(_NEVER_ALONE.split())
"""The same, unless words before them say which."""
NEVER_CALLED = frozenset(_NEVER_CALLED.split())
"""What follows “is called” where it is done and not named."""
