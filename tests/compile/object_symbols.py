"""The symbols an object file leaves to others: ELF, COFF and Mach-O, 64 bits."""

from __future__ import annotations

import struct


def undefined_symbols(content: bytes) -> set[str]:
    """Return the names that a linker would have to find elsewhere."""
    if content[:4] == b"\x7fELF":
        return _elf(content)
    if content[:4] == b"\xcf\xfa\xed\xfe":
        return _mach_o(content)
    return _coff(content)


def _text(content: bytes, start: int) -> str:
    return content[start : content.index(b"\0", start)].decode()


def _elf(content: bytes) -> set[str]:
    (table,) = struct.unpack_from("<Q", content, 0x28)
    size, count = struct.unpack_from("<HH", content, 0x3A)
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", content, table + size * i)
        for i in range(count)
    ]
    found = set()
    for _, kind, _, _, start, length, link, _, _, entry in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        names = sections[link][4]
        for at in range(start + entry, start + length, entry):
            name, _, _, section = struct.unpack_from("<IBBH", content, at)
            if section == 0 and name:
                found.add(_text(content, names + name))
    return found


def _coff(content: bytes) -> set[str]:
    start, count = struct.unpack_from("<II", content, 8)
    strings = start + 18 * count
    found, index = set(), 0
    while index < count:
        at = start + 18 * index
        name, _, section, _, storage, more = struct.unpack_from("<8sIhHBB", content, at)
        if section == 0 and storage == 2:  # external
            long_name = name[:4] == b"\0\0\0\0"
            place = strings + struct.unpack("<I", name[4:])[0]
            text = _text(content, place) if long_name else name.rstrip(b"\0").decode()
            found.add(text)
        index += 1 + more
    return found


def _mach_o(content: bytes) -> set[str]:
    (commands,) = struct.unpack_from("<I", content, 16)
    at, found = 32, set()
    for _ in range(commands):
        command, size = struct.unpack_from("<II", content, at)
        if command == 2:  # LC_SYMTAB
            start, count, strings, _ = struct.unpack_from("<IIII", content, at + 8)
            for i in range(count):
                name, kind, _, _, _ = struct.unpack_from(
                    "<IBBHQ", content, start + 16 * i
                )
                if kind & 0x0E == 0 and kind & 1:  # N_UNDF, external
                    found.add(_text(content, strings + name))
        at += size
    return found
