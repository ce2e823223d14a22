"""Serial chains of any length, for the figures of growth.

Every joint is turned by general angles against the last, so that no rotation is sparse:
the dearest robot a program specialised to its robot can be given.
"""

from __future__ import annotations

from tools.benchmark_robots import WORLD, Builder, file_text

SEED = 4
STEP = (0.02, 0.01, 0.1)  # m, from each joint to the next


def chain_text(length: int) -> str:
    """Return the file of a chain with so many revolute joints."""
    robot = Builder(f"chain{length}", seed=SEED)
    tip = WORLD
    for number in range(length):
        turn = tuple(robot.stream.uniform(-0.5, 0.5, 3))
        tip = robot.add(
            tip, f"joint_{number}", "revolute", "zyx"[number % 3], STEP, turn
        )
    return file_text(robot, f"A serial chain of {length} revolute joints.")
