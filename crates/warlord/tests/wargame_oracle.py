#!/usr/bin/env python3
"""An independent judge of the rules of WarGame 1 and 2.

It plays random games on the built-in scenarios through `warlord engine` and compares every list of orders, position, status,
count and verdict on single orders with the telling in wargame_telling.py. Half of the games begin with set-ups, the others
in the middle of a fight: parts of both armies close together, so that units fire, run over, tow, fall out of supply and win.
Of two such games of a scenario each switch is on in one and off in the other. At the first difference it prints the commands
that reproduce it and stops with status 1. The telling tests itself first.

usage: wargame_oracle.py WARLORD [--seconds N] [--games N] [--seed N] [--only SCENARIO] [--all]

Python 3.11 or newer, standard library only.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter

import wargame_cases
from engine_oracle import Difference, Engine
from wargame_telling import (
    BLACK, HILL, LEADER, NAME, ONE, OPEN, TOWN, TREES, TWO, WHITE, Illegal, Position, cell_name, symbol,
)


class Scenario:
    """A built-in scenario as the rulebook gives it."""

    def __init__(self, name, game, book, switches):
        self.name, self.game, self.book = name, game, book
        self.switches = switches


BOTH = ["towns", "short", "half-first", "succession", "strict-rifle"]
SCENARIOS = [
    Scenario("wargame-1", wargame_cases.wargame_1, wargame_cases.book_1(), [*BOTH, "banner", "plant"]),
    Scenario(
        "wargame-2",
        wargame_cases.wargame_2,
        wargame_cases.book_2(),
        [*BOTH, "commander", "cam-terrain", "two-range", "unarmed-leaders", "jump-all"],
    ),
]


class Judge:
    """Plays and compares."""

    def __init__(self, engine, seed):
        self.engine = engine
        self.seed = seed
        self.random = random.Random(seed)
        self.counts = Counter()
        self.deeds = Counter()
        self.endings = Counter()

    def chance(self, share):
        return self.random.random() < share

    # --- comparing --------------------------------------------------------------------------------------------------

    def compare(self, position):
        """Orders, text and status of one moment; returns the orders."""
        orders = position.orders()
        self.engine.expect("orders", sorted(orders) + ["ok"])
        self.compare_text(position)
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

    def compare_text(self, position):
        """The position's text; in the middle of a turn with who has acted."""
        expected = position.text()
        if position.acted:
            expected += " acted=" + ",".join(sorted(map(cell_name, position.acted)))
        found = self.engine.ask("show")
        if len(found) == 2:
            found[0] = re.sub(r" givers=\S*", "", found[0])
        if found != ["position " + expected, "ok"]:
            raise Difference(self.engine, "show", ["position " + expected, "ok"], found)

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
        """Removals and rare orders often, `end` not too often."""
        deadly, rare = [], []
        for text, order in orders.items():
            if order[0] == "shot" or order[0] == "move" and order[1].removed:
                deadly.append(text)
            elif order[0] == "move" and (order[1].towed or order[1].companion):
                rare.append(text)
        if self.chance(0.1):
            return "end"
        if deadly and self.chance(0.3):
            return self.random.choice(sorted(deadly))
        if rare and self.chance(0.35):
            return self.random.choice(sorted(rare))
        return self.random.choice(sorted(orders))

    def note(self, position, text, order):
        """Counts what happens, to know that everything does."""
        if order[0] == "end":
            fallen = sum(side != position.side and position.falls(at) for at, (side, _) in position.units.items())
            self.deeds["turns"] += 1
            self.deeds["out of supply"] += fallen
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
        words = [f"{key}={'on' if key in switches else 'off'}" for key in scenario.switches]
        self.engine.obey(" ".join(["scenario", scenario.name, *words]))
        game = scenario.game(options=switches)
        rows = [
            "".join(game.ground((file, rank)) for file in range(game.board.files))
            for rank in reversed(range(game.board.ranks))
        ]
        self.engine.expect("terrain", ["/".join(rows), "ok"])
        return game

    def set_up(self, scenario, game):
        """The start with a hidden set-up of both sides, from the book or at random, and the lot for the first turn."""
        files, ranks = game.board.files, game.board.ranks
        depth = game.middle.start
        units = {}
        for side in self.random.sample([WHITE, BLACK], 2):
            book = {cell: (side, kind) for cell, kind in scenario.book.items()}
            if self.chance(0.5):
                self.engine.obey(f"setup {NAME[side]} book 1")
            else:
                zone = [(x, y) for x in range(files) for y in range(depth)]
                book = dict(zip(self.random.sample(zone, len(book)), book.values()))
                home = Position(game, {turned(game, cell) if side else cell: unit for cell, unit in book.items()})
                rows = home.rows().split("/")
                rows = rows[:depth] if side else rows[-depth:]
                self.engine.obey(f"setup {NAME[side]} {'/'.join(rows)}")
            units |= {turned(game, cell) if side else cell: unit for cell, unit in book.items()}
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
            army = sorted(scenario.book.values(), key=lambda kind: self.random.random())
            needed = [kind for kind in army if kind in ("CP", "SC", "C")]
            needed = [kind for kind in needed if self.chance(0.8) or {"banner", "commander"} & game.options]
            leaders = [kind for kind in army if game.rules.kinds[kind].level and kind not in needed + ["SC", "C"]]
            count = game.cap if "short" in game.options else self.random.randint(1, 6)
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
        )

    def tows(self, game, units, side):
        """Pairs of a side that its last turn may have left in tow."""
        tows = {}
        loads = {"SC": "CP", "TC": "A", "IC": "A", "AC": "A", "T": "I"} if game.rules is ONE else {}
        for tower, (owner, kind) in sorted(units.items()):
            grounds = (OPEN, TOWN, HILL) if kind == "T" else (OPEN, TOWN)
            if owner == side and kind in loads and game.ground(tower) in grounds and self.chance(0.6):
                near = [cell for cell in game.board.neighbors[tower] if units.get(cell) == (side, loads[kind])]
                near = [cell for cell in near if cell not in tows and game.ground(cell) in grounds]
                if near:
                    tows[self.random.choice(near)] = tower
        return tows

    def round(self, number, scenarios):
        """One game: in turn each scenario, from its start or from a fight, each switch on in one of two such games."""
        scenario = scenarios[number % len(scenarios)]
        visit = number // len(scenarios)
        dice = random.Random(f"{self.seed} {scenario.name} {visit // 2}")
        switches = {key for key in scenario.switches if (dice.random() < 0.5) != (visit % 2 == 1)}
        game = self.load(scenario, switches)
        if visit % 8 in (2, 5):
            self.play(self.set_up(scenario, game), 40)
            return
        for _ in range(6):
            position = self.fight(scenario, game)
            self.engine.obey("position " + position.text())
            if self.chance(0.2):
                self.perft(position, 60)
            self.play(position, self.random.choice([15, 60]))


def turned(game, cell):
    return (game.board.files - 1 - cell[0], game.board.ranks - 1 - cell[1])


def main():
    parser = argparse.ArgumentParser(description="Compares `warlord engine` with a telling of the WarGame rulebook.")
    parser.add_argument("program", help="the warlord program")
    parser.add_argument("--seconds", type=float, default=20, help="stop after so many seconds")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games in any case")
    parser.add_argument("--seed", type=int, default=1, help="play the same games again")
    parser.add_argument("--first", type=int, default=0, help="begin with this game")
    parser.add_argument("--only", help="play this built-in scenario only")
    arguments = parser.parse_args()
    wargame_cases.self_test()
    scenarios = [scenario for scenario in SCENARIOS if arguments.only in (None, scenario.name)]
    assert scenarios, "no such scenario"
    engine = Engine(arguments.program)
    judge = Judge(engine, arguments.seed)
    end = time.monotonic() + arguments.seconds
    try:
        for number in range(arguments.first, arguments.games):
            if time.monotonic() > end:
                break
            judge.random = random.Random(f"{arguments.seed} {number}")
            judge.round(number, scenarios)
    except Difference as difference:
        print(difference)
        print(f"seed {arguments.seed}, game {number}: --seed {arguments.seed} --first {number} plays it again")
        return 1
    finally:
        engine.process.stdin.close()
        engine.process.wait(10)
    for counts in (judge.counts, judge.deeds, judge.endings):
        print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print("no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
