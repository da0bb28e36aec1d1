"""Random choices as in seeds/random.md."""

from __future__ import annotations

from typing import Any

MASK = 2**64 - 1
HALF = 2**32
GOLDEN = 0x9E3779B97F4A7C15


def mix64(x: int) -> int:
    """The mixing function of SplitMix64 on 64-bit words (R-1)."""
    x = (x + GOLDEN) & MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def rotl(x: int, count: int) -> int:
    """The 64-bit word `x` rotated left by `count` bits."""
    return (x << count | x >> 64 - count) & MASK


class Rng:
    """xoshiro256++, seeded with a number and the keys of a stream."""

    def __init__(self, seed: int, *keys: int) -> None:
        """The stream of `seed` that `keys` name; all are taken modulo 2**64 (R-2)."""
        s = seed & MASK
        for key in keys:
            s = mix64((s + mix64(key & MASK)) & MASK)
        self.words = [mix64((s + i * GOLDEN) & MASK) for i in range(4)]

    def next(self) -> int:
        """The next 64-bit word (R-3)."""
        a, b, c, d = self.words
        result = (rotl((a + d) & MASK, 23) + a) & MASK
        t = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = rotl(d, 45)
        self.words = [a, b, c, d]
        return result

    def below(self, n: int) -> int:
        """A whole number in 0 .. n-1, each equally likely; 1 <= n < 2**32 (R-4)."""
        if not 1 <= n < HALF:
            raise ValueError(f"below() needs a number from 1 to {HALF - 1}, not {n}")
        m = (self.next() >> 32) * n
        if m % HALF < n:
            refused = (HALF - n) % n
            while m % HALF < refused:
                m = (self.next() >> 32) * n
        return m >> 32

    def shuffle(self, items: list[Any]) -> None:
        """Shuffles `items` in place (R-5)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def uniform(self) -> float:
        """A number in [0, 1) with 53 random bits (R-6)."""
        return (self.next() >> 11) * 2.0**-53
