#!/usr/bin/env python3
"""An independent judge of sides that several members share.

The judge knows section 7 of the rulebook (docs/rules/warlord.md) and *Shared sides* of the engine protocol (docs/engine.md), and
nothing of the program's code. It plays random games through `warlord engine`:

- `share=leaders` on all scenarios of Warlord and on some made up, with one to four members a side, some of them without leaders: whose
  part it is, what each member may order, what is refused and by which paragraph, `done`, `later`, `end`, steps back, counts, digests,
  and the members of the leaders as the text of a position says them, taken again at the beginnings of turns;
- `share=turns` in all three families, with the games of the other oracles: who has the turn, who decides what else a side is asked, and
  what the others are refused.

Before the games it says what must be refused, and what the rulebook's sentences come to in a few fixed positions. At the first
difference it prints the commands that reproduce it and stops with status 1.

usage: shared_oracle.py WARLORD [--seconds N] [--games N] [--seed N] [--first N] [--only leaders|tourney|wargame|warlord]

Python 3.11 or newer, standard library only.
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter

import wargame_oracle
from engine_oracle import (
    BLACK, HILL, LEVEL, NAME, NEVER, ORTHOGONAL, WHITE, Difference, Engine, Game, Judge, Position, cell_name,
)

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tourney"))
import tourney_oracle

MOST = 8  # members of a side


def dealt(units, members):
    """The members of leaders and promoted leaders that nobody set up in secret (7.2, 7.7): equal shares from the left, on one file
    the lower rank first; the first members have one more."""
    owner = {}
    for side, count in enumerate(members):
        # Reading: promoted leaders of a text without the field are dealt with the others; the rulebook does not say.
        cells = sorted(cell for cell, (whose, kind) in units.items() if whose == side and kind in "LDTU")
        share, more = divmod(len(cells), count)
        hands = [member for member in range(count) for _ in range(share + (member < more))]
        owner |= zip(cells, hands)
    return owner


class SharedPosition(Position):
    """A position of a game with `share=leaders`, in the middle of a part."""

    def __init__(self, game, units, owner=None, **rest):
        self.owner = dealt(units, game.members) if owner is None else owner  # cell of a leader or promoted leader -> member
        super().__init__(game, units, **rest)

    def copy(self):
        twin = super().copy()
        for name in ("owner", "queue", "late"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # --- parts (7.3) ------------------------------------------------------------------------------------------------

    def begin_turn(self):
        self.queue = list(range(self.game.members[self.side]))  # the open parts; the first is under way
        self.late = set()  # the members who have put off their part
        self.begin_part()
        super().begin_turn()

    def begin_part(self):
        self.has_ordered = self.part_moved = False

    @property
    def member(self):
        return self.queue[0]

    def closings(self):
        """What may close the part."""
        found = {}
        if len(self.queue) == 1 or self.member == 0:
            found["end"] = ("end",)
        if len(self.queue) > 1:
            found["done"] = ("done",)
            if not self.has_ordered and self.member not in self.late:
                found["later"] = ("later",)
        return found

    # --- what a member commands (7.2, 7.4) --------------------------------------------------------------------------

    def key(self):
        # a position is another one where another member has a leader: the text says it
        return *super().key(), tuple(sorted(self.owner.items()))

    def block_member(self, turn):
        """The member of the units that are due on that turn (7.4)."""
        turns = self.game.due_turns(self.side)
        # Reading: a text may name turns on which the scenario has no block; these are the captain's. The rulebook does not say.
        return turns.index(turn) % self.game.members[self.side] if turn in turns else 0

    def due(self):
        if self.part_moved:
            return []
        waiting = [entry for entry in self.waiting[self.side] if entry[0] <= self.own_turn()]
        return [entry for entry in waiting if self.block_member(entry[0]) == self.member]

    def activators(self, cell):
        near = range(-self.game.range, self.game.range + 1)
        at = ((cell[0] + dx, cell[1] + dy) for dx in near for dy in near)
        names = {self.names[place] for place in at if place in self.names and self.owner[place] == self.member}
        kind = self.units[cell][1]
        if kind == "U" and self.owner[cell] == self.member or kind == "N" and self.game.options["self-activating"]:
            names.add("self")
        return names

    def orders(self):
        found = super().orders()
        if not found:
            return found
        found.pop("end")
        for text in [text for text, order in found.items() if order[0] == "swap" and self.owner[order[1]] != self.member]:
            found.pop(text)
        return found | self.closings()

    def apply(self, order):
        what = order[0]
        if what == "done":
            self.queue.pop(0)
            self.begin_part()
            return
        if what == "later":
            self.late.add(self.member)
            self.queue.append(self.queue.pop(0))
            self.begin_part()
            return
        if what != "end":
            self.has_ordered = True
            self.part_moved |= what != "enter"
        member = self.member
        super().apply(order)
        if what == "swap":
            self.owner[order[2]] = self.owner.pop(order[1])
        elif what == "enter" and order[1] in "LDTU":
            self.owner[order[2]] = member
        elif what == "move":
            _, cell, to = order
            self.owner.pop(to, None)
            if cell in self.owner:
                self.owner[to] = self.owner.pop(cell)
            elif self.units[to][1] == "U":
                self.owner[to] = member

    # --- what is told -----------------------------------------------------------------------------------------------

    def identity(self):
        parts = tuple(self.queue), frozenset(self.late), self.has_ordered, self.part_moved
        return *super().identity(), frozenset(self.owner.items()), parts

    def digits(self):
        cells = sorted(self.owner, key=lambda cell: (-cell[1], cell[0]))
        digits = lambda side: "".join(str(self.owner[cell]) for cell in cells if self.units[cell][0] == side)
        return f"{digits(WHITE)}/{digits(BLACK)}"

    def text(self):
        text = super().text()
        return text + f" members={self.digits()}" if max(self.game.members) > 1 else text

    # --- why not ----------------------------------------------------------------------------------------------------

    def refused_for_sharing(self):
        """Orders of the side that the member may not give, and the paragraph that says so."""
        found = {text: "7.3" for text in ("done", "later", "end") if text not in self.closings()}
        if self.outcome or max(self.game.members) == 1:
            return {}
        own = {kind for _, kind in self.due()}
        for turn, kind in self.waiting[self.side] if not self.part_moved else []:
            if kind in own or turn > self.own_turn():
                continue
            for cell in self.game.zones[self.side]:
                if cell not in self.units and (self.game.ground(cell), kind) not in NEVER:
                    found[f"+{kind}@{cell_name(cell)}"] = "7.4"
        if self.left == 0:
            return found
        for cell, (side, kind) in self.units.items():
            if side != self.side or cell in self.moved:
                continue
            if not self.activators(cell):
                near = super().activators(cell)
                # Reading: for a promoted leader of another member, out of range of all leaders, either paragraph will do.
                paragraph = "" if near == {"self"} else "7.2" if near else "2.2"
                found |= {f"{cell_name(cell)}-{cell_name(to)}": paragraph for to in self.reach(cell)}
            is_mates = kind in LEVEL and self.owner[cell] != self.member
            if is_mates and self.game.options["swap"] and self.game.ground(cell) != HILL:
                if not self.matches(self.moves, self.spent | {self.names[cell]}):
                    continue
                for dx, dy in ORTHOGONAL:
                    to = (cell[0] + dx, cell[1] + dy)
                    if self.units.get(to) == (side, "C") and to not in self.moved:
                        found[f"{cell_name(cell)}<>{cell_name(to)}"] = "7.2"
        return found


class SharedGame(Game):
    """What a scenario fixes, and who shares it."""

    members = (2, 2)

    def due_turns(self, side):
        """The turns on which a side's blocks are due."""
        return sorted(set(self.enters or [turn for turn, _ in self.blocks[side]]))


class LeadersJudge(Judge):
    """Plays and compares games with `share=leaders`."""

    position = SharedPosition

    def __init__(self, engine, seed):
        super().__init__(engine, seed)
        self.back = 0.1, 0.5
        self.counts |= dict.fromkeys(["parts", "put off", "entered", "narrowed", "texts taken again", "turns found"], 0)
        self.paragraphs = Counter()

    # --- comparing --------------------------------------------------------------------------------------------------

    def seating(self, game):
        """One to four members a side, one side of two at least shared; now and then as many as there may be."""
        game.__class__ = SharedGame
        while True:
            game.members = [self.random.choice([1, 2, 2, 3, 4]) for _ in (WHITE, BLACK)]
            if self.chance(0.05):
                game.members[self.random.choice([WHITE, BLACK])] = self.random.randint(5, MOST)
            if max(game.members) > 1 or self.chance(0.05):
                break
        words = ["share=leaders"]
        if game.members[BLACK] == 1 and self.chance(0.5):
            words.append(f"members={game.members[WHITE]}")
        elif game.members != [2, 2] or self.chance(0.5):
            words.append("members={},{}".format(*game.members))
        self.random.shuffle(words)
        return words

    def sharing(self, game, position=None):
        if max(game.members) == 1:
            return []
        lines = ["share leaders", *(f"members {NAME[side]} {game.members[side]}" for side in (WHITE, BLACK))]
        if position and not position.outcome and game.members[position.side] > 1:
            lines.append(f"member {NAME[position.side]} {position.member}")
        return lines

    def ask_aside(self, position, orders):
        super().ask_aside(position, orders)
        if position.outcome or max(position.game.members) == 1:
            return
        refused = position.refused_for_sharing()
        for text in self.random.sample(sorted(refused), min(3, len(refused))) + ["done", "later", "end"]:
            expected = "legal" if text in orders else f"illegal {refused[text]} ".replace("  ", " ")
            answer = self.engine.ask(f"why {text}")
            if len(answer) != 2 or not (answer[0] + " ").startswith(expected) or answer[1] != "ok":
                raise Difference(self.engine, f"why {text}", expected, answer)
            if text in refused:
                self.refuse(f"do {text}")
                self.paragraphs[refused[text]] += 1
        self.narrow(position, orders)
        if self.chance(0.2) and len(position.units) < 100:
            self.find(position)
        if self.chance(0.3):
            self.refuse("position " + self.other_members(position))

    def width(self, position):
        # a member without leaders has few orders where the next one, or the enemy, has many
        after, widest = position.copy(), 0
        for _ in range(sum(position.game.members)):
            orders = after.orders()
            widest = max(widest, len(orders))
            if orders:
                after.apply(("done",) if "done" in orders else ("end",))
        return widest

    def before_the_start(self, game, to_act):
        super().before_the_start(game, to_act)
        if max(game.members) > 1 and self.chance(0.3):
            # all members make a set-up together, so that it is each one's to make
            commands = [f"orders {side}" for side in to_act.split() if side != "lots"]
            listed = [self.engine.ask(command) for command in commands]
            self.engine.expect(f"member {self.random.randrange(max(game.members))}", ["ok"])
            for command, lines in zip(commands, listed):
                self.engine.expect(command, lines)
            self.engine.expect("member", ["ok"])

    def narrow(self, position, orders):
        """Everything again for single members."""
        side, most = position.side, max(position.game.members)
        for member in self.random.sample(range(most), min(2, most)):
            self.engine.expect(f"member {member}", ["ok"])
            decides = position.game.members[side] == 1 or member == position.member
            listed = sorted(orders) if decides else []
            self.engine.expect("orders", listed + ["ok"])
            self.engine.expect(f"orders {NAME[side]}", listed + ["ok"])
            self.engine.expect(f"orders {NAME[1 - side]}", ["ok"])
            cell = self.random.choice(sorted(position.units) or [(0, 0)])
            own = [text for text, order in orders.items() if order[0] in ("move", "swap") and order[1] == cell]
            self.engine.expect(f"orders {cell_name(cell)}", (sorted(own) if decides else []) + ["ok"])
            text = self.random.choice(sorted(orders))
            self.engine.expect(
                f"why {text}", ["legal" if decides else f"illegal share it is the part of member {position.member}", "ok"]
            )
            if not decides:
                answer = self.engine.ask(f"do {text}")
                if not answer[0].startswith(f"error illegal share it is the part of member {position.member}"):
                    raise Difference(self.engine, f"do {text}", "error illegal share …", answer)
                self.refuse("go nodes 1")
            self.counts["narrowed"] += 1
        if self.chance(0.1):
            self.refuse(f"member {most}")
        self.engine.expect("member", ["ok"])

    def find(self, position):
        """What the computer finds is legal: its part, or all parts of the turn that are left."""
        is_part = self.chance(0.5)
        if is_part:
            self.engine.expect(f"member {position.member}", ["ok"])
        command = f"go nodes {self.random.randint(1, 40)} seed {self.random.randrange(100)}"
        answer = self.engine.ask(command)
        self.engine.expect("member", ["ok"])
        after = position.copy()
        turn = [line for line in answer[:-1] if not line.startswith("info ")]
        for at, text in enumerate(turn):
            orders = after.orders()
            if text not in orders:
                raise Difference(self.engine, command, f"a legal order in place of {text}", answer)
            after.apply(orders[text])
            closes = text in ("end", "done", "later") if is_part else text == "end"
            if (closes or after.outcome is not None) != (at + 1 == len(turn)):
                raise Difference(self.engine, command, "the whole part" if is_part else "the whole turn", answer)
        if not turn or answer[-1] != "ok":
            raise Difference(self.engine, command, "a turn", answer)
        self.counts["turns found"] += 1

    def other_members(self, position):
        """The position's text with a field of the members that does not go with it."""
        white, black = position.digits().split("/")
        rest = position.text().rsplit(" ", 1)[0]
        stranger = str(position.game.members[WHITE])
        wrong = [f"{white}0/{black}", f"{white}/{black}0", f"{white}{black}", f"{white}/{black}/", f"{white}/{black}/0", ""]
        wrong += [f"{white},{black}", f"{white}/{black} members={white}/{black}", f"{white}/{black} enter=L@3"]
        if white:
            wrong += [f"{first}{white[1:]}/{black}" for first in ("", stranger, "x", "-0")]
        return f"{rest} members={self.random.choice(wrong)}"

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, position, most):
        self.is_idle = self.chance(0.08)
        super().play(position, 2 * most)

    def choose(self, position, orders):
        """As ever, with parts closed often enough for all members to have theirs."""
        if not (position.has_moved or position.has_entered or position.has_ordered or position.late) and position.member == 0:
            self.take_again(position)
        closings = sorted(position.closings())
        self.counts["parts"] += not position.has_ordered
        text = super().choose(position, orders)
        if self.is_idle and self.chance(0.95) or position.left == 0 and self.chance(0.7):
            text = self.random.choice(closings)
        elif "later" in closings and self.chance(0.08):
            text = "later"
        elif text == "end" and "done" in closings or "done" in closings and self.chance(0.15):
            text = "done" if self.chance(0.9) else self.random.choice(closings)
        self.counts["put off"] += text == "later"
        self.counts["entered"] += text.startswith("+")
        return text

    def shuffle(self, position, orders, last):
        text = super().shuffle(position, orders, last)
        return text if text in orders else "done"

    def take_again(self, position):
        """At the beginning of a turn, where every part is open: the text of the position says all there is to know."""
        if len(position.queue) < position.game.members[position.side] or not self.chance(0.2):
            return
        self.engine.obey("position " + position.text())
        position.seen = {position.key(): 1}  # repetition counts from the loaded position (9.4)
        self.counts["texts taken again"] += 1

    def put(self, position):
        """As the text says, with members who command no leader; or without the field, and the leaders dealt."""
        if self.chance(0.3):
            text = position.text()
            self.engine.obey("position " + (text.rsplit(" ", 1)[0] if " members=" in text else text))
            return
        hands = [self.random.sample(range(count), self.random.randint(1, count)) for count in position.game.members]
        for cell in position.owner:
            position.owner[cell] = self.random.choice(hands[position.units[cell][0]])
        position.seen = {}
        position.begin_turn()
        self.engine.obey("position " + position.text())

    def set_up(self, game):
        """Each leader is its section's member's (7.2, 7.6)."""
        position = super().set_up(game)
        for side in (WHITE, BLACK):
            for number, section in enumerate(game.sections[side]):
                for cell in section:
                    if cell in position.owner and not game.enters:
                        position.owner[cell] = number % game.members[side]
        position.seen = {}
        position.begin_turn()
        return position


class TurnsEngine(Engine):
    """`warlord engine` with members who take their sides' turns in turn, for a judge who knows nothing of members: this one says
    `members` with each scenario, and at each `status` tries what single members may do."""

    def __init__(self, program):
        super().__init__(program)
        self.dice = random.Random(1)
        self.counts = Counter()
        self.ring = []  # the sides in the order of their turns
        self.members = {}
        self.turns = {}  # side -> which of its turns is its latest one
        self.at = None  # the number of the turn and whose it is
        self.deciders = {}  # of shared sides, while the latest `status` holds

    def obey(self, command):
        words = command.split()
        if words[0] == "scenario":
            command = " ".join([*words, *self.seating(words)])
            self.at, self.turns = None, {}
        elif words[0] == "position":
            self.at = None
        side = next((word for word in words[1:2] if word in self.members), min(self.deciders, default=None))
        member, self.deciders = self.deciders.get(side), {}
        says_it = words[0] == "do" and member is not None and self.dice.random() < 0.3
        if says_it:
            super().obey(f"member {member}")
        super().obey(command)
        if says_it:
            super().obey("member")

    def seating(self, words):
        """One to four members a side, for all sides or only the first ones."""
        options = dict(word.split("=", 1) for word in words[2:])
        sides = ["white", "black"]
        if "tourney" in words[1] and "/" not in words[1]:
            seats = options.get("seats", "4" if words[1] == "tourney-4" else "2")
            sides += ["red", "green"][: int(seats) - 2] if seats.isdigit() else []
            sides += ["red"] if options.get("wizard") == "on" else []
        clockwise = ["white", "green", "black", "red"] if len(sides) > 2 and options.get("wizard") != "on" else sides
        self.ring = [side for side in clockwise if side in sides]
        self.has_wizard = options.get("wizard") == "on"
        named = self.dice.randint(1, len(sides))
        counts = [self.dice.choice([1, 2, 2, 3, 4]) if at < named else 1 for at in range(len(sides))]
        self.members = dict(zip(sides, counts))
        found = ["members=" + ",".join(map(str, counts[:named]))]
        if self.dice.random() < 0.5:
            found.append("share=turns")
        self.dice.shuffle(found)
        return found

    def ask(self, command):
        answer = super().ask(command)
        if command != "status" or answer[-1] != "ok" or max(self.members.values(), default=1) == 1:
            return answer
        to_act = [side for side in answer[0].split()[1:] if side in self.members]
        self.follow(to_act, int(answer[1].split()[1]))
        self.deciders = {side: self.member(side) for side in to_act if self.members[side] > 1}
        shared = ["share turns", *(f"members {side} {count}" for side, count in self.members.items())]
        shared += [f"member {side} {self.deciders[side]}" for side in self.members if side in self.deciders]
        if answer[4:-1] != shared:
            raise Difference(self, command, shared, answer)
        self.counts["decisions"] += 1
        if to_act and self.dice.random() < 0.15:
            self.narrow(to_act)
        return answer[:4] + ["ok"]

    def follow(self, to_act, number):
        """Counts each side's turns."""
        shown = super().ask("show") if to_act else []
        if len(shown) != 2:
            return  # the game has not begun, or is over
        side = {letter[0]: letter for letter in self.ring}[shown[0].split()[2]]
        if (number, side) == self.at:
            return
        if self.at is None or number != self.at[0] + 1:
            self.take_up(side, number, shown[0])
        else:
            self.turns[side] += 1
        self.at = (number, side)

    def take_up(self, side, number, text):
        """A position that is loaded tells the number of its turn alone: a side's turns are counted as if none was out (Reading)."""
        ring = self.ring
        if self.has_wizard:
            first = self.first_of_three(side, number, text)
            ring = [first, "black" if first == "white" else "white", "red"]
        ago = {other: (ring.index(side) - ring.index(other)) % len(ring) for other in ring}
        self.turns = {other: (number - 1 - ago[other]) // len(ring) + 1 for other in ring}

    def first_of_three(self, side, number, text):
        if " first=b" in text:
            return "black"
        ahead = (number - 1) % 3
        if side == "red" or ahead == 2:
            return "white"
        return side if ahead == 0 else "black" if side == "white" else "white"

    def member(self, side):
        """Who decides for a side: whoever has its latest turn; before its first turn, who will have that."""
        return (max(self.turns.get(side) or 1, 1) - 1) % self.members[side]

    def narrow(self, to_act):
        """Members who do not decide are refused; who decides is not."""
        member = self.dice.randrange(max(self.members.values()))
        listed = {side: super(TurnsEngine, self).ask(f"orders {side}") for side in to_act}
        self.expect(f"member {member}", ["ok"])
        for side in to_act:
            decides = self.deciders.get(side, member) == member
            self.expect(f"orders {side}", listed[side] if decides else ["ok"])
            if len(listed[side]) < 2:
                continue
            text = self.dice.choice(listed[side][:-1])
            words = f"it is the turn of member {self.deciders.get(side)}"
            self.expect(f"why {side} {text}", ["legal", "ok"] if decides else [f"illegal share {words}", "ok"])
            if not decides:
                answer = super().ask(f"do {side} {text}")
                if len(answer) != 1 or not answer[0].startswith(f"error illegal share {words}"):
                    raise Difference(self, f"do {side} {text}", f"error illegal share {words} …", answer)
                self.refuses(f"go {side} nodes 1")
                self.counts["refusals"] += 1
        self.expect("member", ["ok"])
        self.counts["narrowed"] += 1


BARE = "16/16/16/16/16/16/3l12/3L2L9/4U11/16/16/16 w 1 0"
FIVE = BARE.replace("3L2L9", "LL1L2L1L7")
THREE = "6w6/5klf5/13/13/13/11(rK)1/11(rL)(rW)/11(rF)1/13/13/13/5FLK5/6W6"
APART = "15l/16/16/16/16/16/16/16/LL14/16/16/16 w 1 0"


def leaders(members, *options):
    """Loads a game."""
    return " ".join(["scenario clash-of-arms share=leaders short=0", f"members={members}", *options])


# the leaders of two members change places and back, while the enemy's goes to and fro
AROUND = [
    f"do {order}"
    for orders in (
        "a4-b5 done b4-a4 end p12-p11 end", "b5-b4 done end p11-p12 end",
        "b4-a5 done a4-b4 end p12-p11 end", "a5-a4 done end p11-p12 end",
    )
    for order in orders.split()
]

# what is said first, a command, and what its answer begins with
CASES = [
    # the deal of leaders (7.2, 7.7), more members than leaders, a member without leaders, one member alone
    (
        [leaders("3,2")], "show", "position 1h2n1h2h1n2h1/1l1cl1cllc1lc1l1/n2ii2ii2ii2n/1ii2ii2ii2ii1/16/16/16/16/1II2II2II2II1/"
        "N2II2II2II2N/1L1CL1CLLC1LC1L1/1H2N1H2H1N2H1 w 1 0 members=001122/000111",
    ),
    ([leaders("4,1"), f"position {FIVE}"], "show", f"position {FIVE} members=001231/0"),
    ([leaders("8,1"), f"position {BARE}"], "show", f"position {BARE} members=021/0"),
    ([leaders("2,1"), f"position {BARE} members=111/0"], "orders", "done"),
    ([leaders("1,1"), f"position {BARE}"], "show", f"position {BARE}"),
    # CAP is the side's: first come, first served (7.2, 7.3)
    ([leaders("3,1"), "do b4-a4", "do e3-e4", "do done", "do g4-g5"], "why o4-o5", "illegal 7.2 "),
    ([leaders("3,1"), "do b4-a4", "do e3-e4", "do done", "do g4-g5", "do done"], "why o4-o5", "legal"),
    ([leaders("3,1"), "do b4-a4", "do e3-e4", "do done", "do g4-g5", "do j4-j5", "do done"], "why o4-o5", "illegal 2.1 "),
    # the captain ends the turn for all; `later` once, and not after an order
    ([leaders("3,1"), "do end"], "status", "to-act black"),
    ([leaders("3,1"), "do done"], "why end", "illegal 7.3 "),
    ([leaders("3,1"), "do later", "do later", "do later"], "why later", "illegal 7.3 "),
    ([leaders("3,1"), "do later", "do later", "do later"], "why end", "legal"),
    ([leaders("3,1"), "do later", "do done", "do done"], "why later", "illegal 7.3 "),
    ([leaders("3,1"), "do b4-b5"], "why later", "illegal 7.3 "),
    ([leaders("3,1"), "do b4-b5", "undo"], "why later", "legal"),
    # no step back over the beginning of a part
    ([leaders("3,1"), "do b4-b5", "do done"], "undo", "error no order of this turn"),
    ([leaders("3,1"), "do later"], "undo", "error no order of this turn"),
    # a turn is a pass if no member gave an order
    ([leaders("2,2"), "do done", "do end", "do later", "do done", "do end"], "status", "to-act nobody"),
    # a position is another one where another member has a leader (3.6)
    (
        [leaders("2,1", "repetition=on"), f"position {APART}", *AROUND[:11]],
        "show", f"position {APART.replace('w 1', 'w 5')} members=10/0",
    ),
    ([leaders("2,1", "repetition=on"), f"position {APART}", *AROUND], "status", "to-act white"),
    ([leaders("2,1", "repetition=on"), f"position {APART}", *AROUND, *AROUND], "status", "to-act nobody"),
    # what no game has
    ([leaders("1,1")], "member 0", "error no side of this game is shared: "),
    (["scenario clash-of-arms"], "member 0", "error no side of this game is shared: "),
    (["scenario clash-of-arms"], "do done", "error `done` is no order: "),
    (["scenario clash-of-arms members=2"], "do later", "error `later` is no order: "),
    (["scenario clash-of-arms members=2"], f"position {BARE} members=010/0", "error `members=010/0` is not a field of this game"),
    (["scenario clash-of-arms"], f"position {BARE} members=010/0", "error `members=010/0` is not a field of this game"),
    ([leaders("2,3")], "member 3", "error the largest side has 3 members, from 0 to 2"),
    *(([leaders("2,3")], f"member {bad}", "error member needs a number") for bad in ("-1", "x", "0 1", "+1", "1.0")),
    *(
        ([leaders("2,1")], f"position {BARE} members={bad}", f"error `{bad}` is not a digit for each leader")
        for bad in ("01/0", "0101/0", "010", "012/0", "010/1", "010/00", "/0", "01x/0", "010/")
    ),
    # the order that ended the game is taken back like any other
    ([leaders("2,1"), f"position {BARE}", "do d5-d6"], "undo", "ok"),
    ([leaders("1,2"), f"position {BARE}", "do d5-d6"], "undo", "ok"),
    (["scenario tourney seats=3 members=2", f"position {THREE} b 2 0 quiet=1", "do end", "do end"], "status", "member white 1"),
    # without a position loaded each side's turns are counted as they come
    (["scenario tourney seats=3 members=2", "lots 0", *["do end"] * 3], "status", "member white 1"),
    (["scenario tourney seats=3 members=2", "lots 0", *["do end"] * 6], "status", "member white 0"),
    (["scenario tourney wizard=on members=1,2", "lots 1", *["do end"] * 3], "status", "member black 1"),
    # members without `share` take turns
    *(([f"scenario {name} members=1,2"], "status", "share turns") for name in ("clash-of-arms", "battle-line", "tourney seats=3")),
]
# what is said of a scenario that is not loaded, and why it is not
LOADING = [
    *(
        (f"clash-of-arms share={share} members={bad}", f"the option `members` cannot be `{bad}`: it is a number from 1 to 8 for")
        for share in ("turns", "leaders")
        for bad in ("9", "2,9", "0", "0,1", "-1", "1.5", "2,,2", "", "2,", ",2", "+2", "two", "99999999999999")
    ),
    *(
        (f"{name} members={bad}", "`members` names more sides than the game has; give a number for each side")
        for name, bad in (
            ("clash-of-arms share=leaders", "2,2,2"), ("wargame-1", "1,1,1"), ("tourney", "2,2,2"),
            ("tourney wizard=on", "1,1,2,1"), ("tourney seats=3", "2,2,2,2"), ("tourney-4", "1,1,1,1,1"),
        )
    ),
    *(
        (f"clash-of-arms share={bad}", f"the option `share` cannot be `{bad}`: it is turns or leaders")
        for bad in ("", "on", "both", "Leaders", "turns,leaders")
    ),
    *(
        (f"{name} share=leaders", "`share=leaders` is for games whose units are activated by leaders; write share=turns")
        for name in ("wargame-1", "wargame-2 members=2", "tourney", "tourney-4 members=2,2")
    ),
    ("clash-of-arms members=2 members=2", "the option `members` is given twice"),
    ("clash-of-arms share=turns share=leaders", "the option `share` is given twice"),
]
CASES += [([leaders("3,2"), "do later"], f"scenario {words}", f"error {why}") for words, why in LOADING]


def check(engine, cases):
    """The cases, each by itself; what is refused changes nothing."""
    for said, command, begins in cases:
        for line in said:
            engine.obey(line)
        before = engine.ask("show") + engine.ask("status")
        answer = engine.ask(command)
        if not any(line.startswith(begins) for line in answer):
            raise Difference(engine, command, begins, answer)
        if answer[-1] != "ok" and engine.ask("show") + engine.ask("status") != before:
            raise Difference(engine, f"{command}, and then show and status", before, "something else")
    return len(cases)


def kinds(program, seed, scenarios, folder):
    """Of each kind of games the engine, the judge of the oracle that knows their rules, and what plays the game of a number."""
    warlord = sorted(scenarios.glob("warlord/*.toml"))
    random.Random(seed).shuffle(warlord)
    wargame = [wargame_oracle.Scenario.read(path) for path in sorted(scenarios.glob("wargame/*.toml"))]
    tourney = [one for word in ("none", "each", "all") for one in tourney_oracle.option_sets(word)]
    random.Random(seed).shuffle(tourney)

    def of_leaders():
        engine = Engine(program)
        judge = LeadersJudge(engine, seed)
        return engine, judge, lambda number: judge.round(number, warlord, folder)

    def of_warlord():
        engine = TurnsEngine(program)
        judge = Judge(engine, seed)
        return engine, judge, lambda number: judge.round(number, warlord, folder)

    def of_wargame():
        engine = TurnsEngine(program)
        judge = wargame_oracle.Judge(engine, seed)

        def play(number):
            scenario = wargame[number % len(wargame)]
            game = judge.load(scenario, {key for key in scenario.switches() if judge.chance(0.5)})
            if number // len(wargame) % 2 == 0:
                judge.play(judge.start(scenario, game), 15)
            else:
                position = judge.fight(scenario, game)
                engine.obey("position " + position.text())
                judge.play(position, 40)

        return engine, judge, play

    def of_tourney():
        engine = TurnsEngine(program)
        judge = tourney_oracle.Judge(program, seed)
        close(judge.engine)
        judge.engine = engine
        return engine, judge, lambda number: judge.play(*tourney[number % len(tourney)])

    return {"leaders": of_leaders, "tourney": of_tourney, "wargame": of_wargame, "warlord": of_warlord}


def close(engine):
    engine.process.stdin.close()
    engine.process.wait(10)


def main():
    parser = argparse.ArgumentParser(description="Compares shared sides of `warlord engine` with a reading of the rulebook.")
    parser.add_argument("program", help="the warlord program")
    parser.add_argument("--seconds", type=float, default=20, help="stop after so many seconds")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games")
    parser.add_argument("--seed", type=int, default=1, help="play the same games again")
    parser.add_argument("--first", type=int, default=0, help="begin with this game")
    parser.add_argument(
        "--only", choices=["leaders", "tourney", "wargame", "warlord"], help="shared by leaders, or by turns in this family"
    )
    parser.add_argument("--scenarios", type=pathlib.Path, default=pathlib.Path(__file__).parents[3] / "scenarios")
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    played, opened = Counter(), {}
    number, kind = arguments.first, "the cases"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        judges = kinds(arguments.program, arguments.seed, arguments.scenarios, folder)
        usual = ["leaders", "tourney", "leaders", "tourney", "leaders", "wargame", "leaders", "tourney", "warlord"]
        order = [arguments.only] if arguments.only else usual
        try:
            opened["cases"] = (Engine(arguments.program), None, None)
            cases = check(opened["cases"][0], CASES)
            for number in range(arguments.first, arguments.games):
                if time.monotonic() > end:
                    break
                cycle, at = divmod(number, len(order))
                kind = order[at]
                if kind not in opened:
                    opened[kind] = judges[kind]()
                engine, judge, play = opened[kind]
                judge.random = judge.dice = random.Random(f"{arguments.seed} {number}")
                engine.dice = random.Random(f"{arguments.seed} {number} members")
                play(cycle * order.count(kind) + order[:at].count(kind))
                played[kind] += 1
        except Difference as difference:
            print(difference)
            for path in [path for path in folder.glob("made-up-*.toml") if str(path) in str(difference)]:
                print(f"{path.name} is:\n{path.read_text(encoding='utf-8')}")
            only = f" --only {arguments.only}" if arguments.only else ""
            print(f"{kind}: --seed {arguments.seed} --first {number}{only} plays it again")
            return 1
        finally:
            for engine, _, _ in opened.values():
                close(engine)
    print(f"{cases} cases; games without a difference: " + ", ".join(f"{count} {kind}" for kind, count in sorted(played.items())))
    for kind, (engine, judge, _) in opened.items():
        if judge:
            counts = judge.counts if kind == "leaders" else engine.counts
            print(f"{kind}: " + ", ".join(f"{count} {what}" for what, count in counts.items() if count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
