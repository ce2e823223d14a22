"""Kinematics and dynamics of arms in every formulation: operations and time.

The comparison that the FK and MBD papers leave as future work: the three-step recursion
beside products of Denavit and Hartenberg's transforms.
"""

from __future__ import annotations

from benchmarks.plan import Plan
from benchmarks.table import Table

_OF_ARMS = ("forward_kinematics", "inverse_dynamics")
_OF_ALL = (*_OF_ARMS, "mass_matrix", "forward_dynamics")
_ARMS = {
    "kuka-lwr4": ("kuka-lwr4", None),
    "arm-6r": ("arm-6r", None),
    "CHARMIE's left arm, FK": ("charmie-fk", ("6a", "12a")),
    "CHARMIE's right arm, FK": ("charmie-fk", ("6b", "12b")),
    "CHARMIE's left arm, MBD": ("charmie-mbd", ("6a", "12a")),
    "CHARMIE's right arm, MBD": ("charmie-mbd", ("6b", "12b")),
    "CHARMIE's left arm, ROMANSY": ("charmie-romansy", ("6a", "12a")),
    "CHARMIE's right arm, ROMANSY": ("charmie-romansy", ("6b", "12b")),
}


def measure(plan: Plan) -> Table:
    """Return operations before and after simplification, nanoseconds beside them."""
    import linkwright as lw

    rows, records = [], []
    for title, (name, ends) in _ARMS.items():
        robot, quantities = lw.load(name), _OF_ALL
        if ends is not None:
            robot, quantities = robot.chain(*ends), _OF_ARMS
        if robot.total_mass == 0.0:
            quantities = _OF_ARMS[:1]
        for each in robot.count(*quantities, measure=not plan.quick):
            before, after = each.written, each.simplified
            assert before is not None
            rows.append(
                (
                    f"{title}: {each.quantity}, {each.formulation}",
                    str(before.multiplications),
                    str(before.additions),
                    str(after.multiplications),
                    str(after.additions),
                    str(after.trigonometric),
                    each.nanoseconds,
                )
            )
            records.append(
                {
                    "robot": title,
                    "quantity": each.quantity,
                    "formulation": each.formulation,
                    "before": [before.multiplications, before.additions],
                    "after": [after.multiplications, after.additions],
                    "trigonometric": after.trigonometric,
                    "nanoseconds": each.nanoseconds,
                }
            )
    return Table(
        name="modules",
        title="operations of one state before and after simplification; ns in a batch",
        columns=("", "mult", "add", "mult after", "add after", "trig", "ns"),
        rows=rows,
        records=records,
        notes=("before: as written, for any robot of the same topology",),
    )
