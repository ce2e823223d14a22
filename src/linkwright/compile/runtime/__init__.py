"""Runtime: LLVM text becomes code that runs, is kept, and is handed NumPy's memory."""
