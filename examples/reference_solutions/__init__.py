"""Independent solutions of published problems, by other equations than linkwright's."""
