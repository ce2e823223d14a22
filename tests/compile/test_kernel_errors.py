"""What does not fit is refused with a message that says how to mend it."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from linkwright.compile import kernel_for
from linkwright.errors import CompileError, InputError, NumericalError
from tests.compile.hand_written import kernel_of, rows, single


@pytest.fixture
def kernel():
    return kernel_of(
        single((7, 7), ((7,),)), meanings={"q": "one entry for each coordinate"}
    )


GOOD = np.zeros(7)


@pytest.mark.parametrize("threads", [None, 1])
@pytest.mark.parametrize("count", [1, 3000])
@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            np.zeros((3, 6)),
            GOOD,
            "q has shape (3, 6)\n  Expected (..., 7): one entry for each coordinate.",
        ),
        (GOOD, np.zeros((3, 6)), "v has shape (3, 6)\n  Expected (..., 7)."),
        (np.float64(3.0), GOOD, "q has shape ()\n  Expected (..., 7): one entry"),
        (3.0, GOOD, "q has shape ()\n  Expected (..., 7): one entry"),
        (GOOD, np.zeros((7, 1)), "v has shape (7, 1)\n  Expected (..., 7)."),
        (
            np.zeros((3, 7)),
            np.zeros((4, 7)),
            "the leading shapes do not broadcast: q (3, 7), v (4, 7)\n"
            "  Without the last axis, lengths must be equal or 1.",
        ),
        (
            GOOD * 1j,
            GOOD,
            "q has dtype complex128\n  Expected real numbers that fit float64."
            "  If only the real part is meant, give q.real.",
        ),
        (
            GOOD,
            np.array([None] * 7),
            "v has dtype object\n  Expected real numbers that fit float64."
            "  Convert it first: numpy.asarray(v, dtype='float64').",
        ),
        (np.array(["1"] * 7), GOOD, "q has dtype <U1"),
        ("1234567", GOOD, "q has dtype <U7"),
        (np.zeros(7, "m8[s]"), GOOD, "q has dtype timedelta64[s]"),
        (
            np.zeros(7, np.longdouble),
            GOOD,
            f"q has dtype {np.dtype(np.longdouble)}\n  Expected real numbers that fit"
            " float64.  If the digits may be dropped, give q.astype('float64').",
        ),
        ([[1.0, 2.0], [3.0]], GOOD, "q is no array: setting an array element"),
        (
            np.ma.masked_array(np.zeros(7), [True] + [False] * 6),
            GOOD,
            "q has masked entries\n  Expected a number in every entry."
            "  Give q.filled(numpy.nan) for rows that shall be NaN.",
        ),
    ],
)
def test_arguments_that_do_not_fit_are_named(
    kernel, first, second, message, threads, count
):
    if count > 1 and isinstance(second, np.ndarray) and second.shape == (7,):
        second = np.broadcast_to(second, (count, 7))
    with pytest.raises(InputError) as caught:
        kernel(first, second, threads=threads)
    assert str(caught.value).startswith("hand_written  " + message)


def test_float64_is_not_narrowed_silently():
    kernel = kernel_of(single((7,), ((7,),), "float32"))
    for count in (1, 3000):
        with pytest.raises(InputError, match=r"give q\.astype\('float32'\)"):
            kernel(rows(1, count, 7))


def test_the_number_of_arguments_is_checked(kernel):
    for given in ((), (GOOD,), (GOOD,) * 3):
        with pytest.raises(InputError) as caught:
            kernel(*given)
        assert f"{len(given)} arrays were given\n  Expected 2: q, v." in str(
            caught.value
        )


@pytest.mark.parametrize("threads", [0, -1, 2.0, "all"])
def test_threads_must_be_a_whole_number(kernel, threads):
    with pytest.raises(InputError, match="Expected a whole number from 1, or None"):
        kernel(GOOD, GOOD, threads=threads)


def test_kernels_refuse_to_be_pickled_and_are_their_own_copies(kernel):
    with pytest.raises(CompileError, match="a kernel cannot be pickled"):
        pickle.dumps(kernel)
    assert copy.copy(kernel) is kernel
    assert copy.deepcopy([kernel])[0] is kernel


def test_unknown_dtypes_are_refused():
    with pytest.raises(InputError, match="Expected 'float64' or 'float32'"):
        kernel_for(lambda: None, key=None, dtype="float16")  # pyright: ignore


def test_text_that_llvm_refuses_is_a_defect_of_ours(kernel):
    from dataclasses import replace

    module = single((1,), ((1,),))
    broken = kernel_of(replace(module, text=module.text.replace("fadd", "fadx")))
    with pytest.raises(CompileError, match="(?s)LLVM refuses.*please report it"):
        broken(np.zeros(1))


# The last result of this module counts as status: 1 + the entry it is given.
STATUS = {1: "out of reach", 2: "at a dead point"}


def status_kernel():
    from dataclasses import replace

    module = single((1,), ((), ()))
    text = module.text.replace("fadd double 100.0,", "fadd double 0.0,")
    module = replace(module, text=text, results=(("x", ()), ("status", ())))
    return kernel_of(module, reasons=STATUS)


@pytest.mark.parametrize("count", [5, 5000])
def test_rows_with_a_status_raise_and_are_listed(count):
    kernel = status_kernel()
    given = np.zeros((count, 1))
    value, status = kernel(given)
    assert not value.any() and not status.any()
    given[[1, 2, 3, 4], 0] = [2.0, 1.0, 7.0, 1.0]
    with pytest.raises(NumericalError) as caught:
        kernel(given)
    assert str(caught.value) == (
        f"hand_written  4 of {count} rows failed: row 1: at a dead point;"
        " row 2: out of reach; row 3: status 7; and 1 more\n"
        '  on_failure="nan" returns NaN in such rows instead.'
    )
    np.testing.assert_array_equal(caught.value.rows, [[1], [2], [3], [4]])
    np.testing.assert_array_equal(caught.value.codes, [2, 1, 7, 1])
    value, status = kernel(given, on_failure="nan")
    np.testing.assert_array_equal(status, given[:, 0])
    again = pickle.loads(pickle.dumps(caught.value))
    np.testing.assert_array_equal(again.codes, [2, 1, 7, 1])


def test_a_single_row_with_a_status_gives_its_reason():
    kernel = status_kernel()
    kernel([0.0])
    for given in ([1.0], np.array([1.0])):
        with pytest.raises(NumericalError) as caught:
            kernel(given)
        assert str(caught.value).startswith("hand_written  out of reach\n")
    with pytest.raises(NumericalError, match=r"row \(2, 1\): at a dead point"):
        kernel(np.array([0, 0, 0, 0, 0, 2]).reshape(3, 2, 1))


def test_on_failure_takes_two_words():
    kernel = status_kernel()
    for given in (np.zeros(1), np.zeros((5000, 1))):
        with pytest.raises(InputError, match="Expected 'raise' or 'nan'"):
            kernel(given, on_failure="ignore")


def test_a_kernel_says_what_it_is(kernel):
    assert repr(kernel) == "<Kernel, not compiled yet>"
    assert kernel.name == "hand_written"
    assert repr(kernel) == "<Kernel hand_written: q (7), v (7) -> result0 (7,)>"
    assert [name for name, _, _ in kernel.arguments] == ["q", "v"]
    assert kernel.results == (("result0", (7,)),)
    assert kernel.counts == {"instructions": 50, "work": 50}


def test_a_kernel_shows_its_text_and_its_assembly(kernel):
    assert "define void @loop" in kernel.show("llvm")
    assert "loop:" in kernel.show("assembly")
    with pytest.raises(InputError, match="Expected 'expr', 'llvm' or 'assembly'"):
        kernel.show("python")
