"""A rival for the README: the obvious memoised Python.  Usage: python3 memo.py ROWS COLS
Number of tilings of a ROWS x COLS board by I and L trominoes; cells are
visited in row-major order, profile = bitmask of covered cells from `cell` on."""
import sys
from functools import lru_cache

SHAPES = [((0, 1), (0, 2)), ((1, 0), (2, 0)),
          ((0, 1), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, -1), (1, 0))]


def count(rows, cols):
    n = rows * cols
    sys.setrecursionlimit(n + 1000)

    @lru_cache(maxsize=None)
    def f(cell, profile):
        if cell == n:
            return 1
        if profile & 1:
            return f(cell + 1, profile >> 1)
        r, c = divmod(cell, cols)
        total = 0
        for shape in SHAPES:
            mask = 1
            for dr, dc in shape:
                if r + dr >= rows or not 0 <= c + dc < cols:
                    break
                mask |= 1 << (dr * cols + dc)
            else:
                if not profile & mask:
                    total += f(cell + 1, (profile | mask) >> 1)
        return total

    return f(0, 0)


if __name__ == "__main__":
    print(count(int(sys.argv[1]), int(sys.argv[2])))
