"""Kernels: compiled programs that are called with NumPy arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import combinations, starmap
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from linkwright.compile import arrays
from linkwright.compile.module import Dtype, Module
from linkwright.compile.options import CompileOptions
from linkwright.compile.recipe import Recipe
from linkwright.compile.runtime.fork import compiling
from linkwright.compile.status import STATUS, failure
from linkwright.errors import CompileError, InputError
from linkwright.expr import Program

if TYPE_CHECKING:
    from linkwright.compile.executable import Executable
    from linkwright.compile.runtime.few_rows import FewRows

OnFailure = Literal["raise", "nan"]

_NOT_COMPILED = -1


def kernel_for(
    make_program: Callable[[], Program],
    *,
    key: str | None,
    dtype: Dtype = "float64",
    options: CompileOptions | None = None,
    reasons: Mapping[int, str] | None = None,
    meanings: Mapping[str, str] | None = None,
) -> Kernel:
    """Return the kernel of a program, which is compiled when it is first used.

    Args:
        make_program: traces the program; not called where the cache holds its object.
        key: names the program for the cache: two programs of one key must be the
            same. None if there is no such name; then the text decides.
        dtype: of all numbers in the kernel.
        options: how it is compiled.
        reasons: what the numbers in a result named "status" mean, 0 excepted.
        meanings: what the entries of an argument are, by its name, for messages:
            "one entry for each coordinate".
    """
    if dtype not in ("float64", "float32"):
        raise InputError(
            f"a kernel cannot have dtype {dtype!r}",
            expectation="Expected 'float64' or 'float32'.",
        )
    chosen = options or CompileOptions()

    def lowered(program: Program) -> Module:
        from linkwright.compile.pipeline import lower
        from linkwright.compile.target import host_target

        return lower(program, dtype=dtype, target=host_target(), options=chosen)

    recipe = Recipe(make_program, lowered, key, dtype, chosen)
    # Reasons may be found late: asking for their number would find them now.
    found = {} if reasons is None else reasons
    return Kernel(recipe, found, meanings or {})


class Kernel:
    """A compiled program; called with one array for each argument.

    The last axis of an argument holds its entries, the leading axes broadcast as in
    NumPy. Results are arrays of the broadcast leading shape and their own shape.
    Kernels may be called from many threads at once.
    """

    __slots__ = (
        "__weakref__",
        "_dtype",
        "_few_arguments",
        "_few_batch",
        "_few_entries",
        "_few_rows",
        "_loaded",
        "_meanings",
        "_reasons",
        "_recipe",
        "_status",
    )

    def __init__(
        self, recipe: Recipe, reasons: Mapping[int, str], meanings: Mapping[str, str]
    ) -> None:
        self._recipe = recipe
        self._reasons = reasons
        self._meanings = dict(meanings)
        self._loaded: Executable | None = None
        self._dtype = np.dtype(recipe.dtype)
        self._few_rows: Any = None
        self._few_arguments = _NOT_COMPILED
        self._few_entries = 0
        self._few_batch = 0
        self._status: int | None = None

    def __call__(
        self,
        *given: Any,
        out: Any = None,
        threads: int | None = None,
        on_failure: OnFailure = "raise",
    ) -> Any:
        """Return the results: one array, or a tuple in the order of the program's.

        Args:
            *given: one array for each argument.
            out: array to fill, or a tuple of one for each result.
            threads: how many to share the rows among; by default as many as are
                worth while. The numbers are the same to the last bit.
            on_failure: whether rows with a status other than 0 raise or are
                returned, with NaN for their values.

        Raises:
            InputError: if an array's shape or dtype does not fit.
            NumericalError: if rows have a status other than 0.
        """
        return self.evaluate(given, out, threads, on_failure)

    def evaluate(
        self,
        given: tuple[Any, ...],
        out: Any = None,
        threads: int | None = None,
        on_failure: OnFailure = "raise",
    ) -> Any:
        """Return the same as a call: what callers that count in 100 ns use."""
        if len(given) == self._few_arguments and (threads is None or threads == 1):
            # A few rows: NumPy does it all, and whatever it minds is explained below.
            try:
                few = on_failure == "raise" or on_failure == "nan"
                many = False
                for array in given:
                    if array.__class__ is not np.ndarray:
                        few = False
                    if array.size > self._few_entries:
                        many = True
                if many:
                    few = few and self._are_few(given)
                if few and (out is None or self._can_fill(out)):
                    if out is None:
                        results = self._few_rows(*given)
                    else:
                        results = self._few_rows(*given, out=out)
                    if self._status is None:
                        return results
                    return self._checked(results, on_failure)
            except (TypeError, ValueError, AttributeError, NotImplementedError):
                pass
        return self._any_rows(given, out, threads, on_failure)

    def refill(self, *given: Any, out: tuple[Any, ...]) -> Any:
        """Return the results in arrays that an earlier call of this kernel returned.

        They fit, and overlap no other: for a few rows that is not looked at again.
        """
        if len(given) == self._few_arguments:
            try:
                single = max(array.size for array in given) <= self._few_entries
                if single or self._are_few(given):
                    return self._checked(self._few_rows(*given, out=out), "raise")
            except (TypeError, ValueError, AttributeError, NotImplementedError):
                pass
        return self._any_rows(given, out, None, "raise")

    @property
    def name(self) -> str:
        """The program's name."""
        return self._executable().name

    @property
    def arguments(self) -> tuple[tuple[str, int, frozenset[str]], ...]:
        """Name, size and axes of every argument, in order."""
        return self._executable().module.arguments

    @property
    def results(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Name and shape of every result, in order."""
        return self._executable().module.results

    @property
    def has_status(self) -> bool:
        """Whether the last result tells which rows failed."""
        return self._executable() is not None and self._status is not None

    @property
    def reasons(self) -> Mapping[int, str]:
        """What the numbers of a status mean."""
        return self._reasons

    @property
    def counts(self) -> dict[str, int]:
        """What was compiled, counted by name."""
        return dict(self._executable().module.counts)

    @property
    def fast(self) -> FewRows | None:
        """The bare call for a few rows: no messages of ours, no status, no threads.

        A NumPy ufunc where the program is one loop; None where NumPy cannot take it.
        It stays valid without the kernel.
        """
        return self._executable().few_rows

    def show(self, what: Literal["expr", "llvm", "assembly"]) -> str:
        """Return the program as text, its LLVM text, or the machine's assembly."""
        if what not in ("expr", "llvm", "assembly"):
            raise InputError(
                f"a kernel cannot show {what!r}",
                expectation="Expected 'expr', 'llvm' or 'assembly'.",
            )
        with compiling:
            from linkwright.compile.runtime.cpu import assembly
            from linkwright.expr.text import to_text

            program = self._recipe.make_program()
            if what == "expr":
                return to_text(program)
            module = self._recipe.lower(program)
            return module.text if what == "llvm" else assembly(module.text)

    def __reduce__(self) -> NoReturn:
        raise CompileError(
            "a kernel cannot be pickled or copied to another process",
            expectation="It is machine code in this process's memory.",
            remedy="Pickle the robot, or what makes the program, and compile there.",
        )

    def __copy__(self) -> Kernel:
        return self

    def __deepcopy__(self, memo: object) -> Kernel:
        return self

    def __repr__(self) -> str:
        if self._loaded is None:
            return "<Kernel, not compiled yet>"
        takes = ", ".join(f"{name} ({size})" for name, size, _ in self.arguments)
        gives = ", ".join(f"{name} {shape}" for name, shape in self.results)
        return f"<Kernel {self.name}: {takes} -> {gives}>"

    def _executable(self) -> Executable:
        """Return the loaded code; the first to ask compiles it."""
        if self._loaded is not None:
            return self._loaded
        with compiling:
            if self._loaded is None:
                from linkwright.compile.build import built

                self._take(built(self._recipe))
        return self._executable()

    def _take(self, loaded: Executable) -> None:
        names = [name for name, _ in loaded.module.results]
        self._status = names.index(STATUS) if STATUS in names else None
        self._few_rows = loaded.few_rows
        self._take_pace(loaded)
        self._loaded = loaded
        if loaded.few_rows is not None:  # last: from now on __call__ is quick
            self._few_arguments = len(loaded.module.arguments)

    def _take_pace(self, loaded: Executable) -> None:
        """Take note of how many rows are few, as far as is known by now."""
        self._few_batch = loaded.few_batch()
        self._few_entries = loaded.few_entries()

    def _any_rows(
        self, given: Any, out: Any, threads: int | None, on_failure: OnFailure
    ) -> Any:
        """Return the results of any number of rows, and refuse what does not fit."""
        loaded = self._executable()
        _check_choices(loaded.name, threads, on_failure)
        caller = arrays.Caller(loaded.name, loaded.module, self._meanings)
        inputs = arrays.inputs(caller, given)
        batch = arrays.common_batch(caller, inputs)
        results, batch = arrays.outputs(caller, out, batch)
        if math.prod(batch):
            loaded.run(inputs, results, batch, threads)
            self._take_pace(loaded)
        shown = [result if out is not None else result[()] for result in results]
        return self._checked(tuple(shown) if len(shown) > 1 else shown[0], on_failure)

    def _are_few(self, given: tuple[Any, ...]) -> bool:
        """Tell whether arrays of so many entries are rows few enough for NumPy."""
        first, *others = given
        rows = len(first)
        if rows > self._few_batch or first.ndim != 2:
            return False
        for array in others:
            if array.ndim != 2 or len(array) != rows:
                return False
        return True

    def _can_fill(self, out: Any) -> bool:
        """Tell whether the quick way can write to ``out`` as it is."""
        if out.__class__ is not tuple:
            return out.dtype is self._dtype and out.flags.c_contiguous
        own = len(set(map(id, out))) == len(out)
        for array in out:
            flags = array.flags
            if array.dtype is not self._dtype or not flags.c_contiguous:
                return False
            own = own and flags.owndata
        return own or not any(starmap(np.may_share_memory, combinations(out, 2)))

    def _checked(self, results: Any, on_failure: OnFailure) -> Any:
        """Return the results, if their status is 0 everywhere or failures may pass."""
        if self._status is None or on_failure == "nan":
            return results
        status = results[self._status] if isinstance(results, tuple) else results
        if on_failure != "raise":
            _check_choices(self.name, None, on_failure)
        error = failure(self.name, status, self._reasons)
        if error is not None:
            raise error
        return results


def _check_choices(name: str, threads: object, on_failure: object) -> None:
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise InputError(
            f"threads is {threads!r}",
            place=name,
            expectation="Expected a whole number from 1, or None.",
        )
    if on_failure not in ("raise", "nan"):
        raise InputError(
            f"on_failure is {on_failure!r}",
            place=name,
            expectation="Expected 'raise' or 'nan'.",
        )
