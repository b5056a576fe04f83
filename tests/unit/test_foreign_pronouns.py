"""What a French or German sentence speaks of that begins with a pronoun."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.foreign_forms import FRENCH, GERMAN, SPANISH
from backend.tasks.answer.extractive.foreign_pronouns import with_subjects
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        (FRENCH, "Les quais sont neufs. Ils ont coûté 90 euros.", ["", "quais"]),
        (
            FRENCH,
            "L’écluse est neuve. Elle a coûté 90 euros. Elle ferme en juin.",
            ["", "écluse", "écluse"],
        ),
        (FRENCH, "La vanne est neuve. Il est trop tard pour la peindre.", ["", ""]),
        (FRENCH, "La vanne est neuve. Le quai non. Elle a coûté 90 euros.", ["", "", ""]),
        (FRENCH, "Les quais sont neufs. Elle a coûté 90 euros.", ["", ""]),
        (GERMAN, "Der alte Kran steht still. Er wiegt neun Tonnen.", ["", "Kran"]),
        (GERMAN, "Die Schleusen sind alt. Sie werden im Mai geprüft.", ["", "Schleusen"]),
        (GERMAN, "Das Tor ist alt. Es gibt noch ein zweites.", ["", ""]),
        (GERMAN, "Ada Finch kam an. Sie blieb drei Tage lang.", ["", ""]),
        (SPANISH, "El muelle es nuevo. Ella lo pintó en mayo.", ["", ""]),
    ],
)
def test_the_subject_of_the_sentence_before_is_meant(
    language: str, text: str, named: list[str]
) -> None:
    assert [told for _, told in with_subjects(language, cut_hits([hit(text)]))] == named


def test_another_passage_says_nothing_of_it() -> None:
    units = cut_hits([hit("Der Kran steht still."), hit("Er wiegt neun Tonnen.", start=500)])
    assert [told for _, told in with_subjects(GERMAN, units)] == ["", ""]
