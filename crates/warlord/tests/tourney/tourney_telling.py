"""A second telling of the rulebook of War Lord Tourney: positions, moves, and what is asked of whom.

Told from the rulebook alone, with no look at the program. A `Position` stands at a decision: `to_act()` says whose, `orders`
lists what may be said, `do` says it. Paragraphs are named beside what they fix; readings of silent places are marked "Reading".
"""

import copy

from tourney_board import BLACK, NAMES, RED, STRENGTH, WHITE, WORDS, cell_name
from tourney_fights import Fights
from tourney_state import CASTLE, GONE, HELD, HELD_AT, Unit

VETERAN = 3  # option 13, T-47


class Illegal(Exception):
    """An order that the rules refuse."""


class Secret(Exception):
    """A count of orders came to a secret step or a lot."""


class Position(Fights):
    """A position at a decision."""

    def advance(self):
        """Goes on to the next decision."""
        while self.ask is None and self.outcome is None:
            if self.stage == "move":
                self.ask = ("move",)
            elif self.stage == "free":
                if self.free_orders():
                    self.ask = ("free",)
                else:
                    self.stage = "fights"
                    self.destroy_undead()
            elif self.stage == "fights":
                if self.fight:
                    self.go_on()
                    continue
                cells = self.encounters()
                if len(cells) > 1:
                    self.ask = ("fight", cells)
                elif cells:
                    self.take_up(cells[0])
                else:
                    self.stage = "heirs"
                    order = self.in_turn_order(self.side)
                    self.heirs = [[seat, "K"] for seat in order if seat in self.slain_warlords]
            elif self.stage == "heirs":
                self.succession()
            elif self.stage == "close":
                self.close()

    def close_moves(self):
        """The end of S2: healing (option 1, T-33; option 3, fine print 10), and what S3 may free."""
        side = self.side
        for lady in [unit for unit in self.units if unit.kind == "L" and (unit.on_board or unit.place == CASTLE)]:
            if lady.place == CASTLE:
                continue
            for unit in self.friends_at(lady.place, lady.owner):
                if not unit.undead:
                    unit.wounds = 0
            foe_lady = any(unit.kind == "L" for unit in self.enemies_at(lady.place, lady.owner))
            # Reading: the healed man stands before S3 and fights in S4; with two Ladies there, 3.5 comes first and she heals nobody.
            if lady.owner == side and lady.came and not foe_lady:
                for unit in self.friends_at(lady.place, side):
                    if unit.down:
                        unit.down, unit.healed = False, True
        for seat in self.queues:
            for unit in self.queues[seat]:
                unit.wounds = 0
        if self.wizard and side == RED:
            return
        for seat, green in self.board.greens.items():
            if seat in self.out or self.friends(seat, side):
                continue
            liberators = [unit for unit in self.at(green) if unit.owner == side and not unit.down]
            if liberators:
                self.quota[seat] = len(liberators)
                # 6.1.5: an own or an allied Lady; allies count as friends for freeing (6.1.3), though only own units free somebody
                if any(unit.kind == "L" for unit in self.friends_at(green, side)):
                    self.lady_frees.add(seat)
        if self.wizard and any(unit.owner == side and not unit.down for unit in self.at(HELD_AT)):
            self.quota[HELD] = 1

    def free_orders(self):
        """S3, 6.1.5, 6.2.5."""
        found = {}
        for seat, number in self.quota.items():
            if not number:
                continue
            if seat == HELD:
                for unit in self.units:
                    if unit.owner == self.side and unit.place == HELD:
                        found["free lady"] = ("free", unit, seat)
                continue
            for unit in self.sorted(self.prisoners(seat)):
                if not self.friends(unit.owner, self.side) or (unit.kind == "W" and seat not in self.lady_frees):
                    continue
                text = f"free {WORDS[unit.kind]}"
                if self.options.seats > 2:
                    whose = "" if unit.owner == self.side else NAMES[unit.owner] + " "
                    text = f"free {whose}{WORDS[unit.kind]} {cell_name(self.board.greens[seat])}"
                known = found.get(text)
                if known is None or (known[1].won, known[1].strength) < (unit.won, unit.strength):
                    found[text] = ("free", unit, seat)
        return found
    def succession(self):
        """S5 (3.7)."""
        while self.heirs:
            seat, stage = self.heirs[0]
            if seat in self.out:
                self.heirs.pop(0)
            elif self.heir_orders():
                self.ask = ("heir", seat)
                return
            elif stage == "K":
                self.heirs[0][1] = "F"
            else:
                self.heirs.pop(0)
        self.stage = "close"

    def heir_orders(self):
        seat, stage = self.heirs[0]
        free = self.free(seat)
        kinds = "K" if stage == "K" else "FS"
        found = {}
        for kind in kinds:
            men = [unit for unit in free if unit.kind == kind]
            queued = [unit for unit in self.queues[seat] if unit.kind == kind]
            text = f"succeed {WORDS[kind]}"
            if len(men) == 1:
                found[text] = ("succeed", men[0])
                continue
            for unit in men:
                if unit.place != CASTLE or unit is queued[0]:
                    found[f"{text} {self.name(unit)}"] = ("succeed", unit)
        ladies = [unit for unit in free if unit.kind == "L"]
        if stage != "K" and not found and ladies and not any(unit.fighter for unit in free):
            for word in ("castle", "surrender", "promote", "trade"):
                if word != "castle" or ladies[0].place != CASTLE:
                    found[f"lady {word}"] = ("lady", word, ladies[0])
        if found:
            found["decline"] = ("decline",)
        return found

    def close(self):
        """S6, what the end of a turn does, and the next side."""
        if self.wizard:
            self.close_with_wizard()
        elif self.options.seats == 2:
            lost = [seat for seat in (WHITE, BLACK) if self.is_lost(seat)]
            if lost:
                self.outcome = "draw royals" if len(lost) == 2 else f"{NAMES[1 - lost[0]]} royals"
        else:
            went = False
            for seat in self.in_turn_order(self.side):
                if self.is_lost(seat):
                    went = True
                    self.go_out(seat, "royals")
            if not self.players_in():
                self.outcome = "draw royals"
            elif went:
                self.end_if_won()
        if self.outcome:
            return
        for unit in self.units:
            if self.options.strategic and unit.owner == self.side and unit.began_home and unit.place == CASTLE:
                if unit.kind in STRENGTH:
                    unit.strength = min(unit.strength + 1, STRENGTH[unit.kind])
            if self.options.veterans and unit.kind in "FS" and unit.won >= VETERAN and not unit.undead:
                if not unit.on_board or self.board.ground(unit.place) not in "FR~":
                    unit.kind, unit.won = "K", 0
        self.quiet = 0 if self.eventful else self.quiet + 1
        limit = 75 if self.wizard else 50 if self.options.seats == 2 else 25 * len(self.players_in())
        if self.quiet >= limit:
            self.outcome = "draw quiet"
            return
        self.side = self.next_side()
        self.turn += 1
        self.new_turn()

    def next_side(self):
        order = self.in_turn_order(self.side)
        return order[1] if order[0] == self.side else order[0]

    def close_with_wizard(self):
        """6.2.6."""
        lost = [seat for seat in (WHITE, BLACK) if seat in self.out or self.is_lost(seat)]
        if len(lost) == 2:
            self.outcome = "red royals"
            return
        for seat in lost:
            if seat not in self.out:
                self.go_out(seat, "royals")
                self.end_if_won()
        if self.side == RED and self.out:
            self.end_if_won()

    # --- deciding -----------------------------------------------------------------------------------------------------

    def to_act(self):
        """The sides that decide now, in the order white, black, red, green; or ["lots"]; or []."""
        if self.outcome:
            return []
        what = self.ask[0]
        if what in ("first", "wander"):
            return ["lots"]
        if what == "cards":
            return [seat for seat in self.ask[1] if seat not in self.given]
        if what == "shot":
            sides = sorted({self.ask[1].owner, self.ask[2].owner})
            return [seat for seat in sides if seat not in self.given]
        if what == "fate":
            return [self.ask[1]]
        if what == "heir":
            return [self.ask[1]]
        return [self.side]

    def secret(self):
        return self.outcome is None and self.ask[0] in ("cards", "shot")

    def orders(self, side=None):
        """The legal orders of a side, text to deed."""
        to_act = self.to_act()
        if side is None:
            side = to_act[0] if to_act else None
        if side not in to_act or side == "lots":
            return {}
        what, *rest = self.ask
        if what == "move":
            return self.move_orders()
        if what == "free":
            return self.free_orders()
        if what == "fight":
            return {f"fight {cell_name(cell)}": ("fight", cell) for cell in rest[0]}
        if what == "rose":
            return {f"capture {self.enemy_name(unit, self.side)}": ("rose", unit) for unit in rest[0]}
        if what == "cards":
            return self.card_orders(side)
        if what == "shot":
            word = "aim" if side == rest[0].owner else "parry"
            return {f"{word} {place}": (word, place) for place in "HML"}
        if what == "fate":
            name = self.enemy_name(rest[1], side)
            return {f"{word} {name}": (word, rest[1]) for word in ("capture", "slay")}
        if what == "lying":
            unit, words, _ = rest
            name = self.enemy_name(unit, side)
            return {word if word == "decline" else f"{word} {name}": (word, unit) for word in words}
        return self.heir_orders()

    def do(self, text, side=None):
        """Carries out an order of a side."""
        orders = self.orders(side)
        if text not in orders:
            raise Illegal(text)
        deed = orders[text]
        if self.secret():
            side = self.to_act()[0] if side is None else side
            self.given[side] = deed
            if not self.to_act():
                if self.ask[0] == "cards":
                    self.blows()
                else:
                    self.arrow()
                self.ask = None
        else:
            getattr(self, "do_" + self.ask[0])(deed)
        self.advance()

    def lots(self, value):
        """The value of a lot."""
        what, *rest = self.ask
        if what == "first":
            players = self.options.players()
            self.begin(players[value % len(players)])
            return
        unit, steps = rest
        ways = self.wander_steps(unit)
        direction = ways[value % len(ways)]
        here, _, passes = self.step(unit, unit.place, direction, 0)
        if steps == 2 and passes and self.reach(unit.kind, direction) >= 2:
            further = self.step(unit, here, direction, 1)
            if further is not None and further[1]:
                here = further[0]
        self.ask = None
        self.go(unit, here)
        self.advance()

    def do_move(self, deed):
        what = deed[0]
        self.ask = None
        if what == "end":
            self.stage = "free"
            self.close_moves()
            return
        self.made += 1
        if what == "move":
            self.go(deed[1], deed[2])
        elif what == "recall":
            _, lady, man, cell = deed
            self.go(lady, cell)
            if self.queues[self.side]:
                occupant = self.queues[self.side][0]
                self.go(occupant, self.board.greens[self.side], own_move=False)
            self.enter_home(man)
        elif what == "shoot":
            deed[1].moved = True
            self.ask = ("shot", deed[1], deed[2])
        elif what == "wander":
            self.ask = ("wander", deed[1], deed[2])
        elif what == "raise":
            owner, kind, cell, blessed = deed[1]
            self.graves.remove(deed[1])
            unit = self.put(RED, kind, deed[2], undead=True)
            unit.moved = unit.came = True

    def arrow(self):
        """The shot of option 10."""
        _, bowman, target = self.ask
        aim = self.given[bowman.owner][1]
        parry = self.given[target.owner][1]
        self.given = {}
        if aim == parry:
            return
        if self.options.strategic and target.kind in STRENGTH:
            target.strength -= 2 if aim == "H" else 1
            if target.strength <= 0:
                self.slay(target)
        elif aim == "H":
            self.slay(target)
        elif self.options.wounds and target.kind != "P":
            target.wounds += 1
            if target.wounds >= 2:
                self.slay(target)

    def do_free(self, deed):
        _, unit, seat = deed
        self.quota[seat] -= 1
        self.enter_home(unit)
        self.ask = None

    def do_fight(self, deed):
        self.ask = None
        self.take_up(deed[1])

    def do_rose(self, deed):
        self.capture(deed[1], self.side)
        self.ask = None

    def do_fate(self, deed):
        word, unit = deed
        self.fight.beaten.remove(unit)
        if word == "slay":
            self.slay(unit)
        else:
            self.capture(unit, self.fight.judge)
            unit.felled = True
            self.after_fight(unit)
        self.ask = None

    def do_lying(self, deed):
        word, unit = deed
        self.offered.append((unit, self.ask[3]))
        if word == "slay":
            self.slay(unit)
        elif word == "capture":
            self.capture(unit, self.side)
        self.ask = None

    def do_heir(self, deed):
        what = deed[0]
        seat, stage = self.heirs[0]
        self.ask = None
        if what == "decline":
            if stage == "K":
                self.heirs[0][1] = "F"
            else:
                self.heirs.pop(0)
            return
        grave = self.slain_warlords.get(seat)
        self.heirs.pop(0)
        if what == "succeed":
            deed[1].kind, deed[1].won = "W", 0
            return
        _, word, lady = deed
        if word == "castle":
            self.enter_home(lady)
        elif word == "promote":
            lady.kind = "W"
            lady.strength = STRENGTH["W"]
        elif word == "trade":
            self.eventful = True
            self.leave(lady)
            lady.place = GONE
            self.units.remove(lady)
            if grave in self.graves:
                self.graves = [one for one in self.graves if one is not grave]
            self.enter_home(self.born(seat))
        else:
            if self.options.seats == 2 and not self.wizard:
                self.outcome = f"{NAMES[1 - seat]} surrender"
                return
            self.go_out(seat, "surrender")
            self.end_if_won()

    def born(self, seat):
        unit = Unit(seat, "W", GONE)
        self.units.append(unit)
        return unit

    # --- counting -----------------------------------------------------------------------------------------------------

    def copy(self):
        board, options = self.board, self.options
        return copy.deepcopy(self, {id(board): board, id(options): options})

    def perft(self, depth):
        """Legal sequences of exactly `depth` orders; raises `Secret` where a secret step or a lot would have to be gone through."""
        if self.outcome:
            return 0
        if self.secret() or self.to_act() == ["lots"]:
            raise Secret()
        orders = self.orders()
        if depth == 1:
            return len(orders)
        total = 0
        for text in orders:
            after = self.copy()
            after.do(text)
            total += after.perft(depth - 1)
        return total
