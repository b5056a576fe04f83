"""Prints the tables that camelot finds on pages; run by the Python of an environment of its own.

Reads a list of files with the numbers of their pages (from 0) as JSON, and writes for each page its
path, number and tables, each as rows of texts.
"""

from __future__ import annotations

import json
import sys
import warnings

import camelot

WAYS = ("lattice", "stream", "network", "hybrid")


def main() -> None:
    """Read what is asked from standard input and answer on standard output."""
    warnings.simplefilter("ignore")
    found = [
        [path, page, _tables(path, page)] for path, pages in json.load(sys.stdin) for page in pages
    ]
    json.dump(found, sys.stdout)


def _tables(path: str, page: int) -> list[list[list[str]]]:
    tables: list[list[list[str]]] = []
    for way in WAYS:
        try:
            read = camelot.read_pdf(path, pages=str(page + 1), flavor=way)
        except (ValueError, IndexError, ZeroDivisionError) as error:
            # a way fails on some pages; the others still count
            print(f"{path}, page {page + 1}, {way}: {error}", file=sys.stderr)
            continue
        tables += [[[str(cell) for cell in row] for row in each.df.values] for each in read]
    return tables


if __name__ == "__main__":
    main()
