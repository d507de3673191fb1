"""Invented clocks and engine statistics for invented games."""

import random

from venue_player import between


def remaining_tenths(rng: random.Random, plies: int, base: int, increment: int) -> list[int]:
    """Tenths of a second on the mover's clock after each half-move; base and increment in seconds."""
    clocks = [base * 10, base * 10]
    left = []
    for ply in range(plies):
        side = ply % 2
        if ply >= 2:
            spent = int(clocks[side] * (0.002 + 0.05 * rng.random() * rng.random()))
            clocks[side] = max(clocks[side] - spent + increment * 10, 9)
        left.append(clocks[side])
    return left


def spent_thousandths(rng: random.Random, plies: int, base: int) -> list[int]:
    """Milliseconds used for each half-move; the first one of each side costs nothing."""
    share = max(base * 1000 // 45, 2)
    return [0 if ply < 2 else 90 + int(share * rng.random() * rng.random()) for ply in range(plies)]


def hours(tenths: int) -> str:
    """`0:04:59`, without the tenths."""
    seconds = tenths // 10
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def hours_and_tenths(tenths: int) -> str:
    """`0:04:59.3`; a full second without `.0`."""
    tail = f".{tenths % 10}" if tenths % 10 else ""
    return hours(tenths) + tail


def engine_figures(rng: random.Random, move_ms: int) -> dict[str, int]:
    """Depth, selective depth, nodes, speed and table hits of one engine move."""
    depth = between(rng, 18, 44)
    speed = between(rng, 21_000_000, 64_000_000)
    return {
        "d": depth,
        "sd": depth + between(rng, 3, 38),
        "s": speed,
        "n": speed * move_ms // 1000,
        "tb": between(rng, 0, 60),
    }
