"""The `companion` command: the one place where the parts are put together."""

import os

# Numpy's threads wait for each other by spinning. On a busy machine with few cores a full read of
# the table took 2.3 s with two of them and 0.2 s with one, so one it is, unless somebody says else.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
