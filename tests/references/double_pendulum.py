"""The double pendulum's equations of motion, as textbooks derive them by Lagrange.

Point masses m1, m2 on massless rods l1, l2; absolute angles phi1, phi2 from hanging:

    (m1 + m2) l1² phi1'' + m2 l1 l2 cos(phi1 - phi2) phi2''
        + m2 l1 l2 sin(phi1 - phi2) phi2'² + (m1 + m2) g l1 sin phi1 = Q1
    m2 l2² phi2'' + m2 l1 l2 cos(phi1 - phi2) phi1''
        - m2 l1 l2 sin(phi1 - phi2) phi1'² + m2 g l2 sin phi2 = Q2

The robot's joints are relative, th1 = phi1 and th2 = phi2 - phi1, so by virtual work
tau1 = Q1 + Q2 and tau2 = Q2.
"""

import numpy as np


def joint_torques(q, v, a, m1=1.0, m2=0.5, l1=1.0, l2=0.7, g=9.81):
    """Return tau (..., 2) from relative angles and their rates (..., 2)."""
    phi1, phi2 = _absolute(q)
    rate1, rate2 = _absolute(v)
    second1, second2 = _absolute(a)
    c, s = np.cos(phi1 - phi2), np.sin(phi1 - phi2)
    product = m2 * l1 * l2
    Q1 = (m1 + m2) * (l1**2 * second1 + g * l1 * np.sin(phi1))
    Q1 = Q1 + product * (c * second2 + s * rate2**2)
    Q2 = m2 * (l2**2 * second2 + g * l2 * np.sin(phi2))
    Q2 = Q2 + product * (c * second1 - s * rate1**2)
    return np.stack([Q1 + Q2, Q2], axis=-1)


def energy(q, v, m1=1.0, m2=0.5, l1=1.0, l2=0.7, g=9.81):
    """Return kinetic plus potential energy, zero at the height of the first joint."""
    phi1, phi2 = _absolute(q)
    rate1, rate2 = _absolute(v)
    across = l1 * np.cos(phi1) * rate1, l2 * np.cos(phi2) * rate2
    upwards = l1 * np.sin(phi1) * rate1, l2 * np.sin(phi2) * rate2
    kinetic = m1 / 2 * (l1 * rate1) ** 2
    kinetic = kinetic + m2 / 2 * (sum(across) ** 2 + sum(upwards) ** 2)
    height1, height2 = -l1 * np.cos(phi1), -l2 * np.cos(phi2)
    return kinetic + g * (m1 * height1 + m2 * (height1 + height2))


def _absolute(relative):
    relative = np.asarray(relative)
    return relative[..., 0], relative[..., 0] + relative[..., 1]
