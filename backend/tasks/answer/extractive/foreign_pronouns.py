"""Of what a German or French sentence speaks that begins with a pronoun: the subject of the one
before it, where its article fits.

“Les travaux durent trois mois. Ils coûteront 900 euros.” tells what the works cost, though the
second sentence does not name them. Spanish leaves the pronoun out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from backend.tasks.answer.extractive.foreign_forms import FRENCH, GERMAN
from backend.tasks.answer.extractive.units import Unit

_SUBJECTS = {
    FRENCH: re.compile(
        r"(?P<article>Les|Des|Ces|Nos|Vos|Le|Un|Ce|Notre|La|Une|Cette|L['’])\s?"
        r"(?P<what>[^\W\d_][\w’'-]+)"
    ),
    GERMAN: re.compile(
        r"(?P<article>Der|Die|Das|Eine|Ein|Dieser|Diese|Dieses|Unser|Unsere) "
        r"(?:[a-zäöüß][\w-]* ){0,2}(?P<what>[A-ZÄÖÜ][\w-]+)"
    ),
}
"""The subject that a sentence begins with."""
_PRONOUNS = {
    FRENCH: re.compile(r"(?P<it>Ils|Elles|Il|Elle)\s(?!faut\b|y\b|est (?:interdit|possible)\b)"),
    GERMAN: re.compile(r"(?P<it>Er|Sie|Es)\s(?!gibt\b|ist (?:nicht )?(?:verboten|erlaubt)\b)"),
}
_FITS = {
    "Ils": frozenset(["Les", "Des", "Ces", "Nos", "Vos"]),
    "Elles": frozenset(["Les", "Des", "Ces", "Nos", "Vos"]),
    "Il": frozenset(["Le", "Un", "Ce", "Notre", "L'", "L’"]),
    "Elle": frozenset(["La", "Une", "Cette", "Notre", "L'", "L’"]),
    "Er": frozenset(["Der", "Ein", "Dieser", "Unser"]),
    "Sie": frozenset(["Die", "Eine", "Diese", "Unsere"]),
    "Es": frozenset(["Das", "Ein", "Dieses", "Unser"]),
}
"""The articles of what a pronoun may stand for."""


def with_subjects(language: str, units: Iterable[Unit]) -> Iterator[tuple[Unit, str]]:
    """The units in their order, and of what each speaks that begins with a pronoun; empty where
    that is not told."""
    subjects, pronouns = _SUBJECTS.get(language), _PRONOUNS.get(language)
    meant, before = None, None
    for unit in units:
        beside = before is not None and (unit.hit, unit.heading) == (before.hit, before.heading)
        before = unit
        points = pronouns.match(unit.text) if pronouns is not None else None
        if points is None:
            meant = subjects.match(unit.text) if subjects is not None else None
        elif not (beside and meant is not None and meant["article"] in _FITS[points["it"]]):
            meant = None
        yield unit, meant["what"] if points is not None and meant is not None else ""
