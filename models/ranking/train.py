"""Trains the ranking of papers from what `npm run bench -- train-ranking` wrote, and writes its weights into src/retrieval/ranking.json.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 models/ranking/train.py FILE

Prints how well each set is ranked by weights that were trained on the others, with a paired randomization test, then trains on all.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

TARGET = Path(__file__).resolve().parents[2] / "src/retrieval/ranking.json"
# How much a difference of fused scores counts before anything is learned: of 10 to 14 the results differ by less than a thousandth.
BASE = 12.0
STRENGTH = 0.01
DEPTH = 10
ROUNDS = 10_000


def read(path):
    sets = defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            # Of papers that nobody judged, nothing is known.
            judged = [candidate for candidate in row["candidates"] if candidate["gain"] is not None]
            if judged:
                sets[row["set"]].append({
                    "ideal": row["ideal"],
                    "gains": np.array([max(0.0, candidate["gain"]) for candidate in judged]),
                    "scores": np.array([candidate["score"] for candidate in judged]),
                    "features": np.array([list(candidate["features"].values()) for candidate in judged]),
                    "names": list(judged[0]["features"]),
                })
    return sets


def pairs(questions):
    """Differences of two papers of one question of which the first is wanted more, each weighted by what swapping them does to nDCG (as LambdaRank does, Burges 2010)."""
    differences, weights = [], []
    for question in questions:
        gains = question["gains"]
        discounts = 1 / np.log2(np.arange(len(gains)) + 2)
        columns = np.column_stack([question["scores"], question["features"]])
        better, worse = np.nonzero(gains[:, None] > gains[None, :])
        if len(better) == 0:
            continue
        own = (gains[better] - gains[worse]) * np.abs(discounts[better] - discounts[worse])
        differences.append(columns[better] - columns[worse])
        weights.append(own / own.sum())
    return np.concatenate(differences), np.concatenate(weights) / len(weights)


def trained(sets):
    """Weights to be added to the fused score: logistic regression over pairs, every set and every question in it counting the same."""
    both = [pairs(questions) for questions in sets]
    differences = np.concatenate([own for own, _ in both])
    weights = np.concatenate([own / len(both) for _, own in both])
    spread = np.sqrt((differences**2 * weights[:, None]).sum(0))[1:]
    base, scaled = BASE * differences[:, 0], differences[:, 1:] / spread

    def loss(solution):
        margins = base + scaled @ solution
        slope = -(weights / (1 + np.exp(np.clip(margins, -50, 50)))) @ scaled
        return weights @ np.logaddexp(0, -margins) + STRENGTH * solution @ solution, slope + 2 * STRENGTH * solution

    return minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B").x / spread / BASE


def figures(question, weights):
    order = np.argsort(-(question["scores"] + question["features"] @ weights), kind="stable")
    gains, ideal = question["gains"][order], np.sort(question["ideal"])[::-1][:DEPTH]
    discounts = 1 / np.log2(np.arange(DEPTH) + 2)
    ndcg = (gains[:DEPTH] * discounts[: len(gains)]).sum() / (ideal * discounts[: len(ideal)]).sum()
    return [ndcg, *((gains[:depth] > 0).sum() / len(question["ideal"]) for depth in (5, 20))]


def probability(before, after):
    """Of a difference of means as large as this if it were chance: randomization test, two-sided."""
    moved = after - before
    signs = np.random.default_rng(1).choice([-1, 1], (ROUNDS, len(moved)))
    return float((np.abs((signs * moved).mean(1)) >= abs(moved.mean()) - 1e-12).mean())


def main(path):
    sets = read(path)
    names = next(iter(sets.values()))[0]["names"]
    for name, questions in sets.items():
        weights = trained([own for other, own in sets.items() if other != name])
        before = np.array([figures(question, np.zeros(len(names))) for question in questions])
        after = np.array([figures(question, weights) for question in questions])
        shown = ", ".join(
            f"{figure} {b:.4f} to {a:.4f}" for figure, b, a in zip(("nDCG@10", "recall@5", "recall@20"), before.mean(0), after.mean(0))
        )
        print(f"{name}, {len(questions)} questions, trained on the others: {shown}; nDCG@10 p {probability(before[:, 0], after[:, 0]):.3f}")
    weights = trained(list(sets.values()))
    for name, questions in sets.items():
        print(f"{name}, trained on all: nDCG@10 {np.mean([figures(question, weights)[0] for question in questions]):.4f}")
    model = {"weights": {name: round(float(weight), 4) for name, weight in zip(names, weights)}}
    TARGET.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")
    print(model)


if __name__ == "__main__":
    main(sys.argv[1])
