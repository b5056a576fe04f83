"""Lines of a letter's or a report's head that stand out as headings do and head nothing."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_BEGINNING_ABROAD

_MONTH = rf"(?:{MONTH_BEGINNING_ABROAD})[^\W\d_]*\.?"
_DATED = re.compile(
    rf"(?i)(?:[^\W\d_]+,? )?(?:\d{{1,2}}(?:st|nd|rd|th|\.)? {_MONTH}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?),? (?:19|20)\d\d\b(?:\D.{{0,18}})?"
)
_ADDRESS = re.compile(r"[^,]+,.*\b\d{5}(?:-\d{4})?")


def is_of_letterhead(line: str) -> bool:
    """Whether a line is a date ("12 May 2025", "Tuesday, May 6, 2025, 7 pm") or an address that
    ends in its post code ("4 Mill Lane, Ferncombe, NY 10001")."""
    text = line.strip()
    return _DATED.fullmatch(text) is not None or _ADDRESS.fullmatch(text) is not None
