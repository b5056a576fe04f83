"""LangChain's splitter, timed by `bench.chunking` in an environment of its own.

Arguments: a text file and a tokenizer.json. Prints the seconds of each setting as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from langchain_text_splitters import RecursiveCharacterTextSplitter
from tokenizers import Tokenizer

text = Path(sys.argv[1]).read_text("utf-8")
tokenizer = Tokenizer.from_file(sys.argv[2])
tokenizer.no_truncation()
tokenizer.no_padding()


def tokens(piece: str) -> int:
    """Tokens of a piece, as the splitter's length."""
    return len(tokenizer.encode(piece, add_special_tokens=False).ids)


splitters = {
    "LangChain, recursive, 1000 characters": RecursiveCharacterTextSplitter(
        chunk_size=1000, chunk_overlap=200
    ),
    "LangChain, recursive, 256 tokens": RecursiveCharacterTextSplitter(
        chunk_size=256, chunk_overlap=32, length_function=tokens
    ),
}
seconds = {}
for name, splitter in splitters.items():
    start = time.perf_counter()
    splitter.split_text(text)
    seconds[name] = time.perf_counter() - start
print(json.dumps(seconds))
