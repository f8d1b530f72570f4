"""Networks of bytes say nearly what the trained ones say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from vision.dice.networks import FACE_ABREAST, abreast
from vision.dice.runtime import onnxruntime
from vision.training.quantise import LIES, join, layers_of, quantise, quantise_part


@pytest.mark.parametrize("pixels", [2, 4, 8])
@pytest.mark.parametrize("kernel", [3, 5])
def test_a_network_says_the_same_of_bytes_abreast(kernel: int, pixels: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(kernel)
    pictures = rng.integers(0, 256, (6, 16, 24, 3), np.uint8)
    trained, small = tmp_path / "trained.onnx", tmp_path / "small.onnx"
    for path in (trained, small):
        onnx.save(network(np.random.default_rng(1), kernel), str(path))
    quantise(small, [pictures], {"told": "yes"}, pixels)
    before = run(trained, pictures.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255))
    after = run(small, abreast(pictures, pixels))
    assert np.abs(before - after).max() < 0.02 * np.abs(before).max()
    assert {each.key: each.value for each in onnx.load(str(small)).metadata_props} == {"told": "yes"}
    # Of four neighbours and more the first layer, here nearly all there is, is written more than once.
    assert pixels > 2 or small.stat().st_size < trained.stat().st_size


@pytest.mark.parametrize("pixels", [2, 4])
@pytest.mark.parametrize("kernel", [3, 5])
def test_the_weights_of_a_written_network_are_read_back_but_for_their_rounding(
    kernel: int, pixels: int, tmp_path: Path
) -> None:
    rng, path = np.random.default_rng(kernel), tmp_path / "small.onnx"
    trained = network(np.random.default_rng(1), kernel)
    onnx.save(trained, str(path))
    quantise(path, [rng.integers(0, 256, (6, 16, 24, 3), np.uint8)], {}, pixels)
    layers = layers_of(path)
    meant = [onnx.numpy_helper.to_array(each) for each in trained.graph.initializer]
    assert [layer.weights.shape for layer in layers] == [each.shape for each in meant[:2]]
    for layer, weights, bias in zip(layers, meant[:2], meant[2:], strict=True):
        rounding = np.abs(weights).max(axis=(1, 2, 3), keepdims=True) / 127
        assert (np.abs(layer.weights - weights) <= rounding).all()
        np.testing.assert_allclose(layer.bias, bias, atol=1e-3)


def test_a_part_behind_a_reader_says_what_it_says_by_itself_and_the_reader_what_it_said(
    tmp_path: Path,
) -> None:
    rng = np.random.default_rng(5)
    pictures = rng.integers(0, 256, (6, 16, 24, 3), np.uint8)
    reader, joined = tmp_path / "reader.onnx", tmp_path / "joined.onnx"
    onnx.save(network(rng, 3, mean=True), str(reader))
    quantise(reader, [pictures], {"told": "yes"}, FACE_ABREAST)
    parts = [part_behind(np.random.default_rng(seed), tmp_path / f"part{seed}.onnx") for seed in (1, 2)]
    onnx.save(join(onnx.load(str(reader)), onnx.load(str(parts[0]))), str(joined))
    onnx.save(join(onnx.load(str(joined)), onnx.load(str(parts[1]))), str(joined))  # in place of the first
    whole = onnxruntime.InferenceSession(str(joined), providers=["CPUExecutionProvider"])
    assert [each.name for each in whole.get_outputs()] == ["dice", LIES]
    dice, lies = whole.run(None, {"image": abreast(pictures, FACE_ABREAST)})
    assert (dice == run(reader, abreast(pictures, FACE_ABREAST))).all()
    seen = seen_by(reader, pictures)
    assert np.abs(lies - alone(parts[1], seen)).max() < 1e-4
    assert np.abs(lies - alone(parts[0], seen)).max() > 0.01
    assert {each.key: each.value for each in onnx.load(str(joined)).metadata_props} == {"told": "yes"}
    for layer, same in zip(layers_of(joined), layers_of(reader), strict=True):
        assert (layer.weights == same.weights).all()


def part_behind(rng: np.random.Generator, path: Path) -> Path:
    """Write a part that multiplies the mean of what is seen (n, 48, h, w)."""
    helper, floats = onnx.helper, onnx.TensorProto.FLOAT
    weights = rng.normal(0, 0.3, (3, 48, 1, 1)).astype(np.float32)
    nodes = [
        helper.make_node("Conv", ["seen", "weights"], ["out"], name="only"),
        helper.make_node("ReduceMean", ["out"], [LIES], axes=[2, 3], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "part",
        [helper.make_tensor_value_info("seen", floats, ["n", 48, "h", "w"])],
        [helper.make_tensor_value_info(LIES, floats, None)],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=7), str(path))
    quantise_part(path, [{"seen": rng.uniform(0, 3, (4, 48, 8, 12)).astype(np.float32)}])
    return path


def seen_by(reader: Path, pictures: np.ndarray) -> np.ndarray:
    """Give what a written reader sees last (n, 48, h, w)."""
    model = onnx.load(str(reader))
    name = next(node.input[0] for node in model.graph.node if node.op_type == "ReduceMean")
    model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run([name], {"image": abreast(pictures, FACE_ABREAST)})[0]


def alone(part: Path, seen: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(str(part), providers=["CPUExecutionProvider"])
    return session.run(None, {"seen": seen})[0]


def network(rng: np.random.Generator, kernel: int, *, mean: bool = False):
    """Two convolutions with a ReLU between them, from planes of floats, the first of stride two."""
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    first = rng.normal(0, 0.3, (48, 3, kernel, kernel)).astype(np.float32)
    last = rng.normal(0, 0.3, (10, 48, 1, 1)).astype(np.float32)
    pads = [kernel // 2] * 4
    added = {"to_first": rng.normal(0, 0.1, 48), "to_last": rng.normal(0, 0.1, 10)}
    nodes = [
        helper.make_node(
            "Conv", ["image", "first", "to_first"], ["seen"], strides=[2, 2], pads=pads, name="stem"
        ),
        helper.make_node("Relu", ["seen"], ["lit"]),
        helper.make_node("Conv", ["lit", "last", "to_last"], ["said" if mean else "dice"], name="head"),
    ]
    if mean:
        nodes[-1].input[0] = "of_all"
        nodes.insert(-1, helper.make_node("ReduceMean", ["lit"], ["of_all"], axes=[2, 3], keepdims=1))
        nodes.append(helper.make_node("Flatten", ["said"], ["dice"]))
    floats = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("image", floats, ["n", 3, "h", "w"])],
        [helper.make_tensor_value_info("dice", floats, None)],
        [
            numpy_helper.from_array(first, "first"),
            numpy_helper.from_array(last, "last"),
            *(numpy_helper.from_array(each.astype(np.float32), name) for name, each in added.items()),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def run(path: Path, image: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, {"image": image})[0]
