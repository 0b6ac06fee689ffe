"""The rulebook of WarGame 1 and WarGame 2, told in Python.

The telling knows the rulebook (docs/rules/wargame.md, whose paragraphs the comments name) and nothing of the program's code.
Plain and obviously correct comes before fast. wargame_cases.py tests the telling itself.
"""

from functools import cache

OPEN, TOWN, TREES, HILL = ".TFH"
WHITE, BLACK = 0, 1
NAME = ["white", "black"]
POST, LEADER, ARMOR, INFANTRY, ARTILLERY = "post", "leader", "armor", "infantry", "artillery"


class Kind:
    """A line of the tables of pieces (1.2, 2.2); `orders` is how far it orders, `radius` how far it keeps command."""

    def __init__(self, arm, points, range=0, level=0, radius=0, orders=0):
        self.arm, self.points, self.range = arm, points, range
        self.level, self.radius, self.orders = level, radius, orders


COSTS = {  # 1.5, 2.4: to enter open ground, a town, trees, a hill; None is forbidden
    LEADER: [1, 1, 4, 2],
    ARMOR: [1, 1, None, 2],
    INFANTRY: [1, 1, 1, 2],
    ARTILLERY: [1, 1, 1, None],
}


def matrix(text, arms):
    """A kill matrix (1.9, 2.6): what an attacker's arm may do to a defender's arm on a ground."""
    table = {}
    for line in text.strip().split("\n"):
        ground, defender, *cells = (cell.strip() for cell in line.split("|"))
        for attacker, cell in zip(arms, cells):
            table[ground, defender, attacker] = set(cell.split()) - {"-"}
    return table


# F1 F2 F3: fire up to that range; A: fire from an adjacent cell; R: replacement; r: rifle; O: overrun or jump;
# I: fire that stands in for a replacement by infantry (2.6), which the strict rifle takes away
ARMS = [INFANTRY, ARMOR, ARTILLERY, LEADER]
MATRIX_1 = """
. | leader    | R r | F2 R O | F3 R | F1 R
. | armor     | R   | F2 R   | F3 R | F1 R
. | infantry  | R r | F2 R O | F3 R | F1 R O
. | artillery | R r | F2 R   | F3 R | F1 R O
. | post      | R r | F2 R   | F3 R | F1 R
T | leader    | R r | R      | -    | -
T | armor     | R   | -      | -    | -
T | infantry  | -   | -      | A    | -
T | artillery | -   | A      | -    | -
T | post      | R r | R      | -    | -
F | leader    | R r | A      | A    | -
F | infantry  | R r | A      | A    | -
F | artillery | -   | A      | A    | -
H | leader    | R r | R O    | -    | -
H | armor     | R   | R      | A    | -
H | infantry  | R r | O      | -    | O
"""
MATRIX_2 = """
. | leader    | F1 R | F1 O | F2 | F1
. | armor     | F1 R | F1   | F2 | F1
. | infantry  | F1 R | F1 O | F2 | F1
. | artillery | F1 R | F1   | F2 | F1
T | leader    | R I  | -    | -  | -
T | armor     | R    | -    | -  | -
T | infantry  | -    | -    | A  | -
T | artillery | -    | A    | -  | -
F | leader    | R I  | A    | A  | -
F | infantry  | R I  | A    | A  | -
F | artillery | -    | A    | A  | -
H | leader    | R I  | O    | -  | -
H | armor     | R    | -    | A  | -
H | infantry  | R I  | O    | -  | -
"""

# 1.8: for an offset, the cells that must be clear, and the pairs of which both must not block
LINES = {
    (1, 0): ([], []),
    (1, 1): ([], [((1, 0), (0, 1))]),
    (2, 0): ([(1, 0)], []),
    (2, 1): ([(1, 0), (1, 1)], []),
    (2, 2): ([(1, 1)], [((1, 0), (0, 1)), ((2, 1), (1, 2))]),
    (3, 0): ([(1, 0), (2, 0)], []),
    (3, 1): ([(1, 0), (2, 1)], [((2, 0), (1, 1))]),
    (3, 2): ([(1, 0), (1, 1), (2, 1), (2, 2)], []),
    (3, 3): ([(1, 1), (2, 2)], [((1, 0), (0, 1)), ((2, 1), (1, 2)), ((3, 2), (2, 3))]),
}


def neighbors(board):
    """The neighbors of each cell; none is farther than a column and a row away."""
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    found = {}
    for x, y in board.cells:
        near = [(x + dx, y + dy) for dx, dy in around if board.has((x + dx, y + dy))]
        found[x, y] = [cell for cell in near if board.distance((x, y), cell) == 1]
    return found


class Squares:
    """A board of squares (1.1)."""

    def __init__(self, files, ranks):
        self.files, self.ranks = files, ranks
        self.cells = [(x, y) for y in range(ranks) for x in range(files)]
        self.neighbors = neighbors(self)

    def has(self, cell):
        return 0 <= cell[0] < self.files and 0 <= cell[1] < self.ranks

    def distance(self, a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def beyond(self, a, b):
        """The cell straight across b from its neighbor a."""
        return (2 * b[0] - a[0], 2 * b[1] - a[1])

    def line(self, a, b):
        """1.8: the cells between that must be clear, and the pairs of which both must not block."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        sx, sy = (-1 if dx < 0 else 1), (-1 if dy < 0 else 1)
        steep = abs(dy) > abs(dx)

        def back(offset):
            along, aside = offset[::-1] if steep else offset
            return (a[0] + sx * along, a[1] + sy * aside)

        clear, pairs = LINES[max(abs(dx), abs(dy)), min(abs(dx), abs(dy))]
        return [back(cell) for cell in clear], [(back(one), back(other)) for one, other in pairs]


class Hexes:
    """A board of hexes with a corner on top, each second row shifted half a hex to the right (2.1)."""

    def __init__(self, files, ranks):
        self.files, self.ranks = files, ranks
        self.cells = [(x, y) for y in range(ranks) for x in range(files)]
        self.neighbors = neighbors(self)

    has = Squares.has

    @staticmethod
    def axial(cell):
        x, y = cell
        return (x - (y - (y & 1)) // 2, y)

    @staticmethod
    def offset(q, y):
        return (q + (y - (y & 1)) // 2, y)

    def distance(self, a, b):
        (qa, ya), (qb, yb) = self.axial(a), self.axial(b)
        dq, dy = qb - qa, yb - ya
        return max(abs(dq), abs(dy), abs(dq + dy))

    def beyond(self, a, b):
        (qa, ya), (qb, yb) = self.axial(a), self.axial(b)
        return self.offset(2 * qb - qa, 2 * yb - ya)

    def line(self, a, b):
        """2.5: a straight line has the cell between, a corner line two flanks; a flank outside the board never blocks (4.6)."""
        if self.distance(a, b) == 1:
            return [], []
        between = [cell for cell in self.neighbors[a] if cell in self.neighbors[b]]
        (qa, ya), (qb, yb) = self.axial(a), self.axial(b)
        if 0 in (qb - qa, yb - ya, qb - qa + yb - ya):
            return between, []
        return [], [tuple(between)] if len(between) == 2 else []


class Ruleset:
    """What WarGame 1 and WarGame 2 fix."""

    def __init__(self, board, kinds, matrix, cap, half_cap):
        self.board, self.kinds, self.matrix = board, kinds, matrix
        self.cap, self.half_cap = cap, half_cap


ONE = Ruleset(
    Squares,
    {
        "CP": Kind(POST, 0),
        "SC": Kind(LEADER, 4, 1, 3, 9, 3),
        "TC": Kind(LEADER, 4, 1, 2, 6, 3),
        "IC": Kind(LEADER, 4, 1, 1, 3, 3),
        "AC": Kind(LEADER, 4, 1, 1, 3, 3),
        "T": Kind(ARMOR, 3, 2),
        "I": Kind(INFANTRY, 2),
        "P": Kind(INFANTRY, 2),
        "A": Kind(ARTILLERY, 1, 3),
    },
    matrix(MATRIX_1, ARMS),
    10,
    5,
)
TWO = Ruleset(
    Hexes,
    {
        "C": Kind(LEADER, 6, 1, 3, 6, 6),
        "G": Kind(LEADER, 6, 1, 2, 6, 6),
        "L": Kind(LEADER, 6, 1, 1, 3, 3),
        "V": Kind(ARMOR, 5, 1),
        "I": Kind(INFANTRY, 3, 1),
        "P": Kind(INFANTRY, 3, 1),
        "A": Kind(ARTILLERY, 2, 2),
    },
    matrix(MATRIX_2, ARMS),
    7,
    3,
)
SWITCHES = [  # 4.11, those that are rules while a game is played
    "banner", "plant", "towns", "commander", "short", "half-first", "succession", "strict-rifle",
    "cam-terrain", "two-range", "unarmed-leaders", "jump-all", "paratroops",
]


class Game:
    """What a scenario fixes: rules, board, terrain, towns to hold, rows that belong to nobody, options."""

    def __init__(self, rules, files, ranks, terrain=None, towns=5, middle=(6, 14), cap=None, options=()):
        self.rules = rules
        self.board = rules.board(files, ranks)
        self.terrain = terrain or {}
        self.towns = towns
        self.middle = range(*middle)
        self.cap = cap or rules.cap
        self.half_cap = rules.half_cap if self.cap == rules.cap else self.cap // 2
        self.options = set(options)
        self.cost = cache(self.cost)

    def ground(self, cell):
        return self.terrain.get(cell, OPEN)

    def cost(self, kind, cell):
        """1.5, 2.4: the cost to enter, or None."""
        arm, ground = self.rules.kinds[kind].arm, self.ground(cell)
        if arm == POST:
            return None
        if "cam-terrain" in self.options and arm in (ARMOR, ARTILLERY):
            ground = {TREES: HILL, HILL: TREES}.get(ground, ground)
        return COSTS[arm][".TFH".index(ground)]

    def may_stand(self, kind, cell):
        """Ground that the kind can be on at all: what its movement can enter; a post only on open ground or in a town."""
        if self.rules.kinds[kind].arm == POST:
            return self.ground(cell) in (OPEN, TOWN)
        cost = self.cost(kind, cell)
        return cost is not None and cost <= self.rules.kinds[kind].points

    def ways_to_kill(self, attacker, defender, cell):
        """The cell of the kill matrix for kinds, the defender on its ground."""
        attacker, defender = self.rules.kinds[attacker].arm, self.rules.kinds[defender].arm
        ground = self.ground(cell)
        if "cam-terrain" in self.options and (ground, defender) in [(TREES, ARMOR), (HILL, ARTILLERY)]:
            ground = HILL if ground == TREES else TREES
        ways = set(self.rules.matrix.get((ground, defender, attacker), ()))
        if "strict-rifle" in self.options:
            ways -= {"I"} if ground == OPEN else {"I", "r"}
        if "unarmed-leaders" in self.options and attacker == LEADER:
            ways = set()
        if "jump-all" in self.options and attacker == ARMOR and self.ground(cell) in (OPEN, HILL):
            ways.add("O")
        return ways


class Illegal(Exception):
    """An order that the rules forbid, and why."""


@cache
def cell_name(cell):
    file, rank = cell
    name = chr(97 + file) if file < 26 else chr(96 + file // 26) + chr(97 + file % 26)
    return f"{name}{rank + 1}"


def symbol(side, kind):
    text = kind if len(kind) == 1 else f"({kind})"
    return text if side == WHITE else text.lower()


class Walk:
    """A move so far: its cells, what it has removed, and who comes along (1.5, 1.6, 1.10, 2.3)."""

    def __init__(self, position, start, towed=None, companion=None):
        self.position = position
        self.kind = position.units[start][1]
        self.cells = (start,)
        self.way = cell_name(start)
        self.towed_from, self.companion_from = towed, companion
        self.towed, self.companion = towed, companion  # where they stand now
        self.points = position.game.rules.kinds[self.kind].points + (companion is not None)
        self.companion_points = 0
        if companion is not None:
            self.companion_points = position.game.rules.kinds[position.units[companion][1]].points
        self.removed = frozenset()  # the cells of units run over, and of units they towed
        self.overran = False
        self.facing = None  # the cell of the enemy this move stands on, not yet run over or replaced

    def enemy_at(self, cell):
        there = self.position.units.get(cell)
        return there is not None and there[0] != self.position.side and cell not in self.removed

    def friend_at(self, cell):
        """A friend that stands there now; the mover has left its cell, and so has who came along."""
        if cell in (self.towed, self.companion):
            return True
        if cell in (self.cells[0], self.towed_from, self.companion_from):
            return False
        there = self.position.units.get(cell)
        return there is not None and there[0] == self.position.side

    def kill(self, way):
        """The removal of the enemy stood on: it and what it towed (1.6)."""
        position = self.position
        victim = self.facing
        if victim in position.tows:
            raise Illegal("a unit in tow is killed by fire from afar only")
        if way not in position.game.ways_to_kill(self.kind, position.units[victim][1], victim):
            raise Illegal(f"no {way} of that unit there")
        return self.removed | {victim} | position.towed_by(victim)

    def step(self, to):
        """The move with one more cell."""
        position = self.position
        game = position.game
        last = self.cells[-1]
        if to not in game.board.neighbors[last]:
            raise Illegal("no step")
        cost = game.cost(self.kind, to)
        if cost is None or cost > self.points:
            raise Illegal("too few points")
        if self.friend_at(to):
            raise Illegal("a friend stands there")
        if self.facing is not None and to != game.board.beyond(self.cells[-2], last):
            raise Illegal("an overrun leaves straight across")
        after = object.__new__(Walk)
        after.__dict__.update(self.__dict__)
        after.cells = self.cells + (to,)
        after.way = f"{self.way}-{cell_name(to)}"
        after.points = self.points - cost
        if self.facing is not None:
            after.removed = self.kill("O")
            after.overran = True
            after.facing = None
        if self.towed is not None:
            self.check_tow(last, to)
            after.towed = last
        if self.companion is not None:
            cost = game.cost(position.units[self.companion_from][1], last)
            if cost > self.companion_points:
                raise Illegal("too few points of the leader that comes along")
            after.companion_points = self.companion_points - cost
            after.companion = last
        if after.enemy_at(to):
            after.facing = to
        return after

    def check_tow(self, last, to):
        """1.6: how far and over what ground a leader tows; a tank tows wherever it goes."""
        game = self.position.game
        if game.rules.kinds[self.kind].arm == LEADER:
            if len(self.cells) > (1 if self.kind == "SC" else 2):
                raise Illegal("too far for a tow")
            if game.ground(last) not in (OPEN, TOWN) or game.ground(to) not in (OPEN, TOWN):
                raise Illegal("a leader tows over open ground and towns")

    def finished(self):
        """The move if it may end here: with the assault of the enemy it stands on, if any."""
        if self.facing is not None:
            after = object.__new__(Walk)
            after.__dict__.update(self.__dict__)
            after.removed = self.kill("R")
            after.facing = None
            return after
        if len(self.cells) == 1 or self.cells[-1] == self.cells[0] and not self.removed:
            raise Illegal("a move goes somewhere")
        return self

    def result(self):
        """What of the position after the move differs from other moves of the unit."""
        return (self.cells[-1], self.removed, self.towed_from, self.towed, self.companion_from, self.companion)

    def text(self):
        """Only a move that runs over, tows or is accompanied tells its whole way."""
        text = self.way
        if not self.overran and self.towed is None and self.companion is None:
            text = f"{cell_name(self.cells[0])}-{cell_name(self.cells[-1])}"
        if self.towed is not None:
            text += "~" + cell_name(self.towed_from)
        if self.companion is not None:
            text += "&" + cell_name(self.companion_from)
        return text


class Position:
    """A position in the middle of a turn."""

    def __init__(self, game, units, side=WHITE, turn=1, passes=0, quiet=0, tows=None, prepared=()):
        self.game = game
        self.units = dict(units)
        self.side, self.turn, self.passes, self.quiet = side, turn, passes, quiet
        self.tows = dict(tows or {})  # towed unit's cell -> its tower's
        self.prepared = set(prepared)  # cells of Paratroops that may leap (1.14)
        self.outcome = None
        self.begin_turn()

    def copy(self):
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        for name in ("units", "tows", "prepared", "acted", "names", "given"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def begin_turn(self):
        self.acted = set()  # cells of units that have acted or moved this turn
        self.given = []  # for each activation, the names of the leaders who may have given it
        self.names = {  # a leader's name is its cell at the start of the turn
            cell: cell for cell, (side, kind) in self.units.items() if side == self.side and self.kind(cell).level
        }
        self.has_removed = False
        half = "half-first" in self.game.options and self.turn == 1
        self.cap = self.game.half_cap if half else self.game.cap

    @property
    def left(self):
        return self.cap - len(self.given)

    def kind(self, cell):
        return self.game.rules.kinds[self.units[cell][1]]

    def towed_by(self, tower):
        return frozenset(towed for towed, by in self.tows.items() if by == tower)

    def leaders(self, side):
        return [cell for cell, (owner, _) in self.units.items() if owner == side and self.kind(cell).level]

    # --- command (1.3, 2.3, 3) --------------------------------------------------------------------------------------

    def in_command(self, side=None):
        """The leaders that may be activated."""
        side = self.side if side is None else side
        distance = self.game.board.distance
        leaders = {cell: self.kind(cell) for cell in self.leaders(side)}
        top = max((kind.level for kind in leaders.values()), default=0)
        commanded = set()
        for cell, kind in leaders.items():
            if kind.level == 3 or "succession" in self.game.options and kind.level == top:
                commanded.add(cell)
            for by, above in leaders.items():
                if above.level > kind.level and distance(by, cell) <= above.radius:
                    commanded.add(cell)
        grows = True
        while grows:
            grows = False
            for by in sorted(commanded):
                for cell, kind in leaders.items():
                    same = kind.level == leaders[by].level
                    if cell not in commanded and same and distance(by, cell) <= leaders[by].radius:
                        commanded.add(cell)
                        grows = True
        return commanded

    def order_range(self, cell):
        return 3 if "two-range" in self.game.options else self.kind(cell).orders

    def givers(self, cell):
        """The names of the leaders within range of a unit."""
        distance = self.game.board.distance
        return {name for by, name in self.names.items() if distance(by, cell) <= self.order_range(by)}

    def matches_without(self, spared):
        """Whether each activation can be given its own leader, none of them the one spared."""
        holds = {}

        def give(number, tried):
            for name in self.given[number] - {spared}:
                if name not in tried:
                    tried.add(name)
                    if name not in holds or give(holds[name], tried):
                        holds[name] = number
                        return True
            return False

        return all(give(number, set()) for number in range(len(self.given)))

    def free_givers(self):
        """The names of the leaders who can still give an order, one at a time."""
        return {name for name in self.names.values() if self.matches_without(name)}

    def is_ready(self, cell, free, commanded):
        """Whether a unit of the side may be activated."""
        if self.left <= 0 or cell in self.acted or not self.givers(cell) & free:
            return False
        return not self.kind(cell).level or cell in commanded

    # --- fire (1.7, 1.8, 2.5) ---------------------------------------------------------------------------------------

    def blocks(self, cell):
        return self.game.ground(cell) != OPEN or cell in self.units

    def sees(self, a, b):
        clear, pairs = self.game.board.line(a, b)
        if any(map(self.blocks, clear)):
            return False
        return not any(self.blocks(one) and self.blocks(other) for one, other in pairs)

    def check_shot(self, origin, target, sign):
        """Whether a unit may fire `*` or use the rifle `!`, its activation aside."""
        there = self.units.get(target)
        if there is None or there[0] == self.side:
            raise Illegal("no enemy there")
        distance = self.game.board.distance(origin, target)
        ways = self.game.ways_to_kill(self.units[origin][1], there[1], target)
        reach = 0
        if sign == "!":
            if "r" in ways and self.game.ground(origin) != OPEN:
                reach = 1
        else:
            own = self.kind(origin).range
            for way in ways:
                if way[0] == "F":
                    reach = max(reach, min(own, int(way[1])))
                elif way in ("A", "I"):
                    reach = max(reach, 1)
        if distance > reach:
            raise Illegal("out of reach")
        if target in self.tows and distance < 2:
            raise Illegal("a unit in tow is killed by fire from afar only")
        if not self.sees(origin, target):
            raise Illegal("the line is blocked")

    # --- moves ------------------------------------------------------------------------------------------------------

    def may_tow(self, tower, towed):
        """1.6: whether the two form a pair that stands ready."""
        if towed not in self.units or self.units[towed][0] != self.side:
            return False
        if towed in self.acted or towed not in self.game.board.neighbors[tower]:
            return False
        kind, load = self.units[tower][1], self.units[towed][1]
        return load in {"SC": ["CP"], "TC": ["A"], "IC": ["A"], "AC": ["A"], "T": ["I", "P"]}.get(kind, [])

    def may_accompany(self, leader, actor, commanded):
        """2.3: whether a leader can come along with a unit, its order aside."""
        if self.game.rules is not TWO or self.kind(actor).level:
            return False
        there = self.units.get(leader)
        return (
            there is not None
            and there[0] == self.side
            and leader in commanded
            and leader not in self.acted
            and leader in self.game.board.neighbors[actor]
        )

    def walks(self, start, towed=None, companion=None):
        """A move for each result, by the fewest cells and of these the smallest text."""
        found = {}
        layer = {None: Walk(self, start, towed, companion)}
        while layer:
            following = {}
            for walk in layer.values():
                for to in self.game.board.neighbors[walk.cells[-1]]:
                    try:
                        after = walk.step(to)
                    except Illegal:
                        continue
                    key = (to, after.points, after.removed, after.facing and after.cells[-2], after.towed)
                    key += (after.companion, after.companion_points)
                    known = following.get(key)
                    if known is None or after.way < known.way:
                        following[key] = after
            for walk in following.values():
                try:
                    end = walk.finished()
                except Illegal:
                    continue
                known = found.get(end.result())
                if known is None or rank(end) < rank(known):
                    found[end.result()] = end
            layer = following
        return list(found.values())

    def plain_walks(self, start):
        """The same where no enemy is near: the cheapest way to each cell."""
        kind = self.units[start][1]
        best = {start: Walk(self, start)}
        waiting = [start]
        while waiting:
            walk = best[waiting.pop(0)]
            for to in self.game.board.neighbors[walk.cells[-1]]:
                cost = self.game.cost(kind, to)
                if cost is None or cost > walk.points or to in self.units:
                    continue
                if to not in best or best[to].points < walk.points - cost:
                    best[to] = walk.step(to)
                    waiting.append(to)
        return [walk for cell, walk in best.items() if cell != start]

    def moves_of(self, cell, free, commanded):
        """The moves of a unit that may be activated."""
        distance = self.game.board.distance
        points = self.kind(cell).points
        near = any(side != self.side and distance(cell, at) <= points + 1 for at, (side, _) in self.units.items())
        walks = self.walks(cell) if near else self.plain_walks(cell)
        for other in self.game.board.neighbors[cell]:
            if self.may_tow(cell, other):
                walks += self.walks(cell, towed=other)
            if self.may_accompany(other, cell, commanded) and self.names[other] in free:
                walks += self.walks(cell, companion=other)
        return walks

    # --- Paratroops (1.14) --------------------------------------------------------------------------------------------

    def can_prepare(self, cell):
        return self.units[cell][1] == "P" and cell not in self.prepared

    def check_leap(self, origin, to, on=None):
        """A leap of 5 or 6, and perhaps a step of one point after it, which may be an assault."""
        game = self.game
        if origin not in self.prepared:
            raise Illegal("the unit is not prepared")
        if game.board.distance(origin, to) not in (5, 6) or to in self.units or game.cost("P", to) is None:
            raise Illegal("no place to leap to")
        if on is None:
            return frozenset()
        if on not in game.board.neighbors[to] or game.cost("P", on) != 1 or on == origin:
            raise Illegal("no step after the leap")
        there = self.units.get(on)
        if there is None:
            return frozenset()
        if there[0] == self.side or on in self.tows or "R" not in game.ways_to_kill("P", there[1], on):
            raise Illegal("no assault after the leap")
        return {on}

    def leaps_of(self, cell):
        """A leap for each result: the fewest cells, then the smallest text."""
        found = {}
        for to in self.game.board.cells:
            for on in [None, *self.game.board.neighbors[to]]:
                try:
                    self.check_leap(cell, to, on)
                except Illegal:
                    continue
                text = f"{cell_name(cell)}^{cell_name(to)}" + ("" if on is None else f"-{cell_name(on)}")
                known = found.get(on or to)
                if known is None or (on is not None, text) < known[0]:
                    found[on or to] = (on is not None, text), ("leap", cell, to, on)
        return {text: order for (_, text), order in found.values()}

    # --- orders -----------------------------------------------------------------------------------------------------

    def orders(self):
        """Every legal order as it is listed: its text and what it is."""
        if self.outcome:
            return {}
        found = {"end": ("end",)}
        if self.left <= 0:
            return found
        free, commanded = self.free_givers(), self.in_command()
        enemies = [cell for cell, (side, _) in self.units.items() if side != self.side]
        for cell, (side, _) in self.units.items():
            if side != self.side or not self.is_ready(cell, free, commanded):
                continue
            for walk in self.moves_of(cell, free, commanded):
                found[walk.text()] = ("move", walk)
            if self.can_prepare(cell):
                found[f"{cell_name(cell)}^"] = ("prepare", cell)
            if cell in self.prepared:
                found |= self.leaps_of(cell)
            for target in enemies:
                if self.game.board.distance(cell, target) > 3:
                    continue
                for sign in "*!":
                    try:
                        self.check_shot(cell, target, sign)
                    except Illegal:
                        continue
                    found[f"{cell_name(cell)}{sign}{cell_name(target)}"] = ("shot", cell, target)
        return found

    def check(self, kind, *what):
        """Any order, also those that are not listed: `shot` with origin, target and sign; `move` with cells, towed,
        companion; `prepare` with a cell; `leap` with two or three cells. Returns what `apply` takes."""
        if self.outcome:
            raise Illegal("the game is over")
        free, commanded = self.free_givers(), self.in_command()
        origin = what[0][0] if kind == "move" else what[0]
        there = self.units.get(origin)
        if there is None or there[0] != self.side or not self.is_ready(origin, free, commanded):
            raise Illegal("nobody may activate that unit")
        if kind == "shot":
            self.check_shot(*what)
            return ("shot", *what[:2])
        if kind == "prepare":
            if not self.can_prepare(origin):
                raise Illegal("nothing to prepare")
            return (kind, origin)
        if kind == "leap":
            self.check_leap(*what)
            return (kind, *what)
        cells, towed, companion = what
        if towed is not None and not self.may_tow(origin, towed):
            raise Illegal("no pair to tow")
        if companion is not None:
            if not self.may_accompany(companion, origin, commanded) or self.names[companion] not in free:
                raise Illegal("that leader cannot come along")
        if len(cells) == 2 and towed is None and companion is None:
            for walk in self.walks(origin):
                if not walk.overran and walk.cells[-1] == cells[1]:
                    return ("move", walk)
            raise Illegal("out of reach")
        walk = Walk(self, origin, towed, companion)
        for cell in cells[1:]:
            walk = walk.step(cell)
        return ("move", walk.finished())

    def apply(self, order):
        if order[0] == "end":
            self.end_turn()
        elif order[0] == "shot":
            _, origin, target = order
            self.given.append(self.givers(origin))
            self.acted.add(origin)
            self.prepared.discard(origin)
            self.remove([target])
        elif order[0] == "prepare":
            self.given.append(self.givers(order[1]))
            self.acted.add(order[1])
            self.prepared.add(order[1])
        elif order[0] == "leap":
            _, origin, to, on = order
            removed = self.check_leap(origin, to, on)
            self.given.append(self.givers(origin))
            self.prepared.discard(origin)
            unit = self.units.pop(origin)
            self.remove(removed)
            self.units[on or to] = unit
            self.acted.add(on or to)
        else:
            self.carry_out(order[1])

    def carry_out(self, walk):
        start, end = walk.cells[0], walk.cells[-1]
        if walk.companion is None:
            self.given.append(self.givers(start))
        else:
            self.given.append({self.names[walk.companion_from]})
        goes = {start: end}
        if walk.towed is not None:
            goes[walk.towed_from] = walk.towed
        if walk.companion is not None:
            goes[walk.companion_from] = walk.companion
        moving = {cell: self.units.pop(cell) for cell in goes}
        named = {cell: self.names.pop(cell) for cell in goes if cell in self.names}
        ready = {cell for cell in goes if cell in self.prepared}
        self.prepared -= ready
        # in the order of the way, since the first removal that wins names the ending
        self.remove([cell for cell in walk.cells if cell in walk.removed])
        for cell, to in goes.items():
            self.units[to] = moving[cell]
            self.acted.add(to)
            if cell in named:
                self.names[to] = named[cell]
            if cell in ready and not (cell == start and walk.removed):
                self.prepared.add(to)
        if walk.towed is not None:
            self.tows[walk.towed] = end

    # --- removals and endings (1.6, 1.11, 1.12, 2.7, 4.8) -------------------------------------------------------------

    def remove(self, cells):
        """Removes enemies one by one, each with what it tows, and looks for the end after each (1.12)."""
        for cell in cells:
            for gone in [cell, *self.towed_by(cell)]:
                if self.units.pop(gone, None):
                    self.has_removed = True
                self.tows.pop(gone, None)
                self.prepared.discard(gone)
            if self.has_removed:
                self.victory()

    def victory(self):
        """Whether the side to move has won by what it removed."""
        if self.outcome:
            return
        options, enemy = self.game.options, 1 - self.side
        left = self.leaders(enemy)
        has = lambda kind: (enemy, kind) in self.units.values()
        if not left:
            self.outcome = f"{NAME[self.side]} leaders"
        elif "banner" in options and not has("CP"):
            self.outcome = f"{NAME[self.side]} banner"
        elif "commander" in options and not has("C"):
            self.outcome = f"{NAME[self.side]} commander"
        elif "short" in options and len(left) < self.game.cap:
            self.outcome = f"{NAME[self.side]} short"

    def takers(self, cell):
        """1.11: the enemies that share in the fall of a unit by the supply check; none where it does not fall."""
        side = self.units[cell][0]
        near = self.game.board.neighbors
        if any(self.units.get(at, (None,))[0] == side for at in near[cell]):
            return set()
        takers = {at for at in near[cell] if at in self.units}
        for empty in near[cell]:
            if empty not in self.units:
                watched = {at for at in near[empty] if at in self.units and self.units[at][0] != side}
                if not watched:
                    return set()
                takers |= watched
        return takers if len(takers) >= 3 else set()

    def end_turn(self):
        """The order of 4.8."""
        enemies = [cell for cell, (side, _) in self.units.items() if side != self.side]
        fallen = {cell: takers for cell in enemies if (takers := self.takers(cell))}
        for cell, takers in fallen.items():
            self.units.pop(cell)
            self.prepared -= takers | {cell}
            self.has_removed = True
        self.passes = 0 if self.given else self.passes + 1
        self.quiet = 0 if self.has_removed else self.quiet + 1
        self.victory()
        if self.outcome:
            return
        if self.passes == 2:
            self.outcome = "draw passes"
            return
        if self.quiet >= 60:
            self.outcome = "draw quiet"
            return
        self.side = 1 - self.side
        self.turn += 1
        self.tows = {towed: by for towed, by in self.tows.items() if self.units[towed][0] != self.side}
        self.begin_turn()
        self.start_of_turn_victory()

    def start_of_turn_victory(self):
        game = self.game
        own = [cell for cell, (side, _) in self.units.items() if side == self.side and game.ground(cell) == TOWN]
        posts = [cell for cell in own if self.units[cell][1] == "CP" and cell[1] in game.middle]
        if "plant" in game.options and posts:
            self.outcome = f"{NAME[self.side]} plant"
        elif "towns" in game.options and len(own) >= game.towns:
            self.outcome = f"{NAME[self.side]} towns"

    # --- text (4.10) --------------------------------------------------------------------------------------------------

    def rows(self):
        rows = []
        for rank in reversed(range(self.game.board.ranks)):
            row, blanks = "", 0
            for file in range(self.game.board.files):
                if (file, rank) in self.units:
                    row += (str(blanks) if blanks else "") + symbol(*self.units[file, rank])
                    blanks = 0
                else:
                    blanks += 1
            rows.append(row + (str(blanks) if blanks else ""))
        return "/".join(rows)

    def text(self):
        text = f"{self.rows()} {'wb'[self.side]} {self.turn} {self.passes}"
        present = {name: cell_name(cell) for cell, name in self.names.items()}
        tows = sorted(f"{cell_name(towed)}>{cell_name(by)}" for towed, by in self.tows.items())
        fields = {
            "quiet": [str(self.quiet)] if self.quiet else [],
            "tow": tows,
            "prep": sorted(map(cell_name, self.prepared)),
            "acted": sorted(map(cell_name, self.acted)),
            "givers": sorted("+".join(sorted(present[name] for name in names)) for names in self.given),
        }
        return text + "".join(f" {key}={','.join(values)}" for key, values in fields.items() if values)


def rank(walk):
    """What is listed of moves with one result: the fewest cells, then the smallest bytewise."""
    text = walk.text()
    return (text.count("-"), text)
