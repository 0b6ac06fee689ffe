#!/usr/bin/env python3
"""Tests of the Python telling of WarGame 1 and 2 (wargame_telling.py), and the maps and set-ups of the rulebook.

The worked cases of 1.15 and 2.9, the lines of fire against exact geometry, the lists of orders against all ways there are.
"""

from fractions import Fraction

from wargame_telling import (
    BLACK, HILL, ONE, OPEN, TOWN, TREES, TWO, WHITE, Game, Hexes, Illegal, Position, Squares, Walk, cell_name, rank,
)

# --- the maps and set-ups of the rulebook (1.13, 2.8) -------------------------------------------------------------------

MAP_1 = """
.F...H..F.H..H......F.....H..F...
.H..H....H.F...F.H....T..F.......
.F....T.H..FF....H........F...T.H
.FF.H.......F.T.....F..HH...H....
....H...HH..F.....T.F.......H.FF.
H.T...F........H....FF..H.T....F.
.......F..T....H.F...F.H....H..H.
...F..H.....F......H..H.F..H...F.
"""
MAP_2 = """
. . . . F . . . . . . F F . F . H . . . . . . .
F . H . . . . . . . . . . F . . H . . . . H . .
. . . . H . F . T . . . . . . . . F . T . . . .
. . H F . H . . . . . . . . H . . . . . . . . H
H . . . . . . . . H . . . . . . . . H . F H . .
. . . . T . F . . . . . . . . T . F . H . . . .
. . H . . . . H . . F . . . . . . . . . . H . F
. . . . . . . H . F . F F . . . . . . F . . . .
"""


def terrain(drawing, lowest):
    """The ground that is not open, of rows whose last is of that rank."""
    rows = [row.replace(" ", "") for row in drawing.strip().split("\n")]
    return {
        (file, lowest - 1 + up): glyph
        for up, row in enumerate(reversed(rows))
        for file, glyph in enumerate(row)
        if glyph != OPEN
    }


def cells(*numbers):
    """Cells by column and row, counted from 1."""
    return [(column - 1, row - 1) for column, row in numbers]


def book_1():
    """The set-up for quick play (1.13) of the side in the South."""
    units = {
        "CP": [(17, 1)],
        "SC": [(17, 3)],
        "TC": [(4, 4), (9, 4), (14, 4), (20, 4), (25, 4), (30, 4)],
        "IC": [(7, 5), (13, 5), (21, 5), (27, 5)],
        "AC": [(8, 3), (17, 5), (26, 3)],
        "I": [(column, 6) for column in [*range(5, 17), *range(18, 30)]],
        "T": [(column, 6) for column in (2, 3, 4, 30, 31, 32)]
        + [(column, 5) for column in (8, 9, 10, 14, 15, 19, 20, 24, 25, 26)],
        "A": [(6, 4), (7, 4), (8, 4), (10, 4), (11, 4), (16, 4), (16, 5), (18, 4), (18, 5)]
        + [(column, 4) for column in (23, 24, 26, 27, 28)],
    }
    return {cell: kind for kind, at in units.items() for cell in cells(*at)}


def book_2():
    """The set-up of 2.8 of the side in the South."""
    units = {"C": [(12, 1)], "G": [(7, 2), (12, 2), (18, 2)], "L": [], "V": [], "I": [], "A": []}
    for base in range(0, 24, 4):
        units["I"] += [(base + 1, 4), (base + 2, 4), (base + 3, 4)]
        units["V"].append((base + 4, 4))
        units["L"].append((base + 2, 3))
        units["A"].append((base + 3, 3))
    return {cell: kind for kind, at in units.items() for cell in cells(*at)}


def both(files, ranks, south):
    """The units of both sides, the North's by the half-turn."""
    units = {cell: (WHITE, kind) for cell, kind in south.items()}
    return units | {(files - 1 - x, ranks - 1 - y): (BLACK, kind) for (x, y), kind in south.items()}


def wargame_1(**settings):
    return Game(ONE, 33, 20, terrain(MAP_1, 7), towns=5, middle=(6, 14), **settings)


def wargame_2(**settings):
    return Game(TWO, 24, 16, terrain(MAP_2, 5), towns=3, middle=(4, 12), **settings)


# --- the telling tests itself -------------------------------------------------------------------------------------------


def placed(rules, text, ground="", side=WHITE, size=(33, 20), tows=None, options=()):
    """A position from words like `T 10,10  i 12,11` (small letters are Black's) and ground like `H 7,5`."""

    def read(text):
        words = text.split()
        for kind, place in zip(words[::2], words[1::2]):
            (cell,) = cells(tuple(map(int, place.split(","))))
            yield kind, cell

    units = {cell: (WHITE if kind.isupper() else BLACK, kind.upper()) for kind, cell in read(text)}
    game = Game(rules, *size, {cell: kind for kind, cell in read(ground)}, options=options)
    named = {cells(towed)[0]: cells(tower)[0] for towed, tower in (tows or {}).items()}
    return Position(game, units, side, tows=named)


def at(column, row):
    return cell_name((column - 1, row - 1))


def listed(position, text):
    return text in position.orders()


def played(position, *texts):
    for text in texts:
        position.apply(position.orders()[text])
    return position


def test_worked_cases_1():
    """1.15"""
    chain = placed(ONE, "SC 17,3 TC 25,4 TC 30,4 IC 33,6 t 1,20 sc 1,18")
    assert set(cells((25, 4), (30, 4))) <= chain.in_command()
    broken = placed(ONE, "SC 17,3 TC 30,4 IC 33,6 t 1,20 sc 1,18")
    assert not set(cells((30, 4))) & broken.in_command() and set(cells((33, 6))) <= broken.in_command()
    assert broken.free_givers() == set(cells((17, 3), (30, 4), (33, 6)))

    shot = f"{at(10, 10)}*{at(12, 11)}"
    for friend, legal in (("", True), ("I 11,11", False)):
        assert listed(placed(ONE, f"SC 9,9 T 10,10 i 12,11 sc 30,20 {friend}"), shot) == legal
    shot = f"{at(5, 5)}*{at(8, 6)}"
    for unit, legal in (("", True), ("i 6,6", False), ("I 6,6", False)):
        assert listed(placed(ONE, f"SC 4,4 A 5,5 t 8,6 sc 30,20 {unit}", "H 7,5"), shot) == legal

    for more, falls in (("", False), ("T 10,12", True), ("T 10,12 i 9,9", False), ("T 10,13", False)):
        lone = placed(ONE, f"SC 30,1 sc 30,20 i 10,10 T 9,10 T 11,10 {more}")
        assert (cells((10, 10))[0] not in played(lone, "end").units) == falls

    for attacker, legal in (("T", False), ("A", True), ("I", False), ("IC", False)):
        town = placed(ONE, f"SC 9,9 {attacker} 10,10 i 11,10 sc 30,20", "T 11,10")
        hurts = [f"{at(10, 10)}{sign}{at(11, 10)}" for sign in "-*!"]
        assert [text for text in hurts if listed(town, text)] == hurts[1:2] * legal

    tow = placed(ONE, "SC 9,9 T 10,10 I 9,10 i 14,10 ic 15,11 sc 30,20 t 15,10")
    text = f"{at(10, 10)}-{at(11, 10)}-{at(12, 10)}-{at(13, 10)}~{at(9, 10)}"
    assert tow.orders()[text][1].towed == cells((12, 10))[0]
    played(tow, text, "end")
    assert listed(tow, f"{at(14, 10)}-{at(13, 10)}")
    assert not listed(tow, f"{at(14, 10)}-{at(12, 10)}") and not listed(tow, f"{at(14, 10)}-{at(12, 9)}-{at(12, 10)}")
    assert tow.text().endswith(f" quiet=1 tow={at(12, 10)}>{at(13, 10)}")
    played(tow, f"{at(14, 10)}-{at(13, 10)}")
    assert not set(cells((12, 10), (10, 10), (9, 10))) & set(tow.units) and not tow.tows

    trees = placed(ONE, "SC 9,9 sc 30,20", "F 10,9 F 11,9")
    assert listed(trees, f"{at(9, 9)}-{at(10, 9)}") and not listed(trees, f"{at(9, 9)}-{at(11, 9)}")


def test_worked_cases_2():
    """2.9"""
    small = (24, 16)
    chain = placed(TWO, "C 12,1 G 7,2 L 22,3 G 18,2 c 1,16", size=small)
    assert chain.in_command() == set(cells((12, 1), (7, 2), (22, 3)))
    cut = placed(TWO, "C 1,1 L 22,3 G 18,2 c 1,16", size=small)
    assert cut.in_command() == set(cells((1, 1), (22, 3)))

    board = Hexes(*small)
    gun = (10, 5)
    q, y = board.axial(gun)
    corner, one, other, straight = (board.offset(q + dq, y + dy) for dq, dy in ((1, 1), (1, 0), (0, 1), (2, 0)))
    for blockers, target, legal in (([one], corner, True), ([one, other], corner, False), ([one], straight, False)):
        units = {gun: (WHITE, "A"), (9, 4): (WHITE, "C"), target: (BLACK, "I"), (0, 0): (BLACK, "C")}
        units |= {cell: (BLACK, "V") for cell in blockers}
        position = Position(Game(TWO, *small), units)
        assert listed(position, f"{cell_name(gun)}*{cell_name(target)}") == legal

    ride = placed(TWO, "V 5,5 L 4,5 C 4,4 c 24,16", size=small)
    text = "-".join(at(column, 5) for column in range(5, 12)) + f"&{at(4, 5)}"
    assert ride.orders()[text][1].companion == cells((10, 5))[0]
    assert not listed(ride, f"{at(5, 5)}-{at(11, 5)}")
    jump = placed(TWO, "V 5,5 C 4,4 i 6,5 c 24,16", "H 6,5", size=small)
    jumps = [order[1] for order in jump.orders().values() if order[0] == "move" and order[1].overran]
    ends = {walk.cells[-1]: walk.points for walk in jumps if walk.companion is None}
    assert ends[cells((7, 5))[0]] == 2


def test_lines_against_exact_geometry():
    """1.8: the table against lines drawn through squares with exact fractions."""
    board = Squares(9, 9)
    origin = (4, 4)
    for target in board.cells:
        if not 1 <= board.distance(origin, target) <= 3:
            continue
        clear, pairs = board.line(origin, target)
        inside, corners = through(origin, target)
        assert set(clear) == inside, (target, clear, inside)
        assert {frozenset(pair) for pair in pairs} == corners, (target, pairs, corners)


def through(a, b):
    """The squares whose inside the line from centre to centre passes, ends left out, and the flanks of each corner."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    crossings = {Fraction(0), Fraction(1)}
    for from_, delta in ((a[0], dx), (a[1], dy)):
        for line in range(min(from_, from_ + delta), max(from_, from_ + delta)):
            crossings.add((Fraction(2 * line + 1, 2) - from_) / delta)
    crossings = sorted(crossings)
    inside, corners = set(), set()
    for start, end in zip(crossings, crossings[1:]):
        middle = (start + end) / 2
        inside.add((round(a[0] + middle * dx), round(a[1] + middle * dy)))
    for point in crossings[1:-1]:
        x, y = a[0] + point * dx, a[1] + point * dy
        if x.denominator == 2 and y.denominator == 2:
            half = Fraction(1, 2)
            around = {(int(x + i), int(y + j)) for i in (-half, half) for j in (-half, half)}
            before, after = point - Fraction(1, 100), point + Fraction(1, 100)
            on_line = {(round(a[0] + t * dx), round(a[1] + t * dy)) for t in (before, after)}
            corners.add(frozenset(around - on_line))
    return inside - {a, b}, corners


def all_walks(position, start, towed=None, companion=None):
    """Every move of a unit, whatever its way."""
    found = []

    def on(walk):
        for to in position.game.board.neighbors[walk.cells[-1]]:
            try:
                after = walk.step(to)
            except Illegal:
                continue
            try:
                found.append(after.finished())
            except Illegal:
                pass
            on(after)

    on(Walk(position, start, towed, companion))
    return found


def test_lists_against_all_ways():
    """The listed moves are the best of all ways there are, near enemies and far from them."""
    crowds = [
        placed(ONE, "SC 4,4 TC 5,4 T 6,5 I 6,4 A 4,5 i 7,5 ic 7,6 a 8,5 t 5,7 sc 5,6", "H 8,6 T 6,7 F 4,6", size=(8, 8)),
        placed(ONE, "SC 4,4 TC 6,4 T 6,5 I 6,6 sc 30,20 i 8,8", "H 7,6 F 5,6 T 6,7"),
        placed(TWO, "C 4,4 L 5,4 G 6,6 V 6,5 I 5,5 i 7,5 l 7,6 v 8,5 i 7,4 c 3,6", "H 8,6 F 6,7", size=(8, 8)),
    ]
    for position in crowds:
        free, commanded = position.free_givers(), position.in_command()
        for cell in [cell for cell, (side, _) in position.units.items() if side == WHITE]:
            ways = all_walks(position, cell)
            for other in position.game.board.neighbors[cell]:
                if position.may_tow(cell, other):
                    ways += all_walks(position, cell, towed=other)
                if position.may_accompany(other, cell, commanded):
                    ways += all_walks(position, cell, companion=other)
            best = {}
            for walk in ways:
                if walk.result() not in best or rank(walk) < rank(best[walk.result()]):
                    best[walk.result()] = walk
            expected = sorted(walk.text() for walk in best.values())
            found = sorted(walk.text() for walk in position.moves_of(cell, free, commanded))
            assert found == expected, set(found) ^ set(expected)


def test_maps_and_books():
    """1.13, 2.8: counts, symmetry, command and order ranges."""
    counts = {"CP": 1, "SC": 1, "TC": 6, "IC": 4, "AC": 3, "T": 16, "I": 24, "A": 14}
    check_book(wargame_1(), book_1(), counts, {TOWN: 8, TREES: 30, HILL: 30})
    counts = {"C": 1, "G": 3, "L": 6, "V": 6, "I": 18, "A": 6}
    check_book(wargame_2(), book_2(), counts, {TOWN: 4, TREES: 18, HILL: 18})


def check_book(game, book, counts, grounds):
    files, ranks = game.board.files, game.board.ranks
    for ground, count in grounds.items():
        assert sum(glyph == ground for glyph in game.terrain.values()) == count
    assert {(files - 1 - x, ranks - 1 - y): glyph for (x, y), glyph in game.terrain.items()} == game.terrain
    assert {kind: sum(other == kind for other in book.values()) for kind in counts} == counts
    position = Position(game, both(files, ranks, book))
    assert len(position.in_command()) == len(position.leaders(WHITE)) and all(map(position.givers, book))


def test_matching():
    """3: a leader needed elsewhere is not bound by an early order."""
    pair = placed(ONE, "SC 4,1 IC 10,1 T 7,1 I 2,1 I 12,1 sc 30,20")
    played(pair, f"{at(7, 1)}-{at(7, 2)}")
    assert listed(pair, f"{at(2, 1)}-{at(2, 2)}") and listed(pair, f"{at(12, 1)}-{at(12, 2)}")
    played(pair, f"{at(2, 1)}-{at(2, 2)}")
    assert not listed(pair, f"{at(12, 1)}-{at(12, 2)}")


def self_test():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    self_test()
    print("the telling agrees with its cases")
