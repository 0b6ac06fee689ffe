#!/usr/bin/env python3
"""An independent judge of the rules of War Lord Tourney.

The judge plays random games through `warlord engine` and compares status, orders, terrain, texts, counts and refusals with
the telling in tourney_telling.py, with no option, each option alone, all pairs, and all together. Some games begin with the
set-up or a muster, most in the middle of a fight. Each game has its own temper: careless, fighting, storming, hunting the royals,
recalling and freeing. The report says how many games each set of options had; a difference comes with the commands that show it.
Status 1 on any difference. The telling tests itself first (tourney_cases.py).

usage: tourney_oracle.py --engine WARLORD [--seconds N] [--games N] [--seed N] [--options none|each|pairs|all|mixed|KEY=VALUE,...]
       [--scenario S] [--first N] [--faults N]
       tourney_oracle.py --self [--games N]

Python 3.11 or newer, standard library only.
"""

import argparse
import itertools
import pathlib
import random
import re
import sys
import time
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from engine_oracle import Difference, Engine
from tourney_board import NAMES, RED, Options, cell_name
from tourney_fights import CARDS
from tourney_telling import Position, Secret
from tourney_text import brawl, random_muster, show, spoiled_muster

SINGLES = [
    {"wounds": "on"}, {"several": "2"}, {"several": "all"}, {"healing": "on"}, {"finishing": "on"}, {"sergeants": "on"},
    {"bowmen": "on"}, {"strategic": "on"}, {"enchanted": "on"}, {"veterans": "on"}, {"grand": "on"}, {"muster": "on"},
    {"chivalry": "on"}, {"winding-knights": "on"}, {"wizard": "on"}, {"wizard": "on", "bishop": "on"}, {"seats": "3"},
    {"seats": "4"}, {"seats": "4", "teams": "on"},
]


def fits(settings):
    """Whether the rulebook allows options together (6.1.1, 3.10), and says all there is to know of them."""
    many = settings.get("seats") in ("3", "4")
    if many and {"wizard", "bishop", "winding-knights"} & set(settings):
        return False
    # the 13x13 board has no wood on f6 where Ladies are held; corners belong to the zones of two seats
    return not ("winding-knights" in settings and "wizard" in settings) and not (many and "muster" in settings)


def joined(first, second):
    """Two sets of options as one; None where they say different things."""
    if any(first.get(key, value) != value for key, value in second.items()):
        return None
    both = first | second
    return both if both != first and both != second and fits(both) else None


def option_sets(choice, scenario=None):
    """The scenarios and settings that a word stands for."""
    nothing = [{}]
    pairs = [joined(one, other) for one, other in itertools.combinations(SINGLES, 2)]
    pairs = [one for at, one in enumerate(pairs) if one and one not in pairs[:at]]
    everything = {
        key: "on" for key in (
            "wounds", "healing", "finishing", "sergeants", "bowmen", "enchanted", "veterans", "grand", "chivalry", "muster",
        )
    } | {"several": "2"}
    men = {key: value for key, value in everything.items() if key != "muster"}
    strategic = {key: value for key, value in everything.items() if key != "wounds"} | {"strategic": "on"}
    whole = [
        everything, strategic, everything | {"several": "all"}, everything | {"winding-knights": "on"},
        strategic | {"winding-knights": "on"}, everything | {"wizard": "on"}, everything | {"wizard": "on", "bishop": "on"},
        strategic | {"wizard": "on", "bishop": "on"}, men | {"seats": "3"}, men | {"seats": "4"},
        men | {"seats": "4", "teams": "on"},
    ]
    groups = {"none": nothing, "each": SINGLES, "pairs": pairs, "all": whole}
    if choice in groups:
        settings = groups[choice]
    else:
        settings = [dict(word.split("=") for word in choice.split(","))]
    found = []
    for chosen in settings:
        large = "seats" in chosen or "winding-knights" in chosen
        names = ["tourney", "tourney-4"] if "seats" in chosen else ["tourney"]
        if not large:
            names.append("tourney-hills")
        if len(chosen) < 2 and not large:
            names += ["tourney-grand"] * ("grand" not in chosen) + ["tourney-small"] * ("wizard" not in chosen)
        found += [(name, chosen) for name in ([scenario] if scenario else names)]
    return found


def label(scenario, settings):
    return " ".join([scenario, *(f"{key}={value}" for key, value in settings.items())])


class Temper:
    """What a game likes: weights of the sorts of orders."""

    def __init__(self, dice):
        self.dice = dice
        self.kind = dice.choice(["random", "fighting", "fighting", "storming", "storming", "hunting", "ladies"])
        self.weight = {
            sort: dice.choice([0.3, 1, 1, 3]) for sort in
            ("attack", "royal", "storm", "green", "near", "walk", "recall", "shoot", "wander", "raise", "end", "heal")
        }
        if self.kind != "random":
            self.weight["end"] = 0.05
        if self.kind == "fighting":
            self.weight |= {"attack": 30, "royal": 30, "near": 3, "shoot": 10}
        elif self.kind == "storming":
            self.weight |= {"storm": 60, "green": 20, "near": 5}
        elif self.kind == "hunting":
            self.weight |= {"royal": 60, "attack": 5, "near": 4, "shoot": 5}
        elif self.kind == "ladies":
            self.weight |= {"recall": 15, "green": 15, "attack": 10, "heal": 25}
        self.slay = dice.choice([0.1, 0.5, 0.9])
        self.decline = dice.choice([0.1, 0.2, 0.6])
        self.high = dice.choice([0.1, 0.33, 0.8])
        self.same = dice.choice([0, 0, 0.5, 0.9])  # to the same card, so that double kills come

    def sort(self, position, deed):
        what = deed[0]
        if what in ("end", "recall", "shoot", "wander", "raise"):
            return what
        unit, cell = deed[1], deed[2]
        seat = position.board.castle_at.get(cell)
        if seat is not None and seat != unit.owner:
            return "storm"
        enemies = position.enemies_at(cell, unit.owner)
        if enemies:
            return "royal" if any(one.kind in "WL" for one in enemies) else "attack"
        if any(one.down for one in position.friends_at(cell, unit.owner)):
            return "heal"
        if any(cell == green for seat, green in position.board.greens.items() if seat != unit.owner):
            return "green"
        start = position.cell(unit)
        goals = [position.board.greens[seat] for seat in position.players_in() if not position.friends(seat, unit.owner)]
        far = lambda at: min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in goals) if goals else 0
        return "near" if far(cell) < far(start) else "walk"

    def choose(self, position, orders, side):
        dice = self.dice
        what = position.ask[0]
        texts = sorted(orders)
        if what == "move":
            weights = [self.weight[self.sort(position, orders[text])] for text in texts]
            return dice.choices(texts, weights)[0]
        if what == "cards" and dice.random() < 0.7:
            chosen = []
            for man, foe in position.pairs(side):
                card = dice.choice([card for card in CARDS if (card[0] == "H") == (dice.random() < self.high)] or CARDS)
                if dice.random() < self.same:
                    card = "MH" if man in position.fight.attackers else "LH"
                chosen.append(f"{card} {position.name(man)}:{position.enemy_name(foe, side)}")
            return "card " + " ".join(chosen)
        if what in ("fate", "lying"):
            share = {"slay": self.slay, "capture": 1 - self.slay, "decline": 0.2}
            return dice.choices(texts, [share[text.split()[0]] for text in texts])[0]
        if what == "heir" and "decline" in orders:
            return "decline" if dice.random() < self.decline else dice.choice(texts)
        return dice.choice(texts)


class Judge:
    """Plays and compares."""

    def __init__(self, program, seed):
        self.program = program
        self.engine = Engine(program)
        self.seed = seed
        self.dice = random.Random(seed)
        self.games = Counter()
        self.counts = Counter()
        self.deeds = Counter()
        self.endings = Counter()
        self.pool = [
            "end", "card HM d8:d8", "slay a1", "capture e5", "free knight", "free warlord", "decline", "succeed knight",
            "succeed footman", "lady promote", "lady trade", "lady castle", "aim H", "parry M", "recall e5", "fight d4",
            "wander e7 1", "shoot c2:c4", "raise Kd8-f6", "e2-e3", "f2-f4", "card HH d8:d8", "pass", "e2-z9", "f1-f2-f3",
        ]
        self.left = set()

    def chance(self, share):
        return self.dice.random() < share

    def differ(self, command, expected, found):
        raise Difference(self.engine, command, expected, found)

    # --- comparing ----------------------------------------------------------------------------------------------------

    def status(self, position):
        lines = self.engine.ask("status")
        to_act = position.to_act()
        words = " ".join("lots" if side == "lots" else NAMES[side] for side in to_act) or "nobody"
        expected = [f"to-act {words}", f"turn {position.turn}", "left", f"outcome {position.outcome or 'none'}", "ok"]
        shown = list(lines)
        if len(lines) == 5 and re.fullmatch(r"left \d+", lines[2]):
            shown[2] = "left"
            if position.ask == ("move",) and not position.outcome:
                self.left.add((position.options.several, position.made, lines[2]))
        if shown != expected:
            self.differ("status", expected, lines)

    def compare(self, position, begins):
        """Status and orders of a decision, and the text at the beginning of a turn; returns the orders by side."""
        self.status(position)
        self.counts["decisions"] += 1
        to_act = position.to_act()
        if to_act == [] or to_act == ["lots"]:
            self.engine.expect("orders", ["ok"])
            return {}
        listed = {}
        for side in to_act:
            listed[side] = position.orders(side)
            self.engine.expect(f"orders {NAMES[side]}", sorted(listed[side]) + ["ok"])
            self.counts["orders"] += len(listed[side])
        if not position.secret():
            self.engine.expect("orders", sorted(listed[to_act[0]]) + ["ok"])
        if self.chance(0.2):
            for side in set(position.options.players()) - set(to_act):
                self.engine.expect(f"orders {NAMES[side]}", ["ok"])
        if begins:
            self.engine.expect("show", ["position " + show(position), "ok"])
            self.counts["texts"] += 1
        return listed

    def read_back(self, position, begins):
        """`position <show>` reads back to the same text and orders."""
        if position.given or position.to_act() in ([], ["lots"]):
            return
        shown = self.engine.ask("show")
        if len(shown) != 2 or not shown[0].startswith("position "):
            self.differ("show", "position …", shown)
        if not begins and self.chance(0.5):
            # from elsewhere, so that nothing of the present position helps
            self.engine.ask("do end")
        self.engine.obey(shown[0])
        self.engine.expect("show", shown)
        self.counts["read back"] += 1

    def refusals(self, position, listed):
        """Orders that are not legal here."""
        to_act = position.to_act()
        if not to_act or to_act == ["lots"]:
            return
        for _ in range(self.dice.choice([1, 2, 4])):
            side = self.dice.choice(to_act)
            text = self.mutated(self.dice.choice(self.pool))
            if not text or text in listed[side]:
                continue
            whose = f"{NAMES[side]} " if position.secret() else ""
            answer = self.engine.ask(f"why {whose}{text}")
            # a mutation may leave the notation, which is an error of the command
            is_error = len(answer) == 1 and answer[0].startswith("error ") and " is no order" in answer[0]
            is_illegal = len(answer) == 2 and re.match(r"illegal \S+ \S", answer[0]) and answer[1] == "ok"
            if not is_error and not is_illegal:
                self.differ(f"why {whose}{text}", "illegal …", answer)
            self.engine.refuses(f"do {whose}{text}")
            self.counts["refusals"] += 1

    def mutated(self, text):
        """The order, or one with a cell, a number or a word of it changed."""
        manner = self.dice.randrange(5)
        cells = list(re.finditer(r"[a-m]\d+", text))
        if manner == 1 and cells:
            match = self.dice.choice(cells)
            return text[: match.start()] + cell_name((self.dice.randrange(11), self.dice.randrange(11))) + text[match.end() :]
        if manner == 2:
            words = text.split()
            words[self.dice.randrange(len(words))] = self.dice.choice(
                ["knight", "lady", "warlord", "HM", "LL", "d8:d8", "end", "free", "capture", "slay", "2", "3"]
            )
            return " ".join(words)
        if manner == 3:
            return text + self.dice.choice([" e5", " end", "x", " red", " HM d8:d8"])
        return text

    def count(self, position):
        """`perft` against the telling's count."""
        depth = 2 if self.chance(0.3) and len(position.orders()) < 60 else 1
        try:
            number = position.perft(depth)
        except Secret:
            return
        self.engine.expect(f"perft {depth}", [str(number), "ok"])
        self.counts[f"perft {depth}"] += 1

    # --- a game -------------------------------------------------------------------------------------------------------

    def start(self, options):
        """The scenario with its set-up, musters and the lot, or a position in the middle of a fight."""
        engine = self.engine
        engine.obey("scenario " + options.words())
        board = options.board()
        if not options.muster:
            engine.expect("terrain", [board.rows(), "ok"])
        if not self.chance(0.3):
            position = brawl(options, self.dice, board)
            engine.obey("position " + show(position))
            return position
        if options.muster:
            position = Position(options, board)
            waiting = options.players()
            for side in self.dice.sample(waiting, len(waiting)):
                shown = engine.ask("status")
                words = "to-act " + " ".join(NAMES[one] for one in sorted(waiting))
                if shown[0] != words:
                    self.differ("status", words, shown)
                rows = random_muster(position, side, self.dice)
                if self.chance(0.3):
                    engine.refuses(f"setup {NAMES[side]} {spoiled_muster(rows, self.dice)}")
                engine.obey(f"setup {NAMES[side]} {rows}")
                waiting.remove(side)
            position.ask = ("first",)
            self.counts["musters"] += 1
        else:
            position = Position.start(options, board)
        self.status(position)
        value = self.dice.getrandbits(64)
        engine.obey(f"lots {value}")
        position.lots(value)
        return position

    def play(self, scenario, settings):
        options = Options(scenario, settings)
        position = self.start(options)
        temper = Temper(self.dice)
        last = position.turn + self.dice.choice([6, 12, 25, 80])
        begins = True
        undoable = False
        while True:
            listed = self.compare(position, begins)
            if not position.to_act():
                self.endings[position.outcome.split()[-1]] += 1
                break
            if position.turn >= last:
                self.endings["stopped"] += 1
                break
            if self.chance(0.1):
                self.refusals(position, listed)
            if undoable is False and self.chance(0.05) and position.to_act() != ["lots"] and not position.given:
                self.engine.refuses("undo")
            if self.chance(0.1):
                self.read_back(position, begins)
                self.compare(position, begins)
                undoable = False
            if not position.secret() and position.to_act() != ["lots"] and self.chance(0.03):
                self.count(position)
            begins, undoable = self.decide(position, listed, temper, undoable)
        self.counts["turns"] += position.turn
        self.counts["games"] += 1

    def decide(self, position, listed, temper, undoable):
        """One decision; returns whether a turn begins then, and whether the engine can take an order back, None if open."""
        if position.to_act() == ["lots"]:
            value = self.dice.choice([self.dice.getrandbits(64), self.dice.randrange(8)])
            self.engine.obey(f"lots {value}")
            position.lots(value)
            return self.begins(position), False
        turn = position.turn
        if position.secret():
            side = self.dice.choice(position.to_act())
            text = temper.choose(position, listed[side], side)
            self.pool[self.dice.randrange(25, 400) if len(self.pool) >= 400 else len(self.pool) :] = [text]
            self.note(position, text, listed[side].get(text))
            self.engine.obey(f"do {NAMES[side]} {text}")
            position.do(text, side)
            return position.turn != turn, False
        side = position.to_act()[0]
        text = temper.choose(position, listed[side], side)
        if len(self.pool) < 400:
            self.pool.append(text)
        else:
            self.pool[self.dice.randrange(25, 400)] = text
        before = position.copy()
        was = position.ask[0]
        self.note(position, text, listed[side][text])
        self.engine.obey(f"do {text}")
        position.do(text, side)
        fresh = position.turn != turn
        keeps = not fresh and position.outcome is None and text != "end" and position.to_act() == [side]
        if keeps and self.chance(0.1):
            self.engine.obey("undo")
            self.compare(before, was == "move" and before.made == 0)
            self.engine.obey(f"do {text}")
            self.counts["undone"] += 1
        if text != "end" and (position.secret() or position.to_act() == ["lots"]):
            return fresh, None  # whether what only announces a secret step or a lot can be taken back, the texts leave open
        return fresh, keeps

    def begins(self, position):
        return position.ask == ("move",) and position.made == 0

    def note(self, position, text, deed):
        """Counts what happens, to know that everything does."""
        what = position.ask[0]
        word = text.split()[0] if " " in text or text in ("end", "decline") else "move"
        if what == "cards":
            fight = position.fight
            sizes = sorted(sum(not unit.felled for unit in units) for units in (fight.attackers, fight.defenders))
            self.deeds[f"cards {sizes[1]}-{sizes[0]}"] += 1
        elif what == "move" and word == "move":
            self.deeds["storms"] += position.board.castle_at.get(deed[2], deed[1].owner) != deed[1].owner
        elif what in ("heir", "lying"):
            self.deeds[f"{what} {' '.join(text.split()[:2]) if what == 'heir' else word}"] += 1
        elif word != "end":
            self.deeds[f"{word} ({what})" if word in ("capture", "slay") else word] += 1


def main():
    parser = argparse.ArgumentParser(description="Compares `warlord engine` with a telling of the rulebook of War Lord Tourney.")
    parser.add_argument("program", nargs="?", help="the warlord program")
    parser.add_argument("--engine", help="the same")
    parser.add_argument("--self", action="store_true", help="play without an engine and hold the rulebook's cases against the telling")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many seconds")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games")
    parser.add_argument("--seed", type=int, default=1, help="play the same games again")
    parser.add_argument("--first", type=int, default=0, help="begin with this game")
    parser.add_argument("--options", default="mixed", help="none, each, pairs, all, mixed, or KEY=VALUE,...")
    parser.add_argument("--scenario", help="play this scenario only")
    parser.add_argument("--faults", type=int, default=1, help="stop at this many differences")
    arguments = parser.parse_args()
    import tourney_cases

    if arguments.self:
        games = arguments.games if arguments.games < 1_000_000 else 300
        tourney_cases.self_check(games, arguments.seed)
        print(f"{games} games of the telling alone; the rulebook's cases hold")
        return 0
    tourney_cases.self_check(0)
    program = arguments.engine or arguments.program
    if not program:
        parser.error("the program is needed, or --self")
    if arguments.seconds == 1e9 and arguments.games == 1_000_000:
        arguments.seconds = 20
    words = ["none", "each", "pairs", "all"] if arguments.options == "mixed" else [arguments.options]
    groups = [option_sets(word, arguments.scenario) for word in words]
    for group in groups:
        random.Random(arguments.seed).shuffle(group)
    judge = Judge(program, arguments.seed)
    end = time.monotonic() + arguments.seconds
    faults = 0
    for number in range(arguments.first, arguments.games):
        if time.monotonic() > end:
            break
        turn, place = divmod(number, len(groups))
        scenario, settings = groups[place][turn % len(groups[place])]
        judge.dice = random.Random(f"{arguments.seed} {number}")
        judge.games[words[place]] += 1
        judge.games[label(scenario, settings)] += 1
        try:
            judge.play(scenario, settings)
        except Difference as difference:
            faults += 1
            print(difference)
            print(f"--seed {arguments.seed} --first {number} --games {number + 1} --options {arguments.options} plays it again\n")
            judge.engine.process.kill()
            judge.engine = Engine(program)
            if faults >= arguments.faults:
                break
    judge.engine.process.stdin.close()
    judge.engine.process.wait(10)
    print(f"{judge.counts.pop('games', 0)} games without a difference, {faults} with one")
    for name, count in sorted(judge.games.items()):
        print(f"{count:6} {name}")
    for counts in (judge.counts, judge.deeds, judge.endings):
        print(", ".join(f"{count} {what}" for what, count in sorted(counts.items()) if count))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
