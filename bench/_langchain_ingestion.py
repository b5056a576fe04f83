"""LangChain's usual recipe, run by `bench.ingestion` in an environment of its own.

Arguments: folder of the model, question, PDF files. Prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import time

from langchain_community.document_loaders import PyPDFLoader
from langchain_community.vectorstores import FAISS
from langchain_huggingface import HuggingFaceEmbeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

model, question, *files = sys.argv[1:]
began = time.perf_counter()
embeddings = HuggingFaceEmbeddings(model_name=model, model_kwargs={"device": "cpu"})
embeddings.embed_query("warm")
started = time.perf_counter()
used_before = sum(os.times()[:4])
pages = [page for file in files for page in PyPDFLoader(file).load()]
read = time.perf_counter()
splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200)
chunks = splitter.split_documents(pages)
split = time.perf_counter()
store = FAISS.from_documents(chunks, embeddings)
embedded = time.perf_counter()
found = store.similarity_search(question, k=5)
print(
    json.dumps(
        {
            "pages": len(pages),
            "chunks": len(chunks),
            "characters": sum(len(chunk.page_content) for chunk in chunks),
            "found": len(found),
            "processor seconds after start": sum(os.times()[:4]) - used_before,
            "seconds after start": time.perf_counter() - started,
            "seconds": {
                "loading the model": started - began,
                "reading": read - started,
                "splitting": split - read,
                "embedding and indexing": embedded - split,
                "first question": time.perf_counter() - embedded,
            },
        }
    )
)
