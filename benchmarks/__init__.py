"""linkwright beside its peers: `python -m benchmarks`; see README.md."""
