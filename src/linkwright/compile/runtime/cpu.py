"""LLVM text → object bytes → machine code of this process.

Object bytes are the only way from text to code, so that what the cache holds and what
was compiled a moment ago run through the same few lines.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from linkwright.compile.runtime.fork import compiling
from linkwright.compile.target import Target, host_target
from linkwright.errors import CompileError

if TYPE_CHECKING:
    import llvmlite.binding as llvm


def compiler_version() -> str:
    """Return the versions of llvmlite and of LLVM."""
    import llvmlite

    return f"llvmlite {llvmlite.__version__}, LLVM {_llvm().llvm_version_info}"


class MachineCode:
    """Loaded code; its addresses are valid as long as this object lives."""

    __slots__ = ("_engine",)

    def __init__(self, engine: llvm.ExecutionEngine) -> None:
        self._engine = engine

    def address(self, entry: str) -> int:
        """Return the address of a function."""
        with compiling:
            address = self._engine.get_function_address(entry)
        if not address:
            raise CompileError(f"the object holds no function '{entry}'")
        return address


def object_code(text: str, target: Target | None = None) -> bytes:
    """Return the object file that LLVM makes of a module's text."""
    target = target or host_target()
    with compiling:
        return _target_machine(target).emit_object(_parse(text, target))


def assembly(text: str, target: Target | None = None) -> str:
    """Return the assembly that LLVM makes of a module's text."""
    target = target or host_target()
    with compiling:
        return _target_machine(target).emit_assembly(_parse(text, target))


def load(object_bytes: bytes) -> MachineCode:
    """Return the code of an object file, placed in this process's memory."""
    llvm: Any = _llvm()
    with compiling:
        # With llvmlite's own memory manager all sections lie in one reservation:
        # the small code model reaches every constant.
        engine = llvm.create_mcjit_compiler(
            llvm.parse_assembly(""), _target_machine(host_target()), use_lmm=True
        )
        engine.add_object_file(llvm.ObjectFileRef.from_data(object_bytes))
        engine.finalize_object()
    return MachineCode(engine)


@cache
def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _target_machine(target: Target) -> llvm.TargetMachine:
    """Return LLVM's own view of a target; an engine takes it over, so always new.

    Codegen level 1 and no IR passes: the tracer has done their work. Code model small
    needs pic here: without it the process aborts.
    """
    llvm = _llvm()
    if target.triple != host_target().triple:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=1,
        reloc="pic",
        codemodel="small",
        jit=True,
    )


def _parse(text: str, target: Target) -> llvm.ModuleRef:
    llvm = _llvm()
    try:
        module = llvm.parse_assembly(_full_vectors(text, target.vector_bits))
        module.verify()
    except RuntimeError as error:
        raise CompileError(
            f"LLVM refuses the generated text: {error}",
            remedy="This is a defect of linkwright: please report it with the program.",
        ) from error
    module.triple = target.triple
    return module


def _full_vectors(text: str, bits: int) -> str:
    """Return the text with every function asking for the widest vectors.

    Without the attribute LLVM halves 512-bit vectors on many processors.
    """
    if "prefer-vector-width" in text:
        return text
    wide = f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    return re.sub(r"^(define .*?)( ?\{)$", rf"\1 {wide}\2", text, flags=re.MULTILINE)
