import mpmath as mp
import numpy as np
import pytest

from linkwright.expr import cosc_of_square, jacobian, sinc_of_square
from tests.expr.evaluating import value

# Both sides of the series' limit at 1/4, and beyond a period.
SQUARES = [0.0, 1e-300, 1e-12, 0.01, 0.1, 0.2499999, 0.25, 0.26, 1.0, 4.0, 30.0]


def sinc(s):
    return mp.sinc(mp.sqrt(s))


def cosc(s):
    return 2 * (mp.sin(mp.sqrt(s) / 2) / mp.sqrt(s)) ** 2 if s else mp.mpf(1) / 2


def exact_series(function, order):
    """Return the derivative of that order at any s, from the power series in s."""

    def derivative(s):
        start = {sinc: 1, cosc: 2}[function]
        return mp.nsum(
            lambda k: (
                (-1) ** int(k)
                * mp.mpf(s) ** (int(k) - order)
                * mp.ff(int(k), order)
                / mp.factorial(2 * int(k) + start)
            ),
            [order, 60],
        )

    return derivative


def nth(function, order):
    def traced(x):
        y = [function(x[0])]
        for _ in range(order):
            y = jacobian(y, x).entries
        return y

    return traced


@pytest.mark.parametrize("order", [0, 1, 2])
@pytest.mark.parametrize(
    ("function", "reference"), [(sinc_of_square, sinc), (cosc_of_square, cosc)]
)
def test_series_functions_and_derivatives_agree_with_mpmath(function, reference, order):
    with mp.workdps(40):
        expected = [
            float(
                exact_series(reference, order)(mp.mpf(s))
                if order
                else reference(mp.mpf(s))
            )
            for s in SQUARES
        ]
    found = value(nth(function, order), np.array(SQUARES)[:, None])[:, 0]
    # Each derivative of the closed form at s >= 1/4 subtracts nearly equal values and
    # loses a digit and a half (error 2e-15 of a second derivative 3e-3); the values
    # themselves are good to 2 ulp.
    tolerance = (5e-16, 1e-14, 1e-12)[order]
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=1e-17)


def test_series_meet_the_closed_form_smoothly():
    below, above = np.nextafter(0.25, 0.0), 0.25
    for function in (sinc_of_square, cosc_of_square):
        a, b = value(lambda x, f=function: f(x[0]), [[below], [above]])
        assert abs(a - b) <= 2.3e-16  # two ulp of a value below 1
