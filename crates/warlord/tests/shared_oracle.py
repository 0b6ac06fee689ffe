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

usage: shared_oracle.py WARLORD [--seconds N] [--games N] [--seed N] [--first N] [--only SCENARIO]

Python 3.11 or newer, standard library only.
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter

import engine_oracle
import wargame_oracle
from engine_oracle import (
    BLACK, HILL, KINDS, LEVEL, NAME, NEVER, ORTHOGONAL, WHITE, Difference, Engine, Game, Judge, Position, cell_name,
)

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tourney"))
import tourney_oracle

MOST = 8  # members of a side


def dealt(units, members):
    """The members of leaders and promoted leaders that nobody set up in secret (7.2, 7.7): equal shares from the left, on one file the
    lower rank first; the first members have one more."""
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
        own = {text: order for text, order in found.items() if order[0] != "swap" or self.owner[order[1]] == self.member}
        return own | self.closings()

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
        elif what == "enter" and order[1] in LEVEL:
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
        return "/".join("".join(str(self.owner[cell]) for cell in cells if self.units[cell][0] == side) for side in (WHITE, BLACK))

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
            if kind in LEVEL and self.game.options["swap"] and self.owner[cell] != self.member and self.game.ground(cell) != HILL:
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
        self.counts |= dict.fromkeys(["parts", "put off", "narrowed", "texts taken again", "turns found"], 0)
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
        wrong = [f"{white}0/{black}", f"{white}/{black}0", f"{white}{black}", f"{white}/{black}/", f"{white}/{black}/0", f"{white},{black}"]
        wrong += [f"{white}/{black} members={white}/{black}", f"{white}/{black} enter=L@3", ""]
        if white:
            wrong += [white[1:] + f"/{black}", stranger + white[1:] + f"/{black}", "x" + white[1:] + f"/{black}", f"-{white}/{black}"]
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

    def __init__(self, program, dice):
        super().__init__(program)
        self.dice = dice
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
        return (max(self.turns.get(side, 1), 1) - 1) % self.members[side]

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
            begin = self.at is not None
            if begin:
                self.expect(f"why {side} {text}", ["legal", "ok"] if decides else [f"illegal share {words}", "ok"])
            if not decides and begin:
                answer = super().ask(f"do {side} {text}")
                if len(answer) != 1 or not answer[0].startswith(f"error illegal share {words}"):
                    raise Difference(self, f"do {side} {text}", f"error illegal share {words} …", answer)
                self.refuses(f"go {side} nodes 1")
                self.counts["refusals"] += 1
        self.expect("member", ["ok"])
        self.counts["narrowed"] += 1
