"""When two ways of running one model count as the same: the texts and the least cosine."""

from __future__ import annotations

AGREEMENT = 0.9999
"""Least cosine between the vectors that two ways make of every sample."""
SAMPLES = (
    "",
    "?",
    "One short question?",
    "Net sales rose 4.2% to $17,846 million in fiscal 2022 (2021: $17,126 million).",
    "Ärger über Straßenbau; naïve façade — “quoted” 東京都は日本の首都です。",
    "ТЕКСТ В ВЕРХНЕМ РЕГИСТРЕ и обычный текст.",
    " ".join(f"word{number % 97} of a longer paragraph" for number in range(40)),
    "The committee met on 3 May. " * 45,
    "a " * 300,
    "A text beyond the limit of the model, to see that both cut it at the same place. " * 400,
)
