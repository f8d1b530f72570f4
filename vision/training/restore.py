"""Takes networks up again from the files in which they are shipped: to train one on, or to average some.

There their batch norms are folded into the convolutions, and their weights are bytes. Weights of seven bits
are as good a start as any; norms are put back where they change nothing, with the mean and the spread of
what flows there, so that training goes on as if it had never ended.

Networks that were trained on from the same one may be averaged, weight by weight: what they have learned
adds up, and what each got wrong by chance is lost (Wortsman et al., Model soups, 2022). With shares of 1, 1
and -1 one network learns what another has learned since a third (Ilharco et al., Editing Models with Task
Arithmetic, 2023).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.training.quantise import Layer, layers_of

LEAST_SPREAD = 1e-6


def restore(net: nn.Module, shipped: Path, pictures: NDArray[np.uint8]) -> None:
    """Give a network the weights of a shipped one.

    Parameters
    ----------
    net
        A network of the same build; it is changed. Where it says more than the shipped one did, that begins
        as nothing.
    shipped
        What `vision.training.quantise` has written.
    pictures : (N, H, W, 3) uint8
        As the network learns from them: they show what flows where norms are put back.

    Raises
    ------
    ValueError
        When the file holds another network.
    """
    norms = _fill(net, _widened(layers_of(shipped), net))
    _put_back(net, norms, torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div(255))


def average(net: nn.Module, shipped: Sequence[Path], shares: Sequence[float]) -> None:
    """Give a network the mean of the weights of shipped ones, each with its share.

    Raises
    ------
    ValueError
        When a file holds another network than the others or ``net``, or the shares do not add up to more
        than 0.
    """
    if sum(shares) <= 0 or not all(shares):
        raise ValueError("every part of a mean needs a share, and all together one above 0")
    whole = np.array(shares) / np.sum(shares)
    parts = [layers_of(path) for path in shipped]
    if len({tuple(layer.weights.shape for layer in layers) for layers in parts}) > 1:
        raise ValueError("the layers of these networks differ: only those of one build have a mean")
    mean = [
        Layer(
            *(np.tensordot(whole, np.stack(part), 1).astype(np.float32) for part in zip(*layers, strict=True))
        )
        for layers in zip(*parts, strict=True)
    ]
    _fill(net, mean)


def _widened(layers: list[Layer], net: nn.Module) -> list[Layer]:
    """Let the last layer say as much as a network does: of what is new, nothing."""
    *_, into = (part for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear))
    *before, last = layers
    new = max(0, len(into.weight) - len(last.weights))
    return [*before, Layer(*(np.pad(each, [(0, new)] + [(0, 0)] * (each.ndim - 1)) for each in last))]


def _fill(net: nn.Module, layers: Sequence[Layer]) -> list[nn.BatchNorm2d]:
    """Fill in the weights; give the norms, which then only add."""
    into = [part for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    if [layer.weights.shape for layer in layers] != [tuple(part.weight.shape) for part in into]:
        raise ValueError("the layers of this network are others than those to be filled")
    norms = dict(_norms(net))
    for part, layer in zip(into, layers, strict=True):
        part.weight.data, bias = torch.from_numpy(layer.weights), torch.from_numpy(layer.bias)
        if part in norms:
            _leave_alone(norms[part], bias)
        else:
            part.bias.data = bias
    return list(norms.values())


def _norms(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Give every convolution that a norm follows, with it."""
    parts = [part for part in net.modules() if isinstance(part, nn.Conv2d | nn.BatchNorm2d)]
    for part, after in itertools.pairwise(parts):
        if isinstance(part, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
            yield part, after


def _leave_alone(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let a norm add a bias, and do nothing else."""
    nn.init.zeros_(norm.running_mean)
    nn.init.constant_(norm.running_var, 1 - norm.eps)
    nn.init.ones_(norm.weight)
    norm.bias.data = bias


def _put_back(net: nn.Module, norms: Sequence[nn.BatchNorm2d], planes: Tensor) -> None:
    """Let the norms take away the mean and the spread of what they see, and give both back."""
    seen: dict[nn.Module, Tensor] = {}
    hooks = [
        norm.register_forward_pre_hook(lambda own, given: seen.__setitem__(own, given[0])) for norm in norms
    ]
    with torch.no_grad():
        net.eval()(planes)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, spread = seen[norm].mean((0, 2, 3)), seen[norm].var((0, 2, 3)).clamp(min=LEAST_SPREAD)
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.bias.data = norm.bias.data + mean
    net.train()
