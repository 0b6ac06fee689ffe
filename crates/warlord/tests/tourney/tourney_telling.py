"""A second telling of the rulebook of War Lord Tourney: positions, moves, and what is asked of whom.

Told from the rulebook alone, with no look at the program. A `Position` stands at a decision: `to_act()` says whose, `orders`
lists what may be said, `do` says it. Paragraphs are named beside what they fix; readings of silent places are marked "Reading".
"""

import copy
import itertools

from tourney_board import (
    BLACK, DIRECTIONS, FIGHTERS, GREEN, KINDS, NAMES, NOBLES, RED, STRENGTH, WHITE, WORDS, Options, cell_name, cell_of, quarters,
)

CARDS = ["HM", "HL", "MH", "ML", "LH", "LM"]
CASTLE, HELD, GONE = "castle", "held", "gone"
HELD_AT = cell_of("f6")
VETERAN = 3


class Illegal(Exception):
    """An order that the rules refuse."""


class Secret(Exception):
    """A count of orders came to a secret step or a lot."""


def damage(own, other):
    """The wounds that the man with the card `own` deals the man with the card `other` (3.6)."""
    blow = own[0]
    if blow == other[1] or blow == other[0]:
        return 0
    return 2 if blow == "H" else 1


class Unit:
    """A unit, where it is and what it bears."""

    __slots__ = (
        "owner", "kind", "undead", "place", "wounds", "down", "won", "strength", "moved", "came", "healed", "hurt", "felled",
        "began_home",
    )

    def __init__(self, owner, kind, place, undead=False):
        self.owner, self.kind, self.place, self.undead = owner, kind, place, undead
        self.wounds = 0  # option 1
        self.down = False  # options 3, 4
        self.won = 0  # option 13
        self.strength = STRENGTH.get(kind, 0)  # option 11
        self.moved = False  # its own move was made this turn
        self.came = False  # it moved in this turn, also by a forced step (T-35)
        self.healed = False  # a Lady who moved in made it stand this turn
        self.hurt = 0  # wounds of this fight
        self.felled = False
        self.began_home = False

    @property
    def noble(self):
        return self.kind in NOBLES and not self.undead

    @property
    def fighter(self):
        return self.kind in FIGHTERS

    @property
    def on_board(self):
        return isinstance(self.place, tuple) and not isinstance(self.place[0], str)


class Fight:
    """An encounter under way: who came, whom they met, and how far it is."""

    def __init__(self, cell, castle):
        self.cell = cell
        self.castle = castle  # the seat whose Castle is assaulted
        self.stage = "meet"
        self.attackers, self.defenders = [], []  # fighters of the duel
        self.beaten = []  # felled men whose fate is open
        self.judge = None
        self.with_losers = []


class Position:
    """A position at a decision."""

    def __init__(self, options, board=None):
        self.options = options
        self.board = board or options.board()
        self.units = []
        self.queues = {seat: [] for seat in options.players()}
        self.graves = []  # [owner, kind, cell, blessed]
        self.out = []
        self.first = WHITE
        self.side = WHITE
        self.turn = 1
        self.quiet = 0
        self.outcome = None
        self.stage = "move"
        self.ask = None
        self.made = 0  # moves made this turn
        self.eventful = False
        self.fight = None
        self.given = {}  # choices of a secret step that are in
        self.quota = {}
        self.lady_frees = set()
        self.slain_warlords = {}  # side: its grave
        self.heirs = []
        self.offered = []
        self.last_word = None
        self.index = None  # units by cell, while orders are listed

    # --- set-up -------------------------------------------------------------------------------------------------------

    @staticmethod
    def start(options, board=None):
        """The fixed set-up (3.9, fine print 17, 6.1.1) before the lot for the first player."""
        position = Position(options, board)
        for seat in options.players():
            place = quarters(position.board.size, seat)
            for kind, dx, rank in options.army():
                position.put(seat, kind, place(dx, rank))
        position.ask = ("first",)
        return position

    def put(self, owner, kind, cell, undead=False):
        """Places a unit; in its own Castle it goes to the tail."""
        unit = Unit(owner, kind, cell, undead)
        self.units.append(unit)
        if cell in self.board.castle_at and self.board.castle_at[cell] == owner and not undead:
            unit.place = CASTLE
            self.queues[owner].append(unit)
        return unit

    def begin(self, side):
        """The first turn is this side's."""
        self.first = self.side = side
        self.ask = None
        self.new_turn()
        self.advance()

    def new_turn(self):
        for unit in self.units:
            unit.moved = unit.came = unit.healed = unit.felled = False
            unit.hurt = 0
            unit.began_home = unit.place == CASTLE
        self.stage, self.made, self.eventful = "move", 0, False
        self.fight, self.given, self.quota, self.lady_frees = None, {}, {}, set()
        self.slain_warlords, self.heirs, self.offered = {}, [], []

    # --- who is whose -------------------------------------------------------------------------------------------------

    @property
    def wizard(self):
        return self.options.wizard

    def friends(self, one, other):
        return one == other or (self.options.teams and {one, other} in ({WHITE, BLACK}, {RED, GREEN}))

    def players_in(self):
        return [seat for seat in self.options.players() if seat not in self.out]

    def seats_in(self):
        return self.players_in() + ([RED] if self.wizard else [])

    def in_turn_order(self, side):
        """The sides still in, in the order of turns from `side` (6.1.2, 6.2.1)."""
        if self.wizard:
            ring = [self.first, 1 - self.first, RED]
        else:
            ring = [seat for seat in (WHITE, GREEN, BLACK, RED) if seat in self.options.players()]
        at = ring.index(side)
        ring = ring[at:] + ring[:at]
        return [seat for seat in ring if seat not in self.out]

    def at(self, cell):
        """The units on a cell; of a Castle's own units the occupant."""
        if self.index is not None:
            return self.index.get(cell, [])
        found = [unit for unit in self.units if unit.place == cell]
        seat = self.board.castle_at.get(cell)
        if seat is not None and self.queues.get(seat):
            found.append(self.queues[seat][0])
        return found

    def listing(self):
        """Units by cell, good until one of them goes."""
        index = {}
        for unit in self.units:
            if unit.on_board:
                index.setdefault(unit.place, []).append(unit)
        for seat, queue in self.queues.items():
            if queue:
                index.setdefault(self.board.castles[seat], []).append(queue[0])
        return index

    def cell(self, unit):
        return self.board.castles[unit.owner] if unit.place == CASTLE else unit.place

    def prisoners(self, captor):
        return [unit for unit in self.units if unit.place == ("dungeon", captor)]

    def free(self, side):
        """Units of a side that are neither slain nor captured nor held; lying ones count (fine print 10)."""
        return [unit for unit in self.units if unit.owner == side and (unit.on_board or unit.place == CASTLE)]

    def is_lost(self, side):
        return not any(unit.kind in "WL" for unit in self.free(side))

    # --- texts of units -----------------------------------------------------------------------------------------------

    def text(self, unit):
        """A unit's letters and marks, without brackets (fine print 4, 6.1.8, 6.2.7)."""
        letter = unit.kind
        if unit.undead:
            letter = "u" + letter
        elif unit.owner == BLACK:
            letter = letter.lower()
        elif unit.owner in (RED, GREEN):
            letter = "rg"[unit.owner - RED] + letter
        if self.options.veterans and unit.won:
            letter += str(unit.won)
        if self.options.wounds and unit.wounds:
            letter += "*"
        if unit.down:
            letter += "!"
        if self.options.strategic and unit.kind in STRENGTH:
            strength = max(1, unit.strength)
            if strength < STRENGTH[unit.kind]:
                letter += f"~{strength}"
        return letter

    def key(self, unit):
        """The order of fine print 2."""
        return (
            9 if unit.undead else unit.owner, KINDS.index(unit.kind), self.text(unit), unit.moved, unit.felled, unit.hurt,
        )

    def sorted(self, units):
        return sorted(units, key=self.key)

    def name(self, unit):
        """Fine print 2: the cell, with the kind where the owner has two there, with a number for the second alike."""
        cell = self.cell(unit)
        if unit.place == CASTLE:
            return cell_name(cell)
        own = self.sorted(one for one in self.units if one.place == cell and one.owner == unit.owner)
        if len(own) < 2:
            return cell_name(cell)
        alike = [one for one in own if one.kind == unit.kind]
        number = [one is unit for one in alike].index(True) + 1
        return f"{unit.kind}{'' if number == 1 else number}{cell_name(cell)}"

    # --- moves --------------------------------------------------------------------------------------------------------

    def reach(self, kind, direction):
        diagonal = 0 not in direction
        if kind in "KL":
            return 4
        if kind == "S":
            return 2 if diagonal else 1
        return 1 if diagonal else 2

    def passes_wall(self, here, there, direction):
        """Castle and board only through the Green, orthogonally."""
        castles = self.board.castle_at
        if here not in castles and there not in castles:
            return True
        for castle, other in ((here, there), (there, here)):
            seat = self.board.castle_at.get(castle)
            if seat is not None and (other != self.board.greens[seat] or seat in self.out):
                return False
        return True

    def limit(self, cell):
        return 1 if self.board.ground(cell) in "F=" or cell in self.board.castle_at else 2

    def friends_at(self, cell, side):
        return [unit for unit in self.at(cell) if self.friends(unit.owner, side)]

    def enemies_at(self, cell, side):
        return [unit for unit in self.at(cell) if not self.friends(unit.owner, side)]

    def step(self, unit, here, direction, number, joins=False):
        """One step, the `number`-th of its move, from 0. Returns None if it cannot be made, or the cell, whether the move may end
        there and whether it may go on. `joins`: stacking does not count (the recall)."""
        board = self.board
        there = (here[0] + direction[0], here[1] + direction[1])
        if not board.has(there) or not self.passes_wall(here, there, direction):
            return None
        ground = board.ground(there)
        rider = unit.kind in "KL"
        if ground == "M" or (ground in "FR~" and rider) or (ground == "~" and number > 0):
            return None
        seat = board.castle_at.get(there)
        if seat is not None:
            if seat == unit.owner and not unit.undead:
                return (there, not self.queues[seat], False)
            if self.friends(seat, unit.owner):
                return None
            # one attacker at a time, also under option 2 (fine print 8)
            free = not any(one.place == there for one in self.units)
            return (there, unit.fighter and number == 0 and free, False)
        if not self.at(there):
            return (there, True, ground not in "H~")
        ends = joins or len(self.friends_at(there, unit.owner)) < self.limit(there)
        enemies = self.enemies_at(there, unit.owner)
        if enemies:
            if unit.kind == "P" and any(not enemy.undead for enemy in enemies):
                ends = False
            if unit.kind in "LB" and any(enemy.kind == "P" for enemy in enemies):
                # Reading: a lying fighter beside the Bishop is no fighter who could take her.
                ends = ends and any(enemy.fighter and not enemy.down for enemy in enemies)
            return (there, ends, False)
        return (there, ends, ground not in "H~")

    def destinations(self, unit, joins=False):
        """The cells where a unit's move may end."""
        start = self.cell(unit)
        found = set()
        if self.options.winding_knights and unit.kind in "KL":
            seen, fringe = {start}, [start]
            for number in range(4):
                fresh = []
                for here in fringe:
                    for direction in DIRECTIONS:
                        step = self.step(unit, here, direction, number, joins)
                        if step is None:
                            continue
                        there, ends, passes = step
                        if ends and there != start:
                            found.add(there)
                        if passes and there not in seen:
                            seen.add(there)
                            fresh.append(there)
                fringe = fresh
            return found
        for direction in DIRECTIONS:
            here = start
            for number in range(self.reach(unit.kind, direction)):
                step = self.step(unit, here, direction, number, joins)
                if step is None:
                    break
                here, ends, passes = step
                if ends:
                    found.add(here)
                if not passes:
                    break
        return found

    def movable(self, unit):
        """Whether a unit may make a move, a shot, a recall in this S2."""
        if unit.owner != self.side or unit.moved or unit.down or unit.undead != (self.wizard and self.side == RED):
            return False
        if unit.place == CASTLE:
            return self.queues[unit.owner][0] is unit
        if not unit.on_board:
            return False
        # Reading: who came onto an enemy by a forced step stays there for the fight.
        return not (unit.came and any(not enemy.down for enemy in self.enemies_at(unit.place, unit.owner)))

    def recalls(self, lady):
        """The units a Lady may recall, each with the cell she moves to (S2, fine print 5)."""
        home = self.board.castles[self.side]
        green = self.board.greens[self.side]
        start = self.cell(lady)
        found = []
        for cell in self.destinations(lady, joins=True):
            if cell == home or self.enemies_at(cell, self.side):
                continue
            for unit in self.at(cell):
                if unit.owner != self.side or unit.down or unit is lady:
                    continue
                queue = [one for one in self.queues[self.side] if one is not lady]
                if queue:
                    there = [one for one in self.friends_at(green, self.side) if one is not lady]
                    if len(there) + (cell == green) >= 2:
                        continue
                    if queue[0].kind == "P" and any(not enemy.undead for enemy in self.enemies_at(green, self.side)):
                        continue
                    if queue[0].kind in "LB" and self.bars_rose(self.enemies_at(green, self.side)):
                        continue
                found.append((unit, cell))
        return found

    def bars_rose(self, enemies):
        """6.3.4: a Lady or Bowman does not go onto a Bishop alone."""
        return any(one.kind == "P" for one in enemies) and not any(one.fighter and not one.down for one in enemies)

    def shots(self, bowman):
        """The units a Bowman may shoot at (option 10, fine print 13)."""
        start = self.cell(bowman)
        found = []
        for dx, dy in DIRECTIONS:
            here = start
            for distance in (1, 2, 3):
                there = (here[0] + dx, here[1] + dy)
                if not self.board.has(there) or not self.passes_wall(here, there, (dx, dy)):
                    break
                targets = self.enemies_at(there, bowman.owner)
                if distance > 1:
                    # Reading: a lying man, who could not parry, is not shot at.
                    found += [unit for unit in targets if unit.kind != "L" and not unit.down]
                if self.at(there) or self.board.ground(there) == "F":
                    break
                here = there
        return found

    def wander_steps(self, unit):
        """The directions in which a unit may leave a wood (option 12, fine print 15)."""
        here = unit.place
        found = []
        for direction in DIRECTIONS:
            step = self.step(unit, here, direction, 0)
            if step is not None and step[1]:
                found.append(direction)
        return found

    def wanders(self, unit):
        return self.options.enchanted and unit.on_board and self.board.ground(unit.place) == "F"

    def move_orders(self):
        """S2."""
        self.index = self.listing()
        try:
            return self.moves_listed()
        finally:
            self.index = None

    def moves_listed(self):
        found = {"end": ("end",)}
        if self.made >= self.options.moves():
            return found
        for unit in self.units:
            if not self.movable(unit):
                continue
            name = self.name(unit)
            if self.wanders(unit):
                if self.wander_steps(unit):
                    for steps in (1, 2):
                        found[f"wander {name} {steps}"] = ("wander", unit, steps)
                continue
            for cell in self.destinations(unit):
                found[f"{name}-{cell_name(cell)}"] = ("move", unit, cell)
            if unit.kind == "L":
                for man, cell in self.recalls(unit):
                    found[f"recall {self.name(man)}"] = ("recall", unit, man, cell)
            if unit.kind == "B":
                for target in self.shots(unit):
                    found[f"shoot {name}:{self.name(target)}"] = ("shoot", unit, target)
        if self.wizard and self.side == RED:
            for grave in self.graves:
                owner, kind, cell, blessed = grave
                if not blessed:
                    letter = kind if owner == WHITE else kind.lower()
                    for wood in self.board.cells:
                        if self.board.ground(wood) == "F" and not self.at(wood):
                            found[f"raise {letter}{cell_name(cell)}-{cell_name(wood)}"] = ("raise", grave, wood)
        return found

    # --- what happens to units ----------------------------------------------------------------------------------------

    def leave(self, unit):
        if unit.place == CASTLE:
            self.queues[unit.owner].remove(unit)

    def enter_home(self, unit):
        """To the tail of the own Castle's queue: an entry (fine print 6, 9)."""
        self.leave(unit)
        unit.place = CASTLE
        unit.down = False
        if not unit.undead:
            unit.wounds = 0
        self.queues[unit.owner].append(unit)
        self.eventful = True

    def go(self, unit, cell, own_move=True):
        """A unit comes to a cell."""
        self.leave(unit)
        unit.came = True
        if own_move:
            unit.moved = True
        seat = self.board.castle_at.get(cell)
        if seat == unit.owner and not unit.undead:
            self.enter_home(unit)
            return
        unit.place = cell
        if unit.kind == "P":
            for grave in self.graves:
                grave[3] = grave[3] or grave[2] == cell
        if seat is not None:
            self.eventful = True
            if not self.queues[seat]:
                self.castle_falls(seat, unit)

    def castle_falls(self, seat, taker):
        """3.8, fine print 7, 6.1.6, 6.2.6."""
        self.eventful = True
        if taker.undead:
            self.outcome = "red castle"
            return
        if self.options.seats == 2 and not self.wizard:
            self.outcome = f"{NAMES[taker.owner]} castle"
            return
        taker.place = self.board.greens[seat]
        self.go_out(seat, "castle")
        self.end_if_won()

    def go_out(self, side, word):
        """6.1.6, 6.2.6: what a side that is out leaves behind."""
        self.last_word = word
        green = self.board.greens[side]
        for unit in [one for one in self.units if one.owner == side and not one.undead]:
            if self.wizard and unit.fighter and (unit.on_board or unit.place == CASTLE):
                cell = green if unit.place == CASTLE else self.grave_cell(unit)
                self.graves.append([side, unit.kind, cell, False])
            unit.place = GONE
            self.units.remove(unit)
        self.queues[side] = []
        self.out.append(side)
        self.slain_warlords.pop(side, None)
        for unit in self.sorted(self.prisoners(side)):
            self.enter_home(unit)
        self.quota.pop(side, None)

    def end_if_won(self):
        """6.1.7, 6.2.6: the end with one side left."""
        left = self.players_in()
        if self.wizard:
            if len(left) == 1 and not any(unit.undead for unit in self.units):
                self.outcome = f"{NAMES[left[0]]} {self.last_word}"
            return
        if left and all(self.friends(left[0], seat) for seat in left):
            winners = [seat for seat in self.options.players() if self.friends(seat, left[0])]
            self.outcome = " ".join(NAMES[seat] for seat in winners) + f" {self.last_word}"

    def grave_cell(self, unit):
        cell = self.cell(unit)
        seat = self.board.castle_at.get(cell)
        return cell if seat is None else self.board.greens[seat]

    def slay(self, unit):
        """A unit is slain; a fighter of a player leaves a grave in a game with the Wizard (6.2.2)."""
        self.eventful = True
        grave = None
        if self.wizard and unit.fighter and not unit.undead:
            grave = [unit.owner, unit.kind, self.grave_cell(unit), False]
            self.graves.append(grave)
        if unit.kind == "W" and not unit.undead:
            self.slain_warlords[unit.owner] = grave
        self.leave(unit)
        unit.place = GONE
        self.units.remove(unit)

    def capture(self, unit, captor):
        """A unit is taken by a side; the Wizard slays, and holds Ladies in the wood (6.2.5)."""
        if unit.undead or (self.wizard and captor == RED and unit.kind != "L"):
            self.slay(unit)
            return
        self.eventful = True
        self.leave(unit)
        unit.down = unit.felled = False
        unit.hurt = 0
        unit.place = HELD if self.wizard and captor == RED else ("dungeon", captor)

    # --- the turn -----------------------------------------------------------------------------------------------------

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
                if any(unit.kind == "L" for unit in liberators):
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
            for unit in self.prisoners(seat):
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

    def destroy_undead(self):
        """6.3.3: first of all in S4."""
        for bishop in [unit for unit in self.units if unit.kind == "P"]:
            if bishop.on_board or (bishop.place == CASTLE and self.queues[bishop.owner][0] is bishop):
                for unit in self.at(self.cell(bishop)):
                    if unit.undead:
                        self.slay(unit)

    def standing(self, cell):
        """The mover's standing units and their standing enemies on a cell."""
        here = [unit for unit in self.at(cell) if not unit.down]
        own = [unit for unit in here if self.friends(unit.owner, self.side)]
        return self.sorted(own), self.sorted(unit for unit in here if unit not in own)

    def encounters(self):
        found = []
        for cell in self.board.cells:
            own, foes = self.standing(cell)
            if own and foes or self.finishing(cell):
                found.append(cell)
        return found

    def finishing(self, cell):
        """Options 3 and 4: the lying enemies on a cell whose fate the mover may decide now, each with what may be said."""
        own = [unit for unit in self.at(cell) if self.friends(unit.owner, self.side) and not unit.down]
        healed = self.options.healing and any(unit.healed for unit in own)
        comes = self.options.finishing and any(
            unit.owner == self.side and unit.fighter and unit.came for unit in own
        )
        if not healed and not comes:
            return []
        lying = [unit for unit in self.enemies_at(cell, self.side) if unit.down and unit not in self.offered]
        words = ["capture", "slay", "decline"] if healed else ["slay", "decline"]
        return [(unit, words) for unit in self.sorted(lying)]

    def take_up(self, cell):
        seat = self.board.castle_at.get(cell)
        self.fight = Fight(cell, seat)

    def go_on(self):
        """The encounter under way goes on to its next decision or its end."""
        fight = self.fight
        if fight.stage == "meet":
            if fight.castle is not None:
                self.assault()
            else:
                self.meet()
        elif fight.stage == "rose":
            self.meet_after_rose()
        elif fight.stage == "duel":
            self.ask = ("cards", self.sides_of(fight))
        elif fight.stage == "fates":
            if fight.beaten:
                self.ask = ("fate", fight.judge, fight.beaten[0])
            else:
                for unit in fight.with_losers:
                    self.capture(unit, fight.judge)
                if fight.castle is not None and fight.attackers and fight.attackers[0].place == fight.cell:
                    fight.stage = "meet"
                else:
                    fight.stage = "lying"
        elif fight.stage == "lying":
            lying = self.finishing(fight.cell)
            if lying:
                self.ask = ("lying", *lying[0])
            else:
                self.fight = None

    def first_owner(self, units):
        """6.1.4: who decides for several: the mover, or the owner of the first man."""
        if any(unit.owner == self.side for unit in units):
            return self.side
        return self.sorted(units)[0].owner

    def assault(self):
        """3.4, fine print 7, 8: one man against the queue."""
        fight, seat = self.fight, self.fight.castle
        attacker = [unit for unit in self.units if unit.place == fight.cell][0]
        if not self.queues[seat]:
            self.fight = None
            self.castle_falls(seat, attacker)
            return
        head = self.queues[seat][0]
        if head.kind == "P" and attacker.undead:
            self.slay(attacker)
            self.fight = None
        elif head.kind == "L" and self.options.chivalry and attacker.noble:
            self.capture(attacker, seat)
            self.fight = None
        elif not head.fighter:
            self.capture(head, attacker.owner)
        else:
            self.start_duel([attacker], [head])

    def meet(self):
        """3.5, up to the rose."""
        fight = self.fight
        own, foes = self.standing(fight.cell)
        if not own or not foes:
            fight.stage = "lying"
            return
        taken = []
        for ones, others in ((own, foes), (foes, own)):
            if any(unit.fighter for unit in others):
                taken += [(unit, others) for unit in ones if unit.kind == "B"]
        for unit, others in taken:
            self.capture(unit, self.first_owner(others))
        own, foes = self.standing(fight.cell)
        ladies = [unit for unit in own if unit.kind == "L"]
        foe_ladies = [unit for unit in foes if unit.kind == "L"]
        fight.stage = "rose"
        if ladies and foe_ladies:
            here, there = self.first_owner(own), self.first_owner(foes)
            for unit in own:
                if unit.noble or unit.kind == "L":
                    self.capture(unit, there)
            for unit in foes:
                if unit.noble or unit.kind == "L":
                    self.capture(unit, here)
        elif ladies and any(lady.came for lady in ladies):
            nobles = [unit for unit in foes if unit.noble]
            if len(nobles) > 1:
                self.ask = ("rose", nobles)
            elif nobles:
                self.capture(nobles[0], self.side)
        elif foe_ladies and self.options.chivalry:
            beside = [unit for unit in self.enemies_at(fight.cell, self.side)]
            if len(beside) == 1:
                for unit in own:
                    if unit.noble:
                        self.capture(unit, foe_ladies[0].owner)

    def meet_after_rose(self):
        """3.5, after the nobles have yielded: the duel, or who is taken without one."""
        fight = self.fight
        own, foes = self.standing(fight.cell)
        fighters = [unit for unit in own if unit.fighter]
        foe_fighters = [unit for unit in foes if unit.fighter]
        fight.stage = "lying"
        if fighters and foe_fighters:
            self.start_duel(fighters, foe_fighters)
            return
        if not own or not foes:
            return
        if fighters or foe_fighters:
            losers, winners = (foes, own) if fighters else (own, foes)
            for unit in losers:
                self.capture(unit, self.first_owner(winners))
            return
        # Ladies, Bowmen and Bishops are left (fine print 13, 6.3.4)
        bowmen = [unit for unit in own if unit.kind == "B"]
        if bowmen:
            for unit in foes:
                if unit.kind in "BL":
                    self.capture(unit, self.side)
            return
        for unit in own:
            if unit.kind == "L" and not any(foe.kind == "L" for foe in foes):
                self.capture(unit, self.first_owner(foes))

    def start_duel(self, attackers, defenders):
        fight = self.fight
        fight.attackers, fight.defenders = attackers, defenders
        for unit in attackers + defenders:
            unit.hurt, unit.felled = 0, False
        fight.stage = "duel"

    def sides_of(self, fight):
        men = [unit for unit in fight.attackers + fight.defenders if not unit.felled]
        return [seat for seat in range(4) if any(unit.owner == seat for unit in men)]

    def pairs(self, side):
        """The pairs of a side in the order of its card order (fine print 3)."""
        fight = self.fight
        found = []
        for ones, others in ((fight.attackers, fight.defenders), (fight.defenders, fight.attackers)):
            own = self.sorted(unit for unit in ones if unit.owner == side and not unit.felled)
            foes = self.sorted(unit for unit in others if not unit.felled)
            found += [(man, foe) for man in own for foe in foes]
        return found

    def card_orders(self, side):
        pairs = self.pairs(side)
        names = [f"{self.name(man)}:{self.name(foe)}" for man, foe in pairs]
        return {
            "card " + " ".join(f"{card} {name}" for card, name in zip(cards, names)): ("card", cards)
            for cards in itertools.product(CARDS, repeat=len(pairs))
        }

    def blows(self):
        """All cards of a round are in: the wounds add up (3.6)."""
        fight = self.fight
        cards = {}
        for side, (_, chosen) in self.given.items():
            for (man, foe), card in zip(self.pairs(side), chosen):
                cards[id(man), id(foe)] = card
        self.given = {}
        dealt = {}
        for man in fight.attackers:
            for foe in fight.defenders:
                if (id(man), id(foe)) in cards:
                    ours, theirs = cards[id(man), id(foe)], cards[id(foe), id(man)]
                    dealt[id(foe)] = dealt.get(id(foe), 0) + damage(ours, theirs)
                    dealt[id(man)] = dealt.get(id(man), 0) + damage(theirs, ours)
        for unit in fight.attackers + fight.defenders:
            wounds = dealt.get(id(unit), 0)
            unit.hurt += wounds
            if self.options.strategic:
                unit.strength = max(0, unit.strength - wounds)
                unit.felled = unit.felled or unit.strength == 0
            else:
                unit.felled = unit.felled or unit.hurt + (unit.wounds if self.options.wounds else 0) >= 2
        standing = [any(not unit.felled for unit in units) for units in (fight.attackers, fight.defenders)]
        if not any(standing):
            self.double_kill()
        elif not all(standing):
            self.won_by(*((fight.attackers, fight.defenders) if standing[0] else (fight.defenders, fight.attackers)))

    def after_fight(self, unit):
        """What a man who lives keeps of a fight (options 1 and 11)."""
        if self.options.wounds and (unit.felled or unit.hurt):
            unit.wounds = 1
        if unit.place == CASTLE:
            # Reading: in his own Castle a wound does not stay.
            unit.wounds = 0
        if self.options.strategic:
            unit.strength = max(1, unit.strength)
        unit.felled, unit.hurt = False, 0

    def won_by(self, winners, losers):
        """The end of a fight (3.6)."""
        fight = self.fight
        for unit in winners:
            if not unit.felled and unit.kind in "FS" and not unit.undead:
                unit.won += 1
        for unit in winners:
            self.after_fight(unit)
        fight.stage = "fates"
        fight.judge = self.first_owner(winners)
        fight.beaten = self.sorted(losers)
        fight.with_losers = []
        if fight.castle is not None:
            defeated = losers is fight.defenders
            if defeated and len(self.queues[fight.castle]) == 1:
                # fine print 7: the last defender, nothing is asked
                self.fight = None
                self.castle_falls(fight.castle, fight.attackers[0])
                return
        else:
            seats = losers[0].owner
            fight.with_losers = [
                unit for unit in self.at(fight.cell)
                if self.friends(unit.owner, seats) and unit.kind in "LBP" and unit not in winners
            ]
        if self.wizard and RED in (winners[0].owner, losers[0].owner):
            for unit in fight.beaten:
                self.slay(unit)
            fight.beaten = []

    def double_kill(self):
        """Nobody stands (3.6, options 3 and 4, fine print 7)."""
        fight = self.fight
        lie = (self.options.healing or self.options.finishing) and fight.castle is None
        for unit in self.sorted(fight.attackers + fight.defenders):
            if lie and not unit.undead:
                self.after_double(unit)
            else:
                self.slay(unit)
        if fight.castle is not None:
            self.fight = None
            return
        fight.stage = "lying"
        own, foes = self.standing(fight.cell)
        for ones, others in ((own, foes), (foes, own)):
            if others:
                for unit in ones:
                    if unit.kind == "L":
                        self.capture(unit, self.first_owner(others))

    def after_double(self, unit):
        self.after_fight(unit)
        unit.down = True

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
            return {f"capture {self.name(unit)}": ("rose", unit) for unit in rest[0]}
        if what == "cards":
            return self.card_orders(side)
        if what == "shot":
            word = "aim" if side == rest[0].owner else "parry"
            return {f"{word} {place}": (word, place) for place in "HML"}
        if what == "fate":
            name = self.name(rest[1])
            return {f"{word} {name}": (word, rest[1]) for word in ("capture", "slay")}
        if what == "lying":
            unit, words = rest
            name = self.name(unit)
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
        self.offered.append(unit)
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
