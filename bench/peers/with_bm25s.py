"""bm25s and, beside it, an exact scan of all vectors; both lists joined by their ranks. Arguments: the folder of the task, and "hybrid" or "words"."""

import json
import resource
import sys
import time
from pathlib import Path

import bm25s
import numpy as np
import Stemmer

WARM_UP = 20
DEPTH = 100
RANK_CONSTANT = 60

folder, mode = Path(sys.argv[1]), sys.argv[2]
task = json.loads((folder / "task.json").read_text())
ids = [document["id"] for document in task["documents"]]


def vectors(name):
    return np.fromfile(folder / name, dtype="<f4").reshape(-1, task["dimensions"])


stemmer = Stemmer.Stemmer("english")


def tokens(texts):
    return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)


began = time.perf_counter()
documents = vectors("documents.f32")
retriever = bm25s.BM25()
retriever.index(tokens([f"{one['title']}\n{one['text']}" for one in task["documents"]]), show_progress=False)
load_seconds = time.perf_counter() - began
questions = vectors("questions.f32")


def ask(at):
    found, _ = retriever.retrieve(tokens([task["questions"][at]["text"]]), k=DEPTH, show_progress=False)
    lists = [found[0].tolist()]
    if mode == "hybrid":
        scores = documents @ questions[at]
        nearest = np.argpartition(-scores, DEPTH)[:DEPTH]
        lists.append(nearest[np.argsort(-scores[nearest])].tolist())
    joined = {}
    for ranked in lists:
        for rank, document in enumerate(ranked, 1):
            joined[document] = joined.get(document, 0) + 1 / (RANK_CONSTANT + rank)
    best = sorted(joined, key=joined.get, reverse=True)[:10]
    return [ids[document] for document in best]


for at in range(min(WARM_UP, len(questions))):
    ask(at)
times, rankings = [], []
for at in range(len(questions)):
    began = time.perf_counter()
    rankings.append(ask(at))
    times.append(1000 * (time.perf_counter() - began))

kept = folder / "bm25s"
retriever.save(kept)
size = sum(file.stat().st_size for file in kept.iterdir()) + (documents.nbytes if mode == "hybrid" else 0)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"memoryMb": memory, "loadSeconds": load_seconds, "bytes": size, "times": times, "rankings": rankings}))
