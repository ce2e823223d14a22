"""Model and symbols to expressions: the physics, without NumPy and without a compiler.

Each file is one algorithm and cites its source; symbols are listed in docs/notation.
"""
