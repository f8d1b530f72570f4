"""The one lock of pdfium, which must not be entered by two threads at once.

Asked by two for letters it gives empty boxes; asked by two for pictures it ends the program.
"""

from __future__ import annotations

from threading import Lock

PDFIUM = Lock()
