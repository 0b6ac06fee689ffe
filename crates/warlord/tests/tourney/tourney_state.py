"""A position of War Lord Tourney: who is where, what units are called, and what befalls them (3.3, fine print 2, 4, 6.1, 6.2)."""

from tourney_board import BLACK, GREEN, KINDS, FIGHTERS, NAMES, NOBLES, RED, STRENGTH, WHITE, cell_name, cell_of, quarters

CASTLE, HELD, GONE = "castle", "held", "gone"
HELD_AT = cell_of("f6")


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

class State:
    """The units, whose turn it is, and what is asked."""

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

    @classmethod
    def start(cls, options, board=None):
        """The fixed set-up (3.9, fine print 17, 6.1.1) before the lot for the first player."""
        position = cls(options, board)
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

    def enemy_name(self, unit, side):
        """The name by which a side's orders choose an enemy: with his owner where enemies of two owners stand there."""
        owners = {other.owner for other in self.enemies_at(self.cell(unit), side)}
        return (NAMES[unit.owner] + " " if len(owners) > 1 else "") + self.name(unit)

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
        # Reading: he is put back there, so that he has not come in and finishes nobody who lies on the Green (option 4)
        taker.came = False
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
            # Reading: a team's two sides are one word of the outcome
            self.outcome = "+".join(NAMES[seat] for seat in winners) + f" {self.last_word}"

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
