#!/usr/bin/env python3
"""An independent judge of the rules of WarGame 1 and 2.

The judge plays random games through `warlord engine`, on the built-in scenarios and on scenarios it makes up, and compares
every list of orders, position, status, count, digest and verdict on single orders with the telling in wargame_telling.py.
Some games begin with set-ups, most in the middle of a fight: parts of both armies close together, so that units fire, run
over, tow, fall out of supply and win. On two visits to a scenario each switch is on once and off once. At the first
difference it prints the commands that reproduce it and stops with status 1. The telling tests itself first.

usage: wargame_oracle.py WARLORD [--seconds N] [--games N] [--seed N] [--first N] [--only SCENARIO]

Python 3.11 or newer, standard library only.
"""

import argparse
import pathlib
import random
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter

import wargame_cases
from engine_oracle import Difference, Engine
from wargame_telling import (
    BLACK, HILL, LEADER, NAME, ONE, OPEN, TOWN, TREES, TWO, WHITE, Game, Illegal, Position, cell_name,
)


class Scenario:
    """What a scenario file fixes (docs/scenario-format.md)."""

    def __init__(self, name, rules, files, ranks, home, terrain, army, cap, towns):
        self.name, self.rules = name, rules
        self.files, self.ranks, self.home, self.terrain = files, ranks, home, terrain
        self.army, self.cap, self.towns = army, cap, towns
        self.units = {}  # a fixed set-up
        self.books = []  # of a hidden one: each the kinds of White's units on their cells

    def game(self, options=()):
        middle = (self.home, self.ranks - self.home)
        return Game(
            self.rules, self.files, self.ranks, self.terrain, self.towns, middle, cap=self.cap, options=options
        )

    def switches(self):
        """The switches with a use."""
        return [
            *["half-first", "succession", "strict-rifle", "paratroops", "short"],
            *(["banner", "plant"] if self.rules is ONE else []),
            *(["commander", "cam-terrain", "two-range", "unarmed-leaders", "jump-all"] if self.rules is TWO else []),
            *(["towns"] if self.towns else []),
            *(["random-map"] if self.books and "made-up" not in self.name else []),
        ]

    @staticmethod
    def read(path):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        board, set_up = data["board"], data["set-up"]

        def drawn(text):
            rows = [re.findall(r"[A-Za-z]+|\.", row) for row in text.strip().split("\n")]
            assert all(len(row) == board["files"] for row in rows), path
            for rank, row in enumerate(reversed(rows)):
                for file, word in enumerate(row):
                    if word != ".":
                        yield (file, rank), word

        scenario = Scenario(
            path.stem,
            {1: ONE, 2: TWO}[data["rules"]["game"]],
            board["files"],
            board["ranks"],
            board["home"],
            wargame_cases.terrain(board["terrain"], 1),
            [kind for kind, count in data["army"]["both"].items() for _ in range(count)],
            data["turn"]["cap"],
            data.get("endings", {}).get("towns", 0),
        )
        if set_up["kind"] == "fixed":
            scenario.units = {
                cell: (WHITE if word.isupper() else BLACK, word.upper()) for cell, word in drawn(set_up["rows"])
            }
        scenario.books = [dict(drawn(book["white"])) for book in set_up.get("book", [])]
        return scenario

    def check(self):
        """The scenarios of the rulebook are its maps and set-ups, cell for cell (4.2)."""
        known = {
            "wargame-1": (wargame_cases.wargame_1(), wargame_cases.book_1()),
            "wargame-2": (wargame_cases.wargame_2(), wargame_cases.book_2()),
        }
        if self.name in known:
            game, book = known[self.name]
            own = self.game()
            assert own.terrain == game.terrain and own.rules is game.rules and own.cap == game.cap, self.name
            assert (own.towns, own.middle, own.board.cells) == (game.towns, game.middle, game.board.cells)
            assert book in self.books, self.name
        for book in self.books:
            assert sorted(book.values()) == sorted(self.army), self.name
            assert all(rank < self.home for _, rank in book), self.name

    def write(self, path):
        """Writes a scenario file."""
        ground = lambda cell: self.terrain.get(cell, OPEN)
        rows = [
            " ".join(ground((file, rank)) for file in range(self.files)) for rank in reversed(range(self.ranks))
        ]
        counts = ", ".join(f"{kind} = {count}" for kind, count in Counter(self.army).items())
        text = [
            'format = 1\nfamily = "wargame"\ntitle = "Made up"',
            f"[rules]\ngame = {1 if self.rules is ONE else 2}",
            f"[board]\nfiles = {self.files}\nranks = {self.ranks}\nhome = {self.home}",
            "terrain = '''\n" + "\n".join(rows) + "\n'''",
            f"[army]\nboth = {{ {counts} }}",
            f"[turn]\ncap = {self.cap}",
            f"[endings]\ntowns = {self.towns}",
            '[set-up]\nkind = "hidden"',
        ]
        for book in self.books:
            rows = [
                " ".join(book.get((file, rank), ".") for file in range(self.files))
                for rank in reversed(range(self.home))
            ]
            text.append('[[set-up.book]]\nname = "Book"\nwhite = \'\'\'\n' + "\n".join(rows) + "\n\'\'\'")
        path.write_text("\n".join(text) + "\n", encoding="utf-8")


def made_up(dice, name):
    """A scenario with much terrain on a small board."""
    rules = dice.choice([ONE, TWO])
    files, ranks, depth = dice.randint(9, 16), dice.choice([8, 10, 12]), dice.randint(2, 3)
    share = dice.choice([0.15, 0.3, 0.5])
    grounds = dice.choice([[TOWN, TREES, HILL], [HILL], [TREES, HILL], [TOWN, HILL, HILL, HILL]])
    middle = [(x, y) for x in range(files) for y in range(depth, ranks - depth)]
    terrain = {cell: dice.choice(grounds) for cell in middle if dice.random() < share}
    terrain[middle[0]] = terrain[middle[-1]] = TOWN
    leaders = ["SC", "TC", "TC", "IC", "AC"] if rules is ONE else ["C", "G", "G", "L", "L"]
    others = "TTTIIIAA" if rules is ONE else "VVVIIIAA"
    army = [*leaders, *(["CP"] if rules is ONE else []), *others]
    army = army[: files * depth]
    zone = [(x, y) for x in range(files) for y in range(depth)]
    towns = sum(glyph == TOWN for glyph in terrain.values())
    cap, needed = dice.randint(2, 5), dice.randint(1, towns)
    scenario = Scenario(name, rules, files, ranks, depth, terrain, army, cap, needed)
    scenario.books = [dict(zip(dice.sample(zone, len(army)), army))]
    return scenario


class Judge:
    """Plays and compares."""

    def __init__(self, engine, seed):
        self.engine = engine
        self.seed = seed
        self.random = random.Random(seed)
        self.counts = Counter()
        self.deeds = Counter()
        self.endings = Counter()
        self.visited = set()  # scenario, switch, and whether it was on
        self.digests = {}, {}  # of the present game, from and to its moments

    def chance(self, share):
        return self.random.random() < share

    # --- comparing --------------------------------------------------------------------------------------------------

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
            "ok",
        ])
        self.counts["positions"] += 1
        self.counts["orders"] += len(orders)
        return orders

    def ask_aside(self, position, orders):
        """Everything else that may be asked of a moment."""
        for side in (WHITE, BLACK):
            own = sorted(orders) if side == position.side else []
            self.engine.expect(f"orders {NAME[side]}", own + ["ok"])
        for cell in self.random.sample(sorted(position.units), min(3, len(position.units))):
            own = [text for text in orders if re.match(cell_name(cell) + r"\D", text)]
            self.engine.expect(f"orders {cell_name(cell)}", sorted(own) + ["ok"])
        for _ in range(6):
            self.why(position, orders)
        self.digest(position)
        if self.chance(0.3):
            self.counts["refusals"] += 1
            self.engine.refuses("position " + self.spoiled(position))

    def spoiled(self, position):
        """The position's text with one thing wrong in it."""
        rows, *fields = position.text().split()
        fields = fields[:3]
        rows = rows.split("/")
        row = self.random.randrange(len(rows))
        pick = self.random.choice
        free = pick([cell for cell in position.game.board.cells if cell not in position.units])
        manner = self.random.randrange(7)
        if manner == 0:
            rows.pop(row)
        elif manner == 1:
            rows[row] += pick(["1", "I", "/", "0", "99999999999999999999", "(TC)"])
        elif manner == 2:
            foreign = "V" if position.game.rules is ONE else "(TC)"
            rows[row] = pick([foreign, "(T", "()", "(Sc)", "x", "\u00e9"]) + rows[row]
        elif manner == 3:
            fields[0] = pick(["W", "white", "x", "-"])
        elif manner == 4:
            fields[1] = pick(["0", "-1", "1.5", "01", "4294967296", "x"])
        elif manner == 5:
            fields = pick([fields[:2], fields[:1], [*fields[:2], "2"], [*fields[:2], "00"]])
        else:
            name = cell_name(free)
            fields.append(pick([
                "quiet=x", "quiet=-1", "quiet=", "tow=", f"tow={name}", f"tow={name}>{name}", "tow=zz99>a1", f"prep={name}",
                f"acted={name}", "tows=a1>a2", "quiet",
            ]))
        return " ".join(["/".join(rows), *fields])

    def digest(self, position):
        """Equal digests for equal moments of a game, and for no others."""
        digest, ok = self.engine.ask("digest")
        there, back = self.digests
        identity = (position.text(), position.has_removed, position.outcome)
        expected = there.setdefault(identity, digest)
        if ok != "ok" or digest != expected or back.setdefault(digest, identity) != identity:
            raise Difference(self.engine, "digest", expected, digest)
        self.counts["digests"] += 1

    def why(self, position, orders):
        """A random order, mostly illegal or not listed: `why` agrees with the telling, and `do` refuses what `why` does."""
        text, what = self.random_order(position)
        try:
            order = position.check(*what)
        except Illegal:
            order = None
        answer = self.engine.ask(f"why {text}")
        legal = answer == ["legal", "ok"]
        refused = len(answer) == 2 and re.match(r"illegal \d+(\.\d+)? \S", answer[0]) and answer[1] == "ok"
        if legal != (order is not None) or not (legal or refused):
            raise Difference(self.engine, f"why {text}", "legal" if order else "illegal", answer)
        self.counts["reasons"] += 1
        if order is None:
            self.counts["refusals"] += 1
            self.engine.refuses(f"do {text}")
        elif text not in orders:
            # the result must be that of a listed order
            self.counts["legal but not listed"] += 1
            after = position.copy()
            after.apply(order)
            self.engine.obey(f"do {text}")
            self.compare(after)
            self.engine.obey("undo")
            self.engine.said = self.engine.said[:-2]

    def random_order(self, position):
        """Its text, and what `check` takes."""
        own = sorted(cell for cell, (side, _) in position.units.items() if side == position.side)
        origin = self.random.choice(own if self.chance(0.9) else sorted(position.units))
        board = position.game.board
        if self.chance(0.3) and "paratroops" in position.game.options:
            paratroops = [cell for cell in own if position.units[cell][1] == "P"]
            origin = self.random.choice(paratroops or own)
            if self.chance(0.2):
                return f"{cell_name(origin)}^", ("prepare", origin)
            to = self.random.choice([cell for cell in board.cells if 3 < board.distance(origin, cell) < 8] or board.cells)
            on = self.random.choice([None, *board.neighbors[to]])
            return f"{cell_name(origin)}^" + "-".join(map(cell_name, [to, on][: 2 - (on is None)])), ("leap", origin, to, on)
        enemies = [cell for cell in position.units if cell not in own and board.distance(origin, cell) <= 4]
        if self.chance(0.4):
            near = enemies or [cell for cell in board.cells if 0 < board.distance(origin, cell) <= 3]
            target = self.random.choice(near)
            sign = self.random.choice("**!") if position.game.rules is ONE else "*"
            return f"{cell_name(origin)}{sign}{cell_name(target)}", ("shot", origin, target, sign)
        if self.chance(0.3):
            reach = [cell for cell in board.cells if 0 < board.distance(origin, cell) <= 5]
            way = (origin, self.random.choice(reach))
        else:
            way = [origin]
            for _ in range(self.random.randint(1, 5)):
                towards = [cell for cell in board.neighbors[way[-1]] if cell in enemies]
                on = board.beyond(way[-2], way[-1]) if len(way) > 1 else None
                if on in board.neighbors[way[-1]] and self.chance(0.5):
                    way.append(on)
                else:
                    way.append(self.random.choice(towards if towards and self.chance(0.5) else board.neighbors[way[-1]]))
            way = tuple(way)
        text, towed, companion = "-".join(map(cell_name, way)), None, None
        beside = [cell for cell in board.neighbors[origin] if cell in own] or board.neighbors[origin]
        if self.chance(0.3):
            if position.game.rules is ONE:
                towed = self.random.choice(beside)
                text += "~" + cell_name(towed)
            else:
                companion = self.random.choice(beside)
                text += "&" + cell_name(companion)
            if len(way) == 2 and way[1] not in board.neighbors[origin]:
                return self.random_order(position)
        return text, ("move", way, towed, companion)

    def perft(self, position, most):
        """Counts as deep as about so many positions allow."""

        def count(position, depth):
            orders = position.orders()
            if depth <= 1:
                return len(orders) if depth else 1
            total = 0
            for order in orders.values():
                after = position.copy()
                after.apply(order)
                total += count(after, depth - 1)
            return total

        branches = max(2, len(position.orders()))
        depth = 1
        while branches**depth <= most and depth < 3:
            depth += 1
        self.engine.expect(f"perft {depth}", [str(count(position, depth)), "ok"])
        self.counts["counts"] += 1

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, position, most):
        """A random game of at most so many orders, with steps back now and then."""
        before = []
        self.digests = {}, {}
        self.counts["games"] += 1
        for _ in range(most):
            orders = self.compare(position)
            if self.chance(0.25) and not position.outcome:
                self.ask_aside(position, orders)
            if position.outcome:
                self.endings[position.outcome.split()[1]] += 1
            if before and self.chance(0.5 if position.outcome else 0.05):
                self.engine.obey("undo")
                self.counts["steps back"] += 1
                position = before.pop()
                continue
            if position.outcome:
                return
            text = self.choose(position, orders)
            self.note(position, text, orders[text])
            before.append(position.copy())
            self.engine.obey(f"do {text}")
            position.apply(orders[text])
            if text == "end":
                before.clear()
        self.counts["unfinished"] += 1

    def choose(self, position, orders):
        """Mostly a deed of a random sort among those there are, so that rare ones happen too; `end` not too often."""
        if self.chance(0.1):
            return "end"
        if self.chance(0.3):
            return self.random.choice(sorted(orders))
        sorts = {}
        for text, order in orders.items():
            sorts.setdefault(self.sort(position, text, order), []).append(text)
        return self.random.choice(sorts[self.random.choice(sorted(sorts))])

    def sort(self, position, text, order):
        """What an order is: a shot at a tower is another deed than one at a lone unit."""
        if order[0] == "shot":
            return ("!" if "!" in text else "*", order[2] in position.tows, bool(position.towed_by(order[2])))
        if order[0] == "move":
            walk = order[1]
            return ("-", len(walk.removed), walk.overran, walk.towed is not None, walk.companion is not None)
        return (order[0],)

    def note(self, position, text, order):
        """Counts what happens, to know that everything does."""
        if order[0] == "end":
            fallen = sum(side != position.side and bool(position.takers(at)) for at, (side, _) in position.units.items())
            self.deeds["turns"] += 1
            self.deeds["out of supply"] += fallen
            return
        if order[0] in ("prepare", "leap"):
            self.deeds[f"{order[0]}s"] += 1
            self.deeds["leaps with assaults"] += order[0] == "leap" and bool(position.check_leap(*order[1:]))
            return
        if order[0] == "shot":
            arm = position.kind(order[1]).arm
            self.deeds["rifle" if "!" in text else f"fire {arm}"] += 1
            self.deeds["towed units shot"] += order[2] in position.tows
            self.deeds["towers shot"] += bool(position.towed_by(order[2]))
            return
        walk = order[1]
        arm = position.kind(walk.cells[0]).arm
        on_way = [cell for cell in walk.cells[1:-1] if cell in walk.removed]
        self.deeds[f"overruns {arm}"] += len(on_way)
        self.deeds["double overruns"] += len(on_way) > 1
        self.deeds[f"assaults {arm}"] += walk.cells[-1] in walk.removed and walk.cells[-1] not in walk.cells[:-1]
        if walk.towed is not None:
            self.deeds[f"tows {position.units[walk.towed_from][1]}"] += 1
            self.deeds["tows with removals"] += bool(walk.removed)
        if walk.companion is not None:
            self.deeds[f"accompanied {arm}"] += 1
            self.deeds["accompanied with removals"] += bool(walk.removed)
        self.deeds["leaders' moves"] += arm == LEADER
        self.deeds["moves"] += 1

    # --- what is played -----------------------------------------------------------------------------------------------

    def load(self, scenario, switches):
        """The scenario with these switches on, the others off."""
        words = [f"{key}={'on' if key in switches else 'off'}" for key in scenario.switches()]
        self.engine.obey(" ".join(["scenario", scenario.name, *words]))
        game = scenario.game(switches)
        if "random-map" in switches:
            self.expect_status("lots")
            self.engine.obey(f"lots {self.random.getrandbits(64)}")
            rows, ok = self.engine.ask("terrain")
            game.terrain = laid(game, rows)
        rows = [
            "".join(game.ground((file, rank)) for file in range(game.board.files))
            for rank in reversed(range(game.board.ranks))
        ]
        self.engine.expect("terrain", ["/".join(rows), "ok"])
        return game

    def expect_status(self, to_act):
        """The status before the first turn."""
        lines = self.engine.ask("status")
        if lines[:2] + lines[3:] != [f"to-act {to_act}", "turn 1", "outcome none", "ok"]:
            raise Difference(self.engine, "status", to_act, lines)

    def start(self, scenario, game):
        """The start: fixed, or a hidden set-up of both sides, from the book or at random, and the lot for the first turn."""
        if not scenario.books:
            return Position(game, with_paratroops(game, scenario.units))
        units = {}
        to_act = [WHITE, BLACK]
        for side in self.random.sample(to_act, 2):
            self.expect_status(" ".join(NAME[one] for one in to_act))
            to_act.remove(side)
            number = self.random.randrange(len(scenario.books))
            own = {
                turned(game, cell) if side else cell: (side, kind) for cell, kind in scenario.books[number].items()
            }
            own = with_paratroops(game, own)
            if self.chance(0.5):
                self.engine.obey(f"setup {NAME[side]} book {number + 1}")
            else:
                zone = [cell for cell in game.board.cells if (cell[1] < scenario.home) != (side == BLACK)]
                zone = [cell for cell in zone if cell[1] not in game.middle]
                own = dict(zip(self.random.sample(zone, len(own)), own.values()))
                wrong = dict(own)
                wrong.pop(self.random.choice(sorted(own)))
                for units_named, is_right in ((wrong, False), (own, True)):
                    rows = Position(game, units_named).rows().split("/")
                    rows = rows[: scenario.home] if side else rows[-scenario.home :]
                    if is_right:
                        self.engine.obey(f"setup {NAME[side]} {'/'.join(rows)}")
                    else:
                        self.engine.refuses(f"setup {NAME[side]} {'/'.join(rows)}")
            units |= own
        self.expect_status("lots")
        lots = self.random.getrandbits(64)
        self.engine.obey(f"lots {lots}")
        return Position(game, units, side=lots % 2)

    def fight(self, scenario, game):
        """A position with parts of both armies close together, near terrain, some of the enemy's units in tow."""
        board = game.board
        width, height = (min(size, self.random.randint(5, 11)) for size in (board.files, board.ranks))
        left = self.random.randint(0, board.files - width)
        bottom = self.random.randint(0, board.ranks - height)
        if self.chance(0.7):
            bottom = self.random.randint(max(0, game.middle.start - height // 2), game.middle.stop - height // 2)
            bottom = min(bottom, board.ranks - height)
        land = [(x, y) for x in range(left, left + width) for y in range(bottom, bottom + height)]
        self.random.shuffle(land)
        if self.chance(0.4):
            land.sort(key=lambda cell: game.ground(cell) != OPEN and self.chance(0.7))
        units = {}
        share = self.random.choice([0.15, 0.3, 0.5])
        for side in (WHITE, BLACK):
            army = sorted(scenario.army, key=lambda kind: self.random.random())
            if "paratroops" in game.options:
                for _ in range(2):
                    army[army.index("I")] = "P"
                army.sort(key=lambda kind: kind == "P" and self.chance(0.7), reverse=True)
            needed = [kind for kind in army if kind in ("CP", "SC", "C")]
            needed = [kind for kind in needed if self.chance(0.8) or {"banner", "commander"} & game.options]
            leaders = [kind for kind in army if game.rules.kinds[kind].level and kind not in needed + ["SC", "C"]]
            count = self.random.randint(1, 6) + (game.cap if "short" in game.options else 0)
            needed += leaders[:count]
            others = [kind for kind in army if kind not in ("CP", "SC", "C") and not game.rules.kinds[kind].level]
            for kind in needed + others[: int(len(land) * share / 2)]:
                fitting = [cell for cell in land if game.may_stand(kind, cell)]
                if fitting:
                    cell = fitting[-1] if self.chance(0.5) else self.random.choice(fitting)
                    land.remove(cell)
                    units[cell] = (side, kind)
        mover = self.random.choice([WHITE, BLACK])
        for side in (WHITE, BLACK):
            if not any(owner == side and game.rules.kinds[kind].level for owner, kind in units.values()):
                return self.fight(scenario, game)
        return Position(
            game,
            units,
            side=mover,
            turn=self.random.choice([1, 2, self.random.randint(1, 300)]),
            passes=self.random.choice([0, 0, 1]),
            quiet=self.random.choice([0, 0, 0, self.random.randint(1, 59), 58, 59]),
            tows=self.tows(game, units, 1 - mover) if self.chance(0.8) else {},
            prepared={cell for cell, (_, kind) in units.items() if kind == "P" and self.chance(0.6)},
        )

    def tows(self, game, units, side):
        """Pairs of a side that its last turn may have left in tow."""
        tows = {}
        loads = {"SC": "CP", "TC": "A", "IC": "A", "AC": "A", "T": "IP"} if game.rules is ONE else {}
        for tower, (owner, kind) in sorted(units.items()):
            grounds = (OPEN, TOWN, HILL) if kind == "T" else (OPEN, TOWN)
            if owner == side and kind in loads and game.ground(tower) in grounds and self.chance(0.6):
                near = [cell for cell in game.board.neighbors[tower] if units.get(cell, (None, "-"))[0] == side]
                near = [cell for cell in near if units[cell][1] in (["CP"] if kind == "SC" else loads[kind])]
                near = [cell for cell in near if cell not in tows and game.ground(cell) in grounds]
                if near:
                    tows[self.random.choice(near)] = tower
        return tows

    def round(self, number, scenarios, folder):
        """A few fights, and on half the visits a game from the start: in turn on each scenario and on one made up, each switch
        on in one of two visits."""
        visit, place = divmod(number, len(scenarios) + 1)
        if place < len(scenarios):
            scenario = scenarios[place]
        else:
            path = folder / f"made-up-{number}.toml"
            scenario = made_up(random.Random(f"{self.seed} {visit // 2} made up"), str(path))
            scenario.write(path)
        dice = random.Random(f"{self.seed} {place} {visit // 2}")
        switches = {key for key in scenario.switches() if (dice.random() < 0.5) != (visit % 2 == 1)}
        game = self.load(scenario, switches)
        self.visited |= {(place, key, key in switches) for key in scenario.switches()}
        from_start = visit % 4 in (1, 2)
        if from_start:
            self.play(self.start(scenario, game), 20)
        for _ in range(3 if from_start else 6):
            position = self.fight(scenario, game)
            self.engine.obey("position " + position.text())
            if self.chance(0.2):
                self.perft(position, 60)
            self.play(position, self.random.choice([15, 60]))


def turned(game, cell):
    return (game.board.files - 1 - cell[0], game.board.ranks - 1 - cell[1])


def with_paratroops(game, units):
    """1.14: of the infantry placed by a book or by the scenario the first two in board order, for Black the last two."""
    units = dict(units)
    if "paratroops" in game.options:
        for side in (WHITE, BLACK):
            infantry = sorted((cell for cell, unit in units.items() if unit == (side, "I")), key=lambda cell: cell[::-1])
            for cell in infantry[:2] if side == WHITE else infantry[-2:]:
                units[cell] = (side, "P")
    return units


def laid(game, rows):
    """1.13: the terrain of a lot, which must have the numbers, places and symmetry asked for."""
    terrain = wargame_cases.terrain(rows.replace("/", "\n"), 1)
    assert Counter(terrain.values()) == Counter(game.terrain.values()), rows
    assert all(rank in game.middle for _, rank in terrain), rows
    assert {turned(game, cell): ground for cell, ground in terrain.items()} == terrain, rows
    for cell, ground in terrain.items():
        assert ground != TOWN or not any(near in terrain for near in game.board.neighbors[cell]), rows
    passable = {cell for cell in game.board.cells if terrain.get(cell, OPEN) in (OPEN, TOWN)}
    reached, fresh = {(0, 0)}, [(0, 0)]
    while fresh:
        new = passable.intersection(game.board.neighbors[fresh.pop()]) - reached
        reached |= new
        fresh += new
    assert reached == passable, rows
    return terrain


def main():
    parser = argparse.ArgumentParser(description="Compares `warlord engine` with a telling of the WarGame rulebook.")
    parser.add_argument("program", help="the warlord program")
    parser.add_argument("--seconds", type=float, default=20, help="stop after so many seconds, each switch tried both ways")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games in any case")
    parser.add_argument("--seed", type=int, default=1, help="play the same games again")
    parser.add_argument("--first", type=int, default=0, help="begin with this game")
    parser.add_argument("--only", help="play this built-in scenario and made-up ones only")
    parser.add_argument("--scenarios", type=pathlib.Path, default=pathlib.Path(__file__).parents[3] / "scenarios")
    arguments = parser.parse_args()
    wargame_cases.self_test()
    paths = sorted(arguments.scenarios.glob(f"wargame/{arguments.only or '*'}.toml"))
    assert paths, "no such scenarios"
    scenarios = [Scenario.read(path) for path in paths]
    for scenario in scenarios:
        scenario.check()
    engine = Engine(arguments.program)
    judge = Judge(engine, arguments.seed)
    end = time.monotonic() + arguments.seconds
    folder = tempfile.TemporaryDirectory()
    try:
        for number in range(arguments.first, arguments.games):
            if time.monotonic() > end and number >= 2 * (len(scenarios) + 1):
                break
            judge.random = random.Random(f"{arguments.seed} {number}")
            judge.round(number, scenarios, pathlib.Path(folder.name))
    except Difference as difference:
        print(difference)
        for path in pathlib.Path(folder.name).glob(f"made-up-{number}.toml"):
            print(f"{path.name} is:\n{path.read_text(encoding='utf-8')}")
        print(f"seed {arguments.seed}, game {number}: --seed {arguments.seed} --first {number} plays it again")
        return 1
    finally:
        folder.cleanup()
        engine.process.stdin.close()
        engine.process.wait(10)
    print(f"{judge.counts.pop('games')} games")
    for counts in (judge.counts, judge.deeds, judge.endings):
        print(", ".join(f"{count} {what}" for what, count in sorted(counts.items()) if count))
    print(f"switches of the scenarios, each on and off: {len(judge.visited)} settings; no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
