"""Curves side by side, and what is said where nothing can be drawn."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.view.curve_plot import Diagram, save_curve_plot

X = np.array([1.0, 10.0, 100.0])


def _diagrams() -> list[Diagram]:
    both = {"first": (X, X), "second": (X, 2.0 * X)}
    return [
        Diagram("Plain", "x", "y", both),
        Diagram("Logarithmic", "x", "y", {"second": (X, X)}, True, "xy"),
    ]


def test_a_name_has_one_colour_and_one_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    from matplotlib.figure import Figure

    kept: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *_, **__: kept.append(self))
    save_curve_plot(tmp_path / "x.png", _diagrams(), "Title")
    (figure,) = kept
    left, right = figure.axes
    assert left.lines[1].get_color() == right.lines[0].get_color()
    assert left.lines[0].get_color() != left.lines[1].get_color()
    assert (left.get_xscale(), right.get_xscale()) == ("linear", "log")
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert texts == ["first", "second"]


def test_the_picture_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    path = save_curve_plot(tmp_path / "curves.png", _diagrams())
    assert path.read_bytes()[:4] == b"\x89PNG"


def test_without_matplotlib_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match="plots need the package matplotlib") as e:
        save_curve_plot(tmp_path / "curves.png", _diagrams())
    assert "linkwright[plots]" in str(e.value)
