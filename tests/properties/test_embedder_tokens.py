"""The quick way to token offsets is the tokenizer's own, for any text."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from backend.embedders._model import PACKAGED, find_packaged_or_local
from backend.embedders._tokenizer import ModelTokenizer

LIKELY = st.text(
    alphabet=st.sampled_from(
        "abcÄé\u0301ß .,$4\n\t\r\u00a0\u2028\x1c\x07\ufeff\u200b東京\U0001f600[]MASKSEP\ud800"
    ),
    max_size=120,
)


@pytest.fixture(scope="module")
def both() -> tuple[ModelTokenizer, Tokenizer]:
    folder = find_packaged_or_local(PACKAGED)
    assert folder is not None
    original = Tokenizer.from_file(str(folder / "tokenizer.json"))
    original.no_padding()
    original.no_truncation()
    return ModelTokenizer(folder / "tokenizer.json", 512), original


@given(texts=st.lists(LIKELY | st.text(max_size=60), max_size=4))
@settings(deadline=None, max_examples=400)
def test_offsets_are_the_tokenizers(
    both: tuple[ModelTokenizer, Tokenizer], texts: list[str]
) -> None:
    tokens, original = both
    for text, offsets in zip(texts, tokens.offsets(texts), strict=True):
        readable = re.sub("[\ud800-\udfff]", "\ufffd", text)
        expected = original.encode(readable, add_special_tokens=False).offsets
        assert offsets.dtype == np.int32
        assert offsets.tolist() == [list(each) for each in expected]


def test_special_tokens_in_a_text_are_no_hindrance(both: tuple[ModelTokenizer, Tokenizer]) -> None:
    tokens, original = both
    text = "see [SEP] and [MASK]ed or x[CLS]y"
    expected = original.encode(text, add_special_tokens=False).offsets
    assert tokens.offsets([text])[0].tolist() == [list(each) for each in expected]
