"""The C and C++ compilers of this machine."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache


@cache
def compiler(language: str) -> str | None:
    """Return the path of a compiler for "c" or "c++", or None."""
    names = ("gcc", "cc") if language == "c" else ("g++", "c++")
    return next((path for name in names if (path := shutil.which(name))), None)


@cache
def compiler_version(language: str) -> str:
    """Return the first line a compiler says about itself."""
    command = [compiler(language) or "false", "--version"]
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]
