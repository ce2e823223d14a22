"""LLVM text: vector lanes over the batch, instructions in creation order."""
