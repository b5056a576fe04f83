"""Question sets over a part of their corpus, where the whole would take hours to embed."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

from backend.settings import load_settings
from bench._question_sets import QuestionSet


def thinned(question_set: QuestionSet, every: int) -> QuestionSet:
    """The same questions over what answers any of them and every n-th other record, in the order
    of the file; the corpus is written to the cache folder.
    """
    path = load_settings().cache / "bench" / "thinned" / f"{question_set.name} {every}.jsonl.gz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        gold = {each for question in question_set.questions for each in question.gold}
        with (
            gzip.open(question_set.corpus, "rt", encoding="utf-8") as whole,
            gzip.open(path, "wt", encoding="utf-8") as kept,
        ):
            others = 0
            for line in filter(str.strip, whole):
                if str(json.loads(line)["doc_id"]) in gold:
                    kept.write(line)
                    continue
                if others % every == 0:
                    kept.write(line)
                others += 1
    return replace(question_set, name=f"{question_set.name} 1 in {every}", corpus=path)
