"""A kernel gives what NumPy gives, whatever the layout of its operands."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.compile.hand_written import expected, kernel_of, rows, single

SHAPES = ((7,), (7, 7), ())


def check(kernel, inputs, shapes=SHAPES, dtype="float64", **options):
    found = kernel(*inputs, **options)
    found = found if isinstance(found, tuple) else (found,)
    for result, wanted in zip(found, expected(inputs, shapes, dtype), strict=True):
        assert result.shape == wanted.shape
        assert result.dtype == wanted.dtype
        np.testing.assert_array_equal(result, wanted)  # same operations, same order


@pytest.fixture
def kernel():
    return kernel_of(single((7, 3), SHAPES))


@pytest.mark.parametrize("threads", [None, 1, 3])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((), ()),
        ((1,), ()),
        ((5,), (5,)),
        ((5,), ()),
        ((), (5,)),
        ((4, 5), (5,)),
        ((4, 1), (5,)),
        ((1, 5), (4, 1)),
        ((100, 1), (3,)),
        ((1000, 1), (3,)),
        ((3,), (1000, 1)),
        ((2, 1, 700), (5, 1)),
        ((700, 1, 1), (1, 3, 2)),
        ((3, 1, 600, 1), (1, 2, 1, 3)),
        ((3000,), (3000,)),
        ((0,), (0,)),
        ((4, 0, 3), (3,)),
        ((0, 1), (5,)),
    ],
)
def test_leading_shapes_broadcast_as_in_numpy(kernel, first, second, threads):
    check(kernel, (rows(1, *first, 7), rows(2, *second, 3)), threads=threads)


@pytest.mark.parametrize("scratch", [0, 4096])
def test_random_shapes_and_strides_give_what_numpy_gives(scratch):
    kernel = kernel_of(single((4, 3), ((2, 2), (3,)), scratch=scratch))
    generator = np.random.default_rng(3)
    for threads in itertools.islice(itertools.cycle([None, 1, 2]), 150):
        shape = generator.integers(1, 9, generator.integers(0, 4))
        inputs = []
        for size in (4, 3):
            own = np.where(generator.random(shape.size) < 0.3, 1, shape)
            inputs.append(_scattered(generator, (*own, size)))
        check(kernel, inputs, ((2, 2), (3,)), threads=threads)


def _scattered(generator, shape):
    """Return an array with permuted axes and steps of either sign."""
    order = generator.permutation(len(shape))
    steps = generator.choice([-2, -1, 1, 3], len(shape))
    memory = generator.standard_normal([3 * shape[axis] for axis in order])
    view = memory.transpose(np.argsort(order))
    view = view[tuple(slice(None, None, step) for step in steps)]
    return view[tuple(slice(0, length) for length in shape)]


@pytest.mark.parametrize("count", [1, 500, 5000])
def test_layouts_of_a_batch_do_not_matter(kernel, count):
    wide = rows(4, count, 20)
    second = rows(5, count, 3)
    for first in (
        wide[:, 3:10],
        wide[::-1, 3:10],
        wide[:, 9:2:-1],
        wide[:, 0:14:2],
        np.asfortranarray(wide[:, 3:10]),
        np.broadcast_to(wide[0, 3:10], (count, 7)),
    ):
        check(kernel, (first, second))
        check(kernel, (first, second), threads=2)


def test_rows_at_odd_addresses_and_of_foreign_byte_order_are_read(kernel):
    memory = np.zeros(8 * 7 * 600 + 1, np.uint8)
    first = memory[1:].view(np.float64).reshape(600, 7)
    first[...] = rows(6, 600, 7)
    assert not first.flags.aligned
    for second in (rows(7, 600, 3), rows(7, 600, 3).astype(">f8")):
        check(kernel, (first, second))
        check(kernel, (first, second), threads=2)
        check(kernel, (first[:2], second[:2]))


@pytest.mark.parametrize("count", [1, 20, 4000])
@pytest.mark.parametrize(
    "dtype", ["int64", "int8", "bool", "float32", "float16", "uint16"]
)
def test_whole_numbers_and_shorter_floats_are_taken(kernel, dtype, count):
    first = (10 * rows(8, count, 7)).astype(dtype)
    check(kernel, (first, rows(9, count, 3)))


def test_lists_are_taken(kernel):
    check(kernel, ([1, 2, 3, 4, 5, 6, 7.5], [[1, 2, 3], [4, 5, 6]]))


@pytest.mark.parametrize("count", [(), (30,), (4000,)])
def test_float32_kernels_compute_in_float32(count):
    kernel = kernel_of(single((7, 3), SHAPES, "float32"))
    first = rows(10, *count, 7, dtype="float32")
    for second in (rows(11, 3, dtype="float32"), np.arange(3), [0.5, 0.1, 2.0]):
        check(kernel, (first, second), dtype="float32")


def test_a_result_without_axes_is_a_number():
    kernel = kernel_of(single((2,), ((),)))
    for options in ({}, {"threads": 1}):
        found = kernel(np.array([1.0, 2.0]), **options)
        assert isinstance(found, np.float64)
        assert found == 1.0
    assert kernel([[1.0, 2.0]]).shape == (1,)


def test_a_program_without_arguments_or_entries_is_called():
    constant = kernel_of(single((), ((3,),)))
    np.testing.assert_array_equal(constant(), [0.0, 1.0, 2.0])
    kernel = kernel_of(single((2,), ((0,), (2,))))
    empty, full = kernel(np.ones((5, 2)))
    assert empty.shape == (5, 0)
    np.testing.assert_array_equal(full, np.full((5, 2), [101.0, 102.0]))


def test_more_operands_than_numpy_takes_are_fine():
    sizes = (2,) * 70
    kernel = kernel_of(single(sizes, ((2,),), names=[f"input{i}" for i in range(70)]))
    assert kernel.fast is None
    inputs = [rows(i, 6, 2) for i in range(70)]
    check(kernel, inputs, ((2,),))
    check(kernel, [x[0] for x in inputs], ((2,),))


@pytest.mark.parametrize("count", [3, 5000])
def test_numbers_are_the_same_to_the_last_bit_on_any_number_of_threads(kernel, count):
    inputs = rows(12, count, 7), rows(13, count, 3)
    alone = kernel(*inputs, threads=1)
    for threads in (None, 2, 5, 16):
        for result, wanted in zip(kernel(*inputs, threads=threads), alone, strict=True):
            np.testing.assert_array_equal(result, wanted)


def test_the_bare_ufunc_outlives_its_kernel():
    import gc

    kernel = kernel_of(single((7,), ((7, 7),)))
    x = rows(14, 7)
    wanted = kernel(x)
    fast = kernel.fast
    assert isinstance(fast, np.ufunc)
    assert fast.signature == "(7)->(7,7)"
    del kernel
    gc.collect()
    filler = [kernel_of(single((n,), ((n,),))) for n in (1, 2, 3)]  # re-use the memory
    for n, other in enumerate(filler, 1):
        other(np.ones(n))
    np.testing.assert_array_equal(fast(x), wanted)


def test_numpy_allocates_matrices_contiguously_whatever_the_inputs():
    # The ufunc of a matrix relies on it: NumPy's iterator might follow the inputs.
    kernel = kernel_of(single((6, 3), ((2, 3), (4, 1))))
    generator = np.random.default_rng(15)
    for _ in range(200):
        shape = tuple(generator.integers(1, 5, generator.integers(0, 4)))
        inputs = [_scattered(generator, (*shape, size)) for size in (6, 3)]
        for result, core in zip(kernel.fast(*inputs), ((2, 3), (4, 1)), strict=True):
            single_row = np.empty(core)
            for stride, own, length in zip(
                result.strides[-2:], single_row.strides, core, strict=True
            ):
                assert stride == own or length == 1
