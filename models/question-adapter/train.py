"""Trains the bundled model's question adapter from what `npm run bench -- train-adapter OUT` wrote; README.md beside this folder says what it is.

    pip install numpy==2.4.6 torch==2.15.0
    python3 models/question-adapter/train.py OUT

A question of vector q is searched by (q + Aq) / |q + Aq|. A is learned by softmax over its papers, those read that do not answer it and a random draw of all others (InfoNCE, van den Oord et al. 2018),
and is held near nothing: what a question's vector loses of itself is counted too. Prints how often a wanted paper is among the nearest for the questions that only measure, before and after.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import torch

TARGET = Path(__file__).resolve().parents[1] / "all-MiniLM-L6-v2-int8"
FILE = "question-adapter.f16"
PASSES, BATCH, RATE, WARM_UP = 5, 64, 1e-3, 0.1
TEMPERATURE, KEPT = 0.04, 1.0
OTHERS = 20_000


def read(folder):
    rows = [json.loads(line) for line in (folder / "questions.jsonl").open(encoding="utf-8")]
    vectors = torch.tensor([row["vector"] for row in rows])
    papers = torch.from_numpy(np.fromfile(folder / "papers.f32", "<f4").reshape(-1, vectors.shape[1]))
    return papers, vectors, rows


def adapted(matrix, vectors):
    return torch.nn.functional.normalize(vectors + vectors @ matrix.T, dim=-1)


def loss(scores, place_of, papers):
    """Each paper that answers against all that do not, by what it is worth."""
    wanted = [(place_of[paper["place"]], paper["worth"]) for paper in papers if paper["worth"] > 0]
    places = torch.tensor([place for place, _ in wanted])
    worth = torch.tensor([worth for _, worth in wanted])
    others = torch.logsumexp(scores.index_fill(0, places, -1e9), 0)
    return ((torch.logaddexp(scores[places], others) - scores[places]) * worth).sum() / worth.sum()


def train(papers, vectors, rows):
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    matrix = torch.nn.Parameter(torch.zeros(vectors.shape[1], vectors.shape[1]))
    optimizer = torch.optim.AdamW([matrix], lr=RATE, weight_decay=0)
    taught = [index for index, row in enumerate(rows) if not row["measures"]]
    steps, order = PASSES * len(taught) // BATCH, []
    for step in range(steps):
        if len(order) < BATCH:
            order = list(random.permutation(taught))
        batch = [order.pop() for _ in range(BATCH)]
        optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / (WARM_UP * steps)) * (1 - step / steps)
        drawn = set(random.choice(len(papers), min(OTHERS, len(papers)), replace=False).tolist())
        among = np.array(sorted(drawn.union(*({paper["place"] for paper in rows[index]["papers"]} for index in batch))))
        place_of = {place: index for index, place in enumerate(among.tolist())}
        asked = adapted(matrix, vectors[batch])
        scores = asked @ papers[among].T / TEMPERATURE
        lost = sum(loss(own, place_of, rows[index]["papers"]) for own, index in zip(scores, batch)) / BATCH
        lost = lost + KEPT * (1 - (asked * vectors[batch]).sum(1)).mean()
        optimizer.zero_grad()
        lost.backward()
        optimizer.step()
    return matrix.detach()


def found(papers, vectors, rows, matrix):
    measuring = [index for index, row in enumerate(rows) if row["measures"]]
    scores = adapted(matrix, vectors[measuring]) @ papers.T
    ranks = [min(int((own > own[paper["place"]]).sum()) for paper in rows[index]["papers"]) for own, index in zip(scores, measuring)]
    return ", ".join(f"{np.mean([rank < depth for rank in ranks]):.3f} among {depth}" for depth in (1, 5, 20, 100))


def main(folder):
    torch.set_num_threads(2)
    papers, vectors, rows = read(folder)
    matrix = train(papers, vectors, rows)
    print("before:", found(papers, vectors, rows, torch.zeros_like(matrix)))
    print("after: ", found(papers, vectors, rows, matrix))
    content = matrix.numpy().astype("<f2").tobytes()
    (TARGET / FILE).write_bytes(content)
    sums = [line for line in (TARGET / "SHA256SUMS").read_text(encoding="utf-8").splitlines() if not line.endswith(f"  {FILE}")]
    (TARGET / "SHA256SUMS").write_text("\n".join([*sums, f"{hashlib.sha256(content).hexdigest()}  {FILE}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
