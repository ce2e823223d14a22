"""What a robot refuses, and what it says: each message of the robot's room."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import (
    Body,
    Description,
    Inertial,
    Joint,
    body,
    describe,
    joint,
)
from linkwright.errors import DescriptionError, InputError, NumericalError
from linkwright.robot.checks import check_request
from linkwright.robot.quantities import QUANTITIES

Q = np.zeros(3)
PLACES = "Points and bodies: eye, tip, mast, arm, hook."
FRAMES = "Frames: body, predecessor, world, mast, arm, hook."
BUNDLED = ", ".join(lw.robots())


def refused(call, *, error=InputError) -> str:
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


def test_an_unknown_bundled_robot_is_answered_with_the_nearest() -> None:
    assert refused(lambda: lw.load("charmi")) == (
        "there is no bundled robot 'charmi'\n"
        f"  Bundled: {BUNDLED}; or a path to a .yaml or .urdf file."
        "  Did you mean 'charmie'?"
    )
    assert refused(lambda: lw.load("crane.txt")).endswith("a .yaml or .urdf file.")


@pytest.mark.parametrize("quantity", ["jacobian", "jacobian_rate"])
def test_a_name_after_the_arrays_is_told(crane, quantity: str) -> None:
    arrays = (Q,) if quantity == "jacobian" else (Q, Q)
    for state in (Q, Q.tolist()):
        given = (state, *arrays[1:], "tip")
        assert refused(lambda given=given: getattr(crane, quantity)(*given)) == (
            f"the name of a point or body is of type {type(state).__name__}\n"
            '  Expected the name first, then arrays: ("hand", q).'
        )


def test_a_robot_is_made_of_a_description() -> None:
    assert refused(lambda: lw.Robot("charmie")) == (  # pyright: ignore
        "a Robot is made of a description, not of 'charmie'\n"
        "  Load files and bundled robots with linkwright.load('charmie')."
    )
    assert refused(lambda: lw.Robot(None)).startswith(  # pyright: ignore
        "a Robot is made of a description, not of type NoneType\n"
    )


@pytest.mark.parametrize(
    ("mass", "parent", "message"),
    [
        (-1.0, "world", "body 'a': the mass is -1"),
        (1.0, "nope", "joint 'j': parent 'nope' does not exist"),
    ],
)
def test_a_robot_refuses_what_is_no_robot(
    mass: float, parent: str, message: str
) -> None:
    heavy = Body("a", Inertial(mass, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)))
    joints = (Joint("j", "revolute", parent, "a"),)
    described = Description("x", bodies=(heavy,), joints=joints)
    found = refused(lambda: lw.Robot(described), error=DescriptionError)
    assert found.startswith(message)


CALLS = {
    "kernel": lambda r: r.kernel("inverse_dynamic"),
    "program": lambda r: r.program("inverse_dynamic"),
    "derivative": lambda r: r.derivative("inverse_dynamic", Q, with_respect_to="q"),
}


@pytest.mark.parametrize("way", CALLS)
def test_an_unknown_quantity_is_answered_with_the_nearest(crane, way: str) -> None:
    found = refused(lambda: CALLS[way](crane))
    first = ", ".join(list(QUANTITIES)[:20])
    assert found.startswith(
        f"there is no quantity 'inverse_dynamic'\n  Quantities: {first}, "
    )
    assert found.endswith("  Did you mean 'inverse_dynamics'?")


@pytest.mark.parametrize("way", ["kernel", "program"])
@pytest.mark.parametrize(
    ("quantity", "options", "message"),
    [
        (
            "mass_matrix",
            {"spce": "tangent"},
            "mass_matrix has no option 'spce'\n"
            "  Options: formulation, with_respect_to, space, given, coordinates."
            "  Did you mean 'space'?",
        ),
        (
            "jacobian",
            {},
            f"jacobian is that of a point, and none is given\n  {PLACES}  Give point=.",
        ),
        (
            "jacobian",
            {"point": "tips"},
            f"there is no point or body 'tips'\n  {PLACES}  Did you mean 'tip'?",
        ),
        (
            "jacobian_rate",
            {"point": "tip", "frame": "wordl"},
            "frame is 'wordl'\n"
            "  Expected one of body, world_aligned, world.  Did you mean 'world'?",
        ),
        (
            "inverse_dynamics",
            {"points": ("tip", "nose")},
            f"there is no point or body 'nose'\n  {PLACES}",
        ),
        (
            "inverse_dynamics",
            {"points": ("tip",), "frame": "world_aligned"},
            "frame is 'world_aligned'\n  Expected one of world, body, mast, arm, hook.",
        ),
        (
            "mass_matrix",
            {"with_respect_to": ()},
            "no input is named to differentiate by\n  Inputs and varied parameters: q.",
        ),
        (
            "bias_forces",
            {"with_respect_to": ("a",)},
            "there is no input or varied parameter 'a'\n"
            "  Inputs and varied parameters: q, v.",
        ),
        (
            "bias_forces",
            {"with_respect_to": ("q",), "space": "flat"},
            "space is 'flat'\n  Expected one of tangent, ambient.",
        ),
    ],
)
def test_options_that_a_quantity_does_not_have_are_refused(
    crane, way: str, quantity: str, options: dict, message: str
) -> None:
    assert refused(lambda: getattr(crane, way)(quantity, **options)).startswith(message)


def test_a_kernel_has_one_of_two_dtypes(crane) -> None:
    assert "int8" in refused(lambda: crane.kernel("mass_matrix", "int8"))


CALLERS = {
    "jacobian point": (
        lambda r: r.jacobian("nose", Q),
        f"there is no point or body 'nose'\n  {PLACES}",
    ),
    "jacobian frame": (
        lambda r: r.jacobian("tip", Q, frame="boddy"),
        "frame is 'boddy'\n"
        "  Expected one of body, world_aligned, world.  Did you mean 'body'?",
    ),
    "jacobian rate": (
        lambda r: r.jacobian_rate("nose", Q, Q),
        f"there is no point or body 'nose'\n  {PLACES}",
    ),
    "operational inertia": (
        lambda r: r.operational_inertia("nose", Q),
        f"there is no point or body 'nose'\n  {PLACES}",
    ),
    "external point": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external={"nose": np.zeros(6)}),
        f"there is no point or body 'nose'\n  {PLACES}",
    ),
    "external frame": (
        lambda r: r.forward_dynamics(Q, Q, Q, external={"tip": Q}, frame="boddy"),
        "frame is 'boddy'\n  Expected one of world, body, mast, arm, hook.",
    ),
    "external shape": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external={"tip": np.zeros((2, 3))}),
        "the external wrench on 'tip' has shape (2, 3)\n"
        "  Expected (..., 6): force, then torque.",
    ),
    "external scalar": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external={"tip": 3.0}),
        "the external wrench on 'tip' has shape ()\n",
    ),
    "external complex": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external={"tip": np.zeros(6) * 1j}),
        "the external wrench on 'tip' has dtype complex128\n"
        "  Expected real numbers that fit float64.",
    ),
    "external ragged": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external={"tip": [[1, 2], [3]]}),
        "the external wrench on 'tip' is no array: setting an array element",
    ),
    "external alone": (
        lambda r: r.inverse_dynamics(Q, Q, Q, external=np.zeros(6)),
        "external is of type ndarray\n  Expected {name of a point or body: (..., 6)}.",
    ),
    "external batches": (
        lambda r: r.inverse_dynamics(
            *(Q, Q, Q), external={"tip": np.zeros((2, 6)), "eye": np.zeros((3, 6))}
        ),
        "the leading shapes do not broadcast: tip (2,), eye (3,)\n"
        "  Lengths must be equal or 1.",
    ),
    "external and q": (
        lambda r: r.inverse_dynamics(
            np.zeros((2, 3)), Q, Q, external={"tip": np.zeros((3, 6))}
        ),
        "inverse_dynamics  the leading shapes do not broadcast: q (2, 3), v (3,),"
        " a (3,), wrench (3, 6)\n",
    ),
    "reactions on": (
        lambda r: r.reactions(Q, Q, Q, on="predecesor"),
        "on is 'predecesor'\n"
        "  Expected one of body, predecessor.  Did you mean 'predecessor'?",
    ),
    "reactions at": (
        lambda r: r.reactions(Q, Q, Q, at="tips"),
        "there is no point 'tips'\n"
        "  Points: joint, center_of_mass, eye, tip.  Did you mean 'tip'?",
    ),
    "reactions in": (
        lambda r: r.reactions(Q, Q, Q, expressed_in="wrld"),
        f"there is no frame 'wrld'\n  {FRAMES}  Did you mean 'world'?",
    ),
    "derivative by a constant": (
        lambda r: r.derivative("bias_forces", Q, Q, with_respect_to="boom"),
        "design parameter 'boom' is a constant of this robot\n"
        "  Make it a run-time input first: robot.vary('boom').",
    ),
    "derivative by nothing": (
        lambda r: r.derivative("bias_forces", Q, Q, with_respect_to=()),
        "no input is named to differentiate by\n",
    ),
    "derivative by the unknown": (
        lambda r: r.derivative("bias_forces", Q, Q, with_respect_to="boon"),
        "there is no input or varied parameter 'boon'\n"
        "  Inputs and varied parameters: q, v.",
    ),
    "derivative without a point": (
        lambda r: r.derivative("jacobian", Q, with_respect_to="q"),
        "jacobian is that of a point, and none is given\n",
    ),
    "unknown keyword": (
        lambda r: r.mass_matrix(Q, thread=3),
        "there is no keyword or design parameter 'thread'\n"
        "  Varied parameters: none; parameters: boom, half, load.",
    ),
    "unknown keyword of dynamics": (
        lambda r: r.inverse_dynamics(Q, Q, Q, loud=3),
        "there is no keyword or design parameter 'loud'\n",
    ),
    "parameter not varied": (
        lambda r: r.inverse_dynamics(Q, Q, Q, load=3),
        "design parameter 'load' is a constant of this robot\n"
        "  Make it a run-time input first: robot.vary('load').",
    ),
    "vary the unknown": (
        lambda r: r.vary("boon"),
        "there is no design parameter 'boon'\n"
        "  Design parameters: boom, half, load.  Did you mean 'boom'?",
    ),
    "vary twice": (
        lambda r: r.vary("boom", "boom"),
        "a design parameter is varied twice: boom, boom",
    ),
    "q too short": (
        lambda r: r.inverse_dynamics(np.zeros(2), Q, Q),
        "inverse_dynamics  q has shape (2,)\n"
        "  Expected (..., 3): one entry for each of robot.coordinate_names.",
    ),
    "v transposed": (
        lambda r: r.inverse_dynamics(np.zeros((5, 3)), np.zeros((3, 5)), Q),
        "inverse_dynamics  v has shape (3, 5)\n"
        "  Expected (..., 3): one entry for each of robot.velocity_names.",
    ),
    "q complex": (
        lambda r: r.inverse_dynamics(Q * 1j, Q, Q),
        "inverse_dynamics  q has dtype complex128\n"
        "  Expected real numbers that fit float64.  If only the real part is meant,"
        " give q.real.",
    ),
    "tau of objects": (
        lambda r: r.forward_dynamics(Q, Q, np.array([None] * 3)),
        "forward_dynamics  tau has dtype object\n"
        "  Expected real numbers that fit float64.  Convert it first:"
        " numpy.asarray(tau, dtype='float64').",
    ),
    "q of text": (lambda r: r.mass_matrix("abc"), "mass_matrix  q has dtype <U3\n"),
    "q ragged": (lambda r: r.mass_matrix([[1, 2], [3]]), "mass_matrix  q is no array:"),
    "out too short": (
        lambda r: r.inverse_dynamics(Q, Q, Q, out=np.zeros(2)),
        "inverse_dynamics  out for tau has shape (2,)\n  Expected (3,).",
    ),
    "lock the unknown": (lambda r: r.lock({"slow": 1.0}), "locked: joint 'slow'"),
}


@pytest.mark.parametrize("case", CALLERS)
def test_what_does_not_fit_is_explained(crane, case: str) -> None:
    call, message = CALLERS[case]
    assert refused(lambda: call(crane), error=lw.LinkwrightError).startswith(message)


@pytest.mark.parametrize("case", ["q too short", "v transposed", "q complex"])
def test_the_quick_path_explains_as_well(crane, case: str) -> None:
    crane.inverse_dynamics(Q, Q, Q)  # from now on one state goes straight to NumPy
    call, message = CALLERS[case]
    assert refused(lambda: call(crane)).startswith(message)


PARAMETERS = {
    "unknown": (
        {"boon": 1.0},
        "there is no keyword or design parameter 'boon'\n"
        "  Varied parameters: boom, load; parameters: boom, half, load.",
    ),
    "constant": ({"half": 1.0}, "design parameter 'half' is a constant of this robot"),
    "text": (
        {"boom": "1.2 m"},
        "design parameter 'boom' has dtype <U5\n"
        "  Expected real numbers that fit float64.",
    ),
    "ragged": (
        {"boom": [[1.0], [2.0, 3.0]]},
        "design parameter 'boom' is no array: setting an array element",
    ),
    "batches": (
        {"boom": np.ones(2), "load": np.ones(3)},
        "the leading shapes do not broadcast: boom (2,), load (3,)\n"
        "  Lengths must be equal or 1.",
    ),
    "batches of q": (
        {"boom": np.ones(2)},
        "inverse_dynamics  the leading shapes do not broadcast: q (5, 3),",
    ),
}


@pytest.mark.parametrize("case", PARAMETERS)
def test_parameters_that_do_not_fit_are_explained(varied, case: str) -> None:
    given, message = PARAMETERS[case]
    q = np.zeros((5, 3))
    found = refused(lambda: varied.inverse_dynamics(q, q, q, **given))
    assert found.startswith(message)


def test_long_lists_of_names_are_cut() -> None:
    names = [f"b{k}" for k in range(60)]
    robot = lw.Robot(
        describe(
            "many",
            [body(name) for name in names],
            [joint(f"j{k}", "fixed", "world", name) for k, name in enumerate(names)],
        )
    )
    message = refused(
        lambda: check_request("jacobian", {"point": "c"}, robot.model, ())
    )
    assert "b49, ...." in message and "b50" not in message


def test_requests_are_checked_before_anything_is_compiled(crane) -> None:
    before = len(crane._kernels._made)
    for call, _ in CALLERS.values():
        with pytest.raises(lw.LinkwrightError):
            call(crane)
    wrong = len(crane._kernels._made) - before
    assert wrong <= 8  # right requests with wrong arrays, each a kernel


def test_a_singular_operational_inertia_raises_or_is_nan(crane, motion) -> None:
    message = refused(
        lambda: crane.operational_inertia("tip", motion.q), error=NumericalError
    )
    assert message.startswith(
        "operational_inertia  5 of 5 rows failed: row 0: the Jacobian has not full"
        " rank: a singular position; row 1:"
    )
    assert 'on_failure="nan" returns NaN in such rows instead.' in message
    found = crane.operational_inertia("tip", motion.q, on_failure="nan")
    assert found.shape == (5, 6, 6) and np.isnan(found).all()
    by_q = {"with_respect_to": "q", "point": "tip"}
    refused(
        lambda: crane.derivative("operational_inertia", motion.q, **by_q),
        error=NumericalError,
    )
