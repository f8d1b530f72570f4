"""Folds a network's first layer, so that it takes neighbours of a row as one pixel of many colours.

A convolution of stride two that sees three colours has little to multiply at a time, and takes half of the
finder's time. Of two neighbours it sees six, and goes from pair to pair; of four twelve, and says two
things side by side. It says the same.

Convention: as in `vision.dice.networks.abreast`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

STEP, COLOURS = 2, 3
"""The stride of the first layer, and what a pixel has."""

Numbers = NDArray[np.float32]


def fold(model: onnx.ModelProto, pixels: int) -> None:
    """Let the first convolution, of stride two, take so many neighbours of a row as one pixel.

    The network is one that computes with bytes, with a scale for every channel, and is changed.
    """
    graph = model.graph
    first = next(node for node in graph.node if node.op_type == "Conv")
    made_by = {node.output[0]: node for node in graph.node}
    weights, *bias = (made_by[name].input for name in first.input[1:])
    held = {each.name: each for each in graph.initializer}
    values = numpy_helper.to_array(held[weights[0]])
    out, colours, kernel, _ = values.shape
    wide, (left, right) = _wide(values, pixels)
    _set(held[weights[0]], wide)
    for name in (*weights[1:], *(name for each in bias for name in each)):
        _set(held[name], np.tile(numpy_helper.to_array(held[name]), pixels // STEP))
    del first.attribute[:]
    pad = kernel // 2
    shape = {"kernel_shape": wide.shape[2:], "strides": [STEP, 1], "pads": [pad, left, pad, right]}
    first.attribute.extend(helper.make_attribute(name, list(value)) for name, value in shape.items())
    if len(wide) > out:
        _set_apart(graph, first, out)
    count, _, height, width = input_shape(graph)
    width = width // pixels if isinstance(width, int) else width
    set_input(graph, TensorProto.FLOAT, (count, pixels * colours, height, width))
    del graph.value_info[:]


def _wide(values: Numbers, pixels: int) -> tuple[Numbers, tuple[int, int]]:
    """Give weights (out, 3, k, k) as (out pixels / 2, 3 pixels, k, w), and how far they reach left and right.

    What is said of every second one of the neighbours comes one after the other.
    """
    out, colours, kernel, _ = values.shape
    places = list(_places(kernel, pixels))
    left, right = -min(places)[0], max(places)[0]
    wide = np.zeros((pixels // STEP, out, pixels, colours, kernel, left + 1 + right), values.dtype)
    for nth, (wide_column, pixel) in enumerate(places):
        said, column = divmod(nth, kernel)
        wide[said, :, pixel, :, :, left + wide_column] = values[..., column]
    return wide.reshape(-1, pixels * colours, kernel, wide.shape[-1]), (left, right)


def _places(kernel: int, pixels: int) -> Iterator[tuple[int, int]]:
    """Say where a kernel's columns lie, for all that is said of neighbours, one after the other.

    That is in which pixel of many colours, counted from theirs, and in which of those that it is made of.
    """
    for said in range(pixels // STEP):
        for column in range(kernel):
            yield divmod(STEP * said + column - kernel // 2, pixels)


def _set(tensor: onnx.TensorProto, values: Numbers) -> None:
    tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))


def _set_apart(graph: onnx.GraphProto, first: onnx.NodeProto, out: int) -> None:
    """Put side by side what the first layer says of neighbours one after the other, as bytes.

    Of (N, 2 out, H, W) that makes (N, out, H, 2 W).
    """
    last = first
    while last.op_type != "QuantizeLinear":
        last = next(node for node in graph.node if last.output[0] in node.input)
    name = last.output[0]
    last.output[0] = f"{name}_abreast"
    graph.initializer.append(numpy_helper.from_array(np.array([0, 0, -1, out]), "apart"))
    nodes = [
        helper.make_node("Transpose", [last.output[0]], [f"{name}_rows"], perm=[0, 2, 3, 1]),
        helper.make_node("Reshape", [f"{name}_rows", "apart"], [f"{name}_apart"]),
        helper.make_node("Transpose", [f"{name}_apart"], [name], perm=[0, 3, 1, 2]),
    ]
    place = list(graph.node).index(last) + 1
    for nth, node in enumerate(nodes):
        graph.node.insert(place + nth, node)


def input_shape(graph: onnx.GraphProto) -> list[int | str]:
    """Give the lengths of the axes of what a network takes, or their names."""
    return [each.dim_param or each.dim_value for each in graph.input[0].type.tensor_type.shape.dim]


def set_input(graph: onnx.GraphProto, kind: int, shape: Sequence[int | str]) -> None:
    """Let a network take another kind of numbers, or another shape."""
    graph.input.remove(graph.input[0])
    graph.input.append(helper.make_tensor_value_info("image", kind, list(shape)))


def unfolded(weights: Numbers, bias: Numbers) -> tuple[Numbers, Numbers]:
    """Give what a folded layer multiplies with, and adds, as it was: of (out, 6, k, w) (out, 3, k, k)."""
    pixels, kernel = weights.shape[1] // COLOURS, weights.shape[2]
    out = len(weights) // (pixels // STEP)
    first = weights[:out].reshape(out, pixels, COLOURS, kernel, -1)
    places = list(_places(kernel, pixels))
    left = -min(places)[0]
    columns = [first[:, pixel, :, :, left + wide_column] for wide_column, pixel in places[:kernel]]
    return np.ascontiguousarray(np.stack(columns, axis=-1)), bias[:out]
