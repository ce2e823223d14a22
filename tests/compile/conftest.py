"""Tests of the compiler keep their objects in a folder of their own."""

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(folder))
    return folder
