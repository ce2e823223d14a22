"""Operations of four formulations beside the IMPACT paper's: Table 1, Figs. 12 and 13.

Inertia matrix and right-hand side of trees with n_b branches of n_m links, counted as
they are written for any tree of that form, and of the program that is left once the
tree's numbers have folded away what they can. Matrix and right-hand side are counted
apart, each from the joint positions on, and added.

Where the written counts differ from the paper's: it forms the compound matrices iT_j
and iR_j of all pairs of links, which no later step of its Appendix needs. Its
507/2 n_m^2 multiplications are 507 a pair: seven products of 4 by 4 matrices, two
of 3 by 3 and five more would make that up. How its authors extended the two other
algorithms to trees it does not say.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from branched_trees import (
    MORE_BRANCHES,
    MORE_LINKS,
    TABLE_1,
    branched_tree,
    polynomial_of,
)

import linkwright as lw
from linkwright.expr import Counts, count
from linkwright.robot.counting import count_written
from linkwright.view.count_plot import Curve, save_count_plot

# Formulation of the matrix and of the right-hand side, by the name in tables.
COUNTED = {
    "lagrange": ("lagrange", "lagrange"),
    "gibbs_appell_branches": ("gibbs_appell_branches", "gibbs_appell_branches"),
    "gibbs_appell_rotations": ("gibbs_appell_rotations", "gibbs_appell_rotations"),
    "gibbs_appell": ("gibbs_appell", "gibbs_appell"),
    "composite, Newton-Euler": ("composite_body", "newton_euler"),
}
TITLES = {
    "lagrange": "Lagrange, 4×4",
    "gibbs_appell_branches": "Gibbs–Appell, 3×3 with 4×4, by branches",
    "gibbs_appell_rotations": "Gibbs–Appell, 3×3",
    "gibbs_appell": "Gibbs–Appell, 3×3 with 4×4, gathered",
    "composite, Newton-Euler": "composite body and Newton–Euler",
}
Tree = tuple[int, int]


@dataclass(frozen=True)
class Operations:
    """Operations of a tree's matrix and right-hand side."""

    written: Counts
    simplified: Counts


def operations(robot: lw.Robot, name: str) -> Operations:
    """Return the operations of a formulation."""
    both = tuple(zip(("mass_matrix", "bias_forces"), COUNTED[name], strict=True))
    written = [count_written(robot.model, x, {"formulation": by}) for x, by in both]
    simplified = [count(robot.program(x, formulation=by)) for x, by in both]
    return Operations(written[0] + written[1], simplified[0] + simplified[1])


def main(out: Path) -> None:
    """Count, print beside the paper, draw."""
    trees = dict.fromkeys((*MORE_LINKS, *MORE_BRANCHES))
    found: dict[tuple[Tree, str], Operations] = {}
    for tree in trees:
        robot = branched_tree(*tree)
        print(f"\nn_m = {tree[0]} links in each of n_b = {tree[1]} branches")
        print(f"{'':25s}{'paper':>15s}{'written':>17s}{'simplified':>17s}")
        print(" " * 25 + "    mult     add " * 3)
        for name in COUNTED:
            found[tree, name] = operations(robot, name)
            print(row(name, tree, found[tree, name]))
    print("\nmultiplications and additions of one branch as they are written")
    for name in COUNTED:
        if name in TABLE_1:
            print_polynomials(name, found)
    print(f"\nlargest difference between formulations: {disagreement():.1e}")
    out.mkdir(parents=True, exist_ok=True)
    figures = {
        "Fig. 12: links in each of 4 branches": (MORE_LINKS, 0),
        "Fig. 13: branches of 4 links": (MORE_BRANCHES, 1),
    }
    panels = {
        title: ([tree[axis] for tree in along], curves(along, found))
        for title, (along, axis) in figures.items()
    }
    path = out / "operation_counts.png"
    print(save_count_plot(path, panels, "IMPACT paper, Figs. 12 and 13"))


def row(name: str, tree: Tree, found: Operations) -> str:
    """Return the line of a formulation in a tree's table."""
    formulas = TABLE_1.get(name)
    cells = [f"{x(*tree):.0f}" for x in formulas] if formulas else ["-", "-"]
    for each in (found.written, found.simplified):
        cells += [str(each.multiplications), str(each.additions)]
    return f"{name:25s}" + "".join(
        f"{cell:>8s}" + " " * (k % 2) for k, cell in enumerate(cells)
    )


def print_polynomials(name: str, found: dict[tuple[Tree, str], Operations]) -> None:
    """Print the paper's and our operations of a branch; ours must fit every tree."""
    for paper, kind in zip(
        TABLE_1[name], ("multiplications", "additions"), strict=True
    ):
        by_tree = {
            tree: getattr(each.written, kind)
            for (tree, of), each in found.items()
            if of == name
        }
        once = 2 * by_tree[4, 2] - by_tree[4, 4]  # for the whole tree
        ours = polynomial_of(lambda m, by=by_tree, c=once: (by[m, 4] - c) / 4)
        print(f"{name:23s} {kind:16s} paper {paper}")
        print(f"{'':40s} ours  {ours}, and {once} once")
        assert all(ours(*tree) + once == number for tree, number in by_tree.items())


def curves(
    along: tuple[Tree, ...], found: dict[tuple[Tree, str], Operations]
) -> list[Curve]:
    """Return the curves of one figure: ours, and the paper's dashed."""
    drawn = []
    for name, title in TITLES.items():
        counts = [found[tree, name].written for tree in along]
        drawn.append(
            Curve(
                title,
                [x.multiplications for x in counts],
                [x.additions for x in counts],
            )
        )
        if name in TABLE_1:
            multiplications, additions = TABLE_1[name]
            drawn.append(
                Curve(
                    f"{title} (paper)",
                    [multiplications(*tree) for tree in along],
                    [additions(*tree) for tree in along],
                    like=title,
                )
            )
    return drawn


def disagreement() -> float:
    """Return the largest relative difference of matrices and right-hand sides."""
    robot = branched_tree(4, 2)
    rng = np.random.default_rng(0)
    q, v = robot.random(rng, 3), rng.normal(size=(3, robot.nv))
    M, bias = robot.mass_matrix(q), robot.bias_forces(q, v)
    worst = 0.0
    for of_matrix, of_bias in COUNTED.values():
        matrix = robot.mass_matrix(q, formulation=of_matrix)
        forces = robot.bias_forces(q, v, formulation=of_bias)
        worst = max(worst, np.abs(matrix - M).max() / np.abs(M).max())
        worst = max(worst, np.abs(forces - bias).max() / np.abs(bias).max())
    assert worst < 1e-11
    return worst


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
