"""Words that point one way or the other: up and down, before and after, accept and reject."""

from __future__ import annotations

from collections.abc import Mapping

from backend.analysis import term_texts

UP_OR_DOWN = "more or less"
_AXES: Mapping[str, tuple[str, str]] = {
    UP_OR_DOWN: (
        "increase increased rise rose risen rising grow grew grown growth gain gained higher more "
        "up improve improved raise raised larger greater above expand climb climbed enhance "
        "elevate elevated promote accelerate strengthen stimulate activate upregulate most "
        "highest largest longer better surge surged doubled tripled warmer",
        "decrease decreased fall fell fallen falling decline declined shrink shrank shrunk lose "
        "lost lower less fewer down worsen worse reduce reduced cut drop dropped smaller below "
        "contract weaken inhibit suppress diminish impair downregulate attenuate least lowest "
        "smallest shorter slump slumped halved limit block prevent colder",
    ),
    "before or after": ("before earlier prior until", "after later since following"),
    "first or last": (
        "first begin began begun start started open opened",
        "last end ended close closed",
    ),
    "yes or no": (
        "accept accepted approve approved allow allowed permit include included recommend agree "
        "keep kept",
        "reject rejected refuse refused forbid forbidden prohibit exclude excluded oppose deny",
    ),
    "win or lose": ("win won profit gain victory", "lose lost loss defeat"),
    "north or south": ("north northern", "south southern"),
    "east or west": ("east eastern", "west western"),
    "in or out": ("import enter join joined", "export leave left quit"),
    "old or young": ("older oldest elder", "younger youngest"),
    "most or least": ("maximum maximal majority", "minimum minimal minority"),
    "there or not": ("present with", "absent without lack lacks"),
    "add or remove": ("add added adds create created", "remove removed removes delete deleted"),
    "on or off": ("on enable enabled", "off disable disabled"),
}


def _read() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for axis, sides in _AXES.items():
        for sign, words in zip((1, -1), sides, strict=True):
            for word in term_texts(words, keep_stop_words=True):
                found.setdefault(word, (axis, sign))
    return found


POINTING: Mapping[str, tuple[str, int]] = _read()
"""By index form: the axis on which a word points, and which way (+1 or −1)."""
NEGATIONS = frozenset(
    term_texts(
        "not no never none neither nor without cannot nobody nothing nowhere hardly",
        keep_stop_words=True,
    )
)
