"""The YAML format of robots."""

from linkwright.formats.yaml.reader import read_yaml

__all__ = ["read_yaml"]
