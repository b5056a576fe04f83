"""Numbers, sizes and moments in words that a newcomer reads without thinking."""

from __future__ import annotations

from datetime import datetime

from backend.types import Chunk


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 page`, `2,140 pages`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def size(octets: int) -> str:
    """A file size in decimal units: `781 kB`, `4.2 MB`."""
    amount = float(octets)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 999.5:
            return f"{amount:.0f} {unit}" if amount >= 10 or unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} TB"


def duration(seconds: float) -> str:
    """A measured time: `0.4 s`, `41 s`, `6 min 10 s`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def remaining(seconds: float | None) -> str:
    """A rough time that is left, empty if nobody knows: `5 s`, `about 1 min`."""
    if seconds is None:
        return ""
    if seconds < 55:
        return f"{max(5, 5 * round(seconds / 5))} s"
    if seconds < 3600:
        return f"{max(1, round(seconds / 60))} min"
    return f"{seconds / 3600:.1f} h"


_PLACES = (
    *("Next", "Second", "Third", "Fourth", "Fifth"),
    *("Sixth", "Seventh", "Eighth", "Ninth", "Tenth"),
)


def _whole(seconds: float) -> str:
    return f"{max(1, round(seconds))} s" if seconds < 59.5 else f"{round(seconds / 60)} min"


def in_line(place: int, seconds: float) -> str:
    """A place in a line, from 1, and about how long it lasts: `Third in line, about 4 s`."""
    which = _PLACES[place - 1] if place <= len(_PLACES) else f"Number {place:,}"
    return f"{which} in line" + (f", about {_whole(seconds)}" if seconds else "")


def moment(timestamp: float) -> str:
    """`21 Nov, 13:12`, in the server's time zone."""
    at = datetime.fromtimestamp(timestamp)
    return f"{at.day} {at:%b}, {at:%H:%M}"


def score(value: float, largest: float) -> str:
    """A score with as many decimals as the largest one of its list needs to be told apart."""
    decimals = 2 if abs(largest) >= 0.3 else 3 if abs(largest) >= 0.05 else 4
    shown = f"{value:.{decimals}f}"
    return shown if float(shown) else shown.removeprefix("-")


def points(value: float, whole: float) -> str:
    """A part of a relevance in points of which the whole has 100: `29`, `−7`, `0`."""
    number = round(100 * value / whole) if whole else 0
    return f"{number}".replace("-", "−")


def place(rank: int) -> str:
    """A rank as people say it: `1st`, `2nd`, `3rd`, `11th`."""
    if rank % 100 in {11, 12, 13}:
        return f"{rank}th"
    return f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th') }"


def pages(numbers: tuple[int, ...]) -> str:
    """Pages counted from 0 as people count them: `p. 3`, `p. 3–4`; empty without pages."""
    if not numbers:
        return ""
    first, last = min(numbers) + 1, max(numbers) + 1
    return f"p. {first}" if first == last else f"p. {first}–{last}"


def section(chunk: Chunk) -> str:
    """The nearest heading above a passage; empty where that only says its document's title."""
    nearest = chunk.path[-1] if chunk.path else ""
    return "" if nearest == chunk.title else nearest


def name(identifier: str) -> str:
    """A name of the program as a word on screen: `chain_of_thought` becomes `Chain of thought`."""
    words = identifier.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
