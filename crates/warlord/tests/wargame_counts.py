#!/usr/bin/env python3
"""Counts sequences of two orders by the telling of the WarGame rulebook and compares them with the table of the Rust tests.

The starts take some minutes each; `--middles` leaves them out.
"""

import argparse
import multiprocessing
import re
import sys
from pathlib import Path

import wargame_cases
from wargame_telling import BLACK, WHITE, Position

TABLE = Path(__file__).parents[2] / "rules/tests/wargame/counts.txt"
GAMES = {"wargame-1": wargame_cases.wargame_1, "wargame-2": wargame_cases.wargame_2}


def cell(name):
    letters, rank = re.fullmatch(r"([a-z]+)(\d+)", name).groups()
    file = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
    return file, int(rank) - 1


def read(game, text):
    """A start-of-turn position from its text."""
    drawn, side, turn, passes, *fields = text.split(" ")
    rows = drawn.split("/")
    units = {}
    for number, row in enumerate(rows):
        file = 0
        for word in re.findall(r"\d+|\([A-Za-z]+\)|[A-Za-z]", row):
            if word.isdigit():
                file += int(word)
                continue
            symbol = word.strip("()")
            units[file, len(rows) - 1 - number] = (WHITE if symbol.isupper() else BLACK, symbol.upper())
            file += 1
    fields = dict(field.split("=") for field in fields)
    pairs = [pair.split(">") for pair in fields.get("tow", "").split(",") if pair]
    tows = {cell(towed): cell(tower) for towed, tower in pairs}
    quiet = int(fields.get("quiet", 0))
    position = Position(game, units, "wb".index(side), int(turn), int(passes), quiet, tows)
    assert position.text() == text, (position.text(), text)
    return position


def count(position, depth):
    if position.outcome is not None:
        return 0
    orders = position.orders()
    if depth == 1:
        return len(orders)
    total = 0
    for order in orders.values():
        after = position.copy()
        after.apply(order)
        total += count(after, depth - 1)
    return total


def counted(line):
    game, one, two, text = line.split(" ", 3)
    position = read(GAMES[game](), text)
    return line, [int(one), int(two)], [count(position, depth) for depth in (1, 2)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--middles", action="store_true", help="count the middle games only")
    middles = parser.parse_args().middles
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    if middles:
        lines = [line for line in lines if not line.endswith(" w 1 0")]
    wrong = 0
    with multiprocessing.Pool() as pool:
        for line, expected, found in pool.imap(counted, lines):
            wrong += expected != found
            print("alike" if expected == found else "DIFFERENT", found, line[:60], flush=True)
    print(f"{len(lines)} positions, {wrong} different")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
