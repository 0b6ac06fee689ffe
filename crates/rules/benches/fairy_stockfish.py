#!/usr/bin/env python3
"""Compares the counts of the exercise on 12x10 with those of Fairy-Stockfish, by its Python module.

    pip install pyffish
    python crates/rules/benches/fairy_stockfish.py [DEPTH]

Depth 2 takes a second, depth 3 some minutes: pyffish answers some hundred questions a second, so that it is a
witness to the rules and no measure of speed.
"""

import subprocess
import sys
from pathlib import Path

import pyffish

VARIANT = "single-move"

# A leader jumps to the 24 cells around it; heavy cavalry and cannons jump along their lines.
CONFIG = f"""
[{VARIANT}]
maxRank = 10
maxFile = 12
customPiece1 = l:KADN
customPiece2 = h:WDH
customPiece3 = c:FAG
customPiece4 = n:N
customPiece5 = i:K
extinctionValue = loss
extinctionPieceTypes = l
extinctionPieceCount = 0
"""


def perft(fen: str, depth: int) -> int:
    moves = pyffish.legal_moves(VARIANT, fen, [])
    if depth == 1:
        return len(moves)
    return sum(perft(pyffish.get_fen(VARIANT, fen, [move]), depth - 1) for move in moves)


def ours(depth: int) -> list[str]:
    program = ["cargo", "run", "--quiet", "--release", "-p", "rules", "--example", "single_move", "--", str(depth)]
    root = Path(__file__).resolve().parents[3]
    return subprocess.run(program, cwd=root, check=True, text=True, capture_output=True).stdout.splitlines()


def main() -> None:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    pyffish.load_variant_config(CONFIG)
    differs = False
    for line in ours(depth):
        name, *fen = line.split()[:7]
        counts = [int(count) for count in line.split()[7:]]
        theirs = [perft(" ".join(fen), n) for n in range(1, depth + 1)]
        print(f"{name}: {counts} by the rules, {theirs} by Fairy-Stockfish")
        differs |= len(counts) != depth or counts != theirs
    sys.exit("the counts differ" if differs else 0)


if __name__ == "__main__":
    main()
