#!/usr/bin/env python3
"""An independent judge of the Warlord rules.

It knows the rulebook (docs/rules/warlord.md) and nothing of the program's code: its own moves, activation by augmenting
paths, endings and position text. It drives `warlord engine`, plays random games on the built-in scenarios and on
scenarios it makes up, and compares every list of orders, position, status, count and verdict on single orders; what is
wrong must be refused and change nothing. At the first difference it prints the commands that reproduce it and stops with
status 1.

A round is two games on each built-in scenario, one from its start and one from a random position, each switch on in one
of them and off in the other, with as many games on scenarios made up. The first round is always finished.

usage: engine_oracle.py WARLORD [--seconds N] [--games N] [--seed N] [--only SCENARIO] [--scenarios DIR]

Python 3.11 or newer, standard library only.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KING = ORTHOGONAL + DIAGONAL
KINDS = "LDTUHCNIOSBR"  # in the order of the rulebook's table
LEVEL = {"L": 1, "D": 2, "T": 3}
OPEN, TOWN, TREES, HILL, WATER, HOLE = ".TFH~_"
NEVER = {(TREES, kind) for kind in "HOR"} | {(HILL, kind) for kind in "CSB"}  # where a kind may not stand
WHITE, BLACK = 0, 1
NAME = ["white", "black"]
SWITCHES = ["swap", "self-activating", "charge", "light-leap", "crossing", "six-leaders", "half-first", "repetition"]
LAYING = ["symmetric-terrain", "mirror-towns"]  # switches where a lot lays the terrain
PATIENCE = 120  # seconds within which every command is answered


def other(side):
    return 1 - side


def letter(side, kind):
    return kind if side == WHITE else kind.lower()


def cell_name(cell):
    file, rank = cell
    name = chr(97 + file) if file < 26 else chr(96 + file // 26) + chr(97 + file % 26)
    return f"{name}{rank + 1}"


def distance(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def sign(number):
    return (number > 0) - (number < 0)


def packed(glyphs):
    """A row with its blanks (None) as numbers."""
    row, blanks = "", 0
    for glyph in glyphs:
        if glyph is None:
            blanks += 1
        else:
            row += (str(blanks) if blanks else "") + glyph
            blanks = 0
    return row + (str(blanks) if blanks else "")


def unpacked(fen):
    """The rows of a FEN, a line each, its numbers as dots."""
    return re.sub(r"\d+", lambda number: "." * int(number.group()), fen).replace("/", "\n")


class Game:
    """What a scenario fixes."""

    def __init__(self, files, ranks):
        self.files, self.ranks = files, ranks
        self.terrain = {}  # only what is not open
        self.cap, self.falls, self.rise = 4, False, None
        self.range = 2
        self.heavy_as_hero = False
        self.armies = [[], []]
        self.units = {}  # a fixed set-up
        self.spare = []  # the leaders of it that may stay away
        self.first = None  # who has the first turn after a hidden set-up, once that is settled
        self.sections = None  # a hidden one: per side, lists of cells
        self.used = self.leaders = self.others = 0
        self.books = []  # per book, per side: a dict of cells
        self.enters = []  # per section the turn its units are due on, where they do not stand there
        self.choice = None  # leaders, levels, others
        self.scatter = None  # ranks, trees, hills, symmetric
        self.optional = None  # the same, laid where `terrain` is on
        self.command, self.towns = False, None
        self.zones, self.blocks = [[], []], [[], []]  # blocks: (turn, kinds)
        self.options = {key: False for key in SWITCHES} | {"short": 0, "promotion": "off"}

    def on_board(self, cell):
        return 0 <= cell[0] < self.files and 0 <= cell[1] < self.ranks

    def ground(self, cell):
        return self.terrain.get(cell, OPEN)

    def is_land(self, cell):
        return self.ground(cell) not in (WATER, HOLE)

    def rows(self, glyph):
        """What `glyph` says of each cell, the top row first."""
        return [[glyph((file, rank)) for file in range(self.files)] for rank in reversed(range(self.ranks))]

    def initial_leaders(self, side):
        return sum(kind in LEVEL for kind in self.armies[side]) + (self.choice[0] if self.choice else 0)

    def reduce(self):
        """Sends away the leaders that may stay away."""
        for cell in self.spare:
            side, kind = self.units.pop(cell)
            self.armies[side].remove(kind)

    def take_terrain(self, rows):
        """Takes over terrain laid by lot, if it is what was asked for."""
        laid = {
            (file, self.ranks - 1 - row): glyph
            for row, glyphs in enumerate(rows.split("/"))
            for file, glyph in enumerate(glyphs)
            if glyph != OPEN
        }
        added = {cell: glyph for cell, glyph in laid.items() if cell not in self.terrain}
        low, high = self.scatter["ranks"]["from"] - 1, self.scatter["ranks"]["to"] - 1
        for name, glyph in (("trees", TREES), ("hills", HILL)):
            count = sum(other == glyph for other in added.values())
            assert self.scatter[name]["from"] <= count <= self.scatter[name]["to"], rows
        assert all(low <= rank <= high for _, rank in added), rows
        assert all(laid.get(cell) == glyph for cell, glyph in self.terrain.items()), rows
        if self.options.get("symmetric-terrain", True):
            turned = {(self.files - 1 - x, self.ranks - 1 - y): glyph for (x, y), glyph in added.items()}
            assert turned == added, rows
        if self.scatter.get("apart"):
            apart = lambda one, two: max(abs(one[0] - two[0]), abs(one[1] - two[1]))
            assert all(one == two or apart(one, two) > 1 for one in added for two in added), rows
        self.terrain = laid

    @staticmethod
    def read(path):
        """Reads a scenario file (docs/scenario-format.md) as far as the built-in ones go."""
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        game = Game(data["board"]["files"], data["board"]["ranks"])
        counts = data["army"]["both"]
        army = [kind for kind in KINDS for _ in range(counts.get(kind, 0))]
        game.armies = [army, list(army)]
        game.cap = data["turn"]["cap"]
        game.falls = data["turn"].get("cap-falls-with-leaders", False)
        game.range = data["turn"].get("range", 2)
        if rise := data["turn"].get("cap-rises"):
            game.rise = (rise["turn"], rise["cap"])
        game.heavy_as_hero = data["army"].get("heavy-as-hero", False)
        game.command = data.get("endings", {}).get("command", False)
        game.towns = data.get("endings", {}).get("towns")
        game.options |= data.get("options", {})

        def drawn(text, top):
            for index, row in enumerate(text.strip().split("\n")):
                for file, glyph in enumerate("".join(row.split())):
                    if glyph != ".":
                        yield (file, top - index), glyph

        if choice := data["army"].get("choice"):
            game.choice = (choice["leaders"], choice["levels"], choice["others"])
        if (scatter := data.get("scatter")) and scatter.get("optional"):
            game.optional = scatter
            game.options["terrain"] = False
        elif scatter:
            game.scatter = scatter
            game.options |= {"symmetric-terrain": scatter["symmetric"], "mirror-towns": False}
        if data["set-up"]["kind"] == "sections":
            game.options["first-player"] = "lot-after"
        game.terrain = dict(drawn(data["board"].get("terrain", ""), game.ranks - 1))
        set_up = data["set-up"]
        if set_up["kind"] == "fixed":
            legend = set_up.get("legend", {})
            rows = set_up.get("rows") or unpacked(set_up["fen"])
            for cell, glyph in drawn(rows, game.ranks - 1):
                kind = legend.get(glyph.upper(), glyph.upper())
                game.units[cell] = (WHITE if glyph.isupper() else BLACK, kind)
            if spare := set_up.get("reduced-chiefs"):
                game.spare = [cell for cell in game.units if cell_name(cell) in spare]
                game.options["reduced-chiefs"] = False
            return game
        letters = {}
        for cell, glyph in drawn(set_up["sections"], game.ranks - 1):
            letters.setdefault(glyph, []).append(cell)
        game.sections = [
            [letters[glyph] for glyph in sorted(letters) if glyph.isupper()],
            [letters[glyph] for glyph in sorted(letters) if glyph.islower()],
        ]
        game.enters = set_up.get("enters", [])
        if entry := data.get("entry"):
            zones = list(drawn(entry["zones"], game.ranks - 1))
            game.zones = [[cell for cell, glyph in zones if glyph.isupper() == upper] for upper in (True, False)]
        game.used, game.leaders, game.others = set_up["used"], set_up["leaders"], set_up["others"]
        top = max(rank for section in game.sections[WHITE] for _, rank in section)
        for book in set_up["book"]:
            white = dict(drawn(book["white"], top))
            black = {(game.files - 1 - x, game.ranks - 1 - y): kind for (x, y), kind in white.items()}
            game.books.append([white, black])
        return game

    def write(self, path):
        """Writes the game as a scenario file."""

        def drawing(glyph):
            return "'''\n" + "\n".join(" ".join(row) for row in self.rows(glyph)) + "\n'''"

        def counts(kinds):
            return "{ " + ", ".join(f"{kind} = {kinds.count(kind)}" for kind in KINDS if kind in kinds) + " }"

        def on(switch):
            return str(switch).lower()

        text = [
            'format = 1\nfamily = "warlord"\ntitle = "Made up"',
            f"[board]\nfiles = {self.files}\nranks = {self.ranks}\nterrain = {drawing(self.ground)}",
            f"[army]\nheavy-as-hero = {on(self.heavy_as_hero)}",
            f"white = {counts(self.armies[0])}\nblack = {counts(self.armies[1])}",
            f"[turn]\ncap = {self.cap}\ncap-falls-with-leaders = {on(self.falls)}\nrange = {self.range}",
            f"cap-rises = {{ turn = {self.rise[0]}, cap = {self.rise[1]} }}" if self.rise else "",
            f"[endings]\ncommand = {on(self.command)}",
            f"towns = {self.towns}" if self.towns else "",
            f"[options]\nshort = {self.options['short']}\npromotion = \"{self.options['promotion']}\"",
            *(f"{key} = {on(self.options[key])}" for key in SWITCHES),
            '[set-up]\nkind = "fixed"',
            f"rows = {drawing(lambda cell: letter(*self.units[cell]) if cell in self.units else '.')}",
        ]
        turns = sorted({turn for blocks in self.blocks for turn, _ in blocks})
        if turns:
            zone = lambda cell: "A" if cell in self.zones[0] else "a" if cell in self.zones[1] else "."
            text.append(f"[entry]\nzones = {drawing(zone)}")
        for turn in turns:
            white, black = ([kind for at, kinds in blocks if at == turn for kind in kinds] for blocks in self.blocks)
            text.append(f"[[entry.block]]\nturn = {turn}\nwhite = {counts(white)}\nblack = {counts(black)}")
        path.write_text("\n".join(text) + "\n", encoding="utf-8")


class Position:
    """A position in the middle of a turn, by the rulebook."""

    def __init__(self, game, units, side=WHITE, turn=1, passes=0, waiting=None):
        self.game = game
        self.units = dict(units)
        self.side, self.turn, self.passes = side, turn, passes
        if waiting is None:
            waiting = [[(at, kind) for at, kinds in blocks for kind in kinds] for blocks in game.blocks]
        self.waiting = waiting  # what is still to enter: per side, (turn, kind)
        self.outcome = None
        own, enemy = self.captured(other(side)), self.captured(side)
        self.claim = other(side) if self.claims(own, enemy) else None
        self.seen = {}
        self.begin_turn()

    def copy(self):
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.waiting = [list(waiting) for waiting in self.waiting]
        for name in ("units", "seen", "names", "levels", "spent", "moved", "moves", "new"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # --- counting -------------------------------------------------------------------------------------------------

    def leader_kinds(self, side):
        board = [kind for owner, kind in self.units.values() if owner == side and kind in LEVEL]
        return board + [kind for _, kind in self.waiting[side] if kind in LEVEL]

    def captured(self, by):
        """Enemy leaders captured by a side (11.8)."""
        return self.game.initial_leaders(other(by)) - len(self.leader_kinds(other(by)))

    def claims(self, own, enemy):
        short = self.game.options["short"]
        return short > 0 and own >= short and own > enemy

    def own_turn(self):
        return (self.turn + 1) // 2

    def cap_now(self):
        """2.7, 11.2, 11.10: fixed at the start of the turn."""
        game = self.game
        cap = game.cap
        if game.rise and self.own_turn() >= game.rise[0]:
            cap = game.rise[1]
        if game.falls and not game.options["self-activating"]:
            cap = min(cap, len(self.leader_kinds(self.side)))
        if game.options["half-first"] and self.turn == 1:
            cap //= 2
        return cap

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin_turn(self):
        self.left = self.cap_now()
        # where each leader of the side to move stands now, and its name: its cell at the start of the turn
        self.names = {
            cell: cell for cell, (side, kind) in self.units.items() if side == self.side and kind in LEVEL
        }
        self.levels = {cell: LEVEL[self.units[cell][1]] for cell in self.names}
        self.spent = set()  # leaders that gave all their activations for a swap
        self.moved = set()  # cells of units that have moved
        self.moves = []  # for each move the leaders that could have activated it
        self.new = set()  # cells on which units entered this turn
        self.has_moved = self.has_entered = False
        game = self.game
        if game.towns:
            towns = [cell for cell, ground in game.terrain.items() if ground == TOWN]
            if sum(self.units.get(cell, (None,))[0] == self.side for cell in towns) >= game.towns:
                self.outcome = f"{NAME[self.side]} towns"
                return
        if game.options["repetition"]:
            key = self.key()
            self.seen[key] = self.seen.get(key, 0) + 1
            if self.seen[key] >= 3:
                self.outcome = "draw repetition"

    def key(self):
        """What repeats where the same position comes again (3.6)."""
        return self.side, tuple(sorted(self.units.items())), tuple(tuple(sorted(waiting)) for waiting in self.waiting)

    def end_turn(self):
        """The order of 11.9: claim, two passes, change of side, towns, repetition."""
        mover = self.side
        self.passes = 0 if self.has_moved or self.has_entered else self.passes + 1
        own, enemy = self.captured(mover), self.captured(other(mover))
        if self.claim == other(mover) and own < enemy:
            self.outcome = f"{NAME[other(mover)]} short"
            return
        self.claim = mover if self.claims(own, enemy) else None
        if self.passes == 2:
            self.outcome = "draw passes"
            return
        self.side = other(mover)
        self.turn += 1
        self.begin_turn()

    def after_capture(self, kind):
        """Endings that are looked at the moment a leader is captured."""
        if kind not in LEVEL:
            return
        left = self.leader_kinds(other(self.side))
        if not left:
            self.outcome = f"{NAME[self.side]} leaders"
        elif self.game.command and sum(LEVEL[kind] for kind in left) < self.game.cap:
            self.outcome = f"{NAME[self.side]} command"
        elif self.game.options["six-leaders"] and self.captured(self.side) >= 6:
            self.outcome = f"{NAME[self.side]} six-leaders"

    # --- where a unit can go (sections 1 and 4) -------------------------------------------------------------------

    def reach(self, cell):
        side, kind = self.units[cell]
        if kind in "LDTU":
            cells = self.leader_reach(cell)
        elif kind == "I":
            cells = {(cell[0] + dx, cell[1] + dy) for dx, dy in KING}
        elif kind == "N":
            cells = self.knight_reach(cell)
        else:
            directions = ORTHOGONAL if kind in "HOR" else DIAGONAL
            manner = "jump" if kind in "HC" else "hero" if kind in "OS" else "slide"
            if kind == "H" and self.game.heavy_as_hero:
                manner = "hero"
            cells = self.line_reach(cell, directions, manner, kind)
        game = self.game
        free = lambda to: to not in self.units or self.units[to][0] != side
        return {to for to in cells if game.on_board(to) and game.is_land(to) and free(to)}

    def leader_reach(self, cell):
        cells = set()
        for dx, dy in KING:
            first = (cell[0] + dx, cell[1] + dy)
            if not self.game.on_board(first) or not self.game.is_land(first):
                continue
            cells.add(first)
            if first not in self.units:
                cells |= {(first[0] + dx, first[1] + dy) for dx, dy in KING}
        return cells - {cell}

    def knight_reach(self, cell):
        game = self.game
        cells = set()
        for dx, dy in [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]:
            to = (cell[0] + dx, cell[1] + dy)
            slanted = (cell[0] + sign(dx), cell[1] + sign(dy))
            straight = (slanted[0], cell[1]) if abs(dx) == 2 else (cell[0], slanted[1])
            if game.on_board(to) and not (self.blocks_knight(straight) and self.blocks_knight(slanted)):
                cells.add(to)
        if game.options["light-leap"]:
            for dx, dy in ORTHOGONAL:
                middle, to = (cell[0] + dx, cell[1] + dy), (cell[0] + 2 * dx, cell[1] + 2 * dy)
                ground = game.ground(middle)
                if game.on_board(to) and ground != HOLE and (ground != WATER or game.options["crossing"]):
                    cells.add(to)
        return cells

    def blocks_knight(self, cell):
        ground = self.game.ground(cell)
        return ground != OPEN and not (ground == WATER and self.game.options["crossing"])

    def line_reach(self, cell, directions, manner, kind):
        """Heavy Cavalry, Cannon, Hero, Shaman, Rookish, Bishopy."""
        game = self.game
        side = self.units[cell][0]
        crossing = game.options["crossing"] and kind in "HOCS"
        charge = game.options["charge"] and kind == "H" and manner == "hero"
        next_to = (OPEN, TOWN, HILL) if directions is ORTHOGONAL else (OPEN, TOWN, TREES)
        if cell in self.new:  # it did not start the turn beside the terrain
            next_to = (OPEN,)
        cells = set()
        for dx, dy in directions:
            line = [(cell[0] + step * dx, cell[1] + step * dy) for step in (1, 2, 3)]
            for steps, to in enumerate(line, 1):
                if not game.on_board(to):
                    break
                between = line[: steps - 1]
                enters = game.ground(to) in (next_to if steps == 1 else (OPEN,))
                passes = all(game.ground(c) == OPEN or crossing and game.ground(c) == WATER for c in between)
                empty = [c not in self.units for c in between]
                jumps = True
                if manner == "slide":
                    jumps = all(empty)
                elif manner == "hero" and steps == 3:
                    enemies = all(c in self.units and self.units[c][0] != side for c in between)
                    jumps = any(empty) or charge and enemies
                if enters and passes and jumps:
                    cells.add(to)
        return cells

    # --- activation -----------------------------------------------------------------------------------------------

    def activators(self, cell):
        """The leaders in range of a unit, by name; `self` where it may activate itself at no leader's cost."""
        near = range(-self.game.range, self.game.range + 1)
        at = ((cell[0] + dx, cell[1] + dy) for dx in near for dy in near)
        names = {self.names[place] for place in at if place in self.names}
        kind = self.units[cell][1]
        if kind == "U" or kind == "N" and self.game.options["self-activating"]:
            names.add("self")
        return names

    def matches(self, moves, spent):
        """Whether each move can be given one leader of its set, none exceeding its level: by augmenting paths."""
        given = {}  # leader -> the moves it answers for

        def give(move, tried):
            for name in move - spent:
                if name in tried:
                    continue
                tried.add(name)
                answered = given.setdefault(name, [])
                if len(answered) < self.levels[name]:
                    answered.append(move)
                    return True
                for place, held in enumerate(answered):
                    if give(held, tried):
                        answered[place] = move
                        return True
            return False

        return all("self" in move or give(move, set()) for move in moves)

    # --- orders ---------------------------------------------------------------------------------------------------

    def due(self):
        """What may enter now (2.12): turns and kinds."""
        return [] if self.has_moved else [entry for entry in self.waiting[self.side] if entry[0] <= self.own_turn()]

    def orders(self):
        """Every legal order: its text and what it is."""
        if self.outcome:
            return {}
        found = {"end": ("end",)}
        for kind in {kind for _, kind in self.due()}:
            for cell in self.game.zones[self.side]:
                if cell not in self.units and (self.game.ground(cell), kind) not in NEVER:
                    found[f"+{kind}@{cell_name(cell)}"] = ("enter", kind, cell)
        if self.left == 0:
            return found
        for cell, (side, kind) in self.units.items():
            if side != self.side or cell in self.moved:
                continue
            if self.matches(self.moves + [self.activators(cell)], self.spent):
                for to in self.reach(cell):
                    found[f"{cell_name(cell)}-{cell_name(to)}"] = ("move", cell, to)
            if kind in LEVEL and self.game.options["swap"] and self.game.ground(cell) != HILL:
                if not self.matches(self.moves, self.spent | {self.names[cell]}):
                    continue
                for dx, dy in ORTHOGONAL:
                    to = (cell[0] + dx, cell[1] + dy)
                    if self.units.get(to) == (side, "C") and to not in self.moved:
                        found[f"{cell_name(cell)}<>{cell_name(to)}"] = ("swap", cell, to)
        return found

    def apply(self, order):
        if order[0] == "end":
            self.end_turn()
        elif order[0] == "enter":
            _, kind, cell = order
            self.waiting[self.side].remove(min(entry for entry in self.due() if entry[1] == kind))
            self.units[cell] = (self.side, kind)
            self.has_entered = True
            self.new.add(cell)
            if kind in LEVEL:
                name = ("entered", cell)
                self.names[cell], self.levels[name] = name, LEVEL[kind]
        elif order[0] == "swap":
            _, leader, cannon = order
            self.units[leader], self.units[cannon] = self.units[cannon], self.units[leader]
            self.names[cannon] = self.names.pop(leader)
            self.spent.add(self.names[cannon])
            self.moved |= {leader, cannon}
            self.new -= {leader, cannon}
            self.left -= 1
            self.has_moved = True
        else:
            _, cell, to = order
            self.moves.append(self.activators(cell))
            side, kind = self.units.pop(cell)
            victim = self.units.get(to)
            if cell in self.names:
                self.names[to] = self.names.pop(cell)
            farthest = self.game.ranks - 1 if side == WHITE else 0
            if to[1] == farthest and kind in "IN" and kind in self.game.options["promotion"]:
                kind = "U"
            self.units[to] = (side, kind)
            self.moved.add(to)
            self.new.discard(cell)
            self.left -= 1
            self.has_moved = True
            if victim:
                self.after_capture(victim[1])

    def identity(self):
        """What tells this moment from others of the same game, the earlier ones left aside."""
        at = {name: cell for cell, name in self.names.items()}
        answers = sorted(
            tuple(sorted(at[name] for name in move - self.spent)) for move in self.moves if "self" not in move
        )
        return (
            frozenset(self.units.items()),
            tuple(tuple(sorted(waiting)) for waiting in self.waiting),
            (self.side, self.turn, self.passes, self.claim, self.left, self.has_entered, self.outcome),
            frozenset(self.moved),
            frozenset(cell for cell in self.new if self.units[cell][1] in "HORCSB"),
            frozenset(at[name] for name in self.spent),
            tuple(answers),
        )

    def text(self):
        rows = self.game.rows(lambda cell: letter(*self.units[cell]) if cell in self.units else None)
        text = f"{'/'.join(map(packed, rows))} {'wb'[self.side]} {self.turn} {self.passes}"
        for side, waiting in enumerate(self.waiting):
            for turn in sorted({turn for turn, _ in waiting}):
                kinds = sorted((kind for at, kind in waiting if at == turn), key=KINDS.index)
                text += " enter=" + "".join(letter(side, kind) for kind in kinds) + f"@{turn}"
        return text


class Difference(Exception):
    """The engine said something else than the oracle."""

    def __init__(self, engine, command, expected, found):
        super().__init__(command)
        self.script = engine.said + [command]
        self.expected, self.found = expected, found

    def __str__(self):
        lines = ["the engine and the oracle differ; these commands show it:", *self.script]
        if isinstance(self.expected, list) and len(self.expected) > 5:
            lines.append("only the oracle says: " + ", ".join(x for x in self.expected if x not in self.found))
            lines.append("only the engine says: " + ", ".join(x for x in self.found if x not in self.expected))
        else:
            lines += [f"oracle: {self.expected}", f"engine: {self.found}"]
        return "\n".join(lines)


class Engine:
    """`warlord engine`, and the commands that led to where it stands."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.said = []

    def ask(self, command):
        """The lines of the answer; the last is `ok` or `error …`."""
        patience = threading.Timer(PATIENCE, self.process.kill)
        patience.start()
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            lines = []
            while True:
                line = self.process.stdout.readline()
                if not line:
                    raise Difference(self, command, "an answer", f"the end of the output after {lines}")
                # the oracles write the text alone, which says less than the position in the middle of a turn
                lines.append(re.sub(r"^(position .*) whole=[0-9a-f]+$", r"\1", line.rstrip("\n")))
                if lines[-1] == "ok" or lines[-1].startswith("error "):
                    return lines
        finally:
            patience.cancel()

    def refuses(self, command):
        """Says what the engine must refuse."""
        found = self.ask(command)
        if not found[-1].startswith("error ") or any(not line.startswith("mistake ") for line in found[:-1]):
            raise Difference(self, command, "error", found)

    def expect(self, command, expected):
        """Asks what changes nothing."""
        found = self.ask(command)
        if found != expected:
            raise Difference(self, command, expected, found)

    def obey(self, command):
        """Says what the engine must carry out."""
        self.expect(command, ["ok"])
        word = command.split()[0]
        if word == "scenario":
            self.said = []
        elif word == "position":
            self.said = self.said[:1]
        self.said.append(command)


class Judge:
    """Plays and compares."""

    position = Position
    back = 0.1, 0.5  # how often an order is taken back, and the last one of a game

    def __init__(self, engine, seed):
        self.engine = engine
        self.seed = seed
        self.random = random.Random(seed)
        self.counts = dict.fromkeys(
            ["games", "positions", "orders", "reasons", "refusals", "counts", "digests", "set-ups", "steps back"], 0
        )
        self.endings = {}
        self.visited = set()  # scenario, option and what it was set to
        self.digests = {}, {}  # of the present game, from and to its positions

    def chance(self, share):
        return self.random.random() < share

    def compare(self, position):
        """Orders, text and status of one moment; returns the orders."""
        orders = position.orders()
        self.engine.expect("orders", sorted(orders) + ["ok"])
        self.engine.expect("show", ["position " + position.text(), "ok"])
        over = position.outcome is not None
        self.engine.expect("status", [
            f"to-act {'nobody' if over else NAME[position.side]}",
            f"turn {position.turn}",
            f"left {position.left}",
            f"outcome {position.outcome or 'none'}",
            *self.sharing(position.game, position),
            "ok",
        ])
        self.counts["positions"] += 1
        self.counts["orders"] += len(orders)
        return orders

    def before_the_start(self, game, to_act):
        """The status before the first turn."""
        self.engine.expect(
            "status", [f"to-act {to_act}", "turn 1", "left 0", "outcome none", *self.sharing(game), "ok"]
        )

    def sharing(self, game, position=None):
        """What the status says of members."""
        return []

    def seating(self, game):
        """What the command `scenario` says of members."""
        return []

    def refuse(self, command):
        self.counts["refusals"] += 1
        self.engine.refuses(command)

    def ask_aside(self, position, orders):
        """Everything else that may be asked of a moment."""
        for side in (WHITE, BLACK):
            own = sorted(orders) if side == position.side else []
            self.engine.expect(f"orders {NAME[side]}", own + ["ok"])
        origins = {order[1] for order in orders.values() if order[0] in ("move", "swap")}
        for cell in self.random.sample(sorted(origins | set(position.units)), min(3, len(position.units))):
            own = [text for text, order in orders.items() if order[0] in ("move", "swap") and order[1] == cell]
            self.engine.expect(f"orders {cell_name(cell)}", sorted(own) + ["ok"])
        for _ in range(3):
            self.why(position, orders)
        if not position.game.options["repetition"] and len(position.units) < 200:
            self.digest(position)
        if self.chance(0.2):
            self.refuse(self.random.choice(["lots 1", "setup white book", "setup black", "orders 1", "undo now", "why"]))
            self.refuse(f"do {NAME[other(position.side)]} end")
            self.refuse("position " + self.spoiled(position))

    def digest(self, position):
        """Equal digests for equal moments of a game, and for no others."""
        digest, ok = self.engine.ask("digest")
        there, back = self.digests
        identity = position.identity()
        expected = there.setdefault(identity, digest)
        if ok != "ok" or digest != expected or back.setdefault(digest, identity) != identity:
            raise Difference(self.engine, "digest", expected, digest)
        self.counts["digests"] += 1

    def why(self, position, orders):
        """A random order, mostly illegal: `why` agrees with the list, and `do` refuses what `why` does."""
        game = position.game
        anywhere = lambda: (self.random.randrange(game.files), self.random.randrange(game.ranks))
        origin = self.random.choice(sorted(position.units)) if position.units and self.chance(0.8) else anywhere()
        near = (origin[0] + self.random.randint(-3, 3), origin[1] + self.random.randint(-3, 3))
        to = near if game.on_board(near) else anywhere()
        text = f"{cell_name(origin)}{'-' if self.chance(0.8) else '<>'}{cell_name(to)}"
        if self.chance(0.1):
            text = f"+{self.random.choice(KINDS)}@{cell_name(to)}"
        answer = self.engine.ask(f"why {text}")
        legal = answer == ["legal", "ok"]
        refused = len(answer) == 2 and re.match(r"illegal \d+(\.\d+)? \S", answer[0]) and answer[1] == "ok"
        if legal != (text in orders) or not (legal or refused):
            raise Difference(self.engine, f"why {text}", "legal" if text in orders else "illegal", answer)
        self.counts["reasons"] += 1
        if refused:
            self.refuse(f"do {text}")

    def spoiled(self, position):
        """The position's text with one thing wrong in it."""
        rows, *fields = position.text().split()
        rows = rows.split("/")
        row = self.random.randrange(len(rows))
        manner = self.random.randrange(9)
        if manner == 0:
            rows.pop(row)
        elif manner == 1:
            rows[row] += self.random.choice(["1", "I", "/", "0", "99999999999999999999"])
        elif manner == 2:
            rows[row] = self.random.choice(["", "-1", "x", "(L)", "\u00e9"]) + rows[row][1:] + "?"
        elif manner == 3:
            fields[0] = self.random.choice(["W", "white", "x", "-"])
        elif manner == 4:
            fields[1] = self.random.choice(["0", "-1", "1.5", "01", "4294967296", "x"])
        elif manner == 5:
            fields[2] = self.random.choice(["2", "-", "00", "w"])
        elif manner == 6:
            fields = fields[: self.random.randrange(3)]
        elif manner == 7:
            fields.append(self.random.choice(["enter=", "enter=L", "enter=L@0", "enter=X@1", "enter=@1", "leave=L@1", "L@1"]))
        else:
            bad = [cell for cell in position.game.terrain if not position.game.is_land(cell)]
            if bad:
                drowned = position.copy()
                drowned.units[self.random.choice(sorted(bad))] = (WHITE, "I")
                return drowned.text()
            fields.append("enter=" + "i" * 9000 + "@1")
        return " ".join(["/".join(rows), *fields])

    def play(self, position, most):
        """A random game of at most so many orders, with steps back now and then."""
        before = []
        last = {}  # per side, the cells of its last move
        is_shuffle = position.game.options["repetition"] and self.chance(0.5)
        self.counts["games"] += 1
        self.digests = {}, {}
        for _ in range(most):
            orders = self.compare(position)
            if self.chance(0.2):
                self.ask_aside(position, orders)
            if position.outcome:
                word = position.outcome.split()[1]
                self.endings[word] = self.endings.get(word, 0) + 1
                self.refuse(f"do {NAME[position.side]} end")
            if not before and (position.outcome or self.chance(0.05)):
                self.refuse("undo")
            if before and self.chance(self.back[position.outcome is not None]):
                self.engine.obey("undo")
                self.counts["steps back"] += 1
                position = before.pop()
                continue
            if position.outcome:
                return
            text = self.shuffle(position, orders, last) if is_shuffle else self.choose(position, orders)
            before.append(position.copy())
            self.engine.obey(f"do {'' if self.chance(0.8) else NAME[position.side] + ' '}{text}")
            position.apply(orders[text])
            if text in ("end", "done", "later"):
                before.clear()

    def choose(self, position, orders):
        """Captures often, swaps and entries often enough, `end` not too often."""
        captures = [text for text, order in orders.items() if order[0] == "move" and order[2] in position.units]
        rare = [text for text, order in orders.items() if order[0] in ("swap", "enter")]
        leaders = [text for text in captures if position.units[orders[text][2]][1] in LEVEL]
        if leaders and self.chance(0.3):
            return self.random.choice(sorted(leaders))
        if captures and self.chance(0.4):
            return self.random.choice(sorted(captures))
        if rare and self.chance(0.3):
            return self.random.choice(sorted(rare))
        if self.chance(0.07):
            return "end"
        return self.random.choice(sorted(orders))

    def shuffle(self, position, orders, last):
        """One move to and fro each turn, so that positions repeat; now and then something else."""
        if position.has_moved and self.chance(0.95):
            return "end"
        quiet = {order[1:]: text for text, order in orders.items() if order[0] == "move" and order[2] not in position.units}
        back = last.get(position.side, (None, None))[::-1]
        cells = back if back in quiet and self.chance(0.95) else self.random.choice(sorted(quiet)) if quiet else None
        last[position.side] = cells or back
        return quiet[cells] if cells else "end"

    def width(self, position):
        """How many orders there are about, to choose how deep to count."""
        return len(position.orders())

    def perft(self, position, most):
        """Counts as deep as about so many positions allow."""

        def count(position, depth):
            if depth == 0:
                return 1
            orders = position.orders()
            if depth == 1:
                return len(orders)
            total = 0
            for order in orders.values():
                after = position.copy()
                after.apply(order)
                total += count(after, depth - 1)
            return total

        branches = max(2, self.width(position))
        depth = 1
        while branches**depth <= most and depth < 4:
            depth += 1
        for depth in range(depth + 1):
            self.engine.expect(f"perft {depth}", [str(count(position, depth)), "ok"])
            self.counts["counts"] += 1

    # --- what is played -------------------------------------------------------------------------------------------

    def load(self, game, name, options):
        """Loads a scenario with those options, which the game gets too."""
        too_many = f"short={min(256, 1 + min(game.initial_leaders(side) for side in (WHITE, BLACK)))}"
        for bad in (too_many, "swap=yes", "promotion=L", "swap=on swap=off", "swop=on", "short"):
            if self.chance(0.02):
                self.refuse(f"scenario {name} {bad}")
        game.options |= options
        game.first = {"white": WHITE, "black": BLACK}.get(game.options.get("first-player"))
        word = lambda value: value if not isinstance(value, bool) else "on" if value else "off"
        words = [f"{key}={word(value)}" for key, value in options.items()] + self.seating(game)
        self.engine.obey(" ".join(["scenario", name, *words]))
        if game.options.get("reduced-chiefs"):
            game.reduce()
        if game.options.get("terrain"):
            game.scatter = game.optional
        if game.options.get("mirror-towns"):
            game.terrain = {(x, game.ranks - 1 - y): glyph for (x, y), glyph in game.terrain.items()}
        self.engine.expect("terrain", ["/".join(map("".join, game.rows(game.ground))), "ok"])
        if game.scatter:
            self.refuse("position 1")
            self.refuse("setup white book")
            self.before_the_start(game, "lots")
            self.engine.obey(f"lots {self.random.getrandbits(64)}")
            rows, ok = self.engine.ask("terrain")
            assert ok == "ok"
            bare = dict(game.terrain)
            game.take_terrain(rows)
            self.check_access(game, bare)
        if game.options.get("first-player") == "lot-before":
            self.refuse("setup white book")
            game.first = self.lots(game)

    def check_access(self, game, bare):
        """Whatever a kind reaches on the empty board before the lot, of towns and home cells, it reaches after it."""
        laid = game.terrain
        ends = {cell for cell, ground in bare.items() if ground == TOWN}
        ends |= {cell for sections in game.sections for section in sections for cell in section}
        for kind in KINDS:
            start = self.random.choice(sorted(ends))
            found = []
            for game.terrain in (bare, laid):
                position = Position(game, {start: (WHITE, kind)})
                reached, fresh = {start}, [start]
                while fresh:
                    cell = fresh.pop()
                    position.units = {cell: (WHITE, kind)}
                    new = position.reach(cell) - reached
                    reached |= new
                    fresh += new
                found.append(reached & ends)
            if found[0] != found[1]:
                raise Difference(self.engine, "terrain", f"{kind} of {cell_name(start)} reaches what it did", laid)

    def set_up(self, game):
        """A hidden set-up of both sides, from the book or at random, and the lot unless the first player is known."""
        units, waiting = {}, [[], []]
        to_act = [WHITE, BLACK]
        self.refuse("orders")
        for side in self.random.sample([WHITE, BLACK], 2):
            self.before_the_start(game, " ".join(NAME[one] for one in to_act))
            if self.chance(0.3):
                number = self.random.randrange(len(game.books))
                placed = dict(game.books[number][side])
                self.engine.obey(f"setup {NAME[side]} book {number + 1}")
            else:
                placed = self.random_set_up(game, side)
                wrong = f"{NAME[side]} {self.set_up_text(game, side, self.misplaced(game, side, placed))}"
                answer = self.engine.ask(f"why {wrong}")
                if len(answer) != 2 or not answer[0].startswith("illegal "):
                    raise Difference(self.engine, f"why {wrong}", "illegal", answer)
                self.refuse(f"setup {wrong}")
                text = self.set_up_text(game, side, placed)
                text = text if self.chance(0.5) else text.lower()
                self.engine.expect(f"why {NAME[side]} {text}", ["legal", "ok"])
                self.engine.obey(f"{self.random.choice(['setup', 'do'])} {NAME[side]} {text}")
            self.counts["set-ups"] += 1
            self.refuse(f"setup {NAME[side]} book 1")
            self.refuse("undo")
            to_act.remove(side)
            for section, turn in zip(game.sections[side], game.enters):
                waiting[side] += [(turn, placed.pop(cell)) for cell in section]
            units |= {cell: (side, kind) for cell, kind in placed.items()}
        first = self.lots(game) if game.first is None else game.first
        self.refuse("lots 0")
        return self.position(game, units, side=first, waiting=waiting)

    def lots(self, game):
        """Draws the first player."""
        self.before_the_start(game, "lots")
        self.engine.expect("orders", ["ok"])
        self.refuse("do end")
        lots = self.random.getrandbits(64)
        self.engine.obey(f"lots {lots}")
        return lots % 2

    def set_up_text(self, game, side, placed):
        home = {rank for section in game.sections[side] for _, rank in section}
        rows = [[placed.get((file, rank)) for file in range(game.files)] for rank in sorted(home, reverse=True)]
        return "/".join(map(packed, rows))

    def misplaced(self, game, side, placed):
        """A legal set-up with one unit too few, of another level, or in another section."""
        cell = self.random.choice([cell for cell, kind in placed.items() if kind in LEVEL])
        section = next(section for section in game.sections[side] if cell in section)
        home = {rank for section in game.sections[side] for _, rank in section}
        free = [(file, rank) for file in range(game.files) for rank in home]
        free = sorted(set(free) - set(section) - set(placed))
        manner = self.random.randrange(3 if free else 2)
        wrong = dict(placed)
        kind = wrong.pop(cell)
        if manner == 1:
            wrong[cell] = self.random.choice([other for other in "LDTU" if other != kind])
        elif manner == 2:
            wrong[self.random.choice(free)] = kind
        return wrong

    def army(self, game, side):
        """The units of a side in random order, with what it chooses beside its army."""
        army = list(game.armies[side])
        if game.choice:
            count, levels, others = game.choice
            mixes = [(a, b, count - a - b) for a in range(count + 1) for b in range(count + 1 - a)]
            mix = self.random.choice([mix for mix in mixes if mix[0] + 2 * mix[1] + 3 * mix[2] == levels])
            army += [kind for kind, number in zip("LDT", mix) for _ in range(number)]
            army += self.random.choices("HCNIOSBR" if self.chance(0.3) else "HCNI", k=others)
        self.random.shuffle(army)
        return army

    def random_set_up(self, game, side):
        army = self.army(game, side)
        leaders = [kind for kind in army if kind in LEVEL]
        others = [kind for kind in army if kind not in LEVEL]
        placed = {}
        for section in self.random.sample(game.sections[side], game.used):
            kinds = [leaders.pop() for _ in range(game.leaders)] + [others.pop() for _ in range(game.others)]
            placed |= zip(self.random.sample(section, len(kinds)), kinds)
        return placed

    def random_position(self, game):
        """A position with parts of both armies anywhere, often close together so that things happen."""
        width, height = game.files, game.ranks
        if self.chance(0.8):
            width, height = (min(size, self.random.randint(5, 12)) for size in (width, height))
        left, bottom = self.random.randint(0, game.files - width), self.random.randint(0, game.ranks - height)
        if self.chance(0.3):
            bottom = self.random.choice([0, game.ranks - height])  # for promotion
        land = [(x, y) for x in range(left, left + width) for y in range(bottom, bottom + height)]
        land = [cell for cell in land if game.is_land(cell)]
        self.random.shuffle(land)
        if self.chance(0.3):
            land.sort(key=lambda cell: game.ground(cell) == TOWN)  # towns are taken first
        land = land[-max(4, int(len(land) * self.random.choice([0.3, 0.5, 0.8]))) :]
        units, waiting = {}, [[], []]
        for side in (WHITE, BLACK):
            army = self.army(game, side)
            for turn, kinds in game.blocks[side]:
                for kind in kinds:
                    army.remove(kind)
                    if self.chance(0.5):
                        waiting[side].append((turn, kind))
            if game.enters:
                late = [army.pop(self.random.randrange(1, len(army))) for _ in range(self.random.randint(0, 30))]
                waiting[side] = [(self.random.choice(game.enters), kind) for kind in late]
            if waiting[side] and self.chance(0.3):
                # a text may name any kinds and turns
                waiting[side] = [(self.random.randint(1, 30), self.random.choice(KINDS)) for _ in waiting[side]]
            share = self.random.choice([0.3, 0.6, 1.0])
            present = [kind for kind in army if self.chance(share)]
            leaders = [kind for kind in army if kind in LEVEL]
            if leaders and not any(kind in LEVEL for kind in present):
                present.insert(0, leaders[0])
            if self.chance(0.3):
                present += ["U"] * self.random.randint(1, 3)
            if len(present) > len(land) // (2 - side):
                self.random.shuffle(present)
                present = present[: len(land) // (2 - side)]
            for kind in present:
                units[land.pop()] = (side, kind)
        position = self.position(
            game,
            units,
            side=self.random.choice([WHITE, BLACK]),
            turn=self.random.choice([1, 2, self.random.randint(1, 12), self.random.randint(1, 50), 4_000_000_000]),
            passes=self.random.choice([0, 0, 1]),
            waiting=waiting,
        )
        self.put(position)
        return position

    def put(self, position):
        """Has the engine take a position."""
        self.engine.obey("position " + position.text())

    def made_up(self):
        """A small game with anything in it."""
        pick = self.random.choice
        game = Game(self.random.randint(4, 12), self.random.randint(4, 12))
        cells = [(x, y) for x in range(game.files) for y in range(game.ranks)]
        if self.chance(0.8):
            share = pick([0.1, 0.25, 0.4])
            grounds = pick([[TOWN, TREES, HILL], [WATER], [HOLE, WATER], [TOWN, TREES, HILL, WATER, HOLE]])
            game.terrain = {cell: pick(grounds) for cell in cells if self.chance(share)}
        land = [cell for cell in cells if game.is_land(cell)]
        self.random.shuffle(land)
        game.cap, game.falls = self.random.randint(1, 6), self.chance(0.5)
        if self.chance(0.3):
            game.rise = (self.random.randint(2, 5), self.random.randint(1, 8))
        game.range = pick([1, 2, 2, 2, 3])
        game.heavy_as_hero = self.chance(0.4)
        size = max(2, min(len(land) // 3, 14))
        has_entry = self.chance(0.35)
        for side in (WHITE, BLACK):
            leaders = self.random.randint(1, max(1, size // 2))
            army = [pick("LLDT") for _ in range(leaders)] + [pick("HCNIIOSBRHCN") for _ in range(size - leaders)]
            game.armies[side] = list(army)
            if has_entry and size > 2:
                late = [army.pop(self.random.randrange(1, len(army))) for _ in range(min(3, size - 1))]
                first, second = sorted(self.random.sample(range(1, 6), 2))
                game.blocks[side] = [(first, late[:1]), (second, late[1:])]
                ground = [cell for cell in land if cell not in game.zones[WHITE]]
                game.zones[side] = sorted(self.random.sample(ground, min(4, len(ground))))
                if not ground:
                    return self.made_up()
            for kind in army:
                game.units[land.pop()] = (side, kind)
        towns = sum(ground == TOWN for ground in game.terrain.values())
        if towns and self.chance(0.6):
            game.towns = self.random.randint(max(1, towns // 2), towns)
        level = min(sum(LEVEL.get(kind, 0) for kind in army) for army in game.armies)
        game.command = game.rise is None and level >= game.cap and self.chance(0.4)
        return game

    def choice_of_options(self, game, name, number):
        """Every switch at random, and the other way when the scenario is played again in the same round."""
        flip = number // 2 % 2 == 1
        dice = random.Random(f"{self.seed} {name} {number // 4}")
        keys = SWITCHES + (LAYING if game.scatter else []) + (["terrain"] if game.optional else [])
        keys += ["reduced-chiefs"] if game.spare else []
        options = {key: (dice.random() < 0.5) != flip for key in keys}
        most = min(game.initial_leaders(side) for side in (WHITE, BLACK))
        is_short = (dice.random() < 0.5) != flip
        options["short"] = self.random.randint(1, min(4, most)) if is_short else 0
        if self.chance(0.1):
            options["short"] = most
        promotions = dice.sample(["off", "I", "N", "IN"], 4)
        options["promotion"] = promotions[flip]
        if game.sections:
            firsts = dice.sample(["lot-after", "lot-before", "white", "black"], 4)
            options["first-player"] = firsts[flip]
        left_out = [key for key in options if options[key] == game.options[key] and self.chance(0.5)]
        return {key: value for key, value in options.items() if key not in left_out}

    def round(self, number, built_in, folder):
        """One game: in turn a built-in scenario and a made-up one, from its start and from a random position."""
        from_start = number // 2 % 2 == 0
        if number % 2 == 0:
            path = built_in[number // 4 % len(built_in)]
            game, name = Game.read(path), path.stem
        else:
            path = folder / f"made-up-{number}.toml"
            game, name = self.made_up(), str(path)
            game.write(path)
        self.load(game, name, self.choice_of_options(game, path.stem, number))
        if number % 2 == 0:
            self.visited |= {(name, key, bool(value) if key == "short" else value) for key, value in game.options.items()}
        if not from_start:
            position = self.random_position(game)
        elif game.sections:
            position = self.set_up(game)
        else:
            position = self.position(game, game.units)
        size = len(position.units)
        self.perft(position, 100 if size < 60 else 40 if size < 200 else 1)
        self.play(position, 5 if size > 1000 else 15 if size > 200 else 60 if number % 2 == 0 else 120)


def main():
    parser = argparse.ArgumentParser(description="Compares `warlord engine` with an oracle of the rulebook.")
    parser.add_argument("program", help="the warlord program")
    parser.add_argument("--seconds", type=float, default=20, help="stop after so many seconds, a whole round at the earliest")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games in any case")
    parser.add_argument("--seed", type=int, default=1, help="play the same games again")
    parser.add_argument("--only", help="play this built-in scenario only")
    parser.add_argument("--scenarios", type=pathlib.Path, default=pathlib.Path(__file__).parents[3] / "scenarios")
    arguments = parser.parse_args()
    engine = Engine(arguments.program)
    judge = Judge(engine, arguments.seed)
    built_in = sorted(arguments.scenarios.glob(f"warlord/{arguments.only or '*'}.toml"))
    assert built_in, "no such scenarios"
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number in range(arguments.games):
                if time.monotonic() > end and number >= 4 * len(built_in):
                    break
                judge.round(number, built_in, pathlib.Path(folder))
        except Difference as difference:
            print(difference)
            for path in pathlib.Path(folder).glob(f"made-up-{number}.toml"):
                print(f"{path.name} is:\n{path.read_text(encoding='utf-8')}")
            print(f"seed {arguments.seed}, game {number}")
            return 1
        finally:
            engine.process.stdin.close()
            engine.process.wait(10)
    compared = ", ".join(f"{count} {what}" for what, count in judge.counts.items())
    endings = ", ".join(f"{count} {word}" for word, count in sorted(judge.endings.items()))
    scenarios, options = ({visit[place] for visit in judge.visited} for place in (0, 1))
    print(f"{compared}: no difference; endings: {endings or 'none'}")
    print(f"built-in scenarios: {len(scenarios)}, options: {len(options)}, in {len(judge.visited)} of their settings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
