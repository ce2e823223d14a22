"""Robots are read from and written to files by their suffix; slips name the file."""

from __future__ import annotations

import pytest

from linkwright.description import body, describe, joint
from linkwright.errors import LinkwrightError
from linkwright.formats import read, read_text, text_of, write

HAND = """
linkwright: 1
name: hand
parameters: {reach: 10 cm}
bodies: {palm: {points: {grip: [0, 0, reach]}}}
joints: {wrist: {type: revolute, parent: world, body: palm}}
"""
ARM = """
linkwright: 1
name: arm
units: {length: mm}
bodies: {link: {}}
joints: {shoulder: {type: revolute, parent: world, body: link}}
attach:
  hand: {file: parts/hand.yaml, on: link, at: [0, 0, 300], with: {reach: 50 mm}}
"""
ROBOT = describe(
    "one", [body("a")], [joint("j", "revolute", "world", "a")], notes=["ä"]
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hand.yaml").write_text(HAND)
    (tmp_path / "arm.yaml").write_text(ARM)
    return tmp_path


def message(call) -> str:
    with pytest.raises(LinkwrightError) as caught:
        call()
    return str(caught.value)


def test_attached_file_is_found_beside_the_one_that_names_it(folder):
    robot = read(folder / "arm.yaml")
    assert [each.name for each in robot.joints] == ["shoulder", "hand/wrist"]
    assert robot.joints[1].at == (0.0, 0.0, 0.3)
    assert robot.parameters[0].name == "hand.reach"
    assert robot.parameters[0].value == 0.05


def test_fault_in_an_attached_file_is_placed_there(folder):
    (folder / "parts" / "hand.yaml").write_text(HAND.replace("palm: {", "plam: {"))
    found = message(lambda: read(folder / "arm.yaml"))
    path = folder / "parts" / "hand.yaml"
    assert found.startswith(f"{path}:6  joint 'wrist': body 'palm' does not exist.")


def test_missing_attached_file_is_placed_where_it_is_named(folder):
    (folder / "parts" / "hand.yaml").unlink()
    found = message(lambda: read(folder / "arm.yaml"))
    assert found.startswith(f"{folder / 'arm.yaml'}:8  there is no file")


def test_file_that_attaches_itself_is_refused(folder):
    (folder / "arm.yaml").write_text(ARM.replace("parts/hand", "arm"))
    found = message(lambda: read(folder / "arm.yaml"))
    assert found == (
        f"{folder / 'arm.yaml'}:8  attach: 'arm.yaml' is attached inside itself.\n"
        "  Robots may attach others, but not in a circle."
    )


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".urdf", ".YAML"])
def test_written_file_is_read_back(tmp_path, suffix):
    path = tmp_path / f"robot{suffix}"
    write(ROBOT, path)
    assert read(path).joints == ROBOT.joints
    assert path.read_text(encoding="utf-8") == text_of(ROBOT, suffix.lower())


def test_floating_sets_the_base_free():
    text = HAND.replace("revolute", "fixed")
    assert read_text(text, floating=True).joints[0].type == "free"


def test_missing_file_lists_its_folder(folder):
    assert message(lambda: read(folder / "crane.yaml")) == (
        f"there is no file '{folder / 'crane.yaml'}'.\n"
        f"  The folder '{folder}' holds: arm.yaml."
    )
    assert message(lambda: read(folder / "no" / "crane.yaml")).endswith(
        f"The folder '{folder / 'no'}' is missing too."
    )
    (folder / "empty").mkdir()
    found = message(lambda: read(folder / "empty" / "crane.urdf"))
    assert found.endswith("holds: no robot files.")


def test_unknown_suffix_lists_the_formats(folder):
    assert message(lambda: read(folder / "arm.yam")) == (
        f"'{folder / 'arm.yam'}' has the suffix '.yam'.\n"
        "  Formats: .yaml, .yml, .urdf, .xml.  Did you mean '.yaml'?"
    )
    assert "has the suffix '.stl'" in message(lambda: write(ROBOT, "robot.stl"))


def test_folder_is_no_file(tmp_path):
    (tmp_path / "robot.yaml").mkdir()
    assert "cannot be read" in message(lambda: read(tmp_path / "robot.yaml"))
    assert "cannot be written" in message(lambda: write(ROBOT, tmp_path / "robot.yaml"))
    assert "cannot be written" in message(lambda: write(ROBOT, tmp_path / "no/r.yaml"))


def test_other_encodings_are_refused(tmp_path):
    path = tmp_path / "robot.yaml"
    path.write_bytes("name: Kräne".encode("latin-1"))
    assert message(lambda: read(path)) == (
        f"{path}  byte 8 is no UTF-8.\n  A robot file is UTF-8 text."
    )


def test_large_file_is_refused_unread(tmp_path, monkeypatch):
    from linkwright.formats import reading

    path = tmp_path / "robot.yaml"
    path.write_text(HAND)
    monkeypatch.setattr(reading, "LARGEST_FILE", 10)
    assert message(lambda: read(path)).endswith("At most 10 bytes are read.")


def test_what_is_not_valid_is_not_written(tmp_path):
    from dataclasses import replace

    broken = replace(ROBOT, joints=())
    found = message(lambda: write(broken, tmp_path / "robot.yaml"))
    assert "carried by no joint" in found
    assert not (tmp_path / "robot.yaml").exists()
