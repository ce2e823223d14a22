"""The object cache: a hit needs no tracing; what is damaged or foreign is never run."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import linkwright
from linkwright.compile.build import forget_loaded_code
from linkwright.compile.runtime import cache
from linkwright.compile.runtime.cache import (
    CacheWarning,
    cache_folder,
    fetch,
    full_key,
    keep,
)
from linkwright.compile.runtime.folder import evict, opened
from linkwright.compile.runtime.record import Record, packed, unpacked
from linkwright.compile.runtime.sources import digest_of, sources_digest
from tests.compile.hand_written import kernel_of, single

X = np.array([1.0, 2.0])
WANTED = np.array([1.0, 3.0])


@pytest.fixture(autouse=True)
def fresh_process():
    """Let every test start like a new process."""
    forget_loaded_code()
    cache._warned.clear()
    yield
    forget_loaded_code()


def compilations(key="a key", module=None) -> int:
    """Call a kernel like a new process and return how often it was compiled."""
    forget_loaded_code()
    lowered = []
    kernel = kernel_of(module or single((2,), ((2,),)), key, lowered=lowered)
    np.testing.assert_array_equal(kernel(X), WANTED)
    return len(lowered)


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_a_second_process_neither_traces_nor_compiles(own_cache):
    assert [compilations() for _ in range(3)] == [1, 0, 0]
    assert compilations("another key") == 1
    assert len(list(own_cache.iterdir())) == 2


def test_a_second_kernel_of_this_process_reads_no_file(own_cache):
    compilations()
    only_file(own_cache).unlink()
    lowered = []
    kernel = kernel_of(single((2,), ((2,),)), "a key", lowered=lowered)
    np.testing.assert_array_equal(kernel(X), WANTED)
    assert not lowered


def test_a_program_without_key_is_known_by_its_text(own_cache):
    assert [compilations(None), compilations(None)] == [1, 1]  # traced each time,
    only_file(own_cache)  # but one object
    other = single((2,), ((2,),))
    text = other.text.replace("fmul double", "fmul contract double")
    from dataclasses import replace

    compilations(None, replace(other, text=text))
    assert len(list(own_cache.iterdir())) == 2


def test_the_folder_and_its_files_are_private(own_cache):
    compilations()
    assert own_cache.stat().st_mode & 0o777 == 0o700
    assert only_file(own_cache).stat().st_mode & 0o777 == 0o600


def test_every_truncation_and_every_flipped_byte_is_found():
    record = Record("name", single((2,), ((2,),)), b"object bytes")
    content = packed("key", record)
    restored = unpacked("key", content)
    assert restored is not None
    assert restored.object_bytes == record.object_bytes
    assert restored.module.stages == record.module.stages
    assert restored.module.arguments == record.module.arguments
    assert restored.module.results == record.module.results
    for length in range(len(content)):
        assert unpacked("key", content[:length]) is None
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        assert unpacked("key", bytes(flipped)) is None
    assert unpacked("another key", content) is None


@pytest.mark.parametrize("harm", ["truncated", "flipped", "empty", "foreign", "folder"])
def test_a_damaged_object_is_made_anew(own_cache, harm):
    compilations("another key")
    foreign = only_file(own_cache).read_bytes()
    only_file(own_cache).unlink()
    compilations()
    file = only_file(own_cache)
    content = file.read_bytes()
    middle = len(content) // 2
    flipped = bytearray(content)
    flipped[middle] ^= 4
    if harm == "folder":
        file.unlink()
        file.mkdir()
        with pytest.warns(CacheWarning, match="it fails"):  # it cannot be replaced
            assert compilations() == 1
        return
    file.write_bytes(
        {
            "truncated": content[:middle],
            "flipped": bytes(flipped),
            "empty": b"",
            "foreign": foreign,
        }[harm]
    )
    assert [compilations(), compilations()] == [1, 0]
    assert file.read_bytes() == content


def test_a_link_in_place_of_a_file_is_not_followed(own_cache, tmp_path):
    compilations()
    file = only_file(own_cache)
    aside = tmp_path / "aside"
    file.rename(aside)
    file.symlink_to(aside)
    assert compilations() == 1
    assert not file.is_symlink()


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701, 0o500])
def test_a_folder_open_to_others_is_not_used_and_that_is_said_once(own_cache, mode):
    compilations()
    own_cache.chmod(mode)
    with pytest.warns(CacheWarning, match=f"its mode is {mode:04o}, not 0700") as said:
        assert compilations() == 1
    assert len(said) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compilations() == 1
    own_cache.chmod(0o700)
    assert compilations() == 0


def test_a_folder_behind_a_link_is_not_used(own_cache, tmp_path):
    real = tmp_path / "real"
    real.mkdir(mode=0o700)
    own_cache.symlink_to(real)
    with pytest.warns(CacheWarning, match="it is a symbolic link"):
        assert compilations() == 1
    assert not list(real.iterdir())


def test_a_folder_of_another_user_is_not_used(own_cache, monkeypatch):
    compilations()
    monkeypatch.setattr(os, "geteuid", lambda: own_cache.stat().st_uid + 1)
    with pytest.warns(CacheWarning, match="it belongs to another user"):
        assert compilations() == 1


def test_a_folder_that_cannot_be_made_is_not_used(own_cache):
    own_cache.write_text("in the way")
    with pytest.warns(CacheWarning, match="it cannot be opened"):
        assert compilations() == 1


def test_a_user_without_home_runs_uncached(monkeypatch):
    monkeypatch.delenv("LINKWRIGHT_CACHE")

    def homeless():
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.warns(CacheWarning, match="there is no home folder"):
        assert compilations() == 1


def test_the_folder_is_the_platforms_unless_chosen(monkeypatch, tmp_path):
    monkeypatch.delenv("LINKWRIGHT_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "linkwright"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "linkwright"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "linkwright"
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"


def test_the_cache_can_be_switched_off(monkeypatch, own_cache):
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    assert [compilations(), compilations()] == [1, 1]
    assert not own_cache.exists()


def test_the_key_depends_on_all_that_decides_the_code(monkeypatch):
    from dataclasses import replace

    from linkwright.compile.target import host_target

    keys = {full_key("a"), full_key("b"), full_key("a", "b"), full_key("ab")}
    for change in ({"cpu": "other"}, {"features": "+other"}, {"triple": "other"}):
        other = replace(host_target(), **change)
        monkeypatch.setattr(cache, "host_target", lambda other=other: other)
        keys.add(full_key("a"))
    monkeypatch.undo()
    monkeypatch.setattr(cache, "compiler_version", lambda: "other")
    keys.add(full_key("a"))
    monkeypatch.undo()
    monkeypatch.setattr(cache, "sources_digest", lambda: "other")
    keys.add(full_key("a"))
    assert len(keys) == 9


def test_the_digest_of_the_sources_sees_every_change(tmp_path):
    package = tmp_path / "linkwright"
    (package / "room").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "room" / "one.py").write_text("1")
    seen = {digest_of(package)}
    assert digest_of(package) in seen
    assert digest_of(Path(linkwright.__file__).parent) == sources_digest()
    (package / "room" / "one.py").write_text("2")
    seen.add(digest_of(package))
    (package / "room" / "one.py").rename(package / "room" / "two.py")
    seen.add(digest_of(package))
    (package / "room" / "three.py").write_text("")
    seen.add(digest_of(package))
    assert len(seen) == 4


def test_what_was_not_used_for_longest_is_evicted(own_cache, monkeypatch):
    record = Record("name", single((2,), ((2,),)), bytes(10_000))
    for age, key in enumerate(("new", "old", "older")):
        keep(key, record)
        file = own_cache / f"{key}.object"
        os.utime(file, (time.time() - 100 * age,) * 2)
    assert fetch("older") is not None  # a use: now "old" is the oldest
    abandoned = own_cache / "unfinished-1-1-x"
    abandoned.write_bytes(b"")
    os.utime(abandoned, (0, 0))
    with opened(own_cache) as folder:
        evict(folder, 25_000)
    assert {file.stem for file in own_cache.iterdir()} == {"new", "older"}
    monkeypatch.setattr(cache, "LIMIT_BYTES", 15_000)
    keep("newest", record)
    assert {file.stem for file in own_cache.iterdir()} == {"newest"}


def test_a_write_that_fails_leaves_nothing_behind(own_cache, monkeypatch):
    def broken(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.warns(CacheWarning, match="No space left"):
        assert compilations() == 1
    assert not list(own_cache.iterdir())


WRITER = textwrap.dedent("""
    import sys
    from tests.compile.hand_written import kernel_of, single
    from linkwright.compile import build

    module = single((2,), ((2,),))
    fetch = build.fetch
    for turn in range(60):
        build.forget_loaded_code()
        overwrite = turn % 7 == int(sys.argv[1])  # writes, whatever is there
        build.fetch = (lambda key: None) if overwrite else fetch
        kernel = kernel_of(module, f"key {turn % 4}")
        assert kernel([1.0, 2.0]).tolist() == [1.0, 3.0]
""")


def test_two_processes_may_write_at_once(own_cache):
    writers = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", WRITER, str(number)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    files = list(own_cache.iterdir())
    assert len(files) == 4
    assert all(file.suffix == ".object" for file in files)
    assert [compilations(f"key {turn}") for turn in range(4)] == [0] * 4
