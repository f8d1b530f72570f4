"""The library that runs the networks, told to keep to itself.

From version 1.29 its Linux builds send what they are used for to their maker, and leave files in the
home folder, unless the environment forbids it before they are loaded. Nothing leaves this house: whoever
needs onnxruntime takes it from here.
"""

from __future__ import annotations

import os

# It looks at the environment when it is loaded.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

__all__ = ["onnxruntime"]
