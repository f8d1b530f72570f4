"""Writes a trained network with 8-bit weights that computes with 8-bit numbers: half the time, half the size.

The network then takes pictures as they lie in memory, bytes in the order of OpenCV, of which two or four
neighbours count as one with six or twelve colours (`vision.training.folding`): nothing is turned into planes
of floats, and the first layer has more to multiply at a time, which is what convolutions of bytes are quick
at. Weights use seven of their eight bits: processors that add products in 16 bits would run over, and say
something else than others.

Convention: as in `vision.dice.networks.abreast`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from vision.dice.runtime import onnxruntime  # noqa: F401 - before its parts: it is told to keep to itself
from vision.dice.weights import unpacked
from vision.training.folding import fold, input_shape, set_input, unfolded

# isort: split
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

LIES, PART = "lies", "lean/"
"""What a part says that is put behind a face reader, and with what the names of all that is in it begin."""

PIXEL_SCALE = 1 / 255
WEIGHTY = ("Conv", "Gemm")
KEPT = ("Gemm", "MatMul")
"""What says the outcome is computed as it was trained: it costs nothing there, and odds are fine things."""


class Layer(NamedTuple):
    """What a layer multiplies with, in the order of PyTorch, and what it adds."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


Fed = dict[str, NDArray[np.float32]]


class _Batches(CalibrationDataReader):
    """Gives batches to the quantiser."""

    def __init__(self, batches: Iterable[Fed]) -> None:
        self._batches = iter(batches)

    def get_next(self) -> Fed | None:
        """Give one batch, or None after the last."""
        return next(self._batches, None)


def _fed(pictures: NDArray[np.uint8]) -> Fed:
    """Give pictures (N, H, W, 3) as the trained network takes them."""
    return {"image": pictures.transpose(0, 3, 1, 2).astype(np.float32) * np.float32(PIXEL_SCALE)}


def quantise(network: Path, pictures: Iterable[NDArray[np.uint8]], told: dict[str, str], pixels: int) -> None:
    """Rewrite a network (ONNX, float) in place.

    Parameters
    ----------
    pictures
        Batches (N, H, W, 3) uint8 from which the range of every layer is learned.
    told
        What is stored beside the weights.
    pixels
        How many neighbours of a row it is to take as one: a multiple of two, and a divisor of every width.
    """
    model = _of_bytes(onnx.load(str(network)), map(_fed, pictures))
    fold(model, pixels)
    _take_bytes(model)
    del model.metadata_props[:]
    helper.set_model_props(model, told)
    onnx.checker.check_model(model)
    onnx.save(model, str(network))


def quantise_part(part: Path, batches: Iterable[Fed]) -> None:
    """Rewrite a network (ONNX, float) in place that takes what another one sees, as numbers."""
    onnx.save(_of_bytes(onnx.load(str(part)), batches), str(part))


def _of_bytes(model: onnx.ModelProto, batches: Iterable[Fed]) -> onnx.ModelProto:
    """Let a network compute with bytes; from the batches the range of every layer is learned."""
    with tempfile.TemporaryDirectory() as folder:
        plain, sound, small = (Path(folder) / name for name in ("plain.onnx", "sound.onnx", "small.onnx"))
        onnx.save(model, str(plain))
        quant_pre_process(str(plain), str(sound), skip_symbolic_shape=True)
        quantize_static(
            str(sound),
            str(small),
            _Batches(batches),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            reduce_range=True,
            nodes_to_exclude=_last(onnx.load(str(sound))),
        )
        return onnx.load(str(small))


def join(reader: onnx.ModelProto, part: onnx.ModelProto) -> onnx.ModelProto:
    """Put a part behind what a face reader sees last; an earlier one is taken away."""
    whole = _alone(reader)
    told = {each.key: each.value for each in whole.metadata_props}
    seen = next(node.input[0] for node in whole.graph.node if node.op_type == "ReduceMean")
    whole.graph.output.append(helper.make_tensor_value_info(seen, TensorProto.FLOAT, None))
    part.ir_version = whole.ir_version
    named = onnx.compose.add_prefix(part, PART, rename_outputs=False)
    joined = onnx.compose.merge_models(
        whole, named, [(seen, f"{PART}seen")], outputs=[reader.graph.output[0].name, LIES]
    )
    del joined.metadata_props[:]
    helper.set_model_props(joined, told)
    onnx.checker.check_model(joined)
    return joined


def _alone(reader: onnx.ModelProto) -> onnx.ModelProto:
    """Give a face reader without a part that stands behind it."""
    alone = onnx.ModelProto()
    alone.CopyFrom(reader)
    graph = alone.graph
    for node in [node for node in graph.node if _of_part(node.output[0])]:
        graph.node.remove(node)
    for named in (graph.initializer, graph.value_info, graph.output):
        for each in [each for each in named if _of_part(each.name)]:
            named.remove(each)
    return alone


def _of_part(name: str) -> bool:
    return name == LIES or name.startswith(PART)


def _last(model: onnx.ModelProto) -> list[str]:
    """Name the layers that say the outcome."""
    heads = [node.name for node in model.graph.node if node.op_type in KEPT]
    return heads or [[node.name for node in model.graph.node if node.op_type == "Conv"][-1]]


def _take_bytes(model: onnx.ModelProto) -> None:
    """Let the network take pixels abreast, (N, H, W / 2, 6) of pairs, in place of planes of floats."""
    graph = model.graph
    entry = next(node for node in graph.node if list(node.input[:1]) == ["image"])
    graph.initializer.append(numpy_helper.from_array(np.float32(PIXEL_SCALE), "pixel_scale"))
    graph.initializer.append(numpy_helper.from_array(np.uint8(0), "pixel_zero"))
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] == entry.output[0]:
            node.input[1], node.input[2] = "pixel_scale", "pixel_zero"
    unused = set(entry.input[1:])
    planes = helper.make_node("Transpose", ["image"], [entry.output[0]], perm=[0, 3, 1, 2], name="planes")
    graph.node.remove(entry)
    graph.node.insert(0, planes)
    for each in [each for each in graph.initializer if each.name in unused]:
        graph.initializer.remove(each)
    count, channels, height, width = input_shape(graph)
    set_input(graph, TensorProto.UINT8, (count, height, width, channels))


def loaded(network: Path) -> onnx.ModelProto:
    """Read a network, compressed or not."""
    return onnx.load_model_from_string(unpacked(network))


def layers_of(network: Path) -> list[Layer]:
    """Read the layers with weights of a network that `quantise` has written, the first first.

    They are numbers again, rounded as they were; the first layer works on single pixels again. A part that
    stands behind the network is left out.
    """
    graph = _alone(loaded(network)).graph
    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    numbers = dict(held)
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in held:
            stored, scale = (held[name] for name in node.input[:2])
            axis = next((each.i for each in node.attribute if each.name == "axis"), 0)
            along = [-1 if scale.size > 1 and nth == axis else 1 for nth in range(stored.ndim)]
            numbers[node.output[0]] = (stored * scale.reshape(along)).astype(np.float32)
    layers = [
        Layer(*(numbers[name].copy() for name in node.input[1:3]))
        for node in graph.node
        if node.op_type in WEIGHTY
    ]
    return [Layer(*unfolded(*layers[0])), *layers[1:]]
