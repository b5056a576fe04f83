"""Where people and things are from, as an adjective and as lists write it: "Japanese", "Japan"."""

from __future__ import annotations

_ADJECTIVES = {
    "African": "Africa",
    "American": "USA|US|U.S.|U.S.A.|United States|United States of America|America",
    "Argentinian": "Argentina",
    "Asian": "Asia",
    "Australian": "Australia",
    "Austrian": "Austria",
    "Belgian": "Belgium",
    "Brazilian": "Brazil",
    "British": "UK|U.K.|GB|Great Britain|United Kingdom|Britain",
    "Bulgarian": "Bulgaria",
    "Canadian": "Canada",
    "Chilean": "Chile",
    "Chinese": "China",
    "Colombian": "Colombia",
    "Croatian": "Croatia",
    "Czech": "Czechia|Czech Republic",
    "Danish": "Denmark",
    "Dutch": "Netherlands|The Netherlands|Holland",
    "Egyptian": "Egypt",
    "English": "England",
    "Estonian": "Estonia",
    "European": "Europe",
    "Finnish": "Finland",
    "French": "France",
    "German": "Germany|Deutschland",
    "Greek": "Greece",
    "Hungarian": "Hungary",
    "Icelandic": "Iceland",
    "Indian": "India",
    "Indonesian": "Indonesia",
    "Irish": "Ireland",
    "Israeli": "Israel",
    "Italian": "Italy",
    "Japanese": "Japan",
    "Kenyan": "Kenya",
    "Korean": "Korea|South Korea",
    "Latvian": "Latvia",
    "Lithuanian": "Lithuania",
    "Mexican": "Mexico",
    "Moroccan": "Morocco",
    "Nigerian": "Nigeria",
    "Norwegian": "Norway",
    "Peruvian": "Peru",
    "Polish": "Poland",
    "Portuguese": "Portugal",
    "Romanian": "Romania",
    "Russian": "Russia",
    "Scottish": "Scotland",
    "Serbian": "Serbia",
    "Slovak": "Slovakia",
    "Slovenian": "Slovenia",
    "Spanish": "Spain",
    "Swedish": "Sweden",
    "Swiss": "Switzerland",
    "Thai": "Thailand",
    "Turkish": "Turkey|Türkiye",
    "Ukrainian": "Ukraine",
    "Vietnamese": "Vietnam",
    "Welsh": "Wales",
}
NATIONALITIES: dict[str, frozenset[str]] = {
    adjective: frozenset(names.casefold().split("|")) for adjective, names in _ADJECTIVES.items()
}
"""Names of countries and continents in small letters, by their adjective."""
_OF_CONTINENTS = {
    "africa": "African|Egyptian|Kenyan|Moroccan|Nigerian",
    "america": "American|Argentinian|Brazilian|Canadian|Chilean|Colombian|Mexican|Peruvian",
    "asia": "Asian|Chinese|Indian|Indonesian|Israeli|Japanese|Korean|Russian|Thai|Turkish"
    "|Vietnamese",
    "australia": "Australian",
}
"""The adjectives of all that is not in Europe alone, by continent."""
_BESIDE_EUROPE = "|".join(_OF_CONTINENTS.values()).split("|")
_MEMBERS = {
    **{continent: each.split("|") for continent, each in _OF_CONTINENTS.items()},
    "europe": [*(NATIONALITIES.keys() - _BESIDE_EUROPE), "Russian", "Turkish"],
}
CONTINENTS = {
    continent: frozenset(name for member in members for name in NATIONALITIES[member])
    for continent, members in _MEMBERS.items()
}
"""Names of what lies on a continent, its own among them, by its name; all in small letters."""
KNOWN_ORIGINS = frozenset(name for names in CONTINENTS.values() for name in names)
