"""Which encoding of one byte per letter a European text was written in.

The same byte is another letter in each of these encodings. A text in the right one uses the letters
of one language, inside words and in their places; in a wrong one it uses letters that no one
language has together, or signs in the middle of words.
"""

from __future__ import annotations

_WESTERN = (
    "äöüß",  # German
    "àâæçèéêëîïôœùûüÿ",  # French
    "áéíóúüñºª",  # Spanish
    "áàâãçéêíóôõúü",  # Portuguese
    "àèéìíîòóùú",  # Italian
    "åäöæøé",  # Swedish, Finnish, Danish, Norwegian
    "äëéèïöóü",  # Dutch
)
_CENTRAL = (
    "ąćęłńóśźż",  # Polish
    "áčďéěíňóřšťúůýž",  # Czech
    "áäčďéíľĺňóôŕšťúýž",  # Slovak
    "áéíóöőúüű",  # Hungarian
    "čćđšž",  # Croatian, Slovenian
    "ăâîşţ",  # Romanian
)
_CANDIDATES = (
    ("cp1252", _WESTERN),
    ("cp1250", _CENTRAL),
    ("iso8859-2", _CENTRAL),
    ("cp850", _WESTERN),
    ("cp437", _WESTERN),
    ("mac_roman", _WESTERN),
)
"""The likeliest first: of two that fit alike the first is taken."""
_OPENING = frozenset("„‚“‘«¿¡")
_CLOSING = frozenset("”’“»…")
_ANYWHERE = frozenset("–—•·€§°©®£\u00a0")
_GOOD_ENOUGH = 0.9
_SAMPLE_LETTERS = 20_000
_OTHER_SCRIPT = 0.6
"""Share of the letters above which a text is not in Latin letters."""


def european_encoding(content: bytes) -> str | None:
    """The encoding that makes the bytes a text of one European language; None if none does."""
    high = sum(byte >= 0x80 for byte in content)
    letters = high + sum(chr(byte).isalpha() for byte in content if byte < 0x80)
    if not high or high > _OTHER_SCRIPT * letters:
        return None
    best, best_fit = None, 0.0
    for encoding, languages in _CANDIDATES:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        fit = _fit(text, languages)
        if fit > best_fit:
            best, best_fit = encoding, fit
    return best if best_fit >= _GOOD_ENOUGH else None


def _fit(text: str, languages: tuple[str, ...]) -> float:
    """Share, 0 to 1, of the letters and signs beyond ASCII that one of the languages explains."""
    letters: list[str] = []
    placed = total = 0
    for at, sign in enumerate(text):
        if sign.isascii():
            continue
        total += 1
        if total > _SAMPLE_LETTERS:
            total -= 1
            break
        before = text[at - 1 : at]
        after = text[at + 1 : at + 2]
        if sign in _OPENING and not before.isalpha() and after.isalnum():
            placed += 1
        elif sign in _CLOSING and before and not before.isspace():
            # within a word only the apostrophe has a place
            placed += sign == "’" or not after.isalpha()
        elif sign in _ANYWHERE:
            placed += not (before.isalpha() and after.isalpha())
        elif sign.isalpha() and not (sign.isupper() and before.islower()):
            letters.append(sign.lower())
    explained = max(sum(letter in language for letter in letters) for language in languages)
    return (placed + explained) / total if total else 0.0
