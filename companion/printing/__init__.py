"""Print-and-play: mats, tokens and tiles, drawn once and given out as SVG, PDF and pixels.

`companion.printing.art` draws with the few words of `companion.printing.drawing`; `svg`,
`canvas` (PDF) and `artwork` (pixels) only translate. So the pages, the paper and the simulated
table show the same thing, and it is described in one place.
"""
