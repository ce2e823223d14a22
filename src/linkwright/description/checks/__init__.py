"""The laws a description must obey, one file each."""
