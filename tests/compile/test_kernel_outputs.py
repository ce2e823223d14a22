"""``out=`` is filled whatever its layout, and never with numbers half read."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.errors import InputError
from tests.compile.hand_written import expected, kernel_of, rows, single


@pytest.fixture
def kernel():
    return kernel_of(single((7, 3), ((7, 7),)))


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize("count", [(), (1,), (4,), (3000,), (40, 30)])
def test_out_is_filled_and_returned(kernel, count, threads):
    inputs = rows(1, *count, 7), rows(2, *count, 3)
    (wanted,) = expected(inputs, ((7, 7),))
    for out in (
        np.full((*count, 7, 7), np.nan),
        np.full((*count, 7, 9), np.nan)[..., 1:8],
        np.full((*count, 7, 7), np.nan).swapaxes(-1, -2),
        np.full((*count[::-1], 7, 7), np.nan).transpose(
            *range(len(count))[::-1], len(count), len(count) + 1
        ),
        np.full((*count, 3, 7, 7), np.nan)[..., 1, :, :],
    ):
        assert kernel(*inputs, out=out, threads=threads) is out
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("count", [2, 3000])
def test_out_for_several_results_is_a_tuple(count):
    kernel = kernel_of(single((3,), ((3,), (2, 2), ())))
    x = rows(3, count, 3)
    wanted = expected((x,), ((3,), (2, 2), ()))
    block = np.zeros((count, 8))  # the results beside each other in one table
    out = block[:, :3], np.zeros((count, 2, 2)), block[:, 3]
    found = kernel(x, out=out)
    for result, given, right in zip(found, out, wanted, strict=True):
        assert result is given
        np.testing.assert_array_equal(result, right)
    found = kernel(x, out=(None, out[1], None))
    assert found[1] is out[1]
    np.testing.assert_array_equal(found[2], wanted[2])


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize("count", [4, 3000])
def test_out_may_lie_over_the_inputs(count, threads):
    kernel = kernel_of(single((3, 3), ((3,),)))
    for shift in (-2, 0, 1, 5):
        memory = rows(4, count + 10, 3)
        first, second = memory[5 : 5 + count], memory[6 : 6 + count]
        (wanted,) = expected((first.copy(), second.copy()), ((3,),))
        out = memory[5 + shift : 5 + shift + count]
        kernel(first, second, out=out, threads=threads)
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("threads", [None, 1])
def test_out_may_be_larger_than_the_inputs_as_in_numpy(kernel, threads):
    inputs = rows(5, 7), rows(6, 5, 3)
    out = np.zeros((4, 5, 7, 7))
    kernel(*inputs, out=out, threads=threads)
    (wanted,) = expected(inputs, ((7, 7),))
    np.testing.assert_array_equal(out, np.broadcast_to(wanted, out.shape))


def _read_only(*shape):
    array = np.zeros(shape)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("threads", [None, 1])
@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.zeros((5, 7)), "out for result0 has shape (5, 7)\n  Expected (5, 7, 7)."),
        (np.zeros((7, 7)), "out for result0 has shape (7, 7)\n  Expected (5, 7, 7)."),
        (np.zeros((5, 7, 7), "f4"), "out for result0 has dtype float32"),
        (np.zeros((5, 7, 7), "c16"), "out for result0 has dtype complex128"),
        (_read_only(5, 7, 7), "out for result0 is read-only"),
        ([0.0], "out for result0 is of type list"),
        (
            (np.zeros((5, 7, 7)),) * 2,
            "out holds 2 arrays\n  Expected one for each of 1",
        ),
    ],
)
def test_an_out_that_does_not_fit_is_refused(kernel, out, message, threads):
    with pytest.raises(InputError) as caught:
        kernel(rows(7, 5, 7), rows(8, 5, 3), out=out, threads=threads)
    assert str(caught.value).startswith("hand_written  " + message)


def test_outs_that_share_memory_are_refused():
    kernel = kernel_of(single((3,), ((3,), (3,))))
    memory = np.zeros(5)
    kernel(rows(9, 3))
    with pytest.raises(InputError, match="out for result0 and out for result1 share"):
        kernel(rows(9, 3), out=(memory[:3], memory[2:]))
