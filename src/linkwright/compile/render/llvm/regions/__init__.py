"""Regions as functions over row blocks, one spelling to a file.

    void name(ptr operands, ptr outputs, ptr scratch)

Loops run in the function, lanes innermost: all rows of a block take every step
together, and what only some of them do is chosen lane by lane.
"""

from linkwright.compile.render.llvm.regions.writer import RegionWriter

__all__ = ["RegionWriter"]
